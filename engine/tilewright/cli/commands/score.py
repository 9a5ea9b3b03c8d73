"""`tilewright score`."""

from __future__ import annotations

from tilewright.cli.args import given
from tilewright.cli.args.cards import load
from tilewright.cli.args.given import complete_files
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.report.answer import score_lines, score_output
from tilewright.cli.terminal import echo_answer
from tilewright.meaning.scoring import score, score_briefly, winners
from tilewright.table.position import Position


class ScoreOptions(given.Options):
    files: tuple[str, ...] = given.argument(nargs=-1, required=True, metavar="FILE...", shell_complete=complete_files)
    as_json: bool = given.json("One JSON object per file, one per line.")
    brief: bool = given.flag("--brief", help="Points only, without the reasons.")


@given.command(ScoreOptions, epilog="Example: tilewright score game.position.yaml")
def command(options: ScoreOptions) -> int:
    """Score positions and games: every part of the score, and which spaces earned it by which line.

    For a record, score the position after its last move; there is no winner before the game ends.
    """
    inputs = Inputs(options.files, (".position.yaml", ".record.yaml"), options.as_json)
    for loaded in load(inputs, Position):
        scores = (score_briefly if options.as_json or options.brief else score)(loaded.value, loaded.cards)
        best = winners(loaded.value, scores) if loaded.final else []
        output = score_output(loaded.source.name, scores, best)
        echo_answer(output, score_lines(loaded, scores, best, options.brief), options.as_json)
    return inputs.exit_code
