"""`tilewright prove`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.completion import complete_games, complete_scoring_card
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import keep_existing, picture_file, writable, write_file, write_picture
from tilewright.cli.args.sizes import SECONDS, BoardCommand, size_of
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.errors import asking
from tilewright.cli.loaded import LoadedRule
from tilewright.cli.progress import Status
from tilewright.cli.report.proof import extent, position_text, proof_lines, proof_output, said
from tilewright.draw import svg
from tilewright.draw.picture import of_position
from tilewright.stopping import STOP
from tilewright.table.geometry import Geometry

if TYPE_CHECKING:
    from tilewright.solver.proof import Proof, TableScope
    from tilewright.solver.solve import Progress

TIME_LIMIT = 60.0
FOLLOWS = "from the numbers in the rules"


def position_file(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """The value of `-o`, refused before any work when no position can be written there."""
    if path is not None and not path.endswith(".yaml"):
        raise click.BadParameter("positions are written as .yaml files")
    return writable(path)


@click.command(
    cls=BoardCommand, epilog="Example: tilewright prove CARD 'score 1 for each stack' -o differ.position.yaml"
)
@click.argument("one", metavar="A", shell_complete=complete_scoring_card)
@click.argument("other", metavar="B", shell_complete=complete_scoring_card)
@click.option("--size", callback=size_of, show_default=FOLLOWS, metavar="RxC", help="Boards of every size up to this.")
@click.option(
    "--height",
    type=click.IntRange(1, 99),
    show_default=FOLLOWS,
    metavar="H",
    help="Allow stacks of at most H pieces.",
)
@click.option("--players", type=click.IntRange(1, 12), metavar="N", help="Only for N players.")
@click.option("--at-most", is_flag=True, help="Only check whether A can ever pay more than B.")
@click.option(
    "--game",
    metavar="GAME",
    shell_complete=complete_games,
    help="The game of quoted texts, if their words do not show which it is.",
)
@click.option(
    "--time-limit", type=SECONDS, default=TIME_LIMIT, show_default=True, metavar="S", help="Stop after S seconds."
)
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Search with N threads.")
@click.option(
    "-o", "--output", callback=position_file, metavar="FILE.yaml", help="Write the counterexample as a position."
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@click.option(
    "--picture", "--svg", "drawing", callback=picture_file, metavar="FILE.svg", help="Draw the counterexample."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def command(
    ctx: click.Context,
    one: str,
    other: str,
    size: Geometry | None,
    height: int | None,
    players: int | None,
    at_most: bool,
    game: str | None,
    time_limit: float,
    workers: int | None,
    output: str | None,
    force: bool,
    drawing: str | None,
    as_json: bool,
) -> None:
    """Prove that two cards pay the same on all boards up to a size, or find the smallest counterexample.

    A and B are ids of cards, files, or texts of the language in quotes: statements, a number, or
    a condition (1 if it holds). The counterexample has the fewest pieces. Exit code 0 if A
    and B are equal, 1 if they differ or the question could not be decided in time.
    """
    if output and not force:
        keep_existing([Path(output)])
    inputs = Inputs((), as_json=as_json)
    pair = CardArguments(inputs).pair((one, other), game)
    if len(pair) == 2:
        proof = _proof(pair, size, height, players, at_most, time_limit, workers)
        inputs.good = proof.verdict == "equal"
        echo_answer(proof_output(pair, proof, at_most), proof_lines(pair, proof, at_most), as_json)
        _write(pair, proof, output, drawing, as_json)
    ctx.exit(inputs.exit_code)


def _proof(
    pair: Sequence[LoadedRule],
    size: Geometry | None,
    height: int | None,
    players: int | None,
    at_most: bool,
    time_limit: float,
    workers: int | None,
) -> Proof:
    """What was found out. Raises `CannotRun` when it cannot be asked."""
    from tilewright.solver.compare import compare

    game, (one, other) = pair[0].pack.game, (loaded.rule for loaded in pair)
    with asking("prove does not support this"), STOP.heeded(), Status(" and ".join(map(said, pair))) as status:
        return compare(
            game,
            one,
            other,
            size=size,
            height=height,
            players=players,
            at_most=at_most,
            time_limit=time_limit,
            workers=workers,
            on_progress=_progress(status),
        )


def _progress(status: Status) -> Callable[[TableScope], Progress]:
    """Says the size that is looked at."""

    def asked(scope: TableScope) -> Progress:
        def report(seconds: float, weight: int | None, bound: int) -> None:
            found = "nothing found yet" if weight is None else "found; is there a smaller one?"
            status.say(f"{extent(scope)}: {found}")

        return report

    return asked


def _write(pair: Sequence[LoadedRule], proof: Proof, output: str | None, drawing: str | None, as_json: bool) -> None:
    if proof.table is None:
        return
    if output:
        echo(write_file(output, position_text(pair, proof.table, Path(output).parent)), err=as_json)
    if drawing:
        echo(write_picture(drawing, svg(of_position(proof.table))), err=as_json)
