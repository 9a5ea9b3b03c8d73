"""Each statement of play, executed symbolically, leads to the same as when the machine tries every way to do it."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from cases import mostly_slow
from line_search import evaluator_for, most_by_model, most_by_play
from small_games import game_of
from tilewright.core import expr as core
from tilewright.kernel.contents import contents_of, turn_of
from tilewright.play.positions import table_of
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position
from tilewright.turns.blocks import OPERATIONS
from tilewright.turns.execute import execution
from tilewright.turns.stacks import NotExecutable

GAME = """\
game blocks
  players 1 to 2

  piece block
    color red R1 to R3 number 1 to 3 copies 9
    color blue B1 to B3 number 1 to 3 copies 9
    identity face
    place where {place}

  cap crown
    mark ^
    copies 5
    place where it is face-down and it has no crown

  board yard
    of each player
    size 2 by 3
    sizes 1 to 4

  board hand
    of each player
    pool

  counter points to 9
  counter coins to 20
  counter reserve written crowns for crown to 5

  part points
    score points
  part coins
    score coins
  part crowns
    for each crown
      score height
  part reserve
    score reserve
  part reds
    score count of red blocks
  part blues
    score total number of blue blocks
  part down
    score count of face-down stacks
  part tall
    score count of stacks where height >= 2

  mark bright

  let patch be a group of face-up blocks with the same color where size >= 3

  to clear a group
    gain (size of the group) points
    for each block in the group
      turn face-down it
      mark it as bright
    up to 2 times
      build a crown on a bright block in the group

  to spend
    pay 2 coins
    gain 1 point

  turn
{turn}

  end after a round if total points of players >= 100
