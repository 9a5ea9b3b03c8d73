"""How tables become grammars. What is made of the tables that come with tilewright is shared by all games and kept on disk."""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from tilewright.diagnostics import Problems
from tilewright.disk import stamps
from tilewright.resources import cache_folder, data_folder
from tilewright.source import Source, read_source
from tilewright.store import Store
from tilewright.texts.bare import LightWords
from tilewright.texts.chart import Part, Production
from tilewright.texts.coined import DEFINED
from tilewright.texts.pattern import Pattern, Slot
from tilewright.texts.sequences import Rules, taken_apart
from tilewright.texts.table import CARD, Patterns, PhraseTable, read_table
from tilewright.texts.tokens import Tokenizer

SUFFIX = ".phr"
GENERAL = "general"
"""The folder of the tables that have a phrase for each construct of rules."""
WRITTEN = "written"
"""The folder of the tables of what is written in fewer words, and read by the phrases of the others."""
BARE = "bare"
"""The folder of the tables by which only the words that count are read."""
_LIST = re.compile(r"-?\d{1,9}(/-?\d{1,9})+")
NUMBER, SEVERAL, ORDINAL, LIST = "K", "K.several", "K.nth", "Ks"
"""What stands for itself: a number, one that is no article, one that may be a place in an order, numbers with slashes."""
BOARD = "~board"
"""The symbol of what a game calls the board, whose words are light."""
_PREFIX = "phrases-"

T = TypeVar("T")


def languages() -> tuple[str, ...]:
    """The languages that there is a table for, the card language left out."""
    found = sorted(path.stem for path in data_folder("phrases").glob(f"*{SUFFIX}"))
    return tuple(name for name in found if name != CARD)


def source_of(path: Path) -> Source:
    """The text of a table. Raises `Problems` if it cannot be read."""
    source = read_source(str(path))
    if not isinstance(source, Source):
        raise Problems(f"the table of phrases '{path.stem}' cannot be read: {source.reason}")
    return source


def files_of(name: str) -> list[Path]:
    """The tables of a language that come with tilewright: what cards say most, whatever rules can say, and what is only written."""
    folder = data_folder("phrases")
    folders = (folder, folder / GENERAL, folder / WRITTEN, *([folder / BARE] if name == CARD else []))
    return [path for part in folders if (path := part / f"{name}{SUFFIX}").is_file()]


def bare_file(name: str) -> Path | None:
    """The table by which only the words that count are read; None if a language has none."""
    path = data_folder("phrases") / BARE / f"{name}{SUFFIX}"
    return path if path.is_file() else None


def folder_of(path: Path | None) -> str:
    """The folder of a table, where that says what it is for; else nothing."""
    name = "" if path is None else path.resolve().parent.name
    return name if name in (GENERAL, WRITTEN, BARE) else ""


def is_bare(source: Source) -> bool:
    """Whether a table is one by which only the words that count are read."""
    return folder_of(source.path) == BARE


def parts_of(table: PhraseTable) -> dict[str, frozenset[str]]:
    """Of each phrase the parts that the card language says."""
    return {
        name: frozenset(slot.name for patterns in fields.values() for slot in patterns[0].slots())
        for name, fields in table.patterns.items()
    }


# ------------------------------------------------ rules


def rules_of(
    table: PhraseTable,
    tokenizer: Tokenizer,
    parts: Mapping[str, frozenset[str]],
    patterns: Mapping[str, Mapping[str, Sequence[Pattern]]] | None = None,
    known: Patterns | None = None,
    shared: bool = True,
) -> Rules:
    """The rules of a table, or of other `patterns` with its words, but for those at the beginning that are `known`.

    Choices among words are symbols of their own if they are `shared`.
    """
    patterns = table.patterns if patterns is None else patterns
    said = {name: fields for name, fields in patterns.items() if name not in table.omitted}
    rules: Rules = {}
    _take_patterns(rules, table, said, tokenizer, parts, known or {}, shared)
    for name, words in table.lexicon.items():
        forms = dict.fromkeys(form for word in words for form in word.forms if name != DEFINED)
        rules[f"~{name}"] = [Production(None, tuple(tokenizer.words(form))) for form in forms]
    fields_of: dict[str, set[str]] = {}
    for name, fields in said.items():
        fields_of.setdefault(table.functions[name].category, set()).update(fields)
    for smaller, larger in table.kinds:
        for field in sorted(fields_of.setdefault(smaller, set())):
            part = Part(Slot(smaller, field).symbol, smaller)
            rules.setdefault(Slot(larger, field).symbol, []).append(Production(None, (part,)))
        fields_of.setdefault(larger, set()).update(fields_of[smaller])
    return rules


