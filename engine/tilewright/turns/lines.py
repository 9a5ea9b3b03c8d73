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
    """The rules do not allow a line of play: in which turn and at which move of it, both from 0, and why."""

    def __init__(self, reason: str, turn: int = 0, move: int = 0) -> None:
        super().__init__(reason)
        self.turn, self.move = turn, move


@dataclass(frozen=True)
class PlayedLine:
    """Turns as they were played: the moves of each, the parts of the first player's score, and the table after each."""

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
"""Plays a turn (its number counts from 0) from its first choice on: the moves, and the state that comes of them."""


class Endgame:
    """A position in which every piece is known, with the cards in play: what its rules are, and playing it.

    With a `worth` that number is `asked` for in place of the score; `worth` is what it means, None where it is the score.
    Raises `Problems` where it cannot be read.
    """

    def __init__(self, position: Position, cards: Sequence[Card], worth: str = "") -> None:
        game = position.game
        assert game.course is not None, "the game file has no turns"
        abilities = [ability for card in cards for ability in card.abilities]
        self.position, self.cards = position, cards
        self.table, self.draws = open_table(position), draws_of(position)
        self.chance = KnownDraws(self.draws)
        self.evaluator = StateEvaluator(game, program_of(game.course, abilities), self.table.players)
        self.machine = Machine.on(self.evaluator, self.table)
        self.rules: dict[str, core.Expr] = scoring_rules(game, cards)
        self.asked, self.worth = worth, _number_of(worth, game) if worth else None
        self.names = [player.name for player in position.players]

    def begun(self, table: Table, player: int = 0) -> GameState:
        """The first choice of a turn of a player, as if the game were over after it."""
        return self.machine.single_turn(table, {}, player, self.chance)

    def line(self, turns: int, play: PlayTurn, *, answered: bool = False) -> PlayedLine:
        """The line of so many turns in which `play` goes on with each to its end. Raises what that raises.

        All are turns of the first player, who plays alone until the game would end after a round; but the second one is
        that of the next player where the line is `answered`.
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
        """The parts of a player's score on a table, or what is asked for in its place."""
        if self.worth is not None:
            return {
                self.asked: self.evaluator.number(
                    self.evaluator.on(table), self.worth, self.evaluator.places_of(table, player)
                )
            }
        evaluator = exact_evaluator(position_of(table, self.names, ()))
        return {name: evaluator.number(rule, {}, player) for name, rule in self.rules.items()}

    def answer(self, table: Table, asked: core.Expr) -> int:
        """The value of a number for the first player on a table, or 1 where a condition holds and 0 where it does not."""
        state = self.evaluator.on(table)
        return self.evaluator.answer(state, asked, state.env)

    def moves_to(self, goal: Callable[[Table], bool], most: int) -> tuple[str, ...] | None:
        """Moves of the first player's turn, which is the last of the game, to a table that is wanted; None: there are none.

        Raises `Disallowed` when more states than `most` would have to be looked at.
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
        """The line of turns as they are written. Raises `Disallowed`."""
        return self.line(
            len(turns), lambda state, turn: play_texts(self.machine, state, turns[turn], turn), answered=answered
        )


def _number_of(text: str, game: Game) -> core.Expr:
    """The number that a text in the words of the game means. Raises `Problems`."""
    read = read_measure(text, game)
    if isinstance(read, list):
        raise Problems(diagnostics=read)
    return read


def is_over(evaluator: StateEvaluator, table: Table) -> bool:
    """Whether the game ends with a round after which the table is this, or ended at once."""
    state = evaluator.on(table)
    return any(evaluator.holds(state, end, state.env) for end in (evaluator.course.end, evaluator.course.at_once))


def play_texts(machine: Machine, state: GameState, texts: Sequence[str], turn: int) -> tuple[list[str], GameState]:
    """Moves of one turn as they are written, played. Raises `Disallowed`."""
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

    What lies face-down on the board of a player stays unknown.
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
    """The kinds of the pieces that are drawn, in order."""
    return tuple(position.game.by_code[code].index for code in position.draws or ())


def draws_left(position: Position, table: Table) -> tuple[str, ...] | None:
    """What of the pieces of a position is still to be drawn."""
    draws = position.draws
    return None if draws is None else draws[len(draws) - min(table.left(), len(draws)) :]


def _fill_bag(table: Table, draws: tuple[int, ...]) -> None:
    """Leave in the bag what is drawn, and as many others as lie covered where nobody sees them."""
    covered, unseen = sum(table.bag) - table.left(), table.bag
    table.bag = [draws.count(kind) for kind in range(len(unseen))]
    for kind, count in enumerate(unseen):
        more = min(covered, max(0, count - table.bag[kind]))
        table.bag[kind] += more
        covered -= more


class KnownDraws(SeededChance):
    """Chance that draws known pieces, one after another: the bag holds no others."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        super().__init__(0)
        self._draws = draws

    def _kind(self, state: FlatState) -> int:
        """The next one; the one that has just been drawn lies covered on the table."""
        at, asked = len(self._draws) - flat.undrawn(state, None) - 1, state.get(state.layout.asked)
        return self._draws[at] if asked == DRAWN and 0 <= at < len(self._draws) else super()._kind(state)
