"""Puzzles about turns in games with roles and counters of the table, where the score or another number is asked."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from command_line import run
from small_games import game_of
from tilewright.diagnostics import Diagnostics, Problems
from tilewright.files.positions import read_turns_puzzle
from tilewright.files.printing import print_turns_puzzle
from tilewright.source import Source
from tilewright.table.goal import parse_goal
from tilewright.table.puzzles import TurnsPuzzle
from tilewright.turns.lines import Endgame
from tilewright.turns.solve import LineSearch
from tilewright.turns.stacks import NotExecutable

GAME = """game reign
  name en "Reign"
  players 1 to 3

  piece card
    suit low L1 to L5 rank 1 to 5 copies 1
    suit high H1 to H5 rank 1 to 5 copies 1
    identity face

  pool hand
    of each player
    holds cards

  pool discard
    of the table
    holds cards

  role king
  counter treasury of the table
  counter coins

  part coins
    score coins

  turn
    choose a card in the hand called own
    choose one
      option reign if the rank of the own > the treasury
        let the king be the player
        let the treasury be the rank of the own
      option tax if the player is the king
        gain (the rank of the own + the treasury) coins
      option save
        gain 1 coin
    move the own to the discard

  end after a turn if there is no card in the hand
"""
PACK = "tilewright: 1\ngame: reign\nfile: game.tw\ntitle: Reign\nauthors: [somebody]\nlicense: MIT\nlanguages: [en]\n"
PUZZLE = """tilewright: puzzle/1
kind: turns
title: A crown
game: reign
cards: []
turns: {turns}
{more}treasury: {treasury}
king: {king}
players:
  - name: You
    hand: {hand}
    coins: {coins}
  - name: Ann
    hand: L5
