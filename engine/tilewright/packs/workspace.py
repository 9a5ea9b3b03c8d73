"""The driver of all stages: reads and checks any file, with the pack it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from tilewright.check.cards import Checked
from tilewright.diagnostics import Diagnostic, Diagnostics, Severity
from tilewright.files.reader import kind_of, read_imprint
from tilewright.packs.catalog import headers_of
from tilewright.packs.documents import PACK_FILE, TABLE_SUFFIX, is_language
from tilewright.packs.pack import Pack, Report, parse_file, read_game
from tilewright.packs.resolve import Library, Resolver
from tilewright.packs.tables import TableFile
from tilewright.packs.texts import table_report
from tilewright.source import Source, Unreadable
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.position import Position


class Workspace:
    """Reads and checks files of every kind, with caches keyed by their texts.

    A long-lived workspace, as in an editor, receives unsaved texts (`open`, `close`) and notice of changes on disk
    (`refresh`). Thread-safe.
    """

    def __init__(self) -> None:
        self.library = Library()
        self._first: dict[tuple[Path, str], Path] = {}

    # -- texts

    def open(self, path: Path, text: str) -> None:
        """Set the text of a file, saved or not; checks of other files use it as well."""
        self.library.documents.open(path, text)

    def close(self, path: Path) -> None:
        """Use the text on disk again."""
        self.library.documents.close(path)

    def read(self, path: Path) -> Source | Unreadable:
        """The text of a file: the open document, or else from disk."""
        return self.library.documents.read(path)

    def refresh(self) -> None:
        """Drop everything that has changed, been renamed or been removed on disk."""
        with self.library.documents.lock:
            self.library.refresh()
            self._first = {key: path for key, path in self._first.items() if self._has(path, key[1])}

    def positions(self, paths: Iterable[Path], game: Game) -> Iterator[Position]:
        """The positions of a game in files without errors."""
        for path in paths:
            source = self.read(path)
            report = self.check(source) if isinstance(source, Source) else None
            if report is not None and not report.has_errors and report.pack is not None and report.pack.game == game:
                yield from (table for table in report.tables if isinstance(table, Position))

    def resolver(self, path: Path | None = None) -> Resolver:
        """A resolver for the folder of a file, or for the current folder."""
        return Resolver(self.library, path.parent if path else Path())

    # -- checking

    def check(self, source: Source) -> Report:
        """Read and check any file: cards, layouts, a game file, a pack, position, puzzle, record or phrase table."""
        with self.library.documents.lock:
            if is_language(source):
                return self._language(source)
            if source.path is not None and source.path.suffix == TABLE_SUFFIX:
                return table_report(source, self.resolver(source.path))
            diagnostics = Diagnostics(source)
            kind = kind_of(source, diagnostics)
            if kind == "pack":
                return self._pack_file(source, diagnostics)
            if kind is not None:
                return TableFile(self.resolver(source.path), source, diagnostics, kind).report()
            return Report(source, diagnostics.sorted())

    def _language(self, source: Source) -> Report:
        """The report of a file of cards and layouts, or of a game file."""
        pack = self.resolver(source.path).pack_of(source.text)
        if isinstance(pack, Pack) and source.text == pack.source.text:
            return Report(source, [item.at(source) for item in self._problems_of_game(pack)], (pack.game,))
        file = pack.check_file(source, try_abilities=True) if isinstance(pack, Pack) else parse_file(source)
        diagnostics = Diagnostics(source)
        if file.declares_game:
            game = read_game(source, diagnostics)
            return Report(source, diagnostics.sorted(), () if game is None else (game,))
        diagnostics.extend(problem.at(source) for problem in file.diagnostics)
        if isinstance(pack, Pack):
            self._report_copies(file.checked, pack, diagnostics)
            if not diagnostics.has_errors:
                self._report_known(file.checked, pack, diagnostics)
            return Report(source, diagnostics.sorted(), tuple(c.value for c in file.checked), pack)
        if pack is not None:
            diagnostics.extend([pack[0].at(source, source.line_span(1))])
        elif not diagnostics.has_errors:
            message, help = (
                "there is no game to check this against",
                f"put a {PACK_FILE} and its game file in a folder above it",
            )
            diagnostics.error("TW406", source.line_span(1), message, help)
        return Report(source, diagnostics.sorted())

    def _problems_of_game(self, pack: Pack) -> list[Diagnostic]:
        """The diagnostics of the game file of a pack, as found when the pack was read."""
        return [item for item in self.library.pack_in(pack.folder).problems if item.source.text == pack.source.text]

    def _report_copies(self, found: list[Checked], pack: Pack, diagnostics: Diagnostics) -> None:
        """Report ids that are already used by another file of the pack; outside of packs, by a file of the folder
        checked before."""
        path = diagnostics.source.path
        if path is None:
            return
        real = self.library.documents.real(path)
        within = self.library.documents.real(pack.folder) in real.parents
        files = pack.catalog().all_files if within else {}
        for checked in found:
            id, span = checked.value.id, checked.node.id.span
            first = files.get(id)
            if first is not None and self.library.documents.real(first) != real:
                diagnostics.error("TW109", span, f"{first.name} already has a card '{id}'", "give it another id")
            before = self._checked_before(real, id)
            if not within and before != real:
                message, help = f"{before.name} has a card '{id}' too", "give one of them another id"
                diagnostics.warning("TW424", span, message, help)

    def _report_known(self, found: list[Checked], pack: Pack, diagnostics: Diagnostics) -> None:
        """Warn of cards outside the pack that score the same as a card of the pack on every board."""
        path = diagnostics.source.path
        if path is None or self.library.documents.real(pack.folder) in self.library.documents.real(path).parents:
            return
        for checked in found:
            card = checked.value
            same = pack.same_as(card) if isinstance(card, Card) else None
            if same is not None:
                message = f"this pays the same as the pack's '{same.id}' on every board"
                help = f"use '{same.id}', or change what it pays"
                diagnostics.warning("TW430", checked.node.id.span, message, help)

    def _checked_before(self, path: Path, id: str) -> Path:
        """The first checked file of the folder that has a card of this id; this file if there is no other."""
        key = path.parent, id
        before = self._first.get(key, path)
        if before != path and not self._has(before, id):
            before = path
        self._first[key] = before
        return before

    def _has(self, path: Path, id: str) -> bool:
        source = self.read(path)
        return isinstance(source, Source) and any(found == id for _, found in headers_of(source.text))

    def _pack_file(self, source: Source, diagnostics: Diagnostics) -> Report:
        if source.path is None or source.path.name != PACK_FILE:
            read_imprint(source, diagnostics)
            return Report(source, diagnostics.sorted())
        found = self.library.pack_in(source.path.resolve().parent)
        diagnostics.extend(item.at(source) for item in found.problems if item.source.text == source.text)
        if found.pack is None and not diagnostics.items:
            name = next((item.source.name for item in found.problems), "game.tw")
            message = f"the game file {Path(name).name} has problems"
            problem = Diagnostic("TW406", Severity.ERROR, message, source, source.line_span(1), "check that file")
            diagnostics.extend([replace(problem, cause=found.faulty_file)])
        return Report(source, diagnostics.sorted(), () if found.pack is None else (found.pack,), found.pack)
