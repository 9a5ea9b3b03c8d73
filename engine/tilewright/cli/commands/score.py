"""`tilewright score`."""

from __future__ import annotations

import click

from tilewright.cli.args.cards import load
from tilewright.cli.args.completion import complete_files
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo_answer
from tilewright.cli.report.score import score_lines, score_output
from tilewright.meaning.scoring import score, score_briefly, winners
from tilewright.table.position import Position


@click.command(epilog="Example: tilewright score game.position.yaml")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_files)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per file, one per line.")
@click.option("--brief", is_flag=True, help="Points only, without the reasons.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], as_json: bool, brief: bool) -> None:
    """Score positions and games: every part of the score, and which spaces earned it by which line.

    For a record, score the position after its last move; there is no winner before the game ends.
    """
    inputs = Inputs(files, (".position.yaml", ".record.yaml"), as_json)
    for loaded in load(inputs, Position):
        scores = (score_briefly if as_json or brief else score)(loaded.value, loaded.cards)
        best = winners(loaded.value, scores) if loaded.final else []
        output = score_output(loaded.source.name, scores, best)
        echo_answer(output, score_lines(loaded, scores, best, brief), as_json)
    ctx.exit(inputs.exit_code)
