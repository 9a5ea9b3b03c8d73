"""The places of a game file: boards and pools, and their initial contents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial
from typing import TypeVar

from tilewright.check.elaborator import Elaborator
from tilewright.check.typed import Reported, Scope, together
from tilewright.diagnostics import Diagnostics, did_you_mean
from tilewright.meaning.exact import holds, is_local
from tilewright.source import Span
from tilewright.syntax import ast, game_ast
from tilewright.table.board import MAX_SIDE, Stack
from tilewright.table.drawn import Drawn, PictureFault, read_picture
from tilewright.table.game import PATCHES, SEAT, BoardDef, Game, regular_plural

L = TypeVar("L", bound=ast.SyntaxNode)
PlaceBlock = game_ast.Board | game_ast.PoolDef


class Places:
    """Elaborates the `board` and `pool` blocks of a game file."""

    def __init__(self, node: game_ast.Game, diagnostics: Diagnostics) -> None:
        self.node = node
        self.diagnostics = diagnostics
        self.damaged = diagnostics.has_errors

    def all(self) -> list[BoardDef]:
        """All places, in the order of the file. Without places for players, they get an unnamed empty one."""
        declared = [member for member in self.node.members if isinstance(member, PlaceBlock)]
        found: list[BoardDef] = together(partial(self._place, one) for one in declared)
        if not any(place.each_player and not place.pile for place in found):
            found.append(SEAT)
        if any(_lines(piece, game_ast.Area) for piece in self._pieces()):
            found.append(BoardDef(PATCHES, False, 1, 0, 1, 1, pool=True, of_patches=True))
        boards = [place for place in found if place.each_player and not (place.pool or place.pile)]
        for extra in boards[1:]:
            name = next(one.name for one in declared if one.name.text == extra.name)
            help = "write 'of the table' under it"
            self.diagnostics.error("TW111", name.span, "a second board 'of each player'", help)
        return found

    def _missing(self, place: ast.Word, message: str, help: str) -> Reported:
        if not self.damaged:
            self.diagnostics.error("TW112", place.span, message, help)
        return Reported()

    def _place(self, node: PlaceBlock) -> BoardDef:
        owner = next(iter(_lines(node, game_ast.Owner)), None)
        if isinstance(node, game_ast.PoolDef) or _lines(node, game_ast.Pool):
            if owner is None:
                raise self._missing(
                    node.name, f"'{node.name.text}' needs an owner", "write 'of each player' or 'of the table' under it"
                )
            nouns = [noun for line in _lines(node, game_ast.Holds) for noun in line.nouns]
            concealed = next(iter(_lines(node, game_ast.Concealed)), None)
            found = BoardDef(node.name.text, owner.each_player, 1, 0, 1, 1, pool=True, holds=self._held(nouns))
            if concealed is None:
                return found
            return replace(found, hidden="from all" if concealed.from_all else "from others")
        return self._board(node, owner)

    def _board(self, node: game_ast.Board, owner: game_ast.Owner | None) -> BoardDef:
        grows = _lines(node, game_ast.Grows)
        if owner is not None and grows:
            return self._growing(node, owner, grows[0])
        hidden = bool(_lines(node, game_ast.Hidden))
        picture = _lines(node, game_ast.DrawnLines)
        if owner is not None and picture:
            drawn = self._drawn(picture[0])
            sides = drawn.rows, drawn.columns
            found = BoardDef(
                node.name.text, owner.each_player, *sides, 1, max(sides), hides_covered=hidden, drawn=drawn
            )
            return replace(found, holds=self._stacked(node, owner))
        size, sizes = _lines(node, game_ast.Size), _lines(node, game_ast.Sizes)
        if owner is None or not size or not sizes:
            raise self._missing(
                node.name,
                f"'{node.name.text}' needs 'of', 'size' and 'sizes'",
                "for example 'of each player', 'size 6 by 6', 'sizes 2 to 12'",
            )
        allowed = sizes[0].low, sizes[0].high, sizes[0].even
        found = BoardDef(
            node.name.text,
            owner.each_player,
            size[0].rows,
            size[0].columns,
            *allowed,
            holds=self._stacked(node, owner),
            hides_covered=hidden,
            printed=self._printed(node, size[0]),
            hexagonal=bool(_lines(node, game_ast.Hexagonal)),
        )
        concealed = _lines(node, game_ast.Concealed)
        if concealed:
            found = replace(found, hidden="from all")
            if found.hides_covered or (found.rows, found.columns) != (1, 1):
                help = "write 'size 1 by 1' and 'sizes 1 to 1'"
                self._wrong(concealed[0].span, "a hidden board is a pile, of one space", help)
        if found.low <= found.high and not found.allows(found.rows, found.columns):
            self.diagnostics.error("TW113", size[0].span, "the size is not one of the sizes", f"allowed: {found.sizes}")
        return found

    def _drawn(self, node: game_ast.DrawnLines) -> Drawn:
        """The board of a picture; errors are reported at their character."""
        found = read_picture([line.text[1:-1] for line in node.picture])
        if isinstance(found, Drawn):
            if max(found.rows, found.columns) <= MAX_SIDE:
                return found
            found = PictureFault(0, 0, "the picture is too large", f"at most {MAX_SIDE} rows and columns of spaces")
        raise self._unread(node.picture[found.row], found.column, found.message, found.help)

    def _printed(self, node: PlaceBlock, size: game_ast.Size) -> tuple[tuple[str, frozenset[int]], ...]:
        """What is printed on the spaces of a board, with the spaces."""
        found = dict[str, set[int]]()
        for block in _lines(node, game_ast.PrintedSpaces):
            attribute, values = block.attribute.text, self._values(block.attribute.text)
            if not values:
                self.diagnostics.error(
                    "TW101",
                    block.attribute.span,
                    f"no piece has a '{attribute}'",
                    "name what its pieces have, as in 'spaces for color'",
                )
            rows = [row.text[1:-1].split() for row in block.rows]
            for row, words in zip(block.rows, rows, strict=True):
                unknown = next((word for word in words if values and word not in (*values, ".")), None)
                if unknown is not None:
                    help = did_you_mean(unknown, values) or f"its values: {', '.join(values)}, and '.' for nothing"
                    self.diagnostics.error("TW101", row.span, f"no piece has the {attribute} '{unknown}'", help)
                if len(words) != size.columns or len(rows) != size.rows:
                    help = "write a word for each space, and '.' where nothing is printed"
                    raise self._reported(row.span, f"the board has {size.rows} rows of {size.columns} spaces", help)
            for space, word in enumerate(word for words in rows for word in words):
                if word != ".":
                    found.setdefault(f"{attribute} {word}", set()).add(space)
        return tuple((name, frozenset(spaces)) for name, spaces in found.items())

    def _values(self, attribute: str) -> tuple[str, ...]:
        """The values of an attribute that are words."""
        lines = (line for piece in self._pieces() for line in _lines(piece, game_ast.Kinds))
        return tuple(dict.fromkeys(line.value.text for line in lines if line.attribute.text == attribute))

    def _reported(self, span: Span, message: str, help: str) -> Reported:
        self._wrong(span, message, help)
        return Reported()

    def _unread(self, line: ast.Word, column: int, message: str, help: str) -> Reported:
        begin = min(line.span.start + 1 + column, line.span.end - 1)
        self._wrong(Span(begin, begin + 1), message, help)
        return Reported()

    def _stacked(self, node: game_ast.Board, owner: game_ast.Owner) -> tuple[str, ...]:
        """The sorts of pieces on a board if there are several: the declared ones, or the main one."""
        main, line = self.main_piece(), next(iter(_lines(node, game_ast.Holds)), None)
        if line is None:
            several = len(list(self._pieces())) > 1
            return (main.name.text,) if several and main is not None and not in_pools(main) else ()
        held = self._held(list(line.nouns))
        cards = {one.name.text for one in self.node.members if isinstance(one, game_ast.CardClass)}
        if not cards.isdisjoint(held):
            self._wrong(line.span, "cards with abilities lie in pools, not on boards", "write it under a pool")
        elif owner.each_player and len(held) > 1 and not _lines(node, game_ast.Concealed):
            help = "write one of them here, and keep the others in a pool"
            self._wrong(line.span, "a board 'of each player' holds pieces of one kind", help)
        elif main is not None and held != (main.name.text,) and self._laid_out(node):
            help = f"leave this line out, or declare them before each '{main.name.text}'"
            what = f"what layouts are built from, and what is hidden under others, is a {main.name.text} here"
            self._wrong(line.span, what, help)
        return held

    def _laid_out(self, node: game_ast.Board) -> bool:
        """Whether pieces are placed there randomly, without regard to their sort."""
        layouts = {one.name.text for one in self.node.members if isinstance(one, game_ast.LayoutClass)}
        return node.name.text in layouts or bool(_lines(node, game_ast.Hidden))

    def main_piece(self) -> game_ast.Piece | None:
        """The sort on the boards of players, or the first one not in pools. Layouts are filled with it."""
        pieces = {piece.name.text: piece for piece in self._pieces()}
        for board in (one for one in self.node.members if isinstance(one, game_ast.Board)):
            if any(owner.each_player for owner in _lines(board, game_ast.Owner)) and not _lines(
                board, game_ast.Concealed
            ):
                nouns = (noun.text for line in _lines(board, game_ast.Holds) for noun in line.nouns)
                for name in map(self._by_plural.get, nouns):
                    if name in pieces:
                        return pieces[name]
        return min(pieces.values(), key=in_pools, default=None)

    def _growing(self, node: game_ast.Board, owner: game_ast.Owner, line: game_ast.Grows) -> BoardDef:
        if owner.each_player:
            self._wrong(owner.span, "a board that grows must be 'of the table'", "write 'of the table'")
        if not (1 <= line.rows <= MAX_SIDE and 1 <= line.columns <= MAX_SIDE):
            self._wrong(line.span, f"{line.rows} by {line.columns} spaces", f"sides can be 1 to {MAX_SIDE}")
        if not any(_lines(piece, game_ast.Area) for piece in self._pieces()):
            help = "say in the piece what its edges show, as in 'area road', or write 'size 5 by 5' and 'sizes 1 to 20'"
            self._wrong(line.span, "a board grows by tiles that show areas, and no piece of the game does", help)
        with_edges = [piece.name.text for piece in self._pieces() if _lines(piece, game_ast.Area)]
        sizes = line.rows, line.columns, 1, max(line.rows, line.columns)
        return BoardDef(node.name.text, False, *sizes, holds=tuple(with_edges), grows=True)

    def _pieces(self) -> Iterator[game_ast.Piece]:
        return (member for member in self.node.members if isinstance(member, game_ast.Piece))

    def _held(self, nouns: list[ast.Word]) -> tuple[str, ...]:
        """The sorts of pieces named by nouns, in the singular."""
        words = self._by_plural
        for noun in nouns:
            if noun.text not in words:
                help = did_you_mean(noun.text, words) or "declared here: " + ", ".join(words)
                self.diagnostics.error("TW101", noun.span, f"no pieces '{noun.text}' are declared", help)
        return tuple(words[noun.text] for noun in nouns if noun.text in words)

    @cached_property
    def _by_plural(self) -> dict[str, str]:
        """The singular of pieces and cards by their plural."""
        plurals = {
            line.singular.text: line.plural.text for piece in self._pieces() for line in _lines(piece, game_ast.Plural)
        }
        known = [piece.name.text for piece in self._pieces()]
        known += [member.name.text for member in self.node.members if isinstance(member, game_ast.CardClass)]
        return {plurals.get(name) or regular_plural(name): name for name in known}

    # -- initial contents

    def filled(self, game: Game, elaborator: Elaborator) -> tuple[BoardDef, ...]:
        """The places with their initial contents."""
        begins = {
            member.name.text: _lines(member, game_ast.Begins)
            for member in self.node.members
            if isinstance(member, PlaceBlock)
        }
        for piece in self._pieces():
            if not any(place.keeps(piece.name.text) for place in game.boards):
                many = game.plural(piece.name.text)
                help = f"write 'holds {many}' under a pool, or leave the piece out"
                self.diagnostics.error("TW112", piece.name.span, f"no place holds {many}", help)
        taken: dict[int, str] = {}
        return tuple(
            replace(
                place, begins=tuple(self._begins(place, line, game, elaborator, taken) for line in begins[place.name])
            )
            if begins.get(place.name)
            else place
            for place in game.boards
        )

    def _begins(
        self, place: BoardDef, line: game_ast.Begins, game: Game, elaborator: Elaborator, taken: dict[int, str]
    ) -> tuple[frozenset[int], int | None]:
        """The kinds whose stocks lie on a place initially, and how many of each (None: all)."""
        things, nothing = line.things, (frozenset[int](), None)
        if place.each_player:
            noun = "pool" if place.pool else "board"
            help = "give each player their pieces in the setup"
            self._wrong(line.span, f"a {noun} 'of each player' starts empty", help)
            return nothing
        if not (place.pool or place.pile or place.grows):
            help = "write 'begins with' under a pool of the table, and place the pieces in the setup"
            self._wrong(line.span, "a board on which all see the pieces starts empty", help)
            return nothing
        count = None if things.every else things.least
        if not (count is None or (isinstance(count, int) and count == things.most)):
            self._wrong(
                things.span, "this is not one number", "write 'every ...' or a number, as in 'begins with 6 ...'"
            )
            return nothing
        bound = elaborator.phrases.bound(things.phrase, Scope(), many=not things.every)
        guard = bound.binder.guard
        if bound.player is None and not is_local(guard, bound.var):
            self._wrong(
                things.phrase.span, "this describes more than what a piece shows", "for example 'every red coin'"
            )
            return nothing
        kinds = [
            kind for kind in game.kinds if kind.first == kind.index and place.keeps(game.sort_of_kind[kind.index].name)
        ]
        found = frozenset(k.index for k in kinds if holds(guard, bound.var, Stack(0, (k.code,)), game))
        if place.grows and not found:
            self._wrong(
                things.span, f"no piece of this kind can lie on the {place.name}", "name a piece that has areas"
            )
        twice = next((taken[kind] for kind in sorted(found) if kind in taken), "")
        if twice and count is None:
            self.diagnostics.error(
                "TW109", line.span, f"these already start in the '{twice}'", "a thing can start at only one place"
            )
        if count is None:
            taken |= dict.fromkeys(found, place.name)
        return found, count

    def _wrong(self, span: Span, message: str, help: str) -> None:
        self.diagnostics.error("TW113", span, message, help)


def in_pools(piece: game_ast.Piece) -> bool:
    """Whether pieces belong in pools by default: those with sides, and those that cover several spaces."""
    return bool(_lines(piece, game_ast.Sides)) or any(line.covers for line in _lines(piece, game_ast.Kinds))


def _lines(node: ast.SyntaxNode, kind: type[L]) -> list[L]:
    return [member for member in getattr(node, "members", ()) if isinstance(member, kind)]
