"""What an answer misses of what its puzzle expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def misses(expect: Mapping[str, object], answer: Mapping[str, object], path: str = "") -> Iterator[str]:
    """Where an answer differs from an expectation, which need not name everything."""
    for key, wanted in expect.items():
        found = answer.get(key)
        if isinstance(wanted, Mapping) and isinstance(found, Mapping):
            yield from misses(wanted, found, f"{path}{key}.")
        elif key == "solutions" and answer.get("complete") is False:
            yield f"expected {path}{key} {wanted}, found at least {found}"
        elif found != wanted:
            yield f"expected {path}{key} {_written(wanted)}, found {_written(found)}"


def _written(value: object) -> object:
    """A value as YAML has it."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else value
