"""Symbolic expressions posted to a CP-SAT model, by the polarity of each definition.

Every number is posted with its known bounds. An `OrderEncoded` number has one bit for each threshold that is used, and
one inequality per direction over all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from ortools.sat.python import cp_model

from tilewright.cpsat import components
from tilewright.cpsat.literals import Expression, Literal, name_of, negate
from tilewright.symbolic.graph import grid
from tilewright.symbolic.nodes import (
    Amount,
    AnyNode,
    Belongs,
    Bit,
    BitProduct,
    ComponentCount,
    Conjunction,
    Finite,
    HeaviestComponent,
    IsComponent,
    Linear,
    Maximum,
    OrderEncoded,
    Partition,
    Product,
    Quotient,
    Reified,
    Variable,
    as_number,
    combine,
    invert,
)
from tilewright.symbolic.polarity import BOTH, NEGATIVE, POSITIVE, Polarities


class Post:
    """Posts every node marked by `polarities`; then `number` and `bit` return the model's expressions for them.

    `states[variable]` holds the literal of each state; states that need not be distinguished may share one. `most`
    gives an upper bound of a number, valid in every solution. Raises `OutOfTime`.
    """

    def __init__(
        self,
        model: cp_model.CpModel,
        polarities: Polarities,
        states: Mapping[Variable, Sequence[Literal]],
        most: Callable[[Linear], int] = lambda number: number.high,
    ) -> None:
        self.model = model
        self.states = states
        self.most = most
        self.masks: dict[Variable, dict[int, Literal]] = {variable: {} for variable in states}
        self._steps: dict[Finite, dict[int, Literal]] = {}
        self._amounts: dict[Amount, Expression] = {}
        self._labels: dict[Partition, dict[tuple[int, int], Literal]] = {}
        self._sums: dict[tuple[Finite, int], Literal] = {}
        for node in sorted(polarities.of, key=lambda node: node.index):
            polarities.deadline.check()
            self._post(node, polarities.of[node])

    def _post(self, node: AnyNode, polarity: dict[int, int]) -> None:
        match node:
            case Conjunction():
                self._steps[node] = {1: self._all(node.parts, polarity[1])}
            case OrderEncoded():
                self._steps[node] = self._order_encoded(node, polarity)
            case Reified():
                self._steps[node] = {1: self._reified(node, polarity[1])}
            case Belongs():
                labels = self._labels[node.partition]
                self._steps[node] = {1: labels.get((node.root, node.space), False)}
            case IsComponent():
                open_ = node.partition.members
                parts = [*(open_[s] for s in node.spaces), *(invert(open_[s]) for s in node.border)]
                self._steps[node] = {1: self._all(parts, polarity[1])}
            case Partition():
                members = [self.bit(member) for member in node.members]
                _, self._labels[node] = components.components(
                    self.model, grid(node.geometry), members, most_members=self._most_of(node)
                )
            case Variable():
                raise AssertionError("variables are posted by their owner")
            case _:
                self._amounts[node] = self._amount(node, polarity[0])

    def _amount(self, node: Amount, polarity: int) -> Expression:
        match node:
            case BitProduct():
                body, bit = self.number(node.body), self.bit(node.bit)
                return bit_product(self.model, node, bit, body, polarity)
            case Product():
                left, right = self.number(node.left), self.number(node.right)
                return product(self.model, node, left, right)
            case Quotient():
                left, right = self.number(node.left), self.number(node.right)
                return quotient(self.model, node, left, right, polarity)
            case Maximum():
                numbers = [self.number(number) for number in node.numbers]
                return largest(self.model, node, numbers, polarity)
            case ComponentCount():
                return components.component_count(
                    self.model,
                    grid(node.geometry),
                    [self.bit(member) for member in node.members],
                    polarity=polarity,
                    most_members=self._most_of(node),
                )
            case HeaviestComponent():
                return components.heaviest(
                    self.model,
                    grid(node.geometry),
                    [self.bit(member) for member in node.members],
                    [self.number(weight) for weight in node.weights],
                    [weight.high for weight in node.weights],
                    polarity=polarity,
                    most_members=self._most_of(node),
                    most_weight=self.most(combine((1, weight) for weight in node.weights)),
                )

    def _most_of(self, node: Partition | ComponentCount | HeaviestComponent) -> int:
        return self.most(combine((1, as_number(member)) for member in node.members))

    # -- expressions of the model

    def step(self, node: Finite, state: int) -> Literal:
        """The literal that a node, other than a variable, is in this state or a higher one."""
        return self._steps[node][state]

    def number(self, number: Linear) -> Expression:
        """The model's expression for a number."""
        variables: list[cp_model.LinearExprT] = []
        coefs: list[int] = []
        const = number.const
        for node, values in number.terms.items():
            for literal, coef in self._function(node, values):
                if isinstance(literal, bool):
                    const += coef * literal
                else:
                    variables.append(literal)
                    coefs.append(coef)
        for amount, coef in number.coefs.items():
            variables.append(self._amounts[amount])
            coefs.append(coef)
        if not variables:
            return const
        return cp_model.LinearExpr.weighted_sum(variables, coefs) + const

    def _function(self, node: Finite, values: Sequence[int]) -> list[tuple[Literal, int]]:
        """Literals and coefficients whose sum is a function of a node (0 in state 0)."""
        if isinstance(node, Conjunction) and node.disjoint:
            return [(True, values[1]), *((self._steps[part.node][1], -values[1]) for part in node.parts)]
        if not isinstance(node, Variable):
            steps = enumerate(pairwise(values), start=1)
            return [(self._steps[node][i], b - a) for i, (a, b) in steps if a != b]
        worths = set(values) - {0}
        if len(worths) == 1:
            mask = sum(1 << i for i, value in enumerate(values) if value)
            return [(self.of_variable(node, mask), worths.pop())]
        unlike = {name_of(literal): (literal, value) for literal, value in zip(self.states[node], values, strict=True)}
        return [(literal, value) for literal, value in unlike.values() if value]

    def bit(self, bit: Bit) -> Literal:
        """The model's literal for a bit."""
        if isinstance(bit, bool):
            return bit
        node, mask = bit
        if isinstance(node, Variable):
            return self.of_variable(node, mask)
        values = [mask >> i & 1 for i in range(node.states)]
        steps = [(i, b - a) for i, (a, b) in enumerate(pairwise(values), start=1) if a != b]
        if len(steps) == 1:
            literal = self._steps[node][steps[0][0]]
            return literal if steps[0][1] > 0 else negate(literal)
        if bit not in self._sums:
            self._sums[bit] = self.model.new_bool_var("")
            self.model.add(self.number(as_number(bit)) == self._sums[bit])
        return self._sums[bit]

    def of_variable(self, variable: Variable, mask: int) -> Literal:
        """The literal that a variable is in a set of states; built from the complement if that is smaller."""
        known = self.masks[variable]
        if mask not in known:
            inside: dict[tuple[bool, int], Literal] = {}
            outside: dict[tuple[bool, int], Literal] = {}
            for i, literal in enumerate(self.states[variable]):
                (inside if mask >> i & 1 else outside)[name_of(literal)] = literal
            few = min(inside, outside, key=len)
            if len(few) == 1:
                literal = next(iter(few.values()))
            else:
                literal = self.model.new_bool_var("")
                self.model.add(cp_model.LinearExpr.sum(list(few.values())) == literal)
            known[mask] = literal if few is inside else negate(literal)
            known[(1 << variable.states) - 1 ^ mask] = negate(known[mask])
        return known[mask]

    # -- finite nodes

    def _all(self, bits: Sequence[Bit], polarity: int) -> Literal:
        """A literal for the conjunction of bits."""
        literal, parts = self.model.new_bool_var(""), [self.bit(bit) for bit in bits]
        if polarity & POSITIVE:
            for part in parts:
                self.model.add_implication(literal, part)
        if polarity & NEGATIVE:
            self.model.add_bool_or([literal, *map(negate, parts)])
        return literal

    def _order_encoded(self, node: OrderEncoded, polarity: dict[int, int]) -> dict[int, Literal]:
        """The order encoding: a bit for each threshold that is used, true if the number reaches it.

        Each bit implies the lower ones, so one inequality over all bits bounds the number: from below by the bits that
        are true, from above by those that are not.
        """
        steps = sorted(polarity)
        bits = {step: self.model.new_bool_var("") for step in steps}
        for lower, higher in pairwise(steps):
            self.model.add_implication(bits[higher], bits[lower])
        number, low = self.number(node.linear), node.low
        up = [step for step in steps if polarity[step] & POSITIVE]
        if up:
            rises = [after - before for before, after in pairwise([0, *up])]
            self.model.add(number >= low + _weighted([bits[s] for s in up], rises))
        down = [step for step in steps if polarity[step] & NEGATIVE]
        if down:
            rises = [after - before for before, after in pairwise([*down, node.states])]
            reached = _weighted([bits[s] for s in down], rises)
            self.model.add(number <= low + down[0] - 1 + reached)
        return dict(bits)

    def _reified(self, node: Reified, polarity: int) -> Literal:
        literal = self.model.new_bool_var("")
        if polarity & POSITIVE:
            self.model.add(self.number(node.linear) >= 0).only_enforce_if(literal)
        if polarity & NEGATIVE:
            self.model.add(self.number(node.linear) <= -1).only_enforce_if(literal.negated())
        return literal


