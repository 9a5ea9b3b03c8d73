"""Bounds of the points of a card over all boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.core import expr as core
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import BoundsOutput, ScoreRange
from tilewright.questions import question
from tilewright.questions.question import NoProgress, ProgressListener
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

if TYPE_CHECKING:
    from tilewright.solver.bounds import Extreme, ScoreBounds
    from tilewright.solver.proof import TableScope
    from tilewright.solver.solve import Progress

ENDS = {"min": "the least", "max": "the most"}


@dataclass(frozen=True)
class BoundsQuestion:
    """The least and the most points of a rule for the first player, for each number of players that makes a difference.

    With `light`, additional time is spent to find boards with few pieces that attain the proved bounds.
    """

    game: Game
    rule: core.Expr
    light: bool = True
    size: Geometry | None = question.size("Use boards of this size instead of the usual one.")
    players: int | None = question.count("Only for N players.", 12)
    height: int | None = question.count("Allow stacks of at most H pieces.", metavar="H")
    time_limit: float | None = question.time_limit("Stop after S seconds for each card.", 60.0)
    workers: int | None = question.workers()

    def run(self, watcher: ProgressListener | None = None) -> BoundsAnswer:
        """The answer. Raises `Unsupported`."""
        from tilewright.solver.bounds import bounds
        from tilewright.solver.proof import scopes_at

        heard = watcher or NoProgress()

        def asked(scope: TableScope, which: str) -> Progress:
            heard.step(ENDS[which] + (f" for {scope.players} players" if scope.players > 1 else ""))
            return heard.progress

        found = bounds(
            self.game,
            self.rule,
            scopes_at(self.game, [self.rule], self.size, self.players, self.height),
            light=self.light,
            time_limit=self.time_limit,
            workers=self.workers,
            on_progress=asked,
        )
        return BoundsAnswer(self.game, found)


@dataclass(frozen=True)
class BoundsAnswer:
    """The results for one or several numbers of players."""

    game: Game
    found: Sequence[ScoreBounds]

    @property
    def proved(self) -> bool:
        """Whether both bounds are proved, for all numbers of players."""
        return all(known.status == "optimal" for known in self.found)

    @property
    def least(self) -> Extreme:
        """The least value found, over the numbers of players."""
        return min((known.least for known in self.found), key=lambda end: end.value)

    @property
    def most(self) -> Extreme:
        """The greatest value found, over the numbers of players."""
        return max((known.most for known in self.found), key=lambda end: end.value)

    @property
    def seconds(self) -> float:
        """The total time."""
        return sum(known.seconds for known in self.found)

    @property
    def limits(self) -> tuple[int | None, int | None]:
        """The proved lower and upper bound; None if there is none."""
        return _limit([one.least.bound for one in self.found], min), _limit([one.most.bound for one in self.found], max)

    @property
    def apart(self) -> Sequence[BoundsAnswer]:
        """The results for each number of players; empty if the number makes no difference."""
        several = any(known.players > 1 for known in self.found)
        return [BoundsAnswer(self.game, [known]) for known in self.found] if several else []

    @property
    def words(self) -> str:
        """``0 to 22, proved``, or the state of the proof."""
        low, high = self.least.value, self.most.value
        if self.proved:
            return f"{low} to {high}, proved"
        proved = [
            f"never {words} than {limit}"
            for words, limit in zip(("less", "more"), self.limits, strict=True)
            if limit is not None
        ]
        found = f"the least found is {low}, the most found is {high}"
        return f"{found}; proved: {' and '.join(proved)}" if proved else f"{found}; nothing is proved"

    @property
    def players(self) -> str:
        """The number of players, in words."""
        number = self.found[0].players
        return f"{number} player{'s' if number > 1 else ''}"

    def output(self, card: str, show: bool) -> BoundsOutput:
        """The answer in the format bounds/1; with `show` also the boards that attain the maximum."""
        output = BoundsOutput(card=card, **self._numbers(show))
        if self.apart:
            output.players = [ScoreRange(players=one.found[0].players, **one._numbers(show)) for one in self.apart]
        return output

    def _numbers(self, show: bool) -> dict[str, Any]:
        numbers: dict[str, Any] = {
            "min": self.least.value,
            "max": self.most.value,
            "status": "optimal" if self.proved else "feasible",
            "limits": list(self.limits),
            "seconds": round(self.seconds, 3),
        }
        if not show:
            return numbers
        own, *others = (repr(player.board) for player in self.most.table.players)
        return numbers | {"board": {self.game.own_place.name: own}, "others": others or ABSENT}


def _limit(bounds: Sequence[int | None], which: Callable[[list[int]], int]) -> int | None:
    known = [bound for bound in bounds if bound is not None]
    return which(known) if len(known) == len(bounds) else None
