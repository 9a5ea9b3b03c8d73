"""The pieces that a game file declares: kinds, attributes and classes, and pieces that cover several spaces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from tilewright.check.tiles import TileLines, area_of
from tilewright.check.typed import Reported
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostics, did_you_mean
from tilewright.source import Span
from tilewright.syntax import ast, game_ast
from tilewright.table.game import OWNER, BoardDef, Game, Kind, PieceDef, turned
from tilewright.table.placing import Covering, Offset, PlacingRule, in_order, outline

MAX_CELLS = 8
M = TypeVar("M", bound=ast.SyntaxNode)


class Coverings:
    """Elaborates pieces that cover several spaces in `piece` blocks; errors are reported."""

    def __init__(self, blocks: Sequence[game_ast.Piece], diagnostics: Diagnostics) -> None:
        self.blocks = {block.name.text: block for block in blocks}
        self.diagnostics = diagnostics

    def _fail(self, code: str, span: Span, message: str, help: str) -> Reported:
        self.diagnostics.error(code, span, message, help)
        return Reported()

    def _lines(self, sort: str, kind: type[M]) -> list[M]:
        return [line for line in self.blocks[sort].members if isinstance(line, kind)] if sort in self.blocks else []

    def outlined(self, kinds: Sequence[Kind], sorts: Sequence[PieceDef]) -> tuple[tuple[Kind, ...], list[PieceDef]]:
        """The kinds with the cells they cover, and the sorts with their shapes."""
        found, known = list(kinds), list[PieceDef]()
        for sort in sorts:
            lines, turns = self._lines(sort.name, game_ast.Kinds), self._lines(sort.name, game_ast.AnyTurn)
            if not any(line.covers for line in lines):
                if any(turn.mirrored for turn in turns):
                    help = "write 'placed in any turn', or say what it covers, as in 'copies 2 covers \"R1 R2\"'"
                    raise self._fail(
                        "TW113", turns[0].span, "only a piece that covers several spaces can be mirrored", help
                    )
                known.append(sort)
                continue
            cells = {kind.code: kind.index for kind in kinds if kind.index in sorts[0].kinds}
            pictures = [self._picture(line, sorts[0], sort, cells) for line in lines]
            for index, picture in zip(sorted(sort.kinds), pictures, strict=True):
                found[index] = replace(found[index], covers=in_order(picture))
            shape = outline(pictures, bool(turns), any(turn.mirrored for turn in turns))
            if shape is None:
                first = next(
                    line for line, one in zip(lines, pictures, strict=True) if one.keys() != pictures[0].keys()
                )
                help = "declare another 'piece' for another outline"
                raise self._fail(
                    "TW113", _of(first), f"it covers other spaces than the {sort.name} of the first line", help
                )
            known.append(replace(sort, covering=Covering(shape, sorts[0].name)))
        return tuple(found), known

    def _picture(
        self, line: game_ast.Kinds, cell_sort: PieceDef, sort: PieceDef, codes: dict[str, int]
    ) -> dict[Offset, int]:
        """The kind of each cell in a picture."""
        if not line.covers:
            message, help = (
                f"what {line.first.text} covers is missing",
                "write it after the copies, as in 'covers \"R1 R2\"'",
            )
            raise self._fail("TW112", line.first.span, message, help)
        if cell_sort.name == sort.name:
            help = "declare it in a 'piece' block of its own, and its codes in the pictures"
            raise self._fail("TW112", self.blocks[sort.name].name.span, "there is no piece to lie on one space", help)
        found = dict[Offset, int]()
        for row, text in enumerate(line.covers):
            for column, code in enumerate(text.text[1:-1].split()):
                if code in codes:
                    found[row, column] = codes[code]
                elif code != ".":
                    help = did_you_mean(code, codes) or f"its codes: {', '.join(codes)}, and '.' for no space"
                    raise self._fail("TW101", text.span, f"no {cell_sort.name} is a '{code}'", help)
        if not 2 <= len(found) <= MAX_CELLS:
            help = "declare a piece without 'covers'" if len(found) < 2 else "declare a smaller piece"
            raise self._fail("TW113", _of(line), f"a piece covers 2 to {MAX_CELLS} spaces, not {len(found)}", help)
        if len(in_order(found)) < len(found):
            help = "each code must be next to, above or below another one"
            raise self._fail("TW113", _of(line), "the picture is in several parts", help)
        return found

    def ruled(self, sort: PieceDef, game: Game, condition: core.Expr) -> PieceDef:
        """A sort with the pool of its cells, and its placing rule."""
        assert sort.covering is not None
        covering = replace(sort.covering, condition=condition)
        lines = self._lines(sort.name, game_ast.PlaceRule)
        if lines and not covering.is_clear:
            help = f"ask about its parts, as in 'any {covering.sort} in it ...' or 'every {covering.sort} in it ...'"
            message = f"this does not say which part of the {sort.name} it is about"
            raise self._fail("TW202", lines[0].condition.span, message, help)
        covering = replace(covering, reserve=self._reserve(sort, game).name)
        return replace(sort, covering=covering, place=PlacingRule(core.Var(-1, core.SPACE, "space"), core.FALSE))

    def _reserve(self, sort: PieceDef, game: Game) -> BoardDef:
        """The pool of the table that initially has enough of all cells of a sort."""
        assert sort.covering is not None
        name, many = self.blocks[sort.name].name.span, game.plural(sort.covering.sort)
        needed = dict[int, int]()
        for kind in (game.kinds[index] for index in sort.kinds):
            for cell in kind.covers:
                needed[cell] = needed.get(cell, 0) + kind.copies
        pools = [place for place in game.boards if place.pool and not place.each_player and place.begins]
        reserve = next((pool for pool in pools if all(_begins(pool, cell) for cell in needed)), None)
        if reserve is None or reserve.hidden:
            help = f"declare a pool 'of the table' with 'holds {many}' and 'begins with every {sort.covering.sort}', which is not hidden"
            raise self._fail("TW112", name, f"there is no pool from which the {many} of a {sort.name} come", help)
        for cell, number in needed.items():
            kind = game.kinds[cell]
            if kind.copies < number:
                message = f"the {game.plural(sort.name)} need {number} {kind.code}, and there are {kind.copies}"
                raise self._fail("TW113", name, message, f"write 'copies {number}' where {kind.code} is declared")
        return reserve


def _of(line: game_ast.Kinds) -> Span:
    """The picture of a line."""
    return line.covers[0].span.to(line.covers[-1].span)


def _begins(pool: BoardDef, kind: int) -> bool:
    return any(kind in kinds and count is None for kinds, count in pool.begins)


MAX_KINDS = 500
MAX_SIDES = 100
_CODE = re.compile(r"([A-Z]+)(\d+)")


class Pieces:
    """Elaborates the members of a `piece` block, with kinds numbered from `start`; errors are reported, the rest is
    kept."""

    def __init__(self, piece: game_ast.Piece, diagnostics: Diagnostics, start: int = 0) -> None:
        self.piece = piece
        self.diagnostics = diagnostics
        self.start = start
        self.lines = self._all(game_ast.Kinds)
        self.sides = next(iter(self._all(game_ast.Sides)), None)
        self.areas = [area_of(line) for line in self._all(game_ast.Area)]
        self.tiles = TileLines(
            self.areas, {p.singular.text: p.plural.text for p in self._all(game_ast.Plural)}, diagnostics
        )
        if self.sides is not None and self.lines:
            raise self.fail(
                "TW113",
                self.lines[0].span,
                "a piece with sides cannot have other kinds",
                "declare another piece for these",
            )
        if not self.lines and self.sides is None:
            raise self.fail(
                "TW112",
                piece.name.span,
                f"there are no kinds of {piece.name.text}",
                "for example 'type red R1 to R6 copies 4'",
            )

    def fail(self, code: str, span: Span, message: str, help: str) -> Reported:
        """Report an error, and return the exception to raise."""
        self.diagnostics.error(code, span, message, help)
        return Reported()

    def _all(self, kind: type[M]) -> list[M]:
        return [member for member in self.piece.members if isinstance(member, kind)]

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds in the order of the file."""
        if self.sides is not None:
            return tuple(self._sides(self.sides))
        found: list[Kind] = []
        failed = False
        for line in self.lines:
            try:
                self._add(line, found)
            except Reported:
                failed = True
        if failed:
            raise Reported
        return tuple(found)

    def _sides(self, line: game_ast.Sides) -> list[Kind]:
        """A kind for each side, with a common stock."""
        copies = self._all(game_ast.Copies)
        if not copies:
            name = self.piece.name
            raise self.fail("TW112", name.span, f"'{name.text}' needs 'copies'", "for example 'copies 6'")
        if len(line.names or range(line.low, line.high + 1)) not in range(2, MAX_SIDES + 1):
            raise self.fail("TW113", line.span, "a piece has 2 to 100 sides", "for example 'sides number 1 to 6'")
        attribute, count = line.attribute.text, copies[0].count
        shown = [(word.text, {attribute: word.text}, self._owner(word.text)) for word in line.names]
        shown = shown or [(str(n), {}, {attribute: n}) for n in range(line.low, line.high + 1)]
        return [
            Kind(self.start + i, code, values, numbers, count, self.start)
            for i, (code, values, numbers) in enumerate(shown)
        ]

    def _add(self, line: game_ast.Kinds, found: list[Kind]) -> None:
        """Add the kinds of a line to those above it."""
        codes = {kind.code for kind in found}
        for offset, code in enumerate(self._codes(line)):
            if code in codes:
                raise self.fail(
                    "TW111",
                    line.first.span,
                    f"the code {code} is already declared above",
                    "choose another letter or number",
                )
            values = {line.attribute.text: line.value.text}
            numbers = self._numbers(line, offset) | self._owner(line.value.text)
            first = Kind(self.start + len(found), code, values, numbers, line.copies, wild=line.value.text in self.wild)
            found += self._turned(first, line) if self.areas else [first]
        if len(found) > MAX_KINDS:
            raise self.fail("TW113", line.span, f"more than {MAX_KINDS} kinds", "a game has fewer")

    def _turned(self, first: Kind, line: game_ast.Kinds) -> list[Kind]:
        """A kind for each rotation of a tile."""
        if not line.features:
            help = f"as in 'copies {line.copies} with {self.areas[0].name} ...'"
            raise self.fail("TW112", line.first.span, f"what {first.code} shows is missing", help)
        face = self.tiles.face(line.first, line.features)
        return turned(replace(first, face=face), bool(self._all(game_ast.AnyTurn)))

    def _codes(self, line: game_ast.Kinds) -> list[str]:
        if line.last is None:
            return [line.first.text]
        span = line.first.span.to(line.last.span)
        first, last = _CODE.fullmatch(line.first.text), _CODE.fullmatch(line.last.text)
        if not first or not last or first[1] != last[1] or len(first[2] + last[2]) > 8:
            raise self.fail("TW113", span, "a range of codes has one letter and two numbers", "for example 'R1 to R6'")
        low, high = int(first[2]), int(last[2])
        if low > high:
            help = f"write '{line.last.text} to {line.first.text}'"
            raise self.fail("TW113", span, "a range of codes must increase", help)
        if high - low >= MAX_KINDS:
            message = f"these are {high - low + 1} kinds; a game has at most {MAX_KINDS}"
            raise self.fail("TW113", span, message, "name fewer codes")
        return [f"{first[1]}{number}" for number in range(low, high + 1)]

    def _numbers(self, line: game_ast.Kinds, offset: int) -> dict[str, int]:
        for numbered in line.numbers:
            wanted = len(self._codes(line))
            if numbered.low > numbered.high:
                raise self.fail(
                    "TW113",
                    numbered.span,
                    "the range runs backwards",
                    f"write '{numbered.attribute.text} {numbered.high} to {numbered.low}'",
                )
            if numbered.low != numbered.high and numbered.high - numbered.low + 1 != wanted:
                raise self.fail(
                    "TW113",
                    numbered.span,
                    f"{numbered.high - numbered.low + 1} numbers for {wanted} codes",
                    "write as many numbers as codes, or one for all",
                )
        return {n.attribute.text: n.low + (offset if n.low != n.high else 0) for n in line.numbers}

    @property
    def owner(self) -> game_ast.Owner | None:
        """The line that assigns values to players, if any."""
        return next(iter(self._all(game_ast.Owner)), None)

    @cached_property
    def owned_values(self) -> list[str]:
        """The values of the main attribute, in the order of their owners."""
        names = self.sides.names if self.sides is not None else [line.value for line in self.lines]
        return list(dict.fromkeys(name.text for name in names))

    def _owner(self, value: str) -> dict[str, int]:
        return {OWNER: self.owned_values.index(value) + 1} if self.owner is not None else {}

    def check_owner(self, players: int) -> None:
        """Check that there is a value for each player. Raises `Reported`."""
        if self.owner is None:
            return
        if not self.owner.each_player:
            help = "leave it out: what belongs to nobody needs no line"
            raise self.fail("TW113", self.owner.span, "pieces can belong to each player, not to the table", help)
        if len(self.owned_values) != players:
            of = f"{self.piece.name.text} has {len(self.owned_values)} values, and there are up to {players} players"
            help = "give each player one: the first line is the first player's, the second line the second player's"
            raise self.fail("TW113", self.owner.span, of, help)

    def main_attribute(self) -> str:
        """The attribute that every kind has."""
        if self.sides is not None:
            return self.sides.attribute.text
        first, *others = self.lines
        for line in others:
            if line.attribute.text != first.attribute.text:
                raise self.fail(
                    "TW113",
                    line.attribute.span,
                    f"the kinds above have a '{first.attribute.text}', this one a '{line.attribute.text}'",
                    "all kinds must have the same attribute",
                )
        return first.attribute.text

    def identity(self) -> str:
        """The attribute that identifies a kind."""
        if self.sides is not None:
            return self.sides.attribute.text
        lines = self._all(game_ast.Identity)
        if not lines and self.areas:
            return self.main_attribute()
        if not lines:
            raise self.fail(
                "TW112",
                self.piece.name.span,
                f"'{self.piece.name.text}' needs an 'identity'",
                "the word for 'exactly this kind', for example 'identity symbol'",
            )
        return lines[0].name.text

    @cached_property
    def wild(self) -> frozenset[str]:
        """The wild values; unknown ones are reported."""
        found = [value for line in self._all(game_ast.Wild) for value in line.values]
        self._check_values(found)
        return frozenset(value.text for value in found)

    def _check_values(self, values: Iterable[ast.Word]) -> None:
        known = {line.value.text for line in self.lines}
        for value in values:
            if value.text not in known:
                self.diagnostics.error(
                    "TW101",
                    value.span,
                    f"no piece is a '{value.text}'",
                    did_you_mean(value.text, known) or "known: " + ", ".join(sorted(known)),
                )

    def classes(self) -> dict[str, tuple[str, ...]]:
        """The classes of values, by name."""
        found: dict[str, tuple[str, ...]] = {}
        for line in self._all(game_ast.ClassLine):
            self._check_values(line.values)
            found[line.name.text] = tuple(value.text for value in line.values)
        return found
