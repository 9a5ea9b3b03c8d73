"""The rules of one game applied to states of it: conditions, numbers, and what satisfies a binder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import children
from tilewright.meaning.arithmetic import Seat
from tilewright.meaning.binders import Element, Env, Ruling
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact
from tilewright.play.state import State
from tilewright.play.table import GridView
from tilewright.table.game import Game


class Referee:
    """What a game's files say, ready to be asked of states.

    `layouts` gives the heights of places by seat, for `Fill`.
    """

    def __init__(
        self, game: Game, course: play.Course, abilities: Sequence[play.Ability],
        layouts: Mapping[int, Sequence[int]], players: int,
    ) -> None:  # fmt: skip
        self.game = game
        self.course = course
        self.abilities = tuple(abilities)
        self.layouts = layouts
        self.me = course.me.id
        self.verbs = {verb.name: verb for verb in course.verbs}
        self.marks = {cap.name: cap.mark for cap in game.caps}
        self.flags = {mark: i for i, mark in enumerate(game.marks)}
        self.counters = {counter.name: counter for counter in game.counters}
        own = [board for board in game.boards if board.each_player]
        self.pools = frozenset(
            i * players + player
            for i, board in enumerate(own) if board.pool for player in range(players)
        )  # fmt: skip
        self.rules_of = cache(self._rules_of)

    def evaluator(self, state: State, without: Ruling | None = None) -> Evaluator[int, bool]:
        """An evaluator for the table and the rulings of a state, perhaps without one of them."""
        if without is not None:
            known = self.evaluator(state)
            return Evaluator(Exact(), known.seats, known.players, self._rulings(state, without))
        if state.evaluator is None:
            table = state.table
            views = [GridView(grid, self.marks, self.flags) for grid in table.grids]
            counters: list[dict[str, int]] = [*table.counters, *({} for _ in views)]
            seats = [Seat(view, own) for view, own in zip(views, counters, strict=False)]
            state.evaluator = Evaluator(Exact(), seats, table.players, self._rulings(state))
        return state.evaluator

    def _rulings(self, state: State, without: Ruling | None = None) -> dict[str, list[Ruling]]:
        """The rulings in force, by the name of the rule."""
        found = {r.name: [Ruling(r.parameter, r.body, state.env)] for r in self.course.rules}
        for name, ruling in state.changes:
            if ruling is not without:
                found[name].append(ruling)
        return found

    def seat(self, home: core.Var | None, env: Env) -> int:
        """The index of the place that a home is."""
        found: int = env[self.me if home is None else home.id]
        return found

    def holds(self, state: State, condition: core.Expr, env: Env) -> bool:
        """Whether a condition holds for the player."""
        return self.evaluator(state).condition(condition, env, self.seat(None, env))

    def number(self, state: State, number: core.Expr, env: Env) -> int:
        """What a number comes to for the player."""
        return self.evaluator(state).number(number, env, self.seat(None, env))

    def elements(
        self, state: State, binder: core.Binder, home: core.Var | None, env: Env
    ) -> list[Element]:
        """What satisfies a binder."""
        var = binder.var.id
        found = self.evaluator(state).satisfying(binder, env, self.seat(home, env))
        return [inner[var] for inner, bit in found if bit]

    def _rules_of(self, binder: core.Binder) -> frozenset[str]:
        """The named rules that decide what satisfies a binder, one by way of another too."""
        bodies: dict[str, core.Expr] = {rule.name: rule.body for rule in self.course.rules}
        found: set[str] = set()
        waiting: list[object] = [binder]
        while waiting:
            node = waiting.pop()
            if isinstance(node, (core.RuleHolds, core.RuleNumber)) and node.rule not in found:
                found.add(node.rule)
                waiting.append(bodies[node.rule])
            waiting.extend(children(node))
        return frozenset(found)
