"""What `solve` is asked of a puzzle, whatever its kind, and how its answer is judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import click

from tilewright.cli.args import given
from tilewright.cli.args.completion import complete_files
from tilewright.cli.args.outputs import writable
from tilewright.cli.loaded import Loaded
from tilewright.cli.report.puzzle import misses
from tilewright.cli.terminal import echo
from tilewright.outputs.output import plain
from tilewright.questions.placement import PlacementQuestion
from tilewright.questions.puzzles import QUESTIONS, PuzzleQuestion, asked
from tilewright.stopping import Unsupported
from tilewright.table.goal import Goal, parse_goal


def _meet(ctx: click.Context, option: click.Parameter, value: str | None) -> Goal | None:
    goal = parse_goal(f"meet {value}") if value is not None else None
    if value is not None and goal is None:
        raise click.BadParameter("write NAME=POINTS; separate several with commas")
    return goal


def _xml(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    if path is not None and not path.endswith(".xml"):
        raise click.BadParameter("models are written as .xml files (XCSP3)")
    return writable(path)


OF_PUZZLES = ("goal", "every", "limit", "unique", "why", "hint", "check", "workers", "output", "export")
OF_GAMES = ("players", "cards", "seed", "points", "open_information", "depth", "memory")


class SolveRequest(given.Options):
    """The options of `solve`."""

    files: tuple[str, ...] = given.argument(
        nargs=-1, required=True, metavar="FILE|GAME...", shell_complete=complete_files
    )
    every: bool = given.flag(
        "--all",
        help="Find every best placement; for puzzles about turns, every first take that leads to the best result.",
    )
    limit: int | None = given.count("--limit", help="With --all: stop after N of them.")
    unique: bool = given.flag("--unique", help="Check whether there is only one; if not, show two.")
    exactly: int | None = given.option("--exactly", type=int, metavar="N", help="Goal: a score of N.")
    at_least: int | None = given.option("--at-least", type=int, metavar="N", help="Goal: a score of N or more.")
    fewest: int | None = given.option(
        "--fewest", type=int, metavar="N", help="Goal: place the fewest tiles for N points or more."
    )
    meet: Goal | None = given.option(
        "--meet",
        callback=_meet,
        metavar="NAME=N,...",
        help="Goal: as many of these cards as possible with N points or more each.",
    )
    question = given.question(PlacementQuestion)
    why: bool
    time_limit: float | None
    workers: int | None
    hint: int | None = given.count(
        "--hint",
        3,
        metavar="[N]",
        help="Instead of the answer, show the row that matters most; 2: the space, 3: what goes there.",
    )
    check: bool = given.flag("--check", help="Compare the answer with the puzzle's 'expect'.")
    output: str | None = given.picture("Draw the answer: .svg, .png or .pdf.")
    export: str | None = given.option(
        "--export", callback=_xml, metavar="FILE.xml", help="Do not solve; write the model for other solvers (XCSP3)."
    )
    depth: int | None = given.count("--depth", 500, help="Games: look at most N choices ahead.")
    memory: int | None = given.count(
        "--memory", 2000, metavar="MB", help="Games: memory for positions already searched, in megabytes (256)."
    )
    points: bool = given.flag(
        "--points", help="Games: players maximize points (with two, the difference) instead of playing to win."
    )
    open_information: bool = given.flag(
        "--open", help="Games: solve as if all players saw hidden information, and earlier secret choices."
    )
    players: int | None = given.count("--players", 20, help="GAME: the number of players.")
    cards: str | None = given.cards()
    seed: int = given.seed("GAME: the random seed of the setup (0).", default=0)
    as_json: bool = given.json("One JSON object per file, one per line.")

    @cached_property
    def goal(self) -> Goal | None:
        """What replaces the goal of the puzzle."""
        scores = {"exactly": self.exactly, "at least": self.at_least, "fewest": self.fewest}
        goals = [Goal(kind, score) for kind, score in scores.items() if score is not None]
        goals += [self.meet] if self.meet is not None else []
        if len(goals) > 1:
            raise click.UsageError("use only one goal: --exactly, --at-least, --fewest or --meet")
        return goals[0] if goals else None

    def check_together(self) -> None:
        """Raises `click.UsageError` for options that do not go together."""
        if self.limit is not None and not self.every:
            raise click.UsageError("--limit needs --all")
        others = self.every, self.unique, self.why, self.check, self.output, self.export
        if self.hint is not None and any(others):
            raise click.UsageError("--hint cannot be used with other questions")

    def check_suited(self, to_game: bool) -> None:
        """Raises `click.UsageError` for an option of puzzles that is given for a game, or the other way round."""
        if to_game and (name := self._given(OF_PUZZLES)):
            raise click.UsageError(f"{name} is for puzzles, not for games, positions and records")
        if not to_game and (name := self._given(OF_GAMES)):
            raise click.UsageError(f"{name} is for games, positions and records, not for puzzles")

    def asked(self, loaded: Loaded[Any]) -> PuzzleQuestion:
        """What is asked of a puzzle. Raises `Unsupported` for an option that puzzles of its kind have no answer to."""
        puzzle, asks = loaded.value, QUESTIONS[type(loaded.value)]
        if name := self._given(asks.unanswered):
            raise Unsupported(f"for {asks.kind}, it does not support {name}")
        options = {name: getattr(self, name) for name in ("goal", "every", "why", "time_limit", "workers")}
        several = self.limit if self.every else self.answers(puzzle.expect)
        return asked(puzzle, loaded.cards, loaded.source.name, several=several, hint=self.hint is not None, **options)

    def _given(self, names: Iterable[str]) -> str:
        """The first of some options that is given, as it is typed; empty if none is."""
        return next((self._typed(name) for name in names if getattr(self, name) not in (None, False, 0)), "")

    def _typed(self, name: str) -> str:
        """An option as it is typed."""
        if name == "goal" and self.goal is not None:
            return f"--{self.goal.kind.replace(' ', '-')}"
        return {"every": "--all", "open_information": "--open"}.get(name, f"--{name.replace('_', '-')}")

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
