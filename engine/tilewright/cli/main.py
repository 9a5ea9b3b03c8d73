"""The command `tilewright`: one module a command, loaded when it is used."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click

from tilewright.cli.errors import CannotRun
from tilewright.cli.group import CommandGroup
from tilewright.cli.interrupts import Interrupted, Interrupts
from tilewright.cli.terminal import COLOR, choose_color

COMMANDS = {
    "balance": "Whether cards are too strong, by many games between bots with and without them.",
    "bounds": "The least and the most a card can pay, proved.",
    "check": "Check cards, layouts, positions, puzzles and records of games.",
    "complete": "Whether the tiles that are left can complete the areas of a map, with how few, or never.",
    "completion": "Print what completes commands in a shell.",
    "explain": "Explain a problem's code, with a bad and a good example.",
    "export": "Write a puzzle as one HTML file that is solved without a server, or as a picture.",
    "fmt": "Put files into the canonical layout.",
    "lsp": "Serve an editor: problems, words and scores as one types.",
    "new": "Begin a card, a game or a pack with a commented file.",
    "equilibrium": "Tell how what is chosen in secret is chosen best, and what it is worth.",
    "odds": "The best chance to reach a goal in a turn, and the move that has it.",
    "play": "Play a game, people and bots at one table.",
    "print": "Print cards to cut, layouts at true scale, or puzzles as a booklet.",
    "prove": "Prove that two cards pay the same, or find the smallest counterexample.",
    "puzzle": "Make puzzles with one answer alone, and say how hard puzzles are.",
    "schema": "Print the JSON Schema of a format, for editors.",
    "score": "Score positions and games, with the reasons for every point.",
    "show": "Draw the boards of a file.",
    "simulate": "Play many games between bots, and tell how the game plays.",
    "solve": "Solve puzzles to a proven optimum.",
    "studio": "Serve a page in the browser to edit, lay out, score and solve.",
    "train": "Find out by matches what is worth points before it scores, for the bots of a game.",
    "try": "Score a placement of your own at a puzzle, and say what it breaks.",
    "text": "Compare the printed texts of cards with their rules, by proof.",
}


class _Commands(CommandGroup):
    """Loads a command's module only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *_layout_classes()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return _layout_commands(cmd_name)
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command: click.Command = import_module(f"tilewright.cli.commands.{module}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Interrupted is not what click calls aborted, which is an answer of no."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interrupted from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items(), *_layout_classes().items()])


def _layout_classes() -> dict[str, str]:
    """What the commands of classes of layouts do, by their names."""
    from tilewright.cli.commands.layout import classes

    return classes()


def _layout_commands(name: str) -> click.Command | None:
    """The commands of a class of layouts by its name; packs are read only for a word of none of ours."""
    from tilewright.cli.commands.layout import group

    return group(name)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 good, 1 the answer is no, 2 it could not run; 130 and 143 when ended by a signal.",
)
@click.option(
    "--color",
    type=click.Choice(COLOR),
    default="auto",
    show_default=True,
    help="Colors: on terminals (but for NO_COLOR and TERM=dumb), always or never.",
)
@click.version_option(package_name="tilewright")
@click.pass_context
def command(ctx: click.Context, color: str) -> None:
    """Rules as data for tile-stack board games.

    Cards, layouts, positions and puzzles are text files. Begin with: tilewright check FILE
    """
    choose_color(ctx, color)


def main() -> None:
    """The entry point of the console script."""
    gc.set_threshold(200_000, 50, 50)  # a command makes many objects and few cycles
    atexit.register(gc.freeze)  # nor is a last search for cycles needed: the system takes all memory back
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    interrupts = Interrupts()
    try:
        interrupts.install()
        command(prog_name="tilewright")
    except (Interrupted, KeyboardInterrupt):
        interrupts.leave()
    except SystemExit:
        if interrupts.number is not None:
            interrupts.leave()
        raise
    except OSError as problem:  # of the help, which click writes; and of what else the system may refuse
        CannotRun(problem.strerror or str(problem)).show()
        os._exit(CannotRun.exit_code)  # what the streams still hold cannot be written


def _open_closed_streams() -> None:
    """Let no file that is opened take the number of a standard stream, into which others write."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
