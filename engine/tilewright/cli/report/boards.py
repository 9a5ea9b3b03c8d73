"""What a file shows: its boards, and its cards, pack or game in words."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tilewright.cli.terminal import colored
from tilewright.diagnostics import Diagnostic
from tilewright.draw import Picture, terminal
from tilewright.draw.picture import marked, of_layout, of_position, of_puzzle, of_tiles
from tilewright.meaning.scoring import score
from tilewright.outputs.files import BoardsOutput, ShownBoard
from tilewright.packs.pack import Pack
from tilewright.packs.report import Report
from tilewright.packs.tiles import tile_of_line
from tilewright.play.positions import slots
from tilewright.play.revealed import place_of_card
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position
from tilewright.table.puzzles import MapPuzzle, MovesPuzzle

if TYPE_CHECKING:
    from tilewright.play.match import Match


def blocks_of(report: Report, pictures: Iterable[Picture]) -> list[str]:
    """The pictures of a file as text, and the cards, the pack and the state of the game in it."""
    color = colored(sys.stdout)
    blocks = [terminal(picture, color=color) for picture in pictures]
    blocks += [_card(value) for value in report.values if isinstance(value, Card)]
    blocks += [_pack(value) for value in report.values if isinstance(value, Pack)]
    blocks += [_task(value) for value in report.values if isinstance(value, (MapPuzzle, MovesPuzzle))]
    blocks += [_standing(report.match)] if report.match else []
    return blocks


def boards_output(file: str, pictures: Iterable[Picture]) -> BoardsOutput:
    """The boards of a file as a line of JSON."""
    boards = [ShownBoard(title=picture.title, board=repr(picture.board)) for picture in pictures]
    return BoardsOutput(file=file, boards=boards)


def pictures_of_file(report: Report, card: Card | None, player: int | None = None) -> list[Picture]:
    """The boards of a file; of positions and puzzles, marked where they score for the card, of games as a player sees them."""
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
    """What lies on the table in a game, as a player sees it (None: all of it), the card in question ringed."""
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
    """A tile by its code or by its line, as a map of one; what is wrong with the line."""
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
    """The pictures with the spaces that scored for a card on the main places of the players."""
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
    """What a puzzle asks for, in the words of its file."""
    after = [f"  after  {'; '.join(puzzle.after)}"] if isinstance(puzzle, MovesPuzzle) and puzzle.after else []
    return "\n".join([click.style(puzzle.title, bold=True), f"  worth  {puzzle.worth}", *after])


def _standing(match: Match) -> str:
    """How far a game has come."""
    now = f"{match.names[match.turn]} is to move"
    if match.over:
        now = f"the game has ended; winners: {', '.join(match.winners())}"
    return f"{match.begun} turns were played; {now}"
