"""How the result depends on the first take: which first takes lead to the goal, and by how much the others miss it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tilewright.stopping import OutOfTime
from tilewright.table.goal import MOST, Goal
from tilewright.turns.solve import FirstTake, LineSearch, TurnsAnswer


@dataclass(frozen=True)
class TakeAnswer:
    """A first take, and the answer for the lines that begin with it."""

    take: FirstTake
    answer: TurnsAnswer

    @property
    def text(self) -> str:
        """Its moves in notation."""
        return "; ".join(self.take.moves)

    def short(self, best: int) -> int | None:
        """The minimum number of points by which it misses a total; None if nothing was proved."""
        return None if self.answer.bound is None else best - self.answer.bound


def leading(search: LineSearch, goal: Goal, answer: TurnsAnswer) -> Iterator[TakeAnswer]:
    """The first takes that lead to the goal, as they are found, and those for which that is open.

    `answer` is that of the search for the goal; its own line comes first.
    """
    if answer.line is None:
        return
    wanted = Goal("at least", answer.line.total) if goal == MOST else goal
    for take in _promising(search):
        if begins(answer, take):
            yield TakeAnswer(take, answer)
    for take in _promising(search):
        if not begins(answer, take):
            found = search.best(wanted, take)
            if found.status != "infeasible":
                yield TakeAnswer(take, found)


def compared(search: LineSearch) -> Iterator[TakeAnswer]:
    """The maximum for every first take, in descending order of their upper bounds."""
    for take in _promising(search):
        yield TakeAnswer(take, search.best(MOST, take))


def begins(answer: TurnsAnswer, take: FirstTake) -> bool:
    """Whether the line of an answer begins with a take."""
    return answer.line is not None and answer.line.turns[0][: len(take.moves)] == take.moves


def _promising(search: LineSearch) -> list[FirstTake]:
    """The first takes by descending upper bound (those without one first); empty if listing them exceeds the time
    limit."""
    try:
        limits = [(search.ceiling(take), take) for take in search.first_takes()]
    except OutOfTime:
        return []
    return [take for _, take in sorted(limits, key=lambda one: (one[0] is not None, -(one[0] or 0)))]


@dataclass(frozen=True)
class TurnsHint:
    """For each turn of the best line the points that it adds, its first take, and the loss with the best other first
    take.

    `loss` is None if there is no other first take.
    """

    gains: tuple[int, ...]
    take: FirstTake
    loss: int | None


def hint_of(search: LineSearch, answer: TurnsAnswer) -> TurnsHint | None:
    """A hint from an answer; None if the answer, or the values of the other first takes, are not proved in time."""
    if answer.status != "optimal" or answer.line is None:
        return None
    takes = list(compared(search))
    own = next((one.take for one in takes if begins(answer, one.take)), None)
    others = [one.answer for one in takes if not begins(answer, one.take)]
    if own is None or any(other.status != "optimal" for other in others):
        return None
    totals = [sum(search.ending.parts(table).values()) for table in (search.table, *answer.line.tables)]
    gains = tuple(after - before for before, after in pairwise(totals))
    best = max((other.line.total for other in others if other.line is not None), default=None)
    return TurnsHint(gains, own, None if best is None else answer.line.total - best)
