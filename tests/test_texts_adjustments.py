"""Remarks about a word in all of a text ("diagonals included"), and readings that say nothing."""

from __future__ import annotations

import pytest

from phrasebooks import language
from realms import pack
from tilewright.check.fragments import read_fragment
from tilewright.core.same import canonical
from tilewright.table.card import Card
from tilewright.texts.idle import is_far_fetched, is_idle, is_of_itself
from tilewright.texts.reading import NotUnderstood, readings, that_say_something

NEAR, AROUND = (f"score 2 for each season where any {word} is a wind" for word in ("neighbor", "surrounding neighbor"))
FULL = "score 3 for each shrine where there is no surrounding neighbor where it is empty"


def card(rule: str) -> Card:
    found = read_fragment(rule, pack().game)
    assert isinstance(found, Card)
    return found


@pytest.mark.parametrize(
    ("code", "text", "rule"),
    [
        ("en", "2 points for each season next to a wind (diagonals count as well).", AROUND),
        ("en", "2 points for each season next to a wind, even diagonally.", AROUND),
        ("en", "2 points for each season next to a wind. Diagonals count too.", AROUND),
        ("en", "2 points for each season that touches a wind, whether by a side or by a corner.", AROUND),
        ("en", "2 points for each season next to a wind, not including diagonals.", NEAR),
        ("en", "2 points for each season next to a wind (diagonals are not counted).", NEAR),
        (
            "en",
            "Each shrine is worth 3 points if all spaces around it, including diagonally, are occupied by stacks.",
            FULL,
        ),
        ("fr", "2 points par saison adjacente à un vent, diagonales comprises.", AROUND),
        ("fr", "2 points par saison adjacente à un vent (même en diagonale).", AROUND),
        ("fr", "2 points par saison adjacente à un vent, sans compter les diagonales.", NEAR),
        ("it", "2 punti per ogni stagione adiacente a un vento (anche in diagonale).", AROUND),
        ("it", "2 punti per ogni stagione adiacente a un vento, comprese le diagonali.", AROUND),
        ("it", "2 punti per ogni stagione adiacente a un vento, senza contare le diagonali.", NEAR),
    ],
)
def test_a_remark_is_about_all_neighbors(code: str, text: str, rule: str) -> None:
    found = readings(language(code), text)
    assert not isinstance(found, NotUnderstood)
    plainest, asked = found[0].card.rule, card(rule).rule
    assert plainest and asked and canonical(plainest) == canonical(asked)
    assert {"surrounding" in reading.rule for reading in found} == {"surrounding" in rule}


@pytest.mark.parametrize(
    "text",
    [
        "2 points for each group of shrines, diagonals included.",  # the rule has no word for it
        "2 points for each season next to a wind, without including diagonals.",  # denied, in words that no table has
    ],
)
def test_a_remark_that_cannot_be_applied_is_not_left_out(text: str) -> None:
    assert isinstance(readings(language("en"), text), NotUnderstood)


@pytest.mark.parametrize(
    "rule",
    [
        "for each shrine\n  score 3 if it has at least 3 different types",  # it is a single space, which shows one
        "score 3 for each shrine where there is no surrounding neighbor where not (it is a space)",
    ],
)
def test_a_condition_that_no_board_changes_says_nothing(rule: str) -> None:
    assert is_idle(card(rule).rule)


def test_nothing_has_a_thing_of_its_own_name() -> None:
    """ "2 punti per ogni sacrario se almeno uno ..." is not about a shrine in a shrine."""
    text = "2 punti per ogni sacrario se almeno uno si trova al centro del regno."
    found = readings(language("it"), text)
    said = [] if isinstance(found, NotUnderstood) else that_say_something(found)
    assert card("score 2 for each shrine in the center").rule not in [reading.card.rule for reading in said]
    assert is_of_itself("score 2 for each shrine where ((there is a shrine of it where (it is in the center)))")
    assert not is_of_itself("score 2 for each tile where (there is a special tile of it where (it is in the center))")
    assert is_of_itself("for each shrine\n  score 3 if (it has a shrine) and (it is in the center), otherwise 2")


def test_kinds_with_a_piece_of_some_number_are_never_counted() -> None:
    """Such a rule is a misreading of a range, "for showing 1 to 3 types"; kinds that have a piece of a class may be counted."""
    assert is_far_fetched("score count of different types of tiles where (it has a tile where (its number is 1))")
    assert not is_far_fetched("score count of different types of tiles where (it has a special tile)")
