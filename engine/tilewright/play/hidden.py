"""Determinization of a flat state for a player: hidden places, hidden counters and sealed answers are dealt again.

A player knows of hidden pieces which ones there are (all others are visible) and how many are where, and of a hidden
pile the pieces that they have seen; of a hidden counter, the total of all others; of players who choose in secret,
nothing of what the others have chosen.
"""

from __future__ import annotations

from random import Random

from tilewright.kernel import layout as cells
from tilewright.kernel import table
from tilewright.kernel.flow import Flow, Secret
from tilewright.kernel.state import COVERED, FlatState
from tilewright.table.board import EMPTY


def deal_anew(state: FlatState, flow: Flow, player: int, random: Random) -> None:
    """Randomize what a player cannot see; the result is independent of what was there."""
    game = state.layout.game
    _forget_deal(state)
    if not game.hides:
        return
    _deal_pieces(state, player, random)
    for counter in game.counters:
        if counter.hidden:
            _deal_counted(state, counter.name, player, random)
    _seal(state, flow, player)


def hidden_seats(state: FlatState, player: int) -> list[int]:
    """The places that a player cannot see into."""
    found = []
    for seat, owner in enumerate(state.layout.owners):
        hidden = state.layout.place_at(seat).board.hidden
        if hidden == "from all" or (hidden and (owner is None or owner != player)):
            found.append(seat)
    return found


def _forget_deal(state: FlatState) -> None:
    """Forget how face-down pieces were dealt: that is not part of a player's information."""
    for piece in range(1, state.layout.pieces):
        if state.get(state.layout.kind, piece) == COVERED:
            state.set(state.layout.dealt, -1, piece)


def _deal_pieces(state: FlatState, player: int, random: Random) -> None:
    """Distribute the pieces of each kind that the player cannot see, including those not on the table, with as many on
    each place as before."""
    layout, game, seats = state.layout, state.layout.game, hidden_seats(state, player)
    if not seats:
        return
    unseen = [unseen_pieces(state, seat, player) for seat in seats]
    lying = [[state.get(layout.kind, piece) >> 1 for piece in pieces] for pieces in unseen]
    for sort in game.sorts:
        stocks = [game.kinds[kind].first for kinds in lying for kind in kinds if kind in sort.kinds]
        stocks += [kind for kind in sort.kinds for _ in range(state.get(layout.bag, kind))]
        stocks.sort()
        random.shuffle(stocks)
        for kind in sort.kinds:
            state.set(layout.bag, 0, kind)
        for kinds in lying:
            for at, kind in enumerate(kinds):
                if kind in sort.kinds:
                    kinds[at] = random.choice(game.stocks[stocks.pop()]) if sort.sides else stocks.pop()
        for kind in stocks:
            state.add(layout.bag, 1, kind)
    for seat, pieces, kinds in zip(seats, unseen, lying, strict=True):
        if layout.place_at(seat).board.pile:
            table.turn_pile(state, seat, pieces, [2 * kind + 1 for kind in kinds])
        else:
            _lay_pool(state, seat, sorted(kinds))


def unseen_pieces(state: FlatState, seat: int, player: int) -> list[int]:
    """The numbers of the pieces of a hidden place that the player cannot see."""
    if not state.layout.place_at(seat).board.pile:
        return [piece for space in range(state.size(seat)) for piece in state.stack(seat, space)]
    return [piece for piece in state.stack(seat, 0) if not table.has_seen(state, piece, player)]


def _lay_pool(state: FlatState, seat: int, kinds: list[int]) -> None:
    """Put these pieces into a pool, from its first space on."""
    layout = state.layout
    for space in range(state.size(seat)):
        cell = layout.space_at(seat, space)
        if state.narrow[cell + cells.HEIGHT]:
            table.drop_piece(state, table.lift(state, (seat, space)))
        state.narrow[cell : cell + layout.space_cells] = memoryview(bytearray(2 * layout.space_cells)).cast("h")
        state.narrow[cell + cells.TOP] = EMPTY
    for space, kind in enumerate(kinds):
        table.put(state, (seat, space), table.new_piece(state, 2 * kind + 1))


def _deal_counted(state: FlatState, name: str, player: int, random: Random) -> None:
    """Distribute the total of all others, each unit with equal probability to any of them."""
    others = [other for other in range(state.layout.players) if other != player]
    total = sum(state.counter(other, name) for other in others)
    for other in others:
        state.set_counter(other, name, 0)
    for _ in range(total if others else 0):
        other = random.choice(others)
        state.set_counter(other, name, state.counter(other, name) + 1)


def secret_of(state: FlatState, flow: Flow) -> Secret | None:
    """The secret being answered, if any."""
    number = state.number(flow.secret)
    return flow.secrets[number - 1] if number else None


def _seal(state: FlatState, flow: Flow, player: int) -> None:
    """Undo what others have answered in secret and not revealed yet, as if they had not chosen."""
    secret = secret_of(state, flow)
    if secret is None:
        return
    for other in range(state.layout.players):
        if other != player:
            for name in secret.answers:
                state.set_counter(other, name, 0)
    asked, count = state.number(secret.asked), state.number(secret.count)
    players = [state.element(secret.players, index) for index in range(count)]
    if asked and players[asked - 1] == player:
        for index, other in enumerate([player, *sorted(one for one in players if one != player)]):
            state.bind(secret.players, other, index)
        state.put_number(secret.asked, 1)
