"""Puzzles about moves: turns of games at random, of several players who decide or of one alone; those with one best first move become puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from tilewright.expectimax.contest import ContestAnswer, contest_of
from tilewright.play.match import Match
from tilewright.play.naming import with_board
from tilewright.play.state import GameState
from tilewright.stopping import Unsupported
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.puzzles import MovesPuzzle

GAMES = 60
"""So many games are played for a puzzle."""
MOST_PIECES = 40
"""Games are looked at until so many pieces lie on the boards of the table: what one can take in."""
LEAST_LINES, LEAST_ALONE = 12, 60
"""With fewer lines of moves, of several players or of one alone, there is little to find."""
BY_FAR = 4
"""By so much the best first move of one who decides alone is better than the next."""
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")


@dataclass(frozen=True)
class ContestOrder:
    """What is asked for: a game, the cards in play, what players want most of, and how many play.

    `alone`: a turn in which nobody decides but the player whose turn it is.
    """

    game: Game
    cards: tuple[Card, ...]
    worth: str
    players: int
    alone: bool = False


def new_contest(order: ContestOrder, random: Random) -> MovesPuzzle | None:
    """A puzzle whose first move decides, with its answer; the same for the same random numbers. None if none was found."""
    for _ in range(GAMES):
        for puzzle in _turns(order, random):
            found = _solved(order, puzzle)
            if found is not None and _is_good(found, order.alone):
                expect = {"worths": list(found.best.worths), "unique": True, "lines": found.lines}
                return replace(puzzle, solution=found.best.moves, expect=expect)
    return None


def _solved(order: ContestOrder, puzzle: MovesPuzzle) -> ContestAnswer | None:
    try:
        return contest_of(puzzle, order.cards).solve(count=True)
    except Unsupported:
        return None


def _is_good(found: ContestAnswer, alone: bool) -> bool:
    """Whether one first move alone is best, and it is not seen at a glance; of one who decides alone, best by far."""
    lines, deciders, best = found.lines or 0, set(found.best.players), found.best
    if not found.is_unique or len(found.firsts) < 2 or lines < (LEAST_ALONE if alone else LEAST_LINES):
        return False
    player = best.players[0]
    return len(deciders) > 1 or (alone and best.worths[player] >= found.firsts[1].worths[player] + BY_FAR)


def _turns(order: ContestOrder, random: Random) -> Iterator[MovesPuzzle]:
    """Each turn of a game at random in which those decide who are asked for, up to where others begin to."""
    match = Match(order.game, [_name(seat) for seat in range(order.players)], order.cards, seed=random.getrandbits(32))
    begun = 0
    while not match.over and _piece_count(match.state) <= MOST_PIECES:
        before = match.state
        match.play(random.choice(list(match.moves)))
        if match.state.turn != before.turn or match.over:
            turn = [*match.states[begun : len(match.played)]]
            yield from _of_turn(order, match, turn, begun)
            begun = len(match.played)


def _name(seat: int) -> str:
    return NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}"


def _piece_count(state: GameState) -> int:
    """How many pieces lie on boards of the table."""
    places = state.table.game.places(state.table.players)
    shared = (
        grid for (place, owner), grid in zip(places, state.table.grids, strict=True) if owner is None and not place.pool
    )
    return sum(map(bool, (pile for grid in shared for pile in grid.piles)))


def _of_turn(order: ContestOrder, match: Match, turn: list[GameState], begun: int) -> Iterator[MovesPuzzle]:
    """A turn as a puzzle, if it is one; its states are those before its moves."""
    foreign = next((i for i, state in enumerate(turn) if state.player != state.mover), None)
    if (foreign is None) != order.alone:
        return
    step = turn[foreign or 0].choice
    first = next(i for i, state in enumerate(turn) if state.choice and step and state.choice.step is step.step)
    position = match.position_at(turn[0])
    mover = turn[0].mover
    count = len(position.players)
    seats = [(mover + i) % count for i in range(count)]
    figures = tuple(
        one if one.player is None else replace(one, player=seats.index(one.player)) for one in position.figures
    )
    players = tuple(replace(position.players[seat], name=_name(i)) for i, seat in enumerate(seats))
    moves = zip(turn[:first], match.played[begun : begun + first], strict=True)
    after = tuple(with_board(match.machine, match.names, state, move) for state, move in moves)
    yield MovesPuzzle("", replace(position, players=players, figures=figures), order.worth, after)
