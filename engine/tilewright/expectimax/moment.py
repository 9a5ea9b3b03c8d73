"""A state in a turn of a game, to ask about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilewright.kernel import table
from tilewright.kernel.chance import SeededChance
from tilewright.kernel.state import FlatState
from tilewright.play.machine import Machine
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.play.tables import table_in
from tilewright.play.view import View
from tilewright.stopping import Unsupported
from tilewright.table.game import Game

USED_UP = 100
"""An ability that was used so often in a turn cannot be used any more."""


class NoOdds(Unsupported):
    """What is asked cannot be answered here; the text says why."""


@dataclass(frozen=True)
class Moment:
    """A state in a turn of a game, to ask about; nothing of it is changed."""

    machine: Machine
    state: GameState

    @classmethod
    def of(cls, match: Match | View) -> Moment:
        """The moment at which a match is, as the player who chooses may know it. Raises `NoOdds`."""
        if match.state.over:
            raise NoOdds("the game is over")
        seen = match if isinstance(match, View) else match.view()
        return cls(seen.machine, seen.state)

    @property
    def game(self) -> Game:
        return self.machine.game

    @property
    def uses(self) -> tuple[int, ...]:
        """The abilities of what lies before the player whose turn it is, by their numbers."""
        cells, seats = self.state.cells, self.machine.evaluator.card_seats[self.state.mover]
        shown = {
            cells.pile(seat, space)[-1] >> 1
            for seat in seats
            for space in range(cells.size(seat))
            if cells.pile(seat, space)
        }
        kinds = [use.ability.kind for use in self.machine.flow.uses]
        return tuple(number for number, kind in enumerate(kinds) if kind < 0 or kind in shown)

    def without(self, uses: tuple[int, ...]) -> Moment:
        """The same without some abilities."""
        state = self.state.copy()
        leave_out(state.cells, uses)
        return replace(self, state=state)


def leave_out(cells: FlatState, uses: tuple[int, ...]) -> None:
    """Let some abilities be used up."""
    for number in uses:
        cells.set(cells.layout.used, USED_UP, number)


# ------------------------------------------------------------------ a turn at the beginning of a game

DOWN = "/down"
"""What follows the name of a card that is face-down."""


def beginning(match: Match, having: Sequence[str], player: int = 0) -> Moment:
    """The beginning of a turn of a player to whom these cards were given: after the set-up, or where the match began.

    Cards are named by their ids, face-down ones with ``/down``. Raises `NoOdds` where there is no such card.
    """
    if match.start is None:
        flat = Match(match.game, match.names, match.cards, match.layouts, match.seed)
        machine, state = flat.machine, flat.machine.set_up(flat.beginning())
    else:
        machine, state = Match.laid_out(match.start, match.cards)
    cells = state.cells.copy()
    give(machine, cells, having, player)
    return starting(machine, cells, player)


def starting(machine: Machine, cells: FlatState, player: int) -> Moment:
    """The beginning of a turn of a player with what lies on a table, before anything is done in it."""
    return Moment(machine, machine.at_turn(table_in(cells), {}, player, SeededChance(0)))


def given(moment: Moment, cards: Sequence[str]) -> Moment:
    """The same moment with more cards before the player whose turn it is. Raises `NoOdds`."""
    state = moment.state.copy()
    give(moment.machine, state.cells, cards, state.mover)
    return replace(moment, state=state)


def give(machine: Machine, cells: FlatState, having: Sequence[str], player: int) -> None:
    """Give cards to a player, from where they lie. Raises `NoOdds`."""
    evaluator, game = machine.evaluator, machine.game
    seats = evaluator.card_seats[player]
    if having and not seats:
        raise NoOdds("cards of this game do not lie before players")
    for name in having:
        front, down = name.removesuffix(DOWN), name.endswith(DOWN)
        kind = game.by_code.get(front)
        if kind is None or kind.values.get("card") != front:
            raise NoOdds(f"no card '{front}' is in play")
        if down and kind.index not in game.turned:
            raise NoOdds(f"there is nothing on the back of '{front}'")
        home, shown = evaluator.homes[kind.index], 2 * kind.index + 1
        lying = [space for space in range(cells.size(home)) if cells.pile(home, space)[-1:] == (shown,)]
        if not lying:
            raise NoOdds(f"there are not that many cards '{front}' in this game")
        piece = table.lift(cells, (home, lying[0]))
        cells.set(cells.layout.kind, 2 * (game.turned[kind.index] if down else kind.index) + 1, piece)
        table.add_to_pool(cells, seats[0], piece)
