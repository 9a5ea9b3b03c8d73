"""What rules cost: the estimate holds, and what costs too much is refused before it is begun."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cards import board, card, checked, pack, position
from cpsat_random import GAME, Rules
from tilewright.api import Problems, check_file, score, solve
from tilewright.cli.main import command
from tilewright.core import expr as core
from tilewright.core.walk import MAX_WORK, Extent
from tilewright.meaning.domain import Env
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact, exact_seat
from tilewright.meaning.scoring import overwork
from tilewright.meaning.unrolled import Unrolled
from tilewright.meaning.work import work
from tilewright.table.board import Board, parse_board
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.geometry import LINES
from tilewright.table.position import Player, Position, Puzzle

TWICE = "dragon a\n  for each stack\n    for each stack\n      score 1 if its height > 1\n"
THRICE = "dragon a\n  for each space\n    for each space\n      for each space\n        score 1 if height > 3\n"


class Counting(Evaluator[int, bool]):
    """Counts evaluations."""

    steps = 0

    def number(self, expr: core.Expr, env: Env, seat: int) -> int:
        self.steps += 1
        return super().number(expr, env, seat)

    def condition(self, expr: core.Expr, env: Env, seat: int) -> bool:
        self.steps += 1
        return super().condition(expr, env, seat)


def random_board(rng: Random, game: Game, rows: int, columns: int) -> Board:
    """A board of a size, most of its spaces filled."""
    words = [".", "1", "2", "3", f"2{game.caps[0].mark}", *(kind.code for kind in game.kinds)]
    text = " | ".join(" ".join(rng.choice(words) for _ in range(columns)) for _ in range(rows))
    found = parse_board(text, game)
    assert isinstance(found, Board)
    return found


def assert_holds(rule: core.Expr, game: Game, rng: Random) -> None:
    """On boards of one random size a rule takes no more evaluations than it is said to take."""
    rows, columns = rng.randint(2, 9), rng.randint(2, 9)
    boards = [random_board(rng, game, rows, columns) for _ in range(rng.randint(1, 4))]
    extent = Extent(rows, columns, max(board.height for board in boards), len(boards))
    evaluator = Counting(Unrolled(Exact(), [exact_seat(Player("", board), game) for board in boards]))
    evaluator.number(rule, {}, 0)
    assert evaluator.steps <= work(rule, extent)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_rules_take_no_more_work_than_is_said(seed: int) -> None:
    """The estimate is a bound for random rules on random boards."""
    rng = Random(seed)
    for _ in range(20):
        assert_holds(Rules(rng).about(4), GAME, rng)


@pytest.mark.slow
def test_cards_take_no_more_work_than_is_said() -> None:
    """The estimate is a bound for the cards of the pack, and these pass on any board."""
    rng, game = Random(1), pack().game
    rules = [card.rule for card in pack().cards() if card.rule is not None]
    for rule in rules:
        for _ in range(5):
            assert_holds(rule, game, rng)
    players = game.largest.players
    assert max(work(rule, game.largest) for rule in rules) * players <= MAX_WORK
    assert sum(work(rule, replace(game.largest, tallest=20)) for rule in rules) * players <= MAX_WORK


def test_there_are_no_more_pieces_than_in_the_box() -> None:
    """A loop over few pieces does its body few times, however large the board is."""
    joined = "where there is a group of shrines where every {0} in the pair is beside a shrine in the group"
    dragons = card(f"dragon a\n  score 4 for each pair of dragons {joined.format('dragon')}\n").rule or core.TRUE
    rng, rows = Random(2), 12
    shown = [*["D1", "D2", "D3"] * 4, *["1^"] * 40, *["1"] * 60, *["."] * 32]
    rng.shuffle(shown)
    realm = " | ".join(" ".join(shown[row * rows : (row + 1) * rows]) for row in range(rows))
    table = position(realm)
    evaluator = Counting(Unrolled(Exact(), [exact_seat(player, table.game) for player in table.players]))
    evaluator.number(dragons, {}, 0)
    assert evaluator.steps <= work(dragons, pack().game.largest) <= MAX_WORK < work(dragons, Extent(rows, rows))
    assert overwork(table, [card(f"dragon a\n  score 4 for each pair of dragons {joined.format('dragon')}\n")]) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", LINES)
def test_lines_are_counted(kind: str) -> None:
    """The number of lines and the length of the longest are known for boards of every size."""
    line, space = core.Var(1, core.LINE, kind), core.Var(2, core.SPACE, "space")
    inner = core.Sum(core.Binder(space, core.SpacesOf(line), core.TRUE), core.Const(1))
    rule = core.Sum(core.Binder(line, core.Lines(kind), core.TRUE), inner)
    rng = Random(3)
    for _ in range(40):
        assert_holds(rule, GAME, rng)


def test_a_card_is_checked_for_the_largest_board() -> None:
    """What the largest board of the game makes too much is refused there and then, at any size."""
    assert work(card(TWICE).rule or core.TRUE, pack().game.largest) <= MAX_WORK
    _, problems = checked(THRICE)
    assert [problem.code for problem in problems] == ["TW210"]
    small = replace(pack().game, boards=tuple(replace(b, high=b.rows) for b in pack().game.boards))
    rule = core.Sum(core.Binder(core.Var(1, core.SPACE, "space"), core.Spaces(), core.TRUE), core.Const(1))
    assert work(rule, small.largest) < work(rule, pack().game.largest)


def test_work_adds_up_over_cards_and_players() -> None:
    """Cards that are fine one by one are refused when they are too many; the heaviest is told."""
    realm = " | ".join(["1 2 1 1 2 ."] * 6)
    heavy, light = card(TWICE), card("dragon b\n  score 1 for each stack\n")
    few = position(realm, realm)
    assert overwork(few, [light, heavy]) == []
    many = [light, *(replace(heavy, id=f"a{i}") for i in range(MAX_WORK // 10_000))]
    (problem,) = overwork(few, many)
    assert (problem.code, problem.is_error, problem.source) == ("TW210", True, heavy.source)
    assert problem.source.slice(problem.span) == "score 1 if its height > 1"
    assert "realm of 6 x 6" in problem.message


@pytest.mark.slow
def test_a_puzzle_is_one_player_s_work() -> None:
    """Of a puzzle only the first player's score counts, however many others there are."""
    realm = board(" | ".join(["1 2 3 1 2 3"] * 6))
    others = tuple(Player(name, realm) for name in "ab")
    puzzle = Puzzle(pack().game, "", realm, (), (), others=others)
    cards: list[Card] = []
    while not overwork(Position(pack().game, puzzle.start().players), cards):
        cards.append(replace(card(TWICE), id=f"a{len(cards)}"))
    assert overwork(puzzle, cards) == []
    assert [problem.code for problem in overwork(puzzle, [replace(c, id=c.id + x) for c in cards for x in "xyz"])] == [
        "TW210"
    ]


