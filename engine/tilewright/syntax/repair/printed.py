"""What printed cards say in whole phrases, and the words of the language for the same.

A help line that has nothing but the words to write is a proposal, which is tried before it is shown (`proposals`): plurals,
articles and what else is out of place around it are found there, not here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tilewright.syntax.words import VERBS

Help = str | Callable[[re.Match[str]], str]
"""What to write: with the groups of the pattern in braces, or made of the match."""

ALIKE = "<alike>"
"""In the words to write, what pieces that are exactly alike have in common: a word of the game."""
DIGITS = {word: str(n) for n, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)}
"""Numbers in words, and in digits."""
COUNT = rf"(?:\d+|{'|'.join(DIGITS)})"
_GO_ON = r"(?:where|with|without|of|in|on|beside|between|from|to|as|is|are|has|have|and|or|if|for|than|but|that|which|who|whose|each|every|rounded|rounding)\b"
NOUN = rf"(?!{_GO_ON})[a-z][a-z-]*(?: (?!{_GO_ON})[a-z][a-z-]*){{0,2}}"
END = rf"(?=$|,| {_GO_ON})"
LINE = "rows?|columns?|lines?|quadrants?|squares?|diagonals?|edges?"
_BESIDE = "(?<!diagonally )(?:adjacent|next|close) to(?! each other| one another)"
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
    """`1/3/6 for 1/2/3 flags`: the numbers are those of the line."""
    numbers, counts = re.findall(r"\d+", found["a"]), re.findall(r"\d+", found.groupdict().get("b") or "")
    counts = counts or [str(n) for n in range(1, len(numbers) + 1)]
    if len(counts) != len(numbers):
        return (
            f"give each number of {found['w']} its points, as in '{counts[0]}: {numbers[0]}, {counts[1]}: {numbers[1]}'"
        )
    said = found["w"] if " of " in found["w"] or not found["w"].startswith("different ") else f"{found['w']} of tiles"
    return f"write 'count of {said} read as {entries(counts, numbers)}'"


def entries(counts: list[str], numbers: list[str]) -> str:
    """The entries of a table of points; the last holds for more, too."""
    *first, last = (f"{count}: {number}" for count, number in zip(counts, numbers, strict=True))
    return ", ".join([*first, last.replace(":", " or more:")])


def read_as(found: re.Match[str]) -> str:
    """A table with the numbers of the line, of something that is not known."""
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


def _bounded(found: re.Match[str]) -> str:
    return f"write 'largest size of groups of {found['w']} {BOUNDS[found['q']]} {digits(found['n'])}'"


def times(number: str, counted: str) -> str:
    """A number for each of some things, as a product."""
    return f"count of {counted}" if number == "1" else f"{number} * count of {counted}"


def _at_most(found: re.Match[str]) -> str:
    """A bound on what is gained, or on what is lost."""
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
    rf"surrounded by (?P<w>(?:(?!an? |taller|lower|face-up s|face-down s|empty)[a-z-]+ ){{0,2}}[a-z-]+s){END}": lambda m: (
        f"write 'where every neighbor is {a(singular(m['w']))}'"
    ),
    rf"surrounded by (?P<w>an? {NOUN}){END}": "write 'where every neighbor is {w}'",
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
    rf"for (?:each|every) pair of (?P<w>{NOUN}) in the same (?P<l>row|column|line|quadrant)": "write 'for each {l} for each pair of {w} in the {l}'",
    rf"(?:the )?product of (?:the |your )*(?P<a>{NOUN}) and (?:the |your )*(?P<b>{NOUN})": "write 'count of {a} * count of {b}'",
    rf"(?:the )?difference between (?:the |your )*(?P<a>{NOUN}) and (?:the |your )*(?P<b>{NOUN})": _difference,
    rf"for an? (?:complete |full )?set of (?P<w>{NOUN}s)$": "say what makes it complete, as in 'if count of different ... of {w} = ...'",
    rf"you (?:have|own) (?:all|every)(?: of)?(?: the)? (?P<n>{COUNT}) (?P<w>{NOUN})": "say how they differ, as in 'count of different ... of {w} = {n}'",
    rf"pairs? of (?:identical|matching|equal|the same) (?P<w>{NOUN})": "write 'pair of {w} with the same ...', and what has to be the same",
    rf"(?P<n>\d+) for each (?P<w>(?!different\b){NOUN}) in (?:the|your) (?P<q>tallest|longest|fullest|biggest|largest|best|busiest|most (?:populous|crowded)|shortest|smallest) (?P<l>row|column|quadrant)": _in_longest,
    rf"(?:the|your) (?:largest|biggest) group has (?P<q>{'|'.join(BOUNDS)}) (?P<n>{COUNT}) (?P<w>{NOUN})": _bounded,
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
"""Of these no reading is right, whatever the words in them mean one by one."""

LOOSE: dict[str, Help] = {
    _BESIDE: "write 'beside'",
    rf"(?P<n>{COUNT}) or more(?= [a-z])": "write 'at least {n}'",
    rf"(?P<n>{COUNT}) or (?:fewer|less)(?= [a-z])": "write 'at most {n}'",
}
"""The same of parts of phrases, for what no longer phrase has words for."""


_DOES = {"lose": "pay", "spend": "pay", "get": "gain", "earn": "gain", "receive": "gain", "score": "gain"}
_DOES |= {"remove": "discard", "pick": "choose", "put": "place", "flip": "turn"}
SAID = tuple(_DOES)
"""Verbs of printed cards that have other words."""
_VERB = f"(?:{'|'.join((*VERBS, 'do', 'may'))})"
_ACTION = (
    r"(?:(?:gain|pay) [\d(]|(?:choose|take|draw|discard|place|move|build) (?:an?|it|its|the|\d+) |place it|discard it"
    r"|(?:turn|flip) |mark it|do [a-z]|may [a-z]|now |fill the )"
)


def plain_verb(word: str) -> str:
    """A verb as it is written, without the s of `loses`."""
    known = (*VERBS, *_DOES)
    plain = next((form for form in (word, word.removesuffix("s"), word.removesuffix("es")) if form in known), word)
    return _DOES.get(plain, plain)


def _each_does(found: re.Match[str]) -> str:
    """`each opponent discards a tile`: who chooses is the opponent."""
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
    """Two actions in one line; `flip it` says to which side by what was chosen."""
    first, then = found["a"], found["b"]
    if re.fullmatch(r"(?:flip|turn)(?: over)? it(?: over)?", then) and (side := re.search("face-(up|down)", first)):
        then = f"turn face-{'down' if side[1] == 'up' else 'up'} it"
    if first.startswith("may "):  # what follows is not done without it
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
"""The same of what is done: whole lines."""
