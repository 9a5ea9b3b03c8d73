"""The JSON Schemas of the files, specialized for a game, and validation with diagnostics."""

from __future__ import annotations

import copy
import itertools
import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from tilewright.diagnostics import Diagnostics, did_you_mean, nearest, quoted
from tilewright.files.yaml_tree import MAX_PROBLEMS, List, Map, Scalar, YamlNode, plain
from tilewright.resources import data_folder
from tilewright.source import Span
from tilewright.table.game import Game

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator


Schema = dict[str, Any]
Whole = Schema
"""The root schema, in which references are resolved."""

_IS_TYPE: dict[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "boolean": lambda value: value in ("true", "false"),  # scalars are texts and integers here
    "null": lambda value: value is None,
}
_ANNOTATIONS = {"$schema", "$id", "$defs", "title", "description", "default", "x-announced"}


def conforms(value: object, schema: Schema, whole: Schema) -> bool:
    """Whether a value of texts, integers, None, lists and mappings conforms to a schema.

    So valid files need no jsonschema, which is loaded only to describe errors. Unknown keywords give False.
    """
    return all(
        keyword in _ANNOTATIONS or (keyword in _KEYWORDS and _KEYWORDS[keyword](value, limit, schema, whole))
        for keyword, limit in schema.items()
    )


def _type(value: object, names: str | list[str], _: Schema, __: Whole) -> bool:
    return any(_IS_TYPE[name](value) for name in ([names] if isinstance(names, str) else names))


def _reference(value: object, reference: str, _: Schema, whole: Whole) -> bool:
    place: Any = whole
    for step in reference.removeprefix("#/").split("/"):
        place = place[step]
    return conforms(value, place, whole)


def _properties(value: object, parts: Schema, _: Schema, whole: Whole) -> bool:
    found = value if isinstance(value, dict) else {}
    return all(conforms(found[key], part, whole) for key, part in parts.items() if key in found)


def _other_properties(value: Any, part: bool | Schema, schema: Schema, whole: Whole) -> bool:
    others = value.keys() - schema.get("properties", {}).keys() if isinstance(value, dict) else ()
    if isinstance(part, bool):
        return part or not others
    return all(conforms(value[key], part, whole) for key in others)


def _items_conform(value: object, part: Schema, _: Schema, whole: Whole) -> bool:
    return not isinstance(value, list) or all(conforms(item, part, whole) for item in value)


def _distinct(value: object, wanted: bool, _: Schema, __: Whole) -> bool:
    items: list[object] = value if wanted and isinstance(value, list) else []
    return len(set(map(json.dumps, items))) == len(items)


def _size(kind: Any, fits: Callable[[int, int], bool]) -> Callable[[Any, int, Schema, Whole], bool]:
    """The check of a keyword that limits the length of values of one type."""
    return lambda value, limit, _, __: not isinstance(value, kind) or fits(len(value), limit)


_KEYWORDS: dict[str, Callable[[Any, Any, Schema, Whole], bool]] = {
    "type": _type,
    "$ref": _reference,
    "const": lambda value, limit, _, __: value == limit,
    "enum": lambda value, limits, _, __: value in limits,
    "properties": _properties,
    "additionalProperties": _other_properties,
    "required": lambda value, keys, _, __: not isinstance(value, dict) or value.keys() >= set(keys),
    "items": _items_conform,
    "uniqueItems": _distinct,
    "pattern": lambda value, limit, _, __: not isinstance(value, str) or re.search(limit, value) is not None,
    "minimum": lambda value, limit, _, __: not isinstance(value, int) or value >= limit,
    "maximum": lambda value, limit, _, __: not isinstance(value, int) or value <= limit,
    "minLength": _size(str, int.__ge__),
    "maxLength": _size(str, int.__le__),
    "minItems": _size(list, int.__ge__),
    "maxItems": _size(list, int.__le__),
    "minProperties": _size(dict, int.__ge__),
    "maxProperties": _size(dict, int.__le__),
}


_NUMBERS = {
    word: str(n)
    for n, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
}
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "array": "a list",
    "object": "a mapping (`key: value`)",
    "null": "nothing",
    "boolean": "true or false",
}


class Words(NamedTuple):
    """The keys that a game adds to a file: for its boards, counters, pieces and caps.

    `pools` are those of each player, `tables` the boards and pools of the table, `shared` its counters, `added` the
    counters that a puzzle adds to its score. `layouts` are the boards of the table that are set up by a layout.
    """

    board: str
    pools: tuple[str, ...]
    tables: tuple[str, ...]
    counters: tuple[str, ...]
    pieces: str
    caps: tuple[str, ...]
    added: tuple[str, ...]
    layouts: tuple[str, ...]
    shared: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    below: tuple[tuple[str, int], ...] = ()
    """The counters that may be negative, with their least value."""
    chosen: tuple[str, ...] = ()
    """The names of pieces that players choose in secret."""


