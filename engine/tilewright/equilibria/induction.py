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

from tilewright.equilibria.answers import Answers
from tilewright.equilibria.block import Mix, NoEquilibrium, SecretBlock, Worth
from tilewright.equilibria.matrix import Equilibrium, Real, solve_matrix
from tilewright.equilibria.stages import Stages, is_secret
from tilewright.expectimax.walker import SETTLED, is_chance
from tilewright.play.state import State

MOST_OUTCOMES = 20_000
"""So many ways in which all may answer at one block are valued."""
MOST_STATES = 100_000
"""So many states are valued."""


class SecretInduction:
    """Values states; `asked` gives what the horizon of the machine comes to for each player.

    Where a `fixed` player has a strategy, the mix of its answers at a state, the other of two answers it best. Raises
    `NoEquilibrium` where there are more states or ways to choose in a block than that.
    """

    def __init__(
        self,
        stages: Stages,
        asked: Callable[[State], Worth],
        fixed: Mapping[int, Callable[[State, Sequence[str]], Sequence[Real]]] | None = None,
        most_outcomes: int = MOST_OUTCOMES,
        most_states: int = MOST_STATES,
    ) -> None:
        self.stages = stages
        self._asked = asked
        self._fixed = fixed or {}
        self._known: dict[object, Worth] = {}
        self._most_outcomes, self._most_states = most_outcomes, most_states

    @property
    def states(self) -> int:
        """How many states were valued."""
        return len(self._known)

    def __call__(self, state: State) -> Worth:
        """What a state is worth to each player."""
        if state.over or state.choice is SETTLED:
            return self._asked(state)
        key = state.key_of(None)[:3], _of_chance(state)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._valued(state)
            if len(self._known) > self._most_states:
                raise NoEquilibrium(
                    "there are too many states to evaluate; ask a smaller question, or ask later in the game"
                )
        return found

    def _valued(self, state: State) -> Worth:
        if is_chance(state):
            return self._expected(state)
        if is_secret(state):
            return self.block(state).worth
        return self._best(state)

    def _expected(self, state: State) -> Worth:
        """The mean over what chance may bring."""
        found = [(weight, self(after)) for weight, after in self.stages.outcomes(state)]
        total = sum(weight for weight, _ in found)
        return _mean([(Fraction(weight, total), worth) for weight, worth in found])

    def moves(self, state: State) -> list[tuple[str, Worth]]:
        """What each move is worth where a player chooses openly."""
        found = []
        for move in self.stages.moves_at(state):
            after = state.copy()
            self.stages.apply(after, move)
            found.append((move.text, self(after)))
        return found

    def _best(self, state: State) -> Worth:
        """What the player who chooses openly makes of it; of what is worth the same to that player, the first."""
        found, player = self.moves(state), state.player
        if player not in self._fixed:
            return max((worth for _, worth in found), key=lambda worth: worth[player])
        mix = self._fixed[player](state, [text for text, _ in found])
        return _mean([(chance, worth) for chance, (_, worth) in zip(mix, found, strict=True)])

    # -- secret blocks

    def block(self, state: State) -> SecretBlock:
        """How a block is played in which players choose in secret."""
        answers = Answers(self.stages, state, self, self._most_outcomes)
        players = answers.players
        if len(players) > 1 and state.table.players > 2 and not self._fixed:
            from tilewright.equilibria.several import block_of_several  # NumPy, which two players do not need

            return block_of_several(answers)
        if prod(map(len, answers.texts)) > self._most_outcomes:
            raise NoEquilibrium("there are too many combinations of simultaneous choices")
        return self._answered(answers) if len(players) == 1 or self._fixed else self._of_two(answers)

    def _of_two(self, answers: Answers) -> SecretBlock:
        """A matrix game: what one wins the other loses."""
        (first, second), (rows, columns) = answers.players, answers.texts
        solved = solve_matrix([[answers((row, column))[first] for column in columns] for row in rows])
        mixes = {first: _mix(rows, solved.rows), second: _mix(columns, solved.columns)}
        return SecretBlock(mixes, _opposite(first, solved), solved.gap)

    def _answered(self, answers: Answers) -> SecretBlock:
        """Who is not fixed answers best what the others do."""
        texts = dict(zip(answers.players, answers.texts, strict=True))
        mixes: dict[int, Mix] = {
            player: _mix(own, self._fixed[player](answers.asked[player], own))
            for player, own in texts.items()
            if player in self._fixed
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


def _of_chance(state: State) -> object:
    """What chance is still to say: states before and after it are not the same."""
    return tuple((one.seat, one.space, one.sides, one.among) for one in state.unseen)