def _take_patterns(
    rules: Rules,
    table: PhraseTable,
    patterns: Mapping[str, Mapping[str, Sequence[Pattern]]],
    tokenizer: Tokenizer,
    parts: Mapping[str, frozenset[str]],
    known: Patterns,
    shared: bool,
) -> None:
    for name, fields in patterns.items():
        function = table.functions[name]
        if function.unread and not table.is_card:
            continue
        for field, ways in fields.items():
            symbol = Slot(function.category, field).symbol
            first = len(known.get(name, {}).get(field, ()))
            for rank, pattern in enumerate(ways[first:], first):
                try:
                    said, choices, parts_unsaid = taken_apart(pattern, tokenizer, shared)
                except Problems as problem:
                    raise Problems(f"{name}: {problem}") from None
                for choice, options in choices.items():
                    rules.setdefault(choice, options)
                unsaid = tuple(
                    (part.name, table.functions[part.function], parts[part.function]) for part in parts_unsaid
                )
                for symbols in said:
                    if symbols and symbols != (Part(symbol),):
                        rules.setdefault(symbol, []).append(Production(function, symbols, rank, unsaid))


def leaves_of(tokenizer: Tokenizer) -> dict[str, Callable[[str], int | str | None]]:
    """The words that stand for themselves, by their symbols."""
    return {
        NUMBER: tokenizer.number,
        SEVERAL: tokenizer.several,
        ORDINAL: tokenizer.ordinal,
        LIST: lambda word: word if _LIST.fullmatch(word) else None,
    }


def _joined(first: Rules, more: Rules) -> Rules:
    """The rules of both; of a choice among words that both have, each option once, and of words those of the latter."""
    found = {**first}
    for symbol, rules in more.items():
        known = [] if symbol.startswith("~") else first.get(symbol, [])
        found[symbol] = [*known, *(rule for rule in rules if rule.function is not None or rule not in known)]
    return found


# ------------------------------------------------ what all games share


@dataclass(frozen=True)
class PreparedTable:
    """A table that comes with tilewright, without the words of a game, and the rules for its patterns."""

    table: PhraseTable
    rules: Rules


@dataclass(frozen=True)
class BareRules:
    """Rules for the words that count, for texts or for abilities.

    `unsaid` are the choices that may be light words alone, and `words` all that the rules have, light or not.
    """

    rules: Rules
    unsaid: frozenset[str]
    words: frozenset[str]


@cache
def prepared(name: str) -> PreparedTable:
    """The table of a language, as far as all games share it."""
    return _kept(name, partial(_prepared, name))


def _prepared(name: str) -> PreparedTable:
    functions = {} if name == CARD else dict(prepared(CARD).table.functions)
    table = PhraseTable(name, dict(functions))
    for path in files_of(name):
        read_table(source_of(path), table, functions)
    table = replace(table, functions=functions | table.functions)
    parts = parts_of(table if name == CARD else prepared(CARD).table)
    return PreparedTable(table, rules_of(table, Tokenizer(table), parts))


@cache
def prepared_bare(name: str) -> PhraseTable | None:
    """The table of a language by which only the words that count are read, as far as all games share it."""
    path = bare_file(name)
    return None if path is None else _kept(f"{name} {BARE}", partial(_prepared_bare, name, path))


def _prepared_bare(name: str, path: Path) -> PhraseTable:
    table = prepared(name).table.copied({}, [])
    read_table(source_of(path), table, table.functions)
    return replace(table, base=None)


