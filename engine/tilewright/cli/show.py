"""`tilewright show`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import click

from tilewright.cli.files import CannotRun, Inputs, write_file
from tilewright.cli.tables import cards_in_play, checked
from tilewright.draw import Picture, svg, terminal
from tilewright.draw.scenes import of_layout, of_position, of_puzzle
from tilewright.meaning.scoring import score
from tilewright.packs import Pack
from tilewright.source import Source
from tilewright.table.card import Card, Layout
from tilewright.table.position import Position, Puzzle
from tilewright.workspace import Report, Value, Workspace


@click.command(epilog="Example: tilewright show game.position.yaml --card ID -o game.svg")
@click.argument("file")
@click.option("-o", "--output", metavar="FILE.svg", help="Write an SVG picture instead.")
@click.option("--card", metavar="ID", help="Mark the spaces that scored for this card.")
@click.option("--json", "as_json", is_flag=True, help="The boards in notation, one JSON object.")
@click.pass_context
def command(ctx: click.Context, file: str, output: str | None, card: str | None, as_json: bool) -> None:  # fmt: skip
    """Draw the boards of a position, puzzle or layout; of a card, print its texts and lines."""
    if output and not output.endswith(".svg"):
        raise click.BadParameter("pictures are written as .svg files", param_hint="-o")
    inputs = Inputs([file])
    sources = list(inputs.sources())
    if len(sources) != 1:
        if not inputs.failed:
            raise CannotRun("show draws one file at a time")
        ctx.exit(2)
    report = checked(sources[0], Workspace(), (Position, Puzzle, Layout, Card, Pack), "board or card")
    pictures = [] if report is None else _pictures(report, card)
    if report is None or pictures is None:
        ctx.exit(1)
    if as_json:
        click.echo(_as_json(report.source, pictures))
    elif output and pictures:
        write_file(output, svg(pictures))
        click.echo(f"wrote {output}")
    elif output:
        raise CannotRun(f"there is no board in {file} to draw")
    else:
        _print(report.values, pictures)


def _print(values: Iterable[Value], pictures: list[Picture]) -> None:
    color = sys.stdout.isatty()
    blocks = [terminal(picture, color=color) for picture in pictures]
    blocks += [_card(value) for value in values if isinstance(value, Card)]
    blocks += [_pack(value) for value in values if isinstance(value, Pack)]
    click.echo("\n\n".join(blocks))


def _as_json(source: Source, pictures: list[Picture]) -> str:
    boards = [{"title": picture.title, "board": repr(picture.board)} for picture in pictures]
    return json.dumps({"format": "boards/1", "file": source.name, "boards": boards}, ensure_ascii=False)


def _pictures(report: Report, card: str | None) -> list[Picture] | None:
    """The boards of a file; None when the card that should be marked has problems."""
    pictures: list[Picture] = []
    for value in report.values:
        if isinstance(value, Position):
            found = _marked(of_position(value), value, report, card)
            if found is None:
                return None
            pictures += found
        elif isinstance(value, Puzzle):
            pictures += of_puzzle(value)
        elif isinstance(value, Layout) and report.pack:
            pictures.append(of_layout(value, report.pack.game))
    return pictures


def _marked(pictures: list[Picture], position: Position, report: Report, id: str | None) -> list[Picture] | None:  # fmt: skip
    """The pictures with the spaces that scored for a card; the players' come first."""
    if id is None:
        return pictures
    assert report.pack is not None
    if id not in report.pack.index and id not in report.pack.index_of(report.source.path and report.source.path.parent):  # fmt: skip
        raise CannotRun(f"there is no card '{id}'")
    cards = cards_in_play([id], report)
    if cards is None:
        return None
    marked = []
    for picture, found in zip(pictures, score(position, cards), strict=False):
        points: Counter[int] = Counter()
        for reason in found.reasons.get(id, []):
            for space in reason.spaces:
                points[space] += reason.points if len(reason.spaces) == 1 else 0
        caption = f"{cards[0].name() if cards else id}: {found.parts.get(id, 0)}"
        marked.append(replace(picture, scored=dict(points), caption=caption))
    return marked + pictures[len(marked) :]


def _card(card: Card) -> str:
    names = [f"  {language}  {name}" for language, name in card.names.items()]
    texts = [f"  {language}  {text}" for language, text in card.texts.items()]
    return "\n".join([click.style(f"{card.category} {card.id}", bold=True), *names, *texts])


def _pack(pack: Pack) -> str:
    cards = [f"  {card.category} {card.id}: {card.name()}" for card in pack.cards()]
    layouts = [f"  {layout.category} {layout.id}: {layout.name()}" for layout in pack.layouts()]
    return "\n".join([click.style(pack.imprint.title, bold=True), *cards, *layouts])
