"""A pack in a folder: its game, cards and layouts, the check of files against the game, and their diagnostics."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tilewright.check.cards import Checked, Draft, check_cards
from tilewright.check.game import check_game
from tilewright.check.typed import singulars
from tilewright.check.vocabulary import Vocabulary
from tilewright.check.words import check_languages
from tilewright.core.same import form
from tilewright.diagnostics import Diagnostic, Diagnostics, Problems, Severity, in_one_line
from tilewright.files.reader import PackInfo, read_imprint
from tilewright.lint.doubts import in_doubt
from tilewright.lint.rules import inspect
from tilewright.outputs.games import TrainingOutput, WeightsOutput
from tilewright.outputs.output import plain
from tilewright.packs.catalog import Catalog, headers_in, noun_of
from tilewright.packs.documents import PACK_FILE, TABLE_SUFFIX, Documents
from tilewright.resources import data_folder
from tilewright.source import Source, Span, Unreadable
from tilewright.syntax import ast, game_ast
from tilewright.syntax.parser import TopLevel, parse
from tilewright.syntax.walk import walk
from tilewright.table.card import Card, Layout
from tilewright.table.game import Depiction, Game, Weights
from tilewright.table.position import Position, PositionPuzzle, Puzzle, Record
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle, TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.play.match import Match
    from tilewright.texts.phrasebook import Language as TextLanguage
    from tilewright.texts.phrasebook import Phrasebook


WEIGHTS_FILE = "weights.json"
HELP = "bots play without them; 'tilewright train' finds new ones"


def weights_of(source: Source | Unreadable) -> Weights | None:
    """The weights in a file; None if it does not exist or is not a file of weights."""
    if isinstance(source, Unreadable):
        return None
    try:
        found = json.loads(source.text)
        if found["format"] != WeightsOutput.format:
            return None
        values = {str(name): float(n) for name, n in found["weights"].items()}
        return Weights(str(found["rules"]), values) if all(map(isfinite, values.values())) else None
    except (ValueError, OverflowError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def stale_weights(game: Game, source: Source | Unreadable) -> list[Diagnostic]:
    """The warning TW432 if the weights in a file are missing or were trained for other rules; empty otherwise."""
    if isinstance(source, Unreadable):
        return []
    from tilewright.play.bots.value import weights_for

    if game.weights is None:
        message = f"{WEIGHTS_FILE} has no weights"
    elif weights_for(game) is None:
        message = "these weights were found for other rules"
    else:
        return []
    line = next((i for i, text in enumerate(source.text.split("\n"), 1) if '"rules"' in text), 1)
    span = source.line_span(line) if source.text else Span(0, 0)
    return [Diagnostic("TW432", Severity.WARNING, message, source, span, HELP)]


def weights_text(game: str, weights: Weights, training: TrainingOutput) -> str:
    """The text of a file of weights; `training` describes how they were found."""
    values = {name: round(value, 3) for name, value in weights.values.items()}
    content = WeightsOutput(game=game, rules=weights.rules, weights=values, training=training)
    return json.dumps(plain(content), indent=2, ensure_ascii=False) + "\n"


V = TypeVar("V", Card, Layout)
Pictures = tuple[tuple[str, Depiction], ...]
"""The depiction of each name of a game, from its pack file."""


@dataclass(frozen=True)
class CardFile:
    """A parsed file of cards and layouts: its nodes, the values without errors, and all diagnostics.

    Warnings about abilities that never have an effect are included only if the abilities were tried.
    """

    source: Source
    nodes: list[ast.Card | game_ast.Game]
    checked: list[Checked]
    diagnostics: Diagnostics
    is_tried: bool = False

    @property
    def declares_game(self) -> bool:
        """Whether it is a game file."""
        return any(isinstance(node, game_ast.Game) for node in self.nodes)


def parse_file(source: Source) -> CardFile:
    """A file of the language, parsed but not checked."""
    diagnostics = Diagnostics(source)
    return CardFile(source, parse(source, diagnostics), [], diagnostics)


@dataclass(frozen=True, eq=False)
class Pack:
    """A usable pack: its folder, imprint (pack.yaml), game, and the source of the game.

    Files are read through `documents`, and checked again only when their text has changed. `card`, `cards` and
    `layouts` refresh the documents first; other methods see changes on disk only after a refresh.
    """

    folder: Path
    imprint: PackInfo
    game: Game
    source: Source = field(repr=False)
    documents: Documents = field(repr=False, default_factory=Documents)
    _checked: dict[Path, CardFile] = field(repr=False, default_factory=dict)
    _formed: dict[str, tuple[str, frozenset[object]]] = field(repr=False, default_factory=dict)
    _catalogs: dict[Path | None, tuple[int, Catalog]] = field(repr=False, default_factory=dict)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The symbol table of the game."""
        return Vocabulary(self.game)

    # -- what can be named

    def catalog(self, beside: Path | None = None) -> Catalog:
        """The cards and layouts of the folder `beside` (without subfolders), then of the pack."""
        key, version = beside and beside.absolute(), self.documents.version
        stamp, catalog = self._catalogs.get(key, (-1, None))
        if catalog is None or stamp != version:
            if beside is None:
                headers = list(headers_in(self.documents, self.folder, deep=True))
            else:
                headers = [*headers_in(self.documents, beside), *self.catalog().headers]
            catalog = Catalog(headers, [definition.name for definition in self.game.layouts])
            self._catalogs[key] = version, catalog
        return catalog

    def find_card(self, id: str, beside: Path | None = None) -> Card | list[Diagnostic]:
        """A card by its id, from the folder `beside` or else from the pack.

        Returns diagnostics if there is none (with the most similar id), or if it has errors.
        """
        return self._find(Card, id, None, beside)

    def find_layout(
        self, id: str, classes: Sequence[str] | None = None, beside: Path | None = None
    ) -> Layout | list[Diagnostic]:
        """A layout of one of some classes, or of any class, found like a card by `find_card`."""
        known = [definition.name for definition in self.game.layouts]
        return self._find(Layout, id, known if classes is None else classes, beside)

    def _find(self, kind: type[V], id: str, classes: Sequence[str] | None, beside: Path | None) -> V | list[Diagnostic]:
        path = self.catalog(beside).file(id, classes)
        if isinstance(path, Diagnostic):
            return [path]
        source = self.documents.read(path)
        errors: list[Diagnostic] = []
        if isinstance(source, Source):
            file = self.check_file(source)
            for found in file.checked:
                if isinstance(found.value, kind) and found.value.id == id:
                    return found.value
            errors = [problem for problem in file.diagnostics if problem.is_error]
        message = f"the {noun_of(classes)} '{id}' has errors"
        broken = Diagnostic.about("TW405", id, message, f"check {path.name}")
        return [replace(broken, cause=self.documents.real(path)), *errors]

    def card(self, id: str, beside: Path | None = None) -> Card:
        """A card by its id, from the folder `beside` or else from the pack.

        Raises `Problems` if there is none or it has errors.
        """
        self.documents.refresh()
        found = self.find_card(id, beside)
        if isinstance(found, Card):
            return found
        raise Problems(in_one_line(found), found)

    def cards(self) -> list[Card]:
        """The cards of the pack that have no errors, by file and position."""
        return [value for value in self._values() if isinstance(value, Card)]

    def same_as(self, card: Card) -> Card | None:
        """A card of the pack whose rule has the same normal form, so that it scores the same on every board; or
        None."""
        if card.rule is None:
            return None
        own, scoring = form(card.rule), [name for name, scores in self.game.card_classes.items() if scores]
        files = (self.check_file(source) for source in self._sources(scoring) if own in self._forms(source))
        others = (checked.value for file in files for checked in file.checked if isinstance(checked.value, Card))
        return next((other for other in others if other.rule is not None and form(other.rule) == own), None)

    def _forms(self, source: Source) -> frozenset[object]:
        """The forms of the rules in a file. Whether a rule has errors is not checked, which takes longer."""
        known = self._formed.get(source.name)
        if known is None or known[0] != source.text:
            cards = [node for node in parse_file(source).nodes if isinstance(node, ast.Card)]
            drafts = check_cards(cards, self.vocabulary, Diagnostics(source), self.imprint.languages)
            rules = (draft.value.rule for draft in drafts if isinstance(draft.value, Card))
            known = source.text, frozenset(form(rule) for rule in rules if rule is not None)
            self._formed[source.name] = known
        return known[1]

    def layouts(self) -> list[Layout]:
        """The layouts of the pack that have no errors."""
        return [value for value in self._values() if isinstance(value, Layout)]

    def _values(self) -> Iterator[Card | Layout]:
        """The cards and layouts in the files of the pack."""
        for source in self._sources():
            yield from (checked.value for checked in self.check_file(source).checked)

    def _sources(self, classes: Collection[str] | None = None) -> Iterator[Source]:
        """The files of the pack, or those with members of some classes."""
        self.documents.refresh()
        catalog = self.catalog()
        for path in dict.fromkeys((catalog.all_files if classes is None else catalog.files(classes)).values()):
            source = self.documents.read(path)
            if isinstance(source, Source):
                yield source

    # -- what is checked

    def check_file(self, source: Source, try_abilities: bool = False) -> CardFile:
        """Check a file of the language against the game; with `try_abilities`, also try its abilities.

        The result is cached by path, so its diagnostics carry the name under which the file was first read.
        """
        path = self.documents.real(source.path) if source.path else None
        known = self._checked.get(path) if path else None
        if known is None or known.source.text != source.text:
            known = parse_file(source)
            known.checked.extend(self._check_cards(known.nodes, known.diagnostics))
            if not known.declares_game:
                known = replace(known, diagnostics=_settled(known.diagnostics, self._problems_without, self))
        if try_abilities and not known.is_tried:
            known = replace(known, is_tried=True)
            for checked in known.checked:
                if isinstance(checked.value, Card) and checked.value.abilities:
                    _try_abilities(checked.value, checked.node, self.game, known.diagnostics)
        if path:
            self._checked[path] = known
        return known

    def check(self, source: Source, diagnostics: Diagnostics) -> list[Checked]:
        """The cards and layouts of a text that have no errors; reports all diagnostics."""
        file = self.check_file(source)
        diagnostics.extend(problem.at(source) for problem in file.diagnostics)
        return file.checked

    def _problems_without(self, source: Source, left_out: frozenset[int]) -> list[Diagnostic]:
        """The diagnostics of a text without some of its lines, to verify a proposed fix."""
        diagnostics = Diagnostics(source)
        self._inspected(parse(source, diagnostics, left_out), diagnostics)
        return list(diagnostics)

    def meant_by(self, line: str, acts: bool) -> list[str]:
        """The lines of the language for a line that is a printed sentence rather than a rule."""
        from tilewright.texts import drafting  # loaded for lines with errors

        return drafting.meant_by(self._language, line, acts) if self._language else []

    @cached_property
    def _language(self) -> TextLanguage | None:
        """The language of the messages, for sentences that authors write; None if the pack has no words of it."""
        from tilewright.texts.pattern import BadPattern

        try:
            return self.phrasebook().language("en")
        except (BadPattern, Problems):
            return None

    def _inspected(self, nodes: Iterable[TopLevel], diagnostics: Diagnostics) -> list[tuple[Draft, bool]]:
        """The cards and layouts among the nodes of a file, and whether each is free of errors."""
        cards = [node for node in nodes if isinstance(node, ast.Card)]
        drafts = check_cards(cards, self.vocabulary, diagnostics, self.imprint.languages)
        return [
            (draft, inspect(draft, self.game, diagnostics) and _fits_its_board(draft, self.game, diagnostics))
            for draft in drafts
        ]

    def _check_cards(self, nodes: Iterable[TopLevel], diagnostics: Diagnostics) -> list[Checked]:
        return [Checked(d.value, d.node) for d, good in self._inspected(nodes, diagnostics) if d.value and good]

    def phrase_tables(self) -> dict[str, Source]:
        """The phrase tables in the folder of the pack, by language."""
        paths = sorted(self.folder.glob(f"*{TABLE_SUFFIX}"))
        found = ((path, self.documents.read(path)) for path in paths)
        return {path.stem: Source(path.name, source.text) for path, source in found if isinstance(source, Source)}

    def phrasebook(self) -> Phrasebook:
        """The phrasebook for the texts of the pack. Raises `BadPattern` if one of its own tables cannot be read."""
        from tilewright.texts.phrasebook import Phrasebook  # loaded where texts are read

        book = Phrasebook(self.game, self.phrase_tables())
        for name in book.more:
            book.table(name)
        return book

    def text_of(self, card: Card) -> str:
        """The source lines of a card."""
        checked = self.check_file(card.source).checked
        return next(card_text(found, card.source) for found in checked if found.value == card)

    def texts_of(self, ids: Iterable[str]) -> list[str]:
        """The source lines of cards by id; empty for a card that does not exist or has errors."""
        found = map(self.find_card, ids)
        return [self.text_of(card) if isinstance(card, Card) else "" for card in found]

    def forget_changed(self) -> None:
        """Drop cached results of files whose text has changed."""
        for path, file in list(self._checked.items()):
            source = self.documents.read(path)
            if not isinstance(source, Source) or source.text != file.source.text:
                self._checked.pop(path, None)
        self._catalogs.clear()


