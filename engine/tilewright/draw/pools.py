"""The contents of a pool as a picture: dice with pips, cards with their texts, and other pieces, in rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from tilewright.draw import palette
from tilewright.draw.faces import FaceArt
from tilewright.draw.scene import Scene, clean
from tilewright.draw.tiles import SIDE, Tiles, add, fitted, write
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game, Kind
from tilewright.table.geometry import Geometry

_BOLD = 1.14
"""The width of bold text relative to normal text."""
_OTHER = 0.66
"""The width of characters that are not in the table."""
_WIDTHS = {
    0.3: "'IJijl",
    0.35: " ,./:;\\|…",
    0.4: "()-[]ft",
    0.45: "!r",
    0.5: '"*_`',
    0.55: "?csz",
    0.6: "FLkvxy",
    0.65: "$0123456789EPSTYabdeghnopqu{}",
    0.7: "ABCKRVXZ",
    0.75: "NU",
    0.8: "&DGHOQ",
    0.85: "#+<=>^w~",
    0.9: "M",
    1.0: "%@Wm—",
}
_OF = {sign: width for width, signs in _WIDTHS.items() for sign in signs}


def width_of(words: str, size: float, bold: bool = False) -> float:
    """An upper bound of the width of a line in a font size."""
    return size * sum(_OF.get(sign, _OTHER) for sign in words) * (_BOLD if bold else 1)


def wrapped(words: str, width: float, size: float, most: int, bold: bool = False) -> list[str]:
    """The lines of a text, truncated with an ellipsis after `most` lines."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size, bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while " " in last and width_of(f"{last} …", size, bold) > width:
        last = last.rsplit(" ", 1)[0]
    return [*lines[: most - 1], f"{last} …"]


MOST_ALIKE = 6
"""More equal dice than this are drawn as one, with their number."""
PIPS = range(1, 7)
"""The numbers drawn as pips, if the piece has no other ones."""
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
    """Things drawn together; cards with the same first number, which is the label."""

    label: str
    things: tuple[Thing, ...]


def rows_of(scene: Scene) -> list[PoolRow]:
    """The contents of a pool: other pieces, then cards; in pools of the table by their first number."""
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


DIE, GAP, FACE = 46.0, 9.0, 68.0
CARD = (176.0, 104.0)
"""Width and height of a card that lies on the table: as much as can be read of it."""
WIDEST, NARROW = 924.0, 6 * (DIE + GAP) - GAP
"""The most room that rows of cards take, and rows of other things."""
LABEL, BAND, TEXT, PRICE = 20.0, 24.0, 9.5, 10.5
_Placed = tuple[Thing, float, float]


@dataclass(frozen=True)
class Pool:
    """A pool laid out: where each thing lies, the labels of the rows, and how much room it takes."""

    scene: Scene
    things: tuple[_Placed, ...]
    labels: tuple[tuple[str, float], ...]
    width: float
    height: float

    @classmethod
    def of(cls, scene: Scene) -> Pool:
        """Lay a pool out."""
        things: list[_Placed] = []
        labels = []
        top = 0.0
        for row in rows_of(scene):
            if row.label:
                labels.append((row.label, top))
                top += LABEL
            placed = list(_rows(row, top))
            things += placed
            top = max(y + size_of(thing)[1] for thing, _, y in placed) + GAP
        width = max((x + size_of(thing)[0] for thing, x, _ in things), default=NARROW / 2)
        return cls(scene, tuple(things), tuple(labels), width, max(top - GAP, DIE))

    def draw(self, parent: Element, x: float, y: float) -> None:
        """Draw the pool with its upper left corner at a point."""
        if not self.things:
            box = {"x": x, "y": y, "width": self.width, "height": self.height, "rx": 9.0}
            add(parent, "rect", fill=palette.SPACE, stroke=palette.GRID, stroke_dasharray="5 4", **box)
        for words, top in self.labels:
            add(parent, "text", words, x=x, y=y + top + 14, font_size=13, fill=palette.MUTED)
        for thing, left, top in self.things:
            self.draw_thing(parent, thing, x + left, y + top)

    def draw_thing(self, parent: Element, thing: Thing, x: float, y: float) -> None:
        """Draw one thing with its upper left corner at a point, ringed if it is one of those that are."""
        game = self.scene.game
        if self.scene.scored.keys() & set(thing.spaces):
            _ring(parent, x, y, *size_of(thing))
        if thing.look == "card" and thing.kind is not None:
            _card(parent, card_face(game, thing.kind), rank_of_card(game, thing.kind), x, y)
        elif thing.look == "face" and thing.kind is not None:
            FaceArt(game).draw(parent, thing.kind, x, y, FACE)
            words = f"{thing.code} ×{thing.count}" if thing.count > 1 else thing.code
            middle, below = x + FACE / 2, y + FACE + 11
            add(parent, "text", words, x=middle, y=below, font_size=11, fill=palette.TEXT, text_anchor="middle")
        elif thing.look == "side" and thing.kind is not None:
            _die(parent, thing.code, pips(game, thing.kind), x, y)
        elif thing.parts:
            for row, codes in enumerate(thing.parts):
                for column, code in enumerate(codes):
                    if code != ".":
                        self._tile(parent, Stack(0, (code,)), x + column * DIE, y + row * DIE)
            add(parent, "text", thing.code, x=x, y=y + size_of(thing)[1], font_size=11, fill=palette.TEXT)
        else:
            self._tile(parent, Stack(0, (thing.code,)) if thing.kind else Stack(1), x, y)
        if thing.count > 1 and thing.look != "face":
            width, height = size_of(thing)
            stock(
                parent, thing.count, x + width - 4, y + (height - 4 if thing.look == "card" else 4)
            )  # a card has words above

    def _tile(self, parent: Element, stack: Stack, x: float, y: float) -> None:
        """A stack as it is drawn on a board."""
        alone = replace(self.scene, board=Board(Geometry(1, 1), (stack,)), scored={}, placed=frozenset())
        Tiles.of(alone).draw(parent, 0, x - (SIDE - DIE) / 2, y - (SIDE - DIE) / 2)


