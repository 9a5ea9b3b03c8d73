"""A board of which each space has one of several possible stacks, as a view for rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from tilewright.meaning.exact import number_of_kind
from tilewright.symbolic.nodes import Bit, Linear, Variable, function, where
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry


class SymbolicBoard:
    """`meaning.domain.BoardView` over `Linear` and `Bit`.

    `stacks[s]` are the stacks that space s can have, at least one; `variables[s]` is the
    unknown that says which, None where there is but one.
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
        self._bits: dict[tuple[int, object], Bit] = {}  # rules ask for the same over and over

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
        return False  # an arrangement is judged as it stands, outside of any turn

    def _height(self, space: int) -> Linear:
        heights = [stack.height for stack in self.stacks[space]]
        variable = self.variables[space]
        return Linear(heights[0], {}, {}) if variable is None else function(variable, heights)

    def _has(self, stack: Stack, cap: str) -> bool:
        return any(self.game.by_mark[mark].name == cap for mark in stack.caps)

    def _bit_where(self, space: int, asked: object, holds: Callable[[], Sequence[bool]]) -> Bit:
        """The bit that is true in the states in which what is asked holds."""
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
    """The index of the face-up top kind, -1 without one."""
    return -1 if stack.top is None else game.by_code[stack.top].index
