"""A puzzle about moves as one HTML file: one turn of the compiled game, in which whoever solves it decides for every player.

The page is that of a game (`studio.game_page`). Of the answer it has slow hashes alone, one of each line of best play, and hints that
are enciphered, as the page of a placement (`puzzle_page`).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from tilewright.expectimax.contest import Contest, ContestLine, contest_of
from tilewright.kernel.chance import SeededChance
from tilewright.meaning.emit.portable import NotPortable
from tilewright.play.match import Match
from tilewright.studio import puzzle_page
from tilewright.studio.game_page import check_portable, data
from tilewright.studio.offline import packed, page
from tilewright.studio.tables import JsonObject
from tilewright.table.card import Card
from tilewright.table.puzzles import MovesPuzzle
from tilewright.turns.opening import draws_of, open_table

_MOST_LINES = 40
"""So many lines of best play a page knows at most; the hash of each takes a while."""


def moves_page(puzzle: MovesPuzzle, cards: Sequence[Card], hints: bool = True) -> str:
    """The page of a puzzle, with hints or without. Raises `NotPortable` and what `contest_of` and `Contest.solve` do."""
    return page("game", puzzle.title or "A puzzle", moves_data(puzzle, cards, hints), wasm=True)


def moves_data(puzzle: MovesPuzzle, cards: Sequence[Card], hints: bool) -> JsonObject:
    """All that the page knows. Raises as `moves_page` does."""
    if puzzle.position.standing is not None:
        raise NotPortable("a page cannot begin in the middle of a turn; say what was played of it: 'after: ...'")
    contest, match = contest_of(puzzle, cards), Match.at(puzzle.position, cards)
    check_portable(match)
    machine, salt = match.machine, sha256(repr(puzzle).encode()).hexdigest()
    start = machine.at_turn(open_table(puzzle.position), {}, 0, SeededChance(0))
    names = [player.name for player in puzzle.position.players]
    told = _hints(contest.solve().best, names) if hints else []
    return data(match) | {
        "start": packed(bytes(start.cells.buffer)),
        "draws": list(draws_of(puzzle.position)),
        "puzzle": {
            "name": salt,
            "turns": 1,
            "task": _task(puzzle, names),
            "entry": machine.flow.turns["turn"],
            "under": machine.flow.over,
            "after": list(puzzle.after),
            "lines": [_hash(salt, line) for line in _best_lines(contest)],
            "hints": [puzzle_page.enciphered(f"{salt}:hint{i}", hint) for i, hint in enumerate(told)],
            "rounds": puzzle_page.ROUNDS,
        },
    }


def _best_lines(contest: Contest) -> list[tuple[str, ...]]:
    found = contest.best_lines(_MOST_LINES + 1)
    if len(found) > _MOST_LINES:
        raise NotPortable(f"more than {_MOST_LINES} lines of this puzzle are best play")
    return found


def _hash(salt: str, line: Sequence[str]) -> str:
    return puzzle_page.slow_hash(f"{salt}:line", "; ".join(line), 32).hex()


def _hints(best: ContestLine, names: Sequence[str]) -> list[str]:
    """What the turn is worth with best play, then its first move."""
    worths = ", ".join(f"{name} {worth}" for name, worth in zip(names, best.worths, strict=True))
    return [f"with best play the turn is worth: {worths}", f"best play begins with: {best.moves[0]}"]


def _task(puzzle: MovesPuzzle, names: Sequence[str]) -> str:
    """What is asked, as sentences."""
    if len(names) == 1:
        return f"Play this turn for the most: {puzzle.worth}."
    wants = "the largest lead over the other" if len(names) == 2 else "the most for themselves"
    return f"Play this turn for every player, each of whom wants {wants}. What counts at its end: {puzzle.worth}."
