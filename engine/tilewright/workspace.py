"""One driver that chains the stages: any file, read and checked, with the pack it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.core.players import refers_to_others
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.diagnostics.nearest import nearest
from tilewright.files.header import FileKind, game_of, kind_of
from tilewright.files.packs import read_pack
from tilewright.files.positions import check_keys, read_position, read_puzzle
from tilewright.files.records import place_of, read_record
from tilewright.files.yaml_tree import List, Map, Scalar, read_tree
from tilewright.library import Library, Report, first_line, is_language
from tilewright.packs import PACK_FILE, Pack, folder_beside
from tilewright.source import Source, Span
from tilewright.table.card import Card, Layout
from tilewright.table.position import Position, Puzzle
from tilewright.table.record import Record

if TYPE_CHECKING:
    from tilewright.play.match import Match


class Workspace(Library):
    """Reads files of every kind."""

    def check(self, source: Source) -> Report:
        """Read and check any file: cards, layouts, a game file, a pack, position, puzzle or record."""
        if is_language(source):
            return self.language(source)
        diagnostics = Diagnostics(source)
        kind = kind_of(source, diagnostics)
        if kind == "pack":
            return self._pack_file(source, diagnostics)
        if kind is not None:
            return self._table_file(source, diagnostics, kind)
        return Report(source, diagnostics.sorted())

    def _pack_file(self, source: Source, diagnostics: Diagnostics) -> Report:
        if source.path is None or source.path.name != PACK_FILE:
            read_pack(source, diagnostics)
            return Report(source, diagnostics.sorted())
        pack, problems = self.pack_in(source.path.resolve().parent)
        own = [item for item in problems if item.source.text == source.text]
        if pack is None and not own:
            name = next((item.source.name for item in problems), "game.tw")
            diagnostics.error(
                "TW406", first_line(source), f"the game file {Path(name).name} has problems", "check that file"
            )
        shown = [Diagnostic(d.code, d.severity, d.message, source, d.span, d.help) for d in own]
        return Report(source, shown + diagnostics.sorted(), () if pack is None else (pack,), pack)

    def _table_file(self, source: Source, diagnostics: Diagnostics, kind: FileKind) -> Report:
        """The report of a position, puzzle or record."""
        pack = self._pack_named(source, diagnostics)
        if pack is None:
            return Report(source, diagnostics.sorted())
        files = pack.card_files(folder_beside(source.path))
        value = _read(kind, source, pack, sorted(files), diagnostics)
        if value is None:
            return Report(source, diagnostics.sorted(), (), pack)
        cards = {id: self.sound(Card, id, files[id], pack) for id in value.cards}
        for id, code, message, help in self._doubts(value, cards, pack, files):
            diagnostics.warning(code, _place_of(id, source), message, help)
        for id, card in cards.items():
            if card is None:
                diagnostics.error(
                    "TW405", _place_of(id, source), f"the card '{id}' has errors", f"check {files[id].name}"
                )
        match = None
        if isinstance(value, Record):
            match = self._replayed(value, [card for card in cards.values() if card], pack, diagnostics)
        return Report(source, diagnostics.sorted(), (value,), pack, match)

    def _pack_named(self, source: Source, diagnostics: Diagnostics) -> Pack | None:
        """The pack of the game that a file names; None, and reported, when there is none."""
        known = self.games(source)
        name = game_of(source, diagnostics)
        if name is not None and name not in known and not self.report_broken(source, diagnostics):
            game_of(source, diagnostics, known)
            self._check_keys(source, nearest(name, known), diagnostics)
        return self.pack_of(source, name) if name in known else None

    def _replayed(self, record: Record, cards: list[Card], pack: Pack, diagnostics: Diagnostics) -> Match | None:
        """The game of a record as far as it goes; what is wrong with it is reported."""
        source = diagnostics.source
        layouts = self._layouts(record, pack, diagnostics)
        if pack.game.course is None:
            diagnostics.error(
                "TW406",
                _place_of(record.game, source, "game"),
                f"the game '{record.game}' is scored, not played",
                "its game file has no turns",
            )
        if diagnostics.has_errors:
            return None
        from tilewright.play.record import Unplayable, replay

        try:
            return replay(record, pack.game, cards, layouts)
        except Unplayable as problem:
            where = place_of(source, problem.turn, problem.move, problem.part)
            diagnostics.error(problem.code, where, problem.reason, problem.help)
            return None

    def _layouts(self, record: Record, pack: Pack, diagnostics: Diagnostics) -> dict[str, Layout]:
        """The layouts of a record, by the board; those that cannot be used are reported."""
        source, found = diagnostics.source, {}
        files = pack.layout_files(folder_beside(source.path))
        for board, id in record.layouts.items():
            layout = self.sound(Layout, id, files[id], pack)
            where = _place_of(id, source, board)
            if layout is None:
                diagnostics.error("TW405", where, f"the {board} '{id}' has errors", f"check {files[id].name}")
            elif layout.category != board:
                diagnostics.error("TW405", where, f"no {board} '{id}'", f"it is a {layout.category}")
            else:
                found[board] = layout
        return found

    def _check_keys(self, source: Source, game: str | None, diagnostics: Diagnostics) -> None:
        """Check the keys of a file for the game that it may have meant."""
        pack = self.pack_of(source, game) if game else None
        kind = kind_of(source)
        if pack is not None and kind is not None:
            check_keys(source, kind, pack.game, diagnostics)

    def _doubts(
        self, table: Position | Puzzle | Record, cards: Mapping[str, Card | None], pack: Pack, files: Mapping[str, Path]
    ) -> Iterator[tuple[str, str, str, str]]:
        """What is allowed but hardly meant: the id of a card, a code, a message and a help line."""
        players = (table.start() if isinstance(table, Puzzle) else table).players
        for id, card in cards.items():
            own = pack.index.get(id)
            if own is not None and own.resolve() != files[id].resolve():
                yield (
                    id,
                    "TW424",
                    f"'{id}' is the card of {files[id].name} in this folder, not that of the pack",
                    "give that card an id of its own",
                )
            for other in self.others(id, files[id])[:1]:
                yield (
                    id,
                    "TW424",
                    f"'{id}' is the card of {files[id].name}; {other.name} has one too",
                    "give one of them an id of its own",
                )
            if card is None:
                continue
            if card.rule is None and isinstance(table, Puzzle):
                yield (id, "TW425", f"the card '{id}' does not score, so it changes nothing here", "leave it out")
            if len(players) == 1 and card.rule is not None and refers_to_others(card.rule):
                yield (
                    id,
                    "TW423",
                    f"the card '{id}' looks at other players, and there are none",
                    "list them under 'players:', or leave the card out",
                )


def _read(
    kind: FileKind, source: Source, pack: Pack, cards: Sequence[str], diagnostics: Diagnostics
) -> Position | Puzzle | Record | None:
    known = (source, pack.game, diagnostics, cards, pack.layout_classes)
    if kind == "position":
        return read_position(*known)
    if kind == "puzzle":
        return read_puzzle(*known)
    return read_record(*known, sorted(pack.layout_files(folder_beside(source.path))))


def _place_of(id: str, source: Source, key: str = "cards") -> Span:
    """Where a file names a card, or something else by its id after a key."""
    tree = read_tree(source, Diagnostics(source))
    found = tree.entries[key].value if isinstance(tree, Map) else None
    items = found.items if isinstance(found, List) else (found,)
    return next(item.span for item in items if isinstance(item, Scalar) and item.value == id)
