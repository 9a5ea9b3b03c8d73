"""How many pieces statements need on the player's own board, as far as that is seen without doing them.

A relaxation, as planners use it for resources: what a player may choose, and what is not looked into, is taken to
be as favorable as can be. So too many discards are seen at once, where moves before them would be tried one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from math import inf

from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine.statements import KINDS
from tilewright.play.sections import Section


@dataclass(frozen=True, slots=True)
class Demand:
    """The fewest pieces that a board must have at the beginning, and by how many it grows at most."""

    needed: float = 0
    grows: float = 0

    def then(self, later: Demand) -> Demand:
        """Both, one after the other."""
        return Demand(max(self.needed, later.needed - self.grows), self.grows + later.grows)

    def times(self, number: int) -> Demand:
        """The same again and again."""
        if not number:
            return NOTHING
        return Demand(self.needed + (number - 1) * max(0, -self.grows), self.grows * number)


NOTHING = Demand()
ANYTHING = Demand(0, inf)
"""Of statements that may bring any number of pieces."""


class Demands:
    """The demands of the sections of a game."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Demand] = {}

    def hopeless(self, frame: Frame | None, pieces: int) -> bool:
        """Whether what has to be done wholly from a frame on needs more than these pieces on the player's board."""
        if frame is not None and frame.optional and not frame.at and not self.hopeless(frame.stopped, pieces):
            return False
        demand = NOTHING
        at = 0 if frame is None else frame.at
        while frame is not None and frame.whole:
            demand = demand.then(self._rest(frame, at))
            frame = frame.parent
            at = 0 if frame is None else frame.at
        return demand.needed > pieces

    def _rest(self, frame: Frame, at: int) -> Demand:
        """From a step of a frame on; rounds of a loop that are done count no more."""
        if frame.done and at == frame.at and at < len(frame.section.steps):
            return self._step(frame.section, at, frame.done).then(self.of(frame.section, at + 1))
        return self.of(frame.section, at)

    def of(self, section: Section, at: int = 0) -> Demand:
        """The demand of a section, from a step on."""
        key = section.number, at
        if key not in self._known:
            steps = (self._step(section, index) for index in range(at, len(section.steps)))
            self._known[key] = reduce(Demand.then, steps, NOTHING)
        return self._known[key]

    def _step(self, section: Section, at: int, done: int = 0) -> Demand:
        inner = [self.of(one) for one in section.inner[at]]
        match section.steps[at]:
            case play.Shift(piece, to):  # another place may be the same board, under another name
                taken = int(piece.home is None)
                return Demand(taken, int(to is not None) - taken)
            case play.Flip() | play.Cap() | play.Flag() | play.Swap():
                return NOTHING
            case play.Keep(piece):
                return Demand(1, -1) if piece.home is None else NOTHING
            case play.Times(least):
                needed = inner[0].times(max(0, (least or 0) - done))
                return needed.then(ANYTHING) if inner[0].grows > 0 else needed
            case play.Menu() | play.When():
                ways = inner if isinstance(section.steps[at], play.Menu) else [*inner, *[NOTHING] * (2 - len(inner))]
                return Demand(min(way.needed for way in ways), max(way.grows for way in ways))
            case play.Wholly() | play.Call():
                return inner[0]
            case step:
                return ANYTHING if _may_bring(step, inner) else NOTHING


def _may_bring(step: play.Step, inner: Iterable[Demand]) -> bool:
    """Whether a statement that is not looked into, or a block of it, may bring pieces to a board."""
    changed = KINDS[type(step)].changes(step)
    return bool(changed.places or changed.everywhere) or any(one.grows > 0 for one in inner)
