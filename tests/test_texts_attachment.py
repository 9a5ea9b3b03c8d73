"""What a phrase at the end of a sentence is about: nothing of another sentence, and nothing before an "otherwise"."""

from __future__ import annotations

import pytest

from phrasebooks import language
from tilewright.check.fragments import read_fragment
from tilewright.core import expr as core
from tilewright.core.same import canonical
from tilewright.table.card import Card
from tilewright.texts.reading import NotUnderstood, readings

CORNERS = "if every corner has a shrine\n  score 12\notherwise\n  score {} for each corner with a stack"
DRAGONS = "if there is a shrine\n  score 12\notherwise\n  score {} for each dragon"
SHRINES = "if every corner has a shrine\n  score 2 for each shrine\notherwise\n  score 1 for each stack"
CHAIN = "if every corner has a shrine\n  score 12\notherwise\n  if there is a dragon\n    score 5\n  otherwise\n    score 1 for each shrine"
BOTH = "score 12 if every corner has a shrine\nscore 2 for each corner with a stack"
ROWS = "score 3 for each row with exactly 1 shrine\nscore -1 for each column with no shrine"
EDGES = "score 2 for each edge with exactly 1 shrine\nscore 1 for each shrine on the border"
SAID = [
    ("en", "For each edge with exactly one shrine, 2 points. Score 1 point for each shrine on the border.", EDGES),
    (
        "en",
        "12 points if every corner has a shrine; otherwise 1 point for each corner with a stack.",
        CORNERS.format(1),
    ),
    (
        "en",
        "12 points if every corner has a shrine. Otherwise, 1 point for each corner with a stack.",
        CORNERS.format(1),
    ),
    ("en", "12 points if every corner has a shrine; if not, 1 point for each corner with a stack.", CORNERS.format(1)),
    ("en", "If every corner has a shrine, 12 points; or else 1 point for each corner with a stack.", CORNERS.format(1)),
    (
        "en",
        "12 points if every corner has a shrine, otherwise lose 1 point for each corner with a stack.",
        CORNERS.format(-1),
    ),
    (
        "en",
        "12 points if every corner has a shrine; otherwise minus 1 point for each corner with a stack.",
        CORNERS.format(-1),
    ),
    ("en", "2 points for each shrine if every corner has a shrine; otherwise 1 point for each stack.", SHRINES),
    ("en", "If every corner has a shrine, 2 points for each shrine; otherwise 1 point for each stack.", SHRINES),
    (
        "en",
        "12 points if every corner has a shrine; otherwise 5 points if you have a dragon; otherwise 1 point for each shrine.",
        CHAIN,
    ),
    ("en", "12 points if every corner has a shrine, and 2 points for each corner with a stack.", BOTH),
    ("en", "3 points for each row with exactly one shrine. Lose 1 point for each column without a shrine.", ROWS),
    ("en", "3 points for each row with exactly one shrine; −1 point for each column without a shrine.", ROWS),
    (
        "fr",
        "12 points si chaque coin a un sanctuaire ; sinon 1 point pour chaque coin avec une pile.",
        CORNERS.format(1),
    ),
    (
        "fr",
        "12 points si chaque coin a un sanctuaire, sinon −1 point pour chaque coin avec une pile.",
        CORNERS.format(-1),
    ),
    (
        "fr",
        "3 points pour chaque rangée qui contient un seul sanctuaire. -1 point pour chaque colonne qui n'en contient aucun.",
        ROWS,
    ),
    (
        "it",
        "12 punti se ogni angolo ha un sacrario; altrimenti 1 punto per ogni angolo con una pila.",
        CORNERS.format(1),
    ),
    (
        "it",
        "Se ogni angolo ha un sacrario, 12 punti; altrimenti perdi 1 punto per ogni angolo con una pila.",
        CORNERS.format(-1),
    ),
    ("it", "Guadagna 3 punti per ogni riga con un solo sacrario e perdi 1 punto per ogni colonna che non ne ha.", ROWS),
    ("de", "12 Punkte, wenn du einen Schrein hast; sonst 1 Punkt für jeden Drachen.", DRAGONS.format(1)),
    ("de", "12 Punkte, wenn du einen Schrein hast. Sonst verliere 1 Punkt für jeden Drachen.", DRAGONS.format(-1)),
]


def meant(name: str, text: str) -> list[object]:
    """What a text can mean, without names."""
    found = readings(language(name), text)
    assert not isinstance(found, NotUnderstood), found
    return [canonical(_rule(reading.card)) for reading in found]


def _rule(card: Card | object) -> core.Expr:
    assert isinstance(card, Card) and card.rule is not None
    return card.rule


@pytest.mark.parametrize(("name", "text", "rule"), SAID)
def test_the_end_of_a_sentence_reaches_back_over_nothing(name: str, text: str, rule: str) -> None:
    """The natural reading is the only one: a right text is not accused, and a wrong one is not confirmed in one reading."""
    assert meant(name, text) == [canonical(_rule(read_fragment(rule, language(name).card.game)))]


def test_what_is_scored_for_each_may_still_have_two_branches() -> None:
    """A "for each" that stands first holds for what is scored if something holds and otherwise."""
    found = meant("en", "For each row: 5 points if it has a dragon, otherwise 1 point.")
    rule = "for each row\n  score 5 if it has a dragon, otherwise 1"
    assert canonical(_rule(read_fragment(rule, language("en").card.game))) in found
