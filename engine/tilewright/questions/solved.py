"""What is found out about a puzzle that is not about placing, the same for the command line and pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tilewright.outputs.output import Output

O_co = TypeVar("O_co", bound=Output, covariant=True)


@dataclass(frozen=True)
class SolvedPuzzle(Generic[O_co]):
    """The answer in its format and in words, and whether it was `found` and is the only one (`unique`; None: not known).

    `best` is what answers are judged by that are found elsewhere, None if it is not proved. `hints` give away more and more, each
    without the others; without any, `no_hint` says why. `hint_output` is a hint of a level in its format, `drawing` makes SVG.
    """

    output: O_co
    lines: Sequence[str]
    found: bool
    unique: bool | None = None
    best: int | None = None
    hints: Sequence[str] = ()
    no_hint: str = ""
    hint_output: Callable[[int], Output] | None = None
    drawing: Callable[[], str] | None = None
