"""Cards and layouts as values: the results of checking files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tilewright.core import expr as core
from tilewright.core.node import Node
from tilewright.core.play import Ability, Block, Override
from tilewright.core.walk import transform
from tilewright.source import Source
from tilewright.table.board import Board, Stack
from tilewright.table.game import Kind, spanned
from tilewright.table.geometry import Geometry
from tilewright.table.notebook import CardPrint


@dataclass(frozen=True)
class Face:
    """A side of a card with a place: what it allows, does at moments of the game, and overrides while it is there.

    `names` are those of the back; the front has the names of the card. `afterwards` are what it allows after a verb.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    abilities: tuple[Ability, ...] = ()
    moments: Mapping[str, Block] = field(default_factory=dict)
    always: tuple[Override, ...] = ()
    afterwards: tuple[Ability, ...] = ()

    @property
    def effects(self) -> Iterator[tuple[str, Ability]]:
        """All effects, each with its time; effects at moments and overrides are represented as abilities, too."""
        yield from (("", ability) for ability in self.abilities)
        yield from ((f"at {name}", Ability("", "", body)) for name, body in self.moments.items())
        yield from (("always", Ability("", "", (now,))) for now in self.always)
        yield from (("after", ability) for ability in self.afterwards)

    def changed(self, change: Callable[[Node], Node]) -> Face:
        """The side with `change` applied to all its nodes."""
        return Face(
            self.names,
            tuple(transform(ability, change) for ability in self.abilities),
            {name: tuple(transform(step, change) for step in body) for name, body in self.moments.items()},
            tuple(transform(now, change) for now in self.always),
            tuple(transform(ability, change) for ability in self.afterwards),
        )


@dataclass(frozen=True)
class Card:
    """A card.

    `category` is its class in the game file, `names` and `texts` the name and the printed sentence by language, `rule`
    its scoring rule in the core calculus (None: it does not score), `abilities` what it allows in play. A card with a
    place declares `numbers` and `conditions`, and has a `front` and possibly a `back`; `wordings` are the conditions by
    name and language as printed, and under the language ``""`` as written in the rule. `answers` are the secret choices
    at its effects, as in `Game.answers`. `tiles` come with the card, each as it is printed.
    """

    id: str
    category: str
    names: Mapping[str, str]
    texts: Mapping[str, str]
    rule: core.Expr | None
    source: Source = field(compare=False, repr=False)
    abilities: tuple[Ability, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    conditions: Mapping[str, core.Expr] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    front: Face = field(default_factory=Face)
    back: Face | None = None
    wordings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    tiles: tuple[Kind, ...] = ()

    @property
    def effects(self) -> tuple[tuple[str, Ability], ...]:
        """All effects of its two sides, as in `Face`."""
        front = self.front.effects if self.front != Face() else (("", ability) for ability in self.abilities)
        back = self.back.effects if self.back else ()
        return (*front, *((f"turned over {when}", ability) for when, ability in back))

    @property
    def printed(self) -> CardPrint:
        """The printed contents."""
        back = None if self.back is None else self.back.names
        return CardPrint(self.id, self.names, self.texts, self.numbers, self.wordings, back)

    def name(self, language: str = "en") -> str:
        """The name in a language, else in English, else the id."""
        return self.printed.name(language)

    def text(self, language: str = "en") -> str:
        """The sentence in a language, else in English, else in the first one available; empty if there is none."""
        return self.printed.text(language)


@dataclass(frozen=True)
class Layout:
    """Heights of stacks, row by row (0: no stack), for a range of player counts."""

    id: str
    category: str
    names: Mapping[str, str]
    players: tuple[int, int]
    heights: tuple[tuple[int, ...], ...]
    source: Source = field(compare=False, repr=False)

    def name(self, language: str = "en") -> str:
        """The name in a language, else in English, else the id."""
        return self.names.get(language) or self.names.get("en") or self.id

    def misfit(self, players: int) -> str:
        """A text that it is not for this number of players; empty if it is."""
        low, high = self.players
        return (
            ""
            if low <= players <= high
            else f"the {self.category} '{self.id}' is for {spanned(low, high)} players, not {players}"
        )

    @property
    def total(self) -> int:
        """The number of pieces."""
        return sum(map(sum, self.heights))

    @property
    def ground(self) -> int:
        """The number of stacks."""
        return sum(1 for row in self.heights for height in row if height)

    def long_rows(self, floor: int, length: int) -> list[tuple[int, int, int, int]]:
        """Rows of at least `length` adjacent pieces on the floors above `floor`.

        Each is (floor, row, first column, length); row and column count from 0.
        """
        found = []
        top = max((height for row in self.heights for height in row), default=0)
        for level in range(floor + 1, top + 1):
            for r, row in enumerate(self.heights):
                found += [(level, r, c, n) for c, n in _runs(row, level) if n >= length]
        return found

    @property
    def geometry(self) -> Geometry:
        """The size of the board."""
        return Geometry(len(self.heights), len(self.heights[0]))

    def board(self) -> Board:
        """The layout as a board of face-down stacks."""
        return Board(self.geometry, tuple(Stack(height) for row in self.heights for height in row))


def _runs(row: tuple[int, ...], level: int) -> list[tuple[int, int]]:
    """(first column, length) of the runs of heights of at least `level`."""
    runs, start = [], None
    for column, height in enumerate((*row, 0)):
        if height >= level and start is None:
            start = column
        elif height < level and start is not None:
            runs.append((start, column - start))
            start = None
    return runs
