"""What a page begins with: the games that come with tilewright, an example of each sort of file, and their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tilewright.draw.picture import Picture
from tilewright.draw.sheet import board_for_page, things_for_page
from tilewright.packs.documents import PUZZLE_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.studio.shelf import Shelf
from tilewright.studio.tables import JsonObject


def examples(packs: Sequence[Pack], shelf: Shelf) -> list[JsonObject]:
    """The games that can be played, then a card of each class, a layout of each sort and a puzzle of each pack."""
    games = [pack for pack in packs if pack.game.course is not None]
    played = [
        {"kind": "game", "name": pack.game.id, "title": pack.imprint.title, "about": _players(pack)} for pack in games
    ]
    return [*played, *(one for pack in packs for one in _files(pack, shelf))]


def cover(pictures: Sequence[Picture]) -> str | None:
    """One picture for what several show: the first board with something on it, else the piece with the most to see on it."""
    boards = [one for one in pictures if not one.board.pool]
    filled = (one for one in boards if any(stack.height for stack in one.board.stacks))
    for picture in filled:
        return board_for_page(picture)
    things = [svg for one in pictures if one.board.pool for _, row in things_for_page(one) for _, svg in row]
    return max(things or map(board_for_page, boards[:1]), key=len, default=None)


def _players(pack: Pack) -> str:
    low, high = pack.game.players
    return f"{low} players" if low == high else f"{low} to {high} players"


def _files(pack: Pack, shelf: Shelf) -> Iterator[JsonObject]:
    documents = pack.documents
    sorts = [*pack.game.card_classes, *(layout.name for layout in pack.game.layouts)]
    firsts = [(sort, next(iter(pack.catalog().files([sort]).values()), None)) for sort in sorts]
    firsts.append(("puzzle", next(iter(documents.files(pack.folder, True, PUZZLE_SUFFIX)), None)))
    for kind, path in firsts:
        name = shelf.name(Path(documents.real(path))) if path is not None else None
        if path is not None and name is not None:
            yield {"kind": kind, "name": name, "title": _titled(path), "about": f"{kind}, {pack.imprint.title}"}


def _titled(path: Path) -> str:
    words = path.name.partition(".")[0].replace("-", " ")
    return words[:1].upper() + words[1:]
