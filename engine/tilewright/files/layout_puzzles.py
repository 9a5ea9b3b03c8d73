"""Files of layouts, and of puzzles about layouts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from tilewright.diagnostics import Diagnostics
from tilewright.files.drawings import Drawing, read_drawing
from tilewright.files.reader import line_at, map_at, numbers_at, open_document, text_at
from tilewright.files.schema import check_structure, first_key, structure, words_of
from tilewright.files.yaml_tree import Map, embedded_at, plain, read_tree
from tilewright.source import Source, Span
from tilewright.table.game import BoardDef, Game, LayoutDef, spanned
from tilewright.table.goal import LAYOUT_FORMS, MOST, Goal, parse_goal

_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})")


@dataclass(frozen=True)
class LayoutPuzzleText:
    """A parsed puzzle about layouts: either the id of a `layout`, or a drawing.

    `places` are the spans of the values by key.
    """

    title: str
    definition: LayoutDef
    players: int | None
    layout: str | None
    drawing: Drawing | None
    measure: str
    goal: Goal
    expect: dict[str, object]
    places: dict[str, Span]


def is_about_layouts(source: Source) -> bool:
    """Whether a puzzle has the kind ``layout``."""
    tree = read_tree(source, Diagnostics(source))
    return isinstance(tree, Map) and text_at(tree, "kind") == "layout"


def read_layout_puzzle(source: Source, game: Game, diagnostics: Diagnostics) -> LayoutPuzzleText | None:
    """Read a puzzle about layouts; None if it has errors, which are reported."""
    root = open_document(source, "puzzle", diagnostics)
    if root is None:
        return None
    check_structure(root, structure("puzzle-layout", words_of(game)), diagnostics)
    if diagnostics.has_errors:
        return None
    definition = _class(root, game, diagnostics)
    goal = _goal(root, diagnostics)
    players = numbers_at(root, {"players": "players"}).get("players")
    if players is not None and not game.players[0] <= players <= game.players[1]:
        low, high = game.players
        where = root.entries["players"].value.span
        diagnostics.error(
            "TW411", where, f"{players} players; the game is for {spanned(low, high)}", "write another number"
        )
    if definition is None or goal is None:
        return None
    layout, drawing = _board(source, root, game, definition, diagnostics)
    if diagnostics.has_errors:
        return None
    found = map_at(root, "expect")
    return LayoutPuzzleText(
        line_at(root, "title", ""),
        definition,
        players,
        layout,
        drawing,
        text_at(root, "measure") or "",
        goal,
        cast(dict[str, Any], plain(found)) if found else {},
        {key: entry.value.span for key, entry in root.entries.items()},
    )


def _class(root: Map, game: Game, diagnostics: Diagnostics) -> LayoutDef | None:
    """The class of the layouts, which is named by a key."""
    named = [definition for definition in game.layouts if definition.name in root.entries]
    if len(named) == 1:
        return named[0]
    known = ", ".join(f"'{definition.name}:'" for definition in game.layouts)
    message = "more than one layout is named" if named else "no layout is named"
    help = f"write one of {known}" if known else "the game has no layouts"
    diagnostics.error("TW404", first_key(root), message, help)
    return None


def _goal(root: Map, diagnostics: Diagnostics) -> Goal | None:
    if "goal" not in root.entries:
        return MOST
    goal = parse_goal(text_at(root, "goal") or "", LAYOUT_FORMS)
    if goal is None:
        where = root.entries["goal"].value.span
        diagnostics.error("TW404", where, "'goal' is not in the right form", f"forms: {LAYOUT_FORMS}")
    return goal


def _board(
    source: Source, root: Map, game: Game, definition: LayoutDef, diagnostics: Diagnostics
) -> tuple[str | None, Drawing | None]:
    """The id of a layout, or a drawing; a size is a drawing without any given height."""
    name = definition.name
    text = (text_at(root, name) or "").strip()
    board = game.table_board(name)
    if size := _SIZE.fullmatch(text):
        rows, columns = int(size[1]), int(size[2])
        if board is None or not board.allows(rows, columns):
            sizes = board.sizes if board else ""
            where = root.entries[name].value.span
            diagnostics.error(
                "TW302", where, f"a {name} of {rows} x {columns}; allowed: {sizes}", "choose another size"
            )
        return None, ((None,) * columns,) * rows
    if "\n" not in text and "?" not in text and " " not in text:
        return text, None
    drawn = embedded_at(source, root, name, diagnostics)
    return None, None if drawn is None else _parsed_drawing(drawn, definition, board, diagnostics)


def _parsed_drawing(
    drawn: Source, definition: LayoutDef, board: BoardDef | None, diagnostics: Diagnostics
) -> Drawing | None:
    """The drawing in a block, with its diagnostics mapped to positions in the file."""
    own = Diagnostics(drawn)
    drawing = read_drawing(drawn, definition, board, own)
    diagnostics.extend(problem.in_file() for problem in own.items)
    return drawing


# ------------------------------------------------------------------ the text of a layout's file


def heights_row(heights: Iterable[int]) -> str:
    """A row of heights as text; ``.`` for no stack."""
    return " ".join(str(height or ".") for height in heights)


def layout_text(
    category: str,
    id: str,
    name: str | None,
    players: tuple[int, int],
    command: str | None,
    heights: Sequence[Sequence[int]],
) -> str:
    """The text of a file with a layout; with a comment for the command that makes it again, if given."""
    low, high = players
    lines = [
        *([f'name en "{name}"'] if name else []),
        f"players {low}" + (f" to {high}" if high > low else ""),
        "",
        *([f"# {command}"] if command else []),
        "heights",
        *(f"  {heights_row(row)}" for row in heights),
    ]
    return f"{category} {id}\n" + "".join(f"  {line}".rstrip() + "\n" for line in lines)
