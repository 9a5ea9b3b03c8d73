"""The fan Spirits: what each does, played from positions in notation."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards import pack
from plays import CASTLE, castle, counter, moves, play, realm, table
from tilewright.play.match import Match

FAN = Path(__file__).parents[1] / "cards" / "dragon-castle" / "fan-spirits"
IDS = sorted(path.stem for path in FAN.glob("*.tw"))
ROOM = ". . | . ."


def turn(spirit: str, *realms: str, castle: str = CASTLE, reserve: int = 4) -> Match:
    """The beginning of a turn with one Spirit in play."""
    return table(*realms, castle=castle, spirits=[spirit], counters=[{"reserve": reserve}])


def test_ids_are_their_own() -> None:
    """There are nine, none with the id of another card of the pack."""
    assert len(IDS) == 9
    assert not set(IDS) & {path.stem for path in FAN.parent.rglob("*.tw") if path.parent != FAN}


@pytest.mark.parametrize("id", IDS)
def test_complete(id: str) -> None:
    """Each has a name and a text in three languages, and an ability of at most 8 lines."""
    card = pack().card(id)
    assert set(card.names) == set(card.texts) == {"en", "fr", "it"} and len(card.abilities) == 1
    body = (FAN / f"{id}.tw").read_text(encoding="utf-8").partition("\n\n")[2]
    assert 1 <= len(body.splitlines()) <= 8


def test_thrift() -> None:
    """Thrift: 1 to 3 face-up tiles are discarded for 1 point each; after the first one may stop."""
    match = play(turn("thrift", "M1 S1 | F1 D1"), "use thrift", "shrine", "discard 1,1", "discard 2,1")
    assert moves(match) == ["discard 1,2", "discard 2,2", "done"]
    play(match, "discard 1,2")
    assert (realm(match), counter(match, "points")) == (". . | . D1", 3)
    assert moves(match) == ["take 1,1", "take 1,3", "take 1,5", "take 1,7"]


def test_thrift_needs_a_tile() -> None:
    """Thrift: the tile that pays for it is not one of those it discards."""
    assert "use thrift" not in moves(turn("thrift", "M1 1 | . .", reserve=0))


def test_glory() -> None:
    """Glory: for the rest of the turn a set is worth more by the floor of its highest tile."""
    own = "M1 2M2 M3 . | . . . ."
    match = play(turn("glory", own), "use glory", "shrine", "take 1,1", "shrine", "place 1,4")
    assert counter(match, "points") == 2 + 2
    match = table(own, own, castle="M1/M4 . M1/M5 . W4/Y1 . W1/Y2", spirits=["glory"], counters=[{"reserve": 1}])
    play(match, "use glory", "shrine", "take 1,1", "discard", "take 1,3", "shrine", "tile M5", "place 1,4")
    play(match, "set 1,1", "done")
    assert (realm(match, 1).split(" | ")[0], counter(match, "points", 1)) == ("1 3 1 1", 2)


def test_zeal() -> None:
    """Zeal: 2 shrines on a faction set, 3 on dragons."""
    match = play(turn("zeal", "M1 M2 M3 . | . . . ."), "use zeal", "shrine", "take 1,1", "discard")
    assert match.turn == 1
    match = play(turn("zeal", "M1 M2 M3 . | . . . ."), "use zeal", "shrine", "take 1,1", "shrine", "place 1,4")
    play(match, "build 1,1", "build 1,2")
    assert (realm(match).split(" | ")[0], match.turn) == ("1^ 1^ 1 1", 1)
    match = play(turn("zeal", "D1 D2 D3 . | . . . .", castle="W1/D1 . W2/W3 . W4/Y1"), "use zeal", "shrine")
    play(match, "take 1,1", "shrine", "place 1,4", "build 1,1", "build 1,2", "build 1,3")
    assert (realm(match).split(" | ")[0], match.turn) == ("1^ 1^ 1^ 1", 1)


def test_descent() -> None:
    """Descent: the first tile comes from the ground floor, the second from anywhere."""
    match = play(turn("descent", ROOM, castle="W1/M4 . W2/W3 . M4 . F1 S1 F2"), "use descent", "take 1,5", "pair")
    assert castle(match) == "W1 . W2/W3 . . . F1 S1 F2"
    before = turn("descent", ROOM, castle="W1/M4 . W2/W3 . M4 . F1 S1 F2")
    assert moves(play(before, "use descent")) == ["take 1,5", "take 1,7", "take 1,9"]


def test_descent_needs_a_tile() -> None:
    """Descent: without an available tile on the ground floor it cannot be used."""
    assert "use descent" not in moves(turn("descent", ROOM, castle="W1/M4 W2 W3/F1 . W2/W3"))


def test_dawn() -> None:
    """Dawn: dragons and winds on top are available; one that was not must be taken."""
    tiles = "W1/M1 F1/W2 F1/D1 F1/S1 F2/F3 . D2 D3 D1"
    assert moves(play(turn("dawn", ROOM, castle=tiles), "use dawn")) == ["take 1,2", "take 1,3"]
    match = play(turn("dawn", ROOM, castle="W1/M1 F1/D3 F2/F3 . D2 D3 D1"), "use dawn", "pair")
    assert castle(match) == "W1/M1 F1 F2/F3 . D2 . D1"


def test_envy() -> None:
    """Envy: 2 shrines when the player to the left has built more, 1 when the one to the right has."""
    left = play(turn("envy", "M1 . | . .", "1^ 1 | . .", ROOM, reserve=0), "use envy")
    assert counter(left, "reserve") == 2
    right = play(turn("envy", "M1 . | . .", ROOM, "1^ 1 | . .", reserve=0), "use envy")
    assert counter(right, "reserve") == 1
    assert "use envy" not in moves(turn("envy", "M1 1^ | . .", "1^ 1 | . .", ROOM))


def test_tide() -> None:
    """Tide: a tile consolidated this turn moves to an adjacent space; then a neighbor may be turned."""
    match = turn("tide", "M1 M2 M3 . | S1 . . .")
    assert "use tide" not in moves(match)
    play(match, "take 1,1", "shrine", "place 1,4", "done", "use tide", "shrine", "choose 1,1")
    assert moves(match) == ["turn 2,1", "done"]
    play(match, "turn 2,1")
    assert realm(match) == ". 2 1 1 | 1 . . ."


def test_tribute() -> None:
    """Tribute: a face-up tile of the player to the left is taken and placed; that player gains 3."""
    match = turn("tribute", ROOM, "1^ 1M4 | F1 1")
    assert "use tribute" in moves(match)
    play(match, "take 1,1", "use tribute", "take 1,2", "discard", "place 2,2")
    assert (realm(match), realm(match, 1)) == (". . | . M4", "1^ 1 | F1 1")
    assert (counter(match, "points", 0), counter(match, "points", 1)) == (1, 3)
    assert "use tribute" not in moves(turn("tribute", ROOM, "1^ 1 | . 1"))


def test_whirl() -> None:
    """Whirl: two face-up tiles that touch at a corner change places, each as it lies; a set that comes of it counts."""
    match = turn("whirl", "M1 M2 S1 . | 1 M3 . 2M4", reserve=1)
    play(match, "use whirl", "shrine", "choose 1,3")
    assert moves(match) == ["with 2,2", "with 2,4"]
    play(match, "with 2,4")
    assert (realm(match), counter(match, "points")) == ("1 1 1 . | 1 1 . 2S1", 2)


def test_whirl_needs_a_corner() -> None:
    """Whirl: tiles side by side and stacks that are face-down do not change places."""
    assert "use whirl" not in moves(turn("whirl", "M1 S1 . . | . . 1 1^"))
