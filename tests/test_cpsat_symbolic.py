"""The symbolic arithmetic and its posting, operation by operation, against the exact one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from ortools.sat.python import cp_model

from cases import mostly_slow
from tilewright.cpsat.literals import Literal
from tilewright.cpsat.post import Post
from tilewright.meaning.exact import COMPARE, Exact
from tilewright.symbolic import graph, logic
from tilewright.symbolic.nodes import Bit, Linear, Variable, as_number, function, where
from tilewright.symbolic.numbers import Symbolic
from tilewright.symbolic.polarity import BOTH, NEGATIVE, POSITIVE, Polarities
from tilewright.table.geometry import Geometry

EXACT = Exact()
GRID = Geometry(2, 3)
TABLES = [((0, 0, 3), (1, 3, -1), (4, None, 6)), ((-3, 2, 1), (1, None, 5)), ((2, 4, -4),)]
LARGEST = 300


def belongs(arithmetic: Any, members: Any, root: int, space: int) -> Any:
    """Whether a space lies in the component of which another is the least."""
    parts = {part.root: part.members for part, _ in arithmetic.components(GRID, members)}
    return parts.get(root, {}).get(space, False)


@dataclass(frozen=True)
class Pair:
    """The same thing twice: symbolic, and its exact value for every state of the choices."""

    symbolic: Any
    exact: tuple[Any, ...]


class Expressions:
    """A pool of numbers and bits over a few choices, grown by random operations."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.arithmetic = Symbolic()
        self.variables = [self.arithmetic.variable(rng.randint(2, 4)) for _ in range(3)]
        self.states = list(product(*(range(variable.states) for variable in self.variables)))
        self.numbers = [self._constant(value) for value in (0, 1, rng.randint(-3, 4))]
        self.bits: list[Pair] = []
        for i, variable in enumerate(self.variables):
            self.numbers += [self._function(i, variable) for _ in range(2)]
            self.bits += [self._set(i, variable) for _ in range(3)]

    def _constant(self, value: int) -> Pair:
        return Pair(self.arithmetic.number(value), (value,) * len(self.states))

    def _function(self, i: int, variable: Variable) -> Pair:
        values = [self.rng.randint(-2, 4) for _ in range(variable.states)]
        return Pair(function(variable, values), tuple(values[state[i]] for state in self.states))

    def _set(self, i: int, variable: Variable) -> Pair:
        holds = [self.rng.random() < 0.5 for _ in range(variable.states)]
        return Pair(where(variable, holds), tuple(holds[state[i]] for state in self.states))

    def apply(self, call: Callable[[Any, list[Any]], Any], parts: Sequence[Pair]) -> Pair:
        """An operation on pairs, done in both arithmetics."""
        symbolic = call(self.arithmetic, [part.symbolic for part in parts])
        columns = zip(*(part.exact for part in parts), strict=True)
        exact = tuple(call(EXACT, list(row)) for row in columns)
        return Pair(symbolic, exact or (call(EXACT, []),) * len(self.states))

    def grow(self) -> None:
        """One more number or bit; numbers that get large are left out."""
        rng = self.rng
        n = lambda count: [rng.choice(self.numbers) for _ in range(count)]  # noqa: E731
        b = lambda count: [rng.choice(self.bits) for _ in range(count)]  # noqa: E731
        cases, entries, rest = rng.randint(1, 4), rng.choice(TABLES), rng.choice([-3, 0, 2, 3])
        rank = rng.randint(2, 3)
        which, operator = rng.choice(["max", "min"]), rng.choice(list(COMPARE))
        operations: list[tuple[Callable[[Any, list[Any]], Any], list[Pair]]] = [
            (lambda a, x: a.add(x), n(3)),
            (lambda a, x: a.times(*x), n(2)),
            (lambda a, x: a.divide(*x), n(2)),
            (lambda a, x: a.remainder(*x), n(2)),
            (lambda a, x: a.remainder(x[0], a.number(rest)), n(1)),
            (lambda a, x: a.pick(*x), [*b(1), *n(2)]),
            (lambda a, x: a.extreme(which, list(zip(x[:cases], x[cases:], strict=True))), [*b(cases), *n(cases)]),
            (lambda a, x: a.extreme(which, [(a.truth(True), y) for y in x]), n(cases)),
            (lambda a, x: a.extreme(which, list(zip(x[:4], x[4:], strict=True)), rank), [*b(4), *n(4)]),
            (lambda a, x: a.extreme(which, [(a.truth(True), y) for y in x], rank), n(cases)),
            (lambda a, x: a.table(x[0], entries), n(1)),
            (lambda a, x: a.compare(operator, *x), n(2)),
            (lambda a, x: a.every(x), b(rng.randint(1, 3))),
            (lambda a, x: a.some(x), b(rng.randint(1, 3))),
            (lambda a, x: a.invert(x[0]), b(1)),
            (lambda a, x: a.component_count(GRID, x), b(GRID.size)),
        ]
        call, parts = rng.choice(operations)
        self._keep(self.apply(call, parts))
        if rng.random() < 0.15:
            self._keep(self.apply(lambda a, x: a.heaviest(GRID, x[:6], x[6:]), [*b(6), *self._weights()]))
        if rng.random() < 0.15:
            members, spot = b(GRID.size), rng.choice([(0, 0), (0, 3), (1, 1), (1, 5), (2, 4)])
            self._keep(self.apply(lambda a, x: belongs(a, x, *spot), members))
            self._keep(self.apply(lambda a, x: belongs(a, x, spot[1], spot[1]), members))

    def _weights(self) -> list[Pair]:
        return [
            self.apply(
                lambda a, x: a.extreme("max", [(a.truth(True), a.number(0)), (a.truth(True), x[0])]),
                [self.rng.choice(self.numbers)],
            )
            for _ in range(6)
        ]

    def _keep(self, pair: Pair) -> None:
        if isinstance(pair.exact[0], bool):
            self.bits.append(pair)
        elif max(map(abs, pair.exact)) <= LARGEST:
            self.numbers.append(pair)


