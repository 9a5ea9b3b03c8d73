"""Messages for misplaced characters, numbers and things."""

from __future__ import annotations

import re

from tilewright.source import Span
from tilewright.syntax.indentation import Problem, token_span
from tilewright.syntax.lalr import Token, UnexpectedCharacter
from tilewright.syntax.repair.printed import DIGITS
from tilewright.syntax.repair.wordings import FOREIGN
from tilewright.syntax.words import ORDINALS


def character(text: str, error: UnexpectedCharacter) -> Problem:
    """The problem behind a character that begins no word and no sign."""
    start = error.start
    found = re.compile(r"[^\W_][\w-]*|\S").match(text, start)
    shown = found[0] if found else text[start : start + 1]
    place = Span(start, start + len(shown))
    unlabelled = without_language(text, place)
    if unlabelled:
        return unlabelled
    if shown != '"' and "STRING" in error.allowed:
        return unquoted(text, place)
    if id := id_of_words(text, start):
        return id
    if shown == "'" and (meant := contraction(text, start)):
        return meant
    owner = re.search(r"[a-z]+$", text[:start])
    if shown == "'" and owner and re.match(r"'s\b", text[start:]):
        help = f"write '... of the {owner[0]}', or 'its ...'"
        help = FOREIGN["knight"] if owner[0] == "knight" else help
        return Problem("TW002", Span(owner.start(), start + 2), f"'{owner[0]}'s' is not allowed here", help)
    message, help = strange(shown)
    return Problem("TW009" if shown == '"' else "TW002", place, message, help)


_CONTRACTED = {
    r"(?:doesn't|don't) have(?: an?| any)?": "has no",
    r"(?:hasn't|haven't)(?: an?| any)?": "has no",
    r"(?P<w>is|are)n't": "{w} not",
    r"(?P<w>there|it|that|who)'s": "{w} is",
    r"(?P<w>you|they)'ve": "{w} have",
    r"(?P<w>you|they)'re": "{w} are",
}


def contraction(text: str, quote: int) -> Problem | None:
    """The diagnostic for the word around an apostrophe, with its long form."""
    start = text.rfind("\n", 0, quote) + 1
    line = text[start:].partition("\n")[0]
    for short, long in _CONTRACTED.items():
        for found in re.finditer(rf"(?<![\w-]){short}(?![\w-])", line):
            if found.start() <= quote - start < found.end():
                place = Span(start + found.start(), start + found.end())
                help = f"write '{long.format(**found.groupdict())}'"
                return Problem("TW002", place, f"'{found[0]}' is not allowed here", help)
    return None


def without_language(text: str, place: Span) -> Problem | None:
    """`name "Foo"` or `name Foo`: the language is missing."""
    line = re.search(r"(?:^|\n) *(name|text)[ \t]+$", text[: place.start])
    shown = text[place.start :].partition("\n")[0].partition("#")[0].rstrip().removeprefix('"').removesuffix('"')
    if line is None or not shown or (text[place.start] != '"' and ('"' in shown or shown[0].islower())):
        return None
    start = place.start - len(line[0]) + line[0].index(line[1])
    whole = Span(start, place.start + len(text[place.start :].partition("\n")[0].partition("#")[0].rstrip()))
    return Problem("TW001", whole, f"the language of the {line[1]} is missing", f"write '{line[1]} en \"{shown}\"'")


def unquoted(text: str, place: Span) -> Problem:
    """The diagnostic for a text without quotes."""
    said = text[place.start :].partition("\n")[0].partition("#")[0].rstrip()
    shown = said.strip("'")
    if not shown or '"' in shown:
        return Problem("TW009", place, "text without quotes", 'put the text in double quotes: "..."')
    return Problem("TW009", Span(place.start, place.start + len(said)), "text without quotes", f"write '\"{shown}\"'")


def id_of_words(text: str, start: int) -> Problem | None:
    """`card Lonely Tower`: the id of a card is a single word."""
    begin = text.rfind("\n", 0, start) + 1
    line = text[begin:].partition("\n")[0].partition("#")[0].rstrip()
    found = re.fullmatch(r"[a-z-]+ +([A-Za-z0-9'-]+(?: +[A-Za-z0-9'-]+)+)", line)
    if found is None:
        return None
    id = "-".join(re.findall(r"[a-z0-9-]+", found[1].lower().replace("'", "")))
    return Problem("TW001", Span(begin + found.start(1), begin + found.end(1)), "an id is one word", f"write '{id}'")


