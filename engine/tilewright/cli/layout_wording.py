"""The wishes for a layout as they are typed, and in words why they cannot be met."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from tilewright.design.layouts.wishes import Floor, Wishes
from tilewright.table.board import MAX_SIDE
from tilewright.table.game import BoardDef, Game

if TYPE_CHECKING:
    from tilewright.design.layouts.search import Clash

_RANGE = r"(\d{1,4})(-(\d{1,4})?)?"
_PLAYERS = re.compile(r"(\d{1,3})(?:\s*(?:-|to)\s*(\d{1,3}))?")
_SIZE = re.compile(r"(\d{1,3})\s*[xX]\s*(\d{1,3})")
_FLOOR = re.compile(rf"(\d{{1,2}})=(?:{_RANGE}(%)?)")
ABOUT = 3
"""A single percentage may be missed by so much: stacks come one by one, or two by two."""
_SYMMETRY = {
    "mirror": "left and right are mirrored",
    "flip": "top and bottom are mirrored",
    "both": "left and right, top and bottom are mirrored",
    "half-turn": "half a turn changes nothing",
    "quarter-turn": "a quarter turn changes nothing",
    "diagonal": "rows and columns are mirrored",
}


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


def reasons(game: Game, wishes: Wishes, clash: Clash) -> list[str]:
    """The wishes that clash, and what the others come to, a line each."""
    if not clash.groups:
        return ["nothing was found and nothing was proved; try another seed, or wish for less"]
    lines = [_wish(game, wishes, group) for group in clash.groups]
    if clash.totals is not None:
        fewest, most = clash.totals
        pieces, wanted = game.plural(game.piece), wishes.definition.total or 0
        if most < wanted:
            lines.append(f"without that, at most {most} {pieces} can be")
        elif fewest > wanted:
            lines.append(f"without that, at least {fewest} {pieces} are needed")
    return lines


def _wish(game: Game, wishes: Wishes, group: str | int) -> str:
    """A wish in words."""
    if isinstance(group, int):
        return _floor_in_words(wishes.floors[group])
    of, pieces = wishes.definition, game.plural(game.piece)
    low, high = wishes.players
    texts = {
        "total": f"a {of.name} has {of.total} {pieces}",
        "size": f"at most {wishes.rows} rows and {wishes.columns} columns: {wishes.rows * wishes.columns} spaces",
        "symmetry": f"{wishes.symmetry}: {_SYMMETRY.get(wishes.symmetry, '')}",
        "part": "what is drawn is as it is drawn",
        "joined": "all stacks hang together" if wishes.joined else "no stack stands alone",
        "players": f"{low} players" if low == high else f"{low} to {high} players",
    }
    if group == "players":
        known = [f"{a} to {b}" for n, (a, b) in sorted(of.ground.items()) if low <= n <= high]
        return f"{texts['players']}: {' and '.join(known)} stacks"
    if group == "rows":
        return "; ".join(f"at most {r.most} rows of {r.length} or more above floor {r.floor}" for r in of.rows)
    return texts[group]


def _floor_in_words(wish: Floor) -> str:
    if wish.high == 0:
        return f"no stack reaches floor {wish.floor}"
    unit = "% of the stacks" if wish.share else " stacks"
    if wish.high is None:
        numbers = f"{wish.low} or more"
    else:
        numbers = str(wish.low) if wish.low == wish.high else f"{wish.low} to {wish.high}"
    return f"{numbers}{unit} reach floor {wish.floor}"
