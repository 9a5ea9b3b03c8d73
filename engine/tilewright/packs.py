"""Packs of cards on disk: which pack a file belongs to, its game, and its cards by id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tilewright.check.cards import Checked, Draft, check_cards
from tilewright.check.game import check_game
from tilewright.check.vocabulary import Vocabulary
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.diagnostics.nearest import nearest
from tilewright.files.packs import Pack as Imprint
from tilewright.files.packs import read_pack
from tilewright.lint.rules import inspect
from tilewright.resources import data_folder
from tilewright.source import Source, Span, Unreadable, read_source
from tilewright.syntax import ast, game_ast
from tilewright.syntax.parser import parse
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game

PACK_FILE = "pack.yaml"
LANGUAGE_SUFFIX = ".tw"
_HEADER = re.compile(r"^([a-z][a-z0-9-]*)[ \t]+([a-z][a-z0-9-]*)[ \t]*(?:#.*)?$", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


@dataclass(frozen=True)
class Pack:
    """A pack that may be used: its folder, its imprint (pack.yaml) and its game."""

    folder: Path
    imprint: Imprint
    game: Game
    source: Source = field(repr=False)

    @cached_property
    def _headers(self) -> list[_Header]:
        return list(_headers(self.folder, f"**/*{LANGUAGE_SUFFIX}"))

    @cached_property
    def index(self) -> dict[str, Path]:
        """The file of each card and layout of the pack, by id; the first one of an id counts."""
        return _index(header for header in self._headers if header.category != "game")

    def card_files(self, beside: Path | None = None) -> dict[str, Path]:
        """The file of each card, by id: what lies in the folder `beside` counts first.

        Folders inside it do not count, and layouts are no cards.
        """
        other = {"game", *(layout.name for layout in self.game.layouts)}
        return _index(header for header in self._near(beside) if header.category not in other)

    def layout_files(self, beside: Path | None = None) -> dict[str, Path]:
        """The file of each layout, by id, like `card_files`."""
        classes = {layout.name for layout in self.game.layouts}
        return _index(header for header in self._near(beside) if header.category in classes)

    def _near(self, beside: Path | None) -> list[_Header]:
        """What lies in a folder, then what the pack has."""
        return [*(_headers(beside, f"*{LANGUAGE_SUFFIX}") if beside else ()), *self._headers]

    @cached_property
    def layout_classes(self) -> dict[str, str]:
        """The class of each layout of the pack, by id."""
        classes = {layout.name for layout in self.game.layouts}
        return {header.id: header.category for header in self._headers if header.category in classes}

    def cards(self) -> list[Card]:
        """Every card of the pack without errors, by file and place."""
        return [value for value in self._values() if isinstance(value, Card)]

    def layouts(self) -> list[Layout]:
        """Every layout of the pack without errors."""
        return [value for value in self._values() if isinstance(value, Layout)]

    def _values(self) -> Iterator[Card | Layout]:
        for path in dict.fromkeys(self.index.values()):
            source = read_source(str(path))
            if isinstance(source, Source):
                yield from (checked.value for checked in self.check(source, Diagnostics(source)))

    def card(self, id: str, beside: Path | None = None) -> Card:
        """A card by its id, from the folder `beside` if one lies there, else from the pack.

        Raises `KeyError` when there is none, `ValueError` with the problems when it has errors.
        """
        value, problems = self.find(id, beside)
        if value is not None:
            return value
        if problems:
            raise ValueError("; ".join(map(str, problems)))
        raise KeyError(id)

    def find(self, id: str, beside: Path | None = None) -> tuple[Card | None, list[Diagnostic]]:
        """A card by its id, and the errors of its file when it cannot be used."""
        path = self.card_files(beside).get(id)
        return self.read(id, path) if path else (None, [])

    def read(self, id: str, path: Path) -> tuple[Card | None, list[Diagnostic]]:
        """Like `find`, of a file."""
        source = read_source(str(path))
        if not isinstance(source, Source):
            return None, []
        diagnostics = Diagnostics(source)
        for checked in self.check(source, diagnostics):
            if isinstance(checked.value, Card) and checked.value.id == id:
                return checked.value, []
        return None, [item for item in diagnostics if item.is_error]

    def check(self, source: Source, diagnostics: Diagnostics) -> list[Checked]:
        """The cards and layouts of a file that have no errors; every problem is reported."""
        nodes = [node for node in parse(source, diagnostics) if isinstance(node, ast.Card)]
        return self.check_nodes(nodes, diagnostics)

    def check_nodes(self, nodes: list[ast.Card], diagnostics: Diagnostics) -> list[Checked]:
        """Like `check`, of parsed cards."""
        drafts = check_cards(nodes, self.game, diagnostics, self.imprint.languages)
        sound = [
            inspect(draft, self.game, diagnostics) and _fits_its_board(draft, self.game, diagnostics)
            for draft in drafts
        ]
        return [Checked(d.value, d.node) for d, good in zip(drafts, sound, strict=True) if d.value and good]


def _fits_its_board(draft: Draft, game: Game, diagnostics: Diagnostics) -> bool:
    """Whether a layout has a size that the board of its name may have."""
    if not isinstance(draft.value, Layout):
        return True
    layout = draft.value
    board = next((board for board in game.table_boards if board.name == layout.category), None)
    rows, columns = len(layout.heights), len(layout.heights[0])
    if board is None or board.allows(rows, columns):
        return True
    span = next(member.span for member in draft.node.members if isinstance(member, ast.Heights))
    diagnostics.error(
        "TW302",
        span,
        f"a {board.name} of {rows} x {columns}; allowed: {board.sizes}",
        "add or take away rows or columns",
    )
    return False


class _Header(NamedTuple):
    """The first line of a card, layout or game, and the file it stands in."""

    category: str
    id: str
    path: Path


def _headers(folder: Path, pattern: str) -> Iterator[_Header]:
    for path in sorted(folder.glob(pattern)):
        source = read_source(str(path))
        if isinstance(source, Source):
            for header in _HEADER.finditer(source.text):
                yield _Header(header[1], header[2], path)


def _index(headers: Iterable[_Header]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for header in headers:
        found.setdefault(header.id, header.path)
    return found


def likeliest(packs: Sequence[Pack], text: str) -> Pack | None:
    """The pack whose game a text speaks of; None when none of them stands out.

    The classes of its cards and layouts decide, then what comes near to them, then its words.
    """
    headers = [header[1] for header in _HEADER.finditer(text)]
    words = _WORD.findall(text)
    likeness = []
    for pack in packs:
        classes = {*pack.game.card_classes, *(layout.name for layout in pack.game.layouts)}
        known = Vocabulary(pack.game).known({})
        exact, near = sum(h in classes for h in headers), sum(nearest(h, classes) is not None for h in headers)
        likeness.append((exact, near, sum(w in known for w in words)))
    best = [pack for pack, found in zip(packs, likeness, strict=True) if found == max(likeness)]
    return best[0] if len(best) == 1 else None


def files_by_id(folder: Path) -> dict[str, list[Path]]:
    """The files of each card and layout that lies in a folder (not in one inside it), by id."""
    found: dict[str, list[Path]] = {}
    for header in _headers(folder, f"*{LANGUAGE_SUFFIX}"):
        if header.category != "game" and not header.path.name.startswith("."):
            found.setdefault(header.id, []).append(header.path)
    return found


def pack_folders() -> dict[str, Path]:
    """The packs that come with tilewright, by the name of their folder."""
    return {path.parent.name: path.parent for path in sorted(data_folder("cards").glob(f"*/{PACK_FILE}"))}


def folder_beside(path: Path | None) -> Path:
    """The folder a file lies in; of standard input (None), the current one."""
    return path.parent if path else Path()


def folder_of(path: Path | None) -> Path | None:
    """The nearest folder above a file that holds a pack; of None, above the current folder."""
    start = path.resolve().parent if path else Path.cwd()
    return next((folder for folder in (start, *start.parents) if (folder / PACK_FILE).is_file()), None)


def read_pack_folder(folder: Path) -> tuple[Pack | None, list[Diagnostic]]:
    """The pack in a folder, and the problems of its pack file and game file."""
    source = read_source(str(folder / PACK_FILE))
    if isinstance(source, Unreadable):
        return None, []
    diagnostics = Diagnostics(source)
    imprint = read_pack(source, diagnostics)
    if imprint is None:
        return None, diagnostics.sorted()
    game_source = read_source(str(folder / imprint.file))
    if isinstance(game_source, Unreadable):
        span = _line_of("file", source)
        diagnostics.error(
            "TW406",
            span,
            f"the game file '{imprint.file}' cannot be read: {game_source.reason}",
            "'file:' names the game file, in the same folder",
        )
        return None, diagnostics.sorted()
    problems = Diagnostics(game_source)
    game = read_game(game_source, problems)
    if game is not None and game.id != imprint.game:
        diagnostics.error(
            "TW406",
            _line_of("game", source),
            f"the game file declares the game '{game.id}'",
            f"write `game: {game.id}`",
        )
        game = None
    found = diagnostics.sorted() + problems.sorted()
    return (None if game is None else Pack(folder, imprint, game, game_source)), found


def _line_of(key: str, source: Source) -> Span:
    """The line of a pack file that holds a key, or its first line."""
    lines = source.text.split("\n")
    number = next((i for i, line in enumerate(lines, 1) if line.startswith(f"{key}:")), 1)
    return source.line_span(number)


def read_game(source: Source, diagnostics: Diagnostics) -> Game | None:
    """The game a game file declares, or None when it has errors."""
    return declared_game(parse(source, diagnostics), source, diagnostics)


def declared_game(nodes: Sequence[ast.Card | game_ast.Game], source: Source, diagnostics: Diagnostics) -> Game | None:
    """Like `read_game`, of a file that has been parsed."""
    games = [node for node in nodes if isinstance(node, game_ast.Game)]
    for node in nodes:
        if isinstance(node, ast.Card):
            diagnostics.error("TW110", node.id.span, "a card in the game file", "cards have files of their own")
    for extra in games[1:]:
        diagnostics.error("TW111", extra.id.span, "a second game in the file", "a pack has one game")
    if not games:
        if not diagnostics.has_errors:
            diagnostics.error("TW112", source.line_span(1), "the file declares no game", "begin with 'game ID'")
        return None
    game = check_game(games[0], diagnostics)
    return None if diagnostics.has_errors else game
