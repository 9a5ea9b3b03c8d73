"""How amounts are posted to a CP-SAT model, by their polarity."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from tilewright.cpsat.literals import Expression, Literal
from tilewright.symbolic.nodes import BitProduct, Maximum, Product, Quotient
from tilewright.symbolic.polarity import BOTH, NEGATIVE, POSITIVE


def _variable(model: cp_model.CpModel, low: int, high: int, expression: Expression | None = None) -> cp_model.IntVar:
    variable = model.new_int_var(low, high, "")
    if expression is not None:
        model.add(variable == expression)
    return variable


def bit_product(model: cp_model.CpModel, node: BitProduct, bit: Literal, body: Expression, polarity: int) -> Expression:
    """The convex hull of "0 or the body"."""
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
    """Exact in stand-ins of the factors; its polarity is theirs."""
    value = _variable(model, node.low, node.high)
    first = second = _variable(model, node.left.low, node.left.high, left)
    if node.right.key != node.left.key:
        second = _variable(model, node.right.low, node.right.high, right)
    model.add_multiplication_equality(value, [first, second])
    return value


def quotient(model: cp_model.CpModel, node: Quotient, left: Expression, right: Expression, polarity: int) -> Expression:
    """By a constant: between two multiples of it. Otherwise by the sign of the divisor."""
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
    """The remainder has the sign of the divisor and is smaller."""
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
    """Up: the convex hull of "not above one of them", chosen by free bits."""
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
