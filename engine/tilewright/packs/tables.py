"""The check of positions, puzzles and records, with the cards and layouts that they name or contain."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from tilewright.core import expr as core
from tilewright.core.players import needed_roles, refers_to_others
from tilewright.diagnostics import Diagnostic, Diagnostics, nearest
from tilewright.files.layout_puzzles import LayoutPuzzleText, is_about_layouts, read_layout_puzzle
from tilewright.files.positions import (
    OWN_CARDS,
    Linker,
    check_keys,
    kind_of_puzzle,
    read_map_puzzle,
    read_moves_puzzle,
    read_pool_puzzle,
    read_position,
    read_puzzle,
    read_turns_puzzle,
)
from tilewright.files.reader import FileKind, game_of, map_at
from tilewright.files.records import START, place_of, read_record
from tilewright.files.standings import standing_span
from tilewright.files.yaml_tree import List, Map, Scalar, embedded_at, read_tree
from tilewright.packs.catalog import Catalog, Header, headers_of
from tilewright.packs.pack import Pack, Report, card_text
from tilewright.packs.resolve import Resolver
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.syntax.formatter import format_source
from tilewright.table.card import Card, Layout
from tilewright.table.continuation import InvalidStanding
from tilewright.table.game import Game
from tilewright.table.position import Position, Puzzle, Record
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle, TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.play.match import Match


T = TypeVar("T", Position, Puzzle, TurnsPuzzle, MovesPuzzle, PoolPuzzle, MapPuzzle, LayoutPuzzle)


@dataclass(frozen=True)
class Loaded(Generic[T]):
    """A position or puzzle given on the command line, with its file, its pack and the cards in play.

    `final` is false for the current position of a record whose game has not ended.
    """

    source: Source
    pack: Pack
    value: T
    cards: list[Card]
    final: bool = True


@dataclass(frozen=True)
class LoadedRule:
    """A rule with its name (the id of its card, or its text) and its pack.

    A `fragment` is a text that is not in a file.
    """

    name: str
    card: Card
    pack: Pack
    fragment: bool = False

    @property
    def rule(self) -> core.Expr:
        """What the card scores; the card must have a rule."""
        assert self.card.rule is not None
        return self.card.rule


@dataclass(frozen=True)
class OwnCards:
    """Cards contained in a puzzle, by id, with their source lines and the spans of their ids. `headers` includes cards
    with errors."""

    headers: tuple[Header, ...] = ()
    cards: Mapping[str, Card] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Span] = field(default_factory=dict)

    def over(self, catalog: Catalog) -> Catalog:
        """The catalog with these cards shadowing others of the same id."""
        return replace(catalog, headers=[*self.headers, *catalog.headers])

    def unused(self, ids: Collection[str]) -> Iterator[tuple[str, Span]]:
        """The cards that are not in play, with their spans."""
        return ((id, place) for id, place in self.places.items() if id not in ids)


def carried_cards(source: Source, pack: Pack, diagnostics: Diagnostics) -> OwnCards:
    """The cards that a file contains, checked against the game of a pack. Diagnostics are mapped to positions in the
    file."""
    own = _own_cards(source, Diagnostics(source))
    if own is None or own.excerpt is None:
        return OwnCards()
    file = pack.check_file(own, try_abilities=True)
    diagnostics.extend(problem.in_file() for problem in file.diagnostics)
    if file.declares_game:
        diagnostics.error("TW110", own.excerpt.block, "a game is not allowed here", f"'{OWN_CARDS}' is for cards")
    layouts = {layout.name for layout in pack.game.layouts}
    for node in file.nodes:
        if isinstance(node, ast.Card) and node.category.text in layouts:
            _, place = own.in_file(node.category.span)
            message = f"a {node.category.text} is not allowed here"
            diagnostics.error("TW110", place, message, f"'{OWN_CARDS}' is for cards")
    cards, texts, places = dict[str, Card](), dict[str, str](), dict[str, Span]()
    for checked in file.checked:
        if isinstance(checked.value, Card):
            id = checked.value.id
            cards[id], texts[id] = checked.value, card_text(checked, own)
            _, places[id] = own.in_file(checked.node.id.span)
    headers = (Header(category, id, source.path or Path(source.name)) for category, id in headers_of(own.text))
    return OwnCards(tuple(headers), cards, texts, places)


def format_carried(source: Source, diagnostics: Diagnostics) -> str | None:
    """The text of a puzzle with its cards formatted.

    None if they cannot be parsed, which is reported.
    """
    own = _own_cards(source, diagnostics)
    if own is None or own.excerpt is None:
        return None if diagnostics.has_errors else source.text
    found = Diagnostics(own)
    text = format_source(own, found)
    diagnostics.extend(problem.in_file() for problem in found)
    if text is None:
        return None
    indent, block = " " * own.excerpt.indent, own.excerpt.block
    lines = (f"{indent}{line}".rstrip() for line in text.rstrip("\n").split("\n"))
    return source.text[: block.start] + "\n".join(lines) + source.text[block.end :]


def _own_cards(source: Source, diagnostics: Diagnostics) -> Source | None:
    tree = read_tree(source, diagnostics)
    return embedded_at(source, tree, OWN_CARDS, diagnostics) if isinstance(tree, Map) else None


V = TypeVar("V", Card, Layout)


class TableFile:
    """The check of one position, puzzle or record, with the cards and layouts that it names."""

    def __init__(self, resolver: Resolver, source: Source, diagnostics: Diagnostics, kind: FileKind) -> None:
        self.resolver = resolver
        self.source = source
        self.diagnostics = diagnostics
        self.kind = kind
        self.causes: list[Diagnostic] = []
        self.own = OwnCards()
        self._cards: dict[str, Card | None] = {}

    def report(self, pack: Pack | None = None) -> Report:
        """The report of the file. The pack is found by the game's name unless it is given."""
        pack = pack or self._pack()
        if pack is not None and self.kind == "puzzle" and is_about_layouts(self.source):
            puzzle = self._layout_puzzle(pack)
            values = () if puzzle is None or self.diagnostics.has_errors else (puzzle,)
            return Report(self.source, self.diagnostics.sorted(), values, pack, (), tuple(self.causes))
        if pack is not None and self.kind == "puzzle":
            self.own = carried_cards(self.source, pack, self.diagnostics)
        value = None if pack is None else self._value(pack)
        if pack is None or value is None:
            return Report(self.source, self.diagnostics.sorted(), (), pack)
        found = {id: self._card(id, pack) for id in value.cards}
        cards = {id: card for id, card in found.items() if card is not None}
        self._doubts(value, cards, pack)
        match = self._replayed(value, list(cards.values()), pack) if isinstance(value, Record) else None
        if isinstance(value, Position) and (value.standing is not None or value.game.maps):
            self._stand(value, list(cards.values()))
        if isinstance(value, Position):
            self._ask_for_roles(value)
        if isinstance(value, MovesPuzzle):
            self._play_moves(value, list(cards.values()))
        if isinstance(value, PoolPuzzle):
            self._read_texts(value)
        if isinstance(value, MapPuzzle):
            self._lay_tiles(value, list(cards.values()))
        if isinstance(value, TurnsPuzzle):
            self._play_solution(value, list(cards.values()))
        sound = tuple(cards.values())
        return Report(self.source, self.diagnostics.sorted(), (value,), pack, sound, tuple(self.causes), match)

    def _pack(self) -> Pack | None:
        """The pack of the game that the file names; reports it and returns None if there is none."""
        named = game_of(self.source, self.diagnostics)
        if named is None:
            return None
        id, place = named
        found = self.resolver.game(id)
        if isinstance(found, Pack):
            return found
        self.diagnostics.extend([found[0].at(self.source, place)])
        meant = nearest(id, [pack.game.id for pack in self.resolver.packs()])
        pack = self.resolver.game(meant) if meant else None
        if isinstance(pack, Pack):
            check_keys(self.source, self.kind, pack.game, self.diagnostics)
        return None

    def _value(
        self, pack: Pack
    ) -> Position | Puzzle | TurnsPuzzle | MovesPuzzle | PoolPuzzle | MapPuzzle | Record | None:
        names = self._catalog(pack)
        if self.kind == "position":
            return read_position(self.source, pack.game, self.diagnostics, names, self._linker(pack))
        if self.kind == "puzzle" and kind_of_puzzle(self.source) == "moves":
            return read_moves_puzzle(self.source, pack.game, self.diagnostics, names, self._linker(pack))
        if self.kind == "puzzle" and kind_of_puzzle(self.source) == "pool":
            return read_pool_puzzle(self.source, pack.game, self.diagnostics, names, self._linker(pack))
        if self.kind == "puzzle" and kind_of_puzzle(self.source) == "map":
            return read_map_puzzle(self.source, pack.game, self.diagnostics, names, self._linker(pack))
        if self.kind == "puzzle" and kind_of_puzzle(self.source) == "turns":
            return read_turns_puzzle(self.source, pack.game, self.diagnostics, names, self._linker(pack))
        if self.kind == "puzzle":
            return read_puzzle(self.source, pack.game, self.diagnostics, names)
        return read_record(self.source, pack.game, self.diagnostics, names, self._linker(pack))

    def _layout_puzzle(self, pack: Pack) -> LayoutPuzzle | None:
        """A puzzle about layouts, with the layout and the measure that it names."""
        written = read_layout_puzzle(self.source, pack.game, self.diagnostics)
        self._refuse_unplayable(pack.game)
        if written is None or self.diagnostics.has_errors:
            return None
        from tilewright.check.fragments import read_measure

        asked = read_measure(written.measure, pack.game)
        if isinstance(asked, list):
            self.diagnostics.extend([problem.at(self.source, written.places["measure"]) for problem in asked])
        layout = self._layout_of(written, pack)
        part = written.drawing if layout is None else layout.heights
        if isinstance(asked, list) or part is None:
            return None
        least = pack.game.players[0] if layout is None else layout.players[0]
        players = least if written.players is None else written.players
        if layout is not None and (misfit := layout.misfit(players)):
            self.diagnostics.error("TW411", written.places["players"], misfit, "write another number, or leave it out")
        return LayoutPuzzle(
            written.title,
            pack.game,
            written.definition,
            players,
            part,
            " ".join(written.measure.split()),
            asked,
            written.goal,
            written.expect,
        )

    def _layout_of(self, written: LayoutPuzzleText, pack: Pack) -> Layout | None:
        """The layout that a puzzle names by its id."""
        if written.layout is None:
            return None
        name = written.definition.name
        return self._usable(self.resolver.layout(written.layout, pack, [name]), written.layout, name)

    def _catalog(self, pack: Pack) -> Catalog:
        """The names that can be used in the file."""
        return self.own.over(pack.catalog(self.resolver.folder))

    def _card(self, id: str, pack: Pack) -> Card | None:
        if id not in self._cards:
            self._cards[id] = self.own.cards.get(id) or self._usable(self.resolver.card(id, pack), id)
        return self._cards[id]

    def _linker(self, pack: Pack) -> Linker | None:
        """The function that instantiates the cards of the file in the game; None for games whose cards do not lie at
        places."""
        if pack.game.located is None:
            return None
        from tilewright.play.linking import linked

        def with_cards(ids: Sequence[str], players: int) -> Game:
            there = self._catalog(pack).card_files
            known = [card for id in ids if id in there and (card := self._card(id, pack)) is not None]
            return linked(pack.game, known, max(players, pack.game.players[0])).game

        return with_cards

    def _usable(self, found: V | list[Diagnostic], id: str, key: str = "cards") -> V | None:
        """A card or layout that was looked up; reports errors and returns None if it has any."""
        if not isinstance(found, list):
            return found
        self.diagnostics.extend([found[0].at(self.source, _place_of(id, self.source, key))])
        self.causes += found[1:]
        return None

    def _replayed(self, record: Record, cards: list[Card], pack: Pack) -> Match | None:
        """The game of a record up to its first invalid move, which is reported."""
        names = record.layouts.items()
        found = {at: self._usable(self.resolver.layout(id, pack, [at]), id, at) for at, id in names}
        layouts = {board: layout for board, layout in found.items() if layout is not None}
        for board, layout in layouts.items():
            if misfit := layout.misfit(len(record.players)):
                place = _place_of(layout.id, self.source, board)
                self.diagnostics.error("TW411", place, misfit, "choose another one, or other players")
        self._refuse_unplayable(pack.game)
        if self.diagnostics.has_errors:
            return None
        from tilewright.play.record import Unplayable, replay

        try:
            return replay(record, pack.game, cards, layouts)
        except InvalidStanding as problem:
            self._misplaced(problem, START)
            return None
        except Unplayable as problem:
            if problem.code == "TW210":
                where = _place_of(problem.card or record.game, self.source, *(() if problem.card else ("game",)))
            else:
                where = place_of(self.source, problem.turn, problem.move, problem.part)
            self.diagnostics.error(problem.code, where, problem.reason, problem.help)
            return None

    def _stand(self, position: Position, cards: list[Card]) -> None:
        """Set the game to the point that a position gives; reports if that is impossible."""
        self._refuse_unplayable(position.game)
        if self.diagnostics.has_errors:
            return
        from tilewright.play.match import Match

        try:
            Match.at(position, cards)
        except InvalidStanding as problem:
            self._misplaced(problem)

    def _ask_for_roles(self, position: Position) -> None:
        """Warn of roles that the course of the game requires and no player has: the game would stop after this
        turn."""
        play_rules, roles = position.game.play_rules, position.game.roles
        if self.diagnostics.has_errors or play_rules is None:
            return
        for role in needed_roles(play_rules, roles):
            if not any(player.counters.get(role) for player in position.players):
                tree = read_tree(self.source, Diagnostics(self.source))
                assert isinstance(tree, Map)
                message = f"nobody is the {role}, so the game cannot continue after the turn of this position"
                help = f"write '{role}: {position.players[0].name}' on a line of its own, or another player"
                self.diagnostics.warning("TW433", tree.entries["players"].key_span, message, help)

    def _misplaced(self, problem: InvalidStanding, owner: str = "") -> None:
        """Report an invalid point of the game at its key: at the top of the file or under `owner`."""
        tree = read_tree(self.source, Diagnostics(self.source))
        root = map_at(tree, owner) if owner and isinstance(tree, Map) else tree
        assert isinstance(root, Map)
        self.diagnostics.error("TW431", standing_span(self.source, root, problem.where), problem.reason, problem.help)

    def _refuse_unplayable(self, game: Game) -> None:
        """Report a game that can be scored but not played."""
        if game.play_rules is None:
            place = _place_of(game.id, self.source, "game")
            message = f"the game '{game.id}' is scored, not played"
            self.diagnostics.error("TW406", place, message, "its game file has no turns")

    def _play_solution(self, puzzle: TurnsPuzzle, cards: list[Card]) -> None:
        """Play the solution of a puzzle about turns, and report errors in it."""
        self._refuse_unplayable(puzzle.game)
        if self.diagnostics.has_errors or not (puzzle.solution or puzzle.worth):
            return
        from tilewright.diagnostics import Problems
        from tilewright.turns.lines import Disallowed, Endgame

        try:
            ending = Endgame(puzzle.position, cards, puzzle.worth)
            line = ending.written(puzzle.solution, answered=puzzle.answered) if puzzle.solution else None
        except Problems as problem:
            place = _value_at(self.source, "worth")
            self.diagnostics.extend([one.at(self.source, place) for one in problem.diagnostics])
            return
        except Disallowed as problem:
            where = _items_of(self.source, "solution")[problem.turn]
            self.diagnostics.error("TW426", where, problem.reason, "replay it from there")
            return
        expected = puzzle.expect.get("score")
        if line is not None and isinstance(expected, int) and line.total != expected:
            message = f"the solution scores {line.total}, not {expected}"
            self.diagnostics.error("TW429", _items_of(self.source, "solution")[-1], message, "correct one of the two")

    def _play_moves(self, puzzle: MovesPuzzle, cards: list[Card]) -> None:
        """Play the moves of a puzzle about moves, read its question, and report errors in both."""
        self._refuse_unplayable(puzzle.position.game)
        if self.diagnostics.has_errors:
            return
        from tilewright.diagnostics import Problems
        from tilewright.expectimax.contest import contest_of, hidden_reason
        from tilewright.expectimax.moment import NoOdds
        from tilewright.play.match import IllegalMove

        if reason := hidden_reason(puzzle.position.game):
            self.diagnostics.error("TW406", _place_of(puzzle.position.game.id, self.source, "game"), reason)
            return
        key = "after"
        try:
            contest = contest_of(puzzle, cards)
            key = "solution"
            line = contest.walk(puzzle.solution) if puzzle.solution else None
        except InvalidStanding as problem:
            self._misplaced(problem)
        except Problems as problem:
            place = _value_at(self.source, "worth")
            self.diagnostics.extend([one.at(self.source, place) for one in problem.diagnostics])
        except (IllegalMove, NoOdds) as problem:
            self.diagnostics.error("TW426", _value_at(self.source, key), str(problem), "replay it from there")
        else:
            expected = puzzle.expect.get("worths")
            if line is not None and isinstance(expected, list) and list(line.worths) != expected:
                message = f"the solution scores {_numbers(line.worths)}, not {_numbers(expected)}"
                self.diagnostics.error("TW429", _value_at(self.source, key), message, "correct one of the two")

    def _read_texts(self, puzzle: PoolPuzzle) -> None:
        """Read the expressions of a puzzle over a pool, and report errors in them."""
        self._refuse_unplayable(puzzle.position.game)
        if self.diagnostics.has_errors:
            return
        from tilewright.check.fragments import PoolTexts, read_pool_texts

        read = read_pool_texts(puzzle)
        for key, problems in {} if isinstance(read, PoolTexts) else read.items():
            place = _value_at(self.source, key)
            self.diagnostics.extend(
                [one.in_file() if one.source.excerpt else one.at(self.source, place) for one in problems]
            )

    def _lay_tiles(self, puzzle: MapPuzzle, cards: list[Card]) -> None:
        """Read the question of a puzzle about a map, lay the tiles of its solution, and report errors in both."""
        self._refuse_unplayable(puzzle.position.game)
        if self.diagnostics.has_errors:
            return
        from tilewright.areas.laying import CannotLay, laid_of, question_of
        from tilewright.diagnostics import Problems

        try:
            question = question_of(puzzle, cards)
            value = question.value(laid_of(puzzle, question)) if puzzle.solution else None
        except InvalidStanding as problem:
            self._misplaced(problem)
        except Problems as problem:
            place = _value_at(self.source, "worth")
            self.diagnostics.extend([one.at(self.source, place) for one in problem.diagnostics])
        except CannotLay as problem:
            self.diagnostics.error("TW426", _value_at(self.source, problem.key), str(problem), "correct one of the two")
        else:
            expected = puzzle.expect.get("score")
            if value is not None and isinstance(expected, int) and value != expected:
                message = f"the solution scores {value}, not {expected}"
                self.diagnostics.error("TW429", _value_at(self.source, "solution"), message, "correct one of the two")

    def _doubts(
        self,
        table: Position | Puzzle | TurnsPuzzle | MovesPuzzle | PoolPuzzle | MapPuzzle | Record,
        cards: Mapping[str, Card],
        pack: Pack,
    ) -> None:
        """Warn of valid content that is probably a mistake."""
        begun = table.position if isinstance(table, (MovesPuzzle, PoolPuzzle, MapPuzzle)) else table
        players = (begun.start() if isinstance(begun, Puzzle) else begun).players
        for id in table.cards:
            needless = [*self._copied(id, pack)]
            if id in cards:
                needless += _needless(cards[id], isinstance(table, Puzzle), len(players))
            for code, message, help in needless:
                self.diagnostics.warning(code, _place_of(id, self.source), message, help)
        for id, place in self.own.unused(table.cards):
            message = f"the card '{id}' is not listed in 'cards', so it changes nothing here"
            self.diagnostics.warning("TW425", place, message, "name it there, or leave it out")

    def _copied(self, id: str, pack: Pack) -> Iterator[tuple[str, str, str]]:
        """The warnings for an id that several cards have: code, message and help."""
        catalog = pack.catalog(self.resolver.folder)
        if id in self.own.cards:
            same = pack.find_card(id, self.resolver.folder)
            if isinstance(same, Card) and pack.text_of(same) != self.own.texts[id]:
                name = catalog.card_files[id].name
                message = f"'{id}' is the card in this file; the one in {name} is different"
                yield "TW424", message, "give one of them another id, or copy it again"
            return
        file, own = catalog.files()[id], pack.catalog().all_files.get(id)
        real = self.resolver.library.documents.real
        broken = isinstance(self.resolver.above(), list)  # the pack of both could not be read
        if own is not None and real(own) != real(file) and not broken:
            message = f"'{id}' is the card in {file.name} in this folder, not the pack's"
            yield "TW424", message, "give that card another id"
        for other in catalog.copies(id, file)[:1]:
            message = f"'{id}' is the card in {file.name}; {other.name} has one too"
            yield "TW424", message, "give one of them another id"


