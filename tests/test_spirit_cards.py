"""The rulings of Dragon Castle on the printed Spirits that work on the realm, one test each.

Each docstring names the Spirit and says the ruling in our words.
"""

from __future__ import annotations

from plays import CASTLE, counter, moves, play, realm, table, usable, use
from tilewright.play.match import Match

# ------------------------------------------------------------------ Beauty


def test_beauty_set() -> None:
    """Beauty: 4 or more adjacent faction tiles of one number, types may differ; 1 point more."""
    match = use("beauty", "M1 S1 | F1 M1", reserve=1)
    assert (realm(match), counter(match, "points")) == ("1 1 | 1 1", 3)
    assert counter(use("beauty", "M1 S1 | F1 M1 | S1 1 | 1 1", "shrine", reserve=1), "points") == 4


def test_beauty_too_few() -> None:
    """Beauty: 3 of a number are too few, and so are 4 of which one has another number."""
    assert not usable("beauty", "M1 S1 | F1 .")
    assert not usable("beauty", "M1 S1 | F1 M2")


def test_beauty_factions() -> None:
    """Beauty: specials have no number."""
    assert not usable("beauty", "M1 S1 | F1 W1")


def test_beauty_shrines() -> None:
    """Beauty: up to 2 shrines on the set."""
    match = use("beauty", "M1 S1 | F1 M1", reserve=4)
    play(match, "build 1,1", "build 1,2")
    assert (realm(match), counter(match, "reserve")) == ("1^ 1^ | 1 1", 1)
    assert "build 2,1" not in moves(match)


# ------------------------------------------------------------------ Wind


def test_wind_moves_a_shrine() -> None:
    """Wind: a built shrine goes to another face-down tile without a shrine."""
    match = use("wind", "M1 2^ | 1^ 1", "move 1,2")
    assert realm(match) == ". 2 | 1^ 1^"


def test_wind_may_turn() -> None:
    """Wind: turning a face-up tile face-down first is optional."""
    match = use("wind", "M1 2^ | 1 S1", "discard 1,1")
    assert moves(match) == ["turn 2,2", "done"]
    assert realm(play(match, "done")) == ". 2 | 1^ S1"


def test_wind_onto_the_turned_tile() -> None:
    """Wind (FAQ): the shrine may go to the tile just turned."""
    match = use("wind", "M1 2^ | 1 S1", "discard 1,1", "turn 2,2")
    assert moves(match) == ["to 2,1", "to 2,2"]
    assert realm(play(match, "to 2,2")) == ". 2 | 1 1^"


def test_wind_needs_a_shrine() -> None:
    """Wind: without a built shrine that can move it cannot be used, not even to turn a tile."""
    assert not usable("wind", "M1 2 | 1 S1")
    assert not usable("wind", "1^ 2^ | 1^ 1^")


def test_wind_is_no_consolidation() -> None:
    """Wind (FAQ): no points and no building on the tile turned, not even by Faith."""
    match = table("M1 2^ | 1 S1", castle=CASTLE, spirits=["wind", "faith"], counters=[{"reserve": 3}])
    play(match, "use wind", "shrine", "turn 1,1", "to 1,1")
    assert (realm(match), counter(match, "points")) == ("1^ 2 | 1 S1", 0)
    assert "use faith" not in moves(match)


def test_wind_whole() -> None:
    """Wind: who has paid has to move a shrine; if only the turned tile can bear it, it is turned."""
    match = use("wind", "M1 2^ | . S1", "discard 1,1")
    assert realm(match) == ". 2 | . 1^"


# ------------------------------------------------------------------ Strength


def test_strength_one_or_two() -> None:
    """Strength: up to 2 tiles move; after one the player may stop."""
    match = use("strength", "M1 F1 | . S1", "discard 1,1", "move 2,2", "to 1,1")
    assert moves(match) == ["move 1,2", "done"]
    play(match, "move 1,2", "to 2,2")
    assert (realm(match), "done" in moves(match)) == ("S1 . | . F1", False)


