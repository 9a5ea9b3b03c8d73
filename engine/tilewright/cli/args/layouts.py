"""What is asked of a new layout: the options, and the wishes they come to."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from unicodedata import normalize

import click

from tilewright.cli.args import given
from tilewright.cli.args.given import rows_and_columns
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.errors import CannotRun
from tilewright.design.layouts.sketch import SQUARE, SYMMETRIES
from tilewright.design.layouts.wishes import USUAL, Floor, Wishes
from tilewright.diagnostics import Diagnostics
from tilewright.files.drawings import read_drawing
from tilewright.packs.pack import Pack
from tilewright.table.board import MAX_SIDE
from tilewright.table.game import BoardDef, LayoutDef

_ID = re.compile(r"[a-z][a-z0-9-]*")
_RANGE = r"(\d{1,4})(-(\d{1,4})?)?"
_PLAYERS = re.compile(r"(\d{1,3})(?:\s*(?:-|to)\s*(\d{1,3}))?")
_FLOOR = re.compile(rf"(\d{{1,2}})=(?:{_RANGE}(%)?)")
ABOUT = 3
"""A single percentage may be missed by so much: stacks come one by one, or two by two."""


def is_id(text: str) -> bool:
    """Whether a layout can have this id."""
    return _ID.fullmatch(text) is not None


@dataclass(frozen=True)
class LoadedClass:
    """A class of layouts, its pack, and the board of its name if there is one."""

    pack: Pack
    definition: LayoutDef
    board: BoardDef | None


def _printable(ctx: click.Context, option: click.Parameter, text: str | None) -> str | None:
    if text is not None and (not text.isprintable() or '"' in text or not text.strip()):
        raise click.BadParameter("the text cannot contain quotes")
    return text


def _id(ctx: click.Context, option: click.Parameter, text: str | None) -> str | None:
    if text is not None and not is_id(text):
        raise click.BadParameter("an id is made of lowercase letters, digits and '-', and begins with a letter")
    return text


class LayoutOptions(given.Options):
    """The options of a new layout as they are typed."""

    players: str | None = given.option(
        "--players", metavar="N or N-M", help="Number of players (default: the fewest the game allows)."
    )
    symmetry: str | None = given.option(
        "--symmetry",
        type=click.Choice(list(SYMMETRIES)),
        help="The symmetry (default: chosen by the seed; with --draw, none).",
    )
    floors: str | None = given.option(
        "--floors",
        metavar="LIST",
        help="Number of floors, or of stacks that reach a floor: 2  or  2=30,3=10-14  or  3=20%.",
    )
    size: str | None = given.option("--size", metavar="RxC", help="The largest number of rows and columns.")
    draw: str | None = given.option(
        "--draw", metavar="FILE", help="A given part: rows of heights, . for no stack and ? for an open space."
    )
    apart: bool = given.flag("--apart", help="Allow layouts that are not connected.")
    seed: int | None = given.count("--seed", least=0, help="The same seed gives the same layout (default: random).")
    count: int = given.count("--count", 100, default=1, help="Make N layouts, from N consecutive seeds.")
    name: str | None = given.option("--name", callback=_printable, metavar="TEXT", help="Its name in English.")
    id: str | None = given.option(
        "--id", callback=_id, metavar="ID", help="Its id (default: made from the name or the seed)."
    )
    output: str | None = given.option(
        "-o",
        "--output",
        metavar="FILE.tw",
        help="Write a file, or one file per layout into a folder, instead of printing.",
    )
    pictures: bool = given.flag("--svg", help="With -o: write a picture beside each file.")
    show: bool = given.flag("--show", help="Draw it in the terminal (stderr).")
    force: bool = given.flag("--force", help="Replace existing files.")
    as_json: bool = given.json("One JSON object per layout, one per line.")

    def id_of(self, of: LoadedClass, seed: int) -> str:
        """The id that is asked for, else one of the name, else one of the seed."""
        plain = normalize("NFKD", self.name or "").encode("ascii", "ignore").decode().lower()
        name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
        id = self.id or (name if is_id(name) else None)
        if id is None:
            return f"{of.definition.name}-{seed}"
        return id if self.count == 1 else f"{id}-{seed}"

    def again(self, of: LoadedClass, seed: int) -> str:
        """The command that makes the layout of a seed again."""
        words = ["tilewright", of.definition.name, "new"]
        wishes = {"players": self.players, "symmetry": self.symmetry, "floors": self.floors, "size": self.size}
        for option, value in (wishes | {"draw": self.draw}).items():
            words += [f"--{option}", value] if value else []
        words += ["--apart"] if self.apart else []
        line = shlex.join([*words, "--seed", str(seed)])
        return "".join(sign if sign.isprintable() else "?" for sign in line)

    def wishes(self, of: LoadedClass, inputs: Inputs) -> Wishes | None:
        """The wishes that the options come to; None when the drawing has errors, which are reported."""
        players = _players(self.players, of.pack.game.players)
        rows, columns = _size(self.size, of.board) or ((of.board.rows, of.board.columns) if of.board else USUAL)
        floors = _floors(self.floors)
        for floor in floors:
            if floor.low and floor.floor > of.definition.high:
                name, high = of.definition.name, of.definition.high
                message = f"no {name} has a floor {floor.floor}: its stacks have {high} floors at most"
                raise click.BadParameter(message, param_hint="--floors")
        part = None
        for source in inputs.sources():
            if self.size:
                raise click.UsageError("the drawing gives the size: leave --size out")
            diagnostics = Diagnostics(source)
            part = read_drawing(source, of.definition, of.board, diagnostics)
            inputs.sound(source, diagnostics.sorted())
            if part is not None:
                rows, columns = len(part), len(part[0])
        if inputs.exit_code or (self.draw and part is None):
            return None
        symmetry = self.symmetry or "none"
        if part is not None and symmetry in SQUARE and rows != columns:
            raise CannotRun(f"{symmetry} needs as many rows as columns; the drawing has {rows} x {columns}")
        return Wishes(of.definition, players, rows, columns, symmetry, floors, part, not self.apart)


def _players(text: str | None, known: tuple[int, int]) -> tuple[int, int]:
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


def _size(text: str | None, board: BoardDef | None) -> tuple[int, int] | None:
    """The rows and columns of ``8x12``; None without a text. Raises `click.BadParameter`."""
    if text is None:
        return None
    rows, columns = rows_and_columns(text) or (0, 0)
    most = board.high if board else MAX_SIDE
    if not 1 <= min(rows, columns) <= max(rows, columns) <= most:
        raise click.BadParameter(f"write rows and columns, at most {most}: 8x12", param_hint="--size")
    return rows, columns


def _floors(text: str | None) -> tuple[Floor, ...]:
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
