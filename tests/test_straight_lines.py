"""What lies in line, what lies between, runs in any direction, and whose pieces are: against loops written by hand."""

from __future__ import annotations

from random import Random

import pytest

from small_games import game_of, problems_of
from tilewright.api import parse_board
from tilewright.check.cards import check_cards
from tilewright.check.vocabulary import Vocabulary
from tilewright.diagnostics import Diagnostics
from tilewright.draw.pools import pips
from tilewright.meaning.exact import evaluate
from tilewright.play.match import Match
from tilewright.source import Source
from tilewright.syntax import ast
from tilewright.syntax.parser import parse
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.geometry import DIAGONAL_SIDES, SIDES, STRAIGHT, Geometry
from tilewright.table.position import Player, Position

WAYS = (*SIDES.values(), *DIAGONAL_SIDES.values())
GRIDS = [(1, 5), (3, 3), (4, 6), (5, 4)]
GARDEN = """
game garden
  name en "Garden"
  players 1
  piece plant
    color red R copies 40
    color blue B copies 40
    identity face
  board bed
    of each player
    size 4 by 5
    sizes 1 to 6
  cards goal that score
"""


def ray(grid: tuple[int, int], space: tuple[int, int], way: tuple[int, int]) -> list[tuple[int, int]]:
    """The spaces from one on to the end of the grid."""
    found = []
    row, column = space[0] + way[0], space[1] + way[1]
    while 0 <= row < grid[0] and 0 <= column < grid[1]:
        found.append((row, column))
        row, column = row + way[0], column + way[1]
    return found


@pytest.mark.parametrize("grid", GRIDS)
def test_what_lies_in_line_and_between(grid: tuple[int, int]) -> None:
    """Walked step by step from each space, each way."""
    geometry, (rows, columns) = Geometry(*grid), grid
    number = lambda at: at[0] * columns + at[1]  # noqa: E731
    for space in ((row, column) for row in range(rows) for column in range(columns)):
        rays = [ray(grid, space, way) for way in WAYS]
        own = number(space)
        assert sorted(geometry.neighbors(own, STRAIGHT, None)) == sorted(number(at) for one in rays for at in one)
        assert sorted(geometry.neighbors(own, STRAIGHT, 3, 2)) == sorted(number(at) for one in rays for at in one[1:3])
        between = {number(end): [number(at) for at in one[:i]] for one in rays for i, end in enumerate(one)}
        for other in range(geometry.size):
            assert list(geometry.between(own, other)) == between.get(other, [])
    for side, way in DIAGONAL_SIDES.items():
        assert geometry.neighbors(0, side, 1) == tuple(map(number, ray(grid, (0, 0), way)[:1]))


def score(rule: str, board: str, game: Game) -> int:
    """The score of a rule on a board."""
    diagnostics = Diagnostics(Source("goal.tw", f"goal example\n  score {rule}\n"))
    nodes = [node for node in parse(diagnostics.source, diagnostics) if isinstance(node, ast.Card)]
    (draft,) = check_cards(nodes, Vocabulary(game), diagnostics)
    assert isinstance(draft.value, Card) and draft.value.rule is not None, list(diagnostics)
    return evaluate(draft.value.rule, Position(game, (Player("Ada", parse_board(board, game)),)))


def stretches(cells: list[list[str]], ways: list[tuple[int, int]]) -> list[int]:
    """The lengths of the longest stretches of two or more reds along some ways."""
    rows, columns = len(cells), len(cells[0])
    red = {(row, column) for row in range(rows) for column in range(columns) if cells[row][column] == "R"}
    found = []
    for down, across in ways:
        for row, column in red:
            length = 1
            while (row + length * down, column + length * across) in red:
                length += 1
            if (row - down, column - across) not in red and length > 1:
                found.append(length)
    return sorted(found)


