"""What a player may know of a game, and states that agree with it.

In the terms of the field: `view` is the *observation* of a player who forgets nothing, `information` the key of
the player's *information set*, and `sample` a *determinization*. All that players do not know is dealt anew in
it (`play.hidden`), and its chance is another one. Screens, hints and bots get views and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tilewright.play.machine import Machine
from tilewright.play.moves import Moves
from tilewright.play.positions import position_of
from tilewright.play.state import GameState
from tilewright.play.table import Pile, Table
from tilewright.play.unseen import hidden_counters, hidden_seats, pile_seen
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.position import Position

BYSTANDER = -1
"""The player who sees what all see."""


def view(state: GameState, player: int) -> GameState:
    """A copy of a state with all that a player may know of it; going on from it, chance is another one.

    What others hide is dealt anew (`play.hidden`), always in the same way: so what is there is a state that agrees with
    what the player knows, and says no more than that.
    """
    return state.seen_by(player)


def information(state: GameState, player: int) -> tuple[object, ...]:
    """The key of a player's information set: equal for states that the player cannot tell apart."""
    return view(state, player).key


def sample(seen: GameState, random: Random) -> GameState:
    """A state that agrees with the view of who chooses: what is hidden and all chance to come are drawn."""
    return seen.sampled(random)


@dataclass(frozen=True)
class View:
    """A match as a `player` may know it: the rules, who plays with which cards, and the `view` of the state."""

    machine: Machine
    names: tuple[str, ...]
    cards: tuple[Card, ...]
    state: GameState
    player: int

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.machine.evaluator.game

    @property
    def moves(self) -> Moves:
        """The moves there are; none when the game is over."""
        return Moves(lambda: self.machine.moves_at(self.state))

    def position(self) -> Position:
        """What lies on the table.

        Pieces that are hidden, by others or by their owners, are face-down ones of unknown kind, and counters that
        others hide are left out.
        """
        return self.position_at(self.state)

    def position_at(self, state: GameState) -> Position:
        """The same at another state of the match, as this player may see it."""
        table = state.table
        cards = tuple(card.id for card in self.cards)
        unseen = hidden_seats(table, self.player)

        def pile_at(_: Table, seat: int, space: int) -> Pile:
            place, _owner = self.game.places(len(self.names))[seat]
            return pile_seen(state, seat, self.player) if place.pile else table.grids[seat].piles[space]

        position = position_of(table, self.names, cards, pile_at, unseen)
        hidden = hidden_counters(state, self.player)
        players = (
            replace(player, counters={name: n for name, n in player.counters.items() if (i, name) not in hidden})
            for i, player in enumerate(position.players)
        )
        return replace(position, players=tuple(players)) if hidden else position