def _weighted(literals: Sequence[cp_model.LinearExprT], coefs: Sequence[int]) -> Expression:
    return cp_model.LinearExpr.weighted_sum(literals, coefs)


# ------------------------------------------------------------------ amounts


def _variable(model: cp_model.CpModel, low: int, high: int, expression: Expression | None = None) -> cp_model.IntVar:
    variable = model.new_int_var(low, high, "")
    if expression is not None:
        model.add(variable == expression)
    return variable


def bit_product(model: cp_model.CpModel, node: BitProduct, bit: Literal, body: Expression, polarity: int) -> Expression:
    """The convex hull of "0 or the body", depending on the bit."""
    value = _variable(model, node.low, node.high)
    low, high = node.body.low, node.body.high
    if polarity & POSITIVE:
        model.add(value <= high * bit)
        model.add(value <= body - low + low * bit)
    if polarity & NEGATIVE:
        model.add(value >= low * bit)
        model.add(value >= body - high + high * bit)
    return value


def product(model: cp_model.CpModel, node: Product, left: Expression, right: Expression) -> Expression:
    """Exact for the expressions of the factors; the polarity is already in those."""
    value = _variable(model, node.low, node.high)
    first = second = _variable(model, node.left.low, node.left.high, left)
    if node.right.key != node.left.key:
        second = _variable(model, node.right.low, node.right.high, right)
    model.add_multiplication_equality(value, [first, second])
    return value


