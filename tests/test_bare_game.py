"""A game of numbers alone: no pieces, no places, and still played, recorded, drawn and solved."""

from __future__ import annotations

from fractions import Fraction

import pytest

import tilewright
from small_games import game_of, problems_of
from tilewright.diagnostics import Diagnostics
from tilewright.draw.picture import of_position
from tilewright.files.positions import read_position
from tilewright.files.printing import print_position
from tilewright.play.bots import bot
from tilewright.play.match import Match
from tilewright.play.record import record_of, replay
from tilewright.source import Source

GAME = """\
game roshambo
  name en "Rock, paper, scissors"
  players 2

  counter wins

  part wins
    score wins

  turn
    for each player secretly
      choose a number from 0 to 2 called throw
    for each player
      if (throw - total (their throw) of opponents + 3) mod 3 = 1
        gain 1 wins

  end after a turn if total wins of players > 2
"""


def played() -> Match:
    """A random game."""
    match, player = Match(game_of(GAME), ["Ada", "Bo"], seed=1), bot("random", 1)
    while not match.over:
        match.play(player.choose(match.view()))
    return match


def test_it_is_played_and_recorded() -> None:
    """Somebody wins three times at most, and the record is played again."""
    match = played()
    assert sum(player.counters["wins"] for player in match.position().players) == 3
    assert replay(record_of(match), match.game, (), {}) == match


def test_a_position_is_written_and_read() -> None:
    """Players have numbers and nothing else."""
    match = played()
    text = print_position(match.position())
    assert "name: Ada\n    wins:" in text
    diagnostics = Diagnostics(source := Source("end.position.yaml", text))
    read = read_position(source, match.game, diagnostics)
    assert read is not None and print_position(read) == text
    assert [picture.title for picture in of_position(match.position())] == ["Ada", "Bo"]


def test_its_equilibrium() -> None:
    """Each throw as often as another, worth nothing."""
    found = tilewright.equilibrium(Match(game_of(GAME), ["Ada", "Bo"]), "wins", until="turn")
    assert found.worth == (0, 0) and found.block is not None
    assert all(mix == {f"throw {n}": Fraction(1, 3) for n in range(3)} for mix in found.block.mixes.values())


@pytest.mark.parametrize("line", ["pool purse\n    of the table", "cap crown\n    mark ^\n    copies 3"])
def test_what_lies_somewhere_is_declared(line: str) -> None:
    """A place, or what lies on a piece, needs a piece."""
    assert "TW112" in " ".join(problems_of(GAME.replace("counter wins\n", f"counter wins\n\n  {line}\n", 1)))
