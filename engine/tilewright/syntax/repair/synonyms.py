"""What to write for words of plain English that the language does not have."""

from __future__ import annotations

SYNONYMS = {
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
    **dict.fromkeys(("contains", "contain", "includes", "include"), "has"),
    **dict.fromkeys(("containing", "including", "showing", "bearing", "having"), "with"),
    "when": "if",
    "foreach": "for each",
    "isnot": "is not",
    "hasa": "has a",
    "per": "for each",
    "minus": "-",
    "plus": "+",
    "max": "larger of ... and ...",
    "min": "smaller of ... and ...",
    "middle": "center",
    "modulo": "mod",
}
_RANK = (
    "for a line, write 'the second row'; for numbers, 'second largest height of ...' or 'second smallest size of ...'"
)
FOREIGN = {word: f"write '{instead}'" for word, instead in SYNONYMS.items()} | {
    "one": "write 'any' or 'exactly 1'",
    "two": "write numbers in digits, as in 'exactly 2' or 'at least 2'; for two together, 'pair of adjacent ...'",
    "three": "write numbers in digits, as in 'exactly 3' or 'at least 3'; for three in a row, 'run of ...'",
    **dict.fromkeys(("four", "five", "six"), "write numbers in digits, as in 'exactly 4' or 'at least 4'"),
    **dict.fromkeys(("point", "points"), "write the number alone, as in 'score 1': scores are always in points"),
    **dict.fromkeys(("gain", "get", "earn"), "write 'score 1'"),
    **dict.fromkeys(("lose", "subtract"), "write 'score -1'"),
    "then": "leave it out: the lines under an 'if' are indented",
    "steps": "write the number alone, as in 'within 2'",
    "between": "write both bounds, as in 'height >= 3 and height <= 4'; for places, 'right of ...' and 'left of ...'",
    "another": "write 'a'; for things that differ, write 'is not of the same ...'",
    "other": "leave it out: the neighbors of a thing never include it; for a pair, write 'every ... in it'",
    "surrounded": "write 'where every neighbor is ...', or 'where no neighbor is empty'",
    **dict.fromkeys(("amount", "quantity"), "write 'count of ...'"),
    **dict.fromkeys(("completed", "full", "filled"), "write 'where every space in it has a stack'"),
    "facing": "say where it is, as in 'beside a ...' or 'where any ... is in the same line'",
    **dict.fromkeys(("double", "twice"), "write '2 *' before the number"),
    "triple": "write '3 *' before the number",
    **dict.fromkeys(
        ("identical", "matching"),
        "write 'with the same ...' for a pair or group, 'it has the same ... as' for one thing",
    ),
    "unless": "write 'if no ...' or 'if not (...)'",
    **dict.fromkeys(("alone", "isolated", "lonely"), "say what is not there, as in 'where no neighbor is a ...'"),
    "remainder": "write '... mod 2', which is the remainder",
    **dict.fromkeys(
        ("straight", "straights", "sequence", "sequences", "chain", "chains"),
        "write 'run of ...' for things in one row or column, 'group of ...' for connected things",
    ),
    **dict.fromkeys(
        ("successive", "subsequent"), "write 'with consecutive numbers' after 'run of ...' or 'group of ...'"
    ),
    "length": "write 'size', or 'count of its ...'",
    "longest": "write 'largest size of runs of ...' or 'largest (count of its ...) of rows'",
    **dict.fromkeys(("bigger", "greater"), "write 'taller' for a stack, 'more than 3' for a number"),
    **dict.fromkeys(
        ("seen", "visible", "sees"), "say from where, as in 'where no stack left of it is as tall or taller'"
    ),
    **dict.fromkeys(("side-by-side", "neighboring"), "write 'pair of adjacent ...', or 'beside a ...' after the thing"),
    **dict.fromkeys(
        ("ascending", "increasing", "ascend", "increase", "sorted", "ordered"),
        "write 'its stacks rise from left to right', or 'never fall' where equal ones may follow",
    ),
    **dict.fromkeys(
        ("descending", "decreasing", "descend", "decrease"),
        "write 'its stacks fall from left to right', or 'never rise' where equal ones may follow",
    ),
    "tied": "write 'is at least that of every opponent'",
    "fewest": "write 'is less than that of every opponent', or 'is at most' if a tie counts",
    **dict.fromkeys(("anyone", "everyone"), "write 'any opponent' or 'every opponent'"),
    "outer": "write 'edge' for an outer row or column",
    "side": "write which edge, as in 'the left edge'",
    **dict.fromkeys(("knight", "knights"), "write 'any neighbor 2 by 1 away'"),
    **dict.fromkeys(("over", "atop"), "write 'above'"),
    **dict.fromkeys(("underneath", "beneath"), "write 'below'"),
    "high": "write 'its height is 2' or 'on floor 2'",
}
"""A help line for each."""

MISPLACED = {
    **{
        word: f"'{word}' goes before a measure, as in '{word} size of groups of ...'"
        for word in ("largest", "smallest")
    },
    **dict.fromkeys(("second", "third", "fourth", "fifth", "sixth"), _RANK),
    "floor": "give its number, as in 'on floor 2' or 'on floor 3 or higher'",
    "top": "write 'above ...' for what is higher in the column, 'has a ...' for what is on a stack",
    "under": "write 'below'",
    "most": "say than whom, as in 'count of ... is more than that of every opponent'",
    "adjacent": "write 'any neighbor', 'beside', or 'pair of adjacent ...'",
    "their": "write 'of the opponent' after the thing",
    "its": "write 'of it' after the thing",
    "at": "write 'in' or 'on'",
    "consecutive": "write 'with consecutive numbers' after 'run of ...', 'group of ...' or 'pair of ...'",
    **{word: f"say what is {word} than what, as in 'where any neighbor is {word}'" for word in ("taller", "lower")},
    **{
        word: f"this applies to numbers, as in 'its height is {word}' or 'with an {word} number'"
        for word in ("even", "odd")
    },
    "mod": "'mod' goes between two numbers, as in 'count of stacks mod 3'",
    "half": "write '... / 2', which is rounded down",
    "chosen": "write 'for each chosen ...' under a 'choose'",
    "count": "write '(count of its ...)' after 'largest', 'smallest' or 'total'",
    "different": "this applies to kinds and heights, which are counted once each",
    "in": "write the whole condition, as in 'or it is in ...'",
    "on": "write the whole condition, as in 'or it is on ...'",
    **{word: f"write what it refers to, as in 'it is {word}'" for word in ("face-up", "face-down", "empty")},
}
"""The same for words of the language that are often put where they cannot stand."""
