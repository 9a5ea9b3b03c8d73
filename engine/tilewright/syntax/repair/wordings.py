"""Small turns of English, and the words of the language for each.

They are tried everywhere in a line, one after another, when no whole phrase has other words (`proposals`): what matters is that each
means the same where it is accepted, not that it is accepted everywhere.
"""

from __future__ import annotations

import re

from tilewright.syntax.repair.printed import COUNT, DIGITS, LINE, NOUN, Help, a, digits, plain_verb, singular
from tilewright.syntax.words import ORDINALS

_N = rf"(?P<n>{COUNT})"
_OF_YOURS = "(?:your|the|my|their)"
_LINES = "row|column|line|quadrant|square|diagonal"
_MOST = "tallest|highest|largest|biggest|longest|greatest"
_RANKED = rf"(?P<o>(?:{'|'.join(ORDINALS[1:])})[ -])?"


def _lines(*lines: str) -> str:
    return "write '" + "\n".join(lines) + "'"


def _two_lines(found: re.Match[str]) -> str:
    """`2 for each A and each B`, `2 for each A, B and C`."""
    things = [re.sub(r"^(?:for )?(?:each|every) ", "", thing) for thing in re.split(r",? and |, ", found["w"])]
    return _lines(*(f"score {found['n']} for each {singular(thing)}" for thing in things))


def _all_in_one(found: re.Match[str]) -> str:
    kind = {"floor": "height", "level": "height", "value": "number"}.get(found["t"], found["t"])
    return f"write 'count of different {kind}s of {found['w']} = 1'"


def _no_two(found: re.Match[str]) -> str:
    return f"write 'every {found['l']} has at most 1 {singular(found['w'])}'"


def _in_extreme(found: re.Match[str]) -> str:
    which, line = "largest" if found["q"] in ("tallest", "highest") else "smallest", found["l"]
    return f"write 'for each {line} with {found['w']} where height = {which} height of stacks in the {line}'"


def _largest(found: re.Match[str]) -> str:
    rank = f"{(found['o'] or '').strip(' -')} " if found["o"] else ""
    shape = "group" if found["l"] in ("group", "area", "region", "cluster", "block") else "run"
    return f"write '{rank}largest size of {shape}s of {found['w']}'"


def _sides(found: re.Match[str]) -> str:
    one = found["w"]
    return f"write 'where its left neighbor is {one} and its right neighbor is {one}'"


def _numbered(found: re.Match[str]) -> str:
    return f"write 'where number = {digits(found['n'])}'"


def _if_then(found: re.Match[str]) -> str:
    other = f", otherwise {found['b']}" if found["b"] else ""
    return f"write '{found['a']} if {found['c']}{other}'"


def _counted(found: re.Match[str]) -> str:
    return f"write 'count of {found['w']} * count of {found['v']}'"


def _as_them(found: re.Match[str]) -> str:
    who = "opponent" if found["q"] in ("another", "one other", "an opponent") else "player"
    return _lines(f"choose {a(who)}", f"as the {who}", f"  {plain_verb(found['v'])} {found['rest']}")


def _alike(found: re.Match[str]) -> str:
    one = singular(found["w"])
    other = f"choose {a(one)} where it is not the first and it has the same {found['t']} as the first called other"
    return _lines(f"choose {a(one)} called first", other, "discard the first", "discard the other")


_ONE_WORD = {"one": "a", **{word: number for word, number in DIGITS.items() if word != "one"}}
_WHO = r"(?:the |your )?(?:player (?:to|on) (?:your|the) (?P<s>left|right)|(?P<t>left|right)(?:-hand)? (?:neighbor|player))"

