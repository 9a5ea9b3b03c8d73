"""What printed cards say in most of a sentence, and the lines of the language for the same: proposals, as in `printed`."""

from __future__ import annotations

import re
from itertools import accumulate

from tilewright.syntax.repair.printed import (
    AS,
    BOUNDS,
    COUNT,
    END,
    LINE,
    MEASURE,
    NOUN,
    Help,
    a,
    digits,
    entries,
    singular,
)
from tilewright.syntax.words import ORDINALS

_POINTS = r"(?:points?|pts?|vps?|VPs?|victory points?)"
_A = r"(?:at least )?(?:an?|one|1)"
_THAN = {"higher than": "more than", "greater than": "more than", "larger than": "more than", "lower than": "less than"}
_BORDER = r"(?:border|edge|side|outside|perimeter)"
_AWAY = r"(?:spaces?|steps?|tiles?) (?:away )?(?:from|of) (?:an?|another|any|(?:any|every|each|all) other)"
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
    far = quantity in ("more than", "at least")
    within = number - (quantity in ("at least", "less than", "fewer than"))
    return f"write 'where {'no' if far else 'any'} neighbor within {within} is {a(found['w'])}'"


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
    r"(?:in|on) the (?P<s>left|right|top|bottom|upper|lower) half(?: of (?:the|your) [a-z]+)?": lambda m: (
        f"name the {'columns' if m['s'] in ('left', 'right') else 'rows'}, as in 'where it is in the first "
        f"{'column' if m['s'] in ('left', 'right') else 'row'} or in the second "
        f"{'column' if m['s'] in ('left', 'right') else 'row'}'"
    ),
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
