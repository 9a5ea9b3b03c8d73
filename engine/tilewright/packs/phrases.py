"""Tables of phrases checked by themselves: lines that cannot be read, and patterns that say what they should not."""

from __future__ import annotations

from tilewright.diagnostics import Diagnostic, Diagnostics, Problems
from tilewright.packs.pack import Pack
from tilewright.packs.report import Report
from tilewright.packs.resolve import Resolver
from tilewright.source import Source, Span


def table_report(source: Source, resolver: Resolver) -> Report:
    """The problems of a table of phrases.

    One in the folder of a pack is read behind that of tilewright, with the words of its game. Any other is a table for
    all games, and is read with the words of one that comes with tilewright.
    """
    diagnostics = Diagnostics(source)
    above = resolver.above()
    if isinstance(above, list):
        diagnostics.extend(problem.at(source, Span(0, 0)) for problem in above[:1])
    elif above is not None:
        diagnostics.extend(_problems(source, above, own=True))
    elif pack := _pack_with_words(resolver, _language(source)):
        diagnostics.extend(_problems(source, pack, own=False))
    return Report(source, diagnostics.sorted())


def _language(source: Source) -> str:
    return source.path.stem if source.path is not None else source.name


def _pack_with_words(resolver: Resolver, language: str) -> Pack | None:
    """A pack that comes with tilewright and whose game says most words in a language, if any does."""
    packs = [pack for pack in resolver.packs() if pack.game.words]
    return max(packs, key=lambda pack: sum(word.language == language for word in pack.game.words), default=None)


def _problems(source: Source, pack: Pack, own: bool) -> list[Diagnostic]:
    from tilewright.texts.faults import faults, faults_of_card
    from tilewright.texts.phrasebook import Language, Phrasebook, is_bare
    from tilewright.texts.table import CARD

    found = Diagnostics(source)

    def unreadable(where: Source, line: int, message: str) -> None:
        if where is source:
            found.error("TW506", source.line_span(line), f"this line cannot be read: {message}", "fix that line")

    name = _language(source)
    tables = {**pack.phrase_tables(), **({name: source} if own else {})}
    book = Phrasebook(pack.game, tables if own else {}, {} if own else {name: source}, unreadable)
    try:
        table = (book.bare_table(name) if is_bare(source) else None) or book.table(name)
        known = faults_of_card(book.card) if name == CARD else faults(Language(table, book.card))
    except Problems as problem:
        found.error(
            "TW506", source.line_span(1), f"this table cannot be read: {problem}", "choose among fewer words there"
        )
        return list(found)
    for fault in known:
        if fault.pattern.source is source:
            help = "a pattern must use each part of its phrase, and no pattern can fit two phrases"
            found.warning("TW507", source.line_span(fault.pattern.line), str(fault), help)
    return list(found)
