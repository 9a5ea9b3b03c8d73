"""The command `tilewright`: subcommands, imported on demand, and the handling of signals."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import time
from contextlib import suppress
from importlib import import_module
from keyword import iskeyword
from threading import Thread
from types import FrameType
from typing import Any, NoReturn

import click

from tilewright.cli.args.given import CommandGroup
from tilewright.cli.terminal import COLOR, CannotRun, ClosedOutput, choose_color
from tilewright.stopping import STOP, PlayError, Unsupported

SIGNALS = (signal.SIGINT, signal.SIGTERM)
AGAIN = 0.05
GRACE = 1.75
"""Seconds between a stop request and the end of the process."""
TOGETHER = 0.1
"""Seconds within which signals count as one: timeout(1) signals both the process and its group."""


class Interrupted(BaseException):
    """A command was interrupted."""


class Interrupts:
    """Turns signals into stop requests for the whole process.

    Python's handlers do not run while the main thread is in a solver. So the C handler writes the signal number to a
    pipe (`signal.set_wakeup_fd`), and a thread reads it and makes the stop request. Code that does not check for
    requests gets a `KeyboardInterrupt`.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self._last = -TOGETHER

    def install(self) -> None:
        """Start handling signals; ignored ones, as by nohup, remain ignored."""
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._interrupt)
        Thread(target=self._listen, args=(reader,), daemon=True).start()

    @property
    def exit_code(self) -> int:
        """128 plus the signal number, as in shells."""
        return 128 + (self.number or signal.SIGINT)

    def leave(self) -> NoReturn:
        """End the process immediately."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(self.exit_code)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """The Python handler; runs in the main thread between two bytecode instructions."""
        before, self._last = self._last, time.monotonic()
        if self._last - before < TOGETHER:
            return
        self.number = number
        STOP.ask()
        if not STOP.is_heeded:
            raise KeyboardInterrupt

    def _listen(self, reader: int) -> None:
        numbers = (number for number in iter(lambda: os.read(reader, 1)[0], None) if number in SIGNALS)
        self.number, first = next(numbers), time.monotonic()
        STOP.ask()
        Thread(target=self._end_late, daemon=True).start()
        os._exit(128 + next(number for number in numbers if time.monotonic() - first >= TOGETHER))

    def _end_late(self) -> None:
        """End the process after the grace period, or what the work needs. Until then the request is repeated, for a solver
        that was about to start."""
        first, noted = time.monotonic(), False
        end = first + GRACE
        while (now := time.monotonic()) < end:
            if now - first < STOP.patience:  # after the work, its answer has the grace period
                end = now + GRACE
            time.sleep(AGAIN)
            STOP.ask()
            if now - first > GRACE and not noted:
                os.write(2, b"tilewright: finding what is known so far; interrupt again to end at once\n")
                noted = True
        os._exit(self.exit_code)


SECTIONS = {
    "Write": {
        "new": "Start a card, a game or a pack from a commented template.",
        "check": "Check cards, layouts, positions, puzzles and records of games.",
        "fmt": "Format files.",
        "explain": "Explain the code of a problem, with a bad and a good example.",
        "text": "Prove that the printed texts of cards match their rules.",
    },
    "See and print": {
        "show": "Draw the boards of a file.",
        "print": "Print cards to cut out, layouts at actual size, or puzzles as a booklet.",
        "export": "Write a game or a puzzle as one HTML file that works without a server.",
        "studio": "Run the studio: edit, lay out, score and solve in your browser.",
    },
    "Score, solve and prove": {
        "score": "Score positions and games, with the reasons for every point.",
        "solve": "Solve puzzles to a proven optimum.",
        "try": "Score your own answer to a puzzle, and show which rules it breaks.",
        "puzzle": "Make puzzles with exactly one answer, and rate how hard puzzles are.",
        "bounds": "Prove the least and the most that a card can pay.",
        "prove": "Prove that two cards pay the same, or find the smallest counterexample.",
        "complete": "Find out whether the remaining tiles can complete the areas of a map, and the fewest it takes.",
        "odds": "Find the best chance of reaching a goal in a turn, and the move that gives it.",
        "equilibrium": "Find optimal mixed strategies for secret choices, and their value.",
    },
    "Play and measure": {
        "play": "Play a game in the terminal with people and bots.",
        "trace": "Show each statement of a game that was carried out or skipped, and why.",
        "verify": "Measure how well a game works, or count the ways in which it can be played.",
        "simulate": "Play many games between bots, and show how the game plays.",
        "balance": "Test whether cards are too strong, by playing many games with and without them.",
        "train": "Train the bots of a game: learn evaluation weights from matches.",
    },
    "For editors and shells": {
        "lsp": "Run the language server for editors: problems, completion and scores as you type.",
        "schema": "Print the JSON Schema of a format, for editors.",
        "completion": "Print a completion script for a shell.",
    },
}
COMMANDS = {name: help_line for section in SECTIONS.values() for name, help_line in section.items()}


class _Commands(CommandGroup):
    """A group whose commands are imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *_layout_classes()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return _layout_commands(cmd_name)
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command: click.Command = import_module(f"tilewright.cli.commands.{module}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Treat an interrupt as such; click would turn it into an abort, with exit code 1."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interrupted from None
        except (PlayError, Unsupported) as problem:
            raise CannotRun(str(problem)) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in {**SECTIONS, "Layouts": _layout_classes()}.items():
            if commands:
                with formatter.section(title):
                    formatter.write_dl(list(commands.items()))


def _layout_classes() -> dict[str, str]:
    """The help line of each class of layouts."""
    from tilewright.cli.commands.layout import classes

    return classes()


def _layout_commands(name: str) -> click.Command | None:
    """The commands of a class of layouts. Packs are loaded only if the name is not that of a command."""
    from tilewright.cli.commands.layout import group

    return group(name)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 success, 1 a check failed or there is no solution, 2 could not run; 130 and 143 if stopped by a signal.",
)
@click.option(
    "--color",
    type=click.Choice(COLOR),
    default="auto",
    show_default=True,
    help="Colors: on terminals (unless NO_COLOR or TERM=dumb is set), always or never.",
)
@click.version_option(package_name="tilewright")
@click.pass_context
def command(ctx: click.Context, color: str) -> None:
    """Write cards and board games as text; check, score, solve, play and print them.

    Cards, layouts, positions and puzzles are text files. Start with: tilewright check FILE
    """
    choose_color(ctx, color)


def main() -> None:
    """The entry point of the console script."""
    gc.set_threshold(200_000, 50, 50)  # a command makes many objects and few cycles, so fewer collections are faster
    atexit.register(gc.freeze)  # skips the last collection at exit
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    interrupts = Interrupts()
    try:
        interrupts.install()
        command(prog_name="tilewright")
    except BaseException as end:
        if interrupts.number is not None or isinstance(end, Interrupted | KeyboardInterrupt):
            interrupts.leave()  # an interrupt during an import may surface as any other error
        if not isinstance(end, OSError):
            raise
        # for help, which click prints itself, and for other errors of the system
        CannotRun(end.strerror or str(end)).show()
        os._exit(CannotRun.exit_code)  # skips flushing the streams, which would fail again


def _open_closed_streams() -> None:
    """Keep the file descriptors 0 to 2 occupied, so that no opened file gets one and receives other output."""
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
