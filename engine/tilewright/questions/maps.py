"""What is the most that tiles can come to which are all laid on a map?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.outputs.maps import LaidTile, LayingOutput
from tilewright.questions.question import ProgressListener
from tilewright.questions.solved import SolvedPuzzle
from tilewright.table.card import Card
from tilewright.table.game import Kind
from tilewright.table.puzzles import MapPuzzle
from tilewright.table.terrain import Location

if TYPE_CHECKING:
    from tilewright.areas.laying import Laid, LayingAnswer, LayingQuestion

MOST_ANSWERS = 1000
"""How many equally good answers are listed when no limit is given."""


@dataclass(frozen=True)
class MapQuestion:
    """The most from tiles laid on a map; `every` answer, or as many as show that there are `several`."""

    kind = "puzzles about maps"
    unanswered = ("goal", "why", "hint", "workers", "output", "export")

    puzzle: MapPuzzle
    cards: Sequence[Card]
    file: str = ""
    every: bool = False
    several: int | None = None
    time_limit: float | None = None

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[LayingOutput]:
        """The answer. Raises `Unsupported`."""
        from tilewright.areas.laying import in_order, most_points
        from tilewright.areas.puzzle import question_of

        asked = question_of(self.puzzle, self.cards)
        answers = self.several or (MOST_ANSWERS if self.every else 1)
        found = most_points(asked, answers=answers, time_limit=self.time_limit)
        game, best = asked.evaluator.game, found.score if found.status == "optimal" else None
        laid = [laid_tiles(in_order(game, asked.terrain, one)) for one in found.answers]
        begin = [] if best is None else [f"the most is {best}", f"begin with {laid[0][0].tile} {laid[0][0].at}"]
        lines = [*self._lines(asked, found, laid)]
        return SolvedPuzzle(self._output(found, laid), lines, found.score is not None, found.unique, best, begin)

    def _lines(self, asked: LayingQuestion, found: LayingAnswer, answers: Sequence[list[LaidTile]]) -> Iterator[str]:
        """The most there is, how the tiles lie, and the map; with `every`, all answers."""
        yield f"{self.file}: {_headline(found)}"
        if found.score is None:
            return
        for number, laid in enumerate(answers if self.every else answers[:1], 1):
            tiles = "; ".join(f"{one.tile} {one.at}" for one in laid)
            yield f"  {f'{number}: ' if self.every else ''}{tiles}"
        yield from map_rows(_map(asked, found.answers[0]))
        if found.unique is not None:
            yield f"  {'the only answer' if found.unique else 'other answers are equally good'}"

    def _output(self, found: LayingAnswer, answers: Sequence[list[LaidTile]]) -> LayingOutput:
        return LayingOutput(
            file=self.file,
            worth=self.puzzle.worth,
            status=found.status,
            score=found.score,
            bound=found.bound,
            unique=found.unique,
            solutions=len(found.answers) if found.every and found.status == "optimal" else None,
            answers=answers,
            maps=found.maps,
        )


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


def _map(asked: LayingQuestion, laid: Laid) -> dict[Location, str]:
    """The codes of all tiles by their places."""
    game, terrain, tops = asked.evaluator.game, asked.terrain, asked.state.table.grids[asked.seat].tops
    codes = {terrain.where[space]: game.kinds[tops[space]].code for space in terrain.faces}
    return codes | {place: game.kinds[index].code for place, index in laid}


def place_text(place: Location) -> str:
    """A place of a map as files name it."""
    return f"{place[0]},{place[1]}"


def laid_tiles(tiles: Iterable[tuple[Location, Kind]]) -> list[LaidTile]:
    """Tiles as the outputs list them."""
    return [LaidTile(tile=kind.code, at=place_text(place)) for place, kind in tiles]


def map_rows(tiles: Mapping[Location, str]) -> Iterator[str]:
    """A map by the codes of its tiles, as a position has it."""
    rows, columns = (sorted({place[i] for place in tiles}) for i in (0, 1))
    for row in range(rows[0], rows[-1] + 1) if rows else ():
        codes = (tiles.get((row, column), ".") for column in range(columns[0], columns[-1] + 1))
        yield ("  " + " ".join(f"{code:4}" for code in codes)).rstrip()
