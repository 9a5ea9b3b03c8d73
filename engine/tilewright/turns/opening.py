"""The table of a position in which nothing is hidden: what lies under others is known, so that nothing is left to chance."""

from __future__ import annotations

from tilewright.play.positions import table_of
from tilewright.play.table import Table
from tilewright.table.position import Position


def open_table(position: Position) -> Table:
    """The table of a position with every piece of its stacks known.

    What lies face-down on the board of a player stays unknown.
    """
    table, deal = table_of(position)
    for (seat, space), kinds in deal.items():
        grid = table.changing(seat)
        *_, top = grid.piles[space]
        pile = (*(2 * kind + 1 for kind in kinds), top)
        while grid.piles[space]:
            grid.lift(space)
        for piece in pile:
            grid.put(space, piece)
        for kind in kinds:
            table.bag[table.game.kinds[kind].first] -= 1
    return table
