"""`tilewright solve`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, TypeAlias

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import AnyLoadedPuzzle, load_puzzles
from tilewright.cli.args.given import complete_files
from tilewright.cli.args.inputs import Inputs, workspace
from tilewright.cli.args.keeping import PATIENCE, again, keeping
from tilewright.cli.args.matches import match_to_ask, names_match
from tilewright.cli.args.outputs import writable, write_file, write_picture
from tilewright.cli.report.answer import findings_output, lines_of, misses
from tilewright.cli.terminal import CannotRun, ProgressLine, Status, echo, echo_answer
from tilewright.disk import is_file, is_folder
from tilewright.meaning.scoring import scoring_rules
from tilewright.outputs.chances import GameValueOutput
from tilewright.outputs.output import Output, PlayedMove, plain
from tilewright.outputs.solving import PlacementOutput, TakeOutput
from tilewright.packs.documents import PACK_FILE
from tilewright.packs.pack import Pack
from tilewright.packs.tables import Loaded
from tilewright.play.match import Match
from tilewright.questions.placement import PlacementAnswer, PlacementQuestion
from tilewright.questions.puzzles import QUESTIONS, PuzzleQuestion, asked
from tilewright.questions.question import SolvedPuzzle
from tilewright.questions.turns import turn_texts
from tilewright.source import Source, Span, read_source
from tilewright.stopping import STOP, Unsupported
from tilewright.table.board import Board
from tilewright.table.goal import Goal, parse_goal
from tilewright.table.position import Puzzle
from tilewright.tree.search import GameValue


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
OF_GAMES = ("players", "cards", "seed", "points", "open_information", "depth", "memory", "keep")


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
    keep: str | None = given.keep("Games: keep the search in a file; a run that was stopped continues from there.")
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
        """The goal that replaces that of the puzzle, if any."""
        scores = {"exactly": self.exactly, "at least": self.at_least, "fewest": self.fewest}
        goals = [Goal(kind, score) for kind, score in scores.items() if score is not None]
        goals += [self.meet] if self.meet is not None else []
        if len(goals) > 1:
            raise click.UsageError("use only one goal: --exactly, --at-least, --fewest or --meet")
        return goals[0] if goals else None

    def check_together(self) -> None:
        """Raise `click.UsageError` for options that cannot be combined."""
        if self.limit is not None and not self.every:
            raise click.UsageError("--limit needs --all")
        others = self.every, self.unique, self.why, self.check, self.output, self.export
        if self.hint is not None and any(others):
            raise click.UsageError("--hint cannot be used with other questions")

    def check_suited(self, to_game: bool) -> None:
        """Raise `click.UsageError` for an option for puzzles with a game, or vice versa."""
        if to_game and (name := self._given(OF_PUZZLES)):
            raise click.UsageError(f"{name} is for puzzles, not for games, positions and records")
        if not to_game and (name := self._given(OF_GAMES)):
            raise click.UsageError(f"{name} is for games, positions and records, not for puzzles")

    def asked(self, loaded: Loaded[Any]) -> PuzzleQuestion:
        """The question about a puzzle. Raises `Unsupported` for an option that this kind of puzzle does not have."""
        puzzle, asks = loaded.value, QUESTIONS[type(loaded.value)]
        if name := self._given(asks.unanswered):
            raise Unsupported(f"for {asks.kind}, it does not support {name}")
        options = {name: getattr(self, name) for name in ("goal", "every", "why", "time_limit", "workers")}
        several = self.limit if self.every else self.answers(puzzle.expect)
        return asked(puzzle, loaded.cards, loaded.source.name, several=several, hint=self.hint is not None, **options)

    def _given(self, names: Iterable[str]) -> str:
        """The first given option among some, as typed; empty if there is none."""
        return next((self._typed(name) for name in names if getattr(self, name) not in (None, False, 0)), "")

    def _typed(self, name: str) -> str:
        """An option as typed."""
        if name == "goal" and self.goal is not None:
            return f"--{self.goal.kind.replace(' ', '-')}"
        return {"every": "--all", "open_information": "--open"}.get(name, f"--{name.replace('_', '-')}")

    def answers(self, expect: Mapping[str, object]) -> int | None:
        """How many answers are needed to decide what is asked or expected about their number; None: one."""
        expected = expect.get("solutions") if self.check else None
        wanted = [expected + 1] if isinstance(expected, int) else []
        wanted += [2] if self.unique or (self.check and "unique" in expect) else []
        return max(wanted, default=None)

    def judged(self, name: str, expect: Mapping[str, object], report: object, answered: bool) -> bool:
        """Whether an answer is good: with `check`, as expected; otherwise, whether there is one.

        With `check`, prints the differences.
        """
        if not self.check:
            return answered
        missed = list(misses(expect, plain(report)))
        for line in missed:
            echo(f"{name}: {line}", err=True)
        if not missed and not self.as_json:
            echo("  as expected" if expect else "  the puzzle has no 'expect'")
        return not missed if expect else answered


def solve_puzzle(inputs: Inputs, loaded: AnyLoadedPuzzle, request: SolveRequest) -> None:
    """Answer a puzzle, print and draw the answer, or report why it is not supported."""
    name, hint = loaded.source.name, request.hint
    with refusing(inputs, loaded):
        question = request.asked(loaded)
        with STOP.heeded(), Status(name) as status:
            found = question.run(_AnswersLine(loaded, request, status.say))
        output, lines = _answer(loaded, found, request) if hint is None else _hint(loaded, found, request, hint)
        echo_answer(output, lines, request.as_json)
        good = request.judged(name, loaded.value.expect, output, found.found if hint is None else bool(found.hints))
        inputs.good = inputs.good and good and (not request.unique or found.unique is True)
        if request.output and found.drawing is not None:
            echo(write_picture(request.output, found.drawing()), err=request.as_json)


PuzzleFindings: TypeAlias = SolvedPuzzle[Output] | PlacementAnswer


def _answer(loaded: Loaded[Any], found: PuzzleFindings, request: SolveRequest) -> tuple[Output, Iterable[str]]:
    if isinstance(found, SolvedPuzzle):
        return found.output, found.lines
    loaded = replace(loaded, value=found.puzzle)
    return findings_output(loaded, found, request.every), lines_of(loaded, found, request.every)


def _hint(loaded: Loaded[Any], found: PuzzleFindings, request: SolveRequest, level: int) -> tuple[Output, list[str]]:
    """The first hint, and the one of the level. Raises `Unsupported`."""
    name = loaded.source.name
    lines = [f"{name}: {found.hints[0] if found.hints else f'no hint: {found.no_hint}'}"]
    lines += [f"  {hint}" for hint in found.hints[1:level][-1:]]
    if found.hint_output is not None:
        return found.hint_output(level), lines
    if request.as_json:
        raise Unsupported(f"for {QUESTIONS[type(loaded.value)].kind}, it does not support --hint with --json")
    return found.output, lines


class _AnswersLine(ProgressLine):
    """Progress with the number of answers found; with --all, prints them as they are found."""

    def __init__(self, loaded: AnyLoadedPuzzle, request: SolveRequest, say: Callable[[str], None]) -> None:
        super().__init__(loaded.source.name, say)
        self.loaded, self.request, self.found = loaded, request, 0

    def another(self, one: Any) -> None:
        """Print one of several equally good answers at once."""
        self.found += 1
        self.step(f"{self.found} found")
        if self.request.every:
            echo_answer(*self._printed(one), self.request.as_json)
            sys.stdout.flush()

    def _printed(self, one: Any) -> tuple[Output, list[str]]:
        name, number = self.name, self.found
        if isinstance(one, Board):
            own = self.loaded.pack.game.own_place.name
            output = PlacementOutput(file=name, number=number, board={own: repr(one)})
            return output, [f"{name}: placement {number}: {one!r}"]
        turns = turn_texts(one.answer.line)
        lines = [f"  turn {at}: {moves}" for at, moves in enumerate(turns, 1)]
        take = TakeOutput(file=name, number=number, take=one.text, score=one.answer.line.total, turns=turns)
        return take, [f"{name}: first take {number}: {one.text}", *lines]


def export_model(inputs: Inputs, loaded: Loaded[Puzzle], request: SolveRequest, path: str) -> None:
    """Write the model of a puzzle instead of solving it, or report why it is not supported."""
    from tilewright.solver.export import exported

    puzzle = loaded.value if request.goal is None else replace(loaded.value, goal=request.goal)
    with refusing(inputs, loaded):
        echo(write_file(path, exported(puzzle, scoring_rules(puzzle.game, loaded.cards))), err=True)


@contextmanager
def refusing(inputs: Inputs, loaded: Loaded[Any]) -> Iterator[None]:
    """Report an unsupported question, at the cause in the file."""
    try:
        yield
    except Unsupported as problem:
        inputs.refuse(loaded.source, problem.reason, _written(loaded, problem))


def _written(loaded: Loaded[Any], problem: Unsupported) -> tuple[Source, Span] | None:
    """The span of the cause: in the file of a card or of the game."""
    sources = {card.id: card.source for card in loaded.cards}
    if problem.card in sources:
        source = sources[problem.card]
        return source, problem.span or source.line_span(1)
    return None if problem.span is None else (loaded.pack.source, problem.span)


def is_game(name: str) -> bool:
    """Whether a name is that of a game, a position or a record, as opposed to puzzles or a folder with puzzles."""
    if name == "-":
        return False
    if names_match(name):
        return True
    path = Path(name)
    if is_folder(name):
        return is_file(path / PACK_FILE) and not any(path.rglob("*.puzzle.yaml"))
    return not is_file(path) and isinstance(workspace().resolver().pack(name), Pack)


def solve_game(inputs: Inputs, name: str, request: SolveRequest) -> None:
    """Find the value of a game for the first player to decide, and print it. Raises `CannotRun` for an unknown
    game."""
    from tilewright.tree.search import CannotSolve

    try:
        match = match_to_ask(name, request.players, request.cards, request.as_json, request.seed)
        found = _solved(name, match, request)
    except click.exceptions.Exit as left:  # the problems of the file have been reported
        inputs.failed, inputs.good = inputs.failed or left.exit_code == 2, False
        return
    except (CannotRun, CannotSolve) as problem:
        help = problem.help if isinstance(problem, CannotSolve) else ""
        source = read_source(name) if names_match(name) else None
        if not isinstance(source, Source):
            raise CannotRun(f"{name}: {'; '.join(filter(None, [str(problem), help]))}") from None
        inputs.refuse(source, str(problem), what="game", help=help)
        return
    echo_answer(value_output(name, match.names, found), value_lines(name, match.names, found), request.as_json)
    inputs.good = inputs.good and found.is_proved


def _solved(name: str, match: Match, request: SolveRequest) -> GameValue:
    """The value of a match, with the depth on the status line. Raises `CannotSolve`."""
    from tilewright.tree.search import SolveLimits, game_of, solve_match

    limits = SolveLimits(request.depth, request.time_limit, request.memory or SolveLimits.megabytes)
    question = {"--points": request.points, "--open": request.open_information, "--memory": limits.megabytes}
    with (
        keeping(request.keep, game_of(match), match.state.cells, question) as kept,
        STOP.heeded(PATIENCE if kept else 0),
        Status(name) as status,
    ):
        found = solve_match(
            match,
            points=request.points,
            open_information=request.open_information,
            limits=limits,
            on_depth=lambda known: status.say(f"{name}: {known.depth} choices ahead"),
            kept=kept,
        )
    if kept is not None and found.stopped:
        echo(f"tilewright: {_STOPPED[found.stopped]}{again(kept)}", err=True)
    return found


# ------------------------------------------------------------------ what is printed


_STOPPED = {"depth": "the depth limit is reached", "time": "the time limit is reached", "interrupt": "interrupted"}
_RESULTS = {-1: "a loss", 0: "a draw", 1: "a win"}


def value_lines(name: str, players: Sequence[str], found: GameValue) -> Iterator[str]:
    """The value, the line of play, and the size of the search."""
    if found.is_proved:
        yield f"{name}: {_proved(players, found)}, proved"
    else:
        yield f"{name}: not proved; {_bounds(players[found.player], found)}"
    for player, moves in groupby(found.line, key=lambda one: one.player):
        yield f"  {players[player]}: {'; '.join(one.move for one in moves)}"
    if found.line and found.is_proved and not found.to_end:
        yield "  then chance decides"
    ahead = f", {found.depth} choices ahead" if found.depth else ""
    stopped = f" ({_STOPPED[found.stopped]})" if found.stopped else ""
    yield f"  {found.positions} positions{ahead}{stopped}"


def _proved(players: Sequence[str], found: GameValue) -> str:
    player, value = players[found.player], found.low
    assert value is not None
    if found.result:
        other = players[1 - found.player]
        return {"win": f"{player} wins", "draw": "a draw", "loss": f"{other} wins"}[found.result]
    if len(players) == 1:
        return f"{_number(value)} points"
    if len(players) == 2 and found.points:
        return f"{player} is ahead by {_number(value)}" if value >= 0 else f"{player} is behind by {_number(-value)}"
    if len(players) == 2:
        return f"{player} gets {_number(value)} on average (1 is a win, 0 a draw, -1 a loss)"
    return ", ".join(f"{name} {_number(own)}" for name, own in zip(players, found.values, strict=True))


def _bounds(player: str, found: GameValue) -> str:
    low, high = found.low, found.high
    if (low is None and high is None) or (not found.points and (low, high) == (-1, 1)):
        return "nothing is known about the value"
    whole = not found.points and all(isinstance(bound, Fraction) for bound in (low, high))
    if whole:
        results = [text for value, text in _RESULTS.items() if (low or 0) <= value <= (high or 0)]
        return f"for {player} it is {', '.join(results[:-1])} or {results[-1]}"
    least = f"at least {_number(low)}" if low is not None else ""
    most = f"at most {_number(high)}" if high is not None else ""
    return f"{player} gets {' and '.join(filter(None, [least, most]))}"


def _number(value: Fraction | float) -> str:
    """An integer, or six significant digits."""
    return str(int(value)) if value == int(value) else f"{float(value):.6g}"


def value_output(name: str, players: Sequence[str], found: GameValue) -> GameValueOutput:
    """The value as JSON."""
    return GameValueOutput(
        file=name,
        players=players,
        player=players[found.player],
        payoff="points" if found.points else "win",
        proved=found.is_proved,
        result=found.result or None,
        low=_rounded(found.low),
        high=_rounded(found.high),
        values=[_rounded(value) for value in found.values],
        line=[PlayedMove(player=players[one.player], move=one.move) for one in found.line],
        end=found.to_end,
        depth=found.depth,
        positions=found.positions,
        stored=found.stored,
        stopped=found.stopped or None,
    )


def _rounded(value: Fraction | float | None) -> int | float | None:
    return None if value is None else int(value) if value == int(value) else float(value)


class _SolveCommand(click.Command):
    """Allows `--hint` without a number, also before a file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        full = list[str]()
        for word, after in zip_longest(args, args[1:], fillvalue=""):
            full += [word, "1"] if word == "--hint" and not after.isdecimal() else [word]
        return super().parse_args(ctx, full)


