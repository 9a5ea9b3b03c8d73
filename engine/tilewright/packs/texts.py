"""The check of printed texts in files of cards, cached by text, rule and phrase tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tilewright.diagnostics import Diagnostic, Diagnostics, Problems, Severity
from tilewright.packs.pack import Pack, Report
from tilewright.packs.resolve import Resolver
from tilewright.source import Source, Span
from tilewright.store import Store
from tilewright.syntax import ast
from tilewright.table.card import Card

if TYPE_CHECKING:
    from tilewright.packs.pack import Pack, Report
    from tilewright.texts.phrasebook import Language, Phrasebook
    from tilewright.texts.problems import TextProblem

FORMAT = "texts-cache/2"
MAX_CARDS = 2000
"""The largest number of cards of a game in the cache."""
_PREFIX = "texts-"


class TextCheck:
    """Checks the texts of the cards of a file; `engine` is a digest of the program and its tables.

    The result for a card is cached until its texts, its rule, the game or the tables change. `strict` is passed to
    `texts.problems`. The tables are loaded on the first cache miss.
    """

    def __init__(self, store: Store, engine: str, strict: bool) -> None:
        self.store, self.engine, self.strict = store, engine, strict
        self._books: dict[str, Phrasebook | str] = {}
        self._pages: dict[str, dict[str, Any]] = {}
        self._new: dict[str, dict[str, Any]] = {}

    def problems(self, report: Report) -> list[Diagnostic]:
        """The diagnostics of the texts in a file of cards; none if the file has errors."""
        if report.pack is None or report.has_errors:
            return []
        checked = report.pack.check_file(report.source).checked if _has_texts(report) else []
        return [
            _placed(problem, found.node, report)
            for found in checked
            if isinstance(found.value, Card) and _is_judged(found.value)
            for problem in self._of_card(found.value, report.pack)
        ]

    def save(self) -> None:
        """Write the new entries."""
        for name, answers in self._new.items():
            kept = {**self._page(name), **answers}
            fitting = kept if len(kept) <= MAX_CARDS else answers
            self.store.write(name, {"format": FORMAT, "engine": self.engine, "answers": fitting})
            self.store.forget_oldest(_PREFIX)

    def _of_card(self, card: Card, pack: Pack) -> list[TextProblem]:
        from tilewright.texts.pattern import BadPattern
        from tilewright.texts.problems import text_problems, unreadable
        from tilewright.texts.reading import meaning

        tables = pack.phrase_tables()
        name = f"{_PREFIX}{_digest([pack.source.text, *(f'{key}:{table.text}' for key, table in tables.items())])[:32]}.json"
        languages = list(pack.imprint.languages)
        key = _digest([self.strict, languages, card.names, card.texts, repr(meaning(card))])
        found = _decoded(self._new.get(name, {}).get(key) or self._page(name).get(key))
        if found is None:
            book = self._book(name, pack)
            if isinstance(book, str):
                return [unreadable(book)]
            try:
                found = text_problems(card, book, languages, self.strict)
            except BadPattern as problem:
                return [unreadable(str(problem))]
            self._new.setdefault(name, {})[key] = [list(astuple(problem)) for problem in found]
        return found

    def _page(self, name: str) -> dict[str, Any]:
        if name not in self._pages:
            match self.store.read(name):
                case {"format": str(form), "engine": str(state), "answers": dict(answers)}:
                    self._pages[name] = answers if (form, state) == (FORMAT, self.engine) else {}
                case _:
                    self._pages[name] = {}
        return self._pages[name]

    def _book(self, name: str, pack: Pack) -> Phrasebook | str:
        """The phrasebook of a language for a pack, whose tables are loaded on demand; or the reason why there is
        none."""
        from tilewright.texts.pattern import BadPattern
        from tilewright.texts.phrasebook import Phrasebook

        if name not in self._books:
            try:
                self._books[name] = Phrasebook(pack.game, pack.phrase_tables())
            except BadPattern as problem:
                self._books[name] = str(problem)
        return self._books[name]


def classes_with_texts(
    packs: Iterable[Pack], language: str | None = None, category: str | None = None
) -> Iterator[tuple[Language, str]]:
    """The classes of cards (or the given one) of each game that has words in a language, with that language.

    Scoring classes come first. The default is the first language of each pack. Raises `BadPattern`.
    """
    for pack in packs:
        name = language or next(iter(pack.imprint.languages), "en")
        known = pack.game.card_classes
        classes = sorted((one for one in known if category in (None, one)), key=lambda one: not known[one])
        found = pack.phrasebook().language(name) if classes else None
        if found is not None:
            yield from ((found, one) for one in classes)


def _has_texts(report: Report) -> bool:
    return any(isinstance(value, Card) and _is_judged(value) for value in report.values)


def _is_judged(card: Card) -> bool:
    return bool(card.texts) and (card.rule is not None or bool(card.effects))


def _placed(problem: TextProblem, card: ast.Card, report: Report) -> Diagnostic:
    """A problem as a diagnostic: in the text, or at the id of the card."""
    span = next((_inside(problem, text) for text in _texts(card) if text.language.text == problem.language), None)
    place = card.id.span if span is None else span
    return Diagnostic(problem.code, Severity.WARNING, problem.message, report.source, place, problem.help)


def _texts(card: ast.Card) -> Iterator[ast.Labelled]:
    return (member for member in card.members if isinstance(member, ast.Labelled) and member.what == "text")


def _inside(problem: TextProblem, text: ast.Labelled) -> Span:
    """The span of a problem within a text, which is the quoted end of its line."""
    first = text.span.end - 1 - len(text.value)
    if problem.start < 0:
        return Span(first, first + len(text.value))
    start = min(first + problem.start, text.span.end - 2)
    return Span(start, min(max(start + 1, first + problem.end), text.span.end - 1))


def _digest(value: object) -> str:
    return sha256(json.dumps(value).encode()).hexdigest()


def _decoded(answer: object) -> list[TextProblem] | None:
    """The problems of a stored entry; None if it is malformed."""
    from tilewright.texts.problems import TextProblem

    if not isinstance(answer, list):
        return None
    found = []
    for item in answer:
        match item:
            case [str(code), str(language), str(message), str(help), int(start), int(end)] if code.startswith("TW5"):
                found.append(TextProblem(code, language, message, help, start, end))
            case _:
                return None
    return found


# ------------------------------------------------------------------ checks of tables of phrases


def table_report(source: Source, resolver: Resolver) -> Report:
    """The diagnostics of a phrase table.

    A table in the folder of a pack extends the one of tilewright, with the words of its game. Any other is a table
    for all games, and is checked with the words of a bundled game.
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
    """The bundled pack whose game has the most words in a language; None if there is none."""
    packs = [pack for pack in resolver.packs() if pack.game.words]
    return max(packs, key=lambda pack: sum(word.language == language for word in pack.game.words), default=None)


def _problems(source: Source, pack: Pack, own: bool) -> list[Diagnostic]:
    from tilewright.texts.faults import faults, faults_of_card
    from tilewright.texts.grammars import is_bare
    from tilewright.texts.phrasebook import Language, Phrasebook
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
