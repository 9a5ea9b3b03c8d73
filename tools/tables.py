"""Measures, and writes tables of docs/benchmarks.md: python tools/tables.py solving checking ... (`make bench`)

The tables are files in docs/data; the page has the prose and links to them. A tool prints its tables in Markdown, beside
whatever else it prints. They are written once it has ended well; a table without a row is not.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "docs" / "data"
TOOLS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("solving",): ("bench_solve.py",),
    ("unseen",): ("bench_unseen.py",),
    ("scoring",): ("bench_score.py",),
    ("solvers",): ("bench_peers.py",),
    ("elsewhere",): ("check_elsewhere.py", "--limit", "10"),
    ("compiled", "classics"): ("bench_native.py", "--seconds", "0.5", "--rounds", "3"),
    ("python-play",): ("bench_play.py", "--seconds", "0.5", "--rounds", "3"),
    ("turns",): ("bench_turns.py",),
    ("turns-given",): ("bench_turns.py", "--given"),
    ("odds",): ("bench_odds.py",),
    ("checking",): ("bench_check.py",),
    ("editor",): ("bench_lsp.py",),
}
"""What measures the tables of these names, in the order in which it prints them."""


def tables(lines: Iterable[str]) -> Iterator[str]:
    """The tables with at least one row among printed lines."""
    for is_table, block in groupby(lines, lambda line: line.startswith("|")):
        rows = [row.strip() + "\n" for row in block]
        if is_table and len(rows) > 2:
            yield "".join(rows)


def measure(names: tuple[str, ...], command: tuple[str, ...], folder: Path = DATA) -> None:
    """Run a tool, show what it prints, and write its tables. Raises `CalledProcessError` if it fails, and writes none."""
    printed = []
    with subprocess.Popen([sys.executable, *command], cwd=ROOT / "tools", stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            printed.append(line)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    for name, table in zip(names, tables(printed), strict=False):  # without OpenSpiel there is only the first
        (folder / f"{name}.md").write_text(table, "utf-8")


def main() -> None:
    """Measure the tables that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tables", nargs="+", choices=[name for names in TOOLS for name in names], metavar="TABLE")
    wanted = parser.parse_args().tables
    for names, command in TOOLS.items():
        if not set(names).isdisjoint(wanted):
            measure(names, command)


if __name__ == "__main__":
    main()
