"""`--keep` of `odds` and `solve`: what a stopped search knew is not searched again, and the answer is that of one run."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path
from typing import BinaryIO

import pytest

from classics import EXAMPLES
from command_line import run
from kings import characters
from kings import match_of as kings
from small_games import game_of as game_in
from test_examples import match_of
from test_odds import price
from test_solve_games import BIDS
from tilewright.expectimax.moment import Moment, beginning
from tilewright.expectimax.question import Effort, Odds, OddsGoal, read_goal
from tilewright.expectimax.question import solve as odds_of
from tilewright.expectimax.repeated import Repetition, TurnsNeeded, _Turn, expected_turns
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import SearchExtent, StateGraph, TooLargeGraph
from tilewright.kernel.state import FlatState
from tilewright.kernel.wasm import walks
from tilewright.kernel.wasm.kept import KeptSearches
from tilewright.kernel.wasm.native import Native, compiled_once
from tilewright.kernel.wasm.walks import TreeSearch, Walks
from tilewright.play.match import Match
from tilewright.stopping import STOP
from tilewright.tree import root
from tilewright.tree.search import GameValue, SolveLimits, game_of, search_of, solve_match


@pytest.fixture(autouse=True)
def _asked() -> Iterator[None]:
    """A stop request of a test ends with it."""
    yield
    STOP.asked = False


class Turn:
    """A turn of Court the King and the walk over it, a few steps at a time; `looked` counts the ends looked at."""

    def __init__(self, path: Path) -> None:
        self.moment = beginning(kings(2, 1), ["farmer"])
        self.path, self.looked = path, 0

    def kept(self) -> KeptSearches:
        """The file, as a new process opens it."""
        return KeptSearches(str(self.path), compiled_once(self.moment.machine.layout), {})

    def walked(self, stop: int | None, most: int = 100_000, kept: bool = True, cut: bool = False) -> StateGraph:
        """The graph, found by a new instance of the module, stopped after so many ends."""
        begun = self.looked

        def look(state: FlatState) -> int:
            self.looked += 1
            STOP.asked = stop is not None and self.looked - begun >= stop
            return sum(state.buffer)

        module = Walks(compiled_once(self.moment.machine.layout))
        module.reach(SearchExtent(settled=True, turn=True))
        with STOP.heeded():
            cells = self.moment.state.cells
            return module.graph(cells, Status.DONE, most, look, cut, self.kept() if kept else None)


def rows(graph: StateGraph) -> list[list[object]]:
    """A graph as lists."""
    names = ["order", "kinds", "first", "sizes", "deciders", "secrets", "targets", "values", "results", "keys"]
    return [[*getattr(graph, name)] for name in names]


@pytest.mark.parametrize("cut", [False, True])
def test_a_walk_goes_on_in_another_instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: bool) -> None:
    monkeypatch.setattr(walks, "STEPS", 500)
    turn = Turn(tmp_path / "walk.kept")
    whole = turn.walked(None, kept=False)
    every, turn.looked = turn.looked, 0
    for stop in (every // 4, every // 4):
        if cut:
            part = turn.walked(stop, cut=True)
            assert 0 in part.targets and len(part.order) < len(whole.order)
        else:
            with pytest.raises(KeyboardInterrupt):
                turn.walked(stop)
        STOP.asked = False
    assert turn.looked < every
    assert rows(turn.walked(None, cut=cut)) == rows(whole)
    assert turn.looked == every  # none was looked at again
    assert rows(turn.walked(None, cut=cut)) == rows(whole)
    assert turn.looked == every  # nor is anything, once it is whole


def test_what_is_too_large_is_known_at_once(tmp_path: Path) -> None:
    turn = Turn(tmp_path / "walk.kept")
    for _ in range(2):
        with pytest.raises(TooLargeGraph):
            turn.walked(None, most=2000)
    looked = turn.looked
    assert looked
    with pytest.raises(TooLargeGraph):
        turn.walked(None, most=2000)
    assert turn.looked == looked
    assert turn.path.stat().st_size < 1000


def test_a_walk_that_was_cut_goes_on_with_a_larger_limit(tmp_path: Path) -> None:
    """Cut twice, it is the graph of that limit each time; in the end it is whole, and no end was looked at twice."""
    turn = Turn(tmp_path / "walk.kept")
    whole = turn.walked(None, kept=False)
    every = turn.looked
    parts = [turn.walked(None, most=most, kept=False, cut=True) for most in (20, 100)]
    turn.looked = 0
    assert [rows(turn.walked(None, most=most, cut=True)) for most in (20, 100)] == [rows(part) for part in parts]
    assert 0 in parts[1].targets and 0 < turn.looked < every
    looked, size = turn.looked, turn.path.stat().st_size
    assert rows(turn.walked(None, most=100, cut=True)) == rows(parts[1])
    assert (turn.looked, turn.path.stat().st_size) == (looked, size)
    assert rows(turn.walked(None, cut=True)) == rows(whole)
    assert turn.looked == every


def value(path: Path | None, until: int | None = None) -> GameValue:
    """The value of Connect Four on four rows of four, stopped when so many choices have been searched."""
    match = match_of("connect-four/positions/four-by-four")

    def stop(known: GameValue) -> None:
        STOP.asked = until is not None and known.depth >= until

    kept = None if path is None else KeptSearches(str(path), game_of(match), {})
    with STOP.heeded():
        found = solve_match(match, on_depth=stop, kept=kept, limits=SolveLimits(megabytes=16))
    STOP.asked = False
    return found


def test_a_solved_game_is_that_of_one_run(tmp_path: Path) -> None:
    """The table is there again: in all parts together hardly more positions are visited than in one run."""
    path, whole = tmp_path / "game.kept", value(None)
    assert whole.is_proved and not whole.stopped
    before = 0
    for until in range(4, whole.depth - 1, 3):
        part = value(path, until)
        assert part.stopped == "interrupt" and not part.is_proved and part.positions > before
        before = part.positions
    last = value(path)
    assert (last.low, last.high, last.values, last.depth, last.stopped) == (
        whole.low,
        whole.high,
        whole.values,
        whole.depth,
        "",
    )
    assert last.positions < whole.positions * 1.05
    again = value(path)
    assert again.is_proved and again.low == whole.low and again.positions - last.positions < whole.positions / 100


@pytest.mark.parametrize("size", [1 << 11, 1 << 14])
def test_the_line_of_a_table_that_lost_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """The root is proved at once, and what the small table no longer knows of the line is searched again."""
    monkeypatch.setattr(walks, "MEGABYTE", size // 16)
    whole = value(tmp_path / "game.kept")
    again = value(tmp_path / "game.kept")
    assert again.depth < whole.depth and again.values == whole.values
    match = match_of("connect-four/positions/four-by-four")
    node, search = root(match), search_of(match)
    for one in again.line:
        node = node.apply(one.move)
        assert node.is_terminal or search.value(node.state.cells, 0, 16).value == again.low
    assert node.is_terminal and again.to_end


def test_a_game_of_three_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "STEPS", 200)
    match, counted, most = Match(game_in(BIDS), ["Ada", "Bo", "Cy"]), [0], [10**9]
    returns = TreeSearch.returns

    def counting(self: TreeSearch, state: FlatState, points: bool = False) -> tuple[float, ...]:
        counted[0] += 1
        STOP.asked = counted[0] >= most[0]
        return returns(self, state, points)

    monkeypatch.setattr(TreeSearch, "returns", counting)
    whole, every = solve_match(match, open_information=True), counted[0]
    counted[0], most[0] = 0, every // 2
    path = str(tmp_path / "three.kept")
    with STOP.heeded():
        part = solve_match(match, open_information=True, kept=KeptSearches(path, game_of(match), {}))
    assert part.stopped == "interrupt" and not part.is_proved and counted[0] < every
    STOP.asked, most[0] = False, 10**9
    with STOP.heeded():
        assert solve_match(match, open_information=True, kept=KeptSearches(path, game_of(match), {})) == whole
    assert counted[0] == every


# ------------------------------------------------------------------ odds


def goal_of(moment: Moment, text: str) -> OddsGoal:
    """A goal in the words of the game."""
    read = read_goal(text, moment.machine.game)
    assert isinstance(read, OddsGoal)
    return read


@pytest.mark.parametrize("stops", [100_000, 1500])
def test_odds_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stops: int) -> None:
    """Stopped several times, exact or with bounds, it gives the answer of one run at the end, with less work."""
    monkeypatch.setattr(walks, "STEPS", 100)
    moment = beginning(kings(2, 1), ["farmer", "fool"])
    goal, limits = goal_of(moment, price("guard")), Effort(stops, games=20)
    counted, most, walk = [0], [10**9], Walks._walk

    def counting(self: Walks, resumed: bool) -> walks._Result:
        counted[0] += 1
        STOP.asked = counted[0] >= most[0]
        return walk(self, resumed)

    monkeypatch.setattr(Walks, "_walk", counting)
    whole, every = odds_of(moment, goal, limits), counted[0]

    def further(until: int) -> Odds | None:
        """What is known after so many walks more."""
        counted[0], most[0] = 0, until
        kept = KeptSearches(str(tmp_path / "odds.kept"), compiled_once(moment.machine.layout), {})
        with STOP.heeded():
            try:
                return odds_of(moment, goal, replace(limits, kept=kept))
            except KeyboardInterrupt:
                return None
            finally:
                STOP.asked = False

    for until in (every // 8, every // 4, every // 2):
        (tmp_path / "odds.kept").unlink(missing_ok=True)
        part = further(until)
        assert part is None or part.low is None or (part.high is not None and part.low <= whole.value <= part.high)
    (tmp_path / "odds.kept").unlink()
    first = further(4)
    assert first is not None and not first.is_exact and first.low is not None and first.high is not None
    assert first.low <= whole.value <= first.high
    further(4)
    assert further(10**9) == whole
    assert counted[0] <= every - 4


@pytest.mark.parametrize("often", [False, True])
def test_turns_are_written_after_much_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, often: bool) -> None:
    """What little work has solved is written once; else after each beginning that much work has solved."""
    match = kings(2, 1, [card for card in characters() if card.id in ("farmer", "guard")])
    moment = beginning(match, ())
    written, add = list[int](), KeptSearches.add

    def counting(self: KeptSearches, name: str, results: dict[str, float], native: Native | None = None) -> None:
        written.append(len(results))
        add(self, name, results, native)

    monkeypatch.setattr(KeptSearches, "add", counting)
    if often:
        monkeypatch.setattr("tilewright.expectimax.repeated.WRITTEN_AFTER", 1)
    kept = KeptSearches(str(tmp_path / "turns.kept"), compiled_once(match.machine.layout), {})
    found = expected_turns(moment, goal_of(moment, price("guard")), Effort(kept=kept))
    assert found.beginnings > 1
    assert written == ([*range(1, found.beginnings + 1)] if often else [found.beginnings])


def test_turns_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The beginnings of turns that were solved are not solved again."""
    match = kings(2, 1, [card for card in characters() if card.id in ("farmer", "guard")])
    moment = beginning(match, ())
    goal, counted, most = goal_of(moment, price("guard")), [0], [10**9]
    fixed_point = Repetition._fixed_point

    def counting(self: Repetition, turn: _Turn, here: bytes) -> float:
        counted[0] += 1
        if counted[0] > most[0]:
            raise KeyboardInterrupt
        return fixed_point(self, turn, here)

    def solved() -> TurnsNeeded:
        kept = KeptSearches(str(tmp_path / "turns.kept"), compiled_once(match.machine.layout), {})
        return expected_turns(moment, goal, Effort(kept=kept))

    monkeypatch.setattr(Repetition, "_fixed_point", counting)
    whole, every = expected_turns(moment, goal), counted[0]
    assert every > 1
    counted[0], most[0] = 0, every - 1
    with pytest.raises(KeyboardInterrupt):
        solved()
    counted[0], most[0] = 0, 10**9
    assert solved() == whole
    assert counted[0] == 1
    counted[0] = 0
    assert solved() == whole
    assert not counted[0]


