"""What is seen of a game without doing anything: whether a player can go on to the end of what is begun.

No state is copied to find out that an ability is of no use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine.lookahead import Lookahead
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.statements import KINDS
from tilewright.play.machine.static import StaticAnalysis
from tilewright.play.sections import Section
from tilewright.play.state import State

ENOUGH_LOOKS, SELDOM = 16, 8
"""After so many looks from one place, of which less than one in eight saw anything, so many are left out."""


class Foresight:
    """Whether what has to be done wholly can be brought to its end; no state is changed for it."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._static = StaticAnalysis(referee)
        self._tallies: dict[object, list[int]] = {}

    def cannot_fail(self, section: Section, at: int = 0) -> bool:
        """Whether the player can always bring a section to its end, from a step on."""
        return self._static.cannot_fail(section, at)

    def rest_cannot_fail(self, frame: Frame, at: int) -> bool:
        """The same from a step of a frame on, up to the end of all that is done wholly."""
        return self._static.rest_cannot_fail(frame, at)

    def foreseen(self, state: State, frame: Frame | None) -> bool | None:
        """Whether the player can go on from a frame to the end of all that is done wholly, and meet all obligations.

        None where that is not seen, as where an ability could be used to go on.
        """
        where = None if frame is None else (frame.section.number, frame.at)
        if not self._worthwhile(where):
            return None
        return self._noted(where, Lookahead(self._static, state).look(state, frame))

    def picked(self, state: State, frame: Frame, step: play.Step, elements: Iterable[Any]) -> Iterator[bool | None]:
        """The same after each of some elements or options is picked at the statement of a frame."""
        ahead, where = Lookahead(self._static, state), (frame.section.number, frame.at, "picked")
        changes_nothing = not KINDS[type(step)].changes(step).counters
        for element in elements:
            if changes_nothing and self._worthwhile(where):
                yield self._noted(where, ahead.look(*ahead.after_pick(state, frame, step, element)))
            else:
                yield None

    def usable(self, state: State, ability: play.Ability) -> bool | None:
        """The same when an ability is used.

        First its cost is passed over at once: mostly the ability is of no use, whatever is paid.
        """
        begun = self._referee.using(state, ability, state.frame)
        cost = self._referee.program.cost
        changed = self._static.changed_by(cost, begun.env) if cost.steps else None
        if changed is not None:
            ahead = Lookahead(self._static, state)
            if ahead.look(state, replace(begun, at=len(cost.steps)), ahead.settled(changed), sure=False) is False:
                return False
        return self.foreseen(state, begun)

    def _worthwhile(self, where: object) -> bool:
        """Whether to look ahead from a place in the statements: not where hardly anything is ever seen, but for a few times."""
        looked, seen, passed = tally = self._tallies.setdefault(where, [0, 0, 0])
        if looked < ENOUGH_LOOKS or seen * SELDOM >= looked or passed >= ENOUGH_LOOKS:
            tally[2] = 0
            return True
        tally[2] += 1
        return False

    def _noted(self, where: object, found: bool | None) -> bool | None:
        tally = self._tallies[where]
        tally[0] += 1
        tally[1] += found is not None
        return found
