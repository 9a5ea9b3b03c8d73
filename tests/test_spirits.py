"""The rulings of Dragon Castle on Spirits in general, and on several of them in one game.

Each docstring says the ruling in our words.
"""

from __future__ import annotations

import pytest

from cards import card, pack
from plays import CASTLE, castle, counter, moves, play, realm, table

PRINTED = (
    "abyss",
    "beauty",
    "change",
    "cunning",
    "deception",
    "destruction",
    "elegance",
    "faith",
    "strength",
    "wind",
)


def uses(found: list[str]) -> list[str]:
    """The abilities among some moves."""
    return [text.removeprefix("use ") for text in found if text.startswith("use ")]


@pytest.mark.slow
@pytest.mark.parametrize("id", PRINTED)
def test_printed(id: str) -> None:
    """Each printed Spirit has names and texts in three languages, and an ability of at most 8 lines."""
    card = pack().card(id)
    assert card.category == "spirit" and card.rule is None and len(card.abilities) == 1
    assert set(card.names) == set(card.texts) == {"en", "fr", "it"}
    lines = [line for line in card.source.text.splitlines()[1:] if line.split()[:1] not in ([], ["name"], ["text"])]
    assert len(lines) <= 8


# ------------------------------------------------------------------ what a Spirit costs


def test_cost_tile() -> None:
    """Cost: a face-up tile of the realm, which leaves the game."""
    match = play(table("M1 S1 | F1 1", castle=CASTLE, spirits=["destruction"]), "use destruction")
    assert moves(match) == ["discard 1,1", "discard 1,2", "discard 2,1"]
    assert realm(play(match, "discard 1,1")) == ". S1 | F1 1"


def test_cost_shrine() -> None:
    """Cost: or one shrine of the reserve, which goes back to the supply."""
    match = table("1 1 | 1^ 1", castle=CASTLE, spirits=["destruction"], counters=[{"reserve": 2}])
    before = match.state.table.supply("shrine")
    play(match, "use destruction")
    assert counter(match, "reserve") == 1
    assert match.state.table.supply("shrine") == before + 1


def test_cost_choice() -> None:
    """Cost: who has both chooses."""
    match = table("M1 1 | 1 1", castle=CASTLE, spirits=["destruction"], counters=[{"reserve": 2}])
    assert moves(play(match, "use destruction")) == ["tile", "shrine"]


def test_cost_must_be_there() -> None:
    """Cost: neither face-down tiles nor built shrines pay for it."""
    assert uses(moves(table("1 1^ | . 1", castle=CASTLE, spirits=["destruction"]))) == []


def test_cost_not_without_the_power() -> None:
    """Cost: it may not be paid when the power cannot be applied."""
    assert uses(moves(table("M1 S1 | 1 1", castle=CASTLE, spirits=["wind", "cunning", "faith", "beauty"]))) == []


def test_cost_does_not_spoil_the_power() -> None:
    """Cost: a tile that the power needs cannot pay for it."""
    assert uses(moves(table("M1 M2 | M3 .", castle=CASTLE, spirits=["cunning"]))) == []
    match = play(table("M1 M2 | M3 S1", castle=CASTLE, spirits=["cunning"]), "use cunning")
    assert (realm(match), counter(match, "points")) == ("1 1 | 1 .", 2)


# ------------------------------------------------------------------ when


def test_once_a_turn() -> None:
    """Spirits: each at most once a turn, and again in the next."""
    match = table("M1 S1 | F1 1", castle=CASTLE, spirits=["destruction"])
    play(match, "use destruction", "discard 1,1", "discard 1,1")
    assert uses(moves(match)) == []
    play(match, "take 1,3", "shrine", "place 1,1", "take 1,5", "discard")
    assert match.turn == 0 and uses(moves(match)) == ["destruction"]


def test_any_time() -> None:
    """Spirits: at any time in the turn: before the action, in it, between placings, at its end."""
    match = table("M1 S1 . . | F1 1 . .", castle="W1/M4 . W2/W3 . W4/Y1 . M4", spirits=["destruction"])
    for move in ("take 1,1", "pair", "take 1,7", "tile M4", "place 1,3", "tile M4", "place 1,4"):
        assert uses(moves(match)) == ["destruction"]
        play(match, move)
    assert moves(match) == ["done", "use destruction"]
    play(match, "use destruction", "discard 1,1", "discard 1,3")
    assert match.turn == 1


def test_own_turn() -> None:
    """Spirits: all players may use those in play, each on the own turn and at the own cost."""
    match = table("M1 S1 | F1 1", "1 . | . .", castle=CASTLE, spirits=["destruction"])
    play(match, "take 1,1", "discard", "done")
    assert match.turn == 1 and uses(moves(match)) == []


# ------------------------------------------------------------------ sets in mid-turn


def test_sets_appear_in_mid_turn() -> None:
    """Spirits: sets that a power has made are consolidated at once, before the action too."""
    match = table("M1 M2 M3 . | . . . M4 | S1 . . .", castle=CASTLE, spirits=["strength"])
    play(match, "use strength", "discard 3,1", "move 2,4", "to 1,4", "done")
    assert (realm(match).split(" | ")[0], counter(match, "points")) == ("1 1 1 1", 2)
    assert "take 1,1" in moves(match)


