"""The graph of what can come of a state up to a horizon, as rows of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause

LEAVES = 1 << 30
"""The bit of the code of an answer in secret with which all have answered."""


class NodeKind(IntEnum):
    """What happens at a node: it was not expanded, a player chooses, chance answers, the horizon, or nothing (one edge)."""

    OPEN = 0
    CHOICE = 1
    CHANCE = 2
    END = 3
    PASS = 4


@dataclass(frozen=True)
class SearchExtent:
    """How far a graph goes: to where no chance is ahead in the turn (`settled`), to the end of the turn, to where a `block` begins (-1:
    none), else to the end of the game. It may leave open what chance answers (`sure`).

    With `kept` ends can be expanded later, else only what lies on the table counts of them.
    """

    settled: bool = False
    turn: bool = False
    block: int = -1
    sure: bool = False
    kept: bool = False


@dataclass(frozen=True, eq=False)
class StateGraph:
    """Nodes in an order in which each comes after all to which it leads; the last one is the `root`. Node 0 is open.

    For each node of the `order` there is its number. A node has a kind, the edges from `first` on, `sizes` of them (an end: its number
    among the ends), and who decides at a choice; `secret` is the number of the secret in which it is made. An edge leads to a node (`targets`);
    `values` are the code of a choice, or how likely an answer is compared with the others. `start` is the state of the root, and `stop` what may be done there.
    """

    order: Sequence[int]
    kinds: Sequence[int]
    first: Sequence[int]
    sizes: Sequence[int]
    deciders: Sequence[int]
    secrets: Sequence[int]
    targets: Sequence[int]
    values: Sequence[int]
    ends: int
    is_complete: bool
    keys: Sequence[bytes]
    start: FlatState
    stop: Pause

    @cached_property
    def by_key(self) -> dict[bytes, int]:
        """The nodes by the keys of their states (`Walks.key`)."""
        return {bytes(key): node for node, key in enumerate(self.keys) if node}

    @property
    def root(self) -> int:
        return self.order[-1]

    def edges(self, node: int) -> range:
        """The numbers of the edges of a node."""
        return range(self.first[node], self.first[node] + self.sizes[node])


def code_of(value: int) -> int:
    """The code of a choice, of the value of an edge."""
    return value & ~LEAVES if value >= 0 else value


class TooLargeGraph(Exception):
    """There are more nodes than may be found."""


class TooLongLine(TooLargeGraph):
    """There is a line of more choices and answers of chance than there is room for."""


class TooManyRounds(Exception):
    """A way does more rounds of a loop than it has, of those that are not part of states."""


class Circular(Exception):
    """A state can come again, so that there is no end of a walk."""
