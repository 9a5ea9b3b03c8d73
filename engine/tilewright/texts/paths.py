"""Words in a row, or in several ways: beside some of them stand others that mean the same.

A table lists such words (``like in = belonging to | located within``): wherever a text has words from the right, the
plain ones on the left may stand. They are read only in texts that are not understood as they are, so that they change
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Union

ROUNDS = 2
"""How often words that have been replaced may be part of what is replaced."""
MOST_WAYS = 6
"""How many ways may lead on from a place for each word that the text has."""
ANY_NUMBER = "{K}"
"""A number in words that mean the same: the plain words have the same number."""

Wording = tuple[str, ...]
WordStep = tuple[str, int]
"""A word, and the place that it leads to."""


@dataclass(frozen=True)
class TextPaths:
    """The ways through a text: from each place the words that lead on, each to a later place.

    `origin` of a place is how many words of the text itself stand before it.
    """

    steps: Sequence[Sequence[WordStep]]
    origin: Sequence[int]

    @property
    def end(self) -> int:
        """The last place."""
        return len(self.steps) - 1


def in_a_row(words: Union[Sequence[str], TextPaths]) -> TextPaths:
    """Words that can be read in one way."""
    if isinstance(words, TextPaths):
        return words
    return TextPaths([*([(word, at)] for at, word in enumerate(words, 1)), []], range(len(words) + 1))


class Likes:
    """The words that mean the same as plainer ones, by their first words."""

    def __init__(self, likes: Sequence[tuple[Wording, Wording]], number: Callable[[str], int | None]) -> None:
        self.number = number
        self.known = frozenset(word for said, _ in likes for word in said)
        self._by_first: dict[str, list[tuple[Wording, Wording]]] = {}
        for said, plain in dict.fromkeys(likes):
            self._by_first.setdefault(said[0], []).append((said, plain))

    def paths(self, words: Sequence[str]) -> TextPaths | None:
        """The ways to read words with plainer ones in their place; None if there are no such."""
        steps: dict[float, list[tuple[str, float]]] = {at: [(word, at + 1)] for at, word in enumerate(words)}
        ways: dict[tuple[float, float, Wording], None] = {}
        for _ in range(ROUNDS):
            found = [way for way in self._found(steps) if way not in ways]
            if not found or len(ways) + len(found) > MOST_WAYS * len(words):
                break
            for way in found:
                ways[way] = None
                _lead(steps, *way, len(ways))
        return _numbered(steps, len(words)) if ways else None

    def _found(self, steps: Mapping[float, Sequence[tuple[str, float]]]) -> list[tuple[float, float, Wording]]:
        """Where words stand that mean the same as others, and these."""
        return [
            (at, end, tuple(filled) if (filled := _filled(plain, number)) else ())
            for at in steps
            for first, _ in [*steps[at]]
            for said, plain in [*self._by_first.get(first, ()), *self._by_first.get(ANY_NUMBER, ())]
            for end, number in self._along(steps, at, said)
        ]

    def _along(
        self, steps: Mapping[float, Sequence[tuple[str, float]]], at: float, said: Wording, number: str = ""
    ) -> Iterator[tuple[float, str]]:
        """Where words end that begin at a place, and the number among them."""
        if not said:
            yield at, number
            return
        for word, following in steps.get(at, ()):
            if word == said[0]:
                yield from self._along(steps, following, said[1:], number)
            elif said[0] == ANY_NUMBER and self.number(word) is not None:
                yield from self._along(steps, following, said[1:], word)


def _filled(plain: Wording, number: str) -> Wording:
    return tuple(number if word == ANY_NUMBER else word for word in plain)


def _lead(steps: dict[float, list[tuple[str, float]]], at: float, end: float, words: Wording, number: int) -> None:
    """Add a way from one place to another, with places of its own between its words."""
    if not words:  # what leads to the place leads also to the end of what is left out
        before = [(place, word) for place, known in steps.items() for word, following in known if following == at]
        for place, word in before:
            steps[place].append((word, end))
        if not at:
            steps[at] += steps.get(end, [])
        return
    places = [at, *(at + (i + number / 1e6) / (len(words) + 1) * min(1, end - at) for i in range(1, len(words))), end]
    for word, begin, following in zip(words, places, places[1:], strict=False):
        steps.setdefault(begin, []).append((word, following))


def _numbered(steps: Mapping[float, Sequence[tuple[str, float]]], size: int) -> TextPaths:
    places = sorted([*steps, size])
    number = {place: at for at, place in enumerate(places)}
    found = [[(word, number[end]) for word, end in dict.fromkeys(steps.get(place, ()))] for place in places]
    return TextPaths(found, [int(place) for place in places])
