"""One driver that chains the stages: any file, read and checked, with the pack it belongs to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from tilewright.check.cards import Checked
from tilewright.core import expr as core
from tilewright.core.build import children
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.diagnostics.nearest import nearest
from tilewright.files.header import game_of, kind_of
from tilewright.files.packs import read_pack
from tilewright.files.positions import check_keys, read_position, read_puzzle
from tilewright.files.yaml_tree import List, Map, Scalar, read_tree
from tilewright.packs import (
    LANGUAGE_SUFFIX,
    PACK_FILE,
    Pack,
    declared_game,
    files_by_id,
    folder_beside,
    folder_of,
    pack_folders,
    read_pack_folder,
)
from tilewright.source import Source, Span, read_source
from tilewright.syntax import ast, game_ast
from tilewright.syntax.parser import parse
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game
from tilewright.table.position import Position, Puzzle

Value = Card | Layout | Game | Pack | Position | Puzzle
P = TypeVar("P", Position, Puzzle)


@dataclass(frozen=True)
class Report:
    """What a file holds and every problem of it; `pack` is the one it belongs to."""

    source: Source
    diagnostics: list[Diagnostic]
    values: tuple[Value, ...] = ()
    pack: Pack | None = None

    @property
    def has_errors(self) -> bool:
        """Whether any of the problems is an error."""
        return any(item.is_error for item in self.diagnostics)


class Workspace:
    """Reads files; packs are read once."""

    def __init__(self) -> None:
        self._packs: dict[Path, tuple[Pack | None, list[Diagnostic]]] = {}
        self._cards: dict[Path, Report] = {}
        self._ids: dict[tuple[Path, str], Path] = {}
        self._folders: dict[Path, dict[str, list[Path]]] = {}

    def check(self, source: Source) -> Report:
        """Read and check any file: cards, layouts, a game file, a pack, position or puzzle."""
        if is_language(source):
            return self._language(source)
        diagnostics = Diagnostics(source)
        kind = kind_of(source, diagnostics)
        if kind == "pack":
            return self._pack_file(source, diagnostics)
        if kind == "position":
            return self._table_file(source, diagnostics, read_position)
        if kind == "puzzle":
            return self._table_file(source, diagnostics, read_puzzle)
        return Report(source, diagnostics.sorted())

    def pack_in(self, folder: Path) -> tuple[Pack | None, list[Diagnostic]]:
        """The pack in a folder and its problems."""
        if folder not in self._packs:
            self._packs[folder] = read_pack_folder(folder)
        return self._packs[folder]

    def pack_of(self, source: Source, game: str | None = None) -> Pack | None:
        """The pack a file belongs to: above it if one is there, else one that came with us.

        With `game`, the pack must be of that game.
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
        return packs[0] if len(packs) == 1 or (packs and game) else None

    def games(self, source: Source) -> set[str]:
        """The ids of the games a file could be about."""
        above = folder_of(source.path)
        folders = [*pack_folders().values(), *([above] if above else [])]
        return {pack.game.id for folder in folders if (pack := self.pack_in(folder)[0])}

    # -- the kinds of file

    def _language(self, source: Source) -> Report:
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
            if not self._report_broken(source, diagnostics):
                diagnostics.error("TW406", _first_line(source), "there is no game to check this against",
                                  f"put a {PACK_FILE} and its game file above it")  # fmt: skip
            return Report(source, diagnostics.sorted())
        found = pack.check_nodes(cards, diagnostics)
        self._report_copies(found, pack, source, diagnostics)
        return Report(source, diagnostics.sorted(), tuple(c.value for c in found), pack)

    def _card(self, id: str, path: Path, pack: Pack) -> Card | None:
        """A card of a file; None when it has errors."""
        source = read_source(str(path))
        report = self._language(source) if isinstance(source, Source) else None
        if report is None or report.pack is not pack:
            return pack.read(id, path)[0]
        found = (value for value in report.values if isinstance(value, Card) and value.id == id)
        return next(found, None)

    def _others(self, id: str, path: Path) -> list[Path]:
        """The other files in the folder of a file that have a card or layout of this id."""
        folder = path.parent
        if folder not in self._folders:
            self._folders[folder] = files_by_id(folder)
        found = dict.fromkeys(self._folders[folder].get(id, ()))
        return [other for other in found if other.name != path.name]

    def _report_copies(
        self, found: list[Checked], pack: Pack, source: Source, diagnostics: Diagnostics
    ) -> None:
        """Ids that another file has taken: of the pack, or outside of it one read before from the folder."""
        path = source.path
        if path is None:
            return
        within = pack.folder.resolve() in path.resolve().parents
        for checked in found:
            id, span = checked.value.id, checked.node.id.span
            first = pack.index.get(id)
            if within and first is not None and first.resolve() != path.resolve():
                diagnostics.error("TW109", span, f"{first.name} has a card '{id}' already", "give it another id")  # fmt: skip
            before = self._ids.setdefault((path.resolve().parent, id), path.resolve())
            if not within and before != path.resolve():
                diagnostics.warning("TW424", span, f"{before.name} has a card '{id}' too",
                                    "give one of them an id of its own")  # fmt: skip

    def _report_broken(self, source: Source, diagnostics: Diagnostics) -> bool:
        """Report that the pack above a file has problems, if one is there and has."""
        above = folder_of(source.path)
        if above is None or self.pack_in(above)[0] is not None:
            return False
        diagnostics.error("TW406", _first_line(source), f"the pack '{above.name}', to which this belongs, has problems",
                          f"check its {PACK_FILE} and its game file first")  # fmt: skip
        return True

    def _pack_file(self, source: Source, diagnostics: Diagnostics) -> Report:
        if source.path is None or source.path.name != PACK_FILE:
            read_pack(source, diagnostics)
            return Report(source, diagnostics.sorted())
        pack, problems = self.pack_in(source.path.resolve().parent)
        own = [item for item in problems if item.source.text == source.text]
        if pack is None and not own:
            name = next((item.source.name for item in problems), "game.tw")
            diagnostics.error("TW406", _first_line(source), f"the game file {Path(name).name} has problems",
                              "check that file")  # fmt: skip
        shown = [Diagnostic(d.code, d.severity, d.message, source, d.span, d.help) for d in own]
        return Report(source, shown + diagnostics.sorted(), () if pack is None else (pack,), pack)

    def _table_file(
        self,
        source: Source,
        diagnostics: Diagnostics,
        read: Callable[[Source, Game, Diagnostics, Sequence[str], Mapping[str, str]], P | None],
    ) -> Report:
        known = self.games(source)
        name = game_of(source, diagnostics)
        if name is not None and name not in known and not self._report_broken(source, diagnostics):
            game_of(source, diagnostics, known)
            self._check_keys(source, nearest(name, known), diagnostics)
        pack = self.pack_of(source, name) if name in known else None
        if pack is None:
            return Report(source, diagnostics.sorted())
        files = pack.card_files(folder_beside(source.path))
        value = read(source, pack.game, diagnostics, sorted(files), pack.layout_classes)
        if value is None:
            return Report(source, diagnostics.sorted(), (), pack)
        for id, code, message, help in self._doubts(value, pack, files):
            diagnostics.warning(code, _place_of(id, source), message, help)
        for id in dict.fromkeys(value.cards):
            if self._card(id, files[id], pack) is None:
                diagnostics.error("TW405", _place_of(id, source), f"the card '{id}' has errors",
                                  f"check {files[id].name}")  # fmt: skip
        return Report(source, diagnostics.sorted(), (value,), pack)

    def _check_keys(self, source: Source, game: str | None, diagnostics: Diagnostics) -> None:
        """Check the keys of a file for the game that it may have meant."""
        pack = self.pack_of(source, game) if game else None
        kind = kind_of(source)
        if pack is not None and kind is not None:
            check_keys(source, kind, pack.game, diagnostics)

    def _doubts(self, table: Position | Puzzle, pack: Pack, files: Mapping[str, Path]) -> Iterator[tuple[str, str, str, str]]:  # fmt: skip
        """What is allowed but hardly meant: the id of a card, a code, a message and a help line."""
        players = (table.start() if isinstance(table, Puzzle) else table).players
        for id in dict.fromkeys(table.cards):
            own = pack.index.get(id)
            if own is not None and own.resolve() != files[id].resolve():
                yield (id, "TW424", f"'{id}' is the card of {files[id].name} in this folder, not that of the pack",
                       "give that card an id of its own")  # fmt: skip
            for other in self._others(id, files[id])[:1]:
                yield (id, "TW424", f"'{id}' is the card of {files[id].name}; {other.name} has one too",
                       "give one of them an id of its own")  # fmt: skip
            card = self._card(id, files[id], pack)
            if card is None:
                continue
            if card.rule is None and isinstance(table, Puzzle):
                yield (id, "TW425", f"the card '{id}' does not score, so it changes nothing here",
                       "leave it out")  # fmt: skip
            if len(players) == 1 and card.rule is not None and _looks_at_others(card.rule):
                yield (id, "TW423", f"the card '{id}' looks at other players, and there are none",
                       "list them under 'players:', or leave the card out")  # fmt: skip


_YAML = re.compile(r"""---|[{"']?[a-z]+["']?:(\s|$)""")


def is_language(source: Source) -> bool:
    """Whether a file is in the language; of standard input its beginning decides."""
    if source.path is not None:
        return source.path.suffix == LANGUAGE_SUFFIX
    lines = (line.strip() for line in source.text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return not _YAML.match(first)



def _looks_at_others(rule: core.Expr) -> bool:
    seen: set[int] = set()
    waiting: list[object] = [rule]
    while waiting:
        node = waiting.pop()
        if isinstance(node, core.Players) and node.which not in ("player", "self"):
            return True
        if id(node) not in seen:
            seen.add(id(node))
            waiting.extend(children(node))
    return False


def _place_of(card: str, source: Source) -> Span:
    """Where a position or puzzle names a card."""
    tree = read_tree(source, Diagnostics(source))
    found = tree.entries["cards"].value if isinstance(tree, Map) else None
    items = found.items if isinstance(found, List) else ()
    return next(item.span for item in items if isinstance(item, Scalar) and item.value == card)


def _first_line(source: Source) -> Span:
    return source.line_span(1)