ACTIONS: dict[str, Help] = {
    r"(?P<n>one|two|three|four|five|six)(?= [a-z])": lambda m: f"write '{_ONE_WORD[m['n']]}'",
    r"(?:any |up to )?(?:one|1|any) of (?:your|the) (?P<w>[a-z -]*?[a-z])s(?= (?:to|and|on|in|with|face|from)\b|$)": lambda m: (
        f"write '{a(m['w'])}'"
    ),
    r"^ *(?P<at>set (?P<w>.+?) to (?P<n>\d+))$": "write 'turn {w} to {n}'",
    r"^ *(?P<at>(?:change|turn) (?P<w>.+?) (?:to|into) an? (?P<n>\d+))$": "write 'turn {w} to {n}'",
    r"^ *(?P<at>re-?roll)": "write 'roll'",
    r"^ *roll .*(?P<at> (?:again|once more))$": "leave it out",
    r"^ *(?P<at>(?:steal|take|rob) (?P<n>\d+) (?P<c>[a-z-]+) from)(?= )": "write 'gain {n} {c} from'",
    rf"(?:from|of) {_WHO}": lambda m: f"write '{m[0].split()[0]} the {m['s'] or m['t']} player'",
    r"^ *(?P<at>(?:each|every|all)(?: other)? (?:player|opponent)s? (?:must )?(?:gives?|pays?) you (?P<n>\d+) (?P<c>[a-z-]+))$": "write 'for each opponent' on a line above, and 'gain {n} {c} from the opponent' indented under it",
    r"^ *(?P<at>(?:(?:steal|take|gain) )(?P<n>\d+) (?P<c>[a-z-]+) from (?:each|every|all)(?: other)? (?:player|opponent)s?)$": "write 'for each opponent' on a line above, and 'gain {n} {c} from the opponent' indented under it",
    r"(?P<v>gain|pay) (?P<c>[a-z-]+) equal to (?P<w>.+)$": "write '{v} ({w}) {c}'",
    r"(?P<v>gain|pay) as many (?P<c>[a-z-]+) as (?:you have |there are )?(?P<w>[a-z -]*s)(?: you have)?$": "write '{v} (count of {w}) {c}'",
    r"(?:the )?height of (?:the |your )?(?:tallest|highest) (?:stack|tower|pile)": "write 'largest height of stacks'",
    r"^ *(?P<at>(?:you )?may (?P<a>.+?)[;.,:]? (?:and )?if you do(?: so)?,? (?P<b>.+))$": lambda m: _lines(
        "up to 1 times", f"  {m['a']}", f"  {m['b']}"
    ),
    r"^ *(?P<at>double your (?P<c>[a-z-]+))$": "write 'gain ({c}) {c}'",
    r"^ *(?P<at>(?:lose|pay|spend|discard) all(?: of)? your (?P<c>[a-z-]+))$": "write 'pay ({c}) {c}'",
    r"(?P<at>(?:,|;|:|\.)) ": "write ' and'",
    r"^ *(?P<at>choose (?P<q>an opponent|another|one other|any|an?|one)(?: player| opponent)?(?:[;,.:] | and )(?:that|this|the|who|they)?(?: chosen)? ?(?:player|opponent)? ?(?:must |may |has to )?(?P<v>[a-z]+s?) (?P<rest>.+))$": _as_them,
    r"^ *(?P<at>discard (?:2|two) (?P<w>[a-z -]*s) (?:with|of|that have|having) the same (?P<t>[a-z]+))$": _alike,
    r"(?P<at>(?:once (?:per|a|each|in a) turn|each turn|on your turn|during your turn)(?: you may)?[,:]? )": "leave it out",
    r"(?P<at>(?:immediately|now|then|instead|at once|if you (?:like|want|wish)|if possible))(?= |$)": "leave it out",
    r"(?P<at>from (?P<w>the (?:bank|supply|deck|bag|box|market|hoard)))": "write 'in {w}'",
    r"^ *(?P<at>(?:put|place|set) (?P<w>an? [a-z -]+?|it) (?:on|onto|on top of) (?P<x>an? .+))$": "write 'build {w} on {x}'",
}

_SIDE = {"left": "left", "right": "right", "above": "top", "below": "bottom", "over": "top", "under": "bottom"}