def test_waiting_sets() -> None:
    """Consolidate: a set made by placing waits for the last tile, even if a Spirit is used."""
    match = table("M1 M2 M3 . | . . . . | S1 . . .", castle="W1/M4 . W2/W3 . W4/Y1 . M4", spirits=["destruction"])
    play(match, "take 1,1", "pair", "take 1,7", "tile M4", "place 1,4", "use destruction", "discard 1,3")
    assert (realm(match).split(" | ")[0], counter(match, "points")) == ("M1 M2 M3 M4", 0)
    play(match, "place 2,1")
    assert (realm(match), counter(match, "points")) == ("1 1 1 1 | 1 . . . | . . . .", 3)


def test_more_than_one_set() -> None:
    """Spirits: so more than one set can be consolidated in one turn."""
    match = table("M1 M2 M3 . | . . S1 M4 | W1 W2 W3 .", castle="W1/W4 . W2/W3 . W4/Y1", spirits=["strength"])
    play(match, "use strength", "discard 2,3", "move 2,4", "to 1,4", "done")
    play(match, "take 1,1", "shrine", "place 3,4")
    assert counter(match, "points") == 4


# ------------------------------------------------------------------ several in one game


@pytest.mark.slow
def test_all_ten_together() -> None:
    """Several Spirits: all ten in one game, and those that can be applied are offered."""
    own = "M1 S1 F1 . | M2 W1 M1 1^ | M3 . 1 M1 | . . . ."
    tiles = "W1/M4 W2/W3 W4/Y1 F1/Y2"
    match = table(own, castle=tiles, spirits=PRINTED, counters=[{"reserve": 5}])
    assert uses(moves(match)) == ["beauty", "change", "cunning", "destruction", "elegance", "strength", "wind"]


def test_two_in_one_turn() -> None:
    """Several Spirits: more than one may be used in a turn, each for its own cost."""
    match = table(
        "M1 M2 M3 S1 | . . . S2", castle=CASTLE, spirits=["cunning", "destruction"], counters=[{"reserve": 1}]
    )
    play(match, "use destruction", "tile", "discard 1,4", "discard 1,1", "use cunning", "shrine")
    assert (realm(match), castle(match), uses(moves(match))) == ("1 1 1 . | . . . S2", "W1 . W2/W3 . W4/Y1 . W1/Y2", [])


def test_faith_after_cunning() -> None:
    """Several Spirits: Faith builds on the set that Cunning has consolidated."""
    match = table("M1 M2 M3 S1 | 1 . . S2", castle=CASTLE, spirits=["cunning", "faith"], counters=[{"reserve": 2}])
    play(match, "use cunning", "tile", "discard 1,4", "build 1,1", "use faith")
    assert moves(match) == ["build 1,2", "build 1,3"]


def test_faith_after_strength() -> None:
    """Several Spirits: a consolidated tile that moves is still one of the set; what lay under it is not."""
    match = table("M1 M2 3M3 . | 1 . . .", castle=CASTLE, spirits=["strength", "faith"], counters=[{"reserve": 4}])
    play(match, "take 1,1", "shrine", "tile M4", "place 1,4", "set 1,1", "done")
    play(match, "use strength", "move 1,3", "to 2,2", "done", "use faith")
    assert moves(match) == ["build 1,1", "build 1,2", "build 1,4", "build 2,2"]


def test_abyss_with_elegance() -> None:
    """Several Spirits: with Abyss and Elegance a tile of the type with a free short side will do."""
    match = table(
        "M1 M2 M3 S1 | 1 . . S2",
        castle="W1/M4 . M1 M2 M3 . W3/W4",
        spirits=["abyss", "elegance"],
        counters=[{"reserve": 2}],
    )
    play(match, "take 1,1", "pair", "use abyss", "shrine")
    assert [text for text in moves(match) if "take" in text] == ["take 1,3", "take 1,5"]
    play(match, "use elegance", "shrine")
    assert castle(match) == "W1 . M1 . M3 . W3/W4"


# ------------------------------------------------------------------ shrines that were spoken of


@pytest.mark.slow
@pytest.mark.parametrize(
    "lines",
    [
        "choose a shrine; move it to another tile",
        "choose a shrine; move the shrine to another tile",
        "choose a shrine called lantern; move the lantern to another tile",
        "for each shrine; move it to another tile",
        "move a shrine to another tile",
    ],
)
def test_a_known_shrine_is_moved(lines: str) -> None:
    """A shrine that was picked or gone through is moved like one that is picked there."""
    indented = lines.replace("each shrine; ", "each shrine\n      ").replace("; ", "\n    ")
    spirit = card(f"spirit example\n  ability\n    {indented}\n")
    match = table("1^ M1 | . 1", castle=CASTLE, spirits=[spirit], counters=[{"reserve": 0}])
    play(match, "use example")
    for _ in range(3):
        if realm(match) == "1^ . | . 1" and len(found := moves(match)) == 1:
            play(match, *found)
    assert realm(match) == "1 . | . 1^"