"""


def written(
    hand: str, *, turns: int = 2, treasury: int = 2, king: str = "Ann", coins: int = 1, worth: str = "", more: str = ""
) -> str:
    """A puzzle as a file."""
    more = (f"worth: {worth}\n" if worth else "") + more
    return PUZZLE.format(hand=hand, turns=turns, treasury=treasury, king=king, coins=coins, more=more)


def puzzle_of(text: str) -> TurnsPuzzle:
    """The puzzle of a file without problems."""
    diagnostics = Diagnostics(Source("a.puzzle.yaml", text))
    puzzle = read_turns_puzzle(diagnostics.source, game_of(GAME), diagnostics)
    assert puzzle is not None and not list(diagnostics), list(diagnostics)
    return puzzle


def by_hand(ranks: list[int], turns: int, treasury: int, king: bool, coins: int) -> set[tuple[int, int, bool]]:
    """Coins, treasury and whether you are the king, after each line of play: the rules written a second time."""
    ends = set()
    for order in itertools.permutations(ranks, turns):
        states = {(coins, treasury, king)}
        for rank in order:
            later = {(c + 1, t, k) for c, t, k in states}
            later |= {(c, rank, True) for c, t, _ in states if rank > t}
            later |= {(c + rank + t, t, True) for c, t, k in states if k}
            states = later
        ends |= states
    return ends


@pytest.mark.parametrize("hand", ["L1 L3 H4", "L2 H2 H5", "L1 H1 L4"])
@pytest.mark.parametrize(("king", "treasury"), [("Ann", 2), ("You", 1), ("You", 0)])
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_the_most_is_that_of_the_rules_by_hand(hand: str, king: str, treasury: int, turns: int) -> None:
    """The score, a number of counters and roles, and each goal, against every line of the same rules in Python."""
    ends = by_hand([int(code[1]) for code in hand.split()], turns, treasury, king == "You", 1)
    numbers = {
        "": {c for c, _, _ in ends},
        "coins + 2 * the treasury": {c + 2 * t for c, t, _ in ends},
        "coins if the player is the king, otherwise 0": {c if k else 0 for c, _, k in ends},
    }
    for worth, values in numbers.items():
        puzzle = puzzle_of(written(hand, turns=turns, treasury=treasury, king=king, worth=worth))
        search = LineSearch(puzzle.position, [], turns, worth=worth)
        answer = search.best()
        assert (answer.status, answer.bound) == ("optimal", max(values))
        assert answer.line is not None and answer.line.total == max(values)
        again = Endgame(puzzle.position, [], worth).written(answer.line.turns)
        assert again.parts == answer.line.parts
        for total in range(min(values) - 1, max(values) + 2):
            goal = parse_goal(f"exactly {total}")
            assert goal is not None and (search.best(goal).line is not None) == (total in values)


def test_a_puzzle_is_read_as_it_was_printed() -> None:
    """The role, the counter of the table and the worth stand in the file."""
    puzzle = puzzle_of(written("L1 L3 H4", worth="coins + the treasury"))
    assert puzzle_of(print_turns_puzzle(puzzle)) == puzzle
    assert [player.counters["king"] for player in puzzle.players] == [0, 1]


@pytest.mark.parametrize(
    ("worth", "code"), [("crowns", "TW101"), ("the player is the king", "TW201"), ("coins +", "TW001")]
)
def test_a_worth_that_is_no_number_is_refused(worth: str, code: str) -> None:
    """A condition, or a word that the game does not have."""
    puzzle = puzzle_of(written("L1 L3"))
    with pytest.raises(Problems) as problems:
        Endgame(puzzle.position, [], worth)
    assert problems.value.diagnostics[0].code == code


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a pack with the game."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.tw").write_text(GAME, "utf-8")
    (tmp_path / "pack.yaml").write_text(PACK, "utf-8")
    return tmp_path


def test_from_the_command_line(folder: Path) -> None:
    """`solve` and `try` name what is asked; `check` plays the solution and reads the worth."""
    more = "expect: {score: 17, unique: true}\nsolution: ['choose H4; reign', 'choose L1; tax', tax]\n"
    text = written("L1 L3 H4", turns=3, worth="coins + the treasury", more=more)
    (folder / "a.puzzle.yaml").write_text(text, "utf-8")
    assert "no problems" in run("check", ".").output
    solved = run("solve", "a.puzzle.yaml", "--check", "--unique")
    assert "a.puzzle.yaml: 17 in 3 turns, optimal" in solved.stdout and "coins + the treasury 17" in solved.stdout
    assert "as expected" in solved.stdout
    tried = run("try", "a.puzzle.yaml", "--turn", "choose H4; reign", "--far")
    assert "a.puzzle.yaml: 5 after 1 of 3 turns" in tried.stdout and "coins + the treasury" in tried.stdout
    (folder / "a.puzzle.yaml").write_text(text.replace("the treasury\n", "the gold\n"), "utf-8")
    wrong = run("check", "a.puzzle.yaml")
    assert wrong.exit_code == 1 and "gold" in wrong.output and ":7:" in wrong.output


def test_a_reply_is_about_the_score(folder: Path) -> None:
    """What `others: answer` asks for is a lead in points."""
    (folder / "a.puzzle.yaml").write_text(written("L1 L3", turns=1, worth="coins", more="others: answer\n"), "utf-8")
    wrong = run("check", "a.puzzle.yaml")
    assert "TW404" in wrong.output and "leave out 'worth' or 'others'" in wrong.output


def test_with_a_course_one_turn_is_asked() -> None:
    """What happens between turns is the business of the course, so that several in a row mean nothing."""
    game = game_of(
        GAME
        + "\n  course\n    repeat until there is no card in the hand\n      for each player in turn\n        do turn\n",
        "TW223",
    )
    diagnostics = Diagnostics(Source("a.puzzle.yaml", written("L1 L3 H4", turns=1, king="You")))
    puzzle = read_turns_puzzle(diagnostics.source, game, diagnostics)
    assert puzzle is not None
    one = LineSearch(puzzle.position, [], 1).best()
    assert one.line is not None and (one.status, one.line.total) == ("optimal", 1 + 4 + 2)
    with pytest.raises(NotExecutable, match="course"):
        LineSearch(replace(puzzle.position), [], 2)
