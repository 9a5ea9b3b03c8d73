"""Rules compiled to Python functions, for quick play and scoring on known boards.

Named rules are written out where they are asked for, so each set of rulings in force has functions
of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.core.play import Course
from tilewright.meaning.domain import Ruling
from tilewright.meaning.emit.python import Python
from tilewright.meaning.emit.scope import Local, World, WrittenBit
from tilewright.meaning.emit.writer import lines
from tilewright.meaning.evaluator import Evaluator
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

StandingRulings = tuple[tuple[str, Ruling], ...]
Function = Callable[..., Any]
"""Asked with the columns of the boards (`table.columns`), the counters of the players, the bindings, the
seat, the bindings of the turn, and the rulings of the turn. Gives a number, a bit, or the elements
of a binder in a list."""

MOST = 10_000
"""Functions that are kept of a world."""


class Compiled:
    """The functions of one world, compiled when they are first asked for."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._plain: dict[core.Expr | core.Binder, Function] = {}
        self._changed: dict[tuple[object, ...], Function] = {}

    def function(self, node: core.Expr | core.Binder, changes: StandingRulings = ()) -> Function:
        """The function of an expression or binder under the rulings of a turn."""
        if not changes:
            return self._plain.get(node) or self._new(self._plain, node, node, ())
        key = (node, *[(name, ruling.parameter, ruling.body, ruling.also) for name, ruling in changes])
        return self._changed.get(key) or self._new(self._changed, key, node, changes)

    def _new(
        self, known: dict[Any, Function], key: object, node: core.Expr | core.Binder, changes: StandingRulings
    ) -> Function:
        if len(known) > MOST:
            known.clear()
        found = known[key] = compiled(node, self.world, changes)
        return found


def compiled(node: core.Expr | core.Binder, world: World, changes: Sequence[tuple[str, Ruling]] = ()) -> Function:
    """The function of an expression or binder under the rulings of a turn."""
    python = Python(world)
    text = program(node, python, changes)
    found: dict[str, Any] = dict(python.writer.constants)
    exec(compile(text, "<rule>", "exec"), found)
    function: Function = found["answer"]
    return function


def program(node: core.Expr | core.Binder, python: Python, changes: Sequence[tuple[str, Ruling]] = ()) -> str:
    """The text of the function; what it names is among the constants of the writer."""
    rules = {rule.name: [Ruling(rule.parameter, rule.body, python.bindings("B"))] for rule in python.world.rules}
    for i, (name, ruling) in enumerate(changes):
        env = python.bindings(f"X[{i}][1].env")
        rules[name].append(Ruling(ruling.parameter, ruling.body, env, ruling.also))
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
def functions_of(world: World) -> Compiled:
    """The compiled rules of a world; matches of one sort share them."""
    return Compiled(world)


def functions(game: Game, course: Course | None, geometries: tuple[Geometry, ...], players: int) -> Compiled:
    """The compiled rules of a game for places of these sizes."""
    caps = tuple((cap.name, cap.mark) for cap in game.caps)
    rules = course.rules if course else ()
    places = tuple(game.seats(players).items())
    return functions_of(World(players, len(game.kinds), geometries, caps, tuple(game.marks), rules, places))
