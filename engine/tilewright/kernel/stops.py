"""The stops of a flow: the reason, the codes of choices or of the question to chance, and the work that trials may
take."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from tilewright.kernel import table
from tilewright.kernel.flow import Status
from tilewright.kernel.state import FlatState
from tilewright.stopping import PlayError

STOP = -1
"""The code of continuing without a choice; codes of abilities go from -2 downwards (`use_code`)."""
UNCOVERED, DRAWN, ROLLED, FILLED, PICKED = range(1, 6)
"""The questions to chance: the values of the cell `asked`."""


def use_code(use: int) -> int:
    """The code of using an ability."""
    return -2 - use


def use_of(code: int) -> int:
    """The index of the ability that a code uses."""
    return -2 - code


class AbilityRefusal(Enum):
    """Why an ability may not be used at a moment, apart from what it does."""

    UNDER_WAY = "another ability is being used"
    OTHERS = "only the player whose turn it is can use abilities"
    NOBODYS = "it is nobody's turn"
    USED = "it was already used in this turn"
    UNNAMED = "it refers to something that has not been named in this turn yet"
    ELSEWHERE = "it can be used only during '{during}'"
    SPENT = "it was already used in this game"
    CONDITION = "its condition is not true"


@dataclass(frozen=True, slots=True)
class Pause:
    """Why a state stopped, and the codes of the choices or of the possible answers of chance."""

    status: Status
    codes: tuple[int, ...] = ()


class TooMuchWork(PlayError):
    """Deciding whether the ability of a card, or an option, can be completed takes too much work."""

    def __init__(self, card: str) -> None:
        what = f"'{card}' can be used" if card else "an option can be done"
        super().__init__(f"it takes too much work to find out whether {what}")
        self.card = card


class TrialBudget(Protocol):
    """The work that trials of a game may still take (`left`); it grows by its `share` with each question.

    Work is counted in steps of trials, from one stop to the next. With `counts_questions`, the work of questions counts
    as well.
    """

    share: int
    counts_questions: bool

    @property
    def left(self) -> float: ...

    def ask(self) -> None: ...

    def spend(self, work: int, card: str) -> None:
        """Count the work of a trial for a card (empty: none); raises an exception if it exceeds the budget."""


def outcomes(state: FlatState) -> list[int]:
    """The weight of each kind as the answer of chance where a state stopped for one, given what anybody knows."""
    layout, game = state.layout, state.layout.game
    kinds, asked = len(game.kinds), state.get(layout.asked)
    if asked == FILLED:
        return [0] * kinds
    if asked == ROLLED:
        at = state.get(layout.asked_seat), state.get(layout.asked_space)
        sides = game.stocks[table.top(state, at) >> 1]
        return [int(kind in sides) for kind in range(kinds)]
    sort, bag = state.get(layout.asked_sort), state.narrow[layout.bag.at : layout.bag.at + kinds].tolist()
    if not sort:
        return bag
    among = game.sorts[sort - 1].kinds
    return [number if kind in among else 0 for kind, number in enumerate(bag)]
