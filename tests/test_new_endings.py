"""Puzzles about turns that are made of games between bots, and how hard they are; on a small game, whose turns differ from others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from shutil import copyfile

import pytest

from command_line import run
from line_search import ends_from
from tilewright.api import load_pack
from tilewright.design import endings
from tilewright.design.endings import (
    NOT_KEYED,
    EndingOrder,
    changed,
    drawn_endings,
    ending_hint,
    new_ending,
    rated_ending,
    redrawn,
    solved_ending,
)
from tilewright.packs.pack import Pack
from tilewright.packs.workspace import Workspace
from tilewright.source import Source
from tilewright.stopping import Deadline
from tilewright.table.board import Stack
from tilewright.table.puzzles import TurnsPuzzle
from tilewright.turns.lines import Endgame, is_over
from tilewright.turns.solve import LineSearch

ORCHARD = Path(__file__).parents[1] / "examples" / "orchard"


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pack:
    """The pack of the small game, in the folder that is worked in."""
    for name in ("pack.yaml", "game.tw"):
        copyfile(ORCHARD / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return load_pack(tmp_path)


def all_play(puzzle: TurnsPuzzle) -> dict[str, int]:
    """The most of every first move, by trying all that can be played."""
    ending = Endgame(puzzle.position, ())
    found: dict[str, int] = {}
    state = ending.begun(ending.table)
    for move in ending.machine.moves_at(state):
        begun = ending.machine.applied(state, move)
        tables = {end.key: end for end in ends_from(ending.machine, begun)}
        for _ in range(puzzle.turns - 1):
            over = {key: table for key, table in tables.items() if is_over(ending.evaluator, table)}
            going = (table for key, table in tables.items() if key not in over)
            starts = [ending.begun(table) for table in going]
            tables = over | {end.key: end for start in starts for end in ends_from(ending.machine, start)}
        found[move.text] = max(sum(ending.parts(table).values()) for table in tables.values())
    return found


@pytest.mark.slow
def test_endings_of_another_game(orchard: Pack) -> None:
    """What is proved of every first take of moments of games is what exhaustive play finds; changed, they stay sound."""
    random = Random(3)
    for drawn in islice(drawn_endings(EndingOrder(orchard.game, (), 2), random), 2):
        for puzzle in (drawn, changed(drawn, random), redrawn(drawn, random)):
            assert not puzzle.status()
            solved = solved_ending(puzzle, ())
            assert solved is not None
            wanted = all_play(puzzle)
            best = max(wanted.values())
            assert solved.line.total == best
            assert {take.text for take in solved.takes} == {text for text, most in wanted.items() if most == best}
            assert solved.greedy <= best
            assert rated_ending(solved).value >= 0


@pytest.mark.slow
def test_a_puzzle_for_another_game(orchard: Pack) -> None:
    """It has one first take that leads to the most; the same seed gives the same puzzle."""
    line = ["puzzle", "new", "--kind", "turns", "--game", ".", "--difficulty", "medium", "--seed", "4"]
    assert run(*line, "-o", "a.puzzle.yaml").exit_code == 0
    again = run(*line)
    assert again.exit_code == 0 and again.stdout == Path("a.puzzle.yaml").read_text("utf-8")
    solved = run("solve", "a.puzzle.yaml", "--unique", "--check", "--workers", "1")
    assert solved.exit_code == 0 and "the only optimal first take" in solved.stdout
    (puzzle,) = Workspace().check(Source("a.puzzle.yaml", again.stdout)).values
    assert isinstance(puzzle, TurnsPuzzle)
    wanted = all_play(puzzle)
    assert list(wanted.values()).count(max(wanted.values())) == 1
    assert puzzle.expect["score"] == max(wanted.values())


def test_with_few_first_takes_nothing_is_solved(orchard: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    """What play alone shows is asked before anything is solved."""
    puzzle = next(drawn_endings(EndingOrder(orchard.game, (), 2), Random(3)))
    taken = len(LineSearch(puzzle.position, (), 2).first_takes())
    monkeypatch.setattr(endings, "CHOICES", taken + 1)
    assert endings.missing_choices(puzzle, ()) == 1
    monkeypatch.setattr(endings, "solved_ending", lambda *_, **__: pytest.fail("it is solved"))
    monkeypatch.setattr(endings, "drawn_endings", lambda *_: iter([puzzle]))
    assert next(endings.keyed_endings(EndingOrder(orchard.game, (), 2), Random(3))) is None


def test_what_takes_too_much_work_is_left(orchard: Pack) -> None:
    """Without work that is left nothing is proved."""
    puzzle = next(drawn_endings(EndingOrder(orchard.game, (), 2), Random(3)))
    assert solved_ending(puzzle, (), work=0.0) is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--game", "herons"), "nothing is taken from a board of the table, and nothing is drawn"),
        (("--game", "dragon-castle", "--size", "4x4"), "for puzzles of kind arrange"),
        ((), "name the game with --game"),
    ],
)
def test_what_cannot_be_made(options: tuple[str, ...], said: str) -> None:
    """With the reason; so also a level that only endings have."""
    result = run("puzzle", "new", "--kind", "turns", "--seed", "1", *options)
    assert result.exit_code != 0 and said in result.output
    assert "is a level of --kind turns" in run("puzzle", "new", "harmony", "--difficulty", "fiendish").output


@pytest.mark.slow
def test_endings_of_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The realm is one of the game that was played; a file that is no record is refused."""
    monkeypatch.chdir(tmp_path)
    record = Path(__file__).parent / "games" / "barracks.record.yaml"
    line = [
        "puzzle",
        "new",
        "harmony",
        "--kind",
        "turns",
        "--from",
        str(record),
        "--difficulty",
        "medium",
        "--seed",
        "1",
    ]
    assert run(*line, "-o", "a.puzzle.yaml").exit_code == 0
    result = run("solve", "a.puzzle.yaml", "--unique", "--check", "--workers", "1")
    assert result.exit_code == 0 and "the only optimal first take" in result.stdout
    (match,) = [report.match for report in [Workspace().check(Source(str(record), record.read_text("utf-8")))]]
    assert match is not None
    (puzzle,) = Workspace().check(Source("a.puzzle.yaml", Path("a.puzzle.yaml").read_text("utf-8"))).values
    assert isinstance(puzzle, TurnsPuzzle)
    realms = [player.board for state in match.states for player in match.position_at(state).players]
    assert puzzle.players[0].board in realms
    assert "is not a valid record of a game" in run(*line[:6], "a.puzzle.yaml").output


