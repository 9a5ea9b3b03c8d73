"""Plays by the rules of one game on flat states: from choice to choice, with chance answering in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tilewright.core import play
from tilewright.core.walk import find
from tilewright.kernel import flow as f
from tilewright.kernel.beginning import first_state
from tilewright.kernel.chance import SeededChance
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import DRAWN, ROLLED, Interpreter, Pause, TrialBudget
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.lowering import flow_of
from tilewright.kernel.state import FlatState
from tilewright.play.chance import Deal
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.flat.moves import moves_of
from tilewright.play.flat.state import GameState
from tilewright.play.flat.tables import lay_table
from tilewright.play.sections import Program
from tilewright.play.state import Move
from tilewright.play.table import Table
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry


@dataclass(frozen=True)
class _Read:
    """All that the layout of states depends on; a game is told from others by its `identity`."""

    game: Game = field(compare=False)
    identity: int
    program: Program
    players: int
    sizes: tuple[tuple[str, Geometry], ...]


@lru_cache(maxsize=32)
def _layout(read: _Read) -> StateLayout:
    """The layout of the states of a game; matches of one sort share it."""
    flow = flow_of(read.game, read.program.course, read.program.abilities)
    return StateLayout(flow, read.game, read.players, dict(read.sizes))


class FlatMachine:
    """The rules of a game with its cards, players and boards.

    `sizes` are the geometries of the boards that have a fixed one, by name. The `referee` answers questions about states. All trials
    together have the `budget`, if there is one. `turnless` is a game that goes on without turns of players.
    """

    def __init__(
        self, referee: StateEvaluator, sizes: Mapping[str, Geometry], budget: TrialBudget | None = None
    ) -> None:
        self.referee, self.game, course = referee, referee.game, referee.course
        read = _Read(self.game, id(self.game), referee.program, referee.players, tuple(sizes.items()))
        self.interpreter = Interpreter(_layout(read))
        self.interpreter.budget, self.interpreter.on_turn = budget, self._turn_began
        self.flow, self.layout = self.interpreter.flow, self.interpreter.layout
        self.turnless = bool(course.course) and not any(find(play.TurnOf, *course.course))
        self._began: list[int] = []

    @classmethod
    def on(cls, rules: StateEvaluator, table: Table, budget: TrialBudget | None = None) -> FlatMachine:
        """The machine of a game whose boards are those of a table."""
        places = zip(rules.game.places(table.players), table.grids, strict=True)
        sizes = {board.name: grid.geometry for (board, _), grid in places if grid.geometry.fixed is grid.geometry}
        return cls(rules, sizes, budget)

    # -- beginnings

    def start(self, chance: SeededChance) -> GameState:
        """The state at the first choice, after the set-up."""
        state = self._state(first_state(self.layout), chance)
        self.advance(state)
        state.cells.set(self.layout.over, 0)
        if self.flow.main is not None:
            state.cells.set(self.layout.pc, self.flow.main)
        else:
            self.interpreter.begin_turn(state.cells, self.flow.turn, state.mover)
        self.advance(state)
        return state

    def _state(self, cells: FlatState, chance: SeededChance) -> GameState:
        self._began = []
        return GameState(self.interpreter, self.referee.keys, cells, chance)

    def resume(self, table: Table, deal: Deal, mover: int, chance: SeededChance) -> GameState:
        """The first choice of a turn of a player; after the turn the course of the game begins, if it has one."""
        state = self.at_turn(table, deal, mover, chance)
        self.advance(state)
        return state

    def at_turn(self, table: Table, deal: Deal, mover: int, chance: SeededChance, turn: str = "turn") -> GameState:
        """The beginning of a turn of that name, before anything of it is done.

        It is the first such turn of the mover in the course of the game, which goes on after it; where the course
        has none, it begins after this one.
        """
        state = self._state(lay_table(self.layout, table, deal), chance)
        entry = self.flow.turns[turn]
        under = f.NOWHERE if self.flow.main is None else self._after_first(entry, mover, state) or self.flow.main
        self.interpreter.begin_turn(state.cells, entry, mover, under)
        state.movers, self._began = (mover,), []
        return state

    def single_turn(self, table: Table, deal: Deal, mover: int, chance: SeededChance) -> GameState:
        """The first choice of a turn of a player after which the game is over, whatever lies on the table then."""
        state = self.at_turn(table, deal, mover, chance)
        state.cells.set(self.layout.under, self.flow.over)
        self.advance(state)
        return state

    def _after_first(self, turn: f.BlockId, mover: int, start: GameState) -> f.BlockId:
        """Where the course goes on after the first such turn of a player, found on a copy; `NOWHERE`: it comes to none.

        The state knows then what the course has bound on the way.
        """
        ahead, at = start.copy(), self.flow.main or f.NOWHERE
        while True:
            ahead.cells.set(self.layout.pc, at)
            if self._run(ahead, turns=False).status != Status.DONE:
                return f.NOWHERE
            end = self.flow.blocks[ahead.cells.get(self.layout.pc)].end
            assert isinstance(end, f.BeginTurn)
            at = end.under
            if end.turn == turn and ahead.cells.number(end.player) == mover:
                self._take_over(ahead.cells, start.cells)
                return end.under

    def _take_over(self, source: FlatState, to: FlatState) -> None:
        """Let a state be in the same blocks as another one, with what these have bound; the tables stay."""
        layout = self.layout
        for slot in self.flow.slots:
            first = layout.slots[slot.index].at
            size = layout.room(slot) * layout.words(slot.sort)
            to.wide[first : first + size] = source.wide[first : first + size]
        to.set(layout.whole, source.get(layout.whole))
        for number in range(len(self.flow.names)):
            to.set(layout.inside, source.get(layout.inside, number), number)

    # -- playing

    def moves_at(self, state: GameState) -> list[Move]:
        """The moves at a choice."""
        return moves_of(self.interpreter, state.cells, state.stop) if state.stop.status == Status.CHOICE else []

    def applied(self, state: GameState, move: Move) -> GameState:
        """The state at the next choice after a move."""
        after, self._began = state.copy(), []
        self.interpreter.choose(after.cells, move.value)
        self.advance(after)
        return after

    def advance(self, state: GameState) -> None:
        """Go on to the next choice, or to the end of the game; only a state that nobody has looked at yet."""
        state.stop = self._run(state)
        state.movers += tuple(self._began)
        self._began = []

    def _run(self, state: GameState, turns: bool = True) -> Pause:
        """Go on with chance answering."""
        cells, layout = state.cells, self.layout
        while (stop := self.interpreter.run(cells, turns)).status == Status.CHANCE:
            asked, at = cells.get(layout.asked), (cells.get(layout.asked_seat), cells.get(layout.asked_space))
            state.chance.answer(self.interpreter, cells, stop)
            if asked in (DRAWN, ROLLED):
                state.drawn += (cells.pile(*at)[-1] >> 1,)
        return stop

    def _turn_began(self, cells: FlatState) -> None:
        self._began.append(cells.get(self.layout.mover))
