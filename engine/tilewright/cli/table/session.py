"""A session of a game: people are prompted, bots choose, and commands run between moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from tilewright.cli.table.commands import COMMANDS, CommandContext, Left, run_command
from tilewright.cli.table.save import RecordFile, Save
from tilewright.cli.table.screen import Console, Display, Screen
from tilewright.cli.terminal import CannotRun
from tilewright.diagnostics import did_you_mean
from tilewright.meaning.domain import Element
from tilewright.play.choices import ADVICE, asked, read
from tilewright.play.frames import Frame
from tilewright.play.log import draw_text, looked_at, turn_lines
from tilewright.play.match import IllegalMove, Match
from tilewright.play.state import GameState
from tilewright.play.view import secret_began, secret_block

if TYPE_CHECKING:
    from tilewright.play.bots import Bot


LONGEST = 20_000
"""The largest number of moves that bots play."""


class Session:
    """Plays a match on a console until it ends or the player leaves.

    `bots` choose for the players with their index, people for all others. `save` writes a record; it is called for
    `file`, if given, after each turn and at the end, as long as the record can be read again. `greeting` is shown
    first. A finished match can be inspected and undone.
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
        self._alone = PrivacyScreen(match, people, console)
        self.display = Display(match, screen, console)
        self.file = RecordFile(save, file, self.display.say)
        self._seated = CommandContext(match, bots, self.display, self.file)

    # -- main loop

    def run(self) -> None:
        """Play. Raises `CannotRun` if the record cannot be written, or the bots exceed `LONGEST` moves."""
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
        """A bot plays until the end of its turn."""
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
        """Prompt the player who chooses, and execute the input."""
        if self._alone.pass_on():
            self.display.redraw()
        if self.display.stale:
            self.display.show_choice(asked(self.match.machine, self.match.state), self.greeting)
        self._type(self.console.ask(f"{self.match.names[self.match.turn]}> "))

    def _view(self) -> None:
        """Show a finished game; it can be undone."""
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

    # -- input

    def _type(self, line: str) -> None:
        """Execute a line: moves and commands, separated by semicolons."""
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
        """Make the move of a text. Reports a text that is not a move."""
        if self.match.over:
            self.display.say([f"the game is over; {text[:40]!r} is not a command"])
            return False
        before = self.match.state
        try:
            moves = read(self.match, text)
        except IllegalMove as problem:
            meant = did_you_mean(text.partition(" ")[0].lower(), COMMANDS)
            self.display.say([str(problem).replace(ADVICE, meant or ADVICE)])
            return False
        for move in moves:
            self.match.play(move)
        self._show_what_was_looked_at(before)
        self._alone.moved()
        self.display.stale = True
        if self.match.over or self.match.state.turn > before.turn:
            self._turn_ended(before.turn)
        elif self.match.state.draws != before.draws and not self.console.live:
            brought = draw_text(self.match, before, self.match.state)
            self.console.say([brought] if brought else [])
        return True

    def _show_what_was_looked_at(self, before: GameState) -> None:
        """Show what only the player who moved has seen. Also shown on the screen of a choice that follows."""
        looked = looked_at(self.match, before, self.match.state, before.player)
        if not looked:
            return
        if self.match.over or self.match.state.turn > before.turn:
            self.console.cover(looked)
        elif not self.console.live:
            self.console.say([looked])

    def _turn_ended(self, turn: int) -> None:
        """Show a turn, and write the record."""
        self.display.stale = True
        if not self.console.live:
            self.display.say(turn_lines(self.match, turn))
        self.file.write(self.match)


class PrivacyScreen:
    """Covers the screen before another one of several `people` looks at it.

    In a secret block, players without a choice are called as well, so that their absence reveals nothing.
    """

    def __init__(self, match: Match, people: Collection[int], console: Console) -> None:
        self._match = match
        self._people = people
        self._console = console
        self._hides = match.game.hides and len(people) > 1
        self._before: int | None = None
        block, self._began = self._secret()
        self._block = None if block is None else block.left  # who is asked in the secret that was open last
        self._called = set() if block is None else set((block.left or ())[: block.done - 1])
        self._played = len(match.played)

    def pass_on(self) -> bool:
        """Let the player who chooses be alone. Returns whether the screen was covered."""
        self._without_choice(waiting=True)
        turn, before = self._match.turn, self._before
        self._called.add(turn)
        self._before = turn
        if not self._hides or before == turn:
            return False
        self._cover(turn)
        return True

    def moved(self) -> None:
        """After a move: when the secret block is over, players without a choice are called before the reveal."""
        self._without_choice(waiting=False)

    def _without_choice(self, waiting: bool) -> None:
        match = self._match
        block, began = self._secret()
        now = None if block is None else block.left
        if len(match.played) < self._played:  # taken back
            self._block, self._began, self._called = now, began, set()
        self._played = len(match.played)
        if began != self._began:
            self._call(self._block or ())
            self._block, self._began, self._called = None, None, set()
        if waiting and block is not None and now is not None:
            self._call(now[: block.done - 1])
            self._block, self._began = now, began

    def _secret(self) -> tuple[Frame | None, int | None]:
        """The open secret block, and the index of its first choice."""
        match = self._match
        block: Frame | None = None if match.over else secret_block(match.state)
        return block, None if block is None else secret_began(match.states, len(match.states) - 1)

    def _call(self, players: tuple[Element, ...]) -> None:
        """Call those of these players who have not been called yet."""
        for player in self._missing(players):
            self._called.add(player)
            self._before = player
            self._cover(player)
            self._console.cover(f"{self._match.names[player]}: there is nothing for you to choose here.")

    def _missing(self, players: tuple[Element, ...]) -> Iterator[int]:
        return (one for one in self._people if self._hides and one in players and one not in self._called)

    def _cover(self, player: int) -> None:
        self._console.cover(f"Next: {self._match.names[player]}. The others look away.")
