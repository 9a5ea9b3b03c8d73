"""A condition or a number in the words of a game that is played, asked of a moment of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial

from tilewright.check.context import Context
from tilewright.check.play.abilities import setting_of
from tilewright.check.play.elaborator import PlayElaborator
from tilewright.check.play.totality import check_ability
from tilewright.check.typed import Num, Reported
from tilewright.check.vocabulary import Vocabulary
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.core.node import Node
from tilewright.core.walk import Extent, transform, variables
from tilewright.diagnostics import Diagnostic, Diagnostics, Severity
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.syntax.parser import parse
from tilewright.table.game import Game

SHELLS = (
    "fragment fragment\n  ability if {}\n    gain 1 points\n",
    "fragment fragment\n  ability\n    let fragment be {}\n    gain 1 points\n",
)
"""Where a condition, and a number, stand in the text of a card."""


def read_question(text: str, game: Game, extent: Extent | None = None) -> core.Expr | list[Diagnostic]:
    """The condition or number that a text comes to, as cards in play may ask it; what is wrong with it when it is none.

    The game has a course. Where its cards are linked (`play.linking`), "the knight" is the card of that name, wherever
    it lies: what is asked must not depend on that. It may take so much work as is allowed on a table of an `extent`; without one
    on the largest of the game.
    """
    asked = " ".join(text.split())
    found = [_question(shell, asked, game, extent) for shell in SHELLS]
    sound = next((one for one in found if not isinstance(one, list)), None)
    if sound is not None:
        return sound
    problems = [one for one in found if isinstance(one, list)]
    return max(problems, key=lambda own: min(problem.span.start for problem in own))


def read_measure(text: str, game: Game) -> core.Expr | list[Diagnostic]:
    """The number that a text comes to: the measure of that name in the game file, or a number in the words of the game."""
    assert game.course is not None, "only games with turns can be asked about"
    named = dict(game.course.measures).get(text.strip())
    if named is not None:
        return named
    found = read_question(text, game)
    if isinstance(found, list) or not build.is_condition(found):
        return found
    message, names = "a condition is not a measure", ", ".join(name for name, _ in game.course.measures)
    help = f"write a number, for example 'count of ...'{f', or a measure of the game: {names}' if names else ''}"
    return [Diagnostic("TW201", Severity.ERROR, message, Source("measure", text), Span(0, len(text)), help)]


def _question(shell: str, text: str, game: Game, extent: Extent | None = None) -> core.Expr | list[Diagnostic]:
    """What the text comes to at one place, or the errors in order, placed in the text itself."""
    source, own = Source("goal", shell.format(text)), Source("goal", text)
    diagnostics = Diagnostics(source)
    nodes = [node for node in parse(source, diagnostics) if isinstance(node, ast.Card)]
    at = shell.index("{}")
    found = None
    if not diagnostics.has_errors:
        with suppress(Reported):
            found = _condition_of(nodes[0], game, diagnostics, extent)
    if found is not None and not diagnostics.has_errors:
        return found
    if not diagnostics.has_errors:
        message = "this is neither a condition nor a number"
        return [
            Diagnostic("TW201", Severity.ERROR, message, own, Span(0, len(text)), "for example 'count of ... >= 2'")
        ]
    return [_shifted(problem, own, at) for problem in diagnostics.errors()]


def _condition_of(card: ast.Card, game: Game, diagnostics: Diagnostics, extent: Extent | None) -> core.Expr | None:
    """The condition of the ability, or what the name in it stands for."""
    course = game.course
    assert course is not None, "only games with turns can be asked about"
    (ability,) = (member for member in card.members if isinstance(member, ast.Ability))
    context = Context(Vocabulary(game), diagnostics, setting_of(course), course.me)
    elaborator = PlayElaborator(context)
    scope, known = elaborator.steps.scope(), {}
    for name, kind in _fronts(game):
        var = context.fresh(core.SPACE, name)
        scope, known[var] = scope.bind(var), kind
    if ability.condition is not None:
        found = elaborator.expressions.condition(ability.condition, scope)
    else:
        (let,) = (one for one in ability.body if isinstance(one, ast.Let))
        if isinstance(let.value, ast.NounValue):
            return None
        typed = elaborator.expressions.typed(let.value, scope)
        if not isinstance(typed, Num):
            return None
        found = typed.expr
    found = transform(found, partial(_of_card, known, course))
    if any(var in known for var in variables(found)):
        message = "the answer depends on where the card is"
        raise context.fail("TW106", card.span, message, "say where, as in 'there is a ... in the ...'")
    condition = found if build.is_condition(found) else core.Compare(">", found, core.Const(0))
    check_ability(play.Ability("", "", (play.Require(condition),)), game, card.span, diagnostics, extent)
    return found


def _fronts(game: Game) -> Iterator[tuple[str, int]]:
    """The cards that lie at places by their ids, with their kinds."""
    located = game.located
    sort = None if located is None else game.sorts_by_name.get(located.name)
    for kind in game.kinds:
        if sort is not None and kind.index in sort.kinds and kind.values.get("card") and kind.first == kind.index:
            yield kind.values["card"], kind.index


def _of_card(known: Mapping[core.Var, int], course: play.Course, node: Node) -> Node:
    """What is said of a card that is known, wherever it lies."""
    match node:
        case core.Shows(space, kinds) if space in known:
            return core.TRUE if known[space] in kinds else core.FALSE
        case core.Attribute(space) if space in known:
            return core.Const(dict(node.numbers).get(known[space], 0))
        case core.And():
            return build.conjunction(node.parts)
        case core.Or():
            return build.disjunction(node.parts)
        case core.RuleHolds() | core.RuleNumber() if node.of in known:
            rule = next(rule for rule in course.rules if rule.name == node.rule)
            body = transform(rule.body, lambda one: node.of if one == rule.parameter else one)
            return transform(body, partial(_of_card, known, course))
        case _:  # if it asks where a card that is known lies, it is reported
            return node


def _shifted(problem: Diagnostic, own: Source, at: int) -> Diagnostic:
    """A problem of the text inside of a shell as one of the text."""
    start, end = (min(max(place - at, 0), len(own.text)) for place in (problem.span.start, problem.span.end))
    return problem.at(own, Span(start, max(start, end)))