def words_of(game: Game) -> Words:
    """The keys of a game."""
    return Words(
        game.own_place.name,
        tuple(pool.name for pool in game.own_pools),
        tuple(board.name for board in game.boards if not board.each_player),
        (*(counter.written for counter in game.counters), *(name for name, pool in game.answers.items() if not pool)),
        game.plural(game.piece),
        tuple(game.plural(cap.name) for cap in game.caps),
        tuple(counter.written for counter in game.counters if counter.cap is None),
        tuple(board.name for board in game.table_boards if board.name in {c.name for c in game.layouts}),
        game.table_counters,
        game.roles,
        tuple((counter.written, counter.least) for counter in game.counters if counter.least < 0),
        tuple(name for name, pool in game.answers.items() if pool),
    )


@cache
def published(name: str) -> Schema:
    """A schema in the folder ``schemas``, such as ``position-1``."""
    path = data_folder("schemas") / f"{name}.schema.json"
    schema: Schema = json.loads(path.read_text("utf-8"))
    return schema


def names() -> list[str]:
    """The names of the published schemas."""
    return sorted(path.name.removesuffix(".schema.json") for path in data_folder("schemas").glob("*.schema.json"))


def newest(name: str) -> str:
    """The name of the newest version of a schema; a name with a version is returned unchanged."""
    known = names()
    return name if name in known else next(each for each in reversed(known) if each.rpartition("-")[0] == name)


def game_schema(name: str, words: Words) -> Schema:
    """A schema of `GAME_KEYS`, closed to all keys but those of one game."""
    schema = copy.deepcopy(published(name))
    definitions = schema["$defs"]
    needed = {"puzzle-1": [words.board], "puzzle-map-1": [words.pieces]}
    _close(schema, definitions, GAME_KEYS[name](words), needed.get(name, ()))
    if name == "puzzle-1":
        own = f"your {words.board} goes at the top, not under 'players'; one word per space, one line per row"
        schema["properties"][words.board] = {**definitions["board"], "description": own}
        _open_below(schema, words)
    if name == "record-1":
        _close(schema["properties"]["start"], definitions, _table_keys(words))
    if "player" in definitions:
        _close_player(definitions, words)
    return schema


def _table_keys(words: Words) -> dict[str, str]:
    """The keys of a position for the table, as opposed to a player."""
    kinds = dict.fromkeys(words.tables, "board") | dict.fromkeys(words.shared, "number")
    return kinds | dict.fromkeys(words.roles, "role")


def _layout_keys(words: Words) -> dict[str, str]:
    return dict.fromkeys(words.layouts, "layout")


GAME_KEYS: dict[str, Callable[[Words], dict[str, str]]] = {
    "position-1": lambda words: dict.fromkeys(words.tables, "board"),
    "position-2": _table_keys,
    "puzzle-1": lambda words: {
        words.board: "board",
        words.pieces: "pieces",
        **dict.fromkeys(words.caps + words.added, "counter"),
    },
    "puzzle-turns-1": _table_keys,
    "puzzle-moves-1": _table_keys,
    "puzzle-pool-1": _table_keys,
    "puzzle-map-1": lambda words: {**_table_keys(words), words.pieces: "pieces"},
    "puzzle-layout-1": _layout_keys,
    "record-1": _layout_keys,
}
"""The schemas with words of a game: their top-level keys, each with the name of the definition of its value."""


def _close_player(definitions: Schema, words: Words) -> None:
    own = [words.board] if words.board else []
    kinds = dict.fromkeys((*own, *words.pools), "board") | dict.fromkeys(words.counters, "counter")
    _close(definitions["player"], definitions, kinds, own)
    definitions["player"]["properties"] |= dict.fromkeys(words.chosen, _CODE)
    _open_below(definitions["player"], words)


_CODE: Schema = {"type": ["string", "integer"], "description": "the code of a piece"}


def _open_below(part: Schema, words: Words) -> None:
    """Allow negative numbers for the counters that may be negative."""
    part["properties"] |= {key: {"type": "integer", "minimum": least} for key, least in words.below}


def _close(part: Schema, definitions: Schema, kinds: dict[str, str], needed: Sequence[str] = ()) -> None:
    """Add keys to a part of a schema, each with the name of its definition, and allow no others."""
    part["properties"] |= {key: definitions[kind] for key, kind in kinds.items()}
    part["required"] += needed
    part["additionalProperties"] = False


