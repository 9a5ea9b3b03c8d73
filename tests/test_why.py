"""Why an answer is what it is: every claim against every arrangement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from cases import mostly_slow
from cpsat_random import arrangements, random_rule
from test_cpsat_solve import CROWNS, EVERY, HEIGHTS, SPACE, puzzle
from test_solutions import Rules, every, parts, small_tasks, with_goal
from tilewright.core import expr as core
from tilewright.solver.solve import Solution, solve
from tilewright.solver.why import Reasons, Sensitivity, mus
from tilewright.stopping import Deadline
from tilewright.table.board import Board, Stack
from tilewright.table.position import Puzzle

SHOWN = core.Sum(core.Binder(SPACE, core.Spaces(), core.Shows(SPACE, frozenset({0, 1}))), core.Height(SPACE))
LIFTS = ("stays at", "to be placed", "no more blocks than", "crown")


def why(task: Puzzle, rules: Rules) -> tuple[Solution, Sensitivity]:
    answer = solve(task, rules, workers=1)
    assert isinstance(answer, Solution)
    return answer, Reasons(task, rules, Deadline(), workers=1).why(answer)


def most(task: Puzzle, rules: Rules) -> int | None:
    """The most points of all arrangements."""
    boards = every(task)
    assert boards is not None
    return max((sum(parts(task, rules, board).values()) for board in boards), default=None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(6)))
def test_changes_have_their_worth(seed: int) -> None:
    """The worth of each change is the most points of the puzzle so changed."""
    rng = Random(f"change {seed}")
    text = " ".join(rng.choice([".", "1", "2", "A1", "1^"]) for _ in range(4))
    task, rules = puzzle(f"{text} 1 .", "A1 B3", crown=1, lamp=0), {"a": random_rule(rng), "b": HEIGHTS}
    _, told = why(task, rules)
    assert told.complete
    found = {change.words: change.worth for change in told.changes}
    assert found["one more crown"] == most(replace(task, caps={"crown": 2, "lamp": 0}), rules)
    assert found["one more A1"] == most(replace(task, pieces=("A1", "B3", "A1")), rules)
    assert found["one B3 fewer"] == most(replace(task, pieces=("A1",)), rules)
    for space, stack in enumerate(task.board.stacks):
        if stack.up or stack.caps:
            stacks = list(task.board.stacks)
            stacks[space] = Stack(stack.down)
            cleared = replace(task, board=Board(task.board.geometry, tuple(stacks)))
            lying = "/".join(stack.up) or "its crown"
            assert found[f"{task.board.geometry.name(space)} without {lying}"] == most(cleared, rules)


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(6)))
def test_each_part_by_itself(seed: int) -> None:
    """The most of a part, and the most of the whole with it, are those of every arrangement."""
    for task, rule, boards in small_tasks(f"alone {seed}", 2):
        rules = {"rule": rule, "crowns": CROWNS, "heights": HEIGHTS}
        scored = [parts(task, rules, board) for board in boards]
        _, told = why(task, rules)
        for alone in told.alone:
            assert alone.most == max(found[alone.part] for found in scored)
            assert alone.parts is not None
            best = max(sum(found.values()) for found in scored if found[alone.part] == alone.most)
            assert sum(alone.parts.values()) == best
        silent = set(rules) - {alone.part for alone in told.alone}
        assert all(len({found[name] for found in scored}) == 1 for name in silent)


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(6)))
def test_the_next_scores_in_reach(seed: int) -> None:
    """Of a score between others that none comes to, the next ones are told."""
    for task, rule, boards in small_tasks(f"near {seed}", 3):
        rules = {"rule": rule}
        scores = {sum(parts(task, rules, board).values()) for board in boards}
        gaps = [score for score in range(min(scores) - 1, max(scores)) if score not in scores]
        for gap in gaps[:3]:
            _, told = why(with_goal(task, f"exactly {gap}"), rules)
            below = max((score for score in scores if score < gap), default=None)
            assert told.near == (below, min(score for score in scores if score > gap))


def lifted(task: Puzzle, limits: set[str]) -> Iterator[Puzzle]:
    """The puzzles that are left when just these limits of a puzzle hold."""
    wanted, size = len(task.pieces), task.board.geometry.size
    held = {word: any(word in limit for limit in limits) for word in LIFTS}
    low = wanted if held["to be placed"] else 0
    high = wanted if held["no more blocks than"] else size
    caps = {**task.caps, "crown": task.caps["crown"] if held["crown"] else size}
    taken = [s for s, stack in enumerate(task.board.stacks) if stack.up]
    ways = [(True,) if any(task.board.geometry.name(s) in limit for limit in limits) else (True, False) for s in taken]
    for stay in product(*ways):
        stacks = list(task.board.stacks)
        for space, stays in zip(taken, stay, strict=True):
            stacks[space] = stacks[space] if stays else Stack(stacks[space].down)
        board = Board(task.board.geometry, tuple(stacks))
        for count in range(low, high + 1):
            yield replace(task, board=board, pieces=("A1",) * count, caps=caps)


def in_reach(task: Puzzle, rules: Rules, score: int, limits: set[str]) -> bool:
    return any(
        sum(parts(other, rules, board).values()) >= score
        for other in lifted(task, limits)
        for board in arrangements(other)
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        {"r": HEIGHTS},
        {"r": SHOWN},
        {"r": HEIGHTS, "c": CROWNS},
        {"r": SHOWN, "c": core.Mul(CROWNS, CROWNS)},
        {"r": core.Mul(core.Const(-1), HEIGHTS), "c": CROWNS},
    ],
)
@pytest.mark.parametrize("text", ["A1 1 2", "2A1 . 1", "3 A1 | 1 A1", "1 2 3", "1 . 2A2"])
def test_what_clashes_is_least(text: str, rules: Rules) -> None:
    """Under the limits that clash the score is out of reach, without any one of them it is not."""
    task = puzzle(text, "A1", crown=1, lamp=0)
    best = most(task, rules)
    assert best is not None
    for score in (best + 1, best + 2, best + 4, best + 100):
        found = mus(task, rules, score, Deadline(), workers=1)
        assert found is not None
        assert found.minimal
        limits = set(found.limits)
        assert not in_reach(task, rules, score, limits)
        assert all(in_reach(task, rules, score, limits - {limit}) for limit in limits)
        every_limit = _limits(task)
        assert limits <= every_limit
        assert set(found.enough) == {limit for limit in limits if in_reach(task, rules, score, every_limit - {limit})}


def _limits(task: Puzzle) -> set[str]:
    taken = {
        f"{stack!r} stays at {task.board.geometry.name(s)}" for s, stack in enumerate(task.board.stacks) if stack.up
    }
    return taken | {"A1 has to be placed", "no more blocks than A1", "no more than 1 crown", "no more than 0 lamps"}


def test_a_goal_in_reach_does_not_clash() -> None:
    """Of a score that is in reach nothing is claimed."""
    task = puzzle("1 2 .", "A1", crown=1, lamp=0)
    assert mus(task, {"r": HEIGHTS}, most(task, {"r": HEIGHTS}) or 0, Deadline()) is None


def test_without_time_nothing_is_claimed() -> None:
    """Past the deadline there are no changes with a worth, no parts and no clash, and it is said."""
    task, rules = puzzle("1 2 . A1", "A1", crown=1, lamp=0), {"r": HEIGHTS, "c": CROWNS}
    late = Deadline(0.0)
    answer = solve(task, rules, workers=1)
    assert isinstance(answer, Solution)
    told = Reasons(task, rules, late, workers=1).why(answer)
    assert not told.complete
    assert all((change.worth, change.known) == (None, False) for change in told.changes)
    assert told.alone == ()
    beyond = with_goal(task, "at least 99")
    refused = solve(beyond, rules, workers=1)
    assert isinstance(refused, Solution)
    told = Reasons(beyond, rules, late, workers=1).why(refused)
    assert (told.mus, told.complete) == (None, False)


def test_an_answer_that_cannot_be_filled_has_its_reason_already() -> None:
    """Of a puzzle with too few spaces nothing more is said."""
    answer, told = why(puzzle("A1 A1", "B1"), {"r": core.Sum(EVERY, core.Const(1))})
    assert answer.reasons
    assert (told.changes, told.alone, told.mus, told.complete) == ((), (), None, True)


def test_the_fewest_are_explained_in_pieces() -> None:
    """With the goal fewest the worth of a change is the number of pieces, counted down."""
    task = with_goal(puzzle("1 1 1", "A1 A1 A1", crown=1, lamp=0), "fewest 3")
    rules: Rules = {"crowns": core.Mul(core.Const(2), CROWNS), "shown": SHOWN}
    answer, told = why(task, rules)
    assert (len(answer.placed), answer.bound) == (1, 1)
    assert {c.words: c.worth for c in told.changes} == {"one more crown": 0, "one more lamp": -1, "one more A1": -1}
