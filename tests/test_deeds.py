"""Abilities that are written differently and come to the same: by their plain form, and by proof of what they gain."""

from __future__ import annotations

import pytest

from cards import pack
from tilewright.check.fragments import read_ability
from tilewright.core.deeds import plainly
from tilewright.core.play import Ability
from tilewright.core.same import canonical, gaps
from tilewright.table.card import Card

ALIKE = [
    ("discard a face-up tile", "choose a face-up tile; discard it"),
    ("discard an available tile in the castle", "take an available tile in the castle; discard it"),
    ("move a shrine to another tile", "choose a shrine; move it to another tile"),
    ("choose a tile; swap the tile and a neighbor of the tile where it is not empty",
     "choose a tile; swap the tile and a space beside the tile where it is not empty"),
    ("gain 3 points; gain 1 shrine", "gain 1 shrine; gain 3 points"),
    ("gain 3 points; for each opponent;   gain 1 point", "for each opponent;   gain 1 point; gain 3 points"),
    ("gain 1 point; for each opponent;   gain 1 point", "for each player;   gain 1 point"),
    ("for each opponent;   gain 1 point", "for each opponent in turn;   gain 1 point"),
    ("for each row with a shrine;   gain 1 point", "gain (count of rows with a shrine) points"),
    ("build a shrine on a face-down tile; gain 1 point", "gain 1 point; build a shrine on a face-down tile"),
    ("choose one;   option a;     gain 1 shrine;   option b;     gain 2 points",
     "choose one;   option x;     gain 2 points;   option y;     gain 1 shrine"),
]  # fmt: skip
APART = [
    ("for each dragon;   gain 2 points", "for each dragon;   gain 1 point"),
    ("build a shrine on a face-down tile; gain 1 shrine", "gain 1 shrine; build a shrine on a face-down tile"),
    ("pay 2 points; gain 3 points", "gain 3 points; pay 2 points"),
    ("for each opponent;   discard a face-up tile", "for each opponent in turn;   discard a face-up tile"),
    ("gain 1 shrine; for each opponent;   gain 1 shrine", "for each opponent;   gain 1 shrine; gain 1 shrine"),
    ("gain (points) points; gain 1 point", "gain 1 point; gain (points) points"),
    ("if there is a dragon;   choose a tile;   discard it", "if there is a dragon;   discard a tile"),
]
SUMS = [
    ("for each dragon;   gain 2 points", "gain (2 * count of dragons) points"),
    (
        "gain 1 point; if there is a dragon;   gain 2 points",
        "if there is a dragon;   gain 3 points; otherwise;   gain 1 point",
    ),
]


def deed(lines: str) -> Ability:
    """An ability with the statements of a text."""
    text = "\n  ".join(line.removeprefix(" ") for line in lines.split(";"))
    card = read_ability(f"ability\n  {text}", pack().game)
    assert isinstance(card, Card), card
    [(_, found)] = card.effects
    return found


def plain(lines: str) -> object:
    """The plain form of the statements of a text, where there are points for all."""
    return canonical(plainly(deed(lines), {"points"}))


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_abilities_that_come_to_the_same_have_one_form(one: str, other: str) -> None:
    """Whether something is chosen first, in which order there are gains and options, and who decides where nothing is decided."""
    assert plain(one) == plain(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_abilities_that_differ_have_not(one: str, other: str) -> None:
    """Order matters where something is paid or counted, and where there may not be enough for all."""
    assert plain(one) != plain(other)


@pytest.mark.parametrize(("one", "other"), SUMS)
def test_what_is_gained_is_compared_as_a_number(one: str, other: str) -> None:
    """Amounts that are written differently leave one number, which is 0 where they are equal."""
    found = gaps(plainly(deed(one)), plainly(deed(other)))
    assert found is not None and len(found) == 1
