"""What is wrong with tables of phrases: parts that are missing or alien, unknown words, patterns that overlap.

A pattern that leaves a part out without saying what it is then, or two phrases that the same words say, make
sentences mean what they do not say; nobody would notice in a single sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.texts.chart import Part, Production
from tilewright.texts.grammars import LIST, SEVERAL
from tilewright.texts.pattern import NUMBERS, Form, Pattern, PatternItem, Slot, flat
from tilewright.texts.phrasebook import OF_GAMES, CardLanguage, Language
from tilewright.texts.table import PhraseTable


@dataclass(frozen=True)
class TableFault:
    """What is wrong with a pattern of a table, and which phrase it says."""

    phrase: str
    message: str
    pattern: Pattern

    def __str__(self) -> str:
        return f"{self.phrase}: {self.message}"


def faults(language: Language) -> list[TableFault]:
    """The faults of the table of a language."""
    return [*_of_patterns(language.table, language.card), *_overlaps(language)]


def faults_of_card(card: CardLanguage) -> list[TableFault]:
    """The faults of the table of the card language."""
    found = []
    for name, fields in card.table.patterns.items():
        needed = _needed(card, name)
        for field, patterns in fields.items():
            for pattern in patterns:
                alien = sorted({slot.name for slot in pattern.slots()} - needed)
                messages = [
                    *(f"{part} is not part of it" for part in alien),
                    *_unknown_words(card.table, name, pattern),
                ]
                found += [TableFault(_called(name, field), message, pattern) for message in messages]
    return found


def _called(name: str, field: str) -> str:
    return f"{name}.{field}" if field else name


def _needed(card: CardLanguage, name: str) -> set[str]:
    """The parts of a phrase: those that the card language says."""
    patterns = [patterns[0] for patterns in card.table.patterns.get(name, {}).values()]
    return {slot.name for pattern in patterns for slot in pattern.slots()}


def _of_patterns(table: PhraseTable, card: CardLanguage) -> Iterator[TableFault]:
    for name, fields in table.patterns.items():
        for field, patterns in fields.items():
            for pattern in patterns:
                for message in (*_unknown_words(table, name, pattern), *_wrong_parts(table, card, name, pattern)):
                    yield TableFault(_called(name, field), message, pattern)


def _wrong_parts(table: PhraseTable, card: CardLanguage, name: str, pattern: Pattern) -> Iterator[str]:
    function = table.functions[name]
    if function.local or name.startswith("game:"):
        return
    needed = _needed(card, name)
    for items in _flat_options(pattern.items):
        said = {slot.name for slot in items if isinstance(slot, Slot) and not _is_local(slot, table)}
        for part in pattern.unsaid:
            said = (said - _needed(card, part.function)) | {part.name}
        if said - needed:
            yield f"{', '.join(sorted(said - needed))} is not part of it"
        missing = {part for part in needed - said if part.rstrip("0123456789") not in card.defaults}
        if missing:
            yield f"nothing is given for {', '.join(sorted(missing))}"


def _flat_options(items: Sequence[PatternItem]) -> Iterator[tuple[PatternItem, ...]]:
    """The parts that are said in each way to choose among options; words are left out."""
    ways: list[tuple[PatternItem, ...]] = [()]
    for item in items:
        if isinstance(item, Slot):
            ways = [(*way, item) for way in ways]
        elif not isinstance(item, Form) and any(isinstance(part, Slot) for part in flat((item,))):
            options = [found for option in getattr(item, "options", ()) for found in _flat_options(option)]
            ways = [(*way, *option) for way in ways for option in dict.fromkeys(options)]
    yield from dict.fromkeys(ways)


def _is_local(slot: Slot, table: PhraseTable) -> bool:
    return slot.category in table.functions and table.functions[slot.category].local


def _unknown_words(table: PhraseTable, name: str, pattern: Pattern) -> Iterator[str]:
    names = {item.name for item in flat(pattern.items) if isinstance(item, Slot)}
    categories = {function.category for function in table.functions.values()} | {larger for _, larger in table.kinds}
    categories |= {SEVERAL[0], LIST, *OF_GAMES}
    for item in flat(pattern.items):
        if isinstance(item, Form):
            if item.lexeme not in table.lexicon:
                yield f"~{item.lexeme} is not a word of the lexicon"
            if item.agree and item.agree not in names:
                yield f"~{item.lexeme} agrees with {item.agree}, which is not there"
        if isinstance(item, Slot) and item.category not in categories:
            yield f"there are no phrases of the kind {item.category}"
        if isinstance(item, (Form, Slot)) and item.number and item.number not in (*NUMBERS, *_counted(table, name)):
            yield f"the number of {item.number} is requested, but it is not a part of the phrase"


def _counted(table: PhraseTable, name: str) -> set[str]:
    """The parts of a phrase that can ask for a number."""
    patterns = [pattern for patterns in table.patterns[name].values() for pattern in patterns]
    slots = {slot.name for pattern in patterns for slot in pattern.slots()}
    return slots | {part.name for pattern in patterns for part in pattern.unsaid}


def _overlaps(language: Language) -> Iterator[TableFault]:
    """Words that say two phrases of a kind which mean something else."""
    for symbol, rules in language.plain_rules.items():
        by_words: dict[tuple[str, ...], dict[str, tuple[object, Production]]] = {}
        for rule in rules:
            if rule.function is not None:
                words = tuple(part.symbol if isinstance(part, Part) else part for part in rule.symbols)
                meaning = _written(language.card, rule.function.name), rule.unsaid and str(rule.unsaid)
                by_words.setdefault(words, {})[rule.function.name] = meaning, rule
        for words, functions in by_words.items():
            declared = any(set(functions) <= names for names in language.card.table.ambiguous)
            if len({str(meaning) for meaning, _ in functions.values()}) > 1 and not declared:
                field = symbol.partition(".")[2]
                patterns = [language.table.patterns[name][field][rule.rank] for name, (_, rule) in functions.items()]
                message = f"{' and '.join(sorted(functions))} ({symbol}) are both written '{' '.join(words)}'"
                yield from (
                    TableFault(_called(name, field), message, p) for name, p in zip(functions, patterns, strict=True)
                )


def _written(card: CardLanguage, name: str) -> object:
    """What the card language says for a phrase; the same for two phrases that are one."""
    fields = card.table.patterns.get(name, {})
    return {field: str(patterns[0].items) for field, patterns in fields.items()}
