"""Static analysis of a flow, for any state: what cannot fail, which rules may still block, what statements read and may
change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import assert_never

from tilewright.core import expr as core
from tilewright.kernel import flow as f

MOST_NESTED = 8
"""The maximum number of nested atomic blocks that is analyzed; deeper ones are assumed to fail."""
_Node = tuple[f.BlockId, int]
"""A block, and the number of atomic blocks open when it begins."""


@lru_cache(maxsize=32)
def paths_of(flow: f.Flow) -> Paths:
    """The paths of a flow (cached)."""
    return Paths(flow)


class Paths:
    """Answers about the paths of one flow, computed on demand."""

    def __init__(self, flow: f.Flow) -> None:
        self._flow = flow
        self._fails: dict[_Node, bool] = {}
        self._rules: dict[f.BlockId, frozenset[str]] = {}
        self._returns: dict[int, set[f.BlockId]] = {}
        for block in flow.blocks:
            for operation in block.operations:
                if isinstance(operation, f.Set):
                    self._returns.setdefault(operation.slot.index, set()).add(operation.value)
        self._every = frozenset(rule for block in flow.blocks for rule in _rules_at(block))

    # -- what cannot fail

    def cannot_fail(self, at: f.BlockId, whole: int) -> bool:
        """Whether a player can always complete the open atomic blocks from the beginning of a block on, whatever is on
        the table."""
        node = at, whole
        if node not in self._fails:
            self._solve(node)
        return not self._fails[node]

    def _solve(self, start: _Node) -> None:
        """The least fixed point of 'may fail' over all reachable nodes."""
        # least: a loop that only leads back to itself does not fail by looping
        reached, waiting = {start: self._step(start)}, [start]
        while waiting:
            for after in reached[waiting.pop()][1]:
                if after not in reached and after not in self._fails:
                    reached[after] = self._step(after)
                    waiting.append(after)
        before: dict[_Node, list[_Node]] = {}
        for node, (_, following, _) in reached.items():
            for after in following:
                before.setdefault(after, []).append(node)
        fails, waiting = dict.fromkeys(reached, False), list(reached)
        while waiting:
            node = waiting.pop()
            certain, _, end = reached[node]
            if not fails[node] and (certain or (end is not None and self._end_fails(*end, fails))):
                fails[node] = True
                waiting += before.get(node, ())
        self._fails.update(fails)

    def _step(self, node: _Node) -> tuple[bool, list[_Node], tuple[f.Terminator, int] | None]:
        """Whether an operation of a block may fail, the nodes that may follow, and the terminator with the number of
        open atomic blocks (None if the block closes the last one)."""
        block, whole = self._flow.blocks[node[0]], node[1]
        for operation in block.operations:
            if isinstance(operation, f.Begin | f.End) and operation.whole:
                whole += 1 if isinstance(operation, f.Begin) else -1
                if whole <= 0:
                    return whole < 0, [], None  # more ends than beginnings: cannot happen
            elif may_fail(operation):
                return True, [], None
        if whole == 0 and not node[1]:
            return False, [], None
        # the return address of an ability is in the state: assumed to fail, which costs a trial but is sound
        if whole > MOST_NESTED or (isinstance(block.end, f.Return) and block.end.to in self._flow.backs):
            return True, [], None
        return False, [(after, whole) for after in self.after(block.end)], (block.end, whole)

    def _end_fails(self, end: f.Terminator, whole: int, fails: dict[_Node, bool]) -> bool:
        def failing(at: f.BlockId) -> bool:
            node = at, whole
            return fails[node] if node in fails else self._fails[node]

        match end:
            case f.Choose():
                if end.stop is not None and not failing(end.stop):
                    return False
                if isinstance(end.listing, f.Options):
                    # an option with a condition may be closed, so only one without is certain
                    return not any(asked is None and not failing(then) for _, asked, then in end.listing.options)
                if end.none is not None and not isinstance(end.listing, f.Confirm):
                    return failing(end.none) or failing(end.then)
                return not _always_something(end.listing) or failing(end.then)
            case f.ChooseAtRandom() | f.Draw():
                # there may be nothing to choose from or to draw
                return True
            case _:
                return any(failing(after) for after in self.after(end))

    # -- where the flow may go

    def after(self, end: f.Terminator) -> Iterator[f.BlockId]:
        """The blocks to which a terminator may lead within the turn."""
        match end:
            case f.Goto(then) | f.Uncover(_, then) | f.Fill(_, then) | f.CountIdle(then) | f.EndAtOnce(then):
                yield then
            case f.Roll(_, then) | f.Draw(_, _, _, then) | f.ChooseAtRandom(_, _, then):
                yield then
            case f.If(_, then, otherwise) | f.IfLess(_, _, then, otherwise):
                yield from (then, otherwise)
            case f.Return(to):
                yield from self._returns.get(to.index, ())
            case f.Choose():
                if isinstance(end.listing, f.Options):
                    yield from (then for _, _, then in end.listing.options)
                else:
                    yield end.then
                yield from (block for block in (end.stop, end.none) if block is not None)
            case f.BeginTurn() | f.EndTurn() | f.GameOver():
                return
            case _:
                assert_never(end)

    # -- obligations

    def rules_from(self, at: f.BlockId) -> frozenset[str]:
        """The rules that decide about picks that may still come in this turn, from a block on."""
        if at not in self._rules:
            seen, waiting, found = {at}, [at], set[str]()
            while waiting:
                block = self._flow.blocks[waiting.pop()]
                found |= _rules_at(block)
                if isinstance(block.end, f.Return) and block.end.to in self._flow.backs:
                    found |= self._every
                # a failed operation continues at `fail`
                following = [after for after in (*self.after(block.end), block.fail) if after not in seen]
                seen.update(following)
                waiting += following
            self._rules[at] = frozenset(found)
        return self._rules[at]


def _rules_at(block: f.Block) -> frozenset[str]:
    """The rules that decide what can be picked at the end of a block."""
    if isinstance(block.end, f.Choose | f.ChooseAtRandom) and isinstance(block.end.listing, f.Elements):
        return block.end.listing.rules
    return frozenset()


def _always_something(listing: f.Listing) -> bool:
    """Whether there is always something to choose."""
    match listing:
        case f.Confirm():
            return True
        case f.Sets(least=least, joint=joint):
            return joint is None and least.asked == core.Const(0)
        case f.Numbers(low, high):
            first, last = low.asked, high.asked
            return isinstance(first, core.Const) and isinstance(last, core.Const) and first.value <= last.value
        case f.Elements() | f.Options():
            return False
    assert_never(listing)


def may_fail(operation: f.Operation) -> bool:
    """Whether an operation may fail. The checker ensures that statements name pieces that exist (`check.play`), so
    moving them cannot."""
    match operation:
        case f.First() | f.Fail():
            return True
        case f.SwapPieces(first, second):
            return first.seat != second.seat
        case f.KeepPiece(piece, pool):
            return piece.seat.board == pool.board
        case f.TurnPiece(_, up):
            return up
        case f.ShowSide(_, side):
            return isinstance(side, f.Question)
        case f.PutCap(kept=kept):
            return not kept
        case f.ChangeCounter(pay=pay, sure=sure):
            return pay and not sure
        case f.Override(ruling):
            return ruling.obligation
        case _:
            return False


Levels = Sequence[f.Level]
"""Consecutive statements of a body, without the end of the body."""
FlowPart = f.Operation | f.Terminator


@lru_cache(maxsize=32)
def contents_of(flow: f.Flow) -> Contents:
    """The contents of a flow (cached)."""
    return Contents(flow)


class Contents:
    """Answers about the statements of one flow, computed on demand."""

    def __init__(self, flow: f.Flow) -> None:
        self.flow = flow
        self._own: dict[int, tuple[f.BlockId, ...]] = {}

    def own(self, level: f.Level) -> tuple[f.BlockId, ...]:
        """The blocks of a statement in order, without those of the bodies inside it."""
        if id(level) not in self._own:
            self._own[id(level)] = tuple(self._reached(level))
        return self._own[id(level)]

    def _reached(self, level: f.Level) -> Iterator[f.BlockId]:
        after, inside = next_entry(level), entered(level)
        waiting, seen = [level.entry], {after}
        while waiting:
            at = waiting.pop()
            if at in inside:
                at = inside[at].levels[-1].entry
            if at in seen or at == f.NOWHERE:
                continue
            seen.add(at)
            yield at
            end = self.flow.blocks[at].end
            if not isinstance(end, f.Return):  # a verb continues where its call says
                waiting += reversed(list(paths_of(self.flow).after(end)))

    def ends(self, levels: Iterable[f.Level]) -> Iterator[f.Terminator]:
        """The terminators of statements, including nested ones."""
        return (self.flow.blocks[at].end for level in inside(levels) for at in self.own(level))

    def parts(self, levels: Iterable[f.Level]) -> Iterator[FlowPart]:
        """The operations and terminators of statements, including nested ones."""
        for level in inside(levels):
            yield from self.parts_of(level)

    def parts_of(self, level: f.Level) -> Iterator[FlowPart]:
        """The operations and terminators of a statement, without nested statements."""
        for at in self.own(level):
            yield from self.flow.blocks[at].operations
            yield self.flow.blocks[at].end

    def gone_through(self, level: f.Level) -> Listed | None:
        """What a loop ranges over: in the order of the board, or in the order in which the player picks
        (`in_any_order`)."""
        if level.rounds is None or level.rounds.most is not None:
            return None
        parts = list(self.parts_of(level))
        for part in parts:
            if isinstance(part, f.Choose) and isinstance(part.listing, f.Elements):
                return Listed(level, part.listing.question, part.listing.slot)
        asked = next(part.question for part in parts if isinstance(part, f.Collect))
        return Listed(level, asked, next(part.slot for part in parts if isinstance(part, f.Take)))


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """The range of a loop or of a pick, and the slot to which each element is bound."""

    level: f.Level
    question: f.Question
    slot: f.Slot

    @property
    def binder(self) -> core.Binder:
        """The binder of the elements."""
        assert isinstance(self.question.asked, core.Binder)
        return self.question.asked

    @property
    def body(self) -> f.Body:
        """The body of the loop."""
        return self.level.bodies[0]

    @property
    def in_any_order(self) -> bool:
        """Whether the player picks the order of the iterations."""
        return self.level.rounds is not None and self.level.rounds.at is None


def next_entry(level: f.Level) -> f.BlockId:
    """The block where the next statement begins, or the body ends."""
    return level.body.levels[level.at + 1].entry


def entered(level: f.Level) -> Mapping[f.BlockId, f.Body]:
    """The non-empty bodies inside a statement, each by the block where it begins."""
    return {body.levels[0].entry: body for body in level.bodies if len(body.levels) > 1}


def statements_of(body: f.Body, at: int = 0, end: int | None = None) -> Levels:
    """The statements of a body from index `at` to `end`."""
    return body.levels[at : len(body.levels) - 1 if end is None else end]


def turn_of(flow: f.Flow) -> Levels:
    """The statements of a turn, of the turn without a name."""
    return statements_of(flow.roots["turn"])


def inside(levels: Iterable[f.Level]) -> Iterator[f.Level]:
    """Statements with all that are nested in them, also in the verbs that they call."""
    for level in levels:
        yield level
        for body in level.bodies:
            yield from inside(statements_of(body))


def questions(*nodes: object) -> Iterator[f.Question]:
    """The questions of operations and terminators; of an override, those of its body."""
    for node in nodes:
        match node:
            case f.Question():
                yield node
            case f.Override(ruling):
                yield from (f.Question(asked, ruling.scope) for asked in (ruling.now.body, ruling.now.where))
            case f.Slot() | f.Seat() | f.Level():
                pass
            case tuple():
                yield from questions(*node)
            case _ if is_dataclass(node):
                yield from questions(*(getattr(node, field.name) for field in fields(node)))
            case _:
                pass


def lists_groups(question: f.Question) -> bool:
    """Whether the elements listed are groups of spaces."""
    return isinstance(question.asked, core.Binder) and isinstance(question.asked.domain, core.Groups)


# ------------------------------------------------------------------ changes


@dataclass(frozen=True, slots=True)
class Effects:
    """What a part of a flow may change on the table: the contents of places, and everything else by name.

    `home`: also the place where a piece that is returned begins, or the counter of the owner of a cap.
    """

    seats: frozenset[f.Seat] = frozenset()
    counters: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    home: bool = False


_NOTHING = Effects()


def effects(part: FlowPart) -> Effects:
    """What an operation or a terminator may change."""
    match part:
        case f.MovePiece(piece, to, _):
            return Effects(frozenset({piece.seat} if to is None else {piece.seat, to.seat}))
        case f.SwapPieces(first, second):
            return Effects(frozenset({first.seat, second.seat}))
        case f.KeepPiece(piece, pool):
            return Effects(frozenset({piece.seat, pool}))
        case f.TurnPiece(piece) | f.ShowSide(piece) | f.Roll(piece) | f.Uncover(piece) | f.LookAt(piece):
            return Effects(frozenset({piece.seat}))
        case f.Draw(seat) | f.Fill(seat):
            return Effects(frozenset({seat}))
        case f.ReturnPiece(piece):
            return Effects(frozenset({piece.seat}), home=True)
        case f.PutCap(at):
            return Effects(frozenset({at.seat}))
        case f.TakeCap(at, _, back):
            return Effects(frozenset({at.seat}), home=back)
        case f.ChangeCounter(counter=name) | f.SetCounter(counter=name) | f.SetRole(role=name):
            return Effects(counters=frozenset({name}))
        case f.Choose(f.Numbers(answer=name)) if name:
            return Effects(counters=frozenset({name}))
        case f.Mark(_, mark):
            return Effects(marks=frozenset({mark}))
        case f.Override(ruling):
            return Effects(rules=frozenset({ruling.now.rule}))
        case _:
            return _NOTHING
