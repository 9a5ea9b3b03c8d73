"""The table of a position in which nothing is hidden: what lies under others and what is drawn next is known, so that nothing is left to chance."""

from __future__ import annotations

from tilewright.kernel import table as flat
from tilewright.kernel.chance import SeededChance
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import DRAWN
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
    if position.draws is not None:
        _fill_bag(table, draws_of(position))
    return table


def draws_of(position: Position) -> tuple[int, ...]:
    """The kinds of the pieces that are drawn, in order."""
    return tuple(position.game.by_code[code].index for code in position.draws or ())


def draws_left(position: Position, table: Table) -> tuple[str, ...] | None:
    """What of the pieces of a position is still to be drawn."""
    draws = position.draws
    return None if draws is None else draws[len(draws) - min(table.left(), len(draws)) :]


def _fill_bag(table: Table, draws: tuple[int, ...]) -> None:
    """Leave in the bag what is drawn, and as many others as lie covered where nobody sees them."""
    covered, unseen = sum(table.bag) - table.left(), table.bag
    table.bag = [draws.count(kind) for kind in range(len(unseen))]
    for kind, count in enumerate(unseen):
        more = min(covered, max(0, count - table.bag[kind]))
        table.bag[kind] += more
        covered -= more


class KnownDraws(SeededChance):
    """Chance that draws known pieces, one after another: the bag holds no others."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        super().__init__(0)
        self._draws = draws

    def _kind(self, state: FlatState) -> int:
        """The next one; the one that has just been drawn lies covered on the table."""
        at, asked = len(self._draws) - flat.undrawn(state, None) - 1, state.get(state.layout.asked)
        return self._draws[at] if asked == DRAWN and 0 <= at < len(self._draws) else super()._kind(state)
