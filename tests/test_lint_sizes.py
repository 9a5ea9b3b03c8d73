"""What is said of boards of any size, against every size there is."""

from __future__ import annotations

from itertools import chain, combinations, product

import pytest

from cases import mostly_slow
from tilewright.lint.bounds import sizes_of
from tilewright.table.game import BoardDef
from tilewright.table.geometry import LINES, REGIONS, STEPS, Geometry

BOARDS = [
    BoardDef("yard", True, low, low, low, high, even)
    for low, high, even in [
        (1, 1, False),
        (1, 2, False),
        (1, 5, False),
        (2, 2, False),
        (2, 3, False),
        (2, 6, False),
        (3, 3, False),
        (3, 7, False),
        (4, 4, True),
        (2, 8, True),
        (1, 8, True),
        (5, 6, False),
        (4, 9, True),
    ]
]
SETS = [frozenset(s) for s in chain.from_iterable(combinations(REGIONS, n) for n in range(4))]


def geometries(board: BoardDef) -> list[Geometry]:
    """Every size that a board may have."""
    sides = range(board.low, board.high + 1)
    return [Geometry(r, c) for r in sides for c in sides if board.allows(r, c)]


def common(geometry: Geometry, regions: frozenset[str]) -> set[int]:
    """The spaces that lie in all of the regions."""
    return {s for s in range(geometry.size) if all(s in geometry.region(r) for r in regions)}


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_regions(board: BoardDef) -> None:
    """The bounds of regions are attained and not passed, and what lies within what is true of all."""
    sizes, every = sizes_of(board), geometries(board)
    assert sizes.keeps("quarter") == all(g.rows == g.columns for g in every)
    for regions in SETS:
        counts = {len(common(g, regions)) for g in every}
        assert sizes.spaces(regions) == (min(counts), max(counts))
        for region in REGIONS:
            inside = [(common(g, regions), g.region(region)) for g in every]
            expected = None if any(a & b for a, b in inside) else False
            assert sizes.within(regions, region) is (True if all(a <= b for a, b in inside) else expected)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_lines(board: BoardDef) -> None:
    """The bounds of how many lines there are and how long they are are attained and not passed."""
    for kind, at in product(LINES, (None, 0, 1, 5, -1)):
        found = [g.lines(kind, at) for g in geometries(board)]
        lengths = {len(line) for lines in found for line in lines} or {0}
        counts = {len(lines) for lines in found}
        assert sizes_of(board).lines(kind, at) == ((min(counts), max(counts)), (min(lengths), max(lengths)))


@pytest.mark.slow
@pytest.mark.parametrize("board", mostly_slow(BOARDS, quick=1), ids=str)
def test_neighbors(board: BoardDef) -> None:
    """The bounds of how many neighbors there are are not passed; at one step they are attained."""
    for regions in [r for r in SETS if len(r) < 3]:
        for shape in (*STEPS, "2 by 1", "3 by 3"):
            for reach in ((1,), (2,), (3,), (20,), (2, 2), (3, 3), (None,)):
                found = {len(g.neighbors(s, shape, *reach)) for g in geometries(board) for s in common(g, regions)}
                low, high = sizes_of(board).near(regions, shape, *reach)
                assert all(low <= count <= high for count in found)
                if reach == (1,) and shape in STEPS:
                    assert (low, high) == (min(found, default=0), max(found, default=0))
