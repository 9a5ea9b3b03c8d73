"""`tilewright solve`."""

from __future__ import annotations

from itertools import groupby, zip_longest

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import load_puzzles
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.solving.games import is_game, solve_game
from tilewright.cli.solving.puzzles import export_model, solve_puzzle
from tilewright.cli.solving.request import SolveRequest
from tilewright.disk import is_folder
from tilewright.table.position import Puzzle


class _SolveCommand(click.Command):
    """`--hint` may stand without a number, before a file too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        full = list[str]()
        for word, after in zip_longest(args, args[1:], fillvalue=""):
            full += [word, "1"] if word == "--hint" and not after.isdecimal() else [word]
        return super().parse_args(ctx, full)


@given.command(
    SolveRequest, cls=_SolveCommand, epilog="Example: tilewright solve roofs.puzzle.yaml --time-limit 60 -o answer.svg"
)
def command(request: SolveRequest) -> int:
    """Find the best answer to a puzzle, or who wins a game, and prove it.

    For a puzzle, the goal is the most points, unless the puzzle or an option gives another. Exit code 1 if there is no
    such placement or none was found in time; with --unique, if it is not the only one; with --check, if
    the answer is not the expected one.

    For a position, a record or a GAME (a pack without puzzles), it finds who wins with best play, and the line of
    play. Exit code 1 if that is not proved within the limits.
    """
    _one_file(request)
    request.check_together()
    inputs = Inputs([], (".puzzle.yaml",), request.as_json)
    for is_one, some in groupby(request.files, key=is_game):
        inputs.paths = [*some]
        request.check_suited(is_one)
        if is_one:
            for name in inputs.paths:
                solve_game(inputs, name, request)
        else:
            for loaded in load_puzzles(inputs):
                if request.export is not None and isinstance(loaded.value, Puzzle):
                    export_model(inputs, loaded, request, request.export)
                else:
                    solve_puzzle(inputs, loaded, request)
    return inputs.exit_code


def _one_file(request: SolveRequest) -> None:
    """A picture or a model is of one puzzle."""
    several = len(request.files) > 1 or is_folder(request.files[0])
    if request.output and several:
        raise click.BadParameter("one puzzle is drawn as one file", param_hint="-o")
    if request.export and several:
        raise click.BadParameter("one puzzle is written as one .xml file", param_hint="--export")
