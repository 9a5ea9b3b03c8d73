"""Changes of rules that have to be made use of: something has to be picked that they decide about.

Who changes what may be picked, by an ability, has to pick accordingly in that turn.
"""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.meaning.domain import Element
from tilewright.play.frames import Frame
from tilewright.play.machine.referee import Referee
from tilewright.play.state import Move, Obligation, State


class Obligations:
    """Which obligations of a state are met by a pick, and which can still be."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def left(self, state: State, frame: Frame, step: play.Pick, value: Element) -> tuple[Obligation, ...]:
        """The obligations that are left when an element is picked."""
        return tuple(one for one in state.obligations if not self._met(state, frame, step, value, one))

    def _met(self, state: State, frame: Frame, step: play.Pick, value: Element, one: Obligation) -> bool:
        """Whether the pick goes by the changed rule; if it must be so `once`, was not allowed before the change."""
        referee, binder = self._referee, step.binder
        if one.now.rule not in referee.rules_of(binder):
            return False
        if not one.now.once:
            return True
        env = {**frame.env, binder.var.id: value}
        return not referee.allowed_without(state, one.ruling, binder.guard, env, referee.seat(step.home, env))

    def idle(self, state: State, frame: Frame, step: play.Pick, value: Element, one: Obligation) -> bool:
        """Whether a rule says the same of an element without its change: of a pick that asks it of nothing else that is no use."""
        if not one.now.once:
            return False
        own, env = core.RuleHolds(one.now.rule, step.binder.var), {**frame.env, step.binder.var.id: value}
        seat = self._referee.seat(step.home, env)
        asked = own if step.home is None else core.OnBoardOf(step.home, own)
        without = self._referee.allowed_without(state, one.ruling, own, env, seat)
        return without == self._referee.holds(state, asked, env)

    def can_be_met(self, state: State, frame: Frame | None) -> bool:
        """Whether something is still to be picked from a frame on by each rule that has to be used."""
        return all(frame is not None and self._met_later(frame, frame.at, one) for one in state.obligations)

    def _met_later(self, frame: Frame, at: int, one: Obligation) -> bool:
        """Whether something is picked by the rule from a step of a frame on, or outside of it."""
        outer: Frame | None = frame
        while outer is not None:
            if one.now.rule in self._referee.deciding(outer.section, at):
                return True
            outer = outer.parent
            at = outer.at if outer is not None else 0
        return False

    def promising(self, state: State, moves: list[Move]) -> list[Move]:
        """The moves without those after which an obligation that is left could no longer be met."""
        choice, frame = state.choice, state.frame
        if not state.obligations or choice is None or frame is None:
            return moves
        due = [one for one in state.obligations if not self._met_later(frame, frame.at + 1, one)]
        step = choice.step
        if isinstance(step, play.Pick):
            return [m for m in moves if m.kind != "pick" or not self._some_left(state, frame, step, m.value, due)]
        if isinstance(step, play.Menu):
            return [m for m in moves if m.kind != "option" or self._all_met_in(frame, step, m.value, due)]
        return moves

    def _some_left(self, state: State, frame: Frame, step: play.Pick, value: Element, due: list[Obligation]) -> bool:
        return not all(self._met(state, frame, step, value, one) for one in due)

    def _all_met_in(self, frame: Frame, step: play.Menu, option: play.Option, due: list[Obligation]) -> bool:
        deciding = self._referee.deciding(frame.section.inner[frame.at][step.options.index(option)])
        return all(one.now.rule in deciding for one in due)
