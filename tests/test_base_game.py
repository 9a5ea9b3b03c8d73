"""The rulings of Dragon Castle's turn, one test each, played from positions in notation.

Each docstring names the part of the rules and says the ruling in our words.
"""

from __future__ import annotations

import pytest

from plays import castle, counter, moves, play, realm, start, table

ROOM = ". . | . ."
TWO = "M1/S1 . M2/S2 . M3/S3"
"""A castle with three tiles on its second floor, all available."""


def takes(tiles: str, *before: str) -> list[str]:
    """The spaces from which a tile may be taken from a castle, after some moves."""
    return [text.split()[1] for text in moves(play(table(ROOM, castle=tiles), *before)) if "take " in text]


def places(own: str, *before: str) -> list[str]:
    """Where a tile may be placed in a realm, after some moves from the castle `TWO`."""
    return [text.split()[1] for text in moves(play(table(own, castle=TWO), *before)) if "place " in text]


# ------------------------------------------------------------------ set-up


@pytest.mark.parametrize(("players", "layout"), [(2, "base-2"), (3, "base-3"), (4, "base-4")])
def test_setup(players: int, layout: str) -> None:
    """Set-up: all 116 tiles lie in the castle, and each player has 1 shrine in reserve."""
    match = start(players, layout)
    assert sum(stack.height for stack in match.position().boards["castle"].stacks) == 116
    assert [counter(match, "reserve", i) for i in range(players)] == [1] * players
    assert [counter(match, "points", i) for i in range(players)] == [0] * players


def test_setup_is_random() -> None:
    """Set-up: the castle is built at random; a seed decides how."""
    assert castle(start(2, seed=1)) == castle(start(2, seed=1)) != castle(start(2, seed=2))


def test_clockwise() -> None:
    """Turn: the players take turns one after another, round and round."""
    match = table(ROOM, ROOM, ROOM, castle="M1/S1 . M2/S2 . M3/S3 . M4/S4 . M5/S5")
    order = []
    for space in ("1,1", "1,3", "1,5", "1,7"):
        order.append(match.turn)
        play(match, f"take {space}", "discard")
    assert order == [0, 1, 2, 0]


# ------------------------------------------------------------------ available tiles


def test_available() -> None:
    """Available: a tile with no tile to the left, or none to the right, on its floor."""
    assert takes("S1/M1 S1/M2 S1/M3 S1/M4") == ["1,1", "1,4"]


def test_short_sides() -> None:
    """Available: free short sides (above and below) do not help."""
    assert takes(". . . | S1/M1 S2/M2 S3/M3 | . . .") == ["2,1", "2,3"]


def test_long_sides_only() -> None:
    """Available: tiles above and below do not hinder."""
    assert takes("S1/M1 | S2/M2 | S3/M3") == ["1,1", "2,1", "3,1"]


def test_lower_neighbors() -> None:
    """Available: a tile to the side on a lower floor leaves the side free."""
    assert takes("S1/M1 S2 S3/M3 S4/M4 S5") == ["1,1", "1,3", "1,4"]


def test_top_floor() -> None:
    """Take: the first tile comes from the highest floor of the whole castle."""
    assert takes("M1 . S1/M2 . S1/S2/M3 . S1/S2/M4") == ["1,5", "1,7"]


def test_one_on_the_top_floor() -> None:
    """Take: when a floor has been cleared, the next lower one is the highest."""
    match = play(table(ROOM, castle="S1/M1 . M2 . S1/S2/M3 . F1/M4 . S1/S2/M5"), "take 1,5", "discard")
    assert moves(match) == ["shrine", "discard"], "the only tile was taken at once"
    assert moves(play(match, "discard")) == ["take 1,1", "take 1,5", "take 1,7", "take 1,9"]


# ------------------------------------------------------------------ the four actions


def test_pair() -> None:
    """Pair: the second tile is one with exactly the same symbol, from any floor."""
    match = play(table(ROOM, castle="M1/S1 . M1/S2 . S1 . S2"), "take 1,1", "pair", "place 1,1")
    assert castle(match) == "M1 . M1/S2 . . . S2"
    assert realm(play(match, "place 1,2")) == "S1 S1 | . ."


def test_pair_numbers() -> None:
    """Pair: the same type with another number does not make a pair."""
    assert moves(play(table(ROOM, castle="M1/S1 . M1/S2 . S3"), "take 1,1")) == ["shrine", "discard"]


def test_pair_specials() -> None:
    """Pair: specials pair by symbol, not by type."""
    assert "pair" not in moves(play(table(ROOM, castle="M1/W1 . M1/S2 . W2"), "take 1,1"))
    assert "pair" in moves(play(table(ROOM, castle="M1/W1 . M1/S2 . W1"), "take 1,1"))


