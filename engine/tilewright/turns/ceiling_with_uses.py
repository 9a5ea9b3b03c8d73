"""A number that no line of a plan passes, whichever abilities are used in it and when.

With abilities groups form without new pieces, and of pieces of other values. What stays true is that a piece that was in a group does
not show a value any more, so all groups together have no more pieces than there are. Two numbers follow, of which the lower one
holds: groups of pieces of any value, or those of each value apart and for each use that brings a group the best that one can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product

from tilewright.core import expr as core
from tilewright.kernel import flow as f
from tilewright.kernel.contents import FlowPart, Levels, Listed, inside, lists_groups, statements_of
from tilewright.kernel.lowering import AFTER
from tilewright.symbolic.nodes import invert
from tilewright.turns.execute import scored
from tilewright.turns.groups import sizes_asked
from tilewright.turns.plans import TakenPieces
from tilewright.turns.rules import PickedGroup
from tilewright.turns.stacks import FACE_DOWN, known_stack
from tilewright.turns.unsupported import NotExecutable
from tilewright.turns.upper_bound import GroupGain, UpperBound

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
"""Parts of statements that bring no points and show no piece by themselves."""


class _Unknown(Exception):
    """A statement of which nothing can be said."""


@dataclass(frozen=True)
class _Brought:
    """What statements bring at most, besides what groups do: to the score, caps, and how many groups."""

    score: int = 0
    caps: int = 0
    groups: int = 0

    def plus(self, other: _Brought, times: int = 1) -> _Brought:
        return _Brought(
            self.score + times * other.score, self.caps + times * other.caps, self.groups + times * other.groups
        )


class CeilingWithUses:
    """The most that plans can come to with abilities; `ceiling` knows what groups bring. Of those that are `taking` only the cost is paid here."""

    def __init__(self, ceiling: UpperBound, taking: frozenset[int]) -> None:
        self.ceiling, self.contents = ceiling, ceiling.start.contents
        roots, start = ceiling.start.flow.roots, ceiling.start
        self._after = statements_of(roots[AFTER]) if AFTER in roots else []
        numbers = range(len(start.flow.uses))
        self._used = [start.cost_of(number) if number in taking else start.use_of(number) for number in numbers]

    def of(self, hauls: Sequence[TakenPieces]) -> int | None:
        """What no line of a plan with these hauls passes; None where nothing is known."""
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
        divided = min(self._apart([*up, *came], brought.groups, most), self._pooled([*up, *came], most))
        return base + own.cap * caps + divided + own.anywhere

    def _apart(self, pieces: Sequence[int], groups: int, most: int | None) -> int:
        """The best of the groups of each value, and so many more of any value and size."""
        own = self.ceiling
        ways = [
            self._divisions(sum(piece in (value.kinds or ()) for piece in pieces), self._least_made, [value])
            for value in own.values
        ]
        ways += [self._divisions(len(pieces), self._least, own.values, 1)] * groups
        return max(self._worth(score, caps, most) for caps, score in reduce(_together, ways, {0: 0}).items())

    def _pooled(self, pieces: Sequence[int], most: int | None) -> int:
        """The best of groups of pieces of any value."""
        ways = self._divisions(len(pieces), self._least, self.ceiling.values)
        return max(self._worth(score, caps, most) for caps, score in ways.items())

    def _worth(self, score: int, caps: int, most: int | None) -> int:
        return score + self.ceiling.cap * (caps if most is None else min(caps, most))

    def _divisions(
        self, pieces: int, least: int, values: Iterable[core.Value], groups: int | None = None
    ) -> dict[int, int]:
        """The most that groups of so many pieces bring to the score, by how many caps they bring."""
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

    # -- what is found out once

    @cached_property
    def _linear(self) -> dict[str, core.Expr]:
        return {name: rule for name, rule in self.ceiling.rules.items() if self.ceiling.linear(rule)}

    @cached_property
    def _verbs(self) -> set[str]:
        """The verbs that do something with a group."""
        return {body.name for level in self.ceiling.body for body in level.bodies if body.back is not None}

    @cached_property
    def _used_up(self) -> bool:
        """Whether no piece of a group shows a value any more after what is done with it: tried with one."""
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
        """What one use of each ability brings at most, in one turn; None where that is not known."""
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
        """What statements bring; `in_loop` of the game over its groups a group is one of those that are counted anyway."""
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
        """How often a loop goes round at most; all else is done once."""
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
            case f.Choose(f.Elements() | f.Options() | f.Yes()):
                return _Brought()
            case _ if isinstance(part, _HARMLESS):
                return _Brought()
        raise _Unknown

    def _gained(self, one: f.ChangeCounter) -> int:
        """What a gain outside of groups is worth at most."""
        if one.pay:
            return 0
        amount = one.amount.asked
        if one.counter in self.ceiling.paid or not isinstance(amount, core.Const):
            raise _Unknown
        return max(0, self.ceiling.worth.get(one.counter, 0) * amount.value)

    @cached_property
    def _least(self) -> int:
        """The least size of a group, of those that abilities pick too."""
        return min([self._least_made, *self._sizes(level for levels in self._used for level in levels)])

    @cached_property
    def _least_made(self) -> int:
        """The least size of the groups that the game goes through."""
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


def _together(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    """The same of two sorts of groups that have no pieces in common."""
    found: dict[int, int] = {}
    for (caps, score), (more, points) in product(one.items(), other.items()):
        found[caps + more] = max(found.get(caps + more, 0), score + points)
    return found
