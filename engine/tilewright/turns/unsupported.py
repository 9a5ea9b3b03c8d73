"""What cannot be executed symbolically."""

from __future__ import annotations

from tilewright.core import play
from tilewright.source import Span


class NotExecutable(Exception):
    """A statement whose meaning cannot be written as a model.

    `span` is where its author wrote it, if that is known: in the file of the `card`, or else of the game.
    """

    def __init__(self, reason: str, step: play.Step | None = None, card: str = "") -> None:
        super().__init__(reason)
        self.reason, self.card = reason, card
        self.span: Span | None = getattr(step, "span", None)
