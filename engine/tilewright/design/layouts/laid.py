"""The table on which nothing lies but a layout: what a measure comes to there, known or unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from tilewright.core import expr as core
from tilewright.meaning.domain import Ruling
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.unrolled import Seat
from tilewright.play.evaluator import StateEvaluator, TableContext
from tilewright.play.linking import evaluator_of
from tilewright.play.positions import table_of
from tilewright.play.table import Grid, GridView
from tilewright.symbolic.board import SymbolicBoard, known_board
from tilewright.symbolic.domain import Unknowns
from tilewright.symbolic.nodes import Bit, Linear
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.game import BoardDef, Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position
from tilewright.table.terrain import Terrain
from tilewright.turns.rules import Rulebook


class LaidTable:
    """A table of so many players, with a layout on the board `place` and nothing else; the first player is about to play."""

    def __init__(self, game: Game, place: BoardDef, players: int) -> None:
        assert game.course is not None, "a measure belongs to a game that is played"
        self.game, self.place, self.players, self.course = game, place, players, game.course

    def _state(self, board: Board) -> tuple[StateEvaluator, TableContext]:
        """What the game says, and the table as the first player asks about it."""
        own = self.game.own_place
        empty = pool_of(()) if own.pool else _bare(own.geometry)
        players = tuple(Player(f"player {i}", empty) for i in range(1, self.players + 1))
        evaluator = evaluator_of(self.game, (), self.players)
        return evaluator, evaluator.on(table_of(Position(evaluator.game, players, (), {self.place.name: board}))[0])

    @cached_property
    def _bare(self) -> TableContext:
        return self._state(_bare(Geometry(1, 1)))[1]

    @property
    def grows(self) -> bool:
        """Whether any board of the table grows."""
        return any(isinstance(grid.geometry, Terrain) for grid in self._bare.table.grids)

    @property
    def supply(self) -> Mapping[int, int]:
        """How many pieces of each kind layouts are filled with."""
        stacked = self.game.sorts[0].kinds
        return {kind: count for kind, count in enumerate(self._bare.table.bag) if kind in stacked}

    def asked(self, measure: core.Expr) -> Sequence[core.Expr]:
        """The measure and the bodies of the rules that it asks."""
        return [cast(core.Expr, node) for node in Rulebook(self.course).closure(measure)]

    def measured(self, board: Board, measure: core.Expr) -> int:
        """The value of the measure on a board, exactly."""
        evaluator, state = self._state(board)
        return evaluator.number(state, measure, state.env)

    def number(self, symbolic: Symbolic, board: SymbolicBoard, measure: core.Expr) -> Linear:
        """The value of the measure on a board that is not known. Raises `OutOfTime`."""
        state = self._bare
        rulings = {rule.name: [Ruling(rule.parameter, rule.body, state.env)] for rule in self.course.rules}
        evaluator = Evaluator(Unknowns(symbolic, self._seats(symbolic, board)), rulings)
        return evaluator.number(measure, state.env, state.env[self.course.me.id])

    def _seats(self, symbolic: Symbolic, board: SymbolicBoard) -> list[Seat[Linear, Bit]]:
        table = self._bare.table
        layout, named = table.seat_of(self.place.name, 0), self.game.seats(self.players)
        found: list[Seat[Linear, Bit]] = []
        for seat, (_, owner) in enumerate(self.game.places(self.players)):
            view = (
                board if seat == layout else known_board(symbolic, self.game, self._starting_board(table.grids, seat))
            )
            if seat < self.players:
                counters = {name: symbolic.number(value) for name, value in table.counters[seat].items()}
                found.append(Seat(view, counters, places={name: own[seat] for name, own in named.items()}))
            else:
                found.append(Seat(view, {}, owner=owner or 0))
        return found

    def _starting_board(self, grids: Sequence[Grid], seat: int) -> Board:
        """What lies on a place from the beginning."""
        codes = [kind.code for kind in self.game.kinds]
        stacks = [
            Stack(sum(not piece & 1 for piece in pile), tuple(codes[piece >> 1] for piece in pile if piece & 1))
            for pile in grids[seat].piles
        ]
        return Board(GridView(grids, seat, {}, {}).geometry, tuple(stacks))


def _bare(geometry: Geometry) -> Board:
    return Board(geometry, (Stack(),) * geometry.size)
