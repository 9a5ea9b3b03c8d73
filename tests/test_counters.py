"""Counters that may be below 0: payments by hand, the compiled game, files, bounds and proofs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import tilewright
from native_lockstep import play_natively
from small_games import begin, game_of, moves, play, problems_of
from tilewright.core import expr as core
from tilewright.core.node import never_negative
from tilewright.core.walk import find
from tilewright.files.printing import print_position
from tilewright.lint.bounds import IntervalDomain
from tilewright.meaning.exact import evaluate
from tilewright.table.position import Position

LOANS = """\
game loans
  name en "Loans"
  players 2

  piece coin
    sides face 1 to 2
    copies 2

  pool bank
    of the table
    holds coins
    begins with every coin

  counter debt from -3 to 5
  counter points

  part points
    score points + debt

  part penalty
    score 2 * debt if debt < 0

  turn
    choose one
      option borrow
        pay 2 debt
        gain 1 point
      option repay
        gain 3 debt
      option rob
        gain 2 debt from the left player
      option rest
        gain 1 point

  end after a round if largest points of players = 5
"""


def test_payments_by_hand() -> None:
    """What is paid may bring the counter down to its least, and no further; what others lose, too."""
    for seed in range(30):
        match, random = begin(game_of(LOANS), seed=seed), Random(seed)
        debt, points = [0, 0], [0, 0]
        while not match.over:
            mover = match.state.mover
            allowed = {"repay", "rob", "rest"} | ({"borrow"} if debt[mover] - 2 >= -3 else set())
            assert set(moves(match)) == allowed
            move = random.choice(sorted(allowed))
            match.play(move)
            if move == "borrow":
                debt[mover], points[mover] = debt[mover] - 2, points[mover] + 1
            elif move == "repay":
                debt[mover] = min(5, debt[mover] + 3)
            elif move == "rest":
                points[mover] += 1
            else:
                taken = min(2, 5 - debt[mover], debt[1 - mover] + 3)
                debt[mover], debt[1 - mover] = debt[mover] + taken, debt[1 - mover] - taken
            assert [own["debt"] for own in match.state.table.counters] == debt
        totals = [points[at] + debt[at] + (2 * debt[at] if debt[at] < 0 else 0) for at in (0, 1)]
        assert [score.total for score in match.scores()] == totals


@pytest.mark.parametrize("seed", range(5))
def test_the_compiled_game_is_the_same(seed: int) -> None:
    """The compiled game and the interpreter agree in every choice and every byte."""
    play_natively(begin(game_of(LOANS), seed=seed), seed, 200)


def test_positions_keep_what_is_below_zero(tmp_path: Path) -> None:
    """A position that is written and read again has the same counters; less than the least is refused."""
    (tmp_path / "game.tw").write_text(LOANS)
    (tmp_path / "pack.yaml").write_text("tilewright: 1\ngame: loans\nfile: game.tw\ntitle: Loans\nlanguages: [en]\n")
    text = print_position(play(begin(game_of(LOANS)), "borrow", "rest").position())
    file = tmp_path / "some.position.yaml"
    file.write_text(text)
    report = tilewright.check_file(file)
    assert not report.diagnostics and "debt: -2" in text
    (position,) = report.tables
    assert isinstance(position, Position)
    assert [player.counters["debt"] for player in position.players] == [-2, 0]
    file.write_text(text.replace("debt: -2", "debt: -4"))
    assert tilewright.check_file(file).diagnostics


def test_bounds_know_the_least() -> None:
    """A rule of such a counter is not taken for one that is never negative."""
    game = game_of(LOANS)
    balances = list(find(core.SignedCounter, *(part.rule for part in game.parts)))
    assert balances and not any(map(never_negative, balances))
    assert IntervalDomain(game).counters["debt"] == (-3, 5)
    penalty = next(part.rule for part in game.parts if part.name == "penalty")
    position = play(begin(game), "borrow", "rest").position()
    assert evaluate(penalty, position) == -4


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("counter debt from 2 to 5", "every counter begins at 0"),
        ("counter debt copies 20 from -3", "a number of debt that exist cannot be below 0"),
    ],
)
def test_what_cannot_be_below_zero(line: str, message: str) -> None:
    """A counter begins at 0; what exists in a number of copies cannot be owed."""
    found = problems_of(LOANS.replace("counter debt from -3 to 5", line))
    assert any("TW113" in one and message in one for one in found)