def quotient(model: cp_model.CpModel, node: Quotient, left: Expression, right: Expression, polarity: int) -> Expression:
    """Division by a constant: the dividend is between two multiples of it. Otherwise by the sign of the divisor."""
    value = _variable(model, node.low, node.high)
    if not node.right.constant:
        _by_unknown(model, node, value, left, right)
        return value
    divisor = node.right.const
    if divisor < 0:
        divisor, left = -divisor, -1 * left
    if polarity & POSITIVE:
        model.add(divisor * value <= left)
    if polarity & NEGATIVE:
        model.add(left <= divisor * value + divisor - 1)
    return value


def _by_unknown(
    model: cp_model.CpModel,
    node: Quotient,
    value: cp_model.IntVar,
    left: Expression,
    right: Expression,
) -> None:
    """The remainder has the sign of the divisor and is smaller in absolute value."""
    low, high = node.right.low, node.right.high
    divisor = _variable(model, low, high, right)
    ends = [a * b for a in (low, high) for b in (node.low, node.high)]
    back = _variable(model, min(ends), max(ends))
    model.add_multiplication_equality(back, [value, divisor])
    negative, zero, positive = (model.new_bool_var("") for _ in range(3))
    model.add_exactly_one([negative, zero, positive])
    model.add(divisor <= -1).only_enforce_if(negative)
    model.add(divisor == 0).only_enforce_if(zero)
    model.add(divisor >= 1).only_enforce_if(positive)
    model.add(value == 0).only_enforce_if(zero)
    model.add(left >= back).only_enforce_if(positive)
    model.add(left <= back + divisor - 1).only_enforce_if(positive)
    model.add(left <= back).only_enforce_if(negative)
    model.add(left >= back + divisor + 1).only_enforce_if(negative)


def largest(model: cp_model.CpModel, node: Maximum, numbers: Sequence[Expression], polarity: int) -> Expression:
    """The maximum of numbers. Pushed down: at least each of them. Pushed up: at most the one that free bits select, as
    the convex hull of the choice; a bit that selects another number only makes it smaller, so this is sound."""
    value = _variable(model, node.low, node.high)
    if polarity == BOTH:
        model.add_max_equality(value, numbers)
    elif polarity == NEGATIVE:
        for number in numbers:
            model.add(value >= number)
    else:
        floor = min(number.low for number in node.numbers)
        chosen = [model.new_bool_var("") for _ in numbers]
        model.add_exactly_one(chosen)
        shares = []
        for known, number, bit in zip(node.numbers, numbers, chosen, strict=True):
            shares.append(_variable(model, 0, known.high - floor))
            model.add(shares[-1] <= (known.high - floor) * bit)
            model.add(shares[-1] <= number - floor)
        model.add(value <= floor + cp_model.LinearExpr.sum(shares))
    return value
