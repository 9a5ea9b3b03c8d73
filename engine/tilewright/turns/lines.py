"""Lines of play: turns of the first player, played by the machine while the others pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tilewright.core import expr as core
from tilewright.meaning.exact import exact_evaluator
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.chance import Chance
from tilewright.play.machine import Machine, Referee, machine_of, program_of
from tilewright.play.state import Move, State
from tilewright.play.table import Table, position_of
from tilewright.table.card import Card
from tilewright.table.position import Position
from tilewright.turns.opening import open_table


class Disallowed(Exception):
    """The rules do not allow a line of play: in which turn and at which move of it, both from 0, and why."""

    def __init__(self, reason: str, turn: int = 0, move: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.turn, self.move = reason, turn, move


@dataclass(frozen=True)
class PlayedLine:
    """Turns of the first player as they were played: the moves of each, the parts of the score and the table after them."""

    turns: tuple[tuple[str, ...], ...]
    parts: Mapping[str, int]
    table: Table = field(compare=False, repr=False)

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(self.parts.values())


class Endgame:
    """A position in which every piece is known, with the cards in play: what its rules are, and playing it."""

    def __init__(self, position: Position, cards: Sequence[Card]) -> None:
        game = position.game
        assert game.course is not None, "the game file says nothing of playing"
        abilities = [ability for card in cards for ability in card.abilities]
        self.table = open_table(position)
        self.referee = Referee(game, program_of(game.course, abilities), {}, self.table.players)
        self.machine = machine_of(self.referee)
        self.rules: dict[str, core.Expr] = scoring_rules(game, cards)
        self._names = [player.name for player in position.players]

    def line(self, turns: int, play: Callable[[Machine, State, int], list[Move]]) -> PlayedLine:
        """The line of so many turns in which `play` goes on with each to its end. Raises what that raises."""
        table, told = self.table, list[tuple[str, ...]]()
        for turn in range(turns):
            moves, table = self._turn(table, turn, play)
            told.append(tuple(move.text for move in moves))
        evaluator = exact_evaluator(position_of(table, self._names, ()))
        parts = {name: evaluator.number(rule, {}, 0) for name, rule in self.rules.items()}
        return PlayedLine(tuple(told), parts, table)

    def _turn(
        self, table: Table, turn: int, play: Callable[[Machine, State, int], list[Move]]
    ) -> tuple[list[Move], Table]:
        captured: list[Table] = []
        state = self.machine.resume(table.copy(), 0, Chance(0))
        begun = state.turn
        self.machine.on_turn = lambda now: captured.append(now.table.copy()) if now.turn == begun + 1 else None
        try:
            moves = play(self.machine, state, turn)
        finally:
            self.machine.on_turn = None
        if not captured:
            raise Disallowed("the turn is not over yet", turn, len(moves))
        return moves, captured[0]

    def written(self, turns: Sequence[Sequence[str]]) -> PlayedLine:
        """The line of turns as they are written. Raises `Disallowed`."""
        return self.line(len(turns), lambda machine, state, turn: play_texts(machine, state, turns[turn], turn))


def play_texts(machine: Machine, state: State, texts: Sequence[str], turn: int) -> list[Move]:
    """Moves of one turn as they are written, played. Raises `Disallowed`."""
    played, begun = list[Move](), state.turn
    for at, text in enumerate(texts):
        if state.turn != begun or state.over:
            raise Disallowed(f"the turn is over before '{text}'", turn, at)
        moves = machine.moves_at(state)
        found = next((move for move in moves if move.text == text), None)
        if found is None:
            some = ", ".join(move.text for move in moves[:6])
            raise Disallowed(f"'{text}' cannot be played here; moves: {some}", turn, at)
        played.append(found)
        machine.apply(state, found)
    return played
