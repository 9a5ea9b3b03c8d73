"""The state of a game before its set-up: every piece lies where it begins."""

from __future__ import annotations

from functools import lru_cache

from tilewright.kernel import layout as cells
from tilewright.kernel import table
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.state import FlatState, lay_terrain
from tilewright.table.columns import EMPTY
from tilewright.table.terrain import Terrain


def empty_state(layout: StateLayout) -> FlatState:
    """A state with nothing on the table: all pieces are in the bag."""
    return _emptied(layout).copy()


@lru_cache(maxsize=32)
def _emptied(layout: StateLayout) -> FlatState:
    """The state that is copied: many tables are laid for one layout."""
    state = FlatState(layout)
    for piece in range(1, layout.pieces):
        state.set(layout.below, piece + 1 if piece + 1 < layout.pieces else 0, piece)
        state.set(layout.dealt, -1, piece)
    state.set(layout.free, 1 if layout.pieces > 1 else 0)
    for kind in layout.game.kinds:
        state.set(layout.bag, kind.copies if kind.first == kind.index else 0, kind.index)
    for seat in range(len(layout.owners)):
        place = layout.place_at(seat)
        state.set(layout.sizes, 0 if place.board.pool or place.board.of_patches else place.geometry.size, seat)
        for space in range(place.size):
            state.narrow[layout.space_at(seat, space) + cells.TOP] = EMPTY
    if layout.grown is not None:
        for space in range(layout.grown.size):
            state.narrow[layout.on_map.at + space * cells.OF_GROWN + cells.TILE] = -1
        lay_terrain(state, Terrain(layout.grown.board.rows, layout.grown.board.columns))
    return state


def first_state(layout: StateLayout) -> FlatState:
    """The state before the set-up: pieces lie where they begin, so many of some before the rest."""
    state, game = empty_state(layout), layout.game
    begins = [(place, *line) for place in game.boards for line in place.begins]
    for place, kinds, count in sorted(begins, key=lambda line: line[2] is None):
        seat, left = layout.of_board[place.name].seat, count
        for kind in sorted(kind for kind in kinds if game.kinds[kind].first == kind):
            known = state.get(layout.bag, kind)
            taken = known if left is None else min(left, known)
            for _ in range(taken):
                piece = table.new_piece(state, 2 * kind + 1)
                if place.grows:
                    table.put(state, (seat, 0), piece)
                    table.lay_tile(state, (seat, 0))
                elif place.pile:
                    table.put(state, (seat, 0), piece)
                else:
                    table.add_to_pool(state, seat, piece)
            state.add(layout.bag, -taken, kind)
            left = None if left is None else left - taken
    state.set(layout.pc, layout.flow.setup)
    return state
