"""The puzzles of the packs: what each expects is proved, and each is worth solving."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import tilewright
from tilewright import Puzzle
from tilewright.cli.report.answer import answer_output, misses
from tilewright.outputs.output import plain
from tilewright.packs.resolve import bundled_folders
from tilewright.resources import data_folder

FOLDER = data_folder("cards") / "dragon-castle" / "puzzles"
CASTLE = sorted(FOLDER.glob("*.puzzle.yaml"))
PATHS = sorted(data_folder("cards").glob("*/puzzles/*.puzzle.yaml"))
LEVELS = ("easy", "medium", "hard")


@cache
def read(path: Path) -> Puzzle:
    """The puzzle of a file, which must be without problems."""
    report = tilewright.check_file(path)
    assert not report.diagnostics, list(map(str, report.diagnostics))
    (found,) = report.values
    assert isinstance(found, Puzzle)
    return found


def test_there_are_enough() -> None:
    """Ten puzzles or more, and every printed Dragon is in play in one of them; packs with a board of each player have some."""
    assert len(CASTLE) >= 10
    with_boards = {id for id in bundled_folders() if not tilewright.load_pack(id).game.own_place.pool}
    assert {path.parents[1].name for path in PATHS} == with_boards
    printed = {path.stem for path in (FOLDER.parent / "dragons").glob("*.tw")}
    assert printed <= {card for path in CASTLE for card in read(path).cards}


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name.partition(".")[0])
def test_the_expectation_is_proved(path: Path) -> None:
    """The file expects a proved score, its parts and perhaps that there is one answer alone, and that is so."""
    found = read(path)
    assert set(found.expect) - {"unique"} == {"status", "score", "parts"}
    cards = tilewright.load_pack(path.parents[1].name)
    in_play = [cards.card(card) for card in found.cards]
    answer = tilewright.solve(found, in_play)
    told = plain(answer_output(path.name, found, answer))
    if "unique" in found.expect:
        told["unique"] = tilewright.solutions(found, in_play, limit=2).unique
    assert not list(misses(found.expect, told))
    assert answer.status == "optimal"


def test_ten_have_one_answer_alone() -> None:
    """Of three levels and for at least eight cards, one puzzle for two cards; each names the command that made it."""
    alone = [path for path in CASTLE if read(path).expect.get("unique")]
    texts = [path.read_text("utf-8") for path in alone]
    assert len(alone) >= 10
    assert {text.split(".")[0] for text in texts} == {"# Easy", "# Medium", "# Hard"}
    assert len({card for path in alone for card in read(path).cards}) >= 8
    assert any(len(read(path).cards) == 2 for path in alone)
    assert all("\n# tilewright puzzle new " in text for text in texts)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name.partition(".")[0])
def test_the_first_line_tells_how_hard_it_is(path: Path) -> None:
    """A puzzle begins with its level, a sentence about it, and a hint."""
    text = path.read_text("utf-8")
    assert re.match(rf"# ({'|'.join(level.capitalize() for level in LEVELS)})\. \S", text)
    assert re.search(r"^# Hint: \S", text, re.MULTILINE)


@pytest.mark.parametrize("path", CASTLE, ids=lambda path: path.name.partition(".")[0])
def test_no_set_is_left_to_consolidate(path: Path) -> None:
    """No four face-up tiles of one type lie together at the start, as none does in the game."""
    found = read(path)
    for player in found.start().players:
        board = player.board
        codes = [stack.top for stack in board.stacks]
        for start in range(len(codes)):
            group = [start] if codes[start] else []
            for space in group:
                near = board.geometry.neighbors(space)
                group += [s for s in near if s not in group and codes[s] and codes[s][0] == codes[start][0]]  # type: ignore[index]
            assert len(group) < 4, (path.name, player.name, start)
