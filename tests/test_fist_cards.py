"""Every character of Fist of Dragonstones on one table: what the winner chooses, and what has changed afterwards.

What comes of each is in tests/golden/fist-of-dragonstones.txt, rewritten with UPDATE_GOLDEN=1.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from fists import auction, characters, check_components, coins, of_our_own, offered, pieces_in, texts
from tilewright.play.match import Match

GOLDEN = Path(__file__).parent / "golden" / "fist-of-dragonstones.txt"
HOARDS = ("R R R R B Y", "R B Y", "B B")
COUNTERS = ("points", "fairy-gold", "tired", "common-gold", "silver", "black-coins", "amulets")
POOLS = ("crowd", "past", "discards")


def standing(match: Match) -> dict[str, str]:
    """What the players have, and where the characters lie."""
    found = {name: " ".join(map(str, coins(match, name))) for name in COUNTERS}
    found |= {f"hoard {player + 1}": " ".join(pieces_in(match, "hoard", player)) for player in range(3)}
    found |= {f"keep {player + 1}": " ".join(pieces_in(match, "keep", player)) for player in range(3)}
    return found | {pool: " ".join(pieces_in(match, pool)) for pool in POOLS}


def card_story(card: str, seed: int) -> Iterator[str]:
    """An auction that the first player wins with three fairy gold and one common gold."""
    cards = (*characters(), *of_our_own())
    others = {"crowd": "troll gnome", "past": "witch dwarf"} if card not in ("troll", "gnome", "witch", "dwarf") else {}
    match = auction(card, hoards=HOARDS, seed=seed, cards=cards, black_coins=[0, 1, 0], **others)
    before, random = standing(match), Random(seed)
    offered(match, {"magic": 3, "plain": 1}, 2, 1)
    while not match.over:
        known, player = texts(match), match.names[match.turn]
        chosen = random.choice(known[: len(known) - ("done" in known and len(known) > 1)])
        yield f"  {player}: {chosen}   of {'; '.join(known)}"
        match.play(chosen)
    check_components(match)
    for name, now in standing(match).items():
        if now != before[name]:
            yield f"  {name}: {before[name] or 'none'} -> {now or 'none'}"


@pytest.mark.slow
def test_every_character_does_what_it_did() -> None:
    """Twice each, with other choices and other luck."""
    lines = []
    for card in sorted((*characters(), *of_our_own()), key=lambda card: card.id):
        for seed in (1, 2):
            lines += [f"{card.id} {seed}", *card_story(card.id, seed)]
    found = "\n".join(lines) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(found, "utf-8")
    assert found == GOLDEN.read_text("utf-8")


def test_the_characters_of_our_own() -> None:
    """A banner adds to offers, a monk is given alms in secret, who has most stones pays the officer."""
    cards = (*characters(), *of_our_own())
    match = offered(auction("gnome", keep={1: "banner"}, cards=cards), 3, 3)
    assert texts(match) == ["banner", "done"] and match.turn == 1 and coins(match, "silver") == [5, 7, 5]
    match.play("banner")
    assert coins(match, "silver") == [5, 8, 5] and pieces_in(match, "discards") == ["banner"]
    match = offered(auction("beggar-monk", cards=cards), 2)
    assert match.turn == 1 and texts(match)[-1] == "alms 5"
    match.play("alms 2")
    match.play("alms 3")
    assert match.turn == 2 and coins(match, "silver") == [10, 3, 2]
    match.play("take R")
    assert match.over and len(pieces_in(match, "hoard", 2)) == 5
    match = offered(auction("customs-officer", hoards=["R", "R B", "B B"], cards=cards), 2)
    assert match.turn == 1
    match.play("return R")
    assert match.over and [len(pieces_in(match, "hoard", player)) for player in range(3)] == [1, 1, 1]


def test_a_night_watch_has_silver_of_two_and_a_stone_of_a_new_color() -> None:
    """Two different players lose 1 silver each if they have it; the stone may be left, or no color is new."""
    cards = (*characters(), *of_our_own())
    match = offered(auction("night-watch", hoards=["R R B", "Y", "Y"], players=4, cards=cards), 2)
    assert texts(match) == ["choose player 2", "choose player 3", "choose player 4"]
    match.play("choose player 3")
    assert texts(match) == ["choose player 2", "choose player 4"]
    match.play("choose player 4")
    assert texts(match) == ["choose yellow", "done"] and coins(match, "silver") == [7, 5, 4, 4]
    match.play("choose yellow")
    assert match.over and pieces_in(match, "hoard") == ["B", "R", "R", "Y"]
    match = offered(auction("night-watch", hoards=["R B Y"], cards=cards, silver=[5, 0, 1]), 2)
    match.play("choose player 2")
    assert match.over and coins(match, "silver") == [6, 0, 0] and pieces_in(match, "hoard") == ["B", "R", "Y"]


def test_a_fortune_teller_keeps_the_first_stone_of_the_color_and_no_other() -> None:
    """Of up to three stones that are drawn one is kept if it has the color; all others are in the bank again."""
    cards, found = (*characters(), *of_our_own()), set()
    for seed in range(8):
        match = offered(auction("fortune-teller", hoards=["R", "", ""], seed=seed, cards=cards), 2)
        assert texts(match) == ["choose red", "choose blue", "choose yellow"]
        match.play("choose blue")
        kept = pieces_in(match, "hoard")
        assert match.over and kept in (["B", "R"], ["R"]) and not pieces_in(match, "pouch")
        check_components(match)
        found.add(len(kept))
    assert found == {1, 2}
