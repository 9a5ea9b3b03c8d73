"""Look for inputs that give a traceback, take too much work, or break a law.

A case takes a file of the packs, of tests/bad or of tests/games, changes it by byte, token, line or branch, and puts it
through `check` and through commands with options at random; of sound cards the laws of tools/laws.py must hold:

    python tools/fuzz.py --cases 10000 --seed 1 --keep fuzz-out

The exit code is 1 when something was found; the inputs are in the folder of ``--keep``, each beside a ``.log`` that
says why. Case N of a seed is the same on every run: ``--first N --cases 1`` tries it again, and long runs go in slices.
What is too much work is counted in calls of functions, so that a busy machine does not change the verdict.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, suppress
from functools import cache
from pathlib import Path

from click.testing import CliRunner

import laws
from command_lines import command_line, commands
from mutations import Seed, mutated
from tilewright.cli.args.inputs import not_text
from tilewright.cli.main import command
from tilewright.cli.report.diagnostics import as_github, as_sarif, as_text, check_output
from tilewright.cli.terminal import in_json
from tilewright.packs.documents import LANGUAGE_SUFFIX, PACK_FILE
from tilewright.packs.pack import Report
from tilewright.packs.workspace import Workspace
from tilewright.source import Source, read_source, safe_for_terminals
from tilewright.table.card import Card
from tilewright.table.game import Game

ROOT = Path(__file__).parents[1]
FOLDERS = ("cards", "tests/bad", "tests/identity", "tests/games")
MOST_CALLS = 60_000_000
"""Calls of Python functions that one case may take: five seconds or so of an idle core."""
SUSPECT = 2.0
"""Seconds of processor time after which the calls are worth counting, which takes twice as long."""
HUNG = 120.0
"""Seconds of processor time after which a case is given up."""
WAITING = 1800.0
"""Seconds after which it is given up although it does nothing."""
MOST_MEMORY = 4 << 30
"""Bytes of data that a run may have; a case that asks for more fails."""
MOST_GROWTH = 1 << 20
"""KiB of memory that one case may take beyond what was needed before."""
GAME = "game.tw"
UNCHANGED = 0.15
"""The share of files that are taken as they are."""
TYPED = "1\n2\nhelp\nlook\nundo\n1\n\n9999\n\x1b[A\nquit\n"
"""What is typed at a game."""


class Hung(BaseException):
    """A case took so long that it was given up."""


@cache
def seeds() -> tuple[Seed, ...]:
    """Every file of the language and every YAML file of the packs and the tests."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))]
    wanted = [path for path in paths if path.suffix in (LANGUAGE_SUFFIX, ".yaml") and path.is_file()]
    return tuple(Seed(path.name, path.read_bytes()) for path in wanted)


