"""The games of `examples/`: each runs to its end, and the classics are compared with rules written by hand and with known numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest

import tilewright
from classics import EXAMPLES, Drops, Grid, Hexagons, Lines, games, paths
from native_lockstep import play_natively
from tilewright.kernel.wasm.native import compiled
from tilewright.kernel.wasm.walks import TreeSearch
from tilewright.play.match import Match
from tilewright.table.position import Position
from tilewright.tree.search import solve_match

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from check_classics import counted, played
from peers.open_spiel import CLASSICS as BESIDE

GRIDS: dict[str, Callable[[], Grid]] = {
    "tic-tac-toe": lambda: Lines(3, 3),
    "connect-four": lambda: Drops(6, 7),
    "connect-four/positions/five-by-four": lambda: Drops(4, 5),
    "connect-four/positions/four-by-four": lambda: Drops(4, 4),
    "hex": lambda: Hexagons(4, 4),
    "hex/positions/three-by-three": lambda: Hexagons(3, 3),
}
"""Games, or positions of them, and the same by hand."""
CLASSICS = ("connect-four", "hex", "pig", "tic-tac-toe")
"""The classics that are compared with rules written by hand here; `tests/test_shelf.py` has the other games."""


def match_of(name: str, seed: int = 0, players: int = 2) -> Match:
    """A game of `examples/` at its beginning, or where a position of it says."""
    if "/" not in name:
        return Match(tilewright.load_pack(EXAMPLES / name).game, ["Ada", "Bo", "Cy"][:players], seed=seed)
    report = tilewright.check_file(EXAMPLES / f"{name}.position.yaml")
    (found,) = report.tables
    assert isinstance(found, Position)
    return Match.at(found, seed=seed)


def perft(match: Match, depth: int) -> int:
    """How many ways there are to make so many decisions, counted by the compiled game."""
    return TreeSearch(compiled(match.machine.layout)).perft(match.state.cells, depth)


def test_no_problems() -> None:
    """No file of an example has an error or a warning."""
    files = [path for pattern in ("*.tw", "*.yaml") for path in EXAMPLES.rglob(pattern)]
    assert len(files) > 2 * len(CLASSICS)
    assert [problem for file in files for problem in tilewright.check_file(file).diagnostics] == []


@pytest.mark.parametrize("name", CLASSICS)
def test_played_to_the_end(name: str) -> None:
    """Random games end, and the compiled game and the interpreter agree in every choice and every byte."""
    for seed in range(3):
        decisions, listed = play_natively(match_of(name, seed), seed, 10_000)
        assert 3 < decisions < 1000
        assert listed > decisions


@pytest.mark.parametrize("name", GRIDS)
def test_classics_by_hand(name: str) -> None:
    """Every list of moves and every winner of random games is what the rules written by hand say."""
    for seed in range(10):
        match, grid, random = match_of(name, seed), GRIDS[name](), Random(seed)
        while not grid.over:
            moves = grid.moves()
            if len(moves) == 1:  # played without asking
                grid.play(moves[0])
                continue
            assert sorted(map(str, match.moves)) == sorted(moves)
            assert match.state.mover == grid.mover
            move = random.choice(moves)
            match.play(move)
            grid.play(move)
        assert match.over
        points = [score.total for score in match.scores()]
        assert points == [int(grid.winner == player) for player in (0, 1)]


def test_every_game_of_tic_tac_toe() -> None:
    """There are 255,168 games; 131,184 are won by the first player, 77,904 by the second, 46,080 are draws."""
    found = games(Lines(3, 3))
    assert found == {
        (5, 0): 1440,
        (6, 1): 5328,
        (7, 0): 47952,
        (8, 1): 72576,
        (9, 0): 81792,
        (9, None): 46080,
    }
    ends = [sum(count for (stones, _), count in found.items() if stones == length) for length in range(10)]
    over, match = list(accumulate(ends)), match_of("tic-tac-toe")
    # The ninth move is the only one there is, so it is no decision.
    assert perft(match, 9) == perft(match, 8) == over[9] == 255_168
    assert [perft(match, depth) for depth in range(8)] == [paths(Lines(3, 3), depth) for depth in range(8)]


@pytest.mark.parametrize(("name", "depth"), [(name, 3 if "/" not in name else 6) for name in GRIDS])
def test_paths_counted_by_hand(name: str, depth: int) -> None:
    """The sequences of so many moves are as many as by hand."""
    assert perft(match_of(name), depth) == paths(GRIDS[name](), depth)


def test_connect_four_counted() -> None:
    """The counts of sequences of moves: only a full column can be wanting before the eighth."""
    match = match_of("connect-four")
    assert [perft(match, depth) for depth in range(8)] == [1, 7, 49, 343, 2401, 16807, 117_649, 823_536]


def test_positions_of_connect_four() -> None:
    """The numbers of different positions after so many moves, A212693 in the Encyclopedia of Integer Sequences."""
    match = match_of("connect-four")
    level = {match.state.key: match.state}
    found = [1]
    for _ in range(4):
        then = (
            match.machine.applied(state, move) for state in level.values() for move in match.machine.moves_at(state)
        )
        level = {state.key: state for state in then}
        found.append(len(level))
    assert found == [1, 7, 49, 238, 1120]


@cache
def best(pot: int, goal: int | None) -> Fraction:
    """Of a turn of Pig: the most points to be expected, or the best chance of so many."""
    held = Fraction(pot) if goal is None else Fraction(pot >= goal)
    if pot >= (100 if goal is None else goal):
        return held
    return max(held, sum((best(pot + pip, goal) for pip in range(2, 7)), Fraction(0)) / 6)


@pytest.mark.parametrize(("goal", "known"), [("points", 8.1418), ("points >= 20", 0.3755)])
def test_a_turn_of_pig(goal: str, known: float) -> None:
    """The best turn brings 8.14 points, or 20 in 37.55% (Neller and Presser, 2004), as a recursion by hand says exactly."""
    found = tilewright.odds(match_of("pig"), goal, at_end=True)
    assert found.is_exact
    assert found.value == best(0, 20 if "20" in goal else None)
    assert round(float(found.value), 4) == known


@pytest.mark.parametrize("goal", ["points", "points >= 20"])
def test_points_that_a_turn_of_pig_brings_count_at_its_end(goal: str) -> None:
    """What only the end of a turn changes is asked about there, also where that was not said; the rolled pot is no such thing."""
    asked, at_end = tilewright.odds(match_of("pig"), goal), tilewright.odds(match_of("pig"), goal, at_end=True)
    assert (asked.goal.end, asked.value, asked.moves) == (True, at_end.value, at_end.moves)
    assert not tilewright.odds(match_of("pig"), "the pot >= 20").goal.end


def test_the_last_turn_of_a_race_of_pig() -> None:
    """Who is 20 points behind and has one turn left reaches 100 as often as the recursion says."""
    found = tilewright.odds(match_of("pig/positions/one-turn-left"), "points >= 100", at_end=True)
    assert found.is_exact
    assert found.value == best(0, 20) == Fraction(5675645, 15116544)


def test_two_threats_of_tic_tac_toe() -> None:
    """Of all five moves only the proved one wins: it blocks, and threatens twice."""
    match = match_of("tic-tac-toe/positions/two-threats")
    found = solve_match(match)
    assert found.values == (1, -1) and found.line[0].move == "to 1,3"
    wins = [str(move) for move in match.moves if wins_by_trying(match, str(move)) == 1]
    assert len(match.moves) == 5 and wins == ["to 1,3"]


def wins_by_trying(before: Match, *played: str) -> int:
    """What the first player reaches after some moves, by playing all that may follow: 1, 0 or -1."""
    match = Match.at(before.position())
    for move in played:
        match.play(move)
    if match.over:
        return len(match.winners()) == 1 and (1 if match.winners() == ["Ada"] else -1)
    found = [wins_by_trying(before, *played, str(move)) for move in match.moves]
    return max(found) if match.turn == 0 else min(found)


@pytest.mark.parametrize("players", [2, 3])
def test_pig_holds_and_loses(players: int) -> None:
    """Who holds has what was rolled; who rolls a 1 has nothing of the turn; 100 points win at once."""
    for seed in range(5):
        match, random, points, pot = match_of("pig", seed, players), Random(seed), [0] * players, 0
        while not match.over:
            assert [str(move) for move in match.moves] == ["yes", "done"]
            mover, rolls = match.state.mover, len(match.state.drawn)
            if str(match.play(random.choice(match.moves))) == "yes":
                pip = int(match.game.kinds[match.state.drawn[rolls]].code)
                pot = 0 if pip == 1 else pot + pip
                ends = pip == 1 or points[mover] + pot >= 100
            else:
                ends = True
            if ends:
                points[mover] += pot
                mover, pot = (mover + 1) % players, 0
            assert [score.total for score in match.scores()] == points
            assert match.over == (max(points) >= 100)
            assert match.over or match.state.mover == mover


@pytest.mark.parametrize("number", range(len(BESIDE)))
def test_classics_beside_open_spiel(number: int) -> None:
    """Where OpenSpiel is installed: its moves, turns and results are ours. `make classics` plays a thousand games of each."""
    pytest.importorskip("pyspiel")
    for seed in range(3):
        assert sum(1 for _ in played(BESIDE[number], seed)) > 3
    assert counted(BESIDE[number], 5000)[1] > 300
