"""A piece that covers several spaces is placed: a space is picked for each cell of which it is not known yet where it lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilewright.check.context import Context
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.table.covering import Covering
from tilewright.table.game import BoardDef, PieceDef
from tilewright.table.geometry import SIDES


@dataclass(frozen=True)
class Laying:
    """A piece of a pool that is placed as several pieces, one for each cell.

    `spaces` are the variables of the spaces to which the `cells` come, which wait in the place `reserve`.
    """

    context: Context
    covering: Covering
    piece: play.At
    spaces: Sequence[core.Var]
    cells: Sequence[core.Var]
    reserve: core.Var
    home: core.Var | None

    def steps(self, span: Span, text: str, lasting: bool) -> list[play.Step]:
        """The cells are found, then their spaces picked, then all of them placed; the piece leaves the game."""
        found = [play.BindFirst(self._cell(cell), self.reserve) for cell in range(self.covering.footprint.size)]
        picked = [self._space(cell, span, text, lasting) for cell in range(self.covering.footprint.size)]
        pairs = zip(self.cells, self.spaces, strict=True)
        placed = [play.MovePiece(play.At(cell, self.reserve), play.At(space, self.home)) for cell, space in pairs]
        return [*found, *picked, play.MovePiece(self.piece, None), *placed]

    def _cell(self, cell: int) -> core.Binder:
        """A piece of the reserve that shows what a cell of the piece does, and that no cell before it has taken."""
        kinds = self.context.game.kinds
        shows = tuple((kind.index, kind.covers[cell] + 1) for kind in kinds if len(kind.covers) > cell)
        wanted = core.OnBoardOf(self.piece.home or self.context.me, core.Attribute(self.piece.space, shows, ""))
        var = self.cells[cell]
        others = [build.negation(core.Same(var, other)) for other in self.cells[:cell]]
        alike = core.Compare("=", build.shown(var, len(kinds)), wanted)
        return core.Binder(var, core.Spaces(), build.conjunction([alike, *others]))

    def _space(self, cell: int, span: Span, text: str, lasting: bool) -> play.Step:
        """A pick of the space of a cell, from which all others can be placed; or the one that is left."""
        var, footprint = self.spaces[cell], self.covering.footprint
        if cell == 0:
            allowed = build.conjunction([self._rule(0, var), self._rest(1, footprint.ways, {0: var})])
            return play.Pick("place", core.Binder(var, core.Spaces(), allowed), self.home, lasting, span, text)
        known = dict(enumerate(self.spaces[: cell + 1]))
        chosen = footprint.chosen(cell)
        parts = []
        for before, ways in footprint.before(cell).items():
            there = [self._beside(at + 1, {side}, known) for at, side in enumerate(before)]
            parts.append(build.conjunction([*there, self._next(cell, ways, known, chosen)]))
        guard = build.disjunction(parts)
        around = core.Neighbors(self.spaces[footprint.parents[cell - 1]])
        if not chosen:
            return play.BindFirst(core.Binder(var, around, guard), self.home)
        allowed = build.conjunction([self._rule(cell, var), guard])
        return play.Pick("place", core.Binder(var, around, allowed), self.home, False, span, text)

    def _next(
        self, cell: int, ways: Sequence[tuple[str, ...]], known: Mapping[int, core.Var], chosen: bool
    ) -> core.Expr:
        """That a cell lies as in one of the ways, and that the others can be placed so."""
        parts = []
        for sides, those in self._by_side(cell, ways):
            rest = self._rest(cell + 1, those, known) if chosen else core.TRUE
            parts.append(build.conjunction([self._beside(cell, sides, known), rest]))
        return build.disjunction(parts)

    def _rest(self, cell: int, ways: Sequence[tuple[str, ...]], known: Mapping[int, core.Var]) -> core.Expr:
        """That the cells from one on can be placed, in some of the ways."""
        footprint = self.covering.footprint
        if cell == footprint.size:
            spaces = [known[at] for at in range(footprint.size)]
            return self.covering.rule(spaces, self.cells, self.reserve)
        parts = []
        for sides, those in self._by_side(cell, ways):
            var = self.context.fresh(core.SPACE, "space")
            around = core.Neighbors(known[footprint.parents[cell - 1]], _shape(sides))
            rest = self._rest(cell + 1, those, {**known, cell: var})
            parts.append(build.exists(core.Binder(var, around, self._rule(cell, var)), rest))
        return build.disjunction(parts)

    def _by_side(self, cell: int, ways: Sequence[tuple[str, ...]]) -> list[tuple[set[str], Sequence[tuple[str, ...]]]]:
        """The ways by the sides of its parent on which a cell lies; the last cell of a piece may lie on all of these at once."""
        sides = {way[cell - 1] for way in ways}
        if cell == self.covering.footprint.size - 1 and sides == set(SIDES):
            return [(sides, ways)]
        return [({side}, [way for way in ways if way[cell - 1] == side]) for side in SIDES if side in sides]

    def _beside(self, cell: int, sides: set[str], known: Mapping[int, core.Var]) -> core.Expr:
        """That a cell lies on one of these sides of its parent; it is known to lie beside it."""
        if sides == set(SIDES):
            return core.TRUE
        parent = known[self.covering.footprint.parents[cell - 1]]
        return core.Near(known[cell], core.Neighbors(parent, _shape(sides)))

    def _rule(self, cell: int, space: core.Var) -> core.Expr:
        """Where the game allows the piece of a cell."""
        sort = self.context.game.sorts_by_name[self.covering.sort]
        return sort.place.at(space, self.cells[cell], self.reserve)


def _shape(sides: set[str]) -> str:
    """The shape of neighbors on one side, or on all of them."""
    return "orthogonal" if len(sides) > 1 else next(iter(sides))


def ground_of(sort: PieceDef, context: Context, span: Span) -> BoardDef:
    """The board on which a piece that covers several spaces is placed. Raises `Reported`."""
    assert sort.covering is not None
    board = context.game.main_place(sort.covering.sort)
    if board is None or board.pool:
        many = context.game.plural(sort.covering.sort)
        raise context.fail("TW202", span, f"no board holds {many}", "declare a board 'of each player'")
    if board.grows or board.hexagonal or board.drawn is not None:
        message = f"a {sort.name} covers several squares, and the {board.name} has none"
        raise context.fail("TW202", span, message, "declare the board with 'size' and 'sizes' alone")
    return board
