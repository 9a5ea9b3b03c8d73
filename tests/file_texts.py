"""Sound files to start from, and the reader for any file, shared by the tests of files."""

from __future__ import annotations

from pathlib import Path

from games import dragon_like, small_game
from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import read_position, read_puzzle
from tilewright.files.reader import game_of, kind_of, read_imprint
from tilewright.files.records import read_record
from tilewright.packs.catalog import Catalog, Header
from tilewright.packs.resolve import unknown_game
from tilewright.packs.workspace import Workspace
from tilewright.source import Source

DRAGON, SMALL = dragon_like(), small_game()
KNOWN = Catalog(
    [
        *(Header("dragon", id, Path()) for id in ("harmony", "humility", "bravery")),
        *(Header("castle", id, Path()) for id in ("base-2", "keep")),
    ],
    ["castle"],
)
POSITION = """\
tilewright: position/2
game: dragon-castle
cards: [harmony, bravery]        # ids of the cards in play
players:                         # in turn order
  - name: Ada
    realm: |
      .    M3   2^   .
      1    .    .    2M5
    shrines: 2                   # in reserve
    points: 11
    countdown: 1
  - {name: on, realm: ". . 3 . | . . . F1"}
castle: |                        # optional
  M5/S1  .  D1
"""
PUZZLE = """\
tilewright: puzzle/1
title: Two roofs
game: dragon-castle
cards: [humility]
kind: arrange
realm: |
  .  3
  2^ 1
tiles: [M3, M3, S1]     # every one must be placed
shrines: 2
points: 0
expect: {score: 17, parts: {humility: 2}}
players:
  - {name: Bob, realm: . 3 | . ., points: 4}
"""
RECORD = """\
tilewright: record/1
game: dragon-castle
cards: [humility, bravery]
players: [Ada, on]
castle: base-2                   # the layout
seed: 7
turns:
  - Ada: take 1,4; pair; take 3,2; place 2,2
  - on:
  - Ada: "place   1,1;
      discard"
  - on: summon
result:                          # optional
  scores: {Ada: 31, on: -2}
  winners: [Ada]
"""


LAYOUT_PUZZLE = """\
tilewright: puzzle/1
kind: layout
title: Is it tight?
game: dragon-castle
castle: 4x4
measure: openings
goal: least
"""

TURNS_PUZZLE = """\
tilewright: puzzle/1
kind: turns
title: Last light
game: dragon-castle
cards: []
turns: 2
others: pass
castle: |
  M5/S2 D1 .
  W3    .  S2
players:
  - name: You
    realm: |
      S1 . 2 S4
      . . . .
      . . M5 .
      S3 . . .
    shrines: 2
    points: 1
solution:
  - take 1,1; pair; place 1,2
"""


def problems_of(source: Source) -> tuple[object, Diagnostics]:
    """What the reader for the kind of a file makes of it."""
    diagnostics = Diagnostics(source)
    kind = kind_of(source, diagnostics)
    if kind is None:
        return None, diagnostics
    if kind == "pack":
        return read_imprint(source, diagnostics), diagnostics
    named = game_of(source, diagnostics)
    if named is None:
        return None, diagnostics
    if named[0] == "princess-and-dragon":  # what does not fit on its map is found when it is laid
        report = Workspace().check(source)
        diagnostics.extend(report.diagnostics)
        return None if report.has_errors else report.values, diagnostics
    if named[0] not in (games := ["dragon-castle", "quarry"]):
        diagnostics.extend([unknown_game(named[0], games).at(source, named[1])])
        return None, diagnostics
    read = {"position": read_position, "puzzle": read_puzzle, "record": read_record}[kind]
    return read(source, DRAGON, diagnostics, KNOWN), diagnostics


def said(text: str) -> str:
    """All messages about a text, one a line."""
    return "\n".join(map(str, problems_of(Source("f", text))[1]))
