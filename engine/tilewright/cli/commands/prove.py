"""`tilewright prove`."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.given import BoardCommand, complete_games, complete_scoring_card
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import keep_existing, picture_file, writable, write_file, write_picture
from tilewright.cli.report.answer import why_lines
from tilewright.cli.terminal import ProgressLine, Status, asking, colored, echo, echo_answer
from tilewright.draw import svg, terminal
from tilewright.draw.picture import of_position
from tilewright.draw.text import beside
from tilewright.files.printing import print_position
from tilewright.meaning.exact import exact_seats
from tilewright.meaning.explained import explained
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import ProofOutput
from tilewright.packs.tables import LoadedRule
from tilewright.questions.proof import ProofAnswer, ProofQuestion
from tilewright.stopping import STOP
from tilewright.table.position import Position

if TYPE_CHECKING:
    from tilewright.solver.proof import Proof


GAP = 4
"""The number of characters between columns."""


def proof_output(pair: Sequence[LoadedRule], answer: ProofAnswer) -> ProofOutput:
    """The proof as JSON."""
    table = answer.proof.table
    one, other = (loaded.name for loaded in pair)
    return answer.output(one, other, ABSENT if table is None else position_text(pair, table, Path()))


def proof_lines(pair: Sequence[LoadedRule], answer: ProofAnswer) -> Iterator[str]:
    """The verdict with its scope; for a counterexample the boards, and the reasons for the points of both."""
    proof = answer.proof
    one, other = map(label_of, pair)
    if proof.table is not None:  # each text is printed below, so that a letter is enough here
        one, other = (letter if loaded.fragment else loaded.name for loaded, letter in zip(pair, "AB", strict=True))
    yield f"{click.style(answer.verdict, bold=True)}: {answer.words(one, other)} ({proof.seconds:.2f} s)"
    if proof.table is not None:
        yield from ("", *_tables(proof.table), "", *_traces(pair, proof))


def label_of(loaded: LoadedRule) -> str:
    """The name of an argument in a sentence: its id, its number or its text."""
    plain = not loaded.fragment or loaded.name.isdecimal()
    return loaded.name if plain else f"'{loaded.name}'"


def _width() -> int:
    return max(40, shutil.get_terminal_size().columns)


def _tables(table: Position) -> list[str]:
    color = colored(sys.stdout)
    return beside([terminal(picture, color=color).split("\n") for picture in of_position(table)], _width(), GAP)


def _traces(pair: Sequence[LoadedRule], proof: Proof) -> list[str]:
    """The reasons for the points of both, side by side."""
    assert proof.table is not None and proof.scores is not None
    half = (_width() - GAP) // 2
    blocks = []
    for loaded, points, letter in zip(pair, proof.scores, "AB", strict=True):
        lines = [f"{letter} pays {points}: {loaded.name}", *_trace(loaded, proof.table)]
        blocks.append([short for line in lines for short in textwrap.wrap(line, half, subsequent_indent="  ")])
    return beside(blocks, 2 * half + GAP, GAP)


def _trace(loaded: LoadedRule, table: Position) -> Iterator[str]:
    found = list(explained(loaded.rule, exact_seats(table)).reasons)
    geometry = table.players[0].board.geometry
    yield from (click.unstyle(line).strip() for line in why_lines(found, loaded.card.source, geometry))


def position_text(pair: Sequence[LoadedRule], table: Position, folder: Path) -> str:
    """The text of a position file; in play are those of the two cards that can be found from the folder."""
    files = pair[0].pack.catalog(folder).files()
    known = [
        loaded.card.id
        for loaded in pair
        if loaded.card.source.path and (path := files.get(loaded.card.id)) and path.samefile(loaded.card.source.path)
    ]
    heads = [f"# {which}: {loaded.name}" for which, loaded in zip("AB", pair, strict=True)]
    position = Position(table.game, table.players, tuple(dict.fromkeys(known)), table.boards)
    return "\n".join([*heads, print_position(position)])


def position_file(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """The value of `-o`. Raises before any work if no position can be written there."""
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
    """The answer. Raises `CannotRun` if the question is not supported."""
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
