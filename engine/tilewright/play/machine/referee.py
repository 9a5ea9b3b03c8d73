"""The rules of one game applied to states of the machine: what they say, what it costs, who may use what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import Any

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.asked import rules_asked
from tilewright.core.build import is_condition
from tilewright.core.node import Node
from tilewright.meaning.domain import Env, Ruling
from tilewright.play.budget import Budget
from tilewright.play.evaluator import Asked, StateEvaluator
from tilewright.play.frames import Frame
from tilewright.play.sections import Program, Section
from tilewright.play.state import DECIDER, Obligation, State
from tilewright.play.table import Table
from tilewright.table.game import Game


class Referee(StateEvaluator):
    """What the files of a game say, as the machine asks it of states.

    `layouts` gives the heights of places by seat, for `Fill`. The `budget` is of all that is asked in one game.
    """

    def __init__(
        self,
        game: Game,
        program: Program,
        layouts: Mapping[int, Sequence[int]],
        players: int,
        compiled: bool = True,
        budget: Budget | None = None,
    ) -> None:
        super().__init__(game, program, players, compiled)
        self.layouts, self.budget = layouts, budget or Budget()
        self.helping = frozenset(ability.during for ability in self.abilities if ability.during)
        self.sorts = {sort.name: sort for sort in game.sorts}
        self.reserves = {counter.cap: counter.name for counter in game.counters if counter.cap is not None}
        self._decide: dict[core.Binder, frozenset[str]] = {}
        self._deciding: dict[tuple[int, int], frozenset[str]] = {}

    def ask(self, state: Asked, node: core.Expr | core.Binder, env: Env, seat: int) -> Any:
        """What the compiled function of an expression or binder says."""
        table, changes, compiled = state.table, tuple(state.changes), self._functions or self.functions(state)
        found = None if changes else compiled.quick.get(id(node))  # the common case, without a further call
        found = found or compiled.function(node, changes)
        if found.effort:
            self.budget.evaluated(found.effort, getattr(state, "ability", ""))
        return found(table.grids, table.counters, env, seat, state.env, changes)

    def effort(self, state: State, node: core.Expr | core.Binder) -> float:
        """What it takes at worst to ask an expression or binder, as that many statements; without end if it is not compiled."""
        if not self.compiled:
            return inf
        compiled = self.functions(state)
        return (compiled.quick.get(id(node)) or compiled.function(node)).effort

    def deciding_player(self, table: Table, player: int) -> Env:
        """The same of a player who decides what there is to choose."""
        return {**self.places_of(table, player), DECIDER: player}

    def some(self, state: State, binder: core.Binder, home: core.Var | None, env: Env) -> bool:
        """Whether anything satisfies a binder."""
        if not self.compiled:
            return bool(self.elements(state, binder, home, env))
        return bool(self.ask(state, _existence(binder), env, env[self.me if home is None else home.id]))

    def allowed_without(self, state: State, ruling: Ruling, guard: core.Expr, env: Env, seat: int) -> bool:
        """Whether a guard would hold without one of the rulings of the turn."""
        if not self.compiled:
            return self.exact(state, without=ruling).condition(guard, env, seat)
        table, changes = state.table, tuple(known for known in state.changes if known[1] is not ruling)
        found = self.functions(state).function(guard, changes)
        self.budget.evaluated(found.effort, state.ability)
        return bool(found(table.grids, table.counters, env, seat, state.env, changes))

    def uses(self, state: State, ability: play.Ability) -> tuple[str, ...]:
        """What notes the uses of a card in a turn: one, or for a card that lies before the mover one for each copy."""
        if ability.kind < 0:
            return (ability.card,)
        grids = state.table.grids
        copies = sum(grids[seat].tops.count(ability.kind) for seat in self.card_seats[state.mover])
        return tuple(f"{ability.card} {number}" if number else ability.card for number in range(copies))

    def using(self, state: State, ability: play.Ability, frame: Frame | None) -> Frame:
        """The beginning of what an ability costs and does, in the middle of what is done at a frame."""
        whole = frame.whole if frame is not None else 0
        then = Frame(self.program.after, state.env, frame, whole=whole)
        return Frame(self.program.uses[ability], state.env, then, whole=whole + 1, name=ability.card, ability=True)

    def single_use(self, state: State, ability: play.Ability) -> tuple[int, int]:
        """The use of an ability by the mover, as it is noted when there is one in a game: the player, and which it is."""
        return state.mover, self.abilities.index(ability)

    # -- which rules decide what

    def rules_of(self, binder: core.Binder) -> frozenset[str]:
        """The named rules that decide what satisfies a binder, one by way of another too."""
        known = self._decide.get(binder)
        if known is None:
            known = self._decide[binder] = self._rules_of(binder)
        return known

    def _rules_of(self, node: Node) -> frozenset[str]:
        asked = rules_asked(node)
        return asked.union(*(self._rules_of(rule.body) for rule in self.course.rules if rule.name in asked))

    def deciding(self, section: Section, at: int = 0) -> frozenset[str]:
        """The named rules that decide what is picked somewhere in a section, from a step on."""
        known = self._deciding.get((section.number, at))
        if known is None:
            picks = (step.binder for step in section.steps_from(at) if isinstance(step, play.Pick))
            known = self._deciding[section.number, at] = frozenset().union(*map(self.rules_of, picks))
        return known

    def change(self, state: State, step: play.Now, env: Env, where: tuple[int, int]) -> None:
        """Change a rule to the end of the turn; `where` the statement stands: a section and an index."""
        ruling = Ruling(step.parameter, step.body, env, step.also, where, step.where)
        state.changes += ((step.rule, ruling),)
        if (
            is_condition(step.body)
            and not step.free
            and (step.once or any(step.rule in self.deciding(turn) for turn in self.program.turns.values()))
        ):
            state.obligations += (Obligation(step, ruling),)
        state.evaluator = None


@lru_cache(maxsize=4096)
def _existence(binder: core.Binder) -> core.Exists:
    """The question whether anything satisfies a binder."""
    return core.Exists(binder, core.TRUE)
