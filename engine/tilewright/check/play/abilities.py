"""Abilities of cards: what they allow in the course of a game."""

from __future__ import annotations

from tilewright.check.context import Context, Setting
from tilewright.check.play.elaborator import PlayElaborator
from tilewright.check.typed import together
from tilewright.core import expr as core
from tilewright.core import play
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
            lambda: elaborator.steps.block(node.body, scope),
        ]
    )
    return play.Ability(card, during.text if during else "", body, condition, node.once)
