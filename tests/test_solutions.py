"""All the best arrangements of a puzzle, and other goals than the most points: against every arrangement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice
from random import Random

import pytest

from cases import mostly_slow
from cpsat_random import arrangements, random_puzzle, random_rule
from file_texts import DRAGON, PUZZLE
from realms import cards
from test_cpsat_cards import small_puzzle
from test_cpsat_solve import CROWNS, HEIGHTS, puzzle
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import read_puzzle
from tilewright.files.printing import print_puzzle
from tilewright.meaning.exact import evaluate
from tilewright.solver import enumerate as enumerating
from tilewright.solver.enumerate import Solutions, solutions
from tilewright.solver.solve import Solution, UnconfirmedAnswer, solve
from tilewright.solver.why import minimal_subsets
from tilewright.source import Source
from tilewright.stopping import Deadline, Unsupported
from tilewright.table.board import Board
from tilewright.table.goal import Goal, parse_goal
from tilewright.table.position import Puzzle

MOST = 300  # arrangements tried one by one
CARDS = sorted(cards())
Rules = dict[str, core.Expr]
Signature = tuple[tuple[int, tuple[str, ...], str], ...]


def unordered(board: Board) -> Signature:
    """A board without the order in which caps came to lie on a space."""
    return tuple((s.down, s.up, "".join(sorted(s.caps))) for s in board.stacks)


def every(task: Puzzle) -> list[Board] | None:
    """Every arrangement once, however the caps came there; None when there are too many."""
    boards = list(islice(arrangements(task), MOST + 1))
    return None if len(boards) > MOST else list({unordered(board): board for board in boards}.values())


def subsets(task: Puzzle) -> Iterator[tuple[str, ...]]:
    """Every choice of pieces of a puzzle, some of which may be left over."""
    found = {tuple(sorted(some)) for n in range(len(task.pieces) + 1) for some in combinations(task.pieces, n)}
    yield from sorted(found)


def parts(task: Puzzle, rules: Rules, board: Board) -> dict[str, int]:
    return {name: evaluate(rule, task.end(board)) for name, rule in rules.items()}


def listed(task: Puzzle, rules: Rules, **options: int) -> Solutions:
    found = solutions(task, rules, workers=1, **options)
    assert isinstance(found, Solutions)
    return found


def with_goal(task: Puzzle, text: str) -> Puzzle:
    goal = parse_goal(text)
    assert goal is not None
    return replace(task, goal=goal)


def agree(task: Puzzle, rules: Rules, boards: list[Board]) -> None:
    """All solutions of a puzzle are those of these boards that are worth the most, each once."""
    worths = {board: task.goal.worth(parts(task, rules, board), _placed(task, board)) for board in boards}
    reached = [worth for worth in worths.values() if worth is not None]
    found = listed(task, rules)
    assert found.complete
    if not reached:
        assert (found.answer.status, found.boards) == ("infeasible", ())
        return
    best = {unordered(board) for board, worth in worths.items() if worth == max(reached)}
    assert found.answer.status == "optimal"
    assert len(found.boards) == len(best)
    assert set(map(unordered, found.boards)) == best
    assert found.unique is (len(best) == 1)


def _placed(task: Puzzle, board: Board) -> int:
    return sum(len(a.up) - len(b.up) for a, b in zip(board.stacks, task.board.stacks, strict=True))


def small_tasks(seed: str, count: int) -> Iterator[tuple[Puzzle, core.Expr, list[Board]]]:
    """Random puzzles with a random rule, and all of their arrangements."""
    rng, made = Random(seed), 0
    while made < count:
        task, rule = random_puzzle(rng), random_rule(rng)
        boards = every(task)
        if boards and len(boards) > 1:
            made += 1
            yield task, rule, boards


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(12)))
def test_all_solutions_are_those_of_every_arrangement(seed: int) -> None:
    """On small boards with random rules each best arrangement is found, once, and no other."""
    for task, rule, boards in small_tasks(f"all {seed}", 5):
        agree(task, {"rule": rule}, boards)


@pytest.mark.slow
@pytest.mark.parametrize("card", mostly_slow(CARDS, quick=4))
def test_all_solutions_with_every_card(card: str) -> None:
    """So it is with every card that scores, printed and fan-made, for its most and its least."""
    rng, rule = Random(f"all {card}"), cards()[card].rule
    assert rule is not None
    done = 0
    while done < 4:
        task = small_puzzle(rng, card)
        boards = every(task)
        if boards:
            agree(task, {card: rule if done % 2 else core.Mul(core.Const(-1), rule)}, boards)
            done += 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(8)))
def test_scores_to_reach(seed: int) -> None:
    """Exactly a score, or at least one, is reached by just the arrangements that score so."""
    for task, rule, boards in small_tasks(f"goals {seed}", 3):
        rules = {"rule": rule}
        scores = sorted({sum(parts(task, rules, board).values()) for board in boards})
        for score in {scores[0] - 1, scores[len(scores) // 2], scores[-1], scores[-1] + 1}:
            agree(with_goal(task, f"exactly {score}"), rules, boards)
            agree(with_goal(task, f"at least {score}"), rules, boards)


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(8)))
def test_the_fewest_pieces(seed: int) -> None:
    """The least number of pieces for a score is that of all arrangements of some of them."""
    for task, rule, _ in small_tasks(f"fewest {seed}", 2):
        rules = {"rule": rule}
        tasks = [
            Puzzle(task.game, "", task.board, (), some, task.caps, task.counters, others=task.others)
            for some in subsets(task)
        ]
        boards = list({unordered(b): b for other in tasks for b in islice(arrangements(other), MOST)}.values())
        scores = sorted({sum(parts(task, rules, board).values()) for board in boards})
        for score in {scores[len(scores) // 2], scores[-1], scores[-1] + 1}:
            asked = with_goal(task, f"fewest {score}")
            agree(asked, rules, boards)
            answer = solve(asked, rules, workers=1)
            assert isinstance(answer, Solution)
            assert answer.bound == (len(answer.placed) if answer.status == "optimal" else None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(8)))
def test_what_can_be_met_together(seed: int) -> None:
    """The largest set of parts that can be met, and the smallest that cannot, are those of every arrangement."""
    rng = Random(f"meet {seed}")
    for task, first, boards in small_tasks(f"meet {seed}", 2):
        rules = {"a": first, "b": random_rule(rng), "c": CROWNS}
        scored = [parts(task, rules, board) for board in boards]
        wanted = {
            name: rng.choice(sorted({found[name] for found in scored})[-2:]) + rng.randint(0, 1) for name in rules
        }
        asked = with_goal(task, "meet " + ", ".join(f"{name}={n}" for name, n in wanted.items()))
        agree(asked, rules, boards)
        answer = solve(asked, rules, workers=1)
        assert isinstance(answer, Solution)
        assert len(answer.met) == answer.bound
        sets = [{name for name in wanted if found[name] >= wanted[name]} for found in scored]
        impossible = [
            some for n in (1, 2, 3) for some in combinations(wanted, n) if not any(set(some) <= met for met in sets)
        ]
        least = {some for some in impossible if not any(set(other) < set(some) for other in impossible)}
        found = minimal_subsets(asked, rules, answer, Deadline(), workers=1)
        assert found.complete
        assert set(found.sets) == least


def test_a_limit_stops_the_count() -> None:
    """With a limit so many are given and no proof that these are all; when there are fewer it is proved."""
    task = puzzle("1 1 1 | 1 1 1", "A1 A2")
    whole = listed(task, {"rule": HEIGHTS})
    assert (len(whole.boards), whole.complete, whole.unique) == (30, True, False)
    for limit in (1, 2, 7, 29):
        some = listed(task, {"rule": HEIGHTS}, limit=limit)
        assert (len(some.boards), some.complete) == (limit, False)
        assert set(some.boards) <= set(whole.boards)
        assert some.unique is (None if limit == 1 else False)
    assert listed(task, {"rule": HEIGHTS}, limit=31).complete


def test_nothing_to_place_is_the_only_arrangement() -> None:
    """A puzzle without anything to place has one solution."""
    found = listed(puzzle("1 2"), {"rule": HEIGHTS})
    assert (len(found.boards), found.unique) == (1, True)


def test_caps_that_change_nothing_count() -> None:
    """Arrangements that differ in a cap without points are different ones; alike pieces are not told apart."""
    rules: Rules = {"rule": HEIGHTS}
    assert len(listed(puzzle("1 2", crown=2), rules).boards) == 4
    assert len(listed(puzzle("1 1", "A1 A1"), rules).boards) == 1
    assert len(listed(puzzle("1 1", "A1 A2"), rules).boards) == 2


@pytest.mark.slow
def test_a_time_limit_leaves_what_was_found() -> None:
    """When the time is over before the proof there is no claim to have all, and none to have the only one."""
    task = puzzle("1 2 1 . 1 3 | . 1 2 1 . 1 | 2 1 1 . 3 1", "A1 A2 B1 B3 C", crown=4)
    found = solutions(task, {"rule": HEIGHTS}, time_limit=0.1, workers=1)
    assert isinstance(found, Solutions)
    assert found.boards and not found.complete
    assert found.unique in (None, False)


def test_an_arrangement_found_twice_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the model lets a solution come twice, that is refused, not counted."""
    original = enumerating._model

    def loose(*arguments: object) -> object:
        model = original(*arguments)  # type: ignore[arg-type]
        model.model.new_bool_var("free")
        return model

    monkeypatch.setattr(enumerating, "_model", loose)
    with pytest.raises(UnconfirmedAnswer, match="twice"):
        listed(puzzle("1 1 1", "A1"), {"rule": HEIGHTS})


