"""`tilewright puzzle`: make puzzles, and say how hard puzzles are."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_file
from tilewright.cli.args.positions import load
from tilewright.cli.args.sizes import SECONDS, size_of
from tilewright.cli.args.workspace import workspace
from tilewright.cli.errors import CannotRun, needed
from tilewright.cli.progress import Status
from tilewright.cli.report.puzzle import as_json, in_words, written
from tilewright.meaning.scoring import overwork, scoring_rules
from tilewright.packs.pack import Pack
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.geometry import Geometry
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.design.puzzles.boards import Order
    from tilewright.design.puzzles.search import NewPuzzle

SUFFIX = ".puzzle.yaml"
USUAL = {"easy": (16, 2, 2), "medium": (16, 3, 3), "hard": (24, 4, 3)}
"""For each level about how many spaces, how many pieces and how many caps, if nothing is asked for."""


@dataclass(frozen=True)
class Task:
    """What is to be made: the pack, the cards, and what the options come to."""

    pack: Pack
    cards: tuple[Card, ...]
    level: str
    order: Order
    options: dict[str, Any]


@click.group()
def command() -> None:
    """Make puzzles with one answer alone, and say how hard puzzles are."""


def _printable(ctx: click.Context, option: click.Parameter, text: str | None) -> str | None:
    if text is not None and (not text.isprintable() or not text.strip()):
        raise click.BadParameter("a title of one line is needed")
    return text


# ------------------------------------------------------------------ rate


@command.command(epilog="Example: tilewright puzzle rate roofs.puzzle.yaml")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "json_", is_flag=True, help="One JSON object a line for each file.")
@click.pass_context
def rate(ctx: click.Context, files: tuple[str, ...], json_: bool) -> None:
    """Say how hard puzzles are, and why."""
    from tilewright.design.puzzles.difficulty import rated

    inputs = Inputs(files, (SUFFIX,), json_)
    for loaded in load(inputs, Puzzle):
        found = rated(loaded.value, scoring_rules(loaded.value.game, loaded.cards))
        if isinstance(found, str):
            click.echo(f"{loaded.source.name}: {found}", err=True)
            inputs.good = False
        elif json_:
            click.echo(json.dumps({"format": "difficulty/1", "file": loaded.source.name} | as_json(found)))
        else:
            click.echo(f"{loaded.source.name}: {in_words(found)}")
    ctx.exit(inputs.exit_code)


# ------------------------------------------------------------------ new


@command.command(epilog="Example: tilewright puzzle new CARD --difficulty medium --seed 7 -o mine.puzzle.yaml")
@click.argument("cards", metavar="CARD[,CARD...]")
@click.option("--game", metavar="PACK", help="A pack that came with tilewright, or its folder.")
@click.option("--difficulty", type=click.Choice(list(USUAL)), default="medium", show_default=True)
@click.option("--size", callback=size_of, metavar="RxC", help="Rows and columns of the board.")
@click.option("--tiles", "pieces", type=click.IntRange(1, 12), metavar="N", help="So many pieces are given.")
@click.option(
    "--caps", type=click.IntRange(0, 12), metavar="N", help="So many caps, the small pieces on top of stacks."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="The same seed gives the same puzzle; without it one is drawn.",
)
@click.option(
    "--count", type=click.IntRange(1, 100), default=1, metavar="N", help="So many, of as many seeds in a row."
)
@click.option("--time-limit", type=SECONDS, metavar="S", help="Stop after S seconds for each puzzle.")
@click.option("--title", callback=_printable, metavar="TEXT", help="Its title.")
@click.option(
    "-o", "--output", metavar=f"FILE{SUFFIX}", help="Write a file, or one for each into a folder, instead of printing."
)
@click.option("--force", is_flag=True, help="Replace files that are there.")
@click.option("--json", "json_", is_flag=True, help="One JSON object a line for each puzzle.")
@click.pass_context
def new(ctx: click.Context, /, **options: Any) -> None:
    """Make puzzles for one card or for several together.

    The best placement of each is proved to be the only one. Exit code 1 when none was found.
    """
    seed = SystemRandom().randrange(1_000_000) if options["seed"] is None else options["seed"]
    numbers = range(seed, seed + options["count"])
    task = _task(options)
    files = _files(task, numbers)
    found = True
    for number, file in zip(numbers, files, strict=True):
        made = _made(task, number)
        found = found and made is not None
        _tell(task, made, number, file)
    ctx.exit(int(not found))


def _task(options: dict[str, Any]) -> Task:
    from tilewright.design.puzzles.boards import Order, most_pieces

    pack, cards = _cards(options)
    game, level = pack.game, options["difficulty"]
    area, pieces, caps = USUAL[level]
    geometry = options["size"] or _usual_size(pack, area)
    board = game.player_board
    if not board.allows(geometry.rows, geometry.columns):
        raise CannotRun(f"a {board.name} of {geometry.rows} x {geometry.columns}; allowed: {board.sizes}")
    rules = scoring_rules(game, cards)
    most = most_pieces(game, rules)
    if (options["pieces"] or 0) > most:
        plural = game.plural(game.piece)
        raise CannotRun(f"at most {most} {plural}: others would look different and score the same")
    counts = {cap.name: caps if options["caps"] is None else options["caps"] for cap in game.caps}
    ids = tuple(card.id for card in cards)
    pieces = options["pieces"] or min(pieces, most)
    order = Order(game, ids, rules, geometry, pieces, counts, options["caps"] is not None)
    empty = Puzzle(game, "", Board(geometry, (Stack(),) * geometry.size), ids, ())
    for problem in overwork(empty, cards):
        raise CannotRun(problem.message)
    return Task(pack, tuple(cards), level, order, options)


def _cards(options: dict[str, Any]) -> tuple[Pack, list[Card]]:
    """The cards that are named, and the first pack that has them all. Raises `CannotRun`."""
    names = list(dict.fromkeys(name.strip() for name in options["cards"].split(",") if name.strip()))
    if not names:
        raise CannotRun("name a card")
    resolver, game = workspace().resolver(), options["game"]
    pack = needed(resolver.pack_with(names) if game is None else resolver.pack(game))
    cards = needed(resolver.cards(names, pack))
    for card in cards:
        if card.rule is None:
            raise CannotRun(f"the card '{card.id}' does not score")
    return pack, list(cards)


def _usual_size(pack: Pack, area: int) -> Geometry:
    """The size that is nearest to so many spaces, no larger than the board of the game, near to a square."""
    board = pack.game.player_board
    sizes = [
        (rows, columns)
        for rows in range(1, board.rows + 1)
        for columns in range(rows, board.columns + 1)
        if board.allows(rows, columns)
    ]
    rows, columns = min(sizes, key=lambda size: (abs(size[0] * size[1] - area), size[1] - size[0]))
    return Geometry(rows, columns)


def _name(task: Task, seed: int) -> str:
    """The name of a puzzle's file: of its title, else of its cards and seed."""
    title = task.options["title"] or "-".join(task.order.cards) + f"-{task.level}"
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "puzzle"
    return plain if task.options["title"] and task.options["count"] == 1 else f"{plain}-{seed}"


