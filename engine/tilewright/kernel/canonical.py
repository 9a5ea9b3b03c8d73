"""Keys of states of trials: equal for states that can be completed alike.

Left out is what nobody reads any more (slots, places), and how equal things are numbered. Pieces have no identity but what
they show; in a pool nothing depends on the order of the pieces, so they count as a set, each with the names that slots have
for it (*labels*); the spaces and patches of a board that grows are identified by row and column. What matters is what is read before
the trial is done (`kernel.relevance`). `wasm/keys.c` works out a hash of the same things from the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tilewright.core import expr as core
from tilewright.kernel import flow as f
from tilewright.kernel import layout as cells
from tilewright.kernel.layout import PlaceCells, StateLayout
from tilewright.kernel.relevance import Facts, TrialReads, relevance_of
from tilewright.kernel.state import FlatState

MOST_ANALYZED = 1000
"""In flows of more blocks everything counts as read: the analysis would take longer than compiling the game."""
MOST_WHOLE = 4
"""Deeper in blocks that have to be done wholly everything counts as read."""


@dataclass(frozen=True, slots=True)
class Named:
    """Cells that hold an element or a number, or a list of them: where the first is (in wide cells), how many each takes.

    A list has the elements from the number in the cell `first` (-1: 0) to before that in `count` (-1: no list). With a `seat`
    elements are spaces of that place or of one of the `seats` that follow it, and give labels there.
    """

    at: int
    words: int
    first: int = -1
    count: int = -1
    seat: int = -1
    seats: int = 0


@dataclass(frozen=True, slots=True)
class Matter:
    """What matters: slots and sorts of places by their numbers, and whether pieces that lie nowhere do.

    `back`: in which ways the flow may come back to the choice where an ability was used (`TrialReads.returns`), so that what
    matters there does as well. `everything`: the abilities that have been used, too.
    """

    slots: tuple[int, ...]
    places: tuple[int, ...]
    bag: bool
    back: tuple[tuple[int, bool], ...] = ()
    everything: bool = False


@lru_cache(maxsize=32)
def canonical_of(layout: StateLayout) -> Canonical:
    """The keys of the states of a layout."""
    return Canonical(layout)


class Canonical:
    """Works out keys, and what they are made of."""

    def __init__(self, layout: StateLayout) -> None:
        self.layout, self.flow = layout, layout.flow
        self.relevance: TrialReads = relevance_of(layout)
        self.labelled = frozenset(
            place.board.name
            for place in layout.places
            if place.board.pool or place.board.grows or place.board.of_patches
        )
        bounds = self._bounds()
        self.named = [
            self._named(slot, layout.slots[slot.index].at, *bounds.get(slot.index, (-1, -1)))
            for slot in self.flow.slots
        ]
        self.captured = [self._captured(ruling) for ruling in self.flow.rulings]
        self.within = any(use.ability.during for use in self.flow.uses)
        self.all = Matter(
            tuple(slot.index for slot in self.flow.slots), tuple(range(len(layout.places))), True, (), True
        )
        self._rows: dict[Facts, Matter] = {}

    # -- what slots hold

    def _bounds(self) -> dict[int, tuple[int, int]]:
        """For each list the cells with the index of its first element that matters, and with their number."""
        found, slots = dict[int, tuple[int, int]](), self.layout.slots
        sealed = {secret.players.index for secret in self.flow.secrets}
        for block in self.flow.blocks:
            for operation in block.operations:
                if isinstance(operation, f.Collect):
                    first = found.get(operation.to.index, (-1, -1))[0]
                    found[operation.to.index] = first, slots[operation.count.index].at
                elif isinstance(operation, f.Take) and operation.source.index not in sealed:
                    count = found.get(operation.source.index, (-1, -1))[1]
                    found[operation.source.index] = slots[operation.at.index].at, count
        return found

    def _named(self, slot: f.Slot, at: int, first: int = -1, count: int = -1) -> Named:
        layout, words = self.layout, self.layout.words(slot.sort)
        board = slot.board
        if board is None or slot.sort not in (core.SPACE, core.GROUP) or board.name not in self.labelled:
            return Named(at, words, first, count)
        seats = layout.players if board.each_player else 1
        return Named(at, words, first, count, layout.of_board[board.name].seat, seats)

    def _captured(self, ruling: f.Ruling) -> list[Named]:
        """What a ruling has noted: the player, then its variables, counted from the beginning of its entry."""
        found, at = [Named(2, 1)], 3
        for _, slot in ruling.captured:
            found.append(self._named(slot, at))
            at += self.layout.words(slot.sort)
        return found

    # -- what matters

    def row(self, at: f.BlockId, whole: int, due: bool) -> Matter:
        """What matters for a trial at a block."""
        if len(self.flow.blocks) > MOST_ANALYZED:
            return self.all
        facts = self.relevance.of(at, whole, due)
        if facts not in self._rows:
            self._rows[facts] = self._row(facts)
        return self._rows[facts]

    def _row(self, facts: Facts) -> Matter:
        relevance = self.relevance
        if facts & relevance.everything:
            return self.all
        slots = tuple(slot.index for slot in self.flow.slots if facts >> slot.index & 1)
        return Matter(slots, tuple(relevance.places(facts)), bool(facts & relevance.bag), relevance.returns(facts))

    def nodes(self) -> list[tuple[f.BlockId, int, bool]]:
        """All blocks for which `row` may be asked, with how many have to be completed and whether use of a change has to be made."""
        return [] if len(self.flow.blocks) > MOST_ANALYZED else self.relevance.stops()

    def seats(self, row: Matter) -> list[int]:
        """The seats of the places of a row."""
        return [seat for number in row.places for seat in self._seats(self.layout.places[number])]

    def rows_at(
        self, state: FlatState, block: f.BlockId, user: f.BlockId | None
    ) -> tuple[list[Matter], tuple[f.BlockId, ...]]:
        """What matters for a trial as if it stood at a block, and the blocks to which abilities return from there.

        With a `user` an ability begins, which was used there.
        """
        layout = self.layout
        whole = state.get(layout.whole)
        due = any(state.wide[layout.rulings.at + i * layout.ruling_cells + 1] for i in range(state.get(layout.ruled)))
        if whole >= MOST_WHOLE:
            return [self.all], ()
        found = level = [self.row(block, whole, due)]
        backs = list(reversed(self.flow.backs[: state.number(self.flow.nested)]))
        targets = [*([] if user is None else [user]), *(state.number(slot) for slot in backs)]
        for target in targets:  # what matters where abilities are done, the last one first
            ways = sorted({way for row in level for way in row.back})
            if any(back_whole >= MOST_WHOLE for back_whole, _ in ways):
                return [self.all], ()
            level = [self.row(target, *way) for way in ways]
            found = found + level
        rows = [self.all] if any(row.everything for row in found) else found
        return rows, tuple(targets) if any(row.back for row in rows) else ()

    def stops(self) -> list[f.BlockId]:
        """The blocks where a state may stand between two steps, or to which a verb or turn returns."""
        flow, found = self.flow, {self.flow.turn, self.flow.setup}
        returns = {block.end.to.index for block in flow.blocks if isinstance(block.end, f.Return)}
        for number, block in enumerate(flow.blocks):
            match block.end:
                case f.Choose() | f.ChooseAtRandom() | f.EndTurn():
                    found.add(number)
                case f.Uncover(_, then) | f.Fill(_, then) | f.Roll(_, then) | f.Draw(_, _, _, then):
                    found.add(then)
                case f.BeginTurn(under=under):
                    found.add(under)
            found |= {one.value for one in block.operations if isinstance(one, f.Set) and one.slot.index in returns}
        return sorted(found)

    # -- keys

    def trial_key(self, state: FlatState) -> tuple[object, ...]:
        """Of a state of a trial: what decides whether it can be completed."""
        rows, targets = self.rows_at(state, state.get(self.layout.pc), None)
        return targets, self._key(state, rows)

    def use_key(self, state: FlatState, entry: f.BlockId) -> tuple[object, ...]:
        """Of a state where an ability may be used, which begins at a block: what decides whether it can be completed."""
        at = state.get(self.layout.pc)
        rows, targets = self.rows_at(state, entry, at)
        # where it is used from is in the targets: the key is of the beginning of the ability
        state.set(self.layout.pc, entry)
        key = self._key(state, rows)
        state.set(self.layout.pc, at)
        return targets, key

    def _key(self, state: FlatState, rows: Sequence[Matter]) -> tuple[object, ...]:
        """What lies on the places of some rows, and what their slots hold; counters, rulings and where the state is always."""
        labels: dict[tuple[int, int], list[object]] = {}
        bound = [self._noted(state, self.named[slot], labels, slot) for row in rows for slot in row.slots]
        ruled = tuple(self._ruled(state, entry, labels) for entry in range(state.get(self.layout.ruled)))
        places = set().union(*(row.places for row in rows))
        seats = {seat for number in places for seat in self._seats(self.layout.places[number])}
        if state.get(self.layout.asked):
            seats.add(state.get(self.layout.asked_seat))
        lying = tuple(self._place_key(state, seat, labels) for seat in sorted(seats))
        return (
            self._where(state, any(row.bag for row in rows), any(row.everything for row in rows)),
            tuple(bound),
            ruled,
            lying,
        )

    def _seats(self, place: PlaceCells) -> range:
        return range(place.seat, place.seat + (self.layout.players if place.board.each_player else 1))

    def _where(self, state: FlatState, bag: bool, everything: bool) -> tuple[object, ...]:
        """Where the state is, and numbers that always count."""
        layout, game = self.layout, self.layout.game
        cell = state.get
        asked = cell(layout.asked)
        found: list[object] = [cell(layout.pc), cell(layout.whole), cell(layout.closing), cell(layout.ability)]
        found += [cell(layout.mover), asked]
        if asked:
            found += [cell(layout.asked_seat), cell(layout.asked_space), cell(layout.asked_sort)]
        found += [cell(layout.count, i) for i in range(layout.players * len(layout.counters))]
        found += [cell(layout.lying, i) for i in range(len(layout.caps))]
        if bag or asked:
            found += [cell(layout.covered), *(cell(layout.bag, kind) for kind in range(len(game.kinds)))]
        if everything or self.within:
            for cells_, count in self.of_abilities():
                found += [cell(cells_, i) for i in range(count)]
        return tuple(found)

    def of_abilities(self) -> list[tuple[cells.Cells, int]]:
        """The cells that decide which abilities can be used, with their numbers."""
        layout, flow = self.layout, self.flow
        singles = layout.players * len(layout.single)
        counts = (len(flow.names), len(flow.lasting), len(flow.uses), singles)
        return list(zip((layout.inside, layout.bound, layout.used, layout.spent), counts, strict=True))

    def _ruled(self, state: FlatState, entry: int, labels: dict[tuple[int, int], list[object]]) -> tuple[object, ...]:
        """A change of a rule in force."""
        start = self.layout.rulings.at + entry * self.layout.ruling_cells
        number, due = state.wide[start], state.wide[start + 1]
        noted = (self._noted(state, named, labels, (entry, i), start) for i, named in enumerate(self.captured[number]))
        return number, due, *noted

    def _noted(
        self, state: FlatState, named: Named, labels: dict[tuple[int, int], list[object]], name: object, start: int = 0
    ) -> object:
        """What cells hold, or where they give labels, only how much."""
        wide = state.wide
        first = wide[named.first] if named.first >= 0 else 0
        count = wide[named.count] if named.count >= 0 else 1
        held = list[object]()
        for index in range(first, count):
            at = start + named.at + index * named.words
            words = wide[at : at + named.words].tolist()
            if named.seat < 0:
                held.append(tuple(words))
                continue
            members = _members(words[:-1]) if named.words > 1 else words
            for seat in range(named.seat, named.seat + named.seats):
                for space in members:
                    labels.setdefault((seat, space), []).append((name, index - first))
        return count - first, tuple(held)

    # -- what lies on a place

    def _place_key(self, state: FlatState, seat: int, labels: dict[tuple[int, int], list[object]]) -> object:
        place = self.layout.place_at(seat)
        spaces, board = range(state.size(seat)), place.board
        if board.name not in self.labelled:
            return tuple(
                (space, self._stack(state, seat, space)) for space in spaces if self._taken(state, seat, space)
            )
        names = {space: labels.get((seat, space), []) for space in spaces}
        if board.pool and not board.of_patches:
            if any(named and not self._height(state, seat, space) for space, named in names.items()):
                return seat, tuple((space, self._stack(state, seat, space), tuple(names[space])) for space in spaces)
            found = [(self._stack(state, seat, s), names[s]) for s in spaces if self._height(state, seat, s)]
        else:
            where = self._on_map(state, seat)
            taken = (space for space in spaces if names[space] or self._taken(state, seat, space))
            found = [((where[space], self._stack(state, seat, space)), names[space]) for space in taken]
        # sorted by text: stacks hold values of several types, which do not compare
        return seat, tuple(sorted(map(repr, found)))

    def _height(self, state: FlatState, seat: int, space: int) -> int:
        return state.narrow[self.layout.space_at(seat, space) + cells.HEIGHT]

    def _taken(self, state: FlatState, seat: int, space: int) -> bool:
        """Whether there is anything on a space."""
        at = self.layout.space_at(seat, space)
        return bool(
            state.narrow[at + cells.HEIGHT] or any(state.narrow[at + cells.MARKS : at + self.layout.space_cells])
        )

    def _stack(self, state: FlatState, seat: int, space: int) -> object:
        """The pieces of a stack with what was dealt, its top (of a patch what it shows), its marks and caps."""
        layout, narrow = self.layout, state.narrow
        at = layout.space_at(seat, space)
        pieces, piece = list[object](), narrow[at + cells.PIECE]
        while piece:
            pieces.append((narrow[layout.kind.at + piece], narrow[layout.dealt.at + piece]))
            piece = narrow[layout.below.at + piece]
        return narrow[at + cells.TOP], tuple(pieces), tuple(narrow[at + cells.MARKS : at + layout.space_cells])

    def _on_map(self, state: FlatState, seat: int) -> list[tuple[int, ...]]:
        """Where each space of a board that grows is, or each patch: on which space, and which of its patches it is."""
        layout, narrow = self.layout, state.narrow
        spaces = (
            range(layout.on_map.at, layout.on_map.at + state.size(layout.grown.seat) * cells.OF_GROWN, cells.OF_GROWN)
            if layout.grown
            else ()
        )
        where: list[tuple[int, ...]] = [(narrow[at + cells.ROW], narrow[at + cells.COLUMN]) for at in spaces]
        if layout.grown is not None and seat == layout.grown.seat:
            return where
        found = list[tuple[int, ...]]()
        for patch in range(state.size(seat)):
            on = narrow[layout.patched.at + patch * cells.OF_PATCH + cells.ON]
            first = narrow[layout.on_map.at + on * cells.OF_GROWN + cells.PATCH]
            found.append((*where[on], patch - first))
        return found


def _members(words: Iterable[int]) -> list[int]:
    """The numbers of the bits that are set."""
    return [32 * i + bit for i, word in enumerate(words) for bit in range(32) if word >> bit & 1]
