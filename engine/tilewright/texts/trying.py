"""Rules compared by trying them on boards: quick, needs no solver, and can refute but never prove.

The boards are those of play, drawn at random but the same in every run. One on which two rules differ is made
smaller for as long as they still do.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count as count_from

from tilewright.core import expr as core
from tilewright.core.players import refers_to_players
from tilewright.meaning.scoring import points
from tilewright.solver.proof import SIDE, Proof, confuses_places, height_for
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position

BOARDS = 40
"""How many tables are tried of each size."""
PLAYERS = 3
"""How many players there are when rules look at others: enough for a left and a right neighbor."""
SEED = 7


def try_rules(game: Game, one: core.Expr, other: core.Expr) -> Proof:
    """``different`` with a table on which two rules differ for the first player, or ``unknown``."""
    for table in _tables(game, one, other):
        if _gap(table, one, other):
            table = _smaller(table, one, other)
            ours, theirs = _scores(table, one, other)
            return Proof("different", table, (ours, theirs))
    return Proof("unknown")


def try_bounds(game: Game, low: core.Expr, high: core.Expr, rule: core.Expr) -> Proof | None:
    """A table on which a rule does not score from what one rule does to what another does; `scores` are the nearest
    of these and its own. None if none was found."""
    for table in _tables(game, low, rule):
        found = points(table, {"low": low, "high": high, "rule": rule}, first=1)[0]
        ends, scored = sorted((found["low"], found["high"])), found["rule"]
        if not ends[0] <= scored <= ends[1]:
            return Proof("different", table, (ends[scored > ends[1]], scored))
    return None


def _tables(game: Game, one: core.Expr, other: core.Expr) -> Iterator[Position]:
    """Tables that can be, the smaller boards first, from almost empty to full."""
    low, high = game.players
    count = min(max(PLAYERS, low), high) if refers_to_players(one, other) else 1
    tallest = height_for(game, (one, other))
    drawn = _drawn(_Deal(game, count, tallest))
    for number in count_from():
        table = drawn.table(number)
        if table is None:
            return
        if not confuses_places(table.players[0].board.geometry, (one, other)):
            yield table


@dataclass(frozen=True, eq=False)
class _Deal:
    """What tables are drawn for; of equal numbers and the very same game they are the same tables."""

    game: Game
    players: int
    tallest: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Deal):
            return NotImplemented
        return self.game is other.game and (self.players, self.tallest) == (other.players, other.tallest)

    def __hash__(self) -> int:
        return hash((id(self.game), self.players, self.tallest))

    def tables(self) -> Iterator[Position]:
        """The tables that can be, drawn one after another."""
        rng = random.Random(SEED)
        for geometry in _sizes(self.game):
            for number in range(BOARDS):
                filled = (number % 5 + 1) / 5
                boards = (_board(self.game, geometry, self.tallest, filled, rng) for _ in range(self.players))
                players = (Player("you" if i == 0 else f"player {i + 1}", board) for i, board in enumerate(boards))
                table = Position(self.game, tuple(players))
                if not table.status():
                    yield table


class _Drawn:
    """Tables that are drawn when they are first asked for, and kept."""

    def __init__(self, deal: _Deal) -> None:
        self._known: list[Position] = []
        self._more = deal.tables()

    def table(self, number: int) -> Position | None:
        """One of the tables, from 0; None when there are no more."""
        if number == len(self._known) and (table := next(self._more, None)) is not None:
            self._known.append(table)
        return self._known[number] if number < len(self._known) else None


@lru_cache(maxsize=32)
def _drawn(deal: _Deal) -> _Drawn:
    return _Drawn(deal)


def _sizes(game: Game) -> list[Geometry]:
    """The squares up to `SIDE` that the game allows, and the board of the game."""
    board = game.own_place
    small = [board.sized(side, side) for side in range(1, SIDE + 1) if board.allows(side, side)]
    return list(dict.fromkeys([*small, board.geometry]))


def _board(game: Game, geometry: Geometry, tallest: int, filled: float, rng: random.Random) -> Board:
    """A board of stacks of few kinds, so that equal ones lie side by side; now and then a symmetric one."""
    kinds = rng.sample(game.kinds, min(rng.choice([1, 3, 8]), len(game.kinds)))
    codes = [kind.code for kind in kinds]
    stacks = [_stack(game, codes, tallest, rng) if rng.random() < filled else Stack() for _ in range(geometry.size)]
    if rng.random() < 0.2:
        stacks = [stacks[min(space, geometry.size - 1 - space)] for space in range(geometry.size)]
    return Board(geometry, tuple(stacks))


def _stack(game: Game, codes: list[str], tallest: int, rng: random.Random) -> Stack:
    height = rng.randint(1, tallest)
    if rng.random() < 0.45:
        return Stack(height - 1, (rng.choice(codes),))
    marks = [cap.mark for cap in game.caps if rng.random() < 0.5]
    return Stack(height, (), marks[0] if marks else "")


def _smaller(table: Position, one: core.Expr, other: core.Expr) -> Position:
    """A table on which two rules still differ, and of which no stack can be taken away or made lower."""
    while True:
        found = next((less for less in _less(table) if not less.status() and _gap(less, one, other)), None)
        if found is None:
            return table
        table = found


def _less(table: Position) -> Iterator[Position]:
    """The table without a stack, then with one made lower or plainer."""
    for seat, player in enumerate(table.players):
        for space, stack in enumerate(player.board.stacks):
            for less in _plainer(stack):
                stacks = (*player.board.stacks[:space], less, *player.board.stacks[space + 1 :])
                changed = replace(player, board=replace(player.board, stacks=stacks))
                yield replace(table, players=(*table.players[:seat], changed, *table.players[seat + 1 :]))


def _plainer(stack: Stack) -> Iterator[Stack]:
    if stack.height:
        yield Stack()
    if stack.height > 1 and stack.down:
        yield replace(stack, down=stack.down - 1)
    if stack.caps:
        yield replace(stack, caps="")
    if stack.up:
        yield Stack(stack.height)


def _gap(table: Position, one: core.Expr, other: core.Expr) -> int:
    ours, theirs = _scores(table, one, other)
    return ours - theirs


def _scores(table: Position, one: core.Expr, other: core.Expr) -> tuple[int, int]:
    """What two rules pay the first player."""
    found = points(table, {"one": one, "other": other}, first=1)[0]
    return found["one"], found["other"]
