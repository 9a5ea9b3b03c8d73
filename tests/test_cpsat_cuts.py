"""Cuts: no arrangement is lost, for rules of the shapes that have cuts; and what they count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, islice
from random import Random
from typing import Any

import pytest
from ortools.sat.python import cp_model

from cases import mostly_slow
from cpsat_random import GAME, NUMBERS, TABLES, VALUES, arrangements
from tilewright.core import expr as core
from tilewright.cpsat import cuts
from tilewright.cpsat.literals import Literal
from tilewright.cpsat.post import Post
from tilewright.meaning.exact import evaluate
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import possible_states
from tilewright.solver.solve import Solution, solve
from tilewright.symbolic.board import connected_sets
from tilewright.symbolic.graph import grid
from tilewright.symbolic.logic import cells
from tilewright.symbolic.nodes import Partition
from tilewright.table.board import Board, Stack
from tilewright.table.geometry import Geometry
from tilewright.table.position import Puzzle

MOST = 400  # arrangements of a puzzle
TRIED = 8  # of them, one by one
SPACE, OTHER = core.Var(1, core.SPACE, "space"), core.Var(2, core.SPACE, "space")
GROUP, LINE, INNER = core.Var(3, core.GROUP, "group"), core.Var(4, core.LINE, "row"), core.Var(5, core.SPACE, "space")
COLOR = core.Var(6, core.VALUE, "color")
KINDS = core.Values(tuple(core.Value(kind.code, frozenset({kind.index})) for kind in GAME.kinds))
OPERATORS = ["=", "!=", "<", "<=", ">", ">="]


def random_task(rng: Random) -> tuple[Puzzle, list[Board]]:
    """A puzzle on a board of few open spaces, and all of its arrangements."""
    while True:
        geometry = Geometry(*rng.choice([(2, 3), (3, 3), (2, 4)]))
        open_ = set(rng.sample(range(geometry.size), rng.randint(4, min(6, geometry.size))))
        closed = [Stack(1, (), "^"), *(Stack(0, (code,)) for code in ("A1", "A2", "B1", "B3"))]
        stacks = tuple(Stack(rng.randint(0, 2)) if s in open_ else rng.choice(closed) for s in range(geometry.size))
        pieces = tuple(rng.choices(("A1", "A1", "A2", "B1", "B3"), k=rng.randint(2, 4)))
        task = Puzzle(GAME, "", Board(geometry, stacks), (), pieces, {"crown": rng.randint(0, 1), "lamp": 0})
        boards = list(islice(arrangements(task), MOST + 1))
        if 1 < len(boards) <= MOST:
            return task, boards


# ------------------------------------------------------------------ rules that have cuts


def shows(space: core.Var, rng: Random) -> core.Expr:
    """A space shows one of some kinds, or is crowned."""
    if rng.randint(0, 5) == 0:
        return core.Capped(space, "crown")
    return core.Shows(space, frozenset(rng.sample(range(5), rng.randint(1, 2))))


def alike(rng: Random) -> core.Expr:
    """Two spaces show one color, or numbers next to one another, or both."""
    same = core.Exists(
        core.Binder(COLOR, VALUES, core.TRUE),
        core.And((core.ShowsValue(SPACE, COLOR), core.ShowsValue(OTHER, COLOR))),
    )
    number, other = (core.Attribute(space, NUMBERS, "number") for space in (SPACE, OTHER))
    more = core.Compare(rng.choice(OPERATORS), number, core.Add((other, core.Const(1))))
    return rng.choice([same, more, core.And((same, more)), core.Or((same, more))])


def of_pairs(rng: Random) -> core.Expr:
    """So much for each two neighbors that show certain things."""
    both = [core.And((shows(SPACE, rng), shows(OTHER, rng))) for _ in range(rng.randint(1, 3))]
    guard = rng.choice([core.Or(tuple(both)), alike(rng), core.And((alike(rng), core.Or(tuple(both))))])
    near = core.Binder(OTHER, core.Neighbors(SPACE, "orthogonal"), guard)
    return core.Sum(core.Binder(SPACE, core.Spaces(), core.TRUE), core.Sum(near, core.Const(rng.randint(1, 3))))


def counted(rng: Random, owner: core.Var, guard: core.Expr) -> core.Expr:
    """What a number of spaces is worth: from so many on, or by a table."""
    size = core.Sum(core.Binder(INNER, core.SpacesOf(owner), guard), core.Const(1))
    reached = core.Compare(rng.choice(OPERATORS), size, core.Const(rng.randint(1, 4)))
    worths = core.Const(rng.randint(1, 4)), core.Const(rng.randint(-1, 1))
    return rng.choice([core.If(reached, *worths), core.Lookup(size, rng.choice(TABLES)), size])


def of_groups(rng: Random) -> core.Expr:
    """So much for each group of certain spaces, by its size or by what is in it."""
    member = rng.choice([core.Shows(SPACE, frozenset(range(5))), shows(SPACE, rng)])
    groups = core.Groups(core.Binder(SPACE, core.Spaces(), member), rng.choice([None, VALUES]))
    size = core.Sum(core.Binder(INNER, core.SpacesOf(GROUP), core.TRUE), core.Const(1))
    sized = core.Compare(rng.choice(OPERATORS), size, core.Const(rng.randint(1, 4)))
    guard = rng.choice([core.TRUE, sized, sized])
    worth = counted(rng, GROUP, rng.choice([core.TRUE, shows(INNER, rng)]))
    return core.Sum(core.Binder(GROUP, groups, guard), worth)


def of_varied_groups(rng: Random) -> core.Expr:
    """So much for each group of certain spaces in which enough different kinds are shown."""
    groups = core.Groups(core.Binder(SPACE, core.Spaces(), core.Shows(SPACE, frozenset(range(5)))), None)
    size = core.Sum(core.Binder(INNER, core.SpacesOf(GROUP), core.TRUE), core.Const(1))
    sized = core.Compare("=", size, core.Const(rng.randint(2, 3)))
    shown = core.Exists(core.Binder(INNER, core.SpacesOf(GROUP), core.TRUE), core.ShowsValue(INNER, COLOR))
    several = core.Sum(core.Binder(COLOR, rng.choice([VALUES, KINDS]), shown), core.Const(1))
    varied = core.Compare(rng.choice(["=", ">="]), several, core.Const(rng.randint(2, 3)))
    return core.Sum(core.Binder(GROUP, groups, sized), core.If(varied, core.Const(3), core.Const(rng.randint(0, 2))))


def of_lines(rng: Random) -> core.Expr:
    """So much for each row in which enough spaces show certain things."""
    lines = core.Lines(rng.choice(["row", "column"]))
    return core.Sum(core.Binder(LINE, lines, core.TRUE), counted(rng, LINE, shows(INNER, rng)))


SHAPES = {"pairs": of_pairs, "groups": of_groups, "varied groups": of_varied_groups, "lines": of_lines}


def cases(shape: str, seed: int, number: int) -> Iterator[tuple[Puzzle, list[Board], core.Expr]]:
    """Puzzles with a rule of a shape, added up with one of any shape."""
    rng = Random(f"{shape} {seed}")
    for _ in range(number):
        task, boards = random_task(rng)
        yield task, boards, core.Add((SHAPES[shape](rng), rng.choice(list(SHAPES.values()))(rng)))


# ------------------------------------------------------------------ nothing is lost


def modelled(task: Puzzle, rule: core.Expr) -> Arrangement:
    """The model with one side of each definition, in which every state has its own literal."""
    states = possible_states(task)
    assert isinstance(states, list)
    model = arrangement(task, states, {"rule": rule}, apart=True)
    assert isinstance(model, Arrangement)
    return model


def worth(task: Puzzle, rule: core.Expr, board: Board) -> int:
    """What a board scores, by the exact arithmetic."""
    return evaluate(rule, task.end(board))


def best_with(model: Arrangement, board: Board) -> int | None:
    """The most that a model comes to with its spaces as on a board; None if it does not allow them."""
    for space, states in model.spaces.items():
        for state, literal in states:
            if not isinstance(literal, bool):
                model.model.add(literal == (state.stack == board.stacks[space]))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model.model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", mostly_slow(range(8), quick=2))
def test_every_arrangement_keeps_its_score(shape: str, seed: int) -> None:
    """With the arrangement fixed the model comes to its score, neither more nor less; so does the best."""
    for task, boards, rule in cases(shape, seed, 4):
        for signed in (rule, core.Mul(core.Const(-1), rule)):
            for board in Random(seed).sample(boards, min(TRIED, len(boards))):
                assert best_with(modelled(task, signed), board) == worth(task, signed, board)
            answer = solve(task, {"rule": signed}, workers=1)
            assert isinstance(answer, Solution)
            assert answer.score == answer.bound == max(worth(task, signed, board) for board in boards)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_the_rules_of_these_tests_have_cuts(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules of each shape are given cuts that bound something."""
    posted, at_most = [], cuts._at_most

    def noted(post: Post, literals: Iterable[Literal], count: int) -> None:
        several = list(literals)
        posted.append(count < len(several))
        at_most(post, several, count)

    monkeypatch.setattr(cuts, "_at_most", noted)
    for task, _, rule in cases(shape, 0, 12):
        modelled(task, rule)
    assert sum(posted) >= 3


