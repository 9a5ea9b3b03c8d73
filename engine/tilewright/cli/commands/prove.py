"""`tilewright prove`."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args.cards import CardArgument, CardArguments
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import folder_for, svg_file, write_file
from tilewright.cli.args.sizes import SECONDS, BoardCommand, size_of
from tilewright.cli.errors import CannotRun
from tilewright.cli.progress import Status
from tilewright.cli.report.reasons import why_lines
from tilewright.cli.terminal import colored
from tilewright.draw import svg, terminal
from tilewright.draw.compact import beside
from tilewright.draw.picture import of_position
from tilewright.files.printing import print_position
from tilewright.meaning.exact import exact_evaluator
from tilewright.meaning.trace import reasons
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position

if TYPE_CHECKING:
    from tilewright.solver.allowed import TableScope
    from tilewright.solver.closing import Progress
    from tilewright.solver.prove import Proof

SIZE, HEIGHT, TIME_LIMIT = "4x4", 3, 60.0
GAP = 4
"""Between what stands side by side, in characters."""


def position_file(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """The value of `-o`, refused before any work when no position can be written there."""
    if path is not None and not path.endswith(".yaml"):
        raise click.BadParameter("positions are written as .yaml files")
    return folder_for(path)


@click.command(
    cls=BoardCommand, epilog="Example: tilewright prove CARD 'score 1 for each stack' -o differ.position.yaml"
)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option(
    "--size", callback=size_of, default=SIZE, show_default=True, metavar="RxC", help="Boards of every size up to this."
)
@click.option(
    "--height",
    type=click.IntRange(1, 99),
    default=HEIGHT,
    show_default=True,
    metavar="H",
    help="Stacks of at most H pieces.",
)
@click.option("--players", type=click.IntRange(1, 12), metavar="N", help="For N players alone.")
@click.option("--at-most", is_flag=True, help="Ask only whether A can ever pay more than B.")
@click.option("--game", metavar="GAME", help="The game of texts, when their words do not tell.")
@click.option(
    "--time-limit", type=SECONDS, default=TIME_LIMIT, show_default=True, metavar="S", help="Stop after S seconds."
)
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Search with N threads.")
@click.option(
    "-o", "--output", callback=position_file, metavar="FILE.yaml", help="Write the counterexample as a position."
)
@click.option("--svg", "drawing", callback=svg_file, metavar="FILE.svg", help="Draw the counterexample.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def command(
    ctx: click.Context,
    one: str,
    other: str,
    size: Geometry,
    height: int,
    players: int | None,
    at_most: bool,
    game: str | None,
    time_limit: float,
    workers: int | None,
    output: str | None,
    drawing: str | None,
    as_json: bool,
) -> None:
    """Prove that two cards pay the same on all boards up to a size, or find the smallest counterexample.

    A and B are ids of cards, files, or texts of the language in quotes: statements, a number, or
    a condition (1 when it holds). The counterexample has the fewest pieces. Exit code 0 when A
    and B are equal, 1 when they differ or it could not be decided in time.
    """
    inputs = Inputs((), as_json=as_json)
    pair = CardArguments(inputs).pair((one, other), game)
    if len(pair) == 2:
        proof = _proof(pair, size, height, players, at_most, time_limit, workers)
        inputs.good = proof.verdict == "equal"
        if as_json:
            click.echo(json.dumps(as_proof(pair, proof, at_most), ensure_ascii=False))
        else:
            for line in _lines(pair, proof, f"{size.rows} x {size.columns}, stacks up to {height}", at_most):
                click.echo(line)
        _write(pair, proof, output, drawing, as_json)
    ctx.exit(inputs.exit_code)


def _proof(
    pair: Sequence[CardArgument],
    size: Geometry,
    height: int,
    players: int | None,
    at_most: bool,
    time_limit: float,
    workers: int | None,
) -> Proof:
    """What was found out. Raises `CannotRun` when it cannot be asked."""
    from tilewright.solver.prove import Proof, prove
    from tilewright.solver.scopes import NoScope, scopes_up_to

    game, (one, other) = pair[0].pack.game, (argument.rule for argument in pair)
    try:
        scopes = scopes_up_to(game, [one, other], size, height, players)
    except NoScope as problem:
        raise CannotRun(str(problem)) from None
    with Status(" and ".join(map(_said, pair))) as status:
        progress = _progress(status)
        found = prove(
            game, one, other, scopes, at_most=at_most, time_limit=time_limit, workers=workers, on_progress=progress
        )
    if isinstance(found, Proof):
        return found
    raise CannotRun(f"prove cannot take this: {found.reason}")


def _progress(status: Status) -> Callable[[TableScope], Progress]:
    """Tells the size that is looked at."""

    def asked(scope: TableScope) -> Progress:
        def tell(seconds: float, weight: int | None, bound: int) -> None:
            found = "nothing found yet" if weight is None else "found; is there a smaller one?"
            status.say(f"{_extent(scope)}: {found}")

        return tell

    return asked


def as_proof(pair: Sequence[CardArgument], proof: Proof, at_most: bool) -> dict[str, object]:
    """The object of ``proof/1``."""
    told: dict[str, object] = {
        "format": "proof/1",
        "verdict": proof.verdict,
        "cards": [argument.name for argument in pair],
        "at_most": at_most,
        "seconds": round(proof.seconds, 3),
    }
    if proof.table is None or proof.scores is None:
        return told
    own, *others = (repr(player.board) for player in proof.table.players)
    told |= {"scores": list(proof.scores), pair[0].pack.game.player_board.name: own, "smallest": proof.smallest}
    told |= {"others": others} if others else {}
    return told | {"position": position_text(pair, proof.table, Path())}


# ------------------------------------------------------------------ text


def _lines(pair: Sequence[CardArgument], proof: Proof, extent: str, at_most: bool) -> Iterator[str]:
    one, other = (letter if argument.fragment else argument.name for argument, letter in zip(pair, "AB", strict=True))
    board = pair[0].pack.game.player_board.name
    seconds = f"({proof.seconds:.2f} s)"
    if proof.verdict == "equal":
        one, other = map(_said, pair)
        claim = f"{one} never pays more than {other}" if at_most else f"{one} and {other} pay the same"
        yield f"{click.style('proved', bold=True)}: {claim} on any {board} up to {extent} {seconds}"
    elif proof.table is None or proof.scores is None:
        proved = f"proved up to {_extent(proof.settled[-1])}" if proof.settled else "nothing proved"
        yield f"{click.style('unknown', bold=True)}: no difference found, {proved}; the time ran out {seconds}"
    else:
        does = "it does" if at_most else "they differ"
        smallest = f"the smallest {board} on which {does}" if proof.smallest else "there may be a smaller one"
        verdict = "more" if at_most else "different"
        yield f"{click.style(verdict, bold=True)}: {one} pays {proof.scores[0]}, {other} pays {proof.scores[1]}; {smallest} {seconds}"
        yield from ("", *_tables(proof.table), "", *_traces(pair, proof))


def _extent(scope: TableScope) -> str:
    """The size of a scope and, where it matters, its players."""
    players = f" for {scope.players} players" if scope.players > 1 else ""
    return f"{scope.geometry.rows} x {scope.geometry.columns}{players}"


def _said(argument: CardArgument) -> str:
    """What an argument is called in a sentence: its id, its number or its text."""
    plain = not argument.fragment or argument.name.isdecimal()
    return argument.name if plain else f"'{argument.name}'"


def _width() -> int:
    return max(40, shutil.get_terminal_size().columns)


def _tables(table: Position) -> list[str]:
    color = colored(sys.stdout)
    return beside([terminal(picture, color=color).split("\n") for picture in of_position(table)], _width(), GAP)


def _traces(pair: Sequence[CardArgument], proof: Proof) -> list[str]:
    """What each of the two pays for, side by side."""
    assert proof.table is not None and proof.scores is not None
    half = (_width() - GAP) // 2
    blocks = []
    for argument, points, letter in zip(pair, proof.scores, "AB", strict=True):
        lines = [f"{letter} pays {points}: {argument.name}", *_trace(argument, proof.table)]
        blocks.append([short for line in lines for short in textwrap.wrap(line, half, subsequent_indent="  ")])
    return beside(blocks, 2 * half + GAP, GAP)


def _trace(argument: CardArgument, table: Position) -> Iterator[str]:
    found = reasons(exact_evaluator(table), argument.rule)
    geometry = table.players[0].board.geometry
    yield from (click.unstyle(line).strip() for line in why_lines(found, argument.card.source, geometry))


# ------------------------------------------------------------------ files


def _write(pair: Sequence[CardArgument], proof: Proof, output: str | None, drawing: str | None, as_json: bool) -> None:
    if proof.table is None:
        return
    if output:
        write_file(output, position_text(pair, proof.table, Path(output).parent))
        click.echo(f"wrote {output}", err=as_json)
    if drawing:
        write_file(drawing, svg(of_position(proof.table)))
        click.echo(f"wrote {drawing}", err=as_json)


def position_text(pair: Sequence[CardArgument], table: Position, folder: Path) -> str:
    """A position file of a table; in play are those of the two cards that are found from that folder."""
    files = pair[0].pack.catalog(folder).files()
    known = [
        argument.card.id
        for argument in pair
        if argument.card.source.path
        and (path := files.get(argument.card.id))
        and path.samefile(argument.card.source.path)
    ]
    heads = [f"# {which}: {argument.name}" for which, argument in zip("AB", pair, strict=True)]
    position = Position(table.game, table.players, tuple(dict.fromkeys(known)), table.boards)
    return "\n".join([*heads, print_position(position)])