# ------------------------------------------------------------------ the file, and the commands

FOUR = str(EXAMPLES / "connect-four" / "positions" / "four-by-four.position.yaml")
GUARD = ("odds", "court-the-king", "--goal", price("guard"))


def test_the_same_command_continues(tmp_path: Path) -> None:
    """In another process too: nothing in the file depends on it."""
    path = tmp_path / "four.kept"
    first = run("solve", FOUR, "--depth", "12", "--keep", str(path))
    assert first.exit_code == 1 and "(the depth limit is reached)" in first.stdout
    assert first.stderr == f"tilewright: the depth limit is reached; the same command continues from {path}\n"
    command = [sys.executable, "-m", "tilewright", "solve", FOUR, "--json"]
    alone, further = (
        json.loads(subprocess.run([*command, *more], capture_output=True, text=True, check=True).stdout)
        for more in ([], ["--keep", str(path)])
    )
    assert further["proved"] and further["result"] == alone["result"] == "draw"
    assert further["positions"] < 1.05 * alone["positions"]  # of both runs together


def test_odds_of_a_kept_search(tmp_path: Path) -> None:
    keep = ("--keep", str(tmp_path / "guard.kept"))
    alone = run(*GUARD, "--with", "farmer").stdout
    assert [run(*GUARD, "--with", "farmer", *keep).stdout for _ in range(2)] == [alone] * 2
    larger = ("--keep", str(tmp_path / "larger.kept"))
    for stops in (("--stops", "60", "--games", "20"), ()):
        assert run(*GUARD, *stops, *larger).stdout == run(*GUARD, *stops).stdout
    turns = (*GUARD, "--turns", "--cards", "farmer,guard")
    keep = ("--keep", str(tmp_path / "turns.kept"))
    assert [run(*turns, *more).stdout for more in ((), keep, keep)] == [run(*turns).stdout] * 3


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("solve", FOUR, "--points"), "was written for another question (--points False, not True)"),
        (("solve", FOUR, "--memory", "8"), "was written for another question (--memory 256, not 8)"),
        (("solve", str(EXAMPLES / "tic-tac-toe")), "is about another game, or its rules or cards have changed"),
        (GUARD, "is about another game, or its rules or cards have changed"),
    ],
)
def test_a_file_for_something_else_is_left_alone(tmp_path: Path, command: tuple[str, ...], message: str) -> None:
    path = tmp_path / "four.kept"
    run("solve", FOUR, "--depth", "2", "--keep", str(path))
    before = path.read_bytes()
    result = run(*command, "--keep", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"tilewright: {path} {message}; name another file\n"
    assert path.read_bytes() == before


def test_a_file_about_another_turn_or_goal(tmp_path: Path) -> None:
    path = str(tmp_path / "guard.kept")
    run(*GUARD, "--keep", path)
    for more, message in (
        (("--having", "farmer"), "is about another position"),
        (("--at-end",), "was written for another question (--at-end False, not True)"),
        (
            ("--goal", "total pip of dice"),
            f"was written for another question (goal {price('guard')}, not total pip of dice)",
        ),
    ):
        result = run(*GUARD, *more, "--keep", path)
        assert (result.exit_code, result.stderr) == (2, f"tilewright: {path} {message}; name another file\n")


def test_what_is_no_such_file(tmp_path: Path) -> None:
    path = tmp_path / "four.kept"
    command = ("solve", FOUR, "--depth", "2", "--keep", str(path))
    run(*command)
    good = path.read_bytes()
    first, _, rest = good.partition(b"\n")
    broken = [good[:-1], good[: len(good) // 2], first + b"\n{}\n" + bytes(4), first + b"\nx\n" + bytes(4)]
    middle = len(first) + len(rest) // 2
    broken.append(good[:middle] + bytes(8) + good[middle + 8 :])
    other = json.loads(first) | {"program": "0.0"}
    cases = [(text, "is damaged; remove it, or name another file") for text in broken]
    cases.append((b"tilewright: position/2\n", "is not a file of --keep; name another file"))
    cases.append((b"", "is not a file of --keep; name another file"))
    later = json.dumps(other).encode() + b"\n" + rest
    cases.append((later, "was written by another version of tilewright; name another file"))
    for text, message in cases:
        path.write_bytes(text)
        result = run(*command)
        assert (result.exit_code, result.stderr) == (2, f"tilewright: {path} {message}\n")
        assert path.read_bytes() == text


def test_a_file_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Known before, it is an error; found out later, it costs no answer."""
    path = tmp_path / "none" / "four.kept"
    result = run("solve", FOUR, "--depth", "2", "--keep", str(path))
    assert (result.exit_code, result.stderr) == (
        2,
        f"tilewright: cannot write {path}: there is no folder {path.parent}\n",
    )
    path = tmp_path / "four.kept"

    @contextmanager
    def full(path: Path) -> Iterator[BinaryIO]:
        raise OSError(ENOSPC, "No space left on device")
        yield

    monkeypatch.setattr("tilewright.kernel.wasm.kept.replacing", full)
    result = run("solve", FOUR, "--depth", "2", "--keep", str(path))
    assert "2 choices ahead (the depth limit is reached)" in result.stdout
    assert f"tilewright: cannot write {path}: No space left on device\n" in result.stderr
    assert "continues" not in result.stderr


def test_what_keep_goes_with(tmp_path: Path) -> None:
    path = str(tmp_path / "x.kept")
    result = run("solve", FOUR, str(EXAMPLES / "tic-tac-toe"), "--keep", path)
    assert result.exit_code == 2 and "the search of one game is kept in a file" in result.stderr
