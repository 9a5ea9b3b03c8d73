"""Boards that grow: how tiles, what they show, and the areas of that belong to one another."""

from __future__ import annotations

from tilewright.check.context import Context
from tilewright.check.phrases.places import PlacesNamed
from tilewright.check.typed import Elem, Scope
from tilewright.core import expr as core
from tilewright.table.game import PATCH, PATCHES

TILE, AREA = "tile", "area"


class MapPhrases:
    """Says of what is on a board that grows which of it lies in, on or beside which."""

    def __init__(self, context: Context, places: PlacesNamed) -> None:
        self.context = context
        self.places = places

    def kind(self, var: core.Var, scope: Scope) -> str:
        """What an element is: a tile (or a space), a patch, an area; the empty text elsewhere."""
        place = self.places.at(scope.home(var))
        if place is None or var.sort not in (core.SPACE, core.GROUP):
            return ""
        if place.of_patches:
            return PATCH if var.sort == core.SPACE else AREA
        return TILE if place.grows and var.sort == core.SPACE else ""

    def kind_of(self, piece: str, sort: str) -> str:
        """What a noun means, by the sort of piece."""
        if piece == PATCH:
            return AREA if sort == core.GROUP else PATCH
        main = self.context.game.main_place(piece) if piece else None
        return TILE if main is not None and main.grows else ""

    def board(self, kind: str, scope: Scope) -> Elem:
        """The place on which things of a kind lie."""
        name = self.context.game.maps[0].name if kind == TILE else PATCHES
        found = self.places.element(name, None, scope)
        assert found is not None, "these are never the main place of a player"
        return found

    def domain(self, kind: str, owner: core.Var, of: str) -> core.RangeExpr | None:
        """What things of a kind range over that belong to an owner; None where a condition has to say it."""
        if kind == PATCH and of == TILE:
            return core.Patches(owner)
        if kind == TILE and of in (PATCH, AREA):
            return core.TilesOf(owner)
        return core.Areas(owner) if (kind, of) == (AREA, PATCH) else None

    def belongs(self, var: core.Var, kind: str, owner: core.Var, of: str) -> core.Expr:
        """That an element belongs to an owner of another kind."""
        if kind == AREA and of == PATCH:
            return core.Inside(owner, var)
        domain = self.domain(kind if kind != AREA else PATCH, owner, of)
        assert domain is not None, "only tiles and patches have one"
        other = self.context.fresh(core.SPACE, kind)
        same = core.Inside(other, var) if kind == AREA else core.Same(other, var)
        return core.Exists(core.Binder(other, domain, core.TRUE), same)

    def beside(self, var: core.Var, other: core.Var) -> core.Expr:
        """That two areas have patches that lie next to one another on a tile."""
        one, next_to = (self.context.fresh(core.SPACE, PATCH) for _ in range(2))
        around = core.Binder(next_to, core.Neighbors(one, "beside"), core.TRUE)
        return core.Exists(
            core.Binder(one, core.SpacesOf(other), core.TRUE), core.Exists(around, core.Inside(next_to, var))
        )

    def fits(self, tile: core.Var, home: core.Var | None, space: core.Var, board: core.Var) -> core.Expr:
        """That a tile can be placed on a space of a board in some turn, as far as its edges go."""
        face = self.context.fresh(core.VALUE, "turn")
        fits = core.OnBoardOf(board, core.Fits(space, face))
        return core.OnBoardOf(home or self.context.me, core.Exists(self.turns(face, tile), fits))

    def turns(self, face: core.Var, tile: core.Var, guard: core.Expr = core.TRUE) -> core.Binder:
        """The ways in which a tile can lie."""
        return core.Binder(face, core.Turns(tile), guard)

    def placeable(self, tile: core.Var, scope: Scope) -> core.Expr:
        """That there is a space where a tile may be placed."""
        space, board = self.context.fresh(core.SPACE, "space"), self.board(TILE, scope)
        home = scope.home(tile)
        allowed = self.context.game.place.at(space, tile, home or self.context.me)
        free = core.Binder(space, core.Spaces(), allowed)
        return board.closed(core.OnBoardOf(board.var, core.Exists(free, self.fits(tile, home, space, board.var))))
