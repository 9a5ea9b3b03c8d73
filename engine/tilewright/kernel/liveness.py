"""Which slots still matter: those that some block may read before anything is written to them.

What else they hold says nothing of how a game goes on, so states that differ in it alone are one state. A verb is gone
through where it is called, and what comes after it is reached from the call; in the middle of it the state says where it
returns to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache

from tilewright.core.walk import variables
from tilewright.kernel import flow as f
from tilewright.kernel.paths import paths_of
from tilewright.kernel.state import FlatState

SlotMask = int
"""A set of slots: a bit for each, by its index."""


@lru_cache(maxsize=32)
def liveness_of(flow: f.Flow) -> Liveness:
    """The liveness of the slots of a flow."""
    return Liveness(flow)


class Liveness:
    """The slots of a flow that may be read, from each of its blocks on."""

    def __init__(self, flow: f.Flow) -> None:
        self._flow, self._paths = flow, paths_of(flow)
        self._back = frozenset(block.end.to.index for block in flow.blocks if isinstance(block.end, f.Return))
        self._steps = [self._step(block) for block in flow.blocks]
        self._live = self._solved()
        self._left: dict[f.BlockId, tuple[tuple[f.Slot, ...], bool]] = {}

    def of(self, state: FlatState) -> SlotMask:
        """The slots that matter where a state is."""
        found, seen, waiting = 0, set[f.BlockId](), [state.get(state.layout.pc)]
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            found |= self._live[at]
            exits, ends_turn = self.leaving(at)
            # return addresses are in the state, not in the flow
            waiting += [state.number(slot) for slot in exits]
            if ends_turn:
                waiting.append(state.get(state.layout.under) or self._flow.turn)
        return found

    def at(self, block: f.BlockId) -> SlotMask:
        """The slots that are read from a block on, as far as the verb or turn goes in which it is."""
        return self._live[block]

    def leaving(self, start: f.BlockId) -> tuple[tuple[f.Slot, ...], bool]:
        """The slots that say where the flow may return to from a block on, and whether it may come to the end of the turn."""
        if start not in self._left:
            ends = [self._flow.blocks[block].end for block in sorted(self._region(start))]
            back = dict.fromkeys(end.to for end in ends if isinstance(end, f.Return))
            self._left[start] = tuple(back), any(isinstance(end, f.EndTurn) for end in ends)
        return self._left[start]

    @property
    def live(self) -> Sequence[SlotMask]:
        """For each block the slots that may be read from there on."""
        return self._live

    def following(self, at: f.BlockId) -> list[f.BlockId]:
        """The blocks that may come after one, the first of what is called too."""
        return list(dict.fromkeys([*(after for after, _ in self._following(at)), self._flow.blocks[at].fail]))

    def within(self, at: f.BlockId) -> list[f.BlockId]:
        """The blocks that may come after one in the same body, or after what is called there."""
        block = self._flow.blocks[at]
        return self._called(block) or self.following(at)

    def _region(self, start: f.BlockId) -> set[f.BlockId]:
        """The blocks to which the flow may go from one, but for those inside of what is called from there."""
        seen, waiting = {start}, [start]
        while waiting:
            at = waiting.pop()
            following = self.within(at)
            waiting += [after for after in following if after not in seen]
            seen.update(following)
        return seen

    def _called(self, block: f.Block) -> list[f.BlockId]:
        """Where the flow goes on after the verb or turn that is called at the end of a block, and where that fails."""
        after = [one.value for one in block.operations if isinstance(one, f.Set) and one.slot.index in self._back]
        if isinstance(block.end, f.BeginTurn):
            after.append(block.end.under)
        return [*after, block.fail] if after else []

    def _following(self, at: f.BlockId) -> Iterator[tuple[f.BlockId, SlotMask]]:
        """The blocks that may come after one, with the slots that are written by going there."""
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
        """The slots that a block reads before it writes them, and those that it writes."""
        read = written = 0
        for operation in block.operations:
            read |= read_slots(operation) & ~written
            written |= written_slots(operation)
        return read | ((read_slots(block.end) | self._slots_asked(block.end)) & ~written), written

    def _slots_asked(self, end: f.Terminator) -> SlotMask:
        """The slot that is read where an ability may be used, and where a trial asks what is to be done after one: how many are under way."""
        asks = isinstance(end, f.Choose | f.EndTurn) or (isinstance(end, f.Return) and end.to in self._flow.backs)
        return 1 << self._flow.nested.index if asks and self._flow.uses else 0

    def _solved(self) -> list[SlotMask]:
        """The least solution, from the last block to the first until nothing changes."""
        following = [list(self._following(at)) for at in range(len(self._flow.blocks))]
        live, changed = [0] * len(following), True
        while changed:
            changed = False
            # backwards: what is read flows to earlier blocks, so that few rounds are needed
            for at in reversed(range(len(following))):
                read, written = self._steps[at]
                after = 0
                for then, bound in following[at]:
                    after |= live[then] & ~bound
                # a block may fail before it has written anything
                found = read | (after & ~written) | live[self._flow.blocks[at].fail]
                if found != live[at]:
                    live[at], changed = found, True
        return live


def read_slots(node: f.Operation | f.Terminator) -> SlotMask:
    """The slots that an operation or a terminator reads."""
    return _bits(_read_slots(node))


def written_slots(node: f.Operation | f.Terminator) -> SlotMask:
    """The slots that an operation writes without reading them; a terminator by going on at its `then`."""
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
    """The slots that are named in a part of a flow; of an expression those of its variables and of its player."""
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