def size_of(thing: Thing) -> tuple[float, float]:
    """The width and height of a thing as it is drawn."""
    if thing.look == "face":
        return FACE, FACE + 13
    if thing.parts:
        return len(thing.parts[0]) * DIE, len(thing.parts) * DIE + 17
    return CARD if thing.look == "card" else (DIE, DIE)


def _rows(row: PoolRow, top: float) -> Iterator[_Placed]:
    """The things of a row from left to right, in as many rows as they take."""
    x = 0.0
    for thing in row.things:
        width, height = size_of(thing)
        if x and x + width > (WIDEST if thing.look in ("card", "face") else NARROW):
            x, top = 0.0, top + height + GAP
        yield thing, x, top
        x += width + GAP


def _die(parent: Element, words: str, spots: tuple[tuple[int, int], ...] | None, x: float, y: float) -> None:
    group = add(parent, "g")
    add(group, "rect", x=x, y=y + 3, width=DIE, height=DIE - 3, rx=10, fill=palette.DOWN_SIDE, stroke=palette.EDGE)
    add(group, "rect", x=x, y=y, width=DIE, height=DIE - 3, rx=10, fill=palette.UP_FACE, stroke=palette.EDGE)
    middle_x, middle_y = x + DIE / 2, y + (DIE - 3) / 2
    if spots is None:
        write(group, words, middle_x, middle_y, fitted(words, 20, DIE - 8), palette.INK)
    for row, column in spots or ():
        add(group, "circle", cx=middle_x + 12 * (column - 1), cy=middle_y + 12 * (row - 1), r=4.4, fill=palette.INK)


def _card(parent: Element, face: CardFace, rank: int, x: float, y: float) -> None:
    """A card: title and number on a band, the prices, as much of the text as fits."""
    width, height = CARD
    group = add(parent, "g")
    fill, ink = (palette.DOWN_FACE, palette.DOWN_INK) if face.back else palette.fill_of(rank)[:2]
    add(group, "rect", x=x, y=y, width=width, height=height, rx=9, fill=palette.UP_FACE, stroke=palette.EDGE)
    band = f"M{x:g} {y + BAND:g}v{9 - BAND:g}a9 9 0 0 1 9 -9h{width - 18:g}a9 9 0 0 1 9 9v{BAND - 9:g}z"
    add(group, "path", d=band, fill=fill, stroke=palette.EDGE)
    title, right = clean(face.title), width - 8
    number = "".join(f"{name} {value}" for name, value in face.numbers[:1])
    room = right - width_of(number, 9) - 15
    size = min(14.0, 14 * room / width_of(title, 14, bold=True)) if title else 14.0
    add(group, "text", title, x=x + 9, y=y + BAND / 2 + 0.36 * size, font_size=size, fill=ink, font_weight="bold")
    top = y + BAND + 4
    for _, words in face.prices:
        top = _words(group, words, x + 9, top, PRICE, 2, "bold") + 2
    left = int((y + height - 4 - top) / (1.25 * TEXT))
    _words(group, face.text, x + 9, top, TEXT, left, "normal")
    if number:
        add(group, "text", number, x=x + right, y=y + BAND / 2 + 3.2, font_size=9, fill=ink, text_anchor="end")


def _words(parent: Element, words: str, x: float, top: float, size: float, most: int, weight: str) -> float:
    """Lines of a card, cut with an ellipsis; where they end."""
    lines = wrapped(clean(words), CARD[0] - 18, size, max(most, 1), weight == "bold")
    for i, line in enumerate(lines):
        y = top + (i * 1.25 + 0.95) * size
        add(parent, "text", line, x=x, y=y, font_size=size, fill=palette.INK, font_weight=weight)
    return top + 1.25 * size * len(lines)


def _ring(parent: Element, x: float, y: float, width: float, height: float) -> None:
    """A thick line round a thing, under it."""
    box = {"x": x - 3, "y": y - 3, "width": width + 6, "height": height + 6, "rx": 11.0}
    add(parent, "rect", fill="none", stroke=palette.RING, stroke_width=5, **box)


def stock(parent: Element, count: int, x: float, y: float) -> None:
    """How many there are of a thing, in a disc on its corner."""
    words = f"×{count}"
    add(parent, "circle", cx=x - 6, cy=y, r=10, fill=palette.BADGE, stroke=palette.WHITE, stroke_width=1.5)
    write(parent, words, x - 6, y, fitted(words, 11, 17), palette.WHITE)
