"""The entry point of all editor features, for one workspace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tilewright.analysis import hover as hovers
from tilewright.analysis.completion import KEYWORD, Offer, about_key, offers, yaml_offers
from tilewright.analysis.document import (
    CARD,
    CLASS,
    GAME,
    LOCAL,
    OPTION,
    VERB,
    DeclaredSymbol,
    Document,
    FilesAround,
    Occurrence,
)
from tilewright.analysis.hover import about
from tilewright.analysis.outline import Lens, Lenses, OutlineItem, WordToken, outline, word_tokens
from tilewright.analysis.rename import NotRenamed, RenameChanges, can_rename, occurrence_at, renamed
from tilewright.diagnostics import Diagnostic, Diagnostics, fixed
from tilewright.files.reader import kind_of
from tilewright.packs.documents import is_language
from tilewright.packs.pack import Report
from tilewright.packs.tables import format_carried
from tilewright.packs.workspace import Workspace
from tilewright.source import Source, Span
from tilewright.syntax.formatter import format_source


class TextRange(NamedTuple):
    """A part of a text."""

    source: Source
    span: Span


class Analysis:
    """Editor features for texts, which are files if they have a path.

    Unsaved texts must be given to the workspace (`Workspace.open`). Not thread-safe.
    """

    def __init__(self, workspace: Workspace | None = None) -> None:
        self.workspace = workspace or Workspace()
        self.surroundings = FilesAround(self.workspace)
        self.lenses = Lenses(self.surroundings)

    def check(self, source: Source) -> Report:
        """The report of a text."""
        return self.workspace.check(source)

    def document(self, source: Source) -> Document:
        """A text with its game and symbols."""
        return self.surroundings.document(source)

    # -- completion

    def complete(self, source: Source, offset: int) -> list[Offer]:
        """The completion items at an offset."""
        document = self.document(source)
        if document.in_language:
            return offers(document, offset)
        return yaml_offers(document, self.workspace.resolver(source.path), offset)

    def describe(self, source: Source, word: str, sort: str) -> str:
        """The documentation of a completion item, as Markdown."""
        if sort == KEYWORD:
            return about(word)
        document = self.document(source)
        known = document.declared.words.get(word) or next(
            (symbol for symbol in document.declared.definitions if symbol.name == word and symbol.sort in _APART), None
        )
        return hovers.about_symbol(document, known) if known else about(word)

    # -- descriptions

    def hover(self, source: Source, offset: int) -> tuple[str, Span] | None:
        """The hover text for the word at a position, as Markdown, and the span of the word."""
        document = self.document(source)
        found = None if document.in_language else about_key(document, offset)
        return found or hovers.hover(document, offset)

    def tokens(self, source: Source) -> list[WordToken]:
        """The semantic tokens of a text."""
        return list(word_tokens(self.document(source)))

    def outline(self, source: Source) -> list[OutlineItem]:
        """The outline of a text."""
        return outline(self.document(source))

    def lenses_of(self, source: Source) -> list[Lens]:
        """The code lenses of a text."""
        return self.lenses.of(self.document(source))

    # -- navigation

    def definition(self, source: Source, offset: int) -> list[TextRange]:
        """The definition of the symbol at an offset."""
        document = self.document(source)
        found = occurrence_at(document, offset)
        if found is None:
            return []
        symbol = found.symbol
        known = document.declared.definitions.get(symbol)
        if known is not None and document.game_source is not None:
            return [TextRange(document.game_source, known)]
        return [TextRange(where, one.span) for where, one in self._named(document, symbol) if one.defines]

    def references(self, source: Source, offset: int, defining: bool = True) -> list[TextRange]:
        """All occurrences of the symbol at an offset; definitions only if `defining`."""
        document = self.document(source)
        found = occurrence_at(document, offset)
        named = self._named(document, found.symbol) if found else ()
        return [TextRange(where, one.span) for where, one in named if defining or not one.defines]

    def alike(self, source: Source, offset: int) -> list[Span]:
        """The occurrences in the same text of the symbol at an offset."""
        document = self.document(source)
        found = occurrence_at(document, offset)
        return [one.span for one in document.occurrences if found and one.symbol == found.symbol]

    def _named(self, document: Document, symbol: DeclaredSymbol) -> Iterator[tuple[Source, Occurrence]]:
        around = iter([(document.source, document.occurrences)])
        if symbol.sort != LOCAL:
            around = self.surroundings.occurrences_around(document)
        for source, occurrences in around:
            yield from ((source, one) for one in occurrences if one.symbol == symbol)

    def links(self, source: Source) -> Iterator[tuple[Span, Source]]:
        """The names of cards and of the game in a YAML file, each with its defining file."""
        document = self.document(source)
        for one in () if document.in_language else document.occurrences:
            if one.symbol.sort in (CARD, GAME) and not one.defines:
                found = self.definition(source, one.span.start)
                yield from ((one.span, passage.source) for passage in found[:1] if passage.source.name != source.name)

    def titles(self, source: Source) -> Iterator[tuple[Span, str]]:
        """The ids of cards in a YAML file, each with the printed name if it is different."""
        document = self.document(source)
        called = {} if document.in_language else {card.id: card.name() for card in self.check(source).cards}
        for one in document.occurrences:
            title = called.get(one.symbol.name, "") if one.symbol.sort == CARD and not one.defines else ""
            if title and title.lower().replace(" ", "-") != one.symbol.name:
                yield one.span, title

    def symbols(self, query: str, sources: Iterator[Source]) -> Iterator[tuple[OutlineItem, Source]]:
        """The outline items of some texts whose names contain a query."""
        for source in sources:
            for entry in self.outline(source):
                if query.lower() in entry.name.lower():
                    yield entry, source

    # -- changes

    def can_rename(self, source: Source, offset: int) -> Occurrence | NotRenamed:
        """The symbol that would be renamed at an offset."""
        return can_rename(self.document(source), offset)

    def rename(
        self, source: Source, offset: int, name: str, may_edit: Callable[[Path], bool]
    ) -> RenameChanges | NotRenamed:
        """The changes that rename the symbol at an offset."""
        return renamed(self.surroundings, self.document(source), offset, name, may_edit)

    def fixed(self, source: Source) -> str | None:
        """The text with all safe fixes; None if there are none."""
        after, made = fixed(source, lambda text: self.workspace.check(text).diagnostics)
        return after.text if made else None

    def laid_out(self, source: Source) -> str | None:
        """The formatted text; None if it has syntax errors or no canonical format."""
        if is_language(source):
            return format_source(source, Diagnostics(source))
        return format_carried(source, Diagnostics(source)) if kind_of(source) == "puzzle" else None


_APART = (VERB, OPTION, CLASS, CARD)


def quick_fixes(problems: Sequence[Diagnostic], span: Span) -> list[Diagnostic]:
    """The problems with a safe fix that overlap a span."""
    return [
        one
        for one in problems
        if one.replacement is not None and one.span.start <= span.end and span.start <= one.span.end
    ]
