"""Proofs closed by turns: what is found is the optimum, and what is not proved is not claimed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from ortools.sat.python import cp_model

from counted_time import CountedTime
from tilewright.solver import solve as solving
from tilewright.solver.solve import FIRST_SLICE, Incumbent, UnconfirmedAnswer, close, improve
from tilewright.stopping import Deadline

FAR = 10**6


class Knapsack:
    """Items with weights and worths; as many solutions as there are sets of them that are light enough."""

    def __init__(self, seed: int, items: int = 8, least: int = 0) -> None:
        rng, self.model = Random(seed), cp_model.CpModel()
        self.weights = [rng.randint(1, 9) for _ in range(items)]
        self.worths = [rng.randint(-3, 9) for _ in range(items)]
        self.most = sum(self.weights) // 2
        self.taken = [self.model.new_bool_var("") for _ in range(items)]
        self.goal = sum(w * t for w, t in zip(self.worths, self.taken, strict=True))
        self.model.add(sum(w * t for w, t in zip(self.weights, self.taken, strict=True)) <= self.most)
        self.model.add(sum(self.taken) >= least)

    def values(self, least: int = 0) -> list[int]:
        """What every set that is light enough and large enough is worth."""
        return [
            sum(w for w, i in zip(self.worths, chosen, strict=True) if i)
            for chosen in product((0, 1), repeat=len(self.taken))
            if sum(w for w, i in zip(self.weights, chosen, strict=True) if i) <= self.most and sum(chosen) >= least
        ]

    def worth(self, found: Incumbent) -> int:
        """What the items of an answer are worth, read one by one."""
        assert found.reading is not None
        return sum(w for w, t in zip(self.worths, self.taken, strict=True) if found.reading(t))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("refute", [False, True])
@pytest.mark.parametrize(("up", "best"), [(True, max), (False, min)])
def test_the_optimum_is_found_and_proved(up: bool, best: Callable[[list[int]], int], refute: bool, seed: int) -> None:
    """Upwards or downwards, and whichever question comes first, the answer is the best of all sets."""
    sack = Knapsack(seed)
    found = close(sack.model, sack.goal, up, FAR if up else -FAR, Deadline(), refute=refute, workers=1)
    assert found.closed
    assert found.value == best(sack.values()) == sack.worth(found)


@pytest.mark.parametrize("refute", [False, True])
def test_nothing_at_all_is_proved_too(refute: bool) -> None:
    """A model without any answer is closed without a value, and the bound stays as it was."""
    sack = Knapsack(1, least=8)
    assert sack.values(least=8) == []
    found = close(sack.model, sack.goal, True, 77, Deadline(), refute=refute, workers=1)
    assert (found.closed, found.value, found.reading, found.bound) == (True, None, None, 77)


def test_a_bound_that_is_reached_closes() -> None:
    """No more is searched than it is known that there is: the bound that was given is believed."""
    sack = Knapsack(2)
    best = max(sack.values())
    told: list[tuple[float, int | None, int]] = []
    found = close(sack.model, sack.goal, True, best, Deadline(), workers=1, on_progress=lambda *t: told.append(t))
    assert (found.closed, found.value, found.bound) == (True, best, best)
    assert [(value, bound) for _, value, bound in told] == [(best, best)]


def test_without_time_nothing_is_said() -> None:
    """Past the deadline there is neither an answer nor a proof."""
    sack = Knapsack(3)
    found = close(sack.model, sack.goal, True, FAR, Deadline(0.0), workers=1)
    assert (found.closed, found.value, found.bound) == (False, None, FAR)


def test_questions_alternate_in_longer_slices(monkeypatch: pytest.MonkeyPatch, counted_time: CountedTime) -> None:
    """Searching and refuting have equal slices, doubled after each round, and the last one ends at the deadline."""
    asked: list[tuple[bool, float]] = []

    def slow(
        model: object, goal: object, up: bool, found: object, limit: float, workers: object, seeking: bool
    ) -> None:
        asked.append((seeking, round(limit, 3)))
        counted_time.spend(limit)

    monkeypatch.setattr(solving, "_seek", slow)
    sack, one = Knapsack(1), FIRST_SLICE
    found = close(sack.model, sack.goal, True, FAR, Deadline(counted_time.now + 9 * one), workers=1)
    assert asked == [(True, one), (False, one), (True, 2 * one), (False, 2 * one), (True, 3 * one)]
    assert not found.closed
    asked.clear()
    close(sack.model, sack.goal, True, FAR, Deadline(counted_time.now + 3 * one), refute=True, workers=1)
    assert asked == [(False, one), (True, 2 * one)]


def has_answer(sack: Knapsack, value: int) -> bool:
    """Whether a model still allows an answer of just that value."""
    model = sack.model.clone()
    model.clear_objective()  # type: ignore[no-untyped-call]
    model.add(sack.goal == value)
    return cp_model.CpSolver().solve(model) == cp_model.OPTIMAL


@pytest.mark.slow
@pytest.mark.parametrize("up", [True, False])
def test_only_better_answers_are_asked_for_next(up: bool) -> None:
    """Each answer forbids itself and all that are no better, and nothing else."""
    sack, found = Knapsack(4), Incumbent(FAR if up else -FAR)
    worths = sorted(set(sack.values()), reverse=not up)
    sack.model.maximize(sack.goal)
    while not found.closed:
        before = found.value
        solving._seek(sack.model, sack.goal, up, found, 60.0, 1, seeking=False)
        assert not sack.model.has_objective()
        assert found.value is not None
        if not found.closed:
            assert before is None or (found.value > before if up else found.value < before)
            assert [worth for worth in worths if has_answer(sack, worth)] == worths[worths.index(found.value) + 1 :]
    assert found.value == found.bound == worths[-1]


@pytest.mark.parametrize(("up", "known", "weak"), [(True, 7, 99.0), (False, -7, -99.0)])
def test_a_bound_is_never_given_up(up: bool, known: int, weak: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is broken off proves less than was known; what was known stays."""

    class Broken:
        parameters, best_objective_bound = SimpleNamespace(), weak

        def solve(self, model: object, watcher: object) -> cp_model.CpSolverStatus:
            return cp_model.FEASIBLE

        def value(self, goal: object) -> int:
            return 3

        def stop_search(self) -> None:
            raise AssertionError("nobody asked for it")

    monkeypatch.setattr(solving, "solver_for", lambda *_: Broken())
    sack, found = Knapsack(1), Incumbent(known)
    solving._seek(sack.model, sack.goal, up, found, 1.0, 1, seeking=True)
    assert (found.value, found.bound, found.closed) == (3, known, False)


