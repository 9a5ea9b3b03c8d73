"""The statements of a card as words, as the table of the card language reads them: without layout and names of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from tilewright.syntax.parser import tokens
from tilewright.table.card import Card

NO_STATEMENTS = ("name", "text", "pays", "its", "piece")
"""How lines of a card begin that neither score nor do anything."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
"""What options are called, whose names no text says: by their order."""
LAYOUT = (";", "begin", "end")


def rule_words(card: Card) -> list[str]:
    """The statements of a card as words, blocks between ``begin`` and ``end``, lines separated by ``;``."""
    found: list[str] = []
    line: list[str] = []
    depth = 0
    inside = False
    for token in tokens(card.source.text):
        if token.type in ("_NL", "_INDENT", "_DEDENT"):
            if line and depth == 0:
                inside = len(line) == 2 and line[1] == card.id
            elif line and inside and line[0] not in NO_STATEMENTS:
                found += [*([";"] if found and found[-1] not in ("begin", ";") else []), *line]
            line = []
            depth += {"_NL": 0, "_INDENT": 1, "_DEDENT": -1}[token.type]
            if inside and token.type == "_INDENT" and depth > 1:
                found.append("begin")
            elif inside and token.type == "_DEDENT" and depth > 0:
                found.append("end")
        else:
            line += str(token).split()
    return found


def with_options_numbered(words: Sequence[str]) -> list[str]:
    """The words of statements in which options are called by their order among those that one chooses from."""
    found: list[str] = []
    counts = [0]
    for word in words:
        if word == "option":
            counts[-1] += 1
        elif word == "begin":
            counts.append(0)
        elif word == "end" and len(counts) > 1:
            counts.pop()
        is_name = bool(found) and found[-1] == "option" and counts[-1] <= len(ORDINALS)
        found.append(ORDINALS[counts[-1] - 1] if is_name else word)
    return found


def unnamed(words: Sequence[str], plurals: Mapping[str, str]) -> list[str]:
    """The words of statements, with what it stands for in place of each name that a `let` gives.

    `plurals` are those of the nouns that there are. A name of a number comes to be in parentheses.
    """
    names: dict[str, list[str]] = {}
    found: list[str] = []
    for line in _lines(words):
        line = [said for word in line for said in names.get(word, [word])]
        match line:
            case ["let", name, "be", "a" | "an", *noun]:
                names |= {name: noun, f"{name}s": _in_plural(noun, plurals)}
            case ["let", name, "be", *number]:
                names[name] = ["(", *(number[1:] if number[0] == "the" else number), ")"]
            case _:
                found += line
                continue
    return [
        word
        for word, before in zip(found, ["begin", *found], strict=False)
        if word != ";" or before not in (";", "begin")
    ]


def uncalled(words: Sequence[str], plurals: Mapping[str, str]) -> list[str]:
    """The words of statements in which things are called by their nouns, as they are without a name of their own.

    A noun means the thing that was last called by it: where that is another than the one meant the names are left.
    """
    nouns: dict[str, str] = {}
    latest: dict[str, str] = {}
    said: list[str] = []
    for at, word in enumerate(words):
        if word == "called":
            noun = _noun_called(words[:at], plurals)
            if not noun:
                return list(words)
            nouns[words[at + 1]] = noun
            latest[noun] = words[at + 1]
        elif word in nouns and at and words[at - 1] != "called":
            if latest[nouns[word]] != word:
                return list(words)
            said.append(nouns[word])
        elif not at or words[at - 1] != "called":
            said.append(word)
    return said


def _noun_called(words: Sequence[str], plurals: Mapping[str, str]) -> str:
    """The noun of the phrase at the end of some words, which a name follows; empty if there is none."""
    begin = max((i for i, word in enumerate(words) if word in LAYOUT), default=0)
    phrase = [*words[begin:], ""]
    return next((word for word, after in pairwise(phrase) if word in plurals and after not in plurals), "")


def _lines(words: Sequence[str]) -> Iterator[list[str]]:
    """The words line by line; what parts lines is a line of its own."""
    line: list[str] = []
    for word in words:
        if word in LAYOUT:
            yield from ([line, [word]] if line else [[word]])
            line = []
        else:
            line.append(word)
    if line:
        yield line


def _in_plural(noun: Sequence[str], plurals: Mapping[str, str]) -> list[str]:
    """A noun with what stands around it: the last of its first nouns in the plural."""
    head = next(
        (i for i, word in enumerate(noun) if word in plurals and noun[i + 1 : i + 2] and noun[i + 1] not in plurals), -1
    )
    return [plurals.get(word, word) if i in (head, len(noun) + head) else word for i, word in enumerate(noun)]
