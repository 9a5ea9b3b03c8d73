"""What is seen of a game without doing anything: whether a player can go on to the end of what is begun.

No state is copied to find out that an ability is of no use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tilewright.core import play
from tilewright.core.drift import NO_DRIFT, Drift
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
        if KINDS[type(step)].changes(step).counters:
            return [None] * len(elements)
        found = self._picked(state, frame, step, elements, doing=False)
        if None in found and not self._referee.helping:
            unseen = [element for element, seen in zip(elements, found, strict=True) if seen is None]
            done = iter(self._picked(state, frame, step, unseen, doing=True))
            return [next(done) if seen is None else seen for seen in found]
        return found

    def _picked(
        self, state: State, frame: Frame, step: play.Step, elements: Sequence[Any], doing: bool
    ) -> list[bool | None]:
        tally = self._tally((frame.section.number, frame.at, "done" if doing else "picked"))
        if not tally.worthwhile:
            return [None] * len(elements)
        ahead = self._ahead(state, doing)
        for _ in elements if doing else ():
            self._referee.budget.ask()
        return tally.noted([ahead.look(*ahead.after_pick(state, frame, step, element)) for element in elements])

    def _ahead(self, state: State, doing: bool = False) -> Lookahead:
        return Lookahead(self._static, self._obligations, self._relaxation, state, doing)

    def usable(self, state: State, ability: play.Ability) -> bool | None:
        """The same when an ability is used.

        First its cost is passed over at once: mostly the ability is of no use, whatever is paid.
        """
        begun = self._referee.using(state, ability, state.frame)
        cost = self._referee.program.cost
        changed = self._static.changed_by(cost, begun.env) if cost.steps else None
        found = None
        if changed is not None:
            paid = replace(begun, at=len(cost.steps))
            ahead = self._ahead(state)
            settled = ahead.settled(changed, state.table)
            found = ahead.look(state, paid, settled, sure=False)
            if found is None:
                found = self.foreseen(state, begun)
            if found is None:
                found = self._done(state, paid, settled, sure=False)
        else:
            found = self.foreseen(state, begun)
        return self._done(state, begun) if found is None else found

    def _done(self, state: State, frame: Frame, drift: Drift = NO_DRIFT, sure: bool = True) -> bool | None:
        """The same as `foreseen`, when changes are done on copies."""
        where = None if state.frame is None else (state.frame.section.number, state.frame.at)
        tally = self._tally((frame.section.number, frame.at, where))
        if self._referee.helping or not tally.worthwhile:  # where others may help on the way hardly anything is seen so
            return None
        self._referee.budget.ask()  # as a trial would, in the place of which it is looked at
        return tally.noted([self._ahead(state, doing=True).look(state, frame, drift, sure)])[0]

    def _tally(self, where: object) -> LookCount:
        tally = self._tallies.get(where)
        if tally is None:
            tally = self._tallies[where] = LookCount()
        return tally