def _files(task: Task, seeds: Sequence[int]) -> list[Path | None]:
    """The file of each puzzle; refused before any work when one cannot be written."""
    if task.options["output"] is None:
        return [None] * len(seeds)
    output = Path(task.options["output"])
    if output.is_dir():
        files = [output / f"{_name(task, seed)}{SUFFIX}" for seed in seeds]
    elif not output.name.endswith(SUFFIX) or len(seeds) > 1:
        what = f"a {SUFFIX} file or a folder" if len(seeds) == 1 else "a folder"
        raise click.BadParameter(f"{what} is needed", param_hint="-o")
    elif not output.parent.is_dir():
        raise CannotRun(f"cannot write {output}: there is no folder {output.parent}")
    else:
        files = [output]
    for path in files:
        if path.exists() and not task.options["force"]:
            raise CannotRun(f"{path} is there already; --force replaces it")
    return [*files]


def _made(task: Task, seed: int) -> NewPuzzle | None:
    """The puzzle of a seed; None when none was found. Raises `CannotRun` where solve cannot help."""
    from tilewright.design.puzzles.search import new_puzzle
    from tilewright.solver.places import Unsupported
    from tilewright.symbolic.deadline import Deadline

    limit = task.options["time_limit"]
    deadline = Deadline(None if limit is None else time.monotonic() + limit)
    with Status(f"seed {seed}") as status:

        def progress(number: int, far: float) -> None:
            status.say(f"{number} puzzles tried, the nearest is off by {far:.1f}")

        found = new_puzzle(task.order, task.level, seed, deadline, progress)
    if isinstance(found, Unsupported):
        raise CannotRun(f"no such puzzle can be made: {found.reason}")
    return found


def _tell(task: Task, made: NewPuzzle | None, seed: int, file: Path | None) -> None:
    """Write or print a puzzle, or say that there is none."""
    if made is None:
        message = f"seed {seed}: none found; try another seed, another size or fewer pieces"
        told: dict[str, object] = {"format": "difficulty/1", "seed": seed, "status": "unknown"}
        click.echo(json.dumps(told) if task.options["json_"] else message, err=not task.options["json_"])
        return
    text = written(task.pack, task.cards, made, task.options, seed, _name(task, seed))
    if file is not None:
        write_file(str(file), text)
    if task.options["json_"]:
        told = {"format": "difficulty/1", "seed": seed, "status": "found", **as_json(made.difficulty), "text": text}
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        click.echo(f"wrote {file}" if file else text, nl=file is not None)
