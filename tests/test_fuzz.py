"""No input gives a traceback or takes too much work, and the laws hold: a short run of tools/fuzz.py on every test run."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

from cases import mostly_slow, samples

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import command_lines
import fuzz
import laws
import mutations

SEED = 1
EACH = samples(6, 20)


@pytest.mark.slow
@pytest.mark.parametrize("part", mostly_slow(range(10), quick=1))
def test_mutated_files_are_survived(part: int) -> None:
    """Files of the packs and of the tests, mutated, are answered or have problems, and nothing else; laws hold."""
    for number in range(part * EACH, part * EACH + EACH):
        case = fuzz.Case(SEED, number)
        assert fuzz.fault(case) is None, (number, case.name, case.data)


@pytest.mark.slow
@pytest.mark.parametrize("part", mostly_slow(range(5), quick=0))
def test_processes_end_as_documented(part: int) -> None:
    """The same with real processes, whose streams and exit codes are those that users get."""
    for number in range(part * EACH, part * EACH + samples(1, 4)):
        case = fuzz.Case(SEED, number, processes=True)
        assert fuzz.fault(case) is None, (number, case.name, case.data)


@pytest.mark.slow
@pytest.mark.parametrize("change", mutations.TEXT_MUTATIONS, ids=lambda change: change.__name__)
def test_each_mutation_changes_texts(change: mutations.Mutation) -> None:
    """A mutation gives another text more often than not, and can work on any text."""
    rng = random.Random(0)
    wanted = [seed for seed in fuzz.seeds() if change is not mutations.values or seed.name.endswith(".yaml")]
    texts = [seed.data.decode("utf-8", "replace") for seed in wanted[:40]]
    changed = [change(rng, text, texts[-1]) != text for text in texts]
    assert sum(changed) > len(changed) / 2
    for text in ("", "\n", "x"):
        assert isinstance(change(rng, text, text), str)


def test_a_case_is_the_same_on_every_run() -> None:
    """A fault can be found again by its seed and its number."""
    one, same, other = fuzz.Case(1, 5), fuzz.Case(1, 5), fuzz.Case(1, 6)
    assert (one.name, one.data) == (same.name, same.data) != (other.name, other.data)
    assert one.command_lines() == same.command_lines()


def test_every_command_is_tried() -> None:
    """Command lines are made of every command that comes to an end, and all take options and the file."""
    found = dict(command_lines.commands())
    assert {("check",), ("puzzle", "new"), ("castle", "new"), ("play",), ("simulate",)} <= set(found)
    assert not {path[0] for path in found} & command_lines.SERVING
    for path, of in found.items():
        lines = [command_lines.command_line(random.Random(n), path, of, "a.tw") for n in range(40)]
        assert any(word.startswith("-") for line in lines for word in line) or len(of.params) < 2
        assert any("a.tw" in line for line in lines) or path[0] in ("explain", "completion")


def sound_case() -> fuzz.Case:
    """A case whose input is a card of a pack as it is."""
    case = fuzz.Case(SEED, 1)
    card = next(seed for seed in fuzz.seeds() if seed.name == "humility.tw")
    case.name, case.data = card.name, card.data
    return case


class Low(random.Random):
    """Draws low always; names of temporary files are drawn by others."""

    getrandbits = random.Random.getrandbits

    def random(self) -> float:
        return 0.1


@pytest.mark.slow
def test_broken_laws_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card for which a law does not hold is a fault: each law, when what it compares is falsified."""
    monkeypatch.setattr(laws.random, "Random", Low)
    assert fuzz.fault(sound_case()) is None
    run = fuzz.Case.run
    for command, old, new in (
        ("fmt", "dragon humility", "dragon humility  # more"),
        ("solve", '"score": ', '"score": 1'),
        ("solve", '"humility": ', '"humility": 1'),
        ("bounds", '"limits": [0, ', '"limits": [90, '),
    ):

        def falsified(case: fuzz.Case, *words: str, input: str | None = None) -> tuple[int, str]:
            code, output = run(case, *words, input=input)
            return code, output.replace(old, new) if words[0] == command else output  # noqa: B023

        monkeypatch.setattr(fuzz.Case, "run", falsified)
        assert "AssertionError" in (fuzz.fault(sound_case()) or ""), command


def test_calls_are_counted() -> None:
    """The work of an input is the number of functions called, by others too, whatever the time."""

    def leaf() -> None:
        pass

    def branch() -> None:
        for _ in range(10):
            leaf()

    assert fuzz.calls_of(branch) == 11


@pytest.mark.slow
def test_faults_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A traceback, a case of too many calls or too much memory and one without end are all faults."""
    case = fuzz.Case(SEED, 3)

    def broken() -> None:
        raise KeyError("broken")

    def endless() -> None:
        while True:
            pass

    assert fuzz.fault(case) is None
    monkeypatch.setattr(fuzz, "SUSPECT", 0.0)
    assert fuzz.fault(case) is None
    monkeypatch.setattr(fuzz, "MOST_CALLS", 100)
    assert re.search(r"\d+ calls$", fuzz.fault(case) or "")
    monkeypatch.setattr(fuzz, "MOST_GROWTH", -1)
    assert "more memory" in (fuzz.fault(case) or "")
    monkeypatch.setattr(case, "try_out", broken)
    assert "KeyError: 'broken'" in (fuzz.fault(case) or "")
    monkeypatch.setattr(case, "try_out", endless)
    monkeypatch.setattr(fuzz, "HUNG", 0.05)
    assert "given up" in (fuzz.fault(case) or "")


@pytest.mark.slow
def test_faulty_inputs_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command keeps the input and the reason, and fails; without faults it succeeds."""
    keep = tmp_path / "kept"
    monkeypatch.setattr(sys, "argv", ["fuzz.py", "--cases", "3", "--first", "7", "--seed", "3", "--keep", str(keep)])
    monkeypatch.setattr(fuzz, "limit_memory", lambda: None)
    assert fuzz.main() == 0
    assert not keep.exists()
    monkeypatch.setattr(fuzz, "fault", lambda *_: "it is broken")
    assert fuzz.main() == 1
    assert sum(path.suffix == ".log" for path in keep.iterdir()) == 3
    told = capsys.readouterr()
    assert told.err.count("it is broken") == 3
    assert told.out.splitlines() == ["cases 7 to 9 tried, 0 faults", "cases 7 to 9 tried, 3 faults"]
