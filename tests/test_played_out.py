"""Puzzles about turns in which it is known what is drawn: every line is gone through by the machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from command_line import run
from line_search import ends_from
from tilewright.api import load_pack
from tilewright.design.endings import changed, redrawn
from tilewright.files.printing import print_turns_puzzle
from tilewright.packs.workspace import Workspace
from tilewright.resources import data_folder
from tilewright.source import Source
from tilewright.table.goal import Goal
from tilewright.table.puzzles import TurnsPuzzle
from tilewright.turns import played_out
from tilewright.turns.lines import Endgame
from tilewright.turns.solve import LineSearch

TEXT = """\
tilewright: puzzle/1
kind: turns
title: A short trail
game: cairns
cards: []
turns: 1
draws: [G4, Q2]
players:
  - name: You
    trail: 1G3 . S5
    bread: 1
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The puzzle as a file."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.puzzle.yaml"
    path.write_text(TEXT, "utf-8")
    return path


def puzzle_of(text: str = TEXT) -> TurnsPuzzle:
    """The puzzle of a file."""
    (puzzle,) = Workspace().check(Source("a.puzzle.yaml", text)).values
    assert isinstance(puzzle, TurnsPuzzle)
    return puzzle


def all_totals(puzzle: TurnsPuzzle) -> dict[str, set[int]]:
    """What one turn can come to, by its first move, by trying all that can be played."""
    ending = Endgame(puzzle.position, ())
    begun = ending.begun(ending.table)
    found: dict[str, set[int]] = {}
    for move in ending.machine.moves_at(begun):
        after = ending.machine.applied(begun, move)
        found[move.text] = {sum(ending.parts(end).values()) for end in ends_from(ending.machine, after)}
    return found


def test_every_total_is_that_of_all_play() -> None:
    """The most, every total exactly, and the most of every first move; what no line comes to is proved."""
    puzzle = puzzle_of()
    search, wanted = LineSearch(puzzle.position, (), 1), all_totals(puzzle)
    reached = set[int]().union(*wanted.values())
    assert search.best().line is not None and search.best().bound == max(reached)
    assert {take.moves[0] for take in search.first_takes()} == set(wanted)
    for take in search.first_takes():
        assert search.best(first=take).bound == max(wanted[take.moves[0]])
    for total in range(min(reached) - 1, max(reached) + 2):
        answer = search.best(Goal("exactly", total))
        assert answer.status == ("optimal" if total in reached else "infeasible")
        assert answer.line is None or answer.line.total == total


def test_pieces_come_as_they_are_written(file: Path) -> None:
    """In that order, and none after them; `check` plays the solution so."""
    for solution, code in (("gather; more; stone Q2; done", 0), ("gather; more; more; done", 1)):
        file.write_text(f"{TEXT}solution: ['{solution}']\n", "utf-8")
        assert run("check", str(file)).exit_code == code
    (puzzle,) = [replace(puzzle_of(), position=replace(puzzle_of().position, draws=()))]
    assert "gather" not in all_totals(puzzle)


def test_what_comes_has_to_be_known(file: Path) -> None:
    """Without it nothing is claimed; codes are those of pieces that there still are."""
    file.write_text(TEXT.replace("draws: [G4, Q2]\n", ""), "utf-8")
    result = run("solve", str(file))
    assert result.exit_code == 2 and "under 'draws'" in result.output
    for draws, code in (("[X9]", "TW407"), ("[S5, S5, S5, S5]", "TW415"), ("G4", "TW404"), ("[1]", "TW404")):
        file.write_text(TEXT.replace("[G4, Q2]", draws), "utf-8")
        assert code in run("check", str(file)).output


def test_too_many_lines_are_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best so far is told, and played again; no bound is claimed, and that there is none is not either."""
    puzzle = puzzle_of()
    monkeypatch.setattr(played_out, "MOST_STATES", 60)
    answer = LineSearch(puzzle.position, (), 1).best()
    assert (answer.status, answer.bound) == ("feasible", None) and answer.line is not None
    assert LineSearch(puzzle.position, (), 1).best(Goal("at least", 999)).status == "unknown"


def test_printed_and_changed_puzzles_stay_sound() -> None:
    """A puzzle with other pieces to draw is one that there can be, and is read again as it is printed."""
    random, puzzle = Random(1), puzzle_of()
    for _ in range(20):
        puzzle = changed(redrawn(puzzle, random), random)
        assert not puzzle.status() and puzzle_of(print_turns_puzzle(puzzle)) == puzzle


@pytest.mark.slow
def test_two_days_with_gear() -> None:
    """Cards that can be used are used where they help; the line is played."""
    pack = load_pack(data_folder("cards") / "cairns")
    puzzle = puzzle_of(TEXT.replace("trail: 1G3 . S5", "trail: G3 .").replace("turns: 1", "turns: 2"))
    cards = [pack.card("staff")]
    plain, helped = (LineSearch(puzzle.position, own, 2).best() for own in ([], cards))
    assert plain.line is not None and helped.line is not None and helped.status == "optimal"
    assert helped.line.total >= plain.line.total
