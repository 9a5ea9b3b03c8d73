"""What to write for words of plain English that the language does not have."""

from __future__ import annotations

import re

_WORDS = {
    "all": "every",
    "both": "every",
    "some": "any",
    "none": "no",
    "whose": "where its",
    "that": "where it",
    "which": "where it",
    "who": "where it",
    "without": "with no",
    "sum": "total",
    "maximum": "largest",
    "minimum": "smallest",
    "highest": "largest height",
    "tallest": "largest height",
    "lowest": "smallest height",
    "higher": "taller",
    "shorter": "lower",
    "unique": "different",
    "else": "otherwise",
    "near": "beside",
    "touching": "beside",
    "next": "beside",
    "equals": "=",
    "when": "if",
    "per": "for each",
    "minus": "-",
    "plus": "+",
    "max": "larger of ... and ...",
    "min": "smaller of ... and ...",
    "middle": "center",
    "modulo": "mod",
}
_RANK = "of numbers write 'second largest height of ...' or 'second smallest size of ...'"
FOREIGN = {word: f"write '{instead}'" for word, instead in _WORDS.items()} | {
    "one": "write 'any' or 'exactly 1'",
    "two": "write numbers in digits, as in 'exactly 2' or 'at least 2'",
    "three": "write numbers in digits, as in 'exactly 3' or 'at least 3'",
    **dict.fromkeys(("point", "points"), "write the number alone, as in 'score 1'"),
    **dict.fromkeys(("gain", "get", "earn"), "write 'score 1'"),
    **dict.fromkeys(("lose", "subtract"), "write 'score -1'"),
    "then": "leave it out: the lines under an 'if' are indented",
    "steps": "write the number alone, as in 'within 2'",
    "between": "write both bounds, as in 'height >= 3 and height <= 4'",
    "another": "write 'a'; of what differs write 'is not of the same ...'",
    "other": "leave it out: neighbors of a thing are never the thing itself",
    "unless": "write 'if no ...' or 'if not (...)'",
    **dict.fromkeys(("alone", "isolated", "lonely"), "say what is not there, as in 'where no neighbor is a ...'"),
    "remainder": "write '... mod 2', which is what is left over",
    **dict.fromkeys(("second", "third", "fourth", "fifth", "sixth"), _RANK),
    "length": "write 'size', or 'count of its ...'",
    "longest": "write 'largest size of ...' or 'largest (count of its ...) of rows'",
    **dict.fromkeys(("bigger", "greater"), "write 'taller' of a stack, 'more than 3' of a number"),
    "high": "write 'its height is 2' or 'on floor 2'",
}
"""A help line for each."""

MISPLACED = {
    "adjacent": "write 'any neighbor' or 'beside'",
    "their": "write 'of the opponent' after the thing",
    "its": "write 'of it' after the thing",
    "at": "write 'in' or 'on'",
    "taller": "write 'where any neighbor is taller'",
    "lower": "write 'where any neighbor is lower'",
    **{
        word: f"this is said of numbers, as in 'its height is {word}' or 'with an {word} number'"
        for word in ("even", "odd")
    },
    "mod": "'mod' stands between two numbers, as in 'count of stacks mod 3'",
    "chosen": "write 'for each chosen ...' under a 'choose'",
    "count": "write '(count of its ...)' after 'largest', 'smallest' or 'total'",
    "different": "this is said of kinds and heights, which are counted once each",
    "in": "write the whole condition, as in 'or it is in ...'",
    "on": "write the whole condition, as in 'or it is on ...'",
    **{word: f"write 'is {word}' of something, as in 'it is {word}'" for word in ("face-up", "face-down", "empty")},
}
"""The same for words of the language that are often put where they cannot stand."""

_NUMBER = r"(?:(?:at least|at most|exactly|more than|fewer than) )?(?P<n>\d+)(?: or more| or less)?"
_LINES = "(?:row|column|diagonal|quadrant)s?"
_PHRASES = {
    r"(?:does not have|do not have|has not|have not) the same (?P<w>[a-z-]+)": "write 'is not of the same {w}'",
    r"(?:is|are) of (?:another|a different) (?P<w>[a-z-]+)": "write 'is not of the same {w}'",
    r"(?:has|have) another (?P<w>[a-z-]+)": "write 'is not of the same {w}', or 'has a {w}' of a thing",
    r"(?:does|do) not have|has not|have not": "write 'has no ...'",
    rf"groups? of {_NUMBER} (?P<w>[a-z-]+)": "write 'group of {w} where size >= {n}'",
    r"(?<!is )(?<!are )(?:larger|bigger|greater) than (?P<n>\d+)": "write 'where size > {n}' of a group, 'where height > {n}' of a stack",
    r"(?<!is )(?<!are )smaller than (?P<n>\d+)": "write 'where size < {n}' of a group, 'where height < {n}' of a stack",
    r"(?:is|are) (?:larger|bigger|greater) than (?P<n>\d+)": "write 'is more than {n}' of a number, as in 'its height is more than {n}' or 'size > {n}'",
    r"(?:is|are) smaller than (?P<n>\d+)": "write 'is less than {n}' of a number, as in 'its height is less than {n}' or 'size < {n}'",
    r"(?:is|are) larger than": "write 'is taller than' of a stack, 'is more than' of a number",
    r"(?:is|are) smaller than": "write 'is lower than' of a stack, 'is less than' of a number",
    rf"with (?P<w>[a-z-]+) {_NUMBER}": "write 'where {w} = {n}' or 'where {w} >= {n}'",
    r"with size": "write 'where size = 3' or 'where size >= 3'",
    r"(?<=(?:where|.. if|. and|.. or) )(?P<n>\d+) [a-z-]+": "write 'exactly {n}' or 'at least {n}'",
    r"(?:rows? (?:or|and) columns?|columns? (?:or|and) rows?)": "write 'line': rows and columns are lines",
    rf"{_LINES} \d+(?= (?:where|with|and|or|if|is|has)\b|$)": "rows and columns have no numbers; say what is in one, as in 'row with a ...'",
    r"(?P<a>with|has|have) (?P<w>[a-z-]+s)": "say how many, as in '{a} at least 2 {w}'",
    r"(?:is |are )?(?:divisible by|a multiple of) (?P<n>\d+)": "write '... mod {n} = 0'",
    r"(?P<n>\d+) (?:tallest|highest) (?P<w>[a-z-]+)": "write 'total of the {n} largest heights of {w}'",
    r"(?P<n>\d+) (?:largest|biggest) groups": "write 'total of the {n} largest sizes of groups'",
    r"for every": "write 'for each'",
    r"^ *\d+ (?:for|if)": "write 'score' before the number",
    r"^ *let (?P<a>[a-z-]+) (?P<b>[a-z-]+) be": "a name is one word, as in '{a}-{b}'",
    r"^ *(?:if|for each) .*\b(?P<at>score\b.*)": "put it on a line of its own, indented under this one",
    r"beside (?P<w>[AEFHILMNORSX]\d*)": "write 'beside an {w}'",
    r"beside (?P<w>[A-Z]\d*)": "write 'beside a {w}'",
}
Phrases = tuple[tuple[re.Pattern[str], str], ...]


def phrases(said: dict[str, str]) -> Phrases:
    """Turns of phrase: how each is recognized as whole words, and its help line."""
    return tuple((re.compile(rf"(?<![\w-])(?:{how})(?![\w-])"), help) for how, help in said.items())


PHRASES = phrases(_PHRASES)
"""What to write for turns of phrase in conditions, numbers and scores."""
