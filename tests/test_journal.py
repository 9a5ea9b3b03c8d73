"""The file of `simulate`: whatever is in it gives no traceback, and only one run writes it at a time."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from command_line import run
from test_simulate import AtOnce, command, error_of, series_of
from tilewright.cli.args import series as module
from tilewright.outputs.games import SettingOutput
from tilewright.outputs.output import read
from tilewright.sim import simulation
from tilewright.sim.journal import Journal, JournalError
from tilewright.sim.simulation import Series, simulate
from toy import write_toy

FILE = Path("games.jsonl")


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The toy pack; commands play in this process."""
    monkeypatch.setattr(module, "processes", lambda workers: AtOnce())
    monkeypatch.chdir(tmp_path)
    return write_toy(tmp_path)


def kept(toy: str) -> list[str]:
    """The lines of a run that is whole."""
    assert run(*command(toy)).exit_code == 0
    return FILE.read_text("utf-8").splitlines(keepends=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        {"totals": ["a", "b"]},
        {"totals": [1]},
        {"totals": [99, 99]},
        {"totals": 3},
        {"totals": [1.0, 2.0]},
        {"winners": []},
        {"winners": [0]},
        {"winners": [3]},
        {"winners": [1, 1]},
        {"winners": None},
        {"scores": [1, 2]},
        {"scores": [{"points": None}, {}]},
        {"scores": {}},
        {"scores": [{}, {}, {}]},
        {"scores": [{"\ud800": 0}, {}], "totals": [0, 0]},
        {"turns": "x"},
        {"turns": -1},
        {"turns": True},
        {"turns": 10**400},
        {"decisions": 1.5},
        {"seed": float("inf")},
        {"measures": {"own": [[1]]}},
        {"measures": {"own": [1]}},
        {"measures": []},
        {"measures": {"own": None}},
        {"gains": []},
        {"gains": None},
        {"movers": {}},
        {"movers": [7]},
        {"forced": [10**6]},
        {"idle": [[]]},
        {"uses": [{"lift": [10**6]}, {}]},
        {"uses": [[], []]},
        {"uses": [{"lift": "x"}, {}]},
        {"bots": [1, 2]},
        {"game": True},
        {"more": 1},
    ],
    ids=str,
)
def test_an_edited_game_is_reported(toy: str, change: dict[str, Any]) -> None:
    """What no run can have written is broken, and the file stays as it is."""
    lines = kept(toy)
    lines[2] = json.dumps(json.loads(lines[2]) | change) + "\n"
    FILE.write_text("".join(lines), "utf-8")
    assert "line 3 of games.jsonl is damaged" in error_of(*command(toy))
    assert FILE.read_text("utf-8") == "".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("line", ["[" * 100_000, '{"a":' * 100_000, "1e400", "null", '"x"', "1" * 5000, "\x00"])
def test_a_line_of_anything_is_reported(toy: str, line: str) -> None:
    """In the middle it is broken, at the end it is played again, as the first it is not a file of simulate."""
    lines = kept(toy)
    FILE.write_text("".join([*lines[:2], line + "\n", *lines[3:]]), "utf-8")
    assert "line 3 of games.jsonl is damaged" in error_of(*command(toy))
    FILE.write_text("".join([*lines[:-1], line + "\n"]), "utf-8")
    assert run(*command(toy)).exit_code == 0
    assert FILE.read_text("utf-8") == "".join(lines)
    FILE.write_text("".join([line[:60_000] + "\n", *lines[1:]]), "utf-8")
    assert "games.jsonl is not a file of simulate" in error_of(*command(toy))


def test_two_runs_do_not_write_one_file(toy: str) -> None:
    """The second one is refused and changes nothing; when the first is done it can go on."""
    lines = kept(toy)
    setting = read(SettingOutput, json.loads(lines[0]))
    with Journal(str(FILE), setting):
        assert "another run is writing games.jsonl" in error_of(*command(toy, "--games", "9"))
        with pytest.raises(JournalError, match="another run"):
            Journal(str(FILE), setting)
    assert FILE.read_text("utf-8") == "".join(lines)
    assert run(*command(toy, "--games", "9")).exit_code == 0
    assert len(FILE.read_text("utf-8").splitlines()) == 10


@pytest.mark.parametrize(("bot", "most"), [("random", simulation.CHUNK), ("greedy", 1)])
def test_games_of_slow_bots_are_done_one_by_one(bot: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each one is there as soon as it is done; quick games are handed out together."""
    sizes: list[int] = []

    def watched(series: Series, games: range) -> list[Any]:
        sizes.append(len(games))
        return []

    monkeypatch.setattr(simulation, "play_games", watched)
    series = Series(series_of("toy").recipe, ("random", bot))
    assert list(simulate(series, range(1, 401), AtOnce())) == []
    assert (sum(sizes), max(sizes)) == (400, most)


def _little_room() -> None:
    """As a disk that is full after two kilobytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))


@pytest.mark.slow
def test_a_full_disk_is_reported_with_the_name_of_the_file(tmp_path: Path) -> None:
    """F93: a file that takes no more games is named, and what was written before is whole."""
    words = ["simulate", "cairns", "--games", "30", "--players", "random,random", "--workers", "1", "-o", "kept.jsonl"]
    found = subprocess.run(
        [sys.executable, "-m", "tilewright", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=_little_room,
        check=False,
    )
    assert found.returncode == 2 and found.stderr == "tilewright: cannot write kept.jsonl: File too large\n"
    assert (tmp_path / "kept.jsonl").read_text("utf-8").startswith('{"format":"simulation/1"')
