"""Searches inside of compiled games: values of known games, bounds compared with values found by hand, counts, and how a search ends."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import tilewright
from classics import EXAMPLES, Drops, Grid, Hexagons, Lines, nexts
from kernel_games import match_of as game_of_pack
from small_games import game_of
from test_examples import GRIDS, match_of
from tilewright.kernel.wasm.native import DeadlinePassed
from tilewright.kernel.wasm.walks import TreeSearch
from tilewright.play.match import Match
from tilewright.stopping import STOP
from tilewright.tree.search import search_of

PIG = (EXAMPLES / "pig" / "game.tw").read_text(encoding="utf-8")


def bounds(search: TreeSearch, match: Match, depth: int) -> tuple[float, float]:
    """What the first player has at least and at most, so many choices ahead."""
    cells = match.state.cells
    return search.value(cells, 0, depth).value, -search.value(cells, 1, depth).value


def value(match: Match, search: TreeSearch | None = None, most: int = 60) -> tuple[float, int]:
    """The value to the first player, and at which depth it was proved; every bound on the way is checked to hold."""
    search, known = search or search_of(match), list[tuple[float, float]]()
    for depth in range(1, most):
        known.append(bounds(search, match, depth))
        low, high = known[-1]
        if high - low < 1e-9:
            assert all(below <= low + 1e-12 and above >= high - 1e-12 for below, above in known)
            return low, depth
    raise AssertionError(f"not proved: {known[-1]}")


def minimax(grid: Grid) -> int:
    """The value of a grid to the first player, by hand."""

    @cache
    def of(stones: frozenset[tuple[tuple[int, int], int]], winner: int | None) -> int:
        here = type(grid)(grid.rows, grid.columns, dict(stones), winner)
        if here.over:
            return 0 if winner is None else 1 - 2 * winner
        values = [of(frozenset(then.stones.items()), then.winner) for then in nexts(here)]
        return min(values) if here.mover else max(values)

    return of(frozenset(grid.stones.items()), grid.winner)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("tic-tac-toe", 0),
        ("hex/positions/three-by-three", 1),
        pytest.param("hex", 1, marks=pytest.mark.slow),
        ("connect-four/positions/four-by-four", 0),
        pytest.param("connect-four/positions/five-by-four", 0, marks=pytest.mark.slow),
    ],
)
def test_known_values(name: str, known: int) -> None:
    """Tic-tac-toe is a draw, the first player wins Hex (on 4 x 4 spaces too), Connect Four on 4 x 4 and 5 x 4 is a draw (Tromp 2008)."""
    assert value(match_of(name))[0] == known


@pytest.mark.parametrize("name", ["tic-tac-toe", "hex/positions/three-by-three", "connect-four/positions/four-by-four"])
def test_values_of_random_positions(name: str) -> None:
    """The value of positions in the middle of random games is that of a minimax by hand."""
    search = search_of(match_of(name))
    for seed in range(12):
        match, grid, random = match_of(name, seed), GRIDS[name](), Random(seed)
        while not match.over and len(grid.moves()) > 1:
            if len(grid.stones) >= (6 if "four" in name else 2) and random.random() < 0.5:
                assert value(match, search)[0] == minimax(grid)
            move = random.choice(grid.moves())
            match.play(move)
            grid.play(move)


def pig_values(goal: int) -> dict[tuple[int, int, int], float]:
    """The chance to win Pig for the player whose turn it is, by the points of both and the pot: value iteration by hand."""
    states = [(own, other, pot) for own in range(goal) for other in range(goal) for pot in range(goal)]
    chance = dict.fromkeys(states, 0.5)

    def after(own: int, other: int, pot: int) -> float:
        held = 1 - chance[other, own, 0]
        if own + pot >= goal:
            return 1.0
        rolled = (1 - chance[other, own, 0]) / 6
        rolled += sum(1.0 if own + pot + pip >= goal else chance[own, other, pot + pip] for pip in range(2, 7)) / 6
        return max(rolled, held if pot == 0 else 1 - chance[other, own + pot, 0])

    change = 1.0
    while change > 1e-13:
        new = {state: after(*state) for state in states if state[0] + state[2] < goal}
        change = max(abs(new[state] - chance[state]) for state in new)
        chance |= new
    return chance


@pytest.mark.parametrize("goal", [6, pytest.param(12, marks=pytest.mark.slow)])
def test_pig_is_worth_what_value_iteration_says(goal: int) -> None:
    """Turns that bring nothing lead back to where they began, so no depth is the end: the bounds close up on the value."""
    match = Match(game_of(PIG.replace("100", str(goal))), ["Ada", "Bo"])
    found, depth = value(match)
    assert found == pytest.approx(2 * pig_values(goal)[0, 0, 0] - 1, abs=1e-9)
    assert depth > 10
    assert not search_of(match).value(match.state.cells, 0, depth).is_value


@pytest.mark.parametrize("name", ["herons", "cairns", "dragon-castle", "princess-and-dragon", "examples/pig"])
def test_returns_are_what_the_match_says(name: str) -> None:
    """At the end of random games the points and the winners of all players are those of `Match.scores` and `Match.winners`."""
    pack = tilewright.load_pack(str(EXAMPLES.parent / name) if "/" in name else name)
    for seed in range(3):
        match, random = game_of_pack(pack, [], seed), Random(seed)
        while not match.over:
            match.play(random.choice(match.moves))
        search, players = search_of(match, 1), len(match.names)
        totals = [score.total for score in match.scores()]
        own = tuple(a - b for a, b in zip(totals, totals[::-1], strict=True)) if players == 2 else tuple(totals)
        assert search.returns(match.state.cells, points=True) == own
        won = [name in match.winners() for name in match.names]
        shares = [(players * is_won / sum(won) - 1) / max(1, players - 1) for is_won in won]
        assert search.returns(match.state.cells) == (own if players == 1 else pytest.approx(shares))


def test_the_best_choice_is_the_only_one_that_does_not_lose() -> None:
    """F83: where a single move does not lose at once, the search finds it."""
    match = match_of("tic-tac-toe")
    for move in ("to 2,2", "to 1,1", "to 3,3", "to 1,2"):
        match.play(move)
    found = search_of(match).value(match.state.cells, 0, 8)
    assert str(next(move for move in match.moves if move.value == found.move)) == "to 1,3"


def test_counts_by_depth() -> None:
    """Of the 255,168 games of tic-tac-toe so many end after each number of choices; the ninth is forced."""
    found = search_of(match_of("tic-tac-toe")).counts(match_of("tic-tac-toe").state.cells, 9)
    assert [one.over for one in found] == [0, 0, 0, 0, 0, 1440, 5328, 47952, 200448, 0]
    assert [one.positions for one in found] == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 0]
    assert sum(one.over for one in found) == 255_168


def test_work_is_the_same_in_every_run() -> None:
    """Two searches visit as many positions, also with a table that is too small for them."""
    match, most = match_of("connect-four/positions/four-by-four"), []
    for megabytes in (1, 1):
        search = search_of(match, megabytes)
        assert [bounds(search, match, depth) for depth in (6, 16)][-1] == (0, 0)
        most.append((search.searched, search.stored))
    assert most[0] == most[1]
    assert most[0][1] <= (1 << 20) // 40


@pytest.mark.parametrize("ends", [DeadlinePassed, KeyboardInterrupt])
def test_a_search_ends_when_it_is_to(ends: type[BaseException]) -> None:
    """At its deadline, or when the process is asked to stop; what the table holds stays true, and the search can go on."""
    match = match_of("connect-four")
    search = search_of(match)
    assert search.value(match.state.cells, 0, 3).value == -1
    if ends is DeadlinePassed:
        search.deadline.until = 0.0
    else:
        STOP.asked = True
    before = search.searched
    try:
        with pytest.raises(ends):
            search.value(match.state.cells, 0, 42)
    finally:
        STOP.asked, search.deadline.until = False, None
    assert 0 < search.searched - before <= 256
    assert search.value(match.state.cells, 0, 4).value == -1


def test_by_hand() -> None:
    """What the values are compared with knows tic-tac-toe and Hex itself."""
    assert (minimax(Lines(3, 3)), minimax(Hexagons(3, 3))) == (0, 1)
    assert minimax(Drops(3, 4)) == 0
