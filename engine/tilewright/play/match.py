"""A game being played: whose turn it is, the moves there are, playing one, taking it back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b

from tilewright.meaning.scoring import Score, score, winners
from tilewright.play.machine import Machine, Referee, machine_of, program_of
from tilewright.play.state import Move, State
from tilewright.play.table import Table, position_of, table_of
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position


class IllegalMove(ValueError):
    """A text that is no move at this moment."""


class Moves(Sequence[Move]):
    """The moves at one moment, worked out when they are first looked at."""

    def __init__(self, machine: Machine, state: State) -> None:
        self._machine = machine
        self._state = state
        self._found: list[Move] | None = None

    @property
    def _all(self) -> list[Move]:
        if self._found is None:
            choice = self._state.choice
            self._found = [] if choice is None else self._machine.moves_at(self._state)
        return self._found

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self._all[index]

    def __contains__(self, move: object) -> bool:
        return any(str(known) == str(move) for known in self._all)

    def parse(self, text: str) -> Move:
        """The move that a text means: its notation, or as much of its end as is clear.

        Raises `IllegalMove`.
        """
        words = " ".join(text.split()).lower()
        exact = [move for move in self._all if move.text.lower() == words]
        found = exact or [move for move in self._all if move.text.lower().split()[-1] == words]
        if len(found) != 1:
            raise IllegalMove(f"'{text}' is not a move now" if not found else f"'{text}' can be several moves")
        return found[0]


class Match:
    """A game being played; the same seed gives the same game for the same moves."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        cards: Iterable[Card] = (),
        layouts: Mapping[str, Layout] | None = None,
        seed: int = 0,
    ) -> None:
        assert game.course is not None, "the game file says nothing of playing"
        self.game = game
        self.names = tuple(players)
        self.cards = tuple(cards)
        self.layouts = dict(layouts or {})
        self.seed = seed
        abilities = [ability for card in self.cards for ability in card.abilities]
        sizes = {board.name: Geometry(board.rows, board.columns) for board in game.boards}
        for name, layout in self.layouts.items():
            sizes[name] = layout.board().geometry
        table = Table(game, len(self.names), sizes)
        heights = {
            table.seat_of(name, 0): [height for row in layout.heights for height in row]
            for name, layout in self.layouts.items()
        }
        program = program_of(game.course, abilities)
        self.machine = machine_of(Referee(game, program, heights, len(self.names)))
        self.state = self.machine.start(table, seed)
        self.played: list[Move] = []
        self._past: list[State] = []

    @classmethod
    def at(cls, position: Position, cards: Iterable[Card] = (), turn: int = 0, seed: int = 0) -> Match:
        """A game that stands at the beginning of a turn of the player with that index.

        What lies face-down in a position is not known, so it does not show when it is turned up.
        """
        table = table_of(position)
        match = cls(position.game, [player.name for player in position.players], cards, seed=seed)
        match.machine = machine_of(Referee(match.game, match.machine.referee.program, {}, table.players))
        match.state = match.machine.resume(table, turn, seed)
        return match

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def turn(self) -> int:
        """The index of the player who chooses now."""
        return self.state.mover

    @property
    def moves(self) -> Moves:
        """The moves there are; none when the game is over."""
        return Moves(self.machine, self.state)

    def play(self, move: Move | str) -> Move:
        """Play a move. Raises `IllegalMove`."""
        found = move if isinstance(move, Move) and move in self.moves else self.moves.parse(str(move))
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

    def position(self) -> Position:
        """What lies on the table."""
        return position_of(self.state.table, self.names, tuple(card.id for card in self.cards))

    def scores(self) -> list[Score]:
        """The score of every player as things stand."""
        return score(self.position(), self.cards)

    def winners(self) -> list[str]:
        """The names of those who win as things stand."""
        return winners(self.position(), self.scores())

    @property
    def digest(self) -> str:
        """The moment as 32 hexadecimal digits: equal where everything goes on alike, in every run."""
        return blake2b(repr(self.state.key).encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        """Both stand at the same moment of the same game."""
        if not isinstance(other, Match):
            return NotImplemented
        return self.game.id == other.game.id and self.state.key == other.state.key

    def __hash__(self) -> int:
        """Changes with each move; the same in every run."""
        return int(self.digest, 16)
