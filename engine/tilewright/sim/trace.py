"""What of a game file a game makes use of: its options, how often they were open and taken, and its rules and verbs."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core import play
from tilewright.core.asked import rules_asked
from tilewright.core.node import Node
from tilewright.core.walk import find
from tilewright.play.frames import Frame
from tilewright.play.match import Match
from tilewright.play.sections import Section
from tilewright.play.state import State

OptionCounts = dict[str, list[int]]
"""By option: how often its choice came up, how often it was open then, and how often it was taken."""


class Trace:
    """Follows the statements that are done in a match, from now on; those of the set-up count as done.

    An option is known by its name, with those of the options and the verb or ability around it: ``take / discard``.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._program = match.machine.referee.program
        self._menus: dict[Section, dict[int, list[Section]]] = {}
        self._names: dict[Section, str] = {}
        for name, section in self._blocks():
            self._name_options(name, section)
        self._done: set[play.Step] = set(self._program.setup.steps_from(0))
        self._last: dict[Section, Frame] = {}
        self._open: list[Section] = []
        self.options: OptionCounts = {name: [0, 0, 0] for name in self._names.values()}
        match.machine.on_step = self._step

    def choosing(self) -> None:
        """An option is about to be picked at the choice of the match."""
        state = self._match.state
        choice, frame = state.choice, state.frame
        assert choice is not None and frame is not None and isinstance(choice.step, play.Menu)
        inner = zip(choice.step.options, frame.section.inner[frame.at], strict=True)
        self._open = [section for option, section in inner if any(option is one for one in choice.elements)]

    def unused(self) -> list[str]:
        """The rules and verbs of the game file that nothing mentions that was done."""
        game = self._match.game
        course = self._program.course
        own = [play.with_blocks(step, [()] * len(play.blocks(step))) for step in self._done]
        always: list[Node] = [course.end, course.at_once, *(part.rule for part in game.parts), *game.tie_breaks]
        always += [card.rule for card in self._match.cards if card.rule is not None]
        known, waiting = set[str](), [*own, *always]
        while waiting:
            rules = rules_asked(*waiting) - known
            known |= rules
            waiting = [body for rule in sorted(rules) for body in self._program.rule_bodies.get(rule, ())]
        known |= {call.verb for call in find(play.Call, *own)}
        file = self._match.game.unlinked or game
        assert file.course is not None
        declared = [*(rule.name for rule in file.course.rules), *(verb.name for verb in file.course.verbs)]
        return [name for name in declared if name not in known]

    def _blocks(self) -> Iterator[tuple[str, Section]]:
        """The blocks of the game with what their options are known by: nothing for turns, else a verb or a card."""
        program = self._program
        yield from (("", section) for section in (program.main, program.after, *program.turns.values()))
        yield from program.verbs.items()
        yield "cost", program.cost
        yield from ((ability.card, section) for ability, section in program.uses.items())

    def _name_options(self, around: str, section: Section) -> None:
        for at, (step, inner) in enumerate(zip(section.steps, section.inner, strict=True)):
            if isinstance(step, play.Call):
                continue  # its verb stands by itself
            names = [option.name for option in step.options] if isinstance(step, play.Menu) else [""] * len(inner)
            if isinstance(step, play.Menu):
                self._menus.setdefault(section, {})[at] = list(inner)
            for name, block in zip(names, inner, strict=True):
                if block in self._names:
                    continue  # the cost of abilities, named before
                path = " / ".join(filter(None, (around, name)))
                if name:
                    self._names[block] = path
                self._name_options(path, block)

    def _step(self, state: State, frame: Frame) -> None:
        if state is not self._match.state:  # a copy that somebody tries moves on
            return
        section = frame.section
        if frame.at < len(section.steps):
            self._done.add(section.steps[frame.at])
        if frame.at == 0 and section in self._names and self._last.get(section) is not frame:
            self._last[section] = frame
            self._taken(section)

    def _taken(self, section: Section) -> None:
        """An option begins: that of the last choice, or the only one that was open."""
        for menu in self._menus.values():
            for inner in menu.values():
                if any(section is one for one in inner):
                    self._count(section, inner)
                    return

    def _count(self, section: Section, menu: list[Section]) -> None:
        opened = self._open if any(section is one for one in self._open) else [section]
        self._open = []
        for one in menu:
            counts = self.options[self._names[one]]
            counts[0] += 1
            counts[1] += any(one is other for other in opened)
            counts[2] += one is section
