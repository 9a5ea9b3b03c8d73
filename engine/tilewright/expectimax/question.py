"""The whole question: the probability of reaching a goal in a turn, and the best moves."""

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
from tilewright.kernel.wasm.kept import KeptSearches
from tilewright.play.frames import upward
from tilewright.play.hidden import unseen_pieces
from tilewright.stopping import STOP
from tilewright.table.game import Game

MOST_STOPS = 5_000_000
"""The maximum number of states, of about 150 bytes each."""
FIRST_STOPS = 100_000
"""The maximum number of states of the graph with chance, if the goal is certain without chance: more would not change the
probability."""
UNKNOWN = -(1 << 40)
"""The value of an unknown number, as a lower bound."""


@dataclass(frozen=True)
class OddsGoal:
    """A goal: a condition or a number, with its text, for the player whose turn it is.

    It is evaluated where no chance is left in the turn, or at the `end` of the turn. In a turn without chance it is
    evaluated at the end (`goal_of_turn`), because otherwise nothing would have been done yet; and so is a goal that
    does not depend on chance, if the end of the turn gives a higher value.
    """

    text: str
    asked: core.Expr
    end: bool = False

    @property
    def is_chance(self) -> bool:
        """Whether it is a condition, so that the answer is a probability; else an expected value."""
        return is_condition(self.asked)


@dataclass(frozen=True)
class MoveOdds:
    """A move, its value with best play afterwards, and the `line` of moves up to the next chance node.

    If the search was cut, `value` is a lower and `high` an upper bound.
    """

    move: str
    value: Fraction
    line: tuple[str, ...] = ()
    high: Fraction | None = None


