"""Two abilities played side by side: those that come to the same are never told apart, others by a position."""

from __future__ import annotations

import pytest

from cards import card, pack
from tilewright import parse_board
from tilewright.core import expr as core
from tilewright.core.play import Ability
from tilewright.core.same import gaps
from tilewright.play.contrast import ENOUGH, Difference, contrast
from tilewright.table.position import Player, Position
from tilewright.texts.contrasts import boards_in_words
from tilewright.texts.verdict import proving

MOVE = "move a tile where it is not due and it is not moved to another space"
SHOVE = "1 to 2 times\n  move a tile where it is not due to another space"


def ability(text: str) -> Ability:
    """The ability of these lines; a header other than `ability` stands in the first line."""
    header, _, body = text.partition("\n") if text.startswith("ability") else ("ability", "", text)
    (found,) = card(f"spirit probe\n  {header}\n" + "".join(f"    {line}\n" for line in body.split("\n"))).abilities
    return found


def of_card(id: str) -> Ability:
    """The ability of a card of the pack."""
    (found,) = next(known for known in pack().cards() if known.id == id).abilities
    return found


def parted(one: str, other: Ability) -> Difference | None:
    """Where an ability and another part."""
    return contrast(pack().game, ability(one), other).contrast


@pytest.mark.slow
@pytest.mark.parametrize("id", [one.id for one in pack().cards() if one.abilities])
def test_an_ability_is_never_distinguished_from_itself(id: str) -> None:
    """Every ability of the pack is used at many moments, and leads to what it leads to."""
    found = contrast(pack().game, of_card(id), of_card(id))
    assert found.contrast is None and found.moments >= 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "other"),
    [
        ("wind", "may turn face-down a face-up tile where it is not due\nmove a shrine to another face-down tile"),
        ("faith", "may build a shrine on a consolidated tile"),
        ("destruction", "discard an open tile in the castle"),
        ("strength", SHOVE),
    ],
)
def test_other_words_for_the_same_are_not_distinguished(id: str, other: str) -> None:
    """Statements that lead to the same tables are not accused, though they are others."""
    assert parted(other, of_card(id)) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "other"),
    [
        ("wind", "turn face-down a face-up tile where it is not due\nmove a shrine to another tile"),
        ("wind", "may turn face-down a face-up tile where it is not due\nmove a shrine to another tile on the border"),
        ("faith", "build a shrine on a tile"),
        ("strength", f"1 to 3 times\n  {MOVE}\n  mark it as moved"),
        ("destruction", "discard a tile in the castle"),
        ("destruction", "discard an available highest tile in the castle"),
        (
            "cunning",
            "do consolidate a group of face-up tiles with the same type where size >= 3 counted as its type",
        ),
        ("deception", "ability during pair\nnow a tile in the castle is also matching if it is adjoining"),
        (
            "abyss",
            "ability during pair\nnow a tile in the castle is also matching if it is open and it has the same number as the first",
        ),
        ("elegance", "now a tile in the castle is also open at least once if no top neighbor is as tall or taller"),
        (
            "beauty",
            "do consolidate a group of faction tiles with the same number where size >= 3 and (no tile in it is due or every due tile is in the group) counted as dragon",
        ),
    ],
)
def test_abilities_that_lead_elsewhere_are_distinguished(id: str, other: str) -> None:
    """A position is found from which just one of two abilities leads to a table, or the same moves lead to two."""
    found = parted(other, of_card(id))
    assert found is not None
    led = [outcome.table for outcome in (found.one, found.other) if outcome is not None]
    assert led and (len(led) == 1 or led[0] != led[1])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "if there are at least 5 face-up dragons\n  gain 3 points",
            "if there are at least 5 face-up dragons\n  gain 4 points",
        ),
        (
            "if there are at least 6 shrines\n  discard a face-up tile",
            "if there are at least 7 shrines\n  discard a face-up tile",
        ),
    ],
)
def test_moments_at_which_nothing_can_happen_do_not_count(one: str, other: str) -> None:
    """What needs more than most tables have is tried until it has happened often enough."""
    found = contrast(pack().game, ability(one), ability(other))
    assert found.contrast is not None and 0 < found.moments < ENOUGH


def test_of_what_can_never_happen_no_moment_counts() -> None:
    """Two abilities without any effect are compared at no moment."""
    nothing = "if there are at least 7 corners where it is empty\n  gain 3 points"
    assert contrast(pack().game, ability(nothing), ability(nothing.replace("3", "4"))).moments == 0


@pytest.mark.slow
def test_the_position_is_made_small() -> None:
    """Nothing lies there that does not matter: one stack to move, and the other that it might be moved to."""
    found = parted(
        "move a shrine to another face-down tile where it is as tall or taller",
        ability("move a shrine to another tile"),
    )
    assert found is not None and found.before == ()
    stacks = [stack for player in found.position.players for stack in player.board.stacks if stack.height]
    assert len(stacks) == 2 and sum(bool(stack.caps) for stack in stacks) == 1


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("it is not due and it is on floor 2 or higher", "it is not due and not it is on floor 1", True),
        ("it is not due and it is on floor 2 or higher", "it is not due and not it is on floor 2", False),
        ("no neighbor is taller", "largest height of neighbors <= its height", True),
    ],
)
def test_conditions_of_what_is_picked_are_proved(one: str, other: str, equal: bool) -> None:
    """Of abilities that differ in a condition alone it is proved that the same can be picked, or refuted."""
    first, second = (ability(f"discard a face-up tile where {condition}") for condition in (one, other))
    found = gaps(first, second)
    assert found is not None and len(found) == 1
    proof = proving()(pack().game, found[0], core.Const(0))
    assert not isinstance(proof, str) and (proof.verdict == "equal") is equal and proof.by_things is equal


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("discard a face-up tile where it is not due", "discard a face-up tile"),
        ("discard a face-up tile", "turn face-down a face-up tile"),
        ("discard an available tile in the castle", "discard a tile in the castle on the border"),
        ("discard a face-up tile", "discard a face-up tile\ngain 1 point"),
    ],
)
def test_what_a_board_alone_does_not_decide_is_left_to_play(one: str, other: str) -> None:
    """Marks and rules of the turn, other statements and other places are not compared by conditions."""
    assert gaps(ability(one), ability(other)) is None


def test_boards_in_a_sentence() -> None:
    """One board is written as it is; of several, those with something on them, each with its owner."""
    game = pack().game
    empty, full = parse_board(". .", game), parse_board("M1 .", game)
    assert boards_in_words(Position(game, (Player("you", empty),))) == ". ."
    assert boards_in_words(Position(game, (Player("you", empty), Player("Bo", empty)))) == "empty boards"
    assert boards_in_words(Position(game, (Player("you", full), Player("Bo", empty)))) == "you: M1 ."
