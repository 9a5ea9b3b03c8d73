"""A group that is picked outside of a loop: as one of all the sets of spaces that it can be, wherever they came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tilewright.core import expr as core
from tilewright.kernel.contents import Listed
from tilewright.meaning.domain import Env, SpaceSet
from tilewright.symbolic.nodes import Bit, In, invert
from tilewright.turns.columns import mask_of, spaces_of, whole_sets
from tilewright.turns.groups import may_join, one_of, values_of
from tilewright.turns.rules import CaseSplit, PickedGroup
from tilewright.turns.run import Execution, GuardedDecision
from tilewright.turns.unsupported import NotExecutable

MOST_SETS = 20_000
"""So many sets of spaces are gone through."""


@dataclass
class _Case:
    """The groups of one value, where other variables are bound to certain elements, which the bit says."""

    env: Env
    lasting: Env
    bit: Bit
    value: core.Value | None
    eligible: list[Bit]
    sets: list[tuple[int, Bit]]
    first: int = 0

    @property
    def states(self) -> int:
        """The states of the unknown that stand for its sets."""
        return ((1 << len(self.sets)) - 1) << self.first


def pick_group(run: Execution, listed: Listed, guard: Bit, whole: bool) -> tuple[Bit, Any]:
    """Where the guard holds a group that satisfies the binder: the bit that there is one, and the group.

    It is one of those that are there: all of its spaces are eligible, and none beside them.
    """
    if not whole:
        raise NotExecutable("a group that is picked if there is one", listed.level.step)
    env = run.env(listed.question.scope)
    cases = [case for case in _cases(run, listed, env) if case.sets]
    if not cases:
        run.demand(invert(guard))
        return False, CaseSplit(())
    none, count = int(guard is not True), sum(len(case.sets) for case in cases)
    which = run.fresh(none + count)
    picked: Bit = invert(In(which, 1)) if none else True
    if none:
        run.only_if(picked, guard)
        run.only_if(guard, picked)
    at = none
    found: list[tuple[Any, Bit]] = []
    for case in cases:
        case.first = at
        at += len(case.sets)
        found.append((_group(run, listed, case, which), In(which, case.states)))
    run.decisions.append(GuardedDecision(run.turn, listed.level, env, found))
    return guard, found[0][0] if len(found) == 1 else CaseSplit(tuple(found))


def _group(run: Execution, listed: Listed, case: _Case, which: Any) -> PickedGroup:
    """The demands that a case makes, and its group."""
    geometry = run.boards[run.home(listed.question, case.env)].geometry
    run.only_if(In(which, case.states), case.bit)
    for state, (_, bit) in enumerate(case.sets, case.first):
        run.only_if(In(which, 1 << state), bit)
    columns = ((state, column) for state, (column, _) in enumerate(case.sets, case.first))
    members = one_of(run, geometry, which, columns, case.eligible)
    return PickedGroup(-1, members, case.value)


def _cases(run: Execution, listed: Listed, env: Env) -> Iterator[_Case]:
    """For each way to bind the variables that are asked, and each value, the sets that can be a group."""
    domain, seat = listed.binder.domain, run.home(listed.question, env)
    assert isinstance(domain, core.Groups)
    start = Execution(run.evaluator, run.opening, run.meaning, run.logic, run.player)
    count = 0
    for inner, lasting, bit in run.rules.split(listed.binder, env):
        for value in values_of(listed):
            case = _Case(inner, lasting, bit, value, _eligible(run, domain, inner, lasting, seat, value), [])
            old = _eligible(start, domain, inner, lasting, seat, value)
            case.sets = _sets(run, listed, case, seat, old)
            count += len(case.sets)
            if count > MOST_SETS:
                raise NotExecutable("groups that can lie in too many ways", listed.level.step)
            yield case


def _eligible(
    run: Execution, domain: core.Groups, env: Env, lasting: Env, seat: int, value: core.Value | None
) -> list[Bit]:
    """The bit of each space that it can belong to a group."""
    found = []
    for space in range(run.boards[seat].geometry.size):
        bit = run.rules.at(domain.binder.guard, {**env, domain.binder.var.id: space}, seat, lasting)
        if value is not None:
            bit = run.logic.every([bit, run.rules.domain.shows_value(seat, space, value)])
        found.append(bit)
    return found


def _sets(run: Execution, listed: Listed, case: _Case, seat: int, old: list[Bit]) -> list[tuple[int, Bit]]:
    """The sets that can be a group, each with the bit that it is what is asked of one."""
    usable = mask_of(space for space, bit in enumerate(case.eligible) if bit is not False)
    certain = mask_of(space for space, bit in enumerate(case.eligible) if bit is True)
    first = mask_of(space for space, bit in enumerate(old) if bit is not False)
    kinds = None if case.value is None else case.value.kinds
    laid = sum(may_join(run, listed, seat, kinds, event) for event in run.events)
    geometry = run.boards[seat].geometry
    least, most = _sizes(listed.binder, geometry.size)
    columns = whole_sets(geometry, usable, certain, first, laid, most, MOST_SETS)
    if columns is None:
        raise NotExecutable("groups that can lie in too many ways", listed.level.step)
    found: list[tuple[int, Bit]] = []
    for column in columns:
        if column.bit_count() >= least:
            group = SpaceSet[Bit](0, dict.fromkeys(spaces_of(column), True))
            bit = run.rules.at(listed.binder.guard, {**case.env, listed.binder.var.id: group}, seat, case.lasting)
            found += [(column, bit)] if bit is not False else []
    return found


def _sizes(binder: core.Binder, most: int) -> tuple[int, int]:
    """The least and the largest size that a guard says outright."""
    least, parts = 1, binder.guard.parts if isinstance(binder.guard, core.And) else (binder.guard,)
    for part in parts:
        match part:
            case core.Compare(
                operator=operator,
                left=core.Sum(
                    binder=core.Binder(domain=core.SpacesOf(of=of), guard=core.Truth(value=True)),
                    body=core.Const(value=1),
                ),
                right=core.Const(value=size),
            ) if of == binder.var:
                least = max(least, {"=": size, ">=": size, ">": size + 1}.get(operator, least))
                most = min(most, {"=": size, "<=": size, "<": size - 1}.get(operator, most))
            case _:  # any size; the guard is asked of every group
                pass
    return least, most