def card_text(checked: Checked, source: Source) -> str:
    """The source lines of a card or layout, from its header to its end."""
    span = checked.node.span
    end = source.text.find("\n", span.end)
    return source.text[span.start : end if end >= 0 else None].rstrip() + "\n"


def _try_abilities(card: Card, node: ast.Card, game: Game, diagnostics: Diagnostics) -> None:
    """Try the abilities whose effect is in doubt, and warn of those that never had one (TW221)."""
    members = [member for member in node.members if isinstance(member, ast.Ability)]
    for ability, member in zip(card.abilities, members, strict=True):
        reported = any(member.span.start <= problem.span.start < member.span.end for problem in diagnostics)
        if (
            reported or not in_doubt(ability) or any(card.answers.values())
        ):  # who chooses a piece in secret must hold one
            continue
        from tilewright.play.random_trial import try_at_random  # loads the game engine, which few cards need

        found = try_at_random(ability, replace(game, answers={**game.answers, **card.answers}))
        if found.came_to_something:
            continue
        tried = f"tried in {found.turns} random turns on random boards"
        message = f"{tried}, this could never be used"
        help = "its conditions may exclude one another, or require more than there can ever be"
        if found.uses:
            message, help = f"{tried}, this changed nothing in {found.uses} uses", "check what it does to what it picks"
        line, _ = diagnostics.source.position(member.span.start)
        diagnostics.warning("TW221", diagnostics.source.line_span(line), message, help)


