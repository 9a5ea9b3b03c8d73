"""A game at one table: people are asked, bots are told of, and commands are done between moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.cli.errors import CannotRun
from tilewright.cli.table.choices import Asked, asked, read
from tilewright.cli.table.commands import Commands, Left
from tilewright.cli.table.console import Console
from tilewright.cli.table.log import drawn, results, told_turn, turns_with_moves
from tilewright.cli.table.save import TooLong
from tilewright.cli.table.screen import Screen
from tilewright.play.match import IllegalMove, Match
from tilewright.sim.simulation import LONGEST

if TYPE_CHECKING:
    from tilewright.play.bots import Bot

Save = Callable[[Match, str], None]


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
        self.screen = screen
        self.console = console
        self.save = save
        self.file = file
        self.greeting = greeting
        self.viewing = match.over
        self.stale = True
        self._held: list[str] = []
        self._drawn_turn = -1
        self._too_long: int | None = None
        self._commands = Commands(self)

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
        except (EOFError, KeyboardInterrupt):
            self.console.say([""])
        self._end()

    def _bot_moves(self) -> None:
        """A bot plays to the end of its turn."""
        turn, player = self.match.state.turn, self.match.turn
        if self.console.live:
            self.console.say([f"{self.match.names[player]} ..."])
        while not self.match.over and self.match.state.turn == turn:
            if len(self.match.played) >= LONGEST:
                raise CannotRun(f"the game has not ended after {LONGEST} moves")
            self.match.play(self.bots[player].choose(self.match))
        self.turn_ended(turn)

    def _prompt(self) -> None:
        """Ask the player who chooses, and do what is typed."""
        if self.stale:
            self._draw(asked(self.match.machine, self.match.state))
            self.stale = False
        self.type(self.console.ask(f"{self.match.names[self.match.turn]}> "))

    def _view(self) -> None:
        """A game that is over is shown; it can be taken back."""
        if self.stale:
            self.console.draw([*self.final(), *self._held])
            self._held = []
            self.console.say(["turns lists what was played, undo takes it back, quit leaves"])
            self.stale = False
        self.type(self.console.ask("over> "))

    def _end(self) -> None:
        if self.match.over and not self.viewing:
            self.console.draw(self.final())
        elif not self.match.over:
            self.console.say([f"{self.match.game.id}: stopped, not over"])
        if self.file is not None and not (self.viewing and self.match.over) and self._kept(self.file):
            self.console.say([f"saved in {self.file}"])

    def _kept(self, file: str) -> bool:
        """Write the record; once it is too long that is told, and what was written stays."""
        moves = len(self.match.played)
        if self._too_long is None or moves < self._too_long:
            try:
                self.save(self.match, file)
            except TooLong as problem:
                self._too_long = moves
                self.say([problem.message])
            else:
                return True
        return False

    # -- what is typed

    def type(self, line: str) -> None:
        """Do what a line says: moves and commands, parted by semicolons."""
        parts = [part.strip() for part in line.split(";") if part.strip()]
        for i, part in enumerate(parts):
            turn = self.match.state.turn
            if not self._commands.do(part) and not self._moved(part):
                rest = parts[i + 1 :]
                if rest:
                    self.say([f"left out: {'; '.join(rest)}"])
                return
            if self.match.state.turn > turn and i + 1 < len(parts):
                self.say([f"the turn is over; left out: {'; '.join(parts[i + 1 :])}"])
                return

    def _moved(self, text: str) -> bool:
        """Make the move that a text means; what it could not mean is said."""
        if self.match.over:
            self.say([f"the game is over; {text[:40]!r} is no command"])
            return False
        before = self.match.state
        try:
            moves = read(self.match, text)
        except IllegalMove as problem:
            self.say([str(problem)])
            return False
        for move in moves:
            self.match.play(move)
        self.stale = True
        if self.match.over or self.match.state.turn > before.turn:
            self.turn_ended(before.turn)
        elif self.match.state.draws != before.draws and not self.console.live:
            self.console.say([drawn(self.match, before, self.match.state)])
        return True

    def turn_ended(self, turn: int) -> None:
        """Tell a turn, and keep what was played so far."""
        self.stale = True
        if not self.console.live:
            self.say(told_turn(self.match, turn))
        if self.file is not None:
            self._kept(self.file)

    # -- what is shown

    def say(self, lines: Sequence[str]) -> None:
        """Write lines; when the screen is to be drawn anew, below that."""
        if self.stale and self.console.live:
            self._held += lines
        else:
            self.console.say(lines)

    def _draw(self, choice: Asked) -> None:
        """On a terminal all that there is; elsewhere the boards once a turn."""
        width, height = self.console.size()
        turn = self.match.state.turn
        if self.console.live:
            news = self.news() or [self.greeting]
            height = height - len(self._held) if height else None
            self.console.draw([*self.screen.whole(self.match, choice, news, width, height), *self._held])
            self._held = []
        elif turn != self._drawn_turn:
            self.console.say(["", *self.screen.whole(self.match, choice, (), width)])
        else:
            self.console.say(self.screen.choice(self.match, choice, width))
        self._drawn_turn = turn

    def news(self) -> list[str]:
        """The last turn of each other player, and what was played in this one."""
        now = self.match.state.turn
        last = [turn for turn in turns_with_moves(self.match) if turn > now - len(self.match.names)]
        return [line for turn in last for line in told_turn(self.match, turn)]

    def redraw(self) -> None:
        """Everything is to be shown anew."""
        self.stale = True
        self._drawn_turn = -1

    def final(self) -> list[str]:
        """The table at the end, the scores and who has won."""
        winners = self.match.winners()
        width, _ = self.console.size()
        return [
            *self.screen.boards(self.match, None, width),
            *(self.news() if self.console.live else ()),
            "",
            *results(self.match.scores()),
            f"{'Winner' if len(winners) == 1 else 'Shared by'}: {', '.join(winners)}",
        ]

    def save_as(self, file: str) -> Sequence[str]:
        """Write the record; says where, or why it could not be."""
        try:
            self.save(self.match, file)
        except CannotRun as problem:
            return [problem.message]
        return [f"saved in {file}"]
