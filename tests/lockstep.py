"""The kernel beside the machine: one game played by both, every list of moves and every table compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tilewright.core import expr as core
from tilewright.kernel import flow as f
from tilewright.kernel import layout as cells
from tilewright.kernel import stops
from tilewright.kernel.beginning import first_state
from tilewright.kernel.chance import SeededChance
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.lowering import flow_of
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause
from tilewright.meaning.domain import SpaceSet
from tilewright.play.old_match import OldMatch as Match
from tilewright.play.state import Move
from tilewright.table import card, game


def interpreter_of(match: Match) -> Interpreter:
    """The kernel of the game of a match."""
    program, grids = match.machine.referee.program, match.state.table.grids
    places = match.game.places(len(match.names))
    sizes = {board.name: grid.geometry for (board, _), grid in zip(places, grids, strict=True)}
    flow = flow_of(match.game, program.course, program.abilities)
    return Interpreter(StateLayout(flow, match.game, len(match.names), sizes))


class Lockstep:
    """A match and the state of the kernel that follows it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.interpreter = interpreter_of(match)
        self.chance = SeededChance(match.seed, match.machine.referee.layouts)
        self.state = first_state(self.interpreter.layout)
        assert self._advance().status == Status.OVER, "the set-up asks nobody"
        layout, flow = self.interpreter.layout, self.interpreter.flow
        self.state.set(layout.over, 0)
        if flow.main is not None:
            self.state.set(layout.pc, flow.main)
        else:
            self.interpreter.begin_turn(self.state, flow.turn, self.state.get(layout.mover))
        self.stop = self._advance()

    def _advance(self) -> Pause:
        stop = self.interpreter.run(self.state)
        while stop.status == Status.CHANCE:
            stop, _ = self.chance.go_on(self.interpreter, self.state, stop)
        return stop

    def play(self, move: Move) -> None:
        """Play a move in both."""
        code = code_of(self.interpreter, self.state, move)
        self.match.play(move)
        self.interpreter.choose(self.state, code)
        self.stop = self._advance()

    def compare(self) -> None:
        """The moves and the tables are the same, in the same order."""
        match, state = self.match, self.state
        assert told_by_kernel(self.interpreter, state) == told_by_machine(match)
        if match.over:
            assert self.stop.status == Status.OVER
            return
        assert self.stop.status == Status.CHOICE
        assert [code_of(self.interpreter, state, move) for move in match.moves] == list(self.stop.codes)


def play_both(
    match: Match, seed: int, most: int = 10_000, choose: Callable[[Random, Sequence[Move]], Move] = Random.choice
) -> tuple[int, int]:
    """Play a game at random by both; how many decisions and how many moves were compared."""
    random, both, decisions, listed = Random(seed), Lockstep(match), 0, 0
    both.compare()
    while not match.over and decisions < most:
        moves = list(match.moves)
        listed += len(moves)
        both.play(choose(random, moves))
        both.compare()
        decisions += 1
    return decisions, listed


def code_of(interpreter: Interpreter, state: FlatState, move: Move) -> int:
    """The code of a move of the machine."""
    if move.kind == "stop":
        return stops.STOP
    if move.kind == "use":
        return stops.use_code([use.ability for use in interpreter.flow.uses].index(move.value))
    end = interpreter.flow.blocks[state.get(interpreter.layout.pc)].end
    assert isinstance(end, f.Choose)
    match end.listing:
        case f.Options(options):
            return [name for name, _, _ in options].index(move.value.name)
        case f.Yes():
            return 0
        case f.Numbers(low):
            return int(move.value.number) - interpreter.ask(state, low)
        case f.Sets() as listing:
            return next(i for i, one in enumerate(interpreter._sets(state, listing)) if _alike(one, move.value))
        case f.Elements(question, slot):
            if isinstance(move.value, SpaceSet):
                found = interpreter.elements(state, question)
                return next(i for i, one in enumerate(found) if _alike(one, move.value))
            return interpreter.layout.values.code(move.value) if slot.sort == core.VALUE else int(move.value)


def _alike(one: SpaceSet[bool], other: SpaceSet[bool]) -> bool:
    return one.root == other.root and set(one.members) == set(other.members)


def told_by_kernel(interpreter: Interpreter, state: FlatState) -> object:
    """All that lies on the table of the kernel."""
    layout, places = interpreter.layout, []
    for seat in range(len(layout.owners)):
        spaces = []
        for space in range(state.size(seat)):
            at = layout.space_at(seat, space)
            caps = tuple(state.narrow[at + cells.MARKS + layout.mark_cells :][: len(layout.caps)])
            top = state.narrow[at + cells.TOP]
            pile = (2 * top + 1,) if layout.place_at(seat).board.of_patches else state.pile(seat, space)
            spaces.append((state.narrow[at + cells.HEIGHT], top, pile, caps, state.narrow[at + cells.MARKS]))
        places.append(spaces)
    kinds = range(len(layout.game.kinds))
    counters = [[state.counter(player, name) for name in layout.counters] for player in range(layout.players)]
    stocks = [state.get(layout.bag, kind) for kind in kinds], [state.get(layout.gone, kind) for kind in kinds]
    over = bool(state.get(layout.over))
    return places, counters, stocks, over, over or state.get(layout.turn)


def told_by_machine(match: Match) -> object:
    """All that lies on the table of the machine."""
    state, table, known = match.state, match.state.table, match.game

    def capped(caps: str) -> tuple[int, ...]:
        at = {cap.name: caps.find(cap.mark) for cap in known.caps}
        owned = {name: 0 if at[name] < 0 else int(caps[at[name] + 1]) + 1 for name in known.owned}
        return tuple(owned[cap.name] if cap.name in owned else caps.count(cap.mark) for cap in known.caps)

    places = [
        [
            (grid.heights[s], grid.tops[s], grid.piles[s], capped(grid.caps[s]), grid.flags[s])
            for s in range(len(grid.tops))
        ]
        for grid in table.grids
    ]
    counters = [[own[name] for name in known.numbers] for own in table.counters]
    return places, counters, (list(table.bag), list(table.gone)), state.over, state.over or state.turn


Cards = Sequence[card.Card]
Layouts = Mapping[str, card.Layout]
__all__ = ["Cards", "Layouts", "Lockstep", "game", "play_both"]
