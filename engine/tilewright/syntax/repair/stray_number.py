"""Numbers where none can stand: what was probably meant."""

from __future__ import annotations

import re

from tilewright.source import Span
from tilewright.syntax.indentation import Problem, token_span
from tilewright.syntax.lalr import Token
from tilewright.syntax.repair.synonyms import FOREIGN

_COMPARED = {
    "as tall": ("=", ""),
    **dict.fromkeys(("taller", "higher", "bigger", "greater"), (">", "more than ")),
    **dict.fromkeys(("lower", "shorter", "smaller"), ("<", "less than ")),
}
_GO_ON = ("for", "if", "and", "or", "is", "are", "has", "have", "in", "on", "where", "with", "of")


def stray_number(text: str, token: Token, wanted: set[str]) -> Problem | None:
    """The problem behind a number, or a sign of one, that is not among the `wanted` tokens."""
    place = token_span(token)
    before = text[: place.start].rstrip()
    if token == "%" and "MOD" in wanted:
        return Problem("TW001", place, "did not expect '%' here", "write 'mod'")
    if token.type == "PLUS":
        return _or_more(before, place, wanted)
    if token.type == "DOT" and "INT" not in wanted:
        return _full_stop(text, place)
    if token.type != "INT":
        return None
    return (
        _no_stack(before, token, place)
        or _one_by_one(before, token, place)
        or (_quantity(token, place) if "EXACTLY" in wanted else None)
        or (_numbered_thing(before, text[place.end :], token, place) if "WHERE" in wanted else None)
    )


def _or_more(before: str, place: Span, wanted: set[str]) -> Problem | None:
    """`floor 3+`."""
    number = re.search(r"(\bfloor )?(\d+)$", before)
    if number is None or not (number[1] or "COLON" in wanted):
        return None
    more = f"floor {number[2]} or higher" if number[1] else f"{number[2]} or more"
    return Problem("TW001", place, "did not expect '+' here", f"write '{more}'")


def _full_stop(text: str, place: Span) -> Problem:
    decimal = re.compile(r"\d\.\d+").match(text, max(place.start - 1, 0))
    if decimal is None:
        return Problem("TW001", place, "a period", "leave it out: a line ends by itself")
    return Problem("TW001", place, "this is not a whole number", "whole numbers only; '/' divides and rounds down")


def _no_stack(before: str, token: Token, place: Span) -> Problem | None:
    """`taller than 3`."""
    found = re.search(r"(\b(?:is|are) )?\b(as tall|[a-z]+) (than|as)$", before)
    if found is None or found[2] not in _COMPARED:
        return None
    sign, words = _COMPARED[found[2]]
    help = f"write 'where height {sign} {token}'"
    place = place if found[1] else Span(found.start(2), place.end)
    if found[1]:
        said = f"{found[1]}{words}{token}"
        help = f"write 'its height {said}', or '{said}' of another number"
    return Problem("TW001", place, f"'{found[2]} {found[3]}' compares stacks, and {token} is a number", help)


def _one_by_one(before: str, token: Token, place: Span) -> Problem | None:
    if not before.endswith(" each"):
        return None
    return Problem(
        "TW001",
        place,
        "'each' takes things one at a time",
        f"write 'score count of ... / {token}', which is rounded down",
    )


def _quantity(token: Token, place: Span) -> Problem:
    return Problem(
        "TW001",
        place,
        f"exactly {token}, or at least {token}?",
        f"write 'exactly {token}', 'at least {token}' or 'at most {token}'",
    )


def _numbered_thing(before: str, after: str, token: Token, place: Span) -> Problem | None:
    """`row 3`, `red 5`: a number right after a noun."""
    word = re.search(r"(\bof )?\b([a-z][a-z-]*)$", before)
    if word is None or word[2] in FOREIGN:
        return None
    following = re.match(r" +([a-z][a-z-]*)", after)
    help = "things have no numbers of their own; say it with 'where number = 5'"
    if following and following[1] not in _GO_ON:
        help = f"write 'with exactly {token} {following[1]}' or 'with at least {token} {following[1]}'"
    elif word[1]:
        help = f"say it with 'where {word[2]} = {token}'"
    return Problem("TW001", place, f"'{word[2]}' is not followed by a number", help)
