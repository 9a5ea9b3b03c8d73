"""What the players of a secret block can answer, and what each way in which they may answer is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tilewright.equilibria.block import NoEquilibrium, Worth
from tilewright.equilibria.stages import Stages
from tilewright.play.state import State
from tilewright.play.unseen import secret_block

Said: TypeAlias = tuple[str, ...]
"""What each player of a block answers."""


class Answers:
    """The answers of a block: `texts` has all those of each of its `players`, `asked` a state at which that player is asked.

    What players answer is worth is found when it is asked for, once. `NoEquilibrium` is raised when more than `most` ways
    to answer are asked about.
    """

    def __init__(self, stages: Stages, state: State, worth: Callable[[State], Worth], most: int) -> None:
        self._stages, self._worth, self._most = stages, worth, most
        self._after: dict[Said, State] = {(): state}
        self._found: dict[Said, Worth] = {}
        self._moves: list[dict[str, tuple[str, ...]]] = []
        self.asked: dict[int, State] = {}
        begun, at = secret_block(state), state
        assert begun is not None
        while (block := secret_block(at)) is not None and block.left is begun.left:
            found = _lines(stages, at)
            self.asked[at.player] = at
            self._moves.append({"; ".join(moves): moves for moves, _ in found})
            at = found[0][1]
        self._left = begun.left

    @property
    def players(self) -> tuple[int, ...]:
        """Who answers, in the order in which they are asked."""
        return tuple(self.asked)

    @property
    def texts(self) -> list[list[str]]:
        """All that each of them can answer."""
        return [list(moves) for moves in self._moves]

    def __call__(self, said: Said) -> Worth:
        """What it is worth to all players."""
        found = self._found.get(said)
        if found is None:
            if len(self._found) >= self._most:
                raise NoEquilibrium("there are too many combinations of simultaneous choices")
            found = self._found[said] = self._worth(self._state(said))
        return found

    def _state(self, said: Said) -> State:
        """The state after the answers of the first players, or of all."""
        if len(said) == len(self._moves):
            return self._next(said)
        if said not in self._after:
            self._after[said] = self._next(said)
        return self._after[said]

    def _next(self, said: Said) -> State:
        at = self._state(said[:-1]).copy()
        for text in self._moves[len(said) - 1][said[-1]]:
            at = at.copy()
            move = next((move for move in self._stages.moves_at(at) if move.text == text), None)
            if move is None:
                raise NoEquilibrium("the possible answers depend on what others choose in secret")
            self._stages.apply(at, move)
        block = secret_block(at)
        if (block is not None and block.left is self._left) == (len(said) == len(self._moves)):
            raise NoEquilibrium("who has to answer depends on what others choose in secret")
        return at


def _lines(stages: Stages, state: State) -> list[tuple[tuple[str, ...], State]]:
    """All that the player who chooses in secret can answer, one number after another, and the states after it."""
    asking, found, waiting = secret_block(state), list[tuple[tuple[str, ...], State]](), [(tuple[str, ...](), state)]
    while waiting:
        texts, at = waiting.pop()
        if texts and secret_block(at) is not asking:
            found.append((texts, at))
            continue
        for move in reversed(stages.moves_at(at)):
            after = at.copy()
            stages.apply(after, move)
            waiting.append(((*texts, move.text), after))
    return found
