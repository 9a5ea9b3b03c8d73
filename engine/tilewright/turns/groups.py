"""Loops over groups, one group after another in any order, and groups picked outside loops.

Connected sets of spaces are bit masks: bit s is space s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeVar, cast

from tilewright.core import expr as core
from tilewright.core.walk import counters_read, find, walk
from tilewright.kernel import flow as f
from tilewright.kernel.contents import FlowPart, Listed, inside, questions, statements_of
from tilewright.meaning.domain import Env, SpaceSet
from tilewright.meaning.unrolled import Seat, Unrolled
from tilewright.symbolic.nodes import Bit, In, Linear, as_number, combine, invert
from tilewright.table.geometry import Geometry
from tilewright.turns.run import Event, Execution, GuardedDecision, LinearDemand
from tilewright.turns.stacks import THERE, CaseSplit, GuardedBoard, NotExecutable, PickedGroup, TableRules, TopQuestion
from tilewright.turns.uses import UseMoment, enter_loop, falls_into, quiet, within


def mask_of(spaces: Iterable[int]) -> int:
    """A bit mask of spaces."""
    return sum(1 << space for space in spaces)


def spaces_of(mask: int) -> list[int]:
    """The spaces of a bit mask."""
    return [space for space in range(mask.bit_length()) if mask >> space & 1]


@lru_cache(maxsize=64)
def _near(geometry: Geometry) -> tuple[int, ...]:
    return tuple(mask_of(geometry.neighbors(space)) for space in range(geometry.size))


@lru_cache(maxsize=4096)
def connected(geometry: Geometry, inside: int, size: int) -> tuple[int, ...]:
    """All connected subsets of a given size, in order."""
    near, level = _near(geometry), {1 << space for space in spaces_of(inside)}
    for _ in range(size - 1):
        level = {part | 1 << other for part in level for other in spaces_of(_around(part, near) & inside)}
    return tuple(sorted(level))


def _around(part: int, near: tuple[int, ...]) -> int:
    """The neighbors of a set."""
    found = 0
    for space in spaces_of(part):
        found |= near[space]
    return found & ~part


def grown(
    geometry: Geometry, old: Iterable[int], sites: Iterable[int], laid: int, fresh: int, least: int, most: int, cap: int
) -> list[int] | None:
    """Every set that can be a newly completed group: connected, with `least` to `most` spaces of the sites.

    At most `laid` of its spaces are not `old`, and without some `fresh` of them it falls apart into components smaller
    than `least`; otherwise it would have been a group before. None if more than `cap` sets are enumerated.
    """
    near, first, usable = _near(geometry), mask_of(old), mask_of(sites)
    found: list[int] = []
    level, size = {1 << space for space in spaces_of(usable) if laid or first >> space & 1}, 1
    while level and size <= most:
        if size >= least:
            found += [part for part in level if _completed(part, near, fresh, least)]
        wider = {part | 1 << space for part in level for space in spaces_of(_around(part, near) & usable)}
        level, size = {part for part in wider if (part & ~first).bit_count() <= laid}, size + 1
        if len(level) > cap:
            return None
    return sorted(found)


def _completed(part: int, near: tuple[int, ...], fresh: int, least: int) -> bool:
    """Whether the set, without some `fresh` spaces, has only components smaller than `least`."""
    spaces = spaces_of(part)
    return any(
        _small(part & ~mask_of(gone), near, least)
        for count in range(1, min(fresh, len(spaces)) + 1)
        for gone in combinations(spaces, count)
    )


def _small(part: int, near: tuple[int, ...], least: int) -> bool:
    while part:
        piece = part & -part
        while wider := _around(piece, near) & part:
            piece |= wider
        if piece.bit_count() >= least:
            return False
        part &= ~piece
    return True


def whole_sets(
    geometry: Geometry, usable: int, certain: int, old: int, laid: int, most: int, cap: int
) -> list[int] | None:
    """Every connected set of at most `most` usable spaces that no `certain` space outside it adjoins.

    At most `laid` of its spaces are not `old`. None if more than `cap` sets are enumerated.
    """
    near = _near(geometry)

    def closed(part: int) -> int:
        while more := _around(part, near) & certain:
            part |= more
        return part

    waiting = {closed(1 << space) for space in spaces_of(usable)}
    found = set[int]()
    while waiting:
        part = waiting.pop()
        if part in found or part.bit_count() > most or (part & ~old).bit_count() > laid:
            continue
        found.add(part)
        if len(found) > cap:
            return None
        waiting |= {closed(part | 1 << space) for space in spaces_of(_around(part, near) & usable)} - found
    return sorted(found)


def joined(geometry: Geometry, old: Iterable[int], cap: int) -> list[int]:
    """The maximum number of the given spaces in a connected set that contains 0, 1, 2 ... other spaces; the last entry
    is all of them.

    If more than `cap` sets would be enumerated, all of them are assumed reachable (an upper bound).
    """
    found, every, first = list[int](), (1 << geometry.size) - 1, mask_of(old)
    while not found or found[-1] < first.bit_count():
        sets = whole_sets(geometry, every, first, first, len(found), geometry.size, cap)
        most = first.bit_count() if sets is None else max(((one & first).bit_count() for one in sets), default=0)
        found.append(most)
    return found


T = TypeVar("T")

MOST_COLUMNS = 6000
"""The maximum number of sets that become columns of the model (one state of an unknown each); beyond it a group is
encoded in layers."""
MOST_LEFT = 5000
"""The maximum number of minimal sets for which the end of a loop is constrained: none of them is left."""


@dataclass
class GroupLoop:
    """A loop over the groups of one value, in one turn.

    `sort` identifies loops that leave none of the same groups (`Execution.settled`); `plain`: a group has to satisfy
    nothing but its size. `eligible`: for each space, the bit that it can belong to a group. `old`: the spaces that were
    eligible in the position; `laid`: how many others can have become so since then; `fresh`: how many since the last
    such loop ended.
    """

    run: Execution
    listed: Listed
    env: Env
    seat: int
    value: core.Value | None
    least: int
    sort: object
    plain: bool

    def __post_init__(self) -> None:
        self.board = self.run.boards[self.seat]
        self.geometry = self.board.geometry
        self.kinds = None if self.value is None else self.value.kinds
        since = self.run.settled.get(self.sort, 0)
        relevant = [at for at, event in enumerate(self.run.events) if self.may_join(event)]
        self.laid, self.fresh = len(relevant), sum(at >= since for at in relevant)
        self.eligible: list[Bit] = []
        first = self.run.opening.grids[self.seat].tops
        self.old = [s for s, top in enumerate(first) if self.kinds is None or top in self.kinds]
        self.most = min(self.geometry.size, len(self.old) + self.laid)

    def may_join(self, event: Event) -> bool:
        """Whether an event can make a space eligible."""
        return may_join(self.run, self.listed, self.seat, self.kinds, event)

    def asked(self) -> list[Bit]:
        """For each space, the bit that it is eligible now."""
        domain = self.listed.binder.domain
        assert isinstance(domain, core.Groups)
        inner, rules = domain.binder, self.run.rules
        found = []
        for space in range(self.geometry.size):
            bit = rules.at(inner.guard, {**self.env, inner.var.id: space}, self.seat)
            if self.value is not None:
                bit = self.run.logic.every([bit, rules.domain.shows_value(self.seat, space, self.value)])
            found.append(bit)
        return found

    def allowed(self, column: int) -> Bit:
        """Whether a set of spaces satisfies the guard of the binder, apart from eligibility."""
        if self.plain:
            return True
        group = SpaceSet[Bit](0, dict.fromkeys(spaces_of(column), True))
        return self.run.rules.at(self.listed.binder.guard, {**self.env, self.listed.binder.var.id: group}, self.seat)

    @property
    def rounds(self) -> int:
        """The maximum number of iterations."""
        return min(self.fresh, self.most // self.least)


def pick_groups(run: Execution, listed: Listed, guard: Bit, whole: bool) -> None:
    """The loop over the groups of a place.

    If an ability is used in the middle of it, the loop is executed in parts: before, during and after the group of that
    use.
    """
    loops, _ = _loops(run, listed)
    if loops:  # without a group there is no choice at which an ability could be used
        run.moment(guard, whole)
    name = enter_loop(run)
    into = falls_into(run, name)
    if into is None:
        _all_groups(run, name, listed, guard, whole)
        return
    loops, _ = _loops(run, listed)
    value = loops[into - 1].value if into else None
    with quiet(run):
        if sum(loop.rounds for loop in loops) > 1:
            _rounds(run, name, loops, guard, whole)
    with within(run, name, into):
        if into:
            again, _ = _loops(run, listed)
            loop = next(loop for loop in again if loop.value == value)
            loop.eligible = loop.asked()
            _round(loop, loop.fresh, loop.most, guard, whole)
        else:
            run.moment(guard, whole)
    pick_groups(run, listed, guard, whole)


def _all_groups(run: Execution, name: UseMoment, listed: Listed, guard: Bit, whole: bool) -> None:
    """Execute the loop until no group is left."""
    loops, plain = _loops(run, listed)
    before = len(run.events)
    if sum(loop.rounds for loop in loops) > 1 and not run.uses.quiet:
        run.uses.passed += ((*name, 0),)
    _rounds(run, name, loops, guard, whole)
    if any(loop.may_join(event) for loop in loops for event in run.events[before:]):
        raise NotExecutable("a loop over groups that makes new ones", listed.level.step)
    if not plain:
        run.relaxed.append(listed.level)
        return
    for loop in loops:
        _none_left(loop, guard)
    if guard is True:
        run.settled[_sort_of(run, listed, run.env(listed.question.scope))] = len(run.events)


def _loops(run: Execution, listed: Listed) -> tuple[list[GroupLoop], bool]:
    """The loops over the groups of each value that can occur; and whether a group has to satisfy nothing but its size."""
    loops, plain = loops_of(run, listed)
    free = _once(run, ("free", id(listed.question), len(run.changes)), lambda: order_free(run, listed))
    if sum(loop.rounds for loop in loops) > 1 and not free:
        raise NotExecutable("a loop over groups whose order may matter", listed.level.step)
    return loops, plain


def loops_of(run: Execution, listed: Listed) -> tuple[list[GroupLoop], bool]:
    """The same, without checking that the order of the groups does not matter."""
    env = run.env(listed.question.scope)
    seat = run.home(listed.question, env)
    least, plain = sizes_asked(run, listed, env, seat)
    sort = _settled_at_first(run, listed, env)
    found = (GroupLoop(run, listed, env, seat, value, least, sort, plain) for value in values_of(listed))
    return [loop for loop in found if loop.rounds], plain


def each_of_groups(run: Execution, listed: Listed, guard: Bit, whole: bool) -> None:
    """A loop over groups that does something with each space of a group, so that it does not matter which group a space
    belongs to."""
    first, *others = statements_of(listed.body)
    inner = run.contents.gone_through(first)
    if others or inner is None or inner.in_any_order or inner.binder.domain != core.SpacesOf(listed.binder.var):
        raise NotExecutable("a loop through groups", listed.level.step)
    later = (question.asked for question in questions(*run.contents.parts(statements_of(inner.body))))
    if listed.binder.var in walk(inner.binder.guard, *later):
        raise NotExecutable("a loop through groups", listed.level.step)
    env = run.env(inner.question.scope)
    loops, plain = loops_of(run, listed)
    if not plain:
        raise NotExecutable("a loop through groups that uses more than their size", listed.level.step)
    some, every = run.logic.some, run.logic.every
    inside: dict[int, list[Bit]] = {}
    for loop in loops:
        loop.eligible = loop.asked()
        open_ = [space for space, bit in enumerate(loop.eligible) if bit is not False]
        for column in _least_sets(loop, open_):
            spaces = spaces_of(column)
            all_ = every([loop.eligible[space] for space in spaces])
            for space in spaces:
                inside.setdefault(space, []).append(all_)
    for space, bits in sorted(inside.items()):
        bound = {**env, inner.binder.var.id: space}
        there = every([guard, some(bits), run.rules.condition(inner.binder.guard, bound)])
        run.cells[inner.slot.index] = space
        run.body(inner.body, there, whole)


def _once(run: Execution, key: object, find: Callable[[], T]) -> T:
    """Compute a fact about a statement once per key; without a `key`, each time."""
    if key is None:
        return find()
    if key not in run.facts:
        run.facts[key] = find()
    return cast(T, run.facts[key])


def values_of(listed: Listed) -> Sequence[core.Value | None]:
    """The values that have groups of their own."""
    domain = listed.binder.domain
    assert isinstance(domain, core.Groups)
    if domain.same is None:
        return [None]
    kinds = [kind for value in domain.same.values for kind in value.kinds or ()]
    if domain.same.heights or len(kinds) != len(set(kinds)):
        raise NotExecutable("groups with the same value of something that a piece can have twice", listed.level.step)
    return domain.same.values


def _sort_of(run: Execution, listed: Listed, env: Env) -> object:
    """A key of the loop: when one such loop has ended, no group of another loop with the same key is left."""
    seat = run.home(listed.question, env)
    return listed.binder.domain, seat, sizes_asked(run, listed, env, seat)[0]


def _settled_at_first(run: Execution, listed: Listed, env: Env) -> object:
    """The key of the loop. The first time, it must be certain that no such group exists in the position."""
    sort = _sort_of(run, listed, env)
    if sort not in run.settled:
        start = Execution(run.evaluator, run.opening, run.meaning, run.logic, run.player)
        known = [one for one, bit in start.rules.elements(listed.binder, listed.question.home, env) if bit is not False]
        if known:
            raise NotExecutable("a table that already has such a group", listed.level.step)
        run.settled[sort] = 0
    return sort


def may_join(run: Execution, listed: Listed, seat: int, kinds: frozenset[int] | None, event: Event) -> bool:
    """Whether an event can make a space eligible for groups of pieces of some kinds (None: of any)."""
    if event.seat != seat or event.sort not in _sorts(run, listed):
        return False
    return kinds is None or event.piece(TopQuestion("shows", kinds)) is not False


def _sorts(run: Execution, listed: Listed) -> frozenset[str]:
    """The kinds of events that can make a space eligible."""
    assert isinstance(listed.binder.domain, core.Groups)
    wider, asked = {core.Capped: "caps", core.Flagged: "marks"}, run.book.types(listed.binder.domain.binder)
    return frozenset({"pieces", *(sort for node, sort in wider.items() if node in asked)})


class _UnknownBoard(GuardedBoard):
    """A board with unknown contents except marks: every query returns a fresh unknown."""

    def height(self, space: int) -> Linear:
        return as_number(self._any())

    def attribute(self, space: int, numbers: tuple[tuple[int, int], ...]) -> Linear:
        return as_number(self._any())

    def shows(self, space: int, kinds: frozenset[int]) -> Bit:
        return self._any()

    def face_down(self, space: int) -> Bit:
        return self._any()

    def capped(self, space: int, cap: str) -> Bit:
        return self._any()

    def flagged(self, space: int, mark: str) -> Bit:
        return self._any() if any(stack.marks.get(mark, False) is not False for stack in self.stacks) else False

    def _any(self) -> Bit:
        return In(self.logic.variable(2), 0b10)


def sizes_asked(run: Execution, listed: Listed, env: Env, seat: int) -> tuple[int, bool]:
    """The least size of the groups, and whether nothing else is required of them.

    The guard has to be "at least so many spaces", perhaps with other conditions: it is evaluated on groups of every
    size.
    """
    pools = tuple(stack.top(THERE) for board in run.boards if board.pool for stack in board.stacks)
    marked = any(stack.marks for stack in run.boards[seat].stacks)
    key = None if marked else ("sizes", id(listed.question), len(run.changes), pools)
    return _once(run, key, lambda: _sizes_asked(run, listed, env, seat))


def _sizes_asked(run: Execution, listed: Listed, env: Env, seat: int) -> tuple[int, bool]:
    rules, binder = run.rules, listed.binder
    seats: list[Seat[Linear, Bit]] = list(rules.domain.seats)
    board = run.boards[seat]
    blind = _UnknownBoard(run.logic, board.geometry, board.stacks, board.marks)
    seats[seat] = Seat(blind, seats[seat].counters, places=seats[seat].places, owner=seats[seat].owner)
    asked = TableRules(run.logic, Unrolled(run.logic, seats), run.book, rules.me, rules.lasting, rules.changes)
    held = []
    for size in range(1, board.geometry.size + 1):
        group = SpaceSet[Bit](0, dict.fromkeys(range(size), True))
        held.append(asked.at(binder.guard, {**env, binder.var.id: group}, seat))
    least = next((at for at, bit in enumerate(held) if bit is not False), None)
    if least is None or any(bit is False for bit in held[least:]):
        raise NotExecutable("groups that can be too large", listed.level.step)
    return least + 1, all(bit is True for bit in held[least:])


# ------------------------------------------------------------------ the order of groups


def order_free(run: Execution, listed: Listed) -> bool:
    """Whether the result for one group never depends on what was done with another one before.

    Sufficient: only spaces of its own group are read, and counters only in payments that the player may decline.
    """
    parts = list(run.contents.parts(statements_of(listed.body)))
    asked = [question.asked for question in questions(*parts)] + [change.body for _, change in run.changes]
    nodes = [node for one in asked for node in run.book.closure(one)]
    gains = [one for one in parts if isinstance(one, f.ChangeCounter)]
    paid = {one.counter for one in gains if one.pay} - {one.counter for one in gains if not one.pay}
    if not counters_read(*nodes) <= paid or not all(map(_of_own_group, parts)):
        return False
    loops = [level for level in inside(statements_of(listed.body)) if level.rounds and level.rounds.most]
    stops = sum(isinstance(one, f.Choose) and one.stop is not None for one in parts)
    if paid and not (loops and stops == len(loops) == sum(len(level.bodies) for level in loops)):
        return False
    return all(map(_inside_group, find(core.Binder, *nodes)))


def _of_own_group(part: FlowPart) -> bool:
    """Whether a part changes only spaces and counters, and picks only single elements."""
    if isinstance(part, f.Choose):
        return isinstance(part.listing, f.Confirm) or (isinstance(part.listing, f.Elements) and part.none is None)
    return not isinstance(part, _BEYOND)


_BEYOND = (
    *(f.Fail, f.MovePiece, f.SwapPieces, f.KeepPiece, f.ReturnPiece, f.ShowSide, f.SetCounter, f.SetRole, f.Override),
    *(f.NextPlayer, f.ChooseAtRandom, f.Draw, f.Roll, f.Fill),
)


def _inside_group(binder: core.Binder) -> bool:
    """Whether a binder ranges over elements inside a group."""
    if isinstance(binder.domain, (core.Values, core.SpacesOf)):
        return True
    parts = binder.guard.parts if isinstance(binder.guard, core.And) else (binder.guard,)
    return isinstance(binder.domain, core.Spaces) and any(
        isinstance(part, core.Inside) and part.space == binder.var and part.of.sort == core.GROUP for part in parts
    )


# ------------------------------------------------------------------ iterations


def _rounds(run: Execution, name: UseMoment, loops: Sequence[GroupLoop], guard: Bit, whole: bool) -> None:
    for number, loop in enumerate(loops, 1):
        loop.eligible, before = loop.asked(), guard
        for done in range(loop.rounds):
            with quiet(run) if done else within(run, name, number):
                there = _round(loop, loop.fresh - done, loop.most - done * loop.least, before, whole)
            if there is None:
                break
            loop.eligible, before = loop.asked(), there  # the first iteration comes first


def _round(loop: GroupLoop, fresh: int, most: int, guard: Bit, whole: bool) -> Bit | None:
    """One iteration: pick a group under a guard and execute the body; None if there can be no group."""
    picked, run = _picked(loop, fresh, most), loop.run
    if picked is None:
        return None
    group, there = picked
    run.only_if(there, guard)
    run.decisions.append(GuardedDecision(run.turn, loop.listed.level, loop.env, [(group, there)]))
    run.cells[loop.listed.slot.index] = group
    run.body(loop.listed.body, there, whole)
    return there


def _picked(loop: GroupLoop, fresh: int, most: int) -> tuple[PickedGroup, Bit] | None:
    """A group that is eligible now, and the bit that this iteration has one; None if there can be none."""
    sites = [s for s, bit in enumerate(loop.eligible) if bit is not False]
    columns = grown(loop.geometry, loop.old, sites, loop.laid, fresh, loop.least, most, MOST_COLUMNS)
    if columns is None:
        return _in_layers(loop, sites, most)
    return _of_columns(loop, columns) if columns else None


def _of_columns(loop: GroupLoop, columns: Sequence[int]) -> tuple[PickedGroup, Bit]:
    """One of several sets, each a state of an unknown: all its spaces are eligible, and no neighbor is."""
    run, geometry = loop.run, loop.geometry
    asked = [(column, bit) for column in columns if (bit := loop.allowed(column)) is not False]
    columns = [column for column, _ in asked]
    which = run.fresh(len(columns) + 1)
    for state, (_, bit) in enumerate(asked, 1):
        run.only_if(In(which, 1 << state), bit)
    members = one_of(run, geometry, which, enumerate(columns, 1), loop.eligible)
    return PickedGroup(-1, members, loop.value), invert(In(which, 1))


def one_of(
    run: Execution, geometry: Geometry, which: Any, columns: Iterable[tuple[int, int]], eligible: Sequence[Bit]
) -> dict[int, Bit]:
    """For each space, the bit that it is in the picked set; each set is a state of an unknown.

    Constraints: the spaces of the picked set are eligible, their other neighbors are not, so that it is a whole group.
    """
    inside, beside = [0] * geometry.size, [0] * geometry.size
    for state, column in columns:
        spaces = spaces_of(column)
        for space in spaces:
            inside[space] |= 1 << state
        for near in {other for space in spaces for other in geometry.neighbors(space)}.difference(spaces):
            beside[near] |= 1 << state
    members: dict[int, Bit] = {}
    for space, bit in enumerate(eligible):
        if inside[space]:
            members[space] = In(which, inside[space])
            run.only_if(members[space], bit)
        if beside[space] and bit is not False:
            run.demand(invert(In(which, beside[space])), invert(bit))
    return members


def _in_layers(loop: GroupLoop, sites: Sequence[int], most: int) -> tuple[PickedGroup, Bit]:
    """Connectivity without enumeration: every space is within k / 2 steps of one of them, the center.

    Sound because a tree on k vertices has a vertex within k / 2 steps of all others.
    """
    run, near = loop.run, loop.geometry.neighbors
    center = run.fresh(len(sites) + 1)
    there = invert(In(center, 1))
    members: dict[int, Bit] = {space: In(run.fresh(2), 2) for space in sites}
    layer: dict[int, Bit] = {space: In(center, 2 << at) for at, space in enumerate(sites)}
    for space, member in members.items():
        run.only_if(member, loop.eligible[space])
        run.only_if(layer[space], member)
        run.only_if(member, there)
        for other in near(space):
            if other in members:
                run.demand(invert(member), invert(loop.eligible[other]), members[other])
    for _ in range(most // 2):
        wider: dict[int, Bit] = {space: In(run.fresh(2), 2) for space in sites}
        for space, bit in wider.items():
            run.demand(invert(bit), layer[space], *(layer[other] for other in near(space) if other in layer))
            run.only_if(bit, members[space])
        layer = wider
    for space, member in members.items():
        run.only_if(member, layer[space])
    size = [(1, as_number(member)) for member in members.values()]
    run.bounds.append(LinearDemand(combine([*size, (-loop.least, as_number(there))]), low=0))
    run.bounds.append(LinearDemand(combine(size), high=most))
    return PickedGroup(-1, members, loop.value), there


def _none_left(loop: GroupLoop, guard: Bit) -> None:
    """Constrain that no connected set of the least size is eligible: then no group is left."""
    open_ = [space for space, bit in enumerate(loop.eligible) if bit is not False]
    for count, column in enumerate(_least_sets(loop, open_)):
        if count > MOST_LEFT:
            raise NotExecutable("groups that can lie in too many ways", loop.listed.level.step)
        loop.run.demand(invert(guard), *(invert(loop.eligible[space]) for space in spaces_of(column)))


def _least_sets(loop: GroupLoop, open_: Sequence[int]) -> Iterator[int]:
    return iter(connected(loop.geometry, mask_of(open_), loop.least))


MOST_SETS = 20_000
"""The maximum number of sets that are enumerated."""


@dataclass
class _Case:
    """The groups of one value, for one binding of the other variables; `bit` says that this binding holds."""

    env: Env
    lasting: Env
    bit: Bit
    value: core.Value | None
    eligible: list[Bit]
    sets: list[tuple[int, Bit]]
    first: int = 0

    @property
    def states(self) -> int:
        """The states of the unknown that stand for the sets of this case."""
        return ((1 << len(self.sets)) - 1) << self.first


def pick_group(run: Execution, listed: Listed, guard: Bit, whole: bool) -> tuple[Bit, Any]:
    """Pick a group that satisfies the binder, under a guard: the bit that there is one, and the group.

    It is a whole group: all its spaces are eligible, and no neighbor is.
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
    """Post the constraints of a case; returns its group."""
    geometry = run.boards[run.home(listed.question, case.env)].geometry
    run.only_if(In(which, case.states), case.bit)
    for state, (_, bit) in enumerate(case.sets, case.first):
        run.only_if(In(which, 1 << state), bit)
    columns = ((state, column) for state, (column, _) in enumerate(case.sets, case.first))
    members = one_of(run, geometry, which, columns, case.eligible)
    return PickedGroup(-1, members, case.value)


def _cases(run: Execution, listed: Listed, env: Env) -> Iterator[_Case]:
    """The sets that can be a group, for each value and each binding of the variables in the binder."""
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
    """For each space, the bit that it can belong to a group."""
    found = []
    for space in range(run.boards[seat].geometry.size):
        bit = run.rules.at(domain.binder.guard, {**env, domain.binder.var.id: space}, seat, lasting)
        if value is not None:
            bit = run.logic.every([bit, run.rules.domain.shows_value(seat, space, value)])
        found.append(bit)
    return found


def _sets(run: Execution, listed: Listed, case: _Case, seat: int, old: list[Bit]) -> list[tuple[int, Bit]]:
    """The sets that can be a group, each with the bit that it satisfies the guard."""
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
    """The least and the largest size according to the guard."""
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
            case _:  # no bound; the guard is evaluated for every group
                pass
    return least, most
