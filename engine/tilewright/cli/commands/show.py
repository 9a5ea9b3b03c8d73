"""`tilewright show`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import card_files, checked
from tilewright.cli.args.given import complete_files, complete_scoring_card
from tilewright.cli.args.inputs import Inputs, workspace
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.terminal import CannotRun, colored, echo, echo_json
from tilewright.diagnostics import Diagnostic
from tilewright.disk import is_file, is_there
from tilewright.draw import Picture, svg, terminal
from tilewright.draw.picture import marked, of_layout, of_position, of_puzzle, of_tiles
from tilewright.draw.sheet import board_svg
from tilewright.meaning.scoring import overwork, score
from tilewright.outputs.files import BoardsOutput, ShownBoard
from tilewright.packs.documents import PACK_FILE
from tilewright.packs.pack import Pack, Report
from tilewright.packs.resolve import bundled_folders
from tilewright.packs.tiles import tile_of_line
from tilewright.play.positions import slots
from tilewright.play.view import BYSTANDER, place_of_card
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position, PositionPuzzle, Puzzle, Record
from tilewright.table.puzzles import MapPuzzle, MovesPuzzle

if TYPE_CHECKING:
    from tilewright.play.match import Match


NOBODY = "nobody"
"""The viewer who sees only what everyone sees."""


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
        "--seen-by", metavar="NAME", help="For a record: only what this player sees; 'nobody' for what everyone sees."
    )
    moves: bool = given.flag("--moves", help="For a record: every move, and what it changed.")
    as_json: bool = given.json("The boards in notation, one JSON object.")


@given.command(ShowOptions, epilog="Example: tilewright show game.position.yaml --card ID -o game.svg")
def command(options: ShowOptions) -> int:
    """Draw the boards of a position, puzzle or layout; for a card, print its names and texts.

    For a record, draw the boards after its last move; for a pack with map tiles, draw these (needs -o).
    """
    if options.moves and (options.output or options.card or options.as_json or options.seen_by is not None):
        raise click.UsageError("--moves needs --turn, and no other option")
    if options.seen_by is not None and options.card:
        raise click.UsageError("--seen-by cannot be used with --card")
    inputs = Inputs(card_files([_pack_file(options.file)]), as_json=options.as_json)
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
            from tilewright.play.log import transcript

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
    """The pack file of a folder or of a bundled pack; another name is returned unchanged."""
    inside = (Path(file) if is_there(file) else bundled_folders().get(file, Path(file))) / PACK_FILE
    return str(inside) if is_file(inside) else file


def _show_tile(tile: str, report: Report, inputs: Inputs, output: str | None) -> None:
    """Draw a tile by its code or its line. Raises `CannotRun` in a game without tiles that show areas."""
    if report.pack is None or not report.pack.game.areas:
        raise CannotRun("--tile is for packs of games with tiles that show areas")
    picture = tile_shown(tile, report.pack.game)
    if isinstance(picture, list):
        inputs.sound(picture[0].source or report.source, picture)
    else:
        echo(write_picture(output, board_svg(picture)) if output else terminal(picture, color=colored(sys.stdout)))


def _card_to_mark(id: str | None, report: Report) -> tuple[Card | None, list[Diagnostic]]:
    """The card of `--card`, and its problems."""
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
    """The game of a record, after a number of turns."""
    match = report.match
    if match is None:
        raise CannotRun("--turn and --moves are for records of games")
    if turns is not None and turns > match.begun:
        raise CannotRun(f"the record has {match.begun} turns")
    if turns is not None:
        match.back_to(turns)
    return match


def _viewer(report: Report, name: str) -> int:
    """The index of the named player, or of nobody. Raises `CannotRun`."""
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


# ------------------------------------------------------------------ what is drawn


def blocks_of(report: Report, pictures: Iterable[Picture]) -> list[str]:
    """The pictures of a file as text, with its cards, pack and state of the game."""
    color = colored(sys.stdout)
    blocks = [terminal(picture, color=color) for picture in pictures]
    blocks += [_card(value) for value in report.values if isinstance(value, Card)]
    blocks += [_pack(value) for value in report.values if isinstance(value, Pack)]
    blocks += [_task(value) for value in report.values if isinstance(value, (MapPuzzle, MovesPuzzle))]
    blocks += [_standing(report.match)] if report.match else []
    return blocks


def boards_output(file: str, pictures: Iterable[Picture]) -> BoardsOutput:
    """The boards of a file as JSON."""
    boards = [ShownBoard(title=picture.title, board=repr(picture.board)) for picture in pictures]
    return BoardsOutput(file=file, boards=boards)


def pictures_of_file(report: Report, card: Card | None, player: int | None = None) -> list[Picture]:
    """The boards of a file; for a card with the spaces where it scores, for a game as seen by a player."""
    pictures: list[Picture] = []
    if report.match is not None and card is None:
        pictures += pictures_of_match(report.match, player)
    for table in report.tables if card is not None or report.match is None else ():
        if isinstance(table, Position):
            pictures += _with_marks(of_position(table), table, card)
        else:
            pictures += _with_marks(of_puzzle(table, report.cards), table.start(), card)
    for value in report.values:
        if isinstance(value, Layout) and report.pack:
            pictures.append(of_layout(value, report.pack.game))
        if isinstance(value, MapPuzzle):
            game, tiles = value.position.game, pool_of(Stack(0, (code,)) for code in value.tiles)
            pictures.append(Picture(tiles, game, title=f"{game.plural(game.piece)} to lay"))
        if isinstance(value, Card) and value.tiles and report.pack:
            pictures.append(of_tiles(value.tiles, report.pack.game, value.name()))
    return pictures


def pictures_of_match(match: Match, player: int | None) -> list[Picture]:
    """The table of a game as seen by a player (None: everything), with the current card marked."""
    position = match.position() if player is None else match.view(player).position()
    pictures, state = of_position(position), match.state
    frame = None if match.over else state.frame
    at = None if frame is None else place_of_card(match.machine, state, frame.env)
    if at is None:
        return pictures
    name = next((name for name in position.boards if state.table.seat_of(name, 0) == at[0]), "")
    space = slots(state.table.grids[at[0]]).index(at[1])
    return [replace(one, scored={space: 0}) if one.title == name else one for one in pictures]


def tile_shown(text: str, game: Game) -> Picture | list[Diagnostic]:
    """A tile by its code or its line, as a map of one tile; or diagnostics."""
    kind = game.by_code.get(text) or tile_of_line(text, game)
    if isinstance(kind, list):
        return kind
    return replace(of_tiles([kind], game), board=Board(Geometry(1, 1), (Stack(0, (kind.code,)),)))


def tiles_shown(game: Game) -> Picture:
    """All tiles of a game that show areas."""
    return of_tiles(
        (kind for kind in game.kinds if kind.face and kind.first == kind.index), game, game.plural(game.piece)
    )


def _with_marks(pictures: list[Picture], position: Position, card: Card | None) -> list[Picture]:
    """The pictures with marks where a card scores on the main boards of the players."""
    if card is None:
        return pictures
    scores = score(position, [card])
    own = {id(player.board): found for player, found in zip(position.players, scores, strict=True)}
    return [
        marked(picture, found.reasons.get(card.id, ()), f"{card.name()}: {found.parts.get(card.id, 0)}")
        if (found := own.get(id(picture.board)))
        else picture
        for picture in pictures
    ]


def _card(card: Card) -> str:
    names = [f"  name {language}  {name}" for language, name in card.names.items()]
    texts = [f"  text {language}  {text}" for language, text in card.texts.items()]
    return "\n".join([click.style(f"{card.category} {card.id}", bold=True), *names, *texts])


def _pack(pack: Pack) -> str:
    cards = [f"  {card.category} {card.id}: {card.name()}" for card in pack.cards()]
    layouts = [f"  {layout.category} {layout.id}: {layout.name()}" for layout in pack.layouts()]
    return "\n".join([click.style(pack.imprint.title, bold=True), *cards, *layouts])


def _task(puzzle: MapPuzzle | MovesPuzzle) -> str:
    """The question of a puzzle, in the words of its file."""
    after = [f"  after  {'; '.join(puzzle.after)}"] if isinstance(puzzle, MovesPuzzle) and puzzle.after else []
    return "\n".join([click.style(puzzle.title, bold=True), f"  worth  {puzzle.worth}", *after])


def _standing(match: Match) -> str:
    """The current state of a game."""
    now = f"{match.names[match.turn]} is to move"
    if match.over:
        now = f"the game has ended; winners: {', '.join(match.winners())}"
    return f"{match.begun} turns were played; {now}"
