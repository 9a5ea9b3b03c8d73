"""Bare phrases as expressions: `let` names, measures, counters, single things or sets of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilewright.check.context import Context, Names
from tilewright.check.expressions.dispatch import ExpressionHandlers, Expressions
from tilewright.check.expressions.measures import Measures
from tilewright.check.phrases.noun_phrases import NounPhrases
from tilewright.check.phrases.references import References
from tilewright.check.typed import Bound, Cond, Name, Num, Reported, Scope, Typed, singular
from tilewright.core import expr as core
from tilewright.syntax import ast


@dataclass(frozen=True, eq=False)
class Mentions:
    """Elaborates a bare phrase, on one's own board or another player's."""

    context: Context
    names: Names
    references: References
    phrases: NounPhrases
    expressions: Expressions
    measures: Measures

    @property
    def handlers(self) -> ExpressionHandlers:
        """The node types that are elaborated here."""
        return {ast.Named: self._named, ast.Theirs: self._theirs}

    def _theirs(self, node: ast.Theirs, scope: Scope) -> Typed:
        player = scope.innermost(core.PLAYER)
        if player is None:
            raise self.context.fail_unless_lost(
                "their",
                "TW106",
                node.span,
                "there is no player here that 'their' could refer to",
                "introduce it first, as in 'for each opponent'",
            )
        value = self.expressions.typed(node.body, replace(scope, board=player, theirs=True))
        if isinstance(value, Num | Cond):
            return replace(value, expr=core.OnBoardOf(player, value.expr))
        raise self.expressions.wrong(node.body, "a number", value)

    def _named(self, node: ast.Named, scope: Scope) -> Typed:
        phrase = node.phrase
        if not phrase.words:
            return self.references.one(phrase, scope)
        known, text, alone = self.context.vocabulary, phrase.noun.text, len(phrase.words) == 1
        name = scope.names.get(text)
        if alone and name is not None and not isinstance(name.value, Bound):
            return self._given(name, phrase, scope)
        located = self.context.game.located
        if alone and located is not None and text in located.conditions:
            return self._condition_of_card(phrase, scope)
        if alone and (known.is_measure(text) or text in known.counters):
            return self.measures.of_phrase(phrase, scope)
        found = self.references.find(phrase, scope)
        if found is not None:
            return found
        if text not in known.known(scope.names) and singular(text, scope) == text:
            raise self.names.unknown(phrase.noun, scope)
        if phrase.article in ("the", "its"):
            return self.references.one(phrase, scope)
        return self.phrases.bound(phrase, scope, None)

    def _condition_of_card(self, phrase: ast.Phrase, scope: Scope) -> Cond:
        """`its price`, `the price of the card`: a condition declared by cards, used as in `is met`."""
        self.names.require_play(phrase.noun)
        owners = [modifier.phrase for modifier in phrase.modifiers if isinstance(modifier, ast.OfPhrase)]
        found = self.references.one(owners[0], scope) if owners else None
        var = found.var if found else scope.innermost(core.SPACE)
        if var is None or var.sort != core.SPACE:
            help = f"for a card introduced earlier, write 'its {phrase.noun.text}'"
            raise self.context.fail("TW106", phrase.span, f"the {phrase.noun.text} of what?", help)
        self.context.require_had(phrase.noun, var)
        said = self.context.at_home(core.RuleHolds(phrase.noun.text, var), var, scope)
        return Cond(found.closed(said) if found else said)

    def _given(self, name: Name, phrase: ast.Phrase, scope: Scope) -> Typed:
        """The value of a `let` name, about the board on which it was bound."""
        name.used = True
        value = name.value
        if value is None:
            raise Reported
        if phrase.modifiers:
            return self._given_of(value, phrase, scope)
        if scope.theirs or name.board == scope.board or not isinstance(value, Num | Cond):
            return value
        return replace(value, expr=core.OnBoardOf(name.board or self.context.me, value.expr))

    def _given_of(self, value: Typed, phrase: ast.Phrase, scope: Scope) -> Typed:
        """`strength of the left player`: the value of a `let` name on another board."""
        first, *more = phrase.modifiers
        found = self.references.find(first.phrase, scope) if isinstance(first, ast.OfPhrase) else None
        if more or found is None or found.var.sort != core.PLAYER or not isinstance(value, Num | Cond):
            raise self.context.fail(
                "TW202",
                first.span,
                "this cannot follow a name",
                "its 'let' line describes it completely; only 'of the player' can follow",
            )
        return replace(value, expr=found.closed(core.OnBoardOf(found.var, value.expr)))
