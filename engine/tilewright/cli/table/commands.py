"""What can be typed in a game besides moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import copy
from textwrap import wrap
from typing import TYPE_CHECKING

from tilewright.cli.table.choices import asked
from tilewright.cli.table.log import told_turn, turns_with_moves, why
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.play.bots import UnknownBot, bot
from tilewright.play.compiled import spoken
from tilewright.play.match import Match
from tilewright.table.board import Board

if TYPE_CHECKING:
    from tilewright.cli.table.session import Session
    from tilewright.play.bots import Bot

RECORD_SUFFIX = ".record.yaml"
ADVISER = "greedy"
_SPACE = re.compile(r"(?:(.*\S)\s+)?(\d{1,3}),(\d{1,3})")


class Left(Exception):
    """The player goes away; the game may go on another time."""


Command = Callable[["Commands", str], object]


class Commands:
    """The commands of a session; each gets what is typed after its name."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def match(self) -> Match:
        return self.session.match

    def do(self, text: str) -> bool:
        """Do a command; False when the text is none. A move of that very text comes first."""
        word, _, rest = text.partition(" ")
        name = self._named(word.lower())
        if name is None or any(move.text == text for move in self.match.moves):
            return False
        COMMANDS[name][0](self, rest.strip())
        return True

    def _named(self, word: str) -> str | None:
        """The command of that name, or the one that begins so when no move does."""
        word = "help" if word == "?" else word
        if word in COMMANDS or any(move.text.startswith(word) for move in self.match.moves):
            return word if word in COMMANDS else None
        meant = [name for name in COMMANDS if name.startswith(word)]
        return meant[0] if len(meant) == 1 else None

    def say(self, *lines: str) -> None:
        """Write lines, the long ones wrapped."""
        width = self.session.console.size()[0]
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            self.session.say(wrap(line, width, subsequent_indent=indent) or [""])

    # -- the commands

    def help(self, rest: str) -> None:
        """How to type moves, the commands, and the choice there is."""
        wide = max(len(usage) for _, usage, _ in COMMANDS.values())
        self.say(
            "Type a move as it is listed, or its end (3,4), its number, or how it begins;"
            " several are parted by semicolons: 3,4; 1; place 2,2",
            *(f"  {usage.ljust(wide)}  {what}" for _, usage, what in COMMANDS.values()),
        )
        if not self.match.over:
            choice = asked(self.match.machine, self.match.state)
            self.session.say(["", *self.session.screen.choice(self.match, choice, self._width)])

    @property
    def _width(self) -> int:
        return self.session.console.size()[0]

    def undo(self, rest: str) -> None:
        """Back to the last choice of a person."""
        back = next(self._own_choices(), None)
        if back is None:
            self.say("there is nothing to take back")
            return
        count = len(self.match.played) - back
        while len(self.match.played) > back:
            self.match.undo()
        self.session.redraw()
        self.say(f"taken back: {count} move{'s' if count > 1 else ''}")

    def _own_choices(self) -> Iterator[int]:
        """The indices of the moves that people chose, the last first, without those that went without saying."""
        states = self.match.states
        for i in reversed(range(len(self.match.played))):
            if states[i].mover not in self.session.bots:
                implied = asked(self.match.machine, states[i]).state is not states[i]
                if not implied or self.match.played[i].kind == "use":
                    yield i

    def hint(self, rest: str) -> None:
        """What a bot would play to the end of the turn, and what that gains; as far as chance has no part in it."""
        try:
            adviser = bot(rest or ADVISER, self.match.seed)
        except UnknownBot as problem:
            self.say(str(problem))
            return
        if self.match.over:
            self.say("the game is over")
            return
        count = len(self.match.played)
        try:
            self.say(f"{rest or ADVISER} would play: {self._advice(adviser)}")
        finally:
            while len(self.match.played) > count:
                self.match.undo()

    def _advice(self, adviser: Bot) -> str:
        """The moves of a bot, which are played; what chance brings is not to be known, nor what comes of it."""
        count, start = len(self.match.played), self.match.state
        while not self.match.over and self.match.state.turn == start.turn and self.match.state.draws == start.draws:
            self.match.play(adviser.choose(self.match))
        moves = "; ".join(map(str, self.match.played[count:]))
        if self.match.state.draws != start.draws:
            return f"{moves}; then it depends on what is drawn"
        return f"{moves} ({told_turn(self.match, start.turn)[0].rpartition(', ')[2]})"

    def moves(self, rest: str) -> None:
        """Every move with its number."""
        if self.match.over:
            self.say("the game is over")
            return
        choice = asked(self.match.machine, self.match.state)
        self.session.say(self.session.screen.moves(self.match, choice, self._width, every=True))

    def board(self, rest: str) -> None:
        """All boards."""
        state = None if self.match.over else asked(self.match.machine, self.match.state).state
        self.session.say(self.session.screen.boards(self.match, state, self._width))

    def look(self, rest: str) -> None:
        """The stacks on a space, from the top down."""
        found = _SPACE.fullmatch(rest)
        if found is None:
            self.say("look at a space: look 3,4, or look NAME 3,4")
            return
        boards = self._boards()
        name, row, column = found[1], int(found[2]), int(found[3])
        if name is None:
            shown = [*self.match.position().boards, self.match.names[self.match.turn]]
        elif name.lower() in map(str.lower, boards):
            shown = [known for known in boards if known.lower() == name.lower()]
        else:
            self.say(f"there is no board '{name}'; {did_you_mean(name, boards) or ', '.join(boards)}")
            return
        on_board = [known for known in shown if boards[known].geometry.at(row - 1, column - 1) is not None]
        self.say(*(_stack(known, boards[known], row, column) for known in on_board or shown[:1]))

    def _boards(self) -> dict[str, Board]:
        position = self.match.position()
        return dict(position.boards) | {player.name: player.board for player in position.players}

    def card(self, rest: str) -> None:
        """The text of a card in play; of all of them when none is named."""
        known = {card.id: card for card in self.match.cards}
        if rest and rest not in known:
            near = did_you_mean(rest, known) or f"cards: {', '.join(known) or 'none'}"
            self.say(f"no card '{rest[:40]}' is in play; {near}")
            return
        wording = self.session.screen.wording
        for card in [known[rest]] if rest else known.values():
            self.say(f"{card.id} ({card.category}): {wording.text(card.id)}")
        if not known:
            self.say("no card is in play")

    def score(self, rest: str) -> None:
        """The parts of all scores as things stand, and the spaces that earned them."""
        for found in self.match.scores():
            self.say(f"{found.name}  {found.total}", *why(self.match, found))

    def turns(self, rest: str) -> None:
        """What was played, or the boards as they were before a turn."""
        turns = turns_with_moves(self.match)
        if rest.isdecimal() and int(rest) - 1 in turns:
            view = copy(self.match)
            view.state = next(state for state in self.match.states if state.turn == int(rest) - 1)
            self.session.say(self.session.screen.boards(view, None, self._width))
        elif rest:
            last = f"1 to {turns[-1] + 1}" if turns else "none yet"
            self.say(f"there is no turn '{rest[:40]}'; turns: {last}")
        else:
            self.say(*(f"{turn + 1:>3} {line}" for turn in turns for line in told_turn(self.match, turn)))

    def save(self, rest: str) -> None:
        """Write the record."""
        file = rest or self.session.file
        if file is None:
            self.say(f"name a file: save NAME{RECORD_SUFFIX}")
            return
        if not file.endswith(RECORD_SUFFIX):
            file += RECORD_SUFFIX
        self.say(*self.session.save_as(file))

    def quit(self, rest: str) -> None:
        """Leave."""
        raise Left