def test_goals_that_are_not_supported() -> None:
    """A part that the score does not have is named, with those it has; a number can be too large."""
    with pytest.raises(Unsupported, match="the score has no part 'crowns'; it has: rule"):
        solve(with_goal(puzzle("1 1", "A1"), "meet crowns=2"), {"rule": HEIGHTS})
    huge = replace(puzzle("1 1", "A1"), goal=Goal("at least", 10**30))
    with pytest.raises(Unsupported):
        solve(huge, {"rule": HEIGHTS})


@pytest.mark.parametrize("text", ["most", "exactly 17", "at least -3", "fewest 0", "meet a=1", "meet a=1, b-c=-20"])
def test_goals_are_printed_as_they_are_written(text: str) -> None:
    """The notation of a goal reads and prints."""
    assert str(parse_goal(text)) == text


@pytest.mark.parametrize(
    "text", ["", "17", "exactly", "exactly 1.5", "at  most 3", "meet", "meet a", "meet a=1, a=2", "meet a=1 b=2"]
)
def test_other_texts_are_no_goals(text: str) -> None:
    """What is no goal is not taken for one."""
    assert parse_goal(text) is None
    assert parse_goal("at   least  3") == Goal("at least", 3)


@pytest.mark.parametrize("text", ["exactly 17", "at least 3", "fewest 9", "meet humility=2, shrines=6"])
def test_goals_and_uniqueness_stay_in_files(text: str) -> None:
    """A puzzle with a goal that expects one answer reads back from its printed form."""
    source = Source("f", PUZZLE.replace("expect: {score: 17,", f"goal: {text}\nexpect: {{unique: true, score: 17,"))
    diagnostics = Diagnostics(source)
    read = read_puzzle(source, DRAGON, diagnostics)
    assert read is not None, diagnostics.items
    assert (str(read.goal), read.expect["unique"]) == (text, True)
    assert read_puzzle(Source("f", print_puzzle(read)), DRAGON, Diagnostics(source)) == read
