"""`tilewright solve`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import click

from tilewright.cli.files import CannotRun, Inputs, write_file
from tilewright.cli.tables import cards_in_play, checked
from tilewright.draw import svg, terminal
from tilewright.draw.scenes import of_board
from tilewright.meaning.scoring import scoring_rules
from tilewright.table.position import Puzzle
from tilewright.workspace import Report, Workspace

if TYPE_CHECKING:
    from tilewright.cpsat.solve import Solution
    from tilewright.draw import Picture


@click.command(epilog="Example: tilewright solve roofs.puzzle.yaml --time-limit 60 -o answer.svg")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--time-limit", type=click.FloatRange(min=0, min_open=True), metavar="S", help="Stop after S seconds for each puzzle.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Search with N threads.")
@click.option("--check", "check", is_flag=True, help="Compare the answer with the puzzle's 'expect'.")
@click.option("-o", "--output", metavar="FILE.svg", help="Draw the answer.")
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

    Exit code 1 when there is no placement, none was found in time, or an expectation is missed.
    """
    if output and (not output.endswith(".svg") or len(files) > 1):
        raise click.BadParameter("one puzzle is drawn as one .svg file", param_hint="-o")
    inputs, workspace = Inputs(files, (".puzzle.yaml",)), Workspace()
    good = True
    for source in inputs.sources():
        report = checked(source, workspace, (Puzzle,), "puzzle")
        solved = _solve(report, time_limit, workers) if report else None
        if report is None or solved is None:
            good = False
            continue
        puzzle, answer = solved
        missed = list(misses(puzzle.expect, as_answer(source.name, puzzle, answer))) if check else []
        if as_json:
            click.echo(json.dumps(as_answer(source.name, puzzle, answer), ensure_ascii=False))
        else:
            _print(source.name, puzzle, answer)
        for line in missed:
            click.echo(f"{source.name}: {line}", err=True)
        if check and not missed and not as_json:
            click.echo("  as expected" if puzzle.expect else "  nothing is expected of it")
        if output and answer.board is not None:
            write_file(output, svg([picture(puzzle, answer)]))
            click.echo(f"wrote {output}", err=as_json)
        good = good and answer.board is not None and not missed
    ctx.exit(2 if inputs.failed else int(not good))


def _solve(report: Report, time_limit: float | None, workers: int | None) -> tuple[Puzzle, Solution] | None:  # fmt: skip
    from tilewright.cpsat.solve import Solution, solve

    puzzle = next(value for value in report.values if isinstance(value, Puzzle))
    cards = cards_in_play(puzzle.cards, report)
    if cards is None:
        return None
    rules = scoring_rules(puzzle.game, cards)
    progress = _progress(report.source.name) if sys.stderr.isatty() else None
    answer = solve(puzzle, rules, time_limit=time_limit, workers=workers, on_progress=progress)
    if progress:
        click.echo("\r\x1b[K", err=True, nl=False)
    if not isinstance(answer, Solution):
        raise CannotRun(f"{report.source.name}: {answer.reason}")
    return puzzle, answer


def _progress(name: str) -> Callable[[float, int | None, int], None]:
    """A line on the terminal that tells the incumbent and the bound."""

    def tell(seconds: float, score: int | None, bound: int) -> None:
        found = "nothing yet" if score is None else str(score)
        click.echo(f"\r\x1b[K{name}: {found}, at most {bound}, {seconds:.1f} s", err=True, nl=False)

    return tell


def as_answer(file: str, puzzle: Puzzle, answer: Solution) -> dict[str, object]:
    """The object of ``solution/1``; the final board stands under the name the game gives boards."""
    return {
        "format": "solution/1",
        "file": file,
        "status": answer.status,
        "score": answer.score,
        "bound": answer.bound,
        "parts": dict(answer.parts),
        puzzle.game.player_board.name: None if answer.board is None else repr(answer.board),
        "seconds": round(answer.seconds, 3),
    }


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
    color = sys.stdout.isatty()
    click.echo(terminal(picture(puzzle, answer), color=color))
    for part, points in answer.parts.items():
        click.echo(f"  {points:>5}  {part}")
