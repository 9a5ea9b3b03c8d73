"""The options of a layout that is asked for: players, size and floors."""

from __future__ import annotations

import re

import click

from tilewright.design.layouts.wishes import Floor
from tilewright.table.board import MAX_SIDE
from tilewright.table.game import BoardDef

_RANGE = r"(\d{1,4})(-(\d{1,4})?)?"
_PLAYERS = re.compile(r"(\d{1,3})(?:\s*(?:-|to)\s*(\d{1,3}))?")
_SIZE = re.compile(r"(\d{1,3})\s*[xX]\s*(\d{1,3})")
_FLOOR = re.compile(rf"(\d{{1,2}})=(?:{_RANGE}(%)?)")
ABOUT = 3
"""A single percentage may be missed by so much: stacks come one by one, or two by two."""


def players_of(text: str | None, known: tuple[int, int]) -> tuple[int, int]:
    """The players of ``2`` or ``2-3``; without a text the fewest. Raises `click.BadParameter`."""
    if text is None:
        return known[0], known[0]
    found = _PLAYERS.fullmatch(text.strip())
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not known[0] <= low <= high <= known[1]:
        raise click.BadParameter(
            f"write a number or a range from {known[0]} to {known[1]}: {known[0]}-{known[1]}", param_hint="--players"
        )
    return low, high


def size_of(text: str | None, board: BoardDef | None) -> tuple[int, int] | None:
    """The rows and columns of ``8x12``; None without a text. Raises `click.BadParameter`."""
    if text is None:
        return None
    found = _SIZE.fullmatch(text.strip())
    rows, columns = (int(found[1]), int(found[2])) if found else (0, 0)
    most = board.high if board else MAX_SIDE
    if not 1 <= min(rows, columns) <= max(rows, columns) <= most:
        raise click.BadParameter(f"write rows and columns, at most {most}: 8x12", param_hint="--size")
    return rows, columns


def floors_of(text: str | None) -> tuple[Floor, ...]:
    """The wishes of ``2`` (so many floors) or ``2=30,3=10-14`` (stacks that reach a floor).

    With ``%`` the numbers are parts of a hundred stacks. Raises `click.BadParameter`.
    """
    found: list[Floor] = []
    for item in (text or "").split(",") if text is not None else ():
        item = item.strip()
        wish = _FLOOR.fullmatch(item)
        if re.fullmatch(r"[1-9]\d?", item):
            found += [Floor(int(item), 1, None), Floor(int(item) + 1, 0, 0)]
        elif wish and int(wish[1]):
            found.append(_floor(wish))
        else:
            raise click.BadParameter(
                f"'{item[:20]}': write floors, or stacks that reach one: 2 or 2=30,3=10-14 or 3=20%",
                param_hint="--floors",
            )
    return tuple(found)


def _floor(wish: re.Match[str]) -> Floor:
    floor, low, dash, most, share = int(wish[1]), int(wish[2]), wish[3], wish[4], wish[5] is not None
    high = int(most) if most else None if dash else low
    if share and not dash:
        return Floor(floor, max(0, low - ABOUT), low + ABOUT, True)
    return Floor(floor, low, high, share)
