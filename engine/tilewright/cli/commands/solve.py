"""`tilewright solve`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.args.completion import complete_files
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.layout_puzzles import LayoutRequest, solve_layout_puzzle
from tilewright.cli.args.maps import MapRequest, solve_map_puzzle
from tilewright.cli.args.moves import solve_moves_puzzle
from tilewright.cli.args.outputs import picture_file, writable, write_file, write_picture
from tilewright.cli.args.pools import PoolRequest, solve_pool_puzzle
from tilewright.cli.args.positions import AnyLoadedPuzzle, load_puzzles
from tilewright.cli.args.sizes import SECONDS
from tilewright.cli.args.turns import TurnsRequest, solve_turns_puzzle
from tilewright.cli.echo import echo, echo_json, in_json
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.answer import lines_of
from tilewright.cli.report.answer_json import findings_json, misses
from tilewright.disk import is_folder
from tilewright.draw import svg
from tilewright.meaning.scoring import scoring_rules
from tilewright.solver.headline import picture
from tilewright.stopping import STOP
from tilewright.table.board import Board
from tilewright.table.goal import Goal, parse_goal
from tilewright.table.layout_puzzle import LayoutPuzzle
from tilewright.table.map_puzzle import MapPuzzle
from tilewright.table.moves_puzzle import MovesPuzzle
from tilewright.table.pool_puzzle import PoolPuzzle
from tilewright.table.position import Puzzle
from tilewright.table.turns_puzzle import TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.solver.questions import Findings


GOALS = ("exactly", "at_least", "fewest", "meet")
NOT_OF_MAPS = (*GOALS, "why", "hint", "workers", "output", "export")
NOT_OF_MOVES = (*GOALS, "why", "hint", "limit", "time_limit", "workers", "output", "export")
NOT_OF_POOLS = (*GOALS, "every", "limit", "why", "hint", "output", "export")
NOT_OF_LAYOUTS = ("every", "unique", "why", "hint", "export")
"""The options that puzzles of a kind do not answer."""


def _meet(ctx: click.Context, option: click.Parameter, value: str | None) -> Goal | None:
    goal = parse_goal(f"meet {value}") if value is not None else None
    if value is not None and goal is None:
        raise click.BadParameter("write NAME=POINTS, several parted by commas")
    return goal


def _xml(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    if path is not None and not path.endswith(".xml"):
        raise click.BadParameter("models are written as .xml files (XCSP3)")
    return writable(path)


class _SolveCommand(click.Command):
    """`--hint` may stand without a number, before a file too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        full = list[str]()
        for word, after in zip_longest(args, args[1:], fillvalue=""):
            full += [word, "1"] if word == "--hint" and not after.isdecimal() else [word]
        return super().parse_args(ctx, full)


@click.command(cls=_SolveCommand, epilog="Example: tilewright solve roofs.puzzle.yaml --time-limit 60 -o answer.svg")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_files)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Find every placement that is as good; of puzzles about turns, every first take.",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="With --all: stop at N of them.")
@click.option("--unique", is_flag=True, help="Ask whether there is just one; else show two of them.")
@click.option("--exactly", type=int, metavar="N", help="Goal: a score of N.")
@click.option("--at-least", type=int, metavar="N", help="Goal: a score of N or more.")
@click.option("--fewest", type=int, metavar="N", help="Goal: place the fewest tiles for N points or more.")
@click.option(
    "--meet",
    callback=_meet,
    metavar="NAME=N,...",
    help="Goal: as many of these cards as can be with N points or more each.",
)
@click.option("--why", is_flag=True, help="Tell where the points come from, and why there are not more.")
@click.option(
    "--hint",
    type=click.IntRange(1, 3),
    metavar="[N]",
    help="Do not tell the answer, but the row that matters most; 2: the space, 3: what goes there.",
)
@click.option("--time-limit", type=SECONDS, metavar="S", help="Stop after S seconds for each puzzle.")
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Search with N threads.")
@click.option("--check", "check", is_flag=True, help="Compare the answer with the puzzle's 'expect'.")
@click.option("-o", "--output", callback=picture_file, metavar="FILE.svg", help="Draw the answer: .svg, .png or .pdf.")
@click.option(
    "--export", callback=_xml, metavar="FILE.xml", help="Do not solve; write the model for other solvers (XCSP3)."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each file.")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    every: bool,
    limit: int | None,
    unique: bool,
    exactly: int | None,
    at_least: int | None,
    fewest: int | None,
    meet: Goal | None,
    why: bool,
    hint: int | None,
    time_limit: float | None,
    workers: int | None,
    check: bool,
    output: str | None,
    export: str | None,
    as_json: bool,
) -> None:
    """Find the best final placement of a puzzle, and prove that none is better.

    Another goal than the most points stands in the puzzle or is given here. Exit code 1 when
    there is no such placement or none was found in time; with --unique, when it is not the only
    one; with --check, when the answer is not the one expected.
    """
    _one_file(files, output, export)
    if limit is not None and not every:
        raise click.UsageError("--limit goes with --all")
    if hint is not None and (every or unique or why or check or output or export):
        raise click.UsageError("--hint tells nothing else")
    goal = _goal({"exactly": exactly, "at least": at_least, "fewest": fewest}, meet)
    inputs = Inputs(files, (".puzzle.yaml",), as_json)
    for loaded in load_puzzles(inputs):
        if not isinstance(loaded.value, Puzzle):
            _solve_other(ctx, inputs, loaded, goal)
            continue
        asked = loaded if goal is None else replace(loaded, value=replace(loaded.value, goal=goal))
        if export:
            _export(inputs, asked, export)
            continue
        if hint is not None:
            _hint(inputs, asked, hint, time_limit, workers, as_json)
            continue
        several = limit if every else _several(asked.value, unique, check)
        news = _News(asked, as_json) if every else None
        found = _ask(inputs, asked, news, every=every, several=several, why=why, time_limit=time_limit, workers=workers)
        if found is not None:
            good = _report(asked, found, every, check, as_json)
            certain = not unique or (found.solutions is not None and found.solutions.unique is True)
            inputs.good = inputs.good and good and certain
            _draw(found, output, as_json)
    ctx.exit(inputs.exit_code)


