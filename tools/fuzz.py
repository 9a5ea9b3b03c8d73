"""Look for inputs that give a traceback or take too much work.

Files of the packs, of tests/bad and of tests/games are mutated and put through the commands, over and over:
they are checked, shown, formatted, scored and solved, and sound cards score and solve tables:

    python tools/fuzz.py --seconds 600 --seed 1 --keep fuzz-out

The exit code is 1 when something was found; the inputs are in the folder of ``--keep``, each
beside a ``.log`` that says why. The same seed tries the same inputs in the same order; ``--inputs`` stops
after so many of them. What is too much work is counted in calls of functions, so that a busy machine does not
change the verdict.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from click.testing import CliRunner

from mutations import Seed, mutated
from tilewright.cli.args.inputs import not_text
from tilewright.cli.main import command
from tilewright.cli.report.diagnostics import as_check_json, as_github, as_sarif, as_text
from tilewright.packs.pack import PACK_FILE
from tilewright.packs.workspace import Workspace
from tilewright.source import Source, read_source
from tilewright.table.card import Card
from tilewright.table.game import Game

ROOT = Path(__file__).parents[1]
FOLDERS = ("cards", "tests/bad", "tests/identity", "tests/games")
MOST_CALLS = 60_000_000
"""Calls of Python functions that one input may take: five seconds or so of an idle core."""
SUSPECT = 2.0
"""Seconds of processor time after which the calls are worth counting, which takes twice as long."""
HUNG = 120.0
"""Seconds of processor time after which an input is given up."""
GAME = "game.tw"
LIMIT = "0.1"
"""Seconds that a puzzle is solved for."""


class Hung(BaseException):
    """An input took so long that it was given up."""


def seeds() -> list[Seed]:
    """Every file of the language and every YAML file of the packs and the tests."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))]
    wanted = [path for path in paths if path.suffix in (".tw", ".yaml") and path.is_file()]
    return [Seed(path.name, path.read_bytes()) for path in wanted]


