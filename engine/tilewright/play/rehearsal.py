"""An ability tried in turns at random, on tables at random: whether it can be used, and then changes anything.

What it costs, what the game does after an ability, and the course around the turns are left out. The same ability
is tried in the same way in every run.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.play.chance import Chance
from tilewright.play.machine import Machine, Referee, program_of
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.offers import WhatLeadsOn
from tilewright.play.machine.trial import Trial
from tilewright.play.state import State
from tilewright.play.table import Grid, Table
from tilewright.table.game import BoardDef, Game
from tilewright.table.geometry import Geometry

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
_SIDE = 4
_LOW, _TALL = (1, 1, 2), (1, 2, 3, 4)


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
        assert game.course is not None, "abilities are of games that are played"
        self.game = game
        self.turns = 0
        self._during = ability.during
        self.players = max(min(2, game.players[1]), game.players[0])
        self._boards = game.places(self.players)
        self._sizes = {board.name: _geometry(board, small) for board in game.boards}
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
        state = machine.resume(self._table(random), 0, Chance(random.getrandbits(32)))
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

    # -- tables

    def _table(self, random: Random) -> Table:
        """A table with boards of a usual or a smaller size; how full, tall and varied it is differs much."""
        table = Table(self.game, self.players, self._sizes)
        kinds = self._palette(random)
        for grid, (board, _) in zip(table.grids, self._boards, strict=True):
            if not board.pool:
                self._lay(table, grid, board, kinds, random)
        table.begin()
        state = State(table, Chance(0), self._referee.keys)
        for player, counters in enumerate(table.counters):
            state.env = self._referee.places_of(table, player)
            self._cap(state, player, random)
            for counter in self.game.counters:
                most = counter.most if counter.most is not None else random.choice((3, 30))
                counters[counter.name] = random.choice((0, 1, most // 2, most))
        return table

    def _palette(self, random: Random) -> list[int]:
        """The kinds that lie on a table: of a few values of the first attribute, or all, or any few."""
        game = self.game
        if random.random() < 0.3:
            return random.sample(sorted(game.sorts[0].kinds), min(3, len(game.sorts[0].kinds)))
        values = game.values_of(game.main_attribute)
        chosen = random.sample(values, min(random.choice((1, 2, 3, len(values))), len(values)))
        return [kind.index for kind in game.kinds if kind.values.get(game.main_attribute) in chosen]

    def _lay(self, table: Table, grid: Grid, board: BoardDef, kinds: list[int], random: Random) -> None:
        """Stacks of some of the spaces; face-up all through on boards of the table, else at the top or not at all."""
        full, up = random.choice((0.3, 0.7, 1)), random.choice((0, 0.5, 0.5, 1))
        heights = random.choice((_LOW, _TALL))
        everywhere = frozenset(range(grid.geometry.size))
        border = grid.geometry.region("border")
        parts = (everywhere, everywhere, border, everywhere - border) if board.each_player else (everywhere,)
        for space in sorted(random.choice(parts) or border):
            left = [kind for kind in kinds if table.bag[kind]]
            if not left or random.random() >= full:
                continue
            height, shown = random.choice(heights), random.random() < up
            for floor in range(height):
                kind = random.choice(left)
                if table.bag[kind]:
                    table.bag[kind] -= 1
                    face = not board.each_player or (shown and floor == height - 1)
                    grid.put(space, kind * 2 + face)

    def _cap(self, state: State, player: int, random: Random) -> None:
        """Caps where the rules of the game allow them."""
        share = random.choice((0, 0.3, 1))
        for cap in self.game.caps:
            allowed = core.Binder(cap.place.var, core.Spaces(), cap.place.condition)
            for space in self._referee.elements(state, allowed, None, state.env):
                if random.random() < share and state.table.supply(cap.name) > 0:
                    state.table.grids[player].caps[space] += cap.mark


def _geometry(board: BoardDef, small: bool) -> Geometry:
    """The usual size of a board, or one with sides of about 4."""
    if board.pool or not small:
        return Geometry(board.rows, board.columns) if board.pool or board.each_player else _geometry(board, True)
    rows, columns = (next(_sides(board, side)) for side in (board.rows, board.columns))
    return Geometry(rows, columns)


def _sides(board: BoardDef, usual: int) -> Iterator[int]:
    """The sides that a board may have, from about 4 on up to the usual one."""
    return (side for side in range(min(_SIDE, usual), usual + 1) if board.allows(side, side) or side == usual)


def _lying(state: State) -> object:
    """All that an ability may change."""
    return state.table.key, state.changes
