"""Fan tiles of The Princess and the Dragon: cards that bring tiles, and what they do."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from princess import NAMES, ended, play, points, princess, scene, seat, symbols
from small_games import problems_of_cards
from tilewright.cli.main import command
from tilewright.play.match import Match
from tilewright.table.card import Card

FAN = {"fair": ("YA", "YB"), "hermitage": ("HA",), "storm": ("SA", "SB"), "tournament": ("TA", "TB")}


def fan(*ids: str) -> tuple[Card, ...]:
    """Cards of the fan folder."""
    found = []
    for id in ids:
        card = princess().find_card(id, princess().folder / "fan")
        assert isinstance(card, Card)
        found.append(card)
    return tuple(found)


@pytest.mark.slow
@pytest.mark.parametrize("id", FAN)
def test_the_tiles_of_a_card_are_in_the_heap(id: str) -> None:
    """A game with the card has its tiles, each of the land that the card is called by, and is played to its end."""
    made, random = Match(princess().game, NAMES[:2], (*symbols(), *fan(id)), {}, 4), Random(4)
    brought = {kind.code: kind for kind in made.game.kinds if kind.code in FAN[id]}
    assert {kind.values["land"] for kind in brought.values()} == {id} and len(brought) == len(FAN[id])
    heap = made.state.table.grids[seat(made.state, "heap")]
    total = sum(heap.heights) + sum(made.state.table.gone)
    assert total >= 100 + sum(kind.copies for kind in brought.values()) - 1
    while not made.over:
        made.play(random.choice(list(made.moves)))
    assert max(points(made.state)) > 0


def test_the_game_without_the_card_has_no_such_tile() -> None:
    """Only a match with the card has the tile."""
    assert all(
        kind.code not in {code for codes in FAN.values() for code in codes}
        for kind in scene({(0, 0): "B"}, "B").game.kinds
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("piece A copies 1 with city top", "3 TW111 the game already has a A"),
        ("piece ZA copies 1 with royal road top", "3 TW101 a road is never 'royal'"),
        ("piece ZA copies 1 with royal shielded city top", "3 TW113 no tile of the game has a royal shielded city"),
    ],
)
def test_what_is_wrong_with_a_tile_of_a_card(line: str, problem: str) -> None:
    """Its code is a new one, and it shows what tiles of the game show."""
    text = f'symbol zoo\n  name en "Zoo"\n  {line}\n'
    assert problems_of_cards(text, princess().game) == [problem]


INN = """\
symbol inn
  name en "Inn"
  text en "A completed road with an inn is worth 2 points a tile; one that is not completed is worth nothing."

  piece IA copies 1 with road top to bottom
  piece IB copies 2 with road top to left

  always the worth of an area is count of its tiles more if it is a complete road and any tile in it is an inn
  always the worth of an area is 0 - count of its tiles more if it is a road and it is not complete and any tile in it is an inn
"""
CATHEDRAL = """\
symbol cathedral
  name en "Cathedral"
  text en "A completed city with a cathedral is worth 3 points for each tile and shield, and one that is not completed nothing."

  piece KA copies 2 with city top to right to bottom to left

  always the worth of an area is count of its tiles + count of its shielded patches more if it is a complete city and it has a cathedral
  always the worth of an area is 0 - count of its tiles - count of its shielded patches more if it is a city and it is not complete and it has a cathedral

  at arrival
    if there are at least 2 cathedrals
      gain 5 points
"""


@pytest.fixture
def own_files(tmp_path: Path) -> Path:
    """A folder outside of the pack with the two expansions of the first year."""
    for name, text in (("inn", INN), ("cathedral", CATHEDRAL)):
        (tmp_path / f"{name}.tw").write_text(text, encoding="utf-8")
    return tmp_path


def made_of(folder: Path) -> Match:
    """A match with both of them."""
    cards = [princess().find_card(id, folder) for id in ("inn", "cathedral")]
    assert all(isinstance(card, Card) for card in cards)
    return Match(princess().game, NAMES[:2], (*symbols(), *(card for card in cards if isinstance(card, Card))), {}, 1)


def test_a_card_knows_the_land_of_its_tiles(own_files: Path) -> None:
    """F85: the id of a card is a word for the tiles that it brings, in files outside of the pack too."""
    result = CliRunner().invoke(command, ["check", str(own_files)], catch_exceptions=False)
    assert (result.exit_code, result.output.partition(";")[0].strip()) == (0, "2 files checked: no problems")


@pytest.mark.parametrize(
    ("middle", "last", "expected"),
    [("IA", "A", 2 * 3), ("U", "A", 3), ("IA", "VA", 0), ("U", "VA", 2)],
)
def test_a_road_with_an_inn(own_files: Path, middle: str, last: str, expected: int) -> None:
    """Twice its tiles if it is completed, else nothing; other roads are worth what they were."""
    by = made_of(own_files)
    made = scene({(0, 0): "A", (1, 0): middle}, last, {((1, 0), "road"): 0}, by=by)
    play(made, "place 2,0" if last == "A" else "place 0,1", "turn Av", "nothing")
    assert points(made.state)[0] == (expected if last == "A" else 0)
    if last == "VA":
        assert ended(made)[0] == expected


@pytest.mark.parametrize(("last", "expected"), [("E", 3 * 5), ("B", 0)])
def test_a_city_with_a_cathedral(own_files: Path, last: str, expected: int) -> None:
    """Three for each tile if it is completed, else nothing."""
    tiles = {(0, 0): "KA", (-1, 0): "Ev", (0, -1): "E>", (0, 1): "E<"}
    made = scene(tiles, last, {((0, 0), "city"): 0}, by=made_of(own_files))
    play(made, "place 1,0" if last == "E" else "place -2,0", "nothing")
    assert (points(made.state) if last == "E" else ended(made))[0] == expected


def test_a_moment_speaks_of_the_tiles_of_the_card(own_files: Path) -> None:
    """At the arrival of the second cathedral, not of the first."""
    for around, expected in (({(0, 0): "C"}, 0), ({(0, 0): "KA"}, 5)):
        assert points(play(scene(around, "KA", by=made_of(own_files)), "place -1,0").state)[0] == expected


def test_a_card_that_comes_alone_knows_its_word_too() -> None:
    """The word means nothing in a card of another name."""
    text = INN.replace("symbol inn", "symbol tavern")
    assert [problem.split()[1] for problem in problems_of_cards(text, princess().game)] == ["TW101", "TW101"]
