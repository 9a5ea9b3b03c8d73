"""The graph of the states reachable from a state up to a horizon, as rows of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause

LEAVES = 1 << 30
"""A flag in the code of a secret answer: it is the last one, so all have answered."""


class NodeKind(IntEnum):
    """The kind of a node: not expanded, a choice, chance, the horizon, or a single edge."""

    OPEN = 0
    CHOICE = 1
    CHANCE = 2
    END = 3
    PASS = 4


@dataclass(frozen=True)
class SearchExtent:
    """Where the expansion of a graph stops: where no chance is left in the turn (`settled`), at the end of the turn,
    where a `block` begins (-1: none), else at the end of the game. With `sure`, questions of chance are left
    unanswered.

    With `kept`, ends can be expanded later; else ends with the same table are merged.
    """

    settled: bool = False
    turn: bool = False
    block: int = -1
    sure: bool = False
    kept: bool = False


@dataclass(frozen=True, eq=False)
class StateGraph:
    """A directed acyclic graph of states, in topological order from the leaves: the last node is the `root`. Node 0 is
    the unexpanded one.

    `order` lists the numbers of the nodes. For each node: its kind, the index of its first edge and how many edges it
    has (of an end: its number among the ends), and who decides at a choice; `secret` is the number of the secret in
    which the choice is made (0: none). For each edge: the node it leads to (`targets`), and in `values` the code of the
    choice, or the weight of the answer of chance relative to the others. `results` has what the host made of each end.
    `start` is the state of the root, `stop` what may be done there.
    """

    order: Sequence[int]
    kinds: Sequence[int]
    first: Sequence[int]
    sizes: Sequence[int]
    deciders: Sequence[int]
    secrets: Sequence[int]
    targets: Sequence[int]
    values: Sequence[int]
    results: list[Any]
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
        """The indices of the edges of a node."""
        return range(self.first[node], self.first[node] + self.sizes[node])


def code_of(value: int) -> int:
    """The code of a choice, from the value of its edge."""
    return value & ~LEAVES if value >= 0 else value


class TooLargeGraph(Exception):
    """The graph would have more nodes than the limit."""


class TooLongLine(TooLargeGraph):
    """A line of play has more choices and answers of chance than there is room for."""


class TooManyRounds(Exception):
    """A line of play runs more iterations of a loop than it has; the count of this loop is not part of the state."""


class Circular(Exception):
    """A state can occur again, so the graph would have a cycle."""
