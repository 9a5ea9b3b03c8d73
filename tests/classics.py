"""Classic games written by hand in Python, to compare the games of `examples/` with; moves are written as the games write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
ACROSS, DOWN, FALLING, RISING = (0, 1), (1, 0), (1, 1), (-1, 1)
HEXAGON = [(0, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (1, -1)]


@dataclass
class Grid:
    """A board on which two players put stones by turns; whoever has won is noted."""

    rows: int
    columns: int
    stones: dict[tuple[int, int], int] = field(default_factory=dict)
    winner: int | None = None

    @property
    def mover(self) -> int:
        """The player whose turn it is, 0 or 1."""
        return len(self.stones) % 2

    @property
    def over(self) -> bool:
        return self.winner is not None or len(self.stones) == self.rows * self.columns

    def spaces(self) -> Iterator[tuple[int, int]]:
        """Where the next stone may be put."""
        return (space for space in product(range(self.rows), range(self.columns)) if space not in self.stones)

    def moves(self) -> list[str]:
        """The moves, as the games write them."""
        return [] if self.over else [f"to {row + 1},{column + 1}" for row, column in self.spaces()]

    def play(self, move: str) -> None:
        """Put a stone."""
        row, column = map(int, move.removeprefix("to ").split(","))
        player = self.mover
        self.stones[row - 1, column - 1] = player
        if self.wins(player, (row - 1, column - 1)):
            self.winner = player

    def wins(self, player: int, last: tuple[int, int]) -> bool:
        """Whether the player has won with this stone."""
        raise NotImplementedError

    def copy(self) -> Grid:
        """The same moment."""
        return type(self)(self.rows, self.columns, dict(self.stones), self.winner)


class Lines(Grid):
    """So many stones in a straight line win: three on the board of tic-tac-toe."""

    long = 3

    def wins(self, player: int, last: tuple[int, int]) -> bool:
        return any(
            1 + sum(self._reach(player, last, (side * down, side * across)) for side in (1, -1)) >= self.long
            for down, across in (ACROSS, DOWN, FALLING, RISING)
        )

    def _reach(self, player: int, last: tuple[int, int], step: tuple[int, int]) -> int:
        reach = 0
        while self.stones.get((last[0] + (reach + 1) * step[0], last[1] + (reach + 1) * step[1])) == player:
            reach += 1
        return reach


class Drops(Lines):
    """The same with stones that fall: Connect Four."""

    long = 4

    def spaces(self) -> Iterator[tuple[int, int]]:
        return (
            (row, column)
            for row, column in super().spaces()
            if row == self.rows - 1 or (row + 1, column) in self.stones
        )


class Hexagons(Grid):
    """Hex: the first player connects top and bottom, the second left and right."""

    def wins(self, player: int, last: tuple[int, int]) -> bool:
        own = {space for space, owner in self.stones.items() if owner == player}
        seen, todo = {last}, [last]
        while todo:
            row, column = todo.pop()
            found = {(row + down, column + across) for down, across in HEXAGON} & own - seen
            seen |= found
            todo += found
        ways = {space[player] for space in seen}
        return {0, (self.rows, self.columns)[player] - 1} <= ways


def games(grid: Grid) -> Counter[tuple[int, int | None]]:
    """How many games there are from a moment on, by the number of their stones and the winner."""
    known: dict[frozenset[tuple[tuple[int, int], int]], Counter[tuple[int, int | None]]] = {}

    def after(grid: Grid) -> Counter[tuple[int, int | None]]:
        if grid.over:
            return Counter({(len(grid.stones), grid.winner): 1})
        key = frozenset(grid.stones.items())
        if key not in known:
            known[key] = sum((after(then) for then in nexts(grid)), Counter())
        return known[key]

    return after(grid)


def paths(grid: Grid, depth: int) -> int:
    """How many sequences of so many decisions there are; a single move is none, and a game that is over counts once."""
    while len(grid.moves()) == 1:
        (grid,) = nexts(grid)
    if grid.over or not depth:
        return 1
    return sum(paths(then, depth - 1) for then in nexts(grid))


def nexts(grid: Grid) -> Iterator[Grid]:
    """The moments after each move."""
    for move in grid.moves():
        then = grid.copy()
        then.play(move)
        yield then
