"""`tilewright show`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import svg_file, write_file
from tilewright.cli.args.positions import checked
from tilewright.cli.args.workspace import workspace
from tilewright.cli.errors import CannotRun
from tilewright.cli.terminal import colored
from tilewright.diagnostics import Diagnostic
from tilewright.draw import Picture, svg, terminal
from tilewright.draw.picture import marked, of_layout, of_position, of_puzzle
from tilewright.meaning.scoring import overwork, score
from tilewright.packs.pack import Pack
from tilewright.packs.report import Report
from tilewright.source import Source
from tilewright.table.card import Card, Layout
from tilewright.table.position import Position, Puzzle
from tilewright.table.record import Record

if TYPE_CHECKING:
    from tilewright.play.match import Match


def _one(ctx: click.Context, option: click.Parameter, values: tuple[str, ...]) -> str | None:
    if len(values) > 1:
        raise click.BadParameter("one card is marked at a time")
    return values[0] if values else None


@click.command(epilog="Example: tilewright show game.position.yaml --card ID -o game.svg")
@click.argument("file")
@click.option("-o", "--output", callback=svg_file, metavar="FILE.svg", help="Write an SVG picture instead.")
@click.option("--card", multiple=True, callback=_one, metavar="ID", help="Mark the spaces that scored for this card.")
@click.option("--turn", type=click.IntRange(min=0), metavar="N", help="Of a record: after so many turns.")
@click.option("--moves", is_flag=True, help="Of a record: every move, and what it changed.")
@click.option("--json", "as_json", is_flag=True, help="The boards in notation, one JSON object.")
@click.pass_context
def command(
    ctx: click.Context, file: str, output: str | None, card: str | None, turn: int | None, moves: bool, as_json: bool
) -> None:
    """Draw the boards of a position, puzzle or layout; of a card, print its names and texts.

    Of a record, the boards at the end of what is recorded.
    """
    if moves and (output or card or as_json):
        raise click.UsageError("--moves goes with --turn alone")
    inputs = Inputs([file], as_json=as_json)
    sources = list(inputs.sources())
    if len(sources) > 1:
        raise CannotRun("show draws one file at a time")
    for source in sources:
        report = checked(source, (Position, Puzzle, Record, Layout, Card, Pack), "board or card")
        marks, problems = _card_to_mark(card, report)
        if not inputs.sound(source, [*report.diagnostics, *problems]):
            continue
        if turn is not None or moves:
            match = _record(report, turn)
        if moves:
            from tilewright.play.transcript import transcript

            click.echo("\n".join(transcript(match)))
        else:
            _show(report, _pictures(report, marks), output, as_json)
    ctx.exit(inputs.exit_code)


def _card_to_mark(id: str | None, report: Report) -> tuple[Card | None, list[Diagnostic]]:
    """The card of `--card`, and the problems it has."""
    if id is None or report.has_errors:
        return None, []
    if report.pack is None or not report.tables:
        raise CannotRun("--card marks spaces of positions, puzzles and records")
    card = workspace().resolver(report.source.path).card(id, report.pack)
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


def _standing(match: Match) -> str:
    """How far a game has come."""
    now = f"{match.names[match.turn]} is to move"
    if match.over:
        now = f"the game has ended; winners: {', '.join(match.winners())}"
    return f"{match.begun} turns were played; {now}"


def _show(report: Report, pictures: list[Picture], output: str | None, as_json: bool) -> None:
    if output and not pictures:
        raise CannotRun(f"there is no board in {report.source.name} to draw")
    if output:
        write_file(output, svg(pictures))
    if as_json:
        click.echo(_as_json(report.source, pictures))
    elif output:
        click.echo(f"wrote {output}")
    else:
        _print(report, pictures)


def _print(report: Report, pictures: list[Picture]) -> None:
    color = colored(sys.stdout)
    blocks = [terminal(picture, color=color) for picture in pictures]
    blocks += [_card(value) for value in report.values if isinstance(value, Card)]
    blocks += [_pack(value) for value in report.values if isinstance(value, Pack)]
    blocks += [_standing(report.match)] if report.match else []
    click.echo("\n\n".join(blocks))


def _as_json(source: Source, pictures: list[Picture]) -> str:
    boards = [{"title": picture.title, "board": repr(picture.board)} for picture in pictures]
    return json.dumps({"format": "boards/1", "file": source.name, "boards": boards}, ensure_ascii=False)


def _pictures(report: Report, card: Card | None) -> list[Picture]:
    """The boards of a file; of positions and puzzles, marked where they score for the card."""
    pictures: list[Picture] = []
    for table in report.tables:
        if isinstance(table, Position):
            pictures += _with_marks(of_position(table), table, card)
        else:
            pictures += _with_marks(of_puzzle(table), table.start(), card)
    for value in report.values:
        if isinstance(value, Layout) and report.pack:
            pictures.append(of_layout(value, report.pack.game))
    return pictures


def _with_marks(pictures: list[Picture], position: Position, card: Card | None) -> list[Picture]:
    """The pictures with the spaces that scored for a card; the players' come first."""
    if card is None:
        return pictures
    scores = score(position, [card])
    own = [
        marked(picture, found.reasons.get(card.id, ()), f"{card.name()}: {found.parts.get(card.id, 0)}")
        for picture, found in zip(pictures, scores, strict=False)
    ]
    return own + pictures[len(own) :]


def _card(card: Card) -> str:
    names = [f"  name {language}  {name}" for language, name in card.names.items()]
    texts = [f"  text {language}  {text}" for language, text in card.texts.items()]
    return "\n".join([click.style(f"{card.category} {card.id}", bold=True), *names, *texts])


def _pack(pack: Pack) -> str:
    cards = [f"  {card.category} {card.id}: {card.name()}" for card in pack.cards()]
    layouts = [f"  {layout.category} {layout.id}: {layout.name()}" for layout in pack.layouts()]
    return "\n".join([click.style(pack.imprint.title, bold=True), *cards, *layouts])
