"""Phrases of printed cards and how a rule expresses them: `phrase | other phrase = rule`, or `= rule ; rule` for two meanings.

In a phrase, `[a/b]` is a choice, `(a )` is optional, and a word in braces is a part: {N} a thing in singular or
plural, {aN} one with `a` or `another`, {Own} one with a name of its own, {W} one of one word, {C} and {aC} a cap, {K} a number, {L} a row or
column, {P} any kind of line, {T} an attribute, {O} an ordinal, {R} the rest, {Mine} words that change nothing. A rule has the
same parts: {N} in singular, {Ns} in plural, {aN} with `a`, {K1} one less, {Ts} attributes, {X} the lines that cross {L}.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
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
[in/on/at] [the/your] left half{Mine} = where count of spaces left of it < count of spaces right of it
[in/on/at] [the/your] right half{Mine} = where count of spaces right of it < count of spaces left of it
[in/on/at] [the/your] [top/upper] half{Mine} = where count of spaces above it < count of spaces below it
[in/on/at] [the/your] [bottom/lower] half{Mine} = where count of spaces below it < count of spaces above it
[the/your] left half [has/contains/holds] more {N} than [the/your] [right/other]( half)( has) = (count of {Ns} where count of spaces left of it < count of spaces right of it) > (count of {Ns} where count of spaces right of it < count of spaces left of it)
[the/your] right half [has/contains/holds] more {N} than [the/your] [left/other]( half)( has) = (count of {Ns} where count of spaces right of it < count of spaces left of it) > (count of {Ns} where count of spaces left of it < count of spaces right of it)
[the/your] [top/upper] half [has/contains/holds] more {N} than [the/your] [bottom/lower/other]( half)( has) = (count of {Ns} where count of spaces above it < count of spaces below it) > (count of {Ns} where count of spaces below it < count of spaces above it)
[the/your] [bottom/lower] half [has/contains/holds] more {N} than [the/your] [top/upper/other]( half)( has) = (count of {Ns} where count of spaces below it < count of spaces above it) > (count of {Ns} where count of spaces above it < count of spaces below it)
# lines that lie at the edge, and ways across
in an [outer/outermost/outside/edge] row = where it is in the first row or in the last row
in an [outer/outermost/outside/edge] column = where it is in the first column or in the last column
[in/within/inside] the inner [area/part/spaces/square/region/ring] = not on the border
(that is )(which is )(that are )[beside/next to/adjacent to/touching/along/in/on/at] [an/a/the/any/any of the] (outer )[edge/edges/border/side/sides]{Mine} = on the border
[path/chain/bridge/connection/line/road/route/group] of {N} [from/between/connecting/linking/joining/that connects/which connects/that links/touching] the {Side} [edge/side/border] [to/and/with/and touching] the {Side2} [edge/side/border] | [path/chain/bridge/connection/line/road/route/group] of {N} [from/between/connecting/linking/joining/that connects/which connects/that links] (the ){Side} [to/and/with] (the ){Side2} (edges)(sides)(edge) | [path/chain/bridge/connection/line/road/route/group] of {N} [from/between/connecting/linking/joining/that connects/which connects/that links] (the ){Side} [to/and/with] (the ){Side2} [edges/sides] = group of {Ns} where any space in it is on the {Side} edge and any space in it is on the {Side2} edge
if (your )(the )(my ){N} [connect/link/join] (the ){Side} [and/to/with] (the ){Side2} [edges/sides/edge/side] | if (your )(the )(my ){N} [connect/link/join] the {Side} [edge/side] [and/to/with] the {Side2} [edge/side] = if there is a group of {Ns} where any space in it is on the {Side} edge and any space in it is on the {Side2} edge
{P} [touched/reached/occupied] by {aN} | {P} that {aN} [touches/is on/reaches/stands on] = {P} with {aN}
one {P} [has/contains/holds] = any {P} has
all (of )(the )(my )(your ){N} (are )(in |on )?(are )in different {L}s | (your )(the ){N} are all in different {L}s = every {L} has at most 1 {N}
{P} [where/in which/that/which] (there are )(you have )(has )(contains )more {N} than {N2} = {P} where count of its {Ns} > count of its {N2s}
{P} [where/in which/that/which] (there are )(you have )(has )(contains )[fewer/less] {N} than {N2} = {P} where count of its {Ns} < count of its {N2s}
{P} [where/in which/that has/with] [as many/the same number of/equally many] {N} [as/and] {N2} = {P} where count of its {Ns} = count of its {N2s}
{P} [in which/where] you have (the )[most/majority of/majority in] {N} | {P} [in which/where] you have more {N} than (any other )(every other )(all other )(your )(the )[player/players/opponents/opponent/anyone else/anybody else] = {P} where count of its {Ns} is more than that of every opponent
{P} where {Own} {Q} {Own2} = {P} where count of its {Ns} {Q} count of its {N2s}
if {Own} {Q} {K} = if count of {Ns} {Q} {K}
if {Own} {Q} {Own2} = if count of {Ns} {Q} count of {N2s}
# what is beside, between, near, joined
(that is )(which is )(where it is )[taller/higher] than (both )(of )(the )(its )(stacks )(neighbors )(tiles )[on/to] [either/both/each] [side/sides]( of it) = where its left neighbor is lower and its right neighbor is lower
(that is )(which is )(where it is )[lower/shorter] than (both )(of )(the )(its )(stacks )(neighbors )(tiles )[on/to] [either/both/each] [side/sides]( of it) = where its left neighbor is taller and its right neighbor is taller
(that is )(which is )at least {K} [space/spaces/step/steps] (away )from [every/each/any/all/another/the nearest] (other ){N} = where no neighbor within {K1} is {aN}
[surrounded/enclosed] on {K} or more sides | [surrounded/enclosed] on at least {K} sides = where at least {K} neighbors have a stack
if (your )(the )(my ){W} is a mirror image( of itself) (from )left to right = if there is a stack and stacks mirror across the vertical axis
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
[next to/adjacent to/beside/touching/around] (the )(your )[tallest/highest] {N} = beside {aN} where height = largest height of {Ns}
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
{N} with a unique height | {N} whose height is unique | {N} with a height that no other {N2} has = {N} where no {N} has the same height
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
[that/which] [have/has/are/is/stand/stands] nothing [next to/beside/around/adjacent to/near] [it/them] | with nothing [adjacent/around/nearby/near/beside/next to it/next to/around it/near it/adjacent to it] | [that/which] [touches/touch] nothing | [touching/beside/next to/adjacent to] nothing = where every neighbor is empty
pair of {N} (that are )(which are )[next to/beside/adjacent to/touching] [each other/one another] | pair of {N} [side by side/touching/that touch] | pair of [touching/neighboring/neighbouring] {N} = pair of adjacent {Ns}
with an {E} number (that is )(which is )(where it is )[beside/next to/adjacent to/touching] = where number is {E} and it is beside
with {K} [neighbor/neighbors] = where exactly {K} neighbors have a stack ; where at least {K} neighbors have a stack
on top of [a/another/any] [stack/tile/pile/tower] = on floor 2 or higher
above the {O} [floor/level] = where height > {O1}
below the {O} [floor/level] = where height < {O1}
with the same number as its height | whose number [is/equals] its height | whose number and height are [equal/the same] = where number = height
[with/that has/which has/having] exactly [1/one] neighbor = where exactly 1 neighbor has a stack
[with/that has/which has/having] exactly {K} neighbors = where exactly {K} neighbors have a stack
[with/that has/which has/having] at least {K} [neighbors/neighbor] = where at least {K} neighbors have a stack
[with/that has/which has/having] at most {K} [neighbors/neighbor] = where at most {K} neighbors have a stack
{P} with (at least ){K} {N} of the same {T} in a [row/line] = {P} where there is a run of {Ns} with the same {T} in the {P} where size >= {K}
[that is/which is/that are/belonging to/that belongs to] (in )a group of (at least ){K}( or more)( tiles)( stacks) = in a group of stacks where size >= {K}
in a group of (at least ){K} or more( tiles)( stacks) | in a group of at least {K}( tiles)( stacks) = in a group of stacks where size >= {K}
[farther/further/more] than {K} (spaces )(space )(steps )(away )from [any other/any/another/every other/all other/a] {N} = where no neighbor within {K} is {aN}
column [where/whose/in which] (the )(its )[tiles/numbers] are (in )[ascending/increasing/rising] (order) = column where its face-up tiles rise in number from top to bottom
row [where/whose/in which] (the )(its )[tiles/numbers] are (in )[ascending/increasing/rising] (order) = row where its face-up tiles rise in number from left to right
column [where/whose/in which] (the )(its )[tiles/numbers] are (in )[descending/decreasing/falling] (order) = column where its face-up tiles fall in number from top to bottom
row [where/whose/in which] (the )(its )[tiles/numbers] are (in )[descending/decreasing/falling] (order) = row where its face-up tiles fall in number from left to right
# the most, the largest, the longest
if you have (the )most {N}(,) or [are/you are/is/it is] tied( for (the )most)( for it)( for them) | if you [have or share/have or tie for/have or are tied for/are tied for/tie for/share] (the )most {N} | if you have (the )most {N}(,) ties included = if count of {Ns} is at least that of every opponent
{P} with more {N} than any other [row/column/line/quadrant/diagonal] | {P} [that has/having] more {N} than any other [row/column/line/quadrant/diagonal] = {P} where count of its {Ns} > second largest (count of its {Ns}) of {P}s
{K} for each [step/link/space/segment] [of/in] (your )(the )longest [path/chain] of {N} = {K} * largest size of groups of {Ns}
[for/to] the player [with/who has] the [tallest/highest] {N} | for having the [tallest/highest] {N} | if you have the [tallest/highest] {N} = if largest height of {Ns} is more than that of every opponent
[for/to] the player [with/who has] the [largest/biggest] group of {N} | for having the [largest/biggest] group of {N} = if largest size of groups of {Ns} is more than that of every opponent
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
{K} for each [floor/level/story] [of/in] [each/every/all/all of/all your/your/the/a] (of your )(your )(the ){N} = {K} * total height of {Ns}
for each {N} if it is [on/at] (the )[floor/level] {K} or [above/higher/up/more] = for each {N} on floor {K} or higher
for each {N} if it is [on/at] the {O} [floor/level] or [above/higher/up/more] = for each {N} on floor {O1} or higher
[on/at] the {O} [floor/level/story] or [above/higher/up/more] = on floor {O1} or higher
[whose/where its/where the] number is [higher/larger/greater/bigger/more] than the number of [every/each/any/all/any of/all of] (of )(its )(the )[neighbors/neighbor] = where number > largest number of its neighbors
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
[each/every] missing {T} | [each/every] {T} (that )(which )(you )[you have no tile of/you have none of/you have no tiles of/lack/are missing/is missing/you are missing] = each {T} with no tile
(your )(the )(all )(all of your ){N} [are/stand/lie] (all )[at/on/of/in] (the )same [height/level/floor] | all (of )(your )(the ){N} [have/share] the same height = count of different heights of {Ns} = 1
for (having )all {K} {N} = if count of different symbols of {Ns} = {K}
(the )[larger/greater/higher/bigger/maximum/max/more] of (the number of )(your )(the )(count of ){Own} [and/or] (your )(the )(count of ){Own2} | [whichever/what] is [greater/larger/more/higher/bigger][:/,] (the number of )(your )(the ){Own} or (your )(the ){Own2} = larger of (count of {Ns}) and (count of {N2s})
(the )[smaller/lesser/lower/minimum/min/fewer] of (the number of )(your )(the )(count of ){Own} [and/or] (your )(the )(count of ){Own2} | [whichever/what] is [smaller/less/fewer/lower][:/,] (the number of )(your )(the ){Own} or (your )(the ){Own2} = smaller of (count of {Ns}) and (count of {N2s})
(the )square of (the )(number of )(your )(the ){Own} = count of {Ns} * count of {Ns}
{K} minus (the )number of (your )(the ){N} = {K} - count of {Ns}
each {N} if (its )(the )height = each {N} where height
each {N} if (its )(the )number = each {N} where number
each {W} or {W2}{Where} = each stack{R} where it is {aN} or {aN2}
^ *score {K} for [each/every] {K2} points( you have)( that you have)$ = score {K} * (points / {K2})
^ *score {K} less for each = score -{K} for each
(the )height of [each/every/all] (of )(your )(the ){N} = total height of {Ns}
(the )number of [each/every] {N} = total number of {Ns}
each (face-up ){K}$ = each tile where number = {K}
each {W} [and/&/\+] {W2} [pair/set/combination] | each pair of one {W} and one {W2} | each {W} [\+/&] {W2} = each set of {aN} and {aN2}
each {W} [\+/&] {W2} [\+/&] {W3} = each set of {aN}, {aN2} and {aN3}
^ *score {K2} for (having ){K} {N} in a [row/line] = score {K2} if there is a run of {Ns} where size >= {K} ; score {K2} for each run of {Ns} where size >= {K}
diagonal of {K} {N} = diagonal run of {Ns} where size = {K}
[run/line/row/sequence/straight] of {K} numbers in [ascending/increasing/rising] order = run of face-up tiles with consecutive numbers where size = {K}
{K} for each {N} (that )(which )(any of )(of )your (two )[neighbors/adjacent players/neighboring players] [have/has/own] | {K} for each {N} in your [neighbors'/neighbor's/neighbors] {W2} = {K} for each adjacent player for each {N} of the player
{K} for each {N} (that )(which )(any of )(of )(your )[each/every/all/the/any] [opponent/opponents] [has/have/owns/own] = {K} for each opponent for each {N} of the opponent
{K} for each {N} (that )(which )[each/every/any] player [has/owns] | {K} for each {N} in [all players'/everyone's] {W2} | {K} for each {N} in [all/all the/every] [board/boards/kingdom/kingdoms] | {K} for each {N} of [all/every/each] (the )[player/players] = {K} for each player for each {N} of the player
^ *score {K} for each {N}(,) [plus/and/\+/with] (another )(an extra )(an additional ){K2} [more/extra/additional] (point )(points )if it is{R} = score {K} for each {N} \n score {K2} for each {N}{R}
^ *score {K} for each {N}(,) [plus/and/\+/with] (another )(an extra )(an additional ){K2} [more/extra/additional] (point )(points )if it has{R} = score {K} for each {N} \n score {K2} for each {N} where it has{R}
^ *score {K} [minus/less/-] {K2} for each {N}(,) (but )[minimum/min/at least/never less than/not less than/no less than/never below/not below](:)( of) 0 = score larger of {K} - {K2} * count of {Ns} and 0
for each (different ){N} [in/on/of] your {W2}$ = for each different {N} of tiles
^ *score {K} for each {N} [of/for/in] which you have [all/every/each] (of )(the )(its ){T}(s) = for each {N} \n   score {K} if every {T} has a tile of the {N}
{P} [with/having/containing/that has/where it has] exactly one {N} and (exactly )one {N2} = {P} where it has exactly 1 {N} and exactly 1 {N2}
(that is )(which is )(standing )alone in its row and (in )(its )column = where no stack is in the same line
for (each )(the )only {N} in [a/its/the] {L} = for each {N} where no {N} is in the same {L}
without (a )(any )[neighbor/neighbors] | (that is )not [touching/beside/next to/adjacent to] [anything/any stack/any tile/another stack] = where every neighbor is empty
(that is )[touching/beside/next to/adjacent to/on] the [border/edge] and (beside )(next to ){aN} = on the border beside {aN}
each face-up neighbor of (your )(the )(a ){N} = each face-up tile beside {aN}
each neighbor of (your )(the ){N} = each stack beside {aN}
(the )sum of (the )numbers in (your )(the )[best/highest/largest] {L} = largest total number of {L}s
(the )sum of (the )heights in (your )(the )[best/highest/largest/tallest] {L} = largest total height of {L}s
^ *score (the )(number of )(your )(the ){Own} [x/times] (the )(number of )(your )(the ){Own2}$ = score count of {Ns} * count of {N2s}
^ *score (the )(number of )(your )(the ){Own} squared$ = score count of {Ns} * count of {Ns}
half (of )(the )(your ){N}[, / ]rounded up$ = (count of {Ns} + 1) / 2
[one third/a third/a third part] of (the )(number of )(your ){N}$ = count of {Ns} / 3
[one quarter/a quarter/one fourth/a fourth] of (the )(number of )(your ){N}$ = count of {Ns} / 4
^ *score each {N} {K} [points/point]$ = score {K} for each {N}
^ *score {K} where (an )(a )(the )(each ){N} is = score {K} for each {N} where it is
^ *if {Cond}(,) then score {K} else score {K2}$ = score {K} if {Cond}, otherwise {K2}
^ *score {K} for each {N} [per/for each/for every] player$ = score {K} for each player for each {N} of the player
# actions
^ *\+{K} [points/point] = gain {K} points
^ *[build/place] up to {K} {N}$ = up to {K} times \n   build {aN} on a stack
^ *[discard/remove] up to {K} {N}$ = up to {K} times \n   discard {aN}
^ *take up to {K} {N}$ = up to {K} times \n   take {aN}
^ *[build/place] {aN} [next to/adjacent to/beside/touching] {aN2} = build {aN} on a stack beside {aN2}
^ *[swap/exchange/switch] (the )(positions of )(places of )two {N}$ = swap {aN} and another {N}
^ *gain {K} [points/point][,/] or {K2} (points )(instead )if [you have/there is] {aN} = if there is {aN} \n   gain {K2} points \n otherwise \n   gain {K} points
^ *[draw/take/get] {K} {W} from the [supply/reserve/stock/bank] = gain {K} {N}s
to an [adjacent/neighboring/neighbouring] [stack/space/tile] = to a neighbor of it
^ *[place/put/add/move/build] {aN} [from/in/of] the {W2} [on/onto] your {W3} = take {aN} in the {N2} \n place it
^ *score {K} for [your/the] [highest/tallest] {N}$ = score {K} if largest height of {Ns} is more than that of every opponent ; score {K} * largest height of {Ns}
for (having )(at least )one of [each/every] {T}$ = if every {T} has a tile
^ *score {K} for [each/every] {K2} [points/levels/units] of height of (your )(the ){N}$ = score {K} * (total height of {Ns} / {K2})
{K} for each [step/level/point/floor] of (height )difference between (your )(the )[tallest/highest] and (your )(the )[lowest/shortest/smallest] [stack/stacks] = {K} * (largest height of stacks - smallest height of stacks)
{P} with {N} only | {P} [consisting/made up/made/composed] (only )(entirely )of (only ){N} = {P} where it has a stack and every stack in it is {aN}
{P} [whose/where/in which] (all )(of )(the )(its )[tiles/stacks] are all different | {P} [whose/where/in which] all (of )(the )(its )[tiles/stacks] are different = {P} where it has a tile and count of different types of its tiles = count of its tiles ; {P} where it has a tile and count of different symbols of its tiles = count of its tiles
[whose/where/in which/with] (the )(its )heights (that )[increase/rise/ascend/go up/grow/increasing/rising] (from )(the ){Side} to (the ){Side2} = where its stacks rise from {Side} to {Side2}
[whose/where/in which/with] (the )(its )heights (that )[decrease/fall/descend/go down/drop/decreasing/falling] (from )(the ){Side} to (the ){Side2} = where its stacks fall from {Side} to {Side2}
[whose/where/in which/with] (the )(its )numbers (that )[increase/rise/ascend/go up/grow/increasing/rising] (from )(the ){Side} to (the ){Side2} = where its face-up tiles rise in number from {Side} to {Side2}
[whose/where/in which/with] (the )(its )numbers (that )[decrease/fall/descend/go down/drop/decreasing/falling] (from )(the ){Side} to (the ){Side2} = where its face-up tiles fall in number from {Side} to {Side2}
{L} [where/whose/in which] (both )(the )(its )first and (the )(its )last [space/spaces/tile/tiles/stack/stacks] [have/has/hold/are/is/contain] {aN} | {L} with {aN} in (both )(the )first and (the )last [space/spaces] = {L} where any {N} in it is in the first {X} and any {N} in it is in the last {X}
{P} with (a )(total )(combined )(summed )height of (at least ){K}( or more) | {P} with at least {K} (total )(combined )height( in total)( altogether) | {P} [where/whose] (the )(its )(total )[heights/height] (is |are |add up to |adds up to |of )(at least ){K}( or more) = {P} where total height of it >= {K}
on either diagonal | on [one of the/one of the two/the two] diagonals = on a diagonal
{O} row from the top = {O} row
{O} column from the left = {O} column
in an even row = where count of spaces above it is odd
in an odd row = where count of spaces above it is even
in an even column = where count of spaces left of it is odd
in an odd column = where count of spaces left of it is even
each non-{W} [tile/stack/one] = each tile where it is not {aN}
(that is )(which is )(where it is )[higher/taller] than [any other/every other/all other/all the other] {N} = where no {N} is as tall or taller
(the )[sum/total] of (the )heights of (your )(the ){K} [tallest/highest] {N} | (the )(total )(combined )height of (your )(the ){K} [tallest/highest] {N} = total of the {K} largest heights of {Ns}
(the )absolute difference between = the difference between
no {T} [appears/occurs/is shown] twice = every {T} has at most 1 tile
no {T} [appears/occurs/is shown] more than once = every {T} has at most 1 tile
no {T} [appears/occurs/is shown] more than twice = every {T} has at most 2 tiles
no {T} [appears/occurs/is shown] more than {K} times = every {T} has at most {K} tiles
each {K}[-/ ]of[-/ ]a[-/ ]kind | each set of {K} of a kind = each type with at least {K} tiles
each {K}[-/ ]of[-/ ]a[-/ ]kind [of/in] {T}s | each {K} of the same {T} | each set of {K} (tiles )(of )(with )the same {T} = each {T} with at least {K} tiles
each pair of consecutive {N} = each pair of {Ns} with consecutive numbers
[sequence/string/chain] of (exactly ){K} {N} in a [row/line] | [sequence/string] of (exactly ){K} {N} = run of {Ns} where size = {K}
for each horizontal [line/row/run/chain] of (exactly ){K} {N} = for each row for each run of {Ns} in the row where size = {K}
for each vertical [line/row/run/chain] of (exactly ){K} {N} = for each column for each run of {Ns} in the column where size = {K}
for each horizontal [line/row/run/chain] of at least {K} {N} = for each row for each run of {Ns} in the row where size >= {K}
for each vertical [line/row/run/chain] of at least {K} {N} = for each column for each run of {Ns} in the column where size >= {K}
if both (of )(your )(the )[neighbors/neighboring players/adjacent players] have [fewer/less] {N}( than you) = if count of {Ns} is more than that of every adjacent player
if both (of )(your )(the )[neighbors/neighboring players/adjacent players] have more {N}( than you) = if count of {Ns} is less than that of every adjacent player
if you are the only [player/one] [with/who has/having/that has] {aN} | if only you have {aN} = if there is {aN} and no opponent has {aN}
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
    "Own": rf"(?P<N>(?!(?:tile|stack|space|piece)s?\b|(?:its|height|number|size|points?|count|total)\b){NOUN})",
    "Own2": rf"(?P<N2>(?!(?:tile|stack|space|piece)s?\b|(?:its|height|number|size|points?|count|total)\b){NOUN})",
    "W": "(?P<N>[a-z-]+)",
    "W2": "(?P<N2>[a-z-]+)",
    "W3": "(?P<N3>[a-z-]+)",
    "C": "(?P<C>[a-z-]+)",
    "aC": "(?:an?|another|any|one|1|some|the|your) (?P<C>[a-z-]+)",
    "K": rf"(?P<K>{COUNT})",
    "K2": rf"(?P<K2>{COUNT})",
    "Mine": "(?: (?:of|in|on) (?:the|your|my|it)(?: [a-z]+)?)?",
    "Where": "(?P<R>(?: (?:not )?(?:on|in|beside|above|below|left of|right of|next to|adjacent to) (?:(?!where |with ).)+)?)$",
    "R": "(?P<R>(?: .+)?)$",
    "L": "(?P<L>row|column)",
    "P": "(?P<P>row|column|line|quadrant|diagonal|edge|square)",
    "T": "(?P<T>type|number|symbol|height|kind|color|class|suit)",
    "E": "(?P<E>odd|even)",
    "Q": "(?P<Q>[<>]=?|=)",
    "Cond": "(?P<Cond>.+?)",
    "Side": "(?P<Side>left|right|top|bottom)",
    "Side2": "(?P<Side2>left|right|top|bottom)",
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
    for name in ("N", "N2", "N3", "C"):
        if thing := parts.get(name):
            one = singular(thing)
            parts |= {name: one, f"{name}s": f"{one}s", f"a{name}": a(one)}
    parts |= {name: digits(parts[name]) for name in ("K", "K2") if name in parts}
    if "K" in parts:
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


def _set(*codes: str) -> str:
    """The parts of a set of pieces given by their codes."""
    *before, last = (f"a {code}" for code in codes)
    return f"{', '.join(before)} and {last}"


_OF = {"sum": "total", "max": "largest", "min": "smallest"}
_PLAIN: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\b(there|it|that|who)'s\b", r"\1 is"),
    (r"\b(is|are|do|does|has|have)n't\b", r"\1 not"),
    (r"\b(AND|OR|NOT|IF|FOR|WHERE|EACH|EVERY)\b", lambda m: m[0].lower()),
    (r"\bfor every\b(?! \d)", "for each"),
    (r"\bface (up|down)\b", r"face-\1"),
    (r"\b(on|in) (?=(?:border|center)\b)", r"\1 the "),
    (r"\bneighbour", "neighbor"),
    (r"\bcolour", "color"),
    (r"\b(?:from|of|in) (?:an|any|one|another|some) (?:other )?(?:opponent|player)'s [a-z]+", "from an opponent"),
    (r"(?<=\w)[.!;]$", ""),
    (r"^([^']*s)'([^']*)$", r"\1\2"),
    (r"\bif its (?=(?:on|in|at|beside|next|adjacent|not|face|above|below)\b)", "if it is "),
    (r"\b([1-6])(?:st|nd|rd|th)\b", lambda m: ORDINALS[int(m[1]) - 1]),
    (r"==+", "="),
    (r"(?<![\w.])[a-z]+\.(?=(?:height|number|size|type|symbol)\b)", ""),
    (r"\bfor each \(([a-z-]+ or [a-z-]+)\)", r"for each \1"),
    (
        r"\b(where|and|or) (?:its )?type (?:is|=|equals) (?:an? )?(?=[a-z])(?!the |not )([a-z-]+)",
        lambda m: f"{m[1]} it is {a(m[2])}",
    ),
    (r"\b(tile|stack)s? of type ([a-z-]+)", r"\2"),
    (r"(\(count of [a-z -]+\)) ?(?:\^|\*\*) ?2", r"\1 * \1"),
    (
        r"(?<=set of )([A-Z]\d+)((?:, [A-Z]\d+)*),? (?:and )?([A-Z]\d+)$",
        lambda m: _set(m[1], *m[2].split(", ")[1:], m[3]),
    ),
    (r"//", "/"),
    (r"\b(?:a|one) point\b", "1 point"),
    (r"\b(?:from|of|in|on) the (left|right) player's [a-z]+", r"of the \1 player"),
    (r"(?<=\d) / (?=\d)", "/"),
    (r"\b\d+(?:-\d+){2,}\b", lambda m: m[0].replace("-", "/")),
    (r"\bif and only if\b", "if"),
    (r"; (?=\d)", ", "),
    (r"&&", "and"),
    (r"\|\|", "or"),
    (r"^( *score) [+=:]+ ?(?=\w)", r"\1 "),
    (r"\b(?:len|count|num|number|size)\((?:all )?([a-z][a-z -]*?)\)", r"count of \1"),
    (
        r"\bsum\((height|number)s?\)(?: (?:for|of|over|in|from)(?: (?:each|all))?) ([a-z-]+)",
        r"total \1 of \2",
    ),
    (
        r"\b(sum|max|min)\((height|number)s? (?:of|for [a-z]+ in) ([a-z -]+?)\)",
        lambda m: f"{_OF[m[1]]} {m[2]} of {m[3]}",
    ),
)


def respelled(line: str) -> str:
    """A line in the spelling of rules: contractions, capitals, British spelling and signs of other languages are rewritten."""
    for said, written in _PLAIN:
        line = re.sub(said, written, line)
    return line


KNOWN = (*_table(), *_compared_lines())


def idiomatic(line: str, caps: Collection[str] = ()) -> list[list[str]]:
    """What a line can mean, for each idiom in it."""
    return [meanings for idiom in KNOWN if (meanings := idiom.meanings(line, caps))]
