"""A card that one player of a game has: it lies before them from the beginning, or they draw its pieces."""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.expectimax.moment import give
from tilewright.kernel import flow as f
from tilewright.kernel.engine import Engine, SeededChance
from tilewright.kernel.layout import TOP
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import PICKED, Pause
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.table.card import Card


def hold(match: Match, card: Card, holder: int) -> None:
    """Begin a match again in which one player, the holder, has a card. Raises `NoOdds` for a card that nobody can have."""

    def begin(state: GameState) -> None:
        attribute = match.game.tied.get(card.category)
        if attribute is None:
            give(match.machine, state.cells, [card.id], holder)
        else:
            kinds = match.game.kinds_with(attribute, card.id)
            state.chance = FavoringChance(match, kinds, holder)

    match.begin_after(begin)


class FavoringChance(SeededChance):
    """Chance that gives pieces of some `kinds` to one player, the holder.

    Where the holder draws a piece at random, each of these counts as many times as there are players, and where others
    draw, not at all, unless nothing else is left. So about as many are drawn as otherwise, and at the same times. `found` are
    the turns in which the holder drew one. Samples of the future (`of_seed`) favor nobody, so bots do not know.
    """

    def __init__(self, match: Match, kinds: frozenset[int], holder: int) -> None:
        super().__init__(match.seed, match.beginning().heights)
        self._interpreter, self._kinds, self._holder = match.machine.interpreter, kinds, holder
        self.found: list[int] = []

    def go_on(self, engine: Engine, state: FlatState, stop: Pause, turns: bool = True) -> tuple[Pause, int | None]:
        """As `SeededChance.go_on`."""
        shown = self._drawn_from(state, stop)
        if not self._kinds.intersection(shown):
            return super().go_on(engine, state, stop, turns)
        layout, holds = state.layout, state.get(state.layout.mover) == self._holder
        counts = [(layout.players if holds else 0) if kind in self._kinds else 1 for kind in shown]
        lot = [index for index, count in enumerate(counts) for _ in range(count)] or range(len(shown))
        index = lot[self._number(state, len(lot))]
        if holds and shown[index] in self._kinds:
            self.found.append(state.get(layout.turn) + 1)
        return engine.step(state, stop.codes[index], turns), None

    def _drawn_from(self, state: FlatState, stop: Pause) -> list[int]:
        """The kinds of the pieces of a pool from which one is drawn at random; empty if chance is asked something else."""
        end = self._interpreter.flow.blocks[state.get(state.layout.pc)].end
        if state.get(state.layout.asked) != PICKED or not isinstance(end, f.ChooseAtRandom):
            return []
        seat = self._interpreter.seat(state, end.listing.seat)
        if not state.layout.place_at(seat).board.pool or end.listing.slot.sort != core.SPACE:
            return []
        return [state.narrow[state.layout.space_at(seat, code) + TOP] for code in stop.codes]
