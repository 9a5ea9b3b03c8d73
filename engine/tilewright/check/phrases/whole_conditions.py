"""Conditions on pairs, runs, lines and groups of values: what their parts have in common, or their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, takewhile

from tilewright.check.context import Context
from tilewright.check.phrases.protocol import PhraseElaborator
from tilewright.check.typed import Bound, Reported, Scope
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.syntax import ast

_FEW = 12
"""The largest number of values for which all ranges are enumerated."""


def is_ordered(values: core.Values) -> bool:
    """Whether values are numbers, which have an order."""
    return values.heights or (bool(values.values) and all(value.number is not None for value in values.values))


class WholeConditions:
    """Conditions on two spaces of a whole, or on all its spaces, by the values of an attribute."""

    def __init__(self, context: Context, attribute: str) -> None:
        self.context = context
        self.attribute = attribute
        self.values = context.vocabulary.values(attribute)

    def _space(self) -> core.Var:
        return self.context.fresh(core.SPACE, "space")

    def alike(self, one: core.Var, other: core.Var) -> core.Expr:
        """Two spaces have a value in common."""
        if self.values.heights:
            return core.Compare("=", core.Height(one), core.Height(other))
        value = self.context.fresh(core.VALUE, "value")
        both = core.And((core.ShowsValue(one, value), core.ShowsValue(other, value)))
        return core.Exists(core.Binder(value, self.values, core.TRUE), both)

    def alike_pair(self, pair: core.Var) -> core.Expr:
        """Both spaces of a pair have a common value."""
        space = self._space()
        both = core.Binder(space, core.SpacesOf(pair), core.TRUE)
        if self.values.heights:
            height = core.Height(space)
            return core.Compare("=", core.Extremum("max", both, height), core.Extremum("min", both, height))
        value = self.context.fresh(core.VALUE, "value")
        shown = core.Forall(both, core.ShowsValue(space, value))
        return core.Exists(core.Binder(value, self.values, core.TRUE), shown)

    def alike_in(self, region: core.Var) -> core.Expr:
        """All stacks of a region show a common value, and there are two or more."""
        stack = self._space()
        stacks = core.Binder(stack, core.SpacesOf(region), build.occupied(stack))
        several = core.Compare(">=", core.Sum(stacks, core.Const(1)), core.Const(2))
        if self.values.heights:
            height = core.Height(stack)
            same: core.Expr = core.Compare(
                "=", core.Extremum("max", stacks, height), core.Extremum("min", stacks, height)
            )
        else:
            value = self.context.fresh(core.VALUE, "value")
            everywhere = core.Forall(stacks, core.ShowsValue(stack, value))
            same = core.Exists(core.Binder(value, self.values, core.TRUE), everywhere)
        return build.conjunction([several, same])

    def one_more(self, one: core.Var, other: core.Var) -> core.Expr:
        """The value of the second space is one more than that of the first.

        Encoded kind by kind: its linear relaxation is stronger than that of an equality of two numbers.
        """
        if self.values.heights:
            return core.Compare("=", core.Height(other), core.Add((core.Height(one), core.Const(1))))
        kinds = {value.number: value.kinds or frozenset() for value in self.values.values}
        steps = ((own, kinds.get(number + 1)) for number, own in kinds.items() if number is not None)
        return build.disjunction(
            core.And((core.Shows(one, own), core.Shows(other, following))) for own, following in steps if following
        )

    def consecutive_pair(self, pair: core.Var) -> core.Expr:
        """The values of a pair are consecutive, in either order."""
        one, other = self._space(), self._space()
        further = core.Exists(core.Binder(other, core.SpacesOf(pair), core.TRUE), self.one_more(one, other))
        return core.Exists(core.Binder(one, core.SpacesOf(pair), core.TRUE), further)

    def consecutive_in(self, region: core.Var) -> core.Expr:
        """The values of all stacks in a region are distinct and consecutive, and there are two or more."""
        stack = self._space()
        stacks = core.Binder(stack, core.SpacesOf(region), build.occupied(stack))
        if self.values.heights or len(self.values.values) > _FEW:
            return self._without_gaps(region, stacks)
        return build.disjunction(self._windows(region, core.Sum(stacks, core.Const(1))))

    def _windows(self, region: core.Var, size: core.Expr) -> Iterator[core.Expr]:
        """For each range of values: there are as many stacks as values, and each value is shown. Encoded kind by
        kind."""
        shown = {value.number: self._somewhere(region, value.kinds or frozenset()) for value in self.values.values}
        for first in shown:
            for last in takewhile(shown.__contains__, count((first or 0) + 1)):
                stretch = range(first or 0, last + 1)
                as_many = core.Compare("=", size, core.Const(len(stretch)))
                yield build.conjunction([as_many, *(shown[number] for number in stretch)])

    def _somewhere(self, region: core.Var, kinds: frozenset[int]) -> core.Expr:
        space = self._space()
        return core.Exists(core.Binder(space, core.SpacesOf(region), core.TRUE), core.Shows(space, kinds))

    def _without_gaps(self, region: core.Var, stacks: core.Binder) -> core.Expr:
        """There are as many values as stacks, and as many as the range from the least to the greatest has."""
        shown, value = self._space(), self.context.fresh(core.VALUE, "value")
        number: core.Expr = core.Height(stacks.var)
        if not self.values.heights:
            number = core.Attribute(stacks.var, self.context.vocabulary.numbers(self.attribute), self.attribute)
        size = core.Sum(stacks, core.Const(1))
        somewhere = core.Exists(core.Binder(shown, core.SpacesOf(region), core.TRUE), core.ShowsValue(shown, value))
        different = core.Sum(core.Binder(value, self.values, somewhere), core.Const(1))
        reached = core.Add((core.Extremum("min", stacks, number), size, core.Const(-1)))
        return build.conjunction(
            [
                core.Compare(">=", size, core.Const(2)),
                core.Compare("=", different, size),
                core.Compare("=", core.Extremum("max", stacks, number), reached),
            ]
        )


def members_of(phrase: ast.Phrase, phrases: PhraseElaborator) -> ast.Phrase | None:
    """The phrase of the values that a phrase groups; None if it does not group values."""
    known = phrases.context.vocabulary
    of = [modifier.phrase for modifier in phrase.modifiers if isinstance(modifier, ast.OfPhrase)]
    if phrase.noun.text not in ("group", "groups") or len(of) != 1 or of[0].article is not None or not of[0].words:
        return None
    return of[0] if known.sort_of(of[0].noun.text) == core.VALUE else None


def group_of_values(phrase: ast.Phrase, members: ast.Phrase, scope: Scope, phrases: PhraseElaborator) -> Bound:
    """The binder of groups of values; `where` applies to the group."""
    context = phrases.context
    about = [modifier for modifier in (*phrase.modifiers, *members.modifiers) if isinstance(modifier, ast.WhereClause)]
    own = tuple(modifier for modifier in members.modifiers if modifier not in about)
    found = phrases.bound(replace(members, modifiers=own), scope, many=True)
    values = found.binder.domain
    if not isinstance(values, core.Values) or values.heights or not is_ordered(values):
        raise _not_ordered(members, phrases)
    stretches = _stretches([value for value in values.values if value.number is not None])
    group = context.fresh(core.VALUE, "group")
    low, high = (_by_index(group, [stretch[at].number or 0 for stretch in stretches]) for at in (0, -1))
    context.sizes[group] = _by_index(group, list(map(len, stretches)))
    number, one = core.NumberOf(found.var), core.Const(1)
    inside = core.And((core.Compare(">=", number, low), core.Compare("<=", number, high)))
    beside = core.Or(
        (
            core.Compare("=", core.Add((number, one)), low),
            core.Compare("=", number, core.Add((high, one))),
        )
    )
    other = context.fresh(core.VALUE, found.var.noun)
    guards: list[core.Expr] = [
        core.Forall(core.Binder(found.var, values, inside), found.binder.guard),
        walk.substitute(
            core.Forall(core.Binder(found.var, values, beside), build.negation(found.binder.guard)), found.var, other
        ),
    ]
    guards += [phrases.condition(modifier.condition, scope.bind(group)) for modifier in about]
    named = tuple(_named(index, stretch) for index, stretch in enumerate(stretches))
    return Bound(core.Binder(group, core.Values(named), build.conjunction(guards)), player=found.player)


def _stretches(values: Sequence[core.Value]) -> list[list[core.Value]]:
    """All ranges of consecutive values."""
    ordered = sorted(values, key=lambda value: value.number or 0)
    found = []
    for first in range(len(ordered)):
        for last in range(first, len(ordered)):
            if (ordered[last].number or 0) - (ordered[first].number or 0) == last - first:
                found.append(ordered[first : last + 1])
    return found


def _named(index: int, stretch: Sequence[core.Value]) -> core.Value:
    kinds = frozenset[int]().union(*(value.kinds or frozenset() for value in stretch))
    return core.Value(" ".join(value.label for value in stretch), kinds, index)


def _by_index(group: core.Var, numbers: Sequence[int]) -> core.Expr:
    """A number for each range, looked up by its index."""
    return core.Lookup(core.NumberOf(group), tuple((i, i, number) for i, number in enumerate(numbers)))


def _not_ordered(members: ast.Phrase, phrases: PhraseElaborator) -> Reported:
    return phrases.context.fail(
        "TW202",
        members.span,
        f"{members.noun.text} cannot be consecutive",
        "groups are made of spaces, stacks or pieces, or of numbers of a piece",
    )
