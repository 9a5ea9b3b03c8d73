"""Outputs of which a test says only some keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from tilewright.outputs.output import Output


def filled(hint: Any, value: Any) -> Any:
    """A value of JSON as one of a type; keys that an output needs and that are not there are None."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return filled(arguments[0], value)
    if origin is UnionType:
        return filled(arguments[0], value) if isinstance(value, dict) else value
    if origin is Sequence and isinstance(value, (list, tuple)):
        return [filled(arguments[0], one) for one in value]
    if origin is Mapping and isinstance(value, dict):
        return {key: filled(arguments[1], one) for key, one in value.items()}
    if not (isinstance(hint, type) and issubclass(hint, Output) and isinstance(value, dict)):
        return value
    hints = get_type_hints(hint, include_extras=True)
    known = {field.name: value.get(field.name.removesuffix("_")) for field in fields(hint)}
    return hint(
        **{
            field.name: filled(hints[field.name], known[field.name])
            for field in fields(hint)
            if field.default is MISSING or known[field.name] is not None
        }
    )
