"""What lies in a pool, as it is drawn: dice that show a side, cards with what stands on them, and other pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.draw.scene import Scene
from tilewright.table.game import Game, Kind

MOST_ALIKE = 6
"""Of more dice that show the same one is drawn, with their number."""
PIPS = range(1, 7)
"""The numbers that are drawn as pips, if no side of the piece shows another one."""
_CENTER, _CORNER, _OTHER_CORNER, _SIDE = (1, 1), (0, 0), (0, 2), (1, 0)


@dataclass(frozen=True)
class Thing:
    """Pieces of a pool that look alike: their `kind` (None: nobody knows it), and their indices on its board.

    Its `look` is ``side`` of a piece that shows one of several sides, ``card``, ``face`` of a tile that shows areas,
    ``tile`` of all other pieces, or ``back``. One that covers several spaces has the codes of its `parts`, row by row, `.` for none.
    """

    code: str
    kind: Kind | None
    look: str
    spaces: tuple[int, ...]
    parts: tuple[tuple[str, ...], ...] = ()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.spaces)


@dataclass(frozen=True)
class PoolRow:
    """Things that are drawn together: cards of which the first number is the same, with that number in words."""

    label: str
    things: tuple[Thing, ...]


def rows_of(scene: Scene) -> list[PoolRow]:
    """What lies in a pool: pieces that are no cards, then the cards; in pools of nobody by the first number they have."""
    found = list(_things(scene))
    others = tuple(thing for thing in found if thing.look != "card")
    rows = [PoolRow("", others)] if others else []
    cards: dict[str, list[Thing]] = {}
    for thing in sorted((thing for thing in found if thing.look == "card"), key=lambda one: _rank(scene.game, one)):
        cards.setdefault("" if scene.owner else number_of_card(scene.game, thing), []).append(thing)
    return [*rows, *(PoolRow(label, tuple(things)) for label, things in cards.items())]


def _things(scene: Scene) -> Iterator[Thing]:
    """What looks alike together, in the order of the pool; dice alone, if they are few."""
    alike: dict[str, list[int]] = {}
    for space, stack in enumerate(scene.board.stacks):
        alike.setdefault(stack.top or "", []).append(space)
    for code, spaces in alike.items():
        kind = scene.game.by_code.get(code)
        look = look_of(scene.game, kind)
        if look == "side" and len(spaces) <= MOST_ALIKE:
            yield from (Thing(code, kind, look, (space,)) for space in spaces)
        else:
            yield Thing(code, kind, look, tuple(spaces), parts_of(scene.game, kind) if kind else ())


def parts_of(game: Game, kind: Kind) -> tuple[tuple[str, ...], ...]:
    """The codes of what a piece covers, row by row; none of a piece that covers one space."""
    covering = game.sort_of_kind[kind.index].covering if kind.covers else None
    if covering is None:
        return ()
    codes = dict(zip(covering.footprint.picture, (game.kinds[part].code for part in kind.covers), strict=True))
    rows, columns = (1 + max(place[axis] for place in codes) for axis in (0, 1))
    return tuple(tuple(codes.get((row, column), ".") for column in range(columns)) for row in range(rows))


def look_of(game: Game, kind: Kind | None) -> str:
    """How pieces of a kind are drawn (`Thing.look`)."""
    if kind is None:
        return "back"
    if kind.first in game.printed:
        return "card"
    if kind.face is not None:
        return "face"
    return "side" if any(sort.sides and kind.index in sort.kinds for sort in game.sorts) else "tile"


# ------------------------------------------------------------------ sides


def pips(game: Game, kind: Kind) -> tuple[tuple[int, int], ...] | None:
    """The places (row and column, 0 to 2) of the pips of a side; None when it shows a word."""
    numbers = [next(iter(game.kinds[side].numbers.values()), 0) for side in game.stocks[kind.index]]
    if kind.values:  # its sides are words; a number that they have besides is whose they are
        return None
    if not all(number in PIPS for number in numbers):
        return None
    number = next(iter(kind.numbers.values()))
    found = {_CENTER} if number % 2 else set()
    for place, least in ((_OTHER_CORNER, 2), (_CORNER, 4), (_SIDE, 6)):
        if number >= least:
            found |= {place, (2 - place[0], 2 - place[1])}
    return tuple(sorted(found))


# ------------------------------------------------------------------ cards


@dataclass(frozen=True)
class CardFace:
    """The words on a card that lies at a place: its title, its numbers and prices, its text.

    `prices` are the conditions that it says of itself, each with its name and in words. On a `back` the front is
    not reported.
    """

    title: str
    numbers: tuple[tuple[str, int], ...]
    prices: tuple[tuple[str, str], ...]
    text: str
    back: bool


def card_face(game: Game, kind: Kind, language: str = "en") -> CardFace:
    """What the side of a card shows that is of a kind (`Game.printed`)."""
    card, located = game.printed[kind.first], game.located
    assert located is not None
    if kind.first != kind.index:
        return CardFace(card.back_name(language), (), (), card.text(language), True)
    numbers = tuple((name, card.numbers[name]) for name in located.numbers if name in card.numbers)
    prices = tuple((name, card.worded(name, language)) for name in located.conditions if name in card.wordings)
    return CardFace(card.name(language), numbers, prices, card.text(language), False)


def number_of_card(game: Game, thing: Thing) -> str:
    """The first number of a card with its name, of both sides alike; empty when the class has none."""
    assert game.located is not None and thing.kind is not None
    names = game.located.numbers[:1]
    return "".join(f"{name} {game.kinds[thing.kind.first].numbers.get(name, 0)}" for name in names)


def rank_of_card(game: Game, kind: Kind) -> int:
    """The first number of a card, by which cards are colored and put in order."""
    return next(iter(game.kinds[kind.first].numbers.values()), 0)


def _rank(game: Game, thing: Thing) -> tuple[int, int]:
    assert thing.kind is not None
    return rank_of_card(game, thing.kind), thing.kind.index
