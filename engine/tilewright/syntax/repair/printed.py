"""Idioms of printed cards, and their equivalents in the language."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate

from tilewright.syntax.words import ORDINALS, VERBS

Help = str | Callable[[re.Match[str]], str]
"""A help line, with the groups of the pattern in braces, or a function of the match."""

ALIKE = "<alike>"
"""A placeholder for the game's word for pieces that are exactly alike."""
DIGITS = {word: str(n) for n, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)}
"""Numerals by number word."""
COUNT = rf"(?:\d+|{'|'.join(DIGITS)})"
_GO_ON = r"(?:where|with|without|of|in|on|beside|between|from|to|as|is|are|has|have|and|or|if|for|than|but|that|which|who|whose|each|every|rounded|rounding)\b"
NOUN = rf"(?!{_GO_ON})[a-z][a-z-]*(?: (?!{_GO_ON})[a-z][a-z-]*){{0,2}}"
END = rf"(?=$|,| {_GO_ON})"
LINE = "rows?|columns?|lines?|quadrants?|squares?|diagonals?|edges?"
_BESIDE = "(?<!diagonally )(?:adjacent|next|close) to(?! each other| one another)"
_ALL_SIDES = "(?: (?:on|from) (?:all|every|each) (?:four |4 )?sides?)?"
_FULL = "(?:complete|completed|full|filled|finished|completely filled|completely full)"
NUMBERS = r"\d+(?:/\d+)+|\d+(?:, ?\d+)+(?:,? (?:and|or) \d+)?"
MORE = "(?:more|higher|above|greater|up|over|taller|larger)"
LESS = "(?:less|fewer|lower|below|smaller|under|shorter)"
MEASURE = "number|height|level|value|size"
AS = {"level": "height", "value": "number", "numbered": "number"}
_SIGNS = {"more": ">", "fewer": "<", "less": "<", "as many": "="}
BOUNDS = {"at least": ">=", "at most": "<=", "exactly": "=", "more than": ">", "fewer than": "<", "less than": "<"}


def digits(number: str) -> str:
    """A number in digits, which may have been written as a word."""
    return DIGITS.get(number, number)