@pytest.mark.slow
def test_commands_and_functions_refuse_what_is_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that pass the check are refused where they come to too much, as a problem, not later."""
    monkeypatch.chdir(tmp_path)
    near = "  for each stack\n    for each stack\n      score 1 if count of neighbors within 2 > 3\n"
    Path("many.tw").write_text("".join(f"dragon a{i}\n{near}" for i in range(4)), "utf-8")
    assert not check_file("many.tw").diagnostics
    head = "tilewright: {}/1\ngame: dragon-castle\ncards: [a0, a1, a2, a3]\n"
    rows = "".join(["    . . . . 1 1 . . . . . .\n"] * 12)
    position = f"players:\n- name: Ada\n  realm: |\n{rows}"
    Path("a.position.yaml").write_text(head.format("position") + position, "utf-8")
    puzzle = f"title: x\nkind: arrange\nrealm: |\n{rows}tiles: [M1]\n"
    Path("a.puzzle.yaml").write_text(head.format("puzzle") + puzzle, "utf-8")
    for words in ("score a.position.yaml", "solve a.puzzle.yaml"):
        result = CliRunner().invoke(command, words.split())
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith("many.tw:4:7: error TW210: ")
    for words in ("show a.position.yaml --card a0", "show a.puzzle.yaml"):
        assert CliRunner().invoke(command, words.split()).exit_code == 0
    cards = [value for value in check_file("many.tw").values if isinstance(value, Card)]
    for value in (*check_file("a.position.yaml").values, *check_file("a.puzzle.yaml").values):
        with pytest.raises(Problems, match="TW210"):
            score(value, cards) if isinstance(value, Position) else solve(value, cards)  # type: ignore[arg-type]


def test_without_cards_nothing_is_refused() -> None:
    """A position without players or cards is no work."""
    assert overwork(Position(pack().game, ()), []) == []
