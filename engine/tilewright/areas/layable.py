"""Which tiles the rules allow to be laid: found by playing, on a table from which all other tiles are removed.

A tile that is refused now may be allowed later, when something else has happened. So a refused tile is considered
impossible only if no random game from the position has laid it either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from tilewright.areas.shapes import TileStock, terrain_of, tiles_in, tiles_left
from tilewright.core import play
from tilewright.core.walk import find
from tilewright.kernel.engine import SeededChance
from tilewright.kernel.state import terrain_of as terrain_in
from tilewright.play.evaluator import EvaluationContext, StateEvaluator
from tilewright.play.machine import Machine
from tilewright.play.table import Table
from tilewright.stopping import STOP
from tilewright.table.game import Kind
from tilewright.table.terrain import Terrain

TRIES = 3
"""The number of random games from each table."""
MOST_MOVES = 4000
"""The maximum number of moves of such a game."""


@dataclass(frozen=True)
class Layable:
    """What the rules allow for the tiles in the pools of a table, in the turn of the `mover`."""

    evaluator: StateEvaluator
    state: EvaluationContext
    mover: int

    def now(self, stock: TileStock) -> TileStock:
        """The tiles that may be laid in the next turn, if they are drawn in it and if there is room for them."""
        return _only(stock, {first for first in stock.counts if self._allowed(first)})

    def ever(self, stock: TileStock) -> TileStock:
        """The tiles that may be laid now or later."""
        known = set(self.now(stock).counts)
        for seed in range(TRIES if known != set(stock.counts) else 0):
            known |= self._played(self.state.table, self.mover, seed, turns=None)
        return _only(stock, known)

    def drawn(self) -> TileStock:
        """The tiles that can be drawn at random: those in the pools that a statement draws from, and unseen ones."""
        table, evaluator = self.state.table, self.evaluator
        picks = find(play.Pick, evaluator.play_rules, *evaluator.abilities)
        env, owners = evaluator.places_of(table, 0), [owner for _, owner in table.game.places(table.players)]
        seats = {env[pick.home.id] for pick in picks if pick.random and pick.home and pick.home.id in env}
        return tiles_left(self.state, sorted(seat for seat in seats & evaluator.pools if owners[seat] is None))

    # -- one tile alone

    def _allowed(self, first: int) -> bool:
        """Whether a player can lay a tile in a turn in which no other is available."""
        roomy = self._with_room(first)
        if roomy is None or roomy.bag[first] > 0:
            return True  # this cannot be tested
        return any(
            first in self._played(table, mover, seed, turns=1)
            for table, mover in _single_tile_tables(roomy, first)
            for seed in range(TRIES)
        )

    def _with_room(self, first: int) -> Table | None:
        """The table with a map on which a tile fits: as it is, or with one more tile of any kind."""
        table, game, seat = self.state.table, self.state.table.game, self._seat
        terrain, turns = terrain_of(table, seat), [kind for kind in game.kinds if kind.first == first and kind.face]
        if _has_room(terrain, turns):
            return table
        fitting = (
            (space, helper)
            for space in terrain.wanted
            for helper in game.kinds
            if helper.face is not None and terrain.fits(space, helper.face)
        )
        for space, helper in fitting:
            if helper.face is not None and _has_room(terrain.with_tile(space, helper.face), turns):
                grown = table.copy()
                grown.changing(seat).put(space, 2 * helper.index + 1)
                grown.tile_placed(seat, space)
                return grown
        return None

    @cached_property
    def _seat(self) -> int:
        """The place of the map."""
        return min(self.evaluator.maps)

    @cached_property
    def _machine(self) -> Machine:
        return Machine.on(self.evaluator, self.state.table)

    def _played(self, table: Table, mover: int, seed: int, turns: int | None) -> set[int]:
        """The tiles laid on the map in a random game, or in a number of turns of it."""
        machine, random, before = self._machine, Random(seed), terrain_of(table, self._seat).faces
        state = machine.resume(table, {}, mover, SeededChance(seed))
        for _ in range(MOST_MOVES):
            if state.over or (turns is not None and state.turn >= turns) or STOP.asked:
                break
            if turns is not None and len(terrain_in(state.cells).faces) > len(before):
                break
            state = machine.applied(state, random.choice(machine.moves_at(state)))
        grid = state.table.grids[self._seat]
        laid = terrain_of(state.table, self._seat).faces.keys() - before.keys()
        return {table.game.kinds[grid.tops[space]].first for space in laid}


def _has_room(terrain: Terrain, turns: list[Kind]) -> bool:
    return any(kind.face is not None and terrain.fits(space, kind.face) for kind in turns for space in terrain.wanted)


def _single_tile_tables(table: Table, first: int) -> Iterator[tuple[Table, int]]:
    """The table with one tile of a kind in one of its pools and no other tile in any, and the player to move."""
    places = table.game.places(table.players)
    pools = [seat for seat, (place, _) in enumerate(places) if place.pool and not place.of_patches]
    for kept in pools:
        if first not in tiles_in(table, kept):
            continue
        alone = table.copy()
        for seat in pools:
            pieces = [pile[-1] for pile in table.grids[seat].piles if pile]
            alone.empty(seat)
            for piece in pieces:
                if piece >> 1 >= 0 and table.game.kinds[piece >> 1].face is None:
                    alone.changing(seat).add(piece)
            if seat == kept:
                alone.changing(seat).add(2 * first + 1)
        alone.bag = [0 if table.game.kinds[kind].face else count for kind, count in enumerate(alone.bag)]
        owner = places[kept][1]
        for player in range(table.players) if owner is None else (owner,):
            yield alone.copy(), player


def _only(stock: TileStock, kinds: set[int]) -> TileStock:
    return TileStock(stock.game, {first: count for first, count in stock.counts.items() if first in kinds})
