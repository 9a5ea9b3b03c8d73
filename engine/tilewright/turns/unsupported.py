"""What cannot be executed symbolically."""

from __future__ import annotations

from tilewright.core import play
from tilewright.stopping import Unsupported


class NotExecutable(Unsupported):
    """A statement whose meaning cannot be written as a model."""

    def __init__(self, reason: str, step: play.Step | None = None, card: str = "") -> None:
        super().__init__(reason)
        self.card = card
        self.span = getattr(step, "span", None)
