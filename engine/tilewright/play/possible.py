"""What can be brought to its end: options and abilities are done wholly or not at all.

Most blocks cannot fail once their first pick can be made; that is seen from their statements.
For the others the moves that follow are tried on copies of the state, depth first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from tilewright.core import play
from tilewright.meaning.binders import Element
from tilewright.play.frames import Frame
from tilewright.play.referee import Referee
from tilewright.play.state import Choice, Move, State

MOST_TRIALS = 2000
"""States that one question may try; what is not found by then counts as impossible."""


class Possible(Referee, ABC):
    """Which moves lead on."""

    _trials = 0

    @abstractmethod
    def apply(self, state: State, move: Move) -> None:
        """Do a move."""

    @abstractmethod
    def move_for(self, state: State, element: Any) -> Move:
        """The move that picks an element or option of the choice."""

    # -- trying

    def leads_on(self, state: State, move: Move) -> bool:
        """Whether what is begun, or begins with the move, can be brought to its end."""
        self._trials = MOST_TRIALS
        return self._leads_on(state, move)

    def _leads_on(self, state: State, move: Move) -> bool:
        if not self._trials:
            return False
        self._trials -= 1
        trial = state.copy()
        trial.probe = True
        self.apply(trial, move)
        if trial.failed or not self._payable(trial):
            return False
        if not trial.whole and not trial.debts:
            return True
        return trial.choice is not None and any(self._leads_on(trial, m) for m in self.moves_at(trial))

    def _payable(self, state: State) -> bool:
        """Whether something is still to be picked in this turn by each rule that has to be used."""
        for debt in state.debts:
            frame = state.frame
            while frame is not None and not self._picks_by(frame.block[frame.at :], debt.now.rule):
                frame = frame.parent
            if frame is None:
                return False
        return True

    def _picks_by(self, block: play.Block, rule: str) -> bool:
        """Whether a named rule decides what can be picked somewhere in a block."""
        for step in block:
            if isinstance(step, play.Pick) and rule in self.rules_of(step.binder):
                return True
            if any(self._picks_by(inner, rule) for inner in self._blocks(step)):
                return True
        return False

    def _blocks(self, step: play.Step) -> list[play.Block]:
        """The blocks inside a statement."""
        match step:
            case play.Menu():
                return [option.body for option in step.options]
            case play.When():
                return [step.body, step.otherwise]
            case play.Each() | play.InAnyOrder() | play.Times():
                return [step.body]
            case play.Call():
                return [self.verbs[step.verb].body]
            case _:
                return []

    def moves_at(self, state: State) -> list[Move]:
        """The moves at a choice."""
        choice = state.choice
        assert choice is not None
        moves = [self.move_for(state, element) for element in choice.elements]
        if choice.optional:
            moves.append(Move("done", "stop"))
        return moves + [Move(f"use {ability.card}", "use", ability) for ability in self.usable(state)]

    # -- abilities

    def usable(self, state: State) -> list[play.Ability]:
        """The abilities that may be used now; in a trial, those that might."""
        if state.ability or not self.abilities:
            return []
        frame = state.frame
        open_ = [
            ability
            for ability in self.abilities
            if ability.card not in state.used
            and (not ability.during or (frame is not None and frame.inside(ability.during)))
        ]
        if state.probe:  # the others could have been used before
            return [ability for ability in open_ if ability.during]
        return [ability for ability in open_ if self.leads_on(state, Move("", "use", ability))]

    # -- filters

    def open_options(self, state: State, frame: Frame, menu: play.Menu) -> list[play.Option]:
        """The options whose condition holds and which can be done."""
        found = [o for o in menu.options if self.holds(state, o.condition, frame.env)]
        if state.probe:
            return found
        return [option for option in found if self._can_do(state, frame, option)]

    def _can_do(self, state: State, frame: Frame, option: play.Option) -> bool:
        if not state.whole and not state.debts:
            if self.sure(option.body):
                return True
            first = option.body[0]
            easy = isinstance(first, play.Pick) and self.sure(option.body[1:])
            if easy and self.elements(state, first.binder, first.home, frame.env):  # type: ignore[union-attr]
                return True
        return self._tried(state, option)

    def open_elements(self, state: State, frame: Frame, found: list[Element]) -> list[Element]:
        """The elements that lead on, when something has to be done wholly."""
        if state.probe or not (state.whole or state.debts):
            return found
        if not state.debts and self._rest_is_sure(state, frame):
            return found
        return [element for element in found if self._tried(state, element)]

    def _tried(self, state: State, value: Any) -> bool:
        """Whether the game leads on when a value is picked at the step a state stands at."""
        asked = state.copy()
        assert asked.frame is not None
        asked.choice = Choice(asked.frame.step, (value,))
        return self.leads_on(asked, Move("", "pick", value))

    def _rest_is_sure(self, state: State, frame: Frame) -> bool:
        """Whether nothing can fail after this step until all that is whole is done."""
        whole, at = state.whole, frame.at + 1
        rest: Frame | None = frame
        while rest is not None and whole:
            if not self.sure(rest.block[at:]):
                return False
            whole -= rest.whole
            rest = rest.parent
            at = rest.at if rest is not None else 0
        return True

    def sure(self, block: play.Block) -> bool:
        """Whether a block can always be done."""
        return all(self._sure(step) for step in block)

    def _sure(self, step: play.Step) -> bool:
        match step:
            case play.When():
                return self.sure(step.body) and self.sure(step.otherwise)
            case play.Each() | play.InAnyOrder():
                return self.sure(step.body)
            case play.Times():
                return step.least == 0
            case play.Call():
                return self.sure(self.verbs[step.verb].body)
            case play.Gain():
                return not step.pay or step.there
            case play.Pick() | play.Menu() | play.First() | play.Draw():
                return False
            case _:
                return True
