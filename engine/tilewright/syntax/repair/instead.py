"""What to write for words of plain English that the language does not have."""

from __future__ import annotations

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
