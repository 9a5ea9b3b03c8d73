"""The course of a game (rules, verbs, stages, and its end), and the abilities of cards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from tilewright.check.context import Context, Setting
from tilewright.check.play.elaborator import PlayElaborator
from tilewright.check.play.secrets import with_fresh_answers
from tilewright.check.play.steps import bind_at, summary
from tilewright.check.typed import Reported, Scope, together
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import worded
from tilewright.diagnostics import did_you_mean
from tilewright.syntax import ast, game_ast


def setting_of(play_rules: play.PlayRules) -> Setting:
    """The names that abilities of cards can refer to."""
    return Setting(
        places=dict(play_rules.places),
        verbs={verb.name: verb for verb in play_rules.verbs},
        lasting=dict(play_rules.lasting),
        options=dict.fromkeys((*play_rules.options, *(verb.name for verb in play_rules.verbs))),
    )


def elaborate_after(card: str, node: ast.AbilityAfter, context: Context) -> play.Ability:
    """An ability that is allowed after each execution of a verb. Raises `Reported`."""
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
    """An ability; `context` has the setting of the course. Raises `Reported`."""
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


M = TypeVar("M", bound=ast.SyntaxNode)
_NOTHING: tuple[ast.Statement, ...] = ()


class PlayRulesElaborator:
    """Elaborates the play rules of a game file; fills the empty setting of `context`."""

    def __init__(self, node: game_ast.Game, context: Context) -> None:
        self.node = node
        self.context = context
        self.setting = context.setting
        self.elaborator = PlayElaborator(context)

    def play_rules(self) -> play.PlayRules | None:
        """The course; None if the file has no play rules."""
        if not any(isinstance(member, game_ast.Stage) for member in self.node.members):
            return None
        for problem in self.context.diagnostics.errors():
            self.context.gaps.add(problem.span)
        self._places()
        announced = self._announced()
        named = [stage.title.text for stage in self._all(game_ast.Stage) if stage.title is not None]
        self.setting.turns = frozenset(("turn", *named))
        scope = self._lets()
        for member in self.node.members:
            with suppress(Reported):
                if isinstance(member, game_ast.Verb):
                    self.elaborator.verbs.declare(member, scope)
                elif isinstance(member, game_ast.Moment):
                    self.elaborator.verbs.declare_moment(member, scope)
        self.setting.naming = True
        turn = self._stage("turn", scope)
        turns = tuple((name, self._stage("turn", scope, name)) for name in dict.fromkeys(named))
        self.setting.naming = False
        setup, cost, after = (self._stage(name, scope) for name in ("setup", "cost", "after"))
        filled = [board.name for board in self.context.game.boards if board.pile and board.begins]
        # a hidden pile is shuffled at the start
        setup = (*(play.Fill(self.setting.places[name]) for name in filled), *setup)
        self.setting.in_course = True
        course = self._stage("course", scope)
        self.setting.in_course = False
        rules = self._conditions_of_cards()
        for rule in announced.values():
            with suppress(Reported):
                rules.append(self.elaborator.rules.define(rule, self._with_lasting(scope)))
        measures = tuple(self._measures(scope))
        return play.PlayRules(
            me=self.context.me,
            places=tuple(self.setting.places.items()),
            rules=tuple(rules),
            verbs=tuple(self.setting.verbs.values()),
            setup=setup,
            turn=turn,
            cost=cost,
            after=after,
            lasting=tuple(self.setting.lasting.items()),
            options=tuple(self.setting.options),
            measures=measures,
            names=tuple(scope.names),
            course=course,
            moments=tuple(moment.name.text for moment in self._all(game_ast.Moment)),
            turns=turns,
            **self._ending(scope),
            variables=self.context.fresh(core.SPACE, "space").id,
        )

    def _all(self, kind: type[M]) -> Iterator[M]:
        return (member for member in self.node.members if isinstance(member, kind))

    def _places(self) -> None:
        """Create variables for the places other than the players' main board; a main pool is the player's seat."""
        game = self.context.game
        for place in game.boards:
            if place != game.own_place:
                self.setting.places[place.name] = self.context.fresh(core.PLAYER, place.name)
            elif place.pool:
                self.setting.places[place.name] = self.context.me

    def _announced(self) -> dict[str, game_ast.RuleHolds | game_ast.RuleCounts]:
        """Declare the names of rules before anything refers to them."""
        self._conditions_of_cards()
        scope = self.elaborator.steps.scope()
        rules = (m for m in self.node.members if isinstance(m, (game_ast.RuleHolds, game_ast.RuleCounts)))
        return {rule.name.text: rule for rule in rules if self.elaborator.rules.announce(rule, scope)}

    def _conditions_of_cards(self) -> list[play.RuleDef]:
        """Declare the conditions of cards as rules; for unknown cards they are false."""
        known, located = self.context.vocabulary.rules, self.context.game.located
        for name in located.conditions if located else ():
            known.setdefault(name, play.RuleDef(name, self.context.fresh(core.SPACE, "card"), None, core.FALSE))
        return [known[name] for name in (located.conditions if located else ())]

    def _lets(self) -> Scope:
        """The `let` names of the game file."""
        scope = self.elaborator.steps.scope().block()
        for member in self._all(ast.Let):
            with suppress(Reported):
                self.elaborator.lets.give(member, scope)
                scope.names[member.name.text].used = True
        return scope

    def _stage(self, name: str, scope: Scope, title: str | None = None) -> play.Block:
        stages = ((stage, stage.title.text if stage.title else None) for stage in self._all(game_ast.Stage))
        stage = next((stage for stage, own in stages if stage.name == name and own == title), None)
        return with_fresh_answers(
            self.elaborator.steps.block(stage.body if stage else _NOTHING, self._with_lasting(scope))
        )

    def _with_lasting(self, scope: Scope) -> Scope:
        """The scope with the homes of the named things of a turn."""
        return replace(scope, homes={**scope.homes, **self.setting.homes})

    def _measures(self, scope: Scope) -> Iterator[tuple[str, core.Expr]]:
        names: set[str] = set()
        for member in self._all(game_ast.MeasureDef):
            name = member.name
            with suppress(Reported):
                if name.text in names or self.context.vocabulary.is_taken(name.text):
                    raise self.elaborator.names.taken(name)
                names.add(name.text)
                yield name.text, self.elaborator.expressions.number(member.number, scope)

    def _ending(self, scope: Scope) -> dict[str, Any]:
        """When the game ends; with a course, at its end at the latest."""
        course = any(stage.name == "course" for stage in self._all(game_ast.Stage))
        found: dict[str, core.Expr] = {}
        for ending in self._all(game_ast.Ending):
            if ending.when == "round" and course:
                raise self.context.fail(
                    "TW202",
                    ending.span,
                    "a game with a course has no rounds other than those in its course",
                    "write 'repeat until ...' in the course, or 'end after a turn if ...'",
                )
            found[ending.when] = self.elaborator.expressions.condition(ending.condition, scope)
        if not found and not course:
            if self.context.gaps.found:
                raise Reported
            raise self.context.fail(
                "TW112",
                self.node.id.span,
                "the game has turns but no end",
                "write 'end after a turn if ...' or 'end after a round if ...'",
            )
        at_once = found.pop("at once", core.FALSE)
        end = next(iter(found.values()), core.FALSE)
        return {"end": end, "by_round": "round" in found, "at_once": at_once}
