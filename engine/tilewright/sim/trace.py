"""The usage of a game file by a game: options, rules and verbs, and which lines of the files were never executed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import Node
from tilewright.core.walk import find, rules_asked
from tilewright.kernel import flow as f
from tilewright.meaning.scoring import Score
from tilewright.play.match import Match
from tilewright.play.state import Move

FileLine = tuple[str, int]
"""A file and a line of it."""


class Coverage:
    """Records the statements executed in a match from now on, without the setup."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._blocks = match.machine.flow.blocks
        self._visited = set[f.BlockId]()

    @contextmanager
    def following(self, move: Move) -> Iterator[None]:
        """A context around a move of the match."""
        engine, visited = self._match.machine.engine, list[f.BlockId]()
        engine.visited = visited
        try:
            yield
        finally:
            engine.visited = None
            self._visited.update(visited)

    def never(self, scores: Iterable[Score]) -> list[str]:
        """The lines that were never executed, those of cards first: the file, the line and its text."""
        written = dict(_placed(step) for step in self._statements())
        levels = (level for block in self._visited if (level := self._blocks[block].level) is not None)
        done = {_placed(level.step)[0] for level in levels if level.step is not None}
        left = [(place, text) for place, text in written.items() if place[0] and place not in done]
        cards = {card.source.name for card in self._match.cards}
        left.sort(key=lambda line: line[0][0] not in cards)
        found = [*self._unpaid(scores), *left]
        return list(dict.fromkeys(f"{Path(place[0]).name}:{place[1]}: {text}" for place, text in found))

    def _unpaid(self, scores: Iterable[Score]) -> Iterator[tuple[FileLine, str]]:
        """The lines of scoring cards for which nobody got a point."""
        paid = {(name, reason.span) for score in scores for name, found in score.reasons.items() for reason in found}
        for card in self._match.cards:
            for award in find(core.Award, card.rule) if card.rule is not None else ():
                if (card.id, award.span) not in paid:
                    line = card.source.position(award.span.start)[0]
                    yield (card.source.name, line), card.source.slice(card.source.line_span(line))

    def _statements(self) -> Iterator[play.Step]:
        program = self._match.machine.evaluator.program
        play_rules = program.play_rules
        turns = dict([("turn", play_rules.turn), *play_rules.turns]).values()
        bodies = (ability.body for ability in program.abilities)
        stages = (
            play_rules.course,
            *turns,
            play_rules.cost,
            play_rules.after,
            *(verb.body for verb in play_rules.verbs),
        )
        for block in (*bodies, *stages):
            yield from play.inside(block)


def _placed(step: play.Step) -> tuple[FileLine, str]:
    """The location of a statement, and its text."""
    wording = step.wording
    return (("", 0), "") if wording is None else ((wording.file, wording.line), wording.text)


OptionCounts = dict[str, list[int]]
"""By option: how often its choice came up, how often it was open then, and how often it was taken."""


class Trace:
    """Records the statements executed in a match from now on, and those of the setup.

    An option is identified by its name, preceded by those of the enclosing options and verb or ability: ``take /
    discard``.
    """

    def __init__(self, match: Match) -> None:
        self._match, self._flow = match, match.machine.flow
        self._program = match.machine.evaluator.program
        self._names: dict[int, list[str]] = {}
        self.options: OptionCounts = {}
        for name, block in self._blocks():
            self._name_options(name, block)
        self._done: set[play.Step] = set(play.inside(self._program.play_rules.setup))

    @contextmanager
    def following(self, move: Move) -> Iterator[None]:
        """A context around a move of the match."""
        state, engine = self._match.state, self._match.machine.engine
        at = state.cells.get(state.cells.layout.pc)
        options = [code for code in state.stop.codes if code >= 0]
        visited: list[f.BlockId] = []
        engine.visited = visited
        try:
            yield
        finally:
            engine.visited = None
        if move.kind == "option":
            self._count(at, move.value, options)
        for block, after in pairwise(visited):
            self._passed(block, after)
        steps = (self._flow.blocks[block].level for block in visited)
        self._done |= {level.step for level in steps if level is not None and level.step is not None}

    def _passed(self, block: f.BlockId, after: f.BlockId) -> None:
        """Record that the flow went from one block to another: perhaps through an only open option."""
        end = self._flow.blocks[block].end
        if isinstance(end, f.Choose) and isinstance(end.listing, f.Options):
            code = next((code for code, (_, _, then) in enumerate(end.listing.options) if then == after), None)
            if code is not None:
                self._count(block, code, [code])

    def _count(self, block: f.BlockId, taken: int, options: Sequence[int]) -> None:
        level = self._flow.blocks[block].level
        assert level is not None
        for code, name in enumerate(self._names[id(level.step)]):
            counts = self.options[name]
            counts[0] += 1
            counts[1] += code in options
            counts[2] += code == taken

    def unused(self) -> list[str]:
        """The rules and verbs of the game file that no executed statement mentions."""
        game = self._match.game
        play_rules = self._program.play_rules
        own = [play.with_blocks(step, [()] * len(play.blocks(step))) for step in self._done]
        always: list[Node] = [play_rules.end, play_rules.at_once, *(part.rule for part in game.parts), *game.tie_breaks]
        always += [card.rule for card in self._match.cards if card.rule is not None]
        known, waiting = set[str](), [*own, *always]
        while waiting:
            rules = rules_asked(*waiting) - known
            known |= rules
            waiting = [body for rule in sorted(rules) for body in self._program.rule_bodies.get(rule, ())]
        known |= {call.verb for call in find(play.Call, *own)}
        file = self._match.game.unlinked or game
        assert file.play_rules is not None
        declared = [*(rule.name for rule in file.play_rules.rules), *(verb.name for verb in file.play_rules.verbs)]
        return [name for name in declared if name not in known]

    def _blocks(self) -> Iterator[tuple[str, play.Block]]:
        """The blocks of the game with the prefix of their options: empty for turns, else a verb or a card."""
        play_rules = self._program.play_rules
        turns = dict([("turn", play_rules.turn), *play_rules.turns])
        yield from (("", block) for block in (play_rules.course, play_rules.after, *turns.values()))
        yield from ((verb.name, verb.body) for verb in play_rules.verbs)
        yield "cost", play_rules.cost
        yield from ((ability.card, ability.body) for ability in self._program.abilities)

    def _name_options(self, around: str, block: play.Block) -> None:
        for step in block:
            inner = play.blocks(step)
            names = [option.name for option in step.options] if isinstance(step, play.Menu) else [""] * len(inner)
            paths = [" / ".join(filter(None, (around, name))) for name in names]
            if isinstance(step, play.Menu):
                self._names[id(step)] = paths
                self.options.update({path: [0, 0, 0] for path in paths if path not in self.options})
            for path, body in zip(paths, inner, strict=True):
                self._name_options(path, body)
