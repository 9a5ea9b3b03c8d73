"""Outputs are types: what a command prints with ``--json`` is declared once, as a class.

A field is a key, its type is that of the value, and the text below it is its documentation. `tools/output_schemas.py`
writes the JSON Schema of each format from these classes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)


class _Absent:
    """False, and itself again when it comes back from another process."""

    def __bool__(self) -> bool:
        return False

    def __reduce__(self) -> str:
        return "ABSENT"

    __repr__ = __reduce__


ABSENT: Any = _Absent()
"""The default of a key that is left out where there is nothing to say; unlike None, which is null."""

SPREAD: Any = type("Spread", (dict,), {"__hash__": object.__hash__})()
"""The default of a field whose entries are keys of the object itself: boards by their names in the game file."""

T = TypeVar("T")


class Keywords:
    """Keywords of JSON Schema that a type of Python does not have, such as a minimum."""

    def __init__(self, **values: object) -> None:
        self.values = values


def one_of(*values: str) -> Keywords:
    """A text is one of these."""
    return Keywords(enum=list(values))


Count = Annotated[int, Keywords(minimum=0)]
Positive = Annotated[int, Keywords(minimum=1)]
NotNegative = Annotated[float, Keywords(minimum=0)]
Share = Annotated[float, Keywords(minimum=0, maximum=1)]
SolveStatus = Annotated[str, one_of("optimal", "feasible", "infeasible", "unknown")]
OneOrMore = Annotated[Sequence[T], Keywords(minItems=1)]
TwoOf = Annotated[Sequence[T], Keywords(minItems=2, maxItems=2)]


@dataclass_transform(kw_only_default=True)
@dataclass(kw_only=True, eq=False)
class Output:
    """An object of an output; a subclass with a `format` is a whole line of it.

    `keywords` are those of JSON Schema that hold of several keys together. A trailing underscore is not part of a key.
    """

    format: ClassVar[str] = ""
    keywords: ClassVar[dict[str, Any]] = {}
    other_lines: ClassVar[tuple[type[Output], ...]] = ()
    """What else is a line of a file of this format, without saying so."""

    def __init_subclass__(
        cls, format: str = "", keywords: dict[str, Any] | None = None, other_lines: tuple[type[Output], ...] = ()
    ) -> None:
        cls.format, cls.keywords, cls.other_lines = format, keywords or {}, other_lines
        # Without comparison and the like a class is made in half the time, and a command loads dozens.
        dataclass(kw_only=True, eq=False, repr=False)(cls)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Output) and self.keys() == other.keys()

    def keys(self) -> dict[str, object]:
        """The keys that are present, in order, with their values."""
        found: dict[str, object] = {"format": self.format} if self.format else {}
        for known in fields(self):
            value = getattr(self, known.name)
            if known.default is SPREAD:
                found |= value
            elif value is not ABSENT:
                found[known.name.removesuffix("_")] = value
        return found


class PlayedMove(Output):
    """A move with the player who makes it."""

    player: str
    """the name of the player"""
    move: str
    """the move, as it is typed and recorded"""


class ExactNumber(Output):
    """A number as a fraction and as a decimal number."""

    fraction: Annotated[str, Keywords(pattern="^-?[0-9]+(/[0-9]+)?$")]
    """the exact number, as 7/2 or 3"""
    decimal: float
    """the nearest decimal number"""


def exact(value: Fraction) -> ExactNumber:
    """An exact number, and near by as a decimal one."""
    return ExactNumber(fraction=str(value), decimal=float(value))


class TypeMismatch(ValueError):
    """A value of JSON is not of a type."""


def read(hint: Any, value: Any) -> Any:
    """A value of JSON as one of a type, such as a class of an output; keys that the class does not know are left out. Raises `TypeMismatch`."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return read(arguments[0], value)
    if origin in (Union, UnionType):
        for one in arguments:
            with suppress(TypeMismatch):
                return read(one, value)
    elif hint is Any or (origin is Literal and value in arguments):
        return value
    elif origin is Sequence and isinstance(value, list):
        return [read(arguments[0], one) for one in value]
    elif origin is Mapping and isinstance(value, dict):
        return {key: read(arguments[1], one) for key, one in value.items()}
    elif isinstance(hint, type) and issubclass(hint, Output) and isinstance(value, dict):
        return hint(**_fields_read(hint, value))
    elif type(value) is hint or (hint is float and type(value) is int) or (hint is NoneType and value is None):
        return value
    raise TypeMismatch(f"{value!r} is not {hint}")


def _fields_read(output: type[Output], value: dict[str, Any]) -> dict[str, Any]:
    hints, found = get_type_hints(output, include_extras=True), {}
    for known in fields(output):
        key = known.name.removesuffix("_")
        if key in value:
            found[known.name] = read(hints[known.name], value[key])
        elif known.default is MISSING:
            raise TypeMismatch(f"there is no {key}")
    return found


def plain(value: object) -> Any:
    """A value as it comes back from JSON: of lists, dictionaries, numbers and texts alone."""
    if isinstance(value, Output):
        return plain(value.keys())
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value
