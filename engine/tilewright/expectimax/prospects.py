"""What a turn may still lead to: the probability of obtaining each card, and the moves for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tilewright.expectimax.induction import Induction
from tilewright.expectimax.moment import Moment, NoOdds, OtherPlayerDecides, TooManyStates, TurnGraph, asking_all
from tilewright.expectimax.question import OddsGoal, read_goal
from tilewright.kernel.graph import NodeKind, SearchExtent
from tilewright.play.match import Match

MOST_STOPS = 150_000
"""The maximum number of states of a graph: a second or two."""


@dataclass(frozen=True)
class GoalChance:
    """A goal with its highest probability, exact or as a lower bound, and the moves up to the next chance node."""

    card: str
    goal: OddsGoal
    chance: Fraction
    is_exact: bool
    line: tuple[str, ...]


def prospects(match: Match) -> list[GoalChance]:
    """The goals that a player may reach in a turn with chance, the most likely first; empty if there are none.

    The goals are the conditions of cards that are where they begin. One graph is used for all.
    """
    try:
        moment = Moment.of(match)
        goals = _goals(moment)
        if not goals:
            return []
        graphs = list(_graphs(moment, [goal for _, goal in goals]))
    except (NoOdds, OtherPlayerDecides):
        return []
    found = [_prospect(card, goal, number, graphs) for number, (card, goal) in enumerate(goals)]
    return sorted((one for one in found if one is not None), key=lambda one: -one.chance)


GoalValues = tuple[int, ...]


def _graphs(moment: Moment, goals: Sequence[OddsGoal]) -> Iterator[tuple[bool, TurnGraph[GoalValues]]]:
    """The graph of the turn, or if that is too large, of the turn without abilities; with whether it is the former.

    None if both are too large, or if no chance is left.
    """
    worths = asking_all(moment, [goal.asked for goal in goals])
    for left_out in dict.fromkeys([(), moment.uses]):
        try:
            turn = TurnGraph(moment, SearchExtent(settled=True, turn=True), worths, MOST_STOPS, without=left_out)
        except TooManyStates:
            continue
        if turn.graph.kinds[turn.graph.root] != NodeKind.END:
            yield not left_out, turn
        return


def _prospect(
    card: str, goal: OddsGoal, number: int, graphs: Sequence[tuple[bool, TurnGraph[GoalValues]]]
) -> GoalChance | None:
    """The probability of a goal in the first suitable graph; None if there is none."""
    for is_exact, turn in graphs:
        values = Induction(turn, worths=[worths[number] for worths in turn.results])
        chance, moves = values(), values.moves()
        line = values.line(moves[0][0]) if moves and chance else ()
        return GoalChance(card, goal, chance, is_exact or chance == 1, line)
    return None


def _goals(moment: Moment) -> Sequence[tuple[str, OddsGoal]]:
    """The conditions of the cards that nobody has, by the ids of the cards."""
    game, cells = moment.game, moment.state.cells
    if game.located is None:
        return ()
    homes, found = moment.machine.evaluator.homes, []
    for kind in game.printed:
        tops = [cells.pile(homes[kind], space)[-1:] for space in range(cells.size(homes[kind]))]
        lies = any(top and top[0] >> 1 == kind for top in tops)
        card = str(game.kinds[kind].values.get("card", ""))
        for condition in game.located.conditions if lies else ():
            goal = read_goal(f"the {condition} of the {card} is met", game)
            if isinstance(goal, OddsGoal):
                found.append((card, goal))
    return found
