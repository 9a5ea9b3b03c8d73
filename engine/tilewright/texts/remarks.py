"""What remarks of a text say of its rule, which they repeat: that larger groups pay no more, that a single thing is a group."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tilewright.core import expr as core
from tilewright.core.walk import find, variables

_HOLDS_FOR_ONE = {"=": False, ">": False, ">=": False, "!=": True, "<": True, "<=": True}
"""Whether a size of one compares so with a number of two or more."""
_AT_MOST_ONE = (core.Const(0), core.Const(1))


def pays_alike(rule: core.Expr) -> bool:
    """Whether each of the groups, or runs, that a rule goes through pays the same, whatever their size."""
    totals = [total for total in find(core.Sum, rule) if _is_connected(total.binder)]
    return bool(totals) and all(
        total.binder.var not in variables(amount) for total in totals for amount in _amounts(total.body)
    )


def takes_single_ones(rule: core.Expr) -> bool:
    """Whether a rule goes through groups, and a single thing can be one."""
    groups = {binder.var for binder in find(core.Binder, rule) if isinstance(binder.domain, core.Groups)}
    sizes = [it for it in find(core.Compare, rule) if _size_of(it.left) in groups]
    return bool(groups) and all(_HOLDS_FOR_ONE[it.operator] or it.right in _AT_MOST_ONE for it in sizes)


def skips_empty_spaces(rule: core.Expr) -> bool:
    """Whether a rule is about no things side by side, between which an empty space would matter; the next one may be farther."""
    return not any(
        (isinstance(binder.domain, core.Neighbors) and binder.domain.distance is not None) or _is_connected(binder)
        for binder in find(core.Binder, rule)
    )


def takes_whole_runs(rule: core.Expr) -> bool:
    """Whether a rule goes through runs, or groups, which are as long as they can be."""
    return any(map(_is_connected, find(core.Binder, rule)))


def _is_connected(binder: core.Binder) -> bool:
    return isinstance(binder.domain, core.Groups | core.Runs)


def _amounts(paid: core.Expr) -> Iterator[core.Expr]:
    """The numbers that a rule pays, whatever the condition."""
    if isinstance(paid, core.If):
        yield from _amounts(paid.then)
        yield from _amounts(paid.otherwise)
    elif isinstance(paid, core.Award):
        yield from _amounts(paid.amount)
    else:
        yield paid


def _size_of(number: core.Expr) -> core.Var | None:
    """The group that a number is the size of."""
    if isinstance(number, core.Sum) and isinstance(number.binder.domain, core.SpacesOf):
        plain = isinstance(number.binder.guard, core.Truth) and number.body == core.Const(1)
        return number.binder.domain.of if plain else None
    return None


CHECKED: Mapping[str, Callable[[core.Expr], bool]] = {
    "PaysAlike": pays_alike,
    "SingleGroup": takes_single_ones,
    "SkipsEmpty": skips_empty_spaces,
    "FullLength": takes_whole_runs,
}
"""By the phrase of a remark, what it says of the rule as a whole."""
