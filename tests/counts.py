"""Plain counts of what lies on boards of Dragon Castle, written from the rules and not from the game file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tilewright.table.board import Board, Stack
from tilewright.table.position import Position

Spot = tuple[int, int]
"""Row and column from 1."""
LONG, SHORT = slice(0, 2), slice(2, 4)
"""The sides of a tile: left and right, above and below."""


def spots(board: Board) -> dict[Spot, Stack]:
    """The stacks of a board by row and column from 1."""
    return {(r, c): stack for r, row in enumerate(board.rows(), 1) for c, stack in enumerate(row, 1)}


def beside(spot: Spot) -> list[Spot]:
    """The spaces to the left, right, above and below, be they on the board or not."""
    r, c = spot
    return [(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)]


def free(castle: Mapping[Spot, Stack], spot: Spot, sides: slice = LONG) -> bool:
    """Whether a top tile of the castle has nothing beside it, on its floor, on one of some sides."""
    floor = castle[spot].height
    return floor > 0 and any(side not in castle or castle[side].height < floor for side in beside(spot)[sides])


def top_floor(castle: Mapping[Spot, Stack]) -> int:
    """The highest floor with a tile."""
    return max(stack.height for stack in castle.values())


def sets(realm: Mapping[Spot, Stack]) -> Iterator[set[Spot]]:
    """Groups of at least 4 adjacent face-up tiles of one type (the letter of the code)."""
    left = {spot: stack.top[0] for spot, stack in realm.items() if stack.top}
    while left:
        start, type = next(iter(left.items()))
        group, edge = set(), [start]
        while edge:
            spot = edge.pop()
            if left.get(spot) == type:
                del left[spot]
                group.add(spot)
                edge += beside(spot)
        if len(group) >= 4:
            yield group


def points(position: Position, player: int) -> dict[str, int]:
    """The game's own parts of a player's score."""
    own = position.players[player]
    shrines = sum(min(stack.height, 3) for stack in own.board.stacks if stack.caps)
    tokens = own.counters.get("countdown", 0)
    return {"points": own.counters.get("points", 0), "countdown": 2 * tokens, "shrines": shrines}


def ranking(position: Position, player: int, total: int) -> tuple[int, int, int]:
    """What decides who wins: the score, stacks with a face-down top, shrines in the realm."""
    stacks = position.players[player].board.stacks
    return total, sum(stack.face_down for stack in stacks), sum(len(stack.caps) for stack in stacks)


def available(castle: Mapping[Spot, Stack]) -> list[Spot]:
    """Where a tile is available."""
    return [spot for spot in castle if free(castle, spot)]


def openings(castle: Mapping[Spot, Stack]) -> list[Spot]:
    """Where the first tile of a turn may be taken."""
    top = top_floor(castle)
    return [spot for spot in available(castle) if castle[spot].height == top]
