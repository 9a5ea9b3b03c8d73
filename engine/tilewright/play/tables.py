"""Tables laid into flat states, and read from them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.kernel import layout as cells
from tilewright.kernel import table as changes
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.state import FlatState, lay_terrain, terrain_of
from tilewright.kernel.table import empty_state
from tilewright.play.table import COVERED, Deal, Grid, Pile, Table
from tilewright.table.terrain import Terrain


def lay_table(layout: StateLayout, table: Table, deal: Deal) -> FlatState:
    """A state with what lies on a table; `deal` are the kinds of covered pieces that are known to chance, and who has seen those of a hidden pile."""
    state = empty_state(layout)
    for player, counters in enumerate(table.counters):
        for name, number in counters.items():
            state.set_counter(player, name, number)
    for kind, (left, gone) in enumerate(zip(table.bag, table.gone, strict=True)):
        state.set(layout.bag, left, kind)
        state.set(layout.gone, gone, kind)
    terrain = next((grid.geometry for grid in table.grids if isinstance(grid.geometry, Terrain)), None)
    for seat, grid in enumerate(table.grids):
        if not layout.place_at(seat).board.of_patches:
            _lay_grid(state, seat, grid, deal)
    if terrain is not None:
        lay_terrain(state, terrain)
    for seat, grid in enumerate(table.grids):
        _lay_caps(state, seat, grid)
    return state


def _lay_grid(state: FlatState, seat: int, grid: Grid, deal: Deal) -> None:
    layout = state.layout
    if layout.place_at(seat).board.pool:
        state.set(layout.sizes, len(grid.tops), seat)
    for space, pile in enumerate(grid.piles):
        known = deal.get((seat, space), ())
        for height, shown in enumerate(pile):
            piece = changes.new_piece(state, shown)
            if shown == COVERED:
                state.add(layout.covered, 1)
                if height < len(known):
                    state.set(layout.dealt, known[height], piece)
            elif layout.place_at(seat).board.pile:
                state.set(layout.dealt, known[height] if height < len(known) else 0, piece)
            changes.put(state, (seat, space), piece)


def _lay_caps(state: FlatState, seat: int, grid: Grid) -> None:
    """Caps and marks; of a cap that belongs to a player the sign is followed by whose it is."""
    layout = state.layout
    for space, (caps, bits) in enumerate(zip(grid.caps, grid.marks, strict=True)):
        for mark, owner in re.findall(r"(\D)(\d*)", caps):
            cap = layout.game.by_mark[mark]
            cell = layout.space_at(seat, space) + cells.MARKS + layout.mark_cells + layout.caps[cap.name]
            state.narrow[cell] = int(owner) + 1 if cap.of_players else state.narrow[cell] + 1
            state.add(layout.lying, 1, layout.caps[cap.name])
        if bits:
            state.set(layout.marked, 1)
            words = [bits >> cells.MARKS_A_CELL * i & (1 << cells.MARKS_A_CELL) - 1 for i in range(layout.mark_cells)]
            changes.set_marks(state, (seat, space), words)


def table_in(state: FlatState) -> Table:
    """The table of a state."""
    layout, narrow = state.layout, state.narrow
    table = Table(layout.game, layout.players, {place.board.name: place.geometry for place in layout.places})
    kinds = len(layout.game.kinds)
    table.bag = narrow[layout.bag.at : layout.bag.at + kinds].tolist()
    table.gone = narrow[layout.gone.at : layout.gone.at + kinds].tolist()
    size, first = len(layout.counters), layout.count.at
    table.counters = [
        dict(zip(layout.counters, state.wide[at : at + size].tolist(), strict=True))
        for at in (first + size * player for player in range(layout.players))
    ]
    shown, below = (narrow[cell.at : cell.at + layout.pieces].tolist() for cell in (layout.kind, layout.below))
    for seat, grid in enumerate(table.grids):
        _read_grid(state, seat, grid, shown, below)
    return table


def _read_grid(state: FlatState, seat: int, grid: Grid, shown: Sequence[int], below: Sequence[int]) -> None:
    """Read a place; of each piece is known what is `shown` of it, and which one lies `below` it."""
    layout, size, board = state.layout, state.size(seat), state.layout.place_at(seat).board
    if board.grows:
        grid.geometry = terrain_of(state)
    elif board.of_patches:
        grid.geometry = terrain_of(state).patchwork
    grid.grow(size - len(grid.tops))
    first, step = layout.space_at(seat, 0), layout.space_cells
    row = state.narrow[first : first + size * step].tolist()
    grid.tops[:size] = tops = row[cells.TOP :: step]
    if board.of_patches:
        grid.piles[:size], grid.heights[:size] = [(2 * top + 1,) for top in tops], [1] * size
    else:
        grid.heights[:size] = row[cells.HEIGHT :: step]
        for space, piece in enumerate(row[cells.PIECE :: step]):
            if piece:
                grid.piles[space] = _pile(piece, shown, below) if below[piece] else (shown[piece],)
    if state.get(layout.marked):
        marked = [row[cells.MARKS + cell :: step] for cell in range(layout.mark_cells)]
        grid.marks[:size] = [_mark_bits(marks) for marks in zip(*marked, strict=True)]
    for cap in layout.game.caps:
        number = layout.caps[cap.name]
        if state.get(layout.lying, number):
            for space, count in enumerate(row[cells.MARKS + layout.mark_cells + number :: step]):
                if count:
                    grid.caps[space] += f"{cap.mark}{count - 1}" if cap.of_players else cap.mark * count


def _pile(piece: int, shown: Sequence[int], below: Sequence[int]) -> Pile:
    """The pieces of a stack, bottom to top, from that at its top on."""
    found = list[int]()
    while piece:
        found.append(shown[piece])
        piece = below[piece]
    return tuple(found[::-1])


def _mark_bits(marks: Sequence[int]) -> int:
    """The marks of a space, as a table has them."""
    return sum(bits << cells.MARKS_A_CELL * cell for cell, bits in enumerate(marks))


def seen_in(state: FlatState) -> Deal:
    """By seat and space who has seen the pieces of a hidden pile, bottom to top: a bit for each player."""
    layout = state.layout
    seats = [seat for seat in range(len(layout.owners)) if layout.place_at(seat).board.pile]
    return {(seat, 0): [state.get(layout.dealt, piece) for piece in state.stack(seat, 0)] for seat in seats}


def deal_in(state: FlatState) -> Deal:
    """By seat and space the kinds, bottom to top, of the pieces there that are covered and dealt."""
    layout, found = state.layout, dict[tuple[int, int], list[int]]()
    for seat in range(len(layout.owners)):
        if layout.place_at(seat).board.hides_covered:
            for space in range(state.size(seat)):
                piece, dealt = state.narrow[layout.space_at(seat, space) + cells.PIECE], list[int]()
                while piece:
                    if state.get(layout.kind, piece) == COVERED and state.get(layout.dealt, piece) >= 0:
                        dealt.append(state.get(layout.dealt, piece))
                    piece = state.get(layout.below, piece)
                if dealt:
                    found[seat, space] = dealt[::-1]
    return found
