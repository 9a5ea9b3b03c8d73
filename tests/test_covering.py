"""Pieces that cover several spaces: every pick against all ways to lie tried one by one, the compiled game, refusals."""

from __future__ import annotations

from random import Random

import pytest

from classics import EXAMPLES
from native_lockstep import play_natively
from small_games import begin, game_of, moves, problems_of
from tilewright.play.match import Match
from tilewright.table.board import parse_stack

PIECES = """\
game mats
  name en "Mats"
  players 2

  piece rug
    color blue B copies 60
    color gold G copies 60
    identity hue
    place where it is empty

  piece mat
{kinds}
    identity weave
{lines}

  board floor
    of each player
    size 4 by 5
    sizes 2 to 6

  pool chest
    of the table
    holds rugs
    begins with every rug

  pool rolls
    of the table
    holds mats
    begins with every mat

  pool hand
    of each player
    holds mats

  counter points

  part points
    score points

  turn
    for each mat in the hand
      discard it
    move a random mat in the rolls to the hand
    choose one
      option go
      option rest
    if points >= 0
      place a mat in the hand called new
      gain (count of neighbors of the new) points
    choose one
      option on
      option off

  end after a round if there is no mat in the rolls or largest points of players > 40
"""
SHAPES = {
    "domino": ['"B G"', '"B B"', '"G G"'],
    "one color": ['"B B"'],
    "corner": ['"B G" "B ."', '"G B" "B ."'],
    "ell": ['". . B" "G B B"'],
    "zed": ['"B G ." ". G B"'],
    "square": ['"B B" "B B"'],
    "tee": ['"B B G" ". B ."', '"B B B" ". G ."'],
}
TURNS = ("", "placed in any turn", "placed in any turn or mirrored")
SAME = "place where there is no rug or any rug in it has the same color as any neighbor"
FEW = "place where count of rugs in it where it is in the border <= 1 and no rug in it is a gold rug in a corner"
RULES = ("", SAME, FEW)
ROWS, COLUMNS = 4, 5
Cell = tuple[int, int]
Floor = dict[Cell, str]


def text_of(shape: str, turns: str, rule: str = "") -> str:
    kinds = [f"    weft plain M{at} copies 5 covers {picture}" for at, picture in enumerate(SHAPES[shape], 1)]
    lines = [f"    {line}" for line in (turns, rule) if line]
    return PIECES.format(kinds="\n".join(kinds), lines="\n".join(lines))


def read(picture: str) -> Floor:
    """The cells of a picture, read anew."""
    rows = [row.split() for row in picture.strip('"').split('" "')]
    return {(row, at): code for row, codes in enumerate(rows) for at, code in enumerate(codes) if code != "."}


def placements(cells: Floor, turns: str) -> list[Floor]:
    """All ways in which cells can lie somewhere on the floor."""
    images = [cells]
    if turns:
        for _ in range(3):
            images.append({(column, -row): code for (row, column), code in images[-1].items()})
    if turns.endswith("mirrored"):
        images += [{(row, -column): code for (row, column), code in image.items()} for image in images]
    return [
        {(row + down, column + right): code for (row, column), code in image.items()}
        for image in images
        for down in range(-ROWS, 2 * ROWS)
        for right in range(-COLUMNS, 2 * COLUMNS)
    ]


def near(cell: Cell, floor: Floor) -> list[str]:
    row, column = cell
    return [
        floor[other]
        for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        if other in floor
    ]


def allowed(cells: Floor, floor: Floor, rule: str) -> bool:
    """Whether cells may lie so."""
    if not all(0 <= row < ROWS and 0 <= column < COLUMNS and (row, column) not in floor for row, column in cells):
        return False
    if rule == SAME:
        return not floor or any(code in near(cell, floor) for cell, code in cells.items())
    if rule == FEW:
        border = [cell for cell in cells if cell[0] in (0, ROWS - 1) or cell[1] in (0, COLUMNS - 1)]
        corners = [cell for cell in border if cell[0] in (0, ROWS - 1) and cell[1] in (0, COLUMNS - 1)]
        return len(border) <= 1 and not any(cells[cell] == "G" for cell in corners)
    return True


