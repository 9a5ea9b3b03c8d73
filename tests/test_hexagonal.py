"""Boards of hexagons: what is near, in line and apart, by cube coordinates; and random rules on them in every meaning."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

import tilewright
from cases import mostly_slow
from classics import EXAMPLES
from cpsat_random import GAME, Rules, arrangements, random_board, random_puzzle, random_rule
from kernel_games import match_of
from lint_random import Recorder, nodes
from lockstep import Lockstep
from test_kernel_questions import COURSE, assert_scores_on_tables, blocks_game
from test_lint_bounds import within
from test_work import Counting
from tilewright.core import expr as core
from tilewright.core.walk import Extent
from tilewright.kernel.flow import Status
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.lowering import flow_of
from tilewright.lint.bounds import Bounds
from tilewright.meaning.batch import score_positions
from tilewright.meaning.exact import Exact, evaluate, exact_seat
from tilewright.meaning.scoring import points
from tilewright.meaning.unrolled import Unrolled
from tilewright.meaning.work import work
from tilewright.solver.solve import Solution, solve
from tilewright.table.board import Board
from tilewright.table.game import BoardDef, CounterDef, Game
from tilewright.table.geometry import AXES, SLOPE, STRAIGHT, Hexagons
from tilewright.table.position import Player, Position

SIZES = [(1, 3), (2, 2), (2, 3), (3, 3), (4, 3)]
Cube = tuple[int, int, int]
WAYS = {
    "left": (-1, 1, 0),
    "right": (1, -1, 0),
    "top left": (0, 1, -1),
    "top right": (1, 0, -1),
    "bottom left": (-1, 0, 1),
    "bottom right": (0, -1, 1),
}


def cubes(board: Hexagons) -> dict[int, Cube]:
    """The three coordinates of each space, which come to 0 together."""
    places = (divmod(space, board.columns) for space in range(board.size))
    return {space: (column, -row - column, row) for space, (row, column) in enumerate(places)}


def apart(one: Cube, other: Cube) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("size", [*SIZES, (1, 1), (5, 6)])
def test_what_is_near_and_in_line(size: tuple[int, int]) -> None:
    """Neighbors, distances, lines and what lies between, all by cube coordinates."""
    board = Hexagons(*size)
    at = cubes(board)
    spaces = {place: space for space, place in at.items()}
    for one in at:
        assert all(board.distance(one, other) == apart(at[one], at[other]) for other in at)
        for away in (1, 2, 3):
            ring = {other for other in at if apart(at[one], at[other]) == away}
            assert set(board.neighbors(one, "orthogonal", away, away)) == ring
            assert set(board.neighbors(one, "surrounding", away, away)) == ring
        for way, step in WAYS.items():
            beam = [tuple(a + n * b for a, b in zip(at[one], step, strict=True)) for n in range(1, 9)]
            assert list(board.neighbors(one, way, None)) == [spaces[place] for place in beam if place in spaces]
            assert all(
                board.between(one, spaces[p]) == board.neighbors(one, way, n) for n, p in enumerate(beam) if p in spaces
            )
        assert not any(board.neighbors(one, shape) for shape in ("top", "bottom", "diagonal", "2 by 1"))
    lines = [sorted(space for space, place in at.items() if place[i] == n) for i in (2, 0, 1) for n in range(-12, 13)]
    assert sorted(map(sorted, board.lines(STRAIGHT))) == sorted(filter(None, lines))
    assert board.lines("line") == board.lines(STRAIGHT)
    assert not board.lines(SLOPE)
    assert {(a, b) for a, b in board.lines("adjacent pair")} == {
        (a, b) for a in at for b in at if a < b and apart(at[a], at[b]) == 1
    }
    assert all(apart(at[a], at[b]) == 1 for line in board.lines(STRAIGHT) for a, b in pairwise(line))


@pytest.mark.parametrize("axis", AXES)
def test_a_symmetry_keeps_distances(axis: str) -> None:
    """Those that a rhombus does not have send every space off the board."""
    board = Hexagons(4, 4)
    image = board.image(axis)
    kept = [space for space in range(board.size) if image[space] is not None]
    assert len(kept) == (board.size if axis in ("diagonal", "antidiagonal", "half") else 0)
    assert all(board.distance(a, b) == board.distance(image[a], image[b]) for a in kept for b in kept)  # type: ignore[arg-type]


def hexagonal(board: Board) -> Board:
    """The same stacks on hexagons."""
    return replace(board, geometry=Hexagons(board.geometry.rows, board.geometry.columns))


def yard(game: Game = GAME, low: int = 1, high: int = 4) -> Game:
    """A game with boards of hexagons."""
    board = BoardDef("yard", True, low, low, low, high, hexagonal=True)
    return replace(game, boards=(board,), counters=(CounterDef("coins", "coins"),))


def position(rng: Random, *sizes: tuple[int, int]) -> Position:
    """Random stacks on boards of some sizes."""
    boards = [hexagonal(random_board(rng, *size)) for size in sizes]
    return Position(
        yard(), tuple(Player(str(i), board, {"coins": rng.randint(0, 5)}) for i, board in enumerate(boards))
    )


@pytest.mark.parametrize("seed", mostly_slow(range(60), 6))
def test_random_rules_come_to_the_same(seed: int) -> None:
    """For each player by the exact arithmetic, by compiled functions and for many boards at once; within the bounds and the work that are claimed."""
    rng = Random(seed)
    sizes = [rng.choice(SIZES[1:])] * rng.randint(1, 3)
    for _ in range(3):
        rule = rng.choice([random_rule, lambda own: Rules(own).about(4)])(rng)
        positions = [position(rng, *sizes) for _ in range(6)]
        exact = [[evaluate(rule, one, seat) for seat in range(len(sizes))] for one in positions]
        assert score_positions([rule], positions)[:, :, 0].tolist() == exact
        assert [[own["rule"] for own in points(one, {"rule": rule})] for one in positions] == exact
        watched, bounds = nodes(rule), Bounds(yard(), nodes(rule))
        bounds.number(rule, {}, 0)
        for one in positions:
            recorder = Recorder(one)
            counting = Counting(Unrolled(Exact(), [exact_seat(player, one.game) for player in one.players]))
            for seat in range(len(sizes)):
                recorder.number(rule, {}, seat)
            for node in watched:
                within(bounds.found[node], recorder.found.get(node, set()), node)
            counting.number(rule, {}, 0)
            tallest = max(player.board.height for player in one.players)
            assert counting.steps <= work(rule, Extent(*sizes[0], tallest, len(sizes), touching=6))


@pytest.mark.parametrize("seed", mostly_slow(range(40), 4))
def test_random_rules_on_compiled_tables(seed: int) -> None:
    """Ten random rules on random tables: each player gets from the compiled game what the interpreter says."""
    rng = Random(seed)
    size, players = rng.choice([*SIZES, (6, 7)]), rng.randint(1, 3)
    square = blocks_game(size)
    known = replace(square, boards=(replace(square.boards[0], hexagonal=True),))
    layout = StateLayout(flow_of(known, COURSE, ()), known, players, {"yard": Hexagons(*size)})
    rules = {f"rule {number}": random_rule(rng, rng.randint(2, 4)) for number in range(10)}
    assert_scores_on_tables(rng, layout, size, rules, 3)


@pytest.mark.parametrize("seed", mostly_slow(range(40), 5))
def test_the_best_arrangement_is_that_of_all(seed: int) -> None:
    """Random puzzles on hexagons: the proved best is the best of every arrangement."""
    rng = Random(seed)
    task = random_puzzle(rng)
    game = replace(yard(), boards=(replace(yard().boards[0], high=9),))
    task = replace(task, game=game, board=hexagonal(task.board), others=())
    groups = core.Groups(core.Binder(core.Var(1, core.SPACE, "stack"), core.Spaces(), core.TRUE))
    size = core.Sum(
        core.Binder(core.Var(3, core.SPACE, "space"), core.SpacesOf(core.Var(2, core.GROUP, "group")), core.TRUE),
        core.Height(core.Var(3, core.SPACE, "space")),
    )
    rule = rng.choice(
        [random_rule(rng), core.Extremum("max", core.Binder(core.Var(2, core.GROUP, "group"), groups, core.TRUE), size)]
    )
    start = task.start()
    every = [
        evaluate(rule, replace(start, players=(replace(start.players[0], board=board),)))
        for board in arrangements(task)
    ]
    if not every or len(every) > 300:
        return
    answer = solve(task, {"rule": rule}, workers=1)
    assert isinstance(answer, Solution)
    assert answer.status == "optimal"
    assert answer.score == max(every)


@pytest.mark.parametrize("name", ["hex", "combs"])
def test_games_on_hexagons_are_played_as_compiled(name: str) -> None:
    """Each state of random games is byte for byte that of the compiled game."""
    pack = tilewright.load_pack(str(EXAMPLES / name))
    for seed in range(3):
        match = match_of(pack, [], seed)
        random, both = Random(seed), Lockstep(match)
        while both.stop.status == Status.CHOICE:
            both.play(random.choice(list(match.moves)))
