"""What a terminal gets and a pipe does not: colors, progress, lines that are edited; and tables of text."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cases import mostly_slow
from command_line import run, write_both
from plays import table as game_table
from tilewright.cli.table.commands import COMMANDS
from tilewright.cli.table.editor import LineEditor, Suggestion, completions
from tilewright.cli.terminal import table
from tilewright.play.choices import read
from tilewright.play.match import Match

pty = pytest.importorskip("pty")

ESCAPE = "\x1b["
CLEAR = "\x1b[H\x1b[2J"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: a position, a puzzle and a card with an error."""
    monkeypatch.chdir(tmp_path)
    write_both()
    Path("bad.tw").write_text("dragon sample\n  score 1 for each shrin\n", encoding="utf-8")
    return tmp_path


def on_terminal(*arguments: str, typed: str = "", only_errors: bool = False, **environment: str) -> tuple[str, str]:
    """What a command writes when a terminal takes it, and what it writes to a pipe (with `only_errors`)."""
    ours, theirs = pty.openpty()
    known = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM", "FORCE_COLOR")}
    known |= {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", "COLUMNS": "80", "LINES": "24"} | environment
    process = subprocess.Popen(
        [sys.executable, "-m", "tilewright", *arguments],
        stdin=theirs,
        stdout=subprocess.PIPE if only_errors else theirs,
        stderr=theirs,
        env=known,
    )
    os.close(theirs)
    shown: list[bytes] = []

    def listen() -> None:
        try:
            while data := os.read(ours, 4096):
                shown.append(data)
        except OSError:
            return  # the other end is closed

    listener = Thread(target=listen)
    listener.start()
    if typed:
        os.write(ours, typed.encode())
    piped = process.communicate()[0]
    listener.join()
    os.close(ours)
    return b"".join(shown).decode(), (piped or b"").decode()


# ------------------------------------------------------------------ colors


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("check", "bad.tw"),
        ("show", "game.position.yaml"),
        ("score", "game.position.yaml"),
        ("explain", "TW101"),
        ("solve", "steps.puzzle.yaml"),
        ("play", "dragon-castle", "--players", "Ada,Bo"),
    ],
    ids=lambda words: words[0],
)
def test_color_when_it_is_asked_for(here: Path, command: tuple[str, ...]) -> None:
    """In a pipe there are colors with --color always alone; the words are the same."""
    always, never, auto = (run("--color", how, *command).stdout for how in ("always", "never", "auto"))
    assert ESCAPE in always
    assert ESCAPE not in never
    assert ESCAPE not in auto
    if command[0] not in ("solve", "play"):  # these tell seconds or a seed
        assert re.sub(r"\x1b\[[\d;]*m", "", always) == never == auto


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "environment", "colored"),
    [
        ("auto", {}, True),
        ("auto", {"NO_COLOR": "1"}, False),
        ("auto", {"NO_COLOR": ""}, True),
        ("auto", {"TERM": "dumb"}, False),
        ("never", {}, False),
        ("always", {"NO_COLOR": "1"}, True),
        ("always", {"TERM": "dumb"}, True),
    ],
)
def test_color_of_a_terminal(here: Path, how: str, environment: dict[str, str], colored: bool) -> None:
    """NO_COLOR and a dumb terminal are heeded, unless colors are asked for."""
    shown, _ = on_terminal("--color", how, "check", "bad.tw", **environment)
    assert "error TW101" in re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert (ESCAPE in shown) == colored


# ------------------------------------------------------------------ progress


@pytest.mark.slow
def test_progress_is_reported_to_a_terminal_alone(here: Path) -> None:
    """Standard error names the puzzle while it is solved and takes the line away; the answer is as in a pipe."""
    shown, answer = on_terminal("solve", "steps.puzzle.yaml", only_errors=True)
    assert "steps.puzzle.yaml" in shown
    assert shown.rstrip().endswith("\x1b[2K")
    assert ESCAPE not in answer
    assert "7 points, proved best" in answer
    assert run("solve", "steps.puzzle.yaml").stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("environment", mostly_slow([{"TERM": "dumb"}, {"TERM": "unknown"}], quick=1))
def test_a_dumb_terminal_gets_no_progress(here: Path, environment: dict[str, str]) -> None:
    """What cannot draw a line anew is not asked to."""
    shown, answer = on_terminal("solve", "steps.puzzle.yaml", only_errors=True, **environment)
    assert (shown, "proved best" in answer) == ("", True)


@pytest.mark.slow
def test_games_are_counted_on_a_terminal() -> None:
    """The bar of simulate counts the games; it has no colors when there are to be none."""
    words = ("simulate", "cairns", "--games", "2", "--players", "random,random", "--workers", "1")
    shown, _ = on_terminal(*words, only_errors=True)
    assert "2/2" in re.sub(r"\x1b\[[\d;]*m", "", shown)
    shown, _ = on_terminal(*words, only_errors=True, NO_COLOR="1")
    assert "2/2" in shown
    assert not re.search(r"\x1b\[[\d;]+m", shown)


# ------------------------------------------------------------------ lines that are edited


@contextmanager
def typing(
    complete: Callable[[str], Iterable[Suggestion]] = lambda line: (),
) -> Iterator[Callable[[str], str]]:
    """Types keys at the prompt, and gives the line that they come to."""
    with create_pipe_input() as keys:
        ask = LineEditor(io.StringIO(), complete, input=keys, output=DummyOutput())

        def line(text: str) -> str:
            keys.send_text(text)
            return ask("> ")

        yield line


