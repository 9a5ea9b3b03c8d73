"""What to write for words of plain English that the language does not have."""

from __future__ import annotations

_WORDS = {
    "all": "every", "both": "every", "some": "any", "none": "no", "whose": "where its",
    "that": "where it", "which": "where it", "who": "where it", "without": "with no",
    "sum": "total", "maximum": "largest", "minimum": "smallest", "highest": "largest height",
    "tallest": "largest height", "lowest": "smallest height", "higher": "taller",
    "shorter": "lower", "unique": "different", "else": "otherwise", "near": "beside",
    "touching": "beside", "next": "beside", "equals": "=", "when": "if", "per": "for each",
    "minus": "-", "plus": "+",
    "max": "larger of ... and ...", "min": "smaller of ... and ...", "middle": "center",
}  # fmt: skip
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
    "high": "write 'its height is 2' or 'on floor 2'",
}
"""A help line for each."""

MISPLACED = {
    "adjacent": "write 'any neighbor' or 'beside'",
    "their": "write 'of the opponent' after the thing",
    "its": "write 'of it' after the thing",
    "at": "write 'in' or 'on'",
    "chosen": "write 'for each chosen ...' under a 'choose'",
    "count": "write '(count of its ...)' after 'largest', 'smallest' or 'total'",
    "different": "this is said of kinds and heights, which are counted once each",
    "in": "write the whole condition, as in 'or it is in ...'",
    "on": "write the whole condition, as in 'or it is on ...'",
    **{
        word: f"write 'is {word}' of something, as in 'it is {word}'"
        for word in ("face-up", "face-down", "empty")
    },
}
"""The same for words of the language that are often put where they cannot stand."""
