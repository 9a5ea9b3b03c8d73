"""Control statements: menus, conditions, loops, names, verbs, and rules that a turn or an ability overrides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from tilewright.check.elaborator import Elaborator
from tilewright.check.play.operands import Operands
from tilewright.check.play.secrets import with_fresh_answers
from tilewright.check.play.steps import Done, StepHandlers, Steps, bind_at, summary, up_to
from tilewright.check.typed import Bound, Elem, Num, Reported, Scope, together
from tilewright.core import build, play, walk
from tilewright.core import expr as core
from tilewright.core.node import worded
from tilewright.diagnostics import did_you_mean
from tilewright.syntax import ast, game_ast, play_ast
from tilewright.syntax.words import VERBS
from tilewright.table.game import BoardDef

Declared = game_ast.RuleHolds | game_ast.RuleCounts


class RuleElaborator:
    """Declares and overrides the rules of a game."""

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
        """Declare the name of a rule, before its body. Returns whether it is valid."""
        with suppress(Reported):
            if self.context.vocabulary.is_taken(node.name.text):
                raise self.names.taken(node.name)
            var, home, _ = self._parameter(node.subject, scope)
            nothing: core.Expr = core.TRUE if isinstance(node, game_ast.RuleHolds) else core.Const(0)
            self.context.vocabulary.rules[node.name.text] = play.RuleDef(node.name.text, var, home, nothing)
            return True
        return False

    def define(self, node: Declared, scope: Scope) -> play.RuleDef:
        """A rule with its body, which may refer to named things of a turn."""
        var, home, guard = self._parameter(node.subject, scope)
        inner = replace(bind_at(scope, var, home), board=home)
        body = (
            build.conjunction([guard, self.expressions.condition(node.condition, inner)])
            if isinstance(node, game_ast.RuleHolds)
            else self.expressions.number(node.number, inner)
        )
        if isinstance(node, game_ast.RuleHolds):
            self.context.note_words(node.condition.span, body)
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
        """The overridden rule, its parameter with its guard, and the scope of the body."""
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
        """The parameter of a rule: a variable, its home, and its guard."""
        noun = self.names.noun(phrase.noun, scope, many=False)
        bare = len(phrase.words) == 1 and not phrase.modifiers
        if noun.sort != core.SPACE and not noun.piece and bare:
            return self.context.fresh(noun.sort, noun.singular), None, core.TRUE
        bound = self.phrases.bound(phrase, scope, many=False)
        if noun.sort != core.SPACE and not noun.piece:
            return bound.var, None, bound.guard
        return bound.var, bound.player.var if bound.player else None, bound.guard


def _conditions(number: core.Expr, count: int) -> Iterator[core.Expr]:
    """The conditions of the first `count` cases."""
    for _ in range(count):
        assert isinstance(number, core.If)
        yield number.condition
        number = number.otherwise


MOVES = ("done", "yes")
"""The names of moves that pick nothing."""


class Control:
    """Elaborates statements that contain others, or do not change the table."""

    def __init__(self, elaborator: Elaborator, steps: Steps, things: Operands) -> None:
        self.context = elaborator.context
        self.names = elaborator.names
        self.phrases = elaborator.phrases
        self.expressions = elaborator.expressions
        self.lets = elaborator.lets
        self.steps = steps
        self.things = things

    @property
    def handlers(self) -> StepHandlers:
        """The statements that are elaborated here."""
        return {
            play_ast.ChooseOne: self._choose_one,
            ast.IfBlock: self._if,
            ast.ForEach: self._for_each,
            play_ast.EachInOrder: self._in_order,
            play_ast.AsLongAs: self._as_long_as,
            play_ast.EachInTurn: self._in_turn,
            play_ast.EachSecretly: self._secretly,
            play_ast.Repeat: self._repeat,
            play_ast.RepeatUntil: self._repeat_until,
            play_ast.Assign: self._assign,
            ast.Let: self._let,
            ast.Hole: self._hole,
        }

    def _choose_one(self, node: play_ast.ChooseOne, scope: Scope) -> Done:
        options = []
        names: set[str] = set()
        for option in node.options:
            self._check_name(option.name, names)
            names.add(option.name.text)
            self.context.setting.options[option.name.text] = None
            with suppress(Reported):
                condition: core.Expr = core.TRUE
                if option.condition is not None:
                    condition = self.expressions.condition(option.condition, scope)
                body = self.steps.block(option.body, scope)
                text = summary(self.context.diagnostics.source, option.body)
                wording = self.context.wording(option.span, condition)
                options.append(worded(play.Option(option.name.text, condition, body, text), wording))
        if len(options) < len(node.options):
            raise Reported
        return [play.Menu(tuple(options))], scope

    def _check_name(self, name: ast.Word, given: set[str]) -> None:
        """Report an option whose name is used by another option, or by another move."""
        if name.text in given:
            self.names.repeated(name)
        if name.text in MOVES:
            self.context.fail("TW105", name.span, f"'{name.text}' is already a player's answer", "choose another name")

    def _if(self, node: ast.IfBlock, scope: Scope) -> Done:
        condition, body, otherwise = together(
            [
                lambda: self.expressions.condition(node.condition, scope),
                lambda: self.steps.block(node.body, scope),
                lambda: self.steps.block(node.otherwise, scope),
            ]
        )
        return [play.When(condition, body, otherwise)], scope

    def _loop(self, phrase: ast.Phrase, scope: Scope) -> tuple[Bound, list[play.Step], core.Var | None, Scope]:
        bound = self.phrases.bound(phrase, scope, many=False)
        steps, home = self.things.home(bound)
        return bound, steps, home, bind_at(scope, bound.var, home)

    def _for_each(self, node: ast.ForEach, scope: Scope) -> Done:
        bound, steps, home, inner = self._loop(node.phrase, scope)
        if bound.var.sort != core.PLAYER:
            return [*steps, play.ForEach(bound.binder, home, self.steps.block(node.body, inner))], scope
        before, body = self._for_player(node.body, bound.var, inner, scope)
        return [*steps, *before, play.ForEach(bound.binder, home, body)], scope

    def _for_player(
        self, block: tuple[ast.Statement, ...], player: core.Var, inner: Scope, scope: Scope
    ) -> tuple[list[play.Step], play.Block]:
        """A block executed for a player, and the binding of the acting player, if the block refers to them."""
        acting = scope.acting or self.context.fresh(core.PLAYER, "player")
        body = self.steps.block(block, replace(inner, acting=player, before=acting))
        if scope.acting or not any(acting in walk.variables(step) for step in body):
            return [], body
        return [play.BindFirst(build.alone(acting, self.context.me))], body

    def _in_turn(self, node: play_ast.EachInTurn, scope: Scope) -> Done:
        """Players in turn, or a single one, who make the choices in the block."""
        before: list[play.Step] = []
        found: Elem | None = None
        if node.alone:
            found = self.things.referred_player(node.phrase, scope)
            if found.outer:
                before, player = self.things.seat(found)
                found = Elem(player)
            binder = found.binder or build.alone(self.context.fresh(core.PLAYER, found.var.noun), found.var)
        else:
            binder = self.phrases.bound(node.phrase, scope, many=False).binder
            self.things.check_player(binder.var, node.phrase)
        steps, home = self.things.seat(self.things.referred_player(node.first, scope)) if node.first else ([], None)
        acting = binder.var if found is None or found.binder else found.var
        bound, body = self._for_player(node.body, acting, bind_at(scope, binder.var, None), scope)
        return [*before, *steps, *bound, play.ForEach(binder, home, body, decides=True)], scope

    def _secretly(self, node: play_ast.EachSecretly, scope: Scope) -> Done:
        """Players who choose at the same time: their answers are 0 before, and sealed until the last has chosen."""
        self._check_secret(node.body)
        self.context.setting.in_secret = True
        steps, _ = self._in_turn(play_ast.EachInTurn(node.phrase, None, node.body, span=node.span), scope)
        self.context.setting.in_secret = False
        asked = steps.pop()
        assert isinstance(asked, play.ForEach)
        picks = (step for step in play.inside(asked.body) if isinstance(step, play.PickNumber | play.Pick))
        names = tuple(dict.fromkeys(pick.answer for pick in picks))
        steps += [play.SetCounter(name, core.Const(0)) for name in names]
        return [*steps, replace(asked, sealed=names)], scope

    def _check_secret(self, body: Iterable[ast.Statement]) -> None:
        for statement in body:
            match statement:
                case (
                    play_ast.PickNumber(name=ast.Word())
                    | play_ast.PickOne(name=ast.Word())
                    | ast.Let(now=False)
                    | ast.Hole()
                ):
                    pass
                case ast.IfBlock():
                    self._check_secret((*statement.body, *statement.otherwise))
                case _:
                    raise self.context.fail(
                        "TW224",
                        statement.span,
                        "in secret, players can choose only numbers and pieces in a pool",
                        "write 'choose a number from 0 to 3 called ...'; put what follows from it below the block",
                    )

    def _in_order(self, node: play_ast.EachInOrder, scope: Scope) -> Done:
        """The player picks the next element; or chance does, as often as there are elements at the start."""
        bound, steps, home, inner = self._loop(node.phrase, scope)
        body = self._of_one(node.body, bound, inner, scope)
        if node.random:
            count = bound.closed(core.Sum(bound.binder, core.Const(1)))
            text = up_to(self.context.diagnostics.source, node.phrase.span)
            drawn = play.Pick(node.phrase.noun.text, bound.binder, home, span=node.phrase.span, text=text, random=True)
            return [*steps, play.RepeatTimes(None, count, (drawn, *body))], scope
        return [*steps, play.ForEachInAnyOrder(node.phrase.noun.text, bound.binder, home, body, once=True)], scope

    def _as_long_as(self, node: play_ast.AsLongAs, scope: Scope) -> Done:
        bound, steps, home, inner = self._loop(node.phrase, scope)
        body = self._of_one(node.body, bound, inner, scope)
        return [*steps, play.ForEachInAnyOrder(node.phrase.noun.text, bound.binder, home, body)], scope

    def _of_one(self, block: tuple[ast.Statement, ...], bound: Bound, inner: Scope, scope: Scope) -> play.Block:
        """A block about a picked element; for a player it is executed on that player's board."""
        if bound.var.sort != core.PLAYER:
            return self.steps.block(block, inner)
        before, body = self._for_player(block, bound.var, inner, scope)
        player = build.alone(self.context.fresh(core.PLAYER, bound.var.noun), bound.var)
        return (*before, play.ForEach(player, None, body))

    def _repeat(self, node: play_ast.Repeat, scope: Scope) -> Done:
        most = core.Const(node.most) if isinstance(node.most, int) else self.expressions.number(node.most, scope)
        least = node.least if isinstance(node.least, int) else None
        until = self.expressions.condition(node.until, scope) if node.until is not None else core.FALSE
        return [play.RepeatTimes(least, most, self.steps.block(node.body, scope), until, node.in_turn)], scope

    def _repeat_until(self, node: play_ast.RepeatUntil, scope: Scope) -> Done:
        if not self.context.setting.in_course:
            raise self.context.fail(
                "TW213", node.span, "only a 'course' can repeat without a number", "write '20 times until ...'"
            )
        until = self.expressions.condition(node.condition, scope)
        return [play.RepeatUntil(until, self.steps.block(node.body, scope))], scope

    def _assign(self, node: play_ast.Assign, scope: Scope) -> Done:
        """Assign a role or a counter of the table."""
        game, name = self.context.game, node.name
        if name.text in game.table_counters and not isinstance(node.value, ast.NounValue):
            return [play.SetCounter(name.text, self.expressions.number(node.value, scope))], scope
        if name.text not in game.roles:
            known = (*game.roles, *game.table_counters)
            help = did_you_mean(name.text, known) or "declared in the game file: " + (", ".join(known) or "none")
            raise self.context.fail(
                "TW101", name.span, f"'{name.text}' is neither a role nor a counter of the table", help
            )
        if isinstance(node.value, ast.NounValue):
            steps, inner = self.things.picked(name.text, node.value.phrase, scope)
            var = inner.elements[-1]
            self.things.check_player(var, node.value.phrase)
        elif isinstance(node.value, ast.Named):
            steps, var = self.things.seat(self.things.referred_player(node.value.phrase, scope))
        else:
            raise self.context.fail(
                "TW201", node.value.span, f"the {name.text} is a player", f"as in 'let the {name.text} be the player'"
            )
        return [*steps, play.SetRole(name.text, var)], scope

    def _let(self, node: ast.Let, scope: Scope) -> Done:
        if node.now:
            return self._let_now(node, scope)
        self.lets.give(node, scope)
        return [], scope

    def _let_now(self, node: ast.Let, scope: Scope) -> Done:
        """Bind a name to the current value of a number."""
        self.lets.give(replace(node, now=False), scope)
        name = scope.names[node.name.text]
        if name.value is None:
            return [], scope
        if not isinstance(name.value, Num):
            scope.names[name.word] = replace(name, value=None, used=True)
            raise self.context.fail(
                "TW201",
                node.value.span,
                "'now' applies only to numbers",
                "leave out 'now', or write 'count of ...'",
            )
        var = self.context.fresh(core.VALUE, name.word)
        scope.names[name.word] = replace(name, value=replace(name.value, expr=core.NumberOf(var)))
        return [play.BindNumber(var, name.value.expr)], scope

    def _hole(self, node: ast.Hole, scope: Scope) -> Done:
        self.context.gaps.add(node.span)
        return list(self.steps.block(node.body, scope)), scope


