"""Named rules of the game: how they are declared, and how a turn or an ability changes them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from tilewright.check.elaborator import Elaborator
from tilewright.check.play.steps import Done, StepHandlers, bind_at
from tilewright.check.typed import Reported, Scope
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.core.node import worded
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.syntax import ast, game_ast, play_ast

Declared = game_ast.RuleHolds | game_ast.RuleCounts


class RuleElaborator:
    """Declares the rules of a game, and changes them."""

    def __init__(self, elaborator: Elaborator) -> None:
        self.context = elaborator.context
        self.names = elaborator.names
        self.phrases = elaborator.phrases
        self.expressions = elaborator.expressions

    @property
    def handlers(self) -> StepHandlers:
        """The statements that are elaborated here."""
        return {play_ast.NowHolds: self._now_holds, play_ast.NowCounts: self._now_counts}

    def announce(self, node: Declared, scope: Scope) -> bool:
        """Make a rule known by its name, without its body; whether that is sound."""
        with suppress(Reported):
            if self.context.vocabulary.is_taken(node.name.text):
                raise self.names.taken(node.name)
            var, home, _ = self._parameter(node.subject, scope)
            nothing: core.Expr = core.TRUE if isinstance(node, game_ast.RuleHolds) else core.Const(0)
            self.context.vocabulary.rules[node.name.text] = play.RuleDef(node.name.text, var, home, nothing)
            return True
        return False

    def define(self, node: Declared, scope: Scope) -> play.RuleDef:
        """A rule with its body, which may refer to what a turn names."""
        var, home, guard = self._parameter(node.subject, scope)
        inner = replace(bind_at(scope, var, home), board=home)
        body = (
            build.conjunction([guard, self.expressions.condition(node.condition, inner)])
            if isinstance(node, game_ast.RuleHolds)
            else self.expressions.number(node.number, inner)
        )
        wording = self.context.wording(node.span, body if build.is_condition(body) else core.TRUE)
        rule = worded(play.RuleDef(node.name.text, var, home, body), wording)
        self.context.vocabulary.rules[rule.name] = rule
        return rule

    def _now_holds(self, node: play_ast.NowHolds, scope: Scope) -> Done:
        rule, var, guard, inner = self._changed(node.rule, node.subject, scope, number=False)
        body = build.conjunction([guard, self.expressions.condition(node.condition, inner)])
        return [play.Override(rule.name, var, body, node.also, node.once)], scope

    def _now_counts(self, node: play_ast.NowCounts, scope: Scope) -> Done:
        rule, var, guard, inner = self._changed(node.rule, node.subject, scope, number=True)
        body, where = self.expressions.number(node.number, inner), [guard]
        if isinstance(node.number, ast.Cases) and node.number.otherwise is None and not node.more:
            where.append(build.disjunction(_conditions(body, len(node.number.cases))))
        change = play.Override(rule.name, var, body, node.more, where=build.conjunction(where))
        return [
            replace(change, body=build.only_where(change.where, body), where=core.TRUE) if node.more else change
        ], scope

    def _changed(
        self, word: ast.Word, subject: ast.Phrase, scope: Scope, *, number: bool
    ) -> tuple[play.RuleDef, core.Var, core.Expr, Scope]:
        """The rule that is changed, its parameter and what is known of that, and the scope of the body."""
        rule = self.context.vocabulary.rules.get(word.text)
        if rule is None or build.is_condition(rule.body) == number:
            known = [r.name for r in self.context.vocabulary.rules.values() if build.is_condition(r.body) != number]
            help = did_you_mean(word.text, known) or "rules of this kind: " + ", ".join(known)
            raise self.context.fail("TW101", word.span, f"the game has no such rule '{word.text}'", help)
        places = {m.place.noun.text for m in subject.modifiers if isinstance(m, ast.InPlace) and m.place.words}
        places &= {board.name for board in self.context.game.boards}
        homes = {name for name, var in self.context.setting.places.items() if var == rule.home}
        if not places <= homes | ({rule.home.noun} if rule.home else set()):
            raise self._not_of(rule, subject)
        var, home, guard = self._parameter(subject, scope)
        if var.sort != rule.parameter.sort or home != rule.home:
            raise self._not_of(rule, subject)
        return rule, var, guard, replace(bind_at(scope, var, home), board=home)

    def _not_of(self, rule: play.RuleDef, subject: ast.Phrase) -> Reported:
        of = f"a {rule.parameter.noun}" + (f" in the {rule.home.noun}" if rule.home else "")
        return self.context.fail(
            "TW202", subject.span, f"'{rule.name}' applies only to {of}", "use the same thing as the game's own rule"
        )

    def _parameter(self, phrase: ast.Phrase, scope: Scope) -> tuple[core.Var, core.Var | None, core.Expr]:
        """What a rule is about: a variable, its home, and what is known of it."""
        noun = self.names.noun(phrase.noun, scope, many=False)
        bare = len(phrase.words) == 1 and not phrase.modifiers
        if noun.sort != core.SPACE and not noun.piece and bare:
            return self.context.fresh(noun.sort, noun.singular), None, core.TRUE
        bound = self.phrases.bound(phrase, scope, many=False)
        if noun.sort != core.SPACE and not noun.piece:
            return bound.var, None, bound.guard
        return bound.var, bound.player.var if bound.player else None, bound.guard


def _conditions(number: core.Expr, count: int) -> Iterator[core.Expr]:
    """The conditions of so many cases."""
    for _ in range(count):
        assert isinstance(number, core.If)
        yield number.condition
        number = number.otherwise
