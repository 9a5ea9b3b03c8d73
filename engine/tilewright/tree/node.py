"""One moment of a game as a node of its tree."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from random import Random

from tilewright.kernel.flow import Status
from tilewright.kernel.layout import PIECE
from tilewright.kernel.stops import FILLED, PICKED, UNCOVERED, Pause, outcomes
from tilewright.meaning.scoring import Score, score_briefly, winning_seats
from tilewright.play.match import Match
from tilewright.play.moves import IllegalMove, moves_of, picked_at_random
from tilewright.play.state import GameState
from tilewright.play.view import View
from tilewright.stopping import PlayError
from tilewright.table.position import Position

CHANCE, TERMINAL = -1, -4
"""Who decides at a node where chance answers, and at one where the game is over."""


class GameNode:
    """One moment of a game: over, or a player has to choose, or chance has to answer. A node never changes.

    Moves and outcomes are words, as in records and in `tilewright play`:

    >>> import tilewright
    >>> from tilewright.tree import CHANCE, root
    >>> node = root(tilewright.Match(tilewright.load_pack("examples/pig").game, ["Ada", "Bo"]))
    >>> node.player, node.moves
    (0, ('yes', 'done'))
    >>> thrown = node.apply("yes")
    >>> thrown.player == CHANCE, thrown.outcomes["4"]
    (True, Fraction(1, 6))
    >>> thrown.apply("1").player
    1
    """

    def __init__(self, match: Match, state: GameState) -> None:
        self._match, self._state = match, state

    # -- the tree

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state.over

    @property
    def is_chance(self) -> bool:
        """Whether chance has to answer."""
        return self._state.stop.status == Status.CHANCE

    @property
    def players(self) -> int:
        """How many players there are, numbered from 0 in turn order."""
        return len(self._match.names)

    @property
    def player(self) -> int:
        """Who decides: the number of a player, `CHANCE` or `TERMINAL`."""
        return TERMINAL if self.is_terminal else CHANCE if self.is_chance else self._state.player

    @cached_property
    def codes(self) -> Mapping[str, int]:
        """The codes of what may come next, by their words: what the compiled game calls moves and outcomes."""
        state, stop, interpreter = self._state, self._state.stop, self._state.interpreter
        if stop.status == Status.CHOICE:
            return {move.text: move.value for move in moves_of(interpreter, state.cells, stop)}
        if not self.is_chance:
            return {}
        kinds, found = state.cells.layout.game.kinds, dict[str, int]()
        picked = self._question_code == PICKED
        for code in stop.codes:
            found.setdefault(picked_at_random(interpreter, state.cells, code) if picked else kinds[code].code, code)
        return found

    @property
    def moves(self) -> tuple[str, ...]:
        """What the player may choose; empty where nobody chooses."""
        return () if self.is_chance else tuple(self.codes)

    @property
    def _question_code(self) -> int:
        return self._state.cells.get(self._state.cells.layout.asked)

    @cached_property
    def outcomes(self) -> Mapping[str, Fraction]:
        """The outcomes of chance with their probabilities, which add up to 1; empty where nobody asks chance.

        Of a piece that nobody has seen, each that it may be is as likely. Raises `PlayError` where a whole place is to be filled, for which
        outcomes are too many to list: `apply_random` draws one.
        """
        if not self.is_chance:
            return {}
        state, interpreter = self._state, self._state.interpreter
        if self._question_code == FILLED:
            raise PlayError("a board is filled at random, in too many ways to list")
        if self._question_code == PICKED:
            words = [picked_at_random(interpreter, state.cells, code) for code in state.stop.codes]
            return {word: Fraction(words.count(word), len(words)) for word in words}
        weights = outcomes(state.cells)
        total = sum(weights[code] for code in self.codes.values())
        return {word: Fraction(weights[code], total) for word, code in self.codes.items()}

    @property
    def dealt(self) -> str | None:
        """The outcome that was dealt before anybody could see it, where a covered piece is turned up; None where there is none."""
        cells, layout = self._state.cells, self._state.cells.layout
        if not self.is_chance or self._question_code != UNCOVERED:
            return None
        piece = cells.narrow[layout.space_at(cells.get(layout.asked_seat), cells.get(layout.asked_space)) + PIECE]
        kind = cells.get(layout.dealt, piece)
        return None if kind < 0 else layout.game.kinds[kind].code

    def apply(self, word: str) -> GameNode:
        """The node after a move, or after an outcome of chance. Raises `IllegalMove`."""
        if word not in self.codes:
            some = ", ".join(list(self.codes)[:8]) or "none, the game is over"
            raise IllegalMove(f"'{word}' is not possible here; possible: {some}")
        return self._child(self.codes[word])

    def apply_random(self, random: Random) -> GameNode:
        """The node after an outcome of chance that is drawn."""
        state = self._state.copy()
        chance = state.chance.of_seed(random.getrandbits(32))
        stop, drawn = chance.go_on(self._match.machine.engine, state.cells, state.stop)
        return self._at(state, stop, drawn)

    def _child(self, code: int) -> GameNode:
        state, engine = self._state.copy(), self._match.machine.engine
        if self.is_chance and self._question_code != PICKED:
            return self._at(state, engine.answered(state.cells, code), code)
        return self._at(state, engine.step(state.cells, code), None)

    def _at(self, state: GameState, stop: Pause, drawn: int | None) -> GameNode:
        state.stop = stop
        state.movers += (*self._match.machine.engine.begun,)
        if drawn is not None:
            state.drawn += (drawn,)
        return GameNode(self._match, state)

    def copy(self) -> GameNode:
        """The same node: since nodes never change, none is ever copied."""
        return self

    def __deepcopy__(self, memo: object) -> GameNode:
        return self

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Equal for moments from which everything goes on alike, whatever led to them; the same in every run."""
        cells, layout = self._state.cells, self._state.cells.layout
        asked = [cells.get(one) for one in (layout.asked, layout.asked_seat, layout.asked_space, layout.asked_sort)]
        lying, obligations, moment, _ = self._state.key
        return lying, obligations, moment, tuple(asked) if self.is_chance else ()

    def __eq__(self, other: object) -> bool:
        """Both are moments of the same game, from which everything goes on alike."""
        if not isinstance(other, GameNode):
            return NotImplemented
        same = self._match.machine.flow is other._match.machine.flow
        return same and self.players == other.players and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    # -- what it is worth

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The points of all players as things are, in turn order."""
        return tuple(score.total for score in self._scores)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """Who has the most points as things are, and of these who is ahead by the tie-breaks of the game."""
        return tuple(winning_seats(self.position, self._scores))

    @cached_property
    def _scores(self) -> list[Score]:
        return score_briefly(self.position, self._match.cards)

    def returns(self, points: bool = False) -> tuple[Fraction, ...]:
        """What the game has given each player if it is over, else 0.

        Returns add up to 0: of two players, a win is 1, a loss -1 and a draw 0; of more, winners share the victory and the others lose alike. By
        `points` they are the points instead, of two players the difference. A single player has always points.
        """
        if not self.is_terminal:
            return (Fraction(0),) * self.players
        if points or self.players == 1:
            own = self.points
            return tuple(Fraction(a - own[1 - i] if self.players == 2 else a) for i, a in enumerate(own))
        shares = [Fraction(seat in self.winners, len(self.winners)) for seat in range(self.players)]
        return tuple((self.players * share - 1) / (self.players - 1) for share in shares)

    # -- what players know

    def observation(self, player: int) -> Position:
        """The table as a player sees it: what the player cannot see is face-down or left out."""
        match = self._match
        return View(match.machine, match.names, match.cards, self._state.seen_by(player), player).position()

    def information(self, player: int) -> tuple[object, ...]:
        """Equal for nodes that a player cannot distinguish."""
        return self._state.seen_by(player).key[:-1]

    def sample(self, random: Random) -> GameNode:
        """A node that the player who decides cannot distinguish from this one: what that player cannot see is dealt anew.

        Every deal is as likely, and the possible moves are the same.
        """
        return GameNode(self._match, self._state.sampled(random))

    # -- the table

    @cached_property
    def position(self) -> Position:
        """All that lies on the table, seen or not."""
        return self._match.position_at(self._state)

    @property
    def state(self) -> GameState:
        """The state of the match; not to be changed."""
        return self._state

    def __repr__(self) -> str:
        who = "over" if self.is_terminal else "chance" if self.is_chance else self._match.names[self.player]
        return f"GameNode({who}: {', '.join(list(self.codes)[:8])})"


def root(match: Match) -> GameNode:
    """The moment at which a match is, as the root of the tree of all that can follow."""
    return GameNode(match, match.state)
