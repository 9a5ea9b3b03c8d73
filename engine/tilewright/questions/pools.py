"""What has to lie in a pool so that a turn leads where it should?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.outputs.solving import PoolOutput
from tilewright.questions.question import ProgressListener
from tilewright.questions.solved import SolvedPuzzle
from tilewright.table.board import Stack, counted, pool_of
from tilewright.table.card import Card
from tilewright.table.puzzles import PoolPuzzle

if TYPE_CHECKING:
    from tilewright.turns.open_pool import PoolAnswer


@dataclass(frozen=True)
class PoolQuestion:
    """The best contents of a pool; with `several` whether they are the only ones."""

    kind = "puzzles over pools"
    unanswered = ("goal", "every", "limit", "why", "output", "export")

    puzzle: PoolPuzzle
    cards: Sequence[Card]
    file: str = ""
    several: int | None = None
    time_limit: float | None = None
    workers: int | None = None

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[PoolOutput]:
        """The answer. Raises `Unsupported`."""
        from tilewright.turns.open_pool import PoolSearch

        search = PoolSearch(self.puzzle, self.cards, time_limit=self.time_limit, workers=self.workers)
        found = search.solve(unique=self.several is not None)
        proved, puzzle, hints = found.status == "optimal", self.puzzle, list[str]()
        if proved:
            lies = f"{found.content[0]} can lie in" if found.content else "nothing has to be in"
            hints = [f"{puzzle.measure}: {found.value} is the {puzzle.goal}", f"{lies} the {puzzle.pool}"]
        return SolvedPuzzle(
            self._output(found),
            [*self._lines(found)],
            found.content is not None,
            found.unique,
            found.value if proved else None,
            hints,
            "there is no answer, or it was not found in the time given",
        )

    def _lines(self, found: PoolAnswer) -> Iterator[str]:
        """What has to lie in the pool, what is proved of it, and moves that lead from there to where they should."""
        puzzle = self.puzzle
        if found.content is None:
            none = {
                "infeasible": f"no contents of the {puzzle.pool} lead to {puzzle.where} in the turn",
                "unknown": "none was found in the time given, and nothing is proved",
            }
            yield f"{self.file}: {puzzle.measure}, {puzzle.goal}: {none[found.status]}"
            return
        proved = f"the {puzzle.goal} for {puzzle.where}, proved"
        if found.status != "optimal":
            which = "less" if puzzle.goal.kind == "least" else "more"
            proved = "not proved" + ("" if found.bound is None else f": nothing scores {which} than {found.bound}")
        yield f"{self.file}: {puzzle.measure}: {found.value} ({proved})"
        yield f"  {puzzle.pool}: {_content_text(found)}"
        yield f"  moves: {'; '.join(found.line) or 'none'}"
        if found.unique is not None:
            yield f"  {'unique solution' if found.unique else 'not unique'}"

    def _output(self, found: PoolAnswer) -> PoolOutput:
        return PoolOutput(
            file=self.file,
            measure=self.puzzle.measure,
            goal=str(self.puzzle.goal),
            where=self.puzzle.where,
            pool=self.puzzle.pool,
            status=found.status,
            content=None if found.content is None else _content_text(found),
            line=found.line,
            value=found.value,
            bound=found.bound,
            unique=found.unique,
            seconds=round(found.seconds, 3),
        )


def _content_text(found: PoolAnswer) -> str:
    return counted(pool_of(Stack(0, (code,)) for code in found.content or ())) or "."
