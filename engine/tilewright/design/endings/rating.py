"""How hard a puzzle about turns is: five numbers that anybody can look into, and their sum.

Why these: docs/last-turns.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import log2

from tilewright.play.positions import position_of
from tilewright.table.card import Card
from tilewright.table.goal import MOST
from tilewright.table.puzzles import LEVELS, TurnsPuzzle
from tilewright.turns.first_takes import TakeAnswer, leading
from tilewright.turns.lines import PlayedLine, draws_left
from tilewright.turns.solve import LineSearch

# ------------------------------------------------------------------ how hard a puzzle about turns is

POINT, LATE, LURED = 2, 2, 3
"""What a point that greed misses weighs, a turn before the points begin to come, and a first take that greed never begins with."""
CHOICES, MOVES = 5, 2
"""With fewer first takes there is no key to look for; or with fewer first moves."""


@dataclass(frozen=True)
class EndingDifficulty:
    """How hard it is to find the best line and to know that it is.

    `greedy` is what the best of each turn alone comes to, turn by turn; `near` how many ways to take come within a point of the
    best, itself included; `refuted` how many more promise that much and have to be looked into; `late` how many turns pass
    before the points of the line come. `lured`: no first take that is best for its turn alone leads to the best.
    """

    best: int
    greedy: int
    near: int
    refuted: int
    late: int
    lured: bool

    @property
    def parts(self) -> dict[str, float]:
        """The parts of the sum, by name."""
        return {
            "greed": float(POINT * (self.best - self.greedy)),
            "near": log2(max(1, self.near)),
            "refutation": log2(1 + self.refuted),
            "late": float(LATE * self.late),
            "lure": float(LURED * self.lured),
        }

    @property
    def value(self) -> float:
        """The sum of the parts."""
        return sum(self.parts.values())

    @property
    def level(self) -> str:
        """The name of the level that it belongs to; what greed finds is easy."""
        if self.greedy >= self.best:
            return "easy"
        return next(name for name, (_, end) in LEVELS.items() if self.value < end)


@dataclass(frozen=True)
class SolvedEnding:
    """A puzzle that was solved: its best line, first takes that lead to it, and what greed makes of it.

    Greed takes, turn by turn, the most that this turn alone can have; it comes to `greedy`, and is `tempted` where it may begin
    with one of the takes.
    """

    search: LineSearch
    line: PlayedLine
    takes: tuple[TakeAnswer, ...]
    greedy: int
    tempted: bool

    @property
    def choices(self) -> int:
        """How many first takes there are."""
        return len(self.search.first_takes())

    @property
    def keyed(self) -> bool:
        """Whether a single first take of several leads to the best, and greed does not find it."""
        return len(self.takes) == 1 and self.greedy < self.line.total and self.choices >= _enough(self.search)

    @property
    def flaws(self) -> int:
        """How far it is from being keyed; 0 when it is."""
        return 6 * (self.greedy >= self.line.total) + 2 * (len(self.takes) - 1)


def missing_choices(puzzle: TurnsPuzzle, cards: Sequence[Card]) -> int:
    """How many first takes are wanting that there may be a key, found by play alone."""
    search = LineSearch(puzzle.position, cards, puzzle.turns, worth=puzzle.worth)
    return max(0, _enough(search) - len(search.first_takes()))


def _enough(search: LineSearch) -> int:
    """How many first takes there are at least; where every line is played they are single moves, of which there are fewer."""
    return CHOICES if search.tree is None else MOVES


def solved_ending(
    puzzle: TurnsPuzzle, cards: Sequence[Card], *, takes: int | None = None, work: float | None = None
) -> SolvedEnding | None:
    """The answer to a puzzle that asks for the most; None when there is no line, or none is proved with so much `work`.

    With `takes` so many first takes are found, and one alone where greed finds the best. Raises `NotExecutable` for what cannot be solved.
    """
    search = LineSearch(puzzle.position, cards, puzzle.turns, work=work, workers=1, worth=puzzle.worth)
    alone = LineSearch(puzzle.position, cards, 1, workers=1, worth=puzzle.worth)
    answer, at_once = search.best(), alone.best()
    if answer.line is None or answer.status != "optimal" or at_once.line is None:
        return None
    greedy = _greedy(puzzle, cards, at_once.line)
    enough = 1 if takes is not None and greedy >= answer.line.total else takes
    leads = tuple(islice(leading(search, MOST, answer), enough))
    if takes is not None and len(leads) != 1:
        return SolvedEnding(search, answer.line, leads, greedy, False)
    tempting = {take.text for take in leading(alone, MOST, at_once)}
    return SolvedEnding(search, answer.line, leads, greedy, any(take.text in tempting for take in leads))


def rated_ending(solved: SolvedEnding) -> EndingDifficulty:
    """How hard a puzzle is that was solved. Raises `OutOfTime` when the work that it was given does not suffice."""
    search, line = solved.search, solved.line
    near, refuted = search.reaching(line.total - 1)
    totals = [sum(search.ending.parts(table).values()) for table in (search.table, *line.tables)]
    late = next((at for at, (before, after) in enumerate(pairwise(totals)) if after > before), len(line.turns))
    return EndingDifficulty(line.total, solved.greedy, near, refuted, late, not solved.tempted)


def _greedy(puzzle: TurnsPuzzle, cards: Sequence[Card], first: PlayedLine) -> int:
    """What comes of taking, turn by turn, the most that this turn alone can have."""
    line, names = first, [player.name for player in puzzle.players]
    for _ in range(puzzle.turns - 1):
        left = draws_left(puzzle.position, line.table)
        position = replace(position_of(line.table, names, puzzle.cards), draws=left)
        search = LineSearch(position, cards, 1, workers=1, worth=puzzle.worth)
        if search.over:
            break
        following = search.best().line
        if following is None:
            break
        line = following
    return line.total
