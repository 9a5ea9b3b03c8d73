"""Pictures of positions, puzzles and layouts: what they consist of, how notebooks show them, and as the contents of files.

PNG and PDF are made by vl-convert (extra ``pictures``), in the light look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING

from tilewright.draw.scene import CounterToken, FigureMark, Scene, badge
from tilewright.draw.sheet import svg, table_svg
from tilewright.meaning.scoring import Score
from tilewright.resources import is_installed
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.card import Card, Layout
from tilewright.table.game import SEAT, Depiction, Game, Kind, in_words, spanned
from tilewright.table.goal import MOST
from tilewright.table.notebook import drawn, html
from tilewright.table.position import Player, Position, Puzzle

if TYPE_CHECKING:
    from tilewright.meaning.explained import Reason


@dataclass(frozen=True)
class Picture(Scene):
    """A scene that notebooks draw."""

    def _repr_svg_(self) -> str:
        """What notebooks draw."""
        return svg([self])


def of_position(position: Position) -> list[Picture]:
    """What each player has, in turn order, then what lies on the table.

    Boards come first. The pools of a player follow, or where players have no boards stand in their place, with
    empty ones; at the end are the boards and pools of the table.
    """
    game = position.game
    players = [picture for player in position.players for picture in _of_main_place(player, game)]
    pools = [] if game.own_place.pool else [one for player in position.players for one in _pools(player, game)]
    tables = [of_table(position, name, board) for name, board in position.boards.items()]
    return players + pools + tables


def of_table(position: Position, name: str, board: Board) -> Picture:
    """A place of the table; on a board that grows the figures that stand there."""
    picture = Picture(board, position.game, title=name)
    if not picture.faces:
        return picture
    first = (position.first[0] - 1, position.first[1] - 1) if position.first else None
    picture = replace(picture, first=first, names=tuple(player.name for player in position.players))
    spaces = {picture.place(space): space for space in picture.faces}
    marks = {cap.name: cap.mark for cap in position.game.caps}
    standees = []
    for figure in position.figures:
        place, patch = figure.patch.split()
        row, _, column = place.partition(",")
        space = spaces.get((int(row), int(column)))
        number = -1 if space is None else _patch_of(picture.faces[space], patch)
        if space is not None and number >= 0:
            standees.append(FigureMark(space, number, marks[figure.name], figure.player))
    return replace(picture, standees=tuple(standees))


def _patch_of(kind: Kind, word: str) -> int:
    """The patch of a tile that a word names, as ``city`` or ``city.2``; -1 if there is none."""
    area, _, number = word.partition(".")
    areas = kind.face.areas if kind.face is not None else ()
    alike = [patch for patch, known in enumerate(areas) if known == area]
    at = int(number or 1)
    return alike[at - 1] if at <= len(alike) else -1


def _of_main_place(player: Player, game: Game) -> list[Picture]:
    """The board of a player; without boards all the pools."""
    main = of_player(player, game)
    if not game.own_place.pool:
        return [main]
    if game.own_place == SEAT:
        return [replace(main, title=player.name, owner=player.name)]
    title = f"{player.name}: {in_words(game.own_place.name)}"
    return [replace(main, title=title, owner=player.name), *_pools(player, game, empty=True)]


def _pools(player: Player, game: Game, empty: bool = False) -> list[Picture]:
    """What lies in the pools of a player besides the main place, in the order of the game."""
    names = [place.name for place in game.own_pools if empty or place.name in player.pools]
    pools = {name: player.pools.get(name, pool_of(())) for name in names}
    titles = {name: f"{player.name}: {in_words(name)}" for name in names}
    return [Picture(pool, game, title=titles[name], owner=player.name) for name, pool in pools.items()]


def of_player(player: Player, game: Game) -> Picture:
    """A player's board under the player's name, with the counters below; those that are hidden as question marks."""
    said, tokens = list[str](), list[CounterToken]()
    for counter in game.counters:
        number = player.counters.get(counter.name, None if counter.hidden else 0)
        color = game.depictions.get(counter.name, game.depictions.get(counter.stock, Depiction())).color
        token = CounterToken(in_words(counter.written), number, color)
        if color and number != 0:
            tokens.append(token)
        elif number != 0:
            said.append(token.words)
    said += [in_words(role) for role in game.roles if player.counters.get(role)]
    said += map(" ".join, game.chosen(player.counters))
    picture = of_board(player.board, game, player.name, ", ".join(said))
    return replace(picture, tokens=tuple(tokens))


def of_board(
    board: Board,
    game: Game,
    title: str = "",
    caption: str = "",
    placed: frozenset[int] = frozenset(),
) -> Picture:
    """A player's board."""
    return Picture(board, game, title, caption, placed=placed, centered=game.own_place.even)


