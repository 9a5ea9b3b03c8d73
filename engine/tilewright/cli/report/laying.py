"""What tiles laid on a map come to, printed."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.areas.laying import Laid, LayingAnswer, LayingQuestion, in_order
from tilewright.cli.report.completion import laid_tiles, map_rows
from tilewright.outputs.maps import LayingOutput
from tilewright.table.terrain import Location


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
