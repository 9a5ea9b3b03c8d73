"""What is made of the tables that come with tilewright: shared by games, kept on disk, and the same as without either."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cards import pack
from phrasebooks import language
from tilewright.store import MAX_BYTES
from tilewright.texts import grammars
from tilewright.texts.chart import Part, Production
from tilewright.texts.grammars import bare_rules, grammar_rules, prepared, prepared_bare, prepared_bare_rules
from tilewright.texts.phrasebook import Language
from tilewright.texts.sequences import Rules
from tilewright.texts.tokens import Tokenizer

Form = tuple[str, tuple[object, ...], object]


def forms(rules: Rules) -> dict[str, set[Form]]:
    """The rules by symbol, without options that are a light word alone, of which there may be more."""
    return {
        symbol: {
            (rule.function.name if rule.function else "", rule.symbols, rule.unsaid)
            for rule in known
            if not _is_a_word(rule)
        }
        for symbol, known in rules.items()
        if not all(map(_is_a_word, known))
    }


def _is_a_word(rule: Production) -> bool:
    return rule.function is None and len(rule.symbols) == 1 and not isinstance(rule.symbols[0], Part)


@pytest.mark.parametrize("name", ["en", "fr", "it"])
def test_shared_rules_are_those_of_the_whole_table(name: str) -> None:
    """A game adds its own rules to the shared ones; all of them together are those that are made without sharing."""
    asked = language(name)
    tokenizer = Tokenizer(asked.table)
    whole = replace(asked.table, base=None)
    shared, own = (grammar_rules(table, tokenizer, asked.card.parts) for table in (asked.table, whole))
    assert forms(shared) == forms(own)


@pytest.mark.parametrize("acts", [False, True])
@pytest.mark.parametrize("name", ["en", "fr", "it"])
def test_shared_rules_for_the_words_that_count_are_those_of_the_whole_table(name: str, acts: bool) -> None:
    """The same without light words, of which a pack may have others: "the castle" is not light in Dragon Castle."""
    asked = language(name)
    table = pack().phrasebook().bare_table(name)
    assert table is not None
    board = board_words(asked)
    tokenizer = Tokenizer(table)
    made = [bare_rules(it, tokenizer, asked.card.parts, board, acts) for it in (table, replace(table, base=None))]
    assert forms(made[0]) == forms(made[1])


def board_words(asked: Language) -> frozenset[str]:
    """What the game calls the board."""
    return frozenset(word for noun in asked.table.lexicon["board"] for word in noun.forms)


def counted(make: Callable[[], list[int]]) -> tuple[Callable[[], list[int]], list[int]]:
    """A function, and how often it was called."""
    calls: list[int] = []

    def called() -> list[int]:
        calls.append(1)
        return make()

    return called, calls


def test_what_is_made_is_kept_and_a_spoiled_file_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second process finds what the first one made; whatever is wrong with the file, nothing is lost."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    make, calls = counted(lambda: [1, 2])
    assert grammars._kept("numbers", make) == grammars._kept("numbers", make) == [1, 2]
    assert len(calls) == 1
    [file] = (tmp_path / "tilewright-compiled").glob("phrases-*")
    for spoiled in (b"", b"garbage", file.read_bytes()[:-3]):
        file.write_bytes(spoiled)
        assert grammars._kept("numbers", make) == [1, 2]
    assert len(calls) == 4


def test_what_is_kept_reads_like_what_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is the same when it is read from the cache: patterns, words and rules."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = grammars._kept("fr", lambda: grammars._prepared("fr"))
    again = grammars._kept("fr", lambda: pytest.fail("it is kept"))
    assert first == again == prepared("fr")


@pytest.mark.parametrize("name", ["en", "fr", "it"])
def test_what_is_made_is_small_enough_to_be_kept(name: str) -> None:
    """A larger file would not be written, and nobody would notice but by the clock."""
    made = (prepared(name), prepared_bare(name), *(prepared_bare_rules(name, acts) for acts in (False, True)))
    assert all(len(pickle.dumps(it, protocol=5)) < MAX_BYTES for it in made)


def test_other_tables_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a table or the program has changed, what was made before is not used."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    make, calls = counted(lambda: [3])
    grammars._kept("numbers", make)
    monkeypatch.setattr(grammars, "_made_of", lambda: ("another version",))
    grammars._kept("numbers", make)
    assert len(calls) == 2
