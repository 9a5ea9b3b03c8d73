"""The interface of the elaborator of noun phrases for its parts, since phrases are recursive."""

from __future__ import annotations

from typing import Protocol

from tilewright.check.context import Context, Names
from tilewright.check.phrases.places import MapPhrases, PlacesNamed
from tilewright.check.phrases.references import References
from tilewright.check.typed import Bound, Scope
from tilewright.core import expr as core
from tilewright.syntax import ast


class PhraseElaborator(Protocol):
    """Elaborates noun phrases, and the conditions inside them."""

    @property
    def context(self) -> Context:
        """The shared state."""

    @property
    def names(self) -> Names:
        """Name resolution."""

    @property
    def places(self) -> PlacesNamed:
        """The places of phrases."""

    @property
    def land(self) -> MapPhrases:
        """The relations on a board that grows."""

    @property
    def references(self) -> References:
        """The resolution of references."""

    def bound(self, phrase: ast.Phrase, scope: Scope, many: bool | None) -> Bound:
        """A phrase as a binder; `many` is whether it must be plural (None: either)."""

    def satisfies(self, phrase: ast.Phrase, var: core.Var, scope: Scope, many: bool | None = None) -> core.Expr:
        """The condition that an element is described by a phrase."""

    def quantified(self, quantity: ast.Quantity, bound: Bound, condition: core.Expr, scope: Scope) -> core.Expr:
        """The condition that a quantity of elements satisfies a condition, on the board of their player."""

    def condition(self, node: ast.Expr, scope: Scope) -> core.Expr:
        """Elaborate a condition."""
