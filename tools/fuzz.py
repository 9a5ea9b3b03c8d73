"""Look for inputs that give a traceback or take too long.

Files of the packs and of tests/bad are mutated and checked in-process, over and over:

    python tools/fuzz.py --seconds 600 --seed 1 --keep fuzz-out

The exit code is 1 when something was found; the inputs are in the folder of ``--keep``, each
beside a ``.log`` that says why. The same seed tries the same inputs in the same order.
"""

from __future__ import annotations

import argparse
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
from dataclasses import dataclass
from pathlib import Path

from tilewright.cli.files import not_text
from tilewright.cli.problems import as_check_json, as_github, as_sarif, as_text
from tilewright.packs import PACK_FILE
from tilewright.source import Source, read_source
from tilewright.table.game import Game
from tilewright.workspace import Workspace

ROOT = Path(__file__).parents[1]
FOLDERS = ("cards", "tests/bad", "tests/identity")
SLOW = 5.0
"""Seconds that one input may take."""
HUNG = 30.0
"""Seconds after which an input is given up."""
GAME = "game.tw"

Mutation = Callable[[random.Random, str, str], str]
"""Makes a text out of a text, with another one to take parts from."""

_TOKEN = re.compile(r"[\w-]+|\s+|[^\w\s]")
_NUMBER = re.compile(r"\d+")
_NUMBERS = ("0", "1", "7", "99", "1000", "99999", "100000", "-1", "9" * 40, "007", "1.5", "1e9")
_BYTES = (b"\0", b"\xff", b"\t", b"\r", b"\x85", b"\xe2\x80\x9c", b"\xef\xbb\xbf", b"\x01", b"\x1b[31m")
_OPENERS = ("(", "not ", "count of stacks where ", "[", "{a: ", "- ", "any neighbor is a ", "largest (")


class Hung(BaseException):
    """An input took so long that it was given up."""


@dataclass(frozen=True)
class Seed:
    """A file to start from: its name (which decides how it is read) and its bytes."""

    name: str
    data: bytes


def seeds() -> list[Seed]:
    """Every file of the language and every YAML file of the packs and the tests."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))]
    wanted = [path for path in paths if path.suffix in (".tw", ".yaml") and path.is_file()]
    return [Seed(path.name, path.read_bytes()) for path in wanted]


# ------------------------------------------------------------------ mutations


def _spot(rng: random.Random, items: list[str]) -> int:
    return rng.randrange(len(items)) if items else 0


def swap(rng: random.Random, text: str, other: str) -> str:
    """Two tokens change places."""
    tokens = _TOKEN.findall(text)
    one, two = _spot(rng, tokens), _spot(rng, tokens)
    if tokens:
        tokens[one], tokens[two] = tokens[two], tokens[one]
    return "".join(tokens)


def delete(rng: random.Random, text: str, other: str) -> str:
    """A few tokens are left out."""
    tokens = _TOKEN.findall(text)
    start = _spot(rng, tokens)
    del tokens[start : start + rng.randint(1, 4)]
    return "".join(tokens)


def repeat(rng: random.Random, text: str, other: str) -> str:
    """A few tokens stand there several times."""
    tokens = _TOKEN.findall(text)
    start = _spot(rng, tokens)
    part = tokens[start : start + rng.randint(1, 12)]
    return "".join([*tokens[:start], *part * rng.choice((1, 1, 2, 5, 60)), *tokens[start:]])


def splice(rng: random.Random, text: str, other: str) -> str:
    """A few tokens come from another file."""
    tokens, more = _TOKEN.findall(text), _TOKEN.findall(other)
    start, first = _spot(rng, tokens), _spot(rng, more)
    part = more[first : first + rng.randint(1, 8)]
    return "".join([*tokens[:start], *part, *tokens[start + rng.randint(0, 2) :]])


def lines(rng: random.Random, text: str, other: str) -> str:
    """A line is moved, doubled, left out, indented or taken from another file."""
    found = text.split("\n")
    spot, line = _spot(rng, found), rng.choice(other.split("\n"))
    match rng.randrange(5):
        case 0:
            found.insert(_spot(rng, found), found.pop(spot))
        case 1:
            found[spot:spot] = [found[spot]] * rng.choice((1, 2, 200))
        case 2:
            del found[spot]
        case 3:
            found[spot] = " " * rng.randint(0, 9) + found[spot].lstrip()
        case _:
            found.insert(spot, line)
    return "\n".join(found)


def number(rng: random.Random, text: str, other: str) -> str:
    """A number becomes another one."""
    found = list(_NUMBER.finditer(text))
    if not found:
        return text + rng.choice(_NUMBERS)
    chosen = rng.choice(found)
    return text[: chosen.start()] + rng.choice(_NUMBERS) + text[chosen.end() :]


def nest(rng: random.Random, text: str, other: str) -> str:
    """Something opens many times over."""
    spot = rng.randint(0, len(text))
    return text[:spot] + rng.choice(_OPENERS) * rng.choice((3, 20, 400)) + text[spot:]


def deepen(rng: random.Random, text: str, other: str) -> str:
    """Blocks inside blocks at the end of the file."""
    head = rng.choice(("for each row", "for each height", "if points > 1", "choose a space", "for each opponent"))
    levels = rng.choice((3, 6, 11, 40))
    block = "".join(f"{'  ' * i}{head}\n" for i in range(1, levels + 1))
    return f"{text}\n{block}{'  ' * (levels + 1)}score 1 if any space is face-up\n"


def raw(rng: random.Random, text: str, other: str) -> bytes:
    """Some bytes, strange ones or random ones, anywhere."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.randint(1, 4)):
        spot = rng.randint(0, len(data))
        odd = rng.choice(_BYTES) if rng.random() < 0.7 else rng.randbytes(rng.randint(1, 6))
        data[spot : spot + rng.randint(0, 2)] = odd
    return bytes(data)


