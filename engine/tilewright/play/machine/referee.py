"""The rules of one game applied to states of it: conditions, numbers, and what satisfies a binder."""

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
from tilewright.meaning.domain import Element, Env, Ruling
from tilewright.meaning.emit.functions import Compiled, functions
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact
from tilewright.meaning.unrolled import Seat, Unrolled, elements
from tilewright.play.frames import Frame
from tilewright.play.keys import Keys
from tilewright.play.machine.budget import Budget
from tilewright.play.sections import Program, Section
from tilewright.play.state import DECIDER, Obligation, State
from tilewright.play.table import GridView, Table
from tilewright.table.game import Game


class Referee:
    """What the files of a game say, ready to be asked of states.

    `layouts` gives the heights of places by seat, for `Fill`. Rules are compiled, or else
    evaluated, which is slower and says the same. The `budget` is of all that is asked in one game.
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
        self.game = game
        self.budget = budget or Budget()
        self.compiled = compiled
        self.program = program
        self.course = course = program.course
        self.abilities = program.abilities
        self.helping = frozenset(ability.during for ability in self.abilities if ability.during)
        self.layouts = layouts
        self.me = course.me.id
        self.homes = _homes(game, players)
        self.sorts = {sort.name: sort for sort in game.sorts}
        self.marks = {cap.name: cap.mark for cap in game.caps}
        self.flags = {mark: i for i, mark in enumerate(game.marks)}
        self.counters = {counter.name: counter for counter in game.counters}
        self.reserves = {counter.cap: counter.name for counter in game.counters if counter.cap is not None}
        self.reserved = frozenset(counter.cap for counter in game.counters if counter.cap is not None)
        self.parameters = {verb.name: verb.parameters for verb in course.verbs}
        boards = [board for board, _ in game.places(players)]
        self.pools = frozenset(i for i, board in enumerate(boards) if board.pool and not board.of_patches)
        self.maps = frozenset(i for i, board in enumerate(boards) if board.grows)
        located = game.located.name if game.located is not None else None
        owners = [(board, player) for board, player in game.places(players)]
        self.card_seats = [
            [seat for seat, (board, owner) in enumerate(owners) if owner == player and located in board.holds]
            for player in range(players)
        ]
        self.hiding = frozenset(i for i, board in enumerate(boards) if board.hides_covered)
        grown = self.maps | frozenset(i for i, board in enumerate(boards) if board.of_patches)
        self.keys = Keys(program.homes if self.pools or grown else {}, self.pools, grown)
        self._decide: dict[core.Binder, frozenset[str]] = {}
        self._deciding: dict[tuple[int, int], frozenset[str]] = {}
        self._functions: Compiled | None = None
        self._places: dict[int, Env] = {}

    def functions(self, state: State) -> Compiled:
        """The compiled rules; all states of a game have places of the same sizes."""
        if self._functions is None:
            geometries = tuple(grid.geometry for grid in state.table.grids)
            self._functions = functions(self.game, self.course, geometries, state.table.players)
        return self._functions

    def ask(self, state: State, node: core.Expr | core.Binder, env: Env, seat: int) -> Any:
        """What the compiled function of an expression or binder says."""
        table, changes, compiled = state.table, state.changes, self._functions or self.functions(state)
        found = None if changes else compiled.quick.get(id(node))  # the common case, without a further call
        found = found or compiled.function(node, changes)
        if found.effort:
            self.budget.evaluated(found.effort, state.ability)
        return found(table.grids, table.counters, env, seat, state.env, changes)

    def effort(self, state: State, node: core.Expr | core.Binder) -> float:
        """What it takes at worst to ask an expression or binder, as that many statements; without end if it is not compiled."""
        if not self.compiled:
            return inf
        compiled = self.functions(state)
        return (compiled.quick.get(id(node)) or compiled.function(node)).effort

    def evaluator(self, state: State, without: Ruling | None = None) -> Evaluator[int, bool]:
        """An evaluator for the table and the rulings of a state, perhaps without one of them."""
        if without is not None:
            return Evaluator(self.evaluator(state).domain, self._rulings(state, without))
        if state.evaluator is None:
            table = state.table
            views = [GridView(table.grids, seat, self.marks, self.flags, self.game) for seat in range(len(table.grids))]
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

    def _rulings(self, state: State, without: Ruling | None = None) -> dict[str, list[Ruling]]:
        """The rulings in force, by the name of the rule."""
        found = {r.name: [Ruling(r.parameter, r.body, state.env)] for r in self.course.rules}
        for name, ruling in state.changes:
            if ruling is not without:
                found[name].append(ruling)
        return found

    def places_of(self, table: Table, player: int) -> Env:
        """A player and the player's places and those of the table, as statements speak of them."""
        known = self._places.get(player)
        if known is None:
            places = {var.id: table.seat_of(name, player) for name, var in self.course.places}
            known = self._places[player] = {self.me: player, **places}
        return known

    def deciding_player(self, table: Table, player: int) -> Env:
        """The same of a player who decides what there is to choose."""
        return {**self.places_of(table, player), DECIDER: player}

    def seat(self, home: core.Var | None, env: Env) -> int:
        """The index of the place that a home is."""
        found: int = env[self.me if home is None else home.id]
        return found

    def holds(self, state: State, condition: core.Expr, env: Env) -> bool:
        """Whether a condition holds for the player."""
        if condition is core.TRUE:
            return True
        if self.compiled:
            return bool(self.ask(state, condition, env, env[self.me]))
        return self.evaluator(state).condition(condition, env, env[self.me])

    def number(self, state: State, number: core.Expr, env: Env) -> int:
        """What a number comes to for the player."""
        if isinstance(number, core.Const):
            return number.value
        if self.compiled:
            return int(self.ask(state, number, env, env[self.me]))
        return self.evaluator(state).number(number, env, env[self.me])

    def answer(self, state: State, asked: core.Expr, env: Env) -> int:
        """What a number comes to for the player, or 1 where a condition holds and 0 where it does not."""
        return int(self.holds(state, asked, env)) if is_condition(asked) else self.number(state, asked, env)

    def elements(self, state: State, binder: core.Binder, home: core.Var | None, env: Env) -> list[Element]:
        """What satisfies a binder."""
        seat = env[self.me if home is None else home.id]
        if self.compiled:
            found: list[Element] = self.ask(state, binder, env, seat)
            return found
        return elements(self.evaluator(state), binder, env, seat)

    def some(self, state: State, binder: core.Binder, home: core.Var | None, env: Env) -> bool:
        """Whether anything satisfies a binder."""
        if not self.compiled:
            return bool(self.elements(state, binder, home, env))
        return bool(self.ask(state, _existence(binder), env, env[self.me if home is None else home.id]))

    def allowed_without(self, state: State, ruling: Ruling, guard: core.Expr, env: Env, seat: int) -> bool:
        """Whether a guard would hold without one of the rulings of the turn."""
        if not self.compiled:
            return self.evaluator(state, without=ruling).condition(guard, env, seat)
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


def _homes(game: Game, players: int) -> dict[int, int]:
    """The seat of the place where the pieces of a stock begin, by its first kind."""
    seats = game.seats(players)
    begun = ((kind, place) for place in game.boards for kinds, _ in place.begins for kind in sorted(kinds))
    found: dict[int, int] = {}
    for kind, place in begun:
        found.setdefault(kind, seats[place.name][0])
    return found


@lru_cache(maxsize=4096)
def _existence(binder: core.Binder) -> core.Exists:
    """The question whether anything satisfies a binder."""
    return core.Exists(binder, core.TRUE)
