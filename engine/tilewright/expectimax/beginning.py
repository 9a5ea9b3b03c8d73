"""A turn at the beginning of a game, of a player who has these cards."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.expectimax.question import Moment, NoOdds
from tilewright.play.chance import Chance
from tilewright.play.match import Match
from tilewright.play.table import Table

DOWN = "/down"
"""What stands after the name of a card that lies face-down."""


def beginning(match: Match, having: Sequence[str], player: int = 0) -> Moment:
    """The beginning of a turn of a player to whom these cards were given, after the set-up of a match.

    Cards are named by their ids, face-down ones with ``/down``. Raises `NoOdds` where there is no such card.
    """
    machine = match.machine
    table = match.table_at_first()
    state = machine.set_up(table, Chance(match.seed))
    give(match, table, having, player)
    return Moment.starting(match, state, player)


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