UP, LEFT, TAB, ENTER = "\x1b[A", "\x1b[D", "\t", "\r"


def test_lines_of_another_player_do_not_come_back() -> None:
    """While the screen is covered neither Tab nor arrow keys tell anything, and afterwards no earlier line comes back."""
    with create_pipe_input() as keys:
        editor = LineEditor(io.StringIO(), lambda line: [Suggestion("bid 3", 0)], input=keys, output=DummyOutput())
        for text, ask, found in (
            (f"bid 2{ENTER}", editor, "bid 2"),
            (f"{UP}{TAB}{ENTER}", editor.covered, ""),
            (f"{UP}{UP}{ENTER}", editor, ""),
            (f"{TAB}{ENTER}", editor, "bid 3"),
        ):
            keys.send_text(text)
            assert ask("> ") == found


def test_a_line_is_edited_and_comes_back() -> None:
    """Arrow keys move in the line and bring earlier ones back."""
    with typing() as line:
        assert line(f"tke{LEFT}{LEFT}a{ENTER}") == "take"
        assert line(f"other{ENTER}") == "other"
        assert line(f"{UP}{UP} 1,1{ENTER}") == "take 1,1"


def test_tab_completes() -> None:
    """What goes on in one way alone is written out; in the last part of a line too."""
    match = start()
    with typing(lambda line: completions(match, line)) as line:
        assert line(f"mo{TAB}{ENTER}") == "moves"
        assert line(f"hint ha{TAB}{ENTER}") == "hint halving"
        assert line(f"take 1,1; car{TAB} d{TAB}{ENTER}") == "take 1,1; card destruction"


@pytest.mark.parametrize(("key", "leaving"), [("\x04", EOFError), ("\x03", KeyboardInterrupt)])
def test_leaving_at_the_prompt(key: str, leaving: type[BaseException]) -> None:
    """Ctrl-D ends the input, Ctrl-C interrupts."""
    with typing() as line, pytest.raises(leaving):
        line(key)


def start() -> Match:
    """A game with a choice of tiles to take."""
    return game_table(". . | . .", castle="M1/M5 . S1/M5 . F1", spirits=["destruction"])


def suggested(line: str) -> list[str]:
    return [found.text for found in completions(start(), line)]


def test_what_a_line_can_go_on_as() -> None:
    """Moves, their ends, commands, and what can be typed after these."""
    assert suggested("take 1,") == ["take 1,1", "take 1,3"]
    assert suggested("1,") == ["1,1", "1,3"]
    assert suggested("MO") == ["moves"]
    assert set(COMMANDS) < set(suggested(""))
    assert suggested("card ") == ["destruction"]
    assert suggested("look c") == ["castle"]
    assert suggested("turns ") == []
    assert suggested("xyz") == suggested("score now") == []


@given(st.integers(0, 8))
def test_every_move_that_is_suggested_is_one(length: int) -> None:
    """What Tab writes for a beginning is read as a move, or is a command."""
    match = start()
    for move in match.moves:
        part = move.text[:length]
        for found in completions(match, part):
            line = part[: len(part) - found.typed] + found.text
            assert found.text in COMMANDS or read(match, line)


# ------------------------------------------------------------------ a game on a terminal


@pytest.mark.slow
def test_a_game_on_a_terminal() -> None:
    """The screen is drawn anew for each choice, and Tab completes at the prompt."""
    shown, _ = on_terminal("play", "dragon-castle", "--players", "Ada,Bo", "--seed", "7", typed="boa\t\rqui\t\r")
    assert CLEAR in shown
    assert "Ada> " in shown
    assert "quit" in shown
    assert "dragon-castle: stopped before the end" in shown


@pytest.mark.slow
def test_a_game_on_a_dumb_terminal() -> None:
    """Nothing is drawn anew and nothing is styled; lines are read all the same."""
    words = ("play", "dragon-castle", "--players", "Ada,Bo", "--seed", "7", "--layout", "base-2")
    shown, _ = on_terminal(*words, typed="3,6\nquit\n", TERM="dumb")
    assert "\x1b" not in shown
    assert "(hand: M5): choose one" in shown
    assert "dragon-castle: stopped before the end" in shown


# ------------------------------------------------------------------ tables

CELLS = st.text(st.sampled_from("ab0 [é語"), max_size=6).map(str.strip)


def test_a_table_lines_up() -> None:
    """The first columns stand to the left, the others to the right; empty columns are left out."""
    rows = [("part", "", "mean", "most"), ("a long name", "", "1.5", "10"), ("[b]", "", "-", "")]
    assert table(rows) == ["  part         mean  most", "  a long name   1.5    10", "  [b]             -"]
    assert table([("a", "1"), ("bc", "23")], left=2, indent=0) == ["a   1", "bc  23"]


@pytest.mark.slow
@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=5))
def test_a_table_keeps_every_cell(rows: list[tuple[str, str, str]]) -> None:
    """A line a row, with the words of its cells in order and nothing else."""
    lines = table(rows)
    assert len(lines) == len(rows) or not any(any(row) for row in rows)
    for line, row in zip(lines, rows, strict=False):
        assert line.split() == " ".join(row).split()