def _needless(card: Card, puzzle: bool, players: int) -> Iterator[tuple[str, str, str]]:
    """The warnings for a card without effect in a puzzle, or that refers to players who do not exist."""
    if card.rule is None and puzzle:
        yield "TW425", f"the card '{card.id}' does not score, so it changes nothing here", "leave it out"
    if players == 1 and card.rule is not None and refers_to_others(card.rule):
        message = f"the card '{card.id}' refers to other players, and there are none"
        yield "TW423", message, "list them under 'players:', or leave the card out"


def _value_at(source: Source, key: str) -> Span:
    """The span of a key's value."""
    tree = read_tree(source, Diagnostics(source))
    assert isinstance(tree, Map)
    return tree.entries[key].value.span


def _numbers(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


def _items_of(source: Source, key: str) -> list[Span]:
    """The spans of the items of a list, in a file without errors."""
    tree = read_tree(source, Diagnostics(source))
    found = tree.entries[key].value if isinstance(tree, Map) else None
    return [item.span for item in found.items] if isinstance(found, List) else []


def _place_of(id: str, source: Source, key: str = "cards") -> Span:
    """The span where a file names a card or, after another key, something else by its id."""
    tree = read_tree(source, Diagnostics(source))
    found = tree.entries[key].value if isinstance(tree, Map) else None
    items = found.items if isinstance(found, List) else (found,)
    return next(item.span for item in items if isinstance(item, Scalar) and item.value == id)