def _fits_its_board(draft: Draft, game: Game, diagnostics: Diagnostics) -> bool:
    """Whether the board of its class allows the size of a layout."""
    if not isinstance(draft.value, Layout):
        return True
    layout = draft.value
    board = game.table_board(layout.category)
    rows, columns = len(layout.heights), len(layout.heights[0])
    if board is None or board.allows(rows, columns):
        return True
    span = next(member.span for member in draft.node.members if isinstance(member, ast.Heights))
    diagnostics.error(
        "TW302",
        span,
        f"a {board.name} of {rows} x {columns}; allowed: {board.sizes}",
        "add or remove rows or columns",
    )
    return False


def _settled(
    problems: Diagnostics,
    without: Callable[[Source, frozenset[int]], list[Diagnostic]],
    pack: Pack | None = None,
) -> Diagnostics:
    """The diagnostics of a file with help lines that were verified; `without` finds the diagnostics without some lines.

    In a pack, lines of cards are also tried as printed sentences.
    """
    if not problems.has_errors:
        return problems
    from tilewright.check.proposals import (
        NameGuard,  # imported here because files without errors do not need it
        settled,
    )

    if pack is None:
        return settled(problems, without)
    return settled(problems, without, pack.meant_by, NameGuard(pack.vocabulary))


