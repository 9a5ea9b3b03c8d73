"""What can be brought to its end, found out by trying: depth first, on copies of the state.

A trial plays by the same rules, but is offered everything, and what cannot be done is its end. Where chance
has a part in it, it is enough that some outcome leads on: a trial tries all that the player cannot rule
out, and never asks the chance of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.demand import Demands
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.machine import Machine
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.relevance import Relevance
from tilewright.play.state import ChoicePoint, Move, State

MOST_STEPS = 300_000
"""Statements that the trials of one question may do, a second or two; what is not found by then
counts as impossible. Questions of the printed cards have needed a tenth of it at most."""
REMEMBERED = 100
"""From so many trials on, states that lead nowhere are remembered: others may lead to them again."""
MOST_REMEMBERED = 100_000
"""So many states are remembered at most; then all are forgotten."""


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


@dataclass(slots=True)
class Begun:
    """A state on the way, and the moves at its choice that are not tried yet.

    `by_chance`: no other way leads to what chance has brought, or to where a question begins, so it is not remembered.
    """

    state: State
    choice: ChoicePoint | None
    moves: Iterator[Move]
    by_chance: bool
    key: object = None


class Trial:
    """Tries moves: for one question `most_steps` statements, or else `MOST_STEPS`.

    All questions of a game together have the budget of its referee, beyond which `TooMuchWork` is raised.
    `given_up` counts the questions that were not decided.
    """

    def __init__(
        self,
        referee: Referee,
        foresight: Foresight,
        abilities: Abilities,
        most_steps: int | None = None,
    ) -> None:
        self._foresight = foresight
        self._most_steps = most_steps
        self._budget = referee.budget
        self._machine = Machine(referee, Everything(abilities))
        self._demands = None if abilities.helping else Demands()
        self._relevance = None if abilities.helping else Relevance(referee)
        self._trials = 0
        self.given_up = 0
        self._dead: set[object] = set()

    def leads_on(self, state: State, choice: ChoicePoint | None, move: Move) -> bool:
        """Whether all that is begun, or begins with a move at a choice, can be brought to its end."""
        self._trials = 0
        self._budget.ask()
        if len(self._dead) > MOST_REMEMBERED:
            self._dead.clear()
        most = MOST_STEPS if self._most_steps is None else self._most_steps
        last = self._budget.spent + most
        begun = [Begun(state, choice, iter([move]), by_chance=True)]
        while begun and self._budget.spent < last:
            here = begun[-1]
            following = next(here.moves, None)
            if following is None:
                begun.pop()
                if self._trials > REMEMBERED and not here.by_chance:
                    self._dead.add(here.key or self._key(here.state))
                continue
            led = self._tried(here.state, here.choice, following)
            if led is True:
                return True
            moves = self._promising(led) if led and led.choice is not None else []
            if led and moves:
                by_chance = bool(led.unseen) or following.kind == "chance"
                key = self._key(led) if self._trials > REMEMBERED and not by_chance else None
                if key is None or key not in self._dead:
                    begun.append(Begun(led, led.choice, iter(moves), by_chance, key))
        self.given_up += bool(begun)
        return False

    def _key(self, trial: State) -> object:
        """Equal for states of which all or none can be brought to their end."""
        seats = self._relevance.seats(trial) if self._relevance is not None else None
        return trial.key if seats is None else (seats, trial.key_of(seats))

    def _tried(self, state: State, choice: ChoicePoint | None, move: Move) -> State | bool:
        """Whether all can be brought to its end after a move; where that depends on more moves, the state after it."""
        self._trials += 1
        trial = state.copy()
        trial.choice = choice
        before = self._machine.steps
        self._machine.apply(trial, move)
        self._budget.spend(self._machine.steps - before, trial.ability or state.ability)
        if trial.failed or not self._machine.obligations.can_be_met(trial, trial.frame):
            return False
        if not trial.pending:
            return True
        if self._demands is not None and self._demands.hopeless(trial.frame, _pieces(trial)):
            return False
        if not trial.unseen and not self._machine.offers.abilities(trial):
            foreseen = self._foresight.foreseen(trial, trial.frame)
            if foreseen is not None:
                return foreseen
        return trial

    def _promising(self, trial: State) -> list[Move]:
        """The moves at the choice of a trial that may lead on."""
        return self._machine.obligations.promising(trial, self._machine.moves_at(trial))


def _pieces(state: State) -> int:
    """How many pieces lie on the board of the player whose turn it is."""
    return sum(state.table.grids[state.mover].heights)
