"""A turn at the beginning of a game, of a player who has these cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilewright.expectimax.question import Moment, NoOdds
from tilewright.play.chance import Chance
from tilewright.play.match import Match
from tilewright.play.positions import table_of
from tilewright.play.state import State
from tilewright.play.table import Table

DOWN = "/down"
"""What stands after the name of a card that lies face-down."""


def beginning(match: Match, having: Sequence[str], player: int = 0) -> Moment:
    """The beginning of a turn of a player to whom these cards were given: after the set-up, or where the match began.

    Cards are named by their ids, face-down ones with ``/down``. Raises `NoOdds` where there is no such card.
    """
    machine, chance = match.machine, Chance(match.seed)
    if match.start is None:
        state = machine.set_up(match.table_at_first(), chance)
    else:
        table, deal = table_of(replace(match.start, game=match.game))
        state = State(table, Chance(match.seed, deal), machine.referee.keys)
        state.env = machine.referee.deciding_player(table, player)
    give(match, state.table, having, player)
    return Moment.starting(match, state, player)


def given(match: Match, moment: Moment, cards: Sequence[str]) -> Moment:
    """The same moment with more cards before the player whose turn it is. Raises `NoOdds`."""
    state = moment.state.copy()
    state.choice = moment.state.choice
    give(match, state.table, cards, state.mover)
    return replace(moment, state=state)


def give(match: Match, table: Table, having: Sequence[str], player: int) -> None:
    """Give cards to a player, from where they lie. Raises `NoOdds`."""
    seats = match.machine.referee.card_seats[player]
    if having and not seats:
        raise NoOdds("cards of this game do not lie before players")
    for name in having:
        front, down = name.removesuffix(DOWN), name.endswith(DOWN)
        kind = match.game.by_code.get(front)
        if kind is None or kind.values.get("card") != front:
            raise NoOdds(f"no card '{front}' is in play")
        if down and kind.index not in match.game.turned:
            raise NoOdds(f"there is nothing on the back of '{front}'")
        home = table.changing(match.machine.referee.homes[kind.index])
        lying = [space for space, pile in enumerate(home.piles) if pile and pile[-1] == 2 * kind.index + 1]
        if not lying:
            raise NoOdds(f"there are not so many cards '{front}' in this game")
        home.lift(lying[0])
        shown = match.game.turned[kind.index] if down else kind.index
        table.changing(seats[0]).add(2 * shown + 1)
