"""The least or the most of a measure of the game over all layouts within the guidelines, or over all fillings of one
layout.

The model of layouts (`LayoutModel`) determines the heights. Every space of the board is an unknown stack whose
height is linked to them, and whose top is a piece of the supply. The measure is evaluated symbolically, so any
measure of the language can be optimized.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import cast

from ortools.sat.python import cp_model

from tilewright.check.layouts import Layouts
from tilewright.core import expr as core
from tilewright.cpsat.literals import Assignment, Expression, Literal, run
from tilewright.cpsat.post import Post
from tilewright.design.layouts.search import LayoutModel
from tilewright.design.layouts.sketch import LayoutRequirements, images
from tilewright.diagnostics import Diagnostics
from tilewright.files.layout_puzzles import layout_text
from tilewright.meaning.domain import Ruling
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.unrolled import Seat
from tilewright.play.evaluator import StateEvaluator, TableContext
from tilewright.play.linking import evaluator_of
from tilewright.play.positions import table_of
from tilewright.play.table import Grid, GridView
from tilewright.solver.arrange import LARGEST
from tilewright.solver.solve import Incumbent, UnconfirmedAnswer, solver_for
from tilewright.source import Source
from tilewright.stopping import Deadline, OutOfTime, Unsupported
from tilewright.symbolic.board import SymbolicBoard, Unknowns, known_board
from tilewright.symbolic.kinds import interchangeable
from tilewright.symbolic.nodes import Bit, Linear, Variable
from tilewright.symbolic.numbers import Symbolic
from tilewright.symbolic.polarity import NEGATIVE, POSITIVE, Polarities
from tilewright.syntax import ast
from tilewright.syntax.parser import parse
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.game import BoardDef, Game, Kind
from tilewright.table.geometry import Geometry
from tilewright.table.goal import Goal
from tilewright.table.position import Player, Position
from tilewright.table.puzzles import LayoutPuzzle
from tilewright.table.terrain import Terrain
from tilewright.turns.stacks import Rulebook

MOST_STATES = 40_000
"""The largest number of states of all unknown stacks together: building a larger model takes minutes."""
GUIDELINES = ("total", "players", "rows")
"""The groups of `LayoutModel` that are guidelines of the game file."""


@dataclass(frozen=True)
class MeasuredLayout:
    """The answer for a measure.

    ``optimal``: the `value` is attained on the `board` and is proved to be the best (for a threshold: the board
    reaches it); ``feasible``: the time ran out, and `bound` is proved; ``infeasible``: there is no such layout;
    ``unknown``: none was found in time. `seconds` is the total time.
    """

    status: str
    value: int | None
    bound: int | None
    board: Board | None
    seconds: float = 0.0


def measured_layout(
    game: Game,
    requirements: LayoutRequirements,
    measure: core.Expr,
    goal: Goal,
    *,
    time_limit: float | None = None,
    workers: int | None = None,
) -> MeasuredLayout:
    """The layout, with its filling, that optimizes a measure or reaches a threshold.

    The measure is evaluated at the start of the first player's turn, with only the layout on the table. If `part`
    gives all heights, only the filling is free, and the guidelines do not apply. The stacks need not be connected.
    The result is measured again by the exact evaluator and checked like a layout file. Raises `UnconfirmedAnswer` if
    they do not agree, and `Unsupported`.
    """
    started = time.monotonic()
    deadline = Deadline(None if time_limit is None else started + time_limit)
    place = game.table_board(requirements.definition.name)
    if place is None or place.grows:
        raise Unsupported(f"the game has no board '{requirements.definition.name}' on which layouts are laid")
    table = LayoutTable(game, place, requirements.players[0])
    try:
        question = _Question(table, requirements, measure, goal, deadline)
        question.check_supported()
        found = question.answer(workers)
    except OutOfTime:
        found = MeasuredLayout("unknown", None, None, None)
    return replace(found, seconds=time.monotonic() - started)


def answered(
    puzzle: LayoutPuzzle, goal: Goal, *, time_limit: float | None = None, workers: int | None = None
) -> MeasuredLayout:
    """The answer to a puzzle about layouts; see `measured_layout`."""
    part = puzzle.part
    requirements = LayoutRequirements(
        puzzle.definition, (puzzle.players, puzzle.players), len(part), len(part[0]), part=part, joined=False
    )
    return measured_layout(puzzle.game, requirements, puzzle.asked, goal, time_limit=time_limit, workers=workers)


class _Question:
    """The optimization of one measure on one table; `up` for maximization."""

    def __init__(
        self, table: LayoutTable, requirements: LayoutRequirements, measure: core.Expr, goal: Goal, deadline: Deadline
    ) -> None:
        self.table, self.game, self.requirements, self.measure, self.goal = (
            table,
            table.game,
            requirements,
            measure,
            goal,
        )
        self.deadline = deadline
        self.up = goal.kind in ("most", "at least")
        self.given = requirements.part is not None and all(
            height is not None for row in requirements.part for height in row
        )
        self.geometry = Geometry(requirements.rows, requirements.columns)
        self.supply = table.supply
        self.classes = [
            tuple(kind for kind in kinds if self.supply.get(kind.index))
            for kinds in interchangeable(self.game, table.asked(measure))
        ]
        self.classes = [kinds for kinds in self.classes if kinds]
        self.stacks = [list(self._stacks(space)) for space in range(self.geometry.size)]

    def _stacks(self, space: int) -> Iterator[Stack]:
        """The possible stacks of a space. Kinds that the measure cannot distinguish are represented by the first."""
        row, column = divmod(space, self.geometry.columns)
        given = self.requirements.part[row][column] if self.requirements.part else None
        heights = range(self.requirements.definition.low, self.requirements.top + 1) if given is None else [given]
        if not given:
            yield Stack()
        for height in heights if given != 0 else ():
            yield from (Stack(height - 1, (kinds[0].code,)) for kinds in self.classes)

    def check_supported(self) -> None:
        """Raise `Unsupported` if the question cannot be modeled."""
        if any(kind.first != kind.index for kinds in self.classes for kind in kinds):
            raise Unsupported("pieces with several sides show a random one in layouts")
        if (states := sum(map(len, self.stacks))) > MOST_STATES:
            raise Unsupported(f"{states} different stacks on {self.geometry.size} spaces are too many")
        if self.table.grows:
            raise Unsupported("only boards of a fixed size can be measured")

    def answer(self, workers: int | None) -> MeasuredLayout:
        """The answer. Raises `OutOfTime`."""
        symbolic = Symbolic(self.deadline)
        board = SymbolicBoard(symbolic, self.game, self.geometry, self.stacks)
        number = self.table.number(symbolic, board, self.measure)
        polarities = Polarities(deadline=self.deadline)
        polarities.number(number, POSITIVE if self.up else NEGATIVE)
        if polarities.largest(number) > LARGEST:
            raise Unsupported("the numbers of the measure are too large to solve with")
        free = {"joined", *(GUIDELINES if self.given else ())}
        model = LayoutModel(self.requirements, free)
        tops = [self._tops(model, space) for space in range(self.geometry.size)]
        self._limit(model.model, tops)
        literals: dict[Variable, Sequence[Literal]] = {
            variable: tops[space] for space, variable in enumerate(board.variables) if variable is not None
        }
        posted = Post(model.model, polarities, literals).number(number)
        found = self._searched(model.model, posted, number, workers)
        if found.reading is None:
            status = "infeasible" if found.closed else "unknown"
            return MeasuredLayout(status, None, None if found.closed or self._limited else found.bound, None)
        witness = self._board_of(tops, found.reading)
        value = self._confirmed(witness, None if self._limited else found.value, found.bound)
        if self._limited:
            return MeasuredLayout("optimal", value, None, witness)
        return MeasuredLayout("optimal" if value == found.bound else "feasible", value, found.bound, witness)

    @property
    def _limited(self) -> bool:
        """Whether the goal is a threshold instead of an optimum."""
        return self.goal.kind in ("at least", "at most")

    def _tops(self, model: LayoutModel, space: int) -> list[Literal]:
        """A literal for each possible stack of a space, linked to the levels that the stack reaches."""
        stacks = self.stacks[space]
        own: list[Literal] = [True] if len(stacks) == 1 else [*(model.model.new_bool_var("") for _ in stacks)]
        model.model.add_exactly_one(own)
        row, column = divmod(space, self.geometry.columns)
        for level, reached in model.reach[row, column].items():
            high = [literal for stack, literal in zip(stacks, own, strict=True) if stack.height >= level]
            model.model.add(cp_model.LinearExpr.sum(high) == reached)
        return own

    def _limit(self, model: cp_model.CpModel, tops: Sequence[Sequence[Literal]]) -> None:
        """Limit the pieces, and the tops of each class, to the supply."""
        pairs = [
            (stack, literal)
            for stacks, own in zip(self.stacks, tops, strict=True)
            for stack, literal in zip(stacks, own, strict=True)
        ]
        total = cp_model.LinearExpr.sum
        model.add(total([stack.height * literal for stack, literal in pairs]) <= sum(self.supply.values()))
        for kinds in self.classes:
            shown = [literal for stack, literal in pairs if stack.top == kinds[0].code]
            model.add(total(shown) <= sum(self.supply[kind.index] for kind in kinds))

    def _searched(self, model: cp_model.CpModel, posted: Expression, number: Linear, workers: int | None) -> Incumbent:
        """The incumbent and its bound; for a threshold any solution, without a bound.

        One worker with the full linear relaxation proves most of these questions in seconds.
        """
        if self._limited:
            model.add(posted >= self.goal.score if self.up else posted <= self.goal.score)
        else:
            (model.maximize if self.up else model.minimize)(posted)
        self.deadline.check()
        solver = solver_for(self.deadline.left, workers or 1, ())
        status = run(solver, model)
        if status == cp_model.MODEL_INVALID:
            raise UnconfirmedAnswer(f"the solver refuses the model: {model.validate()}")
        found = Incumbent(number.high if self.up else number.low, closed=status == cp_model.INFEASIBLE)
        if found.closed:
            return found
        if not self._limited and isfinite(solver.best_objective_bound):
            proved = round(solver.best_objective_bound)
            found.bound = min(found.bound, proved) if self.up else max(found.bound, proved)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            found.value = int(solver.value(posted))
            found.reading = lambda literal: bool(solver.value(literal))
        return found

    def _board_of(self, tops: Sequence[Sequence[Literal]], value: Assignment) -> Board:
        """The board of a solution; the kinds of a class are assigned in order."""
        left = {kinds[0].code: list(self._pieces(kinds))[::-1] for kinds in self.classes}
        found = []
        for stacks, own in zip(self.stacks, tops, strict=True):
            stack = next(stack for stack, literal in zip(stacks, own, strict=True) if literal is True or value(literal))
            found.append(Stack(stack.down, (left[stack.top].pop(),)) if stack.top else stack)
        return Board(self.geometry, tuple(found))

    def _pieces(self, kinds: Sequence[Kind]) -> Iterator[str]:
        for kind in kinds:
            yield from [kind.code] * self.supply[kind.index]

    def _confirmed(self, board: Board, value: int | None, bound: int) -> int:
        """The exact value of the measure. Raises `UnconfirmedAnswer` if the layout or the value differs from the
        model."""
        exact = self.table.measured(board, self.measure)
        lines = [
            [stack.height for stack in board.stacks[at : at + self.geometry.columns]]
            for at in range(0, self.geometry.size, self.geometry.columns)
        ]
        unmet = list(_unmet(lines, self.requirements, self.game.players, self.given))
        if unmet:
            raise UnconfirmedAnswer(f"the layout found is not one: {'; '.join(unmet)}")
        if value is None:
            sound = exact >= self.goal.score if self.up else exact <= self.goal.score
        else:
            sound = value <= exact <= bound if self.up else bound <= exact <= value
        if not sound:
            raise UnconfirmedAnswer(f"the solver measures a layout {value} (bound {bound}), the rules {exact}")
        return exact


def _unmet(
    heights: Sequence[Sequence[int]], requirements: LayoutRequirements, players: tuple[int, int], given: bool
) -> Iterator[str]:
    """The requirements and guidelines that a layout does not meet; a layout that was given needs no guidelines."""
    for row, wanted in zip(heights, requirements.part or (), strict=bool(requirements.part)):
        if any(known not in (None, height) for known, height in zip(wanted, row, strict=True)):
            yield "it differs from the drawing"
    rows, columns = len(heights), len(heights[0])
    spaces = [(r, c) for r in range(rows) for c in range(columns)]
    if any(
        heights[r][c] != heights[y][x]
        for r, c in spaces
        for y, x in images(requirements.symmetry, (r, c), rows, columns)
    ):
        yield f"it has no symmetry {requirements.symmetry}"
    if not given:
        name = requirements.definition.name
        source = Source("layout", layout_text(name, name, None, requirements.players, None, heights))
        diagnostics = Diagnostics(source)
        for node in parse(source, diagnostics):
            if isinstance(node, ast.Card):
                Layouts(requirements.definition, players, diagnostics).check(node, {})
        yield from (item.message for item in diagnostics.items)


# ------------------------------------------------------------------ measures of a layout


class LayoutTable:
    """A table at the start of the first turn, with a layout on the board `place` and nothing else."""

    def __init__(self, game: Game, place: BoardDef, players: int) -> None:
        assert game.play_rules is not None, "a measure belongs to a game that is played"
        self.game, self.place, self.players, self.play_rules = game, place, players, game.play_rules

    def _state(self, board: Board) -> tuple[StateEvaluator, TableContext]:
        """The rules of the game, and the table from the view of the first player."""
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
        """The number of pieces of each kind that can fill a layout."""
        stacked = self.game.sorts[0].kinds
        return {kind: count for kind, count in enumerate(self._bare.table.bag) if kind in stacked}

    def asked(self, measure: core.Expr) -> Sequence[core.Expr]:
        """The measure and the bodies of all rules that it refers to."""
        return [cast(core.Expr, node) for node in Rulebook(self.play_rules).closure(measure)]

    def measured(self, board: Board, measure: core.Expr) -> int:
        """The value of the measure on a board, computed by the exact evaluator."""
        evaluator, state = self._state(board)
        return evaluator.number(state, measure, state.env)

    def number(self, symbolic: Symbolic, board: SymbolicBoard, measure: core.Expr) -> Linear:
        """The value of the measure on an unknown board, as an expression. Raises `OutOfTime`."""
        state = self._bare
        rulings = {rule.name: [Ruling(rule.parameter, rule.body, state.env)] for rule in self.play_rules.rules}
        evaluator = Evaluator(Unknowns(symbolic, self._seats(symbolic, board)), rulings)
        return evaluator.number(measure, state.env, state.env[self.play_rules.me.id])

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
        """The initial contents of a place."""
        codes = [kind.code for kind in self.game.kinds]
        stacks = [
            Stack(sum(not piece & 1 for piece in pile), tuple(codes[piece >> 1] for piece in pile if piece & 1))
            for pile in grids[seat].piles
        ]
        return Board(GridView(grids, seat, {}, {}).geometry, tuple(stacks))


def _bare(geometry: Geometry) -> Board:
    return Board(geometry, (Stack(),) * geometry.size)
