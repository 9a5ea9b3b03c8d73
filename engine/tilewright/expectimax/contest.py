"""A turn in which several players decide, played best by each: every line of it, by the statements of the game.

With two players it is minimax over what one is ahead of the other by, with alpha-beta pruning (Knuth, Moore 1975); with
more it is max^n (Luckhardt, Irani 1986): each wants the most for themselves, of moves that are worth as much the one that
leaves the others least, and of those the first in the order of the moves. Chance must have no say, and nothing may be hidden:
whoever answers in secret would answer knowing what the others have, and what is hidden would be one deal taken for the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.diagnostics import Problems
from tilewright.expectimax.graph import TooManyStates
from tilewright.expectimax.question import Moment, NoOdds, read_goal
from tilewright.expectimax.walker import is_chance
from tilewright.play.match import IllegalMove, Match
from tilewright.play.state import Move, State
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.moves_puzzle import MovesPuzzle

MOST_CONTESTED = 200_000
"""So many states of a turn are looked at."""
WIDEST = 1 << 60
"""Beyond what anything is worth."""

Worths = tuple[int, ...]


@dataclass(frozen=True)
class ContestLine:
    """A line of best play: its moves, who makes each, and what the end of the turn is worth to each player."""

    moves: tuple[str, ...]
    players: tuple[int, ...]
    worths: Worths


@dataclass(frozen=True)
class ContestAnswer:
    """The best line, what every first move leads to (the best first), and how many states were looked at.

    `lines` is how many lines the turn has, if they were counted.
    """

    best: ContestLine
    firsts: tuple[ContestLine, ...]
    states: int
    lines: int | None = None

    @property
    def is_unique(self) -> bool:
        """Whether a single first move leads to what is best for who makes it."""
        return sum(_pays_alike(one, self.best) for one in self.firsts) <= 1


def _pays_alike(one: ContestLine, other: ContestLine) -> bool:
    player = one.players[0]
    if len(one.worths) == 2:
        return _lead(one.worths, player) == _lead(other.worths, player)
    return one.worths[player] == other.worths[player]


def _lead(worths: Worths, player: int) -> int:
    return worths[player] - worths[1 - player]


class Contest:
    """All that can come of a moment up to the end of the turn; `asked` is a number of each player.

    Raises `NoOdds` where the game hides anything.
    """

    def __init__(self, moment: Moment, asked: core.Expr, most: int = MOST_CONTESTED) -> None:
        if reason := hidden_reason(moment.state.table.game):
            raise NoOdds(reason)
        self._moment, self._asked, self._most = moment, asked, most
        self._walker = moment.walker()
        self._known: dict[object, Worths] = {}
        self._counted: dict[object, int] = {}
        self.states = 0

    def solve(self, count: bool = False) -> ContestAnswer:
        """Best play; with `count` the lines are counted too.

        Raises `NoOdds` where chance decides, and `TooManyStates`, also where moves can lead back to where they began.
        """
        try:
            with self._walker.unsettled():
                return self._solved(self._first(), count)
        except RecursionError:
            raise TooManyStates from None

    def walk(self, moves: Sequence[str]) -> ContestLine:
        """What a line of moves is worth, played by the machine. Raises `NoOdds` where it cannot be played."""
        with self._walker.unsettled():
            return self._played(self._first(), moves)

    # -- the search

    def _solved(self, state: State, count: bool) -> ContestAnswer:
        if state.over:
            raise NoOdds("the turn is over, and nobody has a choice")
        firsts = [self._line(state, move) for move in self._moves(state)]
        firsts.sort(key=lambda line: self._rank(line.worths, state.player), reverse=True)
        lines = self._count(state) if count else None
        return ContestAnswer(firsts[0], tuple(firsts), self.states, lines)

    def _first(self) -> State:
        """The state of the moment, gone on with as far as nobody has to choose."""
        state = self._moment.state.copy()
        state.choice = self._moment.state.choice
        if state.choice is None and not state.over:
            self._walker.advance(state)
        return state

    def _line(self, first: State, move: Move) -> ContestLine:
        """The line of best play that begins with a move, played anew to its end."""
        moves, state = [move.text], self._after(first, move)
        while not state.over:
            ways = [(one.text, self._after(state, one)) for one in self._moves(state)]
            text, state = max(ways, key=lambda way: self._rank(self._value(way[1]), state.player))
            moves.append(text)
        return self._played(first, moves)

    def _played(self, state: State, moves: Sequence[str]) -> ContestLine:
        players = []
        for text in moves:
            move = None if state.over else next((one for one in self._moves(state) if one.text == text), None)
            if move is None:
                raise NoOdds(f"'{text}' cannot be played")
            players.append(state.player)
            state = self._after(state, move)
        if not state.over:
            raise NoOdds("the turn is not over after these moves")
        return ContestLine(tuple(moves), tuple(players), self._worths(state))

    def _moves(self, state: State) -> list[Move]:
        if is_chance(state):
            raise NoOdds("this turn involves chance; use odds")
        return self._walker.moves_at(state)

    def _after(self, state: State, move: Move) -> State:
        after = state.copy()
        after.choice = state.choice
        self._walker.apply(after, move)
        self.states += 1
        if self.states > self._most:
            raise TooManyStates
        return after

    def _value(self, state: State) -> Worths:
        """What best play from a state comes to."""
        if len(self._moment.state.table.counters) == 2:
            return self._minimax(state, -WIDEST, WIDEST)
        return self._max_n(state)

    def _max_n(self, state: State) -> Worths:
        if state.over:
            return self._worths(state)
        key = state.key
        if key not in self._known:
            found = [self._max_n(self._after(state, move)) for move in self._moves(state)]
            self._known[key] = max(found, key=lambda worths: self._rank(worths, state.player))
        return self._known[key]

    def _minimax(self, state: State, low: int, high: int) -> Worths:
        """Within the bounds of what the first player is ahead by, exact; outside of them a bound (fail-soft)."""
        if state.over:
            return self._worths(state)
        key = state.key
        if key in self._known:
            return self._known[key]
        mine, best = state.player == 0, None
        window = low, high
        for move in self._moves(state):
            found = self._minimax(self._after(state, move), low, high)
            if best is None or self._rank(found, state.player) > self._rank(best, state.player):
                best = found
            lead = _lead(best, 0)
            low, high = (max(low, lead), high) if mine else (low, min(high, lead))
            if low >= high:
                break
        assert best is not None, "a choice has a move"
        if window[0] < _lead(best, 0) < window[1]:
            self._known[key] = best
        return best

    def _count(self, state: State) -> int:
        """How many lines there are from a state on."""
        if state.over:
            return 1
        key = state.key
        if key not in self._counted:
            self._counted[key] = sum(self._count(self._after(state, move)) for move in self._moves(state))
        return self._counted[key]

    def _rank(self, worths: Worths, player: int) -> tuple[int, ...]:
        """What a player wants most of, first."""
        if len(worths) == 2:
            return (_lead(worths, player),)
        return worths[player], -sum(worths)

    def _worths(self, state: State) -> Worths:
        referee = self._walker.referee
        return tuple(
            referee.number(state, self._asked, {**state.env, **referee.deciding_player(state.table, player)})
            for player in range(state.table.players)
        )


def hidden_reason(game: Game) -> str:
    """Why no turn of a game can be solved: it has answers in secret, hidden counters or hidden pieces; else an empty text."""
    return f"{game.id} has hidden information; only turns of games without it are solved" if game.hides else ""


def contest_of(puzzle: MovesPuzzle, cards: Sequence[Card]) -> Contest:
    """The turn that a puzzle asks about.

    Raises `Misplaced`, `IllegalMove` where a move before the question cannot be played, `Problems` where what is asked
    cannot be read, and `NoOdds` where the game hides anything.
    """
    if reason := hidden_reason(puzzle.position.game):
        raise NoOdds(reason)
    match = Match.at(puzzle.position, cards)
    turn = match.state.turn
    for text in puzzle.after:
        match.play(text)
    if match.over or match.state.turn != turn:
        raise IllegalMove("the turn is over after these moves")
    read = read_goal(puzzle.worth, match.game, end=True)
    if isinstance(read, list):
        raise Problems(diagnostics=read)
    if read.is_chance:
        raise IllegalMove("worth is a condition; what players want must be a number")
    return Contest(Moment.of(match), read.asked)
