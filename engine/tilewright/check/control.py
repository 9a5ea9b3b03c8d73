"""Control, verbs of the game file and changes of rules, in statements of play."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from tilewright.check.acts import Acts, Done, Handlers, bind_at
from tilewright.check.typed import Bound, Reported, Scope
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.syntax import ast, play_ast
from tilewright.syntax.repair.advice import VERBS

MOVES = ("done", "yes")
"""What moves that pick nothing are called."""


class Control(Acts):
    """What steers statements of play, and what a game file lets them do."""

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
        names: set[str] = set()
        for option in node.options:
            if option.name.text in names:
                self.fail(
                    "TW104", option.name.span, f"'{option.name.text}' has been given already", "take another name"
                )
            names.add(option.name.text)
            if option.name.text in MOVES:
                self.fail(
                    "TW105", option.name.span, f"'{option.name.text}' is how a player answers", "take another name"
                )
            self.setting.options[option.name.text] = None
            with suppress(Reported):
                condition = core.TRUE if option.condition is None else self.condition(option.condition, scope)
                options.append(play.Option(option.name.text, condition, self.steps(option.body, scope)))
        if len(options) < len(node.options):
            raise Reported
        return [play.Menu(tuple(options), node.span)], scope

    def _when(self, node: ast.IfBlock, scope: Scope) -> Done:
        condition, body, otherwise = self.each(
            [
                lambda: self.condition(node.condition, scope),
                lambda: self.steps(node.body, scope),
                lambda: self.steps(node.otherwise, scope),
            ]
        )
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
        self.lose(node.span)
        return list(self.steps(node.body, scope)), scope

    def _fill(self, node: play_ast.Fill, scope: Scope) -> Done:
        tables = [board.name for board in self.game.boards if not board.each_player]
        if node.board.text in tables:
            return [play.Fill(self.setting.places[node.board.text])], scope
        if node.board.text not in [board.name for board in self.game.boards]:
            raise self.unknown(node.board, scope, tables)
        raise self.fail(
            "TW202",
            node.board.span,
            "only boards of the table can be filled",
            "boards of the table: " + (", ".join(tables) or "none"),
        )

    # -- verbs

    def _do(self, node: play_ast.Do, scope: Scope) -> Done:
        verb = self.setting.verbs.get(node.verb.text)
        if verb is None and node.verb.text in VERBS:
            raise self.fail("TW101", node.verb.span, f"'{node.verb.text}' is a verb of the language", "leave out 'do'")
        if verb is None:
            help = did_you_mean(node.verb.text, [*self.setting.verbs, *VERBS])
            raise self.fail(
                "TW101",
                node.verb.span,
                f"'{node.verb.text}' is not a known verb",
                help or "verbs: " + ", ".join([*VERBS, *self.setting.verbs]),
            )
        things = [node.thing, *([node.counted] if node.counted else [])]
        if len(things) != len(verb.parameters):
            raise self.fail(
                "TW202",
                node.span,
                f"'{verb.name}' is done to {'one thing' if len(verb.parameters) == 1 else 'two things'}",
                f"as in '{_usage(verb)}'",
            )
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
            raise self.fail(
                "TW202",
                thing.span,
                f"a {parameter.noun} is wanted here, not a {var.noun}",
                f"'{verb}' is done to a {parameter.noun}",
            )
        return steps, inner, var

    def _value_argument(self, thing: play_ast.Thing, scope: Scope) -> tuple[list[play.Step], Scope, core.Var]:
        """`the color`, `its color`, `red`: a value that has been spoken of, is shown, or is named."""
        phrase = thing.phrase
        kinds = self.vocabulary.kinds_of.get(phrase.noun.text)
        if phrase.article is None and kinds is not None:
            var = self.fresh(core.VALUE, self.game.main_attribute)
            value = core.Value(phrase.noun.text, kinds)
            return [play.First(core.Binder(var, core.Values((value,)), core.TRUE))], scope.bind(var), var
        if phrase.article is None and phrase.words[0].text in ("a", "an"):
            noun = phrase.noun.text
            raise self.fail(
                "TW202",
                phrase.span,
                "nothing is picked here",
                f"write 'its {noun}', or 'choose a {noun}' on a line above",
            )
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

    def _rule(
        self, word: ast.Word, subject: ast.Phrase, scope: Scope, *, number: bool
    ) -> tuple[play.RuleDef, core.Var, core.Expr, Scope]:
        """The rule that is changed, what it is said of and is known of it, and the scope of that."""
        rule = self.vocabulary.rules.get(word.text)
        if rule is None or build.is_condition(rule.body) == number:
            known = [r.name for r in self.vocabulary.rules.values() if build.is_condition(r.body) != number]
            help = did_you_mean(word.text, known) or "rules of this sort: " + ", ".join(known)
            raise self.fail("TW101", word.span, f"the game has no such rule '{word.text}'", help)
        places = {m.place.noun.text for m in subject.modifiers if isinstance(m, ast.InPlace) and m.place.words}
        places &= {board.name for board in self.game.boards}
        if not places <= ({rule.home.noun} if rule.home else set()):
            raise self._not_of(rule, subject)
        var, home, guard = self._parameter(subject, scope)
        if var.sort != rule.parameter.sort or home != rule.home:
            raise self._not_of(rule, subject)
        return rule, var, guard, replace(bind_at(scope, var, home), board=home)

    def _not_of(self, rule: play.RuleDef, subject: ast.Phrase) -> Reported:
        of = f"a {rule.parameter.noun}" + (f" in the {rule.home.noun}" if rule.home else "")
        return self.fail(
            "TW202", subject.span, f"'{rule.name}' is said of {of}", "say it of the same thing as the rule of the game"
        )

    def _parameter(self, phrase: ast.Phrase, scope: Scope) -> tuple[core.Var, core.Var | None, core.Expr]:
        """What a rule is about: a variable, its home, and what is known of it."""
        noun = self.noun(phrase.noun, scope, many=False)
        if noun.sort != core.SPACE:
            return self.fresh(noun.sort, noun.singular), None, core.TRUE
        bound = self.bound(phrase, scope, many=False)
        return bound.var, bound.player.var if bound.player else None, bound.guard


def _usage(verb: play.VerbDef) -> str:
    first, *others = (parameter.noun for parameter in verb.parameters)
    return f"{verb.name} a {first}" + "".join(f" counted as a {noun}" for noun in others)
