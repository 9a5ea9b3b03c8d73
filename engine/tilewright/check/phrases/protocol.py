"""What the parts of a noun phrase need of the whole: phrases stand inside phrases."""

from __future__ import annotations

from typing import Protocol

from tilewright.check.context import Context, Names
from tilewright.check.phrases.places import MapPhrases, PlacesNamed
from tilewright.check.phrases.references import References
from tilewright.check.typed import Bound, Scope
from tilewright.core import expr as core
from tilewright.syntax import ast


class PhraseElaborator(Protocol):
    """Elaborates noun phrases, and the conditions that stand in them."""

    @property
    def context(self) -> Context:
        """What is shared."""

    @property
    def names(self) -> Names:
        """Looks words up."""

    @property
    def places(self) -> PlacesNamed:
        """Finds the places that phrases speak of."""

    @property
    def land(self) -> MapPhrases:
        """Says what belongs to what on a board that grows."""

    @property
    def references(self) -> References:
        """Finds what a phrase refers to."""

    def bound(self, phrase: ast.Phrase, scope: Scope, many: bool | None) -> Bound:
        """A phrase as a binder; `many` says whether a plural is wanted (None: either)."""

    def satisfies(self, phrase: ast.Phrase, var: core.Var, scope: Scope, many: bool | None = None) -> core.Expr:
        """The condition that an element is one of the things a phrase describes."""

    def quantified(self, quantity: ast.Quantity, bound: Bound, condition: core.Expr, scope: Scope) -> core.Expr:
        """That many elements satisfy a condition, on the board of the player whose they are."""

    def condition(self, node: ast.Expr, scope: Scope) -> core.Expr:
        """The core condition of an expression."""
