"""Game files: declarations become a `Game`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import TypeVar

from tilewright.check.pieces import Pieces
from tilewright.check.statements import Checker
from tilewright.check.typed import Reported, Scope
from tilewright.check.vocabulary import KEYWORDS, Vocabulary
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostics
from tilewright.syntax import ast, game_ast
from tilewright.table.game import (
    BoardDef,
    CapPiece,
    CounterDef,
    Game,
    LayoutDef,
    PartDef,
    PlacingRule,
    RowGuideline,
)

M = TypeVar("M", bound=ast.Node)
_ANYWHERE = PlacingRule(core.Var(-1, core.SPACE, "space"), core.TRUE)


def check_game(node: game_ast.Game, diagnostics: Diagnostics) -> Game | None:
    """The game that a file declares, or None when it has errors."""
    before = len(diagnostics.errors())
    try:
        game = _GameFile(node, diagnostics).build()
    except Reported:
        return None
    failed = len(diagnostics.errors()) > before
    return None if failed else game


class _GameFile:
    def __init__(self, node: game_ast.Game, diagnostics: Diagnostics) -> None:
        self.node = node
        self.diagnostics = diagnostics

    def build(self) -> Game:
        """Declarations first, then the rules written in their words."""
        piece = self._only(game_ast.Piece, "piece")
        players = self._only(ast.Players, "players").range
        pieces = Pieces(piece, self.diagnostics)
        self._unique()
        game = Game(
            id=self.node.id.text,
            names={m.language.text: m.value for m in self._all(ast.Labelled)},
            players=(players.low, players.high),
            piece=piece.name.text,
            kinds=pieces.kinds(),
            main_attribute=pieces.main_attribute(),
            identity=pieces.identity(),
            classes=pieces.classes(),
            place=_ANYWHERE,
            caps=tuple(self._cap(cap) for cap in self._all(game_ast.Cap)),
            boards=tuple(self._board(board) for board in self._all(game_ast.Board)),
            counters=tuple(_counter(counter) for counter in self._all(game_ast.Counter)),
            parts=(),
            tie_breaks=(),
            card_classes={c.name.text: c.scores for c in self._all(game_ast.CardClass)},
            layouts=tuple(_layout(layout) for layout in self._all(game_ast.LayoutClass)),
            plurals=self._plurals(),
        )
        if sum(board.each_player for board in game.boards) != 1:
            self.diagnostics.error("TW112", self.node.id.span, "one board must be 'of each player'",
                                   "write 'of each player' under that board, 'of the table' under others")  # fmt: skip
            raise Reported
        return self._with_rules(game, piece)

    # -- declarations

    def _all(self, kind: type[M]) -> Iterator[M]:
        return (member for member in self.node.members if isinstance(member, kind))

    def _only(self, kind: type[M], what: str) -> M:
        found = list(self._all(kind))
        if len(found) != 1:
            span = found[1].span if found else self.node.id.span
            count = "more than one" if found else "no"
            self.diagnostics.error("TW112", span, f"{count} '{what}' in the game file", "one is needed")
            raise Reported
        return found[0]

    def _unique(self) -> None:
        """Every declared name is given once and is no word of the language."""
        seen: set[str] = set()
        for member in self.node.members:
            name = getattr(member, "name", None)
            if not isinstance(name, ast.Word) or isinstance(member, (game_ast.Part, game_ast.LayoutClass)):
                continue
            if name.text in seen:
                self.diagnostics.error("TW111", name.span, f"'{name.text}' is declared above already", "take another name")  # fmt: skip
            elif name.text in KEYWORDS:
                self.diagnostics.error("TW105", name.span, f"'{name.text}' is a word of the language", "take another name")  # fmt: skip
            seen.add(name.text)

    def _plurals(self) -> dict[str, str]:
        members = [m for piece in self._all(game_ast.Piece) for m in piece.members]
        caps = [m for cap in self._all(game_ast.Cap) for m in cap.members]
        lines = [m for m in [*members, *caps] if isinstance(m, game_ast.Plural)]
        return {line.singular.text: line.plural.text for line in lines}

    def _cap(self, cap: game_ast.Cap) -> CapPiece:
        marks = [m.sign for m in cap.members if isinstance(m, game_ast.Mark)]
        copies = [m.count for m in cap.members if isinstance(m, game_ast.Copies)]
        if len(marks) != 1 or len(copies) != 1:
            self.diagnostics.error("TW112", cap.name.span, f"'{cap.name.text}' needs one 'mark' and one 'copies'",
                                   "for example 'mark ^' and 'copies 40'")  # fmt: skip
            raise Reported
        return CapPiece(cap.name.text, marks[0], copies[0], _ANYWHERE)

    def _board(self, board: game_ast.Board) -> BoardDef:
        owner = [m.each_player for m in board.members if isinstance(m, game_ast.Owner)]
        size = [m for m in board.members if isinstance(m, game_ast.Size)]
        sizes = [m for m in board.members if isinstance(m, game_ast.Sizes)]
        if len(owner) != 1 or len(size) != 1 or len(sizes) != 1:
            self.diagnostics.error("TW112", board.name.span, f"'{board.name.text}' needs one 'of', one 'size' and one 'sizes'",
                                   "for example 'of each player', 'size 6 by 6', 'sizes 2 to 12'")  # fmt: skip
            raise Reported
        found = BoardDef(board.name.text, owner[0], size[0].rows, size[0].columns,
                         sizes[0].low, sizes[0].high, sizes[0].even)  # fmt: skip
        if not found.allows(found.rows, found.columns):
            self.diagnostics.error("TW113", size[0].span, f"the size is not one of the sizes: {found.sizes}", "")  # fmt: skip
        return found

    # -- rules

    def _with_rules(self, game: Game, piece: game_ast.Piece) -> Game:
        """The game with its placing rules, scoring parts and tie-breaks."""
        checker = Checker(Vocabulary(game), self.diagnostics)
        caps = [
            dataclasses.replace(known, place=self._place(cap.members, checker))
            for known, cap in zip(game.caps, self._all(game_ast.Cap), strict=True)
        ]
        parts = [
            PartDef(part.name.text, checker.rule(part.body) or core.Const(0))
            for part in self._all(game_ast.Part)
        ]
        tie_breaks = [
            checker.rule(tie.body) or core.Const(0) for tie in self._all(game_ast.TieBreak)
        ]
        return dataclasses.replace(
            game,
            place=self._place(piece.members, checker),
            caps=tuple(caps),
            parts=tuple(parts),
            tie_breaks=tuple(tie_breaks),
        )

    def _place(self, members: Sequence[ast.Node], checker: Checker) -> PlacingRule:
        """A `place where` line; its condition is about one space, called `it`."""
        lines = [m for m in members if isinstance(m, game_ast.PlaceRule)]
        var = checker.fresh(core.SPACE, "space")
        if not lines:
            return PlacingRule(var, core.TRUE)
        return PlacingRule(var, checker.condition(lines[0].condition, Scope().bind(var)))


def _counter(counter: game_ast.Counter) -> CounterDef:
    written = counter.written or counter.name
    return CounterDef(
        counter.name.text, written.text, counter.cap.text if counter.cap else None, counter.most
    )


def _layout(layout: game_ast.LayoutClass) -> LayoutDef:
    found = LayoutDef(layout.name.text)
    for member in layout.members:
        match member:
            case game_ast.LayoutHeights():
                found = dataclasses.replace(found, low=member.range.low, high=member.range.high)
            case game_ast.LayoutTotal():
                found = dataclasses.replace(found, total=member.total)
            case game_ast.LayoutGround():
                span = (member.range.low, member.range.high)
                found = dataclasses.replace(found, ground={**found.ground, member.players: span})
            case game_ast.LayoutRows():
                row = RowGuideline(member.length, member.floor, member.most)
                found = dataclasses.replace(found, rows=(*found.rows, row))
    return found
