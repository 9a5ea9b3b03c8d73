"""The common parts of the readers: format and version, structure, cards, and access to values by key."""

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
"""Older versions of the formats that can still be read."""

_CARD = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*[a-z][a-z-]* [a-z][a-z0-9-]*[ \t]*\n[ \t]+[a-z]")
"""The beginning of a file of the language, whatever its name."""
_HEADER = re.compile(r"^tilewright:[ \t]*[\"']?(position|puzzle|record|\d)", re.MULTILINE)


def kind_of(source: Source, diagnostics: Diagnostics | None = None) -> FileKind | None:
    """The kind of a file by its ``tilewright:`` key, also if it is not valid YAML.

    With `diagnostics`, a missing or unknown kind is reported (TW408).
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
    """The root of a file of one kind; None if it is not YAML or has another format."""
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
    if written in ("", wanted, *OLDER.get(kind, ())):  # a missing key is reported by the schema
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
    """The value of ``tilewright:``, or ""."""
    entry = root.entries.get("tilewright")
    value = entry.value.value if entry and isinstance(entry.value, Scalar) else None
    return "" if value is None else str(value)


def schema_of(root: Map, kind: FileKind) -> str:
    """The name of the schema of a file; older versions have their own."""
    written = _written(root)
    return written.replace("/", "-") if written in OLDER.get(kind, ()) else kind


def moved_on(source: Source, kind: FileKind, diagnostics: Diagnostics) -> str | None:
    """The text of a file, upgraded to the newest version of its format; otherwise unchanged.

    None if it is not a file of that kind, which is reported.
    """
    root = open_document(source, kind, diagnostics)
    if root is None or _written(root) not in OLDER.get(kind, ()):
        return None if root is None else source.text
    span = root.entries["tilewright"].value.span
    return f"{source.text[: span.start]}{FORMATS[kind]}{source.text[span.end :]}"


def game_of(source: Source, diagnostics: Diagnostics) -> tuple[str, Span] | None:
    """The id after ``game:`` with its span, to find the game of a file before it is read.

    A missing one is reported (TW404).
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
    """The content of ``pack.yaml``: the id of the game, the name of its game file, title, authors and so on.

    `appearance` is how names of the game are drawn; `bot` is the default bot to play and advise.
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
    """Read a pack file; None if it has errors, which are reported."""
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
    """A resolver for the ids in a file."""

    def file(self, id: str, classes: Sequence[str] | None = None) -> Path | Diagnostic:
        """The file of a card, or of a layout of some classes; or a diagnostic."""


class Reader:
    """Reads the valid parts of a file, and reports errors in the others.

    Ids of cards and layouts are resolved with `ids`; without it, any id is accepted.
    """

    def __init__(self, source: Source, game: Game, diagnostics: Diagnostics, ids: Ids | None = None) -> None:
        self.source = source
        self.game = game
        self.diagnostics = diagnostics
        self.ids = ids

    def open(self, kind: FileKind, schema: str = "") -> Map | None:
        """The root of the file after a check of its structure; None if it cannot be read.

        The `schema` is by default that of the kind of file.
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
        """Report the ids that are not cards, or not layouts of these classes."""
        if self.ids is not None:
            found = ((self.ids.file(id, classes), span) for id, span in ids)
            unknown = ((problem, span) for problem, span in found if isinstance(problem, Diagnostic))
            self.diagnostics.extend(problem.at(self.source, span) for problem, span in islice(unknown, MAX_PROBLEMS))


def text_at(owner: Map, key: str) -> str | None:
    """The text of a key, if any."""
    entry = owner.entries.get(key)
    value = entry.value.value if entry and isinstance(entry.value, Scalar) else None
    return value if isinstance(value, str) else None


def line_at(owner: Map, key: str, otherwise: str) -> str:
    """The text of a key on one line, without the final line break of a block scalar."""
    return (text_at(owner, key) or otherwise).rstrip("\n").replace("\n", " ")


def unwrapped(owner: Map, key: str) -> str:
    """The text of a key on one line, with whitespace normalized."""
    return " ".join((text_at(owner, key) or "").split())


def numbers_at(owner: Map, keys: dict[str, str], least: Mapping[str, int] | None = None) -> dict[str, int]:
    """The integers of keys, by the names that the keys stand for, if not below 0 or `least`. Others are reported by the
    schema."""
    low = least or {}
    values = {name: owner.entries[key].value for name, key in keys.items() if key in owner.entries}
    numbers = {name: node.value for name, node in values.items() if isinstance(node, Scalar)}
    return {name: value for name, value in numbers.items() if isinstance(value, int) and value >= low.get(name, 0)}


def items_at(owner: Map, key: str, most: int = 1000) -> tuple[YamlNode, ...]:
    """The items of a list, at most `most`; a longer list is reported by the schema."""
    entry = owner.entries.get(key)
    return entry.value.items[:most] if entry and isinstance(entry.value, List) else ()


def texts_at(owner: Map, key: str) -> list[tuple[str, Span]]:
    """The texts in a list, with their spans."""
    items = [item for item in items_at(owner, key) if isinstance(item, Scalar)]
    return [(item.value, item.span) for item in items if isinstance(item.value, str)]


def maps_at(owner: Map, key: str, most: int = 20) -> list[Map]:
    return [item for item in items_at(owner, key, most) if isinstance(item, Map)]


def map_at(owner: Map, key: str) -> Map | None:
    entry = owner.entries.get(key)
    return entry.value if entry and isinstance(entry.value, Map) else None
