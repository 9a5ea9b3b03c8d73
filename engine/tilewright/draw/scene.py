"""The content of a picture: a board with its marks, also described in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Self

from tilewright.draw import palette
from tilewright.struct import Struct, struct
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game, Kind
from tilewright.table.geometry import Geometry


@struct
class FigureMark(Struct):
    """A figure on a patch: the space of the tile, the index of the patch, its mark and its owner (None: nobody)."""

    space: int
    patch: int
    mark: str
    owner: int | None


@struct
class CounterToken(Struct):
    """A counter drawn as a token: its word, its number (None: hidden), and its color."""

    word: str
    number: int | None
    color: str

    @property
    def words(self) -> str:
        """The same in words."""
        return f"{self.word} {'?' if self.number is None else self.number}"


@dataclass(frozen=True)
class Scene:
    """A board to draw.

    `title` stands above it and `caption` below, with the lines of `notes`; `supply` are the codes of
    pieces that are still to be placed, and the marks of caps, shown below the board; `tokens` are counters with a color; `scored` rings spaces and gives each a badge
    of points (0: a ring alone); `placed` marks the spaces where pieces were put; `centered`
    draws thick lines through the middle, along each side with an even number of spaces;
    `layout` draws heights alone, and nothing where there is no stack. Pools of one `owner` stand beside one another. On
    a map `standees` are the figures on patches, of players called by `names`, and `first` the row and column of its first tile
    (None: the first one in the order of reading). Spaces are numbered as
    in `Geometry`.
    """

    board: Board
    game: Game
    title: str = ""
    caption: str = ""
    scored: Mapping[int, int] = field(default_factory=dict)
    placed: frozenset[int] = frozenset()
    centered: bool = False
    layout: bool = False
    supply: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    tokens: tuple[CounterToken, ...] = ()
    owner: str = ""
    standees: tuple[FigureMark, ...] = ()
    names: tuple[str, ...] = ()
    first: tuple[int, int] | None = None

    @cached_property
    def faces(self) -> dict[int, Kind]:
        """The tiles of a map by space; empty for other boards."""
        if self.board.pool or not self.game.maps:
            return {}
        tops = {space: self.game.by_code.get(stack.top or "") for space, stack in enumerate(self.board.stacks)}
        return {space: kind for space, kind in tops.items() if kind is not None and kind.face is not None}

    @cached_property
    def printed(self) -> dict[int, str]:
        """The code that stands for what is printed on a space: that of the first kind that has the value itself.

        Where several values are printed, that of the main attribute counts.
        """
        found = dict[int, str]()
        for name, spaces in self.board.geometry.printed:
            attribute, value = name.split(" ", 1)
            code = next(kind.code for kind in self.game.kinds if kind.values.get(attribute) == value)
            new = spaces if attribute == self.game.main_attribute else spaces - found.keys()
            found |= dict.fromkeys(new, code)
        return found

    @property
    def full_caption(self) -> str:
        """The text below the board: tokens in words, then the caption."""
        return ", ".join(filter(None, (*(token.words for token in self.tokens), self.caption)))

    @cached_property
    def fills(self) -> dict[str, palette.Paint]:
        """The colors of each code: those of its main value in the pack, or else of its look."""
        colors = {value: how.color for value, how in self.game.depictions.items() if how.color}
        found = {code: palette.fill_of(look) for code, look in self.looks().items()}
        for kind in self.game.kinds:
            color = colors.get(kind.values.get(self.game.main_attribute, ""))
            if color:
                found[kind.code] = palette.fill_like(color)
        return found

    def place(self, space: int) -> tuple[int, int]:
        """The row and column of a space of a map, relative to its first tile."""
        geometry = self.board.geometry
        row, column = divmod(space, geometry.columns)
        first = self.first or divmod(next(iter(self.faces), 0), geometry.columns)
        return row - first[0], column - first[1]

    @property
    def corner(self) -> tuple[int, int]:
        """The numbers of the first row and column: 1, or relative to the first tile of a map."""
        return self.place(0) if self.faces else (1, 1)

    def surrounded(self) -> Self:
        """A map with a border of empty spaces."""
        rows = [(Stack(),) * (self.board.geometry.columns + 2)]
        rows += [(Stack(), *row, Stack()) for row in self.board.rows()]
        wide = Board(Geometry(len(rows) + 1, len(rows[0])), tuple(chain(*rows, rows[0])))

        def moved(space: int) -> int:
            row, column = divmod(space, self.board.geometry.columns)
            return (row + 1) * wide.geometry.columns + column + 1

        first = self.first or divmod(next(iter(self.faces), 0), self.board.geometry.columns)
        return replace(
            self,
            board=wide,
            standees=tuple(replace(one, space=moved(one.space)) for one in self.standees),
            placed=frozenset(map(moved, self.placed)),
            first=(first[0] + 1, first[1] + 1),
        )

    def looks(self) -> dict[str, int]:
        """The look of each code: the index of its main value among those of the game."""
        values = self.game.values_of(self.game.main_attribute)
        order = {value: i for i, value in enumerate(values)}
        main = self.game.main_attribute
        return {k.code: order.get(k.values.get(main, ""), len(values)) for k in self.game.kinds}


def clean(text: str) -> str:
    """Text without control characters, with single spaces, safe for XML and terminals."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def describe(scene: Scene) -> str:
    """The picture in words, as alternative text: title, size, contents, marks, and the notation."""
    if scene.board.pool:
        return " ".join(f"{part}." for part in (scene.title, _things(scene), scene.full_caption) if part)
    geometry = scene.board.geometry
    size = f"{_many('row', geometry.rows)} and {_many('column', geometry.columns)}"
    contents = _heights(scene) if scene.layout else _contents(scene)
    sentences = [scene.title, f"{size}: {contents}", *_marks(scene), scene.full_caption, *scene.notes]
    cleaned = [clean(sentence).rstrip(".") for sentence in sentences]
    words = [f"{sentence}." for sentence in cleaned if sentence]
    return " ".join([*words, f"Row by row: {scene.board!r}"])


