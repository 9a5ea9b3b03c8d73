"""Equilibria of what is chosen in secret: matrices, games as files, and what exact answers are known."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright
from command_line import run, valid
from fists import auction
from small_games import game_of
from test_files_doc import follow_page
from tilewright.diagnostics import Problems
from tilewright.equilibria.bot import EquilibriumBot, one_of, strategy_of
from tilewright.equilibria.matrix import NoEquilibrium, best_column, best_row, solve_matrix
from tilewright.equilibria.question import Payoff, exploitability, read_stake, solve, solve_each, stake_of_points
from tilewright.equilibria.several import AsymmetricPayoffs, SymmetricPayoffs, solve_bimatrix, solve_supports
from tilewright.equilibria.stage_graph import is_secret
from tilewright.play.bots import bot
from tilewright.play.match import Match
from tilewright.table.position import Position

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from check_equilibria import EXAMPLES, with_cards

HEAD = """\
game small
  players 2 to 4

  piece lot
    sort plain L1 to L5 worth 1 to 5 copies {copies}
    identity face

  pool deck
    of the table
    holds lots
    begins with every lot

  pool block
    of the table
    holds lots

  pool gone
    of the table
    holds lots

  pool tray
    of each player
    holds lots

  counter coins
  counter points

  part points
    score points

"""
DUEL = (
    HEAD
    + """\
  setup
    for each player
      gain {coins} coins

  turn
    move a random lot in the deck where its worth <= {lots} to the block
    for each player secretly
      choose a number from 0 to (coins) called bid
    for each player
      if bid > bid of the left player
        gain (total worth of lots in the block) points
    for each player
      pay (bid) coins
    move every lot in the block to the gone

  end after a turn if there is no lot in the deck where its worth <= {lots}
"""
)
AUCTION = (
    HEAD
    + """\
  to auction
    for each player secretly
      choose a number from 0 to (coins) called bid
    let peak be largest (their bid) of players now
    let bidders be count of players where their bid = peak now
    for each player
      pay (bid) coins
    if peak > 0 and bidders = 1
      for each player where their bid = peak
        gain 4 points

  setup
    for each player
      gain 8 coins

  turn
    do auction

  end after a turn if points >= 0
