"""An ability tried in turns at random, on tables at random: whether it can be used, and then changes anything.

What it costs, what the game does after an ability, and the course around the turns are left out. The same ability
is tried in the same way in every run.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from tilewright.core import play
from tilewright.play.chance import Chance
from tilewright.play.machine import Machine, Referee, program_of
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.offers import WhatLeadsOn
from tilewright.play.machine.trial import Trial
from tilewright.play.random_tables import SIDE, RandomTables
from tilewright.play.state import State
from tilewright.table.game import Game

TURNS = 120
"""Turns in which an ability is tried."""
MOST_STEPS = 20_000
"""Statements that all of them may take together, about a third of a second at most."""
MOST_STEPS_ASKED = 300
"""Statements that may be spent on the question whether it can be used at one moment."""
MOST_MOVES = 60
"""Moves of one turn."""
ENOUGH_USES = 12
"""Uses without any change after which no more are tried."""
ENOUGH_TURNS = 20
"""Turns without any use after which there probably is none."""


@dataclass(frozen=True)
class Rehearsal:
    """In how many turns an ability was tried, how often it was used there, and whether that ever changed anything."""

    turns: int
    uses: int
    changed: bool

    @property
    def came_to_something(self) -> bool:
        """Whether it changed anything, or was not tried often enough to say that it does not."""
        return self.changed or 0 < self.uses < ENOUGH_USES or self.turns < ENOUGH_TURNS


def rehearse(ability: play.Ability, game: Game) -> Rehearsal:
    """Try an ability until it has changed something, or nothing more is to be tried."""
    turns = uses = 0
    for small in (True, False):
        stage = _Stage(ability, game, small)
        while stage.turns < TURNS // 2 and stage.steps < MOST_STEPS // 2 and uses < ENOUGH_USES:
            used, changed = stage.turn()
            turns, uses = turns + 1, uses + used
            if changed:
                return Rehearsal(turns, uses, True)
    return Rehearsal(turns, uses, False)


class _Over(Exception):
    """The turn is over (never leaves this module)."""


class _Stage:
    """The machine of a game with one ability and without its cost, and boards of one size."""

    def __init__(self, ability: play.Ability, game: Game, small: bool) -> None:
        assert game.course is not None, "only games that are played have abilities"
        self.game = game
        self.turns = 0
        self._during = ability.during
        self.players = max(min(2, game.players[1]), game.players[0])
        self._tables = RandomTables(game, self.players, SIDE if small else None)
        program = program_of(replace(game.course, course=(), cost=(), after=()), [ability])
        self._referee = Referee(game, program, {}, self.players)
        abilities, foresight = Abilities(self._referee), Foresight(self._referee)
        trial = Trial(self._referee, foresight, abilities, MOST_STEPS_ASKED)
        self._machine = Machine(self._referee, WhatLeadsOn(foresight, abilities, trial))
        self._machine.on_turn, self._machine.on_used = self._note_turn, self._note_use
        self._before: object = None
        self._used, self._changed = 0, False

    @property
    def steps(self) -> int:
        """The statements that were done so far, in trials too."""
        return self._machine.steps + self._referee.budget.spent

    def turn(self) -> tuple[int, bool]:
        """Play a turn, with the ability as soon as it can be used: how often it was, and whether it changed anything."""
        self.turns += 1
        self._before, self._used, self._changed = None, 0, False
        with suppress(_Over):
            self._play(Random(self.turns))
        return self._used, self._changed

    def _play(self, random: Random) -> None:
        """Moves at random, till the ability has been done, or the turn or what may be spent on it is over."""
        machine = self._machine
        state = machine.resume(self._tables.table(random, self._referee), 0, Chance(random.getrandbits(32)))
        for _ in range(MOST_MOVES):
            if self._used or state.choice is None or self.steps >= MOST_STEPS // 2:
                break
            moves = machine.moves_at(state)
            use = next((move for move in moves if move.kind == "use"), None)
            if use is not None:
                self._before = _lying(state)
            during = [move for move in moves if move.text == self._during]
            machine.apply(state, use or random.choice(during or moves))

    def _note_turn(self, state: State) -> None:
        if state.turn:
            raise _Over

    def _note_use(self, state: State) -> None:
        self._used, self._changed = 1, _lying(state) != self._before


def _lying(state: State) -> object:
    """All that an ability may change."""
    return state.table.key, state.changes
