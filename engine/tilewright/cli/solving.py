"""What `solve` finds out about one puzzle."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from tilewright.cli.args.positions import Table
from tilewright.diagnostics import Diagnostic, Severity
from tilewright.meaning.scoring import scoring_rules
from tilewright.table.goal import Goal
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.solver.enumerate import Solutions
    from tilewright.solver.places import Unsupported
    from tilewright.solver.solve import Solution
    from tilewright.solver.subsets import MinimalSubsets
    from tilewright.solver.why import Why
    from tilewright.symbolic.deadline import Deadline


@dataclass(frozen=True)
class Request:
    """What is asked: another `goal` than that of the puzzle, every answer or `several` of them, reasons."""

    goal: Goal | None = None
    every: bool = False
    several: int | None = None
    why: bool = False
    time_limit: float | None = None
    workers: int | None = None


@dataclass(frozen=True)
class Found:
    """What was found out; None is what was not asked."""

    table: Table[Puzzle]
    answer: Solution
    solutions: Solutions | None = None
    clashes: MinimalSubsets | None = None
    why: Why | None = None


def found_for(table: Table[Puzzle], request: Request) -> Found | Diagnostic:
    """What is asked of a puzzle, or that it is beyond what solve can do (TW421)."""
    from tilewright.solver.places import Unsupported
    from tilewright.symbolic.deadline import Deadline

    started = time.monotonic()
    deadline = Deadline(None if request.time_limit is None else started + request.time_limit)
    line = _Line(table.source.name)
    if request.goal is not None:
        table = replace(table, value=replace(table.value, goal=request.goal))
    try:
        found = _found(table, request, line)
        if isinstance(found, Unsupported):
            return _beyond(table, found.reason)
        return _explained(found, request, deadline, line)
    finally:
        line.clear()


def model_for(table: Table[Puzzle], goal: Goal | None) -> str | Diagnostic:
    """The model of a puzzle as text for other solvers, or that there is none (TW421)."""
    from tilewright.solver.export import exported

    puzzle = table.value if goal is None else replace(table.value, goal=goal)
    model = exported(puzzle, scoring_rules(puzzle.game, table.cards))
    return model if isinstance(model, str) else _beyond(table, model.reason)


def _found(table: Table[Puzzle], request: Request, line: _Line) -> Found | Unsupported:
    from tilewright.solver.enumerate import solutions
    from tilewright.solver.places import Unsupported
    from tilewright.solver.solve import solve

    rules = scoring_rules(table.value.game, table.cards)
    progress = line.progress if line.shown else None
    limit, workers = request.time_limit, request.workers
    if not request.every and request.several is None:
        answer = solve(table.value, rules, time_limit=limit, workers=workers, on_progress=progress)
        return answer if isinstance(answer, Unsupported) else Found(table, answer)
    every = solutions(
        table.value,
        rules,
        limit=request.several,
        time_limit=limit,
        workers=workers,
        on_progress=progress,
        on_found=line.count if line.shown else None,
    )
    return every if isinstance(every, Unsupported) else Found(table, every.answer, every)


def _explained(found: Found, request: Request, deadline: Deadline, line: _Line) -> Found:
    """With what clashes of a goal that has parts, and with the reasons if they are asked."""
    from tilewright.solver.subsets import minimal_subsets
    from tilewright.solver.why import Reasons

    puzzle, answer = found.table.value, found.answer
    rules = scoring_rules(puzzle.game, found.table.cards)
    if puzzle.goal.kind == "meet" and answer.status == "optimal":
        line.step("what clashes")
        found = replace(found, clashes=minimal_subsets(puzzle, rules, answer, deadline, request.workers))
    if request.why:
        reasons = Reasons(puzzle, rules, deadline, request.workers, line.step)
        found = replace(found, why=reasons.why(answer))
    return found


def _beyond(table: Table[Puzzle], reason: str) -> Diagnostic:
    message, span = f"solve cannot take this puzzle: {reason}", table.source.line_span(1)
    help = "the puzzle is valid; this is a limit of solve"
    return Diagnostic("TW421", Severity.ERROR, message, table.source, span, help)


class _Line:
    """A line on the terminal that tells how far the work has come; nothing in a pipe."""

    def __init__(self, name: str) -> None:
        self.name, self.shown = name, sys.stderr.isatty()

    def progress(self, seconds: float, best: int | None, bound: int) -> None:
        """The best found so far, and how good it can be."""
        found = "nothing yet" if best is None else str(best)
        self.step(f"{found}, bound {bound}, {seconds:.1f} s")

    def count(self, found: int) -> None:
        """How many were found."""
        if found % 20 == 0:
            self.step(f"{found} found")

    def step(self, words: str) -> None:
        """What is done now."""
        if self.shown:
            click.echo(f"\r\x1b[K{self.name}: {words}", err=True, nl=False)

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            click.echo("\r\x1b[K", err=True, nl=False)
