"""Which abilities are within reach: not used in this turn, at the right moment, of things that are known, as they say."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core import play
from tilewright.core.walk import variables
from tilewright.play.budget import TooMuchWork
from tilewright.play.machine.referee import Referee
from tilewright.play.state import DECIDER, State


class Abilities:
    """The abilities of a game, or those of them that matter; `helping` are those that are used while an option is done."""

    def __init__(self, referee: Referee, known: Sequence[play.Ability] | None = None) -> None:
        self.all = referee.abilities if known is None else tuple(known)
        self._referee = referee
        lasting = frozenset(at.space.id for _, at in referee.course.lasting)
        self._spoken = {ability: lasting & {var.id for var in variables(ability)} for ability in self.all}
        self._lie = any(ability.kind >= 0 for ability in self.all)
        self.helping = tuple(ability for ability in self.all if ability.during)

    def within_reach(self, state: State, abilities: tuple[play.Ability, ...]) -> list[play.Ability]:
        """Those that may be used now as far as the moment goes; one at a time is used."""
        if state.ability or not abilities:
            return []
        if state.frame is not None and state.frame.env[DECIDER] != state.mover:
            return []  # abilities are used by the player whose turn it is
        if state.under is None and self._referee.course.course:
            return []  # it is nobody's turn
        before = self._before_mover(state) if self._lie else set()
        return [one for one in abilities if (one.kind < 0 or one.kind in before) and self._reachable(state, one)]

    def _before_mover(self, state: State) -> set[int]:
        """The kinds of the cards that lie before the player whose turn it is."""
        grids = state.table.grids
        return set[int]().union(*(grids[seat].tops for seat in self._referee.card_seats[state.mover]))

    def _reachable(self, state: State, ability: play.Ability) -> bool:
        frame = state.frame
        return (
            (ability.card not in state.used if ability.kind < 0 else self._unused(state, ability))
            and self._spoken[ability] <= state.env.keys()  # until the turn has named it
            and (not ability.during or (frame is not None and frame.inside(ability.during)))
            and not (ability.once and self._referee.single_use(state, ability) in state.spent)
            and self._allowed(state, ability)
        )

    def _allowed(self, state: State, ability: play.Ability) -> bool:
        """Whether the condition of an ability holds; work beyond the budget is told of its card."""
        try:
            return self._referee.holds(state, ability.condition, state.env)
        except TooMuchWork:
            raise TooMuchWork(ability.card) from None

    def _unused(self, state: State, ability: play.Ability) -> bool:
        """Whether a copy of the card that lies before the player has not been used."""
        return not state.used.issuperset(self._referee.uses(state, ability))