def test_strength_no_tile_twice() -> None:
    """Strength, our ruling: a tile that has moved does not move again, so none comes back for nothing."""
    match = use("strength", "M1 2 . | . S1 .", "discard 1,1", "move 2,2", "to 1,2")
    assert not any(move.startswith("move ") for move in moves(match))
    assert realm(match) == ". 2S1 . | . . ."


def test_strength_what() -> None:
    """Strength (FAQ): face-up and face-down tops, none with a shrine on it."""
    match = use("strength", "M1 2 1^ . | . . . .", "shrine", reserve=1)
    assert moves(match) == ["move 1,1", "move 1,2"]


def test_strength_where() -> None:
    """Strength (FAQ): to an empty space or a face-down tile, not onto a face-up one or a shrine."""
    match = use("strength", "M1 2 1^ S1 | . . . .", "shrine", "move 1,1", reserve=1)
    assert moves(match) == ["to 1,2", "to 2,1", "to 2,2", "to 2,3", "to 2,4"]


def test_strength_second_on_the_first() -> None:
    """Strength (FAQ): the second tile may land on the first one if that was face-down."""
    match = use("strength", "S1 2 . . | . . . .", "shrine", "move 1,2", "to 1,4", "move 1,1", reserve=1)
    assert "to 1,4" in moves(match)
    other = use("strength", "S1 2 . . | . . . .", "shrine", "move 1,1", "to 1,4", "move 1,2", reserve=1)
    assert "to 1,4" not in moves(other)


def test_strength_sets() -> None:
    """Strength: sets are looked for only when the power is done."""
    match = use("strength", "M1 M2 M3 . . | . . . . M4", "shrine", "move 2,5", "to 1,4", reserve=1)
    assert (realm(match), counter(match, "points")) == ("M1 M2 M3 M4 . | . . . . .", 0)
    play(match, "done")
    assert (realm(match), counter(match, "points")) == ("1 1 1 1 . | . . . . .", 2)
    other = use(
        "strength", "M1 M2 M3 . . | . . . . M4", "shrine", "move 2,5", "to 1,4", "move 1,1", "to 2,2", reserve=1
    )
    assert (realm(other), counter(other, "points")) == (". 1 1 1 . | . 1 . . .", 2)


# ------------------------------------------------------------------ Change


def test_change_joker() -> None:
    """Change: one special tile counts as a type of your choice in a set; it counts as that type."""
    match = use("change", "M1 M2 | M3 W1", reserve=3)
    assert (realm(match), counter(match, "points")) == ("1 1 | 1 1", 2)
    play(match, "build 1,1")
    assert "build 1,2" not in moves(match)


def test_change_to_a_dragon() -> None:
    """Change: a set of dragons with it gives 1 point more and 2 shrines."""
    match = use("change", "D1 D2 | D3 W1", reserve=3)
    assert counter(match, "points") == 3
    assert "build 1,2" in moves(play(match, "build 1,1"))


def test_change_in_the_set() -> None:
    """Change (FAQ): the tile must be part of the set that is consolidated."""
    assert not usable("change", "M1 M2 . . | M3 . W1 .")
    assert usable("change", "M1 M2 . . | M3 W1 . .")


def test_change_specials_only() -> None:
    """Change: a faction tile cannot change."""
    assert not usable("change", "M1 M2 | M3 S1")


def test_change_one_tile() -> None:
    """Change: one tile only."""
    assert not usable("change", "M1 M2 | W1 W2")


def test_change_which() -> None:
    """Change: of two tiles and two types the player chooses."""
    match = use("change", "M1 M2 M3 W1 Y1 . | . . S1 S2 S3 .", "shrine", reserve=1)
    assert moves(match) == ["choose 1,4", "choose 1,5"]
    play(match, "choose 1,5")
    assert realm(match) == "M1 M2 M3 W1 1 . | . . 1 1 1 ."


def test_change_not_to_prevent() -> None:
    """Change (FAQ): it prevents no consolidation: a tile of a finished set does not leave it."""
    castle = "W1/W4 . W2/F3 . F4/Y1 . F1/Y2"
    match = table(
        "M1 M2 M3 W1 . . | . . W2 . . S1 | . . W3 . . .", castle=castle, spirits=["change"], counters=[{"reserve": 2}]
    )
    play(match, "take 1,1", "shrine", "tile W4", "place 2,4")
    assert (realm(match), counter(match, "points")) == ("M1 M2 M3 1 . . | . . 1 1 . S1 | . . 1 . . .", 2)
    assert "use change" not in moves(match)


