"""The question as a whole: how the secret block at which a match stands is played best, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

from tilewright.check.questions import read_question
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostic
from tilewright.equilibria.answers import StateAnswers
from tilewright.equilibria.block import NoEquilibrium, SecretBlock, Worth
from tilewright.equilibria.induction import MOST_OUTCOMES, MOST_STATES, SecretInduction, block_of
from tilewright.equilibria.matrix import NotSolved, Real
from tilewright.equilibria.stage_graph import StageGraph, is_secret, verb_around
from tilewright.expectimax.graph import asking
from tilewright.expectimax.moment import Moment
from tilewright.kernel.graph import Reach
from tilewright.kernel.state import FlatState
from tilewright.kernel.wasm.native import compiled_once
from tilewright.kernel.wasm.walks import Walks
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.table.card import Card
from tilewright.table.game import Game

Strategy = Callable[[GameState, Sequence[str]], Sequence[Real]]
"""How likely a player takes each of some answers or moves at a state."""


@dataclass(frozen=True)
class Payoff:
    """What players play for: a number or a condition, as the text has it, of each of them."""

    text: str
    asked: core.Expr


@dataclass(frozen=True)
class Play:
    """How it is played best at a moment: the `block`, if players choose in secret there, and what it is worth.

    With two players a worth is that of the first less that of the second, for which both play, and its opposite;
    with more it is what each is to get. `moves` are those of a player who chooses openly, the best first.
    """

    stake: Payoff
    players: tuple[str, ...]
    worth: Worth
    block: SecretBlock | None
    moves: tuple[tuple[str, Real], ...]
    states: int


def read_stake(text: str, game: Game) -> Payoff | list[Diagnostic]:
    """What a text says is played for; what is wrong with it when it is none. The game is that of a match (linked)."""
    asked = read_question(text, game)
    return asked if isinstance(asked, list) else Payoff(" ".join(text.split()), asked)


def stake_of_points(game: Game, cards: Iterable[Card]) -> Payoff:
    """All parts of the score."""
    return Payoff("points", core.Add(tuple(scoring_rules(game, tuple(cards)).values())))


def solve(match: Match, stake: Payoff, until: str = "") -> Play:
    """How a match goes on best from where it is. Raises `NoEquilibrium`.

    The values are asked when the verb is done that is being done, or the one named by `until`; at the end of the
    ``turn`` or the ``game``, if it says so or no verb is being done. What is hidden is taken as known to all.
    """
    return _solved(match.names, stake, _moment(match), until)


def solve_each(matches: Sequence[Match], stake: Payoff, until: str = "") -> Iterator[Play]:
    """The same for several matches of one game with the same cards."""
    for match in matches:
        yield solve(match, stake, until)


def solve_moment(moment: Moment, names: Sequence[str], stake: Payoff, most_outcomes: int, most_states: int) -> Play:
    """The same from a moment on, up to the end of the verb."""
    return _solved(names, stake, moment, "", None, (most_outcomes, most_states))


def exploitability(match: Match, stake: Payoff, strategy: Strategy, player: int = 0, until: str = "") -> Real:
    """What a strategy can be made to lose, or to give away.

    Of two players: how much less than the value of the game the strategy of one gets from a best response to it. Of more:
    how much more than by that strategy a player gets by a best response, where all others play it.
    """
    moment = _moment(match)
    players = moment.machine.layout.players
    others = {one: strategy for one in range(players) if one != player}
    fixed = ({}, {player: strategy}) if players == 2 else (others, {**others, player: strategy})
    best, found = (_solved((), stake, moment, until, own).worth for own in fixed)
    return best[player] - found[player]


def _moment(match: Match) -> Moment:
    """The moment of a match with all that lies on its table."""
    return Moment(match.machine, match.state)


def _solved(
    names: Sequence[str],
    stake: Payoff,
    moment: Moment,
    until: str,
    fixed: Mapping[int, Strategy] | None = None,
    most: tuple[int, int] = (MOST_OUTCOMES, MOST_STATES),
) -> Play:
    """The block or the moves at a moment; the states that were valued are those after it and itself."""
    _refuse(moment)
    with _refusing():
        reach, worth = _horizon(moment, until), _asking(moment, stake)
        if is_secret(moment.state) and moment.machine.layout.players > 2:
            walks = Walks(compiled_once(moment.machine.layout))

            def going_on(after: Moment) -> SecretInduction:
                return SecretInduction(StageGraph(after, reach, worth, most[1], walks), fixed, most[0])

            return _of_several(names, stake, moment, going_on, fixed or {}, most[0])
        found = SecretInduction(StageGraph(moment, reach, worth, most[1]), fixed, most[0])
        root, player = found.stages.graph.root, found.stages.graph.deciders[found.stages.graph.root]
        if found.stages.is_secret(root):
            block = found.block(root)
            return Play(stake, tuple(names), block.worth, block, (), found.states + 1)
        moves = sorted(found.moves(), key=lambda pair: -pair[1][player])
        own = tuple((text, worths[player]) for text, worths in moves)
        return Play(stake, tuple(names), found() if fixed or not moves else moves[0][1], None, own, found.states + 1)


def _of_several(
    names: Sequence[str],
    stake: Payoff,
    moment: Moment,
    going_on: Callable[[Moment], SecretInduction],
    fixed: Mapping[int, Strategy],
    most_outcomes: int,
) -> Play:
    """The block of several players, of whose answers only those that are asked about are expanded."""
    states = 1

    def worth(after: Moment) -> Worth:
        nonlocal states
        found = going_on(after)
        value = found()
        states += found.states
        return value

    answers = StateAnswers(moment, worth, most_outcomes)
    block = block_of(answers, moment.machine.layout.players, fixed, most_outcomes)
    return Play(stake, tuple(names), block.worth, block, (), states)


def _refuse(moment: Moment) -> None:
    if moment.state.over:
        raise NoEquilibrium("the game is over")
    if not moment.game.answers:
        raise NoEquilibrium("nothing is chosen in secret in this game")


@contextmanager
def _refusing() -> Iterator[None]:
    """Where the arithmetic or the depth of what is asked is too much, `NoEquilibrium` is raised."""
    try:
        yield
    except NotSolved as problem:
        raise NoEquilibrium(str(problem)) from None
    except RecursionError:
        raise NoEquilibrium(
            "there are hundreds of choices before the values are evaluated; ask a smaller question"
        ) from None


def _horizon(moment: Moment, until: str) -> Reach:
    if until == "game":
        return Reach()
    machine, cells = moment.machine, moment.state.cells
    turn = machine.flow.main is None or bool(cells.get(machine.layout.under))
    if until == "turn":
        return Reach(turn=turn)
    block = verb_around(moment.state, until or None)
    if until and block < 0:
        raise NoEquilibrium(f"'{until}' is not a verb being carried out here; 'turn' and 'game' are also possible")
    return Reach(turn=turn, block=block)


def _asking(moment: Moment, stake: Payoff) -> Callable[[FlatState], Worth]:
    """Asks what each player has, or with two the difference."""
    ask, layout = asking(moment, stake.asked), moment.machine.layout

    def worth(state: FlatState) -> Worth:
        own = []
        for player in range(layout.players):
            state.set(layout.mover, player)
            own.append(Fraction(ask(state)))
        return (own[0] - own[1], own[1] - own[0]) if len(own) == 2 else tuple(own)

    return worth
