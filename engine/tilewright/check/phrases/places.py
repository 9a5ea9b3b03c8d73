"""Which place a phrase means: the one it names, or the main place of what it speaks of; on boards that grow, what belongs to what."""

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
    """The boards and pools of a game as phrases speak of them."""

    def __init__(self, context: Context, references: References) -> None:
        self.context = context
        self.references = references
        self._places = context.game.boards_by_name
        references.answered = self.answered

    def of_phrase(
        self, phrase: ast.Phrase, piece: str, subject: Subject, fresh: bool
    ) -> tuple[Elem | None, tuple[object, ...]]:
        """Where the things of a phrase lie, if that is not the board of the scope, and the parts that say so.

        `fresh`: nothing has been said yet of where to look for them.
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
        """Warn where a rule that scores looks at a board of the table for what players have in pools of their own, too."""
        own = [place.name for place in self.context.game.boards if place.each_player and piece and place.keeps(piece)]
        if not self.context.scores or self._places[name].each_player or not own:
            return
        message = f"the {name} is shared, so this is the same for every player"
        help = f"for what a player has, write 'in the {own[0]}' after '{phrase.noun.text}'"
        self.context.diagnostics.warning("TW212", phrase.span, message, help)

    def _main_of_spaces(self, phrase: ast.Phrase) -> str:
        """Where spaces are looked for when the player's own place, a pool, has none."""
        game = self.context.game
        if not game.own_place.pool or phrase.noun.text not in _OF_SPACES:
            return ""
        if not game.maps:
            raise self._no_spaces(phrase.span)
        return game.maps[0].name

    def _lie_anywhere(self, phrase: ast.Phrase, scope: Scope) -> bool:
        """Whether nothing in a phrase says where to look: a line, a group, a stack."""
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
        """The player whose things are meant, and what says so."""
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
        """Whether `in the ...` names a place; what scores speaks of pools and the player's own board alone."""
        if place.article != "the" or len(place.words) != 1 or place.modifiers:
            return False
        known = self._places.get(place.noun.text)
        return known is not None and (known.pool or known.grows or self.context.in_play)

    def pool(self, word: str) -> bool:
        """Whether a word before a noun is the name of a pool."""
        place = self._places.get(word)
        return place is not None and place.pool

    def check(self, name: str, piece: str, phrase: ast.Phrase) -> None:
        """Report what a place does not hold, and what is said of spaces in a pool."""
        place = self._places[name]
        if piece and not place.keeps(piece):
            held = " and ".join(self.context.game.plural(sort) for sort in place.holds)
            raise self.context.fail(
                "TW202", phrase.span, f"the {name} holds no {self.context.game.plural(piece)}", f"it holds {held}"
            )
        if place.pool and not piece and phrase.noun.text not in self.context.vocabulary.kinds_of:
            raise self._no_spaces(phrase.span)

    def spaces_wanted(self, span: Span) -> None:
        """Report what is said of spaces in a game that has pools alone. Raises `Reported`."""
        if all(place.pool for place in self.context.game.boards):
            raise self._no_spaces(span)

    def shape_wanted(self, span: Span) -> None:
        """Report what is said of borders and lines in a game of which no board has a size. Raises `Reported`."""
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
        """The name of the place where a sort of thing is looked for; nothing where that is the board of the scope."""
        game = self.context.game
        here = self.at(scope.board)
        main = game.main_place(piece) if piece else None
        if main is None or (main == game.own_place and here is None):
            return ""
        return "" if here is not None and here.keeps(piece) else main.name

    def at(self, board: core.Var | None) -> BoardDef | None:
        """The place that a variable is bound to, when it is not a player's main one."""
        places = {
            var: self._places[name] for name, var in self.context.setting.places.items() if var != self.context.me
        }
        return self.context.placed.get(board) or places.get(board) if board is not None else None

    def answered(self, phrase: ast.Phrase, scope: Scope) -> Elem:
        """The piece of a pool that shows what a player has chosen in secret under a name, as long as it lies there."""
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
        """The place of that name of an owner, or of the player on whose board things are looked for."""
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
    """Says of what is on a board that grows which of it lies in, on or beside which."""

    context: Context
    places: PlacesNamed

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
