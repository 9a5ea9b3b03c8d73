"""Boards that grow on the terminal: tiles of three lines, what they show at each place of their edges."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tilewright.draw.face_art import seat_letter
from tilewright.draw.scene import Scene
from tilewright.draw.styles import BOLD, DIM, REVERSE, paint
from tilewright.table.game import AreaDef
from tilewright.table.terrain import PLACES, ROUND, TileFace

Place = tuple[int, int]
"""Row and column from the first tile."""

WIDE, NARROW = 5, 3
"""How many columns a tile takes, where there is room for all and where there is not."""
_SIGNS = {"rest": ".", "between": "=", "inside": "+"}
_RIM = {
    WIDE: ((0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (2, 3), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)),
    NARROW: ((0, 0), (0, 1), (0, 2), (0, 2), (1, 2), (2, 2), (2, 2), (2, 1), (2, 0), (2, 0), (1, 0), (0, 0)),
}
"""The cell for each place of the rim of a tile."""


@dataclass(frozen=True)
class MapScene:
    """What is drawn: tiles by row and column, how each area reaches an edge, and the signs of figures.

    `figures` has by place the signs on a tile, each with the number of the patch in the tile (-1: on the tile itself).
    """

    faces: Mapping[Place, TileFace]
    areas: Mapping[str, AreaDef]
    figures: Mapping[Place, Sequence[tuple[int, str]]]

    def sign(self, area: str) -> str:
        """How a sort of area is shown: ``=`` what lies between the rest, ``.`` the rest, ``+`` what is inside, others by their first letter."""
        return _SIGNS.get(self.areas[area].place, area[0].upper())

    def tile(self, place: Place, width: int) -> list[list[str]]:
        """The cells of a tile, three lines of so many."""
        face = self.faces[place]
        signs = [self.sign(area) for area in face.areas]
        cells = [[signs[_widest(face)]] * width for _ in range(3)]
        for at, cell in enumerate(_RIM[width]):
            cells[cell[0]][cell[1]] = signs[face.rim[at]]
        middle = width // 2
        for patch, area in enumerate(face.areas):
            if self.areas[area].place == "between":
                for edge in face.at(patch):
                    for row, column in _to_middle(edge, middle):
                        cells[row][column] = signs[patch]
            elif not face.at(patch) and self.areas[area].place == "inside":
                cells[1][middle] = signs[patch]
        for patch, sign in self.figures.get(place, ()):
            row, column = self._cell(face, patch, width)
            cells[row][column] = sign
        return cells

    def _cell(self, face: TileFace, patch: int, width: int) -> tuple[int, int]:
        """Where a figure is drawn: on a place of its patch, or in the middle."""
        places = [place for place, known in enumerate(face.rim) if known == patch]
        best = next((place for place in places if place % PLACES == PLACES // 2), places[0] if places else -1)
        return (1, width // 2) if best < 0 else _RIM[width][best]


def map_scene(scene: Scene) -> MapScene:
    """What of a picture of a map is drawn: figures of players by a letter each, others by their signs."""
    places = {space: scene.place(space) for space in scene.faces}
    faces = {places[space]: kind.face for space, kind in scene.faces.items() if kind.face is not None}
    figures = {place: [(-1, sign) for sign in scene.board.stacks[space].caps] for space, place in places.items()}
    for one in scene.standees:
        figures[places[one.space]].append(
            (one.patch, one.mark if one.owner is None else seat_letter(one.owner).lower())
        )
    return MapScene(faces, scene.game.areas, figures)


def _widest(face: TileFace) -> int:
    """The patch that comes to most places of the rim, which fills the middle."""
    return max(range(len(face.patches)), key=face.rim.count)


def _to_middle(edge: int, middle: int) -> list[tuple[int, int]]:
    """The cells from an edge to the middle of a tile, without the rim."""
    side = ROUND[edge]
    across = range(1, middle + 1) if side == "left" else range(middle, 2 * middle) if side == "right" else (middle,)
    return [(1, column) for column in across]


def map_lines(
    scene: MapScene, choices: Collection[Place] = frozenset(), width: int = 80, *, color: bool = False
) -> list[str]:
    """The board as lines, rows and columns numbered from the first tile; where a tile may be placed stands ``[]``."""
    if not scene.faces and not choices:
        return ["."]
    rows, columns = (range(min(one), max(one) + 1) for one in zip(*scene.faces, *choices, strict=True))
    margin = max(len(str(row)) for row in rows) + 1
    cell = WIDE if len(columns) * WIDE + margin <= width else NARROW
    lines = [paint(" " * margin + "".join(f"{column:^{cell}}" for column in columns).rstrip(), DIM, color)]
    for row in rows:
        for line in range(3):
            head = str(row) if line == 1 else ""
            text = "".join(_line(scene, (row, column), line, cell, choices, color) for column in columns)
            lines.append((paint(f"{head:<{margin}}", DIM, color) + text).rstrip())
    return lines


def _line(scene: MapScene, place: Place, line: int, cell: int, choices: Collection[Place], color: bool) -> str:
    if place not in scene.faces:
        return paint(f"{'[]' if line == 1 else '':^{cell}}", BOLD, color) if place in choices else " " * cell
    text = "".join(scene.tile(place, cell)[line])
    return paint(text, REVERSE, color) if place in choices else text
