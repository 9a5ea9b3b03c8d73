"""The question as a whole: how likely a goal can be reached in a turn, and by which move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tilewright.check.fragments import read_question
from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.diagnostics import Diagnostic
from tilewright.expectimax.induction import Induction
from tilewright.expectimax.moment import Moment, NoOdds, TooManyStates, TurnGraph, asking
from tilewright.expectimax.sampling import Estimate, Policy, estimate
from tilewright.kernel.graph import NodeKind, SearchExtent
from tilewright.kernel.liveness import CHANCE, dataflow_of
from tilewright.play.frames import upward
from tilewright.play.hidden import unseen_pieces
from tilewright.stopping import STOP
from tilewright.table.game import Game

MOST_STOPS = 5_000_000
"""Choices, throws and ends, of about 150 bytes each."""
FIRST_STOPS = 100_000
"""So many are examined where choices alone make the goal certain."""
UNKNOWN = -(1 << 40)
"""What a number counts as where it is not known, as a lower bound."""


@dataclass(frozen=True)
class OddsGoal:
    """What is asked: a condition or a number, as the text has it, of the player whose turn it is.

    It is asked as soon as nothing of the turn is left to chance, or else at the `end` of the turn. A turn without
    chance is asked about at its end (`goal_of_turn`), for nothing has been done in it yet when nothing is left to chance; and so is
    what is the same however chance falls, if the end of the turn brings more of it.
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
    `low` to `high` (both None for a number); a search that was stopped knows only these. `moves` are those that can be made now, the best
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
        return self.estimate is None and self.low is None

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
    """How large a search may be: so many stops, and `games` that are sampled with a `seed` beyond them."""

    stops: int = MOST_STOPS
    games: int = 1000
    seed: int = 0


AT_TABLE = Effort(stops=300_000, games=200)
"""What one waits for while a game is played: some seconds."""


def read_goal(text: str, game: Game, end: bool = False) -> OddsGoal | list[Diagnostic]:
    """The goal of a text; what is wrong with it when it is none. The game is that of a match (linked)."""
    asked = read_question(text, game)
    return asked if isinstance(asked, list) else OddsGoal(" ".join(text.split()), asked, end)


def solve(moment: Moment, goal: OddsGoal, effort: Effort = Effort()) -> Odds:
    """The odds at a moment: exact, or bounds where that is too much. Raises `NoOdds`, `OtherPlayerDecides` and `TooManyStates`."""
    goal = goal_of_turn(moment, goal)
    sure = None if goal.end else _surely(moment, goal, effort)
    is_certain = goal.is_chance and sure is not None and sure() == 1
    most = min(FIRST_STOPS, effort.stops) if is_certain else effort.stops
    found = induction_of(moment, goal, most, cut=True)
    if not found.is_exact and STOP.asked:
        return _stopped(goal, found, sure)
    if not found.is_exact:
        return _approximation(moment, goal, effort, found, sure)
    answer = _exact(goal, found, sure)
    later = None if goal.end or len(set(found.turn.results)) > 1 else _at_end(moment, goal, effort)
    return answer if later is None or later.value <= answer.value else later


def _exact(goal: OddsGoal, found: Induction, sure: Induction | None = None) -> Odds:
    """The answer of a whole graph, and of what comes `sure` of choices alone, where that is better."""
    moves, value = dict(_moves(found)), found()
    if sure is not None and sure() > value:
        value = sure()
    for text, move in _moves(sure) if sure is not None else ():
        if move.value > UNKNOWN and (text not in moves or move.value > moves[text].value):
            moves[text] = move
    ranked = tuple(sorted(moves.values(), key=lambda move: -move.value))
    return Odds(goal, value, ranked, found.states, found.states)


def _at_end(moment: Moment, goal: OddsGoal, effort: Effort) -> Odds | None:
    """The answer at the end of the turn: what a turn brings may count only there, such as points. None where that is too much."""
    goal = replace(goal, end=True)
    try:
        return _exact(goal, induction_of(moment, goal, effort.stops))
    except TooManyStates:
        return None


def _moves(found: Induction) -> list[tuple[str, MoveOdds]]:
    """The moves at the first decision, the best first, by their texts."""
    names = found.turn.texts(found.graph.start, found.graph.stop)
    return [(names[index], MoveOdds(names[index], worth, found.line(index))) for index, worth in found.moves()]


def _surely(moment: Moment, goal: OddsGoal, effort: Effort) -> Induction | None:
    """What comes of choices alone up to the end of the turn; None where these are too many."""
    try:
        turn = TurnGraph(moment, SearchExtent(turn=True, sure=True), asking(moment, goal.asked), effort.stops)
    except TooManyStates:
        return None
    return Induction(turn, 0 if goal.is_chance else UNKNOWN) if turn.results else None


def goal_of_turn(moment: Moment, goal: OddsGoal) -> OddsGoal:
    """The goal as it is asked in the turn of a moment: at the end of a turn in which nothing is left to chance."""
    return goal if goal.end or has_chance(moment) else replace(goal, end=True)