def test_a_table_that_cannot_change_stays(orchard: Pack) -> None:
    """With one stack of one piece nothing can be swapped or taken away: the search goes on with another ending."""
    puzzle = next(drawn_endings(EndingOrder(orchard.game, (), 2), Random(3)))
    ((name, board),) = puzzle.position.boards.items()
    code = next(stack.up[-1] for stack in board.stacks if stack.up)
    lone = replace(board, stacks=(Stack(0, (code,)), *[Stack()] * (len(board.stacks) - 1)))
    puzzle = replace(puzzle, position=replace(puzzle.position, boards={name: lone}))
    assert changed(puzzle, Random(1)) == puzzle


def test_nothing_found_says_why(orchard: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ending that was examined has its reason; what helps is the level that was found most often, if any was."""
    monkeypatch.setattr(endings, "TRIES", 12)
    failures = Counter[str]()
    order = EndingOrder(orchard.game, (), 2)
    assert new_ending(order, "impossible", 1, Deadline(), failures=failures) is None
    assert failures.total() == 12
    assert all(reason == NOT_KEYED or reason.endswith(", not impossible") for reason in failures)
    assert ending_hint(Counter({NOT_KEYED: 9})) == "try other cards, or another number of --turns"
    assert ending_hint(Counter({NOT_KEYED: 9, "hard, not easy": 1, "medium, not easy": 2})).endswith(
        "--difficulty medium"
    )
