"""Single turns on random tables in which abilities can be used: what they cost, what the game does after an ability and the course
around the turns are left out, as far as nobody says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from random import Random

from tilewright.core import play
from tilewright.kernel.engine import SeededChance
from tilewright.kernel.stops import use_of
from tilewright.play.budget import TooMuchWork
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.machine import Machine
from tilewright.play.pruning import program_of
from tilewright.play.random_tables import RandomTables
from tilewright.play.state import GameState, Move
from tilewright.play.table import Table
from tilewright.table.game import Game

MOST_IDLE = 20
"""Places in a row where nothing can be done, after which a turn is left where it is."""
MOVE = 10
"""A move counts as so much work as this many steps of trials."""
_IDLE = play.Ability("idle", "", ())
"""An ability that does nothing: as long as it can be used no choice is made by itself, so a turn stops where another ability is done."""


class Allowance:
    """The work that may be done on a stage, and of that what one move may take: then `TooMuchWork` is raised, and the next one may begin.

    It is a `kernel.stops.TrialBudget`.
    """

    share, counts_questions = 0, False

    def __init__(self, most: float, most_asked: int) -> None:
        self.most, self._most_asked = most, most_asked
        self.spent = 0

    @property
    def left(self) -> float:
        """What the next move may take."""
        return self._most_asked

    @property
    def over(self) -> bool:
        """Whether all work is done."""
        return self.spent >= self.most

    def ask(self) -> None:
        """A question has no work of its own."""

    def spend(self, work: int, card: str) -> None:
        """Note work. Raises `TooMuchWork`."""
        self.spent += work
        if work > self._most_asked:
            raise TooMuchWork(card)


class Stage:
    """Turns of a game in which some abilities can be used, on random tables with boards of one size, with work that is limited.

    `kind` is that of the engine (`kernel.engine`): compiling a game takes longer than the reference interpreter takes for a few turns.
    """

    def __init__(
        self,
        game: Game,
        abilities: Sequence[play.Ability],
        players: int,
        side: int | None,
        allowance: Allowance,
        cost: play.Block = (),
        numbered: float = 0,
        kind: str = "",
    ) -> None:
        assert game.course is not None, "only games that are played have abilities"
        self.allowance, self.players = allowance, players
        self._count, self._kind = len(abilities), kind
        self._tables = RandomTables(game, players, side, numbered)
        program = program_of(replace(game.course, course=(), cost=cost, after=()), [*abilities, _IDLE])
        self._rules = StateEvaluator(game, program, players)

    def table(self, random: Random) -> Table:
        """A random table."""
        return self._tables.table(random, self._rules)

    @cached_property
    def _machine(self) -> Machine:
        return Machine.on(self._rules, self.table(Random(0)), self.allowance, self._kind)

    def turn(self, table: Table, seed: int) -> GameState:
        """The first choice of a turn of the first player; the game is over after it."""
        return self._with_a_move(self._machine.single_turn(table, {}, 0, SeededChance(seed)))

    def moves_at(self, state: GameState) -> list[Move]:
        """The moves at a choice without uses of abilities."""
        return [move for move in self._machine.moves_at(state) if move.kind != "use"]

    def uses_at(self, state: GameState) -> dict[int, Move]:
        """The abilities that may be used, by their number."""
        found = {use_of(move.value): move for move in self._machine.moves_at(state) if move.kind == "use"}
        return {number: move for number, move in found.items() if number < self._count}

    def after(self, state: GameState, move: Move) -> GameState:
        """The state after a move. Raises `TooMuchWork`."""
        self.allowance.spent += MOVE
        return self._with_a_move(self._machine.applied(state, move))

    def _with_a_move(self, state: GameState) -> GameState:
        """The state, or if nothing can be done there the next one where something can."""
        machine = self._machine
        for _ in range(MOST_IDLE):
            if state.over or self.moves_at(state) or self.uses_at(state):
                break
            (idle,) = machine.moves_at(state)
            state = machine.applied(state, idle)
            if not state.over:
                state.cells.set(machine.layout.used, 0, self._count)
                machine.advance(state)
        return state

    def without(self, state: GameState, *numbers: int) -> GameState:
        """The state as if these abilities had been used."""
        return self._machine.without_uses(state, numbers)
