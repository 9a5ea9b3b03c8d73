"""Writes docs/outputs.md: every output of the commands, with each of its keys, from their types: ``make schemas``."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Sequence as SequenceType
from dataclasses import MISSING, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from output_schemas import all_formats, descriptions, load_outputs, name_of
from tilewright.outputs.output import SPREAD, Output

PAGE = Path(__file__).resolve().parents[1] / "docs" / "outputs.md"
HEAD = """# Outputs

Every key of what the commands print with `--json`, and of the files that they write. Each object is on a line of its own.
Its first key, `format`, is the name of the format; within one number of a format, keys are added but never removed or
changed ([what stays](stability.md)). A key in *italics* is left out if it does not apply.
`tilewright schema NAME` prints the JSON Schema of a format. This page is generated from the types of the outputs.
"""
OBJECTS = """## Objects in outputs

Several formats contain these objects.
"""
PLAIN: Mapping[object, str] = {str: "text", int: "integer", float: "number", bool: "true or false", NoneType: "null"}


def page() -> str:
    """The text of the page."""
    load_outputs()
    formats = sorted(all_formats(Output), key=lambda one: one.format)
    used: dict[type[Output], None] = {}
    parts = [HEAD, *(of_format(one, used) for one in formats)]
    objects: dict[type[Output], str] = {}
    while missing := [one for one in used if one not in objects]:  # an object may contain others
        objects |= {one: f"### {heading(one)}\n\n{meaning(one)}\n\n{table(one, used)}" for one in missing}
    return "\n".join([*parts, OBJECTS, *(objects[one] for one in sorted(objects, key=heading))]).rstrip() + "\n"


def of_format(output: type[Output], used: dict[type[Output], None]) -> str:
    """A section about a format; what it consists of is added to `used`."""
    what = " ".join(inspect.getdoc(output).partition("\n\n")[2].split())  # type: ignore[union-attr]
    schema = f"[JSON Schema](../schemas/{name_of(output)}.schema.json)"
    used |= dict.fromkeys(output.other_lines)
    others = "".join(f" Other lines: {link(one)}." for one in output.other_lines)
    return f"## {output.format}\n\n{what}{others} {schema}.\n\n{table(output, used)}"


def table(output: type[Output], used: dict[type[Output], None]) -> str:
    """The keys of an object as a table."""
    hints, described = get_type_hints(output, include_extras=True), descriptions(output)
    rows = ["| key | type | meaning |", "|---|---|---|"]
    for field in fields(output):
        key = f"`{field.name.removesuffix('_')}`"
        if field.default is SPREAD:
            key = f"*the name of the {field.name.removesuffix('s')}*"
        elif field.default is not MISSING:
            key = f"*{key}*"
        hint = get_args(hints[field.name])[1] if field.default is SPREAD else hints[field.name]
        used |= dict.fromkeys(objects_in(hint))
        rows.append(f"| {key} | {type_of(hint)} | {described[field.name]['description'].replace('|', chr(92) + '|')} |")
    return "\n".join(rows) + "\n"


def type_of(hint: Any, many: bool = False) -> str:
    """A type in words, of one value or of several."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        listed = arguments[1].values.get("enum")
        return either(f"`{one}`" for one in listed) if listed else type_of(arguments[0], many)
    if origin is Literal:
        return either(f"`{str(one).lower()}`" for one in arguments)
    if origin in (Union, UnionType):
        return either(type_of(one, many) for one in arguments)
    if origin is SequenceType:
        return f"list{'s' * many} of {type_of(arguments[0], many=True)}"
    if origin is Mapping:
        return f"by name: {type_of(arguments[1], many)}"
    if hint is Any:
        return "any value"
    if hint in PLAIN:
        return f"{PLAIN[hint]}s" if many and hint in (str, int, float) else PLAIN[hint]
    return link(hint)


def either(words: Iterable[str]) -> str:
    """Alternatives."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def objects_in(hint: Any) -> Iterator[type[Output]]:
    """The classes of outputs that a type names."""
    if isinstance(hint, type) and issubclass(hint, Output):
        yield hint
    for one in get_args(hint):
        yield from objects_in(one)


def meaning(output: type[Output]) -> str:
    """What an object is, as a sentence."""
    said = " ".join(inspect.getdoc(output).split())  # type: ignore[union-attr]
    return said[0].upper() + said[1:].rstrip(".") + "."


def heading(output: type[Output]) -> str:
    """What an object is called on the page."""
    name = output.__name__.removesuffix("Output")
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
    return words[0].upper() + words[1:]


def link(output: type[Output]) -> str:
    """A link to the section of an object."""
    return f"[{heading(output)}](#{heading(output).lower().replace(' ', '-')})"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
