"""A pack of cards in a folder: its game with the weights of its features, and what is checked against it: what files hold, and their problems."""

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
    """The weights of a file; None if it is not there, or no such file."""
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
    """That the weights in a file are of other rules than a game's, or none (TW432); nothing if they fit or it is not there."""
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
    """The text of such a file; `training` tells how they were found."""
    values = {name: round(value, 3) for name, value in weights.values.items()}
    content = WeightsOutput(game=game, rules=weights.rules, weights=values, training=training)
    return json.dumps(plain(content), indent=2, ensure_ascii=False) + "\n"


V = TypeVar("V", Card, Layout)
Pictures = tuple[tuple[str, Depiction], ...]
"""How names of a game are drawn, as its pack says."""


@dataclass(frozen=True)
class CardFile:
    """A file of cards and layouts: what was parsed, what may be used of it, and every problem; those of abilities that come to nothing
    only if they were tried out."""

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
    """A file of the language, of which nothing has been checked yet."""
    diagnostics = Diagnostics(source)
    return CardFile(source, parse(source, diagnostics), [], diagnostics)


@dataclass(frozen=True, eq=False)
class Pack:
    """A pack that may be used: its folder, its imprint (pack.yaml), its game and the source of that.

    Files are read through `documents`; each is checked again only when its text has changed.
    `card`, `cards` and `layouts` look at the disk anew, the other methods when `documents` are refreshed.
    """

    folder: Path
    imprint: PackInfo
    game: Game
    source: Source = field(repr=False)
    documents: Documents = field(repr=False, default_factory=Documents)
    _checked: dict[Path, CardFile] = field(repr=False, default_factory=dict)
    _catalogs: dict[Path | None, tuple[int, Catalog]] = field(repr=False, default_factory=dict)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of its game."""
        return Vocabulary(self.game)

    # -- what can be named

    def catalog(self, beside: Path | None = None) -> Catalog:
        """The cards and layouts of the folder `beside` (not of folders inside it), then of the pack."""
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
        """A card by its id: from the folder `beside` if one lies there, else from the pack.

        Else what is wrong: that there is none (with the nearest id), or that it has errors, and these.
        """
        return self._find(Card, id, None, beside)

    def find_layout(
        self, id: str, classes: Sequence[str] | None = None, beside: Path | None = None
    ) -> Layout | list[Diagnostic]:
        """Like `find_card`, a layout of one of some classes, or of any class of the game."""
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
        """A card by its id, from the folder `beside` if one lies there, else from the pack.

        Raises `Problems` when there is none or when it has errors.
        """
        self.documents.refresh()
        found = self.find_card(id, beside)
        if isinstance(found, Card):
            return found
        raise Problems(in_one_line(found), found)

    def cards(self) -> list[Card]:
        """Every card of the pack without errors, by file and place."""
        return [value for value in self._values() if isinstance(value, Card)]

    def same_as(self, card: Card) -> Card | None:
        """A card of the pack that pays the same on every board, as the form of its rule says; None if there is none."""
        if card.rule is None:
            return None
        own, scoring = form(card.rule), [name for name, scores in self.game.card_classes.items() if scores]
        others = (other for other in self._values(scoring) if isinstance(other, Card))
        return next((other for other in others if other.rule is not None and form(other.rule) == own), None)

    def layouts(self) -> list[Layout]:
        """Every layout of the pack without errors."""
        return [value for value in self._values() if isinstance(value, Layout)]

    def _values(self, classes: Collection[str] | None = None) -> Iterator[Card | Layout]:
        """What lies in the files of the pack, or in those that have something of one of some classes."""
        self.documents.refresh()
        catalog = self.catalog()
        for path in dict.fromkeys((catalog.all_files if classes is None else catalog.files(classes)).values()):
            source = self.documents.read(path)
            if isinstance(source, Source):
                yield from (checked.value for checked in self.check_file(source).checked)

    # -- what is checked

    def check_file(self, source: Source, try_abilities: bool = False) -> CardFile:
        """A file of the language, checked against the game of this pack; with `try_abilities` its abilities are tried out, too.

        Its problems bear the name by which it was read first.
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
        """The cards and layouts of a text that have no errors; every problem is reported."""
        file = self.check_file(source)
        diagnostics.extend(problem.at(source) for problem in file.diagnostics)
        return file.checked

    def _problems_without(self, source: Source, left_out: frozenset[int]) -> list[Diagnostic]:
        """The problems of a text of which some lines are left out."""
        diagnostics = Diagnostics(source)
        self._inspected(parse(source, diagnostics, left_out), diagnostics)
        return list(diagnostics)

    def meant_by(self, line: str, acts: bool) -> list[str]:
        """What a line that cannot be read means as a printed sentence, as lines of the language."""
        from tilewright.texts import drafting  # loaded for lines with errors

        return drafting.meant_by(self._language, line, acts) if self._language else []

    @cached_property
    def _language(self) -> TextLanguage | None:
        """The language of the messages, in which authors write sentences; None if the pack has no words of it."""
        from tilewright.texts.pattern import BadPattern

        try:
            return self.phrasebook().language("en")
        except (BadPattern, Problems):
            return None

    def _inspected(self, nodes: Iterable[TopLevel], diagnostics: Diagnostics) -> list[tuple[Draft, bool]]:
        """The cards and layouts among the nodes of a file, and whether they are sound."""
        cards = [node for node in nodes if isinstance(node, ast.Card)]
        drafts = check_cards(cards, self.vocabulary, diagnostics, self.imprint.languages)
        return [
            (draft, inspect(draft, self.game, diagnostics) and _fits_its_board(draft, self.game, diagnostics))
            for draft in drafts
        ]

    def _check_cards(self, nodes: Iterable[TopLevel], diagnostics: Diagnostics) -> list[Checked]:
        return [Checked(d.value, d.node) for d, good in self._inspected(nodes, diagnostics) if d.value and good]

    def phrase_tables(self) -> dict[str, Source]:
        """The tables of phrases in the folder of the pack, by language."""
        paths = sorted(self.folder.glob(f"*{TABLE_SUFFIX}"))
        found = ((path, self.documents.read(path)) for path in paths)
        return {path.stem: Source(path.name, source.text) for path, source in found if isinstance(source, Source)}

    def phrasebook(self) -> Phrasebook:
        """The tables for the texts of the pack; raises `BadPattern` when one of its own cannot be read."""
        from tilewright.texts.phrasebook import Phrasebook  # loaded where texts are read

        book = Phrasebook(self.game, self.phrase_tables())
        for name in book.more:
            book.table(name)
        return book

    def text_of(self, card: Card) -> str:
        """The lines of a card in its file."""
        checked = self.check_file(card.source).checked
        return next(card_text(found, card.source) for found in checked if found.value == card)

    def texts_of(self, ids: Iterable[str]) -> list[str]:
        """The lines of cards by their ids; of one that is not there, or has errors, an empty text."""
        found = map(self.find_card, ids)
        return [self.text_of(card) if isinstance(card, Card) else "" for card in found]

    def forget_changed(self) -> None:
        """Drop what was read of files whose text is no longer there."""
        for path, file in list(self._checked.items()):
            source = self.documents.read(path)
            if not isinstance(source, Source) or source.text != file.source.text:
                self._checked.pop(path, None)
        self._catalogs.clear()


