"""What of a flow a walk over its states needs to know: what chance is ahead, and what makes two states one.

All of it is known whatever lies on the table: sets of bits for each block, as least fixed points over the blocks that may
come after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from tilewright.core import expr as core
from tilewright.core.walk import walk
from tilewright.kernel import flow as f
from tilewright.kernel.contents import FlowPart, contents_of, statements_of
from tilewright.kernel.liveness import SlotMask, liveness_of

CHANCE = 1
"""The bit for chance; bit i + 1 is that of the block of the name i."""
MOST_NAMES = 30
"""So many names have a bit of their own; the others share one more."""
MOST_LOOPS = 8
"""So many loops may have rounds that are left out of states."""


@lru_cache(maxsize=32)
def dataflow_of(flow: f.Flow) -> Dataflow:
    """The facts of a flow, kept."""
    return Dataflow(flow)


class Dataflow:
    """The facts of one flow, worked out when they are first asked for."""

    def __init__(self, flow: f.Flow) -> None:
        self._flow = flow
        self._known, self._contents = liveness_of(flow), contents_of(flow)

    @property
    def live(self) -> Sequence[SlotMask]:
        """For each block the slots that may be read from there on."""
        return self._known.live

    @cached_property
    def ahead(self) -> Sequence[int]:
        """For each block what may come in the same turn, in what is called too: `CHANCE`, and the names of blocks that begin."""
        own = []
        for block in self._flow.blocks:
            found = CHANCE * isinstance(block.end, f.Roll | f.Draw | f.Fill | f.ChooseAtRandom | f.Uncover)
            for operation in block.operations:
                if isinstance(operation, f.Begin) and operation.name:
                    found |= 1 << min(self._flow.names.index(operation.name), MOST_NAMES) + 1
            own.append(found)
        return self._least(own, [self._known.following(at) for at in range(len(own))])

    def may_begin(self, name: str, ahead: int) -> bool:
        """Whether a block of that name (empty: any) may begin, by what is `ahead`."""
        return not name or bool(ahead >> min(self._flow.names.index(name), MOST_NAMES) + 1 & 1)

    @cached_property
    def returns(self) -> Sequence[tuple[int, ...]]:
        """For each block the slots that say where the flow goes on when the body that it is in is done; -1: at the end of the turn."""
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
        """The least solution of each block having its own bits and those of the blocks after it."""
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
        """For each secret the block where all have answered."""
        heads = {
            (block.end.slot.index, block.end.bound.index): block.end.otherwise
            for block in self._flow.blocks
            if isinstance(block.end, f.IfLess) and isinstance(block.end.bound, f.Slot)
        }
        return [heads[one.asked.index, one.count.index] for one in self._flow.secrets]

    @cached_property
    def borders(self) -> frozenset[f.BlockId]:
        """The blocks where a state may become settled: no chance is ahead inside of the body, and before it there may have been."""
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
        """By the head of a loop that does nothing but roll the things in a list that are there, that list."""
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
        """By the index of a slot with a list, the slot with where what is left of it begins, and that with how many it has."""
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
        """By the index of a slot that counts rounds: up to how many of them make a difference, and how many there may be.

        Only of loops with a constant most, of rounds that the same player does.
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
                exactly = rounds.most not in bounds  # then all that matters is that there is an end
                least = 0 if exactly else sum(bound for bound in bounds if isinstance(bound, int))
                found[rounds.done.index] = least, most.value
        return found

    @cached_property
    def counted_boards(self) -> frozenset[str]:
        """The places of which it matters how many spaces they have, empty ones too."""
        bounds = (block.end.bound for block in self._flow.blocks if isinstance(block.end, f.IfLess))
        return frozenset(bound.board.name for bound in bounds if isinstance(bound, f.Seat))


_OF_PRESENCE = (core.Binder, core.Var, core.Spaces, core.SpacesOf, core.Compare, core.Height, core.Const, core.Truth)
"""What asks no more than whether something lies somewhere."""


def _finds_what_is_there(part: FlowPart) -> bool:
    """Whether a part of a flow does no more than to find a thing that is there, whatever it shows."""
    if isinstance(part, f.First):
        return all(isinstance(node, _OF_PRESENCE) for node in walk(part.question.asked))
    return isinstance(part, f.Goto)
