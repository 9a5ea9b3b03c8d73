"""What is seen of a game without doing anything: whether a player can go on to the end of what is begun.

No state is copied to find out that an ability is of no use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine.lookahead import Lookahead
from tilewright.play.machine.obligations import Obligations
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.relaxation import relaxation_of
from tilewright.play.machine.statements import KINDS
from tilewright.play.machine.static import StaticAnalysis
from tilewright.play.sections import Section
from tilewright.play.state import State

ENOUGH_LOOKS, SELDOM = 4, 8
"""After so many looks from one place, of which less than one in eight saw anything, so many are left out."""


class LookCount:
    """The looks from one place in the statements: how many, how many saw anything, and how many were left out since."""

    __slots__ = ("looked", "passed", "seen")

    def __init__(self) -> None:
        self.looked = self.seen = self.passed = 0

    @property
    def worthwhile(self) -> bool:
        """Whether to look again: not where hardly anything is ever seen, but for a few times."""
        if self.looked < ENOUGH_LOOKS or self.seen * SELDOM >= self.looked or self.passed >= ENOUGH_LOOKS:
            self.passed = 0
            return True
        self.passed += 1
        return False

    def noted(self, found: list[bool | None]) -> list[bool | None]:
        """What was found, which counts from now on."""
        self.looked += len(found)
        self.seen += len(found) - found.count(None)
        return found


class Foresight:
    """Whether what has to be done wholly can be brought to its end; no state is changed for it."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._static = StaticAnalysis(referee)
        self._obligations = Obligations(referee)
        self._relaxation = relaxation_of(referee.program)
        self._tallies: dict[object, LookCount] = {}

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
        tally = self._tally(None if frame is None else (frame.section.number, frame.at))
        return tally.noted([self._ahead(state).look(state, frame)])[0] if tally.worthwhile else None

    def picked(self, state: State, frame: Frame, step: play.Step, elements: Sequence[Any]) -> Sequence[bool | None]:
        """The same after each of some elements or options is picked at the statement of a frame."""
        tally = self._tally((frame.section.number, frame.at, "picked"))
        if not tally.worthwhile or KINDS[type(step)].changes(step).counters:
            return [None] * len(elements)
        ahead = self._ahead(state)
        return tally.noted([ahead.look(*ahead.after_pick(state, frame, step, element)) for element in elements])

    def _ahead(self, state: State) -> Lookahead:
        return Lookahead(self._static, self._obligations, self._relaxation, state)

    def usable(self, state: State, ability: play.Ability) -> bool | None:
        """The same when an ability is used.

        First its cost is passed over at once: mostly the ability is of no use, whatever is paid.
        """
        begun = self._referee.using(state, ability, state.frame)
        cost = self._referee.program.cost
        changed = self._static.changed_by(cost, begun.env) if cost.steps else None
        if changed is not None:
            ahead = self._ahead(state)
            if ahead.look(state, replace(begun, at=len(cost.steps)), ahead.settled(changed), sure=False) is False:
                return False
        return self.foreseen(state, begun)

    def _tally(self, where: object) -> LookCount:
        tally = self._tallies.get(where)
        if tally is None:
            tally = self._tallies[where] = LookCount()
        return tally
