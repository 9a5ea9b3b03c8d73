"""`tilewright show`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli import given
from tilewright.cli.args.cards import checked
from tilewright.cli.args.completion import complete_files, complete_scoring_card
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.args.workspace import workspace
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.errors import CannotRun
from tilewright.cli.report.boards import blocks_of, boards_output, pictures_of_file, tile_shown, tiles_shown
from tilewright.cli.terminal import colored
from tilewright.diagnostics import Diagnostic
from tilewright.disk import is_file, is_there
from tilewright.draw import Picture, svg, terminal
from tilewright.draw.sheet import board_svg
from tilewright.meaning.scoring import overwork
from tilewright.packs.documents import PACK_FILE
from tilewright.packs.library import bundled_folders
from tilewright.packs.pack import Pack
from tilewright.packs.report import Report
from tilewright.play.view import BYSTANDER
from tilewright.table.card import Card, Layout
from tilewright.table.position import Position, PositionPuzzle, Puzzle
from tilewright.table.record import Record

if TYPE_CHECKING:
    from tilewright.play.match import Match


NOBODY = "nobody"
"""Stands for who sees only what all see."""


def _one(ctx: click.Context, option: click.Parameter, values: tuple[str, ...]) -> str | None:
    if len(values) > 1:
        raise click.BadParameter("only one card can be marked at a time")
    return values[0] if values else None


class ShowOptions(given.Options):
    file: str = given.argument(shell_complete=complete_files)
    output: str | None = given.picture("Write a picture instead: .svg, .png or .pdf.")
    card: str | None = given.option(
        "--card",
        multiple=True,
        callback=_one,
        metavar="ID",
        shell_complete=complete_scoring_card,
        help="Mark the spaces that scored for this card.",
    )
    tile: str | None = given.option(
        "--tile", metavar="LINE", help="For a pack: a tile by its code or by a line that describes it."
    )
    turn: int | None = given.count("--turn", least=0, help="For a record: the boards after N turns.")
    seen_by: str | None = given.option(
        "--seen-by", metavar="NAME", help="For a record: only what this player sees; 'nobody' for what all see."
    )
    moves: bool = given.flag("--moves", help="For a record: every move, and what it changed.")
    as_json: bool = given.json("The boards in notation, one JSON object.")


@given.command(ShowOptions, epilog="Example: tilewright show game.position.yaml --card ID -o game.svg")
def command(options: ShowOptions) -> int:
    """Draw the boards of a position, puzzle or layout; for a card, print its names and texts.

    For a record, draw the boards after its last move; for a pack, with -o, the tiles that show areas.
    """
    if options.moves and (options.output or options.card or options.as_json or options.seen_by is not None):
        raise click.UsageError("--moves needs --turn, and no other option")
    if options.seen_by is not None and options.card:
        raise click.UsageError("--seen-by cannot be used with --card")
    inputs = Inputs([_pack_file(options.file)], as_json=options.as_json)
    sources = list(inputs.sources())
    if len(sources) > 1:
        raise CannotRun("show draws one file at a time")
    for source in sources:
        report = checked(source, (Position, Puzzle, PositionPuzzle, Record, Layout, Card, Pack), "board or card")
        marks, problems = _card_to_mark(options.card, report)
        if not inputs.sound(source, [*report.diagnostics, *problems]):
            continue
        if options.tile is not None:
            _show_tile(options.tile, report, inputs, options.output)
            continue
        if options.turn is not None or options.moves:
            match = _record(report, options.turn)
        if options.moves:
            from tilewright.play.transcript import transcript

            echo("\n".join(transcript(match)))
        else:
            viewer = None if options.seen_by is None else _viewer(report, options.seen_by)
            pictures = pictures_of_file(report, marks, viewer)
            own = [
                value.game for value in report.values if isinstance(value, Pack) and value.game.maps and options.output
            ]
            _show(report, [*pictures, *map(tiles_shown, own)], options.output, options.as_json)
    return inputs.exit_code


def _pack_file(file: str) -> str:
    """The pack file of a folder that has one, or of a pack that came with tilewright."""
    inside = (Path(file) if is_there(file) else bundled_folders().get(file, Path(file))) / PACK_FILE
    return str(inside) if is_file(inside) else file


def _show_tile(tile: str, report: Report, inputs: Inputs, output: str | None) -> None:
    """Draw a tile by its code or its line. Raises `CannotRun` in a game without such tiles."""
    if report.pack is None or not report.pack.game.areas:
        raise CannotRun("--tile is for packs of games with tiles that show areas")
    picture = tile_shown(tile, report.pack.game)
    if isinstance(picture, list):
        inputs.sound(picture[0].source or report.source, picture)
    else:
        echo(write_picture(output, board_svg(picture)) if output else terminal(picture, color=colored(sys.stdout)))


def _card_to_mark(id: str | None, report: Report) -> tuple[Card | None, list[Diagnostic]]:
    """The card of `--card`, and the problems it has."""
    if id is None or report.has_errors:
        return None, []
    if report.pack is None or not report.tables:
        raise CannotRun("--card marks spaces of positions, puzzles and records")
    in_play = next((card for card in report.cards if card.id == id), None)
    card = in_play or workspace().resolver(report.source.path).card(id, report.pack)
    if isinstance(card, Card):
        return card, [problem for value in report.tables for problem in overwork(value, [card])]
    missing, *errors = card
    if not errors:
        raise CannotRun(str(missing))
    return None, errors


def _record(report: Report, turns: int | None) -> Match:
    """The game of a record, after so many turns."""
    match = report.match
    if match is None:
        raise CannotRun("--turn and --moves are for records of games")
    if turns is not None and turns > match.begun:
        raise CannotRun(f"the record has {match.begun} turns")
    if turns is not None:
        match.back_to(turns)
    return match


def _viewer(report: Report, name: str) -> int:
    """The index of the player of that name, or of nobody. Raises `CannotRun`."""
    if report.match is None:
        raise CannotRun("--seen-by is for records of games")
    names = report.match.names
    if name in names:
        return names.index(name)
    if name == NOBODY:
        return BYSTANDER
    raise CannotRun(f"no player is named {name!r}; players: {', '.join(names)}")


def _show(report: Report, pictures: list[Picture], output: str | None, as_json: bool) -> None:
    if output and not pictures:
        raise CannotRun(f"there is no board in {report.source.name} to draw")
    written = write_picture(output, svg(pictures)) if output else ""
    if as_json:
        echo_json(boards_output(report.source.name, pictures))
    elif output:
        echo(written)
    else:
        echo("\n\n".join(blocks_of(report, pictures)))
