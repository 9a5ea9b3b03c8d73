"""Characters that begin no word and no sign of the language, and texts without quotes."""

from __future__ import annotations

import re

from tilewright.source import Span
from tilewright.syntax.indentation import Problem
from tilewright.syntax.lalr import UnexpectedCharacter
from tilewright.syntax.repair.synonyms import FOREIGN
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
    """The problem of the word around a single quote, and what it is short for."""
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
    """`name "Foo"` or `name Foo`: before a text stands its language."""
    line = re.search(r"(?:^|\n) *(name|text)[ \t]+$", text[: place.start])
    shown = text[place.start :].partition("\n")[0].partition("#")[0].rstrip().removeprefix('"').removesuffix('"')
    if line is None or not shown or (text[place.start] != '"' and ('"' in shown or shown[0].islower())):
        return None
    start = place.start - len(line[0]) + line[0].index(line[1])
    whole = Span(start, place.start + len(text[place.start :].partition("\n")[0].partition("#")[0].rstrip()))
    return Problem("TW001", whole, f"the language of the {line[1]} is missing", f"write '{line[1]} en \"{shown}\"'")


def unquoted(text: str, place: Span) -> Problem:
    """The problem of a text that stands without quotes."""
    said = text[place.start :].partition("\n")[0].partition("#")[0].rstrip()
    shown = said.strip("'")
    if not shown or '"' in shown:
        return Problem("TW009", place, "text without quotes", 'put the text in double quotes: "..."')
    return Problem("TW009", Span(place.start, place.start + len(said)), "text without quotes", f"write '\"{shown}\"'")


def id_of_words(text: str, start: int) -> Problem | None:
    """`card Lonely Tower`: the id in the first line of a card is one word."""
    begin = text.rfind("\n", 0, start) + 1
    line = text[begin:].partition("\n")[0].partition("#")[0].rstrip()
    found = re.fullmatch(r"[a-z-]+ +([A-Za-z0-9'-]+(?: +[A-Za-z0-9'-]+)+)", line)
    if found is None:
        return None
    id = "-".join(re.findall(r"[a-z0-9-]+", found[1].lower().replace("'", "")))
    return Problem("TW001", Span(begin + found.start(1), begin + found.end(1)), "an id is one word", f"write '{id}'")


def strange(shown: str) -> tuple[str, str]:
    """Message and help for what is neither a word nor a sign of the language."""
    if shown == '"':
        return "a text that is not closed on its line", 'close it with "'
    if not shown.isprintable() or shown.isspace():
        return f"an invisible character (U+{ord(shown[0]):04X})", "delete it"
    if shown == "'":
        return "a single quote", "put text in double quotes; for 'n't', write 'not'"
    if found := re.fullmatch(r"(\d+)-(\d+)", shown):
        first, last = found.groups()
        help = f"write '{first} to {last}'; for minus, put a space on both sides of it"
        if int(first) >= int(last):  # no range
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
