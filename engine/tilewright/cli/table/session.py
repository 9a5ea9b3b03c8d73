"""A game at one table: people are asked, bots choose for themselves, and commands are run between moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilewright.cli.errors import CannotRun
from tilewright.cli.table.alone import AskedAlone
from tilewright.cli.table.commands import CommandContext, Left, run_command
from tilewright.cli.table.console import Console
from tilewright.cli.table.display import Display
from tilewright.cli.table.save import RecordFile, Save
from tilewright.cli.table.screen import Screen
from tilewright.play.choices import asked, read
from tilewright.play.log import draw_text, turn_lines
from tilewright.play.match import IllegalMove, Match

if TYPE_CHECKING:
    from tilewright.play.bots import Bot

LONGEST = 20_000
"""Moves after which bots play no more."""


class Session:
    """Plays a match on a console until it is over or the player leaves.

    `bots` choose for the players of their index, people for all others. `save` writes a record to
    a file; it is written to `file` after each turn and in the end, if there is one, as long as it
    can be read again. `greeting` is shown at first. A match that is over already can be looked at
    and taken back.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        screen: Screen,
        console: Console,
        save: Save,
        file: str | None = None,
        greeting: str = "",
    ) -> None:
        self.match = match
        self.bots = bots
        self.console = console
        self.greeting = greeting
        self.interrupted = False
        self.viewing = match.over
        people = [player for player in range(len(match.names)) if player not in bots]
        self._alone = AskedAlone(match, people, console)
        self.display = Display(match, screen, console)
        self.file = RecordFile(save, file, self.display.say)
        self._seated = CommandContext(match, bots, self.display, self.file)

    # -- the course of a session

    def run(self) -> None:
        """Play. Raises `CannotRun` when the record cannot be written, or bots find no end."""
        if self.greeting and not self.console.live:
            self.console.say([self.greeting])
        try:
            while self.viewing or not self.match.over:
                if self.match.over:
                    self._view()
                elif self.match.turn in self.bots:
                    self._bot_moves()
                else:
                    self._prompt()
        except Left:
            pass
        except (EOFError, KeyboardInterrupt) as end:
            self.interrupted = isinstance(end, KeyboardInterrupt)
            self.console.say([""])
        self._end()

    def _bot_moves(self) -> None:
        """A bot plays to the end of its turn."""
        turn, player = self.match.state.turn, self.match.turn
        if self.console.live:
            self.console.say([f"{self.match.names[player]} ..."])
        while not self.match.over and self.match.state.turn == turn and self.match.turn == player:
            if len(self.match.played) >= LONGEST:
                raise CannotRun(f"the game has not ended after {LONGEST} moves")
            self.match.play(self.bots[player].choose(self.match.view()))
        self._alone.moved()
        self._turn_ended(turn)

    def _prompt(self) -> None:
        """Ask the player who chooses, and do what is typed."""
        if self._alone.pass_on():
            self.display.redraw()
        if self.display.stale:
            self.display.show_choice(asked(self.match.machine, self.match.state), self.greeting)
        self._type(self.console.ask(f"{self.match.names[self.match.turn]}> "))

    def _view(self) -> None:
        """A game that is over is shown; it can be taken back."""
        if self.display.stale:
            self.display.show_over()
        self._type(self.console.ask("over> "))

    def _end(self) -> None:
        if self.match.over and not self.viewing:
            self.console.draw(self.display.final())
        elif not self.match.over:
            self.console.say([f"{self.match.game.id}: stopped before the end"])
        if not (self.viewing and self.match.over) and self.file.write(self.match):
            self.console.say([f"saved in {self.file.path}"])

    # -- what is typed

    def _type(self, line: str) -> None:
        """Do what a line says: moves and commands, parted by semicolons."""
        parts = [part.strip() for part in line.split(";") if part.strip()]
        for i, part in enumerate(parts):
            turn = self.match.state.turn
            if not run_command(self._seated, part) and not self._moved(part):
                rest = parts[i + 1 :]
                if rest:
                    self.display.say([f"not played: {'; '.join(rest)}"])
                return
            if self.match.state.turn > turn and i + 1 < len(parts):
                self.display.say([f"the turn is over; not played: {'; '.join(parts[i + 1 :])}"])
                return

    def _moved(self, text: str) -> bool:
        """Make the move that a text means; what it could not mean is said."""
        if self.match.over:
            self.display.say([f"the game is over; {text[:40]!r} is not a command"])
            return False
        before = self.match.state
        try:
            moves = read(self.match, text)
        except IllegalMove as problem:
            self.display.say([str(problem)])
            return False
        for move in moves:
            self.match.play(move)
        self._alone.moved()
        self.display.stale = True
        if self.match.over or self.match.state.turn > before.turn:
            self._turn_ended(before.turn)
        elif self.match.state.draws != before.draws and not self.console.live:
            brought = draw_text(self.match, before, self.match.state)
            self.console.say([brought] if brought else [])
        return True

    def _turn_ended(self, turn: int) -> None:
        """Tell a turn, and keep what was played so far."""
        self.display.stale = True
        if not self.console.live:
            self.display.say(turn_lines(self.match, turn))
        self.file.write(self.match)