def grown(seed: int, steps: int = 14) -> Expressions:
    expressions = Expressions(Random(seed))
    for _ in range(steps):
        expressions.grow()
    return expressions


def posted(
    expressions: Expressions, number: Linear, polarity: int, *, exact: bool = False
) -> tuple[cp_model.CpModel, Any, dict[Variable, list[Literal]]]:
    """A model of a number with the polarity that is needed."""
    polarities = Polarities(exact=exact)
    polarities.number(number, polarity)
    model = cp_model.CpModel()
    literals: dict[Variable, list[Literal]] = {}
    for variable in expressions.variables:
        literals[variable] = [model.new_bool_var("") for _ in range(variable.states)]
        model.add_exactly_one(literals[variable])
    return model, Post(model, polarities, literals).number(number), literals


def optimum(expressions: Expressions, number: Linear, state: tuple[int, ...], polarity: int) -> int:
    """The number in one state of the choices, as far as the solver can push it to one side."""
    model, expression, literals = posted(expressions, number, polarity)
    for variable, own in zip(expressions.variables, state, strict=True):
        model.add_bool_or([literals[variable][own]])
    (model.maximize if polarity == POSITIVE else model.minimize)(expression)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


class Collector(cp_model.CpSolverSolutionCallback):
    """Every solution: the states of the choices and the value of an expression."""

    def __init__(self, literals: dict[Variable, list[Literal]], expression: Any) -> None:
        super().__init__()
        self.literals, self.expression = literals, expression
        self.found: list[tuple[tuple[int, ...], int]] = []

    def on_solution_callback(self) -> None:
        states = tuple(
            next(i for i, literal in enumerate(own) if self.boolean_value(literal)) for own in self.literals.values()
        )
        self.found.append((states, self.value(self.expression)))


