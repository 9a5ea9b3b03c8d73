"""Games of all packs with their cards, for tests of the kernel."""

from __future__ import annotations

import os

import tilewright
from tilewright.packs.pack import Pack
from tilewright.play.match import Match
from tilewright.table.card import Card

GAMES = int(os.environ.get("TILEWRIGHT_GAMES", "1"))
PACKS = ["cairns", "court-the-king", "dragon-castle", "fist-of-dragonstones", "herons", "princess-and-dragon"]

MANY_TRIALS = {"change", "dawn", "elegance"}
"""Spirits for which the reference interpreter tries so much that a choice takes seconds."""


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
