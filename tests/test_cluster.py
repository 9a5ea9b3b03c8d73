"""Games on a Dask cluster of worker processes are those of one process, also when workers are lost in the middle."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from command_line import run
from tilewright.cli.args import series as playing
from tilewright.sim.simulation import AtOnce
from toy import write_toy

distributed = pytest.importorskip("distributed")
psutil = pytest.importorskip("psutil")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
GAMES = ("--players", "random,greedy", "--rotate", "--cards", "lift,lead", "--games", "120")


@pytest.fixture(autouse=True)
def counted_time() -> None:
    """The real clock: the scheduler, in this process, waits by it."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes, each of which is replaced when it is killed."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
        yield found


@pytest.fixture
def toy(tmp_path: Path) -> str:
    """The folder of a small game that comes with no package."""
    return write_toy(tmp_path)


def played_here(toy: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The file that one process writes."""
    with monkeypatch.context() as patch:
        patch.setattr(playing, "processes", lambda workers: AtOnce())
        assert run("simulate", toy, *GAMES, "-o", str(file)).exit_code == 0
    return file.read_bytes()


def test_the_file_is_that_of_one_process(
    toy: str, cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`simulate --cluster` writes the same bytes and prints the same summary."""
    there = tmp_path / "there.jsonl"
    result = run("simulate", toy, *GAMES, "-o", str(there), "--cluster", cluster.scheduler_address)
    assert result.exit_code == 0, result.stderr
    assert there.read_bytes() == played_here(toy, tmp_path / "here.jsonl", monkeypatch)


def test_workers_that_are_killed_lose_no_game(
    toy: str, cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every worker is killed in the middle, one after the other: the file is complete, and the same to the byte."""
    there, killed = tmp_path / "there.jsonl", []
    from tilewright.sim.journal import Journal

    add = Journal.add

    def killing(journal: Journal, game: Any) -> None:
        """Keeps a game, and kills a worker after some."""
        add(journal, game)
        if game.game in (20, 60):
            with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
                victim = next(pid for pid in client.run(os.getpid).values() if pid not in killed)
            psutil.Process(victim).kill()
            killed.append(victim)

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "add", killing)
        result = run("simulate", toy, *GAMES, "-o", str(there), "--cluster", cluster.scheduler_address)
    assert result.exit_code == 0, result.stderr
    assert len(set(killed)) == 2
    assert there.read_bytes() == played_here(toy, tmp_path / "here.jsonl", monkeypatch)


def test_balance_finds_the_same(toy: str, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """`balance --cluster` gives the answer of one process."""
    monkeypatch.chdir(toy)
    words = ["balance", "lead", "--players", "random,greedy", "--games", "20", "--json"]
    there = run(*words, "--cluster", cluster.scheduler_address)
    monkeypatch.setattr(playing, "processes", lambda workers: AtOnce())
    assert there.stdout == run(*words).stdout


def test_no_cluster_is_reported(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody listens, or no address is meant, that is told in a line before any game."""
    from tilewright.sim import processes as remote

    monkeypatch.setattr(remote, "PATIENCE", 1)
    for address in ("tcp://127.0.0.1:9", "nowhere at all", ""):
        result = run("simulate", toy, *GAMES, "--cluster", address)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"tilewright: no cluster at {address}:")
        assert "Traceback" not in result.stderr
