"""Pieces that cover several spaces: their pictures, the pool from which their cells come, and where they may be placed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from tilewright.check.typed import Reported
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostics
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.source import Span
from tilewright.syntax import ast, game_ast
from tilewright.table.covering import Covering, Offset, in_order, outline
from tilewright.table.game import BoardDef, Game, Kind, PieceDef
from tilewright.table.placing import PlacingRule

MAX_CELLS = 8
M = TypeVar("M", bound=ast.SyntaxNode)


class Coverings:
    """Reads what the `piece` blocks of a game file say of pieces over several spaces; problems are reported."""

    def __init__(self, blocks: Sequence[game_ast.Piece], diagnostics: Diagnostics) -> None:
        self.blocks = {block.name.text: block for block in blocks}
        self.diagnostics = diagnostics

    def _fail(self, code: str, span: Span, message: str, help: str) -> Reported:
        self.diagnostics.error(code, span, message, help)
        return Reported()

    def _lines(self, sort: str, kind: type[M]) -> list[M]:
        return [line for line in self.blocks[sort].members if isinstance(line, kind)] if sort in self.blocks else []

    def outlined(self, kinds: Sequence[Kind], sorts: Sequence[PieceDef]) -> tuple[tuple[Kind, ...], list[PieceDef]]:
        """The kinds with what they cover, and the sorts with their outlines."""
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
        """The kind of each cell of a picture."""
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
        """A sort with the pool from which its cells come, and the rule where it may be placed."""
        assert sort.covering is not None
        covering = replace(sort.covering, condition=condition)
        lines = self._lines(sort.name, game_ast.PlaceRule)
        if lines and not covering.is_clear:
            help = f"ask about its parts, as in 'any {covering.sort} in it ...' or 'every {covering.sort} in it ...'"
            message = f"this is not asked of the spaces that a {sort.name} covers"
            raise self._fail("TW202", lines[0].condition.span, message, help)
        covering = replace(covering, reserve=self._reserve(sort, game).name)
        return replace(sort, covering=covering, place=PlacingRule(core.Var(-1, core.SPACE, "space"), core.FALSE))

    def _reserve(self, sort: PieceDef, game: Game) -> BoardDef:
        """The pool of the table that has enough of all cells of a sort when the game begins."""
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
