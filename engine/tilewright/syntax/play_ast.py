"""The nodes of play, which stand in `ast` and `game_ast`."""

from __future__ import annotations

from tilewright.syntax.ast import *  # noqa: F403
from tilewright.syntax.game_ast import *  # noqa: F403
