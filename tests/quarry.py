"""A folder of a small game, with a card, a position and a puzzle: what editors and the studio are tried on."""

from __future__ import annotations

from pathlib import Path

from test_check_packs import GAME, PACK

CARD = """\
goal wall
  name en "Wall"
  # walls of stone

  let tower be a block on floor 2 or higher
  let tall be count of towers
  score tall if tall > 1
  for each tower
    let paint be count of red neighbors
    score paint
"""
POSITION = "tilewright: position/2\ngame: quarry\ncards: [wall]\nplayers:\n  - {name: Ada, yard: 1R1 2 | . 1R1}\n"
PUZZLE = """\
tilewright: puzzle/1
game: quarry
cards: [wall]
title: One more
kind: arrange
yard: |
  1 1
  . .
blocks: [R1]
"""
FILES = {"pack.yaml": PACK, "game.tw": GAME, "wall.tw": CARD, "a.position.yaml": POSITION}


def lay_out(folder: Path, *, puzzle: bool) -> Path:
    """Write the files into a folder, the puzzle only where it is wanted."""
    for name, text in {**FILES, **({"b.puzzle.yaml": PUZZLE} if puzzle else {})}.items():
        (folder / name).write_text(text, "utf-8")
    return folder
