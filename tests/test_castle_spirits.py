"""The rulings of Dragon Castle on the printed Spirits that work on the castle, one test each.

Each docstring names the Spirit and says the ruling in our words.
"""

from __future__ import annotations

from plays import castle, moves, play, realm, table, takes, use

# ------------------------------------------------------------------ Elegance

FIELD = "F1 F2 F3 | F4 F5 F6 | M1 M2 M3"


def test_elegance_short_side() -> None:
    """Elegance: a tile with a free short side may be taken; one without a free side may not."""
    assert takes(use("elegance", "S1 . | . .", tiles=FIELD)) == ["1,2", "3,2"]


def test_elegance_at_least_once() -> None:
    """Elegance: at least one tile must be taken that could not be taken otherwise."""
    match = use("elegance", "S1 . | . .", tiles="F1 F2 F3 | F4 F5 F6 | M1 F1 M3")
    assert takes(match) == ["1,1", "1,2", "3,2"], "with 1,1 the second tile of the pair has to be 3,2"
    play(match, "take 1,1")
    assert castle(match) == ". F2 F3 | F4 F5 F6 | M1 . M3"


def test_elegance_no_summoning() -> None:
    """Elegance: who has used it cannot summon the dragon."""
    assert "summon" in moves(table("S1 . | . .", castle=FIELD, spirits=["elegance"]))
    assert "summon" not in moves(use("elegance", "S1 . | . .", tiles=FIELD))


def test_elegance_second_tile() -> None:
    """Elegance (FAQ): the second tile may be one that the first has freed on a short side."""
    match = use("elegance", "S1 . | . .", "take 1,2", "pair", tiles="F1 F2 F3 | F4 F2 F6 | M1 M2 M3")
    assert castle(match) == "F1 . F3 | F4 . F6 | M1 M2 M3"


def test_elegance_in_the_action() -> None:
    """Elegance: used after the first tile of a pair, it holds for the second."""
    match = table("S1 . | . .", castle="F1 F2 F3 | F4 F5 F6 | M1 F1 M3", spirits=["elegance"])
    assert "pair" not in moves(play(match, "take 1,1"))
    assert castle(play(match, "use elegance")) == ". F2 F3 | F4 F5 F6 | M1 . M3"


def test_elegance_too_late() -> None:
    """Elegance: when nothing is to be taken any more it cannot be used."""
    match = play(table("S1 . | . .", castle=FIELD, spirits=["elegance"]), "take 1,1", "shrine")
    assert "use elegance" not in moves(match)


def test_elegance_to_the_end_of_the_turn() -> None:
    """Elegance: the next player takes by the usual rule again."""
    match = use("elegance", "S1 . | . .", "take 1,2", "discard", tiles="F1 F2 F3 | F4 F5 F6 | M1 M2 M3")
    assert match.turn == 1 and takes(play(match, "take")) == ["1,1", "1,3", "2,1", "2,3", "3,1", "3,3"]


# ------------------------------------------------------------------ Deception


def test_deception_adjacent() -> None:
    """Deception: the second tile is any adjacent to the first, identical or not, available or not."""
    tiles = "F1/M1 F2/S5 F3/S6 | F4/W1 F5/W2 F6/W3 | S1/Y1 S2/Y2 S3/Y3"
    match = table("S1 . | . .", castle=tiles, spirits=["deception"])
    play(match, "take 2,1", "pair", "use deception")
    assert takes(match) == ["1,1", "2,2", "3,1"]
    assert castle(play(match, "take 2,2")).split(" | ")[1] == "F4 F5 F6/W3"