def _solve_other(ctx: click.Context, inputs: Inputs, loaded: AnyLoadedPuzzle, goal: Goal | None) -> None:
    """Answer a puzzle that is not about placing, with the options that puzzles of its kind know."""
    given = ctx.params
    every, unique, check, as_json = (given[name] for name in ("every", "unique", "check", "as_json"))
    time_limit, workers, output = (given[name] for name in ("time_limit", "workers", "output"))
    if isinstance(loaded.value, LayoutPuzzle):
        layout = LayoutRequest(goal, check, time_limit, workers, output, as_json)
        solve_layout_puzzle(inputs, loaded, layout, _refused(ctx, NOT_OF_LAYOUTS))
    elif isinstance(loaded.value, MovesPuzzle):
        solve_moves_puzzle(inputs, loaded, every, unique, check, as_json, _refused(ctx, NOT_OF_MOVES))
    elif isinstance(loaded.value, PoolPuzzle):
        pool = PoolRequest(unique, check, time_limit, workers, as_json)
        solve_pool_puzzle(inputs, loaded, pool, _refused(ctx, NOT_OF_POOLS))
    elif isinstance(loaded.value, MapPuzzle):
        of_map = MapRequest(every, given["limit"], unique, check, time_limit, as_json)
        solve_map_puzzle(inputs, loaded, of_map, _refused(ctx, NOT_OF_MAPS))
    elif isinstance(loaded.value, TurnsPuzzle):
        turns = (goal, every, given["limit"], unique, given["why"], given["hint"], check, time_limit, workers, output)
        solve_turns_puzzle(inputs, loaded, TurnsRequest(*turns, as_json), _refused(ctx, ("export",)))


def _one_file(files: tuple[str, ...], output: str | None, export: str | None) -> None:
    """A picture or a model is of one puzzle."""
    several = len(files) > 1 or is_folder(files[0])
    if output and several:
        raise click.BadParameter("one puzzle is drawn as one file", param_hint="-o")
    if export and several:
        raise click.BadParameter("one puzzle is written as one .xml file", param_hint="--export")


def _refused(ctx: click.Context, names: Sequence[str]) -> list[str]:
    """Those of some options that were given, of which puzzles of a kind answer none."""
    given = (name for name in names if ctx.params[name] is not None and ctx.params[name] is not False)
    return ["--all" if name == "every" else f"--{name.replace('_', '-')}" for name in given]


def _ask(inputs: Inputs, loaded: Loaded[Puzzle], news: _News | None, **asked: Any) -> Findings | None:
    """What is found out about a puzzle; None when it is beyond what solve can do, which is reported.

    `news` prints placements that are as good as they are found.
    """
    from tilewright.solver.places import Unsupported
    from tilewright.solver.questions import Question, ask

    puzzle = loaded.value
    with STOP.heeded(), Status(loaded.source.name) as status:
        watcher = _ProgressLine(loaded.source.name, status, news)
        found = ask(puzzle, scoring_rules(puzzle.game, loaded.cards), Question(**asked), watcher)
    if isinstance(found, Unsupported):
        inputs.refuse(loaded.source, found.reason)
        return None
    return found


