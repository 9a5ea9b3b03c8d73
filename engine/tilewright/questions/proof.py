"""The question whether two rules score the same on all boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.core import expr as core
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import ProofOutput
from tilewright.questions import question
from tilewright.questions.question import NoProgress, ProgressListener
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

if TYPE_CHECKING:
    from tilewright.solver.proof import Proof, TableScope
    from tilewright.solver.solve import Progress

FOLLOWS = "from the numbers in the rules"


@dataclass(frozen=True)
class ProofQuestion:
    """Whether two rules score the same on all boards up to a size and height, or a counterexample.

    With `at_most`, whether the first never scores more. The default `size` and `height` depend on the numbers in the
    rules.
    """

    game: Game
    one: core.Expr
    other: core.Expr
    size: Geometry | None = question.size("Boards of every size up to this.", FOLLOWS)
    height: int | None = question.count("Allow stacks of at most H pieces.", 99, "H", FOLLOWS)
    players: int | None = question.count("Only for N players.", 12)
    at_most: bool = question.flag("Only check whether A can ever pay more than B.")
    time_limit: float | None = question.time_limit("Stop after S seconds.", 60.0)
    workers: int | None = question.workers()

    def run(self, watcher: ProgressListener | None = None) -> ProofAnswer:
        """The answer. Raises `Unsupported`."""
        from tilewright.solver.compare import compare

        heard = watcher or NoProgress()

        def asked(scope: TableScope) -> Progress:
            def report(seconds: float, weight: int | None, bound: int) -> None:
                found = "nothing found yet" if weight is None else "found; is there a smaller one?"
                heard.step(f"{_extent(scope)}: {found}")
                heard.progress(seconds, None, None)

            return report

        proof = compare(
            self.game,
            self.one,
            self.other,
            size=self.size,
            height=self.height,
            players=self.players,
            at_most=self.at_most,
            time_limit=self.time_limit,
            workers=self.workers,
            on_progress=asked,
        )
        return ProofAnswer(self, proof)


@dataclass(frozen=True)
class ProofAnswer:
    """The result for two rules."""

    question: ProofQuestion
    proof: Proof

    @property
    def verdict(self) -> str:
        """The verdict in a word."""
        if self.proof.verdict == "equal":
            return "proved"
        if self.proof.table is None:
            return "unknown"
        return "more" if self.question.at_most else "different"

    def words(self, one: str, other: str) -> str:
        """The text after the verdict, with the names of the rules: the claim with its scope, or what both score."""
        proof, at_most, board = self.proof, self.question.at_most, self.question.game.own_place.name
        if proof.verdict == "equal":
            claim = f"{one} never pays more than {other}" if at_most else f"{one} and {other} pay the same"
            return f"{claim} on any {board} up to {reach(proof)}"
        if proof.table is None or proof.scores is None:
            proved = f"proved up to {reach(proof)}" if proof.settled else "nothing proved"
            return f"no difference found, {proved}; time ran out"
        does = "it does" if at_most else "they differ"
        smallest = f"the smallest {board} on which {does}" if proof.smallest else "there may be a smaller one"
        return f"{one} pays {proof.scores[0]}, {other} pays {proof.scores[1]}; {smallest}"

    def output(self, one: str, other: str, position: str = ABSENT) -> ProofOutput:
        """The answer in the format proof/1; `position` is the file of the counterexample."""
        proof = self.proof
        output = ProofOutput(
            verdict=proof.verdict,
            cards=[one, other],
            at_most=self.question.at_most,
            seconds=round(proof.seconds, 3),
        )
        if proof.table is not None and proof.scores is not None:
            own, *others = (repr(player.board) for player in proof.table.players)
            output.scores, output.smallest, output.others = proof.scores, proof.smallest, others or ABSENT
            output.board, output.position = {self.question.game.own_place.name: own}, position
        return output


def reach(proof: Proof) -> str:
    """The scope of a proof: the largest board and the height of stacks."""
    rows, columns = (max(getattr(scope.geometry, side) for scope in proof.settled) for side in ("rows", "columns"))
    return f"{rows} x {columns}, stacks up to {proof.settled[0].height}"


def _extent(scope: TableScope) -> str:
    """The size of a scope, and its number of players if there are several."""
    players = f" for {scope.players} players" if scope.players > 1 else ""
    return f"{scope.geometry.rows} x {scope.geometry.columns}{players}"
