"""The whole question: the equilibrium of the secret block at the current state of a match, and its value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from tilewright.check.fragments import read_question
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostic
from tilewright.equilibria.matrix import (
    Equilibrium,
    Mix,
    NoEquilibrium,
    NotSolved,
    Real,
    SecretBlock,
    Worth,
    solve_matrix,
)
from tilewright.equilibria.stage_graph import Answers, GraphAnswers, StageGraph, StateAnswers, is_secret, verb_around
from tilewright.expectimax.moment import Moment, asking
from tilewright.kernel.graph import NodeKind, SearchExtent
from tilewright.kernel.state import FlatState
from tilewright.kernel.wasm.native import compiled_once
from tilewright.kernel.wasm.walks import Walks
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.table.card import Card
from tilewright.table.game import Game

Strategy = Callable[[GameState, Sequence[str]], Sequence[Real]]
"""The probabilities with which a player chooses some answers or moves at a state."""

MOST_OUTCOMES = 20_000
"""The maximum number of combinations of answers valued at one block."""
MOST_STATES = 1_000_000
"""The maximum number of states, including those in the middle of secret blocks."""


@dataclass(frozen=True)
class Payoff:
    """The payoff of players: a number or a condition, with its text, evaluated for each of them."""

    text: str
    asked: core.Expr


@dataclass(frozen=True)
class Play:
    """The solution at a moment: the `block`, if players choose in secret there, and its value.

    With two players a value is the difference of the payoffs (first minus second) and its negation; with more it is
    each player's payoff. `moves` are those of a player who chooses openly, the best first.
    """

    stake: Payoff
    players: tuple[str, ...]
    worth: Worth
    block: SecretBlock | None
    moves: tuple[tuple[str, Real], ...]
    states: int


def read_stake(text: str, game: Game) -> Payoff | list[Diagnostic]:
    """The payoff of a text, or the diagnostics if it does not parse. The game is that of a match (linked)."""
    asked = read_question(text, game)
    return asked if isinstance(asked, list) else Payoff(" ".join(text.split()), asked)


def stake_of_points(game: Game, cards: Iterable[Card]) -> Payoff:
    """The sum of all parts of the score as the payoff."""
    return Payoff("points", core.Add(tuple(scoring_rules(game, tuple(cards)).values())))


def solve(match: Match, stake: Payoff, until: str = "") -> Play:
    """The solution of a match from its current state. Raises `NoEquilibrium`.

    The payoff is evaluated at the end of the verb in progress, or of the one named by `until`; at the end of the
    ``turn`` or the ``game``, if named or if no verb is in progress. Hidden information is assumed to be known to all.
    """
    return _solved(match.names, stake, _moment(match), until)


def solve_each(matches: Sequence[Match], stake: Payoff, until: str = "") -> Iterator[Play]:
    """The solutions of several matches of one game with the same cards."""
    for match in matches:
        yield solve(match, stake, until)


def solve_moment(moment: Moment, names: Sequence[str], stake: Payoff, most_outcomes: int, most_states: int) -> Play:
    """The solution of a moment up to the end of the verb."""
    return _solved(names, stake, moment, "", None, (most_outcomes, most_states))


def exploitability(match: Match, stake: Payoff, strategy: Strategy, player: int = 0, until: str = "") -> Real:
    """The exploitability of a strategy.

    With two players: by how much a best response reduces the payoff of the strategy below the value of the game. With
    more: the maximum gain of a player who deviates while all others play the strategy.
    """
    moment = _moment(match)
    players = moment.machine.layout.players
    others = {one: strategy for one in range(players) if one != player}
    fixed = ({}, {player: strategy}) if players == 2 else (others, {**others, player: strategy})
    best, found = (_solved((), stake, moment, until, own).worth for own in fixed)
    return best[player] - found[player]


def _moment(match: Match) -> Moment:
    """The current moment of a match, with everything on its table."""
    return Moment(match.machine, match.state)


def _solved(
    names: Sequence[str],
    stake: Payoff,
    moment: Moment,
    until: str,
    fixed: Mapping[int, Strategy] | None = None,
    most: tuple[int, int] = (MOST_OUTCOMES, MOST_STATES),
) -> Play:
    """The solution of the block or the moves at a moment; the graph has the states after it and itself."""
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
    """The block of several players, where only requested combinations of answers are expanded."""
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
    """A context in which exceeded limits of arithmetic or depth become `NoEquilibrium`."""
    try:
        yield
    except NotSolved as problem:
        raise NoEquilibrium(str(problem)) from None
    except RecursionError:
        raise NoEquilibrium(
            "there are hundreds of choices before the values are evaluated; ask a smaller question"
        ) from None


def _horizon(moment: Moment, until: str) -> SearchExtent:
    if until == "game":
        return SearchExtent()
    machine, cells = moment.machine, moment.state.cells
    turn = machine.flow.main is None or bool(cells.get(machine.layout.under))
    if until == "turn":
        return SearchExtent(turn=turn)
    block = verb_around(moment.state, until or None)
    if until and block < 0:
        raise NoEquilibrium(f"'{until}' is not a verb being carried out here; 'turn' and 'game' are also possible")
    return SearchExtent(turn=turn, block=block)


def _asking(moment: Moment, stake: Payoff) -> Callable[[FlatState], Worth]:
    """Evaluates the payoff of each player, or with two the difference."""
    ask, layout = asking(moment, stake.asked), moment.machine.layout

    def worth(state: FlatState) -> Worth:
        own = []
        for player in range(layout.players):
            state.set(layout.mover, player)
            own.append(Fraction(ask(state)))
        return (own[0] - own[1], own[1] - own[0]) if len(own) == 2 else tuple(own)

    return worth


# ------------------------------------------------------------------ backward induction

# With two players each maximizes the difference, so the game is zero-sum, and a block in which they choose
# simultaneously is a matrix game (Shapley 1953). With more, each maximizes their own payoff, and such a block has one
# equilibrium of many (`several`).


FixedStrategies = Mapping[int, Callable[[GameState, Sequence[str]], Sequence[Real]]]
"""The strategies of players whose strategies are fixed."""


class SecretInduction:
    """Backward induction on a graph with secret blocks.

    The strategies of `fixed` players are given; with two players the other one plays a best response. Raises
    `NoEquilibrium` if a block has more than `most_outcomes` combinations.
    """

    def __init__(
        self,
        stages: StageGraph,
        fixed: FixedStrategies | None = None,
        most_outcomes: int = MOST_OUTCOMES,
    ) -> None:
        self.stages, self._graph = stages, stages.graph
        self._fixed = fixed or {}
        self._most_outcomes = most_outcomes
        self._known: dict[int, Worth] = {}
        self.states = 0
        """The number of states valued, without ends."""
        for node in self._graph.order[:-1]:
            self._value(node)

    def worth(self, node: int) -> Worth:
        """The value of a node to each player."""
        return self._known[node]

    def __call__(self) -> Worth:
        """The value of the root to each player."""
        root = self._graph.root
        if root not in self._known:
            self._value(root)
        return self._known[root]

    def _value(self, node: int) -> None:
        kind = self._graph.kinds[node]
        if kind == NodeKind.END:
            self._known[node] = self.stages.worths[self._graph.first[node]]
            return
        if self.stages.is_secret(node):
            if node not in self.stages.firsts:
                return  # in the middle of a block
            self._known[node] = self.block(node).worth
        else:
            self._known[node] = self._expected(node) if kind == NodeKind.CHANCE else self._best_open_choice(node)
        self.states += 1

    def _expected(self, node: int) -> Worth:
        """The mean over the outcomes of chance."""
        edges = self._graph.edges(node)
        total = sum(self._graph.values[edge] for edge in edges)
        worths = ((self._graph.values[edge], self._known[self._graph.targets[edge]]) for edge in edges)
        return _mean([(Fraction(weight, total), worth) for weight, worth in worths])

    def moves(self) -> list[tuple[str, Worth]]:
        """The value of each move at the root, if a player chooses openly there."""
        root = self._graph.root
        if self._graph.kinds[root] != NodeKind.CHOICE:
            return []
        worths = [self._known[self._graph.targets[edge]] for edge in self._graph.edges(root)]
        return list(zip(self.stages.texts(root), worths, strict=True))

    def _best_open_choice(self, node: int) -> Worth:
        """The value of the best open choice; of equal ones, the first."""
        worths = [self._known[self._graph.targets[edge]] for edge in self._graph.edges(node)]
        player = self._graph.deciders[node]
        if player not in self._fixed or self._graph.kinds[node] == NodeKind.PASS:
            return max(worths, key=lambda worth: worth[player])
        mix = self._fixed[player](self.stages.state(node), self.stages.texts(node))
        return _mean(list(zip(mix, worths, strict=True)))

    # -- secret blocks

    def block(self, node: int) -> SecretBlock:
        """The solution of a secret block."""
        named = node == self._graph.root or bool(self._fixed)
        answers = GraphAnswers(self.stages, node, self.worth, self._most_outcomes, named)
        return block_of(answers, self.stages.players, self._fixed, self._most_outcomes)


def block_of(answers: Answers, players: int, fixed: FixedStrategies, most_outcomes: int) -> SecretBlock:
    """The solution of a block with these answers, in a game with a number of players."""
    if len(answers.players) > 1 and players > 2 and not fixed:
        from tilewright.equilibria.several import block_of_several  # NumPy, which two players do not need

        return block_of_several(answers)
    if prod(map(len, answers.texts)) > most_outcomes:
        raise NoEquilibrium("there are too many combinations of simultaneous choices")
    return _answered(answers, fixed) if len(answers.players) == 1 or fixed else _of_two(answers)


def _of_two(answers: Answers) -> SecretBlock:
    """A zero-sum matrix game."""
    (first, second), (rows, columns) = answers.players, answers.texts
    solved = solve_matrix([[answers((row, column))[first] for column in columns] for row in rows])
    mixes = {first: _mix(rows, solved.rows), second: _mix(columns, solved.columns)}
    return SecretBlock(mixes, _opposite(first, solved), solved.gap)


def _answered(answers: Answers, fixed: FixedStrategies) -> SecretBlock:
    """The best response to fixed strategies."""
    texts = dict(zip(answers.players, answers.texts, strict=True))
    mixes: dict[int, Mix] = {
        player: _mix(own, fixed[player](answers.state(player), own)) for player, own in texts.items() if player in fixed
    }
    for free in texts.keys() - mixes.keys():  # at most one
        worths = {text: _against(answers, {**mixes, free: _sure(text)}) for text in texts[free]}
        mixes[free] = _sure(max(worths, key=lambda text: worths[text][free]))
    return SecretBlock(mixes, _against(answers, mixes), Fraction(0))


def _against(answers: Answers, mixes: Mapping[int, Mix]) -> Worth:
    """The expected values of answers by these strategies."""
    pairs = []
    for said in product(*(mixes[player] for player in answers.players)):
        chances = (mixes[player][text] for player, text in zip(answers.players, said, strict=True))
        pairs.append((prod(chances, start=Fraction(1)), answers(said)))
    return _mean(pairs)


def _opposite(first: int, solved: Equilibrium) -> Worth:
    return (solved.value, -solved.value) if first == 0 else (-solved.value, solved.value)


def _mix(texts: Sequence[str], chances: Sequence[Real]) -> dict[str, Real]:
    return {text: chance for text, chance in zip(texts, chances, strict=True) if chance}


def _sure(text: str) -> dict[str, Real]:
    return {text: Fraction(1)}


def _mean(pairs: Sequence[tuple[Real, Worth]]) -> Worth:
    """The mean of values, weighted by probability."""
    return tuple(sum((chance * worth[at] for chance, worth in pairs), Fraction(0)) for at in range(len(pairs[0][1])))
