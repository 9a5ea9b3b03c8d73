"""A game being played: whose turn it is, the moves there are, playing one, taking it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from typing import Any, cast

from tilewright.meaning.scoring import Score, score, winners
from tilewright.play.chance import Chance
from tilewright.play.linking import linked
from tilewright.play.machine import MOST_IDLE, Budget, Machine, Referee, machine_of, program_of
from tilewright.play.moves import Moves
from tilewright.play.naming import without_board
from tilewright.play.positions import position_of, table_of
from tilewright.play.standing import resumed, standing_of
from tilewright.play.state import Move, State
from tilewright.play.table import COVERED, Table
from tilewright.play.view import View, view
from tilewright.play.words import Unsayable
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position
from tilewright.table.standing import Misplaced


class OldMatch:
    """A game being played; the same seed gives the same game for the same moves.

    Any layout will do, also one that is for another number of players. `start` is the position that it began with, if it did not begin with the set-up.
    Abilities that take more work to be tried than a limited `budget` has end it: `TooMuchWork` is raised.
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
        assert game.course is not None, "the game file has no turns"
        self.names = tuple(players)
        self.cards = tuple(cards)
        together = linked(game, self.cards, len(self.names))
        self.game = game = together.game
        self.layouts = dict(layouts or {})
        self.seed = seed
        self.start: Position | None = None
        sizes = {board.name: Geometry(board.rows, board.columns) for board in game.boards}
        for name, layout in self.layouts.items():
            sizes[name] = layout.geometry
        self._sizes = sizes
        table = self.table_at_first()
        heights = {
            table.seat_of(name, 0): [height for row in layout.heights for height in row]
            for name, layout in self.layouts.items()
        }
        assert game.course is not None
        program = program_of(game.course, together.abilities)
        self.machine = machine_of(Referee(game, program, heights, len(self.names), budget=budget))
        self.state = self.machine.start(table, Chance(seed))
        self.played: list[Move] = []
        self._past: list[State] = []

    def table_at_first(self) -> Table:
        """A new table before the set-up: everything lies where it begins."""
        table = Table(self.game, len(self.names), self._sizes)
        table.begin()
        return table

    @classmethod
    def at(
        cls,
        position: Position,
        cards: Iterable[Card] = (),
        turn: int = 0,
        seed: int = 0,
        budget: Budget | None = None,
    ) -> OldMatch:
        """A game that stands where the position says; else at the beginning of a turn of the player with that index.


        Raises `Misplaced` when the game cannot stand there. What lies face-down on a board of a player is not known if the
        position does not say it, so it does not show when it is turned up. What the position does not say of pieces that lie hidden under others, the seed decides.
        """
        known = tuple(cards)
        game = linked(position.game, known, len(position.players)).game
        table, deal = table_of(replace(position, game=game))
        match = cls(position.game, [player.name for player in position.players], known, seed=seed)
        program = match.machine.referee.program
        match.machine = machine_of(Referee(match.game, program, {}, table.players, budget=budget))
        chance = Chance(seed, deal)
        if position.standing is None:
            match.state = match.machine.resume(table, turn, chance)
        else:
            match.state = resumed(match.machine, table, position.standing, match.names, chance)
        match.start = position
        return match

    @staticmethod
    def laid_out(position: Position, cards: Iterable[Card] = ()) -> tuple[Machine, State]:
        """The table of a position as it lies there, at the beginning of a turn, before anything of it is done.

        Nothing is drawn and nothing is moved. Raises `Misplaced` as `at` does.
        """
        together = linked(position.game, tuple(cards), len(position.players))
        game = together.game
        assert game.course is not None, "the game file has no turns"
        table, deal = table_of(replace(position, game=game))
        referee = Referee(game, program_of(game.course, together.abilities), {}, table.players)
        machine = machine_of(referee)
        mover = 0 if position.standing is None else position.standing.player
        return machine, machine.at_turn(table, mover, Chance(0, deal))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def stalled(self) -> bool:
        """Whether the game has ended because nothing could be done: so many turns in a row, or passes of its course, had no choice."""
        return self.state.over and self.state.idle > MOST_IDLE

    @property
    def turn(self) -> int:
        """The index of the player who chooses now."""
        return self.state.player

    @property
    def moves(self) -> Moves:
        """The moves there are; none when the game is over."""
        return Moves(partial(self.machine.moves_at, self.state))

    def play(self, move: Move | str) -> Move:
        """Play a move. Raises `IllegalMove`."""
        if isinstance(move, Move) and move in self.moves:
            found = move
        else:
            read: Any = without_board
            found = self.moves.parse(read(self.machine, self.names, self.state, str(move)))
        self._past.append(self.state)
        self.state = self.state.copy()
        self.machine.apply(self.state, found)
        self.played.append(found)
        return found

    def undo(self) -> Move:
        """Take the last move back. Raises IndexError when there is none."""
        self.state = self._past.pop()
        return self.played.pop()

    def back_to(self, turn: int) -> None:
        """Take back the moves of a turn (counted from 0) and of all after it."""
        while self._past and self._past[-1].turn >= turn:
            self.undo()

    @property
    def begun(self) -> int:
        """How many turns are over or have had a move."""
        return max([self.state.turn, *(state.turn + 1 for state in self._past[-1:])])

    @property
    def states(self) -> Sequence[State]:
        """The state before each move that was played, and the state now."""
        return [*self._past, self.state]

    def view(self, player: int | None = None) -> View:
        """What a player may know (without one, who chooses now): for bots, hints and screens."""
        who = self.turn if player is None else player
        made: Any = View
        seen: Any = view
        return cast(View, made(self.machine, self.names, self.cards, seen(self.state, who), who))

    def position(self) -> Position:
        """All that lies on the table, hidden pieces too: `view` has what players may know."""
        return self.position_at(self.state)

    def position_at(self, state: State) -> Position:
        """The same at one of the states of the match."""
        return position_of(state.table, self.names, tuple(card.id for card in self.cards), state.chance.pile)

    def full_position(self) -> Position:
        """The position with all that the game goes on from: whose turn it is, and where in it the game stands.

        Raises `Unsayable` where a position cannot say that; then a record can (`record_of`).
        """
        position = replace(self.position(), standing=standing_of(self.machine, self.state, self.names))
        try:
            again = OldMatch.at(position, self.cards, seed=self.seed)
        except Misplaced as problem:
            raise Unsayable(problem.reason) from None
        if again != self:
            raise Unsayable("the game would continue differently")
        return position

    def scores(self) -> list[Score]:
        """The score of every player as things stand."""
        return score(self.position(), self.cards)

    def winners(self) -> list[str]:
        """The names of those who win as things stand."""
        return winners(self.position(), self.scores())

    @property
    def digest(self) -> str:
        """The moment as 32 hexadecimal digits: equal where everything goes on alike, in every run."""
        return blake2b(repr(self._key).encode(), digest_size=16).hexdigest()

    @property
    def _key(self) -> tuple[object, ...]:
        """What players may know, and what lies hidden."""
        state = self.state
        grids, dealt = state.table.grids, sorted(state.chance.dealt)
        covered = [(seat, space) for seat, space in dealt if COVERED in grids[seat].piles[space]]
        piles = [state.chance.pile(state.table, seat, space) for seat, space in covered]
        return state.key, tuple(piles)

    def __eq__(self, other: object) -> bool:
        """Both stand at the same moment of the same game."""
        if not isinstance(other, OldMatch):
            return NotImplemented
        return self.game.id == other.game.id and self._key == other._key

    def __hash__(self) -> int:
        """Changes with each move; the same in every run."""
        return int(self.digest, 16)


def old_of(match: Any) -> OldMatch:
    """The match of the machine that is at the same moment as another one: its moves are played again."""
    if isinstance(match, OldMatch):
        return match
    twin: OldMatch | None = match.__dict__.get("twin")
    if twin is None and match.start is None:
        twin = OldMatch(match.game, match.names, match.cards, match.layouts, match.seed)
    elif twin is None:
        twin = OldMatch.at(match.start, match.cards, match.states[0].mover, match.seed)
    texts = [move.text for move in match.played]
    while [move.text for move in twin.played] != texts[: len(twin.played)]:
        twin.undo()
    for text in texts[len(twin.played) :]:
        twin.play(next(move for move in twin.moves if move.text == text))
    match.twin = twin
    return twin


def old_view(seen: View) -> Any:
    """The view of the machine's match of a player who has this one of another match."""
    return seen if isinstance(seen.state, State) else old_of(seen.origin).view(seen.player)