def has_chance(moment: Moment) -> bool:
    """Whether anything of the turn of a moment is left to chance when it begins."""
    flow, facts = moment.machine.flow, dataflow_of(moment.machine.flow)
    entry = flow.turn
    if moment.state.frame is not None:
        *_, outer = upward(moment.state.frame)
        entry = flow.turns.get(outer.level.body.name, flow.turn)
    ahead = facts.ahead[entry]
    if ahead & CHANCE:
        return True
    uses = [flow.uses[number] for number in moment.uses]
    return any(facts.ahead[use.entry] & CHANCE and facts.may_begin(use.ability.during, ahead) for use in uses)


def is_settled(moment: Moment) -> bool:
    """Whether nothing of the turn is left to chance."""
    turn = TurnGraph(moment, SearchExtent(settled=True, turn=True), lambda end: 0, 1, cut=True, contested=True)
    return turn.graph.kinds[turn.graph.root] == NodeKind.END


def _unknown_pile(moment: Moment) -> str:
    """The name of a pile in which there are pieces that the player has not seen: a view has them in one order of many."""
    cells, layout = moment.state.cells, moment.machine.layout
    piles = [seat for seat in range(len(layout.owners)) if layout.place_at(seat).board.pile]
    unknown = (seat for seat in piles if unseen_pieces(cells, seat, moment.state.mover))
    return next((layout.place_at(seat).board.name for seat in unknown), "")


def induction_of(moment: Moment, goal: OddsGoal, most: int, cut: bool = False) -> Induction:
    """The values of all that can come of a moment. Raises `NoOdds`, `OtherPlayerDecides`, and `TooManyStates`."""
    if moment.state.cells.get(moment.machine.layout.over):
        raise NoOdds("the game is over")
    if pile := _unknown_pile(moment):
        raise NoOdds(f"the order of the {pile} is hidden, and no odds are computed for the turns of such a game")
    goal = goal_of_turn(moment, goal)
    return Induction(TurnGraph(moment, reach_of(goal), asking(moment, goal.asked), most, cut))


def reach_of(goal: OddsGoal) -> SearchExtent:
    """How far a turn is gone through for a goal."""
    return SearchExtent(settled=not goal.end, turn=True)


# -- beyond what is exact


def _approximation(moment: Moment, goal: OddsGoal, effort: Effort, least: Induction, sure: Induction | None) -> Odds:
    """Bounds from a part of the graph, from choices alone and from turns without some abilities, and one from games of a policy."""
    known, most = [least, *([sure] if sure is not None and goal.is_chance else [])], Induction(least.turn, unknown=1)
    if max(one() for one in known) < most():
        fewer = _fewer_abilities(moment, goal, effort.stops)
        known += [] if fewer is None else [fewer]
    policy = Policy(least.turn, known)
    low, high = max(one() for one in known), most()
    moves = _bounded_moves(policy.first(), known, most) if goal.is_chance else ()
    if goal.is_chance and low == high:
        return Odds(goal, low, moves, least.states, least.states)
    found = estimate([policy, Policy(least.turn, known, most)], effort.games, effort.seed, goal.is_chance)
    if not goal.is_chance:
        return Odds(goal, found.least, moves, least.states, least.states, found)
    value = min(max(low, found.least), high)
    return Odds(goal, value, moves, least.states, least.states, found, low, high)


def _stopped(goal: OddsGoal, least: Induction, sure: Induction | None) -> Odds:
    """What the part of the graph says that was found before the search was stopped. Raises `KeyboardInterrupt` for a number, of which it says nothing."""
    if not goal.is_chance:
        raise KeyboardInterrupt
    known, most = [least, *([sure] if sure is not None else [])], Induction(least.turn, unknown=1)
    low = max(one() for one in known)
    moves = _bounded_moves(Policy(least.turn, known).first(), known, most)
    return Odds(goal, low, moves, least.states, least.states, None, low, most())


def _bounded_moves(sure: Mapping[str, Fraction], known: Sequence[Induction], most: Induction) -> tuple[MoveOdds, ...]:
    """The moves at a stop, those first that are sure to be worth most; each is continued as an induction that knows most of it says."""
    high, tops, lines = most(), most.texts(), dict[str, tuple[str, ...]]()
    for induction in known:
        for text, move in _moves(induction):
            if move.value and move.value == sure[text]:
                lines.setdefault(text, move.line)
    moves = [MoveOdds(text, value, lines.get(text, (text,)), tops.get(text, high)) for text, value in sure.items()]
    return tuple(sorted(moves, key=lambda move: -move.value))


def _fewer_abilities(moment: Moment, goal: OddsGoal, most: int) -> Induction | None:
    """The values of a turn in which only some abilities are used; None if it is too large without any, too.

    What is reached with some is reached with all. One after another is added, as long as the turn stays small enough.
    """
    every, best = moment.uses, None
    used: tuple[int, ...] = ()
    for more in [(), *((one,) for one in every)]:
        trying = (*used, *more)
        left_out = tuple(one for one in every if one not in trying)
        if not left_out:
            break
        try:
            turn = TurnGraph(moment, reach_of(goal), asking(moment, goal.asked), most, without=left_out)
        except TooManyStates:
            if not more:
                return None
            continue
        best, used = Induction(turn), trying
    return best