# ------------------------------------------------------------------ verbs


class Verbs:
    """Declares verbs, and elaborates calls with their arguments."""

    def __init__(self, elaborator: Elaborator, steps: Steps, things: Operands) -> None:
        self.context = elaborator.context
        self.names = elaborator.names
        self.references = elaborator.references
        self.phrases = elaborator.phrases
        self.steps = steps
        self.things = things

    @property
    def handlers(self) -> StepHandlers:
        """The statements that are elaborated here."""
        return {play_ast.Do: self._do}

    def declare(self, node: game_ast.Verb, scope: Scope) -> None:
        """Declare a verb with its body; the first of a name counts."""
        parameters, inner = self._parameters((node.subject, node.counted), scope)
        body = with_fresh_answers(self.steps.block(node.body, inner))
        self.context.setting.verbs.setdefault(node.name.text, play.VerbDef(node.name.text, parameters, body))

    def declare_moment(self, node: game_ast.Moment, scope: Scope) -> None:
        """Declare a moment; its statements are on cards: on the card itself, or on the card that belongs to a
        thing."""
        parameters, _ = self._parameters((node.subject,), scope)
        located, tied = self.context.game.located, self.context.game.tied
        nouns = {located.name} if located is not None else set[str]()
        nouns |= {sort.name for sort in self.context.game.sorts if tied}
        if node.subject is not None and parameters[0].space.noun not in nouns:
            help = f"write 'of a {min(nouns)}'" if nouns else "leave it out"
            raise self.context.fail("TW202", node.subject.span, "this is not a card that lies in a pool", help)
        self.context.setting.verbs.setdefault(node.name.text, play.VerbDef(node.name.text, parameters, ()))

    def _parameters(self, phrases: Iterable[ast.Phrase | None], scope: Scope) -> tuple[tuple[play.At, ...], Scope]:
        """The parameters of a verb, each with a variable for its place, and the scope of the body."""
        inner, parameters = scope, list[play.At]()
        for phrase in (phrase for phrase in phrases if phrase is not None):
            noun = self.names.noun(phrase.noun, scope, many=False)
            var = self.context.fresh(noun.sort, noun.singular)
            lies = noun.sort in (core.SPACE, core.GROUP, core.LINE)
            at = play.At(var, self.context.fresh(core.PLAYER, "place") if lies else None)
            self.context.placed |= self.placed(at)
            parameters.append(at)
            inner = bind_at(inner, var, at.home)
        return tuple(parameters), inner

    def placed(self, at: play.At) -> dict[core.Var, BoardDef]:
        """The place of a parameter that is a tile, a patch or an area, which have only one."""
        known, game = self.context.vocabulary.nouns.get(at.space.noun), self.context.game
        main = game.main_place(known.piece) if known is not None and known.piece else None
        return {at.home: main} if at.home is not None and main is not None and (main.grows or main.of_patches) else {}

    def _do(self, node: play_ast.Do, scope: Scope) -> Done:
        if node.verb.text in self.context.setting.turns and node.thing is None:
            return self._turn(node, scope)
        verb = self._verb_named(node)
        things = [thing for thing in (node.thing, node.counted) if thing is not None]
        if len(things) != len(verb.parameters):
            raise self.context.fail(
                "TW202",
                node.span,
                f"'{verb.name}' takes {_COUNTS[len(verb.parameters)]}",
                f"as in '{_usage(verb)}'",
            )
        steps: list[play.Step] = []
        given = []
        inner = scope
        for thing, parameter in zip(things, verb.parameters, strict=True):
            done, inner, var = self._argument(verb.name, thing, parameter.space, inner)
            steps += done
            given.append(play.At(var, inner.home(var)))
        return [*steps, play.Call(verb.name, tuple(given))], inner

    def _turn(self, node: play_ast.Do, scope: Scope) -> Done:
        if not self.context.setting.in_course:
            raise self.context.fail(
                "TW214", node.span, "there are no turns inside a turn", "turns are taken in the 'course' of the game"
            )
        return [play.TurnOf(node.verb.text)], scope

    def _verb_named(self, node: play_ast.Do) -> play.VerbDef:
        known, word = self.context.setting.verbs, node.verb
        if word.text in known:
            return known[word.text]
        if word.text in VERBS:
            raise self.context.fail("TW101", word.span, f"'{word.text}' is a verb of the language", "leave out 'do'")
        help = did_you_mean(word.text, [*known, *VERBS]) or "verbs: " + ", ".join([*VERBS, *known])
        raise self.context.fail("TW101", word.span, f"'{word.text}' is not a known verb", help)

    def _argument(
        self, verb: str, thing: play_ast.Thing, parameter: core.Var, scope: Scope
    ) -> tuple[list[play.Step], Scope, core.Var]:
        if thing.picked:
            steps, inner = self.things.picked(verb, thing.phrase, scope)
            var = inner.elements[-1]
        elif parameter.sort == core.VALUE:
            steps, inner, var = self._value(thing, scope)
        else:
            steps, inner, var = [], scope, self.references.one(thing.phrase, scope).var
        if var.sort != parameter.sort:
            raise self.context.fail(
                "TW202",
                thing.span,
                f"expected a {parameter.noun}, found a {var.noun}",
                f"'{verb}' applies to a {parameter.noun}",
            )
        return steps, inner, var

    def _value(self, thing: play_ast.Thing, scope: Scope) -> tuple[list[play.Step], Scope, core.Var]:
        """`the color`, `its color`, `red`: a value in scope, of an element, or by name."""
        phrase = thing.phrase
        if not phrase.words:
            return [], scope, self.references.one(phrase, scope).var
        kinds = self.context.vocabulary.kinds_of.get(phrase.noun.text)
        if phrase.article is None and kinds is not None:
            var = self.context.fresh(core.VALUE, self.context.game.main_attribute)
            value = core.Value(phrase.noun.text, kinds)
            return [play.BindFirst(core.Binder(var, core.Values((value,)), core.TRUE))], scope.bind(var), var
        if phrase.article is None and phrase.words[0].text in ("a", "an"):
            noun = phrase.noun.text
            raise self.context.fail(
                "TW202",
                phrase.span,
                "nothing is picked here",
                f"write 'its {noun}', or 'choose a {noun}' on a line above",
            )
        found = self.references.find(phrase, scope)
        if found is not None:
            return [], scope, found.var
        bound = self.phrases.bound(replace(phrase, article="its"), scope, many=False)
        return [play.BindFirst(bound.binder)], scope.bind(bound.var), bound.var


_COUNTS = ("nothing", "one thing", "two things")


def _usage(verb: play.VerbDef) -> str:
    if not verb.parameters:
        return f"do {verb.name}"
    first, *others = (parameter.space.noun for parameter in verb.parameters)
    return f"{verb.name} a {first}" + "".join(f" counted as a {noun}" for noun in others)
