"""What a puzzle comes to for someone who knows the game: numbers by space."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.table.position import Puzzle


@dataclass(frozen=True)
class Facts:
    """A puzzle in which only the number of tiles matters; spaces are numbered row by row.

    A tile goes on an `open` space (empty or face-down), a shrine on a `down` one (face-down), not
    both; all tiles are placed, shrines as far as wanted. A shrine is worth `worth[space]`.
    """

    side: int
    tiles: int
    shrines: int
    height: list[int]
    open: list[int]
    down: list[int]
    worth: list[int]
    near: list[tuple[int, ...]]

    @property
    def rows(self) -> list[range]:
        return [range(start, start + self.side) for start in range(0, self.side**2, self.side)]

    @property
    def columns(self) -> list[range]:
        return [range(start, self.side**2, self.side) for start in range(self.side)]


def facts(puzzle: Puzzle) -> Facts:
    """The facts of a puzzle of `bench_solve`."""
    stacks, geometry = puzzle.board.stacks, puzzle.board.geometry
    assert geometry.rows == geometry.columns
    assert not any(stack.caps for stack in stacks)
    height = [stack.height for stack in stacks]
    return Facts(
        side=geometry.columns,
        tiles=len(puzzle.pieces),
        shrines=sum(puzzle.caps.values()),
        height=height,
        open=[space for space, stack in enumerate(stacks) if not stack.up],
        down=[space for space, stack in enumerate(stacks) if stack.face_down],
        worth=[min(number, 3) for number in height],
        near=[geometry.neighbors(space) for space in range(geometry.size)],
    )
