"""The place that a phrase refers to, by name or by default; and the relations of tiles, patches and areas."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.check.context import Context
from tilewright.check.phrases.references import References, Subject
from tilewright.check.typed import Elem, Reported, Scope
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.table.game import PATCH, PATCHES, BoardDef

_OF_SPACES = ("space", "stack", "corner", "border", "center", "spaces", "stacks", "corners")


class PlacesNamed:
    """The boards and pools of a game as they occur in phrases."""

    def __init__(self, context: Context, references: References) -> None:
        self.context = context
        self.references = references
        self._places = context.game.boards_by_name
        references.answered = self.answered

    def of_phrase(
        self, phrase: ast.Phrase, piece: str, subject: Subject, fresh: bool
    ) -> tuple[Elem | None, tuple[object, ...]]:
        """The place of the things of a phrase, unless it is the board of the scope, and the modifiers that determine
        it.

        `fresh`: the phrase has no domain yet.
        """
        if subject.given or (subject.var.sort != core.SPACE and piece != PATCH):
            return subject.player, ()
        named = [m for m in phrase.modifiers if isinstance(m, ast.InPlace) and self.named(m.place)]
        pools = [word for word in phrase.words[:-1] if self.pool(word.text)]
        if named or pools:
            name = named[0].place.noun.text if named else pools[0].text
            self.check(name, piece, phrase)
        elif fresh and self._lie_anywhere(phrase, subject.scope):
            name = self.main(piece, subject.scope) or self._main_of_spaces(phrase)
        else:
            name = ""
        if not name:
            return subject.player, ()
        owner, *said = self._owner(phrase, subject.scope)
        if not (named or pools or owner):
            self._warn_of_shared(name, piece, phrase)
        if self.context.vocabulary.figure(phrase.noun.text):  # its owner does not determine its place
            said = []
        if self.context.vocabulary.owned(phrase.noun.text) and not self._places[name].each_player:
            said = []
        place = self.element(name, owner, subject.scope)
        if place is None:  # the main place of the player whose board it is
            return subject.player, (*named, *pools)
        return place, (*named, *pools, *said)

    def _warn_of_shared(self, name: str, piece: str, phrase: ast.Phrase) -> None:
        """Warn if a scoring rule looks on a board of the table for things that players have in their own pools."""
        own = [place.name for place in self.context.game.boards if place.each_player and piece and place.keeps(piece)]
        if not self.context.scores or self._places[name].each_player or not own:
            return
        message = f"the {name} is shared, so this is the same for every player"
        help = f"for what a player has, write 'in the {own[0]}' after '{phrase.noun.text}'"
        self.context.diagnostics.warning("TW212", phrase.span, message, help)

    def _main_of_spaces(self, phrase: ast.Phrase) -> str:
        """The place of spaces if the player's own place is a pool, which has none."""
        game = self.context.game
        if not game.own_place.pool or phrase.noun.text not in _OF_SPACES:
            return ""
        if not game.maps:
            raise self._no_spaces(phrase.span)
        return game.maps[0].name

    def _lie_anywhere(self, phrase: ast.Phrase, scope: Scope) -> bool:
        """Whether a phrase does not say where to look: a line, a group, a stack."""
        owner = scope.innermost() if phrase.article == "its" else None
        if owner is not None and owner.sort not in (core.VALUE, core.PLAYER):
            return False
        for modifier in phrase.modifiers:
            where = modifier.place if isinstance(modifier, ast.InPlace) else None
            where = modifier.phrase if isinstance(modifier, ast.OfPhrase) else where
            where = modifier.first if isinstance(modifier, ast.Between) else where
            found = self.references.find(where, scope) if where else None
            if found is not None and found.var.sort not in (core.VALUE, core.PLAYER):
                return False
        return True

    def _owner(self, phrase: ast.Phrase, scope: Scope) -> tuple[Elem | None, *tuple[object, ...]]:
        """The player whose things are meant, and the modifiers that determine it."""
        if phrase.article in ("its", "their"):
            owner = scope.innermost(*((core.PLAYER,) if phrase.article == "their" else ()))
            if owner is not None and owner.sort == core.PLAYER:
                return Elem(owner), phrase.article
        for modifier in phrase.modifiers:
            if isinstance(modifier, ast.OfPhrase):
                found = self.references.find(modifier.phrase, scope)
                if found is not None and found.var.sort == core.PLAYER:
                    return found, modifier
        return (None,)

    def named(self, place: ast.Phrase) -> bool:
        """Whether `in the ...` names a place; in scoring rules, only pools and the player's own board."""
        if place.article != "the" or len(place.words) != 1 or place.modifiers:
            return False
        known = self._places.get(place.noun.text)
        return known is not None and (known.pool or known.grows or self.context.in_play)

    def pool(self, word: str) -> bool:
        """Whether a word before a noun is the name of a pool."""
        place = self._places.get(word)
        return place is not None and place.pool

    def check(self, name: str, piece: str, phrase: ast.Phrase) -> None:
        """Report things that a place cannot hold, and spaces in a pool."""
        place = self._places[name]
        if piece and not place.keeps(piece):
            held = " and ".join(self.context.game.plural(sort) for sort in place.holds)
            raise self.context.fail(
                "TW202", phrase.span, f"the {name} holds no {self.context.game.plural(piece)}", f"it holds {held}"
            )
        if place.pool and not piece and phrase.noun.text not in self.context.vocabulary.kinds_of:
            raise self._no_spaces(phrase.span)

    def spaces_wanted(self, span: Span) -> None:
        """Report an expression about spaces in a game with pools only. Raises `Reported`."""
        if all(place.pool for place in self.context.game.boards):
            raise self._no_spaces(span)

    def shape_wanted(self, span: Span) -> None:
        """Report an expression about borders and lines in a game whose boards have no size. Raises `Reported`."""
        self.spaces_wanted(span)
        if all(place.pool or place.grows for place in self.context.game.boards):
            raise self.context.fail(
                "TW202",
                span,
                "a board that grows has no border, corner, center or lines",
                "describe what is next to a thing, as in 'any neighbor'",
            )

    def _no_spaces(self, span: Span) -> Reported:
        return self.context.fail("TW202", span, "a pool has no spaces", "describe the things that are in it")

    def main(self, piece: str, scope: Scope) -> str:
        """The name of the main place of a sort of thing; "" if that is the board of the scope."""
        game = self.context.game
        here = self.at(scope.board)
        main = game.main_place(piece) if piece else None
        if main is None or (main == game.own_place and here is None):
            return ""
        return "" if here is not None and here.keeps(piece) else main.name

    def at(self, board: core.Var | None) -> BoardDef | None:
        """The place that a variable is bound to, unless it is a player's main one."""
        places = {
            var: self._places[name] for name, var in self.context.setting.places.items() if var != self.context.me
        }
        return self.context.placed.get(board) or places.get(board) if board is not None else None

    def answered(self, phrase: ast.Phrase, scope: Scope) -> Elem:
        """The piece in a pool that a player has chosen in secret under a name, while it lies there."""
        game, name = self.context.game, phrase.noun.text
        pool = self.context.vocabulary.answers[name]
        if not self.pool(pool):
            raise Reported  # where it is chosen
        owner, *_ = self._owner(phrase, scope)
        var = self.context.fresh(core.SPACE, (*self._places[pool].holds, game.piece)[0])
        board = scope.board if scope.board is not None and self.at(scope.board) is None else None
        player = owner.var if owner is not None else board or self.context.me
        answer = core.OnBoardOf(player, core.CounterOf(name))
        binder = core.Binder(var, core.Spaces(), core.Compare("=", build.shown(var, len(game.kinds)), answer))
        return Elem(var, binder, outer=self.element(pool, owner, scope), answer=(player, name))

    def element(self, name: str, owner: Elem | None, scope: Scope) -> Elem | None:
        """The named place of an owner, or of the player on whose board things are looked for."""
        place, main = self._places[name], self._places[name] == self.context.game.own_place
        if owner is not None and place.each_player:
            return owner if main else Elem(*self._place(place), outer=owner)
        board, own = scope.board, self.context.setting.places.get(name)
        others = board is not None and board != self.context.me and self.at(board) is None
        if others and place.each_player:
            return None if main else Elem(*self._place(place))
        if own is not None:
            return Elem(own)
        return None if main else Elem(*self._place(place))

    def _place(self, place: BoardDef) -> tuple[core.Var, core.Binder]:
        var = self.context.fresh(core.PLAYER, place.name)
        self.context.placed[var] = place
        return var, core.Binder(var, core.Players("self", place.name), core.TRUE)