def test_change_may_use_a_whole_set() -> None:
    """Change: a tile that is in no finished set joins one that is due; a set of the joker's own type is no change."""
    match = table("M1 M2 M3 . W1 | . . . . S1", castle="W1/M4 . W2/F3", spirits=["change"], counters=[{"reserve": 1}])
    play(match, "take 1,1", "shrine", "place 1,4")
    assert moves(match) == ["set 1,1", "use change"]
    play(match, "use change", "tile")
    assert (realm(match), counter(match, "points")) == ("1 1 1 1 1 | . . . . .", 3)
    assert not usable("change", "W1 W2 W3 | . W4 S1")


# ------------------------------------------------------------------ Faith


def dragons(reserve: int, *spirits: str) -> Match:
    """After 4 dragons were consolidated beside a face-down tile, before anything was built."""
    match = table(
        "D1 D1 D2 . | 1 . . S1",
        castle="W1/D3 . W2/F3 . F4/Y1 . F1/Y2",
        spirits=spirits or ("faith",),
        counters=[{"reserve": reserve}],
    )
    return play(match, "take 1,1", "shrine", "place 1,4")


def test_faith_third_shrine() -> None:
    """Faith (FAQ): a third shrine on a set of specials; one more than is allowed."""
    match = play(dragons(3), "build 1,1", "build 1,2", "use faith", "tile")
    assert moves(match) == ["build 1,3", "build 1,4"]
    play(match, "build 1,4")
    assert (realm(match), counter(match, "reserve")) == ("1^ 1^ 1 1^ | 1 . . .", 1)


def test_faith_this_turn() -> None:
    """Faith (FAQ): not on tiles that were consolidated in earlier turns."""
    match = play(dragons(3), "build 1,1", "done", "done", "take 1,3", "discard", "take 1,5", "shrine", "place 1,2")
    assert "use faith" not in moves(match)


def test_faith_any_set() -> None:
    """Faith (FAQ): of several sets of the turn any will do."""
    match = table(
        "M1 M2 M3 . | . . S1 . | M5 M6 M6 . | . . . .",
        castle="W1/M4 . W2/W3 . M4 . W3/Y2",
        spirits=["faith"],
        counters=[{"reserve": 4}],
    )
    play(match, "take 1,1", "pair", "place 1,4", "place 3,4", "set 3,1", "build 3,1", "set 1,1", "build 1,1")
    assert [text for text in moves(play(match, "use faith", "tile")) if "build" in text] == [
        "build 1,2",
        "build 1,3",
        "build 1,4",
        "build 3,2",
        "build 3,3",
        "build 3,4",
    ]


def test_faith_needs_a_shrine() -> None:
    """Faith: the shrine comes from the reserve; one that pays for the power cannot be built."""
    match = play(dragons(0), "build 1,1")
    assert "use faith" not in moves(match)


# ------------------------------------------------------------------ Cunning


def test_cunning_three() -> None:
    """Cunning: a set of just 3 of a type gives 2 points."""
    match = use("cunning", "M1 M2 | M3 S1")
    assert (realm(match), counter(match, "points")) == ("1 1 | 1 .", 2)


def test_cunning_not_two() -> None:
    """Cunning: 2 tiles are too few."""
    assert not usable("cunning", "M1 M2 | S3 S1")


def test_cunning_shrines() -> None:
    """Cunning: shrines by type as usual, 1 on factions and 2 on specials."""
    faction = play(use("cunning", "M1 M2 | M3 .", reserve=3), "build 1,1")
    assert "build 1,2" not in moves(faction)
    special = play(use("cunning", "W1 W2 | W3 .", reserve=3), "build 1,1")
    assert "build 1,2" in moves(special)


def test_cunning_dragons() -> None:
    """Cunning, our ruling: 3 dragons give the point more that every dragon set gives."""
    assert counter(use("cunning", "D1 D2 | D3 .", reserve=1), "points") == 3
