"""Packs and the files of the language, each read once, and what was found in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tilewright.check.cards import Checked
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.packs import (
    LANGUAGE_SUFFIX,
    PACK_FILE,
    Pack,
    declared_game,
    files_by_id,
    folder_of,
    likeliest,
    pack_folders,
    read_pack_folder,
)
from tilewright.source import Source, Span, read_source
from tilewright.syntax import ast, game_ast
from tilewright.syntax.parser import parse
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game
from tilewright.table.position import Position, Puzzle
from tilewright.table.record import Record

if TYPE_CHECKING:
    from tilewright.play.match import Match

Value = Card | Layout | Game | Pack | Position | Puzzle | Record
V = TypeVar("V", Card, Layout)


@dataclass(frozen=True)
class Report:
    """What a file holds and every problem of it; `pack` is the one it belongs to.

    `match` is the game of a record as far as the record goes.
    """

    source: Source
    diagnostics: list[Diagnostic]
    values: tuple[Value, ...] = ()
    pack: Pack | None = None
    match: Match | None = None

    @property
    def tables(self) -> list[Position | Puzzle]:
        """The positions and puzzles of the file; of a record, the position the game has come to."""
        found = [value for value in self.values if isinstance(value, (Position, Puzzle))]
        return [*found, *([self.match.position()] if self.match else [])]

    @property
    def has_errors(self) -> bool:
        """Whether any of the problems is an error."""
        return any(item.is_error for item in self.diagnostics)


class Library:
    """Reads packs, cards, layouts and game files; each is read once."""

    def __init__(self) -> None:
        self._packs: dict[Path, tuple[Pack | None, list[Diagnostic]]] = {}
        self._cards: dict[Path, Report] = {}
        self._ids: dict[tuple[Path, str], Path] = {}
        self._folders: dict[Path, dict[str, list[Path]]] = {}

    def pack_in(self, folder: Path) -> tuple[Pack | None, list[Diagnostic]]:
        """The pack in a folder and its problems."""
        if folder not in self._packs:
            self._packs[folder] = read_pack_folder(folder)
        return self._packs[folder]

    def pack_of(self, source: Source, game: str | None = None) -> Pack | None:
        """The pack a file belongs to: above it if one is there, else one that came with us.

        With `game`, the pack must be of that game; without, its words decide.
        """
        above = folder_of(source.path)
        for folder in [above] if above else []:
            pack = self.pack_in(folder)[0]
            if pack is not None and game in (None, pack.game.id):
                return pack
            if game is None:
                return None
        found = (self.pack_in(folder)[0] for folder in pack_folders().values())
        packs = [pack for pack in found if pack and game in (None, pack.game.id)]
        return packs[0] if packs and game else likeliest(packs, source.text)

    def games(self, source: Source) -> set[str]:
        """The ids of the games a file could be about."""
        above = folder_of(source.path)
        folders = [*pack_folders().values(), *([above] if above else [])]
        return {pack.game.id for folder in folders if (pack := self.pack_in(folder)[0])}

    # -- files of the language

    def language(self, source: Source) -> Report:
        """The report of a file, which is not read again if it had no problems."""
        if source.path is None:
            return self._read_language(source)
        path = source.path.resolve()
        known = self._cards.get(path)
        if known and known.source.text == source.text and not known.diagnostics:
            return replace(known, source=source)
        self._cards[path] = self._read_language(source)
        return self._cards[path]

    def _read_language(self, source: Source) -> Report:
        diagnostics = Diagnostics(source)
        nodes = parse(source, diagnostics)
        if any(isinstance(node, game_ast.Game) for node in nodes):
            game = declared_game(nodes, source, diagnostics)
            return Report(source, diagnostics.sorted(), () if game is None else (game,))
        cards = [node for node in nodes if isinstance(node, ast.Card)]
        pack = self.pack_of(source)
        if pack is None:
            if not self.report_broken(source, diagnostics) and not diagnostics.has_errors:
                diagnostics.error(
                    "TW406",
                    first_line(source),
                    "there is no game to check this against",
                    f"put a {PACK_FILE} and its game file above it",
                )
            return Report(source, diagnostics.sorted())
        found = pack.check_nodes(cards, diagnostics)
        self._report_copies(found, pack, source, diagnostics)
        return Report(source, diagnostics.sorted(), tuple(c.value for c in found), pack)

    def sound(self, kind: type[V], id: str, path: Path, pack: Pack) -> V | None:
        """A card or layout of a file; None when it has errors."""
        source = read_source(str(path))
        report = self.language(source) if isinstance(source, Source) else None
        if report is None:
            return None
        values: Iterable[Value] = report.values
        if report.pack is not pack:
            values = [checked.value for checked in pack.check(report.source, Diagnostics(report.source))]
        return next((value for value in values if isinstance(value, kind) and value.id == id), None)

    def others(self, id: str, path: Path) -> list[Path]:
        """The other files in the folder of a file that have a card or layout of this id."""
        folder = path.parent
        if folder not in self._folders:
            self._folders[folder] = files_by_id(folder)
        found = dict.fromkeys(self._folders[folder].get(id, ()))
        return [other for other in found if other.name != path.name]

    def _report_copies(self, found: list[Checked], pack: Pack, source: Source, diagnostics: Diagnostics) -> None:
        """Ids that another file has taken: of the pack, or outside of it one read before from the folder."""
        path = source.path
        if path is None:
            return
        within = pack.folder.resolve() in path.resolve().parents
        for checked in found:
            id, span = checked.value.id, checked.node.id.span
            first = pack.index.get(id)
            if within and first is not None and first.resolve() != path.resolve():
                diagnostics.error("TW109", span, f"{first.name} has a card '{id}' already", "give it another id")
            before = self._ids.setdefault((path.resolve().parent, id), path.resolve())
            if not within and before != path.resolve():
                diagnostics.warning(
                    "TW424", span, f"{before.name} has a card '{id}' too", "give one of them an id of its own"
                )

    def report_broken(self, source: Source, diagnostics: Diagnostics) -> bool:
        """Report that the pack above a file has problems, if one is there and has."""
        above = folder_of(source.path)
        if above is None or self.pack_in(above)[0] is not None:
            return False
        diagnostics.error(
            "TW406",
            first_line(source),
            f"the pack '{above.name}', to which this belongs, has problems",
            f"check its {PACK_FILE} and its game file first",
        )
        return True


_YAML = re.compile(r"""---|[{"']?[a-z]+["']?:(\s|$)""")


def is_language(source: Source) -> bool:
    """Whether a file is in the language; of standard input its beginning decides."""
    if source.path is not None:
        return source.path.suffix == LANGUAGE_SUFFIX
    lines = (line.strip() for line in source.text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return not _YAML.match(first)


def first_line(source: Source) -> Span:
    return source.line_span(1)