def a(noun: str) -> str:
    """A noun with its article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def singular(noun: str) -> str:
    return noun if noun.endswith("ss") else noun.removesuffix("s")


def _one_of_each(found: re.Match[str]) -> str:
    return f"write 'set of {a(singular(found['a']))} and {a(singular(found['b']))}'"


def _table(found: re.Match[str]) -> str:
    """`1/3/6 for 1/2/3 flags`: a table with the numbers of the line."""
    numbers, counts = re.findall(r"\d+", found["a"]), re.findall(r"\d+", found.groupdict().get("b") or "")
    counts = counts or [str(n) for n in range(1, len(numbers) + 1)]
    if len(counts) != len(numbers):
        return (
            f"give each number of {found['w']} its points, as in '{counts[0]}: {numbers[0]}, {counts[1]}: {numbers[1]}'"
        )
    said = found["w"] if " of " in found["w"] or not found["w"].startswith("different ") else f"{found['w']} of tiles"
    return f"write 'count of {said} read as {entries(counts, numbers)}'"


def entries(counts: list[str], numbers: list[str]) -> str:
    """The entries of a table of points, in order; each holds up to the next one, and the last one is open-ended."""
    in_order = sorted(zip(counts, numbers, strict=True), key=lambda entry: int(entry[0]))
    counts, numbers = [count for count, _ in in_order], [number for _, number in in_order]
    ends = [int(following) - 1 for following in counts[1:]]
    spans = [count if end <= int(count) else f"{count} to {end}" for count, end in zip(counts, ends, strict=False)]
    return ", ".join(
        f"{span}: {number}" for span, number in zip([*spans, f"{counts[-1]} or more"], numbers, strict=True)
    )


def read_as(found: re.Match[str]) -> str:
    """A table with the numbers of the line, for an unknown quantity."""
    numbers = re.findall(r"\d+", re.split(r"\b(?:for|if)\b", found[0])[0])
    return f"write 'count of ... read as {entries([str(n) for n in range(1, len(numbers) + 1)], numbers)}'"


def _measured(found: re.Match[str]) -> str:
    """`with number 5 or 6`, `of height 2, 3 or 4`, `on level 2 or above`."""
    numbers = " or ".join(map(digits, re.findall(COUNT, found["n"])))
    if found["q"]:
        numbers = f"{'at least' if re.fullmatch(MORE, found['q']) else 'at most'} {numbers}"
    return f"write 'where its {AS.get(found['m'], found['m'])} is {numbers}'"


def _compared(found: re.Match[str]) -> str:
    return f"write 'count of {found['a']} {_SIGNS[found['q']]} count of {found['b']}'"


def _than_neighbor(found: re.Match[str]) -> str:
    counted = found["w"] if found["w"] == "points" else f"count of {found['w']}"
    return f"write '{counted} {_SIGNS[found['q']]} {counted} of the {found['s']} player'"


def _difference(found: re.Match[str]) -> str:
    both = f"of count of {found['a']} and count of {found['b']}"
    return f"write '(larger {both}) - (smaller {both})'"


def _group_bounded(found: re.Match[str]) -> str:
    return f"write 'largest size of groups of {found['w']} {BOUNDS[found['q']]} {digits(found['n'])}'"


def times(number: str, counted: str) -> str:
    """A multiple of a count."""
    return f"count of {counted}" if number == "1" else f"{number} * count of {counted}"


def _at_most(found: re.Match[str]) -> str:
    """A limit on a gain or a loss."""
    lost = found["k"].startswith("-")
    return f"write '{'larger' if lost else 'smaller'} of {times(found['k'], found['w'])} and {'-' * lost}{found['n']}'"


def _less_each(found: re.Match[str]) -> str:
    return f"write '{found['k']} - {times(found['n'], found['w'])}'"


def _in_longest(found: re.Match[str]) -> str:
    which = "smallest" if found["q"] in ("shortest", "smallest") else "largest"
    counted = f"{which} (count of its {found['w']}) of {found['l']}s"
    return f"write '{counted if found['n'] == '1' else found['n'] + ' * ' + counted}'"


def _half(found: re.Match[str]) -> str:
    sign = {None: "=", "exactly ": "=", "at least ": ">=", "more than ": ">"}[found["q"]]
    return f"write '2 * (count of {found['w']} {found['p']}) {sign} count of {found['w']}'"


def _of_one(found: re.Match[str]) -> str:
    where = "where " if found[0].startswith("in which") else ""
    return f"write '{where}count of different {found['t']}s in it = 1'"


def _halved(found: re.Match[str]) -> str:
    up = found["u"] and found["u"].endswith("up")
    return f"write '(count of {found['w']} + 1) / 2'" if up else f"write 'count of {found['w']} / 2'"


_SEEN = {"left": "left of", "right": "right of", "top": "above", "bottom": "below"}


def _not_beside(found: re.Match[str]) -> str:
    return f"write 'no {found['w']} is beside {a(found['w'])}'"


def _taller(found: re.Match[str]) -> str:
    than = "taller" if found["t"] in ("higher", "taller") else "lower"
    return f"write '{'' if found['is'] else 'where it is '}{than} than every {singular(found['w'])} in the same {found['l']}'"


PRINTED: dict[str, Help] = {
    rf"(?:no|not) more than (?P<n>{COUNT})": "write 'at most {n}'",
    rf"no (?:fewer|less) than (?P<n>{COUNT})": "write 'at least {n}'",
    rf"(?:if|and|or) (?P<at>(?P<n>{COUNT}) (?P<w>{NOUN}))$": "write 'there are at least {n} {w}' or 'there are exactly {n} {w}'",
    r"for (?:each|every) (?P<at>(?P<a>[a-z]+)(?:/|-| and | & )(?P<b>[a-z]+) (?:pair|set|combination|couple)s?)": _one_of_each,
    rf"(?:pair|combination|couple)s? of (?:an?|one|1) (?P<a>{NOUN}) and (?:an?|one|1) (?P<b>{NOUN})": _one_of_each,
    rf"for (?:each|every) set of (?P<n>{COUNT}) (?P<w>(?!different)[a-z-]+s)$": "write '* (count of {w} / {n})': '/' rounds down",
    rf"for (?:each|every) (?P<at>set of (?P<n>{COUNT}) different (?P<w>{NOUN}))$": "name the {n} parts one by one: 'set of a ..., a ... and a ...'",
    rf"for (?:each|every) (?P<at>sets? of (?P<w>{NOUN}s))$": "say what makes a set: 'group of {w}' for connected ones, '* (count of {w} / 3)' for every 3 of them, 'set of a ... and a ...' for different ones",
    rf"{_FULL} (?P<w>{LINE})": "write '{w} where every space in it has a stack'",
    rf"(?P<w>{LINE}) (?:that|which) (?:is|are) {_FULL}": "write '{w} where every space in it has a stack'",
    rf"(?:where|if|and|or) (?P<at>it is {_FULL})": "write 'every space in it has a stack'",
    rf"with (?:an? )?(?P<n>{MEASURE}) between (?P<a>{COUNT}) and (?P<b>{COUNT})(?! [a-z])": lambda m: (
        f"write 'where {m['n']} >= {digits(m['a'])} and {m['n']} <= {digits(m['b'])}'"
    ),
    rf"(?P<at>(?P<n>count of {NOUN}|{MEASURE})(?: is)? between (?P<a>{COUNT}) and (?P<b>{COUNT}))(?! [a-z])": lambda m: (
        f"write '{m['n']} >= {digits(m['a'])} and {m['n']} <= {digits(m['b'])}'"
    ),
    rf"surrounded by (?:at least )?(?P<n>{COUNT}) (?:or more )?(?P<w>{NOUN}){END}": "write 'beside at least {n} {w}'",
    rf"surrounded by (?P<w>(?:(?!an? |taller|lower|face-up s|face-down s|empty)[a-z-]+ ){{0,2}}[a-z-]+s){_ALL_SIDES}{END}": lambda m: (
        f"write 'where every neighbor is {a(singular(m['w']))}'"
    ),
    rf"surrounded by (?P<w>an? {NOUN}){_ALL_SIDES}{END}": "write 'where every neighbor is {w}'",
    r"surrounded (?:on|from) (?:all|every|each) (?:four |4 )?sides?": "write 'where no neighbor is empty'",
    rf"(?:all|every|each)(?: of)? (?:the |your )*(?P<w>(?!neighbors?\b){NOUN}) (?:is|are|has|have|lies?|sits?)(?: all)?(?: on| at| of| in)?(?: an?)? (?:different|distinct|unique) (?P<t>[a-z]+?)s?": "write 'count of different {t}s of {w} = count of {w}'",
    rf"^ *score (?P<at>(?P<a>{NUMBERS})(?: points?)? (?:for|if)(?: each| having| you have| there are)?(?: sets? of)? (?P<b>{NUMBERS})(?: or more)? (?P<w>{NOUN}))$": _table,
    rf"^ *score (?P<at>(?P<a>{NUMBERS})(?: points?)? for (?!each)(?P<w>{NOUN}))$": _table,
    rf"(?:lying |that (?:is|lies) )?between (?:two|2) (?P<w>{NOUN}){END}": lambda m: (
        "in a row, write 'where it is left of {0} and right of {0}'; in a column, 'above' and 'below'".format(
            a(singular(m["w"]))
        )
    ),
    rf"between (?P<a>an? {NOUN}) and (?P<b>an? {NOUN})": "in a row, write 'where it is left of {a} and right of {b}', or the other way around; in a column, 'above' and 'below'",
    rf"(?:with|of|at|on|having|showing) (?:an? |the )?(?P<m>{MEASURE}) (?:of )?(?P<n>{COUNT}) or (?P<q>{MORE}|{LESS})": _measured,
    rf"(?:with|of|at|on|having|showing) (?:an? |the )?(?P<m>{MEASURE}) (?:of )?(?P<n>{COUNT}(?:, {COUNT})*,? or {COUNT})(?P<q>(?!))?": _measured,
    rf"with (?:an? )?(?P<m>[a-z]+) (?:of )?(?P<n>{COUNT}) or (?P<q>{MORE}|{LESS})": _measured,
    rf"(?P<m>numbered) (?P<n>{COUNT}(?:(?:, {COUNT})*,? or {COUNT})?)(?: or (?P<q>{MORE}|{LESS}))?": _measured,
    rf"of (?P<m>height|number) (?P<n>{COUNT})(?P<q>(?!))?{END}": _measured,
    r"(?:that|which|who) are (?P<w>[a-z-]+[^s\W]s)$": lambda m: f"write 'where it is {a(singular(m['w']))}'",
    rf"without (?:any )?(?:adjacent|neighboring) (?P<w>{NOUN}){END}": lambda m: (
        f"write 'not beside {a(singular(m['w']))}'"
    ),
    rf"without (?:any |an? )?(?P<w>(?!neighbors?)(?:[a-z-]+ )?[a-z-]+){END}": "write 'with no {w}'",
    rf"(?P<l>{LINE}) (?:containing|with|including|that contains?|that has) (?:at least )?(?P<n>{COUNT}) (?:or more )?different (?P<t>[a-z]+)(?: of tiles)?{END}": "write '{l} where count of different {t} of its tiles >= {n}'",
    rf"no (?P<w>{NOUN}) (?:touches|is touching|is (?:next|adjacent) to|borders) (?:another|any other|a different|an?)(?: (?P=w)| one)": _not_beside,
    rf"(?:is |are )(?:adjacent|next|close) to (?:an?|another|any|any other) (?P<w>{NOUN})": "write 'is beside a {w}'",
    rf"{_BESIDE} (?P<n>{COUNT}) or more (?P<w>{NOUN})": "write 'beside at least {n} {w}'",
    rf"{_BESIDE} (?P<q>at least|at most|exactly) (?P<n>{COUNT}) (?P<w>{NOUN})": "write 'beside {q} {n} {w}'",
    rf"{_BESIDE} (?P<n>{COUNT}) (?P<w>{NOUN})": "write 'beside at least {n} {w}' or 'beside exactly {n} {w}'",
    rf"{_BESIDE} (?:an?|another|any|any other) (?P<w>{NOUN})": "write 'beside a {w}'",
    rf"(?:touch|touches|reach|reaches|meets) (?:another|any other) (?P<w>{NOUN})": "write 'is beside a {w}'",
    rf"for (?:each|every) (?P<at>(?P<t>[a-z]+) (?:that |which |of which )?you have (?:at least )?(?P<n>{COUNT}) (?:or more )?(?:tiles )?of)$": "write '{t} with at least {n} tiles'",
    rf"you have no (?P<w>{NOUN})": lambda m: f"write 'there is no {singular(m['w'])}'",
    r"(?:with nothing|without anything) (?:next to|adjacent to|beside|around) it": "write 'where every neighbor is empty'",
    rf"(?:you have|(?:your|the) [a-z]+ has) (?P<q>at least|at most|exactly|more than) (?P<n>{COUNT}) different (?P<t>[a-z]+){END}": lambda m: (
        f"write 'count of different {m['t']} of tiles {BOUNDS[m['q']]} {digits(m['n'])}'"
    ),
    rf"different (?P<t>[a-z]+) (?:among|on|of|in) your (?P<w>(?!largest|longest|biggest|tallest){NOUN})": "write 'different {t} of {w}'",
    rf"(?:exactly )?(?P<n>{COUNT}) (?:space|step|tile)s? (?:away )?from (?:an?|another|any other) (?P<w>{NOUN})": lambda m: (
        f"write 'where any neighbor {digits(m['n'])} away is {a(m['w'])}'"
    ),
    rf"with (?P<w>an? {NOUN}) (?:on|to) (?:its|the) (?P<s>left|right)": "write 'where its {s} neighbor is {w}'",
    rf"(?:with|(?:which|that) has) (?P<w>an? {NOUN}) (?:next to|adjacent to|beside) it": "write 'beside {w}'",
    rf"for (?:each|every) pair of (?P<w>{NOUN}) (?:in|on) the same (?P<l>row|column|line|quadrant|diagonal)": "write 'for each {l} for each pair of {w} in the {l}'",
    rf"(?:the )?product of (?:the |your )*(?P<a>{NOUN}) and (?:the |your )*(?P<b>{NOUN})": "write 'count of {a} * count of {b}'",
    rf"(?:the )?difference between (?:the |your )*(?P<a>{NOUN}) and (?:the |your )*(?P<b>{NOUN})": _difference,
    rf"for an? (?:complete |full )?set of (?P<w>{NOUN}s)$": "say what makes it complete, as in 'if count of different ... of {w} = ...'",
    rf"you (?:have|own) (?:all|every)(?: of)?(?: the)? (?P<n>{COUNT}) (?P<w>{NOUN})": "say how they differ, as in 'count of different ... of {w} = {n}'",
    rf"pairs? of (?:identical|matching|equal|the same) (?P<w>{NOUN})": "write 'pair of {w} with the same ...', and what has to be the same",
    rf"(?P<n>\d+) for each (?P<w>(?!different\b){NOUN}) in (?:the|your) (?P<q>tallest|longest|fullest|biggest|largest|best|busiest|most (?:populous|crowded)|shortest|smallest) (?P<l>row|column|quadrant)": _in_longest,
    rf"(?:the|your) (?:largest|biggest) group has (?P<q>{'|'.join(BOUNDS)}) (?P<n>{COUNT}) (?P<w>{NOUN})": _group_bounded,
    r"^ *score (?P<at>(?P<k>-?\d+)(?: points?)? for each (?P<w>.+?),? \(?(?:but |to a |up to )?(?:no more than|at most|a maximum of|maximum(?: of)?|max\.?|up to(?: a maximum of)?) -?(?P<n>\d+)(?: points?)?(?: in total)?\)?)$": _at_most,
    r"^ *score (?P<at>(?P<k>\d+)(?: points?)?,? (?:minus|-|less) (?P<n>\d+)(?: points?)? (?:for each|for every|per) (?P<w>.+))$": _less_each,
    rf"(?:for each )?(?P<at>(?P<n>{COUNT}) (?P<w>{NOUN}) in a (?:row|line))": "write 'run of {w} where size >= {n}'",
    rf"(?P<n>{COUNT}) in a (?:row|line) of (?P<w>{NOUN})": "write 'run of {w} where size >= {n}'",
    rf"(?:the )?(?:value|number) of (?:the |your )?(?:highest|largest|greatest|biggest) (?P<w>{NOUN})": "write 'largest number of {w}'",
    rf"(?P<at>(?:in which )?(?:all|every|each)(?: of)?(?: the| its)* {NOUN} (?:in it )?(?:have|has|is|are|shares?)(?: of)? the same (?P<t>[a-z]+))$": _of_one,
    rf"half (?:of )?(?:the |your )?(?:number|count|amount) of (?:your |the )*(?P<w>{NOUN})(?P<u>,? round(?:ed|ing) (?:up|down))?": _halved,
    r"(?:visible|seen|that can be seen) from the (?P<s>left|right|top|bottom)(?: edge| side)?": lambda m: (
        f"write 'where no stack {_SEEN[m['s']]} it is as tall or taller'"
    ),
    r"(?:with|beside|next to) (?:an?|any) (?P<t>taller|lower) (?:neighbor|stack)": "write 'where any neighbor is {t}'",
    r"is (?:the )?(?:most|highest|greatest)$": "write 'is more than that of every opponent', or 'is at least that of every opponent' if a tie counts",
    rf"(?P<q>exactly |at least |more than )?half of (?:your |the |all )*(?P<w>{NOUN}) (?:are|is) (?P<p>(?:in|on|beside) .+)$": _half,
    r"you have (?P<q>more|fewer|less) (?P<w>[a-z-]+) than (?:the |your )?(?:player (?:to|on) your )?(?P<s>left|right)(?: neighbor| player)?": _than_neighbor,
    rf"(?:there are|you have) (?P<q>more|fewer|less) (?P<a>{NOUN}) than (?P<b>(?!(?:you|the|any|every|each|all|other)\b){NOUN}){END}": _compared,
    rf"(?:there are|you have) (?:exactly )?(?P<q>as many) (?P<a>{NOUN}) as (?P<b>{NOUN}){END}": _compared,
    rf"(?<!is )(?<!are )(?:occupied|covered|held) by (?P<w>an? {NOUN})": "write 'with {w}'",
    rf"(?P<is>(?<=where it is )|(?<=and it is ))?(?:(?:that|which) is )?(?P<t>higher|taller|lower|shorter) than (?:all|every|each|any)(?: of| the| other)* (?P<w>{NOUN}) in (?:its|the same|that) (?P<l>row|column|line|quadrant|diagonal)": _taller,
    r"there (?:is|are) (?:at least )?(?:an?|one|1) (?P<w>[a-z-]+) of (?:each|every) (?P<t>[a-z-]+)": "write 'every {t} has a {w}'",
}
"""Idioms that cannot be understood from their single words."""

LOOSE: dict[str, Help] = {
    _BESIDE: "write 'beside'",
    rf"(?P<n>{COUNT}) or more(?= [a-z])": "write 'at least {n}'",
    rf"(?P<n>{COUNT}) or (?:fewer|less)(?= [a-z])": "write 'at most {n}'",
}
"""Idioms for parts of phrases, used if no longer idiom matches."""


_DOES = {"lose": "pay", "spend": "pay", "get": "gain", "earn": "gain", "receive": "gain", "score": "gain"}
_DOES |= {"remove": "discard", "pick": "choose", "put": "place", "flip": "turn"}
SAID = tuple(_DOES)
"""Verbs of printed cards with a different name in the language."""
_VERB = f"(?:{'|'.join((*VERBS, 'do', 'may'))})"
_ACTION = (
    r"(?:(?:gain|pay) [\d(]|(?:choose|take|draw|discard|place|move|build) (?:an?|it|its|the|\d+) |place it|discard it"
    r"|(?:turn|flip) |mark it|do [a-z]|may [a-z]|now |fill the )"
)


def plain_verb(word: str) -> str:
    """The verb of the language, without the s of `loses`."""
    known = (*VERBS, *_DOES)
    plain = next((form for form in (word, word.removesuffix("s"), word.removesuffix("es")) if form in known), word)
    return _DOES.get(plain, plain)


def _each_does(found: re.Match[str]) -> str:
    """`each opponent discards a tile`: the opponent chooses."""
    who = "opponent" if found["other"] or found["who"] == "opponent" else "player"
    verb = plain_verb(found["v"])
    turn = "" if verb in ("gain", "pay") else " in turn"
    return f"write 'for each {who}{turn}' on a line above, and '{verb} {found['rest']}' indented under it"


def _gain_each(found: re.Match[str]) -> str:
    return f"write '{plain_verb(found['v'])} ({times(found['n'], found['w'])}) {found['c'].removesuffix('s')}s'"


def _gain(found: re.Match[str]) -> str:
    return f"write 'gain {found['n']} points'" if found["n"] != "1" else "write 'gain 1 point'"


def _one_step(found: re.Match[str]) -> str:
    """`to an adjacent face-down stack where ...`."""
    without = found.groupdict().get("d")
    where = " and ".join(
        filter(None, (found["e"] and f"it is {found['e']}", found["c"], without and f"it has no {without}"))
    )
    return f"write 'move {found['w']} to a neighbor of it{' where ' * bool(where)}{where}'"


def _swap_neighbors(found: re.Match[str]) -> str:
    """`swap two adjacent flags`: the neighbor is a flag, too."""
    which = "" if found["w"] in ("tile", "stack", "piece", "space") else f" where it is {a(found['w'])}"
    return f"write 'choose {a(found['w'])}' on one line, and 'swap it and a neighbor{which}' on the next"


def _two_done(found: re.Match[str]) -> str:
    """Two actions in one line; the side of `flip it` follows from the chosen piece."""
    first, then = found["a"], found["b"]
    if re.fullmatch(r"(?:flip|turn)(?: over)? it(?: over)?", then) and (side := re.search("face-(up|down)", first)):
        then = f"turn face-{'down' if side[1] == 'up' else 'up'} it"
    if first.startswith("may "):  # the second action depends on the first
        return f"write 'up to 1 times\n  {first.removeprefix('may ')}\n  {then}'"
    return f"write '{first}' on one line, and '{then}' on the next"


DONE: dict[str, Help] = {
    r"^ *(?:trade|exchange) .+ for .+$": "write two lines: what is given, as in 'return a ...' or 'pay 2 points', and what is received, as in 'take a ... in the ...' or 'gain 1 point'",
    r"(?:take|gain|get) (?P<at>(?:another|an? (?:extra|second|new|additional)) turn)": "turns are taken in order; to do something again, put it under '2 times'",
    r"^ *(?P<at>place (?P<w>it|the [a-z-]+|an? [a-z-]+) (?:to|on|onto|into) (?P<s>.+))$": "write 'move {w} to {s}'; 'place {w}' puts it where the game file allows it",
    r"^ *(?:you )?score (?P<n>\d+)(?: points?)?$": _gain,
    r"^ *(?P<v>gain|pay|lose|get|earn|receive|score) (?P<n>\d+) (?P<c>[a-z-]+) (?:for each|for every|per) (?P<w>(?!of (?:them|these|those)\b).+?)(?: (?:that )?you (?:own|have))?$": _gain_each,
    r"^ *(?P<v>gain|pay|lose|get|earn|receive|score) (?P<n>\d+) (?P<c>[a-z-]+) (?:for each|per) of (?:them|these|those)": lambda m: (
        f"put '{plain_verb(m['v'])} {m['n']} {m['c']}' under the line that repeats what is done, as in 'up to 2 times'"
    ),
    r"^ *(?:each|every|all|both)(?: of)?(?P<other> other)?(?: the| your)* ?(?P<who>opponent|player)s? (?:must |may |has to |have to )?(?P<v>[a-z]+) (?P<rest>.+)": _each_does,
    r"^ *(?P<other>other )?(?P<who>opponent|player)s (?:must |have to )?(?P<v>[a-z]+) (?P<rest>.+)": _each_does,
    r"^ *move (?P<w>.+?) to (?:an?|any|another|the) (?:adjacent|neighboring|next|nearby) (?:(?P<e>empty|face-up|face-down) )?(?:space|stack|tile|field|square)(?: where (?P<c>.+)| without (?:an? |any )?(?P<d>[a-z-]+))?$": _one_step,
    r"^ *move (?P<w>.+?)(?: by)? (?:one|1) (?:space|step|field|square)(?P<e>(?!))?(?P<c>(?!))?(?: away)?$": _one_step,
    rf"^ *(?P<a>{_VERB}\b.+?)(?:,\s*(?:and |then )?| and then | (?:and|then|to) )(?P<b>{_ACTION}.*)$": _two_done,
    rf"^ *(?P<v>{_VERB}) (?P<a>[a-z-]+),?(?: and| then| and then)? (?P<w>{_VERB}) (?P<b>[a-z-]+)$": lambda m: (
        f"write '{m['v']} {a(m['a'])}' on one line, and '{m['w']} {a(m['b']) if m['b'] != m['a'] else 'it'}' on the next"
    ),
    r"(?:turn|flip)(?: over)? (?P<w>(?!face)(?:up to )?(?:\d+|an?|the|its?)(?: [a-z-]+){0,3}?) face[- ](?P<f>up|down)$": "write 'turn face-{f} {w}'",
    rf"^ *(?:turn|flip)(?: over)? (?:all|every|each)(?: of)?(?: the| your)* (?P<w>{NOUN}) face[- ](?P<f>up|down)$": lambda m: (
        f"write 'for each {singular(m['w'])}' on a line above, and 'turn face-{m['f']} it' indented under it"
    ),
    r"^ *the (?P<s>left|right) player (?:must |has to )?(?P<v>[a-z]+) (?P<rest>.+)": lambda m: (
        f"write 'as the {m['s']} player' on a line above, and '{plain_verb(m['v'])} {m['rest']}' indented under it"
    ),
    r"^ *repeat (?:this|it|that) (?P<n>(?:up to )?\d+) times?$": lambda m: (
        f"put '{m['n']} times' on a line above, and indent what is repeated under it"
    ),
    rf"^ *(?P<a>{_VERB} (?:(?! until ).)+?) (?:if|when) (?P<c>.+)$": "write 'if {c}' on a line above, and '{a}' indented under it",
    r"(?:from|of) (?:him|her|them|that player|this player)": "write 'of the player'",
    r"(?P<at>anywhere|wherever you (?:like|want))$": "leave it out: the player picks where",
    r"^ *(?P<at>you (?:may|can))(?= [a-z])": "write 'may'",
    r"^ *swap (?:two|2) adjacent (?P<w>[a-z-]+(?: [a-z-]+)*?)s$": _swap_neighbors,
}
"""Idioms for whole statements of play."""


_POINTS = r"(?:points?|pts?|vps?|VPs?|victory points?)"
_A = r"(?:at least )?(?:an?|one|1)"
_THAN = {"higher than": "more than", "greater than": "more than", "larger than": "more than", "lower than": "less than"}
_BORDER = r"(?:border|edge|side|outside|perimeter)"
_AWAY = r"(?:spaces?|steps?|tiles?) (?:away )?(?:from|of) (?:an?|another|any|(?:the )?(?:nearest|closest)|(?:any|every|each|all) other)"
_TIMES = {"once": "1", "twice": "2"}
_GROUP_EDGE = "any space in it is on the {} edge"


def _lines(found: re.Match[str]) -> str:
    """Two lines that score, of one sentence."""
    first, second = found["a"], found["b"]
    return f"write 'score {first}' on one line, and 'score {second}' on the next"


def _has_all(found: re.Match[str]) -> str:
    """`row with both an A and a B`."""
    things = re.split(r",? and |, ", found["w"])
    nouns = [re.sub(rf"^(?:both )?{_A} ", "", thing) for thing in things]
    return f"write '{found['l']} where it has {' and '.join(map(a, nouns))}'"


def _any_of(found: re.Match[str]) -> str:
    """`for each A, B or C`."""
    nouns = re.split(r",? or |, ", found["w"])
    return f"write 'stack where it is {' or '.join(map(a, nouns))}'"


def _every_line(found: re.Match[str]) -> str:
    return f"write 'every {found['l']} has {a(singular(found['w']))}'"


def _points_for(found: re.Match[str]) -> str:
    """`1 for 1 flag, 3 for 2 flags and 6 for 3 flags`."""
    pairs = re.findall(rf"({COUNT})(?: {_POINTS})? (?:for|if you have) ({COUNT})", found[0])
    numbers, counts = zip(*((digits(points), digits(count)) for points, count in pairs), strict=True)
    noun = found["w"] if found["w"].endswith("s") else f"{found['w']}s"
    return f"write 'count of {noun} read as {entries(list(counts), list(numbers))}'"


def _first_and_others(found: re.Match[str]) -> str:
    """`3 for the first flag and 1 for each other flag`."""
    others = f"larger of (count of {found['w']}s - 1) and 0"
    others = others if found["b"] == "1" else f"{found['b']} * ({others})"
    return f"write 'score {found['a']} if there is {a(found['w'])}' on one line, and 'score {others}' on the next"


def _nth(found: re.Match[str]) -> str:
    """`1 for the first flag, 3 for the second and 6 for the third`: each adds to those before it."""
    ranks = ("first", "second", "third", "fourth", "fifth", "sixth")
    said = re.findall(rf"({COUNT})(?: {_POINTS})? for the ({'|'.join(ranks)})", found[0])
    if [rank for _, rank in said] != list(ranks[: len(said)]):
        return "give each number its points, as in 'count of ... read as 1: 1, 2: 3'"
    sums = accumulate(int(digits(number)) for number, _ in said)
    return (
        f"write 'count of {found['w']}s read as {entries([str(n + 1) for n in range(len(said))], [*map(str, sums)])}'"
    )


def _beyond(found: re.Match[str]) -> str:
    """`10 minus 2 for each flag beyond the third, but not less than 0`."""
    noun = found["w"] if found["w"].endswith("s") else f"{found['w']}s"
    more = f"(larger of (count of {noun} - {ORDINALS.index(found['o']) + 1}) and 0)"
    lost = more if digits(found["n"]) == "1" else f"{digits(found['n'])} * {more}"
    if found["k"] is None:
        return f"write '{lost}'"
    rest = f"{digits(found['k'])} - {lost}"
    return f"write 'larger of ({rest}) and 0'" if found["z"] else f"write '{rest}'"


def _bounded(found: re.Match[str]) -> str:
    measure, bound = AS.get(found["m"], found["m"]), _THAN.get(found["q"], found["q"])
    return f"write 'where its {measure} is {bound} {digits(found['n'])}'"


def _nearer(found: re.Match[str]) -> str:
    """`more than 2 spaces from a flag`, `at most 3 spaces away from a flag`."""
    number, quantity = int(digits(found["n"])), found["q"]
    far = quantity in ("more than", "at least", "more")
    within = number - (quantity in ("at least", "more", "less than", "fewer than"))
    return f"write 'where {'no' if far else 'any'} neighbor within {within} is {a(found['w'])}'"


def _both_ends(found: re.Match[str]) -> str:
    """`for each row with flags on both ends`."""
    first, thing = "column" if found["l"] == "row" else "row", singular(found["w"])
    ends = " and ".join(f"any {thing} in it is in the {which} {first}" for which in ("first", "last"))
    return f"write '{found['l']} where {ends}'"


def _farthest(found: re.Match[str]) -> str:
    return f"write 'largest distance of pairs of {found['w']}'"


def _in_rows(found: re.Match[str]) -> str:
    """`in rows 1 and 2`."""
    numbers, line = [int(number) for number in re.findall(r"\d", found["n"])], found["l"]
    known = [f"in the {ORDINALS[number - 1]} {line}" for number in numbers if 0 < number <= len(ORDINALS)]
    return f"write 'where it is {' or '.join(known)}'"


def _only_one(found: re.Match[str]) -> str:
    """`that is the only flag in its row and its column`."""
    if found["q"] == "or":
        return "write 'where {0} row or {0} column'".format(f"no {found['w']} is in the same")
    return f"write 'where no {found['w']} is in the same {'line' if found['q'] else found['l']}'"


def _connects(found: re.Match[str]) -> str:
    """`that connects the left edge and the right edge`, `that connects two opposite edges`."""
    where = f"'where {_GROUP_EDGE.format(found['a'] or 'left')} and {_GROUP_EDGE.format(found['b'] or 'right')}'"
    return f"write {where}" if found["a"] else f"say which edges, as in {where}"


_PLAYER = r"(?:your|the) (?P<s>left|right)(?:-hand)? (?:neighbor|player|opponent)"

_THAT = "(?:that|which|where it)"

SENTENCES: dict[str, Help] = {
    rf"(?:stack|tower|pile)s? (?P<at>(?:with|of|that has|that have|where it has|having) (?P<q>exactly |at least |at most )?(?P<n>{COUNT}) (?P<r>or more )?(?:tiles|pieces|levels|floors))": lambda m: (
        f"write 'where height {'>=' if m['r'] else BOUNDS[(m['q'] or 'exactly').strip()]} {digits(m['n'])}'"
    ),
    rf"^ *score (?P<at>(?:(?P<k>{COUNT})(?: {_POINTS})?,? (?:minus|-|less) )?(?P<n>{COUNT})(?: {_POINTS})? (?:for each|for every|per) (?P<w>[a-z -]+?) (?:beyond|after|over|past) the (?P<o>{'|'.join(ORDINALS)})(?P<z>,? (?:but )?(?:not|never|no) (?:less|lower|fewer) than (?:0|zero)|,? (?:to a )?minimum (?:of )?(?:0|zero))?)$": _beyond,
    rf"^ *(?P<at>score (?P<n>-?\d+) for (?:each|every) (?P<l>row|column|quadrant|line) (?:where|in which) you have (?P<q>more|fewer|less) (?P<w>{NOUN}) than (?:the|your) (?P<s>left|right)(?:-hand)? (?:player|neighbor|opponent)(?: (?:in|on) (?:it|there|that [a-z]+|the same [a-z]+))?)$": lambda m: (
        f"write 'for each {m['l']}\n  score {m['n']} if count of its {m['w']} is {'more' if m['q'] == 'more' else 'less'} than that of the {m['s']} player'"
    ),
    r"^ *(?P<at>score (?P<p>.*\b)(?P<r>runs?|groups?) of (?P<a>(?!exactly|at\b)[a-z-]+s) (?:and|or) (?P<b>[a-z-]+s)(?P<e> where size .+)?)$": lambda m: (
        f"write 'let member be a stack where it is {a(singular(m['a']))} or {a(singular(m['b']))}\nscore {m['p']}{m['r']} of members{m['e'] or ''}'"
    ),
    rf"(?:lying |sitting |standing )?on top of (?:at least )?(?P<n>{COUNT})(?P<q> or more)? (?:[a-z-]+ )?(?:tiles|levels|pieces)": lambda m: (
        f"write 'on floor {int(digits(m['n'])) + 1}{' or higher' if m['q'] or 'at least' in m[0] else ''}'"
    ),
    rf"(?:trio|triple|triplet)s? of (?:adjacent |touching |neighboring )?(?P<w>{NOUN}s)": "write 'group of {w} where size = 3', or 'run of {w} where size = 3' for a straight line",
    rf"(?:with|having|that has|which has) (?P<q>at least|at most|exactly) (?P<n>{COUNT}) (?:neighboring|adjacent|touching) (?P<w>{NOUN})": "write 'beside {q} {n} {w}'",
    rf"(?:{LINE}) (?P<at>(?:with|having|that has|containing) (?:the same|an equal) (?:number|amount) of (?P<a>{NOUN}) and (?P<b>{NOUN}))": "write 'where count of its {a} = count of its {b}'",
    r"(?:which|whose|of which the|where the|with its) number (?:is )?(?P<p>even|odd)": "write 'with an {p} number'",
    rf"(?:which|whose|of which the|where the|with its) (?P<m>{MEASURE}) (?:is|equals)(?= )": lambda m: (
        f"write 'where its {AS.get(m['m'], m['m'])} is'"
    ),
    rf"with (?P<q>no|any) other (?P<w>{NOUN}) in (?:its|the same|that) (?P<l>row|column|line|diagonal|quadrant)": "write 'where {q} {w} is in the same {l}'",
    rf"(?:{LINE}) (?:where|in which|whose) (?P<at>(?:all|every|each)(?: of)?(?: the| its)* (?P<w>{NOUN}?)s? (?:in it )?(?:are|is)(?: all)? (?P<s>face[- ]up|face[- ]down|empty))": lambda m: (
        f"write 'every {m['w']} in it is {m['s'].replace(' ', '-')}'"
    ),
    rf"(?:{LINE}) whose (?P<at>(?P<w>{NOUN}?)s are(?: all)? (?P<s>face[- ]up|face[- ]down|empty))": lambda m: (
        f"write 'every {m['w']} in it is {m['s'].replace(' ', '-')}'"
    ),
    rf"pairs? of adjacent (?P<w>{NOUN}?) (?:with|of|at|on|that have|having) (?:a )?(?:different|distinct|unequal) (?P<m>height|number|level)s?": lambda m: (
        f"write 'pair of adjacent {m['w']} where largest {AS.get(m['m'], m['m'])} of it > smallest {AS.get(m['m'], m['m'])} of it'"
    ),
    r"(?P<w>an? |the )(?P<n>[2-6])[- ](?:high |tile |level )?(?P<s>stack)(?!s)": "write '{w}stack where height = {n}'",
    rf"^ *score (?P<at>(?:the|your) (?:longest|largest|biggest) (?P<l>row|line|run|chain|group|area) of (?P<w>{NOUN}))$": lambda m: (
        f"write 'largest size of {'groups' if m['l'] in ('group', 'area', 'chain') else 'runs'} of {m['w']}'"
    ),
    rf"(?:runs|groups) of (?P<a>{NOUN}s) (?:and|or) (?P<b>{NOUN}s)": lambda m: (
        f"write 'let member be a stack where it is {a(singular(m['a']))} or {a(singular(m['b']))}' on a line above, and '{m[0].split()[0]} of members' here"
    ),
    r"(?:that is |where it is )?(?:taller|higher) than both(?: of)?(?: its| the)? neighbors": "write 'where exactly 2 neighbors have a stack and every neighbor is lower'",
    rf"{_THAT} is the only (?P<w>{NOUN}) in (?:its|the|that) (?P<l>row|column)(?: (?P<q>and|or)(?: in)?(?: its| the)? (?:column|row))?": _only_one,
    rf"{_THAT} connects? (?:(?:two |2 )?opposite (?:edges|sides)|(?:the )?(?P<a>left|right|top|bottom)(?: edge)? (?:and|to|with) (?:the )?(?P<b>left|right|top|bottom)(?: edges?)?)": _connects,
    rf"(?P<l>{LINE}) (?:with|containing|that has|where it has) (?P<q>at least |exactly )?(?P<n>{COUNT}) (?P<o>or more )?(?P<w>{NOUN}) (?:of|with|that have|sharing) the same (?P<t>[a-z]+)": lambda m: (
        f"write '{m['l']} where any {m['t']} has {m['q'] or 'at least '}{digits(m['n'])} {m['w']} in the {m['l']}'"
    ),
    rf"for (?:each|every) set of .+ (?P<at>(?P<n>{COUNT}) different [a-z-]+)": "name the {n} parts one by one: 'a ... and a ...'",
    r"(?:is|are) tied for (?:the )?most": "write 'is at least that of every opponent'",
    r"^ *score (?P<at>(?P<n>\d+) for each (?P<w>[^,]+), (?:but )?only if (?P<c>.+))$": "write '{n} for each {w} if {c}'",
    r"^ *(?P<at>score (?P<n>\d+) for each (?P<w>[^,]+),? (?:minus|less|but lose) (?P<m>\d+) for each (?P<x>.+))$": "write 'score {n} for each {w}' on one line, and 'score -{m} for each {x}' on the next",
    r"your [a-z]+ has no (?P<w>(?:empty |face-up |face-down )?[a-z-]+?)s?$": "write 'there is no {w}'",
    rf"the player (?:to|on) your (?P<s>left|right) has (?P<q>more|fewer|less) (?P<w>{NOUN})": lambda m: (
        f"write 'count of {m['w']} {'<' if m['q'] == 'more' else '>'} count of {m['w']} of the {m['s']} player'"
    ),
    rf"for (?:each|every) (?P<at>(?!{LINE})(?P<w>{NOUN}(?:, {NOUN})*,? or (?!{LINE}){NOUN}) (?P<p>(?:in|on|beside|next to|adjacent to) (?:a|an|the) .+))$": lambda m: (
        _any_of(m).replace("write 'stack", f"write 'stack {re.sub('^(?:next|adjacent) to', 'beside', m['p'])}")
    ),
    rf"(?:adjacent to|next to|beside) both an? (?P<a>{NOUN}) and an? (?P<b>{NOUN})": lambda m: (
        f"write 'where it is beside {a(m['a'])} and beside {a(m['b'])}'"
    ),
    rf"(?:that|which) (?:doesn't|does not|don't|do not) (?:contain|have|hold|include) (?:an? |any )?(?P<w>{NOUN})": "write 'with no {w}'",
    rf"group of (?P<n>{COUNT})(?:\+| or more) (?P<w>{NOUN})": "write 'group of {w} where size >= {n}'",
    rf"(?:the|your) largest group is (?:bigger|larger|greater) than (?P<n>{COUNT})": "write 'largest size of groups of stacks > {n}'",
    rf"(?P<n>\d+) (?:per|for each|for every) (?:height|level|floor|story|storey) of (?:the |your |all )*(?P<w>{NOUN}s)$": lambda m: (
        f"write '{'' if m['n'] == '1' else m['n'] + ' * '}total height of {m['w']}'"
    ),
    rf"with (?P<q>more|fewer|less) (?P<w>{NOUN}) than (?!you\b|your\b|any\b|each\b)(?P<v>{NOUN})$": lambda m: (
        f"write 'where count of its {m['w']} {'>' if m['q'] == 'more' else '<'} count of its {m['v']}'"
    ),
    r"(?:without|with no) neighbou?rs?": "write 'where every neighbor is empty'",
    rf"(?:orthogonally|directly) (?:adjacent|next) to an? (?P<w>{NOUN})": "write 'beside a {w}'",
    rf"(?<!least )(?<!most )(?<!exactly )(?<!than )(?P<n>{COUNT}) (?:spaces?|steps?) apart": "write 'where distance = {n}'",
    r"(?P<w>tiles?|stacks?) (?:that (?:is|are) )?(?:facing|turned|lying face) (?P<f>up|down)": "write 'face-{f} {w}'",
    r"(?P<q>hidden|concealed|revealed) (?P<w>tiles?|stacks?)": lambda m: (
        f"write 'face-{'down' if m['q'] in ('hidden', 'concealed') else 'up'} {m['w']}'"
    ),
    rf"(?:2|two)(?: ?[xX×-] ?|[ -]by[ -])(?:2|two) (?:block|square|group|area)s? of (?P<w>{NOUN})": lambda m: (
        f"write 'square where every space in it has {a(singular(m['w']))}'"
    ),
    r"for connecting (?:the )?(?:left(?: edge)? and (?:the )?right|top(?: edge)? and (?:the )?bottom)(?: edges?| sides?)?": lambda m: (
        f"write 'if there is a group of stacks where {_GROUP_EDGE.format('left' if 'left' in m[0] else 'top')} "
        f"and {_GROUP_EDGE.format('right' if 'left' in m[0] else 'bottom')}'"
    ),
    rf"(?P<t>[a-z]+) (?:(?:that|which) appears?|(?:that )?you have) (?P<q>at least|exactly|at most) (?P<n>once|twice|{COUNT} times)": lambda m: (
        f"write '{m['t']} with {m['q']} {_TIMES.get(m['n']) or digits(m['n'].split()[0])} stack{'' if m['n'] == 'once' else 's'}'"
    ),
    r"(?:the )?(?:number|amount) of (?P<w>(?:empty|face-up|face-down|different|border|corner) [a-z-]+s)": "write 'count of {w}'",
    rf"half (?:of )?(?:your|the) (?P<w>{NOUN})$": "write 'count of {w} / 2'",
    r"the (?P<n>[a-z]+) (?P<l>row|column) is (?:full|complete|completed|filled)": "write 'every space in the {n} {l} has a stack'",
    rf"(?:that )?shar(?:ing|es?) (?:an?|its|the same) (?P<l>row|column|quadrant) with an? (?P<w>{NOUN})": "write 'in a {l} with a {w}'",
    rf"with (?P<w>an? {NOUN}) (?P<s>above|below)$": "write 'with {w} {s} it'",
    r"(?:that is )?(?P<t>taller|higher|lower|shorter) than the (?:stack|tile|space|one) (?:to|on) its (?P<s>left|right)": lambda m: (
        f"write 'where it is {'taller' if m['t'] in ('taller', 'higher') else 'lower'} than its {m['s']} neighbor'"
    ),
    rf"numbered (?P<q>at least|at most|more than|less than|{'|'.join(_THAN)}) (?P<n>{COUNT})": lambda m: (
        f"write 'where its number is {_THAN.get(m['q'], m['q'])} {digits(m['n'])}'"
    ),
    rf"(?:the )?(?P<q>highest|greatest|biggest|lowest) (?P<m>number|height) (?:among|of|on) (?:your |the |all )*(?P<w>{NOUN}s)": lambda m: (
        f"write '{'smallest' if m['q'] == 'lowest' else 'largest'} {m['m']} of {m['w']}'"
    ),
    rf"all(?: of)?(?: your| the)? (?P<w>{NOUN}) are in (?:the same|one|a single) (?P<l>row|column|quadrant)": "write 'any {l} has at least (count of {w}) {w}'",
    rf"(?:your|the) (?P<w>{NOUN}) (?:are|have) all (?:at |on |of )?(?:different|distinct) (?P<t>[a-z]+?)s?$": "write 'count of different {t}s of {w} = count of {w}'",
    rf"no (?P<l>{LINE}) (?:is|are) empty": "write 'every {l} has a stack'",
    rf"(?P<q>at least|more than|exactly) half of (?:the |your |all )*(?P<w>{NOUN}) (?:are|is) (?P<p>face-up|face-down)": lambda m: (
        f"write '2 * count of {m['p']} {m['w']} {BOUNDS[m['q']]} count of {m['w']}'"
    ),
    rf"(?:there is |you have )?only (?:one|1|a single) (?P<w>{NOUN})$": "write 'there is exactly 1 {w}'",
    rf"(?:you have |there are )?(?:the same|an equal) (?:number|amount) of (?P<a>{NOUN}) and (?P<b>{NOUN})": "write 'count of {a} = count of {b}'",
    r"you have the (?:tallest|highest) stack": "write 'largest height of stacks is more than that of every opponent'",
    r"of your (?P<s>left|right) (?:neighbor|player|opponent)": "write 'of the {s} player'",
    rf"for (?:each|every) (?P<at>(?P<w>{NOUN}) of (?:each|every|any) opponent)$": "write 'opponent for each {w} of the opponent'",
    rf"for (?P<n>{COUNT}) or more (?P<w>{NOUN})$": "write 'if there are at least {n} {w}'",
    rf"(?P<w>{NOUN}) (?:except|but not) (?:for )?(?:those |ones |the ones |any )?(?P<p>(?:in|on) (?:the|a) (?:corners?|border|center|edge))": lambda m: (
        f"write '{m['w']} not {re.sub('in the corners?', 'in a corner', m['p']).replace('the edge', 'the border')}'"
    ),
    rf"^ *score (?P<at>for (?:each|every) (?P<w>{NOUN}) (?P<n>{COUNT})(?: {_POINTS})?)$": "write '{n} for each {w}'",
    rf"^ *score (?P<at>(?:points|{_POINTS}) equal to (?:the |your )?(?:number|count) of (?:your |the )?(?P<w>.+))$": "write 'count of {w}'",
    rf"^ *(?P<at>(?:gain|get|earn|receive) (?P<n>{COUNT}) {_POINTS} (?:for each|for every|per))": "write 'score {n} for each'",
    rf"^ *(?P<at>(?:each|every)(?: of your)? (?P<w>{NOUN}) (?:is worth|scores|counts|gives) (?P<n>-?{COUNT})(?: {_POINTS})?)$": "write 'score {n} for each {w}'",
    rf"^ *(?P<at>(?:your )?(?P<w>{NOUN}) are worth (?P<n>-?{COUNT})(?: {_POINTS})? each)$": lambda m: (
        f"write 'score {digits(m['n'])} for each {singular(m['w'])}'"
    ),
    r"^ *(?P<at>if (?P<c>[^,]+), (?:then )?(?P<s>score .+))$": "write 'if {c}' on a line above, and '{s}' indented under it",
    rf"^ *(?P<at>choose (?:an? )?(?P<w>{NOUN}),?(?: and| then| and then)? (?P<s>score .+))$": lambda m: (
        f"write 'choose {a(m['w'])}' on one line, and '{m['s'].replace(' it', ' the ' + m['w'])}' on the next"
    ),
    r"^ *score (?P<at>(?P<q>max|min)(?:imum)? of (?P<x>.+?) and (?P<y>.+?))$": lambda m: (
        f"write '{'larger' if m['q'] == 'max' else 'smaller'} of {m['x']} and {m['y']}'"
    ),
    rf"(?:where|if|and|or) (?P<at>(?:the )?(?P<s>left|right|top|bottom) neighbou?r is (?!taller|lower|higher|empty|as |face|not )(?:an? )?(?P<w>{NOUN}))$": lambda m: (
        f"write 'its {m['s']} neighbor is {a(m['w'])}'"
    ),
    rf"^ *score (?P<at>-?\d+ for each (?P<w>(?!(?:{LINE}) )[a-z-]+) (?P<n>\d+))$": lambda m: (
        f"write '{m['at'].split()[0]} for each {m['w']} where number = {m['n']}'"
    ),
    rf"(?P<at>the (?P<l>[a-z]+ (?:{LINE})) is empty)": "write 'every space in the {l} is empty'",
    rf"^ *score (?P<at>(?:the )?(?P<k>height|number|size)s of (?P<w>{NOUN}))$": "write 'total {k} of {w}'",
    r"divided by (?P<n>\d+)": "write '/ {n}'",
    rf"(?<=/ )(?P<n>{COUNT})": "write '{n}'",
    rf"^ *(?P<at>minus (?P<n>\d+)(?: {_POINTS})? for (?:each|every))": "write 'score -{n} for each'",
    r"^ *choose (?P<at>(?:the|your) (?P<w>row|column|quadrant|line) (?:with|that) .*)$": "'choose a {w}' is enough: the choice that scores most counts",
    rf"^ *score (?P<at>\+(?P<n>\d+)(?: {_POINTS})?)": "write '{n}'",
    r"^ *score (?P<at>(?P<n>-?\d+) (?:pts?|vps?|VPs?|victory points?))": "write '{n}'",
    rf"^ *(?P<at>(?P<n>{COUNT})(?: {_POINTS})? (?:per|for each|for every) (?P<w>(?!set\b).+))$": "write 'score {n} for each {w}'",
    rf"^ *(?P<at>score (?P<a>\d+(?: {_POINTS})? for each [^,;]+?)(?:;|,)?(?: and| plus)? (?P<b>\d+(?: {_POINTS})? for each .+))$": _lines,
    r"^ *score (?P<at>(?P<k>\d+)(?: points?)? for each (?P<w>[^,]+), (?:or |but )?(?P<n>\d+)(?: points?)? if (?P<c>.+))$": "write '{n} for each {w} if {c}, otherwise {k}'",
    rf"^ *(?P<at>score (?P<a>\d+)(?: {_POINTS})? for the first (?P<w>[a-z-]+),? (?:and|then|plus) (?P<b>\d+)(?: {_POINTS})? for (?:each|every) (?:other|further|additional|more)(?: (?P=w)| one)?)$": _first_and_others,
    rf"^ *score (?P<at>{COUNT}(?: {_POINTS})? for the first (?P<w>[a-z-]+)(?:(?:, |,? and ){COUNT}(?: {_POINTS})? for the [a-z]+(?: (?P=w)| one)?)+)$": _nth,
    rf"^ *score (?P<at>{COUNT}(?: {_POINTS})? (?:for|if you have) {COUNT} (?P<w>[a-z-]+)(?:,? (?:and )?{COUNT}(?: {_POINTS})? (?:for|if you have) {COUNT}(?: or more)?(?: [a-z-]+)?)+)$": _points_for,
    rf"(?:next to|adjacent to|beside|along|touching|at) the {_BORDER}(?: of (?:the|your) [a-z]+)?": "write 'on the border'",
    rf"(?P<q>more than|less than|fewer than|at least|at most|no more than) (?P<n>{COUNT}) {_AWAY} (?P<w>{NOUN})": _nearer,
    rf"(?P<n>{COUNT}) or (?P<q>more|fewer|less) {_AWAY} (?P<w>{NOUN})": _nearer,
    rf"(?P<q>no|any|some|an?) (?P<w>{NOUN}) is (?:at most |within )(?P<n>{COUNT})(?: (?:spaces?|steps?))?(?: (?:away )?(?:of|from) it| away)?$": lambda m: (
        f"write '{'no' if m['q'] == 'no' else 'any'} neighbor within {digits(m['n'])} is {a(m['w'])}'"
    ),
    r"(?P<q>double|twice|triple)(?= for\b)": lambda m: (
        f"write the number itself: '{3 if m['q'] == 'triple' else 2}', or of a number '{3 if m['q'] == 'triple' else 2} * height'"
    ),
    r"for (?:each|every) (?P<at>(?P<t>[a-z]+) (?:that |which |of which )?you have (?:the )?(?P<q>most|fewest)(?: tiles)?(?: of)?)$": lambda m: (
        f"write '{m['t']} where count of its tiles is {'more' if m['q'] == 'most' else 'less'} than that of every opponent'"
    ),
    rf"for (?:each|every) (?P<at>(?P<l>row|column) with (?:an? )?(?P<w>{NOUN}) (?:on|at|in) (?:both|each|either)(?: of its)? ends?)$": _both_ends,
    rf"(?:the )?(?:largest |greatest |longest )?distance (?:between|of) (?:the |your )*(?:two |2 )?(?:farthest|furthest|most distant) (?P<w>{NOUN})": _farthest,
    rf"(?:the )?(?:largest |greatest |longest )?distance between (?:the |your |any |two |2 )*(?P<w>{NOUN}?)(?: that are| which are)? (?:farthest|furthest|most far)(?: apart| from each other)?": _farthest,
    rf"(?:the )?(?:largest|greatest|longest) distance between (?:any |two |2 |of |your )*(?P<w>{NOUN})": _farthest,
    rf"(?P<q>at least|at most|exactly|more than|less than) (?P<n>{COUNT}) (?:spaces?|steps?) apart": lambda m: (
        f"write 'where distance {BOUNDS[m['q']]} {digits(m['n'])}'"
    ),
    rf"within (?P<n>{COUNT}) {_AWAY} (?P<w>{NOUN})": "write 'where any neighbor within {n} is a {w}'",
    rf"^ *score (?P<at>(?P<a>\d+(?:/\d+)+)(?: {_POINTS})? for (?P<b>\d+(?:/\d+)+)\+ (?P<w>{NOUN}))$": lambda m: (
        f"write 'count of {m['w']} read as {entries(m['b'].split('/'), m['a'].split('/'))}'"
    ),
    rf"for having (?:the )?most (?P<w>{NOUN})": "write 'if count of {w} is more than that of every opponent'",
    rf"for having (?:the )?fewest (?P<w>{NOUN})": "write 'if count of {w} is less than that of every opponent'",
    rf"you have (?:the )?second[- ]most (?P<w>{NOUN})": "write 'count of {w} is less than that of exactly 1 opponent'",
    rf"you (?:tie|are tied|share|tied) (?:for )?(?:the )?(?:most|majority of) (?P<w>{NOUN})": "write 'count of {w} is at least that of every opponent'",
    rf"^ *score (?P<at>(?P<q>double|twice|triple)(?: {_POINTS})? for (?:each |every |all )?(?:of )?(?:your )?(?P<w>(?!the\b){NOUN}))": lambda m: (
        f"write '{3 if m['q'] == 'triple' else 2} for each {singular(m['w'])}'"
    ),
    rf"^ *score .*(?P<at>if (?:its|the) (?P<l>row|column) is {_FULL})$": "write 'where no space in the same {l} is empty'",
    r"(?:that|which) (?:is|are) the only one of (?:its|their) (?:kind|sort|type)": f"write 'where no tile has the same {ALIKE}'",
    r"(?P<q>double|twice|triple)(?= (?:the|your|count)\b)": lambda m: f"write '{3 if m['q'] == 'triple' else 2} *'",
    rf"(?:the )?height of (?:the |your )(?P<q>tallest|highest) (?P<w>{NOUN})": "write 'largest height of {w}s'",
    rf"(?P<n>\d+) for each (?:level|floor|tile|story) (?:of|in) (?:your|the) (?:highest|tallest) (?P<w>{NOUN})": lambda m: (
        f"write '{'' if m['n'] == '1' else m['n'] + ' * '}largest height of {m['w']}s'"
    ),
    rf"(?:the )?average (?P<m>height|number) of (?:the |your |all )*(?P<w>{NOUN})": "write 'total {m} of {w} / count of {w}'",
    r"(?:at|on) (?:the|your) (?P<q>highest|lowest) (?:level|floor|height)": lambda m: (
        f"write 'where height = {'largest' if m['q'] == 'highest' else 'smallest'} height of stacks'"
    ),
    rf"(?P<l>{LINE}) (?:with|containing|including|that (?:has|have|contains?)|which (?:has|contains)) (?:both )?(?P<w>(?:both )?{_A} {NOUN}(?:, (?:and )?{_A} {NOUN})*,? and {_A} {NOUN}){END}": _has_all,
    rf"for (?:each|every) (?P<at>(?!{LINE})(?P<w>{NOUN}(?:, {NOUN})*,? or (?!{LINE}){NOUN}))$": _any_of,
    rf"(?P<k>\d+) (?:for each|per) (?P<x>[a-z-]+) in (?:the|your) longest (?:row|line|run|chain|wall) of (?P<w>{NOUN})": lambda m: (
        f"write '{'' if m['k'] == '1' else m['k'] + ' * '}largest size of runs of {m['w']}'"
    ),
    rf"for (?:each|every) (?P<at>(?:complete |full )?set of (?:the |all )(?:{COUNT} )?{NOUN})$": "name the parts one by one: 'set of a ..., a ... and a ...'",
    rf"for (?:each|every) (?P<at>(?:set of )?(?P<n>{COUNT}) (?:identical|matching|equal) (?P<w>{NOUN}))$": "write '* total (count of its stacks / {n}) of ...', and what has to be the same",
    rf"for (?:each|every) (?P<at>(?:different )?(?:kind|sort) of (?P<w>{NOUN}))$": "write 'different ... of {w}', and what has to be different",
    rf"(?:all|every|each)(?: of)?(?: the)?(?: {COUNT})? (?P<l>corner|quadrant|row|column|edge)s? (?:has|have|contains?|holds?) (?:an? |at least one |1 )?(?P<w>{NOUN})": _every_line,
    rf"there(?:'s| is| are) (?:an? |at least one )(?P<w>{NOUN}) (?:in|on) (?:each|every)(?: of the)? (?P<l>corner|quadrant|row|column|edge)s?": _every_line,
    rf"no (?:two|2) (?P<w>{NOUN}) are (?:adjacent|neighbors|touching|next to each other|beside each other)": "write 'there is no pair of adjacent {w}'",
    rf"(?P<n>{COUNT})-(?:tile|level|story|high|tall)s? stack": "write 'stack where height = {n}'",
    rf"stacks? (?:(?:that|which) (?:is|are) )?(?P<q>at least|at most|exactly) (?P<n>{COUNT}) (?:tiles? |levels? )?(?:high|tall)": lambda m: (
        f"write 'stack where height {BOUNDS[m['q']]} {digits(m['n'])}'"
    ),
    rf"(?:with|of|at|having|showing) (?:an? |the )?(?P<m>{MEASURE}) (?:of )?(?P<q>at least|at most|exactly|more than|less than|{'|'.join(_THAN)}) (?P<n>{COUNT}){END}": _bounded,
    r"flanked by (?:two |2 )?(?P<w>[a-z-]+s)": lambda m: (
        f"write 'where its left neighbor is {a(singular(m['w']))} and its right neighbor is {a(singular(m['w']))}'"
    ),
    r"in the (?:top|first|upper) (?:two|2) rows": "write 'where it is in the first row or in the second row'",
    r"in the (?:left|first|leftmost) (?:two|2) columns": "write 'where it is in the first column or in the second column'",
    r"in (?P<l>row|column)s (?P<n>\d(?:, \d)*,? (?:and|or) \d)": _in_rows,
    rf"(?:totally |completely )?empty (?P<w>{LINE})": "write '{w} where every space in it is empty'",
    rf"for (?:each|every) (?P<at>(?P<w>{NOUN}) (?:in line with|in the same (?:line|row|column) as|facing) an? (?P<o>{NOUN}?)(?:,? (?:with|if|where) there is|,? with| and) (?:nothing|no (?:other )?(?:stack|tile|piece)s?) (?:in )?between(?: (?:them|it and it|the two))?)$": "write '{w} where any {o} in line with it has no stack between it and the {w}'",
    rf"for (?:each|every) (?P<at>pair of (?P<w>{NOUN}?)(?:,? (?:with|that have|where there is|and)) (?:nothing|no (?:other )?(?:stack|tile|piece)s?) (?:in )?between(?: them| the two)?)$": lambda m: (
        f"put 'for each {singular(m['w'])}' on a line above, and under it 'for each {singular(m['w'])} right of it where there is "
        f"no stack between it and the {singular(m['w'])}'; and the same with 'below it'"
    ),
    rf"(?P<l>{LINE}) (?:with|of|containing) (?:only|nothing but) (?P<w>{NOUN})": lambda m: (
        f"write '{m['l']} where it has a stack and every stack in it is {a(singular(m['w']))}'"
    ),
    rf"for (?:each|every) (?P<at>(?P<l>diagonal|quadrant|square|edge) of (?!{COUNT}\b)(?P<w>{NOUN}))$": lambda m: (
        f"write '{m['l']} where every space in it has {a(singular(m['w']))}'"
    ),
    rf"for (?:each|every) (?P<at>(?:two|2) adjacent (?P<w>{NOUN}) (?:of|with|that have|having) the same (?P<t>[a-z]+))": "write 'pair of adjacent {w} with the same {t}'",
    r"(?:that |which )?matches (?:an?|any|its) (?:adjacent |neighboring )?(?:neighbor|tile|stack)": "write 'where any neighbor has the same ...', and what has to be the same",
    rf"you have an? (?P<p>odd|even) (?:number|count|amount) of (?P<w>{NOUN})": "write 'count of {w} is {p}'",
    rf"there is neither (?P<a>an? {NOUN}) nor (?P<b>an? {NOUN})": lambda m: (
        f"write 'there is no {m['a'].split(' ', 1)[1]} and there is no {m['b'].split(' ', 1)[1]}'"
    ),
    rf"you have neither (?P<a>{NOUN}) nor (?P<b>{NOUN})": lambda m: (
        f"write 'there is no {singular(m['a'])} and there is no {singular(m['b'])}'"
    ),
    r"you have (?:at least )?(?:one|1|an?)(?: [a-z-]+)? of (?:each|every) (?P<t>[a-z-]+)": "write 'every {t} has a stack'",
    rf"for (?:each|every) (?P<at>(?P<w>{NOUN}) (?:that )?{_PLAYER} has)": "write '{w} of the {s} player'",
    rf"^ *score (?P<at>(?P<k>\d+) for (?:each|every) (?P<w>{NOUN}) more than {_PLAYER})$": lambda m: (
        f"write '{'' if m['k'] == '1' else m['k'] + ' * '}larger of (count of {m['w']}s - count of {m['w']}s of the {m['s']} player) and 0'"
    ),
    rf"for (?:each|every) (?P<at>(?P<w>{NOUN}) (?:in|on) (?:your |the )?(?:opponent'?s'?|other players'|another player's) [a-z]+)": "write 'opponent for each {w} of the opponent'",
    rf"(?:the )?difference between your (?P<a>{NOUN}) and your (?P<s>left|right)? ?(?:opponent|neighbor)'?s? (?P<b>{NOUN})": lambda m: (
        f"write 'count of {m['a']} - count of {m['b']} of the {m['s'] or 'left'} player'"
    ),
}
