"""Games from a given position, for tests: set a table in notation, list the moves, play some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cards import board, pack
from tilewright.play.match import Match
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position

CASTLE = "W1/M4 . W2/W3 . W4/Y1 . W1/Y2"
"""A castle with four tiles on its second floor, all available."""
NAMES = ("Ada", "Bo", "Cy", "Di")
Counters = Mapping[str, int]


def table(
    *realms: str,
    castle: str = ".",
    spirits: Iterable[str | Card] = (),
    counters: Sequence[Counters] = ({},),
    turn: int = 0,
) -> Match:
    """A game at the beginning of a turn; Ada moves, or the player `turn`.

    The realms are in turn order (a single one: Bo has an empty one of that size), so are the
    counters by name; Spirits are ids or cards. What is face-down on them is of unknown kind.
    """
    boards = [board(realm) for realm in realms]
    if len(boards) == 1:
        geometry = boards[0].geometry
        boards.append(board(" | ".join([" ".join("." * geometry.columns)] * geometry.rows)))
    own = [*counters, *({} for _ in boards)]
    players = [Player(*known) for known in zip(NAMES, boards, own, strict=False)]
    position = Position(pack().game, tuple(players), (), {"castle": board(castle)})
    return Match.at(position, [pack().card(one) if isinstance(one, str) else one for one in spirits], turn)


def sized(sizes: Mapping[str, Geometry]) -> Game:
    """The game with boards of other sizes."""
    game = pack().game
    boards = [
        replace(known, rows=sizes[known.name].rows, columns=sizes[known.name].columns) if known.name in sizes else known
        for known in game.boards
    ]
    return replace(game, boards=tuple(boards))


def start(players: int, castle: str = "base-2", seed: int = 1) -> Match:
    """A game from its set-up on, on a castle of the pack."""
    layout = next(known for known in pack().layouts() if known.id == castle)
    return Match(pack().game, NAMES[:players], (), {"castle": layout}, seed)


def play(match: Match, *texts: str) -> Match:
    """The game after these moves; before a tile is taken, the option to take one is, if it is asked for."""
    for text in texts:
        if text.startswith("take ") and "take" in moves(match):
            match.play("take")
        match.play(text)
    return match


def moves(match: Match) -> list[str]:
    """The moves there are, as they are written."""
    return [str(move) for move in match.moves]


def realm(match: Match, player: int = 0) -> str:
    """A realm in notation."""
    return repr(match.position().players[player].board)


def castle(match: Match) -> str:
    """The castle in notation."""
    return repr(match.position().boards["castle"])


def counter(match: Match, name: str, player: int = 0) -> int:
    """What a counter of a player stands at."""
    return match.state.table.counters[player][name]


def use(spirit: str, own: str, *then: str, tiles: str = CASTLE, reserve: int = 0) -> Match:
    """After a turn began with the use of a Spirit."""
    match = table(own, castle=tiles, spirits=[spirit], counters=[{"reserve": reserve}])
    return play(match, f"use {spirit}", *then)


def usable(spirit: str, own: str, tiles: str = CASTLE, reserve: int = 1) -> bool:
    """Whether a Spirit may be used at the beginning of a turn."""
    match = table(own, castle=tiles, spirits=[spirit], counters=[{"reserve": reserve}])
    return f"use {spirit}" in moves(match)


def takes(match: Match) -> list[str]:
    """The spaces from which a tile may be taken."""
    return [text.split()[1] for text in moves(match) if text.startswith("take ")]
