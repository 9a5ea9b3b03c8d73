"""The parts that elaborate statements of play, put together over one context."""

from __future__ import annotations

from tilewright.check.context import Context
from tilewright.check.elaborator import Elaborator
from tilewright.check.play.changes import Changes
from tilewright.check.play.control import Control
from tilewright.check.play.operands import Operands
from tilewright.check.play.rules import RuleElaborator
from tilewright.check.play.several import SeveralThings
from tilewright.check.play.steps import Steps
from tilewright.check.play.verbs import Verbs


class PlayElaborator:
    """What the course of a game and the abilities of cards are elaborated with."""

    def __init__(self, context: Context) -> None:
        self.context = context
        elaborator = Elaborator(context)
        self.names = elaborator.names
        self.lets = elaborator.lets
        self.expressions = elaborator.expressions
        self.steps = Steps(elaborator)
        things = Operands(elaborator)
        self.steps.several = SeveralThings(elaborator, self.steps, things).each
        self.verbs = Verbs(elaborator, self.steps, things)
        self.rules = RuleElaborator(elaborator)
        for part in (Changes(elaborator, things), Control(elaborator, self.steps, things), self.verbs, self.rules):
            self.steps.handlers.update(part.handlers)
