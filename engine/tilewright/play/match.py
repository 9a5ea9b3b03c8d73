"""A game being played: whose turn it is, the available moves, playing one, undoing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from hashlib import blake2b

from tilewright.core import play
from tilewright.kernel.engine import SeededChance
from tilewright.kernel.interpreter import MOST_IDLE
from tilewright.meaning.scoring import Score, score, winners
from tilewright.play.budget import Budget
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.linking import evaluator_of, game_of_turn, linked
from tilewright.play.machine import Machine
from tilewright.play.moves import IllegalMove, Moves
from tilewright.play.naming import without_board
from tilewright.play.positions import position_of, table_of
from tilewright.play.program import program_of
from tilewright.play.standing import NotExpressible, resumed, standing_of
from tilewright.play.state import GameState, Move
from tilewright.play.table import Deal, Pile, Table, deal_in
from tilewright.play.view import View
from tilewright.table.card import Card, Layout
from tilewright.table.continuation import InvalidStanding
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position

__all__ = ["IllegalMove", "InvalidStanding", "Match", "Moves", "NotExpressible", "View"]


class Match:
    """A game being played; the same seed and moves give the same game.

    Any layout is accepted, also one for another number of players. `start` is the initial position, if the game did not
    begin with the setup. `TooMuchWork` is raised if trials of abilities exceed a limited `budget`.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        cards: Iterable[Card] = (),
        layouts: Mapping[str, Layout] | None = None,
        seed: int = 0,
        budget: Budget | None = None,
    ) -> None:
        drawn = {name: layout.geometry for name, layout in (layouts or {}).items()}
        sizes = {
            board.name: board.sized(drawn[board.name].rows, drawn[board.name].columns)
            if board.name in drawn
            else board.geometry
            for board in game.boards
        }
        self._prepare(game, players, cards, layouts or {}, seed, sizes, budget)
        self._begin(self.machine.start(self.beginning()), None)

    def _prepare(
        self,
        game: Game,
        players: Sequence[str],
        cards: Iterable[Card],
        layouts: Mapping[str, Layout],
        seed: int,
        sizes: Mapping[str, Geometry],
        budget: Budget | None,
    ) -> None:
        """Set everything except the state."""
        self.names, self.cards, self.layouts, self.seed = tuple(players), tuple(cards), dict(layouts), seed
        rules = evaluator_of(game, self.cards, len(self.names))
        self.game = game = rules.game
        self.machine, self.budget = Machine(rules, sizes, budget), budget

    def beginning(self) -> SeededChance:
        """Chance before the setup, with the heights of the layouts."""
        seats = self.game.seats(len(self.names))
        heights = {
            seats[name][0]: [height for row in layout.heights for height in row]
            for name, layout in self.layouts.items()
        }
        return SeededChance(self.seed, heights)

    def begin_after(self, change: Callable[[GameState], None]) -> None:
        """Begin again after a change to the result of the setup."""
        state = self.machine.set_up(self.beginning())
        change(state)
        self._begin(self.machine.begin(state), None)

    def uncharged(self) -> AbstractContextManager[None]:
        """A context that does not charge the budget: the search of a bot, which no player has asked for."""
        return nullcontext() if self.budget is None else self.budget.uncharged()

    def _begin(self, state: GameState, start: Position | None) -> None:
        self.state, self.start = state, start
        self.played: list[Move] = []
        self._past: list[GameState] = []

    @classmethod
    def at(
        cls,
        position: Position,
        cards: Iterable[Card] = (),
        turn: int = 0,
        seed: int = 0,
        budget: Budget | None = None,
    ) -> Match:
        """A game at the point that the position says; otherwise at the beginning of a turn of the player with that
        index.

        Raises `InvalidStanding` if the game cannot be there. Face-down pieces on a board of a player that the position
        does not give are unknown, also after being turned face-up. Pieces hidden under others that the position does
        not give are determined by the seed.
        """
        match, chance = cls.__new__(cls), SeededChance(seed)
        table, deal = match._prepare_for(position, cards, seed, budget)
        if position.standing is None:
            state = match.machine.resume(table, deal, turn, chance)
        else:
            state = resumed(match.machine, table, deal, position.standing, match.names, chance)
        match._begin(state, position)
        return match

    @classmethod
    def laid_out(cls, position: Position, cards: Iterable[Card] = ()) -> tuple[Machine, GameState]:
        """The table of a position as it is, at the beginning of a turn, before anything is done in it.

        Nothing is drawn or moved. Raises `InvalidStanding` as `at` does.
        """
        match = cls.__new__(cls)
        table, deal = match._prepare_for(position, cards, 0, None)
        mover = 0 if position.standing is None else position.standing.player
        return match.machine, match.machine.at_turn(table, deal, mover, SeededChance(0))

    @classmethod
    def of_turn(cls, position: Position, cards: Iterable[Card], turn: play.Block) -> Match:
        """One turn of the first player, with statements in place of those of the game; the game is over after it.

        Raises `InvalidStanding` as `at` does.
        """
        match = cls.__new__(cls)
        table, deal = match._prepare_for(position, cards, 0, None)
        match.game = game_of_turn(match.game, turn)
        assert match.game.play_rules is not None, "the turn is its course"
        program = program_of(match.game.play_rules, match.machine.evaluator.abilities)
        match.machine = Machine.on(StateEvaluator(match.game, program, len(match.names)), table)
        match._begin(match.machine.single_turn(table, deal, 0, SeededChance(0)), position)
        return match

    def _prepare_for(
        self, position: Position, cards: Iterable[Card], seed: int, budget: Budget | None
    ) -> tuple[Table, Deal]:
        """Set everything except the state for a position; returns its table, and the face-down pieces on it."""
        known, names = tuple(cards), [player.name for player in position.players]
        game = linked(position.game, known, len(names)).game
        table, deal = table_of(replace(position, game=game))
        places = zip(game.places(len(names)), table.grids, strict=True)
        sizes = {board.name: grid.geometry for (board, _), grid in places if grid.geometry.fixed is grid.geometry}
        self._prepare(position.game, names, known, {}, seed, sizes, budget)
        lying, most = sum(len(pile) for grid in table.grids for pile in grid.piles), self.machine.layout.pieces - 1
        if lying > most and not any(place.board.of_patches for place in self.machine.layout.places):
            raise InvalidStanding(
                (), f"there are {lying} pieces on the table, but the game has only {most}", "remove some"
            )
        return table, deal

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def stalled(self) -> bool:
        """Whether the game has ended because too many turns in a row, or passes of its course, had no choice."""
        return self.state.over and self.state.idle > MOST_IDLE

    @property
    def turn(self) -> int:
        """The index of the player who chooses now."""
        return self.state.player

    @property
    def moves(self) -> Moves:
        """The available moves; none if the game is over."""
        return Moves(partial(self.machine.moves_at, self.state))

    def play(self, move: Move | str) -> Move:
        """Play a move. Raises `IllegalMove`."""
        moves = self.machine.moves_at(self.state)
        found = next((known for known in moves if known == move), None)
        if found is None:
            found = self.moves.parse(without_board(self.machine, self.names, self.state, str(move)))
        self._past.append(self.state)
        self.state = self.machine.applied(self.state, found)
        self.played.append(found)
        return found

    def undo(self) -> Move:
        """Undo the last move. Raises IndexError if there is none."""
        self.state = self._past.pop()
        return self.played.pop()

    def back_to(self, turn: int) -> None:
        """Undo the moves of a turn (counted from 0) and of all after it."""
        while self._past and self._past[-1].turn >= turn:
            self.undo()

    @property
    def begun(self) -> int:
        """The number of turns that are over or have had a move."""
        return max([self.state.turn, *(state.turn + 1 for state in self._past[-1:])])

    @property
    def states(self) -> Sequence[GameState]:
        """The state before each move played, and the current state."""
        return [*self._past, self.state]

    def view(self, player: int | None = None) -> View:
        """What a player may know (default: who chooses now): for bots, hints and screens."""
        who = self.turn if player is None else player
        seen = self.state.seen_by(who)
        if not self.game.hides:
            seen.moves = self.machine.moves_at(self.state)
        return View(self.machine, self.names, self.cards, seen, who)

    def position(self) -> Position:
        """Everything on the table, including hidden pieces: `view` has what players may know."""
        return self.position_at(self.state)

    def position_at(self, state: GameState) -> Position:
        """The position of one of the states of the match."""
        deal = deal_in(state.cells)

        def pile(table: Table, seat: int, space: int) -> Pile:
            shown, known = table.grids[seat].piles[space], deal.get((seat, space), ())
            return (*(2 * kind + 1 for kind in known), *shown[len(known) :])

        return position_of(state.table, self.names, tuple(card.id for card in self.cards), pile)

    def full_position(self) -> Position:
        """The position with everything that determines how the game continues: whose turn it is, and the current point
        in it.

        Raises `NotExpressible` if a position cannot express that; then a record can (`record_of`).
        """
        position = replace(self.position(), standing=standing_of(self.machine, self.state, self.names))
        try:
            again = Match.at(position, self.cards, seed=self.seed)
        except InvalidStanding as problem:
            raise NotExpressible(problem.reason) from None
        if again != self:
            raise NotExpressible("the game would go on otherwise")
        return position

    def scores(self) -> list[Score]:
        """The current score of every player."""
        return score(self.position(), self.cards)

    def winners(self) -> list[str]:
        """The names of those who would win now."""
        return winners(self.position(), self.scores())

    @property
    def digest(self) -> str:
        """A digest of the current state as 32 hexadecimal digits: equal for the same continuations, in every run."""
        return blake2b(repr(self._key).encode(), digest_size=16).hexdigest()

    @property
    def _key(self) -> tuple[object, ...]:
        """The visible state and the hidden information."""
        return self.state.key, tuple(sorted((at, tuple(kinds)) for at, kinds in deal_in(self.state.cells).items()))

    def __eq__(self, other: object) -> bool:
        """Whether both are at the same point of the same game."""
        if not isinstance(other, Match):
            return NotImplemented
        return self.game.id == other.game.id and self._key == other._key

    def __hash__(self) -> int:
        """Changes with each move; the same in every run."""
        return int(self.digest, 16)