class _News:
    """Prints placements that are as good while others are sought."""

    def __init__(self, loaded: Loaded[Puzzle], as_json: bool) -> None:
        self.file, self.as_json = loaded.source.name, as_json
        self.board = loaded.value.game.own_place.name

    def tell(self, number: int, board: Board) -> None:
        """One more, on a line of its own that is not kept back."""
        if self.as_json:
            echo_json({"format": "placement/1", "file": self.file, "number": number, self.board: repr(board)})
        else:
            echo(f"{self.file}: placement {number}: {board!r}")
        sys.stdout.flush()


class _ProgressLine:
    """Says on a status line how far the solver has come."""

    def __init__(self, name: str, status: Status, news: _News | None) -> None:
        self.name, self.status, self.news, self.found = name, status, news, 0

    def progress(self, seconds: float, best: int | None, bound: int) -> None:
        """The best found so far, and how good it can be."""
        found = "nothing yet" if best is None else str(best)
        self.step(f"{found}, bound {bound}")

    def better(self, board: Board) -> None:
        """It is told at the end."""

    def placement(self, board: Board) -> None:
        """One of several that are as good was found."""
        self.found += 1
        self.step(f"{self.found} found")
        if self.news is not None:
            self.news.tell(self.found, board)

    def step(self, words: str) -> None:
        """What is done now."""
        self.status.say(f"{self.name}: {words}")


def _hint(
    inputs: Inputs, loaded: Loaded[Puzzle], level: int, time_limit: float | None, workers: int | None, as_json: bool
) -> None:
    """Print a hint, or say that there is none to give."""
    from tilewright.cli.report.hint import hint_json, hint_lines
    from tilewright.solver.hints import best_hint
    from tilewright.solver.places import Unsupported

    puzzle, name = loaded.value, loaded.source.name
    with STOP.heeded(), Status(name):
        rules = scoring_rules(puzzle.game, loaded.cards)
        found = best_hint(puzzle, rules, time_limit=time_limit, workers=workers)
    if isinstance(found, Unsupported):
        inputs.refuse(loaded.source, found.reason)
    elif found is None:
        inputs.good = False
        nothing = "no hint: there is no placement, or the best is not known in the time given"
        echo(in_json({"format": "hint/1", "file": name, "row": None}) if as_json else f"{name}: {nothing}")
    elif as_json:
        echo_json(hint_json(name, puzzle, found, level))
    else:
        echo("\n".join(hint_lines(name, puzzle, found, level)))


def _export(inputs: Inputs, loaded: Loaded[Puzzle], path: str) -> None:
    from tilewright.solver.export import exported

    model = exported(loaded.value, scoring_rules(loaded.value.game, loaded.cards))
    if isinstance(model, str):
        echo(write_file(path, model), err=True)
    else:
        inputs.refuse(loaded.source, model.reason)


def _goal(scores: dict[str, int | None], meet: Goal | None) -> Goal | None:
    goals = [Goal(kind, score) for kind, score in scores.items() if score is not None]
    goals += [meet] if meet is not None else []
    if len(goals) > 1:
        raise click.UsageError("one goal at a time: --exactly, --at-least, --fewest or --meet")
    return goals[0] if goals else None


def _several(puzzle: Puzzle, unique: bool, check: bool) -> int | None:
    """As many answers as it takes to answer what is asked or expected of their number; None: just one."""
    expected = puzzle.expect.get("solutions") if check else None
    wanted = [expected + 1] if isinstance(expected, int) else []
    wanted += [2] if unique or (check and "unique" in puzzle.expect) else []
    return max(wanted, default=None)


def _report(loaded: Loaded[Puzzle], found: Findings, every: bool, check: bool, as_json: bool) -> bool:
    """Print what was found; whether it is what was expected or, if that is not asked, a placement."""
    name, expect = loaded.source.name, loaded.value.expect
    answer = findings_json(loaded, found, every)
    echo(in_json(answer) if as_json else "\n".join(lines_of(loaded, found, every)))
    if not check:
        return _has_answer(found)
    missed = list(misses(expect, answer))
    for line in missed:
        echo(f"{name}: {line}", err=True)
    if not missed and not as_json:
        echo("  as expected" if expect else "  nothing is expected of it")
    return not missed if expect else _has_answer(found)


def _has_answer(found: Findings) -> bool:
    """Whether there is a placement; of cards to be met together, one that meets any."""
    return found.answer.board is not None and (found.puzzle.goal.kind != "meet" or bool(found.answer.met))


def _draw(found: Findings, output: str | None, as_json: bool) -> None:
    if output and found.answer.board is not None:
        echo(write_picture(output, svg([picture(found.puzzle, found.answer)])), err=as_json)
