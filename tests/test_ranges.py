"""Comparisons of one number: what excludes and what covers what, against all the values there are."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core import expr as core
from tilewright.lint.rules import clashing, range_of, unreachable

SIGNS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "!=": operator.ne,
}
NUMBERS = range(-9, 10)
COMPARED = st.tuples(st.sampled_from(list(SIGNS)), st.integers(-4, 4), st.booleans())


def counted(ids: int, kind: str = "row") -> core.Expr:
    """The number of lines of a kind; `ids` only numbers its variable."""
    line = core.Binder(core.Var(ids, core.LINE, "row"), core.Lines(kind), core.TRUE)
    return core.Sum(line, core.Const(1))


def condition(compared: tuple[str, int, bool], number: core.Expr) -> core.Compare:
    """A comparison of a number with a constant, on its left or its right side."""
    sign, value, turned = compared
    left, right = (core.Const(value), number) if turned else (number, core.Const(value))
    return core.Compare(sign, left, right)


def values(compared: tuple[str, int, bool]) -> set[int]:
    """The numbers for which a comparison holds."""
    sign, value, turned = compared
    return {n for n in NUMBERS if (SIGNS[sign](value, n) if turned else SIGNS[sign](n, value))}


@pytest.mark.slow
@given(COMPARED, COMPARED)
def test_two_clash_when_no_number_is_left(one: tuple[str, int, bool], other: tuple[str, int, bool]) -> None:
    """Two comparisons of a number clash just when no value satisfies both (but for '!=')."""
    parts = condition(one, counted(1)), condition(other, counted(2))
    clash = clashing(core.And((core.TRUE, *parts)))
    impossible = not values(one) & values(other) and "!=" not in (one[0], other[0])
    assert clash == (parts if impossible else None)


@pytest.mark.slow
@given(COMPARED, COMPARED)
def test_a_later_case_is_covered(one: tuple[str, int, bool], other: tuple[str, int, bool]) -> None:
    """A later case never counts just when every value of its own is one of the first case's."""
    late = condition(other, counted(2))
    rest = core.If(late, core.Const(1), core.Const(2))
    found = list(unreachable(core.If(condition(one, counted(1)), core.Const(0), rest)))
    covered = values(other) <= values(one) and "!=" not in (one[0], other[0])
    assert found == ([late] if covered else [])


@pytest.mark.slow
@given(COMPARED, COMPARED)
def test_other_numbers_have_nothing_to_do_with_it(one: tuple[str, int, bool], other: tuple[str, int, bool]) -> None:
    """Comparisons of two different numbers neither clash nor cover one another."""
    first, second = condition(one, counted(1)), condition(other, counted(1, "column"))
    assert clashing(core.And((first, second))) is None
    assert not list(unreachable(core.If(first, core.Const(0), core.If(second, core.Const(1), core.Const(2)))))


def test_what_is_no_comparison_with_a_constant_has_no_range() -> None:
    """Two numbers, two constants, a condition, and a number too large to look at."""
    large = core.Add(tuple(counted(i) for i in range(200)))
    for strange in (
        core.TRUE,
        core.Compare("<", counted(1), counted(2)),
        core.Compare("<", core.Const(1), core.Const(2)),
        core.Compare("<", large, core.Const(1)),
    ):
        assert range_of(strange) is None
