"""English words and idioms that the language does not have, with their equivalents."""

from __future__ import annotations

import re

from tilewright.syntax.repair.printed import (
    ALIKE,
    AS,
    COUNT,
    DIGITS,
    LINE,
    MEASURE,
    NOUN,
    SAID,
    Help,
    a,
    digits,
    entries,
    plain_verb,
    singular,
    times,
)
from tilewright.syntax.words import ORDINALS, VERBS

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
    **dict.fromkeys(("double", "twice"), "write the number itself: '2', or '2 *' before another number"),
    "triple": "write the number itself: '3', or '3 *' before another number",
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


def one_of_two(found: re.Match[str]) -> str:
    """`discard a red or a blue one`: a single piece with one of two values."""
    where = f"where it is {a(found['a'])} or {a(found['b'])}"
    adjective = f"{found['q']} " if found["q"] else ""
    return f"write '{found['v']} {a(f'{adjective}tile')}{found['r'] or ''} {where}'"


def _pay(found: re.Match[str]) -> str:
    """Own pieces that are paid are counted, not picked."""
    return f"write 'pay {'1' if found['n'] in ('a', 'an') else digits(found['n'])} {found['c']}'"


def _steal(found: re.Match[str]) -> str:
    """Without a named victim, the player chooses an opponent."""
    which = found["x"] or ""
    number = "1" if found["n"] in ("a", "an") else digits(found["n"])
    return _lines(f"choose an opponent{which}", f"gain {number} {found['c']} from the opponent")


_ONE_WORD = {"one": "a", **{word: number for word, number in DIGITS.items() if word != "one"}}
_WHO = r"(?:the |your )?(?:(?:player|opponent|neighbor) (?:to|on) (?:your|the) (?P<s>left|right)|(?P<t>left|right)(?:-hand)? (?:neighbor|player|opponent))"

_EARNS = "(?:scores?|gains?|earns?|gives?|brings?|pays?|counts?(?: as)?|(?:is|are) worth|gets?)(?: you)?"
_RIVALS = "(?:the|any|each|every|all|all of the|all the|an|your|either|any of the)? ?(?:other )?(?:opponents?|players?|rivals?)"


def _more_of(found: re.Match[str]) -> str:
    return f"write 'where count of its {found['w']} {'>' if found['q'] == 'more' else '<'} count of its {found['v']}'"


def _than_rivals(found: re.Match[str]) -> str:
    return f"write 'count of {found['w']} is {'more' if found['q'] == 'more' else 'less'} than that of every opponent'"


def _in_line(found: re.Match[str]) -> str:
    return f"write 'there is a run of {found['w']} where size >= {digits(found['n'])}'"


def _adjacent_alike(found: re.Match[str]) -> str:
    return f"write 'pair of adjacent {found['w']} with the same {found['t'].removesuffix('s')}'"


def _on_both(found: re.Match[str]) -> str:
    said = "taller" if found["q"] in ("taller", "higher") else "lower"
    first, second = ("left", "right") if "left" in found[0] else ("top", "bottom")
    return f"write 'where its {first} neighbor is {said} and its {second} neighbor is {said}'"


def _joined(found: re.Match[str]) -> str:
    """`remove a flag and gain 1 point`."""
    return _lines(f"{plain_verb(found['v'])} {found['w']}", f"{plain_verb(found['r'])} {found['x']}")


def _in_largest(found: re.Match[str]) -> str:
    """`2 for each flag of your largest group of the same color`."""
    number = "" if found["n"] == "1" else f"{digits(found['n'])} * "
    return f"write '{number}largest size of groups of {found['w']}s with the same {found['t']}'"


def _gained_for(found: re.Match[str]) -> str:
    """`gain 1 point for discarding a tile`."""
    verb = next((verb for verb in (found["v"], f"{found['v']}e") if verb in (*VERBS, *SAID)), found["v"])
    return _lines(f"{plain_verb(verb)} {found['w']}", found["g"])


def _options(found: re.Match[str]) -> str:
    """`choose one: gain 1 point or draw a card`: an option per action, named after its verb."""
    first, second = found["x"], found["y"]
    names = [plain_verb(said.split()[0]) for said in (first, second)]
    names = names if names[0] != names[1] and all(name.isalpha() for name in names) else ["first", "second"]
    return _lines("choose one", f"  option {names[0]}", f"    {first}", f"  option {names[1]}", f"    {second}")


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


_HAVE = r"(?:you have|(?:your|the) [a-z]+ (?:has|contains|holds|includes))"
_SAID = "|".join(SAID)
_TAKEN = "choose|take|discard|move|turn face-up|turn face-down"

