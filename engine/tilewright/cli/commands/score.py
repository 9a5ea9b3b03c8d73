"""`tilewright score`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.positions import Loaded, load
from tilewright.cli.report.reasons import why_lines
from tilewright.cli.report.score import as_score_json
from tilewright.meaning.scoring import Score, score, scoring_sources, winners
from tilewright.source import Source
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position


@click.command(epilog="Example: tilewright score game.position.yaml")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each file.")
@click.option("--brief", is_flag=True, help="Points only, without the reasons.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], as_json: bool, brief: bool) -> None:
    """Score positions and games: every part of the score, and which spaces earned it by which line.

    Of a record, it is the position that the game has come to.
    """
    inputs = Inputs(files, (".position.yaml", ".record.yaml"), as_json)
    for loaded in load(inputs, Position):
        scores = score(loaded.value, loaded.cards)
        best = winners(loaded.value, scores)
        if as_json:
            click.echo(as_score_json(loaded.source.name, scores, best))
        else:
            _print(loaded, scores, best, brief)
    ctx.exit(inputs.exit_code)


def _print(loaded: Loaded[Position], scores: list[Score], best: list[str], brief: bool) -> None:
    sources = scoring_sources(loaded.pack.source, loaded.value.game, loaded.cards)
    click.echo(click.style(loaded.source.name, bold=True))
    for found, player in zip(scores, loaded.value.players, strict=True):
        for line in _player(found, player.board.geometry, sources, brief):
            click.echo(line)
    silent = [card.id for card in loaded.cards if card.rule is None]
    if silent:
        click.echo(f"  without points: {', '.join(silent)}")
    if len(scores) > 1:
        click.echo(f"{'Winner' if len(best) == 1 else 'Shared by'}: {', '.join(best)}")


def _player(found: Score, geometry: Geometry, sources: dict[str, Source], brief: bool) -> Iterator[str]:
    yield f"  {click.style(found.name, bold=True)}  {found.total}"
    for part, points in found.parts.items():
        yield f"  {points:>5}  {part}"
        if not brief:
            yield from why_lines(found.reasons[part], sources[part], geometry)