TEXT_MUTATIONS: tuple[Mutation, ...] = (
    swap, delete, repeat, splice, splice, lines, lines, number, number, nest, deepen,
)  # fmt: skip


def mutated(rng: random.Random, seed: Seed, other: Seed) -> bytes:
    """The bytes of a seed after one to four mutations."""
    text, more = (s.data.decode("utf-8", "replace") for s in (seed, other))
    for _ in range(rng.randint(1, 4)):
        text = rng.choice(TEXT_MUTATIONS)(rng, text, more)
    return raw(rng, text, more) if rng.random() < 0.1 else text.encode("utf-8", "surrogatepass")


# ------------------------------------------------------------------ trying


class Trial:
    """Checks inputs as the command does; a folder holds the file that is being checked."""

    def __init__(self, folder: Path, corpus: list[Seed]) -> None:
        self.folder = folder
        self.workspace = Workspace()
        self.cards = [seed for seed in corpus if seed.name.endswith(".tw") and seed.name != GAME]

    def check(self, name: str, data: bytes) -> None:
        """Check bytes as a file of that name; whatever is raised is a fault."""
        path = self.folder / name
        path.write_bytes(data)
        source = read_source(str(path))
        path.unlink()
        if not isinstance(source, Source):
            as_text(not_text(name, source))
            return
        report = self.workspace.check(source)
        for diagnostic in report.diagnostics:
            assert diagnostic.message and "\n" not in diagnostic.message, diagnostic.message
            as_text(diagnostic)
            as_github(diagnostic)
        as_check_json(name, report.diagnostics)
        as_sarif(report.diagnostics)
        if any(isinstance(value, Game) for value in report.values):
            self.check_pack(data)

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
    """Raise `Hung` when the block takes longer (where the platform has such a clock)."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def fault(trial: Trial, name: str, data: bytes) -> str | None:
    """What is wrong with how an input is treated: a traceback or its time; None if all is well."""
    start = time.perf_counter()
    try:
        with alarm(HUNG):
            trial.check(name, data)
    except Hung:
        return f"given up after {HUNG:.0f} s\n{traceback.format_exc()}"
    except Exception:
        return traceback.format_exc()
    seconds = time.perf_counter() - start
    return f"{seconds:.1f} s" if seconds > SLOW else None


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
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers (1)")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-out"), help="folder for faulty inputs")
    options = parser.parse_args()
    corpus, end = seeds(), time.monotonic() + options.seconds
    tried = found = 0
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder), corpus)
        for name, data in inputs(options.seed, corpus):
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