def sample(expressions: Expressions) -> list[Pair]:
    """The numbers and bits that were made last, as numbers that still depend on something."""
    pairs = [*expressions.numbers[-4:]]
    pairs += [Pair(as_number(p.symbolic), tuple(map(int, p.exact))) for p in expressions.bits[-3:]]
    return [pair for pair in pairs if not pair.symbolic.constant]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_bounds_and_constants_are_true(seed: int) -> None:
    """A folded constant is the exact value, and no exact value passes a bound."""
    expressions = grown(seed, 40)
    for pair in expressions.numbers:
        assert pair.symbolic.low <= min(pair.exact)
        assert max(pair.exact) <= pair.symbolic.high
    for pair in expressions.bits:
        if isinstance(pair.symbolic, bool):
            assert set(pair.exact) == {pair.symbolic}


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(25), quick=4))
@pytest.mark.parametrize("folds", [True, False])
def test_each_side_is_enough(seed: int, folds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pushed to a side, a number reaches its exact value and no further, folded much or little."""
    if not folds:
        monkeypatch.setattr(logic, "WIDEST", 3)
        monkeypatch.setattr(graph, "MOST_STEPS", 1)
        monkeypatch.setattr(graph, "MOST_CASES", 1)
        monkeypatch.setattr(logic, "MOST_PAIRS", 0)
    expressions = grown(1000 + seed)
    for pair in sample(expressions):
        for i in Random(seed).sample(range(len(expressions.states)), 3):
            for polarity in (POSITIVE, NEGATIVE):
                found = optimum(expressions, pair.symbolic, expressions.states[i], polarity)
                assert found == pair.exact[i]


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(60), quick=4))
def test_exact_posting_leaves_nothing_free(seed: int) -> None:
    """Posted exactly, each state of the choices has one solution, and it has the exact value."""
    expressions = grown(2000 + seed)
    for pair in sample(expressions):
        model, expression, literals = posted(expressions, pair.symbolic, BOTH, exact=True)
        collector, solver = Collector(literals, expression), cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(model, collector)
        assert sorted(collector.found) == sorted(zip(expressions.states, pair.exact, strict=True))


def test_equal_expressions_are_one() -> None:
    """An expression built twice, in another order, is the same node and costs nothing more."""
    arithmetic = Symbolic()
    a, b = (as_number(where(arithmetic.variable(2), [False, True])) for _ in range(2))
    first = arithmetic.times(arithmetic.add([a, b]), arithmetic.number(2))
    second = arithmetic.add([b, b, a, a])
    assert first.key == second.key
    one = arithmetic.compare(">", first, arithmetic.number(2))
    assert one == arithmetic.compare("<", arithmetic.number(2), second)
    assert arithmetic.every([one, arithmetic.invert(one)]) is False


@pytest.mark.parametrize("absorbed", ["some", "every"])
def test_gates_absorb_one_another(absorbed: str) -> None:
    """a or (a and b) is a, and so is a and (a or b)."""
    arithmetic = Symbolic()
    a, b = (where(arithmetic.variable(2), [False, True]) for _ in range(2))
    outer, inner = arithmetic.some, arithmetic.every
    if absorbed == "every":
        outer, inner = inner, outer
    assert outer([a, inner([a, b])]) == a


def test_what_is_excluded_cannot_be() -> None:
    """Some bits and "not all of them" are false together, whichever comes first; without one of them they are not."""
    arithmetic = Symbolic()
    bits = [where(arithmetic.variable(3), [False, True, True]) for _ in range(3)]
    excluded = arithmetic.invert(arithmetic.every(bits))
    assert arithmetic.every([*bits, excluded]) is False
    assert arithmetic.every([excluded, *bits]) is False
    assert arithmetic.every([*bits[:2], excluded]) is not False


def test_one_choice_decides_at_once() -> None:
    """Whatever is computed from one unknown is one set of its states, however deep."""
    arithmetic = Symbolic()
    height = function(arithmetic.variable(3), [0, 1, 3])
    worth = arithmetic.table(height, ((1, 1, 5), (2, None, 7)))
    squared = arithmetic.times(worth, worth)
    bit: Bit = arithmetic.compare(">=", squared, arithmetic.number(30))
    assert bit == arithmetic.compare("=", height, arithmetic.number(3))


def test_what_two_variables_mean_is_one_form() -> None:
    """A condition on two variables is one sum of disjoint conjunctions, however it is said."""
    arithmetic = Symbolic()
    left, right = arithmetic.variable(5), arithmetic.variable(6)
    of_left, of_right = function(left, [0, 1, 1, 2, 3]), function(right, [1, 2, 3, 4, 9, 1])
    numbers = [arithmetic.number(n) for n in range(5)]
    compared = arithmetic.compare("=", arithmetic.add([of_left, numbers[1]]), of_right)
    cases = pairwise(numbers)
    spelled = arithmetic.some(
        [
            arithmetic.every([arithmetic.compare("=", of_left, n), arithmetic.compare("=", of_right, after)])
            for n, after in cases
        ]
    )
    assert compared == spelled
    worth = arithmetic.pick(compared, numbers[3], numbers[0])
    assert (worth.low, worth.high, len(worth.terms)) == (0, 3, 1)
    needed = Polarities()
    needed.number(worth, POSITIVE)
    assert len(needed.of) == 4  # a conjunction for each block, and nothing around them


def test_a_condition_on_a_sum_goes_into_its_parts() -> None:
    """Conjunctions of two variables that are counted under a condition on one of them need nothing new."""
    arithmetic = Symbolic()
    left, right = arithmetic.variable(3), arithmetic.variable(3)
    same = arithmetic.compare("=", function(left, range(3)), function(right, range(3)))
    least = where(left, [False, True, True])
    counted = arithmetic.pick(least, as_number(same), arithmetic.number(0))
    assert counted.key == as_number(arithmetic.every([least, same])).key
    assert not counted.coefs
