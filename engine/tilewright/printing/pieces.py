"""The pieces of a game on sheets to cut: tiles that show areas, other pieces, figures and coins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.draw import palette
from tilewright.draw.picture import of_tiles
from tilewright.draw.tokens import coin_svg, figure_svg, piece_svg, tile_svg
from tilewright.printing.sheets import COLORS, PAPERS, named
from tilewright.printing.typesetting import Paper
from tilewright.table.game import CounterDef, Depiction, Game, Kind, in_words

TILE, TOKEN, EDGE, APART = 45.0, 22.0, 12.0, 3.0
"""Millimeters: the side of tiles, the width of round pieces, at the sides of a sheet, between round pieces."""


@dataclass(frozen=True)
class PrintedPiece:
    """What is cut out as often as there are copies: its picture, and what stands on its back."""

    picture: str
    copies: int
    back: str


def piece_sheets(
    game: Game, brought: Sequence[Kind], *, own: bool, language: str, paper: str, backs: bool, side: float = TILE
) -> Paper | None:
    """Sheets of the pieces of a game (`own`), and of tiles that cards bring; None if there are none.

    Tiles are square, `side` millimeters wide, everything else is round. Pieces with sides, such as dice, are not printed.
    """
    title = named(game, language)
    kinds = [kind for kind in game.kinds if kind.first == kind.index] if own else []
    square = [PrintedPiece(tile_svg(game, kind), kind.copies, title) for kind in (*kinds, *brought) if kind.face]
    tokens = [*_pieces(game, kinds), *_figures(game), *_coins(game)] if own else []
    groups = [_group(square, side, 0.0, paper, False), _group(tokens, TOKEN, APART, paper, True)]
    if not square and not tokens:
        return None
    pictures = {name: svg for _, named_pictures in groups for name, svg in named_pictures.items()}
    data = {"title": title, "paper": paper, "backs": backs, "language": language, "color": COLORS[0]}
    return Paper("pieces", {**data, "groups": [group for group, _ in groups if group["pieces"]]}, pictures)


def _group(
    pieces: Iterable[PrintedPiece], side: float, apart: float, paper: str, rounded: bool
) -> tuple[dict[str, Any], dict[str, str]]:
    """Pieces of one size as data, one entry for each copy, and their pictures by name."""
    width, height = PAPERS[paper]
    across, down = (int((room - 2 * EDGE + apart) / (side + apart)) for room in (width, height))
    pictures, entries = dict[str, str](), list[dict[str, str]]()
    for piece in pieces:
        name = f"{'round' if rounded else 'square'}-{len(pictures)}.svg"
        pictures[name] = piece.picture
        entries += [{"picture": name, "back": piece.back}] * piece.copies
    sizes = {"side": side, "apart": apart, "columns": max(1, across), "rows": max(1, down), "round": rounded}
    return {**sizes, "pieces": entries}, pictures


def _pieces(game: Game, kinds: Iterable[Kind]) -> Iterator[PrintedPiece]:
    """Pieces that show neither areas nor one of several sides."""
    sided = frozenset().union(*(sort.kinds for sort in game.sorts if sort.sides))
    looks = of_tiles((), game).looks()
    for kind in kinds:
        if kind.face is None and kind.index not in sided and kind.copies:
            yield PrintedPiece(piece_svg(game, kind, looks[kind.code]), kind.copies, "")


def _figures(game: Game) -> Iterator[PrintedPiece]:
    """What stands on things: of players as many as each of them has."""
    for cap in game.caps:
        if cap.stands_on:
            for owner in range(game.players[1]) if cap.of_players else (None,):
                yield PrintedPiece(figure_svg(game, cap, owner), cap.copies, cap.name)


def _coins(game: Game) -> Iterator[PrintedPiece]:
    """What counters count, if there are so many of it."""
    stocks = dict[str, CounterDef]()
    for counter in game.counters:
        if counter.copies is not None and counter.cap is None:
            stocks.setdefault(counter.stock or counter.name, counter)
    for look, (name, counter) in enumerate(stocks.items(), 1):
        words = in_words(name)
        color = game.depictions.get(name, Depiction()).color or palette.fill_of(look)[0]
        yield PrintedPiece(coin_svg(words, color), counter.copies or 0, words)
