"""What can be brought to its end, found out by trying: depth first, on copies of the state.

A trial plays by the same rules, but is offered everything, and what cannot be done is its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.machine import Machine
from tilewright.play.machine.referee import Referee
from tilewright.play.state import ChoicePoint, Move, State

MOST_STEPS = 300_000
"""Statements that the trials of one question may do, a second or two; what is not found by then
counts as impossible. Questions of the printed cards have needed a tenth of it at most."""
REMEMBERED = 100
"""From so many trials on, states that lead nowhere are remembered: others may lead to them again."""


class Everything:
    """Offers everything that there is, and of the abilities those that may help to go on."""

    trial = True

    def __init__(self, abilities: Abilities) -> None:
        self._abilities = abilities

    def open(self, state: State, frame: Frame, step: play.Step, elements: Sequence[Any]) -> Sequence[Any]:
        """All of them."""
        return elements

    def may_stop(self, state: State, frame: Frame) -> bool:
        """Always."""
        return True

    def abilities(self, state: State) -> list[play.Ability]:
        """Those of the moment; others could have been used before."""
        return self._abilities.within_reach(state, self._abilities.helping)


class Trial:
    """Tries moves."""

    def __init__(self, referee: Referee, foresight: Foresight, abilities: Abilities) -> None:
        self._foresight = foresight
        self._machine = Machine(referee, Everything(abilities))
        self._trials = 0
        self._last_step = 0

    def leads_on(self, state: State, choice: ChoicePoint | None, move: Move) -> bool:
        """Whether all that is begun, or begins with a move at a choice, can be brought to its end."""
        self._trials, self._last_step = 0, self._machine.steps + MOST_STEPS
        return self._leads_on(state, choice, move, set())

    def _leads_on(self, state: State, choice: ChoicePoint | None, move: Move, dead: set[object]) -> bool:
        if self._machine.steps >= self._last_step:
            return False
        self._trials += 1
        trial = state.copy()
        trial.choice = choice
        self._machine.apply(trial, move)
        if trial.failed or not self._machine.obligations.can_be_met(trial):
            return False
        if not trial.pending:
            return True
        if not trial.obligations and not self._machine.offers.abilities(trial):
            foreseen = self._foresight.foreseen(trial, trial.frame)
            if foreseen is not None:
                return foreseen
        return trial.choice is not None and self._any_leads_on(trial, dead)

    def _any_leads_on(self, trial: State, dead: set[object]) -> bool:
        key = trial.key if self._trials > REMEMBERED else None
        if key is not None and key in dead:
            return False
        machine = self._machine
        moves = machine.obligations.promising(trial, machine.moves_at(trial))
        found = any(self._leads_on(trial, trial.choice, move, dead) for move in moves)
        if key is not None and not found:
            dead.add(key)
        return found
