"""`tilewright prove`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.completion import complete_games, complete_scoring_card
from tilewright.cli.args.given import BoardCommand
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import keep_existing, picture_file, writable, write_file, write_picture
from tilewright.cli.errors import asking
from tilewright.cli.loaded import LoadedRule
from tilewright.cli.progress import ProgressLine, Status
from tilewright.cli.report.proof import label_of, position_text, proof_lines, proof_output
from tilewright.cli.terminal import echo, echo_answer
from tilewright.draw import svg
from tilewright.draw.picture import of_position
from tilewright.questions.proof import ProofAnswer, ProofQuestion
from tilewright.stopping import STOP

if TYPE_CHECKING:
    from tilewright.solver.proof import Proof


def position_file(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """The value of `-o`, refused before any work when no position can be written there."""
    if path is not None and not path.endswith(".yaml"):
        raise click.BadParameter("positions are written as .yaml files")
    return writable(path)


class ProveOptions(given.Options):
    one: str = given.argument(metavar="A", shell_complete=complete_scoring_card)
    other: str = given.argument(metavar="B", shell_complete=complete_scoring_card)
    question = given.question(ProofQuestion)
    game: str | None = given.option(
        "--game",
        metavar="GAME",
        shell_complete=complete_games,
        help="The game of quoted texts, if their words do not show which it is.",
    )
    output: str | None = given.option(
        "-o", "--output", callback=position_file, metavar="FILE.yaml", help="Write the counterexample as a position."
    )
    force: bool = given.flag("--force", help="Replace an existing file.")
    drawing: str | None = given.option(
        "--picture", "--svg", callback=picture_file, metavar="FILE.svg", help="Draw the counterexample."
    )
    as_json: bool = given.json()


@given.command(
    ProveOptions,
    cls=BoardCommand,
    epilog="Example: tilewright prove CARD 'score 1 for each stack' -o differ.position.yaml",
)
def command(options: ProveOptions) -> int:
    """Prove that two cards pay the same on all boards up to a size, or find the smallest counterexample.

    A and B are ids of cards, files, or texts of the language in quotes: statements, a number, or
    a condition (1 if it is true). The counterexample has the fewest pieces. Exit code 0 if A
    and B are equal, 1 if they differ or the question could not be decided in time.
    """
    if options.output and not options.force:
        keep_existing([Path(options.output)])
    inputs = Inputs((), as_json=options.as_json)
    pair = CardArguments(inputs).pair((options.one, options.other), options.game)
    if len(pair) == 2:
        answer = _answer(pair, options)
        inputs.good = answer.proof.verdict == "equal"
        echo_answer(proof_output(pair, answer), proof_lines(pair, answer), options.as_json)
        _write(pair, answer.proof, options)
    return inputs.exit_code


def _answer(pair: Sequence[LoadedRule], options: ProveOptions) -> ProofAnswer:
    """What was found out. Raises `CannotRun` when it cannot be asked."""
    question = options.question(pair[0].pack.game, *(loaded.rule for loaded in pair))
    with asking("prove does not support this"), STOP.heeded(), Status(" and ".join(map(label_of, pair))) as status:
        return question.run(ProgressLine("", status.say))


def _write(pair: Sequence[LoadedRule], proof: Proof, options: ProveOptions) -> None:
    if proof.table is None:
        return
    if options.output:
        text = position_text(pair, proof.table, Path(options.output).parent)
        echo(write_file(options.output, text), err=options.as_json)
    if options.drawing:
        echo(write_picture(options.drawing, svg(of_position(proof.table))), err=options.as_json)
