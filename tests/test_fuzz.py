"""No input gives a traceback or takes too much work: a short run of tools/fuzz.py on every test run."""

from __future__ import annotations

import random
import re
import sys
from itertools import islice
from pathlib import Path

import pytest

from cases import mostly_slow

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import fuzz
import mutations

CORPUS = fuzz.seeds()


def trial(folder: Path) -> fuzz.Trial:
    """A trial that works in a folder."""
    return fuzz.Trial(folder, CORPUS)


@pytest.mark.parametrize("seed", mostly_slow(range(10), quick=1))
def test_mutated_files_are_survived(seed: int, tmp_path: Path) -> None:
    """Files of the pack and of the tests, mutated, are answered or have problems, and nothing else."""
    tried = trial(tmp_path)
    for name, data in islice(fuzz.inputs(seed, CORPUS), 30):
        assert fuzz.fault(tried, name, data) is None, (name, data)


@pytest.mark.parametrize("change", mutations.TEXT_MUTATIONS, ids=lambda change: change.__name__)
def test_each_mutation_changes_texts(change: mutations.Mutation) -> None:
    """A mutation gives another text more often than not, and can work on any text."""
    rng = random.Random(0)
    texts = [seed.data.decode("utf-8", "replace") for seed in CORPUS[:40]]
    changed = [change(rng, text, texts[-1]) != text for text in texts]
    assert sum(changed) > len(changed) / 2
    for text in ("", "\n", "x"):
        assert isinstance(change(rng, text, text), str)


def test_the_same_seed_tries_the_same_inputs() -> None:
    """A fault can be found again by its seed."""
    one, other, third = (list(islice(fuzz.inputs(seed, CORPUS), 5)) for seed in (1, 1, 2))
    assert one == other != third


def test_calls_are_counted() -> None:
    """The work of an input is the number of functions called, by others too, whatever the time."""

    def leaf() -> None:
        pass

    def branch() -> None:
        for _ in range(10):
            leaf()

    assert fuzz.calls_of(branch) == 11


def test_faults_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A traceback, an input of too many calls and one without end are all faults."""
    tried = trial(tmp_path)

    def broken(name: str, data: bytes) -> None:
        raise KeyError(name)

    def endless(name: str, data: bytes) -> None:
        while True:
            pass

    assert fuzz.fault(tried, "a.tw", b"") is None
    monkeypatch.setattr(fuzz, "SUSPECT", 0.0)
    assert fuzz.fault(tried, "a.tw", b"") is None
    monkeypatch.setattr(fuzz, "MOST_CALLS", 100)
    assert re.fullmatch(r"\d+ calls", fuzz.fault(tried, "a.tw", b"") or "")
    monkeypatch.setattr(tried, "try_out", broken)
    assert "KeyError: 'a.tw'" in (fuzz.fault(tried, "a.tw", b"") or "")
    monkeypatch.setattr(tried, "try_out", endless)
    monkeypatch.setattr(fuzz, "HUNG", 0.05)
    assert (fuzz.fault(tried, "a.tw", b"") or "").startswith("given up")


def test_faulty_inputs_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command keeps the input and the reason, and fails; without faults it succeeds."""
    keep = tmp_path / "kept"
    monkeypatch.setattr(sys, "argv", ["fuzz.py", "--inputs", "5", "--seed", "3", "--keep", str(keep)])
    assert fuzz.main() == 0
    assert not keep.exists()
    monkeypatch.setattr(fuzz, "fault", lambda *_: "it is broken")
    assert fuzz.main() == 1
    assert sum(path.suffix == ".log" for path in keep.iterdir()) == 5
    told = capsys.readouterr()
    assert told.err.count("it is broken") == 5
    assert told.out.splitlines() == ["5 inputs tried, 0 faults", "5 inputs tried, 5 faults"]
