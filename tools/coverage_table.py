"""Prints by package what a report of coverage says: lines, the share that ran, and the files that ran least.

python tools/coverage_table.py coverage.json
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

ENGINE = "engine/tilewright/"
LEAST = 10
"""So many files are listed."""


def share(ran: int, lines: int) -> str:
    """A share in percent, rounded down, so that 100 is all of them."""
    return f"{100 * ran // lines if lines else 100}%"


def main(report: Path) -> None:
    """Print the tables."""
    files = {
        name.rpartition(ENGINE)[2]: (found["summary"]["covered_lines"], found["summary"]["num_statements"])
        for name, found in json.loads(report.read_text(encoding="utf-8"))["files"].items()
    }
    packages: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for name, counts in files.items():
        packages[name.partition("/")[0].removesuffix(".py") if "/" in name else "(files)"].append(counts)
    print("| package | files | statements | run |\n|---|---|---|---|")
    for package, counts in [*sorted(packages.items()), ("all", list(files.values()))]:
        ran, lines = (sum(column) for column in zip(*counts, strict=True))
        print(f"| {package} | {len(counts)} | {lines} | {share(ran, lines)} |")
    print("\nleast:")
    least = sorted(files.items(), key=lambda found: found[1][0] / max(1, found[1][1]))
    for name, (ran, lines) in least[:LEAST]:
        print(f"  {name}: {ran} of {lines}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
