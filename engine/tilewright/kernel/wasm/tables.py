"""The data of a game for the runtime: `struct game` of `runtime.c`, and the tables that it points to."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import TypeVar

from tilewright.core import expr as core
from tilewright.kernel import flow as f
from tilewright.kernel.canonical import MOST_WHOLE, Named, RelevantState, canonical_of
from tilewright.kernel.contents import paths_of
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.liveness import Dataflow, dataflow_of
from tilewright.kernel.table import home_of, onlookers_of
from tilewright.kernel.wasm.code import Data
from tilewright.table.terrain import TileFace

DATA, SCRATCH, ARENA, ARENA_END = 0x800000, 0xA00000, 0xB00000, 0x1B00000
"""The memory map: tables, scratch memory of questions, copies for trials; then states of the host."""
CODES = DATA - 4 * 16384
_NAMES = """
    state_size players counters kinds pieces seats caps marks space_cells blocks uses singles lasting sorts pc
    whole trial over closing ability under ruled asked asked_seat asked_space asked_sort free covered marked
    turn draws idle count mover back nested most_nested rulings ruling_size inside bound used spent bag gone lying sizes kind
    below dealt run end by_round has_course turn_block deals firsts turned homes stocks_at stocks sort_masks
    first_sort seat_at seat_room cap_table counter_table use_table choose_of choose_table cannot_fail
    rules_from rule_of numbers_at numbers value_kinds heights grown grown_cells grown_rows grown_columns
    patch_seat patched faces codes arena arena_end watching most_spaces named_blocks secret slots slot_table
    lasting_slots live_words live live_at_end ahead returns sweeps pools ruling_names secret_outs named captured_at
    captured rows row_of seat_sort label_at names within fixed_size scores scores_at ties ties_at measure hides hidden_seats hidden_counters
    hidden_counters_size secret_answers onlookers