class Case:
    """The case of a number: an input under a name, and what is done with it in the current folder.

    With `processes`, commands run as processes of their own, and the laws, which take many, are left out.
    """

    def __init__(self, seed: int, number: int, *, processes: bool = False) -> None:
        self.seed, self.number = seed, number
        self.processes = processes
        self.rng = random.Random(f"{seed}-{number}")
        chosen = self.rng.choice(seeds())
        self.name = chosen.name
        keep = self.rng.random() < UNCHANGED
        self.data = chosen.data if keep else mutated(self.rng, chosen, self.rng.choice(seeds()))
        self.words: tuple[str, ...] = ()

    def try_out(self) -> None:
        """Put the input through all that is asked of it; whatever is raised is a fault."""
        self.rng = random.Random(f"{self.seed}-{self.number}-commands")
        path = Path(self.name)
        path.write_bytes(self.data)
        report = self.check(path)
        for words in self.command_lines():
            self.run(*words, input=TYPED if words[0] == "play" else None)
            if "fmt" not in words and "--fix" not in words and "--force" not in words:
                assert path.read_bytes() == self.data, "the input was changed"
            path.write_bytes(self.data)
        self.run(*self.own_command())
        if report is not None and not self.processes and path.suffix == LANGUAGE_SUFFIX:
            self.hold_laws(path, report)

    def check(self, path: Path) -> Report | None:
        """Check a file in-process, and print what is said in every form."""
        source = read_source(str(path))
        if not isinstance(source, Source):
            as_text(not_text(path.name, source))
            return None
        report = Workspace().check(source)
        for diagnostic in report.diagnostics:
            assert diagnostic.message and "\n" not in diagnostic.message, diagnostic.message
            as_text(diagnostic)
            as_github(diagnostic)
        in_json(check_output(path.name, report.diagnostics))
        as_sarif(report.diagnostics)
        if any(isinstance(value, Game) for value in report.values):
            self.check_pack()
        return report

    def check_pack(self) -> None:
        """A game that passed is put into a pack, against which a few cards are checked."""
        pack = Path("pack")
        pack.mkdir()
        game_id = re.search(r"^game +(\S+)", self.data.decode("utf-8-sig"), re.MULTILINE)
        header = f"tilewright: 1\ngame: {game_id[1] if game_id else 'x'}\ntitle: x\n"
        (pack / PACK_FILE).write_text(header, "utf-8")
        (pack / GAME).write_bytes(self.data)
        workspace = Workspace()
        for seed in self.rng.sample(seeds(), 12):
            if seed.name.endswith(LANGUAGE_SUFFIX) and seed.name != GAME:
                workspace.check(Source("card.tw", seed.data.decode("utf-8", "replace"), pack / "card.tw"))
        shutil.rmtree(pack)

    def command_lines(self) -> list[list[str]]:
        """A few commands with options at random."""
        chosen = self.rng.choices(list(commands()), k=1 if self.processes else 2)
        # what trains plays for minutes, and writes beside the game file
        heavy = {"simulate": 0.1, "balance": 0.1, "new": 0.05, "play": 0.5, "train": 0}
        kept = [(path, of) for path, of in chosen if self.rng.random() < heavy.get(path[-1], 1)]
        return [command_line(self.rng, path, of, self.name) for path, of in kept]

    def own_command(self) -> list[str]:
        """A command that such a file is for."""
        if self.name.endswith(LANGUAGE_SUFFIX):
            return self.rng.choice((["show", self.name], ["fmt", "--diff", self.name], ["fmt", "--json", "-"]))
        if "puzzle" in self.name:
            return ["solve", "--json", "--workers", "1", "--time-limit", "0.2", self.name]
        more = [["show", "--moves", self.name]] if "record" in self.name else []
        return self.rng.choice((["score", self.name], ["score", "--json", self.name], ["show", self.name], *more))

    def hold_laws(self, path: Path, report: Report) -> None:
        """The laws of layout, and of a sound card all the others."""
        formatted = laws.law_of_layout(self.run, self.data.decode("utf-8-sig"))
        cards = [value for value in report.values if isinstance(value, Card) and value.rule]
        if formatted is None or not cards or report.pack is None or report.has_errors:
            return
        card, pack = self.rng.choice(cards), report.pack
        laws.law_of_scores(self.run, self.rng, path, formatted, card, pack)
        laws.law_of_solving(self.run, self.rng, card, pack)
        if self.rng.random() < 0.3:
            laws.law_of_bounds(self.run, self.rng, path, card, pack)

    def run(self, *words: str, input: str | None = None) -> tuple[int, str]:
        """Run a command, which must end as documented; its exit code and its output."""
        self.words = words
        possible = not any("\0" in word for word in words)  # no process can be given such a word
        run = _in_a_process if self.processes and possible else _in_this_process
        code, output, errors = run(words, input)
        assert code in (0, 1, 2), f"exit code {code}: {errors}"
        assert "Traceback" not in errors, errors
        exact = words[0] == "fmt" or "--diff" in words  # a text that programs read
        assert exact or output == safe_for_terminals(output), "control characters are printed"
        if "--json" in words and code < 2:
            for line in output.splitlines():
                assert json.loads(line)["format"], line
        return code, output