def test_pair_available() -> None:
    """Pair: the second tile must be available too."""
    assert "pair" not in moves(play(table(ROOM, castle="M1/S1 . M1/S2 F1 S1 F2"), "take 1,1"))


def test_pair_freed() -> None:
    """Pair: the second tile may be one that taking the first has freed."""
    freed = play(table(ROOM, castle="M1/S1 M2/S1 M3/S3"), "take 1,1", "pair")
    assert castle(freed) == "M1 M2 M3/S3"
    under = play(table(ROOM, castle="S1/S1 . M2/S2"), "take 1,1", "pair")
    assert castle(under) == ". . M2/S2"


def test_pair_which() -> None:
    """Pair: of several tiles with the symbol the player picks one."""
    match = play(table(ROOM, castle="M1/S1 . M1/S2 . S1 . S1"), "take 1,1", "pair")
    assert moves(match) == ["take 1,5", "take 1,7"]


def test_shrine() -> None:
    """Tile and shrine: 1 shrine into the reserve, and the tile is placed."""
    match = play(table(ROOM, castle=TWO), "take 1,1", "shrine", "place 2,2")
    assert (realm(match), counter(match, "reserve")) == (". . | . S1", 1)


def test_shrine_supply() -> None:
    """Tile and shrine, our ruling: with no shrine left in the supply the tile alone is taken."""
    match = table(ROOM, castle=TWO, counters=[{"reserve": 30}, {"reserve": 10}])
    play(match, "take 1,1", "shrine", "place 1,1")
    assert (realm(match), counter(match, "reserve")) == ("S1 . | . .", 30)


def test_discard() -> None:
    """Discard: the tile leaves the game for 1 point, and nothing is placed."""
    match = play(table(ROOM, castle=TWO), "take 1,1", "discard")
    assert (realm(match), castle(match), counter(match, "points")) == (ROOM, "M1 . M2/S2 . M3/S3", 1)
    assert match.turn == 1


def test_summon() -> None:
    """Summon: with nothing above the ground floor left, a countdown token instead of a tile."""
    match = play(table(ROOM, castle="M1 . M2"), "summon")
    assert (castle(match), counter(match, "countdown"), counter(match, "points")) == ("M1 . M2", 1, 0)
    assert match.turn == 1


def test_summon_ground_floor() -> None:
    """Summon: not while a tile is on a higher floor."""
    assert "summon" not in moves(table(ROOM, castle="M1 M3 M2/S2 . M4/S4"))
    assert moves(table(ROOM, castle="M1 M3 M2 . M4")) == ["take", "summon"]


def test_summon_empty_castle() -> None:
    """Summon: with an empty castle it is the only action, so the game runs to its end."""
    match = table(ROOM, castle=".")
    assert match.over
    assert [counter(match, "countdown", i) for i in (0, 1)] == [1, 1]


def test_summon_seven() -> None:
    """Summon: there are seven countdown tokens in all."""
    assert "summon" not in moves(table(ROOM, castle="M1 . M2", counters=[{"countdown": 4}, {"countdown": 3}]))


# ------------------------------------------------------------------ placing


def test_place_where() -> None:
    """Place: on an empty space or a face-down top without a shrine, not on a face-up tile."""
    assert places(". 2 | 1^ 1M3", "take 1,1", "shrine") == ["1,1", "1,2"]


def test_place_floor() -> None:
    """Place: a tile on a face-down one makes the stack a floor higher."""
    match = play(table(". 2 | . .", castle=TWO), "take 1,1", "shrine", "place 1,2")
    assert realm(match) == ". 2S1 | . ."


def test_place_apart() -> None:
    """Place: tiles of one turn need not be adjacent, and may not lie on one another."""
    match = play(table(". . . . | . . . .", castle="M1/S1 . M2/S2 . S1"), "take 1,1", "pair", "place 1,1")
    assert moves(match) == [f"place {r},{c}" for r in (1, 2) for c in range(1, 5) if (r, c) != (1, 1)]


def test_place_nowhere() -> None:
    """Place, our ruling: a tile that fits nowhere is discarded."""
    match = play(table("1^ M1 | S1 F1", castle=TWO), "take 1,1", "shrine")
    assert (realm(match), match.turn, counter(match, "reserve")) == ("1^ M1 | S1 F1", 1, 1)


def test_place_one_of_two() -> None:
    """Place, our ruling: of two tiles with room for one, the other is discarded."""
    match = play(table("1^ M1 | S1 .", castle="M1/S2 . M2/S3 . S2"), "take 1,1", "pair")
    assert (realm(match), match.turn) == ("1^ M1 | S1 S2", 1)
