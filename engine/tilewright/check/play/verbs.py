"""Verbs of the game file: how they are declared, and how they are done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tilewright.check.elaborator import Elaborator
from tilewright.check.play.operands import Operands
from tilewright.check.play.secrets import with_fresh_answers
from tilewright.check.play.steps import Done, StepHandlers, Steps, bind_at
from tilewright.check.typed import Scope
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.syntax import ast, game_ast, play_ast
from tilewright.syntax.words import VERBS
from tilewright.table.game import BoardDef


class Verbs:
    """Declares the verbs of a game, and calls them with what they are done to."""

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
        """Make a verb known, with its body; the first one of a name counts."""
        parameters, inner = self._parameters((node.subject, node.counted), scope)
        body = with_fresh_answers(self.steps.block(node.body, inner))
        self.context.setting.verbs.setdefault(node.name.text, play.VerbDef(node.name.text, parameters, body))

    def declare_moment(self, node: game_ast.Moment, scope: Scope) -> None:
        """Make a moment known; what is done at it stands on cards: on the one itself, or on that which goes with a thing."""
        parameters, _ = self._parameters((node.subject,), scope)
        located, tied = self.context.game.located, self.context.game.tied
        nouns = {located.name} if located is not None else set[str]()
        nouns |= {sort.name for sort in self.context.game.sorts if tied}
        if node.subject is not None and parameters[0].space.noun not in nouns:
            help = f"write 'of a {min(nouns)}'" if nouns else "leave it out"
            raise self.context.fail("TW202", node.subject.span, "this is not a card that lies in a pool", help)
        self.context.setting.verbs.setdefault(node.name.text, play.VerbDef(node.name.text, parameters, ()))

    def _parameters(self, phrases: Iterable[ast.Phrase | None], scope: Scope) -> tuple[tuple[play.At, ...], Scope]:
        """What a verb is done to, each with a variable for the place on which it lies, and the scope of its body."""
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
        """The place of a parameter that is a tile, a patch or an area: these lie on one alone."""
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
        """`the color`, `its color`, `red`: a value that has been spoken of, is shown, or is named."""
        phrase = thing.phrase
        if not phrase.words:
            return [], scope, self.references.one(phrase, scope).var
        kinds = self.context.vocabulary.kinds_of.get(phrase.noun.text)
        if phrase.article is None and kinds is not None:
            var = self.context.fresh(core.VALUE, self.context.game.main_attribute)
            value = core.Value(phrase.noun.text, kinds)
            return [play.First(core.Binder(var, core.Values((value,)), core.TRUE))], scope.bind(var), var
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
        return [play.First(bound.binder)], scope.bind(bound.var), bound.var


_COUNTS = ("nothing", "one thing", "two things")


def _usage(verb: play.VerbDef) -> str:
    if not verb.parameters:
        return f"do {verb.name}"
    first, *others = (parameter.space.noun for parameter in verb.parameters)
    return f"{verb.name} a {first}" + "".join(f" counted as a {noun}" for noun in others)
