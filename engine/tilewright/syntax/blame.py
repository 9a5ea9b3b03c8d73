"""Lark's errors in the author's words: what was met, what was wanted, what to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.indenter import DedentError

from tilewright.diagnostics import nearest
from tilewright.source import Source, Span

_OPENERS = ("for", "choose", "if", "otherwise")
_STATEMENTS = (*_OPENERS, "score", "let")
_SHOWN = {
    "_NL": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "$END": "the end of the file", "INT": "a number", "WORD": "a word", "CODE": "a code such as M5",
    "STRING": 'a text in quotes "..."', "LPAR": "'('", "RPAR": "')'", "COMMA": "','",
    "COLON": "':'", "PLUS": "'+'", "MINUS": "'-'", "TIMES": "'*'", "SLASH": "'/'",
    "COMPARISON": "a sign such as = or >", "DOT": "'.'", "COMPARATIVE": "'taller' or 'lower'",
    "OR_MORE": "'or more'", "OR_LESS": "'or less'", "EXTREME_OF": "'larger' or 'smaller'",
    "MARK": "a sign such as ^", "TIE__BREAK": "'tie-break'",
}  # fmt: skip
_HIDDEN = {"HOLE", "_DEDENT"}


@dataclass(frozen=True, slots=True)
class Problem:
    """A syntax problem: where, what, and which line to take out before going on."""

    code: str
    span: Span
    message: str
    help: str = ""
    line: int = 0
    keep_block: bool = True


def blame(source: Source, text: str, error: Exception) -> Problem:
    """The problem behind an error of Lark."""
    if isinstance(error, UnexpectedToken):
        return _token(source, text, error)
    if isinstance(error, UnexpectedCharacters):
        return _character(source, text, error)
    if isinstance(error, DedentError):
        return _dedent(source, text)
    raise error


def _character(source: Source, text: str, error: UnexpectedCharacters) -> Problem:
    start = error.pos_in_stream
    found = re.compile(r"[A-Z]\w*|\S").match(text, start)
    shown = found[0] if found else text[start : start + 1]
    place = Span(start, start + max(1, len(shown)))
    keep = _keeps_block(text, start)
    if shown == '"':
        return Problem("TW009", place, "a text that does not end on its line",
                       'close it with "', keep_block=keep)  # fmt: skip
    if shown[0].isupper():
        return Problem("TW002", place, f"'{shown}' has a capital letter",
                       f"write '{shown.lower()}': words are in small letters", keep_block=keep)  # fmt: skip
    if shown.isalpha() or (shown[0].isdigit()):
        return Problem("TW002", place, f"'{shown}' cannot stand here",
                       "words are made of a-z, digits and hyphens", keep_block=keep)  # fmt: skip
    return Problem("TW002", place, f"the character {shown!r} is not part of the language",
                   "", keep_block=keep)  # fmt: skip


def _dedent(source: Source, text: str) -> Problem:
    """The first line whose indentation matches no open block."""
    open_blocks = [0]
    for number, line in enumerate(text.split("\n"), start=1):
        body = line.lstrip()
        if not body or body.startswith("#"):
            continue
        indent = len(line[: len(line) - len(body)].replace("\t", "  "))
        while indent < open_blocks[-1]:
            open_blocks.pop()
        if indent > open_blocks[-1]:
            if number > 1 and indent < _next_open(open_blocks, indent):
                break
            open_blocks.append(indent)
    return Problem(
        "TW005", source.line_span(min(number, text.count("\n"))),
        "the indentation of this line fits no line above",
        "give it the same indentation as the lines of its block", line=number,
    )  # fmt: skip


def _next_open(open_blocks: list[int], indent: int) -> int:
    return 0 if indent > open_blocks[-1] else indent


_Rule = Callable[[Source, str, UnexpectedToken, set[str]], Problem | None]


def _token(source: Source, text: str, error: UnexpectedToken) -> Problem:
    wanted = set(error.accepts or error.expected) - _HIDDEN
    rules: tuple[_Rule, ...] = (_missing_block, _over_indented, _stray_colon, _missing_colon,
                                _double_equals, _ends_early, _misspelt)  # fmt: skip
    for rule in rules:
        problem = rule(source, text, error, wanted)
        if problem is not None:
            return problem
    token: Token = error.token
    place = _span(token)
    return Problem(
        "TW001", place, f"did not expect '{token}' here", _expecting(wanted),
        keep_block=_keeps_block(text, place.start),
    )  # fmt: skip


def _missing_block(
    source: Source, text: str, error: UnexpectedToken, wanted: set[str]
) -> Problem | None:
    if wanted != {"_INDENT"}:
        return None
    line = _line_before(source, text, error.token)
    return Problem(
        "TW005", source.line_span(line), "nothing is indented under this line",
        "indent the lines that belong to it by two spaces", line=line,
    )  # fmt: skip


def _over_indented(
    source: Source, text: str, error: UnexpectedToken, wanted: set[str]
) -> Problem | None:
    if error.token.type != "_INDENT":
        return None
    newline: str = text[: error.token.end_pos or 0]
    line = newline.count("\n") + 1
    return Problem(
        "TW005", source.line_span(line), "this line is indented, but the line above opens no block",
        "give it the same indentation as the line above", line=_line_before(source, text, error.token),
    )  # fmt: skip


def _stray_colon(
    source: Source, text: str, error: UnexpectedToken, wanted: set[str]
) -> Problem | None:
    if error.token.type != "COLON":
        return None
    place = _span(error.token)
    return Problem("TW006", place, "no ':' is needed here",
                   "leave it out: a block is opened by its indentation alone")  # fmt: skip


def _missing_colon(
    source: Source, text: str, error: UnexpectedToken, wanted: set[str]
) -> Problem | None:
    if "COLON" not in wanted:
        return None
    return Problem("TW006", _span(error.token), f"a ':' is missing before '{_shown(error.token)}'",
                   "an entry of a table reads '3: 5', '3 to 5: 7' or '6 or more: 8'")  # fmt: skip


def _double_equals(
    source: Source, text: str, error: UnexpectedToken, wanted: set[str]
) -> Problem | None:
    place = _span(error.token)
    if error.token != "=" or text[place.start - 1 : place.start] != "=":
        return None
    return Problem("TW001", Span(place.start - 1, place.end), "'==' is not known here",
                   "write '=' for 'is equal to'")  # fmt: skip


def _ends_early(
    source: Source, text: str, error: UnexpectedToken, wanted: set[str]
) -> Problem | None:
    if error.token.type not in ("_NL", "$END", "_DEDENT"):
        return None
    line = _line_before(source, text, error.token)
    end = source.line_span(line).end
    return Problem("TW001", Span(end - 1 if end else 0, end), "the line ends too early",
                   _expecting(wanted), line=line, keep_block=_keeps_block(text, end - 1))  # fmt: skip


def _misspelt(
    source: Source, text: str, error: UnexpectedToken, wanted: set[str]
) -> Problem | None:
    if error.token.type != "WORD":
        return None
    words = {w.strip("'") for w in map(_name, wanted) if re.fullmatch(r"'[a-z-]+'", w)}
    close = nearest(str(error.token), words)
    if close is None:
        return None
    place = _span(error.token)
    return Problem("TW001", place, f"did not expect '{error.token}' here",
                   f"did you mean '{close}'?", keep_block=_keeps_block(text, place.start))  # fmt: skip


def _keeps_block(text: str, offset: int) -> bool:
    """Whether the line at `offset` looks like a statement, so that a block may follow."""
    start = text.rfind("\n", 0, max(offset, 0)) + 1
    first = re.match(r"\s*([a-z-]*)", text[start:])
    return bool(first and (nearest(first[1], _STATEMENTS) or not first[1]))


def _line_before(source: Source, text: str, token: Token) -> int:
    """The last line with text on it that ends at or before the token."""
    before = text[: token.start_pos or 0] if token.type != "$END" else text
    kept = re.sub(r"#[^\n]*", lambda m: " " * len(m[0]), before).rstrip()
    return kept.count("\n") + 1


def _span(token: Token) -> Span:
    start = token.start_pos or 0
    return Span(start, max(token.end_pos or 0, start + 1))


def _shown(token: Token) -> str:
    return "the end of the line" if token.type == "_NL" else str(token)


def _name(terminal: str) -> str:
    return _SHOWN.get(terminal) or f"'{terminal.lower().replace('__', '-')}'"


def _expecting(wanted: Iterable[str]) -> str:
    names = sorted({_name(terminal) for terminal in wanted}, key=lambda n: (n[0] == "'", n))
    if not names:
        return ""
    shown = names[:8]
    more = f" or one of {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return "expected " + ", ".join(shown) + more