# -- reading a pack


@dataclass(frozen=True)
class PackFolder:
    """The result of reading a folder with a pack file: the pack, unless it has errors, and all diagnostics.

    `read` holds the texts that the result depends on, by path.
    """

    pack: Pack | None
    problems: list[Diagnostic]
    read: dict[Path, Source | Unreadable]

    @property
    def faulty_file(self) -> Path | None:
        """The file with the first error; None if that file cannot be read."""
        first = next((problem for problem in self.problems if problem.is_error), None)
        return first.source.path.resolve() if first and first.source.path else None


def read_pack(folder: Path, documents: Documents) -> PackFolder:
    """The pack in a folder, with the diagnostics of its pack file and game file."""
    path = folder / PACK_FILE
    source = documents.read(path)
    if isinstance(source, Unreadable):
        problem = Diagnostic.about("TW406", str(folder), f"{path} cannot be read: {source.reason}")
        return PackFolder(None, [problem], {path: source})
    diagnostics = Diagnostics(source)
    imprint = read_imprint(source, diagnostics)
    if imprint is None:
        return PackFolder(None, diagnostics.sorted(), {path: source})
    game_path = folder / imprint.file
    game_source = documents.read(game_path)
    game = None
    if isinstance(game_source, Unreadable):
        message = f"the game file '{imprint.file}' cannot be read: {game_source.reason}"
        help = "'file:' names the game file, in the same folder"
        diagnostics.error("TW406", _line_of("file", source), message, help)
        problems = diagnostics.sorted()
    else:
        game, problems = _game_of(imprint, game_source, diagnostics)
    read = {path: source, game_path: game_source}
    if game is None or not isinstance(game_source, Source):
        return PackFolder(None, problems, read)
    weights = read[folder / WEIGHTS_FILE] = documents.read(folder / WEIGHTS_FILE)
    game = replace(game, weights=weights_of(weights), bot=imprint.bot)
    return PackFolder(Pack(folder, imprint, game, game_source, documents), problems, read)