def card_text(checked: Checked, source: Source) -> str:
    """The lines of a card or layout in its source, from its header to its end."""
    span = checked.node.span
    end = source.text.find("\n", span.end)
    return source.text[span.start : end if end >= 0 else None].rstrip() + "\n"


def _try_abilities(card: Card, node: ast.Card, game: Game, diagnostics: Diagnostics) -> None:
    """Try the abilities that are in doubt, and warn of those that came to nothing (TW221)."""
    members = [member for member in node.members if isinstance(member, ast.Ability)]
    for ability, member in zip(card.abilities, members, strict=True):
        reported = any(member.span.start <= problem.span.start < member.span.end for problem in diagnostics)
        if (
            reported or not in_doubt(ability) or any(card.answers.values())
        ):  # who chooses a piece in secret must hold one
            continue
        from tilewright.play.random_trial import try_at_random  # few cards need the machine that plays

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
    """Whether a layout has a size that the board of its name may have."""
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
    """The problems of a file with the help that was tried and holds; `without` finds those of the file with some lines left out.

    Lines of cards of a pack are read as printed sentences, too.
    """
    if not problems.has_errors:
        return problems
    from tilewright.check.proposals import (
        NameGuard,  # not loaded for sound files
        settled,
    )

    if pack is None:
        return settled(problems, without)
    return settled(problems, without, pack.meant_by, NameGuard(pack.vocabulary))


