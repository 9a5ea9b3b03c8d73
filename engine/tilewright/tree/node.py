"""A node of the tree of a game."""

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
"""The values of `player` at a chance node, and at a terminal node."""


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
        """Whether it is a chance node."""
        return self._state.stop.status == Status.CHANCE

    @property
    def players(self) -> int:
        """The number of players, numbered from 0 in turn order."""
        return len(self._match.names)

    @property
    def player(self) -> int:
        """The player who decides, `CHANCE` or `TERMINAL`."""
        return TERMINAL if self.is_terminal else CHANCE if self.is_chance else self._state.player

    @cached_property
    def codes(self) -> Mapping[str, int]:
        """The codes of the moves or outcomes in the compiled game, by their words."""
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
        """The moves of the player; empty at other nodes."""
        return () if self.is_chance else tuple(self.codes)

    @property
    def _question_code(self) -> int:
        return self._state.cells.get(self._state.cells.layout.asked)

    @cached_property
    def outcomes(self) -> Mapping[str, Fraction]:
        """The outcomes of chance with their probabilities, which add up to 1; empty at other nodes.

        All possible kinds of an unseen piece are equally likely. Raises `PlayError` if a whole place is to be filled,
        which has too many outcomes to list: `apply_random` draws one.
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
        """The outcome that was dealt in secret, if a face-down piece is turned up; else None."""
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
        """The node after a random outcome of chance."""
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
        """The node itself: nodes are immutable."""
        return self

    def __deepcopy__(self, memo: object) -> GameNode:
        return self

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Equal for nodes with the same continuations, however they were reached; the same in every run."""
        cells, layout = self._state.cells, self._state.cells.layout
        asked = [cells.get(one) for one in (layout.asked, layout.asked_seat, layout.asked_space, layout.asked_sort)]
        lying, obligations, moment, _ = self._state.key
        return lying, obligations, moment, tuple(asked) if self.is_chance else ()

    def __eq__(self, other: object) -> bool:
        """Whether both are nodes of the same game with the same continuations."""
        if not isinstance(other, GameNode):
            return NotImplemented
        same = self._match.machine.flow is other._match.machine.flow
        return same and self.players == other.players and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    # -- values

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The current points of all players, in turn order."""
        return tuple(score.total for score in self._scores)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The players who would win now, by points and then by the tie-breaks of the game."""
        return tuple(winning_seats(self.position, self._scores))

    @cached_property
    def _scores(self) -> list[Score]:
        return score_briefly(self.position, self._match.cards)

    def returns(self, points: bool = False) -> tuple[Fraction, ...]:
        """The returns of the players if the game is over, else 0.

        Returns add up to 0: with two players, a win is 1, a loss -1 and a draw 0; with more, winners share the victory
        and the others share the loss. With `points` they are the points instead, with two players the difference. A
        single player always has points.
        """
        if not self.is_terminal:
            return (Fraction(0),) * self.players
        if points or self.players == 1:
            own = self.points
            return tuple(Fraction(a - own[1 - i] if self.players == 2 else a) for i, a in enumerate(own))
        shares = [Fraction(seat in self.winners, len(self.winners)) for seat in range(self.players)]
        return tuple((self.players * share - 1) / (self.players - 1) for share in shares)

    # -- information

    def observation(self, player: int) -> Position:
        """The table as a player sees it: hidden pieces are face-down or omitted."""
        match = self._match
        return View(match.machine, match.names, match.cards, self._state.seen_by(player), player).position()

    def information(self, player: int) -> tuple[object, ...]:
        """The key of a player's information set: equal for nodes that the player cannot distinguish."""
        return self._state.seen_by(player).key[:-1]

    def sample(self, random: Random) -> GameNode:
        """A determinization: a node in the information set of the player who decides, with hidden information dealt
        again.

        Every deal is equally likely, and the possible moves are the same.
        """
        return GameNode(self._match, self._state.sampled(random))

    # -- the table

    @cached_property
    def position(self) -> Position:
        """The whole table, including hidden pieces."""
        return self._match.position_at(self._state)

    @property
    def state(self) -> GameState:
        """The state of the match; not to be changed."""
        return self._state

    def __repr__(self) -> str:
        who = "over" if self.is_terminal else "chance" if self.is_chance else self._match.names[self.player]
        return f"GameNode({who}: {', '.join(list(self.codes)[:8])})"


def root(match: Match) -> GameNode:
    """The current state of a match as the root of the tree of its continuations."""
    return GameNode(match, match.state)