def _in_this_process(words: tuple[str, ...], input: str | None) -> tuple[int, str, str]:
    result = CliRunner().invoke(command, words, input=input, catch_exceptions=False, prog_name="tilewright")
    return result.exit_code, result.stdout, result.stderr


def _in_a_process(words: tuple[str, ...], input: str | None) -> tuple[int, str, str]:
    data = (input or "").encode("utf-8", "surrogatepass")
    line = [sys.executable, "-c", _LIMITED, *words]
    done = subprocess.run(line, input=data, capture_output=True, check=False, timeout=600)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


_LIMITED = f"""
import resource
from tilewright.cli.main import main
resource.setrlimit(resource.RLIMIT_DATA, ({MOST_MEMORY}, resource.getrlimit(resource.RLIMIT_DATA)[1]))
main()
"""


def limit_memory() -> None:
    """Let this process have no more than `MOST_MEMORY`, where the platform can do that."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `Hung` when the block takes more processor time, or waits for ever (where the platform has such clocks)."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise Hung

    before = [signal.signal(number, ring) for number in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAITING)
    try:
        yield
    finally:
        for clock in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(clock, 0)
        for number, handler in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
            signal.signal(number, handler)


def fault(case: Case) -> str | None:
    """What is wrong with how a case is treated: a traceback, a broken law, too many calls; None if all is well."""
    start, peak = time.process_time(), _peak()
    try:
        with alarm(HUNG):
            _tried(case)
            if _peak() - peak > MOST_GROWTH:
                return f"{case.words}\n{_peak() - peak} KiB more memory"
            if time.process_time() - start < SUSPECT:
                return None
            calls = calls_of(lambda: _tried(case))
    except Hung:
        return f"{case.words}\ngiven up after {time.process_time() - start:.0f} s of processor time\n{traceback.format_exc()}"
    except Exception:
        return f"{case.words}\n{traceback.format_exc()}"
    return f"{case.words}\n{calls} calls" if calls > MOST_CALLS else None


def _peak() -> int:
    """The most memory that this process has had, in KiB; 0 where that is not known."""
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return 0


def _tried(case: Case) -> None:
    """Try a case in a folder of its own, which is the current one meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        inner = Path(folder, "a", "b")  # of a file ../.. there is nothing to read
        inner.mkdir(parents=True)
        with chdir(inner):
            case.try_out()


def calls_of(work: Callable[[], None]) -> int:
    """How many Python functions are called in the course of some work."""
    profile = cProfile.Profile(builtins=False)
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


def main() -> int:
    """Try many cases; report faults and keep their inputs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cases", type=int, default=1000, help="how many to try (1000)")
    parser.add_argument("--first", type=int, default=1, help="the number of the first one (1)")
    parser.add_argument("--seconds", type=float, default=540.0, help="stop before that after so long (540)")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers (1)")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-out"), help="folder for faulty inputs")
    options = parser.parse_args()
    limit_memory()
    os.environ["XDG_CACHE_HOME"] = f"{os.devnull}/none"
    keep, end = options.keep.absolute(), time.monotonic() + options.seconds
    number, found = options.first, 0
    while number < options.first + options.cases and time.monotonic() < end:
        case = Case(options.seed, number)
        problem = fault(case)
        if problem:
            found += 1
            keep.mkdir(parents=True, exist_ok=True)
            kept = keep / f"{options.seed}-{number}-{case.name}"
            kept.write_bytes(case.data)
            kept.with_name(kept.name + ".log").write_text(problem, "utf-8", "backslashreplace")
            print(f"{kept}: {problem.strip().splitlines()[-1]}", file=sys.stderr)
        number += 1
    print(f"cases {options.first} to {number - 1} tried, {found} faults")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
