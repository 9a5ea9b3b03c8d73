"""Rules that nobody prints: a condition that does not depend on its thing, or is never met; and what a rule denies.

A reading with such a rule is probably a misreading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.core import expr as core
from tilewright.core.build import conjuncts, occupied
from tilewright.core.node import Node
from tilewright.core.play import Ability
from tilewright.core.same import canonical
from tilewright.core.walk import find, variables, walk


def is_idle(rule: core.Expr | None) -> bool:
    """Whether some condition of a rule, or what it scores for each of some things, does not depend on the thing, or is never met."""
    if rule is None:
        return False
    binders, totals = [*find(core.Binder, rule)], [*find(core.Sum, rule)]
    return (
        any(map(_is_of_one, binders))
        or any(_ignores(part, it.var) for it in binders for part in conjuncts(it.guard))
        or any(_is_nowhere(conjuncts(it.guard), it.var) for it in binders)
        or any(it.guard == core.FALSE for it in binders)
        or any(map(_pays_without, totals))
        or any(map(_scores_alike, totals))
        or any(map(_is_constant, _parts(rule)))
        or any(map(_shows_otherwise, walk(rule)))
        or any(map(_is_anywhere, find(core.Exists, rule)))
        or any(map(_shows_several, find(core.Compare, rule)))
        or any(map(_splits_a_table, find(core.Add, rule)))
        or any(map(_has_no_number, totals))
        or any(map(_has_no_number, find(core.Extremum, rule)))
        or any(map(_asks_twice, find(core.If, rule)))
    )


def cannot_be_done(ability: Ability) -> bool:
    """Whether some thing that an ability picks can be nowhere."""
    return any(_is_nowhere(conjuncts(it.guard), it.var) for it in find(core.Binder, ability))


def leaves_a_choice(rule: str) -> bool:
    """Whether some points behind a choice, in the lines of a rule, have nothing to do with what is chosen.

    "Choose a column: 2 points for each stack and 1 point for each tower" is about the towers of the column.
    """
    behind = rule.partition("choose ")[2].split("\n")[1:]
    return any(line.lstrip().startswith("score ") and not _REFERRING.search(line) for line in behind)


_REFERRING = re.compile(r"\b(?:its|the|chosen)\b|\b(?:in|of|on|from|with|if) \(*it\b")


def is_of_itself(rule: str) -> bool:
    """Whether a rule says of each of some things that one of the same name in it is somewhere: "each piece, if one ..."."""
    return bool(_OF_ITSELF.search(rule))


def is_far_fetched(rule: str) -> bool:
    """Whether a rule counts only kinds that have a piece with some number, or asks what is in a pair or in an edge; nobody prints that."""
    return bool(_FAR_FETCHED.search(rule))


_FAR_FETCHED = re.compile(
    r"\bcount of different [\w-]+ of [^\n]*? where \(it has an? [\w-]+ where \(its "
    r"|\bit is in (?:a pair of |the (?:left|right|top|bottom) edge\b)"
)
_OF_ITSELF = re.compile(
    r"\bfor each (?:[\w-]+ )*?([\w-]+)(?: where\b|\n)(?:(?!for each)(?:.|\n))*?"
    r"(?:\bthere is a \1 (?:where [^\n]+ )?of it where\b|\bit has a \1\b)"
)


def denies(rule: Node | None) -> bool:
    """Whether some part of a rule says that something is not so, or that it is so of all, or sets a limit."""
    return rule is not None and any(map(_denial, walk(rule)))


def _denial(part: Node) -> bool:
    if isinstance(part, core.Compare):
        none = part.operator == "=" and core.Const(0) in (part.left, part.right)
        return none or part.operator in ("<", "<=", ">=", "!=")
    return isinstance(part, core.Not | core.Forall)


def _scores_alike(total: core.Sum) -> bool:
    """Whether each of some things pays the same as the others, but no fixed number; of spaces a fixed one may have a condition.

    "A row with a piece earns 3 points if its pieces ..." is about the pieces of the row; a piece has none.
    """
    some = total.binder.var.sort != "line" and not isinstance(total.binder.guard, core.Truth)
    fixed = _is_fixed(total.body, core.If if some else ())
    return not fixed and total.binder.var not in variables(total.body)


def _parts(paid: core.Expr) -> list[core.Expr]:
    """What a rule pays, part by part."""
    if isinstance(paid, core.Award):
        return _parts(paid.amount)
    return [part for it in paid.parts for part in _parts(it)] if isinstance(paid, core.Add) else [paid]


def _is_constant(paid: core.Expr) -> bool:
    """Whether each kind pays a fixed number, whether there is something of it or not."""
    if not isinstance(paid, core.Sum) or not isinstance(paid.binder.domain, core.Values):
        return False
    return isinstance(paid.binder.guard, core.Truth) and _is_fixed(paid.body, ())


def _is_fixed(paid: core.Expr, choosing: type[core.If] | tuple[()]) -> bool:
    """Whether what is paid is a fixed number, or with `choosing` one of several."""
    if isinstance(paid, core.Award):
        return _is_fixed(paid.amount, choosing)
    if isinstance(paid, choosing):
        return _is_fixed(paid.then, choosing) and _is_fixed(paid.otherwise, choosing)
    return all(isinstance(part, core.Const | core.Mul) for part in walk(paid))


def _splits_a_table(paid: core.Add) -> bool:
    """Whether a number is read in a table of points and is paid for beside it, too, or a table has one number: rows belong together."""
    parts = _parts(paid)
    tables = [canonical(it.body) for it in parts if isinstance(it, core.Lookup)]
    if any(len(table.entries) == 1 and table.entries[0][0] == table.entries[0][1] for table in find(core.Lookup, paid)):
        return True
    others = [number for it in parts for number in _numbers(it)] if tables else []
    return len({*tables}) < len(tables) or not {*tables}.isdisjoint(map(canonical, others))


def _numbers(paid: core.Expr) -> list[core.Expr]:
    """The numbers that points outside tables depend on."""
    if isinstance(paid, core.If):
        compared = [it.left for it in conjuncts(paid.condition) if isinstance(it, core.Compare)]
        return [*compared, *_numbers(paid.then), *_numbers(paid.otherwise)]
    if isinstance(paid, core.Award):
        return _numbers(paid.amount)
    if isinstance(paid, core.Mul):
        return [paid.left, paid.right]
    return [] if isinstance(paid, core.Lookup) else [paid]


def _asks_twice(choice: core.If) -> bool:
    """Whether a number is compared and then read in a table."""
    tables = {canonical(it.body) for it in find(core.Lookup, choice.then)}
    compared = [it.left for it in conjuncts(choice.condition) if isinstance(it, core.Compare)] if tables else []
    return not tables.isdisjoint(map(canonical, compared))


def _has_no_number(found: core.Sum | core.Extremum) -> bool:
    """Whether the attribute of things is asked that show none: kinds without numbers, or pieces that are covered by a cap."""
    asked, thing = found.body, found.binder.var
    if not isinstance(asked, core.Attribute) or asked.space != thing:
        return False
    numbered = {kind for kind, _ in asked.numbers}
    known = conjuncts(found.binder.guard)
    return any(
        (isinstance(it, core.Shows) and it.space == thing and it.kinds.isdisjoint(numbered))
        or (isinstance(it, core.Capped) and it.space == thing)
        for it in known
    )


def _pays_without(total: core.Sum) -> bool:
    """Whether only a part of the condition on what is paid for each of some things depends on the thing."""
    paid, thing = total.body, total.binder.var
    parts = conjuncts(paid.condition) if isinstance(paid, core.If) else []
    return any(_ignores(part, thing) for part in parts) and any(thing in variables(part) for part in parts)


def _is_nowhere(conditions: Sequence[core.Expr], var: core.Var) -> bool:
    """Whether a thing would have to be in a corner and in the center, empty and not empty, of two kinds, or show one face-down."""
    regions = {it.region for it in conditions if isinstance(it, core.InRegion) and it.space == var}
    kinds = [it.kinds for it in conditions if isinstance(it, core.Shows) and it.space == var]
    hidden = any(isinstance(it, core.FaceDown) and it.space == var for it in conditions)
    heights = {
        (it.operator, it.right) for it in conditions if isinstance(it, core.Compare) and it.left == core.Height(var)
    }
    empty = ("=", core.Const(0)) in heights or core.Not(occupied(var)) in conditions
    full = (">", core.Const(0)) in heights or any(isinstance(it, core.Capped) and it.space == var for it in conditions)
    return (
        regions >= {"corner", "center"}
        or _is_in_two_lines(conditions, var)
        or (bool(kinds) and not frozenset.intersection(*kinds))
        or (empty and (full or bool(kinds)))
        or (hidden and bool(kinds))
    )


def _is_in_two_lines(conditions: Sequence[core.Expr], var: core.Var) -> bool:
    """Whether a space would have to be in two rows or in two columns that are named by their places."""
    named = [
        it.binder.domain
        for it in conditions
        if isinstance(it, core.Exists) and it.condition == core.Inside(var, it.binder.var)
    ]
    lines = {(it.kind, it.at) for it in named if isinstance(it, core.Lines) and it.at is not None}
    return len(lines) > len({kind for kind, _ in lines})


def _is_anywhere(part: core.Exists) -> bool:
    """Whether something says no more than that a space has another beside it, as each has."""
    around = isinstance(part.binder.domain, core.Neighbors) and part.binder.domain.shape in _AROUND
    return around and isinstance(part.binder.guard, core.Truth) and isinstance(part.condition, core.Truth)


_AROUND = ("orthogonal", "diagonal", "surrounding")


def _is_of_one(binder: core.Binder) -> bool:
    """Whether something goes through the things of a single space, of which there is one."""
    return isinstance(binder.domain, core.SpacesOf) and binder.domain.of.sort == "space"


def _shows_otherwise(part: Node) -> bool:
    """Whether a condition on things of some kinds can be met only by things of others: a black piece that is white."""
    binder = getattr(part, "binder", None)
    if binder is None:
        return False
    shown = [it for it in find(core.Shows, part) if it.space == binder.var]
    known = conjuncts(binder.guard)
    kinds = [it.kinds for it in shown if it in known]
    return any(it.kinds.isdisjoint(own) for it in shown for own in kinds)


def _shows_several(amounts: core.Compare) -> bool:
    """Whether a number of kinds that a single thing shows is compared with more than one."""
    counted, number = amounts.left, amounts.right
    if not isinstance(counted, core.Sum) or not isinstance(number, core.Const) or number.value < 2:
        return False
    kind = counted.binder.var
    return any(isinstance(it, core.ShowsValue) and it.value == kind for it in conjuncts(counted.binder.guard))


def _ignores(condition: core.Expr, var: core.Var) -> bool:
    return not isinstance(condition, core.Truth) and var not in variables(condition)
