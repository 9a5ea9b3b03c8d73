"""Lists of numbers in words, "2, 3 and 4+ shrines are worth 3, 6 and 10 points", as tables are printed: "2/3/4+", "3/6/10".

A text that has two such lists of the same length, and is not understood, is read with strokes in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from tilewright.texts.tokens import COMMA, STROKE, WordAt


def with_strokes(
    text: str, tokens: Sequence[WordAt], conjunctions: Collection[str], number: Callable[[str], int | None]
) -> str:
    """A text with strokes in its two lists of numbers; nothing if it has no such lists."""
    lists, at = [], 0
    while at < len(tokens):
        found = _list(text, tokens, at, conjunctions, number)
        lists += [found] if found else []
        at = found[-1] + 1 if found else at + 1
    if len(lists) != 2 or len(lists[0]) != len(lists[1]):
        return ""
    for places in reversed(lists):
        said = STROKE.join(str(number(tokens[place].word)) for place in places)
        text = f"{text[: tokens[places[0]].start]}{said}{text[tokens[places[-1]].end :]}"
    return text


def _list(
    text: str,
    tokens: Sequence[WordAt],
    at: int,
    conjunctions: Collection[str],
    number: Callable[[str], int | None],
) -> list[int]:
    """Where the numbers of a list stand that begins at a place: all but the last are parted by commas."""
    places = [at] if number(tokens[at].word) is not None else []
    while places and places[-1] + 1 < len(tokens):
        last, following = tokens[places[-1]], tokens[places[-1] + 1]
        if following.word in conjunctions and number(tokens[min(places[-1] + 2, len(tokens) - 1)].word) is not None:
            return [*places, places[-1] + 2]
        if number(following.word) is None or text[last.end : following.start].strip() != COMMA:
            return []
        places.append(places[-1] + 1)
    return []
