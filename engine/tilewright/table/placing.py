"""Where pieces may be placed, and the ways in which pieces that cover several spaces can lie on a board of squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tilewright.core import expr as core
from tilewright.core.build import add, conjunction, conjuncts, disjunction, negation, only_where
from tilewright.core.node import Node
from tilewright.core.walk import substitute, transform, variables
from tilewright.struct import Struct, struct
from tilewright.table.geometry import SIDES

_PIECE = core.Var(-1_000_001, core.SPACE, "piece")
"""The piece that is to be placed, where it still lies."""
_HOME = core.Var(-1_000_002, core.PLAYER, "place")
"""The place where that is."""


@struct
class PlacingRule(Struct):
    """Where a piece may be placed: a condition on the space before it is placed; it may also ask what the piece shows."""

    var: core.Var
    condition: core.Expr

    def at(self, space: core.Var, piece: core.Var, home: core.Var) -> core.Expr:
        """The condition on a space, for a piece that lies at a place."""
        condition = substitute(self.condition, self.var, space)
        return substitute(substitute(condition, _PIECE, piece), _HOME, home)

    def of_kind(self, kind: int) -> PlacingRule:
        """The rule for pieces that show a kind."""

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
                case _:  # `FaceDown`: it lies face-up
                    return core.FALSE

        return PlacingRule(self.var, transform(self.condition, answer))

    @property
    def of_any(self) -> PlacingRule:
        """What the rule asks for every piece: the parts that do not speak of the piece."""
        return PlacingRule(
            self.var, conjunction(part for part in conjuncts(self.condition) if _PIECE not in variables(part))
        )

    @property
    def of_space(self) -> bool:
        """Whether the rule asks about the space alone."""
        return variables(self.condition) <= {self.var}

    @property
    def reserved(self) -> int:
        """Variables from this number on may be put into the rule: what it binds itself has lower numbers."""
        return 0 if self.of_space else 1 + max(var.id for var in variables(self.condition))


def piece_there(noun: str) -> core.Var:
    """What a rule calls the piece to be placed."""
    return core.Var(-1_000_003, core.SPACE, noun)


def placing_rule(space: core.Var, condition: core.Expr) -> PlacingRule:
    """The rule of a condition that speaks of a piece as if it lay on the space already (`piece_there`).

    It is where the space is, and shows what it shows where it still lies.
    """
    return PlacingRule(space, as_if_there(condition, piece_there(""), space, _PIECE, _HOME))


def as_if_there(condition: core.Expr, there: core.Var, space: core.Var, piece: core.Var, home: core.Var) -> core.Expr:
    """A condition on a piece that is `there`: where a space is, showing what a piece at another place (`home`) shows."""

    def showing(node: Node) -> Node:
        if isinstance(node, core.Shows | core.ShowsValue | core.Attribute | core.FaceDown) and node.space == there:
            return core.OnBoardOf(home, replace(node, space=piece))
        return node

    return substitute(transform(condition, showing), there, space)


Offset = tuple[int, int]
COVERED = core.Var(-1_000_005, core.GROUP, "")
"""The spaces that a piece is to cover, in the rule that says where it may be placed."""
_SIDE_OF = {step: side for side, step in SIDES.items()}


@struct
class Footprint(Struct):
    """How the cells of a piece lie to one another.

    The first cell is the first one of its picture; each other one touches an earlier one, its parent in `parents`. Each of the
    `ways` in which the piece can lie has, for every cell but the first, the side of its parent on which it is.
    """

    parents: tuple[int, ...]
    ways: tuple[tuple[str, ...], ...]

    @property
    def size(self) -> int:
        """How many spaces the piece covers."""
        return len(self.parents) + 1

    @property
    def picture(self) -> tuple[Offset, ...]:
        """The row and column of each cell, as the piece lies in its picture."""
        found = [(0, 0)]
        for parent, side in zip(self.parents, self.ways[0], strict=True):
            down, right = SIDES[side]
            found.append((found[parent][0] + down, found[parent][1] + right))
        left = min(column for _, column in found)
        return tuple((row, column - left) for row, column in found)

    def before(self, cell: int) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
        """The ways that differ in where the cells before a cell lie, and those that go on from each."""
        found = dict[tuple[str, ...], list[tuple[str, ...]]]()
        for way in self.ways:
            found.setdefault(way[: cell - 1], []).append(way)
        return found

    def chosen(self, cell: int) -> bool:
        """Whether it is not known where a cell lies from where the cells before it do."""
        return any(len({way[cell - 1] for way in ways}) > 1 for ways in self.before(cell).values())


@struct
class Covering(Struct):
    """A sort of piece that covers several spaces: its outline, and the rule on all that it is to cover (`COVERED`).

    A piece lies in pools. What is placed in its stead are pieces of another `sort`, one for each cell, from the pool `reserve`.
    """

    footprint: Footprint
    sort: str
    reserve: str = ""
    condition: core.Expr = core.TRUE

    @property
    def is_clear(self) -> bool:
        """Whether the rule asks about the cells, and nothing of all of them at once that is not known of each."""
        spaces = [core.Var(-2_000_000 - at, core.SPACE, "space") for at in range(self.footprint.size)]
        asked = self.rule(spaces, spaces, core.Var(-2_000_100, core.PLAYER, "place"))
        return COVERED in variables(self.condition) and COVERED not in variables(asked)

    @property
    def reserved(self) -> int:
        """Variables from this number on may be put into the rule: what it binds itself has lower numbers."""
        return 1 + max((var.id for var in variables(self.condition)), default=-1)

    def rule(self, spaces: Sequence[core.Var], cells: Sequence[core.Var], home: core.Var) -> core.Expr:
        """The rule on all cells, for pieces at a place, `home`, that are to be put on spaces."""

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
                case _:  # it does not ask about what is covered
                    return node

        return transform(self.condition, expanded)


def outline(pictures: Sequence[Mapping[Offset, object]], turned: bool, mirrored: bool) -> Footprint | None:
    """The outline of pieces of which each picture says what their cells show.

    None if their cells do not lie alike, or if some cell touches no other. Ways to lie that look the same for all of them are one.
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
    """What is said of a cell, but that a piece lies there: it is about to."""
    lies = core.Compare(">", core.Height(binder.var), core.Const(0))
    return conjunction(part for part in conjuncts(binder.guard) if part != lies)


def in_order(picture: Mapping[Offset, int]) -> tuple[int, ...]:
    """What the cells of a picture show, in the order of its outline."""
    return tuple(picture[cell] for cell in _connected(picture)[0])


def _connected(picture: Mapping[Offset, object]) -> tuple[list[Offset], list[int]]:
    """The cells that hang together with the first one, each after one that it touches, and which one that is."""
    cells, parents = [min(picture)], list[int]()
    for at, (row, column) in enumerate(cells):
        for down, right in SIDES.values():
            cell = row + down, column + right
            if cell in picture and cell not in cells:
                cells.append(cell)
                parents.append(at)
    return cells, parents


def _moved(cell: Offset, quarters: int, mirror: bool) -> Offset:
    """Where a cell lies after the mirror and so many quarter turns."""
    row, column = cell[0], -cell[1] if mirror else cell[1]
    for _ in range(quarters):
        row, column = column, -row
    return row, column


def _side(parent: Offset, cell: Offset) -> str:
    return _SIDE_OF[cell[0] - parent[0], cell[1] - parent[1]]
