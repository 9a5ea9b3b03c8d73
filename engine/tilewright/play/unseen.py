"""What some players see and others do not: hidden places, hidden counters, what is chosen in secret and not shown yet."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core import play
from tilewright.kernel.table import has_seen
from tilewright.play.frames import Frame, upward
from tilewright.play.state import GameState
from tilewright.play.table import Pile, Table


def hidden_seats(table: Table, player: int) -> list[int]:
    """The places that a player cannot see into."""
    places = table.game.places(table.players)
    return [
        seat
        for seat, (place, owner) in enumerate(places)
        if place.hidden == "from all" or (place.hidden and (owner is None or owner != player))
    ]


def pile_seen(state: GameState, seat: int, player: int) -> Pile:
    """The pieces of a stack as a player sees them: those of a hidden pile that the player has not seen lie face-down."""
    cells, pile = state.cells, state.table.grids[seat].piles[0]
    pieces = cells.stack(seat, 0)
    return tuple(
        shown if has_seen(cells, piece, player) else shown & ~1 for shown, piece in zip(pile, pieces, strict=True)
    )


def hidden_counters(state: GameState, player: int) -> frozenset[tuple[int, str]]:
    """The counters, each with whose it is, that a player cannot see; answers that are sealed among them."""
    table = state.table
    names = [counter.name for counter in table.game.counters if counter.hidden]
    names += sealed(state) if table.game.answers else ()
    return frozenset((other, name) for other in range(table.players) if other != player for name in names)


def sealed_at(frame: Frame) -> tuple[str, ...]:
    """The answers that are being given in secret at the statement of a frame, if any are."""
    step = frame.steps[frame.at] if frame.at < len(frame.steps) else None
    return step.sealed if isinstance(step, play.ForEach) and frame.left is not None else ()


def sealed(state: GameState) -> tuple[str, ...]:
    """The answers that are being given in secret."""
    return next(filter(None, map(sealed_at, upward(state.frame))), ())


def secret_began(states: Sequence[GameState], at: int) -> int:
    """The index of the first choice of the secret block in which a choice is made; its own index if that is in none."""
    while at and same_secret(states[at - 1], states[at]):
        at -= 1
    return at


def same_secret(before: GameState, after: GameState) -> bool:
    """Whether two choices, one after the other, are in the same secret block: it goes on, and has not begun again."""
    earlier, later = secret_block(before), secret_block(after)
    if earlier is None or later is None or (earlier.number, earlier.at) != (later.number, later.at):
        return False
    if earlier.left != later.left or earlier.done > later.done:
        return False
    return earlier.done < later.done or _inside(before, earlier) < _inside(after, later)


def _inside(state: GameState, block: Frame) -> list[int]:
    """Which statement inside of a block comes next, by the index in each block from there on."""
    found = [frame.at for frame in upward(state.frame)]
    return found[: -sum(1 for _ in upward(block))][::-1]


def secret_block(state: GameState) -> Frame | None:
    """The frame at the secret block in which somebody chooses; `left` are all who are asked."""
    return next(filter(sealed_at, upward(state.frame)), None) if state.choice is not None else None
