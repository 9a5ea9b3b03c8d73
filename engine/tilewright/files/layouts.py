"""The text of a layout's file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def heights_row(heights: Iterable[int]) -> str:
    """A row of heights as it is written; ``.`` where there is no stack."""
    return " ".join(str(height or ".") for height in heights)


def layout_text(
    category: str,
    id: str,
    name: str | None,
    players: tuple[int, int],
    command: str | None,
    heights: Sequence[Sequence[int]],
) -> str:
    """The text of a layout's file, with the command that makes it again if there is one."""
    low, high = players
    lines = [
        *([f'name en "{name}"'] if name else []),
        f"players {low}" + (f" to {high}" if high > low else ""),
        "",
        *([f"# {command}"] if command else []),
        "heights",
        *(f"  {heights_row(row)}" for row in heights),
    ]
    return f"{category} {id}\n" + "".join(f"  {line}".rstrip() + "\n" for line in lines)
