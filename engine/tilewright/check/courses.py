"""How a game is played: its rules, verbs and stages, and the statements that steer them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from tilewright.check.acts import Acts, Done, Handlers, Setting, bind_at
from tilewright.check.typed import Bound, Reported, Scope
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.syntax import ast, game_ast, play_ast

M = TypeVar("M", bound=ast.Node)
_NOTHING: tuple[ast.Statement, ...] = ()


class Courses(Acts):
    """Control, verbs and changes of rules; and the course of a whole game."""

    def handlers(self) -> Handlers:
        return super().handlers() | {
            play_ast.ChooseOne: self._choose_one,
            ast.IfBlock: self._when,
            ast.ForEach: self._each_of,
            play_ast.EachInOrder: self._in_any_order,
            play_ast.Repeat: self._repeat,
            ast.Let: self._given_name,
            ast.Hole: self._lost,
            play_ast.Fill: self._fill,
            play_ast.Do: self._do,
            play_ast.NowHolds: self._now_holds,
            play_ast.NowCounts: self._now_counts,
        }

    # -- control

    def _choose_one(self, node: play_ast.ChooseOne, scope: Scope) -> Done:
        options = []
        for option in node.options:
            self.setting.options[option.name.text] = None
            with suppress(Reported):
                condition = core.TRUE if option.condition is None else self.condition(option.condition, scope)
                options.append(play.Option(option.name.text, condition, self.steps(option.body, scope)))
        if len(options) < len(node.options):
            raise Reported
        return [play.Menu(tuple(options), node.span)], scope

    def _when(self, node: ast.IfBlock, scope: Scope) -> Done:
        condition, body, otherwise = self.each([
            lambda: self.condition(node.condition, scope),
            lambda: self.steps(node.body, scope),
            lambda: self.steps(node.otherwise, scope),
        ])  # fmt: skip
        return [play.When(condition, body, otherwise)], scope

    def _loop(self, phrase: ast.Phrase, scope: Scope) -> tuple[Bound, list[play.Step], core.Var | None, Scope]:
        bound = self.bound(phrase, scope, many=False)
        steps, home = self._home(bound)
        return bound, steps, home, bind_at(scope, bound.var, home)

    def _each_of(self, node: ast.ForEach, scope: Scope) -> Done:
        bound, steps, home, inner = self._loop(node.phrase, scope)
        return [*steps, play.Each(bound.binder, home, self.steps(node.body, inner))], scope

    def _in_any_order(self, node: play_ast.EachInOrder, scope: Scope) -> Done:
        bound, steps, home, inner = self._loop(node.phrase, scope)
        body = self.steps(node.body, inner)
        return [*steps, play.InAnyOrder(node.phrase.noun.text, bound.binder, home, body)], scope

    def _repeat(self, node: play_ast.Repeat, scope: Scope) -> Done:
        most = core.Const(node.most) if isinstance(node.most, int) else self.number(node.most, scope)
        return [play.Times(node.least, most, self.steps(node.body, scope))], scope

    def _given_name(self, node: ast.Let, scope: Scope) -> Done:
        self._let(node, scope)
        return [], scope

    def _lost(self, node: ast.Hole, scope: Scope) -> Done:
        self.holes = True
        return list(self.steps(node.body, scope)), scope

    def _fill(self, node: play_ast.Fill, scope: Scope) -> Done:
        place = self.setting.places.get(node.board.text)
        if place is None:
            raise self.unknown(node.board, scope, self.setting.places)
        return [play.Fill(place)], scope

    # -- verbs

    def _do(self, node: play_ast.Do, scope: Scope) -> Done:
        verb = self.setting.verbs.get(node.verb.text)
        if verb is None:
            help = did_you_mean(node.verb.text, [*self.setting.verbs, *VERBS])
            raise self.fail("TW101", node.verb.span, f"'{node.verb.text}' is not a known verb",
                            help or "verbs: " + ", ".join([*VERBS, *self.setting.verbs]))  # fmt: skip
        things = [node.thing, *([node.counted] if node.counted else [])]
        if len(things) != len(verb.parameters):
            raise self.fail("TW202", node.span, f"'{verb.name}' is done to {len(verb.parameters)} things",
                            f"as in '{_usage(verb)}'")  # fmt: skip
        steps: list[play.Step] = []
        given = []
        inner = scope
        for thing, parameter in zip(things, verb.parameters, strict=True):
            done, inner, var = self._argument(verb.name, thing, parameter, inner)
            steps += done
            given.append(var)
        return [*steps, play.Call(verb.name, tuple(given))], inner

    def _argument(
        self, verb: str, thing: play_ast.Thing, parameter: core.Var, scope: Scope
    ) -> tuple[list[play.Step], Scope, core.Var]:
        if thing.picked:
            steps, inner = self._picked(verb, thing.phrase, scope)
            var = inner.elements[-1]
        elif parameter.sort == core.VALUE:
            steps, inner, var = self._value_argument(thing, scope)
        else:
            steps, inner, var = [], scope, self.reference(thing.phrase, scope).var
        if var.sort != parameter.sort:
            raise self.fail("TW202", thing.span, f"a {parameter.noun} is wanted here, not a {var.noun}",
                            f"'{verb}' is done to a {parameter.noun}")  # fmt: skip
        return steps, inner, var

    def _value_argument(self, thing: play_ast.Thing, scope: Scope) -> tuple[list[play.Step], Scope, core.Var]:
        """`the color`, `its color`, `red`: a value that has been spoken of, is shown, or is named."""
        phrase = thing.phrase
        kinds = self.vocabulary.kinds_of.get(phrase.noun.text)
        if phrase.article is None and kinds is not None:
            var = self.fresh(core.VALUE, self.game.main_attribute)
            value = core.Value(phrase.noun.text, kinds)
            return [play.First(core.Binder(var, core.Values((value,)), core.TRUE))], scope.bind(var), var
        found = self.find_element(phrase, scope)
        if found is not None:
            return [], scope, found.var
        bound = self.bound(replace(phrase, article="its"), scope, many=False)
        return [play.First(bound.binder)], scope.bind(bound.var), bound.var

    # -- changes of rules

    def _now_holds(self, node: play_ast.NowHolds, scope: Scope) -> Done:
        rule, var, guard, inner = self._rule(node.rule, node.subject, scope, number=False)
        body = build.conjunction([guard, self.condition(node.condition, inner)])
        return [play.Now(rule.name, var, body, node.also, node.once)], scope

    def _now_counts(self, node: play_ast.NowCounts, scope: Scope) -> Done:
        rule, var, _, inner = self._rule(node.rule, node.subject, scope, number=True)
        return [play.Now(rule.name, var, self.number(node.number, inner), node.more)], scope

    def _rule(self, word: ast.Word, subject: ast.Phrase, scope: Scope, *, number: bool) -> tuple[play.RuleDef, core.Var, core.Expr, Scope]:
        """The rule that is changed, what it is said of and is known of it, and the scope of that."""
        rule = self.vocabulary.rules.get(word.text)
        if rule is None or build.is_condition(rule.body) == number:
            known = [r.name for r in self.vocabulary.rules.values() if build.is_condition(r.body) != number]
            help = did_you_mean(word.text, known) or "rules of this sort: " + ", ".join(known)
            raise self.fail("TW101", word.span, f"the game has no such rule '{word.text}'", help)
        var, home, guard = self._parameter(subject, scope)
        if var.sort != rule.parameter.sort or home != rule.home:
            raise self.fail("TW202", subject.span, f"'{rule.name}' is said of a {rule.parameter.noun}",
                            "say it of the same thing as the rule of the game")  # fmt: skip
        return rule, var, guard, replace(bind_at(scope, var, home), board=home)

    # -- the course of a game

    def course(self, node: game_ast.Game) -> play.Course | None:
        """What a game file says of playing; None if it says nothing."""
        if not any(isinstance(member, play_ast.Stage) for member in node.members):
            return None
        self._places()
        scope = self._lets(node)
        declared = self._declared(node, scope)
        for member in self._all(node, play_ast.Verb):
            with suppress(Reported):
                verb = self._verb(member, scope)
                self.setting.verbs[verb.name] = verb
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

    def _parameter(self, phrase: ast.Phrase, scope: Scope) -> tuple[core.Var, core.Var | None, core.Expr]:
        """What a rule is about: a variable, its home, and what is known of it."""
        noun = self.noun(phrase.noun, scope, many=False)
        if noun.sort != core.SPACE:
            return self.fresh(noun.sort, noun.singular), None, core.TRUE
        bound = self.bound(phrase, scope, many=False)
        return bound.var, bound.player.var if bound.player else None, bound.guard

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
                if name.text in names:
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
        if ending is None:
            self.diagnostics.error("TW112", node.id.span, "the game has turns but no end",
                                   "write 'end after a turn if ...' or 'end after a round if ...'")  # fmt: skip
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


VERBS = ("choose", "take", "draw", "discard", "place", "move", "turn", "build", "gain", "pay", "mark")


def _usage(verb: play.VerbDef) -> str:
    first, *others = (parameter.noun for parameter in verb.parameters)
    return f"{verb.name} a {first}" + "".join(f" counted as a {noun}" for noun in others)


def setting_of(course: play.Course) -> Setting:
    """What abilities of cards can speak of."""
    places = dict(course.places)
    verbs = {verb.name: verb for verb in course.verbs}
    options = dict.fromkeys(course.options)
    return Setting(course.me, places, course.pool, verbs, dict(course.lasting), options)
