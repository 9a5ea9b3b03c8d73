"""Elaboration of game files into `Game`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from tilewright.check.cards import bounded
from tilewright.check.context import Context, Setting
from tilewright.check.declarations import check_declarations
from tilewright.check.pieces import Coverings, Pieces
from tilewright.check.places import Places, in_pools
from tilewright.check.play.payments import check_payments
from tilewright.check.play.play_rules import PlayRulesElaborator
from tilewright.check.play.secrets import answers_in
from tilewright.check.play.totality import check_course
from tilewright.check.scoring import Scoring
from tilewright.check.tiles import area_of
from tilewright.check.typed import Note, Reported, Scope, together
from tilewright.check.vocabulary import Vocabulary
from tilewright.check.words import check_all_said, labels, spoken_words
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import conjunction, conjuncts
from tilewright.core.walk import walk
from tilewright.diagnostics import Diagnostics, did_you_mean
from tilewright.meaning.exact import exact_evaluator, may_hold
from tilewright.source import Span
from tilewright.syntax import ast, game_ast
from tilewright.table.board import Board, Stack
from tilewright.table.game import (
    PATCH,
    AreaDef,
    CapPiece,
    CounterDef,
    Game,
    Kind,
    LayoutDef,
    LocatedClass,
    PartDef,
    PieceDef,
    RowGuideline,
    card_kinds,
    regular_plural,
)
from tilewright.table.placing import COVERED, PlacingRule, piece_there, placing_rule
from tilewright.table.position import Player, Position

M = TypeVar("M", bound=ast.SyntaxNode)
_ANYWHERE = PlacingRule(core.Var(-1, core.SPACE, "space"), core.TRUE)
NO_PIECE = PieceDef("", "", "", frozenset(), _ANYWHERE)
"""The sort of piece in a game without pieces."""


def check_game(node: game_ast.Game, diagnostics: Diagnostics) -> Game | None:
    """The game that a file declares; None if it has errors."""
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
        self.places = Places(node, diagnostics)

    def build(self) -> Game:
        """Elaborate the declarations, then the rules that use them."""
        check_declarations(self.node, self.diagnostics)
        _, players, caps, boards = together(
            [
                self._some_piece,
                lambda: self._only(ast.Players, "players", "players 2 to 4").range,
                lambda: together(partial(self._cap, cap) for cap in self._all(game_ast.Cap)),
                self.places.all,
            ]
        )
        kinds, (first, *others), classes = self._pieces(players.high)
        located, cards = self._located(len(kinds))
        kinds, others = (*kinds, *cards), [*others, *([_sort(located, cards)] if located else [])]
        patches = _patches(kinds)
        kinds, others = (*kinds, *patches), [*others, *([_patch_sort(patches)] if patches else [])]
        game = Game(
            id=self.node.id.text,
            names=labels(self.node, "name", self.diagnostics, ()),
            players=(players.low, players.high),
            piece=first.name,
            kinds=kinds,
            main_attribute=first.main_attribute,
            identity=first.identity,
            classes=classes,
            more_pieces=tuple(others),
            place=_ANYWHERE,
            caps=tuple(caps),
            boards=tuple(boards),
            counters=tuple(self._counters([cap.name for cap in caps])),
            table_counters=tuple(one.name.text for one in self._all(game_ast.Counter) if one.of_table),
            located=located,
            areas=_areas(self._all(game_ast.Piece)),
            roles=tuple(role.name.text for role in self._all(game_ast.Role)),
            parts=(),
            tie_breaks=(),
            card_classes={c.name.text: c.scores for c in self._all(game_ast.CardClass)},
            tied=self._tied(kinds),
            acting=frozenset(c.name.text for c in self._all(game_ast.CardClass) if c.acts),
            marks=tuple(mark.name.text for mark in self._all(game_ast.MarkDef)),
            layouts=tuple(_layout(layout) for layout in self._all(game_ast.LayoutClass)),
            plurals=self._plurals(),
        )
        members = [member for member in self.node.members if isinstance(member, (game_ast.Verb, game_ast.Stage))]
        game = dataclasses.replace(game, answers=answers_in(members, Vocabulary(game), self.diagnostics))
        self._totals(game)
        game = dataclasses.replace(game, words=tuple(spoken_words(self.node, game, self.diagnostics)))
        check_all_said(game, self.node, self.diagnostics)
        return self._with_rules(game)

    def _some_piece(self) -> None:
        """Require pieces if there are places; a game of numbers has neither."""
        if any(isinstance(member, (game_ast.Board, game_ast.PoolDef, game_ast.Cap)) for member in self.node.members):
            self._only(game_ast.Piece, "piece", "piece block")

    def _pieces(self, players: int) -> tuple[tuple[Kind, ...], list[PieceDef], dict[str, tuple[str, ...]]]:
        """The kinds, sorts and classes of all pieces, with the sorts of stacks first."""
        main = self.places.main_piece()
        blocks = sorted(self._all(game_ast.Piece), key=lambda block: (block is not main, in_pools(block)))
        kinds: list[Kind] = []
        sorts: list[PieceDef] = []
        classes: dict[str, tuple[str, ...]] = {}
        for block in blocks:
            pieces = Pieces(block, self.diagnostics, len(kinds))
            own, attribute, identity, known, _ = together(
                [
                    *(pieces.kinds, pieces.main_attribute, pieces.identity, pieces.classes),
                    partial(pieces.check_owner, players),
                ]
            )
            indices = frozenset(kind.index for kind in own)
            sorts.append(PieceDef(block.name.text, attribute, identity, indices, _ANYWHERE, bool(_sides(block))))
            kinds += own
            classes |= known
        outlined, sorts = Coverings(blocks, self.diagnostics).outlined(kinds, sorts)
        return outlined, sorts or [NO_PIECE], classes

    def _located(self, start: int) -> tuple[LocatedClass | None, tuple[Kind, ...]]:
        """The class whose cards lie at places, if any, and the kinds for them."""
        held = {noun for place in self.places.all() for noun in place.holds}
        classes = [one for one in self._all(game_ast.CardClass) if one.members or one.name.text in held]
        for extra in classes[1:]:
            self.diagnostics.error(
                "TW111",
                extra.name.span,
                "there is already a class of cards that lie in pools",
                "use one class for all of them",
            )
        if not classes:
            return None, ()
        node = classes[0]
        if node.name.text not in held:
            help = f"write 'holds {regular_plural(node.name.text)}' under a pool"
            raise self._missing(node.name, f"no place holds a {node.name.text}", help)
        numbers = tuple(line.name.text for line in node.members if isinstance(line, game_ast.ClassNumber))
        conditions = tuple(line.name.text for line in node.members if isinstance(line, game_ast.ClassCondition))
        named = [name.text for line in node.members if isinstance(line, game_ast.ClassNamed) for name in line.names]
        var = core.Var(-2, core.SPACE, node.name.text)
        located = LocatedClass(node.name.text, start, start + 1, numbers, conditions, var, core.Const(1))
        return located, tuple(
            kind
            for at, name in enumerate([located.name, *named])
            for kind in card_kinds(start + 2 * at, name, dict.fromkeys(numbers, 0), 0, {"card": name} if at else {})
        )

    def _copies(self, game: Game, scoring: Scoring) -> LocatedClass | None:
        """The class with the number of copies of each card."""
        located = game.located
        lines = [line for one in self._all(game_ast.CardClass) for line in one.members]
        line = next((line for line in lines if isinstance(line, game_ast.ClassCopies)), None)
        if located is None or line is None:
            return located
        with suppress(Reported):
            number = scoring.elaborator.expressions.number(line.number, Scope().bind(located.var))
            if any(
                isinstance(node, (core.Spaces, core.CounterOf, core.SignedCounter, core.OnBoardOf))
                for node in walk(number)
            ):
                self.diagnostics.error(
                    "TW202",
                    line.span,
                    "the number of cards must be known before anything is on the table",
                    "write a number, or one that depends on the players and the card",
                )
            return dataclasses.replace(located, copies=number)
        return located

    def _totals(self, game: Game) -> None:
        for layout in self._all(game_ast.LayoutClass):
            for line in layout.members:
                if isinstance(line, game_ast.LayoutTotal) and line.total > game.pieces:
                    self.diagnostics.error(
                        "TW113",
                        line.span,
                        f"{line.total} pieces in all; the game has {game.pieces}",
                        "write a smaller total, or more copies",
                    )

    def _tied(self, kinds: Sequence[Kind]) -> dict[str, str]:
        """The classes of cards that belong to the values of an attribute."""
        attributes = {name for kind in kinds for name in kind.values}
        found = {}
        for one in self._all(game_ast.CardClass):
            if one.of is not None and one.of.text not in attributes:
                help = did_you_mean(one.of.text, attributes) or "attributes: " + ", ".join(sorted(attributes))
                self.diagnostics.error("TW101", one.of.span, f"no piece has a '{one.of.text}'", help)
            elif one.of is not None:
                found[one.name.text] = one.of.text
        return found

    # -- declarations

    def _all(self, kind: type[M]) -> Iterator[M]:
        return (member for member in self.node.members if isinstance(member, kind))

    def _only(self, kind: type[M], what: str, example: str) -> M:
        found = next(self._all(kind), None)
        if found is None:
            raise self._missing(self.node.id, f"no '{what}' in the game file", f"for example '{example}'")
        return found

    def _missing(self, place: ast.Word, message: str, help: str) -> Reported:
        self.diagnostics.error("TW112", place.span, message, help)
        return Reported()

    def _counters(self, caps: Sequence[str]) -> Iterator[CounterDef]:
        """The counters of players; counters that count the same pieces share their stock."""
        counters = [counter for counter in self._all(game_ast.Counter) if not counter.of_table]
        copies = {counter.name.text: counter.copies for counter in counters}
        for counter in counters:
            written, counted = counter.written or counter.name, counter.counted.text if counter.counted else ""
            cap = counted if counted in caps else None
            stock = counter.name.text if counter.copies is not None else "" if cap else counted
            count = copies.get(stock)
            if counter.hidden and count is None:
                self.diagnostics.error(
                    "TW112",
                    counter.name.span,
                    f"the total number of {counter.name.text} is not known, so nobody can reason about what others have",
                    f"write how many there are for all players together, as in 'counter {counter.name.text} copies 20 hidden'",
                )
            least = counter.least or 0
            if least > 0 or (least < 0 and (counter.counted is not None or count is not None)):
                self.diagnostics.error(
                    "TW113",
                    counter.name.span,
                    "every counter begins at 0"
                    if least > 0
                    else f"a number of {counter.name.text} that exist cannot be below 0",
                    "write 'from 0', or leave 'from' out" if least > 0 else "leave 'from' out",
                )
            yield CounterDef(
                counter.name.text, written.text, cap, counter.most, count, stock, counter.hidden, min(0, least)
            )

    def _plurals(self) -> dict[str, str]:
        members = [m for piece in self._all(game_ast.Piece) for m in piece.members]
        caps = [m for cap in self._all(game_ast.Cap) for m in cap.members]
        lines = [m for m in [*members, *caps] if isinstance(m, game_ast.Plural)]
        return {line.singular.text: line.plural.text for line in lines}

    def _cap(self, cap: game_ast.Cap) -> CapPiece:
        marks = [m.sign for m in cap.members if isinstance(m, game_ast.CapSign)]
        copies = [m for m in cap.members if isinstance(m, game_ast.Copies)]
        stands = next((m.noun for m in cap.members if isinstance(m, game_ast.StandsOn)), None)
        if not marks or not copies:
            raise self._missing(
                cap.name, f"'{cap.name.text}' needs a 'mark' and 'copies'", "for example 'mark ^' and 'copies 40'"
            )
        pieces = [PATCH, *(piece.name.text for piece in self._all(game_ast.Piece))]
        if stands is not None and stands.text not in pieces:
            help = did_you_mean(stands.text, pieces) or "pieces: " + ", ".join(pieces)
            self.diagnostics.error("TW101", stands.span, f"nothing can be on top of a '{stands.text}'", help)
        return CapPiece(
            cap.name.text,
            marks[0],
            copies[0].count,
            _ANYWHERE,
            of_players=copies[0].each_player,
            stands_on=stands.text if stands else "",
            covers=not cap.figure,
        )

    # -- rules

    def _with_rules(self, game: Game) -> Game:
        """The game with its placing rules, parts of the score and tie-breaks."""
        pieces = {piece.name.text: piece for piece in self._all(game_ast.Piece)}
        piece = pieces.get(game.piece)
        vocabulary = Vocabulary(game)
        rules = (m for m in self.node.members if isinstance(m, (game_ast.RuleHolds, game_ast.RuleCounts)))
        vocabulary.unscored = frozenset(rule.name.text for rule in rules)
        scoring = Scoring(Context(vocabulary, self.diagnostics))
        with suppress(Reported):
            game = dataclasses.replace(game, boards=self.places.filled(game, scoring.elaborator))
        caps = [
            _grounded(dataclasses.replace(known, place=self._place(cap.members, scoring)), game)
            for known, cap in zip(game.caps, self._all(game_ast.Cap), strict=True)
        ]
        parts = [PartDef(p.name.text, self._rule(p.body, p.name.span, scoring)) for p in self._all(game_ast.Part)]
        tie_breaks = [self._rule(t.body, t.span, scoring) for t in self._all(game_ast.TieBreak)]
        ruled = dataclasses.replace(
            game,
            place=self._place(piece.members if piece else (), scoring, game.piece),
            more_pieces=tuple(
                self._ruled(sort, pieces[sort.name], game, scoring) if sort.name in pieces else sort
                for sort in game.more_pieces
            ),
            caps=tuple(caps),
            parts=tuple(parts),
            tie_breaks=tuple(tie_breaks),
            located=self._copies(game, scoring),
        )
        if piece is not None:
            self._first_piece(ruled, piece)
        return dataclasses.replace(ruled, play_rules=self._course(ruled))

    def _ruled(self, sort: PieceDef, block: game_ast.Piece, game: Game, scoring: Scoring) -> PieceDef:
        """A sort of piece with its placing rule."""
        if sort.covering is None:
            return dataclasses.replace(sort, place=self._place(block.members, scoring, sort.name))
        condition: core.Expr = core.TRUE
        with suppress(Reported):
            for line in (line for line in block.members if isinstance(line, game_ast.PlaceRule)):
                scope = Scope().bind(dataclasses.replace(COVERED, noun=sort.name))
                asked = scoring.elaborator.expressions.condition(line.condition, scope)
                condition = asked if bounded(asked, line.span, game, self.diagnostics) else core.FALSE
            return Coverings([block], self.diagnostics).ruled(sort, game, condition)
        return sort

    def _first_piece(self, game: Game, piece: game_ast.Piece) -> None:
        """Warn if no piece can be placed on an empty board."""
        line = next((line for line in piece.members if isinstance(line, game_ast.PlaceRule)), None)
        if line is None or any(
            line.span.start <= error.span.start < line.span.end for error in self.diagnostics.errors()
        ):
            return
        board = game.own_place
        if board.pool:
            return
        spaces = board.geometry.size
        empty = Board(board.geometry, (Stack(),) * spaces)
        evaluator = exact_evaluator(Position(game, (Player("", empty),) * game.players[0]))
        rules = dict.fromkeys(game.place.of_kind(kind) for kind in sorted(game.sorts[0].kinds))
        if not any(
            evaluator.condition(rule.condition, {rule.var.id: space}, 0) for rule in rules for space in range(spaces)
        ):
            self.diagnostics.warning(
                "TW203",
                line.span,
                f"on an empty {board.name} no space meets this, so the first {game.piece} can never be placed",
                "say where the first one may be placed, as in 'place where it is empty or ...'",
            )

    def _course(self, game: Game) -> play.PlayRules | None:
        context = Context(Vocabulary(game), self.diagnostics, Setting())
        courses = PlayRulesElaborator(self.node, context)
        play_rules = None
        with suppress(Reported):
            play_rules = courses.play_rules()
        if play_rules is not None and not self.diagnostics.has_errors:
            check_course(play_rules, game, self._play_spans(), self.diagnostics, context.notes)
            stages = [stage.body for stage in self._all(game_ast.Stage) if stage.name != "cost"]
            verbs = {verb.name.text: verb.body for verb in self._all(game_ast.Verb)}
            check_payments(stages, verbs, game, self.diagnostics, self._all(ast.Let))
        return play_rules

    def _play_spans(self) -> dict[str, Span]:
        """The spans of the names of rules, verbs and stages."""
        named = (game_ast.RuleHolds, game_ast.RuleCounts, game_ast.Verb)
        found = {m.name.text: m.name.span for m in self.node.members if isinstance(m, named)}
        lines = (line for one in self._all(game_ast.CardClass) for line in one.members)
        found |= {line.name.text: line.name.span for line in lines if isinstance(line, game_ast.ClassCondition)}
        stages = self._all(game_ast.Stage)
        return found | {(stage.title.text if stage.title else stage.name): stage.span for stage in stages}

    def _rule(self, body: tuple[ast.Statement, ...], span: Span, scoring: Scoring) -> core.Expr:
        rule, _ = scoring.rule(body)
        return rule if bounded(rule, span, scoring.context.game, self.diagnostics) else core.Const(0)

    def _place(self, members: Sequence[ast.SyntaxNode], scoring: Scoring, piece: str = "") -> PlacingRule:
        """A `place where` rule, about a space called `it` and the piece to be placed there."""
        line = next((m for m in members if isinstance(m, game_ast.PlaceRule)), None)
        var = scoring.context.fresh(core.SPACE, "space")
        there = scoring.context.there_is(var)
        if line is None:
            return PlacingRule(var, conjunction(there))
        with suppress(Reported):
            scope = Scope().bind(piece_there(piece)) if piece else Scope()
            condition = scoring.elaborator.expressions.condition(line.condition, scope.bind(var))
            self._compared_empty(condition, var, line, scoring.context.notes, piece)
            if bounded(condition, line.span, scoring.context.game, self.diagnostics):
                return placing_rule(var, conjunction([*there, condition]))
        return PlacingRule(var, core.FALSE)

    def _compared_empty(
        self, condition: core.Expr, space: core.Var, line: game_ast.PlaceRule, notes: Sequence[Note], piece: str
    ) -> None:
        """Warn if a space that must be empty is asked what it shows; the piece was probably meant."""
        parts = conjuncts(condition)
        if core.Compare("=", core.Height(space), core.Const(0)) not in parts:
            return

        def asks(*roots: core.Expr) -> bool:
            shown = (node for node in walk(*roots) if isinstance(node, (core.Shows, core.ShowsValue, core.Attribute)))
            return any(node.space == space for node in shown)

        if not asks(*parts):
            return
        inside = [note.span for note in notes if line.span.start <= note.span.start < line.span.end and asks(note.expr)]
        self.diagnostics.warning(
            "TW203",
            min(inside, key=lambda span: span.end - span.start, default=line.condition.span),
            "the space is empty, so nothing is the same as what it shows: this is never true",
            f"'it' is the space; write 'the {piece}' for the {piece} to be placed, as in 'where the {piece} has the same ...'"
            if piece
            else "describe what must be around the space",
        )


def _sort(located: LocatedClass, kinds: tuple[Kind, ...]) -> PieceDef:
    """The sort of piece for cards at places."""
    return PieceDef(located.name, "card", "name", frozenset(kind.index for kind in kinds), _ANYWHERE)


def _areas(pieces: Iterator[game_ast.Piece]) -> dict[str, AreaDef]:
    """The kinds of areas on tiles."""
    lines = (line for piece in pieces for line in piece.members)
    return {line.name.text: area_of(line) for line in lines if isinstance(line, game_ast.Area)}


def _patches(kinds: Sequence[Kind]) -> tuple[Kind, ...]:
    """The kinds of patches on tiles: an area with its marks."""
    shown = dict.fromkeys(what for kind in kinds if kind.face for what in kind.face.patches)
    return tuple(
        Kind(len(kinds) + at, what, {"area": what.split()[-1], **{mark: mark for mark in what.split()[:-1]}}, {}, 0)
        for at, what in enumerate(shown)
    )


def _patch_sort(kinds: Sequence[Kind]) -> PieceDef:
    return PieceDef(PATCH, "area", "area", frozenset(kind.index for kind in kinds), _ANYWHERE)


def _sides(piece: game_ast.Piece) -> list[game_ast.Sides]:
    return [member for member in piece.members if isinstance(member, game_ast.Sides)]


def _grounded(cap: CapPiece, game: Game) -> CapPiece:
    """A cap with the stacks that its placing rule allows, as far as it depends on the stack alone."""
    stacks = [
        ("face-down", Stack(1)),
        *(("face-up", Stack(0, (kind.code,))) for kind in game.kinds),
        ("empty", Stack()),
    ]
    rule = cap.place
    ground = [(what, stack) for what, stack in stacks if may_hold(rule.condition, rule.var, stack, game)]
    marked = (dataclasses.replace(stack, caps=other.mark) for _, stack in ground for other in game.caps)
    several = any(may_hold(rule.condition, rule.var, stack, game) for stack in marked)
    return dataclasses.replace(cap, ground=tuple(dict.fromkeys(what for what, _ in ground)), beside_others=several)


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
