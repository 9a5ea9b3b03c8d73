"""Wild pieces count as pieces of every value: against counts of our own, in every meaning, and in puzzles against brute force."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from cpsat_random import arrangements
from small_games import cards_of, game_of, problems_of
from tilewright.lint.bounds import Bounds
from tilewright.meaning.batch import score_positions
from tilewright.meaning.emit.functions import compiled
from tilewright.meaning.emit.writer import CompileContext
from tilewright.meaning.exact import evaluate
from tilewright.meaning.scoring import points
from tilewright.play.table import Grid
from tilewright.solver.solve import Solution, solve
from tilewright.table.board import Board, parse_board
from tilewright.table.card import Card
from tilewright.table.position import Player, Position, Puzzle

GAME = """
game quarry
  name en "Quarry"
  players 1 to 2

  piece block
    color red R1 to R3 number 1 to 3 copies 3
    color blue B1 to B3 number 1 to 3 copies 3
    color joker J copies 12
    wild joker
    class bright red, blue
    identity face
    place where it is empty or it is face-down

  board yard
    of each player
    size 2 by 3
    sizes 1 to 6

  part blocks
    score count of blocks

  cards goal that score
"""


def rule_of(line: str) -> Card:
    (found,) = cards_of(f"goal m\n  {line}\n", game_of(GAME))
    return found


def tops(board: Board) -> list[str]:
    """The codes that are shown, with nothing for what is not."""
    return [stack.top or "" for stack in board.stacks]


def like(*letters: str) -> Callable[[Board], int]:
    return lambda board: sum(code[:1] in letters for code in tops(board))


def pairs(board: Board) -> int:
    """Neighbors of one color, where a joker has every color."""
    rows, columns = board.geometry.rows, board.geometry.columns
    shown = tops(board)
    found = 0
    for at, code in enumerate(shown):
        row, column = divmod(at, columns)
        near = [(row + r, column + c) for r, c in ((0, 1), (0, -1), (1, 0), (-1, 0))]
        others = [shown[r * columns + c] for r, c in near if 0 <= r < rows and 0 <= c < columns]
        found += bool(code) and any(other and (other[0] == code[0] or "J" in code + other) for other in others)
    return found


def colors(board: Board) -> int:
    shown = "".join(tops(board))
    return 2 if "J" in shown else len({"R", "B"} & set(shown))


RULES = {
    "score 1 for each red block": like("R", "J"),
    "score 1 for each bright block": like("R", "B", "J"),
    "score 1 for each joker": like("J"),
    "score count of R2": lambda board: sum(code in ("R2", "J") for code in tops(board)),
    "score 1 for each block where number is 2": lambda board: sum(code[1:] == "2" for code in tops(board)),
    "score total number of face-up blocks": lambda board: sum(int(code[1:] or 0) for code in tops(board)),
    "score 1 for each face-up block where any neighbor has the same color": pairs,
    "score count of different colors of face-up blocks": colors,
}


def board_of(random: Random) -> Board:
    words = random.choices([".", "1", "R1", "R2", "B2", "B3", "J", "2J"], k=6)
    board = parse_board(" ".join(words[:3]) + " | " + " ".join(words[3:]), game_of(GAME))
    assert isinstance(board, Board)
    return board


@pytest.mark.parametrize("line", RULES)
def test_a_wild_piece_has_every_value(line: str) -> None:
    """On random boards: exact, explained, for many boards at once, and within what is claimed of every board."""
    random, rule = Random(7), rule_of(line).rule
    assert rule is not None
    boards = [board_of(random) for _ in range(40)]
    positions = [Position(game_of(GAME), (Player("Ada", board),)) for board in boards]
    wanted = [RULES[line](board) for board in boards]
    assert len(set(wanted)) > 1
    assert [evaluate(rule, one) for one in positions] == wanted
    assert [own["rule"] for one in positions for own in points(one, {"rule": rule})] == wanted
    assert score_positions([rule], positions)[:, 0, 0].tolist() == wanted
    least, most = Bounds(game_of(GAME), []).number(rule, {}, 0)
    assert least <= min(wanted) and max(wanted) <= most


@pytest.mark.parametrize("line", RULES)
def test_generated_functions_say_the_same(line: str) -> None:
    """What play uses: the function that is generated for a rule."""
    random, rule, game = Random(8), rule_of(line).rule, game_of(GAME)
    assert rule is not None
    for _ in range(20):
        board = board_of(random)
        grid = Grid(board.geometry)
        for space, stack in enumerate(board.stacks):
            for piece in [-1] * stack.down + [game.by_code[code].index * 2 + 1 for code in stack.up]:
                grid.put(space, piece)
        world = CompileContext(1, len(game.kinds), (grid.geometry,), ())
        found = compiled(rule, world)([grid], [{}], {}, 0, {}, ())
        assert found == evaluate(rule, Position(game, (Player("Ada", board),)))


@pytest.mark.parametrize("line", RULES)
def test_the_best_arrangement_is_that_of_all(line: str) -> None:
    """The proved best of small puzzles with wild pieces is the best of every arrangement."""
    random, rule = Random(9), rule_of(line).rule
    assert rule is not None
    for _ in range(4):
        pieces = ("J", *random.choices(["R1", "R2", "B2", "J"], k=2))
        puzzle = Puzzle(game_of(GAME), "", board_of(random), (), pieces)
        every = [evaluate(rule, Position(puzzle.game, (Player("Ada", board),))) for board in arrangements(puzzle)]
        answer = solve(puzzle, {"rule": rule}, workers=1)
        assert isinstance(answer, Solution)
        assert (answer.status, answer.score) == (("optimal", max(every)) if every else ("infeasible", None))


def test_a_wild_piece_is_one_of_the_pieces() -> None:
    """A word that no piece has is reported, with the nearest."""
    (problem,) = problems_of(GAME.replace("wild joker", "wild jokers"))
    assert "no piece is a 'jokers'" in problem
