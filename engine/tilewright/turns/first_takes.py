"""What depends on how the first turn begins: which first takes lead to the goal, and by how much the others miss it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tilewright.stopping import OutOfTime
from tilewright.table.goal import MOST, Goal
from tilewright.turns.solve import FirstTake, LineSearch, TurnsAnswer


@dataclass(frozen=True)
class TakeAnswer:
    """A first take, and the answer to the question that was asked of lines that begin with it."""

    take: FirstTake
    answer: TurnsAnswer

    @property
    def text(self) -> str:
        """Its moves as they are written."""
        return "; ".join(self.take.moves)

    def short(self, best: int) -> int | None:
        """How many points at least are missing to a total; None when nothing was proved."""
        return None if self.answer.bound is None else best - self.answer.bound


def leading(search: LineSearch, goal: Goal, answer: TurnsAnswer) -> Iterator[TakeAnswer]:
    """The first takes that lead to what was found, as they are found, and those of which that is not known.

    `answer` is that of the search for the goal. Its own line comes first.
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
    """The most of every first take, in the order of what they promise."""
    for take in _promising(search):
        yield TakeAnswer(take, search.best(MOST, take))


def begins(answer: TurnsAnswer, take: FirstTake) -> bool:
    """Whether the line of an answer begins with a take."""
    return answer.line is not None and answer.line.turns[0][: len(take.moves)] == take.moves


def _promising(search: LineSearch) -> list[FirstTake]:
    """The first takes, those first that no number or the largest limits; none when there is no time to list them."""
    try:
        limits = [(search.ceiling(take), take) for take in search.first_takes()]
    except OutOfTime:
        return []
    return [take for _, take in sorted(limits, key=lambda one: (one[0] is not None, -(one[0] or 0)))]


@dataclass(frozen=True)
class TurnsHint:
    """What each turn of the best line adds to the score, its first take, and how much less the best other one comes to.

    `loss` is None when there is no other first take.
    """

    gains: tuple[int, ...]
    take: FirstTake
    loss: int | None


def hint_of(search: LineSearch, answer: TurnsAnswer) -> TurnsHint | None:
    """What can be said of an answer; None when it, or what other first takes come to, is not proved in time."""
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