def _game_of(imprint: PackInfo, source: Source, diagnostics: Diagnostics) -> tuple[Game | None, list[Diagnostic]]:
    """The game declared by the game file that a pack file names, and the diagnostics of both."""
    problems = Diagnostics(source)
    shipped = source.path and data_folder("cards") in source.path.parents
    game = _shipped(source, imprint.appearance) if shipped else None
    game = game or _dressed(read_game(source, problems), imprint.appearance)
    if game is not None and game.id != imprint.game:
        message, help = f"the game file declares the game '{game.id}'", f"write `game: {game.id}`"
        diagnostics.error("TW406", _line_of("game", diagnostics.source), message, help)
        game = None
    if game is not None:
        beside = diagnostics.source.path
        tables = [path.stem for path in beside.parent.glob(f"*{TABLE_SUFFIX}")] if beside else []
        problems.extend(check_languages(game, imprint.languages, tables, source))
    return game, diagnostics.sorted() + problems.sorted()


@lru_cache(maxsize=16)
def _shipped(source: Source, appearance: Pictures) -> Game | None:
    """The game of a file that is part of tilewright, cached for the process; None if it has a problem."""
    problems = Diagnostics(source)
    game = read_game(source, problems)
    return None if problems.items else _dressed(game, appearance)


def _dressed(game: Game | None, appearance: Pictures) -> Game | None:
    """The game with the depictions of its names."""
    return replace(game, depictions=dict(appearance)) if game and appearance else game


