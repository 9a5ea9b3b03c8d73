"""The question as a whole: how likely a goal can be reached in a turn, and by which move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction

from tilewright.check.questions import read_question
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import is_condition
from tilewright.diagnostics import Diagnostic
from tilewright.expectimax.graph import CannotAbstract, Edge, TooManyStates, TurnGraph
from tilewright.expectimax.horizon import Horizon
from tilewright.expectimax.induction import Induction
from tilewright.expectimax.results import Results
from tilewright.expectimax.sampling import Estimate, Policy, estimate
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

    It is asked as soon as nothing of the turn is left to chance, or else at the `end` of the turn. A turn without
    chance is asked about at its end (`goal_of_turn`), for nothing has been done in it yet when nothing is left to chance.
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
    """A move, what it is worth with best play afterwards, and the `line` of moves up to the next throw of chance.

    With `high` the search was cut: it is worth the `value` at least, and `high` at most.
    """

    move: str
    value: Fraction
    line: tuple[str, ...] = ()
    high: Fraction | None = None


@dataclass(frozen=True)
class Odds:
    """The answer: the best chance, or the most that can be expected.

    It is exact unless there is an `estimate` of what a policy reaches in sampled games: then best play is worth the `value`
    at least, with the `confidence` of the estimate, or for sure where that is greater. The best chance is sure to lie from
    `low` to `high` (both None for a number). `moves` are those that can be made now, the best
    first; none where chance comes first. Of moves that lead to the same there is one. `stops` and `states` say how large
    the search was.
    """

    goal: OddsGoal
    value: Fraction
    moves: tuple[MoveOdds, ...]
    stops: int
    states: int
    estimate: Estimate | None = None
    low: Fraction | None = None
    high: Fraction | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the value is that of best play, and not only a lower bound of it."""
        return self.estimate is None

    @property
    def is_sure(self) -> bool:
        """Whether best play is worth the value for sure, and not only with some confidence."""
        return self.estimate is None or self.value == self.low

    @property
    def best(self) -> MoveOdds | None:
        """The best move; None where there is nothing to choose."""
        return self.moves[0] if self.moves else None

    @property
    def margin(self) -> Fraction | None:
        """By how much the best move is better than the next; None without another one, or when it is not known."""
        known = len(self.moves) > 1 and all(move.high is None for move in self.moves)
        return self.moves[0].value - self.moves[1].value if known else None


@dataclass(frozen=True)
class Effort:
    """How large a search may be: so many stops, states, and `games` that are sampled with a `seed` beyond them."""

    stops: int = MOST_STOPS
    states: int = MOST_STATES
    games: int = 1000
    seed: int = 0


AT_TABLE = Effort(stops=15_000, states=600_000, games=200)
"""What one waits for while a game is played: some seconds."""


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

    def abilities(self) -> tuple[play.Ability, ...]:
        """The abilities of what lies before the player whose turn it is."""
        referee, state = self.referee, self.state
        grids = (state.table.grids[seat] for seat in referee.card_seats[state.mover])
        shown = frozenset(kind for grid in grids for kind in grid.tops)
        return tuple(one for one in referee.abilities if one.kind < 0 or one.kind in shown)

    def walker(self, abilities: Sequence[play.Ability] | None = None) -> Walker:
        """A machine for the player whose turn it is, who uses these abilities, or all that there are."""
        return Walker(self.referee, self.abilities() if abilities is None else abilities)


def _fresh(referee: Referee, players: int) -> Referee:
    """A referee of the same game without any budget."""
    return Referee(referee.game, referee.program, referee.layouts, players)


def solve(moment: Moment, goal: OddsGoal, effort: Effort = Effort()) -> Odds:
    """The odds at a moment: exact, or bounds where that is too much.

    Raises `NoOdds`, `NotAlone`, and `TooManyStates` for turns of hundreds of moves one after another.
    """
    goal = goal_of_turn(moment, goal)
    graph = _graph(moment, goal, effort.stops, cut=True)
    result = Results(graph, goal.asked, goal.end)
    found = Induction(graph, result, effort.states, unknown=0)
    value = found()
    if not found.is_exact:
        return _approximation(moment, goal, effort, found, result)
    moves = [MoveOdds(edge.text, worth, line_of(found, edge)) for edge, worth in found.moves()]
    return Odds(goal, value, tuple(moves), graph.size, found.states)