def test_an_answer_as_good_as_the_bound_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """When what was found is as good as can be, nothing more is asked."""
    asked = []

    def lucky(model: object, goal: object, up: bool, found: Incumbent, *more: object) -> None:
        asked.append(more)
        found.value = 5

    monkeypatch.setattr(solving, "_seek", lucky)
    sack = Knapsack(1)
    found = close(sack.model, sack.goal, True, 5, Deadline(), workers=1)
    assert (found.closed, len(asked)) == (True, 1)


def test_a_model_that_is_refused_is_a_fault() -> None:
    """The solver's word that a model is no model is not taken for an answer."""
    sack = Knapsack(1)
    sack.model.proto.variables[0].domain[0] = 5
    with pytest.raises(UnconfirmedAnswer, match="refuses the model"):
        close(sack.model, sack.goal, True, FAR, Deadline(), workers=1)


@pytest.mark.parametrize("up", [True, False])
def test_wandering_proves_nothing(up: bool, counted_time: CountedTime) -> None:
    """It finds a good answer within its time, and neither closes nor changes the bound."""
    sack, bound = Knapsack(5, 30), FAR if up else -FAR
    found = improve(sack.model, sack.goal, up, bound, Deadline(counted_time.now + 0.2))
    assert (found.closed, found.bound) == (False, bound)
    assert found.value == sack.worth(found)
    assert (found.value > 0) if up else (found.value < 0)


def test_wandering_without_an_answer() -> None:
    """A model without any answer has no value."""
    sack: Any = Knapsack(1, least=8)
    found = improve(sack.model, sack.goal, True, 77, Deadline(), workers=1)
    assert (found.value, found.reading, found.bound, found.closed) == (None, None, 77, False)
