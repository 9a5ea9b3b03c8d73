"""Runs the statements of a game up to the next choice, and from a choice on.

A state stands at a frame (`play.frames`). `advance` does one statement after another; where a
player has more than one way to go on it stops with a `Choice`. What has to be done wholly or
not at all (an option, an ability) is offered only when it can be brought to its end
(`play.possible`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.meaning.binders import Element
from tilewright.play.compiled import spoken
from tilewright.play.control import Control
from tilewright.play.frames import Frame
from tilewright.play.state import Choice, Move, State
from tilewright.play.table import Table

MOST_IDLE = 1000


class Machine(Control):
    """The course of one game with its abilities; states are kept apart from it."""

    on_turn: Callable[[State], None] | None = None
    """Called when a turn has begun, with the state of the game or of a copy."""

    @cached_property
    def _whole(self) -> dict[int, play.Block]:
        """What each ability costs and does, by its id; states are told apart by these blocks."""
        return {id(ability): (*self.course.cost, *ability.body) for ability in self.abilities}

    @cached_property
    def numbers(self) -> dict[int, int]:
        """A number for each block of statements, by its id, in the order of the files."""
        course, found = self.course, dict[int, int]()
        waiting = [course.setup, course.turn, course.cost, course.after]
        waiting += [verb.body for verb in course.verbs]
        waiting += [block for ability in self.abilities for block in (ability.body, self._whole[id(ability)])]
        for block in waiting:
            if id(block) not in found:
                found[id(block)] = len(found)
                waiting += [inner for step in block for inner in play.blocks(step)]
        return found

    # -- turns

    def start(self, table: Table, seed: int) -> State:
        """The state after the set-up, at the first choice."""
        state = State(table, seed, self.numbers)
        state.env = self.places_of(table, state.mover)
        state.frame = Frame(self.course.setup, state.env, None)
        while state.frame is not None:
            self.step(state, state.frame)
        self.begin(state)
        self.advance(state)
        return state

    def resume(self, table: Table, mover: int, seed: int) -> State:
        """The state at the first choice of a turn of the mover."""
        state = State(table, seed, self.numbers)
        state.mover = mover
        self.begin(state)
        self.advance(state)
        return state

    def begin(self, state: State) -> None:
        """The mover's turn begins."""
        state.env = self.places_of(state.table, state.mover)
        state.evaluator = None
        state.frame = Frame(self.course.turn, state.env, None)
        if self.on_turn is not None:
            self.on_turn(state)

    def advance(self, state: State) -> None:
        """Go on to the next choice, or to the end of the game or of a trial.

        When `MOST_IDLE` turns have passed without any choice, the game has ended.
        """
        first = state.turn
        while state.choice is None and not state.over and not state.failed:
            if state.probe and not state.whole and not state.debts:
                return
            if state.frame is not None:
                self.step(state, state.frame)
            elif state.closing or not self.usable(state):
                self._end_turn(state)
                state.over = state.over or state.turn - first > MOST_IDLE
            else:
                state.choice = Choice(None, (), optional=True)

    def _end_turn(self, state: State) -> None:
        if state.debts:
            state.failed = state.probe
        course, last = self.course, state.mover == state.table.players - 1
        ending = last or not course.by_round
        over = ending and self.holds(state, course.end, state.env)
        state.table.clear_flags()
        state.changes, state.debts, state.used, state.closing = (), (), frozenset(), False
        state.mover = (state.mover + 1) % state.table.players
        state.turn += 1
        state.over, state.usable = over, None
        self.begin(state)

    # -- choices

    def apply(self, state: State, move: Move) -> None:
        """Do a move at the choice of a state, and go on to the next one."""
        choice, frame = state.choice, state.frame
        state.choice = state.usable = None
        if move.kind == "use":
            self._use(state, move.value)
        elif choice is None or choice.step is None:
            state.closing = True
        elif move.kind == "stop":
            self.stop(state)
        else:
            assert frame is not None
            self.chosen(state, frame, choice.step, move.value)
        self.advance(state)

    def _use(self, state: State, ability: play.Ability) -> None:
        """The ability, what it costs first, and then what the game does after one."""
        state.used |= {ability.card}
        state.ability = ability.card
        state.whole += 1
        state.closing = False
        then = Frame(self.course.after, state.env, state.frame)
        state.frame = Frame(self._whole[id(ability)], state.env, then, name=ability.card, whole=True, ability=True)

    def moves_for(self, state: State, choice: Choice) -> list[Move]:
        """The moves that pick the elements or options of a choice."""
        step, elements = choice.step, choice.elements
        if isinstance(step, play.Times):
            return [Move("yes", "pick", True)]
        if not isinstance(step, (play.Pick, play.InAnyOrder)):
            return [Move(element.name, "option", element) for element in elements]
        assert state.frame is not None
        seat, sort = self.seat(step.home, state.frame.env), step.binder.var.sort
        if sort == core.SPACE and seat not in self.pools:
            moves = self.functions(state).moves(step, state.table.grids[seat].geometry)
            return [moves[space] for space in elements]
        return [Move(f"{step.verb} {self._shown(state, seat, sort, element)}", "pick", element) for element in elements]

    def _shown(self, state: State, seat: int, sort: str, element: Element) -> str:
        """An element as moves are written: a space as ``row,column``, a group by its first space."""
        grid = state.table.grids[seat]
        if sort == core.VALUE:
            return str(element.label)
        if sort == core.PLAYER:
            return f"player {element + 1}"
        space = element if isinstance(element, int) else element.root
        if seat in self.pools:
            return self.game.kinds[grid.tops[space]].code
        return spoken(grid.geometry, space)