"""
PLACES = {"free": "it is empty or (it is face-down and it has no crown)", "on top": "height < 2 and it has no crown"}
TURNS = {
    "move": "move a red block to another space",
    "discard": "discard a face-up block\ngain 1 coin",
    "turn": "turn face-down a red block\nturn face-down a face-up block",
    "gain": "gain (count of red blocks) points\ngain 8 coins\ngain 4 crowns",
    "pay": "pay 2 coins\ngain 1 point",
    "build": "build a crown on a face-down stack\nbuild a crown on a face-down stack",
    "option": "choose one\n  option red\n    discard a red block\n    gain 2 coins\n  option blue\n"
    "    pay 1 coin\n    gain 3 points\n  option none\n    gain 1 coin",
    "open option": "choose one\n  option red if coins > 2\n    gain 2 points\n  option blue\n    discard a blue block\n"
    "gain 1 crown",
    "if": "discard a block\nif there is a red block\n  gain 2 coins\n  discard a red block\notherwise\n  gain 3 points",
    "each": "move a block to another space\nfor each red block\n  gain 1 point\n  turn face-down it",
    "marks": "choose a face-up block called dear\nmark the dear as bright\nfor each bright block\n  gain 2 coins\n"
    "move a bright block to another space\nif there is a bright block\n  gain 1 point",
    "up to": "up to 2 times\n  discard a red block\n  gain 1 coin\ngain (count of blue blocks) coins",
    "as many": "up to (count of blocks) times\n  discard a block\n  gain 1 coin\ngain (count of red blocks) coins",
    "at least": "1 to 3 times\n  discard a block\n  gain 1 coin",
    "again": "2 times\n  pay 2 coins\n  gain 1 point",
    "place": "for each block in the hand in any order\n  if there is a space where {place}\n    place it\n  otherwise\n    discard it",
    "hand": "for each block in the hand in any order\n  place it",
    "swap": "choose a red block called dancer\nswap the dancer and another block",
    "crowns": "move a crown to another face-down stack where it has no crown",
    "verb": "do spend\ndo spend\ngain 1 coin",
    "patches": "for each block in the hand in any order\n  if there is a space where {place}\n    place it\n"
    "  otherwise\n    discard it\nas long as there is a patch\n  do clear it",
}


@cache
def game_with(turn: str, place: str = "free") -> Game:
    """The game with a turn, by its name, and a rule of placing."""
    block = TURNS[turn].replace("{place}", PLACES[place])
    lines = "\n".join(f"    {line}" for line in block.split("\n"))
    return game_of(GAME.format(place=PLACES[place], turn=lines), "TW228")  # also what cannot be paid is done alike


def random_position(rng: Random, game: Game) -> Position:
    """A table on which there is no patch of three yet."""
    while True:
        stacks = []
        for _ in range(6):
            shape = rng.randint(0, 5)
            code = rng.choice(["R1", "R2", "R3", "B1", "B2", "B3"])
            down = Stack(rng.randint(1, 2), (), "^" if shape == 1 and rng.random() < 0.5 else "")
            stacks.append(Stack() if shape > 3 else down if shape < 2 else Stack(rng.randint(0, 1), (code,)))
        board = Board(Geometry(2, 3), tuple(stacks))
        if not _has_patch(board):
            break
    hand = pool_of(Stack(0, (rng.choice(["R1", "R2", "B1", "B3"]),)) for _ in range(rng.randint(0, 2)))
    counters = {"coins": rng.randint(0, 4), "reserve": rng.randint(0, 2), "points": rng.choice([0, 7])}
    return Position(game, (Player("you", board, counters, {"hand": hand}),))


def _has_patch(board: Board) -> bool:
    for color in "RB":
        own = {space for space, stack in enumerate(board.stacks) if stack.up and stack.up[-1][0] == color}
        for space in own:
            if len({space, *board.geometry.neighbors(space)} & own) >= 3:
                return True
    return False


def random_rules(rng: Random, game: Game) -> dict[str, core.Expr]:
    """The parts of the score, each with a factor of its own, some below 0."""
    return {part.name: core.Mul(core.Const(rng.randint(-2, 3)), part.rule) for part in game.parts}


@pytest.mark.slow
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("seed", mostly_slow(range(6), quick=2))
def test_a_statement_does_what_the_machine_does(turn: str, seed: int) -> None:
    """On random tables the most that can be made of it, by whatever is scored, is what trying all ways gives."""
    rng = Random(f"{turn} {seed}")
    game = game_with(turn)
    position = random_position(rng, game)
    table, _ = table_of(position)
    evaluator = evaluator_for(game)
    for _ in range(3):
        rules = random_rules(rng, game)
        assert most_by_model(evaluator, table, 1, rules) == most_by_play(evaluator, table, 1, rules)


@pytest.mark.slow
@pytest.mark.parametrize("turn", ["place", "hand"])
@pytest.mark.parametrize("seed", mostly_slow(range(6), quick=2))
def test_the_order_counts_where_pieces_can_lie_on_one_another(turn: str, seed: int) -> None:
    """What is placed first and lies below depends on the order, which is free."""
    rng = Random(f"order {turn} {seed}")
    game = game_with(turn, "on top")
    table, _ = table_of(random_position(rng, game))
    evaluator = evaluator_for(game)
    for _ in range(3):
        rules = random_rules(rng, game)
        assert most_by_model(evaluator, table, 1, rules) == most_by_play(evaluator, table, 1, rules)


@pytest.mark.slow
@pytest.mark.parametrize("turn", ["patches", "up to", "option"])
@pytest.mark.parametrize("seed", mostly_slow(range(4), quick=1))
def test_two_turns(turn: str, seed: int) -> None:
    """A second turn goes on from whatever the first one left."""
    rng = Random(f"two {turn} {seed}")
    game = game_with(turn)
    table, _ = table_of(random_position(rng, game))
    evaluator = evaluator_for(game)
    rules = random_rules(rng, game)
    assert most_by_model(evaluator, table, 2, rules) == most_by_play(evaluator, table, 2, rules)


def test_every_operation_is_tried_here() -> None:
    """Each operation that can be executed stands in one of the turns, or is tried with a whole game or a pool."""
    flows = [evaluator_for(game_with(turn)).flow for turn in TURNS]
    seen = {type(part) for flow in flows for part in contents_of(flow).parts(turn_of(flow))}
    elsewhere = {"First", "KeepPiece", "Override", "ReturnPiece", "BindLasting", "NextPlayer"}
    assert {one.__name__ for one in OPERATIONS} - elsewhere <= {one.__name__ for one in seen}


def test_what_cannot_be_executed_is_refused() -> None:
    """A statement that has no meaning here is named, not passed over."""
    block = "choose 2 blocks\ngain 1 coin"
    game = game_of(GAME.format(place=PLACES["free"], turn="\n".join(f"    {line}" for line in block.split("\n"))))
    table, _ = table_of(random_position(Random(0), game))
    evaluator = evaluator_for(game)
    with pytest.raises(NotExecutable, match="several things"):
        execution(evaluator, table).run_turn(turn_of(evaluator.flow))
