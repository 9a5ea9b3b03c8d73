"""A sheet of one or several boards as one self-contained SVG picture, with a legend of its letters and shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from textwrap import wrap
from typing import NamedTuple
from xml.etree.ElementTree import Element, indent, tostring
from zlib import crc32

from tilewright.draw import palette
from tilewright.draw.faces import UNIT, FaceArt, Point
from tilewright.draw.palette import Color
from tilewright.draw.pools import Pool, PoolRow, Thing, look_of, rows_of, size_of
from tilewright.draw.scene import Scene, clean, describe
from tilewright.draw.tiles import LOW, SIDE, Tiles, add, cap_shape, emblem, hexagon, number, print_of
from tilewright.draw.tokens import TokenRows
from tilewright.table.board import Board, Stack
from tilewright.table.drawn import Drawn
from tilewright.table.game import Depiction, Game
from tilewright.table.geometry import Geometry, Hexagons

SIZE = 13.0  # of the font
ICON, ENTRY_GAP, LEGEND_LINE = 26.0, 16.0, 30.0


class LegendEntry(NamedTuple):
    """What a sign stands for: the letters of pieces with a look, or the mark of a cap without one.

    Figures of players have an owner.
    """

    word: str
    sign: str
    look: int | None = None
    owner: int | None = None

    @property
    def width(self) -> float:
        """The room that the sign and the word take."""
        return ICON + 0.6 * SIZE * len(self.word)


def legend_entries(scenes: Iterable[Scene]) -> list[LegendEntry]:
    """What is on the pieces that are seen, in the order of the game."""
    found: dict[LegendEntry, None] = {}
    for scene in scenes:
        signs = {
            *scene.supply,
            *scene.printed.values(),
            *(sign for stack in scene.board.stacks for sign in (*stack.up, *stack.caps)),
        }
        kinds = [scene.game.by_code[sign] for sign in signs if sign in scene.game.by_code]
        signs |= {scene.game.kinds[part].code for kind in kinds for part in kind.covers}
        if not scene.layout:
            known = [*_kinds(scene), *((LegendEntry(cap.name, cap.mark), {cap.mark}) for cap in scene.game.caps)]
            found |= {entry: None for entry, codes in known if codes & signs}
            found |= {LegendEntry(name, "", owner=i): None for i, name in enumerate(scene.names) if scene.standees}
    return list(found)


def _kinds(scene: Scene) -> list[tuple[LegendEntry, set[str]]]:
    """For each look of the tiles of a game what it stands for, and the codes that have it."""
    names = (*scene.game.values_of(scene.game.main_attribute), scene.game.piece)
    codes: dict[int, list[str]] = {}
    for code, look in scene.looks().items():
        kind = scene.game.by_code[code]
        if look_of(scene.game, kind) == "tile" and not kind.covers:
            codes.setdefault(look, []).append(code)
    return [(LegendEntry(names[look], _letters(codes[look]), look), set(codes[look])) for look in sorted(codes)]


def _letters(codes: Iterable[str]) -> str:
    """The letters that codes begin with; none when they differ."""
    found = {code.rstrip("0123456789") for code in codes}
    return found.pop() if len(found) == 1 else ""


def legend_lines(found: Sequence[LegendEntry], width: float) -> list[list[LegendEntry]]:
    """The entries in as few lines as fit a width, with equally many in each if that fits too."""
    filled: list[list[LegendEntry]] = []
    for entry in found:
        if filled and _entries_width([*filled[-1], entry]) <= width:
            filled[-1].append(entry)
        else:
            filled.append([entry])
    each = ceil(len(found) / max(len(filled), 1))
    even = [list(found[i : i + each]) for i in range(0, len(found), max(each, 1))]
    return even if all(_entries_width(line) <= width for line in even) else filled


def draw_legend(
    parent: Element, filled: Sequence[Sequence[LegendEntry]], game: Game, middle: float, top: float
) -> None:
    """Draw lines of entries, centered on `middle`."""
    group = add(parent, "g", font_size=SIZE, fill=palette.MUTED)
    figures = {cap.mark for cap in game.caps if cap.stands_on}
    for i, line in enumerate(filled):
        left, y = middle - _entries_width(line) / 2, top + LEGEND_LINE * (i + 0.5)
        for entry in line:
            if entry.owner is not None or entry.sign in figures:
                mark = entry.sign or next(cap.mark for cap in game.caps if cap.of_players)
                FaceArt(game).figure(group, mark, entry.owner, False, (left + ICON / 2 - 3, y), 21)
            elif entry.look is None:
                cap_shape(group, entry.sign if len(game.caps) > 1 else "", left + ICON / 2 - 3, y + 10, 0.62)
            else:
                emblem(group, entry.look, entry.sign, left + ICON / 2 - 3, y, 9.5, _colors(game, entry.word))
            add(group, "text", entry.word, x=left + ICON, y=y + 0.36 * SIZE)
            left += entry.width + ENTRY_GAP


def _colors(game: Game, word: str) -> palette.Paint | None:
    """The colors that the pack gives to a value."""
    color = game.depictions.get(word, Depiction()).color
    return palette.fill_like(color) if color else None


def _entries_width(line: Sequence[LegendEntry]) -> float:
    return sum(entry.width for entry in line) + ENTRY_GAP * (len(line) - 1)


FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
MARGIN, GAP = 16.0, 28.0
RIM = 6.0  # the room around a board alone, over which marks reach
LEGEND = 12.0  # the room above the legend
LABELS = 26.0  # the room for coordinates, left of the board and above it
ABOVE, MIDDLE = 8.0, 4.7  # how far coordinates stand from the board, and how far below the middle of a row
SHELF = 0.8  # the size of pieces to be placed, compared with those on the board
WIDEST = 1500.0  # wider rows of boards are broken
BOARDS = "boards"  # what stands where the owner of pools would
TITLE, CAPTION, HEADING = 19.0, 15.0, 26.0  # font sizes


def svg(pictures: Sequence[Scene], *, title: str = "", in_row: int | None = None) -> str:
    """One or several boards side by side, so many in a row or, without `in_row`, broken into rows when they are many.

    The same pictures give the same text. `title` heads the sheet; without it the sheet is
    called by the titles of its boards. Viewers that prefer dark colors show its dark look.
    """
    blocks = [_Block.of(picture) for picture in pictures]
    rows = _rows(blocks, in_row)
    width = max((_width(row) for row in rows), default=SIDE * 4) + 2 * MARGIN
    signs = legend_lines(legend_entries(pictures), width - 2 * MARGIN)
    heading = _lines(title, HEADING, width - 2 * MARGIN)
    top = MARGIN + _room(heading, HEADING)
    height = top + sum(_height(row) + GAP for row in rows) - (GAP if rows else 0) + MARGIN
    height += LEGEND_LINE * len(signs) + (LEGEND if signs else 0)
    name = clean(title) or ", ".join(filter(None, (clean(p.title) for p in pictures))) or "board"
    root = _root(width, height, name, "\n".join(map(describe, pictures)))
    _text(root, heading, width / 2, MARGIN, HEADING)
    for row in rows:
        left = (width - _width(row)) / 2
        for block in row:
            block.draw(root, left, top)
            left += block.width + GAP
        top += _height(row) + GAP
    if signs:
        draw_legend(root, signs, pictures[0].game, width / 2, top - GAP + LEGEND)
    _add_dark_look(root)
    indent(root)
    return tostring(root, encoding="unicode") + "\n"


def board_svg(scene: Scene) -> str:
    """A board alone, for small pictures on paper: without titles, coordinates and a legend, in the light look."""
    geometry = scene.board.geometry
    width, height = SIDE * geometry.width, SIDE * geometry.height
    root = _root(width + 2 * RIM, height + 2 * RIM, clean(scene.title) or "board", describe(scene))
    _draw_board(root, scene, RIM, RIM)
    return tostring(root, "unicode")


def supply_svg(scene: Scene, columns: int) -> str | None:
    """The pieces that are to be placed, so many in a row, as a board alone; None when there are none."""
    shelf = _shelf(scene, columns)
    return board_svg(replace(shelf, centered=False)) if shelf else None


def board_for_page(scene: Scene) -> str:
    """The board of a scene with its coordinates, and nothing round it: for a page that has words and colors of its own.

    The first space begins at (`LABELS`, `LABELS`), each is `SIDE` wide and high; `RIM` is left to the right and
    below. Colors that differ in the dark have classes such as ``fill-paper``; the page says what they are there.
    """
    geometry = scene.board.geometry
    width, height = (LABELS + SIDE * count + RIM for count in (geometry.width, geometry.height))
    box = f"0 0 {number(width)} {number(height)}"
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "font-family": FONTS})
    _coordinates(root, scene, LABELS, LABELS)
    _draw_board(root, scene, LABELS, LABELS)
    return tostring(root, encoding="unicode")


def things_for_page(scene: Scene) -> list[tuple[PoolRow, list[tuple[Thing, str]]]]:
    """The things of a pool row by row, each as a picture of its own, in the colors of `board_for_page`."""
    pool = Pool.of(scene)
    return [(row, [(thing, _with_margin(pool, thing)) for thing in row.things]) for row in rows_of(scene)]


def _with_margin(pool: Pool, thing: Thing) -> str:
    """A thing with room around it for its number."""
    width, height = (side + 2 * RIM for side in size_of(thing))
    sizes = {"width": number(width), "height": number(height), "viewBox": f"0 0 {number(width)} {number(height)}"}
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": FONTS, **sizes})
    pool.draw_thing(root, thing, RIM, RIM)
    return tostring(root, encoding="unicode")


def table_svg(name: str, rows: Iterable[Sequence[str]], head: Sequence[str]) -> str:
    """A table of texts as a picture, its head in bold; viewers that prefer dark colors show its dark look."""
    lines = [[clean(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) * 0.6 * CAPTION + 18 for column in zip(*lines, strict=True)]
    height = 1.5 * CAPTION
    root = _root(
        sum(widths) + 2 * MARGIN, len(lines) * height + 2 * MARGIN, clean(name), "\n".join(map(" ".join, lines))
    )
    for i, line in enumerate(lines):
        left, weight = MARGIN, "normal" if i else "bold"
        for cell, width in zip(line, widths, strict=True):
            y = MARGIN + height * (i + 0.7)
            if cell:
                add(root, "text", cell, x=left, y=y, font_size=CAPTION, fill=palette.TEXT, font_weight=weight)
            left += width
    _add_dark_look(root)
    indent(root)
    return tostring(root, encoding="unicode") + "\n"


@dataclass(frozen=True)
class _Board:
    """A board with its coordinates and the shelf of pieces to be placed, and how much room they take."""

    scene: Scene
    shelf: Scene | None
    width: float
    height: float

    @classmethod
    def of(cls, scene: Scene) -> _Board:
        geometry = scene.board.geometry
        # as much room on the right as the coordinates take on the left: titles stand centered
        width = 2 * LABELS + SIDE * geometry.width
        shelf = _shelf(scene, int(width / (SIDE * SHELF)))
        return cls(scene, shelf, width, LABELS + SIDE * geometry.height + _shelf_height(shelf))

    def draw(self, parent: Element, left: float, top: float) -> None:
        """Draw it with its upper left corner at a point."""
        geometry = self.scene.board.geometry
        x, y = left + LABELS, top + LABELS
        _coordinates(parent, self.scene, x, y)
        _draw_board(parent, self.scene, x, y)
        if self.shelf is not None:
            _draw_shelf(parent, self.shelf, left + self.width / 2, y + SIDE * geometry.height + 10)


@dataclass(frozen=True)
class _Block:
    """A board or a pool with its lines of text, and how much room it takes."""

    body: _Board | Pool
    tokens: TokenRows
    title: list[str]
    caption: list[str]
    notes: list[str]
    width: float
    height: float

    @classmethod
    def of(cls, scene: Scene) -> _Block:
        body = Pool.of(scene) if scene.board.pool else _Board.of(scene)
        tokens = TokenRows.of(scene.tokens)
        width = max(body.width, tokens.width)
        title = _lines(scene.title, TITLE, width)
        legend = "marked corner: placed" if scene.placed else ""
        caption = [line for words in (scene.caption, legend) for line in _lines(words, CAPTION, width)]
        notes = [line for words in scene.notes for line in _lines(words, CAPTION, width, 12)]
        text = sum(_room(lines, size) for lines, size in ((title, TITLE), (caption, CAPTION), (notes, CAPTION)))
        height = text + (10 if caption or notes else 0) + body.height + tokens.height
        return cls(body, tokens, title, caption, notes, width, height)

    @property
    def owner(self) -> str:
        """What stands together in a row of its own: of pools whose they are, of boards nothing."""
        scene = self.body.scene
        return scene.owner if scene.board.pool else BOARDS

    def draw(self, parent: Element, left: float, top: float) -> None:
        """Draw the block with its upper left corner at a point."""
        group = add(parent, "g")
        middle = left + self.width / 2
        _text(group, self.title, middle, top, TITLE)
        y = top + _room(self.title, TITLE)
        self.body.draw(group, left + (self.width - self.body.width) / 2, y)
        y += self.body.height
        self.tokens.draw(group, middle, y)
        y += self.tokens.height + 10
        _text(group, self.caption, middle, y, CAPTION)
        _text(group, self.notes, middle, y + _room(self.caption, CAPTION), CAPTION, palette.TEXT)


def _draw_board(parent: Element, scene: Scene, x: float, y: float) -> None:
    """The grid and the stacks of a board whose upper left corner is a point; of a map its tiles."""
    geometry = scene.board.geometry
    if scene.faces:
        draw_map(parent, scene, x, y)
        return
    _ground(parent, scene, x, y)
    tiles = Tiles.of(scene)
    # marks reach a little over the edges of their spaces, so they are drawn last
    for space in sorted(geometry.region("board"), key=scene.scored.__contains__):
        right, down = geometry.drawn(space)
        tiles.draw(parent, space, x + SIDE * right, y + SIDE * down)


def _shelf(scene: Scene, columns: int) -> Scene | None:
    """The pieces to be placed as a board, each on a space of its own; None without any."""
    marks = scene.game.by_mark
    stacks = [Stack(0, (), sign) if sign in marks else Stack(0, (sign,)) for sign in scene.supply]
    if not stacks:
        return None
    rows = ceil(len(stacks) / columns)
    width = ceil(len(stacks) / rows)
    stacks += [Stack()] * (rows * width - len(stacks))
    return replace(scene, board=Board(Geometry(rows, width), tuple(stacks)), scored={}, placed=frozenset())


def _shelf_height(shelf: Scene | None) -> float:
    return SHELF * SIDE * shelf.board.geometry.rows + 6 if shelf else 0.0


def _draw_shelf(parent: Element, shelf: Scene, middle: float, top: float) -> None:
    geometry, tiles = shelf.board.geometry, Tiles.of(shelf)
    left = middle - SHELF * SIDE * geometry.columns / 2
    group = add(parent, "g", transform=f"translate({number(left)} {number(top)}) scale({number(SHELF)})")
    for space in range(geometry.size):
        row, column = divmod(space, geometry.columns)
        tiles.draw(group, space, SIDE * column, SIDE * row)


def _root(width: float, height: float, name: str, words: str) -> Element:
    """The outer element with its name, its description and white paper."""
    # names that depend on what they name, since a page may hold several pictures
    key = f"{crc32((name + words).encode()):08x}"
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": number(width),
            "height": number(height),
            "viewBox": f"0 0 {number(width)} {number(height)}",
            "id": f"board-{key}",
            "role": "img",
            "aria-labelledby": f"title-{key} desc-{key}",
            "font-family": FONTS,
        },
    )
    add(root, "title", name, id=f"title-{key}")
    add(root, "desc", words, id=f"desc-{key}")
    add(root, "rect", width=width, height=height, fill=palette.PAPER)
    return root


def _add_dark_look(root: Element) -> None:
    """A style, for this picture alone, that colors it in the dark wherever dark colors are preferred."""
    roles = sorted({role for element in root.iter() for role in element.get("class", "").split()})
    colors = {color.role: color.dark for color in vars(palette).values() if isinstance(color, Color)}
    rules = []
    for name in roles:
        what, _, role = name.partition("-")
        rules.append(f"#{root.get('id')} .{name}{{{what}:{colors[role]}}}")
    style = Element("style")
    style.text = f"@media (prefers-color-scheme:dark){{{' '.join(rules)}}}"
    root.insert(2, style)


def _rows(blocks: list[_Block], in_row: int | None) -> list[list[_Block]]:
    """Rows of so many blocks, or as few as the widest allows, with equally many blocks in each.

    Pools of one owner stand by themselves; where players have one each, these stand side by side.
    """
    counts = Counter(block.owner for block in blocks)

    def together_with(block: _Block) -> str | None:
        owner = block.owner
        return None if owner not in ("", BOARDS) and counts[owner] == 1 else owner

    rows = []
    for owner, group in groupby(blocks, together_with):
        together = list(group)
        each = in_row or ceil(len(together) / ceil(_width(together) / WIDEST))
        rows += [(owner, together[i : i + each]) for i in range(0, len(together), each)]
    return [row for _, row in rows] if in_row else _side_by_side(rows)


def _side_by_side(rows: list[tuple[str | None, list[_Block]]]) -> list[list[_Block]]:
    """The rows, those of different owners in one as long as it is no wider than the widest."""
    widest = max((_width(row) for _, row in rows), default=0.0)
    joined: list[tuple[str | None, list[_Block]]] = []
    for owner, row in rows:
        before, last = joined[-1] if joined else (None, [])
        if (
            owner not in (None, "", BOARDS, before)
            and before not in (None, "", BOARDS)
            and _width(last + row) <= widest
        ):
            joined[-1] = (owner, last + row)
        else:
            joined.append((owner, row))
    return [row for _, row in joined]


def _width(row: list[_Block]) -> float:
    return sum(block.width for block in row) + GAP * (len(row) - 1)


def _height(row: list[_Block]) -> float:
    return max(block.height for block in row)


def _lines(words: str, size: float, width: float, most: int = 4) -> list[str]:
    """The words in so many lines of a width at most, cut with an ellipsis."""
    return wrap(clean(words), max(8, int(width / (0.56 * size))), max_lines=most, placeholder=" …")


def _room(lines: list[str], size: float) -> float:
    return (len(lines) * 1.3 + 0.4) * size if lines else 0.0


def _text(parent: Element, lines: list[str], x: float, top: float, size: float, fill: Color = palette.MUTED) -> None:
    """Lines centered on x; the large ones bold."""
    fill, weight = (fill, "normal") if size == CAPTION else (palette.TEXT, "bold")
    for i, line in enumerate(lines):
        add(
            parent,
            "text",
            line,
            x=x,
            y=top + (i * 1.3 + 0.9) * size,
            font_size=size,
            fill=fill,
            text_anchor="middle",
            font_weight=weight,
        )


def _coordinates(parent: Element, scene: Scene, x: float, y: float) -> None:
    """The numbers of rows and columns: from 1, on a map from its first tile; none for a single space, such as a pile."""
    geometry = scene.board.geometry
    if geometry.size == 1:
        return
    top, left = scene.corner
    group = coordinates(parent)
    for column in range(geometry.columns):
        middle = x + SIDE * (column + 0.5)
        add(group, "text", str(column + left), x=middle, y=y - ABOVE, text_anchor="middle")
    for row in range(geometry.rows):
        right, down = geometry.drawn(row * geometry.columns)
        middle = y + SIDE * (down + 0.5) + MIDDLE
        add(group, "text", str(row + top), x=x + SIDE * right - ABOVE, y=middle, text_anchor="end")


def coordinates(parent: Element) -> Element:
    """Where the numbers of rows and columns are written."""
    return add(parent, "g", font_size=13, fill=palette.MUTED)


def _ground(parent: Element, scene: Scene, x: float, y: float) -> None:
    """The grid under the stacks; a faint one under a layout."""
    geometry = scene.board.geometry
    width, height = SIDE * geometry.columns, SIDE * geometry.rows
    fill: str | Color = "none" if scene.layout else palette.SPACE
    stroke = palette.FAINT if scene.layout else palette.GRID
    if isinstance(geometry, Drawn):
        _lines_of(parent, geometry, x, y)
        return
    if isinstance(geometry, Hexagons):
        corners = (geometry.drawn(space) for space in range(geometry.size))
        outlines = "".join(hexagon(x + SIDE * right, y + SIDE * low) for right, low in corners)
        add(parent, "path", d=outlines, fill=fill, stroke=stroke, stroke_linejoin="round")
        _prints(parent, scene, x, y)
        return
    add(parent, "rect", x=x, y=y, width=width, height=height, fill=fill)
    down = "".join(_line(x + SIDE * c, y, "v", height) for c in range(geometry.columns + 1))
    across = "".join(_line(x, y + SIDE * r, "h", width) for r in range(geometry.rows + 1))
    _prints(parent, scene, x, y)
    add(parent, "path", d=down + across, stroke=stroke, stroke_linecap="square")
    thick = "" if geometry.columns % 2 else _line(x + width / 2, y, "v", height)
    thick += "" if geometry.rows % 2 else _line(x, y + height / 2, "h", width)
    if scene.centered and thick:
        add(parent, "path", d=thick, stroke=palette.CENTER, stroke_width=4)


def _lines_of(parent: Element, board: Drawn, x: float, y: float) -> None:
    """The lines of a drawn board, and a spot on each space."""
    middle = {}
    for space in sorted(board.region("board")):
        right, down = board.drawn(space)
        middle[space] = x + SIDE * (right + 0.5), y + SIDE * (down + 0.5) + LOW
    joints = ((middle[one], middle[other]) for one, _, other in board.links)
    path = "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in joints)
    add(parent, "path", d=path, stroke=palette.GRID, stroke_width=3, stroke_linecap="round")
    for across, deep in middle.values():
        add(parent, "circle", cx=across, cy=deep, r=6, fill=palette.SPACE, stroke=palette.GRID, stroke_width=2)


def _prints(parent: Element, scene: Scene, x: float, y: float) -> None:
    """What is printed on spaces: the shapes and colors of the pieces for which they are made."""
    looks = scene.looks()
    for space, code in scene.printed.items():
        right, low = scene.board.geometry.drawn(space)
        middle = x + SIDE * (right + 0.5), y + SIDE * (low + 0.5) + LOW
        print_of(parent, looks[code], *middle, scene.fills[code][0])


def _line(x: float, y: float, direction: str, length: float) -> str:
    return f"M{number(x)} {number(y)}{direction}{number(length)}"


# ------------------------------------------------------------------ boards that grow


def draw_map(parent: Element, scene: Scene, x: float, y: float) -> None:
    """Draw a map whose upper left corner is a point, each space `SIDE` wide and high."""
    art, tiles, columns = FaceArt(scene.game), Tiles.of(scene), scene.board.geometry.columns
    corners = {space: (x + SIDE * (space % columns), y + SIDE * (space // columns)) for space in scene.faces}
    for space, kind in scene.faces.items():
        art.draw(parent, kind, *corners[space], SIDE)
    figures = add(parent, "g")
    for space, mark, owner, lying, (across, down) in _figures(scene, art):
        left, top = corners[space]
        group = add(figures, "g", transform=f"translate({left:g} {top:g}) scale({SIDE / UNIT:g})")
        art.figure(group, mark, owner, lying, (across, down))
    for space, (left, top) in corners.items():
        tiles.mark(parent, space, left, top)


def _figures(scene: Scene, art: FaceArt) -> Iterator[tuple[int, str, int | None, bool, Point]]:
    """The figures: where each stands, its mark, whose it is, whether it lies (on the rest), and the point in its tile."""
    for space, kind in scene.faces.items():
        caps = scene.board.stacks[space].caps
        across, down = art.spot(kind, -1)
        for i, mark in enumerate(caps):
            yield space, mark, None, False, (across + 16 * (i - (len(caps) - 1) / 2), down)
    for standee in scene.standees:
        kind = scene.faces[standee.space]
        assert kind.face is not None, "tiles of a map have faces"
        area = kind.face.areas[standee.patch]
        lying = scene.game.areas[area].place == "rest"
        yield standee.space, standee.mark, standee.owner, lying, art.spot(kind, standee.patch)