def _stack(name: str, board: Board, row: int, column: int) -> str:
    space = board.geometry.at(row - 1, column - 1)
    if space is None:
        return f"{name} {row},{column}: off the board ({board.geometry.rows} x {board.geometry.columns})"
    stack = board.stacks[space]
    pieces = [*reversed(stack.up), *([f"{stack.down} face-down"] if stack.down else [])]
    shown = f"{stack.caps} on top, " if stack.caps else ""
    return f"{name} {spoken(board.geometry, space)}: {shown}{', '.join(pieces) or 'empty'}"


COMMANDS: dict[str, tuple[Command, str, str]] = {
    "help": (Commands.help, "help, ?", "this"),
    "undo": (Commands.undo, "undo", "back to your last choice, over the moves of bots too"),
    "hint": (Commands.hint, "hint [BOT]", f"what a bot ({ADVISER}) would play in this turn"),
    "moves": (Commands.moves, "moves", "every move with its number"),
    "board": (Commands.board, "board", "all boards"),
    "look": (Commands.look, "look [NAME] R,C", "a whole stack: row, column; NAME is a board or a player"),
    "card": (Commands.card, "card [ID]", "the text of a card in play"),
    "score": (Commands.score, "score", "the scores as things stand, part by part"),
    "turns": (Commands.turns, "turns [N]", "what was played; the boards before turn N"),
    "save": (Commands.save, "save [FILE]", "write the record of the game"),
    "quit": (Commands.quit, "quit", "leave; with --save the game is kept"),
}
