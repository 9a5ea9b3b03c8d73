"""Boards and pools in the terminal: aligned columns that are readable without color, and a compact form for play."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import ClassVar
from unicodedata import combining, east_asian_width

from tilewright.draw import palette
from tilewright.draw.faces import seat_letter
from tilewright.draw.pools import Thing, card_face, pips, rank_of_card, rows_of
from tilewright.draw.scene import Scene, badge, clean
from tilewright.table.board import Stack
from tilewright.table.drawn import Drawn
from tilewright.table.game import AreaDef, Depiction, Game
from tilewright.table.terrain import PLACES, ROUND, TileFace

BOLD, DIM, REVERSE = "1", "2", "7"
_STYLE = re.compile(r"\x1b\[[\d;]*m")


def width_of(word: str) -> int:
    """The display width of a word in columns."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in word)


def paint(text: str, style: str, color: bool) -> str:
    """The text in an ANSI style, if there is one and colors are enabled."""
    return f"\x1b[{style}m{text}\x1b[0m" if color and style else text


def shown_width(line: str) -> int:
    """The display width of a line, without its ANSI styles."""
    return width_of(_STYLE.sub("", line))


def beside(blocks: Sequence[Sequence[str]], width: int, gap: int = 3) -> list[str]:
    """Blocks of lines side by side, wrapped to the width."""
    lines: list[str] = []
    shelf: list[Sequence[str]] = []
    used = 0
    for block in blocks:
        wide = max(map(shown_width, block), default=0)
        if shelf and used + gap + wide > width:
            lines += _shelf(shelf, gap)
            shelf, used = [], 0
        used += wide + (gap if shelf else 0)
        shelf.append(block)
    return lines + _shelf(shelf, gap)


def _shelf(blocks: list[Sequence[str]], gap: int) -> list[str]:
    widths = [max(map(shown_width, block), default=0) for block in blocks]
    lines = []
    for i in range(max(map(len, blocks), default=0)):
        parts = [block[i] if i < len(block) else "" for block in blocks]
        filled = [part + " " * (wide + gap - shown_width(part)) for part, wide in zip(parts, widths, strict=True)]
        lines.append("".join(filled).rstrip())
    return lines


Place = tuple[int, int]
"""Row and column from the first tile."""

WIDE, NARROW = 5, 3
"""How many columns a tile takes, where there is room for all and where there is not."""
_SIGNS = {"rest": ".", "between": "=", "inside": "+"}
_RIM = {
    WIDE: ((0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (2, 3), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)),
    NARROW: ((0, 0), (0, 1), (0, 2), (0, 2), (1, 2), (2, 2), (2, 2), (2, 1), (2, 0), (2, 0), (1, 0), (0, 0)),
}
"""The cell for each place of the rim of a tile."""


