"""Pools as they are seen: dice with pips, cards with number, price and stock, in the terminal and as SVG; and typed."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from command_line import run
from kings import match_of, throwing
from small_games import game_of
from tilewright.draw import svg, terminal
from tilewright.draw.picture import Picture, of_position
from tilewright.draw.pools import pips
from tilewright.draw.text import dice_lines, pool_words, shown_width
from tilewright.table.board import Stack, pool_of
from tilewright.table.game import Game

SVG = "{http://www.w3.org/2000/svg}"


def pool(game: Game, *codes: str, owner: str = "Ada") -> Picture:
    """A pool with pieces of these codes."""
    return Picture(pool_of(Stack(0, (code,)) for code in codes), game, owner=owner)


@pytest.mark.slow
@pytest.mark.parametrize("side", range(1, 7))
def test_a_die_has_as_many_pips_as_its_number(side: int) -> None:
    """They lie point by point alike when the die is turned upside down, in the terminal and in SVG."""
    game = match_of().game
    spots = pips(game, game.by_code[str(side)])
    assert spots is not None and len(spots) == side
    assert {(2 - row, 2 - column) for row, column in spots} == set(spots)
    assert "".join(dice_lines(pool(game, str(side)), 79)).count("●") == side
    root = ElementTree.fromstring(svg([pool(game, str(side))]))
    assert len(list(root.iter(f"{SVG}circle"))) == side


def test_what_can_be_picked_is_marked_without_color() -> None:
    """Its frame is heavy, and in words it stands behind a sign; no line is wider than it may be."""
    game = match_of().game
    drawn = dice_lines(pool(game, *"112356" * 2), 79, frozenset({3}), color=True)
    assert sum(line.count("┏") for line in drawn) == 1
    assert max(map(shown_width, drawn)) <= 79
    assert pool_words(pool(game, "farmer", "farmer", "maid"), 79, frozenset({2})) == ["2 farmer  >maid"]


def test_cards_stand_in_rows_with_price_and_stock() -> None:
    """A pool of the table shows its cards by their first number, each with how many there are and what they cost."""
    shown = {picture.title: terminal(picture) for picture in of_position(match_of(3).position())}
    assert "level 1\n  2 Farmer       2 equal\n" in shown["court"]
    assert "level 5\n    Queen\n    King   7 equal" in shown["court"]
    texts = [text.text for text in ElementTree.fromstring(svg(of_position(match_of(3).position()))).iter(f"{SVG}text")]
    assert {"Farmer", "2 equal", "×2", "level 4", "Ada: retinue"} <= set(texts)


def test_a_card_that_is_turned_over_shows_its_back() -> None:
    """It has the name of the back, and no price."""
    game = match_of().game
    assert terminal(pool(game, "fool/down")) == "    Charlatan"


def test_the_picture_follows_dark_colors_and_says_what_it_shows() -> None:
    """There is a style for dark screens, and the description has the whole notation."""
    match = throwing("1 3 6", "5 5", ["farmer"])
    text = svg(of_position(match.position()))
    assert "prefers-color-scheme:dark" in text
    described = re.search(r"<desc[^>]*>(.*?)</desc>", text, re.DOTALL)
    assert described and f"{match.names[match.turn]}: active. 1, 3, 6." in described[1]


def test_sides_that_are_no_numbers_show_their_word() -> None:
    """A side named by a word is that word in a frame as wide as it needs."""
    game = game_of(
        "game a\n  players 1 to 2\n  piece stick\n    sides mark sun, crescent\n    copies 3\n"
        "  pool hand\n    of each player\n    holds sticks\n  part a\n    score 1\n"
    )
    lines = dice_lines(pool(game, "sun", "crescent"), 79)
    assert lines[2] == "│ sun │" + "│ crescent │"


@pytest.mark.slow
def test_dice_are_typed_as_they_are_said() -> None:
    """Several picks in a row, sets in any order, an ability by its name; a number is a side and no place in a list."""
    played = run(
        "play", "court-the-king", "--players", "Ada,Bo", "--seed", "3", input="5 2\n1\n6\ncourt\nturns\nquit\n"
    )
    assert "kept             active" in played.stdout
    assert "'1' is not a move now" in played.stdout
    assert "Bo: move 5 2 6; court, +0\n  Bo: retinue + fool\n" in played.stdout
    assert all(shown_width(line) <= 80 for line in played.stdout.splitlines()), played.stdout