ACTIONS: dict[str, Help] = {
    r"^ *move an? [a-z -]+? (?P<at>(?:by |exactly |up to )?(?:1|one|an?) (?:space|step|square|stack)(?: in any direction| orthogonally)?)$": "write 'to a neighbor of it'",
    r"^ *(?P<at>choose (?:one|either|between)(?: of)?:? (?P<x>.+?),? or (?P<y>.+))$": _options,
    rf"^ *(?P<at>(?P<v>{_TAKEN}|place) (?:1|one|an?) (?P<w>{NOUN}) (?:from|in|of) (?P<x>the [a-z-]+),? (?:and|then|and then) (?:place|put|add|keep) it(?: (?:in|into|on|onto|to) your [a-z-]+)?)$": lambda m: (
        _lines(f"{m['v']} {a(m['w'])} in {m['x']}", "place it")
    ),
    r"^ *(?P<at>choose (?P<w>an? opponent|a player)(?:, and|,|;| and)? (?:he|she|they|who|it|that (?:player|opponent)) (?:must |has to |have to )?(?P<v>[a-z]+) (?P<r>.+))$": lambda m: (
        _lines(f"choose {m['w']}", f"as the {m['w'].split()[1]}", f"  {plain_verb(m['v'])} {m['r']}")
    ),
    r"^ *move [a-z -]+? (?P<at>onto|into|upon|on top of)(?= (?:an?|another|the) )": "write 'to'",
    rf"^ *(?P<at>(?P<g>gain {COUNT} [a-z-]+) (?:for|by|when) (?P<v>[a-z]+)ing (?P<w>.+))$": _gained_for,
    r"(?<=[a-z] )(?P<at>(?:that|this) )(?=[a-z])": "write 'the '",
    r"(?<=[a-z] )(?P<at>(?:that|this) [a-z]+)(?= (?:is|has)\b)": "write 'it'",
    r"^ *place it (?P<at>(?:in|into|on|onto|to) your [a-z-]+)$": "leave it out",
    r"(?P<at>build (?:1|one|an?) (?P<w>[a-z-]+)(?: anywhere| on any (?:stack|tile|space))?)$": lambda m: (
        f"write 'build {a(m['w'])} on a stack'"
    ),
    rf"^ *(?P<at>(?P<v>choose|take) (?P<w>an? {NOUN}) (?:from|in|of) (?:the |an? )?(?:(?P<x>[a-z-]+) of )?(?:another|an?) (?:other )?(?:player|opponent))$": lambda m: (
        _lines("choose an opponent", f"{m['v']} {m['w']} {'in the ' + m['x'] + ' ' if m['x'] else ''}of the opponent")
    ),
    rf"^ *(?P<at>(?:take|steal) (?:1|one|an?) (?P<w>{NOUN}) from (?:every|each|all) (?:other )?(?:player|opponent)s?)$": lambda m: (
        _lines("for each opponent", f"  take {a(m['w'])} of the opponent")
    ),
    rf"^ *(?P<at>(?P<v>discard|return|take|choose|turn face-up|turn face-down) (?P<x>an? {NOUN}) and (?P<y>an? {NOUN})(?: and (?P<r>.+))?)$": lambda m: (
        _lines(f"{m['v']} {m['x']}", f"{m['v']} {m['y']}", *filter(None, (m["r"],)))
    ),
    r"^ *(?P<at>(?P<v>discard|take|build|return) (?:up to )(?P<n>\d+) (?P<w>[a-z -]+?)s and (?P<r>.+?)(?: each| for each(?: of them| one)?))$": lambda m: (
        _lines(f"up to {m['n']} times", f"  {m['v']} {a(m['w'])}", f"  {m['r']}")
    ),
    rf"^ *(?P<at>place (?P<w>an? {NOUN}) (?:from|in) (?P<x>the [a-z-]+) (?:onto|on|to|in|into) an empty space)$": "write 'move {w} in {x} to a space where it is empty'",
    r"^ *(?P<at>gain (?P<x>\d+ (?P<k>[a-z-]+)) or (?P<y>\d+ (?P<l>[a-z-]+)))$": lambda m: _lines(
        "choose one", f"  option {m['k']}", f"    gain {m['x']}", f"  option {m['l']}", f"    gain {m['y']}"
    ),
    r"^ *(?P<at>(?P<v>build|place) (?P<n>two|three|four|[2-6]) (?P<w>[a-z -]+?)s (?P<p>on|beside) (?P<x>[a-z -]+?)s)$": lambda m: (
        _lines(f"{digits(m['n'])} times", f"  {m['v']} {a(m['w'])} {m['p']} {a(m['x'])}")
    ),
    r"the top (?P<w>tile|piece) of (?:an?|any) (?:stack|pile)": lambda m: f"write '{a(m['w'])}'",
    r"^ *(?P<at>(?:the (?:active |current )?player|you) (?:must |has to |have to )?(?P<v>(?!may\b|can\b)[a-z]+) (?P<r>.+))$": lambda m: (
        f"write '{plain_verb(m['v'])} {m['r']}'"
    ),
    rf"^ *(?P<at>(?:place|put|add) (?P<w>an? {NOUN}) from (?:your|the) [a-z]+)$": "write 'build {w} on a stack'",
    rf"^ *(?P<at>(?P<v>{_SAID}) (?P<w>(?:an?|the|it\b|\d+ )[^,]*?)(?:,? and(?: then)?|,? then|,|;|:) (?P<r>{'|'.join(VERBS)}|{_SAID}) (?P<x>.+))$": _joined,
    r"^ *(?P<at>(?:take|draw) (?P<n>\d+) (?P<c>[a-z-]+?)s?)$": "write 'gain {n} {c}'",
    rf"^ *(?P<at>draw (?P<w>an? {NOUN}) from the (?P<x>[a-z-]+))$": lambda m: (
        f"write 'take a random {m['w'].split(' ', 1)[1]} in the {m['x']}'"
    ),
    rf"^ *(?P<at>deal (?P<n>{COUNT}) (?P<w>[a-z-]+) to (?:each|every) player)$": lambda m: _lines(
        "for each player", f"  draw {digits(m['n'])} {m['w']}"
    ),
    r"^ *(?P<at>(?P<v>choose|take|discard|move|turn face-up|turn face-down) an? (?:(?P<q>face-up|face-down) )?(?P<a>(?!tile\b|stack\b|face)[a-z-]+) or (?:an? )?(?P<b>(?!tile\b|stack\b|face)[a-z-]+)(?P<r> (?:in|of|to|on) .+)?)$": one_of_two,
    rf"^ *(?P<at>(?:steal|rob|take|gain) (?P<n>{COUNT}|an?) (?P<c>[a-z-]+) from (?:an?|any|one|another|the) (?:opponent|other player|player)(?: of your choice)?(?P<x> (?:with|where) .+)?)$": _steal,
    rf"^ *(?P<at>(?:steal|rob) (?P<n>{COUNT}|an?) (?P<c>[a-z-]+)(?P<x>(?!))?)$": _steal,
    rf"^ *(?P<at>(?:discard|return|remove|lose|use|spend|give up) (?P<n>{COUNT}|an?) (?P<c>[a-z-]+) (?:from|in|out of|of) (?:your|the) (?:reserve|supply|pool|stock|bank))$": _pay,
    rf"^ *(?P<at>(?:discard|return|remove|lose|use|spend|give up) (?P<n>{COUNT}|an?) (?P<c>[a-z-]+))(?=$| and |,? then )": _pay,
    r"^ *(?P<at>(?:lose|use|spend|give up) (?P<n>an?) (?P<c>[a-z-]+))$": _pay,
    r"^ *(?:place|put|build) an? [a-z-]+(?P<at> (?:from|out of) (?:your|the) [a-z]+)(?= (?:in|on|onto)\b)": "leave it out",
    r"^ *swap (?P<at>the (?:positions|places) of )": "leave it out",
    r"^ *(?P<at>(?:trade|exchange|turn in|cash in|give up|sacrifice) (?P<w>an? [a-z -]+?) (?:for|to gain|to score) (?P<n>\d+)(?P<c> points?| [vV][pP]s?| [a-z-]+))$": lambda m: (
        _lines(f"discard {m['w']}", f"gain {m['n']}{m['c']}")
    ),
    rf"you have (?P<q>fewer|less|more) (?P<w>[a-z -]*s) than {_RIVALS}(?: has| have| does)?": _than_rivals,
    r"^ *(?P<at>(?:exchange|switch|trade|interchange)(?: the positions of)?)(?= )": "write 'swap'",
    r"^ *(?P<at>(?:swap|exchange|switch|trade) (?:any )?(?:two|2) (?P<w>[a-z -]+?)s (?:with|of|that have|having) the same (?P<t>[a-z]+))$": "write 'swap a {w} and another {w} where it has the same {t}'",
    r"^ *(?P<at>(?:remove|destroy|trash|throw away|lose) )(?=an? |\d|one |two |three |it\b|every )": "write 'discard '",
    r"^ *(?P<at>(?:receive|get|score|earn|win|collect) )(?=\d|\()": "write 'gain '",
    r"^ *(?P<at>(?P<v>build|place|flip|turn face-up|turn face-down) (?P<n>two|three|four|[2-6]) (?P<w>[a-z -]+?)s(?: at once)?)$": lambda m: (
        _lines(f"{digits(m['n'])} times", f"  {m['v']} {a(m['w'])}")
    ),
    r"^ *gain (?P<at>as many (?P<c>[a-z-]+) as (?:the |its )?(?P<m>height|number) of (?P<w>an? [a-z -]+))$": lambda m: (
        _lines(f"choose {m['w']}", f"gain (its {m['m']}) {m['c']}")
    ),
    r"(?P<at> (?:to|from|into) your (?:supply|reserve|pool|stock))$": "leave it out",
    r"(?P<at>, and then|,? then|, and) ": "write ' and '",
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
    rf"^ *(?P<at>(?:take|gain|get|receive|earn) (?P<n>an?|{COUNT}) (?P<c>[a-z-]+) tokens?)$": lambda m: (
        f"write 'gain {'1' if m['n'] in ('a', 'an') else digits(m['n'])} {m['c']}'"
    ),
    r"^ *(?P<at>double your (?P<c>[a-z-]+))$": "write 'gain ({c}) {c}'",
    r"^ *(?P<at>(?:lose|pay|spend|discard) all(?: of)? your (?P<c>[a-z-]+))$": "write 'pay ({c}) {c}'",
    r"(?P<at>(?:,|;|:|\.)) ": "write ' and'",
    r"^ *(?P<at>choose (?P<q>an opponent|another|one other|any|an?|one)(?: player| opponent)?(?:[;,.:] | and )(?:that|this|the|who|they)?(?: chosen)? ?(?:player|opponent)? ?(?:must |may |has to )?(?P<v>[a-z]+s?) (?P<rest>.+))$": _as_them,
    r"^ *(?P<at>discard (?:2|two) (?P<w>[a-z -]*s) (?:with|of|that have|having) the same (?P<t>[a-z]+))$": _alike,
    r"(?P<at>(?:once (?:per|a|each|in a) turn|each turn|on your turn|during your turn)(?: you may)?[,:]? )": "leave it out",
    r"(?P<at>,? (?:for free|at no cost|without (?:cost|paying(?: for it)?)))$": "leave it out",
    r"(?P<at>(?:immediately|now|then|instead|at once|if you (?:like|want|wish)|if possible))(?= |$)": "leave it out",
    r"(?P<at>from (?P<w>the (?:bank|supply|deck|bag|box|market|hoard)))": "write 'in {w}'",
    r"^ *(?P<at>(?:put|place|set|build) (?P<w>an? [a-z -]+?|it) (?:onto|on top of|on) (?:an?|any|one) (?P<x>.+))$": lambda m: (
        f"write 'build {m['w']} on {a(m['x'])}'"
    ),
}

