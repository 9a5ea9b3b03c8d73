"""The pack To Court the King, matches of it, and states with given dice and cards, for tests."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from relaid import relaid
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.table.card import Card

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")


@cache
def court() -> Pack:
    """The pack."""
    found = Resolver().game("court-the-king")
    assert isinstance(found, Pack)
    return found


@cache
def characters() -> tuple[Card, ...]:
    """The nineteen printed characters."""
    return tuple(card for card in court().cards() if card.source.path and card.source.path.parent.name == "characters")


@cache
def of_our_own() -> tuple[Card, ...]:
    """The characters that are not printed."""
    return tuple(card for card in court().cards() if card.source.path and card.source.path.parent.name == "fan")


def match_of(players: int = 2, seed: int = 1, cards: Iterable[Card] | None = None) -> Match:
    """A match with the printed characters, at its first choice."""
    return Match(court().game, NAMES[:players], characters() if cards is None else cards, seed=seed)


def lying(match: Match, place: str, player: int = 0, state: GameState | None = None) -> list[str]:
    """What lies in a pool, by what it shows."""
    table = (state or match.state).table
    grid = table.grids[table.seat_of(place, player)]
    return sorted(match.game.kinds[pile[-1] >> 1].code for pile in grid.piles if pile)


def lay(match: Match, place: str, codes: Iterable[str], player: int | None = None, ask: bool = True) -> None:
    """Let exactly these things lie in a pool; dice come from the supply and cards from the court, as many as there are."""
    table = match.state.table
    source = {"die": "supply", "character": "court"}
    grid = table.changing(table.seat_of(place, match.state.mover if player is None else player))
    for space, pile in enumerate(grid.piles):
        if pile:
            _home(match, grid.lift(space), source)
    for code in codes:
        kind = match.game.by_code[code]
        home = table.changing(table.seat_of(source[_sort(match, kind.index)], 0))
        space = next(
            s for s, pile in enumerate(home.piles) if pile and match.game.kinds[pile[-1] >> 1].first == kind.first
        )
        home.lift(space)
        grid.add(2 * kind.index + 1)
    relaid(match, ask)


def _home(match: Match, piece: int, source: dict[str, str]) -> None:
    table, kind = match.state.table, match.game.kinds[piece >> 1]
    table.changing(table.seat_of(source[_sort(match, kind.index)], 0)).add(2 * kind.first + 1)


def _sort(match: Match, kind: int) -> str:
    return next(sort.name for sort in match.game.sorts if kind in sort.kinds)


def throwing(active: str, kept: str = "", retinue: Iterable[str] = (), seed: int = 1, players: int = 2) -> Match:
    """A match in the middle of a throw of the first mover, with these dice and characters."""
    match = match_of(players, seed)
    while not any(str(move).startswith("move") for move in match.moves):
        match.play(match.moves[0])
    lay(match, "active", active.split(), ask=False)
    lay(match, "kept", kept.split(), ask=False)
    lay(match, "retinue", retinue, ask=False)
    lay(match, "active", active.split(), ask=False)
    relaid(match)
    return match


def results(match: Match, card: str) -> set[tuple[str, ...]]:
    """The active dice that the use of a card can come to, without chance."""
    found: set[tuple[str, ...]] = set()
    machine, player = match.machine, match.state.mover

    uses = [move for move in match.moves if move.kind == "use" and match.state.picked(move).card == card]
    waiting = [(match.state, move) for move in uses]
    while waiting:
        state, move = waiting.pop()
        after = machine.applied(state, move)
        if after.ability:
            waiting += [(after, following) for following in machine.moves_at(after)]
        else:
            found.add(tuple(lying(match, "active", player, after)))
    return found


def uses(match: Match) -> list[str]:
    """The abilities that may be used now, as moves are written."""
    return [str(move) for move in match.moves if move.kind == "use"]
