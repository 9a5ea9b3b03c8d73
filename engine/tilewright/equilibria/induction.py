"""What states are worth to players who choose best: backward induction over states that go on alike.

With two players each wants its own value less the other's, so that what one wins the other loses, and a block in which
they choose at once is a matrix game (Shapley 1953). With more, each wants its own value, and such a block has one
equilibrium of many (`several`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from tilewright.equilibria.answers import Answers, GraphAnswers
from tilewright.equilibria.block import Mix, NoEquilibrium, SecretBlock, Worth
from tilewright.equilibria.matrix import Equilibrium, Real, solve_matrix
from tilewright.equilibria.stage_graph import StageGraph
from tilewright.kernel.graph import NodeKind
from tilewright.play.state import GameState

MOST_OUTCOMES = 20_000
"""So many ways in which all may answer at one block are valued."""
MOST_STATES = 1_000_000
"""So many states are looked at, those in the middle of secret blocks too."""

FixedStrategies = Mapping[int, Callable[[GameState, Sequence[str]], Sequence[Real]]]
"""How likely players whose strategies are fixed take each of some answers at a state."""


class SecretInduction:
    """Values the states of a graph.

    Where a `fixed` player has a strategy, the mix of its answers at a state, the other of two answers it best. Raises
    `NoEquilibrium` where there are more ways to choose in a block than that.
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
        """How many states were valued before the end."""
        for node in self._graph.order[:-1]:
            self._value(node)

    def worth(self, node: int) -> Worth:
        """What a state is worth to each player."""
        return self._known[node]

    def __call__(self) -> Worth:
        """What the state that the graph begins with is worth to each player."""
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
        """The mean over what chance may bring."""
        edges = self._graph.edges(node)
        total = sum(self._graph.values[edge] for edge in edges)
        worths = ((self._graph.values[edge], self._known[self._graph.targets[edge]]) for edge in edges)
        return _mean([(Fraction(weight, total), worth) for weight, worth in worths])

    def moves(self) -> list[tuple[str, Worth]]:
        """What each move is worth where a player chooses openly, at the beginning."""
        root = self._graph.root
        if self._graph.kinds[root] != NodeKind.CHOICE:
            return []
        worths = [self._known[self._graph.targets[edge]] for edge in self._graph.edges(root)]
        return list(zip(self.stages.texts(root), worths, strict=True))

    def _best_open_choice(self, node: int) -> Worth:
        """What the player who chooses openly makes of it; of what is worth the same to that player, the first."""
        worths = [self._known[self._graph.targets[edge]] for edge in self._graph.edges(node)]
        player = self._graph.deciders[node]
        if player not in self._fixed or self._graph.kinds[node] == NodeKind.PASS:
            return max(worths, key=lambda worth: worth[player])
        mix = self._fixed[player](self.stages.state(node), self.stages.texts(node))
        return _mean(list(zip(mix, worths, strict=True)))

    # -- secret blocks

    def block(self, node: int) -> SecretBlock:
        """How a block is played in which players choose in secret."""
        named = node == self._graph.root or bool(self._fixed)
        answers = GraphAnswers(self.stages, node, self.worth, self._most_outcomes, named)
        return block_of(answers, self.stages.players, self._fixed, self._most_outcomes)


def block_of(answers: Answers, players: int, fixed: FixedStrategies, most_outcomes: int) -> SecretBlock:
    """How a block is played with these answers, in a game of so many players."""
    if len(answers.players) > 1 and players > 2 and not fixed:
        from tilewright.equilibria.several import block_of_several  # NumPy, which two players do not need

        return block_of_several(answers)
    if prod(map(len, answers.texts)) > most_outcomes:
        raise NoEquilibrium("there are too many combinations of simultaneous choices")
    return _answered(answers, fixed) if len(answers.players) == 1 or fixed else _of_two(answers)


def _of_two(answers: Answers) -> SecretBlock:
    """A matrix game: what one wins the other loses."""
    (first, second), (rows, columns) = answers.players, answers.texts
    solved = solve_matrix([[answers((row, column))[first] for column in columns] for row in rows])
    mixes = {first: _mix(rows, solved.rows), second: _mix(columns, solved.columns)}
    return SecretBlock(mixes, _opposite(first, solved), solved.gap)


def _answered(answers: Answers, fixed: FixedStrategies) -> SecretBlock:
    """Who is not fixed answers best what the others do."""
    texts = dict(zip(answers.players, answers.texts, strict=True))
    mixes: dict[int, Mix] = {
        player: _mix(own, fixed[player](answers.state(player), own)) for player, own in texts.items() if player in fixed
    }
    for free in texts.keys() - mixes.keys():  # one at most
        worths = {text: _against(answers, {**mixes, free: _sure(text)}) for text in texts[free]}
        mixes[free] = _sure(max(worths, key=lambda text: worths[text][free]))
    return SecretBlock(mixes, _against(answers, mixes), Fraction(0))


def _against(answers: Answers, mixes: Mapping[int, Mix]) -> Worth:
    """What all get who answer by these mixes."""
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
    """The mean of what states are worth, by their chances."""
    return tuple(sum((chance * worth[at] for chance, worth in pairs), Fraction(0)) for at in range(len(pairs[0][1])))
