"""A preview of the printed card that is being edited."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent
from typing import Any

from tilewright.packs.documents import PACK_FILE, POSITION_SUFFIX
from tilewright.packs.pack import Pack, Report
from tilewright.packs.workspace import Workspace
from tilewright.printing.sheets import SINGLE, CardFormat, card_sheets, edition_of
from tilewright.printing.typesetting import looks_of
from tilewright.resources import is_installed
from tilewright.table.card import Card
from tilewright.table.position import Position

MOST_POSITIONS = 12
"""The largest number of positions searched for an example, if none has the name of the card."""


def why_not_set() -> str:
    """The reason why no card can be typeset here; "" if it is possible."""
    return "" if is_installed("typst") else "the printed card needs typst: pip install 'tilewright[print]'"


def card_of(report: Report) -> Card | None:
    """The first card of a file."""
    return next((value for value in report.values if isinstance(value, Card)), None)


def drawn(workspace: Workspace, report: Report, card: Card, language: str) -> dict[str, Any]:
    """The face of a card as SVG, whether its text is cut off, and the languages of the card.

    Raises `Unsupported` for a picture or a font that cannot be printed.
    """
    pack, path = report.pack, report.source.path
    assert pack is not None
    page = card_sheets(
        pack.game,
        [card],
        list(_positions(workspace, report, pack)),
        language=language,
        paper="a4",
        backs=False,
        edition=edition_of(pack.imprint.title),
        format=CardFormat(arrange=SINGLE),
        looks=looks_of([path], pack.folder / PACK_FILE),
    )
    [face] = page.svg()
    return {"svg": face.decode(), "cut": bool(page.cut_off()), "languages": list(pack.imprint.languages)}


def _positions(workspace: Workspace, report: Report, pack: Pack) -> Iterator[Position]:
    """The positions next to a card and in its pack whose file names begin with that of the card."""
    path = report.source.path
    if path is None:
        return
    documents, stem = workspace.library.documents, path.name.removesuffix(".tw")
    places = [
        *documents.files(path.parent, False, POSITION_SUFFIX),
        *documents.files(pack.folder, True, POSITION_SUFFIX),
    ]
    named = [place for place in dict.fromkeys(places) if place.name.startswith(stem)]
    yield from workspace.positions((named or list(dict.fromkeys(places)))[:MOST_POSITIONS], pack.game)


def example_card(category: str, kind: str, lines: str) -> str:
    """The lines of a rule or of an ability as a card."""
    if kind == "rule":
        return f"{category} example\n{indent(lines, '  ')}"
    return f"{category} example\n  ability\n{indent(lines, '    ')}"
