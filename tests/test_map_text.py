"""Boards that grow as they are shown in the terminal, and games on them as records."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import yaml

from command_line import run
from princess import match, play, princess, scene, symbols
from tilewright.cli.table.screen import Screen
from tilewright.files.printing import print_position
from tilewright.play.choices import asked
from tilewright.play.match import Match
from tilewright.play.prompts import MoveFormatter
from tilewright.play.record import record_of, replay
from tilewright.table.board import parse_pool


def shown(made: Match) -> list[str]:
    """The map, as the screen of a game shows it."""
    lines = Screen(MoveFormatter(symbols())).boards(made, asked(made.machine, made.state).state, 80)
    return lines[: lines.index("heap")] if "heap" in lines else lines


def test_a_map_in_the_terminal() -> None:
    """Tiles as they lie, figures by their letters and signs, and where the tile that was drawn may be placed."""
    standing = {((0, 0), "city"): 0, ((0, 1), "cloister"): 1}
    made = scene({(0, 0): "D<", (0, 1): "B"}, "U", standing, dragon=(0, 1))
    text = "\n".join(shown(made))
    assert "[]" in text and "a" in text and "b" in text
    tile = [line.strip() for line in text.splitlines() if "C" in line]
    assert len(tile) == 2 and all(line.startswith("C.=..") for line in tile)


def test_a_wide_map_takes_80_columns_at_most() -> None:
    """Where there is no room for wide tiles they are drawn in three columns."""
    made = scene({(0, column): "B" for column in (*range(12), *range(-1, -12, -1))}, "B")
    assert max(map(len, shown(made))) <= 80


def test_a_position_has_the_tiles_that_lie() -> None:
    """The board of a position is as large as the map, each tile with how it is turned."""
    board = scene({(0, 0): "U", (0, 1): "B", (1, 1): "V>"}, "B").position().boards["country"]
    assert repr(board) == "U B | . V>"


@pytest.mark.slow
def test_a_record_is_the_same_game() -> None:
    """A game at random, kept as a record and played again, stands at the same moment."""
    made, random = match(3, 5), Random(5)
    for _ in range(60):
        made.play(random.choice(list(made.moves)))
    again = replay(record_of(made), princess().game, symbols(), {})
    assert again == made and len(again.played) == len(made.played)
    assert play(again, str(next(iter(again.moves)))).played


# ------------------------------------------------------------------ files that are shown

PUZZLES = princess().folder / "puzzles"


def blocks(text: str) -> dict[str, str]:
    """What is printed under each title."""
    return dict(pairwise(text.strip().split("\n\n")))


def test_f84_hands_and_heaps_are_shown_with_what_is_there(tmp_path: Path) -> None:
    """F84: tiles in a hand, put aside and in the heap are listed by their codes, and only empty places are a dot."""
    made = scene({(0, 0): "D"}, "U", heap=["V", "V", "W"])
    position = replace(made.position(), boards={**made.position().boards, "aside": parse_pool("DA", made.game)})
    file = tmp_path / "table.position.yaml"
    file.write_text(print_position(position))
    shown_by = blocks(run("show", str(file)).output)
    hand, heap = (made.position().players[0].board, made.position().boards["heap"])
    for title, pool in (("Ada: hand", hand), ("heap", heap)):
        counted = Counter(stack.up[0] for stack in pool.stacks)
        expected = {f"{count} {code}" if count > 1 else code for code, count in counted.items()}
        assert set(re.split(r"  +|\n", shown_by[title].split("\ncamp")[0].strip())) == expected
    assert shown_by["aside"] == "DA" and shown_by["Bo: hand"].startswith(".\n")


@pytest.mark.parametrize("file", sorted(PUZZLES.rglob("*.puzzle.yaml")), ids=lambda file: file.stem)
def test_f84_puzzles_about_moves_and_maps_are_shown(file: Path, tmp_path: Path) -> None:
    """F84: the table, what is asked for, the moves before it or the tiles to lay; as text, as JSON and as a picture."""
    puzzle = yaml.safe_load(file.read_text(encoding="utf-8"))
    text = run("show", str(file)).output
    assert f"\n{puzzle['title']}\n  worth  {puzzle['worth']}" in text
    assert "country" in blocks(text)
    if puzzle["kind"] == "map":
        laid = blocks(text)["tiles to lay"].split()
        assert len([word for word in laid if not word.isdecimal()]) == len(set(puzzle["tiles"]))
    elif "after" in puzzle:
        assert f"  after  {puzzle['after']}" in text
    boards = json.loads(run("show", "--json", str(file)).output)["boards"]
    assert "country" in {board["title"] for board in boards}
    assert run("show", str(file), "-o", str(tmp_path / "table.svg")).exit_code == 0


def test_f84_cards_that_are_not_in_play_are_listed() -> None:
    """F84: a game whose tiles go with cards is played with these; where others are named, those that are missing are reported."""
    seated = ("play", "princess-and-dragon", "--players", "Ada,Bo", "--seed", "1")
    assert "cards: lair, portal, princess, volcano" in run(*seated, input="").output
    assert "not in play" not in run(*seated, input="").stderr
    missing = "not in play: lair, princess, volcano; tiles that go with these cards do nothing\n"
    assert missing in run(*seated, "--cards", "fair,portal", input="").stderr
    simulated = run(
        "simulate", "princess-and-dragon", "--players", "random,random", "--games", "1", "--cards", "fair,portal"
    )
    assert simulated.stderr.count(missing) == 1
    castle = run("play", "dragon-castle", "--players", "random,random", "--seed", "1", "--layout", "base-2", input="")
    assert "not in play" not in castle.stderr


@pytest.mark.parametrize(
    ("country", "more", "line", "column", "problem"),
    [
        ("U>  E/D   U", "", 8, 7, "E does not fit at 0,1"),
        ("A   E   ./.   .   U", "", 9, 11, "this tile does not touch any other"),
        ("./A/W", "first-tile: 2,1", 10, 3, "W does not fit at 1,0"),
    ],
)
def test_tw431_marks_the_tile_that_cannot_lie_there(
    tmp_path: Path, country: str, more: str, line: int, column: int, problem: str
) -> None:
    """A tile of a map that does not fit, or touches no other, is where the problem is, not the name of the board."""
    file = tmp_path / "table.position.yaml"
    players = "".join(f"  - {{name: {name}, hand: ., camp: 7, points: 0}}\n" for name in ("Ada", "Bo"))
    rows = "".join(f"  {row}\n" for row in country.split("/"))
    head = "tilewright: position/2\ngame: princess-and-dragon\ncards: [lair, portal, princess, volcano]\nplayers:\n"
    file.write_text(f"{head}{players}country: |\n{rows}heap: V\n{more}\n")
    (found,) = json.loads(run("check", str(file), "--json").output)["diagnostics"]
    assert (found["code"], found["line"], found["column"], found["message"]) == ("TW431", line, column, problem)