def goal_of_turn(moment: Moment, goal: OddsGoal) -> OddsGoal:
    """The goal as it is asked in the turn of a moment: at the end of a turn in which nothing is left to chance."""
    frame = moment.state.frame
    if goal.end or frame is None or moment.walker().horizon.has_chance(frame):
        return goal
    return replace(goal, end=True)


def induction_of(moment: Moment, goal: OddsGoal, most_stops: int, most_states: int) -> Induction:
    """The values of all that can come of a moment. Raises `NoOdds`, `NotAlone`, and `TooManyStates`."""
    goal = goal_of_turn(moment, goal)
    graph = _graph(moment, goal, most_stops)
    return Induction(graph, Results(graph, goal.asked, goal.end), most_states)


def _graph(moment: Moment, goal: OddsGoal, most: int, cut: bool = False) -> TurnGraph:
    if moment.state.over:
        raise NoOdds("the game is over")
    return graph_of(moment, most, goal.end, cut=cut)


def graph_of(
    moment: Moment, most: int, end: bool, cut: bool = False, abilities: Sequence[play.Ability] | None = None
) -> TurnGraph:
    """The graph from a moment on, with these abilities or all; abstract as far as that makes no difference."""
    for abstract, counting in ((True, False), (False, False), (False, True)):
        walker = moment.walker(abilities)
        try:
            return TurnGraph(walker, _first_stop(moment, walker, end), most, abstract, counting, cut)
        except CannotAbstract:
            continue
    raise AssertionError("a turn that counts all rounds comes to an end")


def _first_stop(moment: Moment, walker: Walker, end: bool) -> State:
    """The state of a moment, gone on with as far as nobody has to choose."""
    state = moment.state.copy()
    state.choice = moment.state.choice
    if state.choice is None:
        with walker.unsettled() if end else nullcontext():
            walker.advance(state)
    elif not end:
        walker.settle(state)
    return state


# -- beyond what is exact


def _approximation(moment: Moment, goal: OddsGoal, effort: Effort, least: Induction, result: Results) -> Odds:
    """Bounds from a part of the graph and from turns without some abilities, and one from games of a policy."""
    graph, walker = least.graph, least.graph.walker
    known = [least, *_without_abilities(moment, goal, effort)]
    most = Induction(graph, result, effort.states, unknown=1)
    state, policy = _first_stop(moment, walker, goal.end), Policy(walker, known, result)
    low, high = max(one() for one in known), most()
    moves = _bounded_moves(policy.values(state), least, most) if goal.is_chance else ()
    if goal.is_chance and low == high:
        return Odds(goal, low, moves, graph.size, least.states)
    policies = [policy, Policy(walker, known, result, most)]
    found = estimate(policies, state, effort.games, effort.seed, goal.is_chance)
    if not goal.is_chance:
        return Odds(goal, found.least, moves, graph.size, least.states, found)
    return Odds(goal, min(max(low, found.least), high), moves, graph.size, least.states, found, low, high)


def _bounded_moves(sure: Mapping[str, Fraction], least: Induction, most: Induction) -> tuple[MoveOdds, ...]:
    """The moves at a stop, those first that are sure to be worth most."""
    high = most()
    tops = {edge.text: value for edge, value in most.moves()}
    lines = {edge.text: line_of(least, edge) for edge, value in least.moves() if value}
    moves = [MoveOdds(text, value, lines.get(text, (text,)), tops.get(text, high)) for text, value in sure.items()]
    return tuple(sorted(moves, key=lambda move: -move.value))


def _without_abilities(moment: Moment, goal: OddsGoal, effort: Effort) -> Iterator[Induction]:
    """The values of a turn in which only some abilities are used, unless there are too many of them, too."""
    for some in fewer_abilities(moment):
        try:
            graph = graph_of(moment, effort.stops, goal.end, abilities=some)
            found = Induction(graph, Results(graph, goal.asked, goal.end), effort.states)
            found()
        except TooManyStates:
            continue
        yield found
        return


def fewer_abilities(moment: Moment) -> list[list[play.Ability]]:
    """Some of the abilities of a turn, in turns that are smaller: what is reached with them is reached with all, too.

    First all but those that make stops large, for they look at pools to which statements else only add; then none.
    """
    every, state = moment.abilities(), moment.state
    plain = Horizon(moment.referee, ()).blind(state)
    slight = [one for one in every if Horizon(moment.referee, [one]).blind(state) >= plain]
    return [some for some in ([slight, []] if slight else [[]]) if len(some) < len(every)]


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
