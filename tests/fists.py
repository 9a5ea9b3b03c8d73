"""The pack Fist of Dragonstones, matches of it, and single auctions on tables that are given, for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from relaid import relaid
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.play.match import Match
from tilewright.table.card import Card

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
ANSWERS = ("magic", "plain", "doubling", "curse", "offer", "redoubling")
Offer = int | Mapping[str, int]


@cache
def fist() -> Pack:
    """The pack."""
    found = Resolver().game("fist-of-dragonstones")
    assert isinstance(found, Pack)
    return found


@cache
def characters() -> tuple[Card, ...]:
    """The 28 different printed characters."""
    return tuple(card for card in fist().cards() if card.source.path and card.source.path.parent.name == "characters")


@cache
def of_our_own() -> tuple[Card, ...]:
    """The characters that are not printed."""
    return tuple(card for card in fist().cards() if card.source.path and card.source.path.parent.name == "fan")


def match_of(players: int = 3, seed: int = 1, cards: Iterable[Card] | None = None) -> Match:
    """A match with the printed characters, at its first choice."""
    return Match(fist().game, NAMES[:players], characters() if cards is None else cards, seed=seed)


def pieces_in(match: Match, place: str, player: int = 0) -> list[str]:
    """What lies in a pool, by what it shows."""
    grid = match.state.table.grids[match.state.table.seat_of(place, player)]
    return sorted(match.game.kinds[pile[-1] >> 1].code for pile in grid.piles if pile)


def coins(match: Match, name: str) -> list[int]:
    """A counter of each player."""
    return [own[name] for own in match.state.table.counters]


def lay(match: Match, place: str, codes: str, player: int = 0) -> None:
    """Let exactly these things lie in a pool; they come from where such things begin, and what lay there goes back."""
    table = match.state.table
    grid = table.changing(table.seat_of(place, player))
    for space, pile in enumerate(grid.piles):
        if pile:
            _home(match, grid.lift(space) >> 1).add(2 * match.game.kinds[pile[-1] >> 1].first + 1)
    for code in codes.split():
        kind = match.game.by_code[code].index
        home = _home(match, kind)
        home.lift(next(space for space, pile in enumerate(home.piles) if pile and pile[-1] >> 1 == kind))
        grid.add(2 * kind + 1)


def _home(match: Match, kind: int):  # type: ignore[no-untyped-def]
    place = "bank" if match.game.kinds[kind].code in ("R", "B", "Y") else "deck"
    return match.state.table.changing(match.state.table.seat_of(place, 0))


def auction(
    card: str,
    *,
    players: int = 3,
    seed: int = 1,
    hoards: Iterable[str] = (),
    crowd: str = "",
    past: str = "",
    keep: Mapping[int, str] = {},
    cards: Iterable[Card] | None = None,
    **counters: Iterable[int],
) -> Match:
    """A match in which this card is about to be auctioned, at the first offer; after the auction it is over.

    `hoards` are the stones of each player (R B Y Y unless they are given), `counters` those of each player, with
    ``_`` for ``-``.
    """
    match = match_of(players, seed, cards)
    for name in ("crowd", "past", "discards"):
        lay(match, name, "")
    for player in range(players):
        lay(match, "hoard", "", player)
    for player, stones in enumerate([*hoards, *["R B Y Y"] * players][:players]):
        lay(match, "hoard", stones, player)
    lay(match, "crowd", f"{card} {crowd}")
    lay(match, "past", past)
    for player, kept in keep.items():
        lay(match, "keep", kept, player)
    for name, numbers in counters.items():
        for own, number in zip(match.state.table.counters, numbers, strict=True):
            own[name.replace("_", "-")] = number
    _begin(match, card)
    return match


def _begin(match: Match, card: str) -> None:
    state, evaluator = match.state, match.machine.evaluator
    (thing,) = evaluator.parameters["auction"]
    seat = state.table.seat_of("crowd", 0)
    kind = match.game.by_code[card].index
    space = next(space for space, pile in enumerate(state.table.grids[seat].piles) if pile and pile[-1] >> 1 == kind)
    assert thing.home is not None
    state = relaid(match)
    cells, flow, layout = state.cells, match.machine.flow, match.machine.layout
    levels = [block.level for block in flow.blocks if block.level is not None]
    body = next(level.body for level in levels if level.body.name == "auction" and level.body.back is not None)
    scope = body.levels[0].scope
    assert body.back is not None
    for slot, number in ((scope.me, 0), (scope.decider, 0), (body.back, flow.over)):
        cells.put_number(slot, number)
    cells.bind(scope.slots[thing.space.id], space)
    cells.bind(scope.slots[thing.home.id], seat)
    cells.set(layout.under, 0)
    cells.set(layout.pc, body.levels[0].entry)
    match.state = state.copy()
    match.machine.advance(match.state, anywhere=True)


def offered(match: Match, *offers: Offer) -> Match:
    """The match after all have offered: so much fairy gold, or what is said of each part of an offer."""
    while not match.over and match.moves and str(match.moves[0]).split()[0] in ANSWERS:
        word, offer = str(match.moves[0]).split()[0], offers[match.turn] if match.turn < len(offers) else 0
        said = offer if isinstance(offer, Mapping) else {"magic": offer}
        match.play(f"{word} {said.get(word, 0)}")
    return match


def texts(match: Match) -> list[str]:
    """The moves there are; none when the auction is over."""
    return [] if match.over else [str(move) for move in match.moves]


def check_components(match: Match) -> None:
    """All coins, stones and characters are there, each at one place."""
    counters, table = match.state.table.counters, match.state.table
    supplies = {"fairy-gold": 60, "common-gold": 15, "silver": 40, "black-coins": 2, "amulets": 2}
    for own in counters:
        assert all(number >= 0 for number in own.values())
    for name, copies in supplies.items():
        had = sum(own[name] + (own["tired"] if name == "fairy-gold" else 0) for own in counters)
        assert had + table.bank(match.machine.evaluator.game.counters_by_name[name]) == copies and had <= copies
    lies = Counter(match.game.kinds[piece >> 1].code for grid in table.grids for pile in grid.piles for piece in pile)
    assert all(lies[color] == 12 for color in "RBY")
    copies = {
        kind.code: kind.copies for kind in match.game.kinds if kind.first == kind.index and kind.code not in "RBY"
    }
    assert {code: count for code, count in copies.items() if count} == {c: n for c, n in lies.items() if c not in "RBY"}
