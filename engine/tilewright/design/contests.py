"""Puzzles about moves, from turns of random games in which one or several players decide: those with a unique best
first move."""

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
"""The number of games played until a puzzle is given up."""
MOST_PIECES = 40
"""A game is left when more pieces than this lie on the boards of the table: a solver can no longer survey them."""
LEAST_LINES, LEAST_ALONE = 12, 60
"""The least numbers of lines of moves for several players and for one: with fewer, the puzzle is trivial."""
BY_FAR = 4
"""The margin by which the best first move must beat the next if only one player decides."""
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")


@dataclass(frozen=True)
class ContestOrder:
    """The properties of the puzzle: the game, the cards in play, the expression that players maximize, and their
    number.

    With `alone`, only the player whose turn it is decides.
    """

    game: Game
    cards: tuple[Card, ...]
    worth: str
    players: int
    alone: bool = False


def new_contest(order: ContestOrder, random: Random) -> MovesPuzzle | None:
    """A puzzle with its answer, whose first move is uniquely best; None if none was found. Deterministic for a given
    `random`."""
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
    """Whether the first move is uniquely best and not obvious; with a single decider it must be best by `BY_FAR`."""
    lines, deciders, best = found.lines or 0, set(found.best.players), found.best
    if not found.is_unique or len(found.firsts) < 2 or lines < (LEAST_ALONE if alone else LEAST_LINES):
        return False
    player = best.players[0]
    return len(deciders) > 1 or (alone and best.worths[player] >= found.firsts[1].worths[player] + BY_FAR)


def _turns(order: ContestOrder, random: Random) -> Iterator[MovesPuzzle]:
    """The turns of a random game as puzzles."""
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
    """The number of pieces on the boards of the table."""
    places = state.table.game.places(state.table.players)
    shared = (
        grid for (place, owner), grid in zip(places, state.table.grids, strict=True) if owner is None and not place.pool
    )
    return sum(map(bool, (pile for grid in shared for pile in grid.piles)))


def _of_turn(order: ContestOrder, match: Match, turn: list[GameState], begun: int) -> Iterator[MovesPuzzle]:
    """A turn as a puzzle if its deciders are as ordered. `turn` holds the states before its moves."""
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