@pytest.mark.slow
def test_components_that_show_several_things_have_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups that have to show different kinds are recognized."""
    found, variety = [], cuts._variety

    def noted(*given: Any) -> object:
        found.append(variety(*given))
        return found[-1]

    monkeypatch.setattr(cuts, "_variety", noted)
    for task, _, rule in cases("varied groups", 0, 24):
        modelled(task, rule)
    assert sum(one is not None for one in found) >= 3


def test_pairs_of_one_kind_count_beside_those_of_two() -> None:
    """Two kinds of which one also pays beside itself are not bounded by the product of their counts."""
    first, second = frozenset({0}), frozenset({2})
    shown = [(first, first), (first, second), (second, first)]
    both = core.Or(tuple(core.And((core.Shows(SPACE, a), core.Shows(OTHER, b))) for a, b in shown))
    near = core.Binder(OTHER, core.Neighbors(SPACE, "orthogonal"), both)
    rule = core.Sum(core.Binder(SPACE, core.Spaces(), core.TRUE), core.Sum(near, core.Const(1)))
    task = Puzzle(GAME, "", Board(Geometry(2, 2), (Stack(),) * 4), (), ("A1", "A1", "A1", "B1"), {})
    answer = solve(task, {"rule": rule}, workers=1)
    assert isinstance(answer, Solution)
    assert (answer.status, answer.score) == ("optimal", 8)


# ------------------------------------------------------------------ what they count


@pytest.mark.parametrize("count", range(8))
def test_the_most_neighbors_among_so_many_cells(count: int) -> None:
    """The formula gives what trying all sets of cells of a 3 x 4 board gives."""
    near = Geometry(3, 4).neighbors
    found = max(sum(b in near(a) for a, b in combinations(some, 2)) for some in combinations(range(12), count))
    assert cuts._most_neighbors(count) == found


@pytest.mark.parametrize("supplies", list(combinations_with_replacement(range(1, 4), 4)))
@pytest.mark.parametrize("least", [2, 3])
def test_the_most_components_that_show_so_many_things(supplies: tuple[int, ...], least: int) -> None:
    """The formula gives what handing out the things one by one gives."""
    things = frozenset(cuts.Taken(frozenset({str(i)}), most) for i, most in enumerate(supplies))
    partition = Partition(0, Geometry(1, 1), (True,))

    def handed_out(left: tuple[int, ...]) -> int:
        open_ = [i for i, most in enumerate(left) if most]
        rests = (tuple(most - (i in some) for i, most in enumerate(left)) for some in combinations(open_, least))
        return max((1 + handed_out(rest) for rest in rests), default=0)

    assert cuts._Variety(partition, least, things).most == handed_out(supplies)


@pytest.mark.parametrize("seed", range(5))
def test_connected_sets_are_all_and_each_once(seed: int) -> None:
    """Of all sets of up to so many open nodes, those that hang together are found, in order."""
    rng, graph = Random(seed), grid(Geometry(3, 4))
    open_ = [rng.random() < 0.7 for _ in range(graph.n)]

    def connected(some: tuple[int, ...]) -> bool:
        reached, waiting = {some[0]}, [some[0]]
        for node in waiting:
            fresh = set(graph.neighbors[node]) & set(some) - reached
            reached |= fresh
            waiting += fresh
        return len(reached) == len(some) and all(open_[node] for node in some)

    for size in range(6):
        all_ = [some for n in range(1, size + 1) for some in combinations(range(graph.n), n) if connected(some)]
        assert connected_sets(graph, open_, size) == sorted(all_)


def test_too_many_connected_sets_are_not_gone_through() -> None:
    """On a large board there are too many sets of many spaces to be taken one by one."""
    graph = grid(Geometry(6, 6))
    assert connected_sets(graph, [True] * graph.n, 4) is not None
    assert connected_sets(graph, [True] * graph.n, 12) is None


@pytest.mark.parametrize("seed", range(20))
def test_countpart_a_relation(seed: int) -> None:
    """Each pair of states of a relation lies in one of its cells, and no other pair lies in any."""
    rng = Random(seed)
    rows = tuple(rng.choice([0, rng.randrange(32), 0b00110]) for _ in range(5))
    pairs = [(i, j) for a, b in cells(rows) for i in range(5) if a >> i & 1 for j in range(5) if b >> j & 1]
    assert sorted(pairs) == [(i, j) for i in range(5) for j in range(5) if rows[i] >> j & 1]
