"""Random valid positions of a game, of any size and player count, and what its rules come to there."""

from __future__ import annotations

from random import Random
from typing import Any

from tilewright.core import expr as core
from tilewright.core.walk import walk
from tilewright.meaning.domain import Env
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact, exact_seat
from tilewright.meaning.unrolled import Unrolled
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position


class Recorder(Evaluator[int, bool]):
    """Evaluates exactly, element by element, and keeps what each expression came to, by value."""

    def __init__(self, position: Position) -> None:
        super().__init__(Unrolled(Exact(), [exact_seat(p, position.game) for p in position.players]))
        self.found: dict[core.Expr, set[int]] = {}

    def number(self, expr: core.Expr, env: Env, seat: int) -> int:
        """The number; of the heaviest group only what lies in groups is looked at."""
        if isinstance(expr, core.Extremum):
            each = self.each(expr.binder, env, seat)
            value = self.domain.best(
                expr.which, each, lambda inner: self.number(expr.body, inner, seat), None, expr.rank
            )
        else:
            value = super().number(expr, env, seat)
        self.found.setdefault(expr, set()).add(value)
        return value

    def condition(self, expr: core.Expr, env: Env, seat: int) -> bool:
        """The bit."""
        bit = super().condition(expr, env, seat)
        self.found.setdefault(expr, set()).add(bit)
        return bit


def nodes(rule: core.Expr) -> list[Any]:
    """Every expression of a rule."""
    return [node for node in walk(rule) if isinstance(node, core.Expr)]


def random_position(rng: Random, game: Game) -> Position:
    """A valid position; how full, high and varied it is differs much from one to the next."""
    definition = game.own_place
    sides = [n for n in range(definition.low, definition.high + 1) if definition.allows(n, n)]
    geometry = Geometry(rng.choice(sides), rng.choice(sides))
    bag = [kind.code for kind in game.kinds for _ in range(kind.copies)]
    if rng.random() < 0.7:
        rng.shuffle(bag)
    caps = {cap.mark: cap.copies for cap in game.caps}
    count = rng.choice([1, *range(*game.players), game.players[1]])
    boards = [_board(rng, geometry, bag, caps) for _ in range(count)]
    players = [Player(str(i), board, _counters(rng, game, caps)) for i, board in enumerate(boards)]
    position = Position(game, tuple(players))
    assert not position.status(), position.status()
    return position


def _board(rng: Random, geometry: Geometry, bag: list[str], caps: dict[str, int]) -> Board:
    empty, up, capped = (rng.choice([0, 0.3, 0.7, 1]) for _ in range(3))
    heights = rng.choice([[1], [1, 1, 2], [1, 2, 3, 4], [1, 7, 30]])
    stacks = []
    for _ in range(geometry.size):
        height = 0 if rng.random() < empty else min(rng.choice(heights), len(bag))
        pieces = [bag.pop() for _ in range(height)]
        if pieces and rng.random() < up:
            stacks.append(Stack(height - 1, (pieces[-1],)))
            continue
        marks = [mark for mark, left in caps.items() if left and height and rng.random() < capped]
        for mark in marks[:1]:
            caps[mark] -= 1
        stacks.append(Stack(height, (), "".join(marks[:1])))
    return Board(geometry, tuple(stacks))


def _counters(rng: Random, game: Game, caps: dict[str, int]) -> dict[str, int]:
    found = {}
    for counter in game.counters:
        most = 10**6 if counter.most is None else counter.most
        found[counter.name] = rng.choice([0, 1, most // 2, most])
        for cap in game.caps:
            if cap.name == counter.cap:
                found[counter.name] = min(found[counter.name], caps[cap.mark])
                caps[cap.mark] -= found[counter.name]
    return found
