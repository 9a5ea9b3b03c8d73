"""`tilewright solve`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import folder_for, svg_file, write_file
from tilewright.cli.args.positions import Table, tables
from tilewright.cli.args.sizes import SECONDS
from tilewright.cli.report.answer import lines_of, picture
from tilewright.cli.report.answer_json import as_found, misses
from tilewright.cli.solving import Found, Request, found_for, model_for
from tilewright.diagnostics import Diagnostic
from tilewright.draw import svg
from tilewright.table.goal import Goal, parse_goal
from tilewright.table.position import Puzzle


def _meet(ctx: click.Context, option: click.Parameter, value: str | None) -> Goal | None:
    goal = parse_goal(f"meet {value}") if value is not None else None
    if value is not None and goal is None:
        raise click.BadParameter("write NAME=POINTS, several parted by commas")
    return goal


def _xml(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    if path is not None and not path.endswith(".xml"):
        raise click.BadParameter("models are written as .xml files (XCSP3)")
    return folder_for(path)


@click.command(epilog="Example: tilewright solve roofs.puzzle.yaml --time-limit 60 -o answer.svg")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--all", "every", is_flag=True, help="Find every placement that is as good.")
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
@click.option("--time-limit", type=SECONDS, metavar="S", help="Stop after S seconds for each puzzle.")
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Search with N threads.")
@click.option("--check", "check", is_flag=True, help="Compare the answer with the puzzle's 'expect'.")
@click.option("-o", "--output", callback=svg_file, metavar="FILE.svg", help="Draw the answer.")
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
    if output and (len(files) > 1 or Path(files[0]).is_dir()):
        raise click.BadParameter("one puzzle is drawn as one .svg file", param_hint="-o")
    if export and (len(files) > 1 or Path(files[0]).is_dir()):
        raise click.BadParameter("one puzzle is written as one .xml file", param_hint="--export")
    if limit is not None and not every:
        raise click.UsageError("--limit goes with --all")
    goal = _goal({"exactly": exactly, "at least": at_least, "fewest": fewest}, meet)
    request = Request(goal, every, limit, why, time_limit, workers)
    inputs = Inputs(files, (".puzzle.yaml",), as_json)
    for table in tables(inputs, Puzzle):
        if export:
            _export(inputs, table, goal, export)
            continue
        found = found_for(table, _for_puzzle(request, table.value, unique, check))
        if isinstance(found, Diagnostic):
            inputs.sound(table.source, [found])
            inputs.failed = True
        else:
            good = _told(found, every, check, as_json)
            certain = not unique or (found.solutions is not None and found.solutions.unique is True)
            inputs.good = inputs.good and good and certain
            _draw(found, output, as_json)
    ctx.exit(inputs.exit_code)


def _export(inputs: Inputs, table: Table[Puzzle], goal: Goal | None, path: str) -> None:
    model = model_for(table, goal)
    if isinstance(model, Diagnostic):
        inputs.sound(table.source, [model])
        inputs.failed = True
        return
    write_file(path, model)
    click.echo(f"wrote {path}", err=True)


def _goal(scores: dict[str, int | None], meet: Goal | None) -> Goal | None:
    goals = [Goal(kind, score) for kind, score in scores.items() if score is not None]
    goals += [meet] if meet is not None else []
    if len(goals) > 1:
        raise click.UsageError("one goal at a time: --exactly, --at-least, --fewest or --meet")
    return goals[0] if goals else None


def _for_puzzle(request: Request, puzzle: Puzzle, unique: bool, check: bool) -> Request:
    """With as many answers as it takes to tell what is asked or expected of their number."""
    if request.every:
        return request
    expected = puzzle.expect.get("solutions") if check else None
    wanted = [expected + 1] if isinstance(expected, int) else []
    wanted += [2] if unique or (check and "unique" in puzzle.expect) else []
    return Request(request.goal, False, max(wanted, default=None), request.why, request.time_limit, request.workers)


def _told(found: Found, every: bool, check: bool, as_json: bool) -> bool:
    """Print what was found; whether it is what was expected or, if that is not asked, a placement."""
    name, expect = found.table.source.name, found.table.value.expect
    told = as_found(found, every)
    click.echo(json.dumps(told, ensure_ascii=False) if as_json else "\n".join(lines_of(found, every)))
    if not check:
        return _has_answer(found)
    missed = list(misses(expect, told))
    for line in missed:
        click.echo(f"{name}: {line}", err=True)
    if not missed and not as_json:
        click.echo("  as expected" if expect else "  nothing is expected of it")
    return not missed if expect else _has_answer(found)


def _has_answer(found: Found) -> bool:
    """Whether there is a placement; of cards to be met together, one that meets any."""
    return found.answer.board is not None and (found.table.value.goal.kind != "meet" or bool(found.answer.met))


def _draw(found: Found, output: str | None, as_json: bool) -> None:
    if output and found.answer.board is not None:
        write_file(output, svg([picture(found.table.value, found.answer)]))
        click.echo(f"wrote {output}", err=as_json)
