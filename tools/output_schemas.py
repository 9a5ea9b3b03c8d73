"""Writes the JSON Schemas of all outputs from their types (`engine/tilewright/outputs`): ``make schemas``.

The title of a schema is the first line of the class, its description the rest; a key is described by the text below its
field. `tests/test_outputs.py` fails if a published schema is not what the types say.
"""

from __future__ import annotations

import ast
import inspect
import json
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from collections.abc import Sequence as SequenceType
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import tilewright.outputs
from tilewright.outputs.output import SPREAD, Keywords, Output

FOLDER = Path(__file__).resolve().parents[1] / "schemas"
WIDTH = 120
Schema = dict[str, Any]
PLAIN: Mapping[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def schemas() -> dict[str, str]:
    """The text of each schema file, by its name."""
    load_outputs()
    return {f"{name_of(one)}.schema.json": written(published(one)) + "\n" for one in all_formats(Output)}


def load_outputs() -> None:
    """Load all classes of outputs."""
    for module in pkgutil.iter_modules(tilewright.outputs.__path__, "tilewright.outputs."):
        import_module(module.name)


def all_formats(of: type[Output]) -> Iterator[type[Output]]:
    """The classes that are a line of an output, below a class."""
    for one in of.__subclasses__():
        if one.format:
            yield one
        yield from all_formats(one)


def name_of(output: type[Output]) -> str:
    """What the file of a schema is called."""
    return output.format.replace("/", "-")


def published(output: type[Output]) -> Schema:
    """The whole schema of a format."""
    title, _, description = inspect.getdoc(output).partition("\n\n")  # type: ignore[union-attr]
    parts: dict[str, Schema] = {}
    found = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:tilewright:{name_of(output)}",
        "title": title.rstrip("."),
        "description": " ".join(description.split()),
        **schema_of_line(output, parts),
    }
    return found | ({"$defs": dict(sorted(parts.items()))} if parts else {})


def schema_of_line(output: type[Output], parts: dict[str, Schema]) -> Schema:
    """The schema of a line of a format, of one or of several kinds."""
    own = schema_of_class(output, parts)
    return {"oneOf": [own, *(schema_of(one, parts) for one in output.other_lines)]} if output.other_lines else own


def schema_of_class(output: type[Output], parts: dict[str, Schema]) -> Schema:
    """The schema of an object; `parts` collects those of the objects in it, by name."""
    hints, described = get_type_hints(output, include_extras=True), descriptions(output)
    properties: dict[str, Schema] = {"format": {"const": output.format}} if output.format else {}
    required, others = list(properties), None
    for field in fields(output):
        schema = described.get(field.name, {}) | schema_of(hints[field.name], parts)
        if field.default is SPREAD:
            others = schema.pop("additionalProperties") | described.get(field.name, {})
            continue
        properties[field.name.removesuffix("_")] = schema
        if field.default is MISSING:
            required.append(field.name.removesuffix("_"))
    closed = {"additionalProperties": False if others is None else others}
    return {"type": "object", "required": required, "properties": properties, **closed, **output.keywords}


@cache
def descriptions(output: type[Output]) -> dict[str, Schema]:
    """The text below each field of a class and of those that it extends."""
    found: dict[str, Schema] = {}
    for one in reversed(output.__mro__):
        if not issubclass(one, Output):
            continue
        (declared,) = ast.parse(inspect.getsource(one)).body
        assert isinstance(declared, ast.ClassDef)
        for field, text in pairwise(declared.body):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                assert isinstance(field.target, ast.Name) and isinstance(text.value, ast.Constant)
                found[field.target.id] = {"description": " ".join(str(text.value.value).split())}
    return found


def schema_of(hint: Any, parts: dict[str, Schema]) -> Schema:
    """The schema of a type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    if hint is Any:
        return {}
    if origin is Annotated:
        (keywords,) = arguments[1:]
        assert isinstance(keywords, Keywords)
        return schema_of(arguments[0], parts) | keywords.values
    if origin is Literal:
        return {"const": arguments[0]} if len(arguments) == 1 else {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return either([schema_of(one, parts) for one in arguments])
    if origin is SequenceType:
        return {"type": "array", "items": schema_of(arguments[0], parts)}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(arguments[1], parts)}
    assert is_dataclass(hint), hint
    if hint.__name__ not in parts:
        parts[hint.__name__] = {}  # it may contain itself
        doc = hint.__dict__.get("__doc__")
        parts[hint.__name__] = ({"description": " ".join(doc.split())} if doc else {}) | schema_of_class(hint, parts)
    return {"$ref": f"#/$defs/{hint.__name__}"}


def either(schemas: list[Schema]) -> Schema:
    """A value of one of several types; null is added to the types of a value."""
    first, *rest = schemas
    if rest == [{"type": "null"}] and "type" in first:
        listed = {"enum": [*first["enum"], None]} if "enum" in first else {}
        return first | {"type": [first["type"], "null"]} | listed
    return {"anyOf": schemas}


def written(value: object, indent: int = 0) -> str:
    """A value as JSON, on one line where it fits."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent < WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner = " " * (indent + 2)
    rows = (
        [f"{json.dumps(key)}: {written(one, indent + 2)}" for key, one in value.items()]
        if isinstance(value, dict)
        else [written(one, indent + 2) for one in value]
    )
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n{inner}" + f",\n{inner}".join(rows) + f"\n{' ' * indent}{end}"


def main() -> None:
    """Write what is not up to date."""
    for name, text in schemas().items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