@given.command(
    SolveRequest, cls=_SolveCommand, epilog="Example: tilewright solve roofs.puzzle.yaml --time-limit 60 -o answer.svg"
)
def command(request: SolveRequest) -> int:
    """Find the best answer to a puzzle, or who wins a game, and prove it.

    For a puzzle, the goal is the most points, unless the puzzle or an option gives another. Exit code 1 if there is no
    such placement or none was found in time; with --unique, if it is not the only one; with --check, if
    the answer is not the expected one.

    For a position, a record or a GAME (a pack without puzzles), it finds who wins with best play, and the line of
    play. Exit code 1 if that is not proved within the limits.
    """
    _one_file(request)
    request.check_together()
    inputs = Inputs([], (".puzzle.yaml",), request.as_json)
    for is_one, some in groupby(request.files, key=is_game):
        inputs.paths = [*some]
        request.check_suited(is_one)
        if is_one:
            for name in inputs.paths:
                solve_game(inputs, name, request)
        else:
            for loaded in load_puzzles(inputs):
                if request.export is not None and isinstance(loaded.value, Puzzle):
                    export_model(inputs, loaded, request, request.export)
                else:
                    solve_puzzle(inputs, loaded, request)
    return inputs.exit_code


def _one_file(request: SolveRequest) -> None:
    """Raise `click.BadParameter` if a picture or a model is requested for several puzzles."""
    several = len(request.files) > 1 or is_folder(request.files[0])
    if request.output and several:
        raise click.BadParameter("one puzzle is drawn as one file", param_hint="-o")
    if request.export and several:
        raise click.BadParameter("one puzzle is written as one .xml file", param_hint="--export")
    if request.keep and len(request.files) > 1:
        raise click.BadParameter("the search of one game is kept in a file", param_hint="--keep")
