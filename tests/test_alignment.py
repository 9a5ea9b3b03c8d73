"""Texts that are not understood, compared with the rule of their card by synthesis (`texts.alignment`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

import tilewright
from tilewright.cli.commands.text import command
from tilewright.source import Source, read_source
from tilewright.table.card import Card
from tilewright.texts.partial import likeness
from tilewright.texts.phrasebook import Language, Phrasebook

LATER = Path(__file__).parent / "texts" / "later"
PACK = tilewright.load_pack("dragon-castle")
SWAPPED = "dragon swapped\n  score 2 for each shrine beside a season\n"


@pytest.fixture(scope="module")
def book() -> Phrasebook:
    return PACK.phrasebook()


def language(book: Phrasebook, name: str) -> Language:
    found = book.language(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en", "1 point of each of those: shrine next to a taller stack"),
        ("en", "Your whole realm: 1 point for each shrine with a taller neighbor."),
        ("fr", "1 point pour votre royaume, par sanctuaire voisin d'une pile plus haute"),
    ],
)
def test_every_word_that_counts_is_explained(book: Phrasebook, name: str, text: str) -> None:
    found = likeness(language(book, name), text, PACK.card("humility"))
    assert found is not None and not found.instead


@pytest.mark.parametrize(
    ("name", "text", "instead"),
    [
        ("en", "1 point of each of those: shrine with a lower neighbor", "1 point for each shrine with a lower neighbor."),
        ("en", "Your whole realm: 2 points for each shrine with a taller neighbor.", "2 points for each shrine with a taller neighbor."),
        ("en", "Your whole realm: 1 point for each dragon with a taller neighbor.", "1 point for each dragon with a taller neighbor."),
    ],
)  # fmt: skip
def test_a_near_miss_explains_it_better(book: Phrasebook, name: str, text: str, instead: str) -> None:
    found = likeness(language(book, name), text, PACK.card("humility"))
    assert found is not None and found.instead == instead


@pytest.mark.parametrize(
    "text",
    [
        "1 point for each shrine in the shade of a taller pagoda.",  # words that nothing explains
        "1 point for each shrine next to a taller stack, twice if it rains.",
        "For each shrine.",  # parts of the rule are missing
        "",
    ],
)
def test_what_is_not_explained_is_left_open(book: Phrasebook, text: str) -> None:
    assert likeness(language(book, "en"), text, PACK.card("humility")) is None


def test_parts_that_change_places_are_not_the_rule(book: Phrasebook) -> None:
    card = next(cards_in(Source("swapped.tw", SWAPPED)))
    text = "2 points for each season next to at least one of your shrines."
    found = likeness(language(book, "en"), text, card)
    assert found is None or found.instead


@pytest.mark.slow
def test_no_wrong_sentence_probably_agrees_and_no_right_one_differs(book: Phrasebook) -> None:
    cards = {
        card.id: card
        for path in sorted((LATER / "cards").glob("*.tw"))
        if isinstance(source := read_source(str(path)), Source)
        for card in cards_in(source)
    }
    answered = {"same": 0, "differ": 0}
    for id, by_language in yaml.safe_load((LATER / "sheet.yaml").read_text("utf-8")).items():
        for name, kinds in by_language.items():
            for kind, texts in kinds.items():
                for text in texts:
                    found = likeness(language(book, name), text, cards[id])
                    if found is not None:
                        assert bool(found.instead) == (kind == "differ"), (id, text, found)
                        answered[kind] += 1
    assert answered["same"] > 60 and answered["differ"] > 10


def test_an_unproved_verdict_is_marked() -> None:
    say = "1 point of each of those: shrine with a lower neighbor"
    result = CliRunner().invoke(command, ["humility", "--lang", "en", "--say", say])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[1] == "  en  probably differs: not proved"
    assert lines[2].strip() == "it seems to say: 1 point for each shrine with a lower neighbor."


def cards_in(source: Source) -> Iterator[Card]:
    return (checked.value for checked in PACK.check_file(source).checked if isinstance(checked.value, Card))
