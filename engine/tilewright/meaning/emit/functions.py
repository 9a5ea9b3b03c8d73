"""Rules compiled to Python functions, for fast play and scoring on known boards.

Named rules are inlined, so each set of rulings in force has functions of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

from tilewright.core import expr as core
from tilewright.core.build import is_condition, only_where
from tilewright.core.play import PlayRules, RuleDef
from tilewright.core.walk import Extent
from tilewright.meaning.domain import Ruling
from tilewright.meaning.emit.python import Python
from tilewright.meaning.emit.writer import CompileContext, Local, WrittenBit, lines
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.work import work
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

StandingRulings = tuple[tuple[str, Ruling], ...]


class Function(Protocol):
    """A compiled rule. Arguments: the columns of the boards (`table.columns`), the counters of the players, the
    bindings, the seat, the bindings of the turn, and the rulings of the turn. Returns a number, a bit, or the
    elements of a binder in a list.

    `effort` is its worst-case cost in statements of play; 0 if it is not expensive.
    """

    effort: int

    def __call__(self, *asked: Any) -> Any: ...


MOST = 10_000
"""The maximum number of cached functions per context."""
USUAL_WORK, WORK_OF_STATEMENT = 10_000, 8_000
"""The number of evaluations that count as inexpensive, and the number that takes about as long as a statement of play."""


class Compiled:
    """The functions of one context, compiled on demand.

    `quick` caches those without rulings, by the id of the node. A function depends on nothing but its key and the
    context, so no entry becomes invalid; a cache that has more than `MOST` entries is cleared.
    """

    def __init__(self, world: CompileContext) -> None:
        self.world = world
        self.quick: dict[int, Function] = {}
        self._asked: list[
            core.Expr | core.Binder
        ] = []  # keeps the nodes in `quick` alive, so that their ids remain unique
        self._plain: dict[object, Function] = {}
        self._changed: dict[tuple[object, ...], Function] = {}

    def function(self, node: core.Expr | core.Binder, changes: StandingRulings = ()) -> Function:
        """The function of an expression or binder with the rulings of a turn."""
        if not changes:
            found = self._plain.get(node) or self._new(self._plain, node, node, ())
            self._remember(node, found)
            return found
        key = (node, *[(name, one.parameter, one.body, one.also, one.where) for name, one in changes])
        return self._changed.get(key) or self._new(self._changed, key, node, changes)

    def _remember(self, node: core.Expr | core.Binder, found: Function) -> None:
        if len(self._asked) > MOST:
            self.quick.clear()
            self._asked.clear()
        self.quick[id(node)] = found
        self._asked.append(node)

    def _new(
        self, known: dict[Any, Function], key: object, node: core.Expr | core.Binder, changes: StandingRulings
    ) -> Function:
        if len(known) > MOST:
            known.clear()
        found = known[key] = compiled(node, self.world, changes)
        return found


def compiled(
    node: core.Expr | core.Binder, world: CompileContext, changes: Sequence[tuple[str, Ruling]] = ()
) -> Function:
    """The function of an expression or binder with the rulings of a turn."""
    python = Python(world)
    text = program(node, python, changes)
    found: dict[str, Any] = dict(python.writer.constants)
    exec(compile(text, "<rule>", "exec"), found)
    function: Function = found["answer"]
    function.effort = effort_of(node, world, changes)
    return function


def effort_of(node: core.Expr | core.Binder, world: CompileContext, changes: Iterable[tuple[str, Ruling]]) -> int:
    """The cost of a function on the largest of the boards, in statements of play."""
    rows, columns, touching = (
        max(getattr(one, count) for one in world.geometries) for count in ("rows", "columns", "touching")
    )
    named = [
        *world.rules,
        *(RuleDef(name, ruling.parameter, None, only_where(ruling.where, ruling.body)) for name, ruling in changes),
    ]
    found = work(node, Extent(rows, columns, players=world.players, touching=touching), named)
    return 0 if found <= USUAL_WORK else found // WORK_OF_STATEMENT


def program(node: core.Expr | core.Binder, python: Python, changes: Sequence[tuple[str, Ruling]] = ()) -> str:
    """The text of the function; the constants that it names are in the writer."""
    rules = {rule.name: [Ruling(rule.parameter, rule.body, python.bindings("B"))] for rule in python.world.rules}
    for i, (name, ruling) in enumerate(changes):
        env = python.bindings(f"X[{i}][1].env")
        rules[name].append(replace(ruling, env=env))
    evaluator: Evaluator[str, WrittenBit] = Evaluator(python, rules)
    writer = python.writer
    env, seat = python.bindings("E"), Local("P")
    if isinstance(node, core.Binder):
        answer = python.collect(evaluator.each(node, env, seat))
    else:
        ask: Callable[..., WrittenBit] = evaluator.condition if is_condition(node) else evaluator.number
        answer = python.text(ask(node, env, seat))
    writer.emit(f"return {answer}")
    return "\n".join(["def answer(G, K, E, P, B, X):", *lines(writer.prologue, " "), *lines(writer.block, " ")])


@lru_cache(maxsize=16)
def functions_of(world: CompileContext) -> Compiled:
    """The compiled rules of a context, cached."""
    return Compiled(world)


def functions(game: Game, play_rules: PlayRules | None, geometries: tuple[Geometry, ...], players: int) -> Compiled:
    """The compiled rules of a game for places of these sizes."""
    return functions_of(world_of(game, play_rules, geometries, players))


def world_of(
    game: Game, play_rules: PlayRules | None, geometries: tuple[Geometry, ...], players: int
) -> CompileContext:
    """The context for compiling the rules of a game with places of these sizes."""
    caps = tuple((cap.name, cap.mark) for cap in game.caps)
    rules = play_rules.rules if play_rules else ()
    places = tuple(game.seats(players).items())
    faces = tuple(kind.face for kind in game.kinds) if game.maps else ()
    known = tuple(geometry.fixed for geometry in geometries)
    marks = tuple(game.marks)
    return CompileContext(
        players, len(game.kinds), known, caps, marks, rules, faces, game.turns if faces else (), places
    )
