"""A puzzle about moves as one HTML file: one turn of the compiled game, in which whoever solves it decides for every player.

The page is that of a game (`studio.game_page`). Of the answer it has slow hashes alone, one of each line of best play, and hints that
are enciphered, as the page of a placement (`puzzle_page`).
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.expectimax.contest import Contest, contest_of
from tilewright.meaning.emit.portable import NotPortable
from tilewright.play.match import Match
from tilewright.studio import puzzle_page
from tilewright.studio.game_page import check_portable
from tilewright.studio.tables import JsonObject
from tilewright.studio.turns_page import played_data
from tilewright.table.card import Card
from tilewright.table.puzzles import MovesPuzzle

_MOST_LINES = 40
"""So many lines of best play a page knows at most; the hash of each takes a while."""


def moves_data(puzzle: MovesPuzzle, cards: Sequence[Card], hints: Sequence[str]) -> JsonObject:
    """All that the page knows. Raises `NotPortable` and what `Contest.best_lines` does."""
    if puzzle.position.standing is not None:
        raise NotPortable("a page cannot begin in the middle of a turn; say what was played of it: 'after: ...'")
    contest, match = contest_of(puzzle, cards), Match.at(puzzle.position, cards)
    check_portable(match)
    names, salt = [player.name for player in puzzle.position.players], puzzle_page.salt_of(puzzle)
    known = {
        "turns": 1,
        "task": _task(puzzle, names),
        "after": list(puzzle.after),
        "lines": [_hash(salt, line) for line in _best_lines(contest)],
    }
    return played_data(match, puzzle.position, salt, hints, known)


def _best_lines(contest: Contest) -> list[tuple[str, ...]]:
    found = contest.best_lines(_MOST_LINES + 1)
    if len(found) > _MOST_LINES:
        raise NotPortable(f"more than {_MOST_LINES} lines of this puzzle are best play")
    return found


def _hash(salt: str, line: Sequence[str]) -> str:
    return puzzle_page.slow_hash(f"{salt}:line", "; ".join(line), 32).hex()


def _task(puzzle: MovesPuzzle, names: Sequence[str]) -> str:
    """What is asked, as sentences."""
    if len(names) == 1:
        return f"Play this turn for the most: {puzzle.worth}."
    wants = "the largest lead over the other" if len(names) == 2 else "the most for themselves"
    return f"Play this turn for every player, each of whom wants {wants}. What counts at its end: {puzzle.worth}."
