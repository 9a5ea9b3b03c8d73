"""A machine that plays on and stops where somebody chooses, where chance has its say, and where the values are asked."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.expectimax.walker import CHANCE, SETTLED, Walker
from tilewright.play.frames import Frame, upward
from tilewright.play.machine import Machine, Referee
from tilewright.play.state import State
from tilewright.play.unseen import secret_block


@dataclass(frozen=True)
class ValuedAt:
    """When the values are asked: when all but so many frames (`floor`) are left, or else at the end of the `turn` or the game."""

    floor: int = 0
    turn: bool = False


class Stages(Walker):
    """Goes on over turns up to a horizon: there it stops at `SETTLED`, before at choices of players and at chance."""

    def __init__(self, referee: Referee, until: ValuedAt) -> None:
        super().__init__(referee, referee.abilities)
        self._settles = False
        self._until = until

    def step(self, state: State, frame: Frame) -> None:
        """Do one statement; chance has its say before the horizon is reached."""
        if state.unseen and self._is_last(frame):
            state.choice = CHANCE
        else:
            super().step(state, frame)

    def _is_last(self, frame: Frame) -> bool:
        floor = self._until.floor
        return frame.at == len(frame.section.steps) and 0 < sum(1 for _ in upward(frame)) <= floor

    def _leave(self, state: State, frame: Frame) -> None:
        last = self._is_last(frame)
        super()._leave(state, frame)
        if last:
            state.choice = SETTLED

    def _end_turn(self, state: State) -> None:
        if state.unseen:
            state.choice = CHANCE
        elif self._until.turn:
            state.choice = SETTLED
        else:
            Machine._end_turn(self, state)


def verb_around(referee: Referee, frame: Frame | None, name: str | None = None) -> int:
    """How many frames there are up to the verb that is being done, the innermost or that of a name; 0 where it is not done."""
    verbs = {id(section): verb for verb, section in referee.program.verbs.items()}
    frames = list(upward(frame))
    for depth, one in enumerate(frames):
        if id(one.section) in verbs and name in (None, verbs[id(one.section)]):
            return len(frames) - depth
    return 0


def is_secret(state: State) -> bool:
    """Whether the choice at a state is made in secret."""
    return secret_block(state) is not None