def test_deception_instead() -> None:
    """Deception: once it is used the second tile is an adjacent one; an identical tile elsewhere will not do."""
    castle_before = "W1/M1 S5 W3/D1 . M1 . M1"
    match = table("S1 S3 . . | . . . .", castle=castle_before, spirits=["deception"])
    play(match, "take 1,1", "pair")
    assert "use deception" not in moves(match)
    match = table("S1 . | . .", castle="F1/M1 F2/S5 F3/M1 | F4/M1 . .", spirits=["deception"])
    play(match, "take 1,1", "pair", "use deception")
    assert takes(match) == ["1,2", "2,1"]


def test_deception_floor() -> None:
    """Deception, our ruling: adjacent in the castle is on the same floor, as for available tiles."""
    match = table("S1 . | . .", castle="F1/M1 F2/S5 F3 | F4 . .", spirits=["deception"])
    play(match, "take 1,1", "pair")
    assert castle(play(match, "use deception")) == "F1 F2 F3 | F4 . ."


def test_deception_pair_only() -> None:
    """Deception: in the pair action only."""
    match = table("S1 . | . .", castle="F1/M1 F2/S5 F3 | F4 . .", spirits=["deception"])
    assert "use deception" not in moves(match)
    assert moves(play(match, "take 1,1")) == ["pair", "shrine", "discard"]
    assert "use deception" not in moves(play(match, "shrine"))


def test_deception_cost() -> None:
    """Deception: without anything to pay it with there is no such pair."""
    match = table("1 . | . .", castle="F1/M1 F2/S5 F3 | F4 . .", spirits=["deception"])
    assert "pair" not in moves(play(match, "take 1,1"))


# ------------------------------------------------------------------ Destruction


def test_destruction_available() -> None:
    """Destruction: an available tile of the castle, on whatever floor, is discarded."""
    match = use("destruction", "S1 . | . .", tiles="M1/M2 . M3 M4 M5 . W1/W2")
    assert moves(match) == ["discard 1,1", "discard 1,3", "discard 1,5", "discard 1,7"]


def test_destruction_frees() -> None:
    """Destruction (FAQ): what was not available may be then."""
    match = use("destruction", "S1 . | . .", "discard 1,1", tiles="M1/M2 W1/W2 M3/M4 M5")
    assert takes(match) == ["1,2", "1,3"]


def test_destruction_of_a_floor() -> None:
    """Destruction (FAQ): the last tile of a floor, so that the next one is the highest."""
    match = use("destruction", "S1 . | . .", "discard 1,1", tiles="M1/M2/M6 . W1/W2 . M5/M6")
    assert takes(match) == ["1,1", "1,3", "1,5"]


def test_destruction_then_summon() -> None:
    """Destruction (FAQ): summoning in the same turn, when only the ground floor is left."""
    match = table("S1 . | . .", castle="M1/M2 . W1 . M5", spirits=["destruction"])
    assert "summon" not in moves(match)
    assert "summon" in moves(play(match, "use destruction", "discard 1,1"))


# ------------------------------------------------------------------ Abyss


def test_abyss_type() -> None:
    """Abyss: the second tile of a pair may be any available one of the same type."""
    match = table("S1 . | . .", castle="F1/M1 . F2/W1 . M2 M3 M4 . S1", spirits=["abyss"])
    play(match, "take 1,1", "pair", "use abyss")
    assert takes(match) == ["1,5", "1,7"]


def test_abyss_specials() -> None:
    """Abyss: for specials the type is season, wind or dragon."""
    match = table("S1 . | . .", castle="F1/W1 . F2/S3 . W2 . Y1 . W3", spirits=["abyss"])
    assert takes(play(match, "take 1,1", "pair", "use abyss")) == ["1,5", "1,9"]


def test_abyss_identical() -> None:
    """Abyss (FAQ): it may be used although the second tile is identical, to get rid of a tile."""
    match = table("S1 . | . .", castle="F1/M1 . F2/W1 . M1 . M4 . S1", spirits=["abyss"])
    play(match, "take 1,1", "pair", "use abyss")
    assert takes(match) == ["1,5", "1,7"]
    assert realm(play(match, "take 1,5")) == ". . | . ."