class Trial:
    """Treats inputs as the commands do; a folder holds the file that is being tried."""

    def __init__(self, folder: Path, corpus: list[Seed]) -> None:
        self.folder = folder
        self.corpus = corpus
        self.workspace = Workspace()
        self.cards = [seed for seed in corpus if seed.name.endswith(".tw") and seed.name != GAME]
        kinds = (".position.yaml", ".puzzle.yaml")
        self.tables = [[seed for seed in corpus if seed.name.endswith(kind)] for kind in kinds]

    def try_out(self, name: str, data: bytes) -> None:
        """Put bytes through every command as a file of that name; whatever is raised is a fault."""
        path = self.folder / name
        path.write_bytes(data)
        try:
            cards = self.check(path, data)
            self.use(path)
            for card in cards[:1]:
                self.use_card(card, random.Random(data))
        finally:
            path.unlink()

    def check(self, path: Path, data: bytes) -> list[Card]:
        """Check a file in-process; the sound cards in it."""
        source = read_source(str(path))
        if not isinstance(source, Source):
            as_text(not_text(path.name, source))
            return []
        report = self.workspace.check(source)
        for diagnostic in report.diagnostics:
            assert diagnostic.message and "\n" not in diagnostic.message, diagnostic.message
            as_text(diagnostic)
            as_github(diagnostic)
        as_check_json(path.name, report.diagnostics)
        as_sarif(report.diagnostics)
        if any(isinstance(value, Game) for value in report.values):
            self.check_pack(data)
        return [value for value in report.values if isinstance(value, Card) and value.rule]

    def use(self, path: Path) -> None:
        """Run the commands that a file is for; each gives one line of JSON for it."""
        self.run("show", str(path))
        self.run("show", "--json", str(path))
        if path.suffix == ".tw":
            self.run("fmt", "--diff", str(path))
        elif "puzzle" in path.name:
            self.run("solve", "--json", "--workers", "1", "--time-limit", LIMIT, str(path))
        else:
            self.run("score", str(path))
            self.run("score", "--json", str(path))
        if ".record." in path.name:
            self.run("show", "--moves", str(path))

    def use_card(self, card: Card, rng: random.Random) -> None:
        """Put a sound card, which lies in the folder, on a position and into a puzzle."""
        for seeds in self.tables:
            seed = rng.choice(seeds)
            path = self.folder / seed.name
            text = seed.data.decode("utf-8")
            path.write_text(re.sub(r"(?m)^cards:.*$", f"cards: [{card.id}]", text), "utf-8")
            try:
                self.use(path)
                self.run("show", "--card", card.id, str(path))
            finally:
                path.unlink()

    def run(self, *words: str) -> None:
        """Run a command; it exits as it should, and what it says as JSON is one object."""
        result = CliRunner().invoke(command, words, catch_exceptions=False)
        assert result.exit_code in (0, 1, 2), (words, result.exit_code)
        if "--json" in words:
            (line,) = result.stdout.splitlines()
            assert json.loads(line)["format"], words

    def check_pack(self, data: bytes) -> None:
        """A game that passed is put into a pack, against which a few cards are checked."""
        pack = self.folder / "pack"
        pack.mkdir()
        try:
            game_id = re.search(r"^game +(\S+)", data.decode("utf-8-sig"), re.MULTILINE)
            header = f"tilewright: 1\ngame: {game_id[1] if game_id else 'x'}\ntitle: x\n"
            (pack / PACK_FILE).write_text(header, "utf-8")
            (pack / GAME).write_bytes(data)
            workspace = Workspace()
            for seed in self.cards[:: max(1, len(self.cards) // 12)]:
                source = Source("card.tw", seed.data.decode("utf-8", "replace"), pack / "card.tw")
                workspace.check(source)
        finally:
            shutil.rmtree(pack)


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `Hung` when the block takes more processor time (where the platform has such a clock)."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise Hung

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def fault(trial: Trial, name: str, data: bytes) -> str | None:
    """What is wrong with how an input is treated: a traceback or too many calls; None if all is well."""
    start = time.process_time()
    try:
        with alarm(HUNG):
            trial.try_out(name, data)
            if time.process_time() - start < SUSPECT:
                return None
            calls = calls_of(lambda: Trial(trial.folder, trial.corpus).try_out(name, data))
    except Hung:
        return f"given up after {HUNG:.0f} s\n{traceback.format_exc()}"
    except Exception:
        return traceback.format_exc()
    return f"{calls} calls" if calls > MOST_CALLS else None


def calls_of(work: Callable[[], None]) -> int:
    """How many Python functions are called in the course of some work."""
    profile = cProfile.Profile(builtins=False)
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


def inputs(seed: int, corpus: list[Seed]) -> Iterator[tuple[str, bytes]]:
    """Mutated files without end, the same ones for the same seed and files."""
    rng = random.Random(seed)
    while True:
        chosen = rng.choice(corpus)
        yield chosen.name, mutated(rng, chosen, rng.choice(corpus))


def main() -> int:
    """Run for a while; report faults and keep their inputs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to go on (60)")
    parser.add_argument("--inputs", type=int, help="how many to try at most (no limit)")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers (1)")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-out"), help="folder for faulty inputs")
    options = parser.parse_args()
    corpus, end = seeds(), time.monotonic() + options.seconds
    tried = found = 0
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder), corpus)
        for name, data in islice(inputs(options.seed, corpus), options.inputs):
            if time.monotonic() > end:
                break
            tried += 1
            problem = fault(trial, name, data)
            if problem:
                found += 1
                options.keep.mkdir(parents=True, exist_ok=True)
                kept = options.keep / f"{options.seed}-{tried}-{name}"
                kept.write_bytes(data)
                kept.with_name(kept.name + ".log").write_text(problem, "utf-8")
                print(f"{kept}: {problem.strip().splitlines()[-1]}", file=sys.stderr)
    print(f"{tried} inputs tried, {found} faults")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
