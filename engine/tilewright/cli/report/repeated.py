"""Expected numbers of turns, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.expectimax.repeated import TurnsNeeded
from tilewright.outputs.chances import TurnsOutput, TurnsWithCard


def turns_lines(found: Sequence[TurnsNeeded], more: str | None = None) -> Iterator[str]:
    """The number of turns; of two the second is that with a card `more`."""
    first = found[0]
    yield f"{first.goal.text}: {first.value:.2f} turns expected"
    for changed in found[1:]:
        yield f"  with {more}: {changed.value:.2f} turns, {changed.value - first.value:+.2f}"


def turns_output(name: str, found: Sequence[TurnsNeeded], more: str | None = None) -> TurnsOutput:
    """The same as a line of JSON."""
    first = found[0]
    value = round(first.value, 6)
    output = TurnsOutput(game=name, goal=first.goal.text, turns=value, beginnings=first.beginnings)
    for changed in found[1:]:
        difference = round(changed.value - first.value, 6)
        output.with_ = TurnsWithCard(card=more or "", turns=round(changed.value, 6), difference=difference)
    return output
