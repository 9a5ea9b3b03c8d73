"""A small game on a board that grows, and what an independent search finds on its map."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from pathlib import Path

from tilewright.areas.laying import Laid, LayingQuestion
from tilewright.areas.shapes import TileStock
from tilewright.check.fragments import read_question
from tilewright.core.walk import Extent
from tilewright.play.match import Match
from tilewright.table.terrain import Terrain

DOCUMENT = Path(__file__).parents[1] / "docs" / "language-boards.md"
SHORES = re.search(r"^```game\n(game shores.*?)^```$", DOCUMENT.read_text(), re.M | re.S)[1]  # type: ignore[index]
STEPS = {0: (-1, 0), 1: (0, 1), 2: (1, 0), 3: (0, -1)}


def terrain_of(match: Match) -> Terrain:
    """The board that grows, as it is now."""
    return next(grid.geometry for grid in match.state.table.grids if isinstance(grid.geometry, Terrain))


def contacts(terrain: Terrain) -> list[tuple[tuple[int, int], tuple[int, int], int]]:
    """Every pair of patches that touch, as (space, place of the patch in its tile), and the edge of the first one."""
    at = {terrain.where[space]: space for space in terrain.faces}
    found = []
    for (row, column), space in at.items():
        for edge, (down, right) in STEPS.items():
            other = at.get((row + down, column + right))
            if other is not None:
                mine, theirs = terrain.faces[space].rim, terrain.faces[other].rim
                for place in range(3):
                    facing = (edge + 2) % 4 * 3 + 2 - place
                    found.append(((space, mine[edge * 3 + place]), (other, theirs[facing]), edge))
    return found


def areas(terrain: Terrain) -> set[frozenset[tuple[int, int]]]:
    """The areas of a map, found anew by going from patch to patch of the same sort."""
    patches = [(space, i) for space, face in terrain.faces.items() for i in range(len(face.patches))]
    near: dict[tuple[int, int], set[tuple[int, int]]] = {patch: set() for patch in patches}
    for one, other, _ in contacts(terrain):
        if len({terrain.faces[space].patches[patch].split()[-1] for space, patch in (one, other)}) == 1:
            near[one].add(other)
    found, seen = set(), set[tuple[int, int]]()
    for patch in patches:
        if patch not in seen:
            part, waiting = {patch}, [patch]
            while waiting:
                new = near[waiting.pop()] - part
                part |= new
                waiting += new
            seen |= part
            found.add(frozenset(part))
    return found


def loose(terrain: Terrain) -> Counter[tuple[int, int]]:
    """At how many edges each patch touches nothing."""
    touched = {(one, edge) for one, _, edge in contacts(terrain)}
    edges = {
        ((space, patch), place // 3) for space, face in terrain.faces.items() for place, patch in enumerate(face.rim)
    }
    return Counter(patch for patch, _ in edges - touched)


def laying_question(made: Match, held: TileStock, worth: str, extent: Extent) -> LayingQuestion:
    """What some tiles come to on the map of a match."""
    asked = read_question(worth, made.game, extent)
    assert not isinstance(asked, list), [problem.message for problem in asked]
    return LayingQuestion(made.machine.evaluator, made.state, held, asked)


def every_laying(asked: LayingQuestion) -> dict[Laid, int]:
    """All ways to lay all tiles, by trying them one after another, each with what it comes to."""
    found: dict[Laid, int] = {}
    seen: set[Laid] = set()

    def lay(terrain: Terrain, left: Counter[int], laid: Laid) -> None:
        if laid in seen:
            return
        seen.add(laid)
        if not left:
            found[laid] = asked.value(laid)
        for first, space in product(left, terrain.wanted):
            for kind in asked.stock.turns[first]:
                if kind.face is not None and terrain.fits(space, kind.face):
                    more = laid | {(terrain.where[space], kind.index)}
                    lay(terrain.with_tile(space, kind.face), left - Counter([first]), more)

    lay(asked.terrain, Counter(asked.stock.counts), frozenset())
    return found
