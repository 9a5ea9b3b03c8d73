"""Fan tiles of The Princess and the Dragon: cards that bring tiles, and what they do."""

from __future__ import annotations

from random import Random

import pytest

from princess import NAMES, points, princess, scene, seat, symbols
from small_games import problems_of_cards
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
        ("piece A copies 1 with city top", "3 TW111 the game has a A already"),
        ("piece ZA copies 1 with royal road top", "3 TW101 a road is never 'royal'"),
        ("piece ZA copies 1 with royal shielded city top", "3 TW113 no tile of the game has a royal shielded city"),
    ],
)
def test_what_is_wrong_with_a_tile_of_a_card(line: str, problem: str) -> None:
    """Its code is a new one, and it shows what tiles of the game show."""
    text = f'symbol zoo\n  name en "Zoo"\n  {line}\n'
    assert problems_of_cards(text, princess().game) == [problem]