def badge(points: int) -> str:
    """Points with their sign; "" for 0."""
    return f"{points:+d}" if points else ""


def _many(word: str, count: int, plural: str = "") -> str:
    return f"{count} {word if count == 1 else plural or word + 's'}"


def _contents(scene: Scene) -> str:
    """What is seen from above, and how high it is."""
    game, stacks = scene.game, scene.board.stacks
    main = game.main_attribute
    shown = Counter(game.by_code[s.top].values.get(main, game.piece) for s in stacks if s.top)
    tops = [
        _many(value, shown[value], game.plural(value)) for value in (*game.values_of(main), game.piece) if shown[value]
    ]
    lying = Counter(game.by_mark[mark].name for stack in stacks for mark in stack.caps)
    rest = [
        _many("face-down stack", sum(stack.face_down for stack in stacks)),
        *(_many(name, count, game.plural(name)) for name, count in lying.items()),
        _many("empty space", sum(not stack.height for stack in stacks)),
    ]
    face_up = f"face-up on top {', '.join(tops)}; " if tops else ""
    present = ", ".join(part for part in rest if not part.startswith("0 "))
    return f"{face_up}{present}; the tallest stack has height {scene.board.height}"


def _things(scene: Scene) -> str:
    """What lies in a pool, cards by their names, alike ones counted."""
    many = Counter(stack.top or "?" for stack in scene.board.stacks)
    printed = {scene.game.kinds[kind].code: card.name() for kind, card in scene.game.printed.items()}
    words = [
        f"{count} of {printed.get(code, code)}" if count > 1 else printed.get(code, code)
        for code, count in many.items()
    ]
    return clean(", ".join(words)) or "nothing"


def _heights(scene: Scene) -> str:
    game = scene.game
    heights = Counter(stack.height for stack in scene.board.stacks if stack.height)
    total = sum(height * count for height, count in heights.items())
    pieces = _many(game.piece, total, game.plural(game.piece))
    parts = [f"{count} of height {height}" for height, count in sorted(heights.items())]
    return ", ".join([f"{pieces} in {_many('stack', heights.total())}", *parts])


def _marks(scene: Scene) -> list[str]:
    name = scene.board.geometry.name
    scored = [f"{name(s)} {badge(points)}".strip() for s, points in sorted(scene.scored.items())]
    placed = [name(space) for space in sorted(scene.placed)]
    marks = {"Scored": scored, "Placed": placed}
    return [f"{what}: {', '.join(spaces)}" for what, spaces in marks.items() if spaces]
