"""Values with named fields, quick to define.

A dataclass has its methods compiled when its class is defined. This program has hundreds of them, and
checks a file in less time than that would take. A struct is a dataclass too (`fields` and `replace` know
it), but its comparison, hash and notation are written once, in `Struct`, and its `__init__` is compiled
when its first value is made. Structs are frozen for the type checker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T", bound="Struct")


def kept_out(*, kw_only: bool = False) -> Any:
    """A field that does not count in comparisons."""
    return field(compare=False, kw_only=kw_only)


@dataclass_transform(frozen_default=True, field_specifiers=(kept_out, field))
def struct(cls: type[T]) -> type[T]:
    """A struct, with slots for its fields; its class derives from `Struct`."""
    cls.__doc__ = cls.__doc__ or cls.__name__  # else a dataclass works out its signature
    made = dataclass(init=False, eq=False, repr=False, slots=True)(cls)
    made.__init__ = Struct.__init__  # type: ignore[method-assign]
    return made


class Struct:
    """Equal to a value of the same class with equal fields."""

    __slots__ = ()

    def __init__(self, *values: Any, **named: Any) -> None:
        type(self).__init__ = _compiled_init(type(self))  # type: ignore[method-assign]
        self.__init__(*values, **named)  # type: ignore[misc]

    def __eq__(self, other: object) -> bool:
        return _key(self) == _key(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), _key(self)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in _fields(type(self)) if f.repr)
        return f"{type(self).__qualname__}({shown})"

    def __getstate__(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in _fields(type(self))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)


def _fields(cls: Any) -> tuple[Any, ...]:
    return fields(cls)


def _key(value: object) -> object:
    """What of a value counts in comparisons."""
    kind: Any = type(value)
    return _compared(kind)(value)


@cache
def _compared(cls: Any) -> Callable[[object], object]:
    names = [f.name for f in _fields(cls) if f.compare]
    return attrgetter(*names) if names else lambda value: ()


def _compiled_init(cls: Any) -> Callable[..., None]:
    """The `__init__` that a dataclass with these fields has; their defaults are values."""
    defaults = {f"_{f.name}": f.default for f in _fields(cls) if f.default is not MISSING}
    by_place = [_parameter(f) for f in _fields(cls) if not f.kw_only]
    by_name = [_parameter(f) for f in _fields(cls) if f.kw_only]
    parameters = ["self", *by_place, *(["*", *by_name] if by_name else [])]
    body = [f"self.{f.name} = {f.name}" for f in _fields(cls)] or ["pass"]
    body += ["self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    made: dict[str, Any] = {}
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body), defaults, made)
    init: Callable[..., None] = made["__init__"]
    return init


def _parameter(part: Any) -> str:
    assert part.default_factory is MISSING, "the default of a struct is a value"
    return part.name if part.default is MISSING else f"{part.name}=_{part.name}"
