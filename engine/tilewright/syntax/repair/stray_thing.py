"""Things of which one is picked, or that have a name: what to write for how they were spoken of."""

from __future__ import annotations

import re

from tilewright.syntax.lalr import Token
from tilewright.syntax.problem import Problem, token_span
from tilewright.syntax.repair.advice import DIGITS

_ARTICLES = {"_A", "THE", "IT", "ITS", "ANOTHER", "ONE"}
_SEVERAL = {"INT", "LPAR", "EVERY", "UP"}
"""Where one thing may stand, several may."""
_EVERY = ("every", "all", "each", "both")
_ONE = ("any", "some", "one", "another")
_NONE = ("no", "nothing", "none")
_GO_ON = r"(?:where|with|of|in|on|beside|called|from|to|as|is|are|and|or|if|for|counted)\b"
_TARGET = "a single one is picked: write 'to a space ...' or 'to a stack ...'; 'discard' removes it from the game"


def stray_thing(line: str, after: str, token: Token, wanted: set[str]) -> Problem | None:
    """The problem behind a token that stands where `a ...`, `the ...` or `it` is wanted.

    `line` is what stands before it on its line, `after` what comes after it.
    """
    if not wanted or not wanted <= _ARTICLES | _SEVERAL or not wanted & {"_A", "THE"}:
        return None
    said, help = str(token), _help(line, after.lstrip(), str(token), wanted)
    return Problem("TW001", token_span(token), f"did not expect '{said}' here", help) if help else None


def _help(line: str, after: str, said: str, wanted: set[str]) -> str:
    noun = _noun(after)
    times = re.match(r"(?:up to )?\d+", f"{DIGITS.get(said, said)} {after}")
    if "ANOTHER" in wanted:
        return _TARGET
    if said in (*_ONE, *_NONE, "it"):
        return f"write 'a {noun}'" if noun else "write 'a ...'"
    if times:
        return f"write '{times[0]} times' on a line above, and '{_verb(line)} a ...' indented under it"
    if said in _EVERY:
        return f"write 'for each ...' on a line above, and '{_verb(line)} it' indented under it"
    thing = _noun(f"{said} {after}")
    if not thing:
        return ""
    if "_A" not in wanted or (not wanted & {"IT", "ONE"} and after.startswith("of ") and "THE" in wanted):
        return f"write 'the {thing}'"
    if thing.endswith("s") and not thing.endswith("ss"):
        return "write 'a ...': it is about one thing"
    return f"write '{'an' if thing[0] in 'aeiou' else 'a'} {thing}'"


def _noun(text: str) -> str:
    """The words at the beginning of a text that may be a noun and its adjectives."""
    found = re.match(rf"(?!{_GO_ON})[a-zA-Z][\w-]*(?: (?!{_GO_ON})[a-zA-Z][\w-]*)*", text)
    return found[0] if found else ""


def _verb(line: str) -> str:
    """The words of a line before its thing, without what is said of times."""
    return re.sub(r"^may ", "", " ".join(line.split()))
