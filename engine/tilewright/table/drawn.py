"""Boards given by a picture: spaces where lines meet, connected by straight lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from tilewright.table.geometry import DIAGONAL_SIDES, SIDES, SLOPE, STEPS, STRAIGHT, Geometry

SPACE = "o"
_SIGNS = {"right": "-", "bottom": "|", "bottom right": "\\", "bottom left": "/"}
"""The characters of lines by direction."""
_STEPS = SIDES | DIAGONAL_SIDES
_BACK = {"right": "left", "bottom": "top", "bottom right": "top left", "bottom left": "top right"}
Link = tuple[int, str, int]
"""A space, a direction, and the next space in that direction."""


@dataclass(frozen=True)
class Drawn(Geometry):
    """Spaces of a grid, some of which may be missing, connected by the lines of a picture.

    Neighbors are spaces connected by a line; straight lines follow lines of the picture. All of these are ``line``s.
    """

    links: tuple[Link, ...] = ()
    touching = 8

    @cache  # noqa: B019 (geometries are few and live as long as the process)
    def beyond(self, space: int) -> dict[str, int]:
        """The next space in each direction."""
        there = {way: other for one, way, other in self.links if one == space}
        return there | {_BACK[way]: one for one, way, other in self.links if other == space}

    @cache  # noqa: B019
    def region(self, name: str) -> frozenset[int]:
        """A fixed region; ``board`` is all existing spaces."""
        every = frozenset(space for one, _, other in self.links for space in (one, other))
        return every if name == "board" else every & super().region(name)

    def at(self, row: int, column: int) -> int | None:
        space = super().at(row, column)
        return space if space in self.region("board") else None

    def _step(self, space: int, shape: str) -> list[int]:
        ways = {"orthogonal": self.ways, "surrounding": self.ways, "diagonal": tuple(DIAGONAL_SIDES)}.get(
            shape, (shape,)
        )
        return [other for way, other in self.beyond(space).items() if way in ways]

    def steps(self, shape: str) -> tuple[tuple[int, int], ...]:
        """The steps of a grid, which only define the shapes that exist: lines of the picture may be longer than one
        space."""
        return STEPS.get(shape, ())

    @cache  # noqa: B019
    def distance(self, one: int, other: int) -> int:
        """The number of lines from one space to another."""
        away = (steps for steps in range(self.size) if other in self.reached(one, "orthogonal", steps, steps))
        return 0 if one == other else next(away, 0)

    @property
    def longest(self) -> int:
        """The maximum distance of two spaces."""
        spaces = self.region("board")
        return max(self.distance(one, other) for one in spaces for other in spaces)

    @cache  # noqa: B019
    def _lines(self, kind: str) -> tuple[tuple[int, ...], ...]:
        if kind in ("line", STRAIGHT):
            return self.lines("row") + self.lines("column") + self.lines(SLOPE)
        if kind in ("diagonal", "quadrant", "square"):
            return ()
        if kind == "pair":
            return tuple(combinations(sorted(self.region("board")), 2))
        ways = {"row": ("right",), "column": ("bottom",), SLOPE: ("bottom right", "bottom left")}.get(kind)
        return super()._lines(kind) if ways is None else tuple(line for way in ways for line in self._along(way))

    def _along(self, way: str) -> Iterator[tuple[int, ...]]:
        """The maximal lines in a direction."""
        for space in range(self.size):
            there = self.beyond(space)
            if way in there and _BACK[way] not in there:
                yield (space, *self.neighbors(space, way, None))


@dataclass(frozen=True)
class PictureFault:
    """An error in a picture: its line and column from 0, and why."""

    row: int
    column: int
    message: str
    help: str


def read_picture(picture: Sequence[str]) -> Drawn | PictureFault:
    """The board that a picture shows: ``o`` for spaces, joined by lines of ``-``, ``|``, ``/`` and ``\\``."""
    signs = {(r, c): sign for r, line in enumerate(picture) for c, sign in enumerate(line) if sign != " "}
    spaces = [place for place, sign in signs.items() if sign == SPACE]
    rows, columns = (sorted({place[i] for place in spaces}) for i in (0, 1))
    number = {place: rows.index(place[0]) * len(columns) + columns.index(place[1]) for place in spaces}
    links, used = list[Link](), set(spaces)
    for place in spaces:
        for way, sign in _SIGNS.items():
            down, right = _STEPS[way]
            passed, at = list[tuple[int, int]](), (place[0] + down, place[1] + right)
            while signs.get(at) == sign:
                passed.append(at)
                at = at[0] + down, at[1] + right
            if passed and at in number:
                links.append((number[place], way, number[at]))
                used.update(passed)
    return _fault(signs, used, number, links) or Drawn(len(rows), len(columns), tuple(links))


def _fault(
    signs: dict[tuple[int, int], str], used: set[tuple[int, int]], number: dict[tuple[int, int], int], links: list[Link]
) -> PictureFault | None:
    """A character that is not part of a line, or a space without a line."""
    for place in sorted(set(signs) - used):
        if signs[place] not in _SIGNS.values():
            return PictureFault(
                *place, f"'{signs[place]}' is no sign of a picture", "write 'o' for spaces, and lines of - | / \\"
            )
        return PictureFault(
            *place,
            f"the line '{signs[place]}' does not lead from one space to another",
            "let it begin and end at an 'o'",
        )
    joined = {space for one, _, other in links for space in (one, other)}
    for place, space in number.items():
        if space not in joined:
            return PictureFault(*place, "no line leads to this space", "join it to another one")
    return None if links else PictureFault(0, 0, "the picture shows no spaces", "for example 'o-o-o'")
