"""Every table that the pieces of a small game allow, one after another; independent of the solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

from cpsat_random import GAME, random_rule
from tilewright.core import expr as core
from tilewright.meaning.exact import exact_evaluator
from tilewright.solver.proof import TableScope
from tilewright.table.board import Board, Stack
from tilewright.table.game import CounterDef, Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position

FEW = {"A1": 2, "B1": 1, "C": 1}


def small_game(copies: dict[str, int] | None = None, caps: int = 2, coins: int = 1) -> Game:
    """The game of random rules with few pieces and caps; `coins` is how high its counter goes."""
    known = FEW if copies is None else copies
    crown = next(cap for cap in GAME.caps if cap.name == "crown")
    return replace(
        GAME,
        kinds=tuple(replace(kind, copies=known.get(kind.code, 0)) for kind in GAME.kinds),
        caps=(replace(crown, copies=caps, place=replace(crown.place, condition=_bare(crown.place.var))),),
        counters=(CounterDef("coins", "coins", None, coins),),
    )


def _bare(here: core.Var) -> core.Expr:
    return core.And((core.FaceDown(here), core.Not(core.Capped(here, "crown"))))


SCOPES = [
    TableScope(Geometry(1, 3), 1, 2),
    TableScope(Geometry(2, 2), 1, 2),
    TableScope(Geometry(3, 1), 1, 3),
    TableScope(Geometry(1, 2), 2, 2),
    TableScope(Geometry(1, 1), 3, 2),
]
"""Spans of which every table can be tried."""


def tables(game: Game, scope: TableScope) -> Iterator[Position]:
    """Every table of a span; what is allowed is what `Position.status` allows."""
    size = scope.geometry.size
    most = min(scope.height or game.pieces, game.pieces)
    names = [str(i) for i in range(scope.players)]
    stands = range((game.counters[0].most or 0) + 1)
    for stacks in _filled(game, size * scope.players, most, game.pieces):
        boards = [Board(scope.geometry, stacks[i * size : (i + 1) * size]) for i in range(scope.players)]
        for coins in product(stands, repeat=scope.players):
            players = [Player(n, b, {"coins": c}) for n, b, c in zip(names, boards, coins, strict=True)]
            position = Position(game, tuple(players))
            if not position.status():
                yield position


def _filled(game: Game, spaces: int, most: int, left: int) -> Iterator[tuple[Stack, ...]]:
    """Every way to fill so many spaces with so many pieces; kinds and caps are not counted here."""
    if not spaces:
        yield ()
        return
    for height in range(min(most, left) + 1):
        for rest in _filled(game, spaces - 1, most, left - height):
            yield from ((stack, *rest) for stack in _stacks(game, height))


def _stacks(game: Game, height: int) -> Iterator[Stack]:
    yield Stack(height)
    if height:
        yield Stack(height, (), game.caps[0].mark)
        yield from (Stack(height - 1, (kind.code,)) for kind in game.kinds if kind.copies)


def weight(position: Position) -> tuple[int, int, int]:
    """The pieces, the caps and how high the counters stand, by which tables are ordered."""
    stacks = [stack for player in position.players for stack in player.board.stacks]
    coins = sum(player.counters.get("coins", 0) for player in position.players)
    return sum(stack.height for stack in stacks), sum(len(stack.caps) for stack in stacks), coins


def values(rule: core.Expr, positions: list[Position]) -> list[int]:
    """What a rule gives the first player of each table."""
    return [exact_evaluator(position).number(rule, {}, 0) for position in positions]


def rules(seed: str, count: int) -> Iterator[core.Expr]:
    """Random rules; every other one is a simple one."""
    rng = Random(seed)
    for i in range(count):
        yield random_rule(rng, 2 + i % 2)
