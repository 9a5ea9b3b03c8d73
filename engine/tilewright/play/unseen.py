"""What some players see and others do not, dealt anew: hidden places, hidden counters, sealed answers.

Of hidden pieces a player knows which ones there are, for all others lie open, and how many lie where. Of what a hidden
counter counts the player knows how much all others have together, for what is nobody's lies open. Who chooses in
secret cannot tell who has chosen before: for each of them, all others are still to choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tilewright.core import play
from tilewright.play.flat.state import GameState
from tilewright.play.frames import Frame
from tilewright.play.frames import upward as _upward
from tilewright.play.state import State
from tilewright.play.table import Table

AnyState = State | GameState


def upward(frame: Any) -> Iterator[Any]:
    return _upward(frame)


def deal_anew(state: State, player: int, random: Random) -> None:
    """Let chance say what a player cannot see; what comes of it says nothing of what was there."""
    game = state.table.game
    _deal_pieces(state.table, player, random)
    for counter in game.counters:
        if counter.hidden:
            _deal_counted(state.table, counter.name, player, random)
    if game.answers:
        _seal(state, player)


def hidden_seats(table: Table, player: int) -> list[int]:
    """The places that a player cannot see into."""
    places = table.game.places(table.players)
    return [
        seat
        for seat, (place, owner) in enumerate(places)
        if place.hidden == "from all" or (place.hidden and (owner is None or owner != player))
    ]


def hidden_counters(state: AnyState, player: int) -> frozenset[tuple[int, str]]:
    """The counters, each with whose it is, that a player cannot see; answers that are sealed among them."""
    table = state.table
    names = [counter.name for counter in table.game.counters if counter.hidden]
    names += sealed(state) if table.game.answers else ()
    return frozenset((other, name) for other in range(table.players) if other != player for name in names)


def _deal_pieces(table: Table, player: int, random: Random) -> None:
    seats = hidden_seats(table, player)
    if not seats:
        return
    game = table.game
    lying = [[pile[0] >> 1 for pile in table.grids[seat].piles if pile] for seat in seats]
    for sort in game.sorts:
        counts = [sum(kind in sort.kinds for kind in kinds) for kinds in lying]
        stocks = [game.kinds[kind].first for kinds in lying for kind in kinds if kind in sort.kinds]
        stocks += [kind for kind in sort.kinds for _ in range(table.bag[kind])]
        stocks.sort()
        random.shuffle(stocks)
        for kind in sort.kinds:
            table.bag[kind] = 0
        for at, count in enumerate(counts):
            lying[at] = [kind for kind in lying[at] if kind not in sort.kinds]
            lying[at] += [
                random.choice(game.stocks[stocks.pop()]) if sort.sides else stocks.pop() for _ in range(count)
            ]
        for kind in stocks:
            table.bag[kind] += 1
    for seat, kinds in zip(seats, lying, strict=True):
        slots = len(table.grids[seat].piles)
        table.empty(seat)
        for kind in sorted(kinds):
            table.grids[seat].add(2 * kind + 1)
        for _ in range(slots - len(kinds)):
            table.grids[seat].grow()


def _deal_counted(table: Table, name: str, player: int, random: Random) -> None:
    """Share out what all others have together, each piece of it as likely to any of them."""
    others = [own for i, own in enumerate(table.counters) if i != player]
    total = sum(own[name] for own in others)
    for own in others:
        own[name] = 0
    for _ in range(total if others else 0):
        random.choice(others)[name] += 1


def _seal(state: State, player: int) -> None:
    """Take back what others have chosen in secret and not shown yet, as if they were still to choose."""
    for frame in upward(state.frame):
        names = sealed_at(frame)
        if not names:
            continue
        for i, own in enumerate(state.table.counters):
            if i != player:
                own.update(dict.fromkeys(names, 0))
        assert frame.left is not None
        if frame.left[frame.done - 1] == player:
            asked = (player, *sorted(other for other in frame.left if other != player))
            assert state.frame is not None
            state.frame = _with_parent(state.frame, frame, replace(frame, left=asked, done=1))
        return


def sealed_at(frame: Any) -> tuple[str, ...]:
    """The answers that are being given in secret at the statement of a frame, if any are."""
    step = frame.steps[frame.at] if frame.at < len(frame.steps) else None
    return step.sealed if isinstance(step, play.Each) and frame.left is not None else ()


def sealed(state: AnyState) -> tuple[str, ...]:
    """The answers that are being given in secret."""
    return next(filter(None, map(sealed_at, upward(state.frame))), ())


def secret_began(states: Sequence[AnyState], at: int) -> int:
    """The index of the first choice of the secret block in which a choice is made; its own index if that is in none."""
    while at and same_secret(states[at - 1], states[at]):
        at -= 1
    return at


def same_secret(before: AnyState, after: AnyState) -> bool:
    """Whether two choices, one after the other, are in the same secret block: it goes on, and has not begun again."""
    earlier, later = secret_block(before), secret_block(after)
    if earlier is None or later is None or (earlier.number, earlier.at) != (later.number, later.at):
        return False
    if earlier.left != later.left or earlier.done > later.done:
        return False
    return earlier.done < later.done or _inside(before, earlier) < _inside(after, later)


def _inside(state: AnyState, block: Any) -> list[int]:
    """Which statement inside of a block comes next, by the index in each block from there on."""
    found = [frame.at for frame in upward(state.frame)]
    return found[: -sum(1 for _ in upward(block))][::-1]


def secret_block(state: AnyState) -> Any:
    """The frame at the secret block in which somebody chooses; `left` are all who are asked."""
    return next(filter(sealed_at, upward(state.frame)), None) if state.choice is not None else None


def _with_parent(frame: Frame, old: Frame, new: Frame) -> Frame:
    """The frames up to an old one, with a new one in its place."""
    if frame is old:
        return new
    assert frame.parent is not None
    return replace(frame, parent=_with_parent(frame.parent, old, new))
