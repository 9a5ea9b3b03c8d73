"""What can be brought to its end: options and abilities are done wholly or not at all.

Most blocks cannot fail once their first pick can be made; that is seen from their statements.
For the others the moves that follow are tried on copies of the state, depth first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

from tilewright.core import play
from tilewright.core.walk import variables
from tilewright.meaning.binders import Element
from tilewright.play.foresight import Foresight
from tilewright.play.frames import Frame
from tilewright.play.state import Choice, Debt, Move, State

MOST_STEPS = 300_000
"""Statements that the trials of one question may do, a second or two; what is not found by then
counts as impossible. Questions of the printed cards have needed a tenth of it at most."""
REMEMBERED = 100
"""From so many trials on, states that lead nowhere are remembered: others may lead to them again."""


class Possible(Foresight, ABC):
    """Which moves lead on."""

    _trials = 0
    _steps = 0  # that may still be done

    @cached_property
    def _picked(self) -> dict[tuple[int, int, str], tuple[play.Block, bool]]:
        """Blocks by their ids and steps of them, and whether a rule decides what is picked there."""
        return {}

    @cached_property
    def _speaks(self) -> dict[str, frozenset[int]]:
        """What each ability speaks of that a turn names, by its card."""
        return {}

    @cached_property
    def _helpful(self) -> bool:
        """Whether some ability may be used while an option is done, so that there is more to pick."""
        return any(ability.during for ability in self.abilities)

    @abstractmethod
    def apply(self, state: State, move: Move) -> None:
        """Do a move."""

    @abstractmethod
    def moves_for(self, state: State, choice: Choice) -> list[Move]:
        """The moves that pick the elements or options of a choice."""

    # -- trying

    def leads_on(self, state: State, move: Move) -> bool:
        """Whether what is begun, or begins with the move, can be brought to its end."""
        self._trials, self._steps = 0, MOST_STEPS
        return self._leads_on(state, move, set())

    def _leads_on(self, state: State, move: Move, dead: set[object]) -> bool:
        if self._steps <= 0:
            return False
        self._trials += 1
        trial = state.copy()
        trial.probe = True
        self.apply(trial, move)
        if trial.failed or not self._payable(trial):
            return False
        if not trial.whole and not trial.debts:
            return True
        foreseen = self._foreseen_from(trial)
        if foreseen is not None:
            return foreseen
        return trial.choice is not None and self._any_leads_on(trial, dead)

    def _any_leads_on(self, trial: State, dead: set[object]) -> bool:
        key = trial.key if self._trials > REMEMBERED else None
        if key is not None and key in dead:
            return False
        found = any(self._leads_on(trial, move, dead) for move in self._promising(trial))
        if key is not None and not found:
            dead.add(key)
        return found

    def _foreseen_from(self, trial: State) -> bool | None:
        """Whether a trial comes to its end, where that is seen without trying on."""
        if trial.debts or trial.frame is None or (self._helpful and self.usable(trial)):
            return None
        return self.foreseen(trial, trial.frame, trial.whole)

    def _promising(self, state: State) -> list[Move]:
        """The moves of a trial, without those after which no debt that is left could be paid."""
        moves, choice, frame = self.moves_at(state), state.choice, state.frame
        if not state.debts or choice is None or frame is None:
            return moves
        open_ = [d for d in state.debts if not self._picked_later(frame, frame.at + 1, d.now.rule)]
        step = choice.step
        if isinstance(step, play.Pick):
            return [
                m
                for m in moves
                if m.kind != "pick"
                or not any(
                    any(debt is known for known in open_) for debt in self.debts_after(state, frame, step, m.value)
                )
            ]
        if isinstance(step, play.Menu):
            return [
                m
                for m in moves
                if m.kind != "option" or all(self._picks_by(m.value.body, 0, debt.now.rule) for debt in open_)
            ]
        return moves

    def debts_after(self, state: State, frame: Frame, step: play.Pick, value: Element) -> tuple[Debt, ...]:
        """The debts that are left when an element is picked."""
        left = []
        for debt in state.debts:
            used = debt.now.rule in self.rules_of(step.binder)
            if not used or (debt.now.once and self._allowed_without(state, frame, step, value, debt)):
                left.append(debt)
        return tuple(left)

    def _allowed_without(self, state: State, frame: Frame, step: play.Pick, value: Element, debt: Debt) -> bool:
        env = {**frame.env, step.binder.var.id: value}
        return self.allowed_without(state, debt.ruling, step.binder.guard, env, self.seat(step.home, env))

    def _payable(self, state: State) -> bool:
        """Whether something is still to be picked in this turn by each rule that has to be used."""
        return all(
            state.frame is not None and self._picked_later(state.frame, state.frame.at, debt.now.rule)
            for debt in state.debts
        )

    def _picked_later(self, frame: Frame, at: int, rule: str) -> bool:
        """Whether something is picked by a rule from a step of a frame on, or outside of it."""
        outer: Frame | None = frame
        while outer is not None:
            if self._picks_by(outer.block, at, rule):
                return True
            outer = outer.parent
            at = outer.at if outer is not None else 0
        return False

    def picks_by_rule(self, rule: str) -> bool:
        """Whether a named rule decides what is picked in a turn, so that changing it is made use of so."""
        return self._picks_by(self.course.turn, 0, rule)

    def _picks_by(self, block: play.Block, at: int, rule: str) -> bool:
        """Whether a named rule decides what can be picked somewhere in a block, from a step on."""
        known = self._picked.get((id(block), at, rule))
        if known is None:
            found = any(self._step_picks_by(step, rule) for step in block[at:])
            known = self._picked[id(block), at, rule] = block, found
        return known[1]

    def _step_picks_by(self, step: play.Step, rule: str) -> bool:
        if isinstance(step, play.Pick) and rule in self.rules_of(step.binder):
            return True
        return any(self._picks_by(inner, 0, rule) for inner in self.blocks(step))

    def moves_at(self, state: State) -> list[Move]:
        """The moves at a choice."""
        choice = state.choice
        assert choice is not None
        moves = self.moves_for(state, choice)
        if choice.optional:
            moves.append(Move("done", "stop"))
        if not self.abilities:
            return moves
        return moves + [Move(f"use {ability.card}", "use", ability) for ability in self.usable(state)]

    # -- abilities

    def usable(self, state: State) -> list[play.Ability]:
        """The abilities that may be used now; in a trial, those that might."""
        if state.ability or not self.abilities:
            return []
        if state.usable is None or state.usable[0] is not state.frame:
            state.usable = state.frame, self._usable(state)
        return state.usable[1]

    def _usable(self, state: State) -> list[play.Ability]:
        frame = state.frame
        open_ = [
            ability
            for ability in self.abilities
            if ability.card not in state.used
            and self._named(ability) <= state.env.keys()
            and (not ability.during or (frame is not None and frame.inside(ability.during)))
        ]
        if state.probe:  # the others could have been used before
            return [ability for ability in open_ if ability.during]
        return [ability for ability in open_ if self.leads_on(state, Move("", "use", ability))]

    def _named(self, ability: play.Ability) -> frozenset[int]:
        """What an ability speaks of that a turn names: until it has, the ability cannot be used."""
        known = self._speaks.get(ability.card)
        if known is None:
            lasting = {at.space.id for _, at in self.course.lasting}
            spoken = {var.id for step in ability.body for var in variables(step)}
            known = self._speaks[ability.card] = frozenset(lasting & spoken)
        return known

    # -- filters

    def open_options(self, state: State, frame: Frame, menu: play.Menu) -> list[play.Option]:
        """The options whose condition holds and which can be done."""
        found = [o for o in menu.options if self.holds(state, o.condition, frame.env)]
        if state.probe:
            return found
        return [option for option in found if self._can_do(state, frame, option)]

    def _can_do(self, state: State, frame: Frame, option: play.Option) -> bool:
        if not state.debts and (not state.whole or self.rest_is_sure(frame, frame.at + 1, state.whole)):
            if self.sure(option.body):
                return True
            first = option.body[0]
            if isinstance(first, play.Pick) and self.sure(option.body, 1):
                if self.some(state, first.binder, first.home, frame.env):
                    return True
                if not self._helpful:
                    return False
        if not state.debts and not self._helpful:
            body = Frame(option.body, frame.env, frame.next(), whole=True)
            foreseen = self.foreseen(state, body, state.whole + 1)
            if foreseen is not None:
                return foreseen
        return self._tried(state, option)

    def open_elements(self, state: State, frame: Frame, found: list[Element]) -> list[Element]:
        """The elements that lead on, when something has to be done wholly."""
        if state.probe or not (state.whole or state.debts):
            return found
        if not state.debts and self.rest_is_sure(frame, frame.at + 1, state.whole):
            return found
        return [element for element in found if self._tried(state, element)]

    def may_stop(self, state: State, frame: Frame, begun: int) -> bool:
        """Whether what has to be done wholly can be done when this optional block is not.

        `begun` is 1 if the block has been begun and is itself one of those.
        """
        if state.probe or not (state.whole > begun or state.debts):
            return True
        asked = state.copy()
        asked.choice = Choice(frame.step, (), optional=True)
        return self.leads_on(asked, Move("", "stop"))

    def can_do(self, state: State, body: play.Block) -> bool:
        """Whether the block of the step that a state stands at can be done."""
        return (self.sure(body) and not state.whole and not state.debts) or self._tried(state, True)

    def _tried(self, state: State, value: Any) -> bool:
        """Whether the game leads on when a value is picked at the step a state stands at."""
        asked = state.copy()
        assert asked.frame is not None
        asked.choice = Choice(asked.frame.step, (value,))
        return self.leads_on(asked, Move("", "pick", value))