def _line_of(key: str, source: Source) -> Span:
    """The line of a key in a pack file, or the first line."""
    lines = source.text.split("\n")
    number = next((i for i, line in enumerate(lines, 1) if line.startswith(f"{key}:")), 1)
    return source.line_span(number)


def read_game(source: Source, diagnostics: Diagnostics) -> Game | None:
    """The game that a game file declares; None if it has errors."""
    found = Diagnostics(source)
    game = _declared(source, found)
    diagnostics.extend(_settled(found, _problems_of_game))
    return game


def _problems_of_game(source: Source, left_out: frozenset[int]) -> list[Diagnostic]:
    """The diagnostics of a game file without some of its lines."""
    found = Diagnostics(source)
    _declared(source, found, left_out)
    return list(found)


def _declared(source: Source, diagnostics: Diagnostics, left_out: frozenset[int] = frozenset()) -> Game | None:
    found = Diagnostics(source)
    nodes = parse(source, found, left_out)
    unread = _unread_declarations(nodes, found)
    games = [node for node in nodes if isinstance(node, game_ast.Game)]
    for node in nodes:
        if isinstance(node, ast.Card):
            found.error("TW110", node.id.span, "a card in the game file", "cards have files of their own")
    for extra in games[1:]:
        found.error("TW111", extra.id.span, "a second game in the file", "a pack has one game")
    if not games and not found.has_errors:
        found.error("TW112", source.line_span(1), "the file declares no game", "begin with 'game ID'")
    game = check_game(games[0], found) if games else None
    diagnostics.extend(problem for problem in found if not _is_lost(problem, unread))
    return None if found.has_errors else game


def _unread_declarations(nodes: Iterable[TopLevel], problems: Diagnostics) -> set[str]:
    """The words of declarations with syntax errors, whose uses are not reported as unknown names."""
    source = problems.source
    lines = {source.position(problem.span.start)[0] for problem in problems.errors()}
    statements = (part for node in nodes for part in walk(node) if isinstance(part, ast.Hole))
    lines -= {source.position(part.span.start)[0] for part in statements}
    words = (word for number in lines for word in re.findall(r"[a-z][a-z0-9-]*", source.line(number)))
    return {singular for word in words for singular in singulars(word)}


def _is_lost(problem: Diagnostic, unread: set[str]) -> bool:
    """Whether a problem is a consequence of declarations with syntax errors: an unknown or a missing name."""
    if problem.code == "TW112":
        return bool(unread)
    return problem.code == "TW101" and not unread.isdisjoint(singulars(problem.source.slice(problem.span)))


FileValue = (
    Card
    | Layout
    | Game
    | Pack
    | Position
    | Puzzle
    | TurnsPuzzle
    | MovesPuzzle
    | PoolPuzzle
    | MapPuzzle
    | LayoutPuzzle
    | Record
)


@dataclass(frozen=True)
class Report:
    """The content of a file and all its diagnostics; `pack` is the pack it belongs to.

    For a position, puzzle or record, `cards` are the cards in play in order, and `causes` the errors in other files
    that make it unusable. `match` is the game of a record up to its first invalid move.
    """

    source: Source
    diagnostics: list[Diagnostic]
    values: tuple[FileValue, ...] = ()
    pack: Pack | None = None
    cards: tuple[Card, ...] = ()
    causes: tuple[Diagnostic, ...] = ()
    match: Match | None = None

    @property
    def tables(self) -> list[Position | Puzzle]:
        """The positions and puzzles of the file; for a record, the current position.

        For a puzzle about turns, moves, a pool or a map it is the initial position.
        """
        tables = (value.position if isinstance(value, PositionPuzzle) else value for value in self.values)
        found = [value for value in tables if isinstance(value, (Position, Puzzle))]
        return [*found, *([self.match.position()] if self.match else [])]

    @property
    def has_errors(self) -> bool:
        """Whether any of the diagnostics is an error."""
        return any(item.is_error for item in self.diagnostics)
