"""Puzzles solved: against every arrangement, and what is said when there is no proof."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from ortools.sat.python import cp_model

from cases import mostly_slow
from counted_time import CountedTime
from cpsat_random import GAME, Rules, arrangements, random_puzzle, random_rule
from tilewright.core import expr as core
from tilewright.meaning.exact import evaluate
from tilewright.solver import solve as solving
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import obstacles, possible_states
from tilewright.solver.solve import Solution, UnconfirmedAnswer, solve
from tilewright.stopping import Deadline, OutOfTime, Unsupported
from tilewright.table.board import Board, Stack, parse_board
from tilewright.table.game import Game, PlacingRule
from tilewright.table.position import Puzzle

MOST = 300  # arrangements tried one by one
SPACE = core.Var(1, core.SPACE, "space")
EVERY = core.Binder(SPACE, core.Spaces(), core.TRUE)
HEIGHTS = core.Sum(EVERY, core.Mul(core.Height(SPACE), core.Height(SPACE)))
CROWNS = core.Sum(core.Binder(SPACE, core.Spaces(), core.Capped(SPACE, "crown")), core.Const(1))


def puzzle(text: str, pieces: str = "", game: Game = GAME, **caps: int) -> Puzzle:
    board = parse_board(text, game)
    assert isinstance(board, Board)
    return Puzzle(game, "", board, (), tuple(pieces.split()), caps)


def solved(task: Puzzle, rule: core.Expr, **options: Any) -> Solution:
    answer = solve(task, {"rule": rule}, workers=1, **options)
    assert isinstance(answer, Solution)
    return answer


def modelled(task: Puzzle, rule: core.Expr, *, exact: bool) -> Arrangement:
    states = possible_states(task)
    model = arrangement(task, states, {"rule": rule}, exact=exact)
    assert isinstance(model, Arrangement)
    return model


def worth(task: Puzzle, rule: core.Expr, board: Board) -> int:
    start = task.start()
    first, *others = start.players
    return evaluate(rule, replace(start, players=(replace(first, board=board), *others)))


def negative(rule: core.Expr) -> core.Expr:
    return core.Mul(core.Const(-1), rule)


def optimum_of(model: cp_model.CpModel) -> int:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


def small_tasks(seed: int, count: int) -> list[tuple[Puzzle, core.Expr, list[Board]]]:
    """Random puzzles with a random rule and all of their arrangements, most not worth the same."""
    rng, tasks = Random(seed), []
    while len(tasks) < count:
        task, rule = random_puzzle(rng), random_rule(rng)
        boards = list(islice(arrangements(task), MOST + 1))
        if not 1 < len(boards) <= MOST:
            continue
        if rng.random() < 0.1 or len({worth(task, rule, board) for board in boards}) > 1:
            tasks.append((task, rule, boards))
    return tasks


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(40), quick=4))
def test_the_optimum_is_that_of_every_arrangement(seed: int) -> None:
    """The most and the least that a rule can give are those found by trying all arrangements."""
    for task, rule, boards in small_tasks(seed, 8):
        scores = [worth(task, rule, board) for board in boards]
        for signed, best in ((rule, max(scores)), (negative(rule), -min(scores))):
            answer = solved(task, signed)
            assert (answer.status, answer.score, answer.bound) == ("optimal", best, best)
            assert answer.board in boards
            assert optimum_of(modelled(task, signed, exact=True).model) == best


@pytest.mark.parametrize(("operator", "expected"), [("=", 1), ("<=", 2), ("<", 2)])
def test_groups_are_as_large_as_a_comparison_allows(operator: str, expected: int) -> None:
    """The members of groups are tried up to the size that the rule asks for, and that size is one of them."""
    group = core.Var(2, core.GROUP, "group")
    size = core.Sum(core.Binder(SPACE, core.SpacesOf(group), core.TRUE), core.Const(1))
    member = core.Binder(SPACE, core.Spaces(), core.Compare(">", core.Height(SPACE), core.Const(0)))
    fitting = core.Compare(operator, size, core.Const(3))
    rule = core.Sum(core.Binder(group, core.Groups(member), fitting), core.Const(1))
    task = puzzle(". . . .", "A1 A2 B1", crown=0, lamp=0)
    assert max(worth(task, rule, board) for board in arrangements(task)) == expected
    assert solved(task, rule).score == expected
    largest = core.Extremum("max", core.Binder(group, core.Groups(member), fitting), size)
    assert solved(task, largest).score == (2 if operator == "<" else 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(20)))
def test_a_known_arrangement_has_its_exact_score(seed: int) -> None:
    """With every space decided, the model's number is the exact one, from above and below."""
    for task, rule, boards in small_tasks(100 + seed, 5):
        board = Random(seed).choice(boards)
        for signed in (rule, negative(rule)):
            model = modelled(task, signed, exact=True)
            for space, states in model.spaces.items():
                wanted = sorted(board.stacks[space].caps)
                for state, literal in states:
                    same = replace(state.stack, caps="") == replace(board.stacks[space], caps="")
                    if not (same and sorted(state.stack.caps) == wanted):
                        model.model.add(literal == 0)
            assert optimum_of(model.model) == worth(task, signed, board)


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(15)))
def test_exact_models_have_one_solution_an_arrangement(seed: int) -> None:
    """Without its objective an exact model has as many solutions as there are arrangements."""

    class Counter(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    for task, rule, boards in small_tasks(200 + seed, 3):
        model, counter = modelled(task, rule, exact=True).model, Counter()
        model.clear_objective()
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(model, counter)
        assert counter.found == len({_unordered(board) for board in boards})


def _unordered(board: Board) -> tuple[tuple[int, tuple[str, ...], str], ...]:
    return tuple((s.down, s.up, "".join(sorted(s.caps))) for s in board.stacks)


def test_parts_and_places_are_reported() -> None:
    """The answer tells what was put where, the board, and the score by part."""
    task = puzzle("3 1 .", "A1 B1", crown=1)
    crowns = core.Mul(core.Const(9), CROWNS)
    answer = solve(task, {"crowns": crowns, "heights": HEIGHTS}, workers=1)
    assert isinstance(answer, Solution)
    assert answer.status == "optimal"
    assert answer.parts == {"crowns": 9, "heights": 18}
    assert answer.caps == {"crown": (1,)}
    assert sorted(answer.placed) == [0, 2]
    assert sorted(answer.placed.values()) == ["A1", "B1"]
    assert answer.board is not None
    assert answer.board.stacks[1] == Stack(1, (), "^")


def test_kinds_that_no_rule_tells_apart_are_handed_out() -> None:
    """Each piece of the puzzle is placed just once, though the model does not know their kinds."""
    task = puzzle(". . . | . . .", "C A1 B3 A1 A2")
    answer = solved(task, HEIGHTS)
    assert sorted(answer.placed.values()) == ["A1", "A1", "A2", "B3", "C"]


def test_nothing_to_place() -> None:
    """A puzzle without pieces and caps is scored as it stands, and proved."""
    answer = solved(puzzle("2 B3 ."), HEIGHTS)
    assert (answer.status, answer.score, answer.bound, answer.placed) == ("optimal", 5, 5, {})


@pytest.mark.parametrize(
    ("text", "pieces", "reason"),
    [
        ("A1 2^ . | 3 B1 2^", "A1 A2 B1 B3 C", "5 blocks to place, but only 2 spaces can hold one"),
        ("A1 2^ .", "A1 A2", "2 blocks to place, but only 1 space can hold one"),
        ("A1 2^", "A1", "1 block to place, but no space can hold one"),
    ],
)
def test_too_few_spaces(text: str, pieces: str, reason: str) -> None:
    """A puzzle with more pieces than spaces for them says so in the game's words."""
    answer = solved(puzzle(text, pieces), HEIGHTS)
    assert (answer.status, answer.score, answer.bound) == ("infeasible", None, None)
    assert answer.reasons == (reason,)


def statuses_over_time(rule: core.Expr, clock: CountedTime) -> list[str]:
    """The statuses of a puzzle that is stopped ever later, each checked against the proved answer."""
    task = puzzle("1 2 1 . 1 3 | . 1 2 1 . 1 | 2 1 1 . 3 1 | 1 1 . 2 1 1", "A1 A2 B1 B3 C A1 A2 B3", crown=4)
    started = clock.now
    proved = solved(task, rule, time_limit=60.0)
    needed = clock.now - started
    assert proved.status == "optimal"
    seen = []
    for part in (0.001, 0.3, 0.5, 0.7, 0.8, 0.9, 0.99, 2):
        answer = solved(task, rule, time_limit=needed * part)
        seen.append(answer.status)
        assert answer.bound is None or answer.bound >= (proved.score or 0)
        if answer.status == "unknown":
            assert (answer.score, answer.board) == (None, None)
        elif answer.status == "feasible":
            assert answer.score is not None
            assert answer.score < answer.bound
        else:
            assert answer.score == proved.score
    return seen


@pytest.mark.slow
def test_a_time_out_is_never_a_proof(counted_time: CountedTime) -> None:
    """Stopped ever later, the answer is unknown, then a score and a bound above it, then proved."""
    found: set[str] = set()
    for seed in range(30):
        rng = Random(seed)
        rule = core.Add((*(Rules(rng).about(4) for _ in range(10)), HEIGHTS, CROWNS))
        seen = statuses_over_time(rule, counted_time)
        assert (seen[0], seen[-1]) == ("unknown", "optimal")
        found.update(seen)
        if len(found) == 3:
            break
    assert found == {"unknown", "feasible", "optimal"}


def test_the_time_limit_holds_while_the_model_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the time runs out at any stage of the building, the answer is unknown and has no bound."""
    task = puzzle("1 2 1 . 1 3 | . 1 2 1 . 1", "A1 A2 B1 B3", crown=2)
    rng, checks, last = Random(7), 0, 0
    rule = core.Add((*(Rules(rng).about(3) for _ in range(12)), HEIGHTS, CROWNS))

    def check(self: object) -> None:
        nonlocal checks
        checks += 1
        if checks == last:
            raise OutOfTime

    monkeypatch.setattr(Deadline, "check", check)
    assert solved(task, rule).status == "optimal"
    total = checks
    for last in (1, total // 4, total // 2, total - total // 8, total):
        checks = 0
        answer = solved(task, rule, time_limit=60.0)
        assert checks == last
        assert (answer.status, answer.score, answer.bound, answer.board) == ("unknown", None, None, None)


def test_a_deadline_passes(counted_time: CountedTime) -> None:
    """A moment that has passed raises and leaves no time; without one there is no end."""
    Deadline().check()
    assert Deadline().left is None
    ahead = Deadline(counted_time.now + 60)
    ahead.check()
    assert ahead.left == pytest.approx(60, abs=0.001)
    counted_time.spend(60)
    assert ahead.left == 0
    with pytest.raises(OutOfTime):
        ahead.check()


def test_progress_tells_incumbent_and_bound() -> None:
    """Progress comes with rising scores and falling bounds that end at the optimum."""
    told: list[tuple[float, int | None, int]] = []
    task = puzzle("1 2 1 . 1 | . 1 2 1 . | 2 1 1 . 3", "A1 A2 B1 B3", crown=3)
    rule = core.Add((HEIGHTS, CROWNS))
    answer = solved(task, rule, on_progress=lambda *news: told.append(news))
    scores = [score for _, score, _ in told if score is not None]
    assert scores == sorted(scores)
    assert scores[-1] == answer.score
    assert [bound for _, _, bound in told] == sorted((b for _, _, b in told), reverse=True)


def test_an_answer_that_the_rules_do_not_confirm_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A score that differs from the exact one, or a forbidden placement, is never shown."""
    task = puzzle("1 . 2", "A1", crown=1)
    other = worth(task, HEIGHTS, task.board) + 100

    class Wrong:
        def number(self, *_: object) -> int:
            return other

    with monkeypatch.context() as patched:
        patched.setattr(solving, "exact_evaluator", lambda position: Wrong())
        with pytest.raises(UnconfirmedAnswer, match="the rules 105"):
            solved(task, HEIGHTS)
    monkeypatch.setattr(solving, "replayed", lambda *_: None)
    with pytest.raises(UnconfirmedAnswer, match="placing rules"):
        solved(task, HEIGHTS)


def test_rules_that_make_order_matter_are_not_supported() -> None:
    """Placing that depends on other spaces, or on what was just placed, is refused as a value."""
    here, near = core.Var(1, core.SPACE, "space"), core.Var(2, core.SPACE, "neighbor")
    beside = core.Exists(core.Binder(near, core.Neighbors(here), core.TRUE), core.FaceDown(near))
    by_neighbors = replace(GAME, place=PlacingRule(here, beside))
    with pytest.raises(Unsupported, match="where a block may be placed depends on other spaces"):
        solve(puzzle("1 .", "A1", by_neighbors), {"rule": HEIGHTS})
    anywhere = replace(GAME, place=PlacingRule(here, core.TRUE))
    with pytest.raises(Unsupported, match="a block may be placed on one placed before it"):
        solve(puzzle("1 .", "A1 A2", anywhere), {"rule": HEIGHTS})
    assert isinstance(solve(puzzle("1 A1", "A1", anywhere), {"rule": HEIGHTS}), Solution)


def test_numbers_too_large_for_the_solver_are_not_supported() -> None:
    """Huge numbers are refused as a value, not an overflow."""
    huge = core.Mul(core.Const(10**18), HEIGHTS)
    with pytest.raises(Unsupported, match="the numbers of the rules are too large to solve with"):
        solve(puzzle("1 . .", "A1"), {"rule": huge})


@pytest.mark.slow
@pytest.mark.parametrize("power", [6, 11, 14, 19, 40])
def test_numbers_of_any_size_are_right_or_refused(power: int) -> None:
    """Products, quotients and remainders of numbers of any size: the true optimum, or a value that refuses them."""
    large = core.Const(10**power)
    for task, rule, boards in small_tasks(power, 4):
        times = core.Mul(large, rule)
        for wide in (
            core.Div(times, core.Add((core.Mul(core.Const(10**power // 7), rule), core.Const(-1)))),
            core.Mul(times, rule),
            core.Mod(times, core.Add((rule, core.Const(3)))),
            core.If(core.Compare(">", times, large), core.Div(times, large), rule),
            core.MinMax("max", (core.Div(large, rule), times)),
        ):
            try:
                answer = solve(task, {"rule": wide}, workers=1)
            except Unsupported as refused:
                assert refused.reason == "the numbers of the rules are too large to solve with"
            else:
                assert answer.score == max(worth(task, wide, board) for board in boards)


def test_an_obstacle_is_only_reported_when_there_is_one() -> None:
    """As many spaces as pieces are enough."""
    task = puzzle("1 . 2^", "A1 A2")
    states = possible_states(task)
    assert obstacles(task, states) == ()