"""
)


def duel(lots: int, coins: tuple[int, int], seed: int = 0) -> Match:
    """Lots worth 1, 2, ... sold one after another in any order to two players, who pay what they bid."""
    match = Match(game_of(DUEL.format(copies=1, coins=1, lots=lots)), ["Ada", "Bo"], (), {}, seed)
    return with_coins(match, coins)


def with_coins(match: Match, coins: Sequence[int]) -> Match:
    """A match in which players have so many coins; who chooses has as many more or fewer choices."""
    match.state = match.state.copy()
    for player, number in enumerate(coins):
        match.state.cells.set_counter(player, "coins", number)
    match.machine.advance(match.state)
    return match


def goofspiel(lots: int) -> Match:
    """Goofspiel as in `examples/`, with so many cards in each suit."""
    text = with_cards((EXAMPLES / "goofspiel" / "game.tw").read_text("utf-8"), lots)
    return Match(game_of(text), ["Ada", "Bo"], (), {}, 0)


# ------------------------------------------------------------------ matrices


@pytest.mark.slow
@settings(deadline=None)
@given(
    st.integers(1, 6).flatmap(
        lambda size: st.lists(st.lists(st.integers(-9, 9), min_size=size, max_size=size), min_size=1, max_size=6)
    )
)
def test_mixes_of_whole_numbers_are_exact(entries: list[list[int]]) -> None:
    """No row gets more than the value against the columns, and no column leaves less, in fractions."""
    matrix = [list(map(Fraction, row)) for row in entries]
    found = solve_matrix(matrix)
    assert found.is_exact and found.gap == 0 and sum(found.rows) == sum(found.columns) == 1
    assert max(best_row(matrix, found.columns)) == found.value == min(best_column(matrix, found.rows))


def test_other_numbers_hold_within_the_tolerance() -> None:
    """Matrices of any numbers, degenerate ones too, are solved with a gap of next to nothing."""
    random = Random(1)
    for _ in range(200):
        columns = random.randint(1, 8)
        matrix = [
            [round(random.random(), random.choice([0, 1, 9])) for _ in range(columns)]
            for _ in range(random.randint(1, 8))
        ]
        assert 0 <= solve_matrix(matrix).gap < 1e-8


def test_two_who_each_want_their_own() -> None:
    """Against either mix no answer of any bimatrix game gains, whole numbers with many ties among them."""
    draw = np.random.default_rng(1)
    for ties in (True, False) * 150:
        size = (2, *draw.integers(1, 9, 2))
        rows, columns = draw.integers(-2, 3, size) * 1.0 if ties else draw.random(size)
        own, other = solve_bimatrix(rows, columns)
        assert own.sum() == pytest.approx(1) and other.sum() == pytest.approx(1) and min(own.min(), other.min()) >= 0
        assert (rows @ other).max() - own @ rows @ other < 1e-12 and (
            own @ columns
        ).max() - own @ columns @ other < 1e-12


def test_three_who_are_not_alike() -> None:
    """What three of different strength mix pays each of them as much by all that they choose, and no more by any other."""
    draw = np.random.default_rng(2)
    for _ in range(20):
        found = solve_supports(AsymmetricPayoffs(list(draw.random((3, 3, 2, 4)))))
        assert found.exploitability < 1e-9 and [sum(mix) for mix in found.mixes] == pytest.approx([1, 1, 1])


def test_a_symmetric_equilibrium_of_three() -> None:
    """Three bid for a lot worth 4 that nobody gets in a tie: 0 by one half, 1 by the square root of a half less that."""
    pays = {}
    for own in range(9):
        for others in combinations_with_replacement(range(9), 2):
            pays[own, others] = 4.0 * (own > max(others)) - own
    found = solve_supports(SymmetricPayoffs(9, pays))
    assert found.mixes[0][:4] == pytest.approx((0.5, 0.2071067812, 0.1589186226, 0.1339745962))
    assert found.exploitability < 1e-12 and abs(found.values[0]) < 1e-12


# ------------------------------------------------------------------ games


@pytest.mark.slow
@pytest.mark.parametrize(("coins", "value"), [((2, 1), Fraction(83, 36)), ((3, 2), Fraction(163718, 92001))])
def test_a_round_of_lots_is_exact(coins: tuple[int, int], value: Fraction) -> None:
    """Lots worth 1, 2 and 3 in any order come to the fractions that are known."""
    first = {}
    for seed in range(12):
        match = duel(3, coins, seed)
        table = match.state.table
        shown = next(pile for pile in table.grids[table.seat_of("block", 0)].piles if pile)
        first[shown] = solve(match, stake_of_points(match.game, ()), "game").worth[0]
    assert len(first) == 3 and sum(first.values()) / 3 == value


def test_a_block_is_what_its_matrix_says() -> None:
    """With one lot left a duel is the matrix of who bids more; brute force finds no better mix."""
    match = duel(1, (2, 2))
    play = solve(match, stake_of_points(match.game, ()), "game")
    matrix = [[Fraction((a > b) - (a < b)) for b in range(3)] for a in range(3)]
    assert play.worth == (solve_matrix(matrix).value, -solve_matrix(matrix).value)


@pytest.mark.slow
@pytest.mark.parametrize("lots", [2, 3, 4])
def test_goofspiel_is_fair(lots: int) -> None:
    """Between equal hands the value is 0."""
    match = goofspiel(lots)
    play = solve(match, stake_of_points(match.game, ()), "game")
    assert play.worth == (0, 0) and play.block is not None and play.block.gap == 0


def test_three_prizes_of_goofspiel() -> None:
    """The position of `examples/`: its value is that of matrices filled by hand, from the last bid back."""
    (position,) = tilewright.check_file(EXAMPLES / "goofspiel/positions/three-prizes.position.yaml").tables
    assert isinstance(position, Position)

    def value(ours: frozenset[int], theirs: frozenset[int]) -> Fraction:
        """What more the first player gains with these bids, for prizes worth 3 each."""
        if not ours:
            return Fraction(0)
        return solve_matrix(
            [[3 * ((a > b) - (a < b)) + value(ours - {a}, theirs - {b}) for b in sorted(theirs)] for a in sorted(ours)]
        ).value

    play = solve(Match.at(position), stake_of_points(position.game, ()), "game")
    assert play.worth[0] == 2 - 4 + value(frozenset({1, 4, 5}), frozenset({2, 4, 5}))
    assert play.worth[1] == -play.worth[0] and play.block is not None and play.block.gap == 0


def test_several_moments_are_asked_together() -> None:
    """What was found out of one match serves the others: the same values and mixes as one by one."""
    game = goofspiel(3).game
    matches = [Match(game, ["Ada", "Bo"], (), {}, 0) for _ in range(3)]
    for match, bids in zip(matches, ((), (1, 3), (2, 2)), strict=True):
        for bid in bids:
            match.play(f"bid L{bid}")
    stake = stake_of_points(game, ())
    together = [(play.worth, play.block) for play in solve_each(matches, stake, "game")]
    apart = [solve(match, stake, "game") for match in matches]
    assert together == [(play.worth, play.block) for play in apart]


@pytest.mark.slow
def test_three_bidders_and_the_bot() -> None:
    """The same mix as by hand, told as one of many; the bot draws from it and can be answered by nobody better."""
    game = game_of(AUCTION.format(copies=1))
    match = Match(game, ["Ada", "Bo", "Cy"], (), {}, 0)
    found = tilewright.equilibrium(match, "points + coins")
    assert found.block is not None and found.block.alike and found.block.several
    assert found.block.mixes[0]["bid 0"] == pytest.approx(0.5)
    assert found.worth == pytest.approx((8, 8, 8))
    drawn = [EquilibriumBot(seed).choose(match.view()).text for seed in range(40)]
    assert set(drawn) <= {f"bid {n}" for n in range(9)}


@pytest.mark.slow
def test_players_who_are_not_alike() -> None:
    """With other purses nobody mixes alike; it is an equilibrium all the same."""
    match = Match(game_of(AUCTION.format(copies=1)), ["Ada", "Bo", "Cy"], (), {}, 0)
    with_coins(match, (4, 2, 1))
    found = tilewright.equilibrium(match, "points + coins")
    assert found.block is not None and not found.block.alike and found.block.several and 0 <= found.block.gap < 1e-9


def test_what_a_strategy_loses() -> None:
    """An equilibrium strategy loses nothing to a best response, a fixed bid loses, and any bid at random too."""
    match = duel(1, (2, 2))
    stake = stake_of_points(match.game, ())
    best = solve(match, stake, "game")
    assert best.block is not None
    mix = best.block.mixes[0]
    assert (
        exploitability(match, stake, lambda state, texts: [mix.get(text, Fraction(0)) for text in texts], 0, "game")
        == 0
    )
    assert (
        exploitability(match, stake, lambda state, texts: [Fraction(int(text == "bid 0")) for text in texts], 0, "game")
        == 1
    )
    assert exploitability(match, stake, strategy_of(match, bot("random", 0)), 0, "game") > 0


@pytest.mark.slow
def test_what_a_strategy_gives_away_among_several() -> None:
    """Where all three bid 0 a best response bids 1 and gains the lot less a coin; where all mix as the equilibrium does nothing."""
    match = Match(game_of(AUCTION.format(copies=1)), ["Ada", "Bo", "Cy"], (), {}, 0)
    stake = read_stake("points + coins", match.game)
    assert isinstance(stake, Payoff)
    assert exploitability(match, stake, one_of(["bid 0"])) == 3
    assert float(exploitability(match, stake, strategy_of(match, EquilibriumBot(0, stake)))) == pytest.approx(0)


@pytest.mark.slow
def test_an_auction_of_three_in_fists() -> None:
    """A stone for 2 coins: nobody bids by the root of one half, and the silver of ties is worth nothing."""
    match = auction("red-dragon", fairy_gold=(8, 8, 8), common_gold=(2, 2, 2), silver=(5, 5, 5))
    found = tilewright.equilibrium(match, "2 * count of stones + fairy-gold + common-gold")
    assert found.block is not None and found.block.alike and found.block.gap < 1e-9
    assert sorted(found.block.mixes[0].values()) == pytest.approx([1 - 0.5**0.5, 0.5**0.5])


@pytest.mark.slow
def test_answers_do_not_depend_on_what_is_hidden() -> None:
    """The bot answers in secret by what it may see: after the answer of another the same mix."""
    match = Match(game_of(AUCTION.format(copies=1)), ["Ada", "Bo", "Cy"], (), {}, 0)
    chosen = []
    for first in ("bid 0", "bid 8"):
        own = Match(match.game, ["Ada", "Bo", "Cy"], (), {}, 0)
        own.play(first)
        assert is_secret(own.state)
        chosen.append([EquilibriumBot(seed).choose(own.view()).text for seed in range(12)])
    assert chosen[0] == chosen[1]


# ------------------------------------------------------------------ the command


@pytest.mark.slow
def test_the_page_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of docs/equilibrium.md print what it shows."""
    follow_page("equilibrium.md", tmp_path, monkeypatch)