TILE, AREA = "tile", "area"


@dataclass(frozen=True, eq=False)
class MapPhrases:
    """The relations of tiles, patches and areas on a board that grows: in, on, beside."""

    context: Context
    places: PlacesNamed

    def kind(self, var: core.Var, scope: Scope) -> str:
        """Whether an element is a tile (or a space), a patch or an area; else ""."""
        place = self.places.at(scope.home(var))
        if place is None or var.sort not in (core.SPACE, core.GROUP):
            return ""
        if place.of_patches:
            return PATCH if var.sort == core.SPACE else AREA
        return TILE if place.grows and var.sort == core.SPACE else ""

    def kind_of(self, piece: str, sort: str) -> str:
        """Like `kind`, for a noun."""
        if piece == PATCH:
            return AREA if sort == core.GROUP else PATCH
        main = self.context.game.main_place(piece) if piece else None
        return TILE if main is not None and main.grows else ""

    def board(self, kind: str, scope: Scope) -> Elem:
        """The place of tiles or patches."""
        name = self.context.game.maps[0].name if kind == TILE else PATCHES
        found = self.places.element(name, None, scope)
        assert found is not None, "these are never the main place of a player"
        return found

    def domain(self, kind: str, owner: core.Var, of: str) -> core.RangeExpr | None:
        """The domain of elements of a kind that belong to an owner; None if it takes a condition."""
        if kind == PATCH and of == TILE:
            return core.Patches(owner)
        if kind == TILE and of in (PATCH, AREA):
            return core.TilesOf(owner)
        return core.Areas(owner) if (kind, of) == (AREA, PATCH) else None

    def belongs(self, var: core.Var, kind: str, owner: core.Var, of: str) -> core.Expr:
        """The condition that an element belongs to an owner of another kind."""
        if kind == AREA and of == PATCH:
            return core.Inside(owner, var)
        domain = self.domain(kind if kind != AREA else PATCH, owner, of)
        assert domain is not None, "only tiles and patches have one"
        other = self.context.fresh(core.SPACE, kind)
        same = core.Inside(other, var) if kind == AREA else core.Same(other, var)
        return core.Exists(core.Binder(other, domain, core.TRUE), same)

    def beside(self, var: core.Var, other: core.Var) -> core.Expr:
        """The condition that two areas have adjacent patches on a tile."""
        one, next_to = (self.context.fresh(core.SPACE, PATCH) for _ in range(2))
        around = core.Binder(next_to, core.Neighbors(one, "beside"), core.TRUE)
        return core.Exists(
            core.Binder(one, core.SpacesOf(other), core.TRUE), core.Exists(around, core.Inside(next_to, var))
        )

    def fits(self, tile: core.Var, home: core.Var | None, space: core.Var, board: core.Var) -> core.Expr:
        """The condition that a tile fits on a space of a board in some rotation, by its edges."""
        face = self.context.fresh(core.VALUE, "turn")
        fits = core.OnBoardOf(board, core.Fits(space, face))
        return core.OnBoardOf(home or self.context.me, core.Exists(self.turns(face, tile), fits))

    def turns(self, face: core.Var, tile: core.Var, guard: core.Expr = core.TRUE) -> core.Binder:
        """The rotations of a tile."""
        return core.Binder(face, core.Turns(tile), guard)

    def placeable(self, tile: core.Var, scope: Scope) -> core.Expr:
        """The condition that a tile can be placed on some space."""
        space, board = self.context.fresh(core.SPACE, "space"), self.board(TILE, scope)
        home = scope.home(tile)
        allowed = self.context.game.place.at(space, tile, home or self.context.me)
        free = core.Binder(space, core.Spaces(), allowed)
        return board.closed(core.OnBoardOf(board.var, core.Exists(free, self.fits(tile, home, space, board.var))))
