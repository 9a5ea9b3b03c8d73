"""What a session shows: on a terminal the whole screen anew, elsewhere what is new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from tilewright.cli.report.table import table
from tilewright.cli.table.console import Console
from tilewright.cli.table.screen import Screen
from tilewright.kernel.interpreter import MOST_IDLE
from tilewright.meaning.scoring import Score
from tilewright.play.choices import ChoiceList
from tilewright.play.log import HIDDEN, played_turns, turn_lines
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


STALLED = f"The game ended because nothing could be done for {MOST_IDLE} turns in a row."


def results(scores: Sequence[Score]) -> list[str]:
    """A table of the parts of all scores, a column for each player."""
    columns = [["", *scores[0].parts, "total"]]
    columns += [[one.name, *map(str, one.parts.values()), str(one.total)] for one in scores]
    return table(list(zip(*columns, strict=True)), indent=0)


def why(match: Match, found: Score, hidden: frozenset[str] = frozenset()) -> Iterator[str]:
    """The parts of a score with the spaces that earned each, a line a part; of those that are `hidden` only that there are such."""
    geometry = match.state.table.grids[0].geometry
    for part, points in found.parts.items():
        if part in hidden:
            yield f"  {HIDDEN:>4}  {part}"
            continue
        spaces = dict.fromkeys(space for reason in found.reasons[part] for space in reason.spaces)
        at = " ".join(geometry.spoken(space) for space in spaces)
        yield f"  {points:>4}  {part}" + (f"  at {at}" if points and at else "")
