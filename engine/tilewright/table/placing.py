"""Placing rules, and the orientations of pieces that cover several spaces on a board of squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tilewright.core import expr as core
from tilewright.core.build import add, conjunction, conjuncts, disjunction, negation, occupied, only_where
from tilewright.core.node import Node
from tilewright.core.walk import substitute, transform, variables
from tilewright.struct import Struct, struct
from tilewright.table.geometry import SIDES

_PIECE = core.Var(-1_000_001, core.SPACE, "piece")
"""The piece to be placed, at its current location."""
_HOME = core.Var(-1_000_002, core.PLAYER, "place")
"""The place of that location."""


@struct
class PlacingRule(Struct):
    """Where a piece may be placed: a condition on the space before it is placed, which may also read what the piece
    shows."""

    var: core.Var
    condition: core.Expr

    def at(self, space: core.Var, piece: core.Var, home: core.Var) -> core.Expr:
        """The condition on a space, for a piece on a place."""
        condition = substitute(self.condition, self.var, space)
        return substitute(substitute(condition, _PIECE, piece), _HOME, home)

    def of_kind(self, kind: int) -> PlacingRule:
        """The rule for pieces of one kind."""

        def answer(node: Node) -> Node:
            if not isinstance(node, core.OnBoardOf) or node.player != _HOME:
                return node
            match node.body:
                case core.Shows() as asked:
                    return core.Truth(kind in asked.kinds)
                case core.ShowsValue() as asked:
                    return core.OneOf(asked.value, frozenset({kind}))
                case core.Attribute() as asked:
                    return core.Const(dict(asked.numbers).get(kind, 0))
                case _:  # `FaceDown`: the piece is face-up
                    return core.FALSE

        return PlacingRule(self.var, transform(self.condition, answer))

    @property
    def of_any(self) -> PlacingRule:
        """The part of the rule that applies to every piece: without conditions on the piece."""
        return PlacingRule(
            self.var, conjunction(part for part in conjuncts(self.condition) if _PIECE not in variables(part))
        )

    @property
    def of_space(self) -> bool:
        """Whether the rule reads only the space."""
        return variables(self.condition) <= {self.var}

    @property
    def reserved(self) -> int:
        """Variables from this number on do not occur in the rule."""
        return 0 if self.of_space else 1 + max(var.id for var in variables(self.condition))


def piece_there(noun: str) -> core.Var:
    """The variable of the piece to be placed in a rule."""
    return core.Var(-1_000_003, core.SPACE, noun)


def placing_rule(space: core.Var, condition: core.Expr) -> PlacingRule:
    """The rule of a condition that refers to a piece as if it were on the space already (`piece_there`).

    Its location is the space, and it shows what it shows at its current location.
    """
    return PlacingRule(space, as_if_there(condition, piece_there(""), space, _PIECE, _HOME))


def as_if_there(condition: core.Expr, there: core.Var, space: core.Var, piece: core.Var, home: core.Var) -> core.Expr:
    """A condition on a piece as if it were `there`: it is on a space, and shows what a piece on another place (`home`)
    shows."""

    def showing(node: Node) -> Node:
        if isinstance(node, core.Shows | core.ShowsValue | core.Attribute | core.FaceDown) and node.space == there:
            return core.OnBoardOf(home, replace(node, space=piece))
        return node

    return substitute(transform(condition, showing), there, space)


Offset = tuple[int, int]
COVERED = core.Var(-1_000_005, core.GROUP, "")
"""The spaces to be covered by a piece, in its placing rule."""
_SIDE_OF = {step: side for side, step in SIDES.items()}


@struct
class Footprint(Struct):
    """The relative positions of the cells of a piece.

    The first cell is the first one of its picture; each other one is adjacent to an earlier one, its parent in
    `parents`. Each of the orientations in `ways` gives, for every cell but the first, the side of its parent on which
    it is.
    """

    parents: tuple[int, ...]
    ways: tuple[tuple[str, ...], ...]

    @property
    def size(self) -> int:
        """The number of spaces that the piece covers."""
        return len(self.parents) + 1

    @property
    def picture(self) -> tuple[Offset, ...]:
        """The row and column of each cell, in the orientation of the picture."""
        found = [(0, 0)]
        for parent, side in zip(self.parents, self.ways[0], strict=True):
            down, right = SIDES[side]
            found.append((found[parent][0] + down, found[parent][1] + right))
        left = min(column for _, column in found)
        return tuple((row, column - left) for row, column in found)

    def before(self, cell: int) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
        """The orientations grouped by the locations of the cells before a cell."""
        found = dict[tuple[str, ...], list[tuple[str, ...]]]()
        for way in self.ways:
            found.setdefault(way[: cell - 1], []).append(way)
        return found

    def chosen(self, cell: int) -> bool:
        """Whether the location of a cell is not determined by those of the cells before it."""
        return any(len({way[cell - 1] for way in ways}) > 1 for ways in self.before(cell).values())


@struct
class Covering(Struct):
    """A sort of piece that covers several spaces: its outline, and the rule on all spaces to be covered (`COVERED`).

    Such a piece is only in pools. Pieces of another `sort` are placed for it, one per cell, from the pool `reserve`.
    """

    footprint: Footprint
    sort: str
    reserve: str = ""
    condition: core.Expr = core.TRUE

    @property
    def is_clear(self) -> bool:
        """Whether the rule only has conditions on single cells."""
        spaces = [core.Var(-2_000_000 - at, core.SPACE, "space") for at in range(self.footprint.size)]
        asked = self.rule(spaces, spaces, core.Var(-2_000_100, core.PLAYER, "place"))
        return COVERED in variables(self.condition) and COVERED not in variables(asked)

    @property
    def reserved(self) -> int:
        """Variables from this number on do not occur in the rule."""
        return 1 + max((var.id for var in variables(self.condition)), default=-1)

    def rule(self, spaces: Sequence[core.Var], cells: Sequence[core.Var], home: core.Var) -> core.Expr:
        """The rule on all cells, for pieces on a place, `home`, that are to be put on spaces."""

        def each(binder: core.Binder, body: core.Expr) -> list[core.Expr]:
            pairs = zip(spaces, cells, strict=True)
            return [as_if_there(body, binder.var, space, cell, home) for space, cell in pairs]

        def expanded(node: Node) -> Node:
            match node:
                case core.Exists(binder=binder) if binder.domain == core.SpacesOf(COVERED):
                    return disjunction(each(binder, conjunction([_asked_of_cell(binder), node.condition])))
                case core.Forall(binder=binder) if binder.domain == core.SpacesOf(COVERED):
                    return conjunction(each(binder, disjunction([negation(_asked_of_cell(binder)), node.condition])))
                case core.Sum(binder=binder) if binder.domain == core.SpacesOf(COVERED):
                    return add(each(binder, only_where(_asked_of_cell(binder), node.body)))
                case core.Inside(of=of) if of == COVERED:
                    return disjunction(core.Same(node.space, space) for space in spaces)
                case _:  # does not read what is covered
                    return node

        return transform(self.condition, expanded)


def outline(pictures: Sequence[Mapping[Offset, object]], turned: bool, mirrored: bool) -> Footprint | None:
    """The common outline of pieces, given by pictures of what their cells show.

    None if their outlines differ, or if some cell is not adjacent to another one. Orientations that look the same for
    all of them are merged.
    """
    cells, parents = _connected(pictures[0])
    if any(picture.keys() != set(cells) for picture in pictures):
        return None
    ways, seen = list[tuple[str, ...]](), set[frozenset[object]]()
    for mirror in (False, True)[: 1 + mirrored]:
        for quarters in range(4 if turned else 1):
            lying = {cell: _moved(cell, quarters, mirror) for cell in cells}
            top, left = (min(place[axis] for place in lying.values()) for axis in (0, 1))
            look = frozenset(
                (row - top, column - left, *(picture[cell] for picture in pictures))
                for cell, (row, column) in lying.items()
            )
            if look not in seen:
                seen.add(look)
                places = [lying[cell] for cell in cells]
                ways.append(
                    tuple(_side(places[parent], place) for parent, place in zip(parents, places[1:], strict=True))
                )
    return Footprint(tuple(parents), tuple(ways))


def _asked_of_cell(binder: core.Binder) -> core.Expr:
    """The condition on a cell, without the requirement that a piece is there."""
    lies = occupied(binder.var)
    return conjunction(part for part in conjuncts(binder.guard) if part != lies)


def in_order(picture: Mapping[Offset, int]) -> tuple[int, ...]:
    """What the cells of a picture show, in the order of its outline."""
    return tuple(picture[cell] for cell in _connected(picture)[0])


def _connected(picture: Mapping[Offset, object]) -> tuple[list[Offset], list[int]]:
    """The cells connected to the first one, each after an adjacent one (its parent), and the indices of the parents."""
    cells, parents = [min(picture)], list[int]()
    for at, (row, column) in enumerate(cells):
        for down, right in SIDES.values():
            cell = row + down, column + right
            if cell in picture and cell not in cells:
                cells.append(cell)
                parents.append(at)
    return cells, parents


def _moved(cell: Offset, quarters: int, mirror: bool) -> Offset:
    """The location of a cell after mirroring and a number of quarter turns."""
    row, column = cell[0], -cell[1] if mirror else cell[1]
    for _ in range(quarters):
        row, column = column, -row
    return row, column


def _side(parent: Offset, cell: Offset) -> str:
    return _SIDE_OF[cell[0] - parent[0], cell[1] - parent[1]]
