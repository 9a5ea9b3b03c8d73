"""A tile that shows areas, given by its line in a game file only."""

from __future__ import annotations

from tilewright.check.tiles import TileLines
from tilewright.check.typed import Reported
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.source import Source
from tilewright.syntax import game_ast
from tilewright.syntax.parser import parse
from tilewright.syntax.walk import walk
from tilewright.table.game import Game, Kind

CODE = "tile"
"""The code of a tile given by its line only."""


def tile_of_line(line: str, game: Game) -> Kind | list[Diagnostic]:
    """The tile of a line, complete or from after ``with``; or diagnostics."""
    shown = " ".join(line.split()).rpartition(" with ")[-1]
    source = Source("a tile", f"game drawn\n  piece tile\n    kind single T1 copies 1 with {shown}\n")
    diagnostics = Diagnostics(source)
    nodes = parse(source, diagnostics)
    kinds = next((node for root in nodes for node in walk(root) if isinstance(node, game_ast.Kinds)), None)
    if kinds is None or diagnostics.has_errors:
        return diagnostics.sorted()
    lines = TileLines(list(game.areas.values()), dict(game.plurals), diagnostics)
    try:
        face = lines.face(kinds.first, kinds.features)
    except Reported:
        return diagnostics.sorted()
    return Kind(len(game.kinds), CODE, {}, {}, 1, face=face)
