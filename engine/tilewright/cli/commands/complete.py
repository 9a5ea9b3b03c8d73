"""`tilewright complete`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from tilewright.areas.completion import Completion
from tilewright.areas.greatest import GreatestArea, Rectangle
from tilewright.cli.args import given
from tilewright.cli.args.given import complete_files
from tilewright.cli.args.inputs import workspace
from tilewright.cli.args.matches import as_it_stands
from tilewright.cli.terminal import CannotRun, Status, echo_answer, needed
from tilewright.diagnostics import did_you_mean, no_such
from tilewright.outputs.maps import AreaOutput, CompletionOutput
from tilewright.outputs.output import ABSENT, exact
from tilewright.play.positions import patch_word
from tilewright.questions.puzzles import laid_tiles, map_rows, place_text
from tilewright.stopping import STOP
from tilewright.table.terrain import Location

if TYPE_CHECKING:
    from tilewright.areas.completion import Completer
    from tilewright.areas.layable import Layable
    from tilewright.areas.shapes import TileStock
    from tilewright.table.game import Game


def completion_lines(found: Mapping[str, Completion], chances: Mapping[str, Fraction]) -> Iterator[str]:
    """A line per area: the tiles that complete it, or why none do."""
    for area, answer in found.items():
        if answer.status == "possible" and not answer.tiles:
            yield f"{area}: already complete"
        elif answer.status == "possible":
            count = len(answer.tiles)
            laid = "; ".join(f"{kind.code} {place_text(place)}" for place, kind in answer.tiles)
            yield f"{area}: {count} tile{'s' * (count != 1)}: {laid}{_chance(chances.get(area))}"
        else:
            yield f"{area}: {answer.status}: {answer.reason}"


def _chance(chance: Fraction | None) -> str:
    return "" if chance is None else f"; in time with probability {100 * float(chance):.2f}% ({chance})"


def gap_line(gaps: Sequence[Location]) -> str:
    """The spaces that no remaining tile can fill."""
    return "no remaining tile fits at " + (" ".join(map(place_text, gaps)))


def refused_line(codes: Sequence[str]) -> str:
    """The remaining tiles that cannot be laid."""
    return "not counted, because the rules do not allow them to be laid: " + " ".join(codes)


def completion_output(
    file: str,
    found: Mapping[str, Completion],
    gaps: Sequence[Location],
    chances: Mapping[str, Fraction],
    refused: Sequence[str],
) -> CompletionOutput:
    """The answer as JSON."""
    areas = [
        AreaOutput(
            area=area,
            status=answer.status,
            tiles=laid_tiles(answer.tiles),
            reason=answer.reason,
            chance=exact(chances[area]) if area in chances else ABSENT,
        )
        for area, answer in found.items()
    ]
    return CompletionOutput(file=file, areas=areas, gaps=list(map(place_text, gaps)), refused=refused or ABSENT)


def greatest_lines(sort: str, mark: str, found: GreatestArea) -> Iterator[str]:
    """The size of the greatest area, whether it is proved, and a map of it."""
    count = len(found.tiles)
    besides = f" and {found.size - count} {mark} patches" if mark else ""
    if not found.bound:
        yield f"no completed {sort}: these tiles cannot complete one"
        return
    known = "the maximum" if found.size == found.bound else f"at most {found.bound}"
    yield f"a completed {sort} of {count} tiles{besides}: {found.size}, {known}"
    yield from map_rows({place: kind.code for place, kind in found.tiles})


def rectangle_lines(found: Rectangle) -> Iterator[str]:
    """Whether there is a full rectangle, and a map of it."""
    size = f"{found.rows} x {found.columns}"
    if found.status == "possible":
        yield f"a full rectangle of {size}: {len(found.tiles)} tiles"
    else:
        yield f"a full rectangle of {size}: {found.status}: {found.reason}"
    yield from map_rows({place: kind.code for place, kind in found.tiles})


_NEVER = "a {} is the rest of a tile, and is never completed"


def _size(ctx: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int] | None:
    sides = None if value is None else given.rows_and_columns(value)
    if value is not None and (sides is None or 0 in sides):
        raise click.BadParameter("write ROWSxCOLUMNS, such as 8x9")
    return sides


class CompleteOptions(given.Options):
    file: str = given.argument(metavar="FILE|GAME", shell_complete=complete_files)
    areas: tuple[str, ...] = given.option(
        "--area",
        multiple=True,
        metavar="PATCH",
        help="An area, by one of its patches: ROW,COLUMN AREA (default: all open areas).",
    )
    draws: int | None = given.count(
        "--draws", 1000, help="Print the chance that one of the next N tiles drawn completes an area immediately."
    )
    greatest: str | None = given.option(
        "--greatest",
        metavar="SORT",
        help="With a GAME: find the greatest completed area of this kind that its tiles can form.",
    )
    counting: str = given.option(
        "--counting", default="", metavar="MARK", help="With --greatest: also count patches with this mark."
    )
    rectangle: tuple[int, int] | None = given.option(
        "--rectangle",
        metavar="ROWSxCOLUMNS",
        callback=_size,
        help="With a GAME: find a full rectangle of its tiles, such as 8x9.",
    )
    only: str | None = given.option(
        "--only", metavar="WORD", help="With --greatest and --rectangle: use only tiles with this word."
    )
    time_limit: float | None = given.time_limit("With --rectangle: stop after S seconds.")
    seed: int = given.option(
        "--seed", type=int, default=0, metavar="N", help="With --greatest: the random seed for growing maps."
    )
    as_json: bool = given.json()


@given.command(CompleteOptions, epilog='Example: tilewright complete map.position.yaml --area "0,1 city"')
def command(options: CompleteOptions) -> int:
    """Find out whether the remaining tiles can complete the areas of a map, and the fewest it takes.

    FILE is a position or the record of a game, read as it is: nothing is drawn or laid. The remaining tiles are
    those in all pools, except tiles that the rules no longer allow to be laid. Both answers are proved: these tiles
    complete the area and fewer are not enough, or no tiles complete it. Spaces on which no remaining tile fits are
    listed too. Exit code 1 if an area can never be completed, or if no answer is found for one.

    --draws also prints, for each area that a single tile completes, how likely such a tile is among the next draws from
    the pools that the game draws from.

    --greatest finds the greatest completed area that the tiles of a game can form: a bound by counting, and a map that
    reaches it, or exit code 1. --rectangle lays all tiles of a game as a full rectangle in which touching edges match,
    or proves that there is none; exit code 1 if there is none or none was found in time.
    """
    if options.greatest is not None and options.rectangle is not None:
        raise click.UsageError("--greatest and --rectangle cannot be used together")
    if options.rectangle is not None:
        return _rectangle(options, *options.rectangle)
    if options.greatest is not None:
        return _greatest(options, options.greatest)
    if options.counting or options.only is not None:
        raise click.UsageError("--counting needs --greatest; --only needs --greatest or --rectangle")
    return _completions(options)


def _completions(options: CompleteOptions) -> int:
    """Print whether the areas of a map can be completed. Returns the exit code. Raises `CannotRun`."""
    from tilewright.areas.completion import Completer
    from tilewright.areas.layable import Layable
    from tilewright.areas.shapes import InsideAreas, terrain_at, tiles_left

    file, areas, draws = options.file, options.areas, options.draws
    machine, state = as_it_stands(file, options.as_json)
    table, terrain, game = state.table, terrain_at(state), machine.evaluator.game
    if terrain is None:
        raise CannotRun(f"{game.id} has no board that grows, so there are no areas on a map to complete")
    layable, left = Layable(machine.evaluator, state, state.mover), tiles_left(state)
    named = {patch_word(table, patch): patch for patch in range(terrain.patchwork.size)}
    for area in areas:
        if area not in named:
            raise CannotRun("; ".join(filter(None, [f"there is no patch '{area}'", did_you_mean(area, named)])))
    rest = next((area.name for area in game.areas.values() if area.place == "rest"), "")
    if any(re.fullmatch(rf"\S+ {re.escape(rest)}(\.\d+)?", area) for area in areas):
        raise CannotRun(_NEVER.format(rest))
    with STOP.heeded(), Status(file):
        completer = Completer(terrain, layable.ever(left), InsideAreas.of(machine.evaluator, state))
        asked = [named[area] for area in areas] if areas else list(completer.open_areas(without=rest))
        found = {patch_word(table, patch): completer.complete(patch) for patch in asked}
        gaps = completer.gaps()
        chances = {} if draws is None else _chances(completer, layable, named, found, draws)
    refused = [game.kinds[first].code for first in left.counts if first not in completer.stock.counts]
    lines = [
        *completion_lines(found, chances),
        *([gap_line(gaps)] if gaps else []),
        *([refused_line(refused)] if refused else []),
    ]
    echo_answer(completion_output(file, found, gaps, chances, refused), lines, options.as_json)
    return int(any(answer.status != "possible" for answer in found.values()))


def _chances(
    completer: Completer, layable: Layable, named: Mapping[str, int], found: Mapping[str, Completion], draws: int
) -> dict[str, Fraction]:
    """The probability of a fitting tile in time, for each area that a single tile completes."""
    from tilewright.areas.completion import completing, drawn_in_time

    drawn = layable.drawn()
    now, left = layable.now(drawn), sum(drawn.counts.values())
    one_short = [area for area, answer in found.items() if len(answer.tiles) == 1]
    return {area: drawn_in_time(completing(completer, now, named[area]), left, draws) for area in one_short}


def _greatest(options: CompleteOptions, sort: str) -> int:
    """Print the greatest completed area. Returns the exit code. Raises `CannotRun`."""
    from tilewright.areas.greatest import GreatestQuestion, greatest_area
    from tilewright.outputs.maps import GreatestOutput

    game, mark = options.file, options.counting
    found = needed(workspace().resolver().pack(game)).game
    known = {name: area.marks for name, area in found.areas.items()}
    if sort not in known or (mark and mark not in known[sort]):
        words = ", ".join(" or ".join([name, *marks]) for name, marks in known.items())
        raise CannotRun(f"tiles show no {mark} {sort}".replace("  ", " ") + f"; there are: {words or 'none'}")
    if found.areas[sort].place == "rest":
        raise CannotRun(_NEVER.format(sort))
    if found.areas[sort].place == "inside":
        raise CannotRun(f"a {sort} lies inside one tile and does not grow")
    stock = _stock(found, options.only)
    with Status(game):
        answer = greatest_area(GreatestQuestion(stock, sort, mark), options.seed)
    tiles = laid_tiles(answer.tiles)
    output = GreatestOutput(game=game, sort=sort, counting=mark, size=answer.size, bound=answer.bound, tiles=tiles)
    echo_answer(output, greatest_lines(sort, mark, answer), options.as_json)
    return int(answer.size < answer.bound)


def _rectangle(options: CompleteOptions, rows: int, columns: int) -> int:
    """Print a full rectangle. Returns the exit code. Raises `CannotRun`."""
    from tilewright.areas.greatest import rectangle_of
    from tilewright.outputs.maps import RectangleOutput

    game = options.file
    found = needed(workspace().resolver().pack(game)).game
    if not found.maps:
        raise CannotRun(f"{found.id} has no board that grows, and its tiles show no edges")
    with STOP.heeded(), Status(game):
        answer = rectangle_of(_stock(found, options.only), rows, columns, time_limit=options.time_limit)
    output = RectangleOutput(
        game=game,
        rows=rows,
        columns=columns,
        status=answer.status,
        reason=answer.reason,
        tiles=laid_tiles(answer.tiles),
    )
    echo_answer(output, rectangle_lines(answer), options.as_json)
    return int(answer.status != "possible")


def _stock(game: Game, only: str | None) -> TileStock:
    """All tiles of a game, or those with a word. Raises `CannotRun` if there are none."""
    from tilewright.areas.shapes import TileStock, all_tiles

    stock = all_tiles(game)
    if only is None:
        return stock
    counts = {kind: n for kind, n in stock.counts.items() if only in game.kinds[kind].values.values()}
    if not counts:
        known = {str(word) for kind in stock.counts for word in game.kinds[kind].values.values()}
        raise CannotRun("; ".join(filter(None, no_such("tile with the word", only, known))))
    return TileStock(game, counts)