def strange(shown: str) -> tuple[str, str]:
    """The message and help for characters that are not a token."""
    if shown == '"':
        return "a text that is not closed on its line", 'close it with "'
    if not shown.isprintable() or shown.isspace():
        return f"an invisible character (U+{ord(shown[0]):04X})", "delete it"
    if shown == "'":
        return "a single quote", "put text in double quotes; for 'n't', write 'not'"
    if found := re.fullmatch(r"(\d+)-(\d+)", shown):
        first, last = found.groups()
        help = f"write '{first} to {last}'; for minus, put a space on both sides of it"
        if int(first) >= int(last):  # not a range
            help = f"put a space on both sides of the minus: '{first} - {last}'"
        return f"'{shown}' is not a number", help
    if re.fullmatch(r"\d+(-\d+){2,}", shown):
        return (
            f"'{shown}' is not a number",
            "for numbers that follow one another, write 'run of ... with consecutive numbers'",
        )
    if re.fullmatch(r"\d+(-\w+)+", shown):
        return f"'{shown}' is not a number", "put a space on both sides of the minus, or write '3 to 5'"
    if re.fullmatch(r"\d+(st|nd|rd|th)", shown):
        meant = dict(enumerate(ORDINALS, 1)).get(int(shown[:-2]))
        help = f"write '{meant}'" if meant else "write it out; 'first' to 'sixth' and 'last' are available"
        return f"'{shown}' is not a word", help
    if shown in ("2x2", "2X2"):
        return f"'{shown}' is not a word", "leave it out: a square is 2 by 2"
    if sizes := re.fullmatch(r"(\d+)[xX](\d+)", shown):
        return f"'{shown}' is not a word", f"write '{sizes[1]} by {sizes[2]}'"
    if times := re.fullmatch(r"(\d+)[xX]", shown):
        return f"'{shown}' is not a word", f"write '{times[1]} *'"
    if points := re.fullmatch(r"(\d+)(?:pts?|points?|vps?|VPs?)", shown):
        return f"'{shown}' is not a number", f"write '{points[1]}'"
    if re.fullmatch(r"[A-Za-z]+-shaped", shown):
        return (
            f"'{shown}' is not a word",
            "the shape of a group cannot be described; its size can: 'group of ... where size = 3'",
        )
    if shown[0].isupper():
        return (
            f"'{shown}' has a capital letter",
            f"write '{shown.lower()}': words are in lowercase letters",
        )
    if shown[0].isalnum():
        return (
            f"'{shown}' is not a word",
            "words are made of a-z, digits and hyphens; a letter comes first",
        )
    if shown == ";":
        return "';' is not allowed here", "write each part on a line of its own"
    return (
        f"the character {shown} is not allowed here",
        'allowed characters besides letters and digits: + - * / = != < > <= >= ( ) , : " #',
    )


_COMPARED = {
    "as tall": ("=", ""),
    **dict.fromkeys(("taller", "higher", "bigger", "greater"), (">", "more than ")),
    **dict.fromkeys(("lower", "shorter", "smaller"), ("<", "less than ")),
}
_BEFORE_NUMBER = ("within", "least", "most", "exactly", "than", "is", "by", "up", "the", "first", "last")
"""Words that a number may follow somewhere: they are no things."""
_AFTER_NOUN = ("for", "if", "and", "or", "is", "are", "has", "have", "in", "on", "where", "with", "of")


def stray_number(text: str, token: Token, wanted: set[str]) -> Problem | None:
    """The diagnostic for a number, or a character of one, where other terminals are `wanted`."""
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
    """`row 3`, `red 5`: a number after a noun."""
    word = re.search(r"(\bof )?\b([a-z][a-z-]*)$", before)
    if word is None or word[2] in FOREIGN or word[2] in _BEFORE_NUMBER:
        return None
    following = re.match(r" +([a-z][a-z-]*)", after)
    help = "things have no numbers of their own; say it with 'where number = 5'"
    if following and following[1] not in _AFTER_NOUN:
        help = f"write 'with exactly {token} {following[1]}' or 'with at least {token} {following[1]}'"
    elif word[1]:
        help = f"say it with 'where {word[2]} = {token}'"
    return Problem("TW001", place, f"'{word[2]}' is not followed by a number", help)


_ARTICLES = {"_A", "THE", "IT", "ITS", "ANOTHER", "ONE"}
_SEVERAL = {"INT", "LPAR", "EVERY", "UP"}
"""Terminals for several things, allowed where a thing is."""
_EVERY = ("every", "all", "each", "both")
_ONE = ("any", "some", "one", "another")
_NONE = ("no", "nothing", "none")
_GO_ON = r"(?:where|with|of|in|on|beside|called|from|to|as|is|are|and|or|if|for|counted)\b"
_NOUN = rf"(?!{_GO_ON})[a-zA-Z][\w-]*(?: (?!{_GO_ON})[a-zA-Z][\w-]*)*"
_TARGET = "the player picks one: write 'to a space ...' or 'to a stack ...'; 'discard' removes it from the game"


def stray_thing(line: str, after: str, token: Token, wanted: set[str]) -> Problem | None:
    """The diagnostic for a token where `a ...`, `the ...` or `it` is wanted.

    `line` is the part of the line before it, `after` the part after it.
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
    """The replacement for `in the same row as a ...`, where only `the ...` and `it` may follow.

    The first number is the distance of its start before the token, the second its length.
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
    """The words at the beginning of a text that may be a noun with adjectives."""
    found = re.match(_NOUN, text)
    return found[0] if found else ""


def _verb(line: str) -> str:
    """The words of a line before its operand, without `may`."""
    return re.sub(r"^may ", "", " ".join(line.split()))
