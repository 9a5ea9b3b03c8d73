"""What the readers of files have in common: what a file says of itself, its structure, its cards, values by their keys."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal, Protocol, cast

from tilewright.diagnostics import Diagnostic, Diagnostics, quoted
from tilewright.files.schema import check_structure, first_key, structure, words_of
from tilewright.files.yaml_tree import MAX_PROBLEMS, List, Map, Scalar, YamlNode, plain, read_tree
from tilewright.source import Source, Span
from tilewright.struct import Struct, struct
from tilewright.table.game import Depiction, Game

FileKind = Literal["position", "puzzle", "record", "pack"]
FORMATS: dict[FileKind, str | int] = {
    "position": "position/2",
    "puzzle": "puzzle/1",
    "record": "record/1",
    "pack": 1,
}

OLDER: dict[str, tuple[str, ...]] = {"position": ("position/1",)}
"""Formats of earlier versions that are still read."""

_CARD = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*[a-z][a-z-]* [a-z][a-z0-9-]*[ \t]*\n[ \t]+[a-z]")
"""How a file of the language begins, whatever it is named."""
_HEADER = re.compile(r"^tilewright:[ \t]*[\"']?(position|puzzle|record|\d)", re.MULTILINE)


def kind_of(source: Source, diagnostics: Diagnostics | None = None) -> FileKind | None:
    """What a file is, by its ``tilewright:`` key; also of a file that is not valid YAML.

    With `diagnostics`, it is reported there when the file does not say (TW408).
    """
    found = _HEADER.search(source.text)
    tree = None if found else read_tree(source, diagnostics or Diagnostics(source))
    written = found[1] if found else _written(tree) if isinstance(tree, Map) else ""
    for kind in FORMATS:
        if written.startswith(kind):
            return kind
    if written.isdigit():
        return "pack"
    if diagnostics is not None and tree is not None:
        formats = ", ".join(f"`tilewright: {value}`" for value in FORMATS.values())
        span = tree.entries["tilewright"].value.span if written and isinstance(tree, Map) else first_key(tree)
        help = f"write one of {formats}"
        if _CARD.match(source.text):
            help = f"a file of cards or layouts ends in .tw: rename it to {Path(source.name).with_suffix('.tw').name}"
        diagnostics.error("TW408", span, "the file does not say what kind of file it is", help)
    return None


def open_document(source: Source, kind: FileKind, diagnostics: Diagnostics) -> Map | None:
    """The keys of a file of one kind, or None when it is not YAML, or not of this format."""
    tree = read_tree(source, diagnostics)
    if tree is None:
        return None
    if not isinstance(tree, Map):
        diagnostics.error("TW404", tree.span, "the file must be a mapping", "write `key: value` lines")
        return None
    return tree if _is_format(tree, kind, diagnostics) else None


def _is_format(root: Map, kind: FileKind, diagnostics: Diagnostics) -> bool:
    wanted, written = str(FORMATS[kind]), _written(root)
    help = "a newer tilewright may read it"
    if written in ("", wanted, *OLDER.get(kind, ())):  # what is missing, the schema says
        return True
    if kind == "pack" and written.isdigit():
        message = f"this pack is written for tilewright {written}; this engine reads {wanted}"
    elif written.startswith(f"{kind}/"):
        message = f"this {kind} is written in the format {quoted(written)}; this engine reads {wanted}"
    else:
        message = f"this is not a {kind}: its format is {quoted(written)}"
        help = f"a {kind} begins with `tilewright: {wanted}`"
    where = root.entries["tilewright"].value.span
    diagnostics.error("TW408", where, message, help)
    return False


def _written(root: Map) -> str:
    """What stands after ``tilewright:``, if anything."""
    entry = root.entries.get("tilewright")
    value = entry.value.value if entry and isinstance(entry.value, Scalar) else None
    return "" if value is None else str(value)


def schema_of(root: Map, kind: FileKind) -> str:
    """The name of the schema of a file: that of its own version, if it is an older one."""
    written = _written(root)
    return written.replace("/", "-") if written in OLDER.get(kind, ()) else kind


def moved_on(source: Source, kind: FileKind, diagnostics: Diagnostics) -> str | None:
    """The text of a file with the newest version of its format; what else stands there stays as it is.

    None when it is no file of that kind, which is reported.
    """
    root = open_document(source, kind, diagnostics)
    if root is None or _written(root) not in OLDER.get(kind, ()):
        return None if root is None else source.text
    span = root.entries["tilewright"].value.span
    return f"{source.text[: span.start]}{FORMATS[kind]}{source.text[span.end :]}"


def game_of(source: Source, diagnostics: Diagnostics) -> tuple[str, Span] | None:
    """The id after ``game:`` and its place, for a file whose game is yet to be loaded.

    Without one this is reported (TW404).
    """
    tree = read_tree(source, diagnostics)
    if tree is None:
        return None
    entry = tree.entries.get("game") if isinstance(tree, Map) else None
    value = entry.value.value if entry and isinstance(entry.value, Scalar) else None
    if entry is None or not isinstance(value, str):
        span = entry.key_span if entry else first_key(tree)
        diagnostics.error("TW404", span, "the file does not name its game", "write `game: ID`")
        return None
    return value, entry.value.span


# ------------------------------------------------------------------ pack files

GAME_FILE = "game.tw"


@struct
class PackInfo(Struct):
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


def read_imprint(source: Source, diagnostics: Diagnostics) -> PackInfo | None:
    """Read a pack file; None when anything in it is wrong, which is reported."""
    root = open_document(source, "pack", diagnostics)
    if root is None:
        return None
    check_structure(root, structure("pack"), diagnostics)
    if diagnostics.has_errors:
        return None
    values = cast(dict[str, Any], plain(root))
    return PackInfo(
        game=values["game"],
        title=values["title"],
        file=values.get("file", GAME_FILE),
        authors=tuple(values.get("authors", ())),
        license=values.get("license", ""),
        languages=tuple(values.get("languages", ())),
        appearance=tuple((name, Depiction(**how)) for name, how in values.get("appearance", {}).items()),
        bot=values.get("bot"),
    )


class Ids(Protocol):
    """What the ids in a file stand for."""

    def file(self, id: str, classes: Sequence[str] | None = None) -> Path | Diagnostic:
        """The file of a card, or of a layout of some classes, or why there is none."""


class Reader:
    """Takes the parts of a file that are sound, and reports what is wrong with the others.

    Ids of cards and layouts are looked up in `ids`; without it any will do.
    """

    def __init__(self, source: Source, game: Game, diagnostics: Diagnostics, ids: Ids | None = None) -> None:
        self.source = source
        self.game = game
        self.diagnostics = diagnostics
        self.ids = ids

    def open(self, kind: FileKind, schema: str = "") -> Map | None:
        """The keys of the file, once its structure was checked; None if it is of no use.

        The `schema` is that of the kind of file if no other is named.
        """
        root = open_document(self.source, kind, self.diagnostics)
        if root is None:
            return None
        game = text_at(root, "game")
        if game not in (None, self.game.id):
            message = f"the file is for the game {quoted(game)}, not '{self.game.id}'"
            self.diagnostics.error("TW406", root.entries["game"].value.span, message)
            return None
        check_structure(root, structure(schema or schema_of(root, kind), words_of(self.game)), self.diagnostics)
        return root

    def cards(self, root: Map) -> tuple[str, ...]:
        """The ids of the cards."""
        found = texts_at(root, "cards")
        self.look_up(found)
        return tuple(card for card, _ in found)

    def look_up(self, ids: list[tuple[str, Span]], classes: Sequence[str] | None = None) -> None:
        """Report the ids, each with its place, that are no cards, or no layouts of these classes."""
        if self.ids is not None:
            found = ((self.ids.file(id, classes), span) for id, span in ids)
            unknown = ((problem, span) for problem, span in found if isinstance(problem, Diagnostic))
            self.diagnostics.extend(problem.at(self.source, span) for problem, span in islice(unknown, MAX_PROBLEMS))


def text_at(owner: Map, key: str) -> str | None:
    """The text after a key, if there is one."""
    entry = owner.entries.get(key)
    value = entry.value.value if entry and isinstance(entry.value, Scalar) else None
    return value if isinstance(value, str) else None


def line_at(owner: Map, key: str, otherwise: str) -> str:
    """The text after a key on one line, without the line end that a block scalar has."""
    return (text_at(owner, key) or otherwise).rstrip("\n").replace("\n", " ")


def unwrapped(owner: Map, key: str) -> str:
    """The text after a key on one line, with one space where it has several or a line end."""
    return " ".join((text_at(owner, key) or "").split())


def numbers_at(owner: Map, keys: dict[str, str], least: Mapping[str, int] | None = None) -> dict[str, int]:
    """The whole numbers after keys, by the names these keys stand for, from 0 or the `least` on; the schema refuses others."""
    low = least or {}
    values = {name: owner.entries[key].value for name, key in keys.items() if key in owner.entries}
    numbers = {name: node.value for name, node in values.items() if isinstance(node, Scalar)}
    return {name: value for name, value in numbers.items() if isinstance(value, int) and value >= low.get(name, 0)}


def items_at(owner: Map, key: str, most: int = 1000) -> tuple[YamlNode, ...]:
    """The items of a list; of one that the schema finds too long, the first ones."""
    entry = owner.entries.get(key)
    return entry.value.items[:most] if entry and isinstance(entry.value, List) else ()


def texts_at(owner: Map, key: str) -> list[tuple[str, Span]]:
    """The texts of a list, each with its place."""
    items = [item for item in items_at(owner, key) if isinstance(item, Scalar)]
    return [(item.value, item.span) for item in items if isinstance(item.value, str)]


def maps_at(owner: Map, key: str, most: int = 20) -> list[Map]:
    return [item for item in items_at(owner, key, most) if isinstance(item, Map)]


def map_at(owner: Map, key: str) -> Map | None:
    entry = owner.entries.get(key)
    return entry.value if entry and isinstance(entry.value, Map) else None
