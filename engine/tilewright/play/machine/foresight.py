"""What is seen of a game without doing anything: whether a player can go on to the end of what is begun.

No state is copied to find out that an ability is of no use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine.lookahead import Lookahead
from tilewright.play.machine.obligations import Obligations
from tilewright.play.machine.recall import Recall
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.relaxation import relaxation_of
from tilewright.play.machine.statements import KINDS
from tilewright.play.machine.static import StaticAnalysis
from tilewright.play.sections import Section
from tilewright.play.state import State

ENOUGH_LOOKS, SELDOM = 4, 8
"""After this many looks from one place of which fewer than one in eight gave an answer, as many are skipped."""

COPYING = 2
"""A statement that is done on a copy costs about as much as this many that are passed over."""

_price = attrgetter("price")


class LookCount:
    """The looks from one place in the statements: how many there were, how many gave an answer, how many were skipped since.

    `spent` is the number of statements they looked at.
    """

    __slots__ = ("looked", "passed", "seen", "spent")

    def __init__(self) -> None:
        self.looked = self.seen = self.passed = self.spent = 0

    @property
    def worthwhile(self) -> bool:
        """Whether to look again: where answers are rare, only now and then."""
        if self.looked < ENOUGH_LOOKS or self.seen * SELDOM >= self.looked or self.passed >= ENOUGH_LOOKS:
            self.passed = 0
            return True
        self.passed += 1
        return False

    @property
    def price(self) -> float:
        """Statements looked at for each answer; finite, too, as long as there was none."""
        return self.spent / (self.seen + 0.5)

    def noted(self, found: list[bool | None], spent: int = 0) -> list[bool | None]:
        """Count what was found; gives it back."""
        self.looked += len(found)
        self.seen += len(found) - found.count(None)
        self.spent += spent
        return found


class Inquiry(LookCount):
    """One way to ask whether an ability can be used: with its whole cost passed over (`paid`) or not, and `doing` changes on copies or not."""

    __slots__ = ("doing", "paid")

    def __init__(self, paid: bool, doing: bool) -> None:
        super().__init__()
        self.paid, self.doing = paid, doing


class Foresight:
    """Whether what has to be done wholly can be brought to its end; no state is changed for it."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._static = StaticAnalysis(referee)
        self._obligations = Obligations(referee)
        self._relaxation = relaxation_of(referee.program)
        self._tallies: dict[object, LookCount] = {}
        self._ways: dict[object, list[Inquiry]] = {}
        self._recall = Recall(self._static)

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
        asked = elements if ahead.tells_apart(state, frame) else elements[:1]
        seen = tally.noted([ahead.look(*ahead.after_pick(state, frame, step, element)) for element in asked])
        return seen if asked is elements else seen * len(elements)

    def _ahead(self, state: State, doing: bool = False) -> Lookahead:
        return Lookahead(self._static, self._obligations, self._relaxation, state, doing)

    def usable(self, state: State, ability: play.Ability) -> bool | None:
        """The same when an ability is used.

        First the ability is looked at by itself, with its cost passed over: usually it is of no use, whatever is paid and whatever
        comes after it, and that holds as long as nothing changes that it reads. Otherwise there are up to four ways to ask, each of
        which may see what the others do not; those that have given answers most cheaply are tried first.
        """
        if self._recall.of(state, ability, self._alone) is False:
            return False
        begun = self._referee.using(state, ability, state.frame)
        ways = self._ways_from(state.frame is not None and state.frame.whole > 0, begun)
        for way in ways:
            found = self.asked(way, state, begun) if way.worthwhile else None
            if found is not None:
                ways.sort(key=_price)
                return found
        return None

    def asked(self, way: Inquiry, state: State, begun: Frame) -> bool | None:
        """The same of an ability that is begun, asked in one way."""
        if way.doing:
            self._referee.budget.ask()  # as a trial would, in the place of which it is looked at
        ahead = self._ahead(state, way.doing)
        found = self._paid(ahead, state, begun) if way.paid else ahead.look(state, begun)
        way.noted([found], ahead.visited * (COPYING if way.doing else 1))
        return found

    def _paid(self, ahead: Lookahead, state: State, begun: Frame) -> bool | None:
        """The same with its cost passed over; None where what that changes is not known."""
        cost = self._referee.program.cost
        changed = self._static.changed_by(cost, begun.env)
        if changed is None:
            return None
        paid = replace(begun, at=len(cost.steps))
        return ahead.look(state, paid, ahead.settled(changed, state.table), sure=False)

    def _alone(self, state: State, ability: play.Ability) -> bool | None:
        """False if an ability cannot be brought to its end, whatever is paid and whatever comes after it."""
        begun = replace(self._referee.using(state, ability, None), parent=None)
        tally = self._tally((begun.section.number, "alone"))
        return tally.noted([self._paid(self._ahead(state), state, begun)])[0] if tally.worthwhile else None

    def _ways_from(self, whole: bool, begun: Frame) -> list[Inquiry]:
        """The ways to ask about an ability, where something is being done wholly or not; to begin with, those without copies first."""
        ways = self._ways.get((whole, begun.section.number))
        if ways is None:
            kinds = (False,) if self._referee.helping else (False, True)  # doing finds little where others may help
            costs = (False, True) if self._referee.program.cost.steps else (False,)
            ways = [Inquiry(paid, doing) for doing in kinds for paid in costs]
            self._ways[whole, begun.section.number] = ways
        return ways

    def _tally(self, where: object) -> LookCount:
        tally = self._tallies.get(where)
        if tally is None:
            tally = self._tallies[where] = LookCount()
        return tally