@dataclass(frozen=True)
class MapScene:
    """What is drawn: tiles by row and column, how each area reaches an edge, and the signs of figures.

    `figures` has by place the signs on a tile, each with the number of the patch in the tile (-1: on the tile itself).
    """

    faces: Mapping[Place, TileFace]
    areas: Mapping[str, AreaDef]
    figures: Mapping[Place, Sequence[tuple[int, str]]]

    def sign(self, area: str) -> str:
        """How a sort of area is shown: ``=`` what lies between the rest, ``.`` the rest, ``+`` what is inside, others by their first letter."""
        return _SIGNS.get(self.areas[area].place, area[0].upper())

    def tile(self, place: Place, width: int) -> list[list[str]]:
        """The cells of a tile, three lines of so many."""
        face = self.faces[place]
        signs = [self.sign(area) for area in face.areas]
        cells = [[signs[_widest(face)]] * width for _ in range(3)]
        for at, cell in enumerate(_RIM[width]):
            cells[cell[0]][cell[1]] = signs[face.rim[at]]
        middle = width // 2
        for patch, area in enumerate(face.areas):
            if self.areas[area].place == "between":
                for edge in face.at(patch):
                    for row, column in _to_middle(edge, middle):
                        cells[row][column] = signs[patch]
            elif not face.at(patch) and self.areas[area].place == "inside":
                cells[1][middle] = signs[patch]
        for patch, sign in self.figures.get(place, ()):
            row, column = self._cell(face, patch, width)
            cells[row][column] = sign
        return cells

    def _cell(self, face: TileFace, patch: int, width: int) -> tuple[int, int]:
        """Where a figure is drawn: on a place of its patch, or in the middle."""
        places = [place for place, known in enumerate(face.rim) if known == patch]
        best = next((place for place in places if place % PLACES == PLACES // 2), places[0] if places else -1)
        return (1, width // 2) if best < 0 else _RIM[width][best]


def map_scene(scene: Scene) -> MapScene:
    """What of a picture of a map is drawn: figures of players by a letter each, others by their signs."""
    places = {space: scene.place(space) for space in scene.faces}
    faces = {places[space]: kind.face for space, kind in scene.faces.items() if kind.face is not None}
    figures = {place: [(-1, sign) for sign in scene.board.stacks[space].caps] for space, place in places.items()}
    for one in scene.standees:
        figures[places[one.space]].append(
            (one.patch, one.mark if one.owner is None else seat_letter(one.owner).lower())
        )
    return MapScene(faces, scene.game.areas, figures)


def _widest(face: TileFace) -> int:
    """The patch that reaches most places of the rim, which fills the middle."""
    return max(range(len(face.patches)), key=face.rim.count)


def _to_middle(edge: int, middle: int) -> list[tuple[int, int]]:
    """The cells from an edge to the middle of a tile, without the rim."""
    side = ROUND[edge]
    across = range(1, middle + 1) if side == "left" else range(middle, 2 * middle) if side == "right" else (middle,)
    return [(1, column) for column in across]


def map_lines(
    scene: MapScene, choices: Collection[Place] = frozenset(), width: int = 80, *, color: bool = False
) -> list[str]:
    """A map as lines, with rows and columns numbered from the first tile; ``[]`` where a tile may be placed."""
    if not scene.faces and not choices:
        return ["."]
    rows, columns = (range(min(one), max(one) + 1) for one in zip(*scene.faces, *choices, strict=True))
    margin = max(len(str(row)) for row in rows) + 1
    cell = WIDE if len(columns) * WIDE + margin <= width else NARROW
    lines = [paint(" " * margin + "".join(f"{column:^{cell}}" for column in columns).rstrip(), DIM, color)]
    for row in rows:
        for line in range(3):
            head = str(row) if line == 1 else ""
            text = "".join(_line(scene, (row, column), line, cell, choices, color) for column in columns)
            lines.append((paint(f"{head:<{margin}}", DIM, color) + text).rstrip())
    return lines


def _line(scene: MapScene, place: Place, line: int, cell: int, choices: Collection[Place], color: bool) -> str:
    if place not in scene.faces:
        return paint(f"{'[]' if line == 1 else '':^{cell}}", BOLD, color) if place in choices else " " * cell
    text = "".join(scene.tile(place, cell)[line])
    return paint(text, REVERSE, color) if place in choices else text


CHOICE = ">"
"""The mark of things that can be chosen."""
PIP = "●"
MOST_IN_WORDS = 3
"""More dice than these are counted where they are written in words."""
LEAST_INSIDE = 5
"""The columns inside of the frame of a die, if no word is wider."""
THIN, HEAVY = "╭─╮│╰╯", "┏━┓┃┗┛"
"""The frame of a die, and of one that can be chosen."""


def pool_lines(scene: Scene, width: int, *, color: bool = False) -> list[str]:
    """A pool in full: dice with pips, a line for each card with its number, title and prices, a word for all else."""
    lines = dice_lines(scene, width, color=color)
    for row in rows_of(scene):
        cards = [thing for thing in row.things if thing.look == "card"]
        words = [
            _word(scene.game, thing, frozenset(), color)
            for thing in row.things
            if thing.look in ("tile", "face", "back")
        ]
        lines += flowed(words, width) if words else []
        lines += [paint(row.label, DIM, color)] if row.label else []
        lines += _cards(scene.game, cards, width, color)
    return lines or ["."]


def dice_lines(scene: Scene, width: int, choices: frozenset[int] = frozenset(), *, color: bool = False) -> list[str]:
    """The dice of a pool side by side; the frames of `choices` are heavy. No line without any."""
    found = [thing for row in rows_of(scene) for thing in row.things if thing.look == "side"]
    blocks = [_framed(scene, thing, bool(choices.intersection(thing.spaces)), color) for thing in found]
    return beside(blocks, width, gap=0) if blocks else []


def _framed(scene: Scene, thing: Thing, chosen: bool, color: bool) -> list[str]:
    """A piece in a frame of five lines, with its number beside it if there are several."""
    assert thing.kind is not None
    spots, word = pips(scene.game, thing.kind), thing.code
    inside = max(LEAST_INSIDE, width_of(word) + 2)
    if spots is None:
        rows = ["", word, ""]
    else:
        rows = ["".join(PIP if (row, column) in spots else " " for column in range(3)) for row in range(3)]
        rows = [f"{row[0]} {row[1]} {row[2]}" for row in rows]
    left_top, across, right_top, down, left_low, right_low = tuple(HEAVY if chosen else THIN)
    style = BOLD if chosen else ""
    lines = [
        f"{left_top}{across * inside}{right_top}",
        *(f"{down}{row.center(inside)}{down}" for row in rows),
        f"{left_low}{across * inside}{right_low}",
    ]
    beside_it = f" {thing.count}×" if thing.count > 1 else ""
    blank = " " * len(beside_it)
    return [
        (beside_it if i == 2 else blank) + paint(line, style, color) + (" " if beside_it else "")
        for i, line in enumerate(lines)
    ]


def _cards(game: Game, cards: Sequence[Thing], width: int, color: bool) -> Iterator[str]:
    """A line for each card: how many, the title, the prices."""
    faces = [card_face(game, card.kind) for card in cards if card.kind]
    wide = max((width_of(clean(face.title)) for face in faces), default=0)
    for card, face in zip(cards, faces, strict=True):
        count = f"{card.count:>3} " if card.count > 1 else "    "
        title = clean(face.title)
        words = "; ".join(words for _, words in face.prices)
        price = wrap(clean(words), max(width - wide - 6, 20)) or [""]
        style = card_style(game, card)
        yield f"{count}{paint(title, style, color)}{' ' * (wide - width_of(title))}  {price[0]}".rstrip()
        yield from (f"{' ' * (wide + 6)}{line}" for line in price[1:])


def card_style(game: Game, card: Thing) -> str:
    """The ANSI style of a card: the color of its number."""
    assert card.kind is not None
    return f"{BOLD};{palette.fill_of(rank_of_card(game, card.kind))[2]}" if card.kind.first == card.kind.index else DIM


def pool_words(scene: Scene, width: int, choices: frozenset[int] = frozenset(), *, color: bool = False) -> list[str]:
    """A pool in few lines: a word for each thing, as moves have it, alike ones counted; ``>`` before the `choices`.

    Cards of one number stand on lines of their own behind that number.
    """
    lines: list[str] = []
    for row in rows_of(scene):
        label = row.label.rpartition(" ")[2]
        words = [_word(scene.game, thing, choices, color) for thing in _counted(row.things)]
        lines += flowed(words, width, f"{label:>2} " if label else "")
    return lines or ["."]


def _counted(things: Sequence[Thing]) -> list[Thing]:
    """Dice that show the same together, if there are many in all."""
    if len(things) <= MOST_IN_WORDS:
        return list(things)
    alike: dict[str, tuple[int, ...]] = {}
    for thing in things:
        alike[thing.code] = alike.get(thing.code, ()) + thing.spaces
    return [replace(thing, spaces=alike.pop(thing.code)) for thing in things if thing.code in alike]


def _word(game: Game, thing: Thing, choices: frozenset[int], color: bool) -> tuple[str, int]:
    """A thing in a word, and the columns that it takes."""
    sign = CHOICE if choices.intersection(thing.spaces) else ""
    count = f"{thing.count}{'×' if thing.look == 'side' else ' '}" if thing.count > 1 else ""
    shown = f" [{' / '.join(' '.join(row) for row in thing.parts)}]" if thing.parts else ""
    code = (thing.code or "?") + shown
    style = card_style(game, thing) if thing.look == "card" else _piece_style(game, thing)
    return paint(sign, BOLD, color) + count + paint(code, style, color), width_of(sign + count + code)


def _piece_style(game: Game, thing: Thing) -> str:
    """The ANSI style of a piece that is no card: the color that the pack gives to its main value, if it does."""
    value = thing.kind.values.get(game.main_attribute, "") if thing.kind else ""
    color = game.depictions.get(value, Depiction()).color
    return f"{BOLD};{palette.fill_like(color)[2]}" if color else BOLD


def flowed(words: Sequence[tuple[str, int]], width: int, label: str = "") -> list[str]:
    """Words one after another behind a label, as many on a line as the width allows."""
    lines, used = [label], len(label)
    for word, wide in words:
        if used > len(label) and used + 2 + wide > width:
            lines.append(" " * len(label))
            used = len(label)
        gap = "  " if used > len(label) else ""
        lines[-1] += gap + word
        used += len(gap) + wide
    return lines


PLACED, COUNTED = "*", "o"
WIDTH = 79
"""The most columns that a line of a note takes."""

Styled = tuple[str, str]  # what is written and its ANSI style


def terminal(picture: Scene, *, color: bool = False) -> str:
    """The board as lines of text, without a last line end.

    A space shows its notation; pieces of known kind stand on one another, the top one above.
    Below are its marks: ``*`` placed, ``+2`` points, ``o`` scored without points. A layout
    shows heights, and nothing where there is no stack. What is printed on an empty space stands in parentheses. Maps are drawn as `map_lines` has them, pools as `pool_lines` has them. Notes are wrapped.
    `color` adds ANSI colors.
    """
    title, caption = clean(picture.title), clean(picture.full_caption)
    above = [paint(title, BOLD, color), ""] if title else []
    notes = [line for note in picture.notes for line in wrap(clean(note), WIDTH, subsequent_indent="  ")]
    below = filter(None, [caption, _legend(picture), *notes])
    return "\n".join([*above, *_drawn(picture, color), *below])


def _drawn(scene: Scene, color: bool) -> list[str]:
    if scene.board.pool:
        return pool_lines(scene, WIDTH, color=color)
    if scene.faces:
        return map_lines(map_scene(scene), width=WIDTH, color=color)
    return _Picture(scene, color).lines() if isinstance(scene.board.geometry, Drawn) else _Grid(scene, color).lines()


def _words(scene: Scene, space: int) -> list[Styled]:
    """What a space shows, from the top down."""
    stack = scene.board.stacks[space]
    if scene.layout:
        height = stack.height
        return [(str(height), palette.tone_of(height)[3])] if height else [("", "")]
    if stack.up:
        styles = [f"{BOLD};{scene.fills[code][2]}" for code in stack.up]
        return list(zip(repr(stack).split("/"), styles, strict=True))[::-1]
    if not stack.height and not stack.caps and space in scene.printed:
        return [(f"({scene.printed[space]})", DIM)]
    return [(repr(stack), REVERSE if stack.height else DIM)]


def _marks(scene: Scene, space: int) -> Styled:
    """The marks of a space; no text when it has none."""
    placed = PLACED if space in scene.placed else ""
    points = scene.scored.get(space)
    scored = "" if points is None else badge(points) or COUNTED
    return f"{placed} {scored}".strip(), BOLD


def _legend(scene: Scene) -> str:
    """What the marks mean that do not speak for themselves."""
    placed = [f"{PLACED} placed"] if scene.placed else []
    counted = [f"{COUNTED} scored"] if 0 in scene.scored.values() else []
    return "   ".join(placed + counted)


class _Grid:
    """Lays the spaces out in a frame; a layout has no lines between them, and a board of rows that lean has no frame."""

    def __init__(self, scene: Scene, color: bool) -> None:
        geometry = scene.board.geometry
        self.rows, self.columns = geometry.rows, geometry.columns
        self.color, self.framed, self.lean = color, not scene.layout, geometry.lean
        self.cells = [_words(scene, space) for space in range(geometry.size)]
        self.marks = [_marks(scene, space) for space in range(geometry.size)]
        every = [word for cell in [*self.cells, self.marks] for word, _ in cell]
        self.width = max(len(str(self.columns)), *map(width_of, every))
        self.margin = " " * (len(str(self.rows)) + 2)
        centered = scene.centered and self.framed
        # half of an odd number is no line between spaces
        self.middle_row = self.rows / 2 if centered else 0
        self.middle_column = self.columns / 2 if centered else 0

    def lines(self) -> list[str]:
        """All lines: column numbers, frame, rows."""
        gap = "   " if self.framed else " "
        numbers = gap.join(str(c + 1).center(self.width) for c in range(self.columns))
        lines = [f"{self.margin}  {numbers}".rstrip()]
        if self.lean:
            return [*lines, *(line for row in range(self.rows) for line in self._leaning(row))]
        lines.append(self._rule("┌─┬┰┐"))
        for row in range(self.rows):
            if row and self.framed:
                lines.append(self._rule("┝━┿╋┥" if row == self.middle_row else "├─┼╂┤"))
            lines += self._row(row)
        return [*lines, self._rule("└─┴┸┘")]

    def _leaning(self, row: int) -> list[str]:
        """The same without bars, so far to the right that each space lies between two of the row above."""
        lead = " " * round(row * self.lean * (self.width + 3))
        return [lead + line.replace("│", " ").rstrip() for line in self._row(row)]

    def _rule(self, signs: str) -> str:
        """A line between rows; `signs` are left, dash, joint, joint on the thick line, right."""
        left, dash, thin, thick, right = tuple(signs)
        if not self.framed:
            return self.margin + left + dash * ((self.width + 1) * self.columns + 1) + right
        dashes = [dash * (self.width + 2)] * self.columns
        return self.margin + left + self._line_of(dashes, thin, thick) + right

    def _line_of(self, parts: list[str], thin: str, thick: str) -> str:
        joints = [thick if c == self.middle_column else thin for c in range(1, self.columns)]
        return "".join(a + b for a, b in zip(parts, [*joints, ""], strict=True))

    def _row(self, row: int) -> list[str]:
        """The lines of a row of spaces: its tallest cell, then the marks if it has any."""
        spaces = range(row * self.columns, (row + 1) * self.columns)
        cells = [self.cells[space] for space in spaces]
        height = max(map(len, cells))
        raised = [[("", "")] * (height - len(cell)) + cell for cell in cells]
        lines = [self._line("", [cell[i] for cell in raised]) for i in range(height - 1)]
        lines.append(self._line(str(row + 1), [cell[-1] for cell in raised]))
        marks = [self.marks[space] for space in spaces]
        return [*lines, self._line("", marks)] if any(word for word, _ in marks) else lines

    def _line(self, label: str, words: list[Styled]) -> str:
        """A line of cells between bars, after a row number."""
        parts = [paint(_centered(word, self.width), style if word else "", self.color) for word, style in words]
        body = self._line_of(parts, " │ ", " ┃ ") if self.framed else " ".join(parts)
        return f"{label:>{len(self.margin) - 1}} │ {body} │"


class _Picture:
    """Lays the spaces of a drawn board out as its picture has them, with the lines between them."""

    SIGNS: ClassVar = {"right": "─", "bottom": "│", "bottom right": "╲", "bottom left": "╱"}

    def __init__(self, scene: Scene, color: bool) -> None:
        board = scene.board.geometry
        assert isinstance(board, Drawn)
        self.board, self.color = board, color
        self.words = {space: _words(scene, space)[0] for space in board.region("board")}
        self.marks = {space: _marks(scene, space) for space in self.words}
        shown = [word for words in (self.words, self.marks) for word, _ in words.values()]
        self.wide, self.high = max(map(width_of, shown)) + 3, 3 if any(word for word, _ in self.marks.values()) else 2

    def lines(self) -> list[str]:
        """All lines: column numbers, then a line a row and those between."""
        board, margin = self.board, len(str(self.board.rows)) + 2
        cells: dict[tuple[int, int], Styled] = {}
        for one, way, other in board.links:
            (row, column), (last_row, last_column) = (divmod(space, board.columns) for space in (one, other))
            begin, end = (self.high * row, self.wide * column), (self.high * last_row, self.wide * last_column)
            steps = max(abs(end[0] - begin[0]), abs(end[1] - begin[1]) if way == "right" else 0)
            for step in range(1, steps):
                at = (begin[i] + round(step * (end[i] - begin[i]) / steps) for i in (0, 1))
                cells[next(at), next(at)] = self.SIGNS[way], DIM
        for space, word in self.words.items():
            row, column = divmod(space, board.columns)
            cells[self.high * row, self.wide * column] = word
            if self.marks[space][0]:
                cells[self.high * row + 1, self.wide * column] = self.marks[space]
        numbers = "".join(str(column + 1).ljust(self.wide) for column in range(board.columns))
        found = [" " * margin + numbers.rstrip()]
        for y in range(self.high * (board.rows - 1) + self.high - 1):
            label = str(y // self.high + 1) if y % self.high == 0 else ""
            found.append((label.rjust(margin - 1) + " " + self._line(cells, y)).rstrip())
        return found

    def _line(self, cells: dict[tuple[int, int], Styled], y: int) -> str:
        """One line of signs; a word takes the place of as many."""
        text, at = "", 0
        while at < self.wide * self.board.columns:
            word, style = cells.get((y, at), (" ", ""))
            text, at = text + paint(word, style, self.color), at + max(1, width_of(word))
        return text


def _centered(word: str, width: int) -> str:
    free = width - width_of(word)
    return " " * (free // 2) + word + " " * (free - free // 2)


LEAST_WORD = 3
"""Words are set this wide at least, so that a board does not grow with every piece."""
POOL_WIDTH = 60
"""Longer pools are wrapped."""


def compact(
    scene: Scene, choices: frozenset[int] = frozenset(), *, tops_only: bool = False, color: bool = False
) -> list[str]:
    """The board as lines: title, column numbers, rows, caption.

    A stack of known pieces is shown as its top and height: ``D3·3``; with `tops_only` every stack with a visible
    piece. The spaces of `choices` are marked with ``>``. A pool is shown as words (`pool_words`).
    """
    if scene.board.pool:
        return _pool(scene, choices, color)
    geometry, stacks = scene.board.geometry, scene.board.stacks
    there = geometry.region("board")
    words = [short(stack, tops_only) if space in there else "" for space, stack in enumerate(stacks)]
    for space, code in scene.printed.items():
        words[space] = f"({code})" if words[space] == repr(Stack()) else words[space]
    width = max(LEAST_WORD, *map(width_of, words))
    margin = len(str(geometry.rows))
    step = round(geometry.lean * (width + 1))
    numbers = " ".join(str(c + 1).ljust(width) for c in range(geometry.columns))
    lines = [paint(f"{' ' * margin}  {numbers}".rstrip(), DIM, color)]
    for row in range(geometry.rows):
        cells = []
        for space in range(row * geometry.columns, (row + 1) * geometry.columns):
            sign = paint(CHOICE, BOLD, color) if space in choices else " "
            shown = paint(words[space], _style(scene, stacks[space]), color)
            cells.append(sign + shown + " " * (width - width_of(words[space])))
        lines.append(" " * (step * row) + paint(f"{row + 1:>{margin}}", DIM, color) + " " + "".join(cells))
    title = [paint(clean(scene.title), BOLD, color)] if scene.title else []
    whole = margin + 1 + geometry.columns * (width + 1) + step * (geometry.rows - 1)
    return [*title, *lines, *wrap(clean(scene.caption), whole)]


def _pool(scene: Scene, choices: frozenset[int], color: bool) -> list[str]:
    title = [paint(clean(scene.title), BOLD, color)] if scene.title else []
    return [*title, *pool_words(scene, POOL_WIDTH, choices, color=color), *wrap(clean(scene.caption), POOL_WIDTH)]


def short(stack: Stack, top_only: bool = False) -> str:
    """The notation of a stack; of several known pieces (or with `top_only`) the top and the height."""
    if len(stack.up) < 2 and not (top_only and stack.up and stack.down):
        return repr(stack)
    return f"{stack.up[-1]}·{stack.height}{stack.caps}"


def _style(scene: Scene, stack: Stack) -> str:
    if stack.top:
        return f"{BOLD};{scene.fills[stack.top][2]}"
    return REVERSE if stack.height else DIM
