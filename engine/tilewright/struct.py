"""Values with named fields, quick to define.

A dataclass has its methods compiled when its class is defined. This program has hundreds of them, and
checks a file in less time than that would take. A struct is a dataclass too (`fields` and `replace` know
it), but its comparison, hash and notation are written once, in `Struct`, and its `__init__` is compiled
when its first value is made. All structs are frozen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T", bound="Struct")


def kept_out(*, kw_only: bool = False) -> Any:
    """A field that does not count in comparisons."""
    return field(compare=False, kw_only=kw_only)


@dataclass_transform(frozen_default=True, field_specifiers=(kept_out, field))
def struct(cls: type[T]) -> type[T]:
    """A struct, with slots for its fields; its class is derived from `Struct`."""
    cls.__doc__ = cls.__doc__ or cls.__name__  # else a dataclass works out its signature
    made = dataclass(init=False, eq=False, repr=False, slots=True)(cls)
    made.__init__ = Struct.__init__  # type: ignore[method-assign]
    return made


class Struct:
    """Equal to a value of the same class with equal fields, which cannot be changed."""

    __slots__ = ()

    def __init__(self, *values: Any, **named: Any) -> None:
        type(self).__init__ = _compiled_init(type(self))  # type: ignore[method-assign]
        self.__init__(*values, **named)  # type: ignore[misc]

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

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
            object.__setattr__(self, name, value)


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
    """The `__init__` that a dataclass with these fields has."""
    parts = _fields(cls)
    by_name = [_parameter(f) for f in parts if f.kw_only]
    parameters = ["self", *(_parameter(f) for f in parts if not f.kw_only), *(["*"] if by_name else []), *by_name]
    body = [f"set_{f.name}(self, {_argument(f)})" for f in parts] or ["pass"]
    body += ["self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    known = {f"set_{f.name}": getattr(cls, f.name).__set__ for f in parts}
    known |= {f"default_{f.name}": f.default for f in parts}
    known |= {f"made_{f.name}": f.default_factory for f in parts}
    made: dict[str, Any] = {}
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body), known, made)
    init: Callable[..., None] = made["__init__"]
    return init


def _parameter(part: Any) -> str:
    needed = part.default is MISSING and part.default_factory is MISSING
    return str(part.name) if needed else f"{part.name}=default_{part.name}"


def _argument(part: Any) -> str:
    if part.default_factory is MISSING:
        return str(part.name)
    return f"made_{part.name}() if {part.name} is default_{part.name} else {part.name}"
