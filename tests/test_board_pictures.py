"""Boards of hexagons, of lines and with printed spaces: what is drawn of them, everywhere alike."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

import tilewright
from classics import EXAMPLES
from doc_examples import game_of
from tilewright.draw.picture import Picture, of_board
from tilewright.draw.sheet import board_for_page, svg
from tilewright.draw.sprites import grounds, shape_of
from tilewright.draw.text import terminal
from tilewright.studio.boards import RefusedEdit, edited
from tilewright.studio.tables import board_shown
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game

MORRIS = tilewright.load_pack(EXAMPLES / "nine-mens-morris").game
HEXES = """
game hexes
  name en "Hexes"
  players 1 to 2

  piece pane
    color blue B1 to B2 number 1 to 2 copies 8
    color gold G1 to G2 number 1 to 2 copies 8
    identity face

  board window
    of each player
    hexagonal
    size 2 by 3
    sizes 2 to 3
    spaces for color
      "gold .    blue"
      ".    blue gold"

  board floor
    of the table
    size 2 by 3
    sizes 2 to 3

  counter points

  part points
    score points
"""


def hexes() -> Game:
    game, problems = game_of(HEXES)
    assert game, list(problems)
    return game


def empty(game: Game, name: str) -> Board:
    geometry = next(place.geometry for place in game.boards if place.name == name)
    return Board(geometry, (Stack(),) * geometry.size)


def test_hexagons_show_what_is_printed_on_them() -> None:
    game = hexes()
    picture = of_board(empty(game, "window"), game)
    drawn = fromstring(board_for_page(picture))
    prints = [one for one in drawn.findall(".//{*}polygon") if one.get("fill-opacity")]
    colors = [picture.fills[code][0] for code in ("G1", "B1", "B1", "G1")]
    assert sorted(one.get("fill", "") for one in prints) == sorted(colors)
    assert "blue" in svg([picture])
    assert "gold" in svg([picture])  # the legend says what the print stands for
    assert "(G1)" in terminal(picture)
    blue, gold = "empty, made for blue", "empty, made for gold"
    assert board_shown(picture)["spaces"] == [gold, "empty", blue, "empty", blue, gold]


def test_boards_of_one_size_have_grounds_of_their_own() -> None:
    game = hexes()
    window, floor = empty(game, "window"), empty(game, "floor")
    plain = Board(type(window.geometry)(2, 3), window.stacks)
    found = grounds([window.geometry, floor.geometry, plain.geometry, floor.geometry], game)
    assert len(found) == 3
    for board in (window, floor, plain):
        assert found[shape_of(board.geometry)["ground"]][0] == board_for_page(of_board(board, game))


def test_what_is_placed_is_marked_within_its_space() -> None:
    """A hexagon by a hexagon, a space of lines by a disc, a square by a square."""
    game = hexes()
    tints = []
    for known, board in ((game, empty(game, "window")), (game, empty(game, "floor")), (MORRIS, empty(MORRIS, "field"))):
        drawn = fromstring(board_for_page(Picture(board, known, placed=frozenset({0}), scored={0: 1})))
        tint = next(one for one in drawn.iter() if "fill-tint" in one.get("class", ""))
        rings = [one for one in drawn.iter() if "stroke-ring" in one.get("class", "")]
        assert [one.tag for one in rings] == [tint.tag]
        tints.append(tint.tag.partition("}")[2])
    assert tints == ["path", "rect", "circle"]


def test_spaces_that_a_picture_of_lines_lacks_cannot_be_chosen() -> None:
    field = empty(MORRIS, "field")
    missing = shape_of(field.geometry)["missing"]
    assert len(missing) == 49 - 24
    assert missing[:3] == [1, 2, 4]
    for space in missing:
        with pytest.raises(RefusedEdit, match="there is no such space"):
            edited(field, MORRIS, "put", space, "B")
    assert edited(field, MORRIS, "put", 0, "B").stacks[0].up == ("B",)
    spots = fromstring(board_for_page(of_board(field, MORRIS))).findall(".//{*}circle")
    assert len(spots) == 24
