"""The kernel of play agrees with the machine, decision by decision, in every pack."""

from __future__ import annotations

import os

import pytest

import tilewright
from cases import mostly_slow
from lockstep import play_both
from tilewright.packs.pack import Pack
from tilewright.play.old_match import OldMatch as Match
from tilewright.table.card import Card

GAMES = int(os.environ.get("TILEWRIGHT_GAMES", "1"))
PACKS = ["cairns", "court-the-king", "dragon-castle", "fist-of-dragonstones", "herons", "princess-and-dragon"]


def match_of(pack: Pack, cards: list[Card], seed: int) -> Match:
    """A game of a pack; the number of players and the layout change with the seed."""
    low, high = pack.game.players
    players = [f"P{number}" for number in range(low + seed % (high - low + 1))]
    layouts = [layout for layout in pack.layouts() if layout.category in {board.name for board in pack.game.boards}]
    named = {layouts[seed % len(layouts)].category: layouts[seed % len(layouts)]} if layouts else {}
    return Match(pack.game, players, cards, named, seed)


def in_play(name: str) -> list[tuple[str, list[str]]]:
    """The games that are compared: with no cards, with all of them, and with each that does something alone."""
    pack = tilewright.load_pack(name)
    acting = [card.id for card in pack.cards() if card.abilities or card.tiles]
    alone = [[card] for card in acting] if name == "dragon-castle" else []
    whole = [] if name == "dragon-castle" else [[card.id for card in pack.cards()]]
    return [(name, cards) for cards in ([], *whole, *alone)]


CASES = [case for name in PACKS for case in in_play(name)]


@pytest.mark.parametrize(
    ("name", "cards"),
    mostly_slow(CASES, 3),
    ids=lambda one: one if isinstance(one, str) else "+".join(one[:2]) or "none",
)
def test_games_are_the_same(name: str, cards: list[str]) -> None:
    """Every list of moves and every table of random games is that of the machine."""
    pack = tilewright.load_pack(name)
    for seed in range(GAMES):
        play_both(match_of(pack, [pack.card(one) for one in cards], seed), seed, most=10_000 if GAMES > 1 else 40)
