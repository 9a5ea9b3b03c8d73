"""Lark's errors in the author's words: what was met, what was wanted, what to do."""

from __future__ import annotations

import re
from collections.abc import Callable

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from tilewright.diagnostics import nearest
from tilewright.source import Source, Span
from tilewright.syntax.instead import FOREIGN, PHRASES
from tilewright.syntax.problem import Problem, token_span
from tilewright.syntax.stray_number import stray_number

STATEMENTS = ("for", "choose", "if", "otherwise", "score", "let")
_SHOWN = {
    "_NL": "the end of the line", "_INDENT": "an indented block", "INT": "a number",
    "$END": "the end of the file", "WORD": "a word", "CODE": "a code in capital letters",
    "STRING": 'a text in quotes "..."', "LPAR": "'('", "RPAR": "')'", "COMMA": "','",
    "COLON": "':'", "PLUS": "'+'", "MINUS": "'-'", "TIMES": "'*'", "SLASH": "'/'",
    "COMPARISON": "a sign such as = or >", "DOT": "'.'", "COMPARATIVE": "'taller' or 'lower'",
    "OR_MORE": "'or more'", "OR_LESS": "'or less'", "EXTREME_OF": "'larger' or 'smaller'",
    "SIGN": "a sign such as ^", "_A": "'a'",
}  # fmt: skip
_HIDDEN = {"HOLE", "_DEDENT"}
_FOREIGN_HERE = {**FOREIGN, "adjacent": "write 'beside'"}
_STARTERS = {"SCORE", "LET", "FOR", "CHOOSE", "IF"}  # of statements
_TURNED = {
    "==": ("'==' is not known here", "write '=' for 'is equal to'"),
    "=>": ("'=>' is not known here", "write '>=' for 'at least'"),
    "=<": ("'=<' is not known here", "write '<=' for 'at most'"),
}


def blame(source: Source, text: str, error: UnexpectedInput) -> Problem:
    """The problem behind an error of Lark."""
    if isinstance(error, UnexpectedToken):
        return _Blame(source, text, error).problem()
    if isinstance(error, UnexpectedCharacters):
        return _character(text, error)
    raise error


def _character(text: str, error: UnexpectedCharacters) -> Problem:
    start = error.pos_in_stream or 0
    found = re.compile(r"[^\W_][\w-]*|\S").match(text, start)
    shown = found[0] if found else text[start : start + 1]
    place = Span(start, start + len(shown))
    unlabelled = _without_language(text, place)
    if unlabelled:
        return unlabelled
    if shown != '"' and "STRING" in (error.allowed or ()):
        return _unquoted(place)
    owner = re.search(r"[a-z]+$", text[:start])
    if shown == "'" and owner and re.match(r"'s\b", text[start:]):
        help = "write 'it is'" if owner[0] == "it" else f"write '... of the {owner[0]}', or 'its ...'"
        return Problem("TW002", Span(owner.start(), start + 2), f"'{owner[0]}'s' is not said here", help)
    message, help = _strange(shown)
    return Problem("TW009" if shown == '"' else "TW002", place, message, help)


def _without_language(text: str, place: Span) -> Problem | None:
    """`name "Foo"` or `name Foo`: before a text stands its language."""
    line = re.search(r"(?:^|\n) *(name|text)[ \t]+$", text[: place.start])
    shown = text[place.start :].partition("\n")[0].partition("#")[0].rstrip().removeprefix('"').removesuffix('"')
    if line is None or not shown or (text[place.start] != '"' and ('"' in shown or shown[0].islower())):
        return None
    help = f"write '{line[1]} en' and the text in quotes"
    return Problem("TW001", place, f"the language of the {line[1]} is missing", help)


def _unquoted(place: Span) -> Problem:
    return Problem("TW009", place, "a text without quotes", 'a text stands in double quotes: "..."')