@pytest.mark.slow
def test_the_page_of_secrets_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of docs/a-game-with-secrets.md print what it shows."""
    follow_page("a-game-with-secrets.md", tmp_path, monkeypatch)


@pytest.mark.slow
def test_json_and_refusals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The object obeys its schema; what cannot be asked is said in a line."""
    monkeypatch.chdir(tmp_path)
    Path("pack.yaml").write_text("tilewright: 1\ngame: small\nfile: game.tw\ntitle: Small\n", "utf-8")
    Path("game.tw").write_text(AUCTION.format(copies=1), "utf-8")
    answer = valid(
        run("equilibrium", ".", "--value", "points + coins", "--exploit", "random", "--json").output, "equilibrium-1"
    )
    assert answer["exact"] is True and answer["secret"] is True and answer["exploited"][0]["strategy"] == "random"
    for more, told in (
        (("--until", "sell"), "'sell' is not a verb being carried out here"),
        (("--value", "3 >"), "TW001"),
        (("--exploit", "nobody"), "there is no bot 'nobody'"),
    ):
        result = run("equilibrium", ".", *more)
        assert result.exit_code == 2 and told in result.output, result.output


def test_a_game_without_secrets() -> None:
    """Where a player chooses openly the moves are told with what they are worth; a value that cannot be read is refused."""
    match = duel(1, (1, 0))
    with pytest.raises(Problems):
        tilewright.equilibrium(match, "count of nothing")
    while not match.over:
        match.play(match.moves[0])
    with pytest.raises(NoEquilibrium, match="over"):
        solve(match, stake_of_points(match.game, ()))
