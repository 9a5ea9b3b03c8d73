"""Lines of play: turns of the first player, or one of each player, played by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tilewright.check.fragments import read_measure
from tilewright.core import expr as core
from tilewright.diagnostics import Problems
from tilewright.kernel import table as flat
from tilewright.kernel.engine import SeededChance
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import DRAWN
from tilewright.meaning.exact import exact_evaluator
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.machine import Machine
from tilewright.play.positions import position_of, table_of
from tilewright.play.program import program_of
from tilewright.play.state import GameState, Move
from tilewright.play.table import Table
from tilewright.play.ways import ways_to_end
from tilewright.stopping import Unsupported
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.position import Position


class Disallowed(Unsupported):
    """The rules do not allow a line of play: `turn` and `move` (both from 0) say where."""

    def __init__(self, reason: str, turn: int = 0, move: int = 0) -> None:
        super().__init__(reason)
        self.turn, self.move = turn, move


@dataclass(frozen=True)
class PlayedLine:
    """Turns as they were played: the moves of each, the parts of the first player's score, and the table after each
    turn."""

    turns: tuple[tuple[str, ...], ...]
    parts: Mapping[str, int]
    tables: tuple[Table, ...] = field(compare=False, repr=False)

    @property
    def table(self) -> Table:
        """The table after the last turn."""
        return self.tables[-1]

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(self.parts.values())


PlayTurn = Callable[[GameState, int], tuple[list[str], GameState]]
"""Plays a turn (numbered from 0) from its first choice to its end; returns its moves and the final state."""


class Endgame:
    """A position in which every piece is known, with the cards in play, and its machine.

    With a `worth`, that number is maximized in place of the score (`asked`); else `worth` is None. Raises `Problems` if
    it does not parse.
    """

    def __init__(self, position: Position, cards: Sequence[Card], worth: str = "") -> None:
        game = position.game
        assert game.play_rules is not None, "the game file has no turns"
        abilities = [ability for card in cards for ability in card.abilities]
        self.position, self.cards = position, cards
        self.table, self.draws = open_table(position), draws_of(position)
        self.chance = KnownDraws(self.draws)
        self.evaluator = StateEvaluator(game, program_of(game.play_rules, abilities), self.table.players)
        self.machine = Machine.on(self.evaluator, self.table)
        self.rules: dict[str, core.Expr] = scoring_rules(game, cards)
        self.asked, self.worth = worth, _number_of(worth, game) if worth else None
        self.names = [player.name for player in position.players]

    def begun(self, table: Table, player: int = 0) -> GameState:
        """The state at the first choice of a turn of a player, as if the game ended after it."""
        return self.machine.single_turn(table, {}, player, self.chance)

    def line(self, turns: int, play: PlayTurn, *, answered: bool = False) -> PlayedLine:
        """A line of some turns, each played by `play`; raises what `play` raises.

        All turns are of the first player, up to the end of the round in which the game ends; if the line is `answered`,
        the second turn is that of the next player.
        """
        tables, moves_by_turn = [self.table], list[tuple[str, ...]]()
        for turn in range(turns):
            if turn and not answered and is_over(self.evaluator, tables[-1]):
                raise Disallowed("the game is over", turn)
            moves, state = list[str](), self.begun(tables[-1], int(answered and turn == 1))
            if not state.over:
                moves, state = play(state, turn)
            if not state.over:
                more = ", ".join(move.text for move in self.machine.moves_at(state)[:6])
                raise Disallowed(f"the turn is not over yet; moves: {more}", turn, len(moves))
            moves_by_turn.append(tuple(moves))
            tables.append(state.table)
        return PlayedLine(tuple(moves_by_turn), self.parts(tables[-1]), tuple(tables[1:]))

    def parts(self, table: Table, player: int = 0) -> dict[str, int]:
        """The parts of a player's score on a table, or the number maximized in its place."""
        if self.worth is not None:
            return {
                self.asked: self.evaluator.number(
                    self.evaluator.on(table), self.worth, self.evaluator.places_of(table, player)
                )
            }
        evaluator = exact_evaluator(position_of(table, self.names, ()))
        return {name: evaluator.number(rule, {}, player) for name, rule in self.rules.items()}

    def answer(self, table: Table, asked: core.Expr) -> int:
        """The value of a number for the first player on a table; of a condition 1 or 0."""
        state = self.evaluator.on(table)
        return self.evaluator.answer(state, asked, state.env)

    def moves_to(self, goal: Callable[[Table], bool], most: int) -> tuple[str, ...] | None:
        """The shortest moves of the first player's last turn to a table that satisfies the goal; None if there are
        none.

        Raises `Disallowed` if more states than `most` would be visited.
        """
        looked_at = 0

        def longer(played: tuple[str, ...], state: GameState) -> Iterator[tuple[tuple[str, ...], GameState]]:
            nonlocal looked_at
            looked_at += 1
            if looked_at > most:
                raise Disallowed("the turn has too many lines to search")
            for move in self.machine.moves_at(state):
                yield (*played, move.text), self.machine.applied(state, move)

        ends = ways_to_end(tuple[str, ...](), self.machine.resume(self.table, {}, 0, self.chance), longer)
        return next((played for played, state in ends if goal(state.table)), None)

    def written(self, turns: Sequence[Sequence[str]], *, answered: bool = False) -> PlayedLine:
        """The line given by turns in notation. Raises `Disallowed`."""
        return self.line(
            len(turns), lambda state, turn: play_texts(self.machine, state, turns[turn], turn), answered=answered
        )


