"""The question as a whole: how the secret block at which a match stands is played best, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction

from tilewright.check.questions import read_question
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostic
from tilewright.equilibria.block import NoEquilibrium, SecretBlock, Worth
from tilewright.equilibria.induction import MOST_OUTCOMES, MOST_STATES, SecretInduction
from tilewright.equilibria.matrix import NotSolved, Real
from tilewright.equilibria.stages import Stages, ValuedAt, is_secret, verb_around
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.machine import Referee
from tilewright.play.match import Match
from tilewright.play.old_match import old_of, old_view
from tilewright.play.state import State
from tilewright.play.view import View
from tilewright.table.card import Card
from tilewright.table.game import Game

Strategy = Callable[[State, Sequence[str]], Sequence[Real]]
"""How likely a player takes each of some answers or moves at a state."""


@dataclass(frozen=True)
class Stake:
    """What players play for: a number or a condition, as the text has it, of each of them."""

    text: str
    asked: core.Expr


@dataclass(frozen=True)
class Play:
    """How it is played best at a moment: the `block`, if players choose in secret there, and what it is worth.

    With two players a worth is that of the first less that of the second, for which both play, and its opposite;
    with more it is what each is to get. `moves` are those of a player who chooses openly, the best first.
    """

    stake: Stake
    players: tuple[str, ...]
    worth: Worth
    block: SecretBlock | None
    moves: tuple[tuple[str, Real], ...]
    states: int


def read_stake(text: str, game: Game) -> Stake | list[Diagnostic]:
    """What a text says is played for; what is wrong with it when it is none. The game is that of a match (linked)."""
    asked = read_question(text, game)
    return asked if isinstance(asked, list) else Stake(" ".join(text.split()), asked)


def stake_of_points(game: Game, cards: Iterable[Card]) -> Stake:
    """All parts of the score."""
    return Stake("points", core.Add(tuple(scoring_rules(game, tuple(cards)).values())))


def solve(match: Match, stake: Stake, until: str = "") -> Play:
    """How a match goes on best from where it stands. Raises `NoEquilibrium`.

    The values are asked when the verb is done that is being done, or the one named by `until`; at the end of the
    ``turn`` or the ``game``, if it says so or no verb is being done. What is hidden is taken as known to all.
    """
    old = old_of(match)
    found, state = _induction(old.machine.referee, old.state, stake, until)
    return _solved(match.names, stake, found, state)


def solve_each(matches: Sequence[Match], stake: Stake, until: str = "") -> Iterator[Play]:
    """The same for several matches of one game with the same cards; what was found out of states for one serves the others."""
    old = [old_of(match) for match in matches]
    referee = old[0].machine.referee if matches else None
    found: SecretInduction | None = None
    for match in old:
        assert referee is not None and match.game is referee.game
        if found is None:
            found, _ = _induction(referee, match.state, stake, until)
        yield _solved(match.names, stake, found, match.state.copy())


def solve_view(seen: View, stake: Stake, most_outcomes: int, most_states: int) -> Play:
    """The same for what a player may know, up to the end of the verb; what is hidden is as the view has it."""
    most, old = (most_outcomes, most_states), old_view(seen)
    found, state = _induction(old.machine.referee, old.state, stake, "", None, most)
    return _solved(seen.names, stake, found, state)


def exploitability(match: Match, stake: Stake, strategy: Strategy, player: int = 0, until: str = "") -> Real:
    """What a strategy can be made to lose, or to give away.

    Of two players: how much less than the value of the game the strategy of one gets from a best response to it. Of more:
    how much more than by that strategy a player gets by a best response, where all others play it.
    """
    old = old_of(match)
    referee, players = old.machine.referee, old.state.table.players
    others = {one: strategy for one in range(players) if one != player}
    fixed = ({}, {player: strategy}) if players == 2 else (others, {**others, player: strategy})
    (best, state), (found, _) = (_induction(referee, old.state, stake, until, own) for own in fixed)
    with _refusing():
        return best(state)[player] - found(state)[player]


def _solved(names: Sequence[str], stake: Stake, found: SecretInduction, state: State) -> Play:
    """The block or the moves at a state; the states that were valued are those after it and itself."""
    block, moves = None, list[tuple[str, Worth]]()
    with _refusing():
        if is_secret(state):
            block = found.block(state)
            worth = block.worth
        else:
            moves = sorted(found.moves(state), key=lambda pair: -pair[1][state.player])
            worth = moves[0][1]
    own = tuple((text, worths[state.player]) for text, worths in moves)
    return Play(stake, tuple(names), worth, block, own, found.states + 1)


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


def _induction(
    referee: Referee,
    state: State,
    stake: Stake,
    until: str,
    fixed: Mapping[int, Strategy] | None = None,
    most: tuple[int, int] = (MOST_OUTCOMES, MOST_STATES),
) -> tuple[SecretInduction, State]:
    """What values states, and a copy of the state at which it begins."""
    if state.over:
        raise NoEquilibrium("the game is over")
    if not referee.game.answers:
        raise NoEquilibrium("nothing is chosen in secret in this game")
    referee = Referee(referee.game, referee.program, referee.layouts, state.table.players)
    stages = Stages(referee, _horizon(referee, state, until))
    return SecretInduction(stages, lambda end: _asked(referee, stake, end), fixed, *most), state.copy()


def _horizon(referee: Referee, state: State, until: str) -> ValuedAt:
    if until == "game":
        return ValuedAt()
    turn = ValuedAt(turn=state.under is not None or not referee.course.course)
    if until == "turn":
        return turn
    floor = verb_around(referee, state.frame, until or None)
    if until and not floor:
        raise NoEquilibrium(f"'{until}' is not a verb being carried out here; 'turn' and 'game' are also possible")
    return replace(turn, floor=floor)


def _asked(referee: Referee, stake: Stake, state: State) -> Worth:
    """What each player has, or with two the difference."""
    table = state.table
    seats = (referee.deciding_player(table, player) for player in range(table.players))
    own = [Fraction(referee.answer(state, stake.asked, env)) for env in seats]
    return (own[0] - own[1], own[1] - own[0]) if len(own) == 2 else tuple(own)
