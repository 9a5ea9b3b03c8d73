"""Random games, watched: tiles, shrines, counters, stacks, sets, turns, the end and the result.

Every game has a number, from which all that is random in it comes; the first ones are played on every run, and
between them they have every castle, every card and every size of a realm. `TILEWRIGHT_GAMES=5000 pytest
tests/test_invariants.py` plays as many of each kind, other ones on each run.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from cards import pack
from cases import GAMES, mostly_slow, samples
from plays import NAMES, sized
from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import read_position
from tilewright.files.printing import print_position
from tilewright.meaning.scoring import score
from tilewright.play.match import Match
from tilewright.play.state import Move
from tilewright.source import Source
from tilewright.table.card import Card, Layout
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position
from watching import TILES, Watched, beside, spots

FIRST = Random(os.environ.get("PYTEST_XDIST_TESTRUNUID")).randrange(10**9) if GAMES else 0
"""The number of the first game; the workers of one run agree on it."""
REALMS = ((6, 6), (4, 4), (2, 4), (2, 2))
Setting = tuple[str, int]
"""A castle and a number of players."""


@cache
def all_cards() -> dict[str, Card]:
    """Every card of the pack by its id."""
    return {card.id: card for card in pack().cards()}


@cache
def castles() -> dict[str, Layout]:
    """Every castle of the pack by its id."""
    return {layout.id: layout for layout in pack().layouts()}


def tables() -> list[Setting]:
    """Every castle of the pack with every number of players it is for."""
    return [(id, n) for id, known in castles().items() for n in range(known.players[0], known.players[1] + 1)]


def usable() -> list[str]:
    """The cards of the pack that can be used."""
    return sorted(card.id for card in all_cards().values() if card.abilities)


def pair(ids: Sequence[str], number: int) -> tuple[str, str]:
    """The cards of a game: each in turn, with another one on each round."""
    apart = 1 + (4 + number // len(ids)) % (len(ids) - 1)
    return ids[number % len(ids)], ids[(number + apart) % len(ids)]


def games(count: int) -> pytest.MarkDecorator:
    """The numbers of the games that a test plays."""
    numbers = range(FIRST, FIRST + (GAMES or count))
    return pytest.mark.parametrize("number", mostly_slow(numbers, quick=3))


def match_of(number: int, cards: Sequence[str], realm: tuple[int, int] | None = None) -> Match:
    """The set-up of a game: the castles in turn, and the sizes of realms."""
    castle, players = tables()[number % len(tables())]
    size = realm or REALMS[(number + number // len(tables())) % len(REALMS)]
    game = sized({"realm": Geometry(*size)})
    return Match(game, NAMES[:players], [all_cards()[id] for id in cards], {"castle": castles()[castle]}, number)


def choose(watched: Watched, moves: list[Move], random: Random) -> Move:
    """A move at random: now and then a card, and mostly tiles beside others of their type, so that sets come about."""
    uses = [move for move in moves if move.kind == "use"]
    if uses and random.random() < 0.3:
        return random.choice(uses)
    moves = [move for move in moves if move.kind != "use"] or moves
    if len(moves) > 1 and random.random() < 0.7:
        moves = kin(watched, moves) or [move for move in moves if str(move) not in ("done", "discard")] or moves
    return random.choice(moves)


def kin(watched: Watched, moves: list[Move]) -> list[Move]:
    """The moves that place a tile beside most tiles of its type."""
    places = [(move, *map(int, str(move).split()[1].split(","))) for move in moves if str(move).startswith("place ")]
    hands = {code[0] for code in watched.hands}
    if not places or len(hands) > 1:
        return []
    realm = spots(watched.position.players[watched.match.turn].board)
    alike = {spot for spot, stack in realm.items() if stack.top and stack.top[0] in hands}
    score = {move: len(alike & set(beside((r, c)))) for move, r, c in places}
    return [move for move in score if score[move] == max(score.values())]


def game(match: Match, seed: int) -> Watched:
    """Play a game to its end at random, and check it all the way.

    Every turn takes a tile from the castle, which gets none back, or a token; when as many tokens as
    there are players were taken the round is finished: so few turns are the most there can be.
    """
    watched, random, players = Watched(match), Random(seed), len(match.names)
    while not match.over:
        watched.apply(choose(watched, watched.moves(), random))
        watched.must(watched.turns <= TILES + players + players - 1, "the game does not end")
    watched.must(watched.turns % players == 0, "not all had equally many turns")
    watched.check_result()
    return watched


def read_back(match: Match) -> Position | None:
    """The position, printed as a file and read again."""
    source = Source("end.position.yaml", print_position(match.position()))
    return read_position(source, match.game, Diagnostics(source))


@pytest.mark.slow
@games(samples(24, 60))
def test_plain_games(number: int) -> None:
    """Games without cards keep all rules of the table to the end."""
    game(match_of(number, ()), number)


@pytest.mark.slow
@games(samples(20, 40))
def test_games_with_cards(number: int) -> None:
    """Games with any two cards of the pack keep all rules of the table to the end."""
    game(match_of(number, pair(sorted(all_cards()), number)), number)


@pytest.mark.slow
@games(samples(9, 18))
def test_games_with_spirits(number: int) -> None:
    """Games with any two Spirits of the pack keep all rules of the table to the end."""
    game(match_of(number, pair(usable(), number)), number)


@pytest.mark.slow
@games(6)
def test_results_are_written(number: int) -> None:
    """The last position of a game, printed and read again, is the same and scores the same."""
    match = match_of(number, pair(sorted(all_cards()), 7 * number), REALMS[0])
    game(match, number)
    again = read_back(match)
    assert again == match.position()
    assert [found.total for found in score(again, match.cards)] == [found.total for found in match.scores()]


@pytest.mark.slow
@games(10)
def test_undo(number: int) -> None:
    """Moves taken back leave no trace, and played again they lead to the same table."""
    match, random = match_of(number, pair(usable(), 7 * number), REALMS[0]), Random(number)
    past = [trace(match)]
    while not match.over and len(match.played) < 60:
        match.play(random.choice(match.moves))
        past.append(trace(match))
    played = [str(move) for move in match.played]
    for before in reversed(past[:-1]):
        match.undo()
        assert trace(match) == before
    for text in played:
        match.play(text)
    assert trace(match) == past[-1]


def trace(match: Match) -> tuple[object, ...]:
    """What the table and the moves are, without places in memory."""
    return match.state.table.key, match.turn, [str(move) for move in match.moves]
