"""A text with what is known around it: its game, and what the game file declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tilewright.analysis.occurrences import in_language, in_yaml
from tilewright.analysis.symbols import Declarations, Occurrence
from tilewright.diagnostics import Diagnostics
from tilewright.files.header import game_of
from tilewright.files.imprint import GAME_FILE
from tilewright.packs.documents import LANGUAGE_SUFFIX, is_language
from tilewright.packs.pack import Pack
from tilewright.packs.workspace import Workspace
from tilewright.source import Source
from tilewright.syntax import game_ast
from tilewright.syntax.parser import TopLevel, parse
from tilewright.table.game import Game

YAML_SUFFIX = ".yaml"
MOST_FILES = 2_000
"""Of more files that lie around a text none is looked at."""


@dataclass(frozen=True)
class Document:
    """A text, the pack it belongs to if that may be used, and what its game file declares."""

    source: Source
    pack: Pack | None
    declared: Declarations
    game_source: Source | None

    @property
    def game(self) -> Game | None:
        """Its game, if the game file has no errors."""
        return self.pack.game if self.pack else None

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its pack."""
        return self.pack.imprint.languages if self.pack else ()

    @property
    def in_language(self) -> bool:
        """Whether it is in the language; else it is YAML."""
        return is_language(self.source)

    @property
    def occurrences(self) -> list[Occurrence]:
        """What its words name, by their places."""
        return occurrences(self.source, self.declared)


class FilesAround:
    """Finds what lies around a text: its pack, its game file, and the other files that speak of the same things."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def document(self, source: Source) -> Document:
        """A text with what is known around it."""
        pack = self._pack(source)
        game_source = pack.source if pack else self._broken_game(source)
        return Document(source, pack, declared(game_source) if game_source else Declarations(), game_source)

    def _pack(self, source: Source) -> Pack | None:
        resolver = self.workspace.resolver(source.path)
        if is_language(source):
            found = resolver.pack_of(source.text)
        else:
            named = game_of(source, Diagnostics(source))
            found = resolver.game(named[0]) if named else resolver.above()
        return found if isinstance(found, Pack) else None

    def _broken_game(self, source: Source) -> Source | None:
        """The game file of a pack that cannot be used: the text itself, or that above it."""
        if is_language(source) and any(isinstance(node, game_ast.Game) for node in nodes_of(source)):
            return source
        folder = self.workspace.library.folder_above(source.path.parent) if source.path else None
        found = self.workspace.read(folder / GAME_FILE) if folder else None
        return found if isinstance(found, Source) else None

    def around(self, document: Document) -> Iterator[Source]:
        """The texts that can speak of what this one speaks of: of its pack, and of its folder."""
        path, documents = document.source.path, self.workspace.library.documents
        inside = self.workspace.library.folder_above(path.parent) if path else None
        folders = [(folder, True) for folder in (inside, document.pack.folder if document.pack else None) if folder]
        folders += [(path.parent, False)] if path and inside is None else []
        paths: dict[Path, Path] = {} if path is None else {documents.real(path): path}
        for folder, deep in folders:
            for suffix in (LANGUAGE_SUFFIX, YAML_SUFFIX):
                paths |= {documents.real(found): found for found in documents.files(folder, deep, suffix)}
        for found in list(paths.values())[:MOST_FILES]:
            source = document.source if found == path else self.workspace.read(found)
            if isinstance(source, Source):
                yield source

    def occurrences_around(self, document: Document) -> Iterator[tuple[Source, list[Occurrence]]]:
        """The texts around one, each with what its words name."""
        for source in self.around(document):
            yield source, occurrences(source, document.declared)


@lru_cache(maxsize=8)
def declared(game_source: Source) -> Declarations:
    """What a game file declares."""
    return Declarations(next((node for node in nodes_of(game_source) if isinstance(node, game_ast.Game)), None))


@lru_cache(maxsize=64)
def nodes_of(source: Source) -> list[TopLevel]:
    """The tree of a file of the language, as far as it can be read."""
    return parse(source, Diagnostics(source))


@lru_cache(maxsize=MOST_FILES)
def occurrences(source: Source, known: Declarations) -> list[Occurrence]:
    """What the words of a text name, by their places."""
    return in_language(source, nodes_of(source), known) if is_language(source) else in_yaml(source, known)
