"""Plays a game on flat states: from choice to choice, with chance answering in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from tilewright.kernel import flow as f
from tilewright.kernel.engine import Engine, SeededChance, engine_for, state_keys_for
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import STOP, Pause, TrialBudget, use_of
from tilewright.kernel.table import clear_marks, first_state
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.frames import upward
from tilewright.play.moves import moves_of
from tilewright.play.program import Program
from tilewright.play.state import GameState, Move
from tilewright.play.table import Deal, Table, lay_table
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

_ALL = 1 << 10
"""The use count of an ability that is disabled: more than the copies of any card."""


@dataclass(frozen=True)
class _Read:
    """Everything that the layout of states depends on; `identity` distinguishes games by the objects read."""

    game: Game = field(compare=False)
    identity: int
    program: Program
    players: int
    sizes: tuple[tuple[str, Geometry], ...]


@lru_cache(maxsize=32)
def _layout(read: _Read) -> StateLayout:
    """The layout of the states of a game, shared by equal matches."""
    return StateLayout(read.program.flow(read.game), read.game, read.players, dict(read.sizes))


class Machine:
    """A game with its cards, players and boards, ready to be played.

    `sizes`: the geometries of the boards of fixed size, by name. The `evaluator` answers questions about states. The
    `engine` runs the flow (`kind`: see `kernel.engine`); all its trials together have the `budget`, if there is one.
    The `interpreter` reads the content of states. `on_turn` is called with the state when a turn has begun. `turnless`:
    the game has no turns of players.
    """

    def __init__(
        self,
        evaluator: StateEvaluator,
        sizes: Mapping[str, Geometry],
        budget: TrialBudget | None = None,
        kind: str = "",
    ) -> None:
        self.evaluator, self.game, play_rules = evaluator, evaluator.game, evaluator.play_rules
        read = _Read(self.game, id(self.game), evaluator.program, evaluator.players, tuple(sizes.items()))
        self.interpreter, self.budget, self._kind = Interpreter(_layout(read)), budget, kind
        self.flow, self.layout = self.interpreter.flow, self.interpreter.layout
        self.turnless = bool(play_rules.course) and not any(
            isinstance(block.end, f.BeginTurn) for block in self.flow.blocks
        )
        self.on_turn: Callable[[GameState], None] | None = None

    @cached_property
    def engine(self) -> Engine:
        """The engine that runs the flow."""
        return engine_for(self.layout, self.budget, self._kind)

    @classmethod
    def on(cls, rules: StateEvaluator, table: Table, budget: TrialBudget | None = None, kind: str = "") -> Machine:
        """The machine of a game with the boards of a table."""
        places = zip(rules.game.places(table.players), table.grids, strict=True)
        sizes = {board.name: grid.geometry for (board, _), grid in places if grid.geometry.fixed is grid.geometry}
        return cls(rules, sizes, budget, kind)

    # -- beginnings

    def start(self, chance: SeededChance) -> GameState:
        """The state at the first choice after the setup."""
        return self.begin(self.set_up(chance))

    def begin(self, state: GameState) -> GameState:
        """Run from the setup to the first choice; returns the same object."""
        if self.flow.main is not None:
            state.cells.set(self.layout.pc, self.flow.main)
        else:
            self.interpreter.begin_turn(state.cells, self.flow.turn, state.mover)
            state.movers += (state.mover,)
            self._turn_began(state)
        self.advance(state)
        return state

    def set_up(self, chance: SeededChance) -> GameState:
        """The state after the setup, before the first turn."""
        state = GameState(self.interpreter, self.evaluator.keys, first_state(self.layout), chance)
        self.advance(state)
        # after its last statement the setup runs into `NOWHERE`, which ends a game
        state.cells.set(self.layout.over, 0)
        return state

    def resume(self, table: Table, deal: Deal, mover: int, chance: SeededChance) -> GameState:
        """The first choice of a turn of a player; after the turn the course of the game begins, if there is one."""
        state = self.at_turn(table, deal, mover, chance)
        self.advance(state)
        return state

    def at_turn(self, table: Table, deal: Deal, mover: int, chance: SeededChance, turn: str = "turn") -> GameState:
        """The beginning of a turn of that name, before anything is done in it.

        It is the first such turn of the mover in the course, which continues after it; if the course has none, it
        begins after this turn.
        """
        state = GameState(self.interpreter, self.evaluator.keys, lay_table(self.layout, table, deal), chance)
        entry = self.flow.turns[turn]
        under = f.NOWHERE if self.flow.main is None else self._after_first(entry, mover, state) or self.flow.main
        self.interpreter.begin_turn(state.cells, entry, mover, under)
        state.movers = (mover,)
        return state

    def single_turn(self, table: Table, deal: Deal, mover: int, chance: SeededChance) -> GameState:
        """The first choice of a turn of a player after which the game is over."""
        state = self.at_turn(table, deal, mover, chance)
        state.cells.set(self.layout.under, self.flow.over)
        self.advance(state)
        return state

    def _after_first(self, turn: f.BlockId, mover: int, start: GameState) -> f.BlockId:
        """The block of the course after the first such turn of a player, found on a copy; `NOWHERE`: none.

        The bindings of the course up to there are copied to the state.
        """
        ahead, layout = start.copy(), self.layout
        ahead.cells.set(layout.pc, self.flow.main or f.NOWHERE)
        while self._run(ahead, turns=False).status == Status.DONE:
            cells = ahead.cells
            if cells.get(layout.pc) == turn and cells.get(layout.mover) == mover:
                self._take_over(cells, start.cells)
                return cells.get(layout.under)
            cells.set(layout.pc, cells.get(layout.under))
            cells.set(layout.under, f.NOWHERE)
            cells.set(layout.mover, start.mover)
        return f.NOWHERE

    def _take_over(self, source: FlatState, to: FlatState) -> None:
        """Copy the point of execution and its bindings from one state to another; the tables are kept."""
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
        if state.moves is None:
            at_choice = state.stop.status == Status.CHOICE
            state.moves = moves_of(self.interpreter, state.cells, state.stop) if at_choice else []
        return state.moves

    def applied(self, state: GameState, move: Move) -> GameState:
        """The state at the next choice after a move."""
        after = state.copy()
        self._go_on(after, self.engine.step(after.cells, move.value, self.on_turn is None), self.engine)
        return after

    @cached_property
    def _keys(self) -> Callable[[FlatState, Status], bytes] | None:
        return state_keys_for(self.layout, self._kind)

    def key(self, state: GameState) -> object:
        """A key like `GameState.key`, equal for states with the same continuations; faster, but valid only in this
        process."""
        if self._keys is None or state.stop.status != Status.CHOICE:
            return state.key
        return self._keys(state.cells, Status.CHOICE), state.draws, *state.known_keys()

    def goes_on(self, start: GameState, state: GameState) -> bool:
        """Whether the turn in progress at `start` still continues at `state`; outside turns, whether the same player
        chooses."""
        if state.over or state.turn != start.turn:
            return False
        turns = self.flow.main is None or bool(start.cells.get(self.layout.under))
        return turns or state.player == start.player

    def without_abilities(self, state: GameState) -> GameState:
        """The state as if all abilities had been used in this turn."""
        return self.without_uses(state, range(len(self.flow.uses)))

    def without_uses(self, state: GameState, uses: Sequence[int]) -> GameState:
        """The state as if some abilities, by index, had been used in this turn."""
        used = self.layout.used
        codes = tuple(code for code in state.stop.codes if code >= STOP or use_of(code) not in uses)
        if len(codes) == len(state.stop.codes) and all(state.cells.get(used, number) >= _ALL for number in uses):
            return state
        plain = state.copy()
        for number in uses:
            plain.cells.set(used, _ALL, number)
        plain.stop = replace(state.stop, codes=codes)
        return plain

    def finished(self, state: GameState) -> GameState:
        """The state after the statements of the course that follow its rounds, which are left immediately; the state
        itself if somebody has to choose there."""
        around = list(upward(state.under or state.frame))
        if state.over or not around or around[-1].level.body is not self.flow.roots.get("course"):
            return state
        later = around[-1].level.body.levels[around[-1].at + 1 :]
        if len(later) < 2:  # the end of the course counts as a level
            return state
        ended, layout = state.copy(), self.layout
        clear_marks(ended.cells)
        for cells in (layout.ruled, layout.under, layout.ability, layout.whole, layout.closing):
            ended.cells.set(cells, 0)
        for number in range(len(self.flow.names)):
            ended.cells.set(layout.inside, 0, number)
        ended.cells.put_number(self.flow.nested, 0)
        ended.cells.set(layout.pc, later[0].entry)
        self.advance(ended)
        return ended if ended.over else state

    def advance(self, state: GameState, anywhere: bool = False) -> None:
        """Run to the next choice or the end of the game; only on a state that nobody has read yet.

        With `anywhere`, the state may be between two stops, where a compiled game cannot start: then the reference
        interpreter runs it.
        """
        engine = Interpreter(self.layout, self.budget) if anywhere else self.engine
        self._go_on(state, engine.run(state.cells, self.on_turn is None), engine)

    def _go_on(self, state: GameState, stop: Pause, engine: Engine) -> None:
        """Continue from a stop, turn by turn if `on_turn` is set."""
        turns = self.on_turn is None
        while (stop := self._answered(state, stop, turns, engine)).status == Status.DONE:
            self._turn_began(state)
            stop = engine.run(state.cells, turns)
        state.stop = stop

    def _turn_began(self, state: GameState) -> None:
        if self.on_turn is not None:
            state.stop = Pause(Status.DONE)
            self.on_turn(state.copy())

    def _run(self, state: GameState, turns: bool = True) -> Pause:
        """Run with chance answering."""
        return self._answered(state, self.engine.run(state.cells, turns), turns, self.engine)

    def _answered(self, state: GameState, stop: Pause, turns: bool, engine: Engine) -> Pause:
        """Continue from a stop with chance answering."""
        state.movers += (*engine.begun,)
        while stop.status == Status.CHANCE:
            stop, drawn = state.chance.go_on(engine, state.cells, stop, turns)
            state.movers += (*engine.begun,)
            if drawn is not None:
                state.drawn += (drawn,)
        return stop