def floors(match: Match, players: int = 2) -> list[Floor]:
    boards = [player.board for player in match.position().players]
    return [
        {divmod(space, COLUMNS): stack.up[-1] for space, stack in enumerate(board.stacks) if stack.up}
        for board in boards
    ]


def placed(match: Match, mover: int, before: Floor) -> list[Floor]:
    """What can lie on the floor of a player in every way in which they can place what they hold."""
    if moves(match) == ["on", "off"]:
        return [{cell: code for cell, code in floors(match)[mover].items() if cell not in before}]
    found = []
    for move in list(match.moves):
        match.play(move)
        found += placed(match, mover, before)
        match.undo()
    return found


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_piece_is_placed_in_every_way_in_which_it_can_lie(shape: str, turns: str, rule: str) -> None:
    """In random games the picks lead to just the placements that are found one by one; none leads nowhere."""
    match, random, asked = begin(game_of(text_of(shape, turns, rule)), seed=3), Random(3), list[int]()
    pictures = [read(picture) for picture in SHAPES[shape]]
    alike = len(pictures) == 1 and len(set(pictures[0].values())) == 1
    while not match.over and len(asked) < 6:
        mover = match.state.mover
        before = floors(match)[mover]
        (held,) = [stack.up[-1] for stack in match.position().players[mover].pools["hand"].stacks if stack.up]
        cells = pictures[int(held[1:]) - 1]
        wanted = {frozenset(one.items()) for one in placements(cells, turns) if allowed(one, before, rule)}
        match.play("go")
        found = placed(match, mover, before)
        assert {frozenset(one.items()) for one in found} == (wanted or {frozenset()})
        assert not alike or len(found) == max(1, len(wanted))
        asked.append(len(wanted))
        while moves(match) != ["on", "off"]:
            match.play(random.choice(match.moves))
        match.play("on")
    assert any(asked[1:])


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("shape", ("domino", "ell"))
def test_the_compiled_game_is_the_same(shape: str, rule: str) -> None:
    """The compiled game and the interpreter agree in every choice and every byte."""
    for seed in range(3):
        play_natively(begin(game_of(text_of(shape, TURNS[2], rule)), seed=seed), seed, 60)


def test_polders_is_the_same_compiled() -> None:
    """So does the game on the shelf, to its end."""
    match = begin(game_of((EXAMPLES / "polders" / "game.tw").read_text()), seed=1)
    play_natively(match, 1, 200)


WRONG = {
    ('"B G"', '"B X"'): "12 TW101 no rug is a 'X'",
    ('"B G"', '"B"'): "12 TW113 a piece covers 2 to 8 spaces, not 1",
    ('"B G"', '"B . G"'): "12 TW113 the picture is in several parts",
    ('"B B"', '"B" "B"'): "13 TW113 it covers other spaces than the mat of the first line",
    (' covers "B G"', ""): "12 TW112 what M1 covers is missing",
    ("B copies 60", "B copies 6"): "11 TW113 the mats need 15 B, and there are 6",
    ("    begins with every rug\n", ""): "11 TW112 there is no pool from which the rugs of a mat come",
    ("identity weave\n", "identity weave\n    place where there is a rug\n"): (
        "16 TW202 this does not say which part of the mat it is about"
    ),
    (
        "    size 4 by 5\n",
        "    hexagonal\n    size 4 by 5\n",
    ): "51 TW202 a mat covers several squares, and the floor has none",
    ("identity hue\n", "identity hue\n    placed in any turn or mirrored\n"): (
        "9 TW113 only a piece that covers several spaces can be mirrored"
    ),
}
"""What is changed in the game, and the first problem of that."""


@pytest.mark.parametrize(("old", "new"), WRONG, ids=WRONG.values())
def test_what_cannot_be_is_reported(old: str, new: str) -> None:
    """Every fault is told where it is, by its first problem."""
    text = text_of("domino", "")
    assert text.count(old) == 1
    assert problems_of(text.replace(old, new))[0] == WRONG[old, new]


def test_boards_and_puzzles_have_parts_alone() -> None:
    """A code of such a piece on a board, or among the pieces of a puzzle, is refused with its parts."""
    game = game_of(text_of("domino", ""))
    told = parse_stack("M1", game)
    assert told == ("a mat covers several spaces, each with a rug", "for M1, write its parts: B G")