@pytest.mark.parametrize("seed", range(6))
def test_runs_and_rays_on_random_boards(seed: int) -> None:
    """Runs along diagonals and in any direction, reds in line with a free way between, spaces between two reds."""
    rng, game = Random(seed), game_of(GARDEN)
    cells = [[rng.choice("RRB.") for _ in range(5)] for _ in range(4)]
    board = " | ".join(" ".join(row) for row in cells)
    slopes, lines = [(1, 1), (1, -1)], [(0, 1), (1, 0)]
    for said, ways in (("diagonal runs of reds", slopes), ("runs of reds in any direction", slopes + lines)):
        lengths = stretches(cells, ways)
        assert score(f"count of {said}", board, game) == len(lengths)
        assert score(f"total (size) of {said}", board, game) == sum(lengths)
    reds = [(row, column) for row in range(4) for column in range(5) if cells[row][column] == "R"]
    free = 0
    for space in reds:
        for way in WAYS:
            on_the_way = [cells[row][column] for row, column in ray((4, 5), space, way)]
            found = [i for i, cell in enumerate(on_the_way) if cell == "R"]
            free += bool(found) and set(on_the_way[: found[0]]) <= {"."}
    rule = "1 for each red for each red in line with it where every space between it and the red is empty"
    assert score(rule, board, game) == free
    near = sum((row + 1, column - 1) in reds for row, column in reds)
    assert score("count of reds where its bottom left neighbor is a red", board, game) == near


OWNED = """
game stones
  name en "Stones"
  players 2 to 3
  piece stone
    color red R copies 9
    color blue B copies 9
    color green G copies 9
    identity face
    of each player
  pool box
    of the table
    holds stones
    begins with every stone
  board field
    of the table
    size 3 by 3
    sizes 2 to 5
  counter points
  part points
    score points
  turn
    move an own stone in the box to a space in the field where it is empty
    gain (count of own stones in the field) points
    for each player
      gain (10 * count of own stones in the field) points
    for each opponent
      gain (100 * count of stones of the opponent in the field) points
    if any stone in the field is opposing and no stone of the left player in the field is own
      gain 1000 points
    gain (10000 * count of groups of stones in the field with the same owner) points
  end after a turn if no space in the field is empty
"""


@pytest.mark.parametrize("players", [2, 3])
def test_whose_a_piece_is(players: int) -> None:
    """Own, opposing and those of a named player, for each who acts; owners make groups."""
    match, rng = Match(game_of(OWNED), ["Ada", "Bo", "Cy"][:players], seed=players), Random(players)
    cells, points = {}, [0] * players
    while not match.over:
        mover = match.turn
        move = rng.choice(list(match.moves))
        row, column = map(int, str(move).removeprefix("to ").split(","))
        match.play(move)
        cells[row, column] = mover
        counts = [sum(owner == player for owner in cells.values()) for player in range(players)]
        points[mover] += counts[mover] + (1000 if len(cells) > counts[mover] else 0) + 10000 * groups(cells)
        for player in range(players):
            points[player] += 10 * counts[player] + (100 * counts[player] if player != mover else 0)
        if len(cells) < 8:
            assert [one.total for one in match.scores()] == points
    assert len(cells) == 8 or match.over


def groups(cells: dict[tuple[int, int], int]) -> int:
    """How many groups the spaces of one owner make."""
    left, found = dict(cells), 0
    while left:
        found += 1
        waiting = [next(iter(left.items()))]
        while waiting:
            (row, column), owner = waiting.pop()
            if left.pop((row, column), None) is None:
                continue
            beside = [(row + down, column + across) for down, across in SIDES.values()]
            waiting += [(at, owner) for at in beside if left.get(at) == owner]
    return found


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "    of each player\n  pool",
            "    of the table\n  pool",
            "TW113 pieces can belong to each player, not to the table",
        ),
        ("players 2 to 3", "players 2", "TW113 stone has 3 values, and there are up to 2 players"),
        ("color red R copies 9", "color red R owner 2 copies 9", "TW105 'owner' is a word of the language"),
        ("counter points\n", "counter points\n  mark own\n", "TW105 'own' is a word of the language"),
        ("    gain (count", "    turn the stone to the player\n    gain (count", "TW202 stones have only one side"),
        (
            "opposing and no",
            "between it and the field and no",
            "TW202",
        ),
    ],
)
def test_problems(old: str, new: str, problem: str) -> None:
    """What is said of pieces that belong to players, and cannot be."""
    assert any(problem in found for found in problems_of(OWNED.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("count of groups of reds in any direction", "'in any direction' applies only to runs"),
        ("count of reds where it is between it and it", "between what?"),
        ("1 for each red for each blue between the red and the red", "nothing lies between a space and itself"),
        ("1 for each row for each red between the row and it", "a row is not on a single space"),
        (
            "1 for each red where it has a blue between it and the bed",
            "there is nothing here that 'the bed' could refer to",
        ),
    ],
)
def test_problems_of_rules(rule: str, problem: str) -> None:
    """Each is reported as what it is."""
    diagnostics = Diagnostics(Source("goal.tw", f"goal example\n  score {rule}\n"))
    nodes = [node for node in parse(diagnostics.source, diagnostics) if isinstance(node, ast.Card)]
    check_cards(nodes, Vocabulary(game_of(GARDEN)), diagnostics)
    assert problem in [one.message for one in diagnostics]