def of_puzzle(puzzle: Puzzle, cards: Iterable[Card] = ()) -> list[Picture]:
    """The board to fill, with what is to be placed and the sentences of cards below, then the other players' boards."""
    game = puzzle.game
    marks = "".join(cap.mark * puzzle.caps.get(cap.name, 0) for cap in game.caps)
    notes = tuple(": ".join(filter(None, (card.name(), card.text()))) for card in cards)
    caps = [f"{count} {name if count == 1 else game.plural(name)}" for name, count in puzzle.caps.items() if count]
    caption = "; ".join(["place " + " ".join(puzzle.pieces), *(f"up to {cap}" for cap in caps)])
    if puzzle.goal != MOST:
        caption += f"; goal: {puzzle.goal}"
    own = of_board(puzzle.board, game, puzzle.title, caption)
    own = replace(own, supply=(*puzzle.pieces, *marks), notes=notes)
    return [own, *(of_player(player, game) for player in puzzle.others)]


def of_tiles(kinds: Iterable[Kind], game: Game, title: str = "") -> Picture:
    """Tiles as they lie in a pool, as many as there are of each; also of some that the game does not know."""
    tiles = list(kinds)
    known = replace(game, kinds=(*game.kinds, *(kind for kind in tiles if kind.code not in game.by_code)))
    pool = pool_of(Stack(0, (kind.code,)) for kind in tiles for _ in range(kind.copies))
    return Picture(pool, known, title)


def marked(picture: Picture, reasons: Iterable[Reason], caption: str = "") -> Picture:
    """The picture with a ring round every space that reasons of a score name, and another caption if one is given.

    The points of a reason that names one space stand on that space; those that several spaces earn
    together stand on none of them.
    """
    points: Counter[int] = Counter()
    for reason in reasons:
        for space in reason.spaces:
            points[space] += reason.points if len(reason.spaces) == 1 else 0
    return replace(picture, scored=dict(points), caption=caption or picture.caption)


def of_layout(layout: Layout, game: Game) -> Picture:
    """Heights alone, with the player counts below."""
    low, high = layout.players
    players = f"{spanned(low, high)} players"
    caption = f"{players}; {layout.ground} stacks, {layout.total} {game.plural(game.piece)}"
    return Picture(layout.board(), game, layout.name(), caption, layout=True)


@html.register
@drawn.register
def _(position: Position) -> str:
    """The boards of all players and of the table."""
    return svg(of_position(position))


@html.register
@drawn.register
def _(puzzle: Puzzle) -> str:
    """The board to fill and what is to be placed."""
    return svg(of_puzzle(puzzle))


@html.register
def _(board: Board) -> str:
    """The notation as a table: a board by itself does not know its game, and so not how its pieces look."""
    return table(*_of_board(board))


@drawn.register
def _(board: Board) -> str:
    """The same as a picture."""
    return table_svg("board", *_of_board(board))


@html.register
def _(score: Score) -> str:
    """Points by part, each with its awards."""
    return table(*_of_score(score))


@drawn.register
def _(score: Score) -> str:
    """The same as a picture."""
    return table_svg(f"score of {score.name}", *_of_score(score))


def _of_board(board: Board) -> tuple[list[list[str]], list[str]]:
    """The rows of a table of its spaces, and its head."""
    numbers = ["", *map(str, range(1, board.geometry.columns + 1))]
    return [[str(i), *map(repr, row)] for i, row in enumerate(board.rows(), 1)], numbers


def _of_score(score: Score) -> tuple[list[list[str]], list[str]]:
    """The rows of a table of its parts, and its head."""
    rows = []
    for part, points in score.parts.items():
        awards = Counter(
            (reason.points, ", ".join(map(str, reason.what))) for reason in score.reasons.get(part, ()) if reason.points
        )
        awarded = (f"{badge(each)} {what}" + f" × {count}" * (count > 1) for (each, what), count in awards.items())
        rows.append([part, str(points), "; ".join(awarded)])
    return [*rows, ["", str(score.total), ""]], [score.name, "points", "why"]


def table(rows: Iterable[Iterable[str]], head: Iterable[str]) -> str:
    """An HTML table of texts."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


SCALE = 2.0
"""Pixels of a PNG for each unit of the SVG."""


def _png(svg: str) -> bytes:
    import vl_convert

    return bytes(vl_convert.svg_to_png(svg, scale=SCALE))


def _pdf(svg: str) -> bytes:
    import vl_convert

    return bytes(vl_convert.svg_to_pdf(svg))


FORMATS: dict[str, Callable[[str], bytes]] = {".svg": str.encode, ".png": _png, ".pdf": _pdf}


def why_not_drawn(name: str) -> str:
    """Why no picture can be written to a file of this name, by its ending; empty when it can."""
    suffix = PurePath(name).suffix
    if suffix not in FORMATS:
        return f"pictures are written as {', '.join(FORMATS)} files"
    if suffix != ".svg" and not is_installed("vl_convert"):
        return f"{suffix} pictures need vl-convert-python: pip install 'tilewright[pictures]'"
    return ""


def converted(svg: str, name: str) -> bytes:
    """The contents of a file of this name: the picture in the format of its ending.

    Nothing is checked: see `why_not_drawn`.
    """
    return FORMATS[PurePath(name).suffix](svg)
