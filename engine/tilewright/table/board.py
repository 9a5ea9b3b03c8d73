"""Stacks and boards with known contents, their notation (a parser and a printer), and boards as lists for compiled
rules, one entry per space."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from tilewright.diagnostics import did_you_mean
from tilewright.table.game import BoardDef, Game
from tilewright.table.geometry import Geometry
from tilewright.table.notebook import Displayed
from tilewright.table.terrain import TURNS

MAX_HEIGHT = 99
MAX_SIDE = 40
MAX_ERRORS = 20
"""After this many errors the rest of a board is not parsed."""
MISSING = "-"
"""The notation where a board has no space."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of pieces.

    `down` is the number of face-down pieces of unknown kind at the bottom; `up` the codes of the face-up pieces on
    them, bottom to top; `caps` the symbols of the caps on top. ``repr`` is its notation: ``.``, ``3``, ``3^``, ``M5``,
    ``2M5``, ``M5/S1/D3``.
    """

    down: int = 0
    up: tuple[str, ...] = ()
    caps: str = ""

    @property
    def height(self) -> int:
        """The number of pieces; caps do not count."""
        return self.down + len(self.up)

    @property
    def face_down(self) -> bool:
        """Whether the top piece is face-down."""
        return self.down > 0 and not self.up

    @property
    def top(self) -> str | None:
        """The code of a face-up top piece."""
        return self.up[-1] if self.up else None

    def __repr__(self) -> str:
        if not self.height:
            return self.caps or "."
        return (str(self.down) if self.down else "") + "/".join(self.up) + self.caps


@dataclass(frozen=True, slots=True)
class NotationError:
    """A word of a board that does not parse: its row and column from 0, and why."""

    row: int
    column: int
    word: str
    message: str
    help: str = ""


@dataclass(frozen=True)
class Board(Displayed):
    """A grid of stacks, row by row; for a `pool`, its pieces in one row. ``repr`` is its notation on one line."""

    geometry: Geometry
    stacks: tuple[Stack, ...]
    pool: bool = False

    def __repr__(self) -> str:
        return " | ".join(" ".join(row) for row in self._words())

    def rows(self) -> Iterator[tuple[Stack, ...]]:
        """The rows of stacks, top row first."""
        columns = self.geometry.columns
        for start in range(0, self.geometry.size, columns or 1):
            yield self.stacks[start : start + columns]

    def lines(self) -> str:
        """The notation in aligned columns, one line per row, ending with a newline."""
        rows = list(self._words())
        width = max((len(word) for row in rows for word in row), default=1)
        return "".join(" ".join(word.ljust(width) for word in row).rstrip() + "\n" for row in rows)

    def _words(self) -> Iterator[list[str]]:
        there, columns = self.geometry.region("board"), self.geometry.columns
        words = [repr(stack) if space in there else MISSING for space, stack in enumerate(self.stacks)]
        return (words[start : start + columns] for start in range(0, len(words), columns or 1))

    @property
    def height(self) -> int:
        """The height of the tallest stack."""
        return max((stack.height for stack in self.stacks), default=0)


def pool_of(stacks: Iterable[Stack]) -> Board:
    """The pieces of a pool, as stacks in one row."""
    pieces = tuple(stacks)
    return Board(Geometry(1, len(pieces)), pieces, pool=True)


def counted(pool: Board) -> str:
    """The notation of a pool or a pile on one line; equal pieces of a pool get a count if their code is not a number."""
    if not pool.pool:
        return repr(pool)
    many = Counter(stack.top or "?" for stack in pool.stacks)
    words = (f"{n}{code}" if n > 1 and code[0].isalpha() else " ".join([code] * n) for code, n in many.items())
    return " ".join(words) or "."


_STACK = re.compile(r"(?P<down>[0-9]*)(?P<up>[A-Za-z]\w*(?:/[A-Za-z]\w*)*)?(?P<caps>[^\w/.]*)")


def parse_stack(word: str, game: Game) -> Stack | tuple[str, str]:
    """Parse one word of a board; a message and a help line if it does not parse."""
    if word == ".":
        return Stack()
    found = _STACK.fullmatch(word)
    if found is None or len(word) > 400:
        return f"'{word[:40]}' is not a stack", _forms(game)
    down = int(found["down"][:6] or 0)
    up = tuple((found["up"] or "").split("/")) if found["up"] else ()
    caps = found["caps"]
    if up and caps and up[-1] + caps[0] in game.by_code:  # a rotated tile: the symbol belongs to the code
        up, caps = (*up[:-1], up[-1] + caps[0]), caps[1:]
    for code in up:
        if code not in game.by_code:
            return f"there is no {game.piece} '{code[:40]}'", near_codes(code, game)
        kind = game.by_code[code]
        if kind.covers:
            sort, parts = game.sort_of_kind[kind.index].name, " ".join(game.kinds[part].code for part in kind.covers)
            return f"a {sort} covers several spaces, each with a {game.piece}", f"for {code}, write its parts: {parts}"
    for mark in caps:
        if mark not in game.by_mark:
            if mark in TURNS and up and up[-1] in game.by_code and game.by_code[up[-1]].face is not None:
                return f"'{up[-1]}' has no turn '{mark}'", f"its orientations: {', '.join(_ways(up[-1], game))}"
            return f"no piece has the symbol '{mark}'", did_you_mean(mark, game.by_mark) or _marks(game)
    if down + len(up) > MAX_HEIGHT:
        return f"a stack of {down + len(up)} is too high", f"at most {MAX_HEIGHT}"
    return Stack(down, up, caps)


def _ways(code: str, game: Game) -> list[str]:
    """The codes of a tile in all its rotations."""
    first = game.by_code[code].first
    return [kind.code for kind in game.kinds if kind.first == first]


def _forms(game: Game) -> str:
    codes = [kind.code for kind in game.kinds[:2]] * 2
    capped = [f"3{cap.mark}" for cap in game.caps]
    examples = [".", "3", *capped, codes[0], f"2{codes[0]}", f"{codes[0]}/{codes[1]}"]
    return "forms of a stack: " + ", ".join(examples)


def near_codes(code: str, game: Game) -> str:
    """A help line with codes; they are too short for a comparison of spelling."""
    if code.upper() in game.by_code:
        return f"did you mean '{code.upper()}'?"
    alike = [known for known in game.by_code if known[0] == code[0].upper()]
    if alike:
        return did_you_mean(code, game.by_code) or "known: " + ", ".join(alike)
    first = next(iter(game.by_code), "")
    return "codes begin with " + ", ".join(dict.fromkeys(known[0] for known in game.by_code)) + f", as in '{first}'"


def _marks(game: Game) -> str:
    return "known symbols: " + ", ".join(f"{cap.mark} ({cap.name})" for cap in game.caps)


def split_rows(text: str) -> list[list[str]]:
    """The words of each row; rows are lines, or parts of a line separated by ``|``."""
    rows = [part.split() for line in text.strip().splitlines() for part in line.split("|")]
    return [row for row in rows if row]


_MANY = re.compile(r"(?P<count>[0-9]{1,3})(?P<code>[A-Za-z][\w/-]*)")


def parse_pool(text: str, game: Game) -> Board | list[NotationError]:
    """Parse the contents of a pool: a word per piece, with a count before it if there are several.

    A word is a code, or ``?`` for a face-down piece; ``.`` by itself is an empty pool.
    """
    found: list[Stack] = []
    errors: list[NotationError] = []
    for column, word in enumerate(text.split() if text.strip() != "." else ()):
        many = None if word in game.by_code else _MANY.fullmatch(word)
        code, count = (many["code"], int(many["count"])) if many else (word, 1)
        if code != "?" and code not in game.by_code:
            message = f"there is no piece '{code[:40]}'"
            errors.append(NotationError(0, column, word, message, did_you_mean(code, game.by_code)))
        found += [Stack(1) if code == "?" else Stack(0, (code,))] * count
    return errors[:MAX_ERRORS] or pool_of(found)


def parse_board(text: str, game: Game, place: BoardDef | None = None) -> Board | list[NotationError]:
    """Parse a board in notation, by default one of the main place; if it does not parse, all words and rows with
    errors."""
    rows = split_rows(text)
    if not rows:
        return [NotationError(0, 0, "", "the board is empty", "one word per space, one line per row")]
    columns = len(rows[0])
    if len(rows) > MAX_SIDE or columns > MAX_SIDE:
        return [NotationError(0, 0, "", f"a board has at most {MAX_SIDE} rows and columns", "make it smaller")]
    stacks: list[Stack] = []
    errors: list[NotationError] = []
    geometry = (place or game.own_place).sized(len(rows), columns)
    wrong = (geometry.rows, geometry.columns) != (len(rows), columns)
    for r, row in enumerate(rows):
        if len(row) != columns:
            message = f"row {r + 1} has {len(row)} spaces, row 1 has {columns}"
            help = "write '.' for an empty space"
            errors.append(NotationError(r, min(len(row) - 1, columns), "", message, help))
        for c, word in enumerate(row[:MAX_SIDE]):
            there = wrong or c >= columns or geometry.at(r, c) is not None
            stack = parse_stack(word, game) if there else _nothing(word)
            if isinstance(stack, Stack):
                stacks.append(stack)
            else:
                errors.append(NotationError(r, c, word, *stack))
        if len(errors) >= MAX_ERRORS:
            break
    return errors or Board(Geometry(len(rows), columns) if wrong else geometry, tuple(stacks))


def _nothing(word: str) -> Stack | tuple[str, str]:
    """The notation where there is no space."""
    return Stack() if word == MISSING else ("there is no space here", f"write '{MISSING}'")


EMPTY, DOWN = -1, -2
"""The values of `tops` for a space without a piece, and for a face-down top."""


class Columns(Protocol):
    """The lists that compiled rules read.

    `heights[s]`: the number of pieces; `tops[s]`: the kind of a face-up top, else `EMPTY` or `DOWN`; `caps[s]`: the
    symbols of the caps on it; `marks[s]`: a bit for each mark of the turn.
    """

    heights: Sequence[int]
    tops: Sequence[int]
    caps: Sequence[str]
    marks: Sequence[int]


class BoardColumns:
    """`Columns` of a board outside play."""

    __slots__ = ("caps", "heights", "marks", "tops")

    def __init__(self, board: Board, game: Game) -> None:
        stacks = board.stacks
        self.heights: Sequence[int] = [stack.height for stack in stacks]
        self.caps: Sequence[str] = [stack.caps for stack in stacks]
        self.marks: Sequence[int] = [0] * len(stacks)
        self.tops: Sequence[int] = [
            DOWN if stack.face_down else EMPTY if stack.top is None else game.by_code[stack.top].index
            for stack in stacks
        ]
