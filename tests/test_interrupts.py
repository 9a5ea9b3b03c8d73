"""Ctrl-C, SIGTERM and closed pipes: real signals to real processes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Condition, Event, Thread, Timer

import pytest

from tilewright.cli.main import TOGETHER

pytestmark = pytest.mark.slow

GUARD = 60
"""Seconds after which a process is taken to hang; nothing else depends on the clock."""
CARD = """\
dragon pairs
  name en "Pairs"
  score 2 for each pair of adjacent faction tiles with consecutive numbers
  score 3 for each group of face-up tiles with the same type where size = 3
  score 1 for each row where count of its face-up tiles = 2
"""


def hard_puzzle() -> str:
    """A puzzle that takes minutes to prove."""
    rng = Random(1)
    rows = (" ".join(rng.choice([".", ".", ".", "1", "^"]).replace("^", "1^") for _ in range(10)) for _ in range(10))
    tiles = ", ".join(f"{letter}{number}" for letter in "MSF" for number in range(1, 7))
    return f"""\
tilewright: puzzle/1
title: Hard
game: dragon-castle
cards: [pairs, majesty, tranquility]
kind: arrange
realm: |
{"".join(f"  {row}{chr(10)}" for row in rows)}\
tiles: [{tiles}]
shrines: 6
"""


MANY = """\
tilewright: puzzle/1
title: Many
game: dragon-castle
cards: [tranquility]
kind: arrange
realm: |
  1 1 1 1 1 1
  1 1 1 1 1 1
  1 1 1 1 1 1
  1 1 1 1 1 1
