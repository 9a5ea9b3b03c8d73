"""Times `tilewright check cards` as fresh processes, against `python -c pass` run beside it."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "python -c 'import tilewright'": ["-c", "import tilewright"],
    "tilewright --help": ["-m", "tilewright", "--help"],
    "tilewright check (one card)": ["-m", "tilewright", "check", "cards/dragon-castle/dragons/harmony.tw"],
    "tilewright check cards": ["-m", "tilewright", "check", "cards"],
}


def main() -> None:
    """Prints median and worst wall time, and the ratio of medians to the baseline."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):  # the baseline runs beside the others, under the same load
        for name, command in COMMANDS.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *command], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - start)
    baseline = statistics.median(times["python -c pass"])
    print(f"{'command':32} {'median':>9} {'worst':>9} {'ratio':>7}   ({runs} fresh processes each)")
    for name, found in times.items():
        median = statistics.median(found)
        print(f"{name:32} {median * 1000:6.0f} ms {max(found) * 1000:6.0f} ms {median / baseline:7.1f}")


if __name__ == "__main__":
    main()
