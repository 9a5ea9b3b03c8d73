"""Rules compiled to Python functions, for quick play on known boards.

What an expression comes to is defined by `meaning` over the exact arithmetic; this is the same
in the form of loops over the lists of `play.table.Grid`. Named rules are written out where they
are asked for, so each set of rulings in force has functions of its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.core.play import Course, InAnyOrder, Pick
from tilewright.meaning.binders import Ruling
from tilewright.play.fixed import part_of
from tilewright.play.loops import World
from tilewright.play.phrases import Phrases
from tilewright.play.state import Move
from tilewright.play.writer import lines
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

Changes = tuple[tuple[str, Ruling], ...]
Function = Callable[..., Any]
"""Asked with the grids, the counters of the players, the bindings, the seat, the bindings of
the turn, and the rulings of the turn."""

MOST = 10_000
"""Functions that are kept of a world."""


class Compiled:
    """The functions of one world, compiled when they are first asked for."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._plain: dict[int, Function] = {}
        self._changed: dict[tuple[object, ...], Function] = {}
        self._moves: dict[tuple[int, int], list[Move]] = {}
        self._exists: dict[int, core.Exists] = {}
        self._kept: list[object] = []  # what is known by its id has to live

    def function(self, node: core.Expr | core.Binder, changes: Changes) -> Function:
        """A function that gives a number, a bit, or the elements of a binder in a list."""
        if not changes:
            return self._plain.get(id(node)) or self._new(self._plain, id(node), node, ())
        key = (id(node), *[(name, id(ruling.body), ruling.also) for name, ruling in changes])
        return self._changed.get(key) or self._new(self._changed, key, node, changes)

    def moves(self, step: Pick | InAnyOrder, geometry: Geometry) -> list[Move]:
        """The moves that pick each space of a board, as they are written."""
        known = self._moves.get((id(step), geometry.columns))
        if known is None or len(known) != geometry.size:
            texts = [f"{step.verb} {spoken(geometry, space)}" for space in range(geometry.size)]
            known = [Move(text, "pick", space) for space, text in enumerate(texts)]
            self._moves[id(step), geometry.columns] = known
            self._kept.append(step)
        return known

    def exists(self, binder: core.Binder) -> core.Exists:
        """The question whether anything satisfies a binder."""
        known = self._exists.get(id(binder))
        if known is None:
            known = self._exists[id(binder)] = core.Exists(binder, core.TRUE)
        return known

    def _new(
        self, known: dict[Any, Function], key: object, node: core.Expr | core.Binder, changes: Changes
    ) -> Function:
        if len(self._kept) > MOST:
            for cache in (self._plain, self._changed, self._moves, self._exists, self._kept):
                cache.clear()
        self._kept.append((node, changes))
        known[key] = found = compiled(node, self.world, changes)
        return found


def compiled(node: core.Expr | core.Binder, world: World, changes: Sequence[tuple[str, Ruling]] = ()) -> Function:
    """The function of an expression or binder under the rulings of a turn."""
    phrases = Phrases(world, changes)
    _body(phrases, node)
    text = ["def answer(G, K, E, P, B, X):", *lines(phrases.prologue, " "), *lines(phrases.block, " ")]
    found: dict[str, Any] = dict(phrases.constants)
    exec(compile("\n".join(text), "<rule>", "exec"), found)
    function: Function = found["answer"]
    return function


def _body(phrases: Phrases, node: core.Expr | core.Binder) -> None:
    if isinstance(node, core.Binder):
        phrases.emit("found = []")
        with phrases.over(node, phrases.top()) as inner:
            local = inner.locals[node.var.id]
            made = phrases.constant(part_of) + f"({local.name})" if local.spaces else local.name
            phrases.emit(f"found.append({made})")
        phrases.emit("return found")
    else:
        write = phrases.condition if is_condition(node) else phrases.number
        phrases.emit(f"return {write(node, phrases.top())}")


def spoken(geometry: Geometry, space: int) -> str:
    """A space as moves are written: ``row,column``, counted from 1."""
    row, column = divmod(space, geometry.columns)
    return f"{row + 1},{column + 1}"


# ------------------------------------------------------------------ worlds of games

_GAMES: OrderedDict[tuple[object, ...], tuple[Game, Compiled]] = OrderedDict()
MOST_WORLDS = 16
"""Worlds that are kept, those used last."""


def functions(game: Game, course: Course, geometries: tuple[Geometry, ...], players: int) -> Compiled:
    """The compiled rules of a game for places of these sizes; matches of one sort share them."""
    key = (id(game), geometries, players)
    if key not in _GAMES:
        rules = {rule.name: Ruling(rule.parameter, rule.body, {}) for rule in course.rules}
        marks = {cap.name: cap.mark for cap in game.caps}
        flags = {mark: i for i, mark in enumerate(game.marks)}
        world = World(players, len(game.kinds), geometries, marks, flags, rules)
        _GAMES[key] = game, Compiled(world)
        if len(_GAMES) > MOST_WORLDS:
            _GAMES.popitem(last=False)
    _GAMES.move_to_end(key)
    return _GAMES[key][1]