WORDINGS: dict[str, Help] = {
    # -- signs of other languages
    r"(?P<v>count|total)\((?P<w>[a-z -]+)\)": "write '{v} of {w}'",
    r"(?:min|minimum)(?: of)? ?\((?P<a>[^,()]+), ?(?P<b>[^,()]+)\)": "write 'smaller of {a} and {b}'",
    r"(?:max|maximum)(?: of)? ?\((?P<a>[^,()]+), ?(?P<b>[^,()]+)\)": "write 'larger of {a} and {b}'",
    r"^ *score (?P<at>(?P<w>[a-z].*?),? (?:max(?:imum)?|at most|up to|but (?:not|no) more than|capped at)\.?(?: of)? (?P<n>\d+)(?: points?)?)$": "write 'smaller of {w} and {n}'",
    r"^ *score (?P<at>if (?P<c>.+?),? (?:then )?(?P<a>-?\d+)(?:,? (?:else|otherwise|or else) (?P<b>-?\d+))?)$": _if_then,
    r"^ *let (?P<w>[a-z-]+) (?P<at>=|is|are|equals|means|:=)(?= )": "write 'be'",
    r"read as .*?(?P<at>(?P<n>\d+) ?(?:=|->|→|gives|scores) ?(?P<m>\d+))": "write '{n}: {m}'",
    r"(?P<w>neighbor) ?(?:==?|is) ?(?P<v>[a-z-]+)": lambda m: f"write 'any neighbor is {a(m['v'])}'",
    r"(?P<n>\d+) ?pts?\.?": "write '{n}'",
    r"(?:towers?|piles?|columns of tiles)": lambda m: f"write 'stack{'s' if m[0].endswith('s') else ''}'",
    r"(?:cells?|fields?)": lambda m: f"write 'space{'s' if m[0].endswith('s') else ''}'",
    r"(?P<at>[^\s\w]{2})(?= )": lambda m: "write 'and'" if m["at"] == "&&" else "write 'or'" if m["at"] == "||" else "",
    r"and (?P<w>face-up|face-down|empty)$": "write 'and it is {w}'",
    r"pairs? of the same (?P<t>number|type|kind|color|height|symbol|value)$": lambda m: (
        f"write 'pair of {'stacks' if m['t'] == 'height' else 'tiles'} with the same {m['t']}'"
    ),
    r"(?:sum|total)\((?P<w>[^()]+)\)": "write 'total {w}'",
    r"[\[{](?P<w>[\w -]*)[\]}]": "write '{w}'",
    r"for (?P<w>[a-z-]+) in (?:all |the |my |your )*(?P=w)s": "write 'for each {w}'",
    rf"if (?P<at>(?P<l>{_LINES}|group|pair))(?= (?:is|has)\b)": "write 'the {l}'",
    r"with (?P<w>[a-z]+) ?(?P<o>[<>=!]+)(?= )": "write 'where {w} {o}'",
    r"^ *(?P<at>if (?P<c>[^:]+): (?P<s>.+))$": lambda m: _lines(f"if {m['c']}", f"  {m['s']}"),
    r"^ *(?P<at>(?P<n>-?\d+)(?: points?| [vV][pP]s?)? (?P<f>for|per|if))": "write 'score {n} {f}'",
    # -- what may be left out
    r"(?<=[a-z]) (?P<at>(?:that )?you (?:have|own|control|possess|hold)(?: built)?)$": "leave it out",
    r"(?P<at>(?:of|among|in|on|from|to) (?:your|the|my) (?:board|kingdom|area|tableau))(?=$|[ ,])": "leave it out",
    rf"(?P<at>(?:all |any |each |every |one )?of {_OF_YOURS} )(?=[a-z]+s\b)": "leave it out",
    r"(?<=[a-z] )(?P<at>your )(?=[a-z])": "leave it out",
    r"(?<=[a-z] )(?P<at>(?:other|single|individual|complete|whole|own|built|placed) )(?=[a-z])": "leave it out",
    r"(?<=count of )(?P<at>(?:the|all|your) )": "leave it out",
    # -- that, which, whose
    r"(?:that|which|who) (?:is|are|lies|lie|stands?|sits?)(?= )": "write 'where it is'",
    r"(?:that|which|who) (?:has|have|contains?|holds?|shows?|includes?)(?= )": "write 'where it has'",
    r"(?:that|which|who|it) (?:does not|do not|doesn't|don't) (?:have|contain|hold|show|include)(?: an?| any)?(?= )": "write 'where it has no'",
    r"where it (?P<at>(?:contains?|holds?|shows?|includes?|shares?))(?= )": "write 'has'",
    r"in which (?P<at>there (?:is|are)) (?P<w>[a-z])": "write 'where it has'",
    r"(?:whose|where its|with all) (?:four )?neighbors (?:are|is)(?: all)? (?P<w>[a-z-]+)": "write 'where every neighbor is {w}'",
    rf"(?:whose|where its|with) neighbors (?:all )?(?:are|have)(?: all)? (?P<w>{NOUN})$": lambda m: (
        f"write 'where every neighbor is {a(singular(m['w']))}'"
    ),
    r"(?:has|have|contains?|with) neither (?:an? )?(?P<a>[a-z-]+) (?:nor|or) (?:an? )?(?P<b>[a-z-]+)": lambda m: (
        f"write 'where it has no {m['a']} and it has no {m['b']}'"
    ),
    r"(?:that|which) where it has": "write 'where it has'",
    r"(?:has|have|contains?) neither (?:an? )?(?P<a>[a-z-]+) nor (?:an? )?(?P<b>[a-z-]+)": "write 'has no {a} and it has no {b}'",
    r"(?:(?:that|which) (?:has|have)|where it has|with) no neighbou?rs?$": "write 'where every neighbor is empty'",
    r"whose (?P<w>[a-z -]*s) (?:all )?(?:have|are|show)(?: all)?(?: of)? different (?P<t>[a-z]+)$": "write 'where count of different {t} of its {w} = count of its {w}'",
    rf"(?:containing|with|including|(?:that|which) has|having) all (?:the )?{_N} (?P<t>[a-z]+s)": "write 'where count of different {t} of its tiles = {n}'",
    r"(?:isolated|lonely|solitary|lone) (?P<w>[a-z-]+)": "write '{w} where every neighbor is empty'",
    r"(?:is|are) (?:all )?(?:occupied|covered|filled|taken)$": "write 'has a stack'",
    rf"surrounded (?:on|from) (?:all|every|each) (?:four |4 )?sides? by (?P<w>{NOUN})$": lambda m: (
        f"write 'where every neighbor is {a(singular(m['w']))}'"
    ),
    rf"(?:you have|there is|there are) (?:at least )?(?:an?|one|1) (?P<w>{NOUN}) (?:in|on) (?:every|each)(?: one of your| of your)? (?P<l>{LINE})s?$": lambda m: (
        f"write 'every {singular(m['l'])} has {a(m['w'])}'"
    ),
    r"(?<!is )(?<!are )(?P<t>taller|higher|shorter|lower)(?= than (?:its|every|any|the)\b)": lambda m: (
        f"write 'where it is {'taller' if m['t'] in ('taller', 'higher') else 'lower'}'"
    ),
    rf"for each (?P<l>{_LINES}) (?:where|whose|in which) (?:its |the )?(?P<q>tallest|highest|lowest|shortest) (?:stack|space|tile) (?:has|is|bears|carries|holds) (?P<w>an? {NOUN})$": _in_extreme,
    r"(?:your|the) (?:tallest|highest) stack (?:has|bears|carries|holds) (?P<w>an? [a-z-]+)": "write 'there is {w} where height = largest height of stacks'",
    r"on (?:your|the) (?:tallest|highest) (?:stack|space|tile)$": "write 'on a stack where height = largest height of stacks'",
    r"you have (?P<q>fewer|more) (?P<w>[a-z -]*s) than (?:both|each|either) of your neighbors": lambda m: (
        f"write 'count of {m['w']} is {'less' if m['q'] == 'fewer' else 'more'} than that of every adjacent player'"
    ),
    # -- how many, how high, how far
    rf"(?:(?:that|which) are )?(?:exactly )?{_N} (?:spaces?|steps?|tiles?|squares?|apart)(?: away)? (?:apart|from each other|from one another)": "write 'where distance = {n}'",
    rf"(?:higher|taller|greater|more|larger|bigger|over|above)(?: than)? (?:level|floor|height) {_N}": "write 'where height > {n}'",
    rf"(?:lower|shorter|smaller|less|under|below)(?: than)? (?:level|floor|height) {_N}": "write 'where height < {n}'",
    rf"(?:higher|taller|more) than {_N} (?:tiles|levels|floors)": "write 'where height > {n}'",
    rf"(?:lower|shorter|less) than {_N} (?:tiles|levels|floors)": "write 'where height < {n}'",
    rf"{_N} (?:tiles?|levels?|floors?) (?:high|tall)": "write 'where height = {n}'",
    rf"(?:all|every|each)(?: of)?(?: {_OF_YOURS})? (?P<w>[a-z -]*s) (?:are|is|stand|lie|have) (?:all )?(?:on|at|of|in)?(?: ?the)? ?same (?P<t>[a-z]+)$": _all_in_one,
    rf"no (?:two|2) (?P<w>[a-z -]*?s) (?:are|stand|lie|share|is|sit)(?: in| on)? the same (?P<l>{_LINES})$": _no_two,
    rf"(?:the )?(?:number of |count of )?(?:tiles|stacks|spaces|pieces|things|members) (?:in|of) {_OF_YOURS} {_RANKED}(?:{_MOST}) (?P<l>group|area|region|cluster|block|row|line|run|chain|wall) of (?P<w>{NOUN})": _largest,
    rf"(?:the )?size of {_OF_YOURS} {_RANKED}(?:{_MOST}) (?P<l>group|area|region|cluster|block|row|line|run|chain|wall) of (?P<w>{NOUN})": _largest,
    rf"(?:in|of) {_OF_YOURS} (?:{_MOST}) group$": "write 'of groups of stacks'",
    rf"you have the (?:{_MOST}) (?P<l>row|line|run|chain|wall) of (?P<w>{NOUN})": "write 'largest size of runs of {w} is more than that of every opponent'",
    rf"you have the (?:{_MOST}) group of (?P<w>{NOUN})": "write 'largest size of groups of {w} is more than that of every opponent'",
    rf"(?:for the player (?:who has|with|having)|to the player (?:who has|with)|if you are the player with) the most (?P<w>{NOUN})$": "write 'if count of {w} is more than that of every opponent'",
    rf"(?:for the player (?:who has|with|having)|to the player (?:who has|with)) the (?:fewest|least) (?P<w>{NOUN})$": "write 'if count of {w} is less than that of every opponent'",
    rf"(?:the )?product of {_OF_YOURS} (?P<w>.+?) and (?:your |the )?(?P<v>.+)$": _counted,
    r"1 for each (?:point|level|floor|unit) (?:of height )?(?:of|in) (?:the |your |all )*(?P<w>[a-z -]*s)$": "write 'total height of {w}'",
    rf"there are (?P<w>[a-z -]*s) (?:in|on) (?:every|each|all|all of the) (?P<l>{LINE})s?$": lambda m: (
        f"write 'every {m['l']} has {a(singular(m['w']))}'"
    ),
    r"(?:in|on) (?P<at>the (?:four )?(?P<w>corner|border|edge|center)(?: spaces?| stacks?)?s?)$": lambda m: (
        f"write '{'the border' if m['w'] in ('border', 'edge') else 'a corner' if m['w'] == 'corner' else 'the center'}'"
    ),
    # -- beside and around
    r"(?:the )?(?:tile|stack|space|one) (?:to|on) its (?P<s>left|right)": "write 'its {s} neighbor'",
    r"(?:the )?(?:tile|stack|space|one) (?:directly |immediately )?(?P<s>above|below)(?: it)?": lambda m: (
        f"write 'its {_SIDE[m['s']]} neighbor'"
    ),
    rf"(?:directly|immediately|right) (?P<s>above|below|over|under) (?P<w>an? {NOUN})": lambda m: (
        f"write 'where its {'bottom' if m['s'] in ('above', 'over') else 'top'} neighbor is {m['w']}'"
    ),
    rf"with (?P<w>an? {NOUN}) (?:on|at) both sides": _sides,
    rf"(?:between|flanked by) (?:two|2) (?P<v>{NOUN})": lambda m: (
        f"write 'where its left neighbor is {a(singular(m['v']))} and its right neighbor is {a(singular(m['v']))}'"
    ),
    rf"in (?:a|the same) (?:straight |horizontal or vertical )?line (?:with|as) an? (?P<w>{NOUN})": "write 'where any {w} is in the same line'",
    r"(?:except|excluding|other than|but not)(?: for)? (?:the |a |an |any )?(?P<w>[a-z-]+?)s?$": lambda m: (
        f"write 'where it is not {a(m['w'])}'"
    ),
    # -- kinds
    r"for each (?P<at>(?P<p>odd|even)(?:-numbered)? (?P<w>[a-z-]+))": lambda m: (
        f"write '{m['w']} with {a(m['p'])} number'"
    ),
    r"(?P<w>[a-z-]+) (?P<at>(?:of|with|at|on|having) (?:an? )?(?P<p>odd|even) (?P<m>height|number|level|floor)s?)": lambda m: (
        f"write 'where its {'number' if m['m'] == 'number' else 'height'} is {m['p']}'"
    ),
    r"for each (?P<at>(?:tile|stack) (?P<t>type|kind|symbol|color|number|rock)(?: (?:that )?you have| (?:in|on) (?:your|the) [a-z]+)?)$": "write '{t} with a stack'",
    r"(?:has|have|is|are) of the same (?P<t>[a-z]+) as": "write 'has the same {t} as'",
    r"with number (?P<n>\d+)": _numbered,
    r"of the same (?P<t>[a-z]+)$": "write 'with the same {t}'",
    r"(?:different )?kinds? of (?P<w>tile|piece|card)s?": "write 'different ... of {w}s', and what has to be different",
    # -- articles
    r"(?:with|beside|above|below|without|not beside|in a row with|in a column with) (?P<at>(?P<w>(?!a |an |at |no |any |every |exactly |the |more |fewer |less |consecutive |its |it\b|neither |both )(?![a-z-]*[^s\W]s\b)[a-z-]+))(?= |$)": lambda m: (
        f"write '{a(singular(m['w']))}'"
    ),
    r"with (?:an? )[a-z-]+ and (?P<at>(?P<w>(?!an? |no |at |any |exactly )[a-z-]+))$": lambda m: f"write '{a(m['w'])}'",
    # -- several things at once
    r"^ *(?P<at>score for (?:each|every) (?P<a>[a-z-]+):? (?P<m>\d+),? (?:and )?for (?:each|every) (?P<b>[a-z-]+):? (?P<n>\d+))$": lambda m: (
        _lines(f"score {m['m']} for each {m['a']}", f"score {m['n']} for each {m['b']}")
    ),
    rf"^ *(?P<at>score (?P<n>-?\d+) (?:for each|for every) (?P<w>{NOUN}(?:, (?:each )?{NOUN})*,? and (?:for )?(?:each |every )?{NOUN}))$": _two_lines,
}
