"""Sentences of which one word is wrong: whatever the rest says, they are not confirmed.

Each pair is a right sentence, and one in which a word that carries meaning is another.
"""

from __future__ import annotations

import pytest

from cards import pack
from phrasebooks import language
from tilewright.check.fragments import read_fragment
from tilewright.core import expr as core
from tilewright.core.same import canonical
from tilewright.table.card import Card
from tilewright.texts.verdict import Agreement, Verdict, judge

CONFIRMED = (Agreement.AGREES, Agreement.ONE_READING)


def rule(text: str) -> core.Expr:
    """A rule of the card language."""
    card = read_fragment(text, pack().game)
    assert isinstance(card, Card) and card.rule is not None, card
    return card.rule


def verdicts(name: str, right: str, wrong: str, text: str) -> tuple[Verdict, Verdict]:
    """What becomes of a right and of a wrong sentence."""
    return judge(language(name), right, rule(text)), judge(language(name), wrong, rule(text))


# -- tables of points

SHRINES = "score count of shrines read as 1 to 2: 1, 3 to 4: 4, 5 or more: 8"
TABLES = [
    (
        "en",
        "1 or 2 shrines: 1 point; 3 or 4 shrines: 4 points; 5 or more shrines: 8 points.",
        "1 or 2 shrines: 1 point; 3 or 4 shrines: 4 points; 4 or more shrines: 8 points.",
        SHRINES,
    ),
    (
        "en",
        "By the number of shrines in your realm: 1 point for 1-2, 4 points for 3-4, 8 points for 5 or more.",
        "By the number of shrines in your realm: 1 point for 1-2, 4 points for 2-4, 8 points for 5 or more.",
        SHRINES,
    ),
    (
        "en",
        "By the number of shrines in your realm: 1 point for 1 or 2, 4 for 3 to 5.",
        "By the number of shrines in your realm: 1 point for 1 or 2, 4 for 3 or 5.",
        "score count of shrines read as 1 to 2: 1, 3 to 5: 4",
    ),
    (
        "fr",
        "Selon le nombre de sanctuaires : 1 point pour 1 ou 2, 4 points pour 3 ou 4, 8 points pour 5 ou plus.",
        "Selon le nombre de sanctuaires : 1 point pour 1 ou 2, 4 points pour 2 ou 4, 8 points pour 5 ou plus.",
        SHRINES,
    ),
    (
        "it",
        "In base al numero di sacrari: 1 punto per 1 o 2, 4 punti per 3 o 4, 8 punti per 5 o più.",
        "In base al numero di sacrari: 1 punto per 1 o 2, 4 punti per 2 o 4, 8 punti per 5 o più.",
        SHRINES,
    ),
]


@pytest.mark.parametrize(("name", "right", "wrong", "text"), TABLES)
def test_rows_of_a_table_do_not_overlap(name: str, right: str, wrong: str, text: str) -> None:
    """In the card language the first row that fits counts, so that a row that overlaps with one before changed nothing."""
    good, bad = verdicts(name, right, wrong, text)
    assert good.agreement in CONFIRMED and bad.agreement not in CONFIRMED


def test_the_number_in_two_rows_is_named() -> None:
    """The answer says why the text is not read."""
    found = judge(language("en"), TABLES[1][2], rule(SHRINES))
    assert found.problem is not None and found.problem.reason == "its table of points has 2 in two rows"


def test_rows_without_an_upper_end_may_overlap() -> None:
    """Thresholds are often printed from the highest down."""
    text = "By the number of shrines in your realm: 8 points for 5 or more, 4 for 3 or more, 1 for 1 or more."
    found = judge(language("en"), text, rule("score count of shrines read as 1 to 2: 1, 3 to 4: 4, 5 or more: 8"))
    assert found.agreement in CONFIRMED


def test_a_table_is_the_same_however_its_rows_are_split() -> None:
    """A row for several numbers, and rows for each of them."""
    one = rule("score count of shrines read as 1: 2, 2: 2, 3 to 6: 2, 7: 1")
    other = rule("score count of shrines read as 1 to 6: 2, 7: 1")
    assert canonical(one) == canonical(other)
    assert canonical(rule("score count of shrines read as 1: 2, 3: 2")) != canonical(
        rule("score count of shrines read as 1 to 3: 2")
    )
