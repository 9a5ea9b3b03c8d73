"""Whether a value fits a schema: yes or no, for the keywords that the schemas of tilewright use.

jsonschema says what is wrong, and where; to load it takes longer than to read every file of a pack. Most
files fit, so it is asked only about those that do not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]
Whole = Schema
"""The schema in which definitions are looked up."""

_TYPES: dict[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "boolean": lambda value: value in ("true", "false"),  # as it is written: scalars are texts and whole numbers
    "null": lambda value: value is None,
}
_ANNOTATIONS = {"$schema", "$id", "$defs", "title", "description", "default", "x-announced"}


def conforms(value: object, schema: Schema, whole: Schema) -> bool:
    """Whether a value of texts, whole numbers, None, lists and mappings fits a schema.

    No for a schema with any other keyword than those that are known here.
    """
    return all(
        keyword in _ANNOTATIONS or (keyword in _KEYWORDS and _KEYWORDS[keyword](value, limit, schema, whole))
        for keyword, limit in schema.items()
    )


def _type(value: object, names: str | list[str], _: Schema, __: Whole) -> bool:
    return any(_TYPES[name](value) for name in ([names] if isinstance(names, str) else names))


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


def _items(value: object, part: Schema, _: Schema, whole: Whole) -> bool:
    return not isinstance(value, list) or all(conforms(item, part, whole) for item in value)


def _distinct(value: object, wanted: bool, _: Schema, __: Whole) -> bool:
    items: list[object] = value if wanted and isinstance(value, list) else []
    return len(set(map(json.dumps, items))) == len(items)


def _size(kind: Any, fits: Callable[[int, int], bool]) -> Callable[[Any, int, Schema, Whole], bool]:
    """A keyword that bounds how long values of one type are."""
    return lambda value, limit, _, __: not isinstance(value, kind) or fits(len(value), limit)


_KEYWORDS: dict[str, Callable[[Any, Any, Schema, Whole], bool]] = {
    "type": _type,
    "$ref": _reference,
    "const": lambda value, limit, _, __: value == limit,
    "enum": lambda value, limits, _, __: value in limits,
    "properties": _properties,
    "additionalProperties": _other_properties,
    "required": lambda value, keys, _, __: not isinstance(value, dict) or value.keys() >= set(keys),
    "items": _items,
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
