"""How large a rule is, and the extent of a board, on which its work depends."""

from __future__ import annotations

from tilewright.core.node import Node
from tilewright.core.walk import children
from tilewright.struct import Struct, struct

MAX_SIZE = 20_000
MAX_WORK = 2_200_000
"""A second or two: of one rule for one player, and of all rules for all players of a position."""
CAP = 10**12
"""No count is reported more closely than this."""


@struct
class Extent(Struct):
    """What work depends on: the size of a board in spaces, its tallest stack, the players, the tiles of a board that grows,
    and in how many ways a space touches others.
    """

    rows: int = 6
    columns: int = 6
    tallest: int = 99
    players: int = 4
    pieces: int = 100
    touching: int = 4

    @property
    def spaces(self) -> int:
        """The number of spaces."""
        return self.rows * self.columns


USUAL = Extent()


def size(expr: Node) -> int:
    """The number of nodes, shared ones counted each time."""
    return _size(expr, {})


def _size(node: Node, known: dict[Node, int]) -> int:
    if node not in known:
        known[node] = min(CAP, 1 + sum(_size(child, known) for child in children(node)))
    return known[node]
