"""New puzzles about turns: endings of games, changed step by step until one has a key and is as hard as wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from random import Random

from tilewright.design.endings.games import EndingOrder, changed, endings, redrawn
from tilewright.design.endings.rating import (
    EndingDifficulty,
    SolvedEnding,
    missing_choices,
    rated_ending,
    solved_ending,
)
from tilewright.symbolic.deadline import Deadline, OutOfTime
from tilewright.table.puzzles import TurnsPuzzle

TRIES = 1000
"""So many puzzles are looked into for a seed."""
DRAWS, CHANGES, PATIENCE = 10, 40, 15
"""So often what lies on the table of an ending is drawn anew, and then changed; it is left when so many in a row were no better."""
TIES = 6
"""Of first takes that lead to the best so many are counted."""
WORK = 10.0
"""A puzzle that takes more to solve is let be: in CP-SAT's measure, about seconds."""
UNSOLVED = 50
"""How far from a key a puzzle is with too few first takes: farther than any that was solved."""


@dataclass(frozen=True)
class NewEnding:
    """A puzzle whose first take is proved to be the only one that leads to the most, with its solution and how hard it is."""

    puzzle: TurnsPuzzle
    solved: SolvedEnding
    difficulty: EndingDifficulty


def new_ending(
    order: EndingOrder, level: str, seed: int, deadline: Deadline, on_progress: Callable[[int], None] | None = None
) -> NewEnding | None:
    """The puzzle made from a seed, the same for the same seed; None when none was found.

    `on_progress` receives how many puzzles were looked into. Only the deadline can make two runs differ. Raises
    `NotExecutable` for games that cannot be solved.
    """
    for number, found in enumerate(islice(keyed_endings(order, Random(seed)), TRIES), 1):
        if deadline.left == 0:
            return None
        if on_progress is not None:
            on_progress(number)
        if found is not None and found.difficulty.level == level:
            return found
    return None


def keyed_endings(order: EndingOrder, random: Random) -> Iterator[NewEnding | None]:
    """One puzzle after another that was looked into; None for those without a key that greed misses."""
    for ending in endings(order, random):
        here, least, idle = ending, inf, 0
        for number in range(DRAWS + CHANGES):
            puzzle = ending if number == 0 else redrawn(ending, random) if number < DRAWS else changed(here, random)
            flaws, found = _looked_into(puzzle, order)
            yield found
            if found is not None:
                break
            idle = 0 if flaws < least else idle + 1
            if flaws <= least:
                here, least = puzzle, flaws
            if idle > PATIENCE:
                break


def _looked_into(puzzle: TurnsPuzzle, order: EndingOrder) -> tuple[float, NewEnding | None]:
    """How far a puzzle is from having a key that greed misses, and the puzzle with its solution when it has one.

    What play alone shows comes first: with too few first takes nothing is solved.
    """
    if puzzle.status():
        return inf, None
    missing = missing_choices(puzzle, order.cards)
    if missing:
        return UNSOLVED + missing, None
    solved = solved_ending(puzzle, order.cards, takes=TIES, work=WORK)
    if solved is None:
        return inf, None
    if not solved.keyed:
        return solved.flaws, None
    expect = {"status": "optimal", "score": solved.line.total, "unique": True}
    keyed = replace(puzzle, expect=expect, solution=solved.line.turns)
    try:
        return 0, NewEnding(keyed, solved, rated_ending(solved))
    except OutOfTime:
        return inf, None
