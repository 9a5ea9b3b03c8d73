"""German: tables with cases, and with verbs where German has them. Rules are written, read back, and proved to be the same."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cards import pack
from command_line import run
from phrasebooks import language
from rules_random import random_abilities, random_rules
from tilewright.check.fragments import read_ability, read_fragment
from tilewright.table.card import Card
from tilewright.texts.faults import faults, faults_of_card
from tilewright.texts.verdict import Agreement, judge_card
from tilewright.texts.writing import write

UNDERSTOOD = (Agreement.AGREES, Agreement.ONE_READING)
WRITTEN = [
    ("score 1 for each shrine where any neighbor is taller", "1 Punkt für jeden Schrein neben einem höheren Nachbarn."),
    (
        "score 2 for each dragon where no neighbor is face-up",
        "2 Punkte für jeden Drachen, bei dem kein Nachbar offen ist.",
    ),
    ("score 2 for each season where its number is 6", "2 Punkte für jede Jahreszeit, deren Zahl gleich 6 ist."),
    (
        "score 3 for each row where it has a shrine and a dragon",
        "3 Punkte für jede Reihe, die einen Schrein und auch einen Drachen hat.",
    ),
    ("score 3 if there is no dragon on the border", "3 Punkte, wenn du keinen Drachen am Rand hast."),
    (
        "score the total height of shrines on the border",
        "Punkte in Höhe von der gesamten Höhe von deinen Schreinen am Rand.",
    ),
    (
        "for each row\n  score 2 if it has a stack and a dragon",
        "Für jede Reihe: 2 Punkte, wenn sie einen Stapel und auch einen Drachen hat.",
    ),
    (
        "score 5 for each stack where no neighbor has the same number",
        "5 Punkte für jeden Stapel, bei dem kein Nachbar dieselbe Zahl hat.",
    ),
    ("score -2 for each wind in a corner", "Verliere 2 Punkte für jeden Wind in einer Ecke."),
]
DONE = [
    ("ability\n  discard a face-up tile", "Wirf einen offenen Stein ab."),
    ("ability once a game\n  turn face-down a dragon", "Einmal pro Spiel: decke einen Drachen zu."),
    ("ability\n  draw a tile called gift\n  place the gift", "Ziehe einen Stein. Lege diesen Stein an."),
    ("ability\n  up to 2 times\n    build a shrine on a wind", "Bis zu 2 mal: baue einen Schrein auf einen Wind."),
]
SAID = [
    ("boldness", "Jeder Schrein am Rand deines Reichs zählt 1 Punkt.", Agreement.AGREES),
    ("boldness", "1 Punkt für jeden Schrein, der am Rand liegt.", Agreement.AGREES),
    ("boldness", "1 Punkt pro Schrein in einer Ecke.", Agreement.DIFFERS),
    ("humility", "Für jeden Schrein neben einem höheren Stapel erhältst du 1 Punkt.", Agreement.AGREES),
    ("humility", "1 Punkt für jeden Schrein neben einem niedrigeren Nachbarn.", Agreement.DIFFERS),
    ("humility", "1 Punkt für jeden Schrein neben mindestens 2 höheren Nachbarn.", Agreement.DIFFERS),
    ("humility", "1 Punkt für jeden Schrein ohne höheren Nachbarn.", Agreement.DIFFERS),
    ("devotion", "1 Punkt je Schrein neben einem aufgedeckten Drachen.", Agreement.AGREES),
    ("devotion", "1 Punkt für jeden Schrein neben einem verdeckten Stein.", Agreement.DIFFERS),
    ("devotion", "2 Punkte für jeden Schrein neben einem offenen Drachen.", Agreement.DIFFERS),
    ("tranquility", "1 Punkt für jede Gruppe von verdeckten Stapeln.", Agreement.AGREES),
    ("tranquility", "1 Punkt für jede Gruppe offener Stapel.", Agreement.DIFFERS),
]


def test_the_tables_are_sound() -> None:
    """No part is missing or alien, no word unknown, and no words say two phrases that mean something else."""
    assert faults_of_card(language("de").card) == []
    assert faults(language("de")) == []


def test_a_table_is_enough_for_words_in_a_language(tmp_path: Path) -> None:
    """The cards of the pack have no texts in it; without the table its words are a mistake."""
    for name in ("pack.yaml", "game.tw", "de.phr"):
        shutil.copy(pack().folder / name, tmp_path)
    assert "TW115" not in run("check", str(tmp_path / "game.tw")).output
    (tmp_path / "de.phr").unlink()
    assert (
        "TW115: there are words in 'de', which is not a language of this pack"
        in run("check", str(tmp_path / "game.tw")).output
    )


@pytest.mark.parametrize(("rule", "text"), WRITTEN)
def test_rules_are_written_with_cases(rule: str, text: str) -> None:
    """Articles and adjectives agree in case, gender and number, and the verb of a subordinate clause stands at its end."""
    card = read_fragment(rule, pack().game)
    assert isinstance(card, Card)
    assert write(card, language("de")) == text


@pytest.mark.parametrize(("ability", "text"), DONE)
def test_verbs_are_separated(ability: str, text: str) -> None:
    """The prefix of a separable verb stands behind what it is done with."""
    card = read_ability(ability, pack().game)
    assert isinstance(card, Card)
    assert write(card, language("de")) == text


@pytest.mark.slow
@pytest.mark.parametrize(("id", "text", "agreement"), SAID)
def test_sentences_are_judged(id: str, text: str, agreement: Agreement) -> None:
    """Other words for a rule agree, and wrong ones differ."""
    card = next(card for card in pack().cards() if card.id == id)
    assert judge_card(language("de"), text, card).agreement is agreement


@pytest.mark.slow
def test_every_printed_card_that_scores_is_written() -> None:
    """What is written for each means its rule."""
    scoring = [card for card in pack().cards() if card.rule is not None]
    assert len(scoring) >= 31
    for card in scoring:
        text = write(card, language("de"))
        assert text is not None and judge_card(language("de"), text, card).agreement in UNDERSTOOD, card.id


def test_a_few_random_rules_are_written() -> None:
    """A small part of the next test."""
    assert all(write(card, language("de")) for _, card in random_rules(pack().game, 1, 6))


@pytest.mark.slow
@pytest.mark.parametrize(("draw", "seed"), [(random_rules, 10), (random_rules, 11), (random_abilities, 3)])
def test_random_rules_and_abilities_are_written(draw: object, seed: int) -> None:
    """Over the whole grammar: what is written means the rule, and nearly all are written."""
    assert callable(draw)
    found = [(text, card, write(card, language("de"))) for text, card in draw(pack().game, seed, 100)]
    assert all(
        judge_card(language("de"), said, card).agreement in UNDERSTOOD for _, card, said in found if said is not None
    )
    missing = [text for text, _, said in found if said is None]
    assert len(missing) <= 4, missing
