"""Liveness of slots (which may be read before they are written), and the data-flow facts by which a walk over states
merges equal ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cached_property, lru_cache

from tilewright.core import expr as core
from tilewright.core.walk import variables, walk
from tilewright.kernel import flow as f
from tilewright.kernel.contents import FlowPart, contents_of, paths_of, statements_of
from tilewright.kernel.state import FlatState

SlotMask = int
"""A set of slots: one bit per slot, by its index."""


@lru_cache(maxsize=32)
def liveness_of(flow: f.Flow) -> Liveness:
    """The liveness of the slots of a flow (cached)."""
    return Liveness(flow)


class Liveness:
    """Live-variable analysis: the slots that may still be read, for each block of a flow."""

    def __init__(self, flow: f.Flow) -> None:
        self._flow, self._paths = flow, paths_of(flow)
        self._back = frozenset(block.end.to.index for block in flow.blocks if isinstance(block.end, f.Return))
        self._steps = [self._step(block) for block in flow.blocks]
        self._live = self._solved()
        self._left: dict[f.BlockId, tuple[tuple[f.Slot, ...], bool]] = {}

    def of(self, state: FlatState) -> SlotMask:
        """The live slots of a state."""
        found, seen, waiting = 0, set[f.BlockId](), [state.get(state.layout.pc)]
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            found |= self._live[at]
            exits, ends_turn = self.leaving(at)
            # return addresses are in the state, so callers are not known statically
            waiting += [state.number(slot) for slot in exits]
            if ends_turn:
                waiting.append(state.get(state.layout.under) or self._flow.turn)
        return found

    def at(self, block: f.BlockId) -> SlotMask:
        """The slots live at the beginning of a block, within its verb or turn."""
        return self._live[block]

    def leaving(self, start: f.BlockId) -> tuple[tuple[f.Slot, ...], bool]:
        """The slots with the return addresses to which the flow may continue from a block, and whether it may reach the
        end of the turn."""
        if start not in self._left:
            ends = [self._flow.blocks[block].end for block in sorted(self._region(start))]
            back = dict.fromkeys(end.to for end in ends if isinstance(end, f.Return))
            self._left[start] = tuple(back), any(isinstance(end, f.EndTurn) for end in ends)
        return self._left[start]

    @property
    def live(self) -> Sequence[SlotMask]:
        """The live slots of each block."""
        return self._live

    def following(self, at: f.BlockId) -> list[f.BlockId]:
        """The successors of a block, including the first block of what it calls."""
        return list(dict.fromkeys([*(after for after, _ in self._following(at)), self._flow.blocks[at].fail]))

    def within(self, at: f.BlockId) -> list[f.BlockId]:
        """The successors of a block within its body: a call is followed by the block to which it returns."""
        block = self._flow.blocks[at]
        return self._called(block) or self.following(at)

    def _region(self, start: f.BlockId) -> set[f.BlockId]:
        """The blocks reachable from a block without entering what is called."""
        seen, waiting = {start}, [start]
        while waiting:
            at = waiting.pop()
            following = self.within(at)
            waiting += [after for after in following if after not in seen]
            seen.update(following)
        return seen

    def _called(self, block: f.Block) -> list[f.BlockId]:
        """Where the flow continues after the verb or turn called at the end of a block, and where it fails."""
        after = [one.value for one in block.operations if isinstance(one, f.Set) and one.slot.index in self._back]
        if isinstance(block.end, f.BeginTurn):
            after.append(block.end.under)
        return [*after, block.fail] if after else []

    def _following(self, at: f.BlockId) -> Iterator[tuple[f.BlockId, SlotMask]]:
        """The successors of a block, each with the slots written on the edge."""
        block = self._flow.blocks[at]
        end, written = block.end, written_slots(block.end)
        if not isinstance(end, f.Return):
            yield from (
                (after, written if after == getattr(end, "then", None) else 0) for after in self._paths.after(end)
            )
        if isinstance(end, f.BeginTurn):
            yield end.turn, 0
        yield from ((after, 0) for after in self._called(block))

    def _step(self, block: f.Block) -> tuple[SlotMask, SlotMask]:
        """The slots that a block reads before it writes them (use), and those that it writes (def)."""
        read = written = 0
        for operation in block.operations:
            read |= read_slots(operation) & ~written
            written |= written_slots(operation)
        return read | ((read_slots(block.end) | self._slots_asked(block.end)) & ~written), written

    def _slots_asked(self, end: f.Terminator) -> SlotMask:
        """The number of abilities in progress, which is read where an ability may be used and by trials."""
        asks = isinstance(end, f.Choose | f.EndTurn) or (isinstance(end, f.Return) and end.to in self._flow.backs)
        return 1 << self._flow.nested.index if asks and self._flow.uses else 0

    def _solved(self) -> list[SlotMask]:
        """The least fixed point, iterated from the last block to the first until nothing changes."""
        following = [list(self._following(at)) for at in range(len(self._flow.blocks))]
        live, changed = [0] * len(following), True
        while changed:
            changed = False
            # backwards, in the direction of the data flow, so that few passes are needed
            for at in reversed(range(len(following))):
                read, written = self._steps[at]
                after = 0
                for then, bound in following[at]:
                    after |= live[then] & ~bound
                # a block may fail before it has written anything, so all that is live at `fail` is live here
                found = read | (after & ~written) | live[self._flow.blocks[at].fail]
                if found != live[at]:
                    live[at], changed = found, True
        return live


def read_slots(node: f.Operation | f.Terminator) -> SlotMask:
    """The slots that an operation or a terminator reads."""
    return _bits(_read_slots(node))


def written_slots(node: f.Operation | f.Terminator) -> SlotMask:
    """The slots that an operation writes without reading them; a terminator writes on the edge to its `then`."""
    return _bits(_written(node))


def _written(node: f.Operation | f.Terminator) -> list[f.Slot]:
    match node:
        case f.Choose(f.Elements(slot=slot) | f.Sets(slot=slot) | f.Numbers(slot=slot)):
            return [slot]
        case f.ChooseAtRandom(listing):
            return [listing.slot]
        case f.Draw(kept=slot):
            return [slot]
        case f.Set(slot) | f.Ask(slot) | f.Take(slot) | f.First(slot) | f.KeepPiece(kept=slot):
            return [slot]
        case f.Copy(to) | f.NextPlayer(to):
            return [to]
        case f.Collect(to, count):
            return [to, count]
        case _:
            return []


def _read_slots(node: f.Operation | f.Terminator) -> Iterator[f.Slot]:
    written = _written(node)
    return (slot for slot in _named(node) if slot not in written)


def _named(node: object) -> Iterator[f.Slot]:
    """The slots named in a part of a flow; of an expression, those of its variables and of its player."""
    match node:
        case f.Slot():
            yield node
        case f.Question(asked, scope, _):
            yield scope.me
            yield from (scope.slots[var.id] for var in variables(asked) if var.id in scope.slots)
            if node.home is not None and node.home.id in scope.slots:
                yield scope.slots[node.home.id]
        case f.Ruling():
            yield node.scope.me
            yield from (slot for _, slot in node.captured)
        case tuple():
            for part in node:
                yield from _named(part)
        case f.Level() | f.Scope():
            return
        case _ if is_dataclass(node):
            for field in fields(node):
                yield from _named(getattr(node, field.name))


def _bits(slots: Iterator[f.Slot] | list[f.Slot]) -> SlotMask:
    found = 0
    for slot in slots:
        found |= 1 << slot.index
    return found


CHANCE = 1
"""The bit for chance; bit i + 1 is that of the i-th name in `Flow.names`."""
MOST_NAMES = 30
"""The number of names with a bit of their own; all others share one."""
MOST_LOOPS = 8
"""The maximum number of loops whose counters can be left out of states."""


@lru_cache(maxsize=32)
def dataflow_of(flow: f.Flow) -> Dataflow:
    """The data-flow facts of a flow (cached)."""
    return Dataflow(flow)


class Dataflow:
    """Data-flow facts of one flow, computed on demand."""

    def __init__(self, flow: f.Flow) -> None:
        self._flow = flow
        self._known, self._contents = liveness_of(flow), contents_of(flow)

    @property
    def live(self) -> Sequence[SlotMask]:
        """The live slots of each block."""
        return self._known.live

    @cached_property
    def ahead(self) -> Sequence[int]:
        """What may still come in the turn, for each block, also in what it calls: `CHANCE`, and the names of blocks
        that begin."""
        own = []
        for block in self._flow.blocks:
            found = CHANCE * isinstance(block.end, f.Roll | f.Draw | f.Fill | f.ChooseAtRandom | f.Uncover)
            for operation in block.operations:
                if isinstance(operation, f.Begin) and operation.name:
                    found |= 1 << min(self._flow.names.index(operation.name), MOST_NAMES) + 1
            own.append(found)
        return self._least(own, [self._known.following(at) for at in range(len(own))])

    def may_begin(self, name: str, ahead: int) -> bool:
        """Whether a block of this name (empty: any) may begin, by a value of `ahead`."""
        return not name or bool(ahead >> min(self._flow.names.index(name), MOST_NAMES) + 1 & 1)

    @cached_property
    def returns(self) -> Sequence[tuple[int, ...]]:
        """The slots that hold the return address of the body of each block; -1: the end of the turn."""
        own, slots = [], [-1]
        for block in self._flow.blocks:
            slot = None
            if isinstance(block.end, f.Return):
                slot = block.end.to.index
            elif isinstance(block.end, f.EndTurn):
                slot = -1
            if slot is not None and slot not in slots:
                slots.append(slot)
            own.append(0 if slot is None else 1 << slots.index(slot))
        found = self._least(own, [self._known.within(at) for at in range(len(own))])
        return [tuple(slot for bit, slot in enumerate(slots) if mask >> bit & 1) for mask in found]

    @staticmethod
    def _least(own: Sequence[int], following: Sequence[Sequence[f.BlockId]]) -> list[int]:
        """The least fixed point where each block has its own bits and those of its successors."""
        before: list[list[f.BlockId]] = [[] for _ in own]
        for at, after in enumerate(following):
            for then in after:
                before[then].append(at)
        found, waiting = list(own), list(range(len(own)))
        while waiting:
            at = waiting.pop()
            for earlier in before[at]:
                if found[earlier] | found[at] != found[earlier]:
                    found[earlier] |= found[at]
                    waiting.append(earlier)
        return found

    @cached_property
    def secret_outs(self) -> list[f.BlockId]:
        """For each secret, the block where all have answered."""
        heads = {
            (block.end.slot.index, block.end.bound.index): block.end.otherwise
            for block in self._flow.blocks
            if isinstance(block.end, f.IfLess) and isinstance(block.end.bound, f.Slot)
        }
        return [heads[one.asked.index, one.count.index] for one in self._flow.secrets]

    @cached_property
    def borders(self) -> frozenset[f.BlockId]:
        """The blocks where a state may become settled: no chance is ahead in the body, and there may have been chance
        before."""
        blocks, uses = self._flow.blocks, bool(self._flow.uses)
        always = {*self._flow.returns, *self.secret_outs}
        if not any(mask & CHANCE for mask in self.ahead):
            return frozenset(always)
        found = set(always)
        for at, block in enumerate(blocks):
            if uses and isinstance(block.end, f.Choose | f.EndTurn):
                found.add(at)
            named = any(isinstance(one, f.End) and one.name for one in block.operations)
            if self.ahead[at] & CHANCE or named:
                found |= set(self._known.following(at))
        return frozenset(at for at in found if at in always or not self.ahead[at] & CHANCE) - {f.NOWHERE}

    @cached_property
    def sweeps(self) -> dict[f.BlockId, f.Slot]:
        """Loops that only roll the pieces in a list, by the block of the head; the value is the list."""
        found: dict[f.BlockId, f.Slot] = {}
        for block in self._flow.blocks:
            level = block.level
            loop = None if level is None or level.body.outer is None else level.body.outer.rounds
            if not isinstance(block.end, f.Roll) or level is None or loop is None or block.end.then != loop.head:
                continue
            others = [one for one in statements_of(level.body) if one is not level]
            only = loop.at is not None and all(map(_finds_what_is_there, self._contents.parts(others)))
            if only and loop.things is not None and loop.things.sort == core.SPACE:
                found[loop.head] = loop.things
        return found

    @cached_property
    def lists(self) -> dict[int, tuple[f.Slot | None, f.Slot]]:
        """Lists, by the index of their slot: the slot with the index of the first element that is left (None: all
        count), and the slot with the length."""
        found: dict[int, tuple[f.Slot | None, f.Slot]] = {}
        for block in self._flow.blocks:
            rounds = None if block.level is None else block.level.rounds
            if rounds is None or rounds.things is None or rounds.count is None or block.level is None:
                continue
            sealed = any(one.players == rounds.things for one in self._flow.secrets)
            found[rounds.things.index] = None if sealed else rounds.at, rounds.count
        return found

    @cached_property
    def loops(self) -> dict[int, tuple[int, int]]:
        """Loops by the index of the slot that counts their iterations: up to which count it makes a difference, and the
        maximum.

        Only loops with a constant maximum and a single player.
        """
        found: dict[int, tuple[int, int]] = {}
        for block in self._flow.blocks:
            level = block.level
            if level is None or level.rounds is None or level.rounds.most is None or len(found) >= MOST_LOOPS:
                continue
            parts, rounds = list(self._contents.parts_of(level)), level.rounds
            most = next(part.question.asked for part in parts if isinstance(part, f.Ask))
            if isinstance(most, core.Const) and not any(isinstance(part, f.NextPlayer) for part in parts):
                bounds = [part.bound for part in parts if isinstance(part, f.IfLess) and part.slot == rounds.done]
                exactly = rounds.most not in bounds  # then the count only ensures that the loop ends
                least = 0 if exactly else sum(bound for bound in bounds if isinstance(bound, int))
                found[rounds.done.index] = least, most.value
        return found

    @cached_property
    def counted_boards(self) -> frozenset[str]:
        """The boards whose number of spaces, including empty ones, is read."""
        bounds = (block.end.bound for block in self._flow.blocks if isinstance(block.end, f.IfLess))
        return frozenset(bound.board.name for bound in bounds if isinstance(bound, f.Seat))


_OF_PRESENCE = (core.Binder, core.Var, core.Spaces, core.SpacesOf, core.Compare, core.Height, core.Const, core.Truth)
"""Nodes that depend only on where pieces are, not on what they show."""


def _finds_what_is_there(part: FlowPart) -> bool:
    """Whether a part of a flow only finds a piece, without regard to what it shows."""
    if isinstance(part, f.First):
        return all(isinstance(node, _OF_PRESENCE) for node in walk(part.question.asked))
    return isinstance(part, f.Goto)
