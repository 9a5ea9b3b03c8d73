"""The plain names of the grammar's terminals, for messages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tilewright.syntax.tables import Terminal

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
    """What an author calls each terminal: its words in quotes, or what it is."""
    return _SHOWN | {t.name: f"'{_words(t)}'" for t in terminals if t.name not in _SHOWN}


def _words(terminal: Terminal) -> str:
    if terminal.literal:
        return terminal.pattern
    said = re.sub(r"\(\?!.*?\)$", "", terminal.pattern)
    return said.replace(" +", " ")