# -- reading a pack


@dataclass(frozen=True)
class PackFolder:
    """The result of reading a folder with a pack file: the pack, unless it has errors, and every problem of it.

    `read` are the texts that this depends on, by their paths.
    """

    pack: Pack | None
    problems: list[Diagnostic]
    read: dict[Path, Source | Unreadable]

    @property
    def faulty_file(self) -> Path | None:
        """The file whose errors keep the pack from being used; None of one that cannot be read."""
        first = next((problem for problem in self.problems if problem.is_error), None)
        return first.source.path.resolve() if first and first.source.path else None


def read_pack(folder: Path, documents: Documents) -> PackFolder:
    """The pack in a folder, and the problems of its pack file and game file."""
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
    """The game that a pack file announces and a game file declares, and the problems of both."""
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
    """The game of a file that comes with tilewright, read once in a process; None if it has a problem."""
    problems = Diagnostics(source)
    game = read_game(source, problems)
    return None if problems.items else _dressed(game, appearance)


def _dressed(game: Game | None, appearance: Pictures) -> Game | None:
    """A game that knows how its names are drawn."""
    return replace(game, depictions=dict(appearance)) if game and appearance else game


def _line_of(key: str, source: Source) -> Span:
    """The line of a pack file that holds a key, or its first line."""
    lines = source.text.split("\n")
    number = next((i for i, line in enumerate(lines, 1) if line.startswith(f"{key}:")), 1)
    return source.line_span(number)


def read_game(source: Source, diagnostics: Diagnostics) -> Game | None:
    """The game a game file declares, or None when it has errors."""
    found = Diagnostics(source)
    game = _declared(source, found)
    diagnostics.extend(_settled(found, _problems_of_game))
    return game


def _problems_of_game(source: Source, left_out: frozenset[int]) -> list[Diagnostic]:
    """The problems of a game file of which some lines are left out."""
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
    """The words of declarations that could not be read: none of them is reported as unknown elsewhere."""
    source = problems.source
    lines = {source.position(problem.span.start)[0] for problem in problems.errors()}
    statements = (part for node in nodes for part in walk(node) if isinstance(part, ast.Hole))
    lines -= {source.position(part.span.start)[0] for part in statements}
    words = (word for number in lines for word in re.findall(r"[a-z][a-z0-9-]*", source.line(number)))
    return {singular for word in words for singular in singulars(word)}


def _is_lost(problem: Diagnostic, unread: set[str]) -> bool:
    """Whether a problem follows from declarations that could not be read: a word is not known, or something is missing."""
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
    """What a file holds and every problem of it; `pack` is the one it belongs to.

    Of a position, puzzle or record, `cards` are those in play, in order, and `causes` the errors in the
    files of cards and layouts for which it cannot be used. `match` is the game of a record as far as it goes.
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
        """The positions and puzzles of the file; of a record, the position the game has come to.

        Of a puzzle about turns, moves or a map or over a pool, it is the position that it begins with.
        """
        tables = (value.position if isinstance(value, PositionPuzzle) else value for value in self.values)
        found = [value for value in tables if isinstance(value, (Position, Puzzle))]
        return [*found, *([self.match.position()] if self.match else [])]

    @property
    def has_errors(self) -> bool:
        """Whether any of the problems is an error."""
        return any(item.is_error for item in self.diagnostics)
