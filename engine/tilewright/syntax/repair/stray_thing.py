"""Things of which one is picked, or that have a name: what to write for how they were spoken of."""

from __future__ import annotations

import re

from tilewright.source import Span
from tilewright.syntax.indentation import Problem, token_span
from tilewright.syntax.lalr import Token
from tilewright.syntax.repair.printed import DIGITS

_ARTICLES = {"_A", "THE", "IT", "ITS", "ANOTHER", "ONE"}
_SEVERAL = {"INT", "LPAR", "EVERY", "UP"}
"""Where one thing may stand, several may."""
_EVERY = ("every", "all", "each", "both")
_ONE = ("any", "some", "one", "another")
_NONE = ("no", "nothing", "none")
_GO_ON = r"(?:where|with|of|in|on|beside|called|from|to|as|is|are|and|or|if|for|counted)\b"
_NOUN = rf"(?!{_GO_ON})[a-zA-Z][\w-]*(?: (?!{_GO_ON})[a-zA-Z][\w-]*)*"
_TARGET = "the player picks one: write 'to a space ...' or 'to a stack ...'; 'discard' removes it from the game"


def stray_thing(line: str, after: str, token: Token, wanted: set[str]) -> Problem | None:
    """The problem behind a token that stands where `a ...`, `the ...` or `it` is wanted.

    `line` is what stands before it on its line, `after` what comes after it.
    """
    if not wanted or not wanted <= _ARTICLES | _SEVERAL or not wanted & {"_A", "THE"}:
        return None
    said, span = str(token), token_span(token)
    if same := _in_the_same(line, said, after):
        before, length, help = same
        span = Span(span.start - before, span.start + length)
    else:
        help = _help(line, after.lstrip(), said, wanted)
        noun = _noun(after.lstrip())
        if help == f"write '{_article(noun or ' ')} {noun}'":
            span = Span(span.start, span.end + len(after) - len(after.lstrip()) + len(noun))
    return Problem("TW001", span, f"did not expect '{said}' here", help) if help else None


def _in_the_same(line: str, said: str, after: str) -> tuple[int, int, str] | None:
    """What to write for `in the same row as a ...`, where only `the ...` and `it` can follow.

    The first number is how far before the token what is replaced begins, the second where it ends after its beginning.
    """
    place = re.search(r"\b(in|on) the same ([\w-]+) as\s+$", line)
    found = re.match(
        rf"(?:(?P<said>an?|any|some|one|another|\d+)\s+)?(?P<noun>{_NOUN})", f"{DIGITS.get(said, said)}{after}"
    )
    if place is None or found is None or said in (*_EVERY, *_NONE, "the", "it", "its"):
        return None
    before, length = len(line) - place.start(), found.end() + len(said) - len(DIGITS.get(said, said))
    thing, count = found["noun"], found["said"] or ""
    one = thing.removesuffix("s") if count.isdigit() or not count else thing
    if place[1] == "on" and place[2] in ("floor", "level", "height"):
        subject = "" if line[: place.start()].endswith("is ") else "where it is "
        return before, length, f"write '{subject}as tall as any {one}'"
    owner = "group of stacks" if place[2] == "group" else place[2]
    some = f"at least {count} {thing}" if count.isdigit() else f"at least 2 {thing}s" if count == "another" else ""
    return before, length, f"write 'in a {owner} with {some or f'{_article(one)} {one}'}'"


def _help(line: str, after: str, said: str, wanted: set[str]) -> str:
    noun = _noun(after)
    times = re.match(r"(?:up to )?\d+", f"{DIGITS.get(said, said)} {after}")
    if "ANOTHER" in wanted and not (noun and said in ("any", "some")):
        return _TARGET
    if said in (*_ONE, *_NONE, "it"):
        return f"write '{_article(noun)} {noun}'" if noun else "write 'a ...'"
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
    return f"write '{_article(thing)} {thing}'"


def _article(thing: str) -> str:
    return "an" if thing[0] in "aeiou" else "a"


def _noun(text: str) -> str:
    """The words at the beginning of a text that may be a noun and its adjectives."""
    found = re.match(_NOUN, text)
    return found[0] if found else ""


def _verb(line: str) -> str:
    """The words of a line before its thing, without what is said of times."""
    return re.sub(r"^may ", "", " ".join(line.split()))
