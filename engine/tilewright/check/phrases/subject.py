"""The element that a noun phrase is about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilewright.check.typed import Elem, Scope
from tilewright.core import expr as core


@dataclass
class Subject:
    """The element that something is said of, and the scope in which it is said.

    `given`: it was bound before. `near` is the space that a neighbor is near, `player` the player
    on whose board the element lies, when that is given.
    """

    var: core.Var
    scope: Scope
    given: bool = False
    near: core.Var | None = None
    player: Elem | None = None

    def __post_init__(self) -> None:
        if self.given:
            self.scope = replace(self.scope, described=self.var)

    @property
    def inner(self) -> Scope:
        """The scope of what is said about the element, which is `it` there."""
        return self.scope.on(self.player).describing(self.var)
