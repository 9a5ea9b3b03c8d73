"""The unknown board, and the evaluator's domain over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from tilewright.meaning.domain import Env, Loop, SpaceSet
from tilewright.meaning.exact import number_of_kind
from tilewright.meaning.unrolled import GroupRange, Seat, Unrolled
from tilewright.symbolic.graph import Graph, grid
from tilewright.symbolic.nodes import Bit, Linear, Variable, as_number, combine, function, where
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry


class SymbolicBoard:
    """`meaning.domain.BoardView` over `Linear` and `Bit`.

    `stacks[s]` are the possible stacks of space s, at least one; `variables[s]` is the unknown that selects one, None
    if there is only one.
    """

    def __init__(
        self,
        symbolic: Symbolic,
        game: Game,
        geometry: Geometry,
        stacks: Sequence[Sequence[Stack]],
    ) -> None:
        self.game = game
        self.stacks = stacks
        self._geometry = geometry
        self._tops = [[_top(stack, game) for stack in possible] for possible in stacks]
        self.variables: list[Variable | None] = [
            symbolic.variable(len(possible)) if len(possible) > 1 else None for possible in stacks
        ]
        self._heights = [self._height(space) for space in range(len(stacks))]
        self._bits: dict[tuple[int, object], Bit] = {}  # rules query the same bits repeatedly

    @property
    def geometry(self) -> Geometry:
        return self._geometry

    @cached_property
    def tallest(self) -> int:
        return max((stack.height for possible in self.stacks for stack in possible), default=0)

    def height(self, space: int) -> Linear:
        return self._heights[space]

    def attribute(self, space: int, numbers: tuple[tuple[int, int], ...]) -> Linear:
        found = [number_of_kind(top, numbers) for top in self._tops[space]]
        variable = self.variables[space]
        return Linear(found[0], {}, {}) if variable is None else function(variable, found)

    def shows(self, space: int, kinds: frozenset[int]) -> Bit:
        return self._bit_where(space, kinds, lambda: [top in kinds for top in self._tops[space]])

    def face_down(self, space: int) -> Bit:
        return self._bit_where(space, None, lambda: [stack.face_down for stack in self.stacks[space]])

    def capped(self, space: int, cap: str) -> Bit:
        return self._bit_where(space, cap, lambda: [self._has(stack, cap) for stack in self.stacks[space]])

    def flagged(self, space: int, mark: str) -> Bit:
        return False  # an arrangement is scored outside any turn, so there are no marks

    def _height(self, space: int) -> Linear:
        heights = [stack.height for stack in self.stacks[space]]
        variable = self.variables[space]
        return Linear(heights[0], {}, {}) if variable is None else function(variable, heights)

    def _has(self, stack: Stack, cap: str) -> bool:
        return any(self.game.by_mark[mark].name == cap for mark in stack.caps)

    def _bit_where(self, space: int, asked: object, holds: Callable[[], Sequence[bool]]) -> Bit:
        """The bit that is true in the states in which a query holds."""
        bit = self._bits.get((space, asked))
        if bit is None:
            variable, states = self.variables[space], holds()
            bit = states[0] if variable is None else where(variable, states)
            self._bits[space, asked] = bit
        return bit


def known_board(symbolic: Symbolic, game: Game, board: Board) -> SymbolicBoard:
    """A board without unknowns."""
    return SymbolicBoard(symbolic, game, board.geometry, [[stack] for stack in board.stacks])


def _top(stack: Stack, game: Game) -> int:
    """The index of the face-up top kind; -1 if there is none."""
    return -1 if stack.top is None else game.by_code[stack.top].index


# ------------------------------------------------------------------ loops over unknown boards, unrolled

MOST_GROUPS = 1000
"""Up to this many connected sets are enumerated; beyond it, components are encoded by membership bits."""


class Unknowns(Unrolled[Linear, Bit]):
    """`meaning.domain.Domain` over a symbolic arithmetic.

    Groups of few spaces, limited by the guard of the loop or by the supply, are enumerated as connected sets (fixed
    polyominoes). Loops check the deadline and raise `OutOfTime`, because evaluation can take long without creating
    nodes.
    """

    arithmetic: Symbolic

    def __init__(self, arithmetic: Symbolic, seats: Sequence[Seat[Linear, Bit]]) -> None:
        super().__init__(arithmetic, seats, remember=True)

    def satisfying(self, each: Loop[Bit]) -> Iterator[tuple[Env, Bit]]:
        self.arithmetic.deadline.check()
        if isinstance(each.range, GroupRange):
            each = replace(each, range=self._groups(each.range, each.most))
        return super().satisfying(each)

    def _groups(self, groups: GroupRange[Linear, Bit], most: int | None) -> Iterator[tuple[SpaceSet[Bit], Bit]]:
        graph = grid(groups.geometry)
        for members in groups.memberships():
            _, size = self.arithmetic.ends(combine((1, as_number(member)) for member in members))
            size = size if most is None else min(most, size)
            sets = connected_sets(graph, [member is not False for member in members], size)
            if sets is None:
                yield from self.arithmetic.components(groups.geometry, members)
            else:
                for spaces in sets:
                    there = self.arithmetic.is_component(groups.geometry, members, spaces)
                    yield SpaceSet(spaces[0], dict.fromkeys(spaces, True)), there


def connected_sets(graph: Graph, open_: Sequence[bool], size: int) -> list[tuple[int, ...]] | None:
    """All connected sets of up to `size` open nodes, each sorted, in order; None if there are more than `MOST_GROUPS`.

    Source: Redelmeier, "Counting Polyominoes: Yet Another Attack", Discrete Mathematics 36(2), 191-203, 1981.
    """
    found: list[tuple[int, ...]] = []

    def grow(inside: list[int], untried: list[int], seen: set[int]) -> bool:
        while untried:
            node = untried.pop()
            found.append(tuple(sorted([*inside, node])))
            if len(found) > MOST_GROUPS:
                return False
            if len(inside) + 1 < size:
                fresh = [n for n in graph.neighbors[node] if n > least and open_[n] and n not in seen]
                if not grow([*inside, node], [*untried, *fresh], seen.union(fresh)):
                    return False
        return True

    for least in range(graph.n):
        if size > 0 and open_[least] and not grow([], [least], {least}):
            return None
    return sorted(found)
