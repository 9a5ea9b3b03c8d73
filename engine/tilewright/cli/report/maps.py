"""Areas of maps that can be completed, and tiles laid on a map, as text and as outputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from tilewright.areas.completion import Completion
from tilewright.areas.greatest import GreatestArea
from tilewright.areas.laying import Laid, LayingAnswer, LayingQuestion, in_order
from tilewright.areas.rectangle import Rectangle
from tilewright.outputs.maps import AreaOutput, CompletionOutput, LaidTile, LayingOutput
from tilewright.outputs.output import ABSENT, exact
from tilewright.table.game import Kind
from tilewright.table.terrain import Location


def completion_lines(found: Mapping[str, Completion], chances: Mapping[str, Fraction]) -> Iterator[str]:
    """A line for each area: the tiles that complete it, or why none do."""
    for area, answer in found.items():
        if answer.status == "possible" and not answer.tiles:
            yield f"{area}: already complete"
        elif answer.status == "possible":
            count = len(answer.tiles)
            laid = "; ".join(f"{kind.code} {_place(place)}" for place, kind in answer.tiles)
            yield f"{area}: {count} tile{'s' * (count != 1)}: {laid}{_chance(chances.get(area))}"
        else:
            yield f"{area}: {answer.status}: {answer.reason}"


def _chance(chance: Fraction | None) -> str:
    return "" if chance is None else f"; in time with probability {100 * float(chance):.2f} % ({chance})"


def gap_line(gaps: Sequence[Location]) -> str:
    """The spaces that nothing fills any more."""
    return "no remaining tile fits at " + (" ".join(map(_place, gaps)))


def refused_line(codes: Sequence[str]) -> str:
    """The tiles that are left and cannot come onto the map."""
    return "not counted, because the rules do not allow them to be laid: " + " ".join(codes)


def _place(place: Location) -> str:
    return f"{place[0]},{place[1]}"


def completion_output(
    file: str,
    found: Mapping[str, Completion],
    gaps: Sequence[Location],
    chances: Mapping[str, Fraction],
    refused: Sequence[str],
) -> CompletionOutput:
    """The same as a line of JSON."""
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
    return CompletionOutput(file=file, areas=areas, gaps=list(map(_place, gaps)), refused=refused or ABSENT)


def laid_tiles(tiles: Iterable[tuple[Location, Kind]]) -> list[LaidTile]:
    """Tiles as the outputs list them."""
    return [LaidTile(tile=kind.code, at=_place(place)) for place, kind in tiles]


def greatest_lines(sort: str, mark: str, found: GreatestArea) -> Iterator[str]:
    """How great an area can be, whether that is proved, and a map of it."""
    count = len(found.tiles)
    besides = f" and {found.size - count} {mark} patches" if mark else ""
    if not found.bound:
        yield f"no completed {sort}: these tiles cannot complete one"
        return
    known = "the maximum" if found.size == found.bound else f"at most {found.bound}"
    yield f"a completed {sort} of {count} tiles{besides}: {found.size}, {known}"
    yield from map_rows({place: kind.code for place, kind in found.tiles})


def map_rows(tiles: Mapping[Location, str]) -> Iterator[str]:
    """A map by the codes of its tiles, as a position has it."""
    rows, columns = (sorted({place[i] for place in tiles}) for i in (0, 1))
    for row in range(rows[0], rows[-1] + 1) if rows else ():
        codes = (tiles.get((row, column), ".") for column in range(columns[0], columns[-1] + 1))
        yield ("  " + " ".join(f"{code:4}" for code in codes)).rstrip()


def rectangle_lines(found: Rectangle) -> Iterator[str]:
    """Whether there is such a rectangle, and one."""
    size = f"{found.rows} x {found.columns}"
    if found.status == "possible":
        yield f"a full rectangle of {size}: {len(found.tiles)} tiles"
    else:
        yield f"a full rectangle of {size}: {found.status}: {found.reason}"
    yield from map_rows({place: kind.code for place, kind in found.tiles})


def laying_lines(name: str, question: LayingQuestion, found: LayingAnswer, every: bool) -> Iterator[str]:
    """The most there is, how the tiles lie, and the map; with `every`, all answers."""
    yield f"{name}: {_headline(found)}"
    if found.score is None:
        return
    answers = laying_output(name, "", question, found).answers
    for number, laid in enumerate(answers if every else answers[:1], 1):
        tiles = "; ".join(f"{one.tile} {one.at}" for one in laid)
        yield f"  {f'{number}: ' if every else ''}{tiles}"
    yield from map_rows(_map(question, found.answers[0]))
    alike = {True: "the only answer", False: "other answers are equally good", None: ""}[found.unique]
    if alike:
        yield f"  {alike}"


def laid_texts(question: LayingQuestion, laid: Laid) -> Iterator[str]:
    """Each tile of an answer with its place, in an order in which they can be laid."""
    for place, kind in in_order(question.evaluator.game, question.terrain, laid):
        yield f"{kind.code} {_place(place)}"


def _headline(found: LayingAnswer) -> str:
    match found.status:
        case "optimal":
            return f"{found.score}, optimal"
        case "feasible":
            most = "not known how much more is possible" if found.bound is None else f"at most {found.bound}"
            return f"at least {found.score}, {most}"
        case "infeasible":
            return "the tiles cannot all be laid"
    return "nothing was found in time"


def _map(question: LayingQuestion, laid: Laid) -> dict[Location, str]:
    """The codes of all tiles by their places."""
    game, terrain = question.evaluator.game, question.terrain
    grid = question.state.table.grids[question.seat]
    codes = {terrain.where[space]: game.kinds[grid.tops[space]].code for space in terrain.faces}
    return codes | {place: game.kinds[index].code for place, index in laid}


def laying_output(name: str, worth: str, question: LayingQuestion, found: LayingAnswer) -> LayingOutput:
    """The same as a line of JSON."""
    game, terrain = question.evaluator.game, question.terrain
    return LayingOutput(
        file=name,
        worth=worth,
        status=found.status,
        score=found.score,
        bound=found.bound,
        unique=found.unique,
        solutions=len(found.answers) if found.every and found.status == "optimal" else None,
        answers=[laid_tiles(in_order(game, terrain, laid)) for laid in found.answers],
        maps=found.maps,
    )