def _strange(shown: str) -> tuple[str, str]:
    """Message and help for what is neither a word nor a sign of the language."""
    if shown == '"':
        return "a text that does not end on its line", 'close it with "'
    if not shown.isprintable() or shown.isspace():
        return f"an invisible character (U+{ord(shown[0]):04X})", "delete it"
    if shown == "'":
        return "a single quote", "a text stands in double quotes; for 'n't' write 'not'"
    if re.fullmatch(r"\d+(-\w+)+", shown):
        return f"'{shown}' is not a number", "put a space on both sides of the minus, or write '3 to 5'"
    if shown[0].isupper():
        return (
            f"'{shown}' has a capital letter",
            f"write '{shown.lower()}': words are in small letters",
        )
    if shown[0].isalnum():
        return (
            f"'{shown}' is not a word",
            "words are made of a-z, digits and hyphens; a letter comes first",
        )
    return f"the sign {shown} is not known here", 'the signs are + - * / = != < > <= >= ( ) , : " #'


class _Blame:
    """What lies behind a token that was not expected: the first of several suspicions."""

    def __init__(self, source: Source, text: str, error: UnexpectedToken) -> None:
        self.source = source
        self.text = text
        self.token = error.token
        self.place = token_span(error.token)
        self.wanted = set(error.accepts or error.expected) - _HIDDEN

    def problem(self) -> Problem:
        suspicions: tuple[Callable[[], Problem | None], ...] = (
            self._outside, self._missing_block, self._over_indented, self._ends_early,
            self._no_language, self._no_quotes, self._long_id, self._phrase, self._number, self._joined_things,
            self._with_measure, self._more_things, self._stray_colon,
            self._missing_colon, self._turned_sign, self._capitals, self._misspelt,
            self._plain_english,
        )  # fmt: skip
        found = next((p for p in (suspect() for suspect in suspicions) if p), None)
        return found or Problem("TW001", self.place, self._unexpected(), self._expecting())

    def _missing_block(self) -> Problem | None:
        if self.wanted != {"_INDENT"}:
            return None
        line = self._line_before()
        return Problem("TW005", self.source.line_span(line), "nothing is indented under this line",
                       "indent the lines that belong to it by two spaces", line)  # fmt: skip

    def _over_indented(self) -> Problem | None:
        if self.token.type != "_INDENT":
            return None
        line = self.text.count("\n", 0, self.place.end) + 1
        return Problem(
            "TW005", self.source.line_span(line),
            "this line is indented, but the line above opens no block",
            "give it the same indentation as the line above", self._line_before(),
        )  # fmt: skip

    def _outside(self) -> Problem | None:
        """A statement at the margin, where only cards begin."""
        line = self.source.position(self.place.start)[0]
        first = self.source.line(line).split(" ")[0]
        if self.token.type == "HOLE" or first not in (*STATEMENTS, "name", "text"):
            return None
        return Problem("TW005", self.source.line_span(line), "this line stands outside any card",
                       "indent it by two spaces under the first line of its card")  # fmt: skip

    def _ends_early(self) -> Problem | None:
        if self.token.type not in ("_NL", "$END", "_DEDENT"):
            return None
        line = self._line_before()
        end = self.source.line_span(line).end
        return Problem("TW001", Span(max(end - 1, 0), end), "the line ends too early",
                       self._expecting(), line)  # fmt: skip

    def _no_language(self) -> Problem | None:
        return None if self.token.type == "WORD" else _without_language(self.text, self.place)

    def _long_id(self) -> Problem | None:
        """`goal two roads`: an id of two words."""
        first = re.search(r"(?:^|\n)[a-z-]+ +([a-z0-9-]+) *$", self.text[: self.place.start])
        if first is None or self.token.type not in ("WORD", "INT"):
            return None
        return Problem("TW001", self.place, "an id is one word", f"write '{first[1]}-{self.token}'")

    def _phrase(self) -> Problem | None:
        """A turn of phrase around the token that has other words here."""
        start = self.text.rfind("\n", 0, self.place.start) + 1
        line = self.text[start:].partition("\n")[0].partition("#")[0].rstrip()
        for said, help in PHRASES:
            for found in said.finditer(line):
                first, end = found.span("at" if "at" in found.groupdict() else 0)
                place = Span(start + end - len(line[first:end].lstrip()), start + end)
                if place.start <= self.place.start < place.end:
                    return Problem("TW001", place, f"'{line[first:end].strip()}' is not said here",
                                   help.format(**found.groupdict()))  # fmt: skip
        return None

    def _number(self) -> Problem | None:
        return stray_number(self.text, self.token, self.wanted)

    def _no_quotes(self) -> Problem | None:
        return _unquoted(self.place) if "STRING" in self.wanted else None

    def _with_measure(self) -> Problem | None:
        """`with height 3`: `with` is followed by things, not by numbers."""
        if self.token.type != "WORD" or not self._before().endswith(" with"):
            return None
        return Problem("TW001", self.place, self._unexpected(),
                       f"write 'with a {self.token}' of a thing, 'where {self.token} = 3' of a number")  # fmt: skip

    def _more_things(self) -> Problem | None:
        """`more of these than of those` compares two counts."""
        if self.token.type != "WORD" or not self._before().endswith((" more", " fewer", " less")):
            return None
        return Problem("TW001", self.place, "how many of one are compared with how many of the other?",
                       "write 'count of ... > count of ...', or 'more than 2 ...'")  # fmt: skip

    def _before(self) -> str:
        return self.text[: self.place.start].rstrip()

    def _joined_things(self) -> Problem | None:
        """`each red or blue piece`: what follows a thing is about it."""
        if self.token.type not in ("AND", "OR"):
            return None
        return Problem("TW001", self.place, f"'{self.token}' joins conditions, not things",
                       "say it in a 'where', as in 'where it is a ... or it is a ...', or on two lines")  # fmt: skip

    def _stray_colon(self) -> Problem | None:
        if self.token.type != "COLON":
            return None
        return Problem("TW006", self.place, "no ':' is needed here",
                       "leave it out: a block is opened by its indentation alone")  # fmt: skip

    def _missing_colon(self) -> Problem | None:
        if "COLON" not in self.wanted:
            return None
        return Problem("TW006", self.place, f"a ':' is missing before '{self.token}'",
                       "an entry of a table reads '3: 5', '3 to 5: 7' or '6 or more: 8'")  # fmt: skip

    def _turned_sign(self) -> Problem | None:
        """`==`, `=>` or `=<`, the first half of which has been read as `=`."""
        start = self.place.start - 1
        sign = self.text[start : start + 2]
        if sign not in _TURNED:
            return None
        message, help = _TURNED[sign]
        return Problem("TW001", Span(start, start + 2), message, help)

    def _capitals(self) -> Problem | None:
        if self.token.type != "CODE" or "WORD" not in self.wanted:
            return None
        return Problem("TW002", self.place, *_strange(self.token))

    def _misspelt(self) -> Problem | None:
        if self.token.type != "WORD":
            return None
        words = {w.strip("'") for w in map(_name, self.wanted) if re.fullmatch(r"'[a-z-]+'", w)}
        close = nearest(str(self.token), words)
        if close is None:
            return None
        return Problem("TW001", self.place, self._unexpected(), f"did you mean '{close}'?")

    def _plain_english(self) -> Problem | None:
        """A word of plain English, this or one of the two before it, that is not said here."""
        line = self.text[self.text.rfind("\n", 0, self.place.start) + 1 : self.place.end]
        for found in list(re.finditer(r"[a-z-]+", line))[:-4:-1]:
            if found[0] in _FOREIGN_HERE:
                start = self.place.end - len(line) + found.start()
                place = Span(start, start + len(found[0]))
                return Problem("TW001", place, f"'{found[0]}' is not said here", _FOREIGN_HERE[found[0]])
        return None

    def _unexpected(self) -> str:
        return f"did not expect '{self.token}' here"

    def _expecting(self) -> str:
        if self.wanted >= _STARTERS:
            return "a line begins with 'score', 'for each', 'if', 'let' or 'choose'"
        names = sorted({_name(w) for w in self.wanted}, key=lambda n: (n[0] == "'", n))
        if len(names) > 9:
            names[8:] = [f"or one of {len(names) - 8} more"]
        return "expected " + ", ".join(names)

    def _line_before(self) -> int:
        """The last line with text on it that ends at or before the token."""
        before = self.text if self.token.type == "$END" else self.text[: self.place.start]
        kept = re.sub(r"#[^\n]*", "", before).rstrip()
        return kept.count("\n") + 1


def _name(terminal: str) -> str:
    return _SHOWN.get(terminal) or f"'{terminal.lower().replace('__', '-')}'"