"""
FIELDS = tuple(_NAMES.split())
"""The fields of the struct, in order."""
T = TypeVar("T")
_MOST_PATCHES = 16
_PILE = -2
"""The code for who sees a seat, if that depends on each piece (a hidden pile)."""


def field_at(name: str) -> int:
    """The address of a field of the struct."""
    return DATA + 4 * FIELDS.index(name)


_WHOLES = 8


class RuntimeTables:
    """Writes the tables of one game; what depends on functions is passed to `fill`."""

    def __init__(self, layout: StateLayout, data: Data) -> None:
        self.layout, self.flow, self.game, self.data = layout, layout.flow, layout.game, data
        self.paths, self.canonical = paths_of(layout.flow), canonical_of(layout)
        self.address = data.reserve(4 * len(FIELDS))
        assert self.address == DATA

    def fill(
        self,
        functions: Mapping[str, int],
        choices: Mapping[f.BlockId, Sequence[int]],
        conditions: Sequence[int],
        heights: Mapping[int, Sequence[int]],
        scores: Sequence[int] = (),
        ties: Sequence[int] = (),
        measure: int = 0,
    ) -> None:
        """Write the struct.

        `functions`: the numbers of `run` and `end`. `choices`: the numbers in `struct choice` of each block that
        chooses. `conditions`: the number of the condition of each ability. `heights`: the heights to which each seat is
        filled. `scores`, `ties`, `measure`: the functions of the parts of the score, of the tie-breakers, and of the
        measure.
        """
        known = {**self._sizes(), **self._offsets(), **self._kinds(), **self._places(), **self._flow(choices)}
        known |= self._keys()
        known |= functions
        known |= self._walks()
        known |= self._hidden()
        known |= {"measure": measure}
        known |= {"use_table": self._uses(conditions), "heights": self._heights(heights)}
        known |= {"scores": len(scores), "scores_at": self.data.numbers(scores or [0], 4)}
        known |= {"ties": len(ties), "ties_at": self.data.numbers(ties or [0], 4)}
        self.data.fill(self.address, struct.pack(f"<{len(FIELDS)}i", *(known[name] for name in FIELDS)))

    def _sizes(self) -> dict[str, int]:
        layout, game = self.layout, self.game
        return {
            "state_size": layout.size,
            "players": layout.players,
            "counters": len(layout.counters),
            "kinds": len(game.kinds),
            "pieces": layout.pieces,
            "seats": len(layout.owners),
            "caps": len(layout.caps),
            "marks": layout.mark_cells,
            "space_cells": layout.space_cells,
            "blocks": len(self.flow.blocks),
            "uses": len(self.flow.uses),
            "singles": len(layout.single),
            "lasting": len(layout.lasting),
            "sorts": len(game.sorts),
            "ruling_size": 4 * layout.ruling_cells,
            "codes": CODES,
            "arena": ARENA,
            "arena_end": ARENA_END,
        }

    def _offsets(self) -> dict[str, int]:
        layout = self.layout
        names = "pc whole trial over closing ability under ruled asked asked_seat asked_space asked_sort free covered "
        names += (
            "marked turn draws idle count mover rulings inside bound used spent bag gone lying sizes kind below dealt"
        )
        found = {name: getattr(layout, name).offset for name in names.split()}
        back, nested = (layout.slots[slot.index].offset for slot in (self.flow.backs[0], self.flow.nested))
        return found | {"back": back, "nested": nested, "most_nested": len(self.flow.backs)}

    def _kinds(self) -> dict[str, int]:
        game, data = self.game, self.data
        homes = {stock: home_of(game, self.layout.players, stock) for stock in {kind.first for kind in game.kinds}}
        at, stocks = _lists(game.stocks)
        numbers_at, numbers = _lists([tuple(kind.numbers.values()) for kind in game.kinds])
        kinds = range(len(game.kinds))
        found = [-1 if homes[kind.first] is None else homes[kind.first] or 0 for kind in game.kinds]
        return {
            "firsts": data.numbers((kind.first for kind in game.kinds), 2),
            "turned": data.numbers((game.turned.get(kind, -1) for kind in kinds), 2),
            "homes": data.numbers(found, 2),
            "stocks_at": data.numbers(at, 2),
            "stocks": data.numbers(stocks, 2),
            "sort_masks": data.row(bytes(int(kind in sort.kinds) for sort in game.sorts for kind in kinds)),
            "first_sort": 1 if len(game.sorts) > 1 else 0,
            "numbers_at": data.numbers(numbers_at, 2),
            "numbers": data.numbers(numbers or [0], 4),
            "value_kinds": data.row(
                bytes(int(kind in (value.kinds or ())) for value in self.layout.values.known for kind in kinds) or b"\0"
            ),
        }

    def _places(self) -> dict[str, int]:
        layout, data, game = self.layout, self.data, self.game
        seats = range(len(layout.owners))
        grown, patches = layout.grown, layout.of_patches
        caps = []
        for cap in game.caps:
            kept = game.reserve_of(cap.name)
            copies = cap.copies * layout.players if cap.of_players else cap.copies
            caps += [int(cap.name in game.owned), copies, -1 if kept is None else layout.counters[kept.name]]
        return {
            "deals": int(layout.deals),
            "seat_at": data.numbers((2 * layout.space_at(seat, 0) for seat in seats), 4),
            "seat_room": data.numbers((layout.place_at(seat).size for seat in seats), 4),
            "cap_table": data.numbers(caps or [0], 4),
            "counter_table": data.numbers(self._counters() or [0], 4),
            "grown": grown.seat if grown else -1,
            "grown_cells": layout.on_map.offset,
            "grown_rows": grown.board.rows if grown else 0,
            "grown_columns": grown.board.columns if grown else 0,
            "patch_seat": patches.seat if patches else -1,
            "patched": layout.patched.offset,
            "faces": data.row(b"".join(self._face(kind.face) for kind in game.kinds)) if grown else 0,
        }

    def _counters(self) -> list[int]:
        layout, found = self.layout, list[int]()
        for counter in self.game.counters:
            kin = [layout.counters[one.name] for one in self.game.counters if one.stock == counter.stock]
            most = -1 if counter.most is None else counter.most
            cap = -1 if counter.cap is None else layout.caps[counter.cap]
            copies = -1 if counter.copies is None else counter.copies
            found += [most, cap, copies, self.data.numbers(kin, 4), len(kin), counter.least]
        return found

    def _face(self, face: TileFace | None) -> bytes:
        if face is None:
            return bytes(8 + 4 + 12 + 4 * _MOST_PATCHES)
        assert len(face.patches) <= _MOST_PATCHES
        areas = list(self.game.areas)
        edges = struct.pack("4b", *(-1 if edge is None else areas.index(edge) for edge in face.edges))
        sorts = bytes(areas.index(area) for area in face.areas)
        loose = bytes(len(face.at(patch)) for patch in range(len(face.patches)))
        kinds = struct.pack(f"<{_MOST_PATCHES}h", *_padded([self.game.by_code[what].index for what in face.patches]))
        return (
            struct.pack("<ii", 1, len(face.patches))
            + edges
            + bytes(face.rim)
            + loose.ljust(_MOST_PATCHES, b"\0")
            + sorts.ljust(_MOST_PATCHES, b"\0")
            + kinds
        )

    # -- the flow

    def _flow(self, choices: Mapping[f.BlockId, Sequence[int]]) -> dict[str, int]:
        flow, data = self.flow, self.data
        rules = list(dict.fromkeys(ruling.now.rule for ruling in flow.rulings))
        numbers = {block: number for number, block in enumerate(choices)}
        masks = [0] * len(flow.blocks)
        if rules:
            for block in self.canonical.stops():
                held = self.paths.rules_from(block)
                masks[block] = sum(1 << rules.index(rule) for rule in held if rule in rules)
        return {
            "by_round": int(flow.by_round),
            "has_course": int(flow.main is not None),
            "turn_block": flow.turn,
            "choose_of": data.numbers((numbers.get(block, -1) for block in range(len(flow.blocks))), 2),
            "choose_table": data.numbers((number for row in choices.values() for number in row), 4) if choices else 0,
            "cannot_fail": data.row(bytes(self._sure(choices))),
            "rules_from": data.numbers(masks, 8),
            "rule_of": data.row(bytes(rules.index(ruling.now.rule) for ruling in flow.rulings) or b"\0"),
        }

    # -- keys (keys.c)

    def _keys(self) -> dict[str, int]:
        """What keys consist of (`kernel.canonical`): `struct named`, `struct row`."""
        canonical, layout, data = self.canonical, self.layout, self.data
        starts, captured = _lists([[self._named(one) for one in noted] for noted in canonical.captured])
        rows, row_of = self._rows()
        sorts, label_at, labels = list[int](), list[int](), 0
        for seat in range(len(layout.owners)):
            place = layout.place_at(seat)
            board = place.board
            sorts.append(3 if board.of_patches else 2 if board.grows else 1 if board.pool else 0)
            label_at.append(labels)
            labels += place.size if sorts[-1] else 0
        return {
            "named": data.numbers((n for one in canonical.named for n in self._named(one)), 4),
            "captured_at": data.numbers(starts, 4),
            "captured": data.numbers([n for one in captured for n in one] or [0], 4),
            "rows": data.numbers(rows, 4),
            "row_of": data.numbers(row_of, 2),
            "seat_sort": data.numbers(sorts, 4),
            "label_at": data.numbers(label_at, 4),
            "names": len(self.flow.names),
            "within": int(canonical.within),
            "fixed_size": layout.lists.offset,
        }

    @staticmethod
    def _named(named: Named) -> tuple[int, ...]:
        first, count = (-1 if at < 0 else 4 * at for at in (named.first, named.count))
        return 4 * named.at, named.words, first, count, named.seat, named.seats

    def _rows(self) -> tuple[list[int], list[int]]:
        """The distinct rows of live parts, the first one with everything; and an index into them by block, open atomic
        blocks and obligation due."""
        canonical, numbers = self.canonical, dict[RelevantState, int]()
        row_of = [0] * (len(self.flow.blocks) * MOST_WHOLE * 2)
        numbers[canonical.all] = 0
        for at, whole, due in canonical.nodes():
            if whole < MOST_WHOLE:
                row_of[(at * MOST_WHOLE + whole) * 2 + due] = numbers.setdefault(
                    canonical.row(at, whole, due), len(numbers)
                )
        found = list[int]()
        for row in numbers:
            back = sum(1 << 2 * whole + due for whole, due in row.back)
            seats = canonical.seats(row)
            found += [self._short(row.slots), len(row.slots), self.data.row(bytes(seats)), len(seats)]
            grows = any(self.layout.place_at(seat).board.grows for seat in seats)
            found += [int(row.bag), back, int(row.everything), int(grows)]
        return found, row_of

    def _short(self, numbers: Sequence[int]) -> int:
        return self.data.numbers(numbers or [0], 2)

    def _sure(self, choices: Mapping[f.BlockId, Sequence[int]]) -> list[int]:
        """For each block a bit mask: bit i tells that with i open atomic blocks nothing after the block can fail."""
        found, asked = [0] * len(self.flow.blocks), set[f.BlockId]()
        for block in choices:
            end = self.flow.blocks[block].end
            if isinstance(end, f.Choose):
                asked |= (
                    {then for _, _, then in end.listing.options} if isinstance(end.listing, f.Options) else {end.then}
                )
            if isinstance(end, f.Choose) and end.stop is not None:
                asked.add(end.stop)
        for block in asked:
            found[block] = sum(1 << whole for whole in range(_WHOLES) if self.paths.cannot_fail(block, whole))
        return found

    # -- walks over a graph (`graph.c`)

    def _walks(self) -> dict[str, int]:
        layout, flow, data, facts = self.layout, self.flow, self.data, dataflow_of(self.flow)
        words = -(-max(1, len(flow.slots)) // 32)
        number = {slot.index: at for at, slot in enumerate(flow.slots)}
        lasting = sorted(layout.lasting, key=layout.lasting.__getitem__)
        at_end = sum(1 << number[slot.index] for slot in (flow.mover, *flow.lasting.values()))
        # No block reads these any more, but callers read them at the ends of a graph.
        asked = at_end | (1 << flow.secret.index if flow.secrets else 0)
        back = [self._returns(slots) for slots in facts.returns]
        swept = {block: number[slot.index] for block, slot in facts.sweeps.items()}
        seats = [layout.place_at(seat).board for seat in range(len(layout.owners))]
        pools = [
            int(board.pool and not board.of_patches) * (1 + 2 * (board.name not in facts.counted_boards))
            for board in seats
        ]
        naming = (any(_names(slot) for _, slot in ruling.captured) for ruling in flow.rulings)
        return {
            "watching": 0,
            "most_spaces": layout.most_spaces,
            "named_blocks": len(flow.names),
            "secret": layout.slots[flow.secret.index].offset,
            "slots": len(flow.slots),
            "slot_table": data.numbers([value for slot in flow.slots for value in self._slot(slot, facts)], 4),
            "lasting_slots": data.numbers([number[flow.lasting[var].index] for var in lasting] or [-1], 4),
            "live_words": words,
            "live": data.row(b"".join((mask | asked).to_bytes(4 * words, "little") for mask in facts.live)),
            "live_at_end": data.row(at_end.to_bytes(4 * words, "little")),
            "ahead": data.numbers(facts.ahead, 4),
            "returns": data.numbers(back, 4),
            "sweeps": data.numbers((swept.get(block, -1) for block in range(len(flow.blocks))), 2),
            "pools": data.row(bytes(pools)),
            "secret_outs": data.numbers(facts.secret_outs or [0], 4),
            "ruling_names": data.row(bytes(map(int, naming)) or b"\0"),
        }

    # -- hidden information (`uct.c`)

    def _hidden(self) -> dict[str, int]:
        layout, game, data = self.layout, self.game, self.data
        boards = [(layout.place_at(seat).board.hidden, owner) for seat, owner in enumerate(layout.owners)]
        seats = [
            hidden == "from all" or (bool(hidden) and owner != player)
            for player in range(layout.players)
            for hidden, owner in boards
        ]
        counters = [number for number, counter in enumerate(game.counters) if counter.hidden]
        answers = [[layout.counters[name] for name in secret.answers] for secret in self.flow.secrets]
        onlookers = [
            _PILE if layout.place_at(seat).board.pile else onlookers_of(hidden, owner, layout.players)
            for seat, (hidden, owner) in enumerate(boards)
        ]
        return {
            "onlookers": data.numbers(onlookers, 4) if layout.piles else 0,
            "hides": int(game.hides or bool(answers)),
            "hidden_seats": data.row(bytes(seats)),
            "hidden_counters": data.numbers(counters or [0], 4),
            "hidden_counters_size": len(counters),
            "secret_answers": data.numbers([data.numbers([len(own), *own], 4) for own in answers] or [0], 4),
        }

    def _returns(self, slots: Sequence[int]) -> int:
        """An array of the offsets of the slots with return addresses (-1: the end of the turn), preceded by its length."""
        at = [-1 if slot < 0 else self.layout.slots[slot].offset for slot in slots]
        return self.data.numbers([len(at), *at], 4)

    def _slot(self, slot: f.Slot, facts: Dataflow) -> list[int]:
        """The fields of `struct slot`."""
        layout = self.layout
        first, count = facts.lists.get(slot.index, (None, None))
        places = [-1 if one is None else layout.slots[one.index].offset for one in (first, count)]
        loops = list(facts.loops)
        loop = loops.index(slot.index) if slot.index in loops else -1
        cap, most = facts.loops[slot.index] if loop >= 0 else (0, 0)
        at = layout.slots[slot.index].offset
        seats = 0, len(layout.owners)
        if slot.board is not None:
            seats = layout.of_board[slot.board.name].seat, layout.players if slot.board.each_player else 1
        return [at, layout.words(slot.sort), layout.room(slot), *places, _names(slot), *seats, loop, cap, most]

    def _uses(self, conditions: Sequence[int]) -> int:
        layout, game, found = self.layout, self.game, list[int]()
        cards = list(dict.fromkeys(use.ability.card for use in self.flow.uses))
        located = game.located.name if game.located is not None else None
        seats = [
            [
                seat
                for seat, owner in enumerate(layout.owners)
                if owner == player and located in layout.place_at(seat).board.holds
            ]
            for player in range(layout.players)
        ]
        seats_at = self.data.numbers([seat for own in seats for seat in own] or [0], 4)
        for use, condition in zip(self.flow.uses, conditions, strict=True):
            ability = use.ability
            during = self.flow.names.index(ability.during) if ability.during else -1
            single = next((i for i, one in enumerate(layout.single) if one is ability), -1)
            lasting = [layout.lasting[var] for var in sorted(use.lasting)]
            found += [cards.index(ability.card), during, single, condition, self.data.numbers(lasting or [0], 4)]
            found += [len(lasting), ability.kind, seats_at, len(seats[0]) if seats else 0, use.entry]
        return self.data.numbers(found or [0], 4)

    def _heights(self, heights: Mapping[int, Sequence[int]]) -> int:
        if not heights:
            return 0
        rows = [0] * len(self.layout.owners)
        for seat, own in heights.items():
            hides = self.layout.place_at(seat).board.hides_covered
            rows[seat] = self.data.numbers((int(hides), len(own), *own), 4)
        return self.data.numbers(rows, 4)


def _names(slot: f.Slot) -> int:
    """Whether a slot names spaces (1) or sets of spaces (2), else 0."""
    return 1 if slot.sort == core.SPACE else 2 if slot.sort in (core.GROUP, core.LINE) else 0


def _lists(rows: Sequence[Sequence[T]]) -> tuple[list[int], list[T]]:
    """The rows concatenated: the offset of each row and of the end, and the concatenation."""
    starts, flat = [0], list[T]()
    for row in rows:
        flat += row
        starts.append(len(flat))
    return starts, flat


def _padded(numbers: list[int]) -> list[int]:
    return numbers + [0] * (_MOST_PATCHES - len(numbers))
