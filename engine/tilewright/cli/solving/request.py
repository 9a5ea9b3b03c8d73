"""What `solve` is asked of a puzzle, whatever its kind, and how its answer is printed and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import click

from tilewright.cli.args import given
from tilewright.cli.args.completion import complete_files
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import writable, write_picture
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.puzzle import misses
from tilewright.cli.terminal import echo, echo_answer
from tilewright.outputs.output import Output, plain
from tilewright.questions.placement import PlacementQuestion
from tilewright.source import Source, Span
from tilewright.stopping import STOP, Unsupported
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
    seed: int = given.count(
        "--seed", 999_999_999, least=0, metavar="S", default=0, help="GAME: the random seed of the setup (0)."
    )
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

    def check_answered(self, kind: str, unanswered: Iterable[str]) -> None:
        """Raises `Unsupported` for an option that puzzles of a kind have no answer to."""
        if name := self._given(unanswered):
            raise Unsupported(f"for {kind}, it does not support {name}")

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


@dataclass(frozen=True)
class PuzzleAnswer:
    """What was found out about a puzzle, as JSON and as text: whether an answer was `found`, the only one, and how it is `drawn`, as SVG."""

    output: Output
    lines: Iterable[str]
    found: bool
    unique: bool | None = None
    drawn: Callable[[], str] | None = None


@dataclass(frozen=True)
class PuzzleSolver:
    """What answers the puzzles of a `kind`: `solve` gets the puzzle, what is asked, and where to report progress.

    It raises `Unsupported`. To the options `unanswered` such puzzles have no answer.
    """

    kind: str
    unanswered: tuple[str, ...]
    solve: Callable[[Loaded[Any], SolveRequest, Callable[[str], None]], PuzzleAnswer]

    def answer(self, inputs: Inputs, loaded: Loaded[Any], request: SolveRequest) -> None:
        """Answer a puzzle, print the answer and draw it, or report why that cannot be."""
        name = loaded.source.name
        with refusing(inputs, loaded):
            request.check_answered(self.kind, self.unanswered)
            with STOP.heeded(), Status(name) as status:
                found = self.solve(loaded, request, status.say)
            echo_answer(found.output, found.lines, request.as_json)
            good = request.judged(name, loaded.value.expect, found.output, found.found)
            inputs.good = inputs.good and good and (not request.unique or found.unique is True)
            if request.output and found.drawn is not None:
                echo(write_picture(request.output, found.drawn()), err=request.as_json)


@contextmanager
def refusing(inputs: Inputs, loaded: Loaded[Any]) -> Iterator[None]:
    """Reports what cannot be asked of a puzzle, where its cause is written."""
    try:
        yield
    except Unsupported as problem:
        inputs.refuse(loaded.source, problem.reason, _written(loaded, problem))


def _written(loaded: Loaded[Any], problem: Unsupported) -> tuple[Source, Span] | None:
    """Where the cause stands: in the file of a card or of the game."""
    sources = {card.id: card.source for card in loaded.cards}
    if problem.card in sources:
        source = sources[problem.card]
        return source, problem.span or source.line_span(1)
    return None if problem.span is None else (loaded.pack.source, problem.span)
