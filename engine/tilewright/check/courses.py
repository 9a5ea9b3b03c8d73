"""How a game is played: its rules, verbs and stages; and the abilities of cards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from tilewright.check.acts import Setting, bind_at
from tilewright.check.control import Control
from tilewright.check.typed import Reported, Scope
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.syntax import ast, game_ast, play_ast

M = TypeVar("M", bound=ast.Node)
_NOTHING: tuple[ast.Statement, ...] = ()


class Courses(Control):
    """The course of a whole game, and what cards allow in it."""

    # -- the course of a game

    def course(self, node: game_ast.Game) -> play.Course | None:
        """What a game file says of playing; None if it says nothing."""
        if not any(isinstance(member, play_ast.Stage) for member in node.members):
            return None
        for problem in self.diagnostics.errors():
            self.lose(problem.span)
        self._places()
        declared = self._declared(node, self.scope())
        scope = self._lets(node)
        for member in self._all(node, play_ast.Verb):
            with suppress(Reported):
                verb = self._verb(member, scope)
                self.setting.verbs.setdefault(verb.name, verb)
        self.naming = True
        turn = self._stage(node, "turn", scope)
        self.naming = False
        setup, cost, after = (self._stage(node, name, scope) for name in ("setup", "cost", "after"))
        rules = []
        for rule in declared.values():
            with suppress(Reported):
                rules.append(self._rule_def(rule, self._lasting(scope)))
        measures = tuple(self._measures(node, scope))
        return play.Course(
            me=self.me,
            places=tuple(self.setting.places.items()),
            rules=tuple(rules),
            verbs=tuple(self.setting.verbs.values()),
            setup=setup,
            turn=turn,
            cost=cost,
            after=after,
            lasting=tuple(self.setting.lasting.items()),
            options=tuple(self.setting.options),
            pool=self.setting.pool,
            measures=measures,
            names=tuple(scope.names),
            **self._ending(node, scope),
            variables=self.fresh(core.SPACE, "space").id,
        )

    def _places(self) -> None:
        """Variables for the boards that are not the players' main one."""
        for board in self.game.boards:
            if board != self.game.player_board:
                var = self.fresh(core.PLAYER, board.name)
                self.setting.places[board.name] = var
                if board.pool and board.each_player:
                    self.setting.pool = var
        self.around.update(self.setting.places)

    def _all(self, node: game_ast.Game, kind: type[M]) -> Iterator[M]:
        return (member for member in node.members if isinstance(member, kind))

    def _lets(self, node: game_ast.Game) -> Scope:
        """The names that the game file gives, for all that stands in it."""
        scope = self.scope().block()
        self.setting.lasting.clear()
        for member in self._all(node, ast.Let):
            with suppress(Reported):
                self._let(member, scope)
                scope.names[member.name.text].used = True
        return scope

    def _declared(self, node: game_ast.Game, scope: Scope) -> dict[str, play_ast.RuleHolds | play_ast.RuleCounts]:
        """Make the rules known by their names; what they say may speak of what a turn names."""
        found: dict[str, play_ast.RuleHolds | play_ast.RuleCounts] = {}
        for member in node.members:
            if not isinstance(member, (play_ast.RuleHolds, play_ast.RuleCounts)):
                continue
            name = member.name
            with suppress(Reported):
                if self.vocabulary.is_taken(name.text):
                    raise self.fail("TW105", name.span, f"'{name.text}' has a meaning already", "take another name")
                var, home, _ = self._parameter(member.subject, scope)
                nothing: core.Expr = core.TRUE if isinstance(member, play_ast.RuleHolds) else core.Const(0)
                self.vocabulary.rules[name.text] = play.RuleDef(name.text, var, home, nothing)
                found[name.text] = member
        return found

    def _rule_def(self, member: play_ast.RuleHolds | play_ast.RuleCounts, scope: Scope) -> play.RuleDef:
        var, home, guard = self._parameter(member.subject, scope)
        inner = bind_at(scope, var, home)
        inner = replace(inner, board=home)
        body = (
            build.conjunction([guard, self.condition(member.condition, inner)])
            if isinstance(member, play_ast.RuleHolds)
            else self.number(member.number, inner)
        )
        rule = play.RuleDef(member.name.text, var, home, body)
        self.vocabulary.rules[rule.name] = rule
        return rule

    def _measures(self, node: game_ast.Game, scope: Scope) -> Iterator[tuple[str, core.Expr]]:
        names: set[str] = set()
        for member in self._all(node, play_ast.Watched):
            name = member.name
            with suppress(Reported):
                if name.text in names or self.vocabulary.is_taken(name.text):
                    raise self.fail("TW105", name.span, f"'{name.text}' has a meaning already", "take another name")
                names.add(name.text)
                yield name.text, self.number(member.number, scope)

    def _verb(self, node: play_ast.Verb, scope: Scope) -> play.VerbDef:
        inner, parameters = scope, []
        for phrase in [node.subject, *([node.counted] if node.counted else [])]:
            noun = self.noun(phrase.noun, scope, many=False)
            var = self.fresh(noun.sort, noun.singular)
            parameters.append(var)
            inner = inner.bind(var)
        return play.VerbDef(node.name.text, tuple(parameters), self.steps(node.body, inner))

    def _stage(self, node: game_ast.Game, name: str, scope: Scope) -> play.Block:
        found = next((stage for stage in self._all(node, play_ast.Stage) if stage.name == name), None)
        return self.steps(found.body if found else _NOTHING, self._lasting(scope))

    def _lasting(self, scope: Scope) -> Scope:
        """The scope with the homes of what a turn names."""
        homes = {at.space: at.home for at in self.setting.lasting.values()}
        return replace(scope, homes={**scope.homes, **homes})

    def _ending(self, node: game_ast.Game, scope: Scope) -> dict[str, Any]:
        ending = next(self._all(node, play_ast.Ending), None)
        if ending is None and self.holes:
            raise Reported
        if ending is None:
            self.diagnostics.error(
                "TW112",
                node.id.span,
                "the game has turns but no end",
                "write 'end after a turn if ...' or 'end after a round if ...'",
            )
            raise Reported
        return {"end": self.condition(ending.condition, scope), "by_round": ending.by_round}

    # -- cards

    def ability(self, card: str, node: play_ast.Ability) -> play.Ability:
        """What a card allows."""
        during = node.during
        if during is not None and during.text not in self.setting.options:
            help = did_you_mean(during.text, self.setting.options) or "options: " + ", ".join(self.setting.options)
            raise self.fail("TW101", during.span, f"no option of the game is called '{during.text}'", help)
        return play.Ability(card, during.text if during else "", self.steps(node.body, self.scope()))


def setting_of(course: play.Course) -> Setting:
    """What abilities of cards can speak of."""
    places = dict(course.places)
    verbs = {verb.name: verb for verb in course.verbs}
    options = dict.fromkeys(course.options)
    return Setting(course.me, places, course.pool, verbs, dict(course.lasting), options)
