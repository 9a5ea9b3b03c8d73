"""The lines of a simulation's file: written, read, and checked to be games that a run can have written.

What is checked is what ``simulation/1`` says and what the summary relies on; without its schema, which
would take long for many games.
"""

from __future__ import annotations

import json
from collections.abc import ValuesView

from tilewright.play.simulation import Played

Json = dict[str, object]
LARGEST = 1 << 53
"""No number in a file is larger: it would not be exact in every program that reads JSON."""


def line_of(value: Json) -> bytes:
    """A line of the file."""
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def parsed(line: bytes) -> object:
    """What a line says; None when it is no JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def game_of(line: bytes, number: int, players: int) -> Played | None:
    """The game of a line; None when the line is broken or not the one of that number."""
    value = parsed(line)
    try:
        game = Played(**value) if isinstance(value, dict) else None
    except TypeError:
        return None
    return game if game and line.endswith(b"\n") and game.game == number and _sound(game, players) else None


def _sound(game: Played, players: int) -> bool:
    seats, by_turn = [game.bots, game.scores, game.totals, game.uses], [game.movers, game.gains]
    return (
        _numbers([game.game, game.seed, game.turns, game.decisions], 0)
        and all(isinstance(own, list) and len(own) == players for own in seats)
        and isinstance(game.measures, dict)
        and all(map(str.isprintable, game.measures))
        and all(_numbers(own) and len(own) == game.turns for own in [*by_turn, *game.measures.values()])
        and all(isinstance(bot, str) for bot in game.bots)
        and _scores_are_sound(game, players)
        and _numbers(game.movers, 1, players)
        and all(_numbers(turns, 1, game.turns) for turns in [game.forced, game.idle])
        and all(_uses_are_sound(own, game.turns) for own in game.uses)
    )


def _scores_are_sound(game: Played, players: int) -> bool:
    """The parts are numbers, the totals their sums, and somebody has won."""
    return (
        all(isinstance(parts, dict) and all(map(str.isprintable, parts)) for parts in game.scores)
        and all(_numbers(parts.values()) for parts in game.scores)
        and _numbers(game.totals)
        and game.totals == [sum(parts.values()) for parts in game.scores]
        and _numbers(game.winners, 1, players)
        and 0 < len(game.winners) == len(set(game.winners))
    )


def _uses_are_sound(uses: object, turns: int) -> bool:
    return isinstance(uses, dict) and all(_numbers(own, 1, turns) for own in uses.values())


def _numbers(values: object, least: int = -LARGEST, most: int = LARGEST) -> bool:
    """Whether these are whole numbers within bounds."""
    return isinstance(values, (list, ValuesView)) and all(
        type(value) is int and least <= value <= most for value in values
    )
