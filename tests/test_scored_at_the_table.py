"""Cards that score what lies on a board of the table, in a game whose players have no boards of their own."""

from __future__ import annotations

import pytest

from doc_examples import checked
from small_games import cards_of, game_of
from tilewright.meaning.exact import evaluate
from tilewright.solver.proof import scopes_at, scopes_up_to
from tilewright.stopping import NoScope
from tilewright.table.board import Board, parse_board, pool_of
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position

AGORA = """\
game agora
  name en "Agora"
  players 2

  piece stone
    color red R1 to R3 number 1 to 3 copies 3
    color blue B1 to B3 number 1 to 3 copies 3
    identity face
    place where it is empty

  board square
    of the table
    size 3 by 3
    sizes 2 to 4

  part stones
    score count of stones

  cards goal that score
"""


def goal(line: str) -> str:
    return f'goal g\n  name en "G"\n  {line}\n'


def test_what_lies_on_the_table_is_counted() -> None:
    game = game_of(AGORA)
    (card,) = cards_of(goal("score total number of face-up stones"), game)
    board = parse_board("R1 . | B3 R2", game)
    assert isinstance(board, Board) and card.rule is not None
    players = (Player("Ada", pool_of(())), Player("Bo", pool_of(())))
    position = Position(game, players, boards={"square": board})
    assert [evaluate(card.rule, position, seat) for seat in (0, 1)] == [6, 6]


@pytest.mark.parametrize(
    ("lines", "problems"),
    [
        ("score count of stones", []),
        ("score 9 - count of stones", ["TW215 this pays 9 on an empty square"]),
        ("score 9 - count of stones\n  pays on an empty square", []),
        ("score count of stones\n  pays on an empty square", ["TW215 this card pays nothing on an empty square"]),
        ("score 9 - count of stones\n  pays on an empty field", ["TW101 this line is about the square"]),
    ],
)
def test_the_empty_board_is_that_of_the_table(lines: str, problems: list[str]) -> None:
    """Checking such a card ended in a KeyError."""
    _, found = checked(goal(lines), game_of(AGORA))
    assert [f"{problem.code} {problem.message}" for problem in found] == problems


def test_what_is_not_searched_is_reported() -> None:
    """Only boards of players are searched for the most that a card pays."""
    game = game_of(AGORA)
    (card,) = cards_of(goal("score count of stones"), game)
    assert card.rule is not None
    with pytest.raises(NoScope, match="no boards of their own"):
        scopes_at(game, [card.rule])
    with pytest.raises(NoScope, match="no boards of their own"):
        scopes_up_to(game, [card.rule], Geometry(2, 2), 2)
