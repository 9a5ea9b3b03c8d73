"""What is the best play of a turn in which several players decide?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from tilewright.outputs.output import PlayedMove
from tilewright.outputs.solving import ContestOutput, FirstMove
from tilewright.questions.question import ProgressListener
from tilewright.questions.solved import SolvedPuzzle
from tilewright.stopping import Unsupported
from tilewright.table.card import Card
from tilewright.table.puzzles import MovesPuzzle

if TYPE_CHECKING:
    from tilewright.expectimax.contest import ContestAnswer, ContestLine


@dataclass(frozen=True)
class MovesQuestion:
    """The best play of a turn; with `every` what each first move is worth, and how many lines there are."""

    kind = "puzzles about moves"
    unanswered = ("goal", "why", "hint", "limit", "time_limit", "workers", "output", "export")

    puzzle: MovesPuzzle
    cards: Sequence[Card]
    file: str = ""
    every: bool = False

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[ContestOutput]:
        """The answer. Raises `Unsupported`."""
        from tilewright.expectimax.contest import contest_of
        from tilewright.expectimax.graph import TooManyStates

        try:
            found = contest_of(self.puzzle, self.cards).solve(count=self.every or "lines" in self.puzzle.expect)
        except TooManyStates:
            raise Unsupported("the turn has too many lines to search; play more moves first") from None
        best = found.best
        hints = (
            f"with best play the turn is worth: {self._worths(best)}",
            f"best play begins with: {best.moves[0]}",
        )
        return SolvedPuzzle(self._output(found), [*self._lines(found)], True, found.is_unique, best.worths[0], hints)

    @property
    def _players(self) -> list[str]:
        return [player.name for player in self.puzzle.position.players]

    def _worths(self, line: ContestLine) -> str:
        return ", ".join(f"{player} {worth}" for player, worth in zip(self._players, line.worths, strict=True))

    def _lines(self, found: ContestAnswer) -> Iterator[str]:
        """The best line by player, what it is worth to each, and whether another first move is equally good."""
        best = found.best
        yield f"{self.file}: {self._worths(best)} with best play"
        for player, moves in groupby(zip(best.players, best.moves, strict=True), key=lambda pair: pair[0]):
            yield f"  {self._players[player]}: {'; '.join(move for _, move in moves)}"
        if self.every:
            yield from (f"  {line.moves[0]}: {self._worths(line)}" for line in found.firsts)
        counted = "" if found.lines is None else f"; {found.lines} lines in all"
        only = f"the only best first move: {best.moves[0]}"
        yield f"  {only if found.is_unique else 'another first move is equally good'}{counted}"

    def _output(self, found: ContestAnswer) -> ContestOutput:
        best, players = found.best, self._players
        return ContestOutput(
            file=self.file,
            worth=self.puzzle.worth,
            players=players,
            worths=best.worths,
            line=[PlayedMove(player=players[of], move=move) for of, move in zip(best.players, best.moves, strict=True)],
            unique=found.is_unique,
            lines=found.lines,
            states=found.states,
            firsts=[FirstMove(move=line.moves[0], worths=line.worths) for line in found.firsts],
        )
