"""What patterns are short for: plain sequences of words and parts, of which a grammar consists."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product

from tilewright.diagnostics import Problems
from tilewright.texts.chart import Part, Production, Symbol
from tilewright.texts.pattern import Choice, Fixed, Form, ImplicitPart, Pattern, PatternItem, Slot
from tilewright.texts.tokens import Tokenizer

MOST_FLAT = 4000
"""Of how many plain sequences one pattern may be short for."""
Rules = dict[str, list[Production]]


def taken_apart(
    pattern: Pattern, tokenizer: Tokenizer, shared: bool
) -> tuple[list[tuple[Symbol, ...]], Rules, list[ImplicitPart]]:
    """The sequences that a pattern is short for, the choices among words in them if these are `shared`, and what it leaves unsaid.

    Games share the patterns that come with tilewright, and most of them what their words stand for.
    """
    key = tokenizer.key, shared
    if key not in pattern.taken_apart:
        choices: Rules = {}
        ways = sequences(pattern.items, tokenizer, choices if shared else None)
        pattern.taken_apart[key] = ways, choices, pattern.unsaid
    known: tuple[list[tuple[Symbol, ...]], Rules, list[ImplicitPart]] = pattern.taken_apart[key]
    return known


def sequences(
    items: Sequence[PatternItem], tokenizer: Tokenizer, choices: Rules | None = None
) -> list[tuple[Symbol, ...]]:
    """Every plain sequence of words and parts that a pattern is short for.

    With `choices` a choice among words is a symbol, whose rules go there, and not so many sequences.
    """
    ways: list[list[tuple[Symbol, ...]]] = []
    count = 1
    for item in items:
        match item:
            case Fixed():
                ways.append([tuple(tokenizer.words(item.text))])
            case Form():
                ways.append([(Part(f"~{item.lexeme}"),)])
            case Slot():
                ways.append([(Part(item.symbol, item.name),)])
            case Choice():
                found = [way for option in item.options for way in sequences(option, tokenizer, choices)]
                ways.append(found if choices is None else _shared(found, choices))
            case ImplicitPart():
                continue
        count *= len(ways[-1])
    if count > MOST_FLAT:
        raise Problems(f"a pattern stands for {count} sequences of words")
    if len(ways) == 1:
        return list(dict.fromkeys(ways[0]))
    return list(dict.fromkeys(tuple(chain.from_iterable(chosen)) for chosen in product(*ways)))


def _shared(ways: list[tuple[Symbol, ...]], choices: Rules) -> list[tuple[Symbol, ...]]:
    """The ways to choose, those without parts of a phrase as one symbol."""
    bare = [way for way in ways if way and not any(isinstance(symbol, Part) and symbol.slot for symbol in way)]
    if len(bare) < 2:
        return ways
    said = (" ".join(symbol.symbol if isinstance(symbol, Part) else symbol for symbol in way) for way in bare)
    name = f"[{'/'.join(said)}]"
    if name not in choices:
        choices[name] = [Production(None, way) for way in dict.fromkeys(bare)]
    return [(Part(name),), *(way for way in ways if way not in bare)]