def _number_of(text: str, game: Game) -> core.Expr:
    """The number described by a text in the words of the game. Raises `Problems`."""
    read = read_measure(text, game)
    if isinstance(read, list):
        raise Problems(diagnostics=read)
    return read


def is_over(evaluator: StateEvaluator, table: Table) -> bool:
    """Whether the game ends with the round that leads to this table, or ended immediately."""
    state = evaluator.on(table)
    return any(
        evaluator.holds(state, end, state.env) for end in (evaluator.play_rules.end, evaluator.play_rules.at_once)
    )


def play_texts(machine: Machine, state: GameState, texts: Sequence[str], turn: int) -> tuple[list[str], GameState]:
    """Play moves of one turn in notation; returns them with the final state. Raises `Disallowed`."""
    played = list[str]()
    for at, text in enumerate(texts):
        if state.over:
            raise Disallowed(f"the turn is over before '{text}'", turn, at)
        moves = machine.moves_at(state)
        found: Move | None = next((move for move in moves if move.text == text), None)
        if found is None:
            some = ", ".join(move.text for move in moves[:6])
            raise Disallowed(f"'{text}' cannot be played here; moves: {some}", turn, at)
        played.append(text)
        state = machine.applied(state, found)
    return played, state


# ------------------------------------------------------------------ the table of a position


def open_table(position: Position) -> Table:
    """The table of a position with every piece of its stacks known.

    Pieces face-down on the board of a player stay unknown.
    """
    table, deal = table_of(position)
    for (seat, space), kinds in deal.items():
        grid = table.changing(seat)
        *_, top = grid.piles[space]
        pile = (*(2 * kind + 1 for kind in kinds), top)
        while grid.piles[space]:
            grid.lift(space)
        for piece in pile:
            grid.put(space, piece)
        for kind in kinds:
            table.bag[table.game.kinds[kind].first] -= 1
    if position.draws is not None:
        _fill_bag(table, draws_of(position))
    return table


def draws_of(position: Position) -> tuple[int, ...]:
    """The kinds of the pieces that will be drawn, in order."""
    return tuple(position.game.by_code[code].index for code in position.draws or ())


def draws_left(position: Position, table: Table) -> tuple[str, ...] | None:
    """The pieces of a position that are still to be drawn."""
    draws = position.draws
    return None if draws is None else draws[len(draws) - min(table.left(), len(draws)) :]


def _fill_bag(table: Table, draws: tuple[int, ...]) -> None:
    """Leave in the bag the pieces to be drawn, and as many others as are face-down and unseen."""
    covered, unseen = sum(table.bag) - table.left(), table.bag
    table.bag = [draws.count(kind) for kind in range(len(unseen))]
    for kind, count in enumerate(unseen):
        more = min(covered, max(0, count - table.bag[kind]))
        table.bag[kind] += more
        covered -= more


class KnownDraws(SeededChance):
    """Chance that draws known pieces in order: the bag holds no others."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        super().__init__(0)
        self._draws = draws

    def _kind(self, state: FlatState) -> int:
        """The next piece; the one just drawn is face-down on the table."""
        at, asked = len(self._draws) - flat.undrawn(state, None) - 1, state.get(state.layout.asked)
        return self._draws[at] if asked == DRAWN and 0 <= at < len(self._draws) else super()._kind(state)
