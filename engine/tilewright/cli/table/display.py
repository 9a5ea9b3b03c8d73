"""What a session shows: on a terminal the whole screen anew, elsewhere what is new."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from tilewright.cli.table.console import Console
from tilewright.cli.table.results import STALLED, results
from tilewright.cli.table.screen import Screen
from tilewright.play.choices import ChoiceList
from tilewright.play.log import played_turns, turn_lines
from tilewright.play.match import Match


class Display:
    """Shows a match on a console. It is `stale` when what is on the screen is no longer so.

    Messages that come before a stale screen is drawn again stand below it.
    """

    def __init__(self, match: Match, screen: Screen, console: Console) -> None:
        self.match = match
        self.screen = screen
        self.console = console
        self.stale = True
        self._held: list[str] = []
        self._drawn_turn = -1

    @property
    def width(self) -> int:
        """The columns there are."""
        return self.console.size()[0]

    def say(self, lines: Sequence[str]) -> None:
        """Write lines; when the screen is to be drawn anew, below that."""
        if self.stale and self.console.live:
            self._held += lines
        else:
            self.console.say(lines)

    def say_wrapped(self, *lines: str) -> None:
        """Write lines, the long ones wrapped."""
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            self.say(wrap(line, self.width, subsequent_indent=indent) or [""])

    def redraw(self) -> None:
        """Everything is to be shown anew."""
        self.stale = True
        self._drawn_turn = -1

    def show_choice(self, choice: ChoiceList, greeting: str) -> None:
        """On a terminal all that there is; elsewhere the boards once a turn."""
        width, height = self.console.size()
        turn = self.match.state.turn
        if self.console.live:
            news = self.news() or [greeting]
            height = height - len(self._held) if height else None
            self.console.draw([*self.screen.whole(self.match, choice, news, width, height), *self._held])
            self._held = []
        elif turn != self._drawn_turn:
            self.console.say(["", *self.screen.whole(self.match, choice, (), width)])
        else:
            self.console.say(self.screen.choice(self.match, choice, width))
        self._drawn_turn = turn
        self.stale = False

    def show_over(self) -> None:
        """A game that is over, which can still be looked at."""
        self.console.draw([*self.final(), *self._held])
        self._held = []
        self.console.say(["turns lists what was played, undo takes it back, quit leaves"])
        self.stale = False

    def news(self) -> list[str]:
        """The last turn of each other player, and what was played in this one."""
        now = self.match.state.turn
        last = [turn for turn in played_turns(self.match) if turn > now - len(self.match.names)]
        return [line for turn in last for line in turn_lines(self.match, turn)]

    def final(self) -> list[str]:
        """The table at the end, the scores and who has won."""
        winners = self.match.winners()
        return [
            *self.screen.boards(self.match, None, self.width),
            *(self.news() if self.console.live else ()),
            "",
            *results(self.match.scores()),
            *([STALLED] if self.match.stalled else []),
            f"{'Winner' if len(winners) == 1 else 'Shared by'}: {', '.join(winners)}",
        ]
