"""Hints about turns: when the points come, and how the first turn begins."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from tilewright.turns.first_takes import begins, compared
from tilewright.turns.solve import FirstTake, LineSearch, TurnsAnswer


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
