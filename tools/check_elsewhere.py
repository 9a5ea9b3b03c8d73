"""Do other solvers find our optimum? Puzzles are exported (XCSP3) and solved by whatever is installed.

    python tools/check_elsewhere.py [--limit S] [--with NAME]... [PUZZLE]...

PUZZLE: files or folders; without them, the puzzles of every pack. The extra `peers` installs the
solvers: ACE (in pycsp3; needs Java), and through cpmpy SCIP, Choco and Pumpkin. They get the same
file, one worker each, their own parameters. Times are seconds, reading included (ours: the whole of
`tilewright solve` with one worker; ACE: the start of Java, too). `>`: the limit was reached, with the
best found so far. Exit code 1 when another proved score differs from ours or a better one was found.

This checks the solver and the proof; that the model means what the card says is checked by scoring
every answer anew, by the tests, and by `tools/bench_peers.py`, whose models are written by hand.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from tilewright.cli.args.cards import load
from tilewright.cli.args.inputs import Inputs
from tilewright.meaning.scoring import scoring_rules
from tilewright.packs.tables import Loaded
from tilewright.resources import data_folder
from tilewright.solver.export import exported
from tilewright.solver.solve import Solution, solve
from tilewright.table.position import Puzzle

BACK_ENDS = {"scip": "pyscipopt", "choco": "pychoco", "pumpkin": "pumpkin-solver"}
MODULES = {"pyscipopt": "pyscipopt", "pychoco": "pychoco", "pumpkin-solver": "pumpkin_solver"}


@dataclass(frozen=True)
class Outcome:
    """A score, None if none was found; whether it was proved (or that there is none); seconds."""

    score: int | None
    proved: bool
    seconds: float

    def __str__(self) -> str:
        score = "-" if self.score is None else self.score
        return f"{score} {'' if self.proved else '>'}{self.seconds:.2f}"


Solver = Callable[[Path, float], Outcome]


def with_cpmpy(back_end: str) -> Solver:
    """A solver that cpmpy drives."""

    def run(file: Path, limit: float) -> Outcome:
        from cpmpy.solvers.solver_interface import ExitStatus
        from cpmpy.tools.xcsp3.parser import load_xcsp3

        started = time.perf_counter()
        model = load_xcsp3(str(file))
        found = model.solve(solver=back_end, time_limit=limit)
        seconds, status = time.perf_counter() - started, model.status().exitstatus
        proved = status in (ExitStatus.OPTIMAL, ExitStatus.UNSATISFIABLE)
        proved = proved and seconds < limit  # Choco's best at the limit is called optimal, too
        return Outcome(round(model.objective_value()) if found else None, proved, seconds)

    return run


def with_ace(file: Path, limit: float) -> Outcome:
    """ACE, a solver in Java that comes with pycsp3."""
    command = ["java", "-jar", str(ace()), str(file), f"-t={round(limit)}s"]
    started = time.perf_counter()
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    seconds = time.perf_counter() - started
    costs = re.findall(r"cost='(-?\d+)'", told)
    proved = "OPTIMUM FOUND" in told or "s UNSATISFIABLE" in told
    return Outcome(int(costs[-1]) if costs else None, proved, seconds)


def ace() -> Path | None:
    """The program, if it and Java are there."""
    spec = find_spec("pycsp3")
    if spec is None or spec.origin is None or shutil.which("java") is None:
        return None
    return next(Path(spec.origin).parent.glob("solvers/ace/ACE*.jar"), None)


def solvers() -> dict[str, Solver]:
    """What is installed, by name and version."""
    found: dict[str, Solver] = {}
    if find_spec("cpmpy") and find_spec("pycsp3"):
        for back_end, package in BACK_ENDS.items():
            if find_spec(MODULES[package]):
                found[back_end] = with_cpmpy(back_end)
    if ace():
        found["ace"] = with_ace
    return found


def label(name: str) -> str:
    """The name of a solver with the version of its package."""
    package = BACK_ENDS.get(name, "pycsp3")
    try:
        return f"{name} ({package} {version(package)})"
    except PackageNotFoundError:
        return name


def ours(loaded: Loaded[Puzzle], limit: float) -> Outcome:
    """What `tilewright solve` says, with one worker."""
    answer = solve(loaded.value, scoring_rules(loaded.value.game, loaded.cards), time_limit=limit, workers=1)
    assert isinstance(answer, Solution), answer
    return Outcome(answer.score, answer.status in ("optimal", "infeasible"), answer.seconds)


def differ(mine: Outcome, other: Outcome) -> bool:
    """Whether one of two outcomes must be wrong."""
    if mine.proved and other.proved:
        return mine.score != other.score
    sure, unsure = (mine, other) if mine.proved else (other, mine)
    return sure.proved and unsure.score is not None and (sure.score is None or unsure.score > sure.score)


def rows(paths: list[str], others: Mapping[str, Solver], limit: float) -> Iterator[tuple[str, list[Outcome]]]:
    """For each puzzle its name, our outcome, and theirs in order."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "model.xml")
        for loaded in load(Inputs(tuple(paths), (".puzzle.yaml",), False), Puzzle):
            if loaded.value.goal.kind != "most":
                continue  # what their goal counts is not the score
            name = Path(loaded.source.name).name.removesuffix(".puzzle.yaml")
            text = exported(loaded.value, scoring_rules(loaded.value.game, loaded.cards))
            assert isinstance(text, str), text
            file.write_text(text, encoding="utf-8")
            yield name, [ours(loaded, limit), *(run(file, limit) for run in others.values())]


def main() -> None:
    """Print the table, in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", nargs="*", metavar="PUZZLE", default=[os.fspath(data_folder("cards"))])
    parser.add_argument("--limit", type=float, default=20.0, metavar="S", help="seconds for each puzzle and solver")
    parser.add_argument(
        "--with", dest="names", action="append", metavar="NAME", help="only this solver; may be repeated"
    )
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    known = solvers()
    others = {name: run for name, run in known.items() if not options.names or name in options.names}
    if not others:
        sys.exit("no other solver is installed: pip install 'tilewright[peers]'")
    print(f"| puzzle | ours (ortools {version('ortools')}) | {' | '.join(map(label, others))} |")
    print(f"|{'---|' * (len(others) + 2)}")
    wrong = 0
    for name, (mine, *theirs) in rows(options.puzzles, others, options.limit):
        marks = [" DIFFERS" if differ(mine, other) else "" for other in theirs]
        cells = [f"{other}{mark}" for other, mark in zip(theirs, marks, strict=True)]
        print(f"| {name} | {mine} | {' | '.join(cells)} |", flush=True)
        wrong += sum(map(bool, marks))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
