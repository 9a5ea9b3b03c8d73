"""Phrases of printed cards and how a rule expresses them: `phrase | other phrase = rule`, or `= rule ; rule` for two meanings.

In a phrase, `[a/b]` is a choice, `(a )` is optional, and a word in braces is a part: {N} a thing in singular or
plural, {aN} one with `a` or `another`, {Own} one with a name of its own, {W} one of one word, {C} and {aC} a cap, {K} a number, {L} a row or
column, {P} any kind of line, {T} an attribute, {O} an ordinal, {R} the rest, {Mine} words that change nothing. A rule has the
same parts: {N} in singular, {Ns} in plural, {aN} with `a`, {K1} one less, {Ts} attributes, {X} the lines that cross {L}.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import pairwise

from tilewright.syntax.repair.printed import COUNT, END, NOUN, a, digits, singular
from tilewright.syntax.words import ORDINALS

IDIOMS = r"""
# lines and their ends
{L} [that/which] [starts/begins] and ends with {aN} | {L} [starting/beginning] and ending with {aN} | {L} with {aN} [at/on/in] [each/either/both] ends | {L} with {aN} [at/on/in] [each/either] end | {L} [where/whose] (both )(of its )(its )ends [are/have/hold] {N} | {L} with {N} (at )(on )both (of its )ends = {L} where any {N} in it is in the first {X} and any {N} in it is in the last {X}
{L} [that/which] [starts/begins] with {aN} | {L} [starting/beginning] with {aN} | {L} [whose/where its/where the] [first/leftmost/topmost/left/top] [space/tile/stack/end/spot] [is/has/holds/shows/contains] {aN} | {L} with {aN} [in/on/at] [its/the] [first space/start/beginning/left end/top end/leftmost space/top space] = {L} where any {N} in it is in the first {X}
{L} [that/which] [ends/finishes] with {aN} | {L} ending with {aN} | {L} [whose/where its/where the] [last/rightmost/bottommost/right/bottom] [space/tile/stack/end/spot] [is/has/holds/shows/contains] {aN} | {L} with {aN} [in/on/at] [its/the] [last space/right end/bottom end/rightmost space/bottom space] = {L} where any {N} in it is in the last {X}
no two {N} [share/occupy/have] [a/an/the same/one] {P} | no two {N} are in [one/a single/the same] {P} = every {P} has at most 1 {N}
{K} for the {P} with the most {N} | {K} for [the/your] {P} [that has/having/containing] the most {N} = {K} for each {P} where it has {aN} and count of its {Ns} = largest (count of its {Ns}) of {P}s ; {K} * largest (count of its {Ns}) of {P}s
{P} [containing/with/having/that has/that contains/where it has] [all/every/each] (of the )[type/types] | {P} with (at least )one [tile/stack] of [every/each] type = {P} where every type has a tile in the {P}
(your )(the )(all )(my ){N} [form/make/make up/build/are in] a (single )(straight )(unbroken )(continuous )[line/row/run] = there is a run of {Ns} where size = count of {Ns}
pair of opposite corners with {N} | pair of opposite corners [that/which] (both )[have/hold/contain/show] {N} | pair of opposite corners [that/which] (both )[have/hold/contain/show] {aN} | pair of opposite corners [that are/occupied by/which are] {N} = diagonal where every corner in it has {aN}
^ *score {K} for each pair of {N} [facing each other/facing one another/in line with each other/in line/opposite each other] | ^ *score {K} for each pair of {N} in the same [row or column/line] = score {K} * (total ((count of its {Ns}) * (count of its {Ns} - 1) / 2) of lines)
corner (that )(which )you [control/own/hold/occupy/have filled/filled] = corner with a stack
[symmetrical/symmetric/mirrored] row | row that is [symmetrical/symmetric/mirrored] = row where it has a stack and every space in it is as tall as its mirror across the vertical axis
[symmetrical/symmetric/mirrored] column | column that is [symmetrical/symmetric/mirrored] = column where it has a stack and every space in it is as tall as its mirror across the horizontal axis
[in/on] the left half{Mine} = where it is in the first column or in the second column or in the third column
[in/on] the right half{Mine} = where it is in the fourth column or in the fifth column or in the sixth column
[in/on] the [top/upper] half{Mine} = where it is in the first row or in the second row or in the third row
[in/on] the [bottom/lower] half{Mine} = where it is in the fourth row or in the fifth row or in the sixth row
the left half has more {N} than the right (half) = count of {Ns} where it is in the first column or in the second column or in the third column > count of {Ns} where it is in the fourth column or in the fifth column or in the sixth column
the right half has more {N} than the left (half) = count of {Ns} where it is in the fourth column or in the fifth column or in the sixth column > count of {Ns} where it is in the first column or in the second column or in the third column
# what is beside, between, near, joined
[L/l]-shaped [group/set/cluster/block] of (exactly )[3/three] {N} | [L/l]-shape of (3 )(three ){N} = square with exactly 3 {Ns}
[with/that has/which has/having] more {N} than {N2} [around/next to/beside/adjacent to/near/touching] it | [beside/next to/adjacent to/touching/surrounded by/near/that touches/that has] more {N} than {N2} = where count of {Ns} beside it > count of {N2s} beside it
[with/that has/which has/having] [fewer/less] {N} than {N2} [around/next to/beside/adjacent to/near/touching] it | [beside/next to/adjacent to/touching/surrounded by/near/that touches] [fewer/less] {N} than {N2} = where count of {Ns} beside it < count of {N2s} beside it
whose {N} outnumber (its )(the ){N2} | where (its )(the ){N} outnumber (its )(the ){N2} = where count of its {Ns} > count of its {N2s}
if (your )(the )(my ){N} outnumber (your )(the )(my ){N2} = if count of {Ns} > count of {N2s}
pair of {N} [joined/connected/linked] by (an )(a )(unbroken )(continuous )(straight )[path/line/chain/group/row/string/bridge] of {N2} | pair of {N} (that are )(which are )[joined/connected/linked] by {N2} | pair of {N} (that are )(which are )[joined/connected/linked] by {aN2} | pair of {N} where there is a group of {N2} [beside/next to/touching/adjacent to] both (of them) | pair of {N} where there is a group of {N2} [beside/next to/touching/adjacent to] both = pair of {Ns} where there is a group of {N2s} where every {N} in the pair is beside a stack in the group
pair of {N} (that are )(which are )[joined/connected/linked] by (an )(a )(unbroken )(continuous )(straight )(path of )(line of )(chain of )(row of )(group of )[stacks/tiles] | pair of {N} (that are )(which are )[connected/joined/linked] (to|with) (each other/one another) | pair of {N} [that are/which are] [connected/joined/linked] | pair of [connected/joined/linked] {N} = pair of {Ns} where there is a group of stacks where every {N} in the pair is in the group
(that is )(which is )not within {K} [space/spaces/step/steps] of {aN} | not within {K} of {aN} = where no neighbor within {K} is {aN}
(that is )(which is )(that lies )(lying )[directly/immediately/right] between two {N} | (that is )(which is )(that lies )(lying )[directly/immediately/right] in between two {N} | sandwiched between two {N} = where (its left neighbor is {aN} and its right neighbor is {aN}) or (its top neighbor is {aN} and its bottom neighbor is {aN})
(that is )(which is )(that lies )(lying )between two {N} = where (its left neighbor is {aN} and its right neighbor is {aN}) or (its top neighbor is {aN} and its bottom neighbor is {aN}) ; where (it is left of {aN} and right of {aN}) or (it is above {aN} and below {aN})
(that is )(which is )(that lies )(lying )between {aN} and {aN2} = where (it is left of {aN} and right of {aN2}) or (it is right of {aN} and left of {aN2}) or (it is above {aN} and below {aN2}) or (it is below {aN} and above {aN2})
[that stands/that is/that sits/which stands/which is/standing/sitting] [alone/all alone/on its own/by itself] | [that is/which is] [isolated/lonely] = where every neighbor is empty
(that is )(which is )(where it is )[taller/higher] than [all/everything/anything/all stacks/all the stacks/every stack/any stack/all spaces/all tiles/all those] [around/next to/beside/adjacent to/surrounding/near] it = where every neighbor is lower
(that is )(which is )(where it is )[lower/shorter] than [all/everything/anything/all stacks/all the stacks/every stack/any stack/all spaces/all tiles/all those] [around/next to/beside/adjacent to/surrounding/near] it = where every neighbor is taller
(that is )(which is )(where it is )(exactly )(just )as [tall/high] as the number of (its )neighbors = where height = (count of stacks beside it)
(that is )(which is )opposite {aN} | (that is )(which is )facing {aN} = where any {N} is in the same line
neighbor of (the )(your )[tallest/highest] {N} = stack beside {aN} where height = largest height of {Ns}
with no (adjacent )empty [space/spaces/neighbor/neighbors] (next to it)(beside it)(around it)(adjacent to it) | with no empty [space/spaces] [next to/beside/around/adjacent to/touching] it = where no neighbor is empty
with an empty [space/neighbor] | with an empty space [next to/beside/around/adjacent to/touching] it = where any neighbor is empty
[enclosed/encircled/ringed/boxed in/walled in/hemmed in] by = surrounded by
{N} (that )(which )[can see/sees] {aN2} | {N} with a clear line to {aN2} = {N} where any {N2} in line with it has no stack between it and the {N}
with the same {T} as (one of )(any of )(at least one of )its [neighbors/neighbor] | that matches the {T} of a neighbor = where any neighbor has the same {T}
{N} exactly one level [higher/taller] than (a )(any )(one of its )[neighbor/neighbors] | {N} one level [higher/taller] than (a )(any )(one of its )[neighbor/neighbors] = {N} where there is a neighbor where its height = height of the {N} - 1
whose row and column are [full/complete/filled/completed] = where no space in the same line is empty
(exactly ){K} [space/spaces/step/steps] (away )from the [border/edge] = where any neighbor {K} away is on the border and no neighbor within {K1} is on the border
diagonal [line/row/run/chain] of (exactly ){K} {N} | {K} {N} in a diagonal [line/row] = diagonal run of {Ns} where size = {K}
diagonal [line/row/run/chain] of at least {K} {N} = diagonal run of {Ns} where size >= {K}
[each/every] two adjacent {N} | [each/every] two [neighboring/touching] {N} = each pair of adjacent {Ns}
[next to/adjacent to/beside/touching] (the )(your )[tallest/highest] {N} = beside {aN} where height = largest height of {Ns}
[next to/adjacent to/beside/touching] a [taller/higher] {N} = where there is a neighbor where it is {aN} and it is taller
[next to/adjacent to/beside/touching] a [lower/shorter] {N} = where there is a neighbor where it is {aN} and it is lower
(that is )[directly/immediately/just] (to the )left of {aN} = where its right neighbor is {aN}
(that is )[directly/immediately/just] (to the )right of {aN} = where its left neighbor is {aN}
[in/on] the [outermost/outer] [ring/rows and columns/spaces] = on the border
{K} for each empty neighbor of [each/every/a/any] {N} | {K} for each empty space (next to )(beside )(adjacent to )(around )[each/every] {N} = {K} for each {N} for each empty neighbor of it
[with no other/without another/without any other/with no/without any/without a/without] {N} [beside/next to/adjacent to/touching] it = not beside {aN}
[that shares/sharing/which shares] (its )(a )(the same )(the ){T} with [a/any/one of its/another] (adjacent )[neighbor/neighbors/tile/neighboring tile] = where any neighbor has the same {T}
whose left and right neighbors [are/have/are of/share/show] the same {T} = where its left neighbor has the same {T} as its right neighbor
whose [top and bottom/upper and lower] neighbors [are/have/are of/share/show] the same {T} = where its top neighbor has the same {T} as its bottom neighbor
{P} (that )you have {aN} in | {P} in which you have {aN} | {P} where you have {aN} = {P} with {aN}
{K} for each {N} with the [highest/largest/greatest] {T} in its {P} = {K} for each {P} for each {N} in the {P} where {T} = largest {T} of {Ns} in the {P}
[for having/if you have/for] all (of the )(the ){K} (different ){W} {T}s = if count of different {Ts} of {Ns} = {K}
[left/to the left] of {aN} in [its/the same] row = left of {aN}
[right/to the right] of {aN} in [its/the same] row = right of {aN}
[lower/shorter] than both (of )(its )horizontal neighbors = where its left neighbor is taller and its right neighbor is taller
[lower/shorter] than both (of )(its )vertical neighbors = where its top neighbor is taller and its bottom neighbor is taller
[higher/taller] than both (of )(its )horizontal neighbors = where its left neighbor is lower and its right neighbor is lower
[higher/taller] than both (of )(its )vertical neighbors = where its top neighbor is lower and its bottom neighbor is lower
{N} with a unique {T} | {N} whose {T} is unique | {N} with a {T} that no other tile has = {N} where no tile has the same {T}
{T} (that is )[present/found/represented/shown/showing] in [all (four )corners/every corner/each corner] | {T} that [appears/is] in [every corner/each corner/all corners/all four corners] = {T} where every corner has a tile of the {T}
in a straight line with {aN} = where any {N} is in the same line
{P} [where/in which] all (of )(its )(the )[tiles/stacks] are face[ /-]down = {P} where every tile in it is face-down
{P} [where/in which] all (of )(its )(the )[tiles/stacks] are face[ /-]up = {P} where every tile in it is face-up
no {N} [are/is] [next to/adjacent to/beside/touching/near] [each other/one another/another] | no {N} [touch/border] [each other/one another] | no {N} [are/is] [adjacent/neighbors/touching] = there is no pair of adjacent {Ns}
[to the left or right/to the right or left/left or right/right or left] of {aN} = where it is left of {aN} or it is right of {aN}
[above or below/below or above] {aN} = where it is above {aN} or it is below {aN}
surrounded by (exactly )(all ){K} different {T}s | with {K} different {T}s [around/next to/beside/adjacent to] it = where count of different {Ts} of its neighbors = {K}
if all (of )(the )neighbors of {aN} [are/have/are of/show] the same {T} = if there is {aN} where count of different {Ts} of its neighbors = 1
diagonally adjacent pair of (tiles of )(tiles with )the same {T} = pair of diagonally adjacent tiles with the same {T}
if (your )(the )(my ){N} [touch/reach/border/are on] all (of )(the )(four )(4 )[edges/sides]{Mine} = if every edge has {aN}
(completed )(complete )(finished )(connected )area of {N} = group of {Ns}
# the most, the largest, the longest
{P} with more {N} than any other [row/column/line/quadrant/diagonal] | {P} [that has/having] more {N} than any other [row/column/line/quadrant/diagonal] = {P} where count of its {Ns} > second largest (count of its {Ns}) of {P}s
{K} for each [step/link/space/segment] [of/in] (your )(the )longest [path/chain] of {N} = {K} * largest size of groups of {Ns}
for the player [with/who has] the [tallest/highest] {N} | for having the [tallest/highest] {N} | if you have the [tallest/highest] {N} = if largest height of {Ns} is more than that of every opponent
for the player [with/who has] the [largest/biggest] group of {N} | for having the [largest/biggest] group of {N} = if largest size of groups of {Ns} is more than that of every opponent
(the )difference between (the )(your )[highest/tallest/largest] and (the )(your )[lowest/smallest/shortest] [stack/stacks] = largest height of stacks - smallest height of stacks
{K} for each level above the {O} of (your )(the ){N} = {K} * (total (larger of (height - {O1}) and 0) of {Ns})
in the {P} with (the )(your )[tallest/highest] stack = in a {P} where largest height of its stacks = largest height of stacks
{P} [where/in which/whose] (all )(of )(its )(the )[tiles/stacks/pieces] [have/are/show/bear] (all )(of )different {T}s = {P} where count of different {Ts} of its tiles = count of its tiles
{T} with the most tiles | {T} that has the most tiles | {T} with the [largest/highest/greatest] number of tiles = {T} where it has a tile and count of its tiles = largest (count of its tiles) of {Ts}
{K} for each tile of (your )(the )most common {T} | {K} for each tile of the {T} you have [the most of/most of/the most tiles of] | {K} for each tile in your most common {T} = {K} * largest (count of its tiles) of {Ts}
{K} for each different {T} in (your )(the )longest [row/line/run/column/chain] | {K} for each {T} in (your )(the )longest [row/line/run/column/chain] = {K} * largest (count of different {Ts} of its tiles) of runs of stacks where size = largest size of runs of stacks
{K} for each {Own} [in/inside/within/of] [the/your] [largest/biggest] group = {K} for each {N} in a group of stacks where size = largest size of groups of stacks ; {K} * largest size of groups of {Ns}
# what is under a thing, and what is counted without it
{K} for each [tile/piece] [under/beneath/underneath/below] {aC} | {K} for each [tile/piece] in [a/the] stack [under/beneath/underneath/below] {aC} = {K} * total height of {Cs}
{K} for each [tile/piece] [under/beneath/underneath] {aN} = {K} * (total height of {Ns} - count of {Ns})
{N} [under/beneath/underneath] {aN2} = {N} below {aN2}
{K} for each {N} for each other {N2} = {K} * (count of {Ns}) * (count of {N2s} - 1)
^ *score {K} for each other {N}{R} = score {K} for each {N}{R} ; score {K} * (larger of (count of {Ns}{R} - 1) and 0)
[inside/within/belonging to] [the/your/a/its] = in the
# heights and numbers
{K} for [the/your] [tallest/highest] [stack/tower] [if it has/with] {aC} = {K} if there is a {C} where height = largest height of stacks
[taller/higher] than (the )(your )average( stack)( height) | of above-average height = where height * count of stacks > total height of stacks
[lower/shorter/smaller] than (the )(your )average( stack)( height) | of below-average height = where height * count of stacks < total height of stacks
[with/having/that has/which has] a [higher/larger/greater/bigger] number than [all/each/every one/all of/each of/any of/any/every] (of )(its )[neighbors/neighbor] | [with/having/that has/which has] a [higher/larger/greater/bigger] number than its neighbors | [whose number is/where its number is/which number is] [higher/larger/greater/bigger/more] than [all/each/every one of/those of all/that of all/all those of/that of every/that of each/that of any/those of] (of )(its )[neighbors/neighbor] = where number > largest number of its neighbors
(whose stack is )(where its stack is )(whose height is )[taller/higher] than {K} [tiles/levels/floors/stories] | [whose stack is/where its stack is/whose height is] [taller/higher/more/greater] than {K} = where height > {K}
(whose stack is )(where its stack is )(whose height is )[lower/shorter] than {K} [tiles/levels/floors/stories] | [whose stack is/where its stack is/whose height is] [lower/shorter/less/smaller] than {K} = where height < {K}
of exactly height {K} | of a height of (exactly ){K} | with a height of exactly {K} | whose height is (exactly ){K} | (that is )exactly {K} (tiles )(levels )(floors )[high/tall] = where height = {K}
even[ /-]numbered {N} | {N} with even numbers = {N} with an even number
odd[ /-]numbered {N} | {N} with odd numbers = {N} with an odd number
[run/line/row/sequence/straight] of {K} [consecutive/ascending/successive/sequential] numbers(in a row)( in a row)( in a line) = run of face-up tiles with consecutive numbers where size = {K}
# kinds
{P} with no [repeated/repeating/duplicate/duplicated/two equal] {T}s | {P} with no [repeated/repeating/duplicate] {T} | {P} [where/in which] no {T} [repeats/is repeated/appears twice] = {P} where it has a tile and count of different {Ts} of its tiles = count of its tiles
{K} for each set of one (tile )of [every/each] {T} | {K} for each (complete )set of all {T}s = {K} * smallest (count of its tiles) of {Ts}
(the )[sum/total] of (all )(the )(your ){Own} numbers = total number of {Ns}
{K} [gold/coin/coins/VP/VPs/victory point/victory points/pts/pt] for = {K} for
{T} (that |which )[appears/occurs/is/can be found/shows up/is found] in [every/each] {P} | {T} (that )[appears/occurs/is/can be found] in all {P}s = {T} where every {P} has a tile of the {T}
"""

_PARTS = {
    "N": rf"(?P<N>(?!(?:an?|any|the|your) ){NOUN})",
    "N2": rf"(?P<N2>(?!(?:an?|any|the|your) ){NOUN})",
    "aN": rf"(?:an?|another|any|one|1|some|at least one) (?P<N>{NOUN})",
    "aN2": rf"(?:an?|another|any|one|1|some|at least one) (?P<N2>{NOUN})",
    "Own": rf"(?P<N>(?!(?:tile|stack|space|piece)s?\b){NOUN})",
    "W": "(?P<N>[a-z-]+)",
    "C": "(?P<C>[a-z-]+)",
    "aC": "(?:an?|another|any|one|1|some|the|your) (?P<C>[a-z-]+)",
    "K": rf"(?P<K>{COUNT})",
    "Mine": "(?: (?:of|in|on) (?:the|your|my|it)(?: [a-z]+)?)?",
    "R": "(?P<R>(?: .+)?)$",
    "L": "(?P<L>row|column)",
    "P": "(?P<P>row|column|line|quadrant|diagonal)",
    "T": "(?P<T>type|number|symbol|height|kind|color|class|suit)",
    "O": f"(?P<O>{'|'.join(ORDINALS)})",
}
_SIGNS = {"[": "(?:", "]": ")", "(": "(?:", ")": ")?", "/": "|"}


def _pattern(said: str) -> str:
    """A pattern of the table as a regular expression."""
    found = re.sub(r"\{(\w+)\}|[\[\]()/]", lambda m: _PARTS[m[1]] if m[1] else _SIGNS[m[0]], said)
    begin = "" if said.startswith("^") else r"(?<![\w-])"
    return rf"{begin}{found}{END if said.endswith(('N}', 'N2}')) else ''}(?![\w-])"


class Idiom:
    """A phrase and the rules that express it; its pattern is compiled when a line has its longest word."""

    def __init__(self, said: str, written: tuple[str, ...]) -> None:
        self._said = said
        self._written = written
        plain = re.sub(r"\{\w+\}|\[[^\]]*\]|\([^)]*\)", "\0", said)
        self._needed = max(re.findall(r"[a-z-]+", plain), key=len, default="")

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(_pattern(self._said))

    def meanings(self, line: str, caps: Collection[str]) -> list[str]:
        """A line with the idiom written as rules say it, for each of its meanings; `caps` are those of the game."""
        found = self._compiled.search(line) if self._needed in line else None
        parts = _filled(found.groupdict()) if found else {}
        if found is None or parts.get("C", "") not in ("", *caps):
            return []
        return [
            line[: found.start()] + way.format(**parts).replace("1 * ", "") + line[found.end() :]
            for way in self._written
        ]


def _filled(said: dict[str, str | None]) -> dict[str, str]:
    parts = {name: part or "" for name, part in said.items()}
    for name in ("N", "N2", "C"):
        if thing := parts.get(name):
            one = singular(thing)
            parts |= {name: one, f"{name}s": f"{one}s", f"a{name}": a(one)}
    if "K" in parts:
        parts["K"] = digits(parts["K"])
        parts["K1"] = str(int(parts["K"]) - 1)
    if "O" in parts:
        parts["O1"] = str(ORDINALS.index(parts["O"]) + 1)
    if "T" in parts:
        parts["Ts"] = f"{parts['T']}s"
    if "L" in parts:
        parts["X"] = "column" if parts["L"] == "row" else "row"
    return parts


def _table() -> Iterator[Idiom]:
    for line in IDIOMS.strip().split("\n"):
        if not line.startswith("#"):
            said, _, written = line.partition(" = ")
            for way in said.split(" | "):
                yield Idiom(way, tuple(written.replace(r" \n ", "\n").split(" ; ")))


def _compared_lines() -> Iterator[Idiom]:
    """A row compared with the one above it: no rule names that, but each has a name."""
    for line, before, behind in (("row", "above", "below"), ("column", "left of", "right of")):
        for place, (one, other) in {before: (1, 0), behind: (0, 1)}.items():
            lines = "\n".join(
                f"score {{K}} if count of {{Ns}} in the {pair[one]} {line} > count of {{Ns}} in the {pair[other]} {line}"
                for pair in pairwise(ORDINALS[:6])
            )
            yield Idiom(
                f"^ *score {{K}} for each {line} [that has/with/which has/where it has] more {{N}} than the {line} {place} it",
                (lines,),
            )
            yield Idiom(
                f"^ *score {{K}} for each {line} where count of its {{N}} > count of (its )(the ){{N2}} in the {line} {place} it",
                (lines,),
            )


KNOWN = (*_table(), *_compared_lines())


def idiomatic(line: str, caps: Collection[str] = ()) -> list[list[str]]:
    """What a line can mean, for each idiom in it."""
    return [meanings for idiom in KNOWN if (meanings := idiom.meanings(line, caps))]
