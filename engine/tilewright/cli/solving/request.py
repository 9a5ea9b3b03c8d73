"""What `solve` is asked of a puzzle, whatever its kind, and how its answer is judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo
from tilewright.cli.loaded import Loaded
from tilewright.cli.report.puzzle import misses
from tilewright.outputs.output import plain
from tilewright.table.goal import Goal


@dataclass(frozen=True)
class SolveRequest:
    """The options of `solve`; `goal` replaces the goal of the puzzle."""

    goal: Goal | None = None
    every: bool = False
    limit: int | None = None
    unique: bool = False
    why: bool = False
    hint: int | None = None
    check: bool = False
    time_limit: float | None = None
    workers: int | None = None
    output: str | None = None
    export: str | None = None
    as_json: bool = False

    def refuses(self, inputs: Inputs, loaded: Loaded[Any], kind: str, options: Iterable[str]) -> bool:
        """Whether an option is given that puzzles of a kind have no answer to; then that is reported."""
        given = next((name for name in options if getattr(self, name) not in (None, False)), None)
        if given is not None:
            inputs.refuse(loaded.source, f"for {kind}, it does not support {self._typed(given)}")
        return given is not None

    @property
    def given(self) -> str:
        """An option that only puzzles have, as it is typed; empty if none is given."""
        names = ("goal", "every", "limit", "unique", "why", "hint", "check", "workers", "output", "export")
        return next((self._typed(name) for name in names if getattr(self, name) not in (None, False)), "")

    def _typed(self, name: str) -> str:
        """An option as it is typed."""
        if name == "goal" and self.goal is not None:
            return f"--{self.goal.kind.replace(' ', '-')}"
        return "--all" if name == "every" else f"--{name.replace('_', '-')}"

    def answers(self, expect: Mapping[str, object]) -> int | None:
        """How many answers show what is asked or expected of their number; None: one does."""
        expected = expect.get("solutions") if self.check else None
        wanted = [expected + 1] if isinstance(expected, int) else []
        wanted += [2] if self.unique or (self.check and "unique" in expect) else []
        return max(wanted, default=None)

    def judged(self, name: str, expect: Mapping[str, object], report: object, answered: bool) -> bool:
        """Whether an answer is good: as expected, if it is to be checked and something is; else whether there is one.

        With `check` it prints what is not as expected.
        """
        if not self.check:
            return answered
        missed = list(misses(expect, plain(report)))
        for line in missed:
            echo(f"{name}: {line}", err=True)
        if not missed and not self.as_json:
            echo("  as expected" if expect else "  the puzzle has no 'expect'")
        return not missed if expect else answered
