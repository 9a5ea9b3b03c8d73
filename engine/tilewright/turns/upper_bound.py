"""An upper bound of all lines of a plan, from statements and scoring rules alone, without and with uses of abilities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product

from tilewright.core import expr as core
from tilewright.core.node import COUNTERS, MARKS, RULES, Node, asked_of
from tilewright.core.walk import asks, children, walk
from tilewright.kernel import flow as f
from tilewright.kernel.contents import FlowPart, Levels, Listed, inside, lists_groups, statements_of
from tilewright.kernel.lowering import AFTER
from tilewright.lint.bounds import Bounds
from tilewright.play.table import COVERED
from tilewright.symbolic.nodes import Linear, invert
from tilewright.turns.execute import scored
from tilewright.turns.groups import joined, order_free, sizes_asked, values_of
from tilewright.turns.plans import TakenPieces
from tilewright.turns.run import Execution
from tilewright.turns.stacks import FACE_DOWN, NotExecutable, PickedGroup, known_stack

MOST_SETS = 2000
"""The maximum number of sets enumerated to compute how many initial spaces a group can join."""
_OF_SPACE = frozenset((core.Height, core.Attribute, core.Shows, core.ShowsValue, core.FaceDown, core.Capped))
_BRINGS = (f.ChangeCounter, f.PutCap, f.TakeCap)
_COUNTED = frozenset((core.Const, core.Add, core.CounterOf, core.SignedCounter, core.Award))


@dataclass(frozen=True)
class GroupGain:
    """The maximum gain of one group: score by counters, and number of caps."""

    score: int
    caps: int


class UpperBound:
    """Upper bounds of plans on one table; `start` is an execution at its beginning."""

    def __init__(self, start: Execution, rest: Levels, rules: Mapping[str, core.Expr]) -> None:
        self.start, self.rest = start, rest
        self.seat = start.player
        self.rules = {name: rule for name, rule in rules.items() if self.linear(rule) or self._of_caps(rule)}
        self.others = {name: rule for name, rule in rules.items() if name not in self.rules}

    def of(self, hauls: Sequence[TakenPieces]) -> int | None:
        """An upper bound of the lines of a plan with these results of taking; None if none is known."""
        if not self.holds or any(haul.early or haul.late for haul in hauls):
            return None
        return self._counted(hauls) + self.anywhere

    def executed(self, parts: Mapping[str, Linear], hauls: Sequence[TakenPieces], uses: bool) -> int:
        """The same for an executed plan, whose `parts` are the symbolic scores; `uses`: whether abilities are used."""
        everything = sum(number.high for number in parts.values())
        if uses or self.of(hauls) is None:
            return everything
        # both are valid bounds
        return min(everything, self._counted(hauls) + sum(parts[name].high for name in self.others))

    @cached_property
    def anywhere(self) -> int:
        """An upper bound, on any board, of the rules about which nothing else is known."""
        asked = Bounds(self.start.evaluator.game, ())
        return sum(asked.number(rule, {}, self.seat)[1] for rule in self.others.values())

    def _counted(self, hauls: Sequence[TakenPieces]) -> int:
        """An upper bound of the rules that add up counters, or the worth of caps."""
        base = self._base + sum(self.worth.get(name, 0) * gain for haul in hauls for name, gain in haul.gains)
        # a knapsack over the number of caps: the groups of each value in turn
        best = {0: base}
        for value, old in zip(self.values, self.old, strict=True):
            kinds = value.kinds or frozenset()
            came = sum((piece >> 1) in kinds for haul in hauls for _, own in haul.pieces for piece in own)
            options = self._options(value, old + came, came)
            wider: dict[int, int] = {}
            for (used, score), (more, points) in product(best.items(), options):
                count = used + more
                wider[count] = max(wider.get(count, score + points), score + points)
            best = wider
        # caps beyond those owned and gained cannot be paid for
        most = self.had + self.gained(hauls) if self.paid else None
        return max(score + self.cap * (count if most is None else min(count, most)) for count, score in best.items())

    def gained(self, hauls: Sequence[TakenPieces]) -> int:
        return sum(gain for haul in hauls for name, gain in haul.gains if name in self.paid)

    def _options(self, value: core.Value, pieces: int, rounds: int) -> list[tuple[int, int]]:
        """The possible total gains (caps, score) of the groups of a value, given the number of its pieces."""
        found = {(0, 0)}
        reached = {(0, 0, 0, 0)}  # pieces used, pieces used that are new, caps, score
        # every group uses at least one new piece and at least `least` pieces
        for _ in range(min(rounds, pieces // self.least)):
            reached = {
                (used + size, laid + fresh, caps + gain.caps, score + gain.score)
                for used, laid, caps, score in reached
                for size in range(self.least, pieces - used + 1)
                for fresh in (self._fresh(value, size),)
                if laid + fresh <= rounds
                for gain in (self.gain(value, size),)
            }
            found |= {(caps, score) for _, _, caps, score in reached}
        return sorted(found)

    def _fresh(self, value: core.Value, size: int) -> int:
        """The minimum number of spaces in a group of this size that did not have the value in the position."""
        old = self._most_joined[value]
        return max(1, next((new for new, most in enumerate(old) if new + most >= size), size - old[-1]))

    @cached_property
    def _most_joined(self) -> dict[core.Value, list[int]]:
        """For each value, the maximum number of initial spaces in one group, indexed by its number of other spaces."""
        tops, geometry = self.start.opening.grids[self.seat].tops, self.start.boards[self.seat].geometry
        old = {value: [s for s, top in enumerate(tops) if top in (value.kinds or ())] for value in self.values}
        return {value: joined(geometry, spaces, MOST_SETS) for value, spaces in old.items()}

    # -- facts about the game

    @cached_property
    def holds(self) -> bool:
        """Whether the game has the structure that the bound requires."""
        loops = [one for one in map(self.start.contents.gone_through, self.rest) if self._over_groups(one)]
        others = [level for level in self.rest if level not in [one.level for one in loops if one is not None]]
        if len(loops) != 1 or any(isinstance(one, _BRINGS) for one in self._flow_parts(others)):
            return False
        amounts = [one.amount.asked for one in self._flow_parts(self.body) if isinstance(one, f.ChangeCounter)]
        if any(self.start.book.types(amount) & _OF_SPACE for amount in amounts):
            return False
        if not order_free(self.start, self.loop) or self.domain.same is None:
            return False
        return self._caps_stay and not any(self._uncovers(one) for one in self._flow_parts(self.rest))

    def _uncovers(self, part: FlowPart) -> bool:
        """Whether pieces already on the board may begin to show a value, or to show it elsewhere."""
        if isinstance(part, f.MovePiece):
            return not part.piece.seat.board.pool
        return isinstance(part, f.SwapPieces) or (isinstance(part, f.TurnPiece) and part.up)

    def _over_groups(self, loop: Listed | None) -> bool:
        return loop is not None and loop.in_any_order and lists_groups(loop.question)

    def _flow_parts(self, levels: Levels) -> Iterator[FlowPart]:
        return self.start.contents.parts(levels)

    @cached_property
    def loop(self) -> Listed:
        """The loop over groups."""
        return next(
            one
            for one in map(self.start.contents.gone_through, self.rest)
            if one is not None and self._over_groups(one)
        )

    @cached_property
    def domain(self) -> core.Groups:
        assert isinstance(self.loop.binder.domain, core.Groups)
        return self.loop.binder.domain

    @cached_property
    def body(self) -> Levels:
        """The body of the loop over groups."""
        return statements_of(self.loop.body)

    @cached_property
    def least(self) -> int:
        return sizes_asked(self.start, self.loop, self.start.rules.lasting, self.seat)[0]

    @cached_property
    def values(self) -> list[core.Value]:
        return [value for value in values_of(self.loop) if value is not None]

    @cached_property
    def old(self) -> list[int]:
        tops = self.start.opening.grids[self.seat].tops
        return [sum(top in (value.kinds or ()) for top in tops) for value in self.values]

    # -- scoring rules

    def linear(self, rule: core.Expr) -> bool:
        """Whether a rule is a linear combination of counters."""
        return all(type(node) in _COUNTED or _scaled(node) for node in walk(rule) if not isinstance(node, core.Var))

    def _of_caps(self, rule: core.Expr) -> bool:
        """Whether a rule is a sum over single spaces to which only spaces with a cap contribute."""
        if not isinstance(rule, core.Sum) or not isinstance(rule.binder.domain, core.Spaces):
            return False
        inner: list[Node] = [rule.binder.guard, rule.body]
        if asks(COUNTERS | RULES | MARKS, *inner) or any(
            isinstance(n, core.Binder) or asked_of(n) for n in walk(*inner)
        ):
            return False
        kinds = [kind.index for kind in self.start.evaluator.game.kinds]
        bare = [(), *((COVERED,) * height for height in range(1, self._tallest + 1))]
        bare += [(*pile, 2 * kind + 1) for pile in bare[: self._tallest] for kind in kinds]
        return all(self._single_stack_score(rule, pile, "") == 0 for pile in bare)

    def _single_stack_score(self, rule: core.Expr, pile: tuple[int, ...], caps: str) -> int:
        """The value of a rule on a board with a single stack."""
        run = self.start.fork()
        stacks = [known_stack(run.logic, (), "") for _ in run.boards[self.seat].stacks]
        run.boards[self.seat].stacks = [known_stack(run.logic, pile, caps), *stacks[1:]]
        return scored(run, {"": rule})[""].const

    @cached_property
    def _tallest(self) -> int:
        return min(self.start.boards[self.seat].tallest + 2, 8)

    @cached_property
    def cap(self) -> int:
        """The maximum worth of a cap, over stacks of any possible height."""
        rules = [rule for rule in self.rules.values() if not self.linear(rule)]
        marks = [cap.mark for cap in self.start.evaluator.game.caps]
        heights = range(1, 41)
        return sum(
            max(self._single_stack_score(rule, (COVERED,) * height, mark) for height in heights for mark in marks)
            for rule in rules
        )

    @cached_property
    def _base(self) -> int:
        return sum(number.const for number in scored(self.start, self.rules).values())

    @cached_property
    def worth(self) -> dict[str, int]:
        """The worth of one more of each counter."""
        found = {}
        for name in self.start.counters[self.seat]:
            run = self.start.fork()
            run.counters[self.seat][name] = run.counters[self.seat][name].plus(1)
            linear = {part: rule for part, rule in self.rules.items() if self.linear(rule)}
            more = sum(number.const for number in scored(run, linear).values())
            found[name] = more - sum(number.const for number in scored(self.start, linear).values())
        return found

    # -- groups

    @cached_property
    def paid(self) -> list[str]:
        """The counters from which every cap in a group is paid."""
        return [
            name
            for name in sorted(self._paid_from)
            if self._run_body(self.values[0], self.least, {name: self._minimum(name)})[1] == 0
        ]

    def _minimum(self, name: str) -> int:
        """The value down to which a counter can be paid."""
        return self.start.evaluator.game.counters_by_name[name].least

    @cached_property
    def _paid_from(self) -> set[str]:
        return {one.counter for one in self._flow_parts(self.body) if isinstance(one, f.ChangeCounter) and one.pay}

    @cached_property
    def had(self) -> int:
        """The amount available at the start to pay for caps."""
        return sum(self.start.counters[self.seat][name].const - self._minimum(name) for name in self.paid)

    def gain(self, value: core.Value, size: int) -> GroupGain:
        key = "gain", value, size
        if key not in self.start.facts:
            grown, caps = self._run_body(value, size, {})
            score = sum(max(0, self.worth[name] * more) for name, more in grown.items())
            self.start.facts[key] = GroupGain(score, caps)
        found = self.start.facts[key]
        assert isinstance(found, GroupGain)
        return found

    def _run_body(self, value: core.Value, size: int, held: Mapping[str, int]) -> tuple[dict[str, int], int]:
        """The maximum growth of counters, and the maximum number of caps, for a group of this size.

        Payments are assumed to be available, except from counters fixed by `held`.
        """
        run = self.start.fork()
        geometry = run.boards[self.seat].geometry
        size = min(size, geometry.size)
        kind = min(value.kinds or {0})
        empty = [known_stack(run.logic, (), "")] * (geometry.size - size)
        run.boards[self.seat].stacks = [known_stack(run.logic, (2 * kind + 1,), "") for _ in range(size)] + empty
        own = run.counters[self.seat]
        own.update({name: run.logic.number(held.get(name, 2 * geometry.size)) for name in self._paid_from})
        before = {name: number.const for name, number in own.items()}
        run.cells[self.loop.slot.index] = PickedGroup(0, dict.fromkeys(range(size), True), value)
        events = len(run.events)
        run.block(self.body, True, False)
        caps = sum(event.sort == "caps" for event in run.events[events:])
        return {name: own[name].high - before[name] for name in own if name not in self._paid_from}, caps

    @cached_property
    def _caps_stay(self) -> bool:
        """Whether nothing changes a stack with a cap; tested on a board with nothing else."""
        run = self.start.fork()
        mark = self.start.evaluator.game.caps[0].mark if self.start.evaluator.game.caps else ""
        board = run.boards[self.seat]
        before = board.stacks = [known_stack(run.logic, (COVERED,), mark) for _ in board.stacks]
        kept = list(before)
        for seat in run.evaluator.pools:
            run.boards[seat].stacks = [known_stack(run.logic, (1,), "")]
        run.run_turn(self.rest)
        return all(one is other for one, other in zip(kept, run.boards[self.seat].stacks, strict=True))


def _scaled(node: Node) -> bool:
    """Whether a product has a non-negative constant factor."""
    return isinstance(node, core.Mul) and any(isinstance(one, core.Const) and one.value >= 0 for one in children(node))


_HARMLESS = (
    *(
        f.Set,
        f.Increase,
        f.Copy,
        f.Collect,
        f.Take,
        f.Remove,
        f.First,
        f.Fail,
        f.Begin,
        f.End,
        f.EndAbility,
        f.BindLasting,
    ),
    *(f.MovePiece, f.SwapPieces, f.KeepPiece, f.Mark, f.Goto, f.If, f.IfLess, f.Return, f.Uncover),
)
"""Parts of statements that by themselves gain no points and reveal no piece."""


class _Unknown(Exception):
    """A statement for which no bound is known."""


@dataclass(frozen=True)
class _Brought:
    """The maximum effect of statements apart from groups: score, caps, and number of groups."""

    score: int = 0
    caps: int = 0
    groups: int = 0

    def plus(self, other: _Brought, times: int = 1) -> _Brought:
        return _Brought(
            self.score + times * other.score, self.caps + times * other.caps, self.groups + times * other.groups
        )


class UpperBoundWithUses:
    """Upper bounds of plans with abilities, given the gains of groups (`ceiling`). Abilities in `taking` contribute
    only their cost here."""

    def __init__(self, ceiling: UpperBound, taking: frozenset[int]) -> None:
        self.ceiling, self.contents = ceiling, ceiling.start.contents
        roots, start = ceiling.start.flow.roots, ceiling.start
        self._after = statements_of(roots[AFTER]) if AFTER in roots else []
        numbers = range(len(start.flow.uses))
        self._used = [start.cost_of(number) if number in taking else start.use_of(number) for number in numbers]

    def of(self, hauls: Sequence[TakenPieces]) -> int | None:
        """An upper bound of the lines of a plan with these results of taking; None if none is known."""
        own = self.ceiling
        if not own.holds or self._uses is None or not self._used_up:
            return None
        came = [piece >> 1 for haul in hauls for _, pieces in haul.pieces for piece in pieces]
        brought = _Brought().plus(self._uses, len(hauls))
        most = own.had + own.gained(hauls) if own.paid else None
        base = sum(number.const for number in scored(own.start, self._linear).values())
        base += sum(own.worth.get(name, 0) * gain for haul in hauls for name, gain in haul.gains) + brought.score
        grid = own.start.opening.grids[own.seat]
        caps = sum(map(len, grid.caps)) + brought.caps
        up = [piece >> 1 for pile in grid.piles for piece in pile if piece > 0 and piece & 1]
        divided = min(self._value_by_value([*up, *came], brought.groups, most), self._pooled([*up, *came], most))
        return base + own.cap * caps + divided + own.anywhere

    def _value_by_value(self, pieces: Sequence[int], groups: int, most: int | None) -> int:
        """The bound with the groups of each value separately, plus a number of groups of any value and size."""
        own = self.ceiling
        ways = [
            self._divisions(sum(piece in (value.kinds or ()) for piece in pieces), self._least_made, [value])
            for value in own.values
        ]
        ways += [self._divisions(len(pieces), self._least, own.values, 1)] * groups
        return max(self._worth(score, caps, most) for caps, score in reduce(_combined, ways, {0: 0}).items())

    def _pooled(self, pieces: Sequence[int], most: int | None) -> int:
        """The bound with all pieces pooled, regardless of value."""
        ways = self._divisions(len(pieces), self._least, self.ceiling.values)
        return max(self._worth(score, caps, most) for caps, score in ways.items())

    def _worth(self, score: int, caps: int, most: int | None) -> int:
        return score + self.ceiling.cap * (caps if most is None else min(caps, most))

    def _divisions(
        self, pieces: int, least: int, values: Iterable[core.Value], groups: int | None = None
    ) -> dict[int, int]:
        """The maximum score of groups formed from a number of pieces, by the number of caps that they gain."""
        gains = {size: self._gain(values, size) for size in range(least, pieces + 1)}
        reached, found = {(0, 0): 0}, {0: 0}
        for _ in range(pieces // least if groups is None else groups):
            wider: dict[tuple[int, int], int] = {}
            for ((used, caps), score), (size, gain) in product(reached.items(), gains.items()):
                key = used + size, caps + gain.caps
                if key[0] <= pieces:
                    wider[key] = max(wider.get(key, 0), score + gain.score)
            reached = wider
            for (_, caps), score in wider.items():
                found[caps] = max(found.get(caps, 0), score)
        return found

    def _gain(self, values: Iterable[core.Value], size: int) -> GroupGain:
        found = [self.ceiling.gain(value, size) for value in values]
        return GroupGain(max(gain.score for gain in found), max(gain.caps for gain in found))

    # -- facts about the game

    @cached_property
    def _linear(self) -> dict[str, core.Expr]:
        return {name: rule for name, rule in self.ceiling.rules.items() if self.ceiling.linear(rule)}

    @cached_property
    def _verbs(self) -> set[str]:
        """The verbs that do something with a group."""
        return {body.name for level in self.ceiling.body for body in level.bodies if body.back is not None}

    @cached_property
    def _used_up(self) -> bool:
        """Whether the pieces of a group show no value any more after the body; tested on one."""
        own = self.ceiling
        run, size = own.start.fork(), own.least
        value = own.values[0]
        stacks = run.boards[own.seat].stacks
        stacks[:size] = [known_stack(run.logic, (2 * min(value.kinds or {0}) + 1,), "") for _ in range(size)]
        run.cells[own.loop.slot.index] = PickedGroup(0, dict.fromkeys(range(size), True), value)
        run.block(own.body, True, False)
        return all(invert(stack.top(FACE_DOWN)) is False for stack in stacks[:size])

    @cached_property
    def _uses(self) -> _Brought | None:
        """The maximum effect of using each ability once, in one turn; None if not known."""
        loops = [loop for level in inside(self._after) if (loop := self.contents.gone_through(level)) is not None]
        try:
            if any(loop.in_any_order and loop.binder.domain != self.ceiling.domain for loop in loops):
                return None
            if self._brought(self._after, True) != _Brought():
                return None
            return reduce(_Brought.plus, (self._brought(levels, False) for levels in self._used), _Brought())
        except _Unknown:
            return None

    def _brought(self, levels: Levels, in_loop: bool) -> _Brought:
        """The maximum effect of statements; `in_loop`: in the game's own loop over groups, whose groups are counted
        already."""
        found = _Brought()
        for level in levels:
            if any(body.back is not None and body.name in self._verbs for body in level.bodies):
                found = found if in_loop else found.plus(_Brought(groups=1))
                continue
            own = reduce(_Brought.plus, map(self._brought_by, self.contents.parts_of(level)), _Brought())
            within = (self._brought(statements_of(body), in_loop) for body in level.bodies)
            inner = reduce(_Brought.plus, within, _Brought())
            if inner != _Brought() and self.contents.gone_through(level) is not None:
                raise _Unknown
            found = found.plus(own).plus(inner, self._times(level))
        return found

    def _times(self, level: f.Level) -> int:
        """The maximum number of iterations of a loop; 1 for other statements."""
        asked = [part.question.asked for part in self.contents.parts_of(level) if isinstance(part, f.Ask)]
        if level.rounds is None or not asked:
            return 1
        if not isinstance(asked[0], core.Const):
            raise _Unknown
        return asked[0].value

    def _brought_by(self, part: FlowPart) -> _Brought:
        match part:
            case f.ChangeCounter():
                return _Brought(score=self._gained(part))
            case f.PutCap():
                return _Brought(caps=1)
            case f.TakeCap() | f.Ask() | f.TurnPiece(up=False):
                return _Brought()
            case f.Choose(f.Elements() | f.Options() | f.Confirm()):
                return _Brought()
            case _ if isinstance(part, _HARMLESS):
                return _Brought()
        raise _Unknown

    def _gained(self, one: f.ChangeCounter) -> int:
        """The maximum worth of a gain outside groups."""
        if one.pay:
            return 0
        amount = one.amount.asked
        if one.counter in self.ceiling.paid or not isinstance(amount, core.Const):
            raise _Unknown
        return max(0, self.ceiling.worth.get(one.counter, 0) * amount.value)

    @cached_property
    def _least(self) -> int:
        """The least size of a group, including those that abilities pick."""
        return min([self._least_made, *self._sizes(level for levels in self._used for level in levels)])

    @cached_property
    def _least_made(self) -> int:
        """The least size of the groups in the game's own loop."""
        return min([self.ceiling.least, *self._sizes(self._after)])

    def _sizes(self, levels: Iterable[f.Level]) -> Iterator[int]:
        own = self.ceiling
        for level in inside(levels):
            for part in self.contents.parts_of(level):
                if (
                    isinstance(part, f.Choose)
                    and isinstance(part.listing, f.Elements)
                    and lists_groups(part.listing.question)
                ):
                    listed = Listed(level, part.listing.question, part.listing.slot)
                    try:
                        yield sizes_asked(own.start, listed, own.start.rules.lasting, own.seat)[0]
                    except (NotExecutable, KeyError):
                        yield 1


def _combined(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    """The combination of two kinds of groups with disjoint pieces."""
    found: dict[int, int] = {}
    for (caps, score), (more, points) in product(one.items(), other.items()):
        found[caps + more] = max(found.get(caps + more, 0), score + points)
    return found