_SIGN = {"==": "=", "=<": "<=", "=>": ">="}
_SIDE = {"left": "left", "right": "right", "above": "top", "below": "bottom", "over": "top", "under": "bottom"}

WORDINGS: dict[str, Help] = {
    rf"(?:(?:that|which|where it) (?:has|have|is)|with|having|has)(?: an?| the| its)? (?P<m>{MEASURE})(?: is)? ?(?P<o>[<>]=?|==?|=<|=>) ?(?P<n>\d+)": lambda m: (
        f"write 'where {AS.get(m['m'], m['m'])} {_SIGN.get(m['o'], m['o'])} {m['n']}'"
    ),
    rf"(?:with|that has|which has|where it has|having) (?P<q>exactly|at least|at most|more than|fewer than) {_N} (?:neighbors?|neighbours?)(?! (?:2|within|with|that|where|is|are|has|have)\b)": lambda m: (
        f"write 'where {m['q']} {digits(m['n'])} neighbor{'s have' if m['n'] not in ('1', 'one') or m['q'] == 'more than' else ' has'} a stack'"
    ),
    r"is (?P<q>higher|greater|bigger|larger|lower|smaller) than (?P<r>that of)": lambda m: (
        f"write 'is {'less' if m['q'] in ('lower', 'smaller') else 'more'} than {m['r']}'"
    ),
    rf"the same (?P<t>{NOUN}) (?P<at>like|than|to)(?= )": "write 'as'",
    rf"(?:with|having|that has|that have|which has|of) the same (?P<t>[a-z]+) as (?:another|an other|any other|a different|a) (?P<w>{NOUN})$": "write 'where any {w} has the same {t}'",
    rf"(?:the )?number (?:on|of) (?:your|the) (?P<q>{_MOST}|lowest|smallest) (?P<w>{NOUN})$": lambda m: (
        f"write '{'largest' if m['q'] in _MOST.split('|') else 'smallest'} number of {m['w']}s'"
    ),
    rf"there (?:is|are) no (?P<a>{NOUN}) (?:and|or|nor)(?: no)? (?P<b>{NOUN})$": lambda m: (
        f"write 'there is no {singular(m['a'])} and there is no {singular(m['b'])}'"
    ),
    rf"(?:the )?(?P<m>heights|numbers) of (?:all |the |your |all your )*(?P<w>{NOUN}s)$": lambda m: (
        f"write 'total {m['m'][:-1]} of {m['w']}'"
    ),
    rf"{_N} (?:tiles? |levels? )?high$": "write 'where height = {n}'",
    r"(?:that's|who's|which's|it's)(?= )": lambda m: f"write '{m[0].removesuffix(chr(39) + 's')} is'",
    rf"on an? (?:stack|pile|tower) of {_N}(?: [a-z]+)?$": "write 'where its height is {n}'",
    r"on (?:the )?(?:ground|bottom|lowest) (?:level|floor)": "write 'on floor 1'",
    r"(?:matching|sharing|with) (?:an?|any|its) neighbor's (?P<t>[a-z]+)$": "write 'where any neighbor has the same {t}'",
    rf"(?:the )?(?:sum|total) of (?:all |the )*(?P<m>number|height|weight)s? (?:on|of) (?:your |the |all )*(?P<w>{NOUN})$": "write 'total {m} of {w}'",
    r"consecutive pairs? of (?P<t>[a-z]+s)$": "write 'pair of adjacent tiles with consecutive {t}'",
    rf"(?:your|the) (?P<w>{NOUN}s) (?:form|make|make up|build) a (?:2x2 )?square$": lambda m: (
        f"write 'there is a square where every space in it has {a(singular(m['w']))}'"
    ),
    rf"in (?:the )?same (?P<l>row|column|quadrant) as an? (?P<w>{NOUN}?)$": "write 'in a {l} with a {w}'",
    r"you own(?= )": "write 'you have'",
    r"not (?P<f>face-up|face-down|empty) (?P<w>[a-z-]+)$": "write '{w} where it is not {f}'",
    rf"(?:that is|that's|which is|where it is) {_N} (?:tiles? |levels? )?(?:high|tall)$": "write 'where height = {n}'",
    # -- of whole boards, and of all that is on them
    rf"{_HAVE} (?:at least )?(?:one|1|an?)(?: tile| stack| piece)? of (?:each|every) (?P<t>[a-z-]+)": "write 'every {t} has a stack'",
    rf"{_HAVE} no (?:gaps|holes|gap|hole)": "write 'every space has a stack'",
    rf"(?P<l>{_LINES}) (?:in which|where|whose) (?:all|every|each)(?: the| of the)? (?:tiles?|stacks?|spaces?|pieces?)(?: in it)? (?:are|is) (?P<w>{NOUN}s)$": lambda m: (
        f"write '{m['l']} where every space in it has {a(singular(m['w']))}'"
    ),
    rf"(?:your|the) (?:{_MOST}) (?P<w>stack|tower|{NOUN}) is (?P<p>(?:in|on) (?:the|a) (?:middle|center|corner|border|edge|[a-z]+ (?:row|column|edge)))": lambda m: (
        "write 'largest height of {0} {1} = largest height of {0}'".format(
            f"{m['w']}s", m["p"].replace("middle", "center")
        )
    ),
    # -- what can be seen
    rf"(?P<w>{NOUN}) (?:that (?:is|are) )?(?:visible|seen|that can be seen)(?: from above)": "write 'face-up {w}'",
    r"(?P<at> (?:that (?:is|are) )?(?:not |un)covered(?: by (?:anything|another [a-z]+|any [a-z]+|other [a-z]+))?)": "leave it out",
    rf"if (?P<at>an? (?P<a>{NOUN}) is (?:under|below|beneath|on|above) an? (?P<b>{NOUN}))": lambda m: (
        f"write 'there is {a(m['b'])} with {a(m['a'])}'"
    ),
    # -- what is alike
    rf"(?:adjacent |neighboring )?pairs? of (?:identical|matching|equal|the same) (?P<w>{NOUN}?) (?:next to each other|side by side|touching each other|adjacent to each other)": f"write 'pair of adjacent {{w}} with the same {ALIKE}'",
    rf"(?:adjacent|neighboring|touching) pairs? of (?:identical|matching|equal|the same) (?P<w>{NOUN})": f"write 'pair of adjacent {{w}} with the same {ALIKE}'",
    r"(?:adjacent|neighboring|touching) (?P<p>pairs?) of(?! identical| matching| equal| the same)": "write '{p} of adjacent'",
    rf"(?P<p>pairs? of(?: adjacent)?) (?:identical|matching|equal|the same) (?P<w>{NOUN})(?! (?:next|side|touching|adjacent)\b)$": f"write '{{p}} {{w}} with the same {ALIKE}'",
    rf"{_N} for each (?P<w>{NOUN}) (?:of|in) (?:your|the) (?:{_MOST}) group of (?:the |tiles of the |stacks of the )?same (?P<t>[a-z]+)": _in_largest,
    rf"(?:the )?(?P<q>{_MOST}|lowest|smallest) (?P<m>number|height|weight|value) (?:of|on|among) (?:any|your|the|all) (?P<w>{NOUN}?)s?$": lambda m: (
        f"write '{'largest' if m['q'] in _MOST.split('|') else 'smallest'} {m['m']} of {m['w']}s'"
    ),
    rf"(?:(?:that|which) (?:is|are) )?heavier than {_N}": "write 'where its weight is more than {n}'",
    rf"(?:(?:that|which) (?:is|are) )?lighter than {_N}": "write 'where its weight is less than {n}'",
    # -- numbers of what is counted
    rf"on (?:the )?(?P<o>{'|'.join(ORDINALS)}) (?:level|floor)": lambda m: (
        f"write 'on floor {ORDINALS.index(m['o']) + 1}'"
    ),
    rf"^ *score (?P<at>(?P<k>\d+)(?: points?)?,? (?:minus|-|less) (?P<n>\d+)(?: points?)? (?:for each|for every|per) (?P<w>{NOUN}))$": lambda m: (
        f"write '{m['k']} - {times(m['n'], m['w'] + 's')}'"
    ),
    r"^ *score (?P<at>(?P<a>\d+(?:/\d+)+)(?: points?)? for (?P<b>\d+(?:/\d+)+) (?P<w>[a-z-]+s (?:in|on|with|beside) .+))$": lambda m: (
        f"write 'count of {m['w']} read as {entries(m['b'].split('/'), m['a'].split('/'))}'"
    ),
    rf"for each (?P<at>(?:complete |full )?set of (?P<w>(?!an? ){NOUN}(?:, {NOUN})*(?:,| and|, and) {NOUN}))$": lambda m: (
        f"write 'set of {_listed([a(singular(noun)) for noun in re.split(r',? and |, ', m['w'])])}'"
    ),
    r"you have (?:the )?most (?P<w>[a-z-]+)": "write '{w} is more than that of every opponent'",
    r"you have (?:the )?fewest (?P<w>[a-z-]+)": "write '{w} is less than that of every opponent'",
    rf"for each (?P<at>(?P<w>{NOUN} or {NOUN}) (?P<p>(?:next to|adjacent to|beside) an? {NOUN}))$": lambda m: (
        "write 'stack {} where it is {} or {}'".format(m["p"], *map(a, m["w"].split(" or ")))
    ),
    rf"{_WHO} has (?P<q>more|fewer|less) (?P<w>{NOUN}?)(?: than you)?$": lambda m: (
        f"write 'count of {m['w']} of the {m['s'] or m['t']} player {'>' if m['q'] == 'more' else '<'} count of {m['w']}'"
    ),
    rf"{_WHO} has (?=no |an? |at least |at most |exactly )": lambda m: f"write 'the {m['s'] or m['t']} player has '",
    rf"of {_WHO}": lambda m: f"write 'of the {m['s'] or m['t']} player'",
    # -- in another order
    rf"^ *(?P<at>(?:each|every) (?P<w>[a-z][^:]*): (?P<n>-?{COUNT})(?: points?| [vV][pP]s?)?)$": lambda m: (
        f"write 'score {digits(m['n'])} for each {m['w']}'"
    ),
    r"(?P<w>[Nn]eighb|[Cc]ol)our(?P<s>[a-z]*)": "write '{w}or{s}'",
    r"(?P<at>(?:contiguous|connected|adjacent|orthogonally connected|orthogonally adjacent) )(?:group|area)s?": "leave it out",
    rf"(?:your|the) (?:{_MOST}) (?P<at>(?P<l>row|column|line|quadrant) of (?=[a-z]+ing\b))": "leave it out",
    rf"with no (?P<w>{NOUN}) neighbors?": lambda m: f"write 'where no neighbor has {a(singular(m['w']))}'",
    r"(?:the )?(?:sum|total) of (?:the |all )*(?P<m>height|number|size|level)s of": "write 'total {m} of'",
    r"(?:at|on) (?:the|either|one|an?) ends? of (?:an?|its|the|each|every|any) (?P<l>row|column)": lambda m: (
        "write 'where it is on the {} edge or it is on the {} edge'".format(
            *(("left", "right") if m["l"] == "row" else ("top", "bottom"))
        )
    ),
    rf"(?:your|the) (?P<q>{_MOST}|lowest|shortest|smallest) (?P<w>{NOUN})(?= (?:minus|-)|$)": lambda m: (
        f"write '{'largest' if m['q'] in _MOST.split('|') else 'smallest'} height of {m['w']}s'"
    ),
    r"(?P<at>(?<=[a-z]) minus (?=[a-z]))": "write ' - '",
    rf"for the majority (?:in|of) (?P<w>{NOUN})": "write 'if count of {w} is more than that of every opponent'",
    r"^ *(?P<at>\+ ?(?P<n>\d+)(?: points?| [vV][pP]s?)?)(?= )": "write 'score {n}'",
    rf"^ *(?P<at>(?:for )?(?:each|every|all|an?|your) (?P<w>[a-z].+?),? {_EARNS} (?P<n>-?\d+)(?: points?| [vV][pP]s?)?(?: each)?)$": lambda m: (
        f"write 'score {m['n']} for each {m['w']}'"
    ),
    rf"^ *(?P<at>(?P<w>[a-z-]+s) (?P<x>(?:in|on|beside|with|next|without|at) .+?),? {_EARNS} (?P<n>-?\d+)(?: points?| [vV][pP]s?)?(?: each)?)$": lambda m: (
        f"write 'score {m['n']} for each {singular(m['w'])} {m['x']}'"
    ),
    rf"^ *(?P<at>(?:score )?(?P<n>-?\d+)(?: points?| [vV][pP]s?)? each for (?P<w>{NOUN}s) and (?P<v>{NOUN}s))$": lambda m: (
        _lines(f"score {m['n']} for each {singular(m['w'])}", f"score {m['n']} for each {singular(m['v'])}")
    ),
    r"^ *(?P<at>(?:at most|maximum|max\.?|up to|no more than)(?: of)? (?P<n>\d+)(?: points?| [vV][pP]s?)?(?: in total)?[,:] (?P<s>score .+))$": "write '{s}, max {n}'",
    r"^ *(?P<at>score as many (?:points|[vV][pP]s?) as (?:there are |you have )?)(?=[a-z])": "write 'score '",
    r"^ *score (?P<at>one|two|three|four|five|six)(?= )": lambda m: f"write '{DIGITS[m['at']]}'",
    r"for (?P<at>(?:all |your |the )*(?P<w>[a-z-]+s))(?= (?:on|in|beside|with|where|without|next|at|that|which|touching|not)\b|$)": lambda m: (
        f"write 'each {singular(m['w'])}'"
    ),
    r"at the (?P<s>top|bottom) of (?:a|its|the|each|any|every) column": "write 'in the {s} row'",
    rf"^ *score (?P<at>(?:your|the) (?:{_MOST}) (?P<l>group|area|row|line|run|chain|wall) of (?P<w>{NOUN}))$": lambda m: (
        f"write 'largest size of {'groups' if m['l'] in ('group', 'area') else 'runs'} of {m['w']}'"
    ),
    rf"(?:exactly )?{_N}(?: levels?| floors?)? (?P<q>higher|taller|lower|shorter) than (?P<w>its [a-z]+ neighbor)": lambda m: (
        f"write 'where its height = height of {m['w']} {'+' if m['q'] in ('higher', 'taller') else '-'} {digits(m['n'])}'"
    ),
    rf"(?P<t>kind|type|color|symbol)s? of (?P<w>[a-z]+) (?:that |of which )?you have (?:(?P<q>at least|exactly|at most) {_N}|{_N.replace('<n>', '<k>')} or more)(?: of)?$": lambda m: (
        f"write '{m['t']} with {m['q'] or 'at least'} {digits(m['n'] or m['k'])} {m['w']}s'"
    ),
    r"(?P<at>,? ?(?:but|and) (?:none|not|nothing)(?: for)?(?: those| the ones| any)?(?: that are)?) (?:beside|next|in|on)\b": "write ' not'",
    r"not (?:in|on) the outermost (?P<l>row|column)s?": lambda m: (
        "write 'where it is not on the {} edge and it is not on the {} edge'".format(
            *(("left", "right") if m["l"] == "column" else ("top", "bottom"))
        )
    ),
    r"(?P<w>face-(?:up|down) (?:tile|stack)s?) (?P<at>on top)": "leave it out",
    rf"on top of (?:a |your )?(?:stack|tower)s? (?:with|of) (?:an? )?height (?:of )?(?P<n>{COUNT}(?: or {COUNT})*)$": "write 'where its height is {n}'",
    rf"for (?P<at>an? )(?={_LINES})": "write 'each '",
    rf"(?P<l>{_LINES}) (?P<at>of (?:at least )?{_N} (?P<w>[a-z-]+s))$": lambda m: (
        f"write 'with at least {digits(m['n'])} {m['w']}'"
    ),
    rf"(?P<l>{_LINES}) (?P<at>(?:with|of|that has|containing) (?:only (?P<w>[a-z-]+s)|(?P<v>[a-z-]+s) only|nothing but (?P<u>[a-z-]+s)))$": lambda m: (
        f"write 'where every stack in it is {a(singular(m['w'] or m['v'] or m['u']))}'"
    ),
    r"pairs? of (?P<at>(?:neighbou?ring|touching|connected|bordering)) ": "write 'adjacent'",
    r"in (?:every|each|any|all|all four|one of the)(?: of the)? (?P<w>corner|quadrant|row|column)s?$": "write 'in a {w}'",
    # -- comparisons
    r"(?P<i>in|on) the (?P<a>[a-z]+) (?:or|and) (?:the )?(?P<b>[a-z]+) (?P<l>row|column|edge)s?$": (
        "write 'where it is {i} the {a} {l} or it is {i} the {b} {l}'"
    ),
    r"(?P<w>pairs? of (?:adjacent )?[a-z -]+?) (?:of|with|that have|having|at|on) (?:the |an )?(?:equal|same|identical) (?P<t>[a-z]+?)s?": "write '{w} with the same {t}'",
    rf"(?P<n>\d+) for each (?P<w>{NOUN}) of (?:the|your) (?:most (?:common|frequent)|biggest|largest) (?P<t>[a-z]+)$": lambda m: (
        f"write '{'' if m['n'] == '1' else m['n'] + ' * '}largest (count of its {m['w']}s) of {m['t']}s'"
    ),
    rf"(?P<at>(?:of which |for which |that )?you (?:have|own) no (?P<w>{NOUN}?)s?(?: of| for)?)$": "write 'with no {w}'",
    rf"(?:the |all |all the |all of the |your )?(?:four |4 )?(?:corner (?P<w>{NOUN}s)|(?P<v>{NOUN}s) in the corners) (?:have|are of|share|are at|are on) (?:all )?(?:the same|equal|one) (?P<t>[a-z]+?)s?$": lambda m: (
        f"write 'count of different {m['t']}s of {m['w'] or m['v']} in a corner = 1'"
    ),
    r"(?P<at>if )(?=(?:beside|on|in|next to|adjacent to) )": "write 'if it is '",
    rf"(?:adjacent|next) to (?:the|some|any|your) (?P<w>{NOUN}?)s?$": lambda m: f"write 'beside {a(m['w'])}'",
    rf"connected (?:to|with) (?P<w>an? {NOUN})": "write 'in a group of stacks where any space in it has {w}'",
    rf"(?:where it|that|which|who) has (?P<q>more|fewer|less) (?P<w>{NOUN}) than (?P<v>{NOUN})": _more_of,
    rf"(?:you have|you own|there (?:is|are)) (?P<x>(?:an?|at least|at most|exactly|more than|fewer than|\\d+) [^,]+?) and no (?P<w>{NOUN})$": lambda m: (
        f"write 'there are {m['x']} and there is no {singular(m['w'])}'"
    ),
    rf"you have (?P<q>more|fewer|less) (?P<w>{NOUN}) than {_RIVALS}(?: has| have| does)?$": _than_rivals,
    rf"{_N} (?P<w>[a-z-]+s) (?:are |lie |stand )?in (?:a |one |a straight )?(?:line|row)$": _in_line,
    r"(?:two|2) (?:neighboring|adjacent|touching) (?P<w>[a-z-]+s) (?:of|with|that have|having|on) (?:the )?(?:equal|same|identical) (?P<t>[a-z]+)": _adjacent_alike,
    r"(?:that |which |where it )?(?:has|with|having) (?P<q>taller|higher|lower|shorter) (?:stacks|tiles|neighbors) (?:on (?:the |its )?)?(?:left and right|both sides|either side|above and below)(?: of it)?": _on_both,
    r"(?:your|all|all your|all of your) (?P<w>[a-z-]+s) (?:form|make|are|make up|build) (?:one|a single|1|a|one single|one connected|a connected) (?:group|area|cluster|region)$": "write 'count of groups of {w} = 1'",
    r"neighbor of (?:your|the) (?P<q>tallest|highest) (?P<w>stack|tile|space)$": "write 'stack beside a {w} where height = largest height of stacks'",
    rf"(?P<w>tile|stack) (?P<at>(?:under|beneath|below|underneath|supporting|carrying|bearing) (?P<v>an? {NOUN}))$": "write 'with {v}'",
    r"(?:tile |piece )?(?P<t>type|kind|color|symbol|number)s? (?:that (?:is|are) )?(?:missing|absent|you (?:lack|do not have|don't have|have not|haven't))$": "write '{t} with no tile'",
    rf"(?P<l>{_LINES}) (?P<at>(?:that|which) (?:is|are)(?: completely)? empty)$": "write 'where it has no stack'",
    rf"for each (?P<at>(?:completely )?empty (?P<l>{_LINES}))$": "write '{l} where it has no stack'",
    rf"(?P<n>at least|at most|exactly) (?P<k>{COUNT}) of its (?P<w>[a-z -]*?s) (?:is|are) (?P<v>[a-z-]+)$": lambda m: (
        f"write 'it has {m['n']} {digits(m['k'])} {m['v']}'"
    ),
    r"let [a-z-]+ be (?P<at>(?:each|every|any)) ": "write 'a'",
    r"(?P<at>with (?:an? )?(?P<m>height|number|size) (?P<o>[<>=]+) (?P<n>\d+))": "write 'where {m} {o} {n}'",
    rf"for (?:having |the )*(?P<q>most|fewest|least) (?P<w>{NOUN}s)$": lambda m: (
        f"write 'if count of {m['w']} is {'more' if m['q'] == 'most' else 'less'} than that of every opponent'"
    ),
    r"(?:all|every|each)(?: of)?(?: your| the)? (?P<w>[a-z][a-z -]*?)s? (?:are|is) (?:all )?connected(?: to each other| with each other)?$": lambda m: (
        f"write 'count of groups of {m['w']}s = 1'"
    ),
    r"(?:where |whose |in which )?(?:its |the |all |all the )*(?P<t>number|height)s? (?P<q>increase|rise|ascend|grow|decrease|fall|descend|drop)s?(?: from left to right)?$": lambda m: (
        f"write 'where its tiles {'rise' if m['q'] in ('increase', 'rise', 'ascend', 'grow') else 'fall'} in {m['t']} from left to right'"
    ),
    rf"(?:with|of|having) (?:an? )?(?P<m>height|number|size)s? (?:of |from |between )?(?P<a>{COUNT}) (?:to|and|-) (?P<b>{COUNT})$": lambda m: (
        f"write 'where {m['m']} >= {digits(m['a'])} and {m['m']} <= {digits(m['b'])}'"
    ),
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
    rf"(?:containing|with|including|having|(?:that|which|where it) (?:has|holds|contains|shows|includes)) all (?:of )?(?:the )?{_N} (?P<t>[a-z]+s)": "write 'where count of different {t} of its tiles = {n}'",
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
    rf"(?:the )?(?:size|length) of {_OF_YOURS} {_RANKED}(?:{_MOST}) (?P<l>group|area|region|cluster|block|row|line|run|chain|wall) of (?P<w>{NOUN})": _largest,
    rf"(?:in|of) {_OF_YOURS} (?:{_MOST}) group$": "write 'of groups of stacks'",
    rf"you have the (?:{_MOST}) (?P<l>row|line|run|chain|wall) of (?P<w>{NOUN})": "write 'largest size of runs of {w} is more than that of every opponent'",
    rf"you have the (?:{_MOST}) group of (?P<w>{NOUN})": "write 'largest size of groups of {w} is more than that of every opponent'",
    rf"(?:for the player (?:who has|with|having)|to the player (?:who has|with)|if you are the player with) (?:the )?most (?P<w>{NOUN})$": "write 'if count of {w} is more than that of every opponent'",
    rf"(?:for the player (?:who has|with|having)|to the player (?:who has|with|having)) (?:the )?(?:fewest|least) (?P<w>{NOUN})$": "write 'if count of {w} is less than that of every opponent'",
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
    rf"(?:with|having) (?P<w>an? {NOUN}) (?:on|at) (?:both|either|each) sides?": _sides,
    rf"flanked by (?:two|2) (?P<v>{NOUN})": lambda m: (
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