@dataclass(frozen=True)
class Odds:
    """The answer: the highest probability, or the highest expected value.

    It is exact unless there is an `estimate` from sampled games of a policy: then `value` is a lower bound of best
    play, with the `confidence` of the estimate, or proved if the proved bound is greater. The highest probability is
    between `low` and `high`, proved (both None for a number); a search that was stopped knows only these. `moves` are
    the available moves, the best first; empty if chance comes first. Of moves that lead to the same state only one is
    listed. `stops` and `states` are the size of the search.
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
        """Whether the value is that of best play, not only a lower bound."""
        return self.estimate is None and self.low is None

    @property
    def is_sure(self) -> bool:
        """Whether the lower bound is proved, not statistical."""
        return self.estimate is None or self.value == self.low

    @property
    def best(self) -> MoveOdds | None:
        """The best move; None if there is nothing to choose."""
        return self.moves[0] if self.moves else None

    @property
    def margin(self) -> Fraction | None:
        """The difference of the best and the second best move; None if there is only one, or if it is not known."""
        known = len(self.moves) > 1 and all(move.high is None for move in self.moves)
        return self.moves[0].value - self.moves[1].value if known else None


@dataclass(frozen=True)
class Effort:
    """The limits of a search: the number of states, and the number of `games` sampled with a `seed` beyond that; and the
    file in which searches are `kept`, from which they continue."""

    stops: int = MOST_STOPS
    games: int = 1000
    seed: int = 0
    kept: KeptSearches | None = None


AT_TABLE = Effort(stops=300_000, games=200)
"""The limits during a game: a few seconds."""


def read_goal(text: str, game: Game, end: bool = False) -> OddsGoal | list[Diagnostic]:
    """The goal of a text, or the diagnostics if it does not parse. The game is that of a match (linked)."""
    asked = read_question(text, game)
    return asked if isinstance(asked, list) else OddsGoal(" ".join(text.split()), asked, end)


def solve(moment: Moment, goal: OddsGoal, effort: Effort = Effort()) -> Odds:
    """The odds at a moment: exact, or bounds if that is too large. Raises `NoOdds`, `OtherPlayerDecides` and
    `TooManyStates`."""
    goal = goal_of_turn(moment, goal)
    sure = None if goal.end else _without_chance(moment, goal, effort)
    is_certain = goal.is_chance and sure is not None and sure() == 1
    most = min(FIRST_STOPS, effort.stops) if is_certain else effort.stops
    found = induction_of(moment, goal, most, cut=True, kept=effort.kept)
    if not found.is_exact:
        return _approximation(moment, goal, effort, found, sure)
    answer = _exact(goal, found, sure)
    # equal values at all ends: perhaps what the goal depends on happens only at the end of the turn
    try:
        later = None if goal.end or len(set(found.turn.results)) > 1 else _at_end(moment, goal, effort)
    except KeyboardInterrupt:
        return _at_least(answer)
    return answer if later is None or later.value <= answer.value else later


def _exact(goal: OddsGoal, found: Induction, sure: Induction | None = None) -> Odds:
    """The answer from a complete graph, or from `sure` (without chance) if that is better."""
    moves, value = dict(_moves(found)), found()
    if sure is not None and sure() > value:
        value = sure()
    for text, move in _moves(sure) if sure is not None else ():
        if move.value > UNKNOWN and (text not in moves or move.value > moves[text].value):
            moves[text] = move
    ranked = tuple(sorted(moves.values(), key=lambda move: -move.value))
    return Odds(goal, value, ranked, found.states, found.states)


def _at_least(found: Odds) -> Odds:
    """The answer as a lower bound, after the search for a better one was stopped. Raises `KeyboardInterrupt` for a number,
    for which a search that was stopped has no bounds."""
    if not (found.goal.is_chance and STOP.is_heeded):
        raise KeyboardInterrupt
    moves = tuple(replace(move, high=Fraction(1)) for move in found.moves)
    return found if found.value == 1 else replace(found, moves=moves, low=found.value, high=Fraction(1))


def _at_end(moment: Moment, goal: OddsGoal, effort: Effort) -> Odds | None:
    """The answer at the end of the turn, for values that change only there, such as points. None if that is too large."""
    goal = replace(goal, end=True)
    try:
        return _exact(goal, induction_of(moment, goal, effort.stops, kept=effort.kept))
    except TooManyStates:
        return None


def _moves(found: Induction) -> list[tuple[str, MoveOdds]]:
    """The moves at the first decision, the best first, by their texts."""
    names = found.turn.texts(found.graph.start, found.graph.stop)
    return [(names[index], MoveOdds(names[index], worth, found.line(index))) for index, worth in found.moves()]


def _without_chance(moment: Moment, goal: OddsGoal, effort: Effort) -> Induction | None:
    """The values reachable without chance up to the end of the turn; None if the graph is too large, or has no end."""
    try:
        reach = SearchExtent(turn=True, sure=True)
        turn = TurnGraph(moment, reach, asking(moment, goal.asked), effort.stops, kept=effort.kept)
    except TooManyStates:
        return None
    return Induction(turn, 0 if goal.is_chance else UNKNOWN) if turn.results else None


def goal_of_turn(moment: Moment, goal: OddsGoal) -> OddsGoal:
    """The goal for the turn of a moment: at the end, if the turn has no chance."""
    return goal if goal.end or has_chance(moment) else replace(goal, end=True)


def has_chance(moment: Moment) -> bool:
    """Whether chance may occur in the turn of a moment, anywhere after its beginning, or in its abilities."""
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
    """Whether no chance is left in the turn."""
    turn = TurnGraph(moment, SearchExtent(settled=True, turn=True), lambda end: 0, 1, cut=True, contested=True)
    return turn.graph.kinds[turn.graph.root] == NodeKind.END


def _unknown_pile(moment: Moment) -> str:
    """The name of a pile with pieces that the player has not seen: a view has them in an arbitrary order."""
    cells, layout = moment.state.cells, moment.machine.layout
    piles = [seat for seat in range(len(layout.owners)) if layout.place_at(seat).board.pile]
    unknown = (seat for seat in piles if unseen_pieces(cells, seat, moment.state.mover))
    return next((layout.place_at(seat).board.name for seat in unknown), "")


def induction_of(
    moment: Moment, goal: OddsGoal, most: int, cut: bool = False, kept: KeptSearches | None = None
) -> Induction:
    """The values of the graph of a moment. Raises `NoOdds`, `OtherPlayerDecides`, and `TooManyStates`."""
    if moment.state.cells.get(moment.machine.layout.over):
        raise NoOdds("the game is over")
    if pile := _unknown_pile(moment):
        raise NoOdds(f"the order of the {pile} is hidden, and no odds are computed for the turns of such a game")
    goal = goal_of_turn(moment, goal)
    return Induction(TurnGraph(moment, reach_of(goal), asking(moment, goal.asked), most, cut, kept=kept))


def reach_of(goal: OddsGoal) -> SearchExtent:
    """The extent of the search for a goal."""
    return SearchExtent(settled=not goal.end, turn=True)


# -- approximation


def _approximation(moment: Moment, goal: OddsGoal, effort: Effort, least: Induction, sure: Induction | None) -> Odds:
    """Bounds from a part of the graph, from choices without chance and from turns without some abilities, and one from
    sampled games of a policy. What was stopped has no games, and raises `KeyboardInterrupt` for a number, which only they bound."""
    known, most = [least, *([sure] if sure is not None and goal.is_chance else [])], Induction(least.turn, unknown=1)
    if not STOP.asked and max(one() for one in known) < most():
        fewer = _fewer_abilities(moment, goal, effort)
        known += [] if fewer is None else [fewer]
    policy = Policy(least.turn, known)
    low, high = max(one() for one in known), most()
    moves = _bounded_moves(policy.first(), known, most) if goal.is_chance else ()
    if goal.is_chance and low == high:
        return Odds(goal, low, moves, least.states, least.states)
    if STOP.asked and goal.is_chance:
        return Odds(goal, low, moves, least.states, least.states, None, low, high)
    if STOP.asked:
        raise KeyboardInterrupt
    found = estimate([policy, Policy(least.turn, known, most)], effort.games, effort.seed, goal.is_chance)
    if not goal.is_chance:
        return Odds(goal, found.least, moves, least.states, least.states, found)
    value = min(max(low, found.least), high)
    return Odds(goal, value, moves, least.states, least.states, found, low, high)


def _bounded_moves(sure: Mapping[str, Fraction], known: Sequence[Induction], most: Induction) -> tuple[MoveOdds, ...]:
    """The moves at the first decision, by descending lower bounds; each is continued by the induction that has the best bound for
    it."""
    high, tops, lines = most(), most.texts(), dict[str, tuple[str, ...]]()
    for induction in known:
        for text, move in _moves(induction):
            if move.value and move.value == sure[text]:
                lines.setdefault(text, move.line)
    moves = [MoveOdds(text, value, lines.get(text, (text,)), tops.get(text, high)) for text, value in sure.items()]
    return tuple(sorted(moves, key=lambda move: -move.value))


def _fewer_abilities(moment: Moment, goal: OddsGoal, effort: Effort) -> Induction | None:
    """The values of a turn with only some of the abilities; None if it is too large even without any, or was stopped.

    This is a lower bound for all abilities. They are added one after another, as long as the graph stays small enough.
    """
    every, best = moment.uses, None
    used: tuple[int, ...] = ()
    for more in [(), *((one,) for one in every)]:
        trying = (*used, *more)
        left_out = tuple(one for one in every if one not in trying)
        if not left_out:
            break  # with all abilities the graph is known to be too large
        try:
            asked, kept = asking(moment, goal.asked), effort.kept
            turn = TurnGraph(moment, reach_of(goal), asked, effort.stops, without=left_out, kept=kept)
        except TooManyStates:
            if not more:
                return None
            continue
        except KeyboardInterrupt:
            if not STOP.is_heeded:
                raise
            break
        best, used = Induction(turn), trying
    return best
