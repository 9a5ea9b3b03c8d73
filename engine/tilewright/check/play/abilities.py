"""Abilities of cards: what they allow in the course of a game."""

from __future__ import annotations

from tilewright.check.context import Context, Setting
from tilewright.check.play.elaborator import PlayElaborator
from tilewright.check.play.secrets import with_fresh_answers
from tilewright.check.play.steps import bind_at
from tilewright.check.play.texts import summary
from tilewright.check.typed import together
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import worded
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.syntax import ast


def setting_of(course: play.Course) -> Setting:
    """What the abilities of cards can refer to."""
    return Setting(
        places=dict(course.places),
        verbs={verb.name: verb for verb in course.verbs},
        lasting=dict(course.lasting),
        options=dict.fromkeys((*course.options, *(verb.name for verb in course.verbs))),
    )


def elaborate_after(card: str, node: ast.AbilityAfter, context: Context) -> play.Ability:
    """What a card allows each time that a verb has been done. Raises `Reported`."""
    known = context.setting.verbs
    verb = known.get(node.verb.text)
    if verb is None:
        help = did_you_mean(node.verb.text, known) or "verbs of the game: " + (", ".join(known) or "none")
        raise context.fail("TW101", node.verb.span, f"'{node.verb.text}' is not a verb of the game", help)
    elaborator = PlayElaborator(context)
    scope = elaborator.steps.scope()
    for thing in verb.parameters:
        scope = bind_at(scope, thing.space, thing.home)
    condition, body = together(
        [
            lambda: core.TRUE if node.condition is None else elaborator.expressions.condition(node.condition, scope),
            lambda: with_fresh_answers(elaborator.steps.block(node.body, scope)),
        ]
    )
    text = summary(context.diagnostics.source, node.body)
    wording = context.wording(node.span, condition)
    return worded(play.Ability(card, "", body, condition, after=verb.name, text=text), wording)


def elaborate_ability(card: str, node: ast.Ability, context: Context) -> play.Ability:
    """What a card allows; `context` has the setting of the course. Raises `Reported`."""
    during, options = node.during, context.setting.options
    if during is not None and during.text not in options:
        help = did_you_mean(during.text, options) or "options: " + ", ".join(options)
        raise context.fail("TW101", during.span, f"no option of the game is called '{during.text}'", help)
    elaborator = PlayElaborator(context)
    scope = elaborator.steps.scope()
    condition, body = together(
        [
            lambda: core.TRUE if node.condition is None else elaborator.expressions.condition(node.condition, scope),
            lambda: with_fresh_answers(elaborator.steps.block(node.body, scope)),
        ]
    )
    wording = context.wording(node.span, condition)
    return worded(play.Ability(card, during.text if during else "", body, condition, node.once), wording)