def test_sides_that_are_words_have_no_pips() -> None:
    """A side that belongs to the first player is no one of a die."""
    game = game_of(
        OWNED.replace("color red R copies 9", "sides color red, blue, green\n    copies 9").replace(
            "    color blue B copies 9\n    color green G copies 9\n    identity face\n", ""
        )
    )
    assert [pips(game, kind) for kind in game.kinds] == [None] * 3


MEN = """
game men
  name en "Men"
  players 2
  piece man
    color black B copies 12
    color white W copies 12
    plural man men
    identity face
    of each player
  pool box
    of the table
    holds men
    begins with every man
  board field
    of the table
    size 5 by 5
    sizes 3 to 8
  counter points
  part points
    score points
  setup
    5 times
      move a random black in the box to a random space in the field where it is empty
      move a random white in the box to a random space in the field where it is empty
  turn
    choose an own man in the field called rook
    may
      choose an empty space in the field called goal
      move the rook to the goal
  end after a turn if no space in the field is empty
"""
SLIDE = "a space in the field in the same line as the rook where it is empty and every space between it and the rook is empty"
GLIDE = "a space in the field in line with the rook where it is empty and no space between it and the rook is not empty"
HOP = (
    "a space in the field where it is empty and it is not in the same line as the rook and "
    "count of spaces between it and the rook = 1 and there is an opposing man between it and the rook"
)
SLANTED, STRAIGHT_ON = list(DIAGONAL_SIDES.values()), list(SIDES.values())


@pytest.mark.parametrize(
    ("said", "ways", "hops"),
    [(SLIDE, STRAIGHT_ON, False), (GLIDE, [*STRAIGHT_ON, *SLANTED], False), (HOP, SLANTED, True)],
)
def test_slides_and_hops(said: str, ways: list[tuple[int, int]], hops: bool) -> None:
    """As a rook, a queen and a man of checkers go: the same words for what lies between, compared with steps by hand."""
    game, listed = game_of(MEN.replace("an empty space in the field called", f"{said} called")), 0
    for seed in range(12):
        match, rng = Match(game, ["Ada", "Bo"], seed=seed), Random(seed)
        for _ in range(12):
            board = match.position().boards["field"]
            lying = {divmod(at, 5): stack.top for at, stack in enumerate(board.stacks) if stack.top}
            own = "BW"[match.turn]
            rook = rng.choice(sorted(at for at, code in lying.items() if code == own))
            match.play(f"choose {rook[0] + 1},{rook[1] + 1}")
            goals = set()
            for way in ways:
                on_the_way = ray((5, 5), rook, way)
                free = next((i for i, at in enumerate(on_the_way) if at in lying), len(on_the_way))
                if not hops:
                    goals |= set(on_the_way[:free])
                elif free == 0 and len(on_the_way) > 1 and on_the_way[1] not in lying:
                    goals |= {on_the_way[1]} if lying[on_the_way[0]] != own else set()
            written = [f"choose {row + 1},{column + 1}" for row, column in goals]
            if not written:  # nothing to choose: the next player's turn
                continue
            listed += len(written)
            assert sorted(map(str, match.moves)) == sorted([*written, "done"])
            match.play(rng.choice(sorted(written)))
    assert listed > 30
