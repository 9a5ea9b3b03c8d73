"""A game as data: everything that its game file declares, and the trained weights of its features."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from tilewright.core import expr as core
from tilewright.core.play import PlayRules
from tilewright.core.walk import Extent
from tilewright.struct import Struct, struct
from tilewright.table.drawn import Drawn
from tilewright.table.geometry import Geometry, Hexagons
from tilewright.table.notebook import CardPrint
from tilewright.table.placing import Covering, PlacingRule
from tilewright.table.terrain import TURNS, TileFace


@dataclass(frozen=True)
class Weights:
    """Points per unit of each feature, by name; `rules` is the digest of the rules that they were trained for."""

    rules: str
    values: Mapping[str, float]


PATCHES = "patches"
"""The name of the place of the patches of tiles."""
PATCH = "patch"
"""The sort of piece that represents a patch of a tile."""

OWNER = "owner"
"""The number of a piece with an owner: the seat of that player, from 1."""
OWN = frozenset({-1})
"""In the rules of a card, a placeholder for the kinds of its own copies, until the cards of a match are known."""


@struct
class Kind(Struct):
    """A kind of piece, as it can be shown: a code (``M5``), attribute values and numbers.

    Pieces that can show several kinds share a `stock`, the index of the first of them (-1: of its own); `copies` is the
    number of pieces of the stock. One that `covers` several spaces has the kind of each of its cells. A plain piece
    shows one kind, a die each of its sides, a tile that can be rotated each rotation; `face` is what it shows at its
    edges. A `wild` one counts as every kind of its sort.
    """

    index: int
    code: str
    values: Mapping[str, str]
    numbers: Mapping[str, int]
    copies: int
    stock: int = -1
    face: TileFace | None = None
    wild: bool = False
    covers: tuple[int, ...] = ()

    @property
    def first(self) -> int:
        """The index of the first kind of its stock."""
        return self.index if self.stock < 0 else self.stock


@struct
class AreaDef(Struct):
    """A sort of area: how it reaches an edge (``edge``: entirely, ``between`` the rest, as the ``rest``, only
    ``inside`` a tile, or ``any``: entirely, and it matches every edge), and what else a patch of it may be."""

    name: str
    place: str
    marks: tuple[str, ...] = ()


@struct
class PieceDef(Struct):
    """A sort of piece: its noun, the attribute that all have, the word for 'exactly this kind', its kinds.

    With `sides` a piece can show any of them, and is turned or rolled. One with a `covering` is placed as several
    pieces of another sort, and never itself.
    """

    name: str
    main_attribute: str
    identity: str
    kinds: frozenset[int]
    place: PlacingRule
    sides: bool = False
    covering: Covering | None = None


@struct
class CapPiece(Struct):
    """A piece on top of a stack that carries no other piece and adds no height.

    `ground` is what it may be put on: ``face-down``, ``face-up``, ``empty``; `beside_others`: whether there may be
    several on a stack. With ``of_players`` each player has `copies` of them. A figure does not cover what it
    `stands_on`, which is a sort of piece.
    """

    name: str
    mark: str
    copies: int
    place: PlacingRule
    ground: tuple[str, ...] = ("face-down",)
    beside_others: bool = False
    of_players: bool = False
    stands_on: str = ""
    covers: bool = True


@struct
class BoardDef(Struct):
    """A place: one for ``each_player``, or one of the table; sizes are in spaces.

    A ``pool`` has no spaces and no size: pieces are in it without a location. `holds` are the sorts of pieces that can
    be here (empty: all), `begins` the kinds that are here at the beginning, with their number. On a board that
    ``hides_covered`` pieces, nobody sees what is below the top of a stack; the contents of a pool may be `hidden`. A
    `hidden` board is a face-down pile: a piece of it is known only to those who have seen it. One that ``grows`` has
    the spaces of its pieces and their neighbors, at most `rows` by `columns`. The spaces of others are squares, or
    ``hexagonal``, or ``drawn``; on some of them it is `printed` what they are made for, as in ``color red``. The place
    ``of_patches`` has the patches of its tiles.
    """

    name: str
    each_player: bool
    rows: int
    columns: int
    low: int
    high: int
    even: bool = False
    pool: bool = False
    hides_covered: bool = False
    hidden: Literal["", "from others", "from all"] = ""
    holds: tuple[str, ...] = ()
    begins: tuple[tuple[frozenset[int], int | None], ...] = ()
    grows: bool = False
    of_patches: bool = False
    hexagonal: bool = False
    drawn: Drawn | None = None
    printed: tuple[tuple[str, frozenset[int]], ...] = ()

    @property
    def pile(self) -> bool:
        """Whether it is a face-down pile: its order is kept, and players know the pieces that they have seen."""
        return bool(self.hidden) and not self.pool

    @property
    def fixed(self) -> bool:
        """Whether only its usual size is allowed."""
        return self.drawn is not None or bool(self.printed)

    @property
    def geometry(self) -> Geometry:
        """The grid of its usual size."""
        return self.sized(self.rows, self.columns)

    def sized(self, rows: int, columns: int) -> Geometry:
        """The grid of another size."""
        if self.drawn is not None:
            return self.drawn
        printed = self.printed if (rows, columns) == (self.rows, self.columns) else ()
        return (Hexagons if self.hexagonal else Geometry)(rows, columns, printed=printed)

    def keeps(self, piece: str) -> bool:
        """Whether pieces of a sort can be here; patches are on the place of patches."""
        return self.of_patches == (piece == PATCH) and (not self.holds or piece in self.holds)

    def allows(self, rows: int, columns: int) -> bool:
        """Whether a board of this size is allowed."""
        sides = (rows, columns)
        if self.fixed:
            return sides == (self.rows, self.columns)
        return all(self.low <= n <= self.high and not (self.even and n % 2) for n in sides)

    @property
    def sizes(self) -> str:
        """The allowed sizes as text."""
        if self.fixed:
            return f"{self.rows} rows and {self.columns} columns"
        even = "even numbers of " if self.even else ""
        return f"{even}rows and columns from {self.low} to {self.high}"


def in_words(name: str) -> str:
    """A name as a reader sees it: ``first-move`` is first move."""
    return name.replace("-", " ")


@struct
class CounterDef(Struct):
    """An integer that each player has; `written` is its key in files, `cap` what it counts.

    It may count pieces of a `stock` with a number of `copies` shared by all players; the stock is named after its first
    counter. A `hidden` one is seen only by its owner. It begins at 0; `least` is its lower limit.
    """

    name: str
    written: str
    cap: str | None = None
    most: int | None = None
    copies: int | None = None
    stock: str = ""
    hidden: bool = False
    least: int = 0


@struct
class LocatedClass(Struct):
    """A class of cards that are on places, like pieces.

    General statements about such cards in the game file use placeholders: the kind `front` stands for every card of the
    class, `back` for the back of each; cards that the file names have kinds of their own. `numbers` and `conditions`
    are declared by each card, `copies` is the number of copies of the card that is bound to `var`.
    """

    name: str
    front: int
    back: int
    numbers: tuple[str, ...]
    conditions: tuple[str, ...]
    var: core.Var
    copies: core.Expr


@struct
class PartDef(Struct):
    """A line of the final score."""

    name: str
    rule: core.Expr


SEAT = BoardDef("", True, 1, 0, 1, 1, pool=True, holds=("",))
"""The place of players who have none of their own: it is always empty."""


@struct
class LayoutDef(Struct):
    """A class of layouts and its guidelines; `ground` is the range of the number of stacks by player count."""

    name: str
    low: int = 1
    high: int = 99
    total: int | None = None
    ground: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    rows: tuple[RowGuideline, ...] = ()


@struct
class RowGuideline(Struct):
    """At most `most` rows of `length` or more adjacent pieces above `floor`."""

    length: int
    floor: int
    most: int


@struct
class Depiction(Struct):
    """How something named by the game is drawn: a color, ``#rrggbb``, and a symbol, an SVG path in 24 by 24 units.

    Either may be empty.
    """

    color: str = ""
    sign: str = ""


@struct
class WordForms(Struct):
    """The forms of one of the game's words in a language.

    `sort`: the gender of a noun (``masculine``, ``feminine``, ``neuter``) or ``adjective``. For a noun the forms are
    singular and plural, or one for both; for an adjective the same, or masculine and feminine singular, then plural.
    """

    word: str
    language: str
    sort: str
    forms: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    """A game. All its words come from its file; the engine has none of its own.

    `card_classes` are the classes of cards and whether they score, `acting` those whose cards have abilities. `marks`
    are put on spaces until the end of a turn. Without `play_rules` the game is scored, not played. `words` are its words
    in the languages of printed texts. `areas` are the sorts of areas on tiles. Each card of a `tied` class belongs to
    the value of an attribute that is its id. `table_counters` belong to no player, `roles` to one player or nobody,
    `answers` are the names of secret choices, each with the pool of its pieces (empty: a number). The cards of a
    `located` class are on places; `turned` has the back of each that has one, and `printed` are those of a match, by
    the kind of the front. `depictions` are used only for pictures. `unlinked` is the game before the cards of a match
    were linked, None if none were. `weights` are its trained weights, which its pack keeps; `bot` is the bot that its
    pack names.
    """

    id: str
    names: Mapping[str, str]
    players: tuple[int, int]
    piece: str
    kinds: tuple[Kind, ...]
    main_attribute: str
    identity: str
    classes: Mapping[str, tuple[str, ...]]
    place: PlacingRule
    caps: tuple[CapPiece, ...]
    boards: tuple[BoardDef, ...]
    counters: tuple[CounterDef, ...]
    parts: tuple[PartDef, ...]
    tie_breaks: tuple[core.Expr, ...]
    card_classes: Mapping[str, bool]
    layouts: tuple[LayoutDef, ...]
    plurals: Mapping[str, str]
    acting: frozenset[str] = frozenset()
    marks: tuple[str, ...] = ()
    play_rules: PlayRules | None = None
    words: tuple[WordForms, ...] = ()
    more_pieces: tuple[PieceDef, ...] = ()
    table_counters: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    areas: Mapping[str, AreaDef] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    tied: Mapping[str, str] = field(default_factory=dict)
    located: LocatedClass | None = None
    unlinked: Game | None = field(default=None, compare=False, repr=False)
    weights: Weights | None = field(default=None, compare=False, repr=False)
    bot: str | None = field(default=None, compare=False, repr=False)
    turned: Mapping[int, int] = field(default_factory=dict)
    printed: Mapping[int, CardPrint] = field(default_factory=dict, compare=False, repr=False)
    depictions: Mapping[str, Depiction] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The names of everything counted in play for each player: counters, those of the table, roles, answers."""
        return (*(counter.name for counter in self.counters), *self.table_counters, *self.roles, *self.answers)

    def chosen(self, answers: Mapping[str, int | None]) -> Iterator[tuple[str, str]]:
        """The secret choices, by name, in notation: a number, or the code of what a piece shows.

        Omitted are answers that are 0 or unknown, and pieces that have moved, whose number is negative; `answers` may
        contain other numbers of a player.
        """
        for name, pool in self.answers.items():
            if (answer := answers.get(name) or 0) > 0:
                yield name, self.kinds[answer - 1].code if pool else str(answer)

    @cached_property
    def hides(self) -> bool:
        """Whether there is hidden information."""
        hidden = [*(counter.hidden for counter in self.counters), *(bool(board.hidden) for board in self.boards)]
        return bool(self.answers) or any(hidden)

    @cached_property
    def sorts(self) -> tuple[PieceDef, ...]:
        """The sorts of pieces, that of the stacks first."""
        others = frozenset().union(*(sort.kinds for sort in self.more_pieces))
        kinds = [kind for kind in self.kinds if kind.index not in others]
        sides = any(kind.stock >= 0 and kind.face is None for kind in kinds)
        own = frozenset(kind.index for kind in kinds)
        return (PieceDef(self.piece, self.main_attribute, self.identity, own, self.place, sides), *self.more_pieces)

    @cached_property
    def counters_by_name(self) -> dict[str, CounterDef]:
        """The counters of players by name."""
        return {counter.name: counter for counter in self.counters}

    @cached_property
    def sorts_by_name(self) -> dict[str, PieceDef]:
        """The sorts of pieces by name."""
        return {sort.name: sort for sort in self.sorts}

    @cached_property
    def sort_of_kind(self) -> dict[int, PieceDef]:
        """The sort of piece of each kind."""
        return {kind: sort for sort in self.sorts for kind in sort.kinds}

    @cached_property
    def boards_by_name(self) -> dict[str, BoardDef]:
        """The boards and pools by name."""
        return {board.name: board for board in self.boards}

    @cached_property
    def caps_by_name(self) -> dict[str, CapPiece]:
        """The caps by name."""
        return {cap.name: cap for cap in self.caps}

    @cached_property
    def backs(self) -> frozenset[int]:
        """The kinds that are backs of cards."""
        if self.located is None:
            return frozenset()
        cards = self.sorts_by_name[self.located.name].kinds
        return frozenset(kind for kind in cards if self.kinds[kind].first != kind)

    @cached_property
    def stocks(self) -> tuple[tuple[int, ...], ...]:
        """For each kind the kinds of its stock: a piece that shows one of them can show the others."""
        found: dict[int, list[int]] = {}
        for kind in self.kinds:
            found.setdefault(kind.first, []).append(kind.index)
        return tuple(tuple(found[kind.first]) for kind in self.kinds)

    def table_board(self, name: str) -> BoardDef | None:
        """The board of the table with a name; None if there is none, or if it is a pool."""
        return next((board for board in self.table_boards if board.name == name), None)

    def main_place(self, piece: str) -> BoardDef | None:
        """The default place of a sort of piece: a board before a pool, each player's first."""
        places = [place for place in self.boards if place.keeps(piece)]
        return min(places, key=lambda place: (place.pile, place.pool, not place.each_player), default=None)

    def places(self, players: int) -> list[tuple[BoardDef, int | None]]:
        """All places, each with its owner: those of the players first, the main ones before others."""
        own = [self.own_place, *self.own_pools]
        shared = [place for place in self.boards if not place.each_player]
        return [(place, player) for place in own for player in range(players)] + [(place, None) for place in shared]

    def seats(self, players: int) -> dict[str, tuple[int, ...]]:
        """For each place, by name, its index among all of them, for each player."""
        known = self._seats.get(players)
        if known is None:
            known = self._seats[players] = self._seated(players)
        return known

    @cached_property
    def _seats(self) -> dict[int, dict[str, tuple[int, ...]]]:
        return {}

    def _seated(self, players: int) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for seat, (place, _) in enumerate(self.places(players)):
            found.setdefault(place.name, []).append(seat)
        return {name: tuple(seats) if len(seats) > 1 else tuple(seats) * players for name, seats in found.items()}

    @cached_property
    def by_code(self) -> dict[str, Kind]:
        """Kinds by code."""
        return {kind.code: kind for kind in self.kinds}

    @cached_property
    def by_mark(self) -> dict[str, CapPiece]:
        """Caps by symbol."""
        return {cap.mark: cap for cap in self.caps}

    @cached_property
    def own_place(self) -> BoardDef:
        """The main place of each player: a board, or in a game without one the first pool."""
        return min((board for board in self.boards if board.each_player), key=lambda board: (board.pile, board.pool))

    @cached_property
    def own_pools(self) -> tuple[BoardDef, ...]:
        """The further places of each player: pools, and face-down piles."""
        return tuple(board for board in self.boards if board.each_player and board != self.own_place)

    @cached_property
    def spoken_place(self) -> BoardDef:
        """The default place of card rules: the main one of each player, or of the table if players have none."""
        return next((place for place in (self.own_place, *self.boards) if place != SEAT), SEAT)

    @cached_property
    def table_boards(self) -> tuple[BoardDef, ...]:
        """The boards of the table, without pools."""
        return tuple(board for board in self.boards if not board.each_player and not board.pool)

    @cached_property
    def owned(self) -> frozenset[str]:
        """The figures and caps with owners."""
        return frozenset(cap.name for cap in self.caps if cap.of_players)

    @cached_property
    def with_owners(self) -> frozenset[str]:
        """The sorts of pieces with owners."""
        return frozenset(
            sort.name for sort in self.sorts if any(OWNER in self.kinds[kind].numbers for kind in sort.kinds)
        )

    @cached_property
    def has_pools(self) -> bool:
        """Whether there are places without spaces that scoring rules can refer to."""
        return any(board.pool for board in self.boards)

    @cached_property
    def turns(self) -> tuple[tuple[core.Value, ...], ...]:
        """The rotations of a piece that shows a kind, as values; then for face-down pieces, and for none."""
        values = [core.Value(kind.code, frozenset((kind.index,))) for kind in self.kinds]
        return (*(tuple(values[turn] for turn in stock) for stock in self.stocks), (), ())

    @cached_property
    def maps(self) -> tuple[BoardDef, ...]:
        """The growing boards."""
        return tuple(board for board in self.boards if board.grows)

    @cached_property
    def largest(self) -> Extent:
        """The maximum extent of a board: each player's own, or one of the table if that is a pool; a pool is a row of
        pieces."""
        boards = [self.own_place] if not self.own_place.pool else [b for b in self.table_boards if not b.grows]
        if not boards:
            return Extent(1, self.pieces, 1, self.players[1], self.pieces)
        side = max(board.high for board in boards)
        columns = side if not self.own_place.pool else max(side, -(-self.pieces // side))
        touching = max(board.geometry.touching for board in boards)
        return replace(self.box, rows=side, columns=columns, players=self.players[1], touching=touching)

    @cached_property
    def box(self) -> Extent:
        """The extent of all pieces and caps; a kind of piece that covers several spaces sets no limit."""
        covering = any(kind.covers for kind in self.kinds)
        kinds = () if covering else tuple((kind.first, kind.copies) for kind in self.kinds)
        caps = tuple((cap.name, cap.copies * (self.players[1] if cap.of_players else 1)) for cap in self.caps)
        return Extent(tallest=self.pieces, kinds=kinds, caps=caps)

    @cached_property
    def pieces(self) -> int:
        """The number of pieces of all sorts."""
        return sum(kind.copies for kind in self.kinds if kind.first == kind.index)

    def kinds_with(self, attribute: str, value: str) -> frozenset[int]:
        """The kinds with a value of an attribute, including wild ones, which have every value."""
        return frozenset(k.index for k in self.kinds if k.values.get(attribute) == value) | self.wild_kinds(attribute)

    def wild_kinds(self, attribute: str) -> frozenset[int]:
        """The wild kinds among those that have a named attribute."""
        return frozenset(k.index for k in self.kinds if k.wild and attribute in k.values)

    def values_of(self, attribute: str) -> tuple[str, ...]:
        """The values of a named attribute, in the order of the file."""
        return tuple(dict.fromkeys(k.values[attribute] for k in self.kinds if attribute in k.values))

    @cached_property
    def numeric_attributes(self) -> tuple[str, ...]:
        """The attributes whose values are numbers."""
        return tuple(dict.fromkeys(name for kind in self.kinds for name in kind.numbers))

    def only_built(self, cap: CapPiece) -> str:
        """What a cap allows, as help for an author who wants something else."""
        kept = next((counter for counter in self.counters if counter.cap == cap.name), None)
        if kept is None:
            return f"it can be built and moved; 'a {self.piece}' is a piece without one"
        return f"on a board, it can only be built and moved; 'pay 1 {cap.name}' takes one from the {kept.name}"

    def plural(self, word: str) -> str:
        """The plural of one of the game's nouns: the one in the game file, else the regular one."""
        return self.plurals.get(word) or regular_plural(word)

    def reserve_of(self, cap: str) -> CounterDef | None:
        """The counter that holds a player's unplaced caps."""
        return next((counter for counter in self.counters if counter.cap == cap), None)


def turned(first: Kind, any_turn: bool = True) -> list[Kind]:
    """A tile in all its rotations: kinds of one stock."""
    assert first.face is not None
    faces = first.face.turns if any_turn else (first.face,)
    return [
        replace(first, index=first.index + i, code=first.code + TURNS[i], stock=first.index, face=face)
        for i, face in enumerate(faces)
    ]


def card_kinds(
    index: int, id: str, numbers: Mapping[str, int], copies: int, values: Mapping[str, str]
) -> tuple[Kind, Kind]:
    """The front and the back of a card: one stock, like the sides of a die."""
    return Kind(index, id, values, numbers, copies, index), Kind(index + 1, f"{id}/down", values, {}, copies, index)


def spanned(low: int, high: int) -> str:
    """A range of numbers as text: 3, 2 to 4."""
    return str(low) if low == high else f"{low} to {high}"


def regular_plural(word: str) -> str:
    """Towers, benches, cities."""
    if re.search("[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if re.search("(s|x|z|ch|sh)$", word) else "s")
