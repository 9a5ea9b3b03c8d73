"""Outputs about files and pages: what check, fmt, explain, show and score print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from tilewright.outputs.output import ABSENT, Keywords, OneOrMore, Output, Positive, one_of


class DiagnosticOutput(Output):
    """A problem of a file."""

    code: Annotated[str, Keywords(pattern="^TW[0-9]{3}$")]
    """stable; `explain CODE` explains it"""
    severity: Annotated[str, one_of("error", "warning")]
    """error, or warning"""
    message: str
    """what is wrong"""
    line: Positive
    """from 1"""
    column: Positive
    """from 1, in characters"""
    endLine: Positive  # noqa: N815 (as the protocol of language servers names it)
    """the line of the end, from 1"""
    endColumn: Positive  # noqa: N815
    """just after the last character"""
    help: str
    """what to do about it; may be empty"""
    mend: str = ABSENT
    """what to write in place of the text from line and column to endLine and endColumn; only if there is one safe fix"""


class CheckOutput(Output, format="check/1"):
    """Check.

    What `check --json` prints for each file, one object per line.
    """

    file: str
    """the file as it was named; - for standard input"""
    diagnostics: Sequence[DiagnosticOutput]
    """every problem found, in the order of the text"""


class FmtOutput(Output, format="fmt/1"):
    """Formatting.

    What `fmt --json` prints for each file, one object per line; a file with errors gives a check/1 object instead.
    """

    file: str
    """the file as it was named; - for standard input"""
    changed: bool
    """whether the file was, or with --check would be, rewritten"""
    text: str = ABSENT
    """for standard input: the formatted text"""


class ExplainOutput(Output, format="explain/1"):
    """Explanation.

    What `explain --json` prints for each code, page or word, one object per line.
    """

    code: str
    """a code, the name of a page, or a word"""
    title: str
    """the title of the page"""
    page: str
    """the whole page, as Markdown"""


class ShownBoard(Output):
    """A board of a file."""

    title: str
    """the player, puzzle, layout or board of the table"""
    board: str
    """in one line, rows separated by |"""


class BoardsOutput(Output, format="boards/1"):
    """Boards.

    What `show --json` prints: the boards of a file in notation; a file with errors gives a check/1 object instead.
    """

    file: str
    """the file as it was named; - for standard input"""
    boards: Sequence[ShownBoard]
    """the boards, in the order of the file"""


class PlayerScore(Output):
    """The score of a player."""

    name: str
    """the name of the player"""
    total: int
    """the sum of the parts"""
    parts: Mapping[str, int]
    """points by line of the final score, and by card id; a card that scores nothing has 0"""


class ScoreOutput(Output, format="score/1"):
    """Score.

    What `score --json` prints for each position, one object per line; a file with errors gives a check/1 object instead.
    """

    file: str
    """the file as it was named; - for standard input"""
    players: OneOrMore[PlayerScore]
    """in turn order"""
    winners: Sequence[str]
    """the names of the winners; several may share the victory; empty if the game has not ended"""
