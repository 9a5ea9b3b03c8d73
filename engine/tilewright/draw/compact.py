"""Boards in few lines, for play: one word per space, one line per row; and boards side by side."""

from __future__ import annotations

from textwrap import wrap

from tilewright.draw.pool_text import CHOICE, pool_words
from tilewright.draw.scene import Scene, clean
from tilewright.draw.styles import BOLD, DIM, REVERSE, paint, width_of
from tilewright.table.board import Stack

LEAST = 3
"""Words are set this wide at least, so that a board does not grow with every piece."""
POOL_WIDTH = 60
"""Longer pools are wrapped."""


def compact(
    scene: Scene, choices: frozenset[int] = frozenset(), *, tops_only: bool = False, color: bool = False
) -> list[str]:
    """The board as lines: title, column numbers, a line a row, caption.

    A space shows its notation, but of a stack of known pieces only the top one and the height:
    ``D3·3``. With `tops_only` it is so of every stack that shows a piece. The spaces of `choices` are
    marked with ``>``. A pool is drawn in words (`pool_words`).
    """
    if scene.board.pool:
        return _pool(scene, choices, color)
    geometry, stacks = scene.board.geometry, scene.board.stacks
    there = geometry.region("board")
    words = [short(stack, tops_only) if space in there else "" for space, stack in enumerate(stacks)]
    for space, code in scene.printed.items():
        words[space] = f"({code})" if words[space] == repr(Stack()) else words[space]
    width = max(LEAST, *map(width_of, words))
    margin = len(str(geometry.rows))
    step = round(geometry.lean * (width + 1))
    numbers = " ".join(str(c + 1).ljust(width) for c in range(geometry.columns))
    lines = [paint(f"{' ' * margin}  {numbers}".rstrip(), DIM, color)]
    for row in range(geometry.rows):
        cells = []
        for space in range(row * geometry.columns, (row + 1) * geometry.columns):
            sign = paint(CHOICE, BOLD, color) if space in choices else " "
            shown = paint(words[space], _style(scene, stacks[space]), color)
            cells.append(sign + shown + " " * (width - width_of(words[space])))
        lines.append(" " * (step * row) + paint(f"{row + 1:>{margin}}", DIM, color) + " " + "".join(cells))
    title = [paint(clean(scene.title), BOLD, color)] if scene.title else []
    whole = margin + 1 + geometry.columns * (width + 1) + step * (geometry.rows - 1)
    return [*title, *lines, *wrap(clean(scene.caption), whole)]


def _pool(scene: Scene, choices: frozenset[int], color: bool) -> list[str]:
    title = [paint(clean(scene.title), BOLD, color)] if scene.title else []
    return [*title, *pool_words(scene, POOL_WIDTH, choices, color=color), *wrap(clean(scene.caption), POOL_WIDTH)]


def short(stack: Stack, top_only: bool = False) -> str:
    """The notation of a stack; of several known pieces, or where `top_only` is known, the top one and the height."""
    if len(stack.up) < 2 and not (top_only and stack.up and stack.down):
        return repr(stack)
    return f"{stack.up[-1]}·{stack.height}{stack.caps}"


def _style(scene: Scene, stack: Stack) -> str:
    if stack.top:
        return f"{BOLD};{scene.fills[stack.top][2]}"
    return REVERSE if stack.height else DIM
