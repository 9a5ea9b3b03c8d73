"""Noun phrases as binders, and as conditions on a bound element."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.check.context import Context, Names
from tilewright.check.phrases.common_mistakes import quantified
from tilewright.check.phrases.noun_phrase import NounPhrase
from tilewright.check.phrases.placement import SAID_OF_SPACES, Placement
from tilewright.check.phrases.places import MapPhrases, PlacesNamed
from tilewright.check.phrases.references import References, Subject
from tilewright.check.phrases.whole_conditions import group_of_values, members_of
from tilewright.check.typed import Bound, Reported, Scope, singular
from tilewright.check.vocabulary import Noun
from tilewright.core import expr as core
from tilewright.core import walk
from tilewright.syntax import ast


class NounPhrases:
    """Elaborates noun phrases; `condition` and `number` elaborate the expressions inside them."""

    def __init__(
        self,
        context: Context,
        names: Names,
        references: References,
        condition: Callable[[ast.Expr, Scope], core.Expr],
        number: Callable[[ast.Expr, Scope], core.Expr],
    ) -> None:
        self.context = context
        self.names = names
        self.references = references
        self.condition = condition
        self.places = PlacesNamed(context, references)
        self.land = MapPhrases(context, self.places)
        self.number = number

    def quantified(self, quantity: ast.Quantity, bound: Bound, condition: core.Expr, scope: Scope) -> core.Expr:
        """The condition that a quantity of elements satisfies a condition, on the board of their player."""
        count: core.Expr = core.Const(quantity.count)
        if quantity.amount is not None:
            count = self.number(quantity.amount, scope)
            count = core.OnBoardOf(scope.board or self.context.me, count) if bound.player else count
        return bound.closed(quantified(quantity, bound, condition, count))

    def bound(self, phrase: ast.Phrase, scope: Scope, many: bool | None) -> Bound:
        """A phrase as a binder; `many` is whether it must be plural (None: either)."""
        if not phrase.words:
            raise self.context.fail(
                "TW202",
                phrase.span,
                "'it' is one thing; a set is expected here",
                "name the things, for example 'stacks'",
            )
        kind = self.names.kind(phrase.noun, scope)
        if kind is not None:
            return self._from_kind(kind, phrase, scope)
        members = members_of(phrase, self)
        if members is not None:
            self.names.noun(phrase.noun, scope, many)
            return group_of_values(phrase, members, scope, self)
        return self._from_noun(phrase, scope, many)

    def _from_kind(self, kind: Bound, phrase: ast.Phrase, scope: Scope) -> Bound:
        """A noun phrase that a `let` has given a name."""
        var = self.context.fresh(kind.var.sort, singular(phrase.noun.text, scope))
        if kind.var in self.context.sizes:
            self.context.sizes[var] = walk.substitute(self.context.sizes[kind.var], kind.var, var)
        built = NounPhrase(phrase, Subject(var, scope, near=kind.near, player=kind.player), self)
        built.guards.append(walk.substitute(kind.binder.guard, kind.var, var))
        built.domain = kind.binder.domain
        return built.finish()

    def _from_noun(self, phrase: ast.Phrase, scope: Scope, many: bool | None) -> Bound:
        try:
            noun = self.names.noun(phrase.noun, scope, many)
        except Reported:  # the modifiers are elaborated anyway, to report their problems
            guess = self.names.guess(phrase.noun)
            if guess is not None:
                self._of_noun(guess, phrase, scope)
            raise
        return self._of_noun(noun, phrase, scope)

    def _of_noun(self, noun: Noun, phrase: ast.Phrase, scope: Scope) -> Bound:
        built = NounPhrase(phrase, Subject(self._element(noun), scope), self)
        built.add_noun(noun)
        return built.finish()

    def _element(self, noun: Noun) -> core.Var:
        return self.context.fresh(noun.sort, noun.singular)

    def stand_in(self, phrase: ast.Phrase, scope: Scope) -> Scope:
        """A scope in place of that of a phrase with errors, for error recovery.

        If its noun cannot be guessed, references to it are not reported.
        """
        if not phrase.words:
            return scope
        guess = self.names.guess(phrase.noun)
        if guess is None:
            self.context.gaps.miss(phrase.noun.text)
            return scope
        return scope.bind(self._element(guess))

    # -- conditions on a given element

    def placement(self, var: core.Var, scope: Scope, near: core.Var | None = None) -> Placement:
        """The placement of an element; `near` is the space that a neighbor belongs to."""
        return Placement(Subject(var, scope, given=True, near=near), self)

    def satisfies(self, phrase: ast.Phrase, var: core.Var, scope: Scope, many: bool | None = None) -> core.Expr:
        """The condition that an element is described by a phrase."""
        kinds = self.context.vocabulary.kinds_of.get(phrase.noun.text)
        if var.sort == core.VALUE and kinds is not None and len(phrase.words) == 1 and not phrase.modifiers:
            return core.OneOf(var, kinds)
        if var.sort != core.SPACE and not (var.sort == core.GROUP and self.land.kind(var, scope)):
            raise self.context.fail("TW202", phrase.span, f"a {var.noun} cannot be described like this", SAID_OF_SPACES)
        built = NounPhrase(phrase, Subject(var, scope, given=True), self)
        kind = self.names.kind(phrase.noun, scope)
        if kind is not None:
            built.guards.append(kind.closed(walk.substitute(kind.guard, kind.var, var)))
        elif not built.add_adjective(phrase.noun):
            noun = self.names.noun(phrase.noun, scope, many)
            if noun.sort not in (core.SPACE, var.sort) and not noun.piece:  # a patch can be of a kind of areas
                message = f"'{phrase.noun.text}' cannot describe a {var.noun}"
                help = "say what kind of piece it is, or where it is, for example 'it is in a corner'"
                raise self.context.fail("TW202", phrase.noun.span, message, help)
            built.add_noun(noun)
        return built.finish().binder.guard

    def described(self, phrase: ast.Phrase, var: core.Var, scope: Scope) -> core.Expr | None:
        """The condition of a phrase of adjectives on an element; None if its last word is not an adjective."""
        built = NounPhrase(phrase, Subject(var, scope, given=True), self)
        return built.finish().binder.guard if built.add_adjective(phrase.noun) else None
