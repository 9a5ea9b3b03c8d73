"""Play the games of tests/games anew: of each pack so many that every card and layout is in one.

    python tools/record_games.py [NAME ...]

Needed only when a change of the rules makes the old records unplayable; then rewrite their
transcripts as well: UPDATE_GOLDEN=1 pytest tests/test_records.py
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import NamedTuple

from tilewright.api import load_pack
from tilewright.files.records import print_record
from tilewright.play.bots import bot
from tilewright.play.match import Match
from tilewright.play.record import record_of
from tilewright.play.state import GameState, Move

FOLDER = Path(__file__).parents[1] / "tests" / "games"
NAMES = ("Ada", "Bo", "Cy", "Di")


class Table(NamedTuple):
    """A game: the pack, how many play, the cards, and the layouts by board."""

    pack: str
    players: int
    cards: str
    layouts: dict[str, str]


# By castle: how many play, and the cards.
CASTLES = {
    "base-2": (2, "humility destruction"),
    "four-seasons": (2, "knowledge beauty zeal"),
    "thousand-towers": (2, "bravery ambition strength descent"),
    "barracks": (2, "harmony discipline wind"),
    "pillars-of-creation": (3, "majesty vigilance abyss"),
    "base-3": (3, "boldness hospitality faith cunning"),
    "fortress": (3, "power justice tribute"),
    "blockhouse": (3, "tranquility solitude elegance"),
    "training-ground": (3, "devotion dawn change"),
    "keep": (4, "righteousness modesty deception envy"),
    "base-4": (4, "abundance thrift glory"),
    "dragons-head": (4, "eternity tide deception"),
    "monastery-of-the-abyss": (4, "serenity prudence abyss cunning"),
    "gates-of-destiny": (4, "diplomacy faith tide"),
    "forbidden-city": (4, "majesty humility destruction wind"),
}
CHARACTERS = (
    "alchemist ancient-dragon brigand doppelganger dwarf rich-dwarf enchantress fairy-queen ghost gnome "
    "goblin goldsmith imp merchant necromancer quack-wizard rainbow-dragon sorcerers-apprentice troll "
    "two-headed-dragon witch magician sorcerer wizard thief red-dragon blue-dragon yellow-dragon "
    "beggar-monk banner customs-officer fortune-teller night-watch"
)
SYMBOLS = "lair portal princess volcano fair hermitage storm tournament"
GAMES = {castle: Table("dragon-castle", *known, {"castle": castle}) for castle, known in CASTLES.items()} | {
    "base-3-of-dragons": Table(
        "dragon-castle",
        3,
        "caution loyalty perseverance friendship diligence moderation balance curiosity rivalry whirl",
        {"castle": "base-3"},
    ),
    "cairns-1": Table("cairns", 1, "staff climb medley", {}),
    "cairns-3": Table("cairns", 3, "staff strap twins vigil", {}),
    "fist-of-dragonstones-3": Table("fist-of-dragonstones", 3, CHARACTERS, {}),
    "fist-of-dragonstones-4": Table("fist-of-dragonstones", 4, CHARACTERS, {}),
    "herons-3": Table("herons", 3, "", {}),
    "herons-4": Table("herons", 4, "", {}),
    "princess-and-dragon-2": Table("princess-and-dragon", 2, SYMBOLS, {}),
    "princess-and-dragon-4": Table("princess-and-dragon", 4, SYMBOLS, {}),
}
OFTEN = 0.08
"""How likely a card is used at a choice where it may be; one that was not used yet is at once."""


def played(table: Table, seed: int) -> Match:
    """A game to its end, in which cards are used more often than they are good for."""
    pack = load_pack(table.pack)
    layouts = {board: next(known for known in pack.layouts() if known.id == id) for board, id in table.layouts.items()}
    match = Match(pack.game, NAMES[: table.players], map(pack.card, table.cards.split()), layouts, seed)
    chance, greedy = random.Random(seed), bot("greedy", seed)
    while not match.over:
        uses = [move for move in match.moves if move.kind == "use"]
        fresh = [move for move in uses if move not in match.played]
        only = len(uses) == len(match.moves)
        use = bool(fresh) or only or (bool(uses) and chance.random() < OFTEN)
        if use:
            match.play(chance.choice(fresh or uses))
        else:
            match.play(_best(match, chance) if table.pack == "dragon-castle" else greedy.choose(match.view()))
    return match


def _best(match: Match, chance: random.Random) -> Move:
    """The move of Dragon Castle after which things look best at once."""

    by_number = any(card.id == "beauty" for card in match.cards)

    def promise(move: Move) -> tuple[int, float]:
        state = match.machine.applied(match.state, move)
        return _looks(state, match.turn, by_number), chance.random()

    return max((move for move in match.moves if move.kind != "use"), key=promise)


def _looks(state: GameState, player: int, by_number: bool) -> int:
    """Points, shrines, tiles in the hand, and tiles of one type (or number) side by side."""
    table = state.table
    realm, hand = (table.grids[table.seat_of(name, player)] for name in ("realm", "hand"))
    geometry, counters = realm.geometry, table.counters[player]
    told = [(kind.numbers.get("number") if by_number else kind.values["type"]) for kind in table.game.kinds]
    sorts = [told[top] if top >= 0 else None for top in realm.tops]
    beside = [
        sorts[space] == sorts[other] is not None for space in range(len(sorts)) for other in geometry.neighbors(space)
    ]
    held = sum(top >= 0 for top in hand.tops)
    shrines = sum(map(bool, realm.caps))
    return 4 * counters["points"] + 2 * counters["reserve"] + 6 * shrines + 5 * held + sum(beside)


def all_used(match: Match) -> bool:
    """Whether each card that may be used was used."""
    used = {move.text for move in match.played if move.kind == "use"}
    return all(f"use {card.id}" in used for card in match.cards if card.abilities)


def main() -> None:
    """Record the games that are named, else all: of each the first in which all cards are used."""
    for name in sys.argv[1:] or GAMES:
        match = next(match for seed in range(1, 100) if all_used(match := played(GAMES[name], seed)))
        path = FOLDER / f"{name}.record.yaml"
        path.write_text(print_record(record_of(match)), "utf-8")
        print(f"{path.name}: {len(match.played)} moves in {match.begun} turns")


if __name__ == "__main__":
    main()
