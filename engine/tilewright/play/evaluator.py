"""Evaluates expressions of one game on tables: conditions, numbers, and elements of binders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.kernel import flow as f
from tilewright.meaning.domain import Element, Env, Ruling
from tilewright.meaning.emit.functions import Compiled, functions
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact
from tilewright.meaning.unrolled import Seat, Unrolled, elements
from tilewright.play.keys import Keys
from tilewright.play.program import Program
from tilewright.play.table import GridView, Table
from tilewright.table.game import Game


class EvaluationContext(Protocol):
    """The state that expressions are evaluated on; the `evaluator` is cached with it."""

    evaluator: Evaluator[int, bool] | None

    @property
    def table(self) -> Table: ...

    @property
    def env(self) -> Env:
        """The bindings that all expressions can use: the player, the places, what the turn has named."""
        ...

    @property
    def changes(self) -> Sequence[tuple[str, Ruling]]:
        """The overrides in force, oldest first."""
        ...


@dataclass
class TableContext:
    """A table as it is, with the bindings for expressions about it."""

    table: Table
    env: Env
    changes: Sequence[tuple[str, Ruling]] = ()
    evaluator: Evaluator[int, bool] | None = field(default=None, repr=False, compare=False)


class StateEvaluator:
    """The rules of a game, ready to be evaluated on its states.

    Rules are compiled to Python, or else evaluated, which is slower and gives the same results.
    """

    def __init__(self, game: Game, program: Program, players: int, compiled: bool = True) -> None:
        self.game, self.program, self.players, self.compiled = game, program, players, compiled
        self.play_rules = play_rules = program.play_rules
        self.abilities = program.abilities
        self.me = play_rules.me.id
        self.homes = _homes(game, players)
        self.marks = {cap.name: cap.mark for cap in game.caps}
        self.mark_bits = {mark: i for i, mark in enumerate(game.marks)}
        self.parameters = {verb.name: verb.parameters for verb in play_rules.verbs}
        owners = game.places(players)
        self.pools = frozenset(i for i, (board, _) in enumerate(owners) if board.pool and not board.of_patches)
        self.maps = frozenset(i for i, (board, _) in enumerate(owners) if board.grows)
        self.hiding = frozenset(i for i, (board, _) in enumerate(owners) if board.hides_covered)
        located = game.located.name if game.located is not None else None
        self.card_seats = [
            [seat for seat, (board, owner) in enumerate(owners) if owner == player and located in board.holds]
            for player in range(players)
        ]
        self._functions: Compiled | None = None
        self._places: dict[int, Env] = {}

    @property
    def flow(self) -> f.Flow:
        """The lowered statements."""
        return self.program.flow(self.game)

    @cached_property
    def keys(self) -> Keys:
        """Computes the keys of states."""
        grown = self.maps | {i for i, (board, _) in enumerate(self.game.places(self.players)) if board.of_patches}
        return Keys(self.program.homes if self.pools or grown else {}, self.pools, grown)

    def on(self, table: Table, player: int = 0) -> TableContext:
        """A table as the context of a player's questions."""
        return TableContext(table, self.places_of(table, player))

    # -- the player and the places

    def places_of(self, table: Table, player: int) -> Env:
        """A player, the player's places and those of the table, as bindings for statements."""
        known = self._places.get(player)
        if known is None:
            places = {var.id: table.seat_of(name, player) for name, var in self.play_rules.places}
            known = self._places[player] = {self.me: player, **places}
        return known

    def seat(self, home: core.Var | None, env: Env) -> int:
        """The index of the place that a variable stands for."""
        found: int = env[self.me if home is None else home.id]
        return found

    # -- questions

    def functions(self, state: EvaluationContext) -> Compiled:
        """The compiled rules; all states of a game have places of the same sizes."""
        if self._functions is None:
            geometries = tuple(grid.geometry for grid in state.table.grids)
            self._functions = functions(self.game, self.play_rules, geometries, state.table.players)
        return self._functions

    def ask(self, state: EvaluationContext, node: core.Expr | core.Binder, env: Env, seat: int) -> Any:
        """The result of the compiled function of an expression or binder."""
        table, changes = state.table, tuple(state.changes)
        found = self.functions(state).function(node, changes)
        return found(table.grids, table.counters, env, seat, state.env, changes)

    def exact(self, state: EvaluationContext, without: Ruling | None = None) -> Evaluator[int, bool]:
        """An evaluator for the table and the overrides of a state, optionally without one of them."""
        if without is not None:
            return Evaluator(self.exact(state).domain, self._rulings(state, without))
        if state.evaluator is None:
            table = state.table
            views = [
                GridView(table.grids, seat, self.marks, self.mark_bits, self.game) for seat in range(len(table.grids))
            ]
            owners = self.game.places(table.players)
            seats: list[Seat[int, bool]] = []
            for seat, (view, (_, owner)) in enumerate(zip(views, owners, strict=True)):
                if seat < table.players:
                    places = {name: own[seat] for name, own in self.game.seats(table.players).items()}
                    seats.append(Seat(view, table.counters[seat], places=places))
                else:
                    seats.append(Seat(view, {}, owner=owner or 0))
            state.evaluator = Evaluator(Unrolled(Exact(), seats), self._rulings(state))
        return state.evaluator

    def _rulings(self, state: EvaluationContext, without: Ruling | None = None) -> dict[str, list[Ruling]]:
        """The overrides in force, by the name of the rule."""
        found = {r.name: [Ruling(r.parameter, r.body, state.env)] for r in self.play_rules.rules}
        for name, ruling in state.changes:
            if ruling is not without:
                found[name].append(ruling)
        return found

    def holds(self, state: EvaluationContext, condition: core.Expr, env: Env) -> bool:
        """Whether a condition holds for the player."""
        if condition is core.TRUE:
            return True
        if self.compiled:
            return bool(self.ask(state, condition, env, env[self.me]))
        return self.exact(state).condition(condition, env, env[self.me])

    def number(self, state: EvaluationContext, number: core.Expr, env: Env) -> int:
        """The value of a number for the player."""
        if isinstance(number, core.Const):
            return number.value
        if self.compiled:
            return int(self.ask(state, number, env, env[self.me]))
        return self.exact(state).number(number, env, env[self.me])

    def answer(self, state: EvaluationContext, asked: core.Expr, env: Env) -> int:
        """The value of a number for the player; of a condition, 1 if it holds, else 0."""
        return int(self.holds(state, asked, env)) if is_condition(asked) else self.number(state, asked, env)

    def elements(self, state: EvaluationContext, binder: core.Binder, home: core.Var | None, env: Env) -> list[Element]:
        """The elements that satisfy a binder."""
        seat = env[self.me if home is None else home.id]
        if self.compiled:
            found: list[Element] = self.ask(state, binder, env, seat)
            return found
        return elements(self.exact(state), binder, env, seat)


def _homes(game: Game, players: int) -> dict[int, int]:
    """The seat of the place where the pieces of a stock begin, by its first kind."""
    seats = game.seats(players)
    begun = ((kind, place) for place in game.boards for kinds, _ in place.begins for kind in sorted(kinds))
    found: dict[int, int] = {}
    for kind, place in begun:
        found.setdefault(kind, seats[place.name][0])
    return found