@cache
def prepared_bare_rules(name: str, acts: bool) -> BareRules:
    """The rules of that table, for texts or for abilities."""
    return _kept(f"{name} {BARE} {acts}", partial(_prepared_bare_rules, name, acts))


def _prepared_bare_rules(name: str, acts: bool) -> BareRules:
    table = prepared_bare(name)
    assert table is not None, "asked only of a language that has one"
    rules = rules_of(table, Tokenizer(table), parts_of(prepared(CARD).table))
    light = light_words(table, frozenset(), acts)
    unsaid = light.unsaid(rules, frozenset({BOARD}))
    words = (symbol for known in rules.values() for rule in known for symbol in rule.symbols)
    return BareRules(light.without(rules, unsaid), unsaid, frozenset(word for word in words if isinstance(word, str)))


def _kept(name: str, make: Callable[[], T]) -> T:
    """What a function makes of tables, from the user's cache if it was made before by this program of these tables."""
    store = Store(cache_folder("tilewright-compiled"))
    key = f"{_PREFIX}{sha256(repr((name, _made_of())).encode()).hexdigest()[:32]}"
    data = store.read_bytes(key)
    if data is not None:
        try:
            found: T = pickle.loads(data)
        except Exception:  # whatever is wrong with what was kept, it is made anew
            pass
        else:
            return found
    made = make()
    store.write_bytes(key, pickle.dumps(made, protocol=5))
    store.forget_oldest(_PREFIX)
    return made


@cache
def _made_of() -> tuple[object, ...]:
    """The tables and the program that reads them, by size and modification time (as for Python's own bytecode cache)."""
    return sys.version, *stamps((data_folder("phrases"), Path(__file__).parent), (SUFFIX, ".py"))


# ------------------------------------------------ of a game


def grammar_rules(table: PhraseTable, tokenizer: Tokenizer, parts: Mapping[str, frozenset[str]]) -> Rules:
    """The rules by which sentences are read: those that games share, where a table reads their words alike, and its own."""
    base = table.base
    if base is None or not _is_read_alike(table, base, tokenizer):
        return rules_of(table, tokenizer, parts)
    return _joined(prepared(base.language).rules, rules_of(table, tokenizer, parts, known=base.patterns))


def bare_rules(
    table: PhraseTable, tokenizer: Tokenizer, parts: Mapping[str, frozenset[str]], board: frozenset[str], acts: bool
) -> Rules:
    """The rules by which the words that count are read, in texts or in abilities; `board` are the words for the board."""
    light = light_words(table, board, acts)
    base = table.base
    if base is not None and _is_read_alike(table, base, tokenizer):
        shared = prepared_bare_rules(base.language, acts)
        if _has_no_other_light_words(table, base, shared.words, board):
            own = rules_of(table, tokenizer, parts, known=base.patterns)
            return _joined(shared.rules, light.without(own, light.unsaid(own, shared.unsaid)))
    rules = rules_of(table, tokenizer, parts)
    return light.without(rules, light.unsaid(rules))


def light_words(table: PhraseTable, board: frozenset[str], acts: bool) -> LightWords:
    """The light words of a table, in texts or in `acts`, where a few of them count."""
    light = frozenset(table.dropped).union(board)
    if acts:
        return LightWords(light - (table.acting - set(table.kept)), table.soft, table.kept)
    kept = {word: where for word, where in table.kept.items() if word not in table.acting}
    return LightWords(light, table.soft, kept)


def _is_read_alike(table: PhraseTable, base: PhraseTable, tokenizer: Tokenizer) -> bool:
    return tokenizer.key == Tokenizer(base).key and base.functions.items() <= table.functions.items()


def _has_no_other_light_words(
    table: PhraseTable, base: PhraseTable, words: frozenset[str], board: frozenset[str]
) -> bool:
    """Whether in rules with these words the light words of a table are those of the one it begins with."""
    names = ("dropped", "soft", "acting", "omitted")
    if any(getattr(table, name) != getattr(base, name) for name in names) or words & board - base.dropped:
        return False
    own = {word: before for word, (before, _) in table.kept.items() if table.kept[word] != base.kept.get(word)}
    return all(word not in base.kept and words.isdisjoint(before) for word, before in own.items())
