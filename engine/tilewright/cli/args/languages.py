"""The languages in which printed texts are asked about: tables by pack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tilewright.cli.errors import CannotRun
from tilewright.diagnostics import no_such
from tilewright.packs.pack import Pack
from tilewright.texts.pattern import BadPattern
from tilewright.texts.phrasebook import Language, Phrasebook


class Languages:
    """Finds languages by name; `chosen` are those that are asked for, all of a pack if there are none.

    Raises `CannotRun` when a table of a pack cannot be read, when there is none for a language, or when a game does
    not say its words in it.
    """

    def __init__(self, chosen: Sequence[str]) -> None:
        self.chosen = chosen
        self._books: dict[Path, Phrasebook] = {}

    def names(self, pack: Pack) -> Sequence[str]:
        """The names of the languages to look at in a pack."""
        return self.chosen or list(pack.imprint.languages)

    def of(self, pack: Pack) -> Iterator[Language]:
        """The languages to look at in a pack."""
        return (self.language(pack, name) for name in self.names(pack))

    def language(self, pack: Pack, name: str) -> Language:
        """A language for the texts of a pack."""
        book = self._book(pack)
        found = book.language(name)
        if found is not None:
            return found
        if name not in book.languages:
            message, help = no_such("table of phrases for the language", name, book.languages)
            raise CannotRun("; ".join(filter(None, (message, help))))
        raise CannotRun(f"the game {book.game.id} has no words in '{name}': add 'word' lines to its file")

    def _book(self, pack: Pack) -> Phrasebook:
        if pack.folder not in self._books:
            try:
                self._books[pack.folder] = pack.phrasebook()
            except BadPattern as problem:
                raise CannotRun(f"a table of phrases cannot be read: {problem}") from None
        return self._books[pack.folder]
