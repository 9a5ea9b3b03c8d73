"""`place where` with the piece to be placed: rules by hand, the compiled game, and puzzles against all arrangements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from random import Random

import pytest

import tilewright
from classics import EXAMPLES
from native_lockstep import play_natively
from small_games import begin, game_of, problems_of
from tilewright.meaning.scoring import score
from tilewright.solver.solve import Solution, solve
from tilewright.table.board import Board, Stack
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position, Puzzle

TILES = """\
game hues
  name en "Hues"
  players 2

  piece tile
    color blue B1 to B3 shape 1 to 3 copies 2
    color gold G1 to G3 shape 1 to 3 copies 2
    identity face
    place where {rule}

  board field
    of each player
    size 3 by 3
    sizes 2 to 3

  pool hand
    of each player
    holds tiles

  counter points

  part points
    score points

  turn
    for each tile in the hand
      return it
    draw a tile called new
    {place}
    gain 1 point

  end after a round if no space is empty or largest points of players = 4
"""
Shown = tuple[str, int]
Field = Mapping[int, Shown]
GRID = Geometry(3, 3)


def near(field: Field, space: int) -> list[Shown]:
    return [field[other] for other in GRID.neighbors(space) if other in field]


RULES: dict[str, Callable[[Field, int, Shown], bool]] = {
    "it is empty and the tile is blue": lambda field, space, tile: space not in field and tile[0] == "B",
    "it is empty and (there is no tile or the tile has the same color as any neighbor)": lambda field, space, tile: (
        space not in field and (not field or tile[0] in [one for one, _ in near(field, space)])
    ),
    "it is empty and no neighbor has the same shape as the tile": lambda field, space, tile: (
        space not in field and tile[1] not in [shape for _, shape in near(field, space)]
    ),
    "it is empty and shape of the tile >= count of its neighbors where it has a tile": lambda field, space, tile: (
        space not in field and tile[1] >= len(near(field, space))
    ),
    "it is empty or (it has the same shape as the tile and the tile is gold)": lambda field, space, tile: (
        space not in field or (field[space][1] == tile[1] and tile[0] == "G")
    ),
    "it is empty and the tile is in the top row": lambda field, space, tile: space not in field and space < 3,
}
"""What `place` lines say, and the same by hand."""
PLACES = ("place the new", "move the new to a space")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("rule", RULES)
def test_where_a_tile_may_be_placed(rule: str, place: str) -> None:
    """Random games offer the spaces of the rules by hand."""
    game, asked = game_of(TILES.format(rule=rule, place=place)), 0
    for seed in range(8):
        match, random = begin(game, seed=seed), Random(seed)
        while not match.over:
            field, tile = field_of(match.position(), match.state.mover)
            allowed = {GRID.name(space).strip("()") for space in range(9) if RULES[rule](field, space, tile)}
            assert {str(move).split()[1] for move in match.moves} == allowed
            asked += 1
            match.play(random.choice(match.moves))
    assert asked > 10


def field_of(position: Position, mover: int) -> tuple[Field, Shown]:
    """What lies on the field of a player, and the tile in the hand."""
    own = position.players[mover]
    (held,) = [stack for stack in own.pools["hand"].stacks if stack.up]
    field = {space: shown(stack) for space, stack in enumerate(own.board.stacks) if stack.up}
    return field, shown(held)


def shown(stack: Stack) -> Shown:
    return stack.up[-1][0], int(stack.up[-1][1:])


@pytest.mark.parametrize("rule", RULES)
def test_the_compiled_game_is_the_same(rule: str) -> None:
    """The compiled game and the interpreter agree in every choice and every byte."""
    for seed in range(3):
        game = game_of(TILES.format(rule=rule, place=PLACES[0]))
        play_natively(begin(game, seed=seed), seed, 100)


def test_every_sort_of_piece_has_its_own_rule() -> None:
    """The `place` line of one sort says nothing of another one."""
    stones = "  piece stone\n    color gray S copies 4\n    identity look\n    place where it is a blue\n\n  board"
    text = TILES.replace("  board", stones, 1).format(
        rule="it is empty", place="draw a stone called rock\n    place the rock"
    )
    match = begin(game_of(text.replace("holds tiles", "holds tiles, stones")))
    assert match.over or not [move for move in match.moves if "place" in str(move)]


def test_a_rule_that_forgets_the_piece() -> None:
    """An empty space shows nothing; the help names the piece."""
    rule = "it is empty and (there is no tile or any neighbor has the same color)"
    (problem,) = problems_of(TILES.format(rule=rule, place=PLACES[0]))
    assert problem.startswith("9 TW203")


def arrangements(puzzle: Puzzle, allowed: Callable[[str, int], bool]) -> dict[tuple[Stack, ...], int]:
    """The score of every board with all pieces of a puzzle on empty spaces where they are allowed."""
    free = [space for space, stack in enumerate(puzzle.board.stacks) if not stack.height]
    found = {}
    for spaces in permutations(free, len(puzzle.pieces)):
        if all(map(allowed, puzzle.pieces, spaces)):
            stacks = list(puzzle.board.stacks)
            for piece, space in zip(puzzle.pieces, spaces, strict=True):
                stacks[space] = Stack(up=(piece,))
            board = Board(puzzle.board.geometry, tuple(stacks))
            found[board.stacks] = score(puzzle.end(board), [])[0].total
    return found


BEDS = "RRVV VRVR VRRV".replace(" ", "")


def in_its_bed(piece: str, space: int) -> bool:
    return piece == "D" or piece[0] == BEDS[space]


@pytest.mark.parametrize("seed", range(12))
def test_a_garden_is_planted_best(seed: int) -> None:
    """The best arrangement of flowers is the best of all that the beds allow, which are tried one by one."""
    game, random = tilewright.load_pack(EXAMPLES / "beds").game, Random(seed)
    stacks = [Stack()] * 12
    for space in random.sample(range(12), 7):
        stacks[space] = Stack(up=(f"{BEDS[space]}{random.randint(1, 3)}",))
    pieces = tuple(random.choices(["R1", "R3", "V1", "V2", "D"], k=random.randint(2, 4)))
    puzzle = Puzzle(game, "", Board(Geometry(3, 4, printed=game.own_place.printed), tuple(stacks)), (), pieces)
    every = arrangements(puzzle, in_its_bed)
    answer = solve(puzzle, {part.name: part.rule for part in game.parts})
    assert isinstance(answer, Solution)
    if not every:
        assert answer.status == "infeasible"
        return
    assert answer.board is not None and answer.board.stacks in every
    assert answer.status == "optimal" and answer.score == every[answer.board.stacks] == max(every.values())


MOOR = """\
game moor
  players 2

  piece tile
    area meadow as the rest
    area spring inside
    placed in any turn
    place where it is empty and the tile has the same ground as any neighbor

    ground peat A copies 6 with spring
    ground sand B copies 6 with spring

  board country
    of the table
    grows to 20 by 20
    begins with 1 A

  pool heap
    of the table
    holds tiles
    begins with every tile

  pool hand
    of each player
    holds tiles

  counter points

  part points
    score points

  turn
    move a random tile in the heap to the hand
    choose a tile in the hand called fresh
    if the fresh is placeable
      place the fresh
      gain 1 point

  end after a turn if there is no tile in the heap
"""


def test_a_tile_is_placeable_where_the_rule_about_it_allows() -> None:
    """All edges fit, so a tile of peat can always be placed beside the first one, and one of sand never."""
    for seed in range(3):
        random, match = Random(seed), begin(game_of(MOOR), seed=seed)
        chosen = 0
        while not match.over:
            move = random.choice(match.moves)
            match.play(move)
            if str(move) == "choose A":
                chosen += 1
                assert all(str(one).startswith("place") for one in match.moves)
        assert chosen
        lying = [stack.top for stack in match.position().boards["country"].stacks if stack.top]
        assert set(lying) == {"A"}
        assert sum(score.total for score in match.scores()) == len(lying) - 1
        play_natively(begin(game_of(MOOR), seed=seed), seed, 100)
