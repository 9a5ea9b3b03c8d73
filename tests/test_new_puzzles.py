"""New puzzles: one answer alone, as hard as asked for, the same for the same seed; and how hard is measured."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from functools import cache
from math import log2
from pathlib import Path

import pytest

from command_line import run, valid
from cpsat_random import arrangements
from realms import cards, pack
from tilewright.cli.commands.puzzle import _why_none
from tilewright.design.difficulty import LEVELS, Appearance, Difficulty, rated
from tilewright.design.puzzles import (
    BOTH_WAYS,
    EASY,
    HINTS,
    SEVERAL,
    Drafts,
    NewPuzzle,
    Order,
    hint_of,
    most_pieces,
    new_puzzle,
)
from tilewright.meaning.exact import evaluate
from tilewright.meaning.scoring import scoring_rules
from tilewright.solver.places import possible_states
from tilewright.stopping import Deadline
from tilewright.table.board import Board, parse_board
from tilewright.table.geometry import Geometry
from tilewright.table.position import Puzzle

GAME = pack().game
DOCUMENT = (Path(__file__).parents[1] / "docs" / "puzzles.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```console\n\$ tilewright (.*)\n((?:.*\n)*?)```$", DOCUMENT, re.M)


def order(*ids: str, size: tuple[int, int] = (4, 4), pieces: int = 2, caps: int = 2) -> Order:
    """An order for cards of the pack."""
    rules = scoring_rules(GAME, [cards()[id] for id in ids])
    return Order(GAME, ids, rules, Geometry(*size), pieces, {"shrine": caps})


@cache
def made(id: str, level: str, seed: int) -> NewPuzzle:
    """A new puzzle for a card."""
    found = new_puzzle(order(id), level, seed, Deadline())
    assert isinstance(found, NewPuzzle)
    return found


def puzzle(board: str, pieces: tuple[str, ...], caps: int, *ids: str) -> Puzzle:
    """A puzzle on a board in notation."""
    read = parse_board(board, GAME)
    assert isinstance(read, Board)
    return Puzzle(GAME, "a puzzle", read, ids, pieces, {"shrine": caps})


def appearance(task: Puzzle) -> Appearance:
    states = possible_states(task)
    assert isinstance(states, list)
    return Appearance(task, states, scoring_rules(GAME, [cards()[id] for id in task.cards]))


def total(task: Puzzle, board: Board) -> int:
    """What the rules score, without the solver."""
    rules = scoring_rules(GAME, [cards()[id] for id in task.cards])
    return sum(evaluate(rule, task.end(board)) for rule in rules.values())


# ------------------------------------------------------------------ what is made


@pytest.mark.slow
@pytest.mark.parametrize(("id", "seed"), [("humility", 2), ("vigilance", 1)])
def test_the_answer_is_the_only_one(id: str, seed: int) -> None:
    """Of all placements, tried one by one, none scores as much; `near` counts those a point short."""
    found = made(id, "easy", seed)
    every = {board: total(found.puzzle, board) for board in arrangements(found.puzzle)}
    best = max(every.values())
    assert [board for board, score in every.items() if score == best] == [found.board]
    assert best == found.difficulty.best == sum(found.parts.values())
    assert found.difficulty.near == sum(score >= best - 1 for score in every.values())


@pytest.mark.parametrize(("id", "seed"), [("humility", 2), ("vigilance", 1)])
def test_what_is_made_is_a_position_of_the_game(id: str, seed: int) -> None:
    """It breaks no rule, its card earns something, no cap is left over, and its level is the one asked for."""
    found = made(id, "easy", seed)
    assert found.puzzle.status() == []
    assert found.parts[id] > 0
    caps = [sum(len(stack.caps) for stack in board.stacks) for board in (found.puzzle.board, found.board)]
    assert caps[1] - caps[0] == found.puzzle.caps["shrine"]
    low, high = LEVELS["easy"]
    assert found.difficulty.level == "easy" and low <= found.difficulty.value < high


@pytest.mark.slow
def test_the_same_seed_gives_the_same_puzzle() -> None:
    """A seed makes one puzzle, another seed another one."""
    assert new_puzzle(order("vigilance"), "easy", 1, Deadline()) == made("vigilance", "easy", 1)
    assert made("vigilance", "easy", 2).puzzle.board != made("vigilance", "easy", 1).puzzle.board


def test_drafts_and_their_changes_can_be() -> None:
    """However much a draft is changed, no rule is broken, and the pieces stay as many as asked for."""
    from random import Random

    for ids in (("knowledge",), ("power",), ("humility",)):
        drafts = Drafts(order(*ids, pieces=3), Random(1))
        task = drafts.draft()
        assert task is not None
        assert bool(task.others) == (ids == ("power",))
        for _ in range(60):
            after = drafts.changed(task, (0, 5))
            assert after != task and after.status() == []
            assert len(after.pieces) == 3 and 1 <= after.caps["shrine"] <= 3
            task = after


def test_pieces_that_look_different_and_score_the_same_are_not_given_together() -> None:
    """One kind of each class that the rules tell apart is given; so there are only so many."""
    assert most_pieces(GAME, order("humility").rules) == 4
    assert most_pieces(GAME, order("devotion").rules) == 8


@pytest.mark.slow
def test_boards_of_any_size_are_drawn_or_refused() -> None:
    """Large boards are sparse; without enough pieces there is none."""
    from random import Random

    large = Drafts(order("humility", size=(12, 12), pieces=4), Random(1)).draft()
    assert large is not None and large.status() == []
    assert Drafts(order("humility", size=(30, 30)), Random(1)).draft() is None


def test_a_deadline_ends_the_search() -> None:
    """Without time nothing is made."""
    assert new_puzzle(order("humility"), "easy", 1, Deadline(0.0)) is None


# ------------------------------------------------------------------ how hard it is


def test_greed() -> None:
    """Greed takes what pays most at once, draws among equals, and places what costs when it has to."""
    task = puzzle("3 1 | 1 2", ("M1",), 1)
    assert appearance(task).greedy() == 3.0  # the cap on the 3 first; then the tile costs nothing
    forced = puzzle("1^ 1^ | 1^ 1", ("M1",), 1)
    assert appearance(forced).greedy() == 4.0  # the cap takes the last space, the tile has none
    tied = puzzle("2 2 . 2 | . . . .", ("M1",), 1, "humility")
    assert 2 < appearance(tied).greedy() < 3  # the last 2 has none beside it to raise


def test_insight() -> None:
    """The bits are those of a draw at every step among all that looks as good or better."""
    task = puzzle("3 3 | 1 .", (), 1)
    first = Board(task.board.geometry, (parse_board("3^ 3 | 1 .", GAME)).stacks)  # type: ignore[union-attr]
    worse = Board(task.board.geometry, (parse_board("3 3 | 1^ .", GAME)).stacks)  # type: ignore[union-attr]
    assert appearance(task).insight(first) == pytest.approx(log2(2))
    assert appearance(task).insight(worse) == pytest.approx(log2(3))


def test_parts_and_levels() -> None:
    """The value is the sum of the parts; what greed always finds is easy, however long a proof takes."""
    hard = Difficulty(10, 7.5, 6.0, 8, 255)
    assert hard.parts == {"greed": 5.0, "insight": 6.0, "near": 3.0, "search": 8.0}
    assert (hard.value, hard.level) == (22.0, "hard")
    assert Difficulty(10, 10.0, 6.0, 128, 16000).level == "easy"


def test_other_goals_are_not_rated() -> None:
    """A goal that is not the most points is refused in words."""
    from tilewright.table.goal import Goal

    task = puzzle("3 1 | 1 .", ("M1",), 1)
    goal = Puzzle(GAME, "t", task.board, (), ("M1",), {"shrine": 1}, goal=Goal("exactly", 3))
    assert "not 'exactly 3'" in str(rated(goal, scoring_rules(GAME, [])))


# ------------------------------------------------------------------ the command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_the_command_prints_a_file(here: Path) -> None:
    """What is printed is checked and solved as it says, has no problem, and names the command that made it."""
    line = "puzzle new climb --difficulty easy --seed 1"
    result = run(*line.split(), "--title", "Up")
    assert result.exit_code == 0
    assert f"# tilewright {line}\n" in result.stdout
    Path("a.puzzle.yaml").write_text(result.stdout, encoding="utf-8")
    assert run("check", "a.puzzle.yaml").output == "1 file checked: no problems\n"
    assert "unique: true" in result.stdout
    assert run("solve", "--check", "--unique", "a.puzzle.yaml").exit_code == 0
    told = run("puzzle", "rate", "a.puzzle.yaml").output.partition(": ")[2]
    assert f"# difficulty: {told}" in result.stdout


@pytest.mark.slow
def test_files_are_written_and_never_lost(here: Path) -> None:
    """A file or a folder takes them; what is there stays without --force."""
    made = ("puzzle", "new", "climb", "--difficulty", "easy", "--seed", "1")
    assert run(*made, "-o", ".").stdout == "wrote climb-easy-1.puzzle.yaml\n"
    before = Path("climb-easy-1.puzzle.yaml").read_text("utf-8")
    refused = run(*made, "-o", "climb-easy-1.puzzle.yaml")
    assert refused.exit_code == 2 and "use --force to replace it" in refused.stderr
    assert run(*made, "-o", ".", "--force", "--title", "Up", "--json").exit_code == 0
    assert Path("climb-easy-1.puzzle.yaml").read_text("utf-8") == before
    assert Path("up.puzzle.yaml").is_file()


@pytest.mark.slow
def test_json(here: Path) -> None:
    """An object for each puzzle, for one that was not found, and for each that is rated."""
    made = run("puzzle", "new", "climb", "--difficulty", "easy", "--seed", "1", "--json")
    first = valid(made.stdout, "difficulty-1")
    Path("a.puzzle.yaml").write_text(str(first["text"]), encoding="utf-8")
    rated = valid(run("puzzle", "rate", "--json", "a.puzzle.yaml").stdout, "difficulty-1")
    assert {key: rated[key] for key in ("level", "parts", "score")} == {
        key: first[key] for key in ("level", "parts", "score")
    }
    none = run("puzzle", "new", "climb", "--seed", "1", "--time-limit", "0.001", "--json")
    assert none.exit_code == 1
    assert json.loads(none.stdout) == {"format": "difficulty/1", "seed": 1, "status": "unknown"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["humilty"], "did you mean 'humility'?"),
        (["humility,climb"], "these cards are not from the same game"),
        (["destruction"], "does not score"),
        (["humility", "--tiles", "5"], "at most 4 tiles"),
        (["humility", "--size", "3x4"], "allowed: even numbers of rows and columns from 2 to 12"),
        (["humility", "--game", "cairns"], "there is no card 'humility'"),
        (
            ["humility", "--game", "nowhere"],
            "there is no game 'nowhere'; known: cairns, court-the-king, dragon-castle, fist-of-dragonstones, herons, princess-and-dragon; or name the folder of a pack",
        ),
        (["humility", "-o", "x.svg"], "a .puzzle.yaml file or a folder is required"),
        (["humility", "-o", "no/x.puzzle.yaml"], "there is no folder no"),
        (["humility", "--difficulty", "cruel"], "'cruel' is not one of"),
    ],
)
def test_wrong_usage(here: Path, arguments: list[str], told: str) -> None:
    """What cannot be understood is refused with exit code 2."""
    result = run("puzzle", "new", *arguments)
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("line", "shown"), EXAMPLES)
def test_the_page_about_puzzles(here: Path, line: str, shown: str) -> None:
    """Its commands print what it shows; another version of the solver may come to other numbers."""
    Path("vigilance.puzzle.yaml").write_text(EXAMPLES[0][1], encoding="utf-8")
    told = run(*shlex.split(line)).output
    assert re.sub(r"[\d.]+", "0", told).split("realm")[0] == re.sub(r"[\d.]+", "0", shown).split("realm")[0]
    assert len(EXAMPLES) == 5


@pytest.mark.slow
def test_a_card_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card in the current folder is one of the game whose words it uses."""
    monkeypatch.chdir(tmp_path)
    rules = "score 2 for each shrine in a corner", "score 1 for each shrine where no neighbor is taller"
    Path("garden.tw").write_text("\n  ".join(["dragon garden", *rules]) + "\n", encoding="utf-8")
    result = run("puzzle", "new", "garden", "--difficulty", "easy", "--seed", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "game: dragon-castle\ncards: [garden]\n" in result.stdout


def test_a_search_that_found_nothing_says_what_failed() -> None:
    """What the puzzles that were tried lacked is counted, each once, and each reason has its advice."""

    class Tries(Deadline):
        """Twelve puzzles."""

        asked = 0

        @property
        def left(self) -> float | None:
            self.asked += 1
            return None if self.asked <= 12 else 0.0

    failures = Counter[str]()
    assert new_puzzle(order("vigilance"), "hard", 5, Tries(), None, failures) is None
    assert failures.total() == 12
    assert set(failures) <= set(HINTS)


def test_a_command_that_found_nothing_says_what_failed() -> None:
    """The reasons with their numbers, and what may help; of no time at all that there was none."""
    assert _why_none(5, Counter(), hint_of) == "seed 5: no puzzle was tried in the time given; allow more: --time-limit"
    failures = Counter({next(iter(HINTS)): 3, list(HINTS)[2]: 40})
    first, often, seldom, advice = _why_none(5, failures, hint_of).split("\n")
    assert first == "seed 5: no puzzle found; 43 candidates rejected:"
    assert (often, seldom) == (f"    40  {list(HINTS)[2]}", f"     3  {next(iter(HINTS))}")
    assert advice == f"{HINTS[list(HINTS)[2]]}; or try another --seed"


def test_the_advice_depends_on_how_often_each_reason_was_found() -> None:
    """Too easy asks for more pieces and several answers for fewer; where both are frequent, neither is advised."""
    assert "more --tiles" in hint_of({EASY: 90, SEVERAL: 10})
    assert "fewer --tiles" in hint_of({EASY: 10, SEVERAL: 90})
    assert hint_of({EASY: 132, SEVERAL: 190}) == BOTH_WAYS
