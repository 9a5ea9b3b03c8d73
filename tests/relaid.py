"""What a test has changed of the table of a match is taken into its state."""

from __future__ import annotations

from tilewright.kernel.layout import MOST_RULINGS, Cells
from tilewright.kernel.state import FlatState
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.play.table import deal_in, lay_table


def relaid(match: Match, ask: bool = True) -> GameState:
    """The state of a match with the table as it was changed; what may be chosen is found anew, if it is to `ask`."""
    before, layout = match.state, match.machine.layout
    cells = lay_table(layout, before.table, deal_in(before.cells))
    for slot in layout.flow.slots:
        _take_over(cells, before.cells, layout.slots[slot.index], layout.room(slot) * layout.words(slot.sort))
    single = {
        layout.inside: len(layout.flow.names),
        layout.bound: len(layout.lasting),
        layout.used: len(layout.flow.uses),
        layout.spent: layout.players * len(layout.single),
        layout.rulings: layout.ruling_cells * MOST_RULINGS if layout.flow.rulings else 0,
    }
    names = ("turn", "draws", "idle", "pc", "whole", "over", "closing", "ability", "under", "ruled")
    single.update({getattr(layout, name): 1 for name in names})
    for where, size in single.items():
        _take_over(cells, before.cells, where, size)
    state = before.copy()
    state.cells = cells
    if ask:
        match.machine.advance(state, anywhere=True)
    match.state = state
    return state


def _take_over(cells: FlatState, before: FlatState, where: Cells, size: int) -> None:
    for index in range(size):
        cells.set(where, before.get(where, index), index)
