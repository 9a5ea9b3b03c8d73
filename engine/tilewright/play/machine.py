"""Plays by the rules of one game on flat states: from choice to choice, with chance answering in between."""

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
"""So often an ability counts as used that is not to be used any more; of no card there are as many copies."""


@dataclass(frozen=True)
class _Read:
    """All that the layout of states depends on; its `identity` distinguishes a game from others."""

    game: Game = field(compare=False)
    identity: int
    program: Program
    players: int
    sizes: tuple[tuple[str, Geometry], ...]


@lru_cache(maxsize=32)
def _layout(read: _Read) -> StateLayout:
    """The layout of the states of a game; matches of one sort share it."""
    return StateLayout(read.program.flow(read.game), read.game, read.players, dict(read.sizes))


class Machine:
    """The rules of a game with its cards, players and boards.

    `sizes` are the geometries of the boards that have a fixed one, by name. The `evaluator` answers questions about states. The `engine` runs
    the flow (`kind` is one of `kernel.engine`), all its trials together have the `budget`, if there is one; the `interpreter` reads what is
    in a state. `on_turn` is called with the state where a turn has begun. `turnless` is a game that goes on without turns of players.
    """

    def __init__(
        self,
        evaluator: StateEvaluator,
        sizes: Mapping[str, Geometry],
        budget: TrialBudget | None = None,
        kind: str = "",
    ) -> None:
        self.evaluator, self.game, course = evaluator, evaluator.game, evaluator.course
        read = _Read(self.game, id(self.game), evaluator.program, evaluator.players, tuple(sizes.items()))
        self.interpreter, self.budget, self._kind = Interpreter(_layout(read)), budget, kind
        self.flow, self.layout = self.interpreter.flow, self.interpreter.layout
        self.turnless = bool(course.course) and not any(
            isinstance(block.end, f.BeginTurn) for block in self.flow.blocks
        )
        self.on_turn: Callable[[GameState], None] | None = None

    @cached_property
    def engine(self) -> Engine:
        """What runs the flow."""
        return engine_for(self.layout, self.budget, self._kind)

    @classmethod
    def on(cls, rules: StateEvaluator, table: Table, budget: TrialBudget | None = None, kind: str = "") -> Machine:
        """The machine of a game whose boards are those of a table."""
        places = zip(rules.game.places(table.players), table.grids, strict=True)
        sizes = {board.name: grid.geometry for (board, _), grid in places if grid.geometry.fixed is grid.geometry}
        return cls(rules, sizes, budget, kind)

    # -- beginnings

    def start(self, chance: SeededChance) -> GameState:
        """The state at the first choice, after the set-up."""
        return self.begin(self.set_up(chance))

    def begin(self, state: GameState) -> GameState:
        """The state at the first choice of the game that was set up; the same object."""
        if self.flow.main is not None:
            state.cells.set(self.layout.pc, self.flow.main)
        else:
            self.interpreter.begin_turn(state.cells, self.flow.turn, state.mover)
            state.movers += (state.mover,)
            self._turn_began(state)
        self.advance(state)
        return state

    def set_up(self, chance: SeededChance) -> GameState:
        """The state after the set-up, before the first turn."""
        state = GameState(self.interpreter, self.evaluator.keys, first_state(self.layout), chance)
        self.advance(state)
        state.cells.set(self.layout.over, 0)
        return state

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
        state = GameState(self.interpreter, self.evaluator.keys, lay_table(self.layout, table, deal), chance)
        entry = self.flow.turns[turn]
        under = f.NOWHERE if self.flow.main is None else self._after_first(entry, mover, state) or self.flow.main
        self.interpreter.begin_turn(state.cells, entry, mover, under)
        state.movers = (mover,)
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
        """Equal for states on which everything goes on alike, as `GameState.key` is; quicker, and of this process."""
        if self._keys is None or state.stop.status != Status.CHOICE:
            return state.key
        return self._keys(state.cells, Status.CHOICE), state.draws, *state.known_keys()

    def goes_on(self, start: GameState, state: GameState) -> bool:
        """Whether a turn that was under way at the start is so still; of nobody's turn, what its player chooses."""
        if state.over or state.turn != start.turn:
            return False
        turns = self.flow.main is None or bool(start.cells.get(self.layout.under))
        return turns or state.player == start.player

    def without_abilities(self, state: GameState) -> GameState:
        """The state as if all abilities had been used in this turn."""
        return self.without_uses(state, range(len(self.flow.uses)))

    def without_uses(self, state: GameState, uses: Sequence[int]) -> GameState:
        """The state as if some abilities, by their numbers, had been used in this turn."""
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
        """The state after what the course does when its rounds are over, which are left at once; the state itself where somebody chooses there."""
        around = list(upward(state.under or state.frame))
        if state.over or not around or around[-1].level.body is not self.flow.roots.get("course"):
            return state
        later = around[-1].level.body.levels[around[-1].at + 1 :]
        if len(later) < 2:  # the end of the course is a level as well
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
        """Go on to the next choice, or to the end of the game; only a state that nobody has looked at yet.

        A state may be `anywhere` in the statements, where a compiled game cannot begin: then the reference interpreter goes on.
        """
        engine = Interpreter(self.layout, self.budget) if anywhere else self.engine
        self._go_on(state, engine.run(state.cells, self.on_turn is None), engine)

    def _go_on(self, state: GameState, stop: Pause, engine: Engine) -> None:
        """Go on from a stop, as `on_turn` wants to know of every turn or not."""
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
        """Go on with chance answering."""
        return self._answered(state, self.engine.run(state.cells, turns), turns, self.engine)

    def _answered(self, state: GameState, stop: Pause, turns: bool, engine: Engine) -> Pause:
        """Go on from a stop with chance answering."""
        state.movers += (*engine.begun,)
        while stop.status == Status.CHANCE:
            stop, drawn = state.chance.go_on(engine, state.cells, stop, turns)
            state.movers += (*engine.begun,)
            if drawn is not None:
                state.drawn += (drawn,)
        return stop
