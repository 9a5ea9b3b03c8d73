"""Which lines of the files had no part in a game: statements that were never done, lines of cards that paid nobody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import find
from tilewright.kernel import flow as f
from tilewright.meaning.scoring import Score
from tilewright.play.match import Match
from tilewright.play.state import Move

FileLine = tuple[str, int]
"""A file and a line of it."""


class Coverage:
    """Follows the statements that are done in a match, from now on; the set-up is left out."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._blocks = match.machine.flow.blocks
        self._visited = set[f.BlockId]()

    @contextmanager
    def following(self, move: Move) -> Iterator[None]:
        """Around a move of the match."""
        engine, visited = self._match.machine.engine, list[f.BlockId]()
        engine.visited = visited
        try:
            yield
        finally:
            engine.visited = None
            self._visited.update(visited)

    def never(self, scores: Iterable[Score]) -> list[str]:
        """The lines that had no part in it, those of cards first: the file, the line and its text."""
        written = dict(_placed(step) for step in self._statements())
        levels = (level for block in self._visited if (level := self._blocks[block].level) is not None)
        done = {_placed(level.step)[0] for level in levels if level.step is not None}
        left = [(place, text) for place, text in written.items() if place[0] and place not in done]
        cards = {card.source.name for card in self._match.cards}
        left.sort(key=lambda line: line[0][0] not in cards)
        found = [*self._unpaid(scores), *left]
        return list(dict.fromkeys(f"{Path(place[0]).name}:{place[1]}: {text}" for place, text in found))

    def _unpaid(self, scores: Iterable[Score]) -> Iterator[tuple[FileLine, str]]:
        """The lines of cards that score, but for which nobody got a point."""
        paid = {(name, reason.span) for score in scores for name, found in score.reasons.items() for reason in found}
        for card in self._match.cards:
            for award in find(core.Award, card.rule) if card.rule is not None else ():
                if (card.id, award.span) not in paid:
                    line = card.source.position(award.span.start)[0]
                    yield (card.source.name, line), card.source.slice(card.source.line_span(line))

    def _statements(self) -> Iterator[play.Step]:
        program = self._match.machine.evaluator.program
        course = program.course
        turns = dict([("turn", course.turn), *course.turns]).values()
        bodies = (ability.body for ability in program.abilities)
        stages = (course.course, *turns, course.cost, course.after, *(verb.body for verb in course.verbs))
        for block in (*bodies, *stages):
            yield from play.inside(block)


def _placed(step: play.Step) -> tuple[FileLine, str]:
    """Where a statement is written, and its text; of one that is nowhere no place."""
    wording = step.wording
    return (("", 0), "") if wording is None else ((wording.file, wording.line), wording.text)