tiles: [M1, M2, M3, S1]
shrines: 4
"""


def heed() -> None:
    """Let the signals do again what they do in a shell; who runs the tests in the background may have them ignored."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Process:
    """A command at work; its standard error is a terminal, on which it says how far it has come."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.terminal, stderr = pty.openpty()
        self.child = subprocess.Popen(
            [sys.executable, "-m", "tilewright", *arguments],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=os.environ | {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "200"},
            preexec_fn=heed,
        )
        os.close(stderr)
        self.said, self.more = b"", Condition()
        Thread(target=self._read_terminal, daemon=True).start()

    def _read_terminal(self) -> None:
        with suppress(OSError):  # a terminal that nobody writes to any more
            while True:
                text = os.read(self.terminal, 4096)
                with self.more:
                    self.said += text
                    self.more.notify_all()

    def says(self, text: bytes) -> None:
        """Wait until a text is on the terminal."""
        with self.more:
            assert self.more.wait_for(lambda: text in self.said, GUARD), self.said

    def ended(self, *numbers: int) -> tuple[int, bytes]:
        """Send signals; the exit code and what was printed."""
        for number in numbers:
            self.child.send_signal(number)
        assert self.child.stdout is not None
        guard = Timer(GUARD, self.child.kill)
        guard.start()
        output = self.child.stdout.read()
        guard.cancel()
        return self.child.wait(), output


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Process]:
    """A command that does not outlive the test."""
    process = Process(folder, *arguments)
    try:
        yield process
    finally:
        process.child.kill()
        process.child.communicate()
        os.close(process.terminal)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a hard puzzle, one of many answers, and their card."""
    (tmp_path / "pairs.tw").write_text(CARD, "utf-8")
    (tmp_path / "hard.puzzle.yaml").write_text(hard_puzzle(), "utf-8")
    (tmp_path / "many.puzzle.yaml").write_text(MANY, "utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_solve_prints_the_best_found(folder: Path, number: int) -> None:
    """The placement found so far is printed with its bound, and the signal is the exit code."""
    with running(folder, "solve", "hard.puzzle.yaml", "hard.puzzle.yaml", "--json") as process:
        process.says(b"bound")
        code, output = process.ended(number)
    (answer,) = map(json.loads, output.splitlines())  # of the second puzzle nothing is known
    assert code == 128 + number
    assert answer["status"] == "feasible"
    assert answer["score"] <= answer["bound"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_search_goes_on(folder: Path, number: int) -> None:
    """What is kept of a search that takes hours: the depth that it came to takes hardly any positions more."""
    command = ("solve", str(Path(__file__).parents[1] / "examples" / "connect-four"), "--json", "--keep", "four.kept")
    with running(folder, *command) as process:
        process.says(b"8 choices ahead")
        code, output = process.ended(number)
    first = json.loads(output)
    assert code == 128 + number and first["stopped"] == "interrupt" and first["depth"] >= 8
    assert b"the same command continues from four.kept" in process.said
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", *command, "--depth", "8"], cwd=folder, capture_output=True, text=True
    )
    further = json.loads(done.stdout)
    assert done.returncode == 1 and further["depth"] == 8
    assert further["positions"] < 1.1 * first["positions"]


@pytest.mark.slow
def test_solve_all_prints_as_it_finds(folder: Path) -> None:
    """Placements are lines of their own before the search is over; after Ctrl-C the answer counts them."""
    with running(folder, "solve", "many.puzzle.yaml", "--all", "--json") as process:
        assert process.child.stdout is not None
        first = [json.loads(process.child.stdout.readline()) for _ in range(20)]
        code, output = process.ended(signal.SIGINT)
    *rest, answer = map(json.loads, output.splitlines())
    placements = [*first, *rest]
    assert code == 130
    assert {placement["format"] for placement in placements} == {"placement/1"}
    assert [placement["number"] for placement in placements] == list(range(1, answer["solutions"] + 1))
    assert {placement["realm"] for placement in placements} == set(answer["boards"])
    assert (answer["format"], answer["complete"]) == ("solution/1", False)


@pytest.mark.slow
def test_a_closed_pipe_is_quiet(folder: Path) -> None:
    """When nobody reads any more the search ends, and nothing is said of it."""
    with running(folder, "solve", "many.puzzle.yaml", "--all", "--workers", "1") as process:
        assert process.child.stdout is not None
        process.child.stdout.readline()
        process.child.stdout.close()
        process.child.wait(GUARD)
    assert b"Traceback" not in process.said
    assert b"Error" not in process.said


@pytest.mark.slow
def test_bounds_prints_what_is_known(folder: Path) -> None:
    """Bounds that are not proved are printed as such."""
    with running(folder, "bounds", "pairs.tw", "--time-limit", "500", "--json") as process:
        process.says(b", bound ")
        code, output = process.ended(signal.SIGTERM)
    assert code == 143
    assert json.loads(output)["status"] == "feasible"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["prove", "pairs.tw", "pairs.tw", "--realm", "12x12"], b"pairs"),
        (["puzzle", "new", "pairs.tw", "--difficulty", "hard", "--count", "100"], b"tried"),
        (["simulate", "dragon-castle", "--games", "10000", "--workers", "2"], b"games"),
    ],
    ids=["prove", "puzzle new", "simulate"],
)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_other_long_commands_end(folder: Path, arguments: list[str], text: bytes, number: int) -> None:
    """One signal ends the command, and is its exit code."""
    with running(folder, *arguments) as process:
        process.says(text)
        code, _ = process.ended(number)
    assert code == 128 + number and b"Traceback" not in process.said
    assert arguments[0] != "puzzle" or b"stopped: 0 of 100 made" in process.said


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_learning_from_games_ends(folder: Path, number: int) -> None:
    """While workers play games to learn from, one signal ends all without a word."""
    game = str(Path(__file__).parent.parent / "examples" / "goofspiel")
    with running(folder, "equilibrium", game, "--learn", "random", "--games", "100000", "--workers", "1") as process:
        wait_for_work(process.child.pid)
        code, output = process.ended(number)
    assert (code, output) == (128 + number, b"")
    assert b"Traceback" not in process.said


def wait_for_work(process: int) -> None:
    """Wait until a worker of a process has worked for a second or so."""
    while True:
        children = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
        with suppress(OSError):  # one that has just ended
            times = [
                Path(f"/proc/{child}/stat").read_text("utf-8").rpartition(")")[2].split()[11] for child in children
            ]
            if any(int(ticks) > 2 * os.sysconf("SC_CLK_TCK") for ticks in times):
                return


@pytest.mark.slow
def test_layouts_made_so_far_are_printed(folder: Path) -> None:
    """Of many layouts those that were made before the signal are written out."""
    with running(folder, "castle", "new", "--count", "100", "--seed", "1", "--json") as process:
        wait_for_handlers(process.child.pid)
        code, output = process.ended(signal.SIGINT)
    assert code == 130
    assert all(json.loads(line)["format"] == "layout/1" for line in output.splitlines())


def wait_for_handlers(process: int) -> None:
    """Wait until a process handles SIGTERM, for SIGINT is handled by Python from the start."""
    while True:
        status = Path(f"/proc/{process}/status").read_text("utf-8")
        caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
        if int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1:
            return


@pytest.mark.slow
def test_play_ends_its_session(folder: Path) -> None:
    """A session says that the game is not over, and the exit code is that of the signal."""
    with running(folder, "play", "dragon-castle", "--seed", "1") as process:
        assert process.child.stdout is not None
        assert any(b"round 1" in line for line in process.child.stdout)
        code, output = process.ended(signal.SIGINT)
    assert code == 130
    assert output.endswith(b"dragon-castle: stopped before the end\n")


