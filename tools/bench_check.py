"""Measures `tilewright check` as fresh processes, with `python -c pass` run beside it, by processor time.

A first run finds no cache, as on a fresh machine, a second one what the run before it kept. Modules are compiled
to bytecode before, as an installer does it. Cards are checked as they are, and without their printed texts, which
take long to read. A card that has changed is a new one with three texts, after other cards were checked.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CARD = "cards/dragon-castle/dragons/harmony.tw"
CHECK = ["-m", "tilewright", "check"]
FIRST = "first"
CHANGED = "`tilewright check` of a changed card"
OF_CACHE = ("TEXTLESS", "CHANGED.tw")
"""The files to check that are made in the folder of the cache."""
BASELINE = "`python -c pass`"
COMMANDS = {
    BASELINE: ["-c", "pass"],
    "`python -c 'import tilewright'`": ["-c", "import tilewright"],
    "`tilewright --help`": ["-m", "tilewright", "--help"],
    f"{FIRST} `tilewright check` of one card": [*CHECK, CARD],
    "second `tilewright check` of one card": [*CHECK, CARD],
    f"{FIRST} `tilewright check cards`": [*CHECK, "cards"],
    "second `tilewright check cards`": [*CHECK, "cards"],
    f"{CHANGED} with three texts": [*CHECK, "CHANGED.tw"],
    f"{FIRST}, of cards without texts": [*CHECK, "TEXTLESS"],
    "second, of cards without texts": [*CHECK, "TEXTLESS"],
}
NEW_CARD = """dragon lanterns
  name en "Lanterns"
  name fr "Lanternes"
  name it "Lanterne"
  text en "{0} points for each dragon with no face-up neighbor."
  text fr "{0} points pour chaque dragon sans voisine face visible."
  text it "{0} punti per ogni drago senza pile vicine scoperte."

  score {0} for each dragon where no neighbor is face-up
"""


def main() -> None:
    """Prints median and worst processor time, and the ratio of medians to the baseline."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=25)
    runs = parser.parse_args().runs
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as cache:
        textless(Path(cache, "TEXTLESS"))
        Path(cache, "CHANGED.tw").write_text(NEW_CARD.format(1), "utf-8")
        for command in COMMANDS.values():
            seconds(command, cache)  # leaves bytecode behind
        for number in range(runs):  # the baseline runs beside the others, under the same load
            for name, command in COMMANDS.items():
                if name.startswith(FIRST):
                    for kept in ("tilewright", "tilewright-compiled"):
                        shutil.rmtree(Path(cache, kept), ignore_errors=True)
                Path(cache, "CHANGED.tw").write_text(NEW_CARD.format(number + 2), "utf-8")
                times[name].append(seconds(command, cache))
    baseline = statistics.median(times[BASELINE])
    print(f"{runs} fresh processes each\n\n| command | median | ratio |\n|---|---|---|")
    for name, found in times.items():
        median = statistics.median(found)
        print(f"| {name} | {median * 1000:.0f} ms | {median / baseline:.1f} |")


def textless(folder: Path) -> None:
    """A copy of cards/ in which no card has a printed text."""
    shutil.copytree(ROOT / "cards", folder)
    for file in folder.rglob("*.tw"):
        lines = file.read_text("utf-8").splitlines(keepends=True)
        file.write_text("".join(line for line in lines if not line.startswith("  text ")), "utf-8")


def seconds(command: list[str], cache: str) -> float:
    """The processor time of a command of Python whose user has this cache folder."""
    environment = os.environ | {"XDG_CACHE_HOME": cache, "PYTHONPYCACHEPREFIX": str(Path(cache, "bytecode"))}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    words = [str(Path(cache, word)) if word in OF_CACHE else word for word in command]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    main()
