"""The question as a whole: how likely a goal can be reached in a turn, and by which move."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tilewright.check.questions import read_question
from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.diagnostics import Diagnostic
from tilewright.expectimax.graph import CannotAbstract, Edge, TurnGraph
from tilewright.expectimax.induction import Induction
from tilewright.expectimax.results import Results
from tilewright.expectimax.walker import Walker
from tilewright.play.frames import Frame
from tilewright.play.machine import Referee
from tilewright.play.match import Match
from tilewright.play.state import State
from tilewright.play.view import View
from tilewright.table.game import Game

MOST_STOPS = 150_000
"""States that differ in more than what statements are blind to: about 4 KB each while the graph is made."""
MOST_STATES = 5_000_000
"""States of all sorts, about 100 bytes each."""


@dataclass(frozen=True)
class OddsGoal:
    """What is asked: a condition or a number, as the text has it, of the player whose turn it is.

    It is asked as soon as nothing of the turn is left to chance, or else at the `end` of the turn.
    """

    text: str
    asked: core.Expr
    end: bool = False

    @property
    def is_chance(self) -> bool:
        """Whether it is a condition, so that the answer is a chance; else a number to be expected."""
        return is_condition(self.asked)


@dataclass(frozen=True)
class MoveOdds:
    """A move, what it is worth with best play afterwards, and the `line` of moves up to the next throw of chance."""

    move: str
    value: Fraction
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class Odds:
    """The answer: the best chance, or the most that can be expected, exact.

    `moves` are those that can be made now, the best first; none where chance comes first. Of moves that lead to the
    same there is one. `stops` and `states` say how large the search was.
    """

    goal: OddsGoal
    value: Fraction
    moves: tuple[MoveOdds, ...]
    stops: int
    states: int

    @property
    def best(self) -> MoveOdds | None:
        """The best move; None where there is nothing to choose."""
        return self.moves[0] if self.moves else None

    @property
    def margin(self) -> Fraction | None:
        """By how much the best move is better than the next; None without another one."""
        return self.moves[0].value - self.moves[1].value if len(self.moves) > 1 else None


class NoOdds(Exception):
    """What is asked cannot be answered here; the text says why."""


def read_goal(text: str, game: Game, end: bool = False) -> OddsGoal | list[Diagnostic]:
    """The goal of a text; what is wrong with it when it is none. The game is that of a match (linked)."""
    asked = read_question(text, game)
    return asked if isinstance(asked, list) else OddsGoal(" ".join(text.split()), asked, end)


@dataclass(frozen=True)
class Moment:
    """A state in a turn of a game, to ask about; nothing of it is changed."""

    referee: Referee
    state: State

    @classmethod
    def of(cls, match: Match | View) -> Moment:
        """The moment at which a match stands, as the player who chooses may know it."""
        seen = match.view() if isinstance(match, Match) else match
        return cls(_fresh(seen.machine.referee, len(seen.names)), seen.state)

    @classmethod
    def starting(cls, match: Match, state: State, player: int) -> Moment:
        """The beginning of a turn of a player, before anything is done in it; the state is changed."""
        referee = _fresh(match.machine.referee, len(match.names))
        state.mover = player
        if referee.course.course:
            state.under = Frame(referee.program.main, state.env, None)
        moment = cls(referee, state)
        moment.walker().begin(state)
        return moment

    def walker(self) -> Walker:
        """A machine for the player whose turn it is, with the abilities of what lies before that player."""
        referee, state = self.referee, self.state
        grids = (state.table.grids[seat] for seat in referee.card_seats[state.mover])
        shown = frozenset(kind for grid in grids for kind in grid.tops)
        return Walker(referee, [one for one in referee.abilities if one.kind < 0 or one.kind in shown])


def _fresh(referee: Referee, players: int) -> Referee:
    """A referee of the same game without any budget."""
    return Referee(referee.game, referee.program, referee.layouts, players)


def solve(moment: Moment, goal: OddsGoal, most_stops: int = MOST_STOPS, most_states: int = MOST_STATES) -> Odds:
    """The odds at a moment. Raises `NoOdds`, and `TooManyStates` when there are more of them than that."""
    found = induction_of(moment, goal, most_stops, most_states)
    value = found()
    moves = [MoveOdds(edge.text, worth, line_of(found, edge)) for edge, worth in found.moves()]
    return Odds(goal, value, tuple(moves), found.graph.size, found.states)


def induction_of(moment: Moment, goal: OddsGoal, most_stops: int, most_states: int) -> Induction:
    """The values of all that can come of a moment. Raises as `solve` does."""
    if moment.state.over:
        raise NoOdds("the game is over")
    graph = graph_of(moment, most_stops, goal.end)
    return Induction(graph, Results(graph, goal.asked, goal.end), most_states)


def graph_of(moment: Moment, most: int, end: bool) -> TurnGraph:
    """The graph from a moment on; abstract as far as that makes no difference."""
    for abstract, counting in ((True, False), (False, False), (False, True)):
        walker, state = moment.walker(), moment.state.copy()
        state.choice = moment.state.choice
        if state.choice is None:
            walker.advance(state)
        elif not end:
            walker.settle(state)
        try:
            return TurnGraph(walker, state, most, abstract, counting)
        except CannotAbstract:
            continue
    raise AssertionError("a turn that counts all rounds comes to an end")


def line_of(values: Induction, edge: Edge) -> tuple[str, ...]:
    """A move and the best ones after it, up to the next throw of chance or to the result."""
    texts: list[str] = []
    held = values.graph.held
    following: Edge | None = edge
    while following is not None:
        texts.append(following.text)
        held += following.gain
        stop = following.target
        following = None if stop.is_chance or not stop.edges else values.moves(stop, held)[0][0]
    return tuple(texts)