class Structure:
    """A schema with its jsonschema validator, which is created for the first value that does not conform."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    @cached_property
    def validator(self) -> Validator:
        """The compiled validator."""
        from jsonschema import Draft202012Validator, validators

        types = Draft202012Validator.TYPE_CHECKER.redefine("boolean", lambda _, value: value in ("true", "false"))
        made: Any = validators.extend(Draft202012Validator, {"uniqueItems": _repeated_items}, type_checker=types)  # type: ignore[no-untyped-call]
        return cast("Validator", made(self.schema))

    def faults(self, value: object) -> Iterator[Fault]:
        """The violations in a value of texts, integers, None, lists and mappings."""
        if conforms(value, self.schema, self.schema):
            return
        for error in self.validator.iter_errors(cast(Any, value)):
            schema = cast(Schema, error.schema)
            path, rule = list(error.absolute_path), str(error.validator)
            yield Fault(path, rule, error.validator_value, error.instance, schema)


@lru_cache(maxsize=32)
def structure(name: str, words: Words | None = None) -> Structure:
    """The structure of a format (``position``, ``pack`` ...) with the words of a game."""
    found = newest(name)
    return Structure(published(found) if words is None else game_schema(found, words))


def _repeated_items(_: Validator, unique: bool, items: object, __: Schema) -> Iterator[ValidationError]:
    """One error per repeated item, in linear time."""
    from jsonschema import ValidationError

    seen: set[str] = set()
    for i, item in enumerate(items if unique and isinstance(items, list) else ()):
        written = json.dumps(item)
        if written in seen:
            yield ValidationError("is given twice", path=(i,))
        seen.add(written)


class Fault(NamedTuple):
    """A violation found by jsonschema: its path, the keyword and its limit, and the value."""

    path: list[str | int]
    rule: str
    limit: Any
    value: Any
    schema: Schema


def check_structure(root: Map, wanted: Structure, diagnostics: Diagnostics) -> None:
    """Report every unknown key (TW403), missing key and invalid value.

    The latter are TW404, and TW410 for an unknown ``kind``.
    """
    for fault in itertools.islice(wanted.faults(plain(root)), MAX_PROBLEMS):
        _report(root, fault, diagnostics)


def first_key(node: YamlNode) -> Span:
    """The span of the first key of a mapping, where missing keys are reported; otherwise of the whole node."""
    if isinstance(node, Map) and node.entries:
        return next(iter(node.entries.values())).key_span
    return node.span


def _report(root: Map, fault: Fault, diagnostics: Diagnostics) -> None:
    node, label = _node(root, fault.path), _label(fault.path)
    if fault.rule == "additionalProperties" and isinstance(node, Map):
        _unknown_keys(node, fault, diagnostics)
    elif fault.rule == "required":
        _missing_keys(node, fault, diagnostics)
    elif "x-announced" in fault.schema:
        _unknown_kind(node, fault, label, diagnostics)
    else:
        complaint = "has no value" if fault.value is None else _complaint(fault)
        diagnostics.error("TW404", _value_span(root, fault.path), f"{label} {complaint}", _help(fault))


def _node(root: YamlNode, path: Sequence[str | int]) -> YamlNode:
    for step in path:
        if isinstance(root, Map):
            root = root.entries[str(step)].value
        elif isinstance(root, List):
            root = root.items[int(step)]
    return root


def _value_span(root: Map, path: Sequence[str | int]) -> Span:
    """The span of the value at a path; of its key if the value is empty, a mapping or a list."""
    node, owner = _node(root, path), _node(root, path[:-1])
    if isinstance(owner, Map) and (not isinstance(node, Scalar) or node.value is None):
        return owner.entries[str(path[-1])].key_span
    return first_key(node)


def _label(path: Sequence[str | int]) -> str:
    """The name of the value at a path in messages."""
    if path and isinstance(path[-1], int):
        return f"item {path[-1] + 1} of '{path[-2]}'"
    return quoted(str(path[-1])) if path else "the file"


def _complaint(fault: Fault) -> str:
    """What is wrong with a value, to follow its label."""
    limit = fault.limit
    if fault.rule == "type":
        types = [limit] if isinstance(limit, str) else limit
        return "must be " + " or ".join(_TYPES[name] for name in types)
    if fault.rule == "enum":
        return "must be " + " or ".join(repr(choice) for choice in limit)
    return {
        "minimum": f"must be {limit} or more",
        "minItems": f"needs {limit} or more items",
        "maxItems": f"has more than {limit} items",
        "minProperties": f"needs {limit} or more keys",
        "maxProperties": f"has more than {limit} {'key' if limit == 1 else 'keys'}",
        "minLength": "is empty",
        "maxLength": f"is longer than {limit} characters",
        "uniqueItems": "is given twice",
    }.get(fault.rule, "is not in the right form")


def _help(fault: Fault) -> str:
    if fault.rule == "type" and fault.limit == "string" and isinstance(fault.value, int):
        return f"put it in quotes: '{fault.value}'"
    if fault.rule == "type" and fault.limit == "array" and isinstance(fault.value, (str, int)):
        return f"write '{fault.path[-1]}: [{', '.join(_items(str(fault.value)))}]'"
    if fault.rule == "type" and fault.limit == "integer" and isinstance(fault.value, str):
        number = re.search(r"\d+", " ".join(_NUMBERS.get(word, word) for word in fault.value.lower().split()))
        if number is not None:
            return f"write '{fault.path[-1]}: {number[0]}'"
    if fault.rule == "type" and isinstance(fault.value, int) and "score" in fault.schema.get("properties", {}):
        return f"write '{fault.path[-1]}: {{score: {fault.value}}}'"
    if fault.rule == "enum" and isinstance(fault.value, str):
        return did_you_mean(fault.value, fault.limit)
    if fault.value is None:
        return "write one, or leave the key out"
    return str(fault.schema.get("description", "")) or "see the examples: tilewright explain files"


def _items(text: str) -> list[str]:
    """The items of a list that was written as a text; `3 M5` is an item three times."""
    words = [word for word in re.split(r"[\s,]+", text.strip(" ,")) if word != "and"]
    items, count = list[str](), 1
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word.isdigit() and after and not after.isdigit():
            count = min(int(word), MAX_PROBLEMS)
        else:
            items, count = [*items, *[word] * count], 1
    return items


def _unknown_keys(node: Map, fault: Fault, diagnostics: Diagnostics) -> None:
    known = fault.schema["properties"]
    unknown = (key for key in node.entries if key not in known)
    meant = _intended_keys(node, fault.schema)
    for key in itertools.islice(unknown, MAX_PROBLEMS):
        near = meant.get(key) or nearest(key, known)
        help = f"did you mean '{near}'?" if near else "known keys: " + ", ".join(known)
        where = node.entries[key].key_span
        replacement = near if diagnostics.source.slice(where) == key else None
        diagnostics.error("TW403", where, f"unknown key {quoted(key)}", help, replacement)


def _intended_keys(node: Map, schema: Schema) -> dict[str, str]:
    """For each unknown key the most similar missing one. A single unknown list is matched with the single
    missing list."""
    known = schema["properties"]
    absent = [word for word in known if word not in node.entries]
    unknown = [key for key in node.entries if key not in known][:MAX_PROBLEMS]
    meant = {key: word for key in unknown if (word := nearest(key, absent))}
    lists = [key for key in unknown if key not in meant and isinstance(node.entries[key].value, List)]
    missing = [word for word in schema.get("required", ()) if word in absent and word not in meant.values()]
    if len(lists) == len(missing) == 1 and known[missing[0]].get("type") == "array":
        meant[lists[0]] = missing[0]
    return meant


def _missing_keys(node: YamlNode, fault: Fault, diagnostics: Diagnostics) -> None:
    known = fault.schema["properties"]
    meant = _intended_keys(node, fault.schema).values() if isinstance(node, Map) else ()
    for key in fault.limit:
        if key not in fault.value and key not in meant:
            schema = known[key]
            help = schema.get("description", "")
            if "const" in schema:
                help = f"write `{key}: {schema['const']}`"
            diagnostics.error("TW404", first_key(node), f"the key '{key}' is missing", help)


def needed_keys(root: Map, keys: Sequence[str], schema: Schema, diagnostics: Diagnostics) -> None:
    """Report missing keys whose presence depends on other keys; `schema` is that of their values."""
    known = {"properties": dict.fromkeys(keys, schema)}
    _missing_keys(root, Fault([], "required", keys, plain(root), known), diagnostics)


def _unknown_kind(node: YamlNode, fault: Fault, label: str, diagnostics: Diagnostics) -> None:
    if fault.value in fault.schema["x-announced"]:
        message = f"{label}: '{fault.value}' is not supported yet"
    else:
        message = f"there is no {fault.path[-1]} {quoted(str(fault.value))}"
    help = "known: " + ", ".join(fault.limit)
    diagnostics.error("TW410", node.span, message, help)
