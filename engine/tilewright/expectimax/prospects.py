"""What a turn may still come to: how likely each card that can be had is within reach, and by which moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tilewright.expectimax.graph import NotAlone, TooManyStates, TurnGraph
from tilewright.expectimax.induction import Induction
from tilewright.expectimax.question import Moment, NoOdds, OddsGoal, fewer_abilities, graph_of, line_of, read_goal
from tilewright.expectimax.results import Results
from tilewright.play.match import Match

MOST_STOPS, MOST_STATES = 6_000, 1_200_000
"""So many stops a graph has at most, and so many states all goals together: a few seconds."""


@dataclass(frozen=True)
class Prospect:
    """A goal with its best chance, exact or at least so much, and the moves up to the next throw of chance."""

    card: str
    goal: OddsGoal
    chance: Fraction
    is_exact: bool
    line: tuple[str, ...]


def prospects(match: Match) -> list[Prospect]:
    """What a player may reach in a turn with chance in it, the likelier first; nothing where there is no such goal.

    The goals are the conditions that cards say of themselves which lie where they lie at first. One graph serves all.
    """
    moment = Moment.of(match)
    state, goals = moment.state, _goals(match)
    if not goals or state.frame is None or moment.walker().horizon.settled(state, state.frame):
        return []
    try:
        graphs = list(_graphs(moment))
    except (NoOdds, NotAlone):
        return []
    found = [_prospect(card, goal, graphs, MOST_STATES // len(goals)) for card, goal in goals]
    return sorted((one for one in found if one is not None), key=lambda one: -one.chance)


def _graphs(moment: Moment) -> Iterator[tuple[bool, TurnGraph]]:
    """The graphs of the turn and of turns with fewer abilities that are not too large, and whether it is the turn itself."""
    for some in [None, *fewer_abilities(moment)]:
        try:
            yield some is None, graph_of(moment, MOST_STOPS, False, abilities=some)
        except TooManyStates:
            continue


def _prospect(card: str, goal: OddsGoal, graphs: Sequence[tuple[bool, TurnGraph]], most: int) -> Prospect | None:
    """The chance of a goal in the first of some graphs whose states are not too many; None if there is no such graph."""
    for is_exact, graph in graphs:
        values = Induction(graph, Results(graph, goal.asked, goal.end), most)
        try:
            chance, moves = values(), values.moves()
        except TooManyStates:
            continue
        line = line_of(values, moves[0][0]) if moves and chance else ()
        return Prospect(card, goal, chance, is_exact or chance == 1, line)
    return None


def _goals(match: Match) -> Sequence[tuple[str, OddsGoal]]:
    """The conditions of the cards that nobody has, by the ids of the cards."""
    located = match.game.located
    if located is None:
        return ()
    homes, table = match.machine.referee.homes, match.state.table
    found = []
    for kind in match.game.printed:
        tops = table.grids[homes[kind]].tops
        card = str(match.game.kinds[kind].values.get("card", ""))
        for condition in located.conditions if kind in tops else ():
            goal = read_goal(f"the {condition} of the {card} is met", match.game)
            if isinstance(goal, OddsGoal):
                found.append((card, goal))
    return found
