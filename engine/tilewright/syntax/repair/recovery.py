"""Error recovery.

The parser stops at the first error. The erroneous words are replaced by what they mean if that is clear; otherwise
the line is replaced by a hole of the same length, so that spans stay valid. Then the text is parsed again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tilewright.diagnostics import Diagnostics, nearest
from tilewright.source import Source
from tilewright.syntax.indentation import MAX_PROBLEMS, LimitError, Problem
from tilewright.syntax.lalr import Terminal, tables
from tilewright.syntax.repair.hints import HEIGHTS, is_listed
from tilewright.syntax.repair.parse_errors import BLOCKS, STATEMENTS, explain_error
from tilewright.syntax.run import Failure, Run, run
from tilewright.syntax.words import VERBS

_STATEMENT = re.compile(rf"(?:{'|'.join((*STATEMENTS, *VERBS, 'ability', 'name', 'text'))}) ?")
_DONE = re.compile(rf" *(?:{'|'.join(VERBS)}|may|if|for each|\\d+ times|up to) ?")
_ROW = re.compile(r"[\d. ]+")
HOLE = "\x01"
MAX_PARSED = 512 * 1024
"""The limit of characters parsed for one file: errors far down in a file with many errors may not be found."""
_MEANT = {"point": "", "points": "", "for every": "for each"}
"""Erroneous words that are reported and replaced, so that the rest of the line is checked."""


def recover(source: Source, result: Run, failure: Failure, diagnostics: Diagnostics) -> list[Any]:
    """Report the syntax error of a run and all further ones. Returns the nodes that could be parsed.

    The result is empty if there are too many errors, or one cannot be removed.
    """
    parsed = 0
    for number in range(1, MAX_PROBLEMS + 1):
        problem = _problem(source, result.text, failure)
        result.report(diagnostics)
        if not any(_same_line(source, misfit, problem) for misfit in result.misfits):
            problem.report(diagnostics)
        line = problem.line or source.position(problem.span.start)[0]
        repaired = _reworded(result.text, problem) or _dig_hole(result.text, line, problem.code == "TW007")
        parsed += problem.span.end
        if repaired == result.text or parsed > MAX_PARSED or number == MAX_PROBLEMS:
            break
        result = run(repaired)
        if result.failure is None:
            result.report(diagnostics)
            return result.nodes
        failure = result.failure
    return []


def _problem(source: Source, text: str, failure: Failure) -> Problem:
    if isinstance(failure, LimitError):
        return failure.problem
    return explain_error(source, text, failure, plain_names(tables().terminals.values()))


def _same_line(source: Source, one: Problem, other: Problem) -> bool:
    return source.position(one.span.start)[0] == source.position(other.span.start)[0]


def _reworded(text: str, problem: Problem) -> str | None:
    """`text` with the erroneous words replaced, of the same length; None if their meaning is not known."""
    start, end = problem.span.start, problem.span.end
    meant = _MEANT.get(text[start:end])
    if meant is None or text[text.rfind("\n", 0, start) + 1 : text.find("\n", end)].strip() == text[start:end]:
        return None
    return text[:start] + meant.ljust(end - start) + text[end:]


def without_lines(text: str, numbers: Iterable[int]) -> str:
    """`text` with some lines blanked, of the same length."""
    for number in numbers:
        text = _dig_hole(text, number, False)
    return text


def _dig_hole(text: str, number: int, with_block: bool) -> str:
    """`text` with a line replaced by a hole, and its block as well if requested or necessary; of the same length."""
    lines = text.split("\n")
    number = min(number, len(lines))
    line = lines[number - 1]
    body = line.lstrip(" \t")
    if not body or body.startswith(HOLE):
        return text
    indent = len(line) - len(body)
    _blank_rows(lines, number, indent)
    lines[number - 1] = line[:indent] + HOLE + " " * (len(body) - 1)
    under = lines[number].split() if number < len(lines) else []
    if with_block or under[:1] == ["option"] or not _keeps_block(body, indent):
        _blank_block(lines, number, indent)
    return "\n".join(lines)


def _blank_rows(lines: list[str], number: int, indent: int) -> None:
    """Blank the following lines with the same error as line `number`.

    Such lines are rows of a layout with the same separators, or unindented lines of a card or an ability.
    """
    line = lines[number - 1]
    alike = is_listed if is_listed(line) else _ROW.fullmatch if line.strip() == HEIGHTS else None
    if not indent and number < len(lines) and re.match(_STATEMENT, lines[number]):
        alike = _STATEMENT.match
    if line.lstrip().startswith("ability"):
        alike = _DONE.match
    if alike is None:
        return
    for i in range(number, len(lines)):
        if not alike(lines[i]) or len(lines[i]) - len(lines[i].lstrip()) != indent:
            return
        lines[i] = " " * len(lines[i])


def _keeps_block(body: str, indent: int) -> bool:
    """Whether the block of an erroneous line can still be parsed as statements."""
    first = re.match("[a-z-]*", body.lower())
    word = first[0] if first else ""
    if not indent:
        return nearest(word, ["game"]) is None
    return body[0].isdigit() or bool(nearest(word, BLOCKS))


def _blank_block(lines: list[str], number: int, indent: int) -> None:
    """Blank the block of line `number`."""
    for i in range(number, len(lines)):
        body = lines[i].lstrip(" \t")
        if body and body[0] != "#" and len(lines[i]) - len(body) <= indent:
            return
        lines[i] = " " * len(lines[i])


_SHOWN = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
    "HOLE": "a line that cannot be read",
    "COMMENT": "a comment",
    "INT": "a number",
    "WORD": "a word",
    "CODE": "a code in capital letters",
    "STRING": 'a text in quotes "..."',
    "SIGN": "a sign such as ^",
    "COMPARISON": "a sign such as = or >",
    "COMPARATIVE": "'taller' or 'lower'",
    "OR_MORE": "'or more'",
    "OR_LESS": "'or less'",
    "EXTREME_OF": "'larger' or 'smaller'",
    "LESS": "'less' or 'fewer'",
    "TIMES": "'*'",
    "_A": "'a'",
    "TOWARD": "'above' or 'left of'",
    "AWAY": "'2 away'",
    "_THAT_OF": "'that of'",
    "_SET_OF": "'set of'",
    "_SETS_OF": "'sets of'",
    "TREND": "'rise' or 'fall'",
    "COURSE": "'from left to right'",
}


def plain_names(terminals: Iterable[Terminal]) -> dict[str, str]:
    """The display name of each terminal: its words in quotes, or a description."""
    return _SHOWN | {t.name: f"'{_words(t)}'" for t in terminals if t.name not in _SHOWN}


def _words(terminal: Terminal) -> str:
    if terminal.literal:
        return terminal.pattern
    said = re.sub(r"\(\?!.*?\)$", "", terminal.pattern)
    return said.replace(" +", " ")
