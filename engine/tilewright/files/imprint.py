"""Pack files: ``pack.yaml``, which says what a folder of cards holds."""

from __future__ import annotations

from typing import Any, cast

from tilewright.diagnostics import Diagnostics
from tilewright.files.header import open_document
from tilewright.files.schema import check_structure, structure
from tilewright.files.yaml_tree import plain
from tilewright.source import Source
from tilewright.struct import Struct, struct
from tilewright.table.game import Depiction

GAME_FILE = "game.tw"


@struct
class Imprint(Struct):
    """What ``pack.yaml`` says: the id of the game, the name of the game file beside it, title, authors and so on.

    `appearance` says how names of the game are drawn, `bot` which bot plays and advises when none is named.
    """

    game: str
    title: str
    file: str = GAME_FILE
    authors: tuple[str, ...] = ()
    license: str = ""
    languages: tuple[str, ...] = ()
    appearance: tuple[tuple[str, Depiction], ...] = ()
    bot: str | None = None


def read_imprint(source: Source, diagnostics: Diagnostics) -> Imprint | None:
    """Read a pack file; None when anything in it is wrong, which is reported."""
    root = open_document(source, "pack", diagnostics)
    if root is None:
        return None
    check_structure(root, structure("pack"), diagnostics)
    if diagnostics.has_errors:
        return None
    values = cast(dict[str, Any], plain(root))
    return Imprint(
        game=values["game"],
        title=values["title"],
        file=values.get("file", GAME_FILE),
        authors=tuple(values.get("authors", ())),
        license=values.get("license", ""),
        languages=tuple(values.get("languages", ())),
        appearance=tuple((name, Depiction(**how)) for name, how in values.get("appearance", {}).items()),
        bot=values.get("bot"),
    )
