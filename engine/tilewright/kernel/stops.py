"""Where a flow stops: why, what may be chosen then or what chance is asked, and how much work it may take to find that out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from tilewright.kernel import table
from tilewright.kernel.flow import Status
from tilewright.kernel.state import FlatState
from tilewright.stopping import PlayError

STOP = -1
"""The code of going on without choosing; from -2 on down the codes of abilities (`use_code`)."""
UNCOVERED, DRAWN, ROLLED, FILLED, PICKED = range(1, 6)
"""What chance is asked: the values of the cell `asked`."""


def use_code(use: int) -> int:
    """The code of using an ability, by its number."""
    return -2 - use


def use_of(code: int) -> int:
    """The number of the ability that a code uses."""
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
    """Why a state stopped, and the codes of what may be chosen or of what chance may answer."""

    status: Status
    codes: tuple[int, ...] = ()


class TooMuchWork(PlayError):
    """It takes too much work to find out whether the ability of a card, or an option, can be brought to its end."""

    def __init__(self, card: str) -> None:
        what = f"'{card}' can be used" if card else "an option can be done"
        super().__init__(f"it takes too much work to find out whether {what}")
        self.card = card


class TrialBudget(Protocol):
    """How much work the trials of a game may still take (`left`); it grows by its `share` with each question that is asked.

    Work is counted in steps of trials, from one stop to the next. With `counts_questions` what is only asked counts as well.
    """

    share: int
    counts_questions: bool

    @property
    def left(self) -> float: ...

    def ask(self) -> None: ...

    def spend(self, work: int, card: str) -> None:
        """Note what a trial has taken for a card (empty: for none); raises an exception where it was too much."""


def outcomes(state: FlatState) -> list[int]:
    """For each kind how likely chance's answer is to be it, as far as anybody knows, where a state stopped for one."""
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
