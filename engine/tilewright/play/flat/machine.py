"""Plays by the rules of one game on flat states: from choice to choice, with chance answering in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core import play
from tilewright.core.walk import find
from tilewright.kernel.beginning import first_state
from tilewright.kernel.chance import SeededChance
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import DRAWN, ROLLED, Interpreter, Pause
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.lowering import flow_of
from tilewright.kernel.state import FlatState
from tilewright.play.chance import Deal
from tilewright.play.flat.moves import moves_of
from tilewright.play.flat.state import GameState
from tilewright.play.flat.tables import lay_table
from tilewright.play.state import Move
from tilewright.play.table import Table
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry


class FlatMachine:
    """The rules of a game with its cards, players and boards.

    `sizes` are the geometries of the boards that have a fixed one, by name. `turnless` is a game that goes on without turns of players.
    """

    def __init__(
        self,
        game: Game,
        course: play.Course,
        abilities: Sequence[play.Ability],
        players: int,
        sizes: Mapping[str, Geometry],
    ) -> None:
        self.game, self.course = game, course
        self.interpreter = Interpreter(StateLayout(flow_of(game, course, abilities), game, players, sizes))
        self.flow, self.layout = self.interpreter.flow, self.interpreter.layout
        self.turnless = bool(course.course) and not any(find(play.TurnOf, *course.course))

    # -- beginnings

    def start(self, chance: SeededChance) -> GameState:
        """The moment of the first choice, after the set-up."""
        state = first_state(self.layout)
        moment = GameState(self.interpreter, state, Pause(Status.OVER), chance)
        self._run(moment)
        state.set(self.layout.over, 0)
        self._begin(state)
        self._run(moment)
        return moment

    def _begin(self, state: FlatState) -> None:
        """The course after the set-up, or where there is none the first turn."""
        if self.flow.main is not None:
            state.set(self.layout.pc, self.flow.main)
        else:
            self.interpreter.begin_turn(state, self.flow.turn, state.get(self.layout.mover))

    def resume(self, table: Table, deal: Deal, mover: int, chance: SeededChance) -> GameState:
        """The first choice of a turn of a player; after the turn the course of the game begins, if it has one."""
        moment = self.at_turn(table, deal, mover, chance)
        self._run(moment)
        return moment

    def at_turn(self, table: Table, deal: Deal, mover: int, chance: SeededChance) -> GameState:
        """The beginning of a turn, before anything of it is done."""
        state = lay_table(self.layout, table, deal)
        self.interpreter.begin_turn(state, self.flow.turn, mover, self.flow.main or 0)
        return GameState(self.interpreter, state, Pause(Status.OVER), chance)

    # -- playing

    def moves_at(self, moment: GameState) -> list[Move]:
        """The moves at a choice."""
        return moves_of(self.interpreter, moment.cells, moment.stop) if moment.stop.status == Status.CHOICE else []

    def applied(self, moment: GameState, move: Move) -> GameState:
        """The moment of the next choice after a move."""
        after = moment.copy()
        self.interpreter.choose(after.cells, move.value)
        self._run(after)
        return after

    def _run(self, moment: GameState) -> None:
        """Go on to the next choice, or to the end of the game."""
        state, layout = moment.cells, self.layout
        while (stop := self.interpreter.run(state)).status == Status.CHANCE:
            asked, at = state.get(layout.asked), (state.get(layout.asked_seat), state.get(layout.asked_space))
            moment.chance.answer(self.interpreter, state, stop)
            if asked in (DRAWN, ROLLED):
                moment.drawn += (state.pile(*at)[-1] >> 1,)
        moment.stop = stop
