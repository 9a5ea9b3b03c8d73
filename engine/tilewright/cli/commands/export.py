"""`tilewright export`."""

from __future__ import annotations

import click

from tilewright.cli.args.completion import complete_files
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import picture_file, writable, write_file, write_picture
from tilewright.cli.args.positions import load
from tilewright.cli.echo import echo
from tilewright.cli.errors import CannotRun
from tilewright.cli.loaded import Loaded
from tilewright.draw.picture import of_puzzle
from tilewright.draw.sheet import svg
from tilewright.meaning.scoring import overwork, scoring_rules
from tilewright.table.position import Puzzle

PAGE_SUFFIX = ".html"


def _output(ctx: click.Context, option: click.Parameter, path: str) -> str:
    if path.endswith(PAGE_SUFFIX):
        return writable(path) or path
    if not path.endswith((".svg", ".png", ".pdf")):
        raise click.BadParameter("a puzzle is written as a .html, .svg, .png or .pdf file")
    return picture_file(ctx, option, path) or path


@click.command(epilog="Example: tilewright export my.puzzle.yaml -o my.html")
@click.argument("file", shell_complete=complete_files)
@click.option("-o", "--output", required=True, callback=_output, metavar="FILE.html", help="The file to write.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Search S seconds for the best score, and S seconds for the hints.",
)
@click.option("--no-hints", is_flag=True, help="Leave out hints.")
@click.pass_context
def command(ctx: click.Context, file: str, output: str, time_limit: float, no_hints: bool) -> None:
    """Write a puzzle as one HTML file that is solved in a browser, without a server and offline; or as a picture.

    The file does not contain the answer: it has only a slow hash of the best score, so hints take a moment.
    """
    inputs = Inputs([file], (".puzzle.yaml",))
    for loaded in load(inputs, Puzzle):
        if not inputs.sound(loaded.source, overwork(loaded.value, loaded.cards)):
            continue
        if output.endswith(PAGE_SUFFIX):
            echo(write_file(output, _page(loaded, time_limit, no_hints)))
        else:
            write_picture(output, svg(of_puzzle(loaded.value, loaded.cards)))
    ctx.exit(inputs.exit_code)


def _page(loaded: Loaded[Puzzle], time_limit: float, no_hints: bool) -> str:
    """The page. Raises `CannotRun` when the best is not known, or cannot be judged there."""
    from tilewright.meaning.emit.javascript import NotSpelled
    from tilewright.printing.puzzle_page import GOALS, puzzle_page
    from tilewright.solver.hints import Hint, best_hint, hint_texts
    from tilewright.solver.solve import Solution, solve

    puzzle, rules = loaded.value, scoring_rules(loaded.value.game, loaded.cards)
    if puzzle.goal.kind not in GOALS:
        raise CannotRun(f"a page judges the goals {', '.join(GOALS)}; this puzzle asks for {puzzle.goal}")
    best = None
    if puzzle.goal.kind == "most":
        answer = solve(puzzle, rules, time_limit=time_limit)
        if not isinstance(answer, Solution) or answer.status != "optimal":
            raise CannotRun(f"the best score was not proved within {time_limit:g} seconds; allow more: --time-limit")
        best = answer.score
    hint = None if no_hints else best_hint(puzzle, rules, time_limit=time_limit)
    try:
        return puzzle_page(puzzle, loaded.cards, best, hint_texts(hint, puzzle) if isinstance(hint, Hint) else ())
    except NotSpelled as problem:
        raise CannotRun(str(problem)) from None
