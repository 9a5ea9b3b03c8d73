"""The pack To Court the King, matches of it, and states with given dice and cards, for tests."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from relaid import relaid
from tilewright.kernel.flow import BlockId, Choose, Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause, use_code
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


def pieces_in(match: Match, place: str, player: int = 0, state: GameState | None = None) -> list[str]:
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


def throwing(
    active: str, kept: str = "", retinue: Iterable[str] = (), seed: int = 1, players: int = 2, ask: bool = True
) -> Match:
    """A match in the middle of a throw of the first mover, with these dice and characters.

    What leaves no choice is done at once, unless the match is not to `ask` what may be chosen.
    """
    match = match_of(players, seed)
    while not any(str(move).startswith("move") for move in match.moves):
        match.play(match.moves[0])
    lay(match, "active", active.split(), ask=False)
    lay(match, "kept", kept.split(), ask=False)
    lay(match, "retinue", retinue, ask=False)
    relaid(match, ask)
    return match


class _AfterAbility(Interpreter):
    """Stops at the first choice after an ability, even one that leaves no choice and would be made at once."""

    def _choice(self, state: FlatState, at: BlockId, end: Choose) -> Pause | None:
        return super()._choice(state, at, end) if state.get(self.layout.ability) else Pause(Status.OVER)


def results(match: Match, card: str) -> set[tuple[str, ...]]:
    """The active dice that the use of a card can lead to, without chance."""
    found: set[tuple[str, ...]] = set()
    engine, player = _AfterAbility(match.machine.layout), match.state.mover

    def follow(before: FlatState, code: int) -> None:
        after = before.copy()
        stop = engine.step(after, code)
        for following in stop.codes:
            follow(after, following)
        if not stop.codes:
            state = match.state.copy()
            state.cells = after
            found.add(tuple(pieces_in(match, "active", player, state)))

    for use in engine.uses(match.state.cells):
        if engine.flow.uses[use].ability.card == card:
            follow(match.state.cells, use_code(use))
    return found


def uses(match: Match) -> list[str]:
    """The abilities that may be used now, as moves are written."""
    return [str(move) for move in match.moves if move.kind == "use"]
