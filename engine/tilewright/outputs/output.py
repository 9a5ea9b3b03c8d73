"""Outputs are types: what a command prints with ``--json`` is declared once, as a class.

A field is a key, its type is that of the value, and the text below it is its documentation. `tools/output_schemas.py`
writes the JSON Schema of each format from these classes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Annotated, Any, ClassVar, TypeVar, dataclass_transform

ABSENT: Any = type("Absent", (), {"__repr__": lambda self: "ABSENT"})()
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

    `rules` are keywords of JSON Schema that hold of several keys together. A trailing underscore is not part of a key.
    """

    format: ClassVar[str] = ""
    rules: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls, format: str = "", rules: dict[str, Any] | None = None) -> None:
        cls.format, cls.rules = format, rules or {}
        # Without comparison and the like a class is made in half the time, and a command loads dozens.
        dataclass(kw_only=True, eq=False, repr=False)(cls)

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
    move: str


class ExactNumber(Output):
    """A number as a fraction and as a decimal number."""

    fraction: Annotated[str, Keywords(pattern="^-?[0-9]+(/[0-9]+)?$")]
    decimal: float


def exact(value: Fraction) -> ExactNumber:
    """An exact number, and near by as a decimal one."""
    return ExactNumber(fraction=str(value), decimal=float(value))


def plain(value: object) -> Any:
    """A value as it comes back from JSON: of lists, dictionaries, numbers and texts alone."""
    if isinstance(value, Output):
        return plain(value.keys())
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value
