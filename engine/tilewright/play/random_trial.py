"""An ability tried in turns at random, on tables at random: whether it can be used, and then changes anything.

What it costs, what the game does after an ability, and the course around the turns are left out. The same ability
is tried in the same way in every run.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tilewright.core import play
from tilewright.kernel.engine import INTERPRETER
from tilewright.play.budget import TooMuchWork
from tilewright.play.random_tables import SIDE
from tilewright.play.stage import Allowance, Stage
from tilewright.play.state import GameState
from tilewright.table.game import Game

TURNS = 120
"""Turns in which an ability is tried."""
MOST_WORK = 40_000
"""Steps of trials that all of them may take together, about a third of a second at most."""
MOST_WORK_ASKED = 2000
"""Steps that may be spent on the question what can be done at one moment."""
LITTLE_WORK, LITTLE_WORK_ASKED = 8000, 400
"""The same for the reference interpreter, which is slower and begins at once."""
MOST_MOVES = 60
"""Moves of one turn."""
ENOUGH_USES = 12
"""Uses without any change after which no more are tried."""
ENOUGH_TURNS = 20
"""Turns without any use after which there probably is none."""


@dataclass(frozen=True)
class RandomTrial:
    """In how many turns an ability was tried, how often it was used there, and whether that ever changed anything."""

    turns: int
    uses: int
    changed: bool

    @property
    def came_to_something(self) -> bool:
        """Whether it changed anything, or was not tried often enough to say that it does not."""
        return self.changed or 0 < self.uses < ENOUGH_USES or self.turns < ENOUGH_TURNS


def try_at_random(ability: play.Ability, game: Game) -> RandomTrial:
    """Try an ability until it has changed something, or nothing more is to be tried.

    A few turns are played by the reference interpreter sooner than a game is compiled; most abilities need no more.
    """
    found, settled = _tried(ability, game, LITTLE_WORK, LITTLE_WORK_ASKED, INTERPRETER)
    return found if settled else _tried(ability, game, MOST_WORK, MOST_WORK_ASKED, "")[0]


def _tried(ability: play.Ability, game: Game, work: int, asked: int, kind: str) -> tuple[RandomTrial, bool]:
    """What comes of an ability with so much work, and whether more work would not make a difference."""
    turns = uses = 0
    players, settled = max(min(2, game.players[1]), game.players[0]), True
    for side in (SIDE, None):
        allowance = Allowance(work // 2, asked)
        stage = Stage(game, [ability], players, side, allowance, kind=kind)
        for number in range(1, TURNS // 2 + 1):
            if allowance.over or uses >= ENOUGH_USES:
                break
            before, after = None, None
            try:
                before, after = _used(stage, ability.during, Random(number))
            except TooMuchWork:
                settled = False
            turns, uses = turns + 1, uses + (after is not None)
            if before is not None and after is not None and _whole_state(before) != _whole_state(after):
                return RandomTrial(turns, uses, True), settled
        settled = settled and not allowance.over
    return RandomTrial(turns, uses, False), settled or uses >= ENOUGH_USES


def _used(stage: Stage, during: str, random: Random) -> tuple[GameState | None, GameState | None]:
    """A turn at random, till the ability has been used as soon as it can be: the states before and after it, if it comes to that."""
    table, before = stage.table(random), None
    state = stage.turn(table, random.getrandbits(32))
    for _ in range(MOST_MOVES):
        if before is not None and (state.over or not state.ability):
            return before, state
        moves = stage.moves_at(state)
        if not moves and not stage.uses_at(state):
            break
        use = None if before is not None else stage.uses_at(state).get(0)
        if use is not None:
            before = state
        state = stage.after(state, use or random.choice([move for move in moves if move.text == during] or moves))
    return before, None


def _whole_state(state: GameState) -> object:
    """All that an ability may change."""
    return state.table.key, len(state.changes)
