"""Groups of values: `a group of pips where size >= 5`, longest stretches of numbers that follow one another.

Values do not depend on the board, so every stretch of them is a value by itself; the guard keeps those of which
all numbers are members, and the numbers before and after them are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilewright.check.phrases.protocol import PhraseElaborator
from tilewright.check.phrases.whole_conditions import is_ordered
from tilewright.check.typed import Bound, Reported, Scope
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.syntax import ast


def members_of(phrase: ast.Phrase, phrases: PhraseElaborator) -> ast.Phrase | None:
    """The phrase of the values that a phrase makes groups of; None if it does not."""
    known = phrases.context.vocabulary
    of = [modifier.phrase for modifier in phrase.modifiers if isinstance(modifier, ast.OfPhrase)]
    if phrase.noun.text not in ("group", "groups") or len(of) != 1 or of[0].article is not None or not of[0].words:
        return None
    return of[0] if known.sort_of(of[0].noun.text) == core.VALUE else None


def group_of_values(phrase: ast.Phrase, members: ast.Phrase, scope: Scope, phrases: PhraseElaborator) -> Bound:
    """The binder of a phrase about groups of values; `where` is about the group."""
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
    """All stretches of values whose numbers follow one another without a gap."""
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
    """A number of each stretch, looked up by the index that stands for it."""
    return core.Lookup(core.NumberOf(group), tuple((i, i, number) for i, number in enumerate(numbers)))


def _not_ordered(members: ast.Phrase, phrases: PhraseElaborator) -> Reported:
    return phrases.context.fail(
        "TW202",
        members.span,
        f"{members.noun.text} cannot be consecutive",
        "groups are made of spaces, stacks or pieces, or of numbers of a piece",
    )
