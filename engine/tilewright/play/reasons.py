"""Why a statement is not done, and why a move is not one: which condition does not hold, in the words of the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import conjunction, conjuncts
from tilewright.core.node import Written
from tilewright.kernel import flow as f
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.state import FlatState
from tilewright.meaning.domain import Element, Env
from tilewright.meaning.unrolled import elements

MOST_RULES = 3
"""A reason goes no deeper into the named rules that conditions ask for."""

FALSE, NONE = " does not hold", " does not hold for any of them"
"""How a condition that is not met is reported: for one thing, and for all that could be picked."""


class Reasoner:
    """Answers for one state of a game."""

    def __init__(self, interpreter: Interpreter, state: FlatState) -> None:
        self._interpreter, self._state = interpreter, state
        self._evaluator = interpreter.evaluator(state)
        course = interpreter.game.course
        assert course is not None
        self._me = course.me.id
        self._rules = {rule.name: rule for rule in course.rules}

    def _seat(self, question: f.Question, env: Env) -> int:
        seat: int = env[self._me if question.home is None else question.home.id]
        return seat

    # -- conditions

    def unmet(self, question: f.Question, wording: Written | None) -> str:
        """The first part of a condition that does not hold; nothing where all of it does."""
        env = self._interpreter.env(self._state, question.scope)
        assert not isinstance(question.asked, core.Binder)
        return self._unmet(question.asked, wording, env, env[self._me])

    def _unmet(
        self, condition: core.Expr, wording: Written | None, env: Env, seat: int, verdict: str = FALSE, depth: int = 0
    ) -> str:
        for part, words in _worded(condition, wording):
            if not self._evaluator.condition(part, env, seat):
                return self._text_of_unmet(part, words, env, seat, verdict, depth)
        return ""

    def _text_of_unmet(
        self, part: core.Expr, words: str, env: Env, seat: int, verdict: str = FALSE, depth: int = 0
    ) -> str:
        """A condition that does not hold: its words, with the numbers that it compares, or why its rule does not hold."""
        match part:
            case core.OnBoardOf(player=player, body=body):
                return self._text_of_unmet(body, words, env, env[player.id], verdict, depth)
            case core.RuleHolds(rule=name, of=element) if name in self._rules and depth < MOST_RULES:
                rule, inner = self._rules[name], {**env, self._rules[name].parameter.id: env[element.id]}
                why = self._unmet(rule.body, rule.wording, inner, seat, "", depth + 1)
                return f"'{words or name}'{verdict}" + (f": {why}" if why else "")
            case core.Compare(operator=operator, left=left, right=right) if " " in words:
                numbers = [self._evaluator.number(one, env, seat) for one in (left, right)]
                return f"'{words}'{verdict} ({numbers[0]} {operator} {numbers[1]})"
            case _:  # of all others the words say enough
                return f"'{words}'{verdict}" if words else ""

    def closed(self, listing: f.Options, step: play.Step) -> dict[str, str]:
        """The options of a menu whose condition does not hold, each with why."""
        assert isinstance(step, play.Menu)
        asked = [question for _, question, _ in listing.options]
        pairs = [(option, question) for option, question in zip(step.options, asked, strict=True) if question]
        unmet = ((option.name, self.unmet(question, option.wording)) for option, question in pairs)
        return {name: why for name, why in unmet if why}

    # -- things to pick

    def none_of(self, question: f.Question, wording: Written | None) -> str:
        """Why no element satisfies a binder: the part of its condition that the last of them do not satisfy."""
        binder = question.asked
        assert isinstance(binder, core.Binder)
        left = self._elements(question, core.TRUE)
        if not left:
            return "there is none"
        met: list[core.Expr] = []
        for part, words in _worded(binder.guard, wording):
            met.append(part)
            further = self._elements(question, conjunction(met))
            if not further:
                env = {**self._interpreter.env(self._state, question.scope), binder.var.id: left[0]}
                said = self._text_of_unmet(part, words, env, self._seat(question, env), NONE)
                return said if words and len(left) == 1 else f"'{words}'{NONE}" if words else "none of them qualifies"
            left = further
        return ""

    def not_one(self, question: f.Question, wording: Written | None, element: Element) -> str:
        """Why an element does not satisfy a binder; nothing where it does."""
        binder = question.asked
        assert isinstance(binder, core.Binder)
        env = {**self._interpreter.env(self._state, question.scope), binder.var.id: element}
        if element not in self._elements(question, core.TRUE):
            return "it is not one of the things to choose from"
        seat = self._seat(question, env)
        for part, words in _worded(binder.guard, wording):
            if not self._evaluator.condition(part, env, seat):
                return self._text_of_unmet(part, words, env, seat) or "it cannot be done there"
        return ""

    def all_of(self, question: f.Question) -> Sequence[Element]:
        """All that a binder ranges over, whatever its condition says."""
        return self._elements(question, core.TRUE)

    def _elements(self, question: f.Question, guard: core.Expr) -> Sequence[Element]:
        assert isinstance(question.asked, core.Binder)
        env = self._interpreter.env(self._state, question.scope)
        return elements(self._evaluator, replace(question.asked, guard=guard), env, self._seat(question, env))


def _worded(condition: core.Expr, wording: Written | None) -> Iterator[tuple[core.Expr, str]]:
    """The parts of a condition, each with its words; of one that has changed since its file was read, the line."""
    found, known = conjuncts(condition), wording.conditions if wording is not None else ()
    if len(found) != len(known):
        known = (wording.text if wording is not None else "",) * len(found)
    return zip(found, known, strict=True)
