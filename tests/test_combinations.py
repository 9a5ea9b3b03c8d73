"""Two Spirits in one turn, one test each for what random games (test_invariants) came upon.

Each docstring names the Spirits and says the ruling in our words.
"""

from __future__ import annotations

from plays import moves, play, table

FIELD = "F1 F2 F3 | F4 F5 F6 | M1 M2 M3"
"""A castle whose tiles 1,2 and 3,2 have a free short side only."""
PAID = ({"reserve": 3},)


def test_elegance_then_destruction() -> None:
    """Elegance, Destruction: tiles with a free short side may be taken, but they are not available."""
    match = table("S1 . | . .", castle=FIELD, spirits=["elegance", "destruction"], counters=PAID)
    play(match, "use elegance", "shrine", "use destruction", "shrine")
    assert moves(match) == [f"discard {r},{c}" for r in (1, 2, 3) for c in (1, 3)]


def test_dawn_then_destruction() -> None:
    """Dawn, Destruction: a tile must be taken, discarding it will not do, so the only one stays."""
    tiles = FIELD.replace("F2", "D1")
    match = table("S1 . | . .", castle=tiles, spirits=["dawn", "destruction"], counters=PAID)
    play(match, "use dawn", "shrine", "use destruction", "shrine")
    assert "discard 1,2" not in moves(match)


def test_deception_after_destruction() -> None:
    """Deception, Destruction: a tile on another floor than the first one is not adjacent to it."""
    match = table("S1 . | . .", castle="M1/S5 F2 . F3/S6", spirits=["deception", "destruction"], counters=PAID)
    play(match, "take 1,1", "use destruction", "shrine", "discard 1,1")
    assert "pair" not in moves(match)


def test_deception_after_descent() -> None:
    """Deception, Descent: beside a tile of the ground floor, a tile on floor 2 is not adjacent."""
    match = table("S1 . | . .", castle="M1 F2/F3 . F3/S6 F4", spirits=["deception", "descent"], counters=PAID)
    play(match, "use descent", "shrine", "take 1,1")
    assert "pair" not in moves(match)


def test_strength_while_building() -> None:
    """Strength, our ruling: a tile that moves away is not built on with its set, nor is what lay under it."""
    match = table("D1 D1 3D2 . | 1 . . S1", castle="W1/D3 . W2/F3 . F4/Y1 . F1/Y2", spirits=["strength"], counters=PAID)
    play(match, "take 1,1", "shrine", "tile D3", "place 1,4", "set 1,1", "use strength", "shrine")
    play(match, "move 1,3", "to 2,2", "done")
    assert moves(match) == ["build 1,1", "build 1,2", "build 1,4", "done"]