@pytest.mark.slow
def test_a_second_signal_ends_at_once(folder: Path) -> None:
    """Two signals one after another leave no time for an answer."""
    with running(folder, "solve", "hard.puzzle.yaml") as process:
        process.says(b"bound")
        process.child.send_signal(signal.SIGINT)
        Event().wait(3 * TOGETHER)
        code, _ = process.ended(signal.SIGINT)
    assert code == 130


@pytest.mark.slow
def test_the_two_signals_of_timeout_are_one(folder: Path) -> None:
    """timeout(1) sends its signal to the process and to its group: what is known is printed all the same."""
    with running(folder, "solve", "hard.puzzle.yaml", "--json") as process:
        process.says(b"bound")
        for _ in range(3):
            process.child.send_signal(signal.SIGTERM)
            Event().wait(TOGETHER / 20)
        code, output = process.ended()
    assert code == 143
    assert json.loads(output)["status"] == "feasible"


EARLY = """
import os, sys
from importlib.abc import MetaPathFinder

class Sends(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "click":
            os.kill(os.getpid(), int(sys.argv.pop()))

sys.meta_path.insert(0, Sends())
from tilewright.__main__ import main
main()
"""
"""The command, to which a signal comes while it loads what it needs."""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_the_command_is_loaded(number: int) -> None:
    """It ends the process with its exit code and without a word."""
    done = subprocess.run(
        [sys.executable, "-c", EARLY, "--version", str(int(number))],
        capture_output=True,
        text=True,
        timeout=GUARD,
        preexec_fn=heed,
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, "", "")


LATE = """
import os, signal, sys

class Loading:
    def find_spec(self, name, path=None, target=None):
        if name != "{module}":
            return None
        try:
            os.kill(os.getpid(), signal.{signal})
            signal.pause()  # the handler runs, and raises
        except KeyboardInterrupt:
            raise {error} from None
        raise AssertionError("the signal was not noticed")

sys.meta_path.insert(0, Loading())
sys.argv = ["tilewright", *{arguments}]
from tilewright.__main__ import main
main()
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize(
    "error",
    [
        "ImportError('initialization failed')",
        "RuntimeError('Error calling __set_name__')",
        "OSError('interrupted')",
        "SystemExit(1)",
    ],
)
@pytest.mark.parametrize(
    ("module", "arguments"),
    [("tilewright.cli.commands.bounds", ["bounds", "harmony"]), ("ortools", ["prove", "harmony", "tranquility"])],
)
def test_a_signal_while_modules_load_is_the_stop(name: str, error: str, module: str, arguments: list[str]) -> None:
    """F94: whatever error a module turns an interrupt into, the command was stopped: no traceback, and no answer of no."""
    code = LATE.format(module=module, signal=name, error=error, arguments=arguments)
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=GUARD, preexec_fn=heed, check=False
    )
    assert found.stderr == "" and found.stdout == ""
    assert found.returncode == 128 + getattr(signal, name)


RAISING = """
import signal, sys
from threading import Thread, main_thread
import tilewright
from tilewright.play.match import Match
from tilewright.tree.search import search_of

class Ended(BaseException):
    pass

def end(*_):
    raise Ended

def send():
    frames = sys._current_frames
    while not frames()[main_thread().ident].f_code.co_name.startswith("wasmtime_func_call"):
        pass
    signal.pthread_kill(main_thread().ident, signal.SIGUSR1)

signal.signal(signal.SIGUSR1, end)
game = tilewright.load_pack("{pack}").game
match = Match(game, ["Ada", "Bo"], (), {{}}, 1)
search = search_of(match)
for _ in range(5):
    search.value(match.state.cells, 0, 1)
    sender = Thread(target=send, daemon=True)
    try:
        sender.start()
        search.value(match.state.cells, 0, 42)
    except Ended:
        print("ended")
    sender.join()
print(search.value(match.state.cells, 0, 4).value)
"""
"""A search that takes hours, which the handler of a signal ends by an exception, as Python's own does at Ctrl-C; then a short one."""


def test_what_a_signal_raises_ends_a_compiled_game() -> None:
    """The exception of a handler comes out of the call; it was lost before, and the process died (SIGSEGV, SIGABRT)."""
    code = RAISING.format(pack=Path(__file__).parents[1] / "examples" / "connect-four")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=GUARD)
    assert (done.returncode, done.stdout, done.stderr) == (0, 5 * "ended\n" + "-1.0\n", "")
