"""A game of a few lines, whose simulations can be worked out by hand."""

from __future__ import annotations

from pathlib import Path

GAME = """\
game toy
  name en "Toy"
  players 2 to 3

  piece stone
    rock granite G1 to G2 weight 1 to 2 copies 4
    identity face
    place where it is empty

  board field
    of each player
    size 1 by 2
    sizes 1 to 2

  counter points

  part points
    score points

  cards helper with abilities
  cards goal that score

  measure own is points

  # Who has two points has no choice any more.
  turn
    if points < 2
      choose one
        option step
          gain 1 point
        option wait
          gain 0 points
    otherwise
      gain 1 point

  cost of an ability
    gain 0 points

  end after a round if total points of players >= 8
"""
CARDS = """\
helper lift
  name en "Lift"
  text en "Gain 3 points."
  ability
    gain 3 points

goal lead
  name en "Lead"
  text en "5 points for 6 or more."
  score 5 if points >= 6
"""


def write_toy(folder: Path) -> str:
    """The pack of the game in a folder, and its name for the command line."""
    (folder / "pack.yaml").write_text("tilewright: 1\ngame: toy\nfile: game.tw\ntitle: Toy\n", "utf-8")
    (folder / "game.tw").write_text(GAME, "utf-8")
    (folder / "cards.tw").write_text(CARDS, "utf-8")
    return str(folder)
