"""What a player is offered: what can be brought to its end, for options and abilities are done wholly or not at all.

Mostly that is foreseen; else the moves that follow are tried on copies of the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.play.budget import TooMuchWork
from tilewright.play.frames import Frame
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.statements import KINDS
from tilewright.play.machine.trial import Trial
from tilewright.play.state import ChoicePoint, Move, State


class WhatLeadsOn:
    """Offers what can be brought to its end."""

    trial = False

    def __init__(self, foresight: Foresight, abilities: Abilities, trial: Trial) -> None:
        self._foresight = foresight
        self._abilities = abilities
        self._trial = trial

    def open(self, state: State, frame: Frame, step: play.Step, elements: Sequence[Any]) -> Sequence[Any]:
        """The elements with which everything that has to be done wholly can be."""
        if KINDS[type(step)].all_offered:
            return elements
        nothing_inside = not frame.section.inner[frame.at] and not state.obligations
        if nothing_inside and self._foresight.rest_cannot_fail(frame, frame.at + 1):
            return elements
        foreseen = self._foresight.picked(state, frame, step, elements)
        if None not in foreseen:
            return list(compress(elements, foreseen))
        return [
            element
            for element, seen in zip(elements, foreseen, strict=True)
            if (self._leads_on(state, step, element) if seen is None else seen)
        ]

    def _leads_on(self, state: State, step: play.Step, element: Any) -> bool:
        """Whether it leads on, found out by trying."""
        return self._trial.leads_on(state, ChoicePoint(step, (element,)), Move("", "pick", element))

    def may_stop(self, state: State, frame: Frame) -> bool:
        """Whether everything else that has to be done wholly can be."""
        seen = self._foresight.foreseen(state, frame.stopped)
        if seen is not None:
            return seen
        return self._trial.leads_on(state, ChoicePoint(frame.step, (), optional=True), Move("", "stop"))

    def abilities(self, state: State) -> list[play.Ability]:
        """Those within reach that can be done."""
        if not self._abilities.all:
            return []
        if state.usable is None or state.usable[0] is not state.frame:
            reachable, before = self._abilities.within_reach(state, self._abilities.all), _before_option(state)
            if before is not None:
                reachable = [one for one in reachable if one.during or one in before]
            found = [one for one in reachable if self._usable(state, one)]
            state.usable = state.frame, found
        return state.usable[1]

    def _usable(self, state: State, ability: play.Ability) -> bool:
        """Whether an ability within reach can be done, with its cost and all that it leads to."""
        try:
            seen = self._foresight.usable(state, ability)
        except TooMuchWork:
            raise TooMuchWork(ability.card) from None
        if seen is not None:
            return seen
        return self._trial.leads_on(state, None, Move("", "use", ability))


def _before_option(state: State) -> list[play.Ability] | None:
    """The abilities that were usable just before an option was picked that is open under any condition; else None.

    No other can be usable inside it: it could have been used before, and the option picked after that.
    """
    frame = state.frame
    if state.usable is None or frame is None or frame.at:
        return None
    before, usable = state.usable
    if before is None or frame.parent is not before.next() or not isinstance(before.step, play.Menu):
        return None
    return usable if all(one.condition is core.TRUE for one in before.step.options if one.name == frame.name) else None
