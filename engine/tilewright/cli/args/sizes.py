"""Options of commands that prove: the size of boards, --size 6x6 or --NAME 6x6 after the board of a game."""

from __future__ import annotations

import math
import re
from typing import Any

import click

from tilewright.questions.question import LONGEST_SIDE
from tilewright.table.geometry import Geometry


class Seconds(click.ParamType[float]):
    """A time limit: a number of seconds above 0, not infinite."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a problem of the option otherwise."""
        seconds = click.FLOAT.convert(value, param, ctx)
        if not 0 < seconds < math.inf:
            self.fail("a number of seconds above 0 is needed", param, ctx)
        return float(seconds)


SECONDS = Seconds()


class BoardCommand(click.Command):
    """A command with an option --size, which may also be called like the players' board of a pack."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Packs are only read for an option that is not one of the command's own."""
        own = {name for option in self.params for name in option.opts}
        if any(word.startswith("-") and word.split("=")[0] not in own for word in args):
            size = next(option for option in self.params if option.name == "size")
            size.opts = ["--size", *(name for name in _board_options() if name not in own - {*size.opts})]
        return super().parse_args(ctx, args)


def _board_options() -> list[str]:
    from tilewright.cli.args.workspace import workspace  # every command loads this module; few read packs

    packs = workspace().resolver().packs()
    return list(dict.fromkeys(f"--{pack.game.own_place.name}" for pack in packs))


def rows_and_columns(text: str) -> tuple[int, int] | None:
    """The numbers of ``4x6``."""
    found = re.fullmatch(r"(\d{1,3})\s*[xX]\s*(\d{1,3})", text.strip())
    return (int(found[1]), int(found[2])) if found else None


def size_of(ctx: click.Context, option: click.Parameter, value: str | None) -> Geometry | None:
    """The value of the option: rows and columns."""
    if value is None:
        return None
    sides = rows_and_columns(value)
    if sides is None:
        raise click.BadParameter("rows and columns are needed, as in 4x4")
    rows, columns = sides
    if not (0 < rows <= LONGEST_SIDE and 0 < columns <= LONGEST_SIDE):
        raise click.BadParameter(f"1 to {LONGEST_SIDE} rows and columns")
    return Geometry(rows, columns)
