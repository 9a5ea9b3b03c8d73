"""Parts of pictures as sprites, from which a page without Python assembles what `sheet` draws.

A stack consists of fronts and a top; a pool of its things with their numbers. The offsets of fronts depend on the
tallest stack (`Tiles.of`), by the numbers in `MEASURES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element, tostring
from zlib import crc32

from tilewright.draw import tiles
from tilewright.draw.faces import UNIT, FaceArt
from tilewright.draw.picture import of_board
from tilewright.draw.pools import look_of, number_of_card, rank_of_card, stock
from tilewright.draw.scene import Scene
from tilewright.draw.sheet import ABOVE, FONTS, LABELS, MIDDLE, RIM, board_for_page, coordinates, things_for_page
from tilewright.draw.tiles import BASE, HIGHEST, LABELLED, PLAIN, SIDE, WIDTH, Tiles, number
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.drawn import Drawn
from tilewright.table.game import Game, Kind
from tilewright.table.geometry import Geometry

MEASURES = {
    "side": SIDE,
    "width": WIDTH,
    "base": BASE,
    "highest": HIGHEST,
    "plain": PLAIN,
    "labelled": LABELLED,
    "labels": LABELS,
    "edge": RIM,
}
"""The lengths of `tiles`, `pools` and `sheet` by which parts are put together."""
LABEL = 10.0
"""The size in which the label of a front is drawn."""


def shape_of(geometry: Geometry) -> dict[str, Any]:
    """The size of a board, how its rows are drawn, which of its spaces are missing, and the name of its ground."""
    return {
        "ground": _name(geometry),
        "missing": sorted(set(range(geometry.size)) - geometry.region("board")),
        "made_for": [geometry.made_for(space) for space in range(geometry.size)] if geometry.printed else [],
        "rows": geometry.rows,
        "columns": geometry.columns,
        "lean": geometry.lean,
        "pitch": geometry.pitch,
        "tall": geometry.tall,
    }


def grounds(geometries: Iterable[Geometry], game: Game) -> dict[str, list[str]]:
    """Empty boards with their coordinates, each once, by their names, with what is drawn under and over a piece that was placed there."""
    empty = {_name(geometry): Board(geometry, (Stack(),) * geometry.size) for geometry in geometries}
    return {name: _ground(board, game) for name, board in sorted(empty.items())}


def _ground(board: Board, game: Game) -> list[str]:
    tint = partial(tiles.placed_tint, geometry=board.geometry)
    return [board_for_page(of_board(board, game)), _drawn(tint), _drawn(tiles.placed_corner)]


def _name(geometry: Geometry) -> str:
    """What tells a ground from others: the size, how its rows lean, its lines, and what is printed on it."""
    lines = geometry.links if isinstance(geometry, Drawn) else ()
    drawn = [lines, [(name, sorted(spaces)) for name, spaces in geometry.printed]]
    return f"{geometry.rows}x{geometry.columns}/{number(geometry.lean)}/{crc32(repr(drawn).encode()):08x}"


def stack_parts(game: Game, tallest: int, faces: frozenset[int]) -> dict[str, Any]:
    """The parts of stacks on a board whose stacks are at most so high, on which pieces of these kinds lie."""
    empty, kinds = Scene(Board(Geometry(1, 1), (Stack(),)), game), [kind for kind in game.kinds if kind.index in faces]
    numbers, counts = range(1, tallest + 1), range(1, len(game.caps) + 1)
    tops = {kind.code: Stack(0, (kind.code,)) for kind in kinds}
    return {
        "fronts": {kind.code: _both(empty, partial(_front, code=kind.code)) for kind in kinds},
        "down": _both(empty, partial(_front, code=None)),
        "labels": {kind.code: _drawn(partial(_label, scene=empty, code=kind.code)) for kind in kinds},
        "faces": {code: _both(empty, partial(_top, stack=stack)) for code, stack in tops.items()},
        "backs": [_both(empty, partial(_top, stack=Stack(number))) for number in numbers],
        "bare": _both(empty, partial(_top, stack=Stack(1, (), "^"))),
        "heights": [_drawn(partial(tiles.chip, words=str(number), x=0, y=0)) for number in numbers],
        "roofs": {
            cap.mark: [_drawn(partial(_cap_shape, game=game, mark=cap.mark, count=count)) for count in counts]
            for cap in game.caps
        },
    }


def _both(scene: Scene, draw: Callable[[Element, Tiles], None]) -> list[str]:
    """A part in both depths: where no code stands on a front, and where some do."""
    both = (replace(Tiles.of(scene), face=face, layer=layer) for face, layer in (PLAIN, LABELLED))
    return [_drawn(partial(_with, draw=draw, drawer=drawer)) for drawer in both]


def _with(parent: Element, draw: Callable[[Element, Tiles], None], drawer: Tiles) -> None:
    draw(parent, drawer)


def _front(parent: Element, drawer: Tiles, code: str | None) -> None:
    drawer.front(parent, code)


def _top(parent: Element, drawer: Tiles, stack: Stack) -> None:
    drawer.top(parent, stack, 0, 0)


def _label(parent: Element, scene: Scene, code: str) -> None:
    tiles.write(parent, code, 0, 0, LABEL, scene.fills[code][1])


def _cap_shape(parent: Element, game: Game, mark: str, count: int) -> None:
    """One of so many caps on a stack, as `Tiles` draws it."""
    tiles.cap_shape(parent, mark if len(game.caps) > 1 else "", 0, 0, 1.1 / count)


def map_parts(game: Game, players: int) -> dict[str, Any]:
    """The parts of a map: tiles by their codes with the spots of their patches, figures of each player by their marks."""
    art, kinds = FaceArt(game), [kind for kind in game.kinds if kind.face is not None]
    rest = [name for name, area in game.areas.items() if area.place == "rest"]
    figures = {}
    for cap in game.caps:
        owners = range(players) if cap.of_players else (None,)
        figures[cap.mark] = [[_figure(art, cap.mark, owner, lying) for lying in (False, True)] for owner in owners]
    return {
        "fonts": FONTS,
        "scale": SIDE / UNIT,
        "numbers": _drawn(_number),
        "above": ABOVE,
        "middle": MIDDLE,
        "tiles": {kind.code: _drawn(partial(_tile, art=art, kind=kind)) for kind in kinds},
        "areas": {kind.code: kind.face.areas for kind in kinds if kind.face is not None},
        "spots": {kind.code: _spots(art, kind) for kind in kinds},
        "figures": figures,
        "rest": rest,
        "placed": _drawn(tiles.placed_corner),
    }


def _tile(parent: Element, art: FaceArt, kind: Kind) -> None:
    art.draw(parent, kind, 0, 0, SIDE)


def _spots(art: FaceArt, kind: Kind) -> list[list[float]]:
    """Where figures stand on each patch of a tile, then on the tile itself."""
    patches = len(kind.face.areas) if kind.face is not None else 0
    return [[round(number, 2) for number in art.spot(kind, patch)] for patch in (*range(patches), -1)]


def _figure(art: FaceArt, mark: str, owner: int | None, lying: bool) -> str:
    return _drawn(partial(art.figure, mark=mark, owner=owner, lying=lying, at=(0.0, 0.0)))


def _number(parent: Element) -> None:
    """Where a page writes the numbers of rows and columns, in place of the sign."""
    coordinates(parent).text = "#"


def thing_parts(game: Game, most: int) -> dict[str, Any]:
    """The things of pools, by their codes, with what they are drawn as; up to so many lie there alike."""
    return {
        "things": {kind.code: _thing(game, kind) for kind in game.kinds},
        "back": _picture(game, None),
        "stocks": [_drawn(partial(stock, count=number, x=0, y=0)) for number in range(1, most + 1)],
    }


def _thing(game: Game, kind: Kind) -> dict[str, Any]:
    look = look_of(game, kind)
    card = {}
    if look == "card":
        thing = next(thing for row in _rows(game, kind) for thing, _ in row[1])
        card = {"label": number_of_card(game, thing), "rank": [rank_of_card(game, kind), kind.index]}
    return {"look": look, "svg": _picture(game, kind), **card}


def _rows(game: Game, kind: Kind | None) -> list[Any]:
    stack = Stack(1) if kind is None else Stack(0, (kind.code,))
    return things_for_page(Scene(pool_of([stack]), game))


def _picture(game: Game, kind: Kind | None) -> str:
    return str(_rows(game, kind)[0][1][0][1])


def _drawn(draw: Callable[[Element], None]) -> str:
    """What is drawn, as text."""
    root = Element("g")
    draw(root)
    return "".join(tostring(part, encoding="unicode") for part in root)
