"""`tilewright solve`."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.files import Inputs
from tilewright.cli.output import svg_file, write_file
from tilewright.cli.tables import Table, tables
from tilewright.diagnostics import Diagnostic, Severity
from tilewright.draw import svg, terminal
from tilewright.draw.scenes import of_board
from tilewright.meaning.scoring import scoring_rules
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.cpsat.solve import Solution
    from tilewright.draw import Picture


def _seconds(ctx: click.Context, option: click.Parameter, value: float | None) -> float | None:
    if value is not None and not 0 < value < math.inf:
        raise click.BadParameter("a number of seconds above 0 is needed")
    return value


@click.command(epilog="Example: tilewright solve roofs.puzzle.yaml --time-limit 60 -o answer.svg")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--time-limit", type=float, callback=_seconds, metavar="S", help="Stop after S seconds for each puzzle.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Search with N threads.")
@click.option("--check", "check", is_flag=True, help="Compare the answer with the puzzle's 'expect'.")
@click.option("-o", "--output", callback=svg_file, metavar="FILE.svg", help="Draw the answer.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each file.")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    time_limit: float | None,
    workers: int | None,
    check: bool,
    output: str | None,
    as_json: bool,
) -> None:
    """Find the best final placement of a puzzle, and prove that none is better.

    Exit code 1 when there is no placement or none was found in time; with --check, when the
    answer is not the one expected.
    """
    if output and (len(files) > 1 or Path(files[0]).is_dir()):
        raise click.BadParameter("one puzzle is drawn as one .svg file", param_hint="-o")
    inputs = Inputs(files, (".puzzle.yaml",), as_json)
    for table in tables(inputs, Puzzle):
        answer = _solve(table, time_limit, workers)
        if isinstance(answer, Diagnostic):
            inputs.sound(table.source, [answer])
            inputs.failed = True
        else:
            good = _told(table, answer, check, as_json)
            inputs.good = inputs.good and good
            _draw(table.value, answer, output, as_json)
    ctx.exit(inputs.exit_code)


def _solve(table: Table[Puzzle], time_limit: float | None, workers: int | None) -> Solution | Diagnostic:  # fmt: skip
    """The answer, or that this puzzle is beyond what solve can do (TW421)."""
    from tilewright.cpsat.solve import Solution, solve

    rules = scoring_rules(table.value.game, table.cards)
    progress = _progress(table.source.name) if sys.stderr.isatty() else None
    answer = solve(table.value, rules, time_limit=time_limit, workers=workers, on_progress=progress)
    if progress:
        click.echo("\r\x1b[K", err=True, nl=False)
    if isinstance(answer, Solution):
        return answer
    message, span = f"solve cannot take this puzzle: {answer.reason}", table.source.line_span(1)
    help = "the puzzle is valid; this is a limit of solve"
    return Diagnostic("TW421", Severity.ERROR, message, table.source, span, help)


def _told(table: Table[Puzzle], answer: Solution, check: bool, as_json: bool) -> bool:
    """Print an answer; whether it is what was expected or, if that is not asked, a placement."""
    name, puzzle = table.source.name, table.value
    told = as_answer(name, puzzle, answer)
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        _print(name, puzzle, answer)
    if not check:
        return answer.board is not None
    missed = list(misses(puzzle.expect, told))
    for line in missed:
        click.echo(f"{name}: {line}", err=True)
    if not missed and not as_json:
        click.echo("  as expected" if puzzle.expect else "  nothing is expected of it")
    return not missed if puzzle.expect else answer.board is not None


def _draw(puzzle: Puzzle, answer: Solution, output: str | None, as_json: bool) -> None:
    if output and answer.board is not None:
        write_file(output, svg([picture(puzzle, answer)]))
        click.echo(f"wrote {output}", err=as_json)


def _progress(name: str) -> Callable[[float, int | None, int], None]:
    """A line on the terminal that tells the incumbent and the bound."""

    def tell(seconds: float, score: int | None, bound: int) -> None:
        found = "nothing yet" if score is None else str(score)
        click.echo(f"\r\x1b[K{name}: {found}, at most {bound}, {seconds:.1f} s", err=True, nl=False)

    return tell


def as_answer(file: str, puzzle: Puzzle, answer: Solution) -> dict[str, object]:
    """The object of ``solution/1``; the final board stands under the name the game gives boards."""
    told: dict[str, object] = {
        "format": "solution/1",
        "file": file,
        "status": answer.status,
        "score": answer.score,
        "bound": answer.bound,
        "parts": dict(answer.parts),
        puzzle.game.player_board.name: None if answer.board is None else repr(answer.board),
        "seconds": round(answer.seconds, 3),
    }
    return told | ({"reasons": list(answer.reasons)} if answer.reasons else {})


def misses(expect: Mapping[str, object], answer: Mapping[str, object], path: str = "") -> Iterator[str]:  # fmt: skip
    """Where an answer differs from an expectation, which need not name everything."""
    for key, wanted in expect.items():
        found = answer.get(key)
        if isinstance(wanted, Mapping) and isinstance(found, Mapping):
            yield from misses(wanted, found, f"{path}{key}.")
        elif found != wanted:
            yield f"expected {path}{key} {wanted}, found {found}"


def picture(puzzle: Puzzle, answer: Solution) -> Picture:
    """The final board, with what was placed marked."""
    assert answer.board is not None
    spaces = frozenset(answer.placed) | {s for found in answer.caps.values() for s in found}
    proof = "proved best" if answer.status == "optimal" else f"not proved; at most {answer.bound}"
    caption = f"{answer.score} points, {proof}"
    return of_board(answer.board, puzzle.game, puzzle.title, caption, spaces)


def _print(name: str, puzzle: Puzzle, answer: Solution) -> None:
    told = {
        "optimal": f"{answer.score} points, proved best",
        "feasible": f"{answer.score} points found; not proved, at most {answer.bound}",
        "infeasible": "no placement is possible",
        "unknown": "nothing found in the time given",
    }[answer.status]
    click.echo(f"{click.style(name, bold=True)}: {told} ({answer.seconds:.2f} s)")
    for reason in answer.reasons:
        click.echo(f"  {reason}")
    if answer.board is None:
        return
    board = replace(picture(puzzle, answer), caption="")  # the first line has told it
    click.echo(terminal(board, color=sys.stdout.isatty()))
    for part, points in answer.parts.items():
        click.echo(f"  {points:>5}  {part}")
