"""Suggestions for common wordings that the language does not have, by section of the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tilewright.diagnostics import nearest
from tilewright.syntax.repair.printed import COUNT, DIGITS, DONE, LOOSE, PRINTED, SENTENCES, Help, a, digits, read_as
from tilewright.syntax.repair.wordings import ACTIONS, FOREIGN, WORDINGS, one_of_two
from tilewright.syntax.words import ORDINALS, VERBS

SectionName = Literal["score", "play", "game"]
"""`score` is the scoring part of cards and games."""

_PLAYED = ("ability", "during", "at", "setup", "turn", "cost", "after", "to")
_SCORED = ("part", "tie-break")


def context(text: str, start: int) -> SectionName:
    """The section that contains an offset."""
    end = text.find("\n", start)
    around = list(_around(text if end < 0 else text[:end]))
    file, member = around[-1:], around[-2:-1]
    meant = nearest(member[0], (*_PLAYED, *_SCORED)) if member else None
    if meant in _PLAYED:
        return "play"
    return "score" if file != ["game"] or meant in _SCORED else "game"


HEIGHTS = "heights"
"""The keyword above the rows of a layout."""


def is_listed(line: str) -> bool:
    """Whether a line is a row of heights with separators, such as `1, 2, 1`."""
    return re.fullmatch(r" *[\d.]+(?: *[,;|/] *[\d.]+)+,? *", line) is not None


def in_block(text: str, start: int) -> str:
    """The first word of the enclosing line; "" at the top level."""
    end = text.find("\n", start)
    return next(_around(text if end < 0 else text[:end]), "")


def beside(text: str, start: int) -> set[str]:
    """The first words of the lines in the same block."""
    card = r"(?m)^[^\s#]"
    first = max((found.start() for found in re.finditer(card, text) if found.start() <= start), default=0)
    last = min((found.start() for found in re.finditer(card, text) if found.start() > start), default=len(text))
    return set(re.findall(r"(?m)^ +([a-z-]+)", text[first:last]))


def _around(text: str) -> Iterator[str]:
    """The first words of the enclosing lines of the last line, innermost first."""
    *above, last = text.expandtabs(2).split("\n")
    indent = len(last) - len(last.lstrip())
    for line in reversed(above):
        found = re.match(r"( *)([a-z0-9-]+)", line)
        if found and len(found[1]) < indent:
            indent = len(found[1])
            yield found[2]


class TurnOfPhrase:
    """A pattern for an idiom, compiled when a line contains its `word` for the first time.

    There are hundreds, and compiling all takes longer than checking a file.
    """

    def __init__(self, how: str, before: str, behind: str) -> None:
        self.how, self.before, self.behind = how, before, behind

    @cached_property
    def word(self) -> str:
        """The longest literal that every match contains, as a fast prefilter."""
        said = re.sub(r"\\.|\[\^?\]?[^]]*\]", "\0", self.how)
        while (shorter := _GROUP.sub(_needed, said)) != said:
            said = shorter
        said = "" if "|" in said else re.sub(r".[?*{]", "\0", said)
        return max(re.findall(r"[a-z ]+", said), key=len, default="")

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(f"{self.before}(?:{self.how}){self.behind}")

    def finditer(self, line: str) -> Iterable[re.Match[str]]:
        """The matches in a line."""
        return self._pattern.finditer(line) if self.word in line else ()

    def search(self, line: str) -> re.Match[str] | None:
        """The first match in a line."""
        return self._pattern.search(line) if self.word in line else None


_GROUP = re.compile(r"\((\?P<\w+>|\?:|\?[=!]|\?<[=!])?([^()]*)\)([?*{]?)")


def _needed(group: re.Match[str]) -> str:
    """The part of a group that every match contains; "" if it is optional, an alternation or a lookaround."""
    opening, inside, times = group.groups()
    looks_around = opening is not None and opening[-1] in "=!"
    return "\0" if times or "|" in inside or looks_around else inside


HintPhrases = tuple[tuple[TurnOfPhrase, Help], ...]
"""Idioms with their help lines."""

_ONCE = {"a": "1", "an": "1", "once": "1", "twice": "2"}
_N = f"(?:{'|'.join((*DIGITS, 'an?'))})"
_VERB = f"(?:{'|'.join(VERBS)}|do|may)"
_DONE = (
    r"(?:(?:gain|pay) [\d(]|(?:choose|take|draw|discard|place|move|build) (?:an?|it|its|the) |place it|discard it"
    r"|turn face|mark it|do [a-z]|may [a-z]|now |fill the )"
)
_COUNTED = "(?P<v>gain|pay)"
_THING = "(?:an?|the|its?)(?: [a-z0-9-]+)*"
_ABOVE = "put it on a line above, and indent this one under it"
_UNDER = "put it on a line of its own, indented under this one"
_WHO = "a line describes what you do; put what others do under 'for each opponent' or 'for each player'"
_HEAD = r"^ *(?:if|for each|otherwise|up to|[\d]+ (?:to \d+ )?times|once|twice)\b"
_NEXT = rf"(?P<at>(?:,\s*(?:and |then )?|\b(?:and|then|to)\s+|\b){_DONE}.*)"

_COUNT_OF = f"(?P<n>{COUNT})"

_PLAY: dict[str, Help] = {
    r"^ *(?P<at>(?P<v>choose|take|discard|move) (?:(?P<q>face-up|face-down) )?(?P<a>(?!an? |the |it\b|tile\b|stack\b|face)[a-z-]+) or (?:an? )?(?P<b>(?!tile\b|stack\b|face)[a-z-]+)(?P<r> (?:in|of|to|on) .+)?)$": one_of_two,
    **DONE,
    r"^ *(?P<v>gain|pay) (?P<n>\d+) (?P<w>[a-z-]+?)s? per (?P<t>[a-z-]+)": "write '{v} ({n} * count of {t}s) {w}s'",
    r"^ *build (?P<w>an? [a-z-]+) for free": "write 'build {w} on ...': what has no 'pay' costs nothing",
    rf"{_HEAD}.*?{_NEXT}": _UNDER,
    rf"^ *{_VERB}\b.+?(?P<at>(?:,\s*(?:and |then )?|\b(?:and|then|to) ){_DONE}.*)": "put it on a line of its own",
    rf"^ *{_VERB} .*?(?P<at>\b(?:if|for each|for every|when)\b.*)": _ABOVE,
    rf"^ *{_VERB} .*?(?P<at>\bunless\b.*)": "put 'if no ...' or 'if not (...)' on a line above, and indent this one under it",
    r"^ *(?:each|every) (?P<w>player|opponent) .*": "put 'for each {w}' on a line above, and put what is done under it",
    r"^ *(?P<at>you (?:may|can)) (?P<w>[a-z]+)": "leave 'you' out: write 'may {w} ...'",
    r"^ *swap (?:two|2) adjacent (?P<w>[a-z-]+(?: [a-z-]+)*?)s(?= )": "write 'choose a {w}' on a line above, and 'swap it and a neighbor' here",
    r"^ *swap (?:two|2) (?P<w>[a-z-]+(?: [a-z-]+)*?)s(?= |$)": "write 'swap a {w} and another {w}'",
    r"^ *(?:turn|flip)(?: over)? (?:all|every|each)(?: the| of the)? (?P<w>[a-z-]+?)s?(?= |$).*": "write 'for each {w} ...' on a line above, and 'turn face-down it' or 'turn face-up it' under it",
    r"^ *(?:you|the (?:left|right|active) player|the player|players|opponents|the opponent) .*": _WHO,
    r"^ *(?:when|whenever) .*": "the player decides when; 'ability during NAME' limits it to an option of the turn",
    r"^ *draw (?P<at>until .*)": "write 'repeat until ...' on a line above, and 'draw a ...' indented under it",
    r"^ *take (?P<w>an? [a-z-]+) from (?:the |a )?(?:bag|box|deck|supply|bank|pile)$": "write 'draw {w}'",
    r"^ *(?:while|until) .*": "write 'up to 5 times', and put what is done under it",
    rf"^ *if there (?P<at>(?:are|is)(?: a line of)? {_COUNT_OF} (?P<w>[a-z -]+?) in a (?:row|line))$": "write 'is a run of {w} where size >= {n}'",
    r"^ *during(?: an?| the)? (?P<w>[a-z-]+)": "write 'ability during {w}' on the line above",
    r"^ *option (?P<a>[a-z-]+) (?P<b>(?!if\b)[a-z-]+)": "a name is one word, as in 'option {a}-{b}'",
    r"^ *choose (?:between|either|from|one of)": "write 'choose one', and lines 'option NAME' under it",
    r"^ *turn (?P<w>(?:an?|the|every|it)\b.*?) to [a-z-]+$": "write the number of the side, 'turn {w} to 3', or 'to a' and the word for its sides to pick one",
    r"^ *always\b": "'always' is for cards; what applies to this turn begins with 'now'",
    r"(?:turn|flip)(?: over)? (?P<w>an? face-(?P<f>up|down) [a-z-]+(?! face))(?: over)?": lambda m: (
        f"write 'turn face-{'down' if m['f'] == 'up' else 'up'} {m['w']}'"
    ),
    rf"(?:turn|flip)(?: over)? (?P<w>{_THING}) (?P<f>face-up|face-down)": "write 'turn {f} {w}'",
    rf"(?:turn|flip)(?: over)? (?P<w>{_THING})": "write 'turn face-down {w}' or 'turn face-up {w}'",
    rf"{_COUNTED} up to (?P<n>\d+|{_N}) (?P<w>[a-z-]+)": "write 'up to {n} times' on a line above, and '{v} 1 ...' under it",
    rf"{_COUNTED} (?P<n>{_N}) (?P<w>[a-z-]+)": "write '{v} {n} {w}'",
    rf"{_COUNTED} (?P<w>[a-z-]+)$": "say how many, as in '{v} 1 {w}'",
    rf"{_COUNTED} (?P<n>\d+) (?!times)[a-z-]+ (?P<w>[a-z-]+)$": "write '{v} {n} {w}'",
    r"gain - ?(?P<n>\d+) (?P<w>[a-z-]+)$": "write 'pay {n} {w}'",
    rf"{_COUNTED} (?P<n>(?!\d+ [a-z-]+$|as many |.* (?:or|for) )[^(\n]+) (?P<w>[a-z-]+)$": "put the number in parentheses: '{v} ({n}) {w}'",
    r"(?:get|earn|receive|add) (?P<n>\d+) (?P<w>[a-z-]+)": "write 'gain {n} {w}'",
    r"(?:lose|spend|subtract) (?P<n>\d+) (?P<w>[a-z-]+)": "write 'pay {n} {w}'",
    rf"up to (?P<n>{_N}) times?": "write 'up to {n} times'",
    r"up to (?P<n>\d+) time": "write 'up to {n} times'",
    r"^ *at most (?P<n>\d+) times?": "write 'up to {n} times'",
    r"^ *at least (?P<n>\d+) times?": "also give the maximum, as in '{n} to 5 times'",
    r"^ *(?P<n>\d+) or (?P<m>\d+) times?": "write '{n} to {m} times'",
    rf"^ *(?:do it |repeat |exactly )?(?P<n>{_N}|\d+) times?": "write '{n} times'",
    r"^ *do (?:it|this|that) (?:once|twice|again|\d+ times).*": "write '2 times' on a line above, and put what is done under it",
    r"^ *(?P<at>(?:once|one time|1 time) (?:per|a|each|every|in a|in the) game(?: you may)?[,:]?)": "put it in the line above: 'ability once per game'",
    r"^ *(?P<at>(?:once|twice|[a-z0-9]+ times) (?:per|a|each|every) (?:round|turn|game)[,:]?)": "a card can be used once a turn, or once in a game with 'ability once per game'",
    r"^ *(?P<n>once|twice)": "write '{n} times' on a line of its own, and put what is done under it",
    r"up to (?P<n>[^(\n]+) times?$": "put the number in parentheses: 'up to ({n}) times'",
    r"^ *move (?P<w>.+) to (?:nothing|nowhere)": "write 'discard {w}'",
    r"^ *place (?P<w>it|(?:the|its) [a-z-]+) (?:in|into) (?P<t>the [a-z-]+)": "write 'move {w} to a space in {t}'",
    r"^ *(?:place|move) (?P<w>it|(?:the|its) [a-z-]+) (?:in|on|to|into|onto|beside|near|next)\b(?! to an?\b| to another\b).*": "write 'move {w} to a space ...'",
    r"^ *(?:take|discard|turn face-up|turn face-down) (?P<at>the (?P<w>[a-z -]+?) (?:in|on|of|where|with|beside)\b.*)": "write 'a {w} ...'; 'the {w}' is one introduced earlier",
    r"^ *(?P<at>draw an? (?P<w>[a-z -]+?) from the (?P<x>[a-z-]+))$": "write 'take a random {w} in the {x}'",
    r"^ *draw an? [a-z-]+ (?P<at>(?!called\b).*)": "write one word: what is drawn is left to chance",
    r"build (?P<w>an? [a-z-]+) (?:in|at|to|onto|into|upon) (?P<t>an?|the) (?P<s>border|corner|center)": "write 'build {w} on a {s} space'",
    r"build (?P<w>an? [a-z-]+) (?:in|at|to|onto|into|upon|beside|near|by)": "write 'build {w} on ...'",
    r"called [a-z-]+ (?P<at>from (?:the|an?) (?P<w>[a-z-]+))$": "a name is one word, as in 'from {w}'",
    rf"^ *{_VERB} .*(?P<at>from (?P<w>(?:the|an?) (?:[a-z]+ )*(?:player|opponent)))": "write 'of {w}'",
    rf"^ *{_VERB} .*(?P<at>from (?P<w>the [a-z-]+))": "write 'in {w}'",
    rf"^ *{_VERB} .*(?P<at>from an? [a-z-]+)": "leave it out, or say it with 'where'",
    r"^ *(?:choose|take|draw)\b.*(?P<at>called (?P<w>[a-z-]+) (?!from\b).*)": "put 'called {w}' at the end of the line",
    r"^ *(?:choose|take|draw)\b.*(?P<at>(?:as|named) (?P<w>[a-z-]+))$": "write 'called {w}'",
    r"^ *(?:discard|place|move|turn|build)\b.*(?P<at>called [a-z-]+)": "give the name on a line above, as in 'choose a ... called spot'",
    r"mark (?P<w>an? .+) as (?P<m>[a-z-]+)$": "write 'choose {w}' on a line above, and 'mark it as {m}' here",
    r"the .* (?P<at>is (?P<w>more|less|higher|lower))$": "write by how much, as in 'is 1 more'",
    r"^ *swap .*(?P<at>(?:with|for) (?:an?|it|its|the|another)\b.*)": "write 'and', as in 'swap it and a ...'",
}
_GAME: dict[str, Help] = {
    r"^ *hex(?:agon|agonal|agons)?(?: board| size)? (?P<n>\d+)$": "write 'size {n} by {n}' and 'hexagonal', each on a line of its own",
    r"^ *(?P<at>(?:die|dice) (?P<w>[a-z0-9-]+))$": "write 'piece {w}'",
    r"^ *(?:the )?winner is .*": "leave it out: the player with the most points wins",
    r"^ *(?P<at>deck|bag|box|market|supply|bank|heap|pile)(?= [a-z-]+$)": "write 'pool'",
    rf"^ *(?P<at>(?:for )?(?P<n>{COUNT}) players?)$": "write 'players {n}'",
    rf"^ *(?P<at>(?:for )?(?P<n>{COUNT}) ?(?:-|to|or) ?(?P<m>{COUNT}) players?)$": lambda m: (
        f"write 'players {digits(m['n'])} to {digits(m['m'])}'"
    ),
    rf"^ *players (?P<at>(?P<n>{COUNT})(?: to (?P<m>{COUNT}))?)$": lambda m: (
        f"write '{digits(m['n'])}{' to ' + digits(m['m']) if m['m'] else ''}'"
    ),
    r"^ *(?:size )?(?P<at>(?P<n>\d+) ?(?:[x×*]|by) ?(?P<m>\d+)(?: (?:spaces|squares|fields|cells|board))?)$": "write '{n} by {m}'",
    r"^ *(?P<at>(?:on )?(?:each|every|a|player'?s?) turn)$": "write 'turn'",
    r"^ *(?P<at>(?:at )?(?:the )?(?:begin(?:ning)?|start|set-up|set up))$": "write 'setup'",
    r"^ *(?P<at>(?:the )?(?:game )?ends? (?:if|when|after) (?:the )?(?P<b>[a-z-]+) is (?:full|filled|complete))$": "write 'end after a turn if no space in the ... is empty', with the name of the board",
    r"^ *board [a-z-]+ (?P<at>(?P<n>\d+) ?(?:[x×*]|by) ?(?P<m>\d+))$": "write 'size {n} by {m}' on a line of its own, indented under this one",
    r"^ *piece [a-z-]+ (?P<at>(?P<c>[A-Z]))$": "put its kinds on lines under it, as in 'letter NAME {c} copies 4'",
    r"^ *(?P<at>(?:the )?game ends|end of (?:the )?game|the end)\b": "write 'end after a turn if ...'",
    rf"^ *[a-z-]+ [a-z-]+ [A-Z]\w*(?: to [A-Z]\w*)? (?P<at>(?P<n>{COUNT}) (?:copies|times|of each|each))$": "write 'copies {n}'",
    r"^ *counter (?P<c>[a-z-]+) (?P<at>(?:starts|begins|start|begin|=|is)(?: at| with)? (?P<n>\d+))$": "a counter begins at 0: put 'gain {n} {c}' under 'setup'",
    r"^ *(?P<at>(?:you |the player |a player )?wins? (?:if|when|by|at|with|for)\b.*)": "write 'end after a turn if ...'; the player with the most points wins",
    r"^ *holds (?P<at>(?:all|every|each|an?|the) (?P<w>[a-z-]+?)s?)$": "write '{w}s'",
    r"^ *(?P<at>contains?|stores?) (?P<w>[a-z-]+)$": "write 'holds'",
    r"^ *(?P<at>(?:for|owned by) each player)$": "write 'of each player'",
    r"^ *(?P<at>shared|common|(?:for|owned by) (?:all players|everyone))$": "write 'of the table'",
    r"^ *counter [a-z-]+ (?P<at>(?:for|of) (?:each|every|all) players?)$": "leave it out: each player has a counter of their own",
    r"^ *end (?P<at>(?:if|when) the (?P<p>[a-z-]+) is empty)$": "write 'end after a turn if there is no ... in the {p}'",
    r"^ *end (?P<at>(?:if|when)\b.*)": "write 'end after a turn if ...' or 'end after a round if ...'",
    r"^ *cards [a-z-]+ (?P<at>with .*)": "write 'with abilities'",
    r"^ *cards [a-z-]+ (?P<at>(?:that|which|who) .*)": "write 'that score'",
    r"^ *[a-z-]+ [a-z-]+ (?P<at>(?P<a>[A-Z]\w*) ?(?:-|–|\.\.+) ?(?P<b>[A-Z]\w*))(?= |$)": "write '{a} to {b}'",
    r"^ *[a-z-]+ [a-z-]+ [A-Z]\w*.*? (?P<at>[x×] ?(?P<n>\d+)|(?P<m>\d+) ?[x×])(?= |$)": lambda m: (
        f"write 'copies {m['n'] or m['m']}'"
    ),
    rf"^ *(?P<at>(?P<n>{COUNT}) (?:copies of|times|[x×]) (?P<w>[a-z-]+ [a-z-]+ [A-Z].*))$": "write '{w} copies {n}'",
    r"^ *(?P<at>class (?P<c>[a-z-]+)(?::| is| =| of)? (?P<w>[a-z-]+(?:, [a-z-]+)*),? (?:and|or) (?P<x>[a-z-]+))$": "write 'class {c} {w}, {x}'",
}
_CARD: dict[str, Help] = {
    r"^ *(?:layer|level|floor)s? \d+.*": "write how high each stack is under 'heights', a row on each line",
    rf"^ *players (?P<at>(?P<n>{COUNT}) ?(?:-|–|or|and|to) ?(?P<m>{COUNT}))$": lambda m: (
        f"write '{digits(m['n'])} to {digits(m['m'])}'"
    ),
    rf"^ *players (?P<at>(?P<n>{'|'.join(DIGITS)}))$": "write '{n}'",
    rf"^ *(?P<at>(?:player count|number of players):? (?P<n>{COUNT}))$": "write 'players {n}'",
    r"^ *heights (?P<at>[\d. ]+)$": "put each row on a line of its own, indented under 'heights'",
    r"^ *ability (?P<at>(?:in|on|at|when|while|during)(?: an?| the)? (?P<w>[a-z-]+))": "write 'ability during {w}'",
    r"^ *ability (?P<at>(?:at|before|after)(?: the)? (?:end|start|beginning) of .*)": "leave it out: the player decides when; 'ability during NAME' limits it to a part of the turn",
    r"^ *during(?: an?| the)? (?P<w>[a-z-]+)": "write 'ability during {w}'",
    r"^ *wild\b.*": "only a game file says what is wild; on one card, count it too, as 'tilewright explain joker' shows",
    rf"^ *(?P<at>(?:for )?(?P<n>{COUNT}) ?(?:-|–|to|or) ?(?P<m>{COUNT}) players?)$": lambda m: (
        f"write 'players {digits(m['n'])} to {digits(m['m'])}'"
    ),
    rf"^ *(?P<at>(?:for )?(?P<n>{COUNT}) players?)$": "write 'players {n}'",
    r"^ *(?P<at>(?:the )?(?:layout|grid|map|plan|rows|stacks|towers|board|shape):?)$": "write 'heights'",
    r"^ *(?P<at>(?P<l>en|fr|it) (?P<t>\".*\"))$": "write 'name {l} {t}'",
    r"^ *(?P<at>title)\b": "write 'name'",
    r"^ *costs?\b.*": "put what is paid under 'ability', as in 'pay 2 points'; the game file has what every card costs",
    r"^ *once (?:per|a|each|every) (?:turn|round):?$": "write 'ability': a card can be used once a turn",
    r"^ *ability (?P<at>(?:once )?(?:per|a|each|every|in a) turn)\b": "leave it out: a card can be used once a turn",
    r"^ *(?P<at>once (?:per|a) game):?$": "write 'ability once a game'",
    r"^ *(?P<at>(?:points?|vps?) (?:=|is|are) (?P<w>.+))$": "write 'score {w}'",
    r"^ *(?:effect|action|activate)s?": "put what a card allows under 'ability'",
}
_PLAY_WORDS = {
    **dict.fromkeys(("get", "earn", "receive", "collect"), "write 'gain 1 ...'"),
    **dict.fromkeys(("lose", "spend", "subtract"), "write 'pay 1 ...'"),
    **dict.fromkeys(("remove", "destroy", "delete", "trash"), "write 'discard', which takes it out of the game"),
    **dict.fromkeys(("put", "lay"), "write 'place it', or 'move it to a space ...' for one that you describe"),
    **dict.fromkeys(("pick", "select"), "write 'choose a ...'"),
    **dict.fromkeys(
        ("grab", "steal", "rob"), "write 'take a ... of the left player', or 'take a ...' from a board of the table"
    ),
    **dict.fromkeys(("look", "peek"), "write 'look at a ... in the ...', for the top of a hidden pile"),
    "reveal": "leave it out: what is moved to an open place is seen by all",
    "shuffle": "write 'shuffle the ...', for a hidden pile",
    "roll": "write 'roll ...', for a piece with sides",
    **dict.fromkeys(("skip", "end"), "write what happens; a turn ends by itself, and turns cannot be skipped"),
    "shift": "write 'move'",
    **dict.fromkeys(("exchange", "switch", "trade"), "write 'swap ... and ...'"),
}
_LEGAL = ("gain", "point", "points")  # in play, of the words that are foreign where something scores
_ENDS = {
    r"^ *may$": "'may' goes before one line, as in 'may discard a ...'; for several lines, write 'up to 1 times'",
    r"^ *now an? .* is .*": "say when, as in 'if it is a ...'",
    r"the .* is (?P<w>more|less|higher|lower)$": "write by how much, as in 'is 1 more'",
    rf"{_COUNTED} (?P<n>\d+)$": "say of what: points, or another counter of the game",
    r"^ *(?P<v>gain|pay)$": "say how much of what, as in '{v} 2 points'",
    r"^ *swap .* with .*": "write 'and', as in 'swap it and a ...'",
    r"^ *swap .*": "say what it changes places with, as in 'swap it and another ...'",
    r"^ *build (?P<w>an? [a-z-]+)$": "say where, as in 'build {w} on a ...'",
    r"^ *mark (?P<w>it|the [a-z-]+) (?P<m>[a-z-]+)$": "write 'mark {w} as {m}'",
    r"^ *mark (?P<w>it|the [a-z-]+)$": "say how, as in 'mark {w} as ...'",
    rf"^ *turn (?P<w>{_THING}) (?P<f>face-up|face-down)$": "write 'turn {f} {w}'",
    rf"^ *turn (?P<w>{_THING})$": "write 'turn face-down {w}' or 'turn face-up {w}'",
    r"^ *end after an? (?P<w>turn|round)$": "say when, as in 'end after a {w} if ...'",
}
_BLOCKS = {
    r"^ *if (?P<c>.+?),? (?:then )?(?:end the game|the game ends)$": "put 'end after a turn if ...' beside 'turn', not under it",
    r"^ *choose one$": "put the choices under it, each with a line 'option NAME' and what is done",
    r"^ *choose .* and .*": "choose one thing on each line",
    rf"{_HEAD}.*?(?P<at>\b{_DONE}.*)": "put '{at}' on a line of its own, indented under this one",
}

_QUANTITY = "at least|at most|exactly|more than|fewer than|less than"


def _longest(found: re.Match[str]) -> str:
    """`5 for the longest chain of flags`: ambiguous between its size and having the longest."""
    said = f"largest size of {'runs' if found['l'] in ('row', 'line', 'run', 'wall') else 'groups'} of {found['w']}"
    return f"for its size, write '{said}'; for having the largest, '{digits(found['n'])} if {said} is more than that of every opponent'"


_NUMBER = rf"(?:(?:at least|at most|exactly|more than|fewer than) )?(?P<n>\d+|{'|'.join(DIGITS)})(?: or more| or less)?"
_LINES = "(?:row|column|diagonal|quadrant)s?"
_NUMBERED = {
    rf"(?:the )?(?P<w>row|column) {number}(?= (?:where|with|and|or|if|is|has)\b|$)": f"write 'the {ordinal} {{w}}'"
    for number, ordinal in enumerate(ORDINALS, 1)
}
_NEVER: dict[str, Help] = {
    **SENTENCES,
    **PRINTED,
    rf"(?P<n>{COUNT}) for (?:the|your) (?:largest|longest|biggest) (?P<l>chain|group|area|row|line|run|wall) of (?P<w>[a-z-]+(?: [a-z-]+)*)": _longest,
    r"1 for each (?P<w>[a-z-]+) in (?:the|your) (?:largest|biggest) group": "write 'largest size of groups of {w}s'",
    r"(?P<n>\d+) for each (?P<w>[a-z-]+) in (?:the|your) (?:largest|biggest) group": "write '{n} * largest size of groups of {w}s'",
    r"surrounded by (?P<w>taller|lower|face-up|face-down|empty) (?:stacks|spaces|neighbors|tiles)(?: (?:on|from) (?:all|every|each) (?:four |4 )?sides?)?": "write 'where every neighbor is {w}'",
    rf"for (?:each|every) (?P<n>{COUNT}) (?P<w>[a-z-]+s)": "write '* (count of {w} / {n})': '/' rounds down",
    r"(?<!total )(?<!largest )(?<!smallest )(?:the )?(?:number|amount|quantity) of (?P<w>[a-z-]+[^s\W]s)": "write 'count of {w}'",
    r"(?:the )?height of (?:the |your )?(?:tallest|highest|largest) (?P<w>[a-z-]+)": "write 'largest height of {w}s'",
    r"^ *score (?P<at>(?:the )?(?:tallest|highest) (?P<w>[a-z-]+))": "write 'largest height of {w}s'",
    r"(?:the )?size of (?:the |your )?(?:largest|biggest|longest) (?P<w>[a-z]+) of (?P<t>[a-z-]+)": "write 'largest size of {w}s of {t}'",
    **{
        rf"{verb}{said} than (?:(?:all|each)(?: of)? )?(?:its |the )?neighbors": f"write '{begin}{instead} than every neighbor'"
        for said, instead in {"(?:taller|higher)": "taller", "(?:lower|shorter)": "lower"}.items()
        for verb, begin in {"(?:is|are) ": "is ", "(?<!is )(?<!are )": "where it is "}.items()
    },
    r"without (?:any )?neighbors": "write 'where every neighbor is empty'",
    r"(?:where|if|and|or) (?P<at>all (?:the |of the )?(?P<w>[a-z-]+)s are)\b": "write 'every {w} is'",
    rf"you have (?P<q>at least|at most|exactly) (?P<n>{COUNT}) (?P<w>[a-z-]+)": "write 'there are {q} {n} {w}'",
    rf"you have (?P<n>{COUNT}) (?P<w>[a-z-]+)": "write 'there are at least {n} {w}'",
    r"you have (?P<q>an?|no) (?P<w>[a-z-]+)": "write 'there is {q} {w}'",
    r"for each (?:opponent|player|other player) (?P<at>(?:with|who has|that has) (?:fewer|less) (?P<w>[a-z-]+)(?: than you)?)": "write 'where count of their {w} < count of {w}'",
    r"for each (?:opponent|player|other player) (?P<at>(?:with|who has|that has) more (?P<w>[a-z-]+)(?: than you)?)": "write 'where count of their {w} > count of {w}'",
    r"(?:no (?:opponent|player|other player)|nobody|no one) has more (?P<w>[a-z-]+)(?: than you)?": "write 'count of {w} is at least that of every opponent'",
    r"no (?:opponent|player|other player) has (?:fewer|less) (?P<w>[a-z-]+)(?: than you)?": "write 'count of {w} is at most that of every opponent'",
    r"(?:every|all|each) (?P<w>[a-z-]+) (?:in it )?(?:is|are|has|have) (?:of )?the same (?P<t>[a-z]+)$": "write 'count of different {t}s in it = 1'",
    r"no two (?P<w>[a-z-]+) (?:in it )?(?:have|are of|share) the same (?P<t>[a-z]+)": "write 'count of different {t}s of its {w} = count of its {w}'",
    r"(?P<l>row|column|line|quadrant|diagonal) (?P<at>with (?:all )?different (?P<t>[a-z]+s))": "write 'where count of different {t} of its tiles = count of its tiles'",
    r"(?:your |the )?[a-z-]+ is (?:symmetric|symmetrical)": "write 'stacks mirror across the vertical axis'",
    r"^ *score (?P<at>\d+(?:/\d+)+(?: points?)? (?:for|if)\b.*)": read_as,
    rf"(?:run|line|row|column)s? of {_NUMBER} (?P<w>(?:face-up |face-down )?[a-z-]+)": "write 'run of {w} where size = {n}' or 'where size >= {n}'",
    rf"groups? of exactly (?P<n>\d+|{'|'.join(DIGITS)}) (?P<w>(?:face-up |face-down )?[a-z-]+)": "write 'group of {w} where size = {n}'",
    rf"groups? of {_NUMBER} (?P<w>(?:face-up |face-down )?[a-z-]+)": "write 'group of {w} where size >= {n}'",
    rf"(?:level|height)[ -](?P<n>{COUNT}) (?P<w>(?!or\\b)[a-z-]+)": "write '{w} where height = {n}'",
    r"squares? of (?:(?:four|4) )?(?P<w>(?:[a-z-]+ ){0,2}?[a-z-]+?)s": "write 'square where every space in it has a {w}'",
    r"^ *score (?P<at>(?P<n>one|two|three|four|five|six)) for\b": "write '{n}'",
    r"(?:where|if|and|or) (?P<at>(?P<w>(?!it\b)[a-z-]+) is (?P<n>\d+) or (?:more|higher|greater|above|taller|bigger|larger)(?! than))": "write '{w} >= {n}'",
    r"(?:where|if|and|or) (?P<at>(?P<w>(?!it\b)[a-z-]+) is (?P<n>\d+) or (?:less|fewer|lower|below|shorter|smaller)(?! than))": "write '{w} <= {n}'",
    r"(?:is|are) (?P<n>\d+) or (?:more|higher|greater|above|taller|bigger|larger)(?! than)": "write 'is at least {n}'",
    r"(?:is|are) (?P<n>\d+) or (?:less|fewer|lower|below|shorter|smaller)(?! than)": "write 'is at most {n}'",
    rf"stacks? of (?:at least|more than) (?P<n>\d+|{'|'.join(DIGITS)}) [a-z-]+": "write 'stack where height >= {n}' or 'stack where height > {n}'",
    rf"stacks? of (?:exactly )?(?P<n>\d+|{'|'.join(DIGITS)}) (?:or more )?[a-z-]+": "write 'stack where height = {n}' or 'stack where height >= {n}'",
    r"(?:touch|touches|reach|reaches|meets) (?:the |an? )?(?P<w>border|edge)": "write 'is on the border'",
    r"(?:touch|touches|reach|reaches|meets) (?:the |an? )?(?P<w>corner|center)": "write 'is in the {w}'",
    r"(?:touch|touches|reach|reaches|meets) (?P<t>the|an?|any|no|every) (?P<w>[a-z-]+)": "write 'is beside {t} {w}'",
    r"you have (?:the )?most (?P<w>[a-z-]+)": "write 'count of {w} is more than that of every opponent', or 'count of {w} is at least that of every opponent' if a tie counts",
    r"you have (?:the )?fewest (?P<w>[a-z-]+)": "write 'count of {w} is less than that of every opponent', or 'count of {w} is at most that of every opponent' if a tie counts",
    r"(?:that )?you (?:have|own|occupy|control|built|build)": "leave it out: everything is counted on the player's own board",
    r"your (?:largest|longest|biggest) (?P<w>[a-z-]+)": "write a measure, as in 'largest size of groups of ...' or 'of runs of ...'",
    r"^ *(?!place\b|put\b|add\b|build\b).*(?P<at>from your [a-z-]+)(?=$|,| (?:and|where|if|for|to|with)\b)": "leave it out: everything is counted on the player's own board",
    r"(?:in|on|of) your [a-z-]+(?=$|,| (?:and|where|if|for|to|with)\b)": "leave it out: everything is counted on the player's own board",
    r"(?:in|on|of) your (?P<w>[a-z-]+)": "leave 'your' out: everything is counted on the player's own board",
    r"the (?:highest|greatest|biggest|lowest) (?P<w>number|height|size)": "write 'the largest {w} of ...' or 'the smallest {w} of ...'",
    r"connected (?:to|with)": "write 'in a group of ... where any space in it is ...'",
    r"no two adjacent (?P<w>[a-z-]+)": "write 'there is no pair of adjacent {w} with the same ...'",
    r"no two (?P<w>[a-z-]+)": "write 'there is no pair of {w} with the same ...'",
    r"the (?:four|4) (?P<w>corner|quadrant|edge)s": "write 'every {w}'",
    r"the (?:center|central|middle) (?:(?:four|4) )?(?:spaces|stacks|tiles)": "write 'the center', as in 'each stack in the center'",
    r"you (?:have|own|control|built|build) more (?P<w>[a-z-]+) than (?:any|every|each|all)(?: other)? (?:opponent|player)s?": "write 'count of {w} is more than that of every opponent'",
    r"(?:outer|outside) (?:ring|edge|border)": "write 'border'",
    r"(?P<q>every|any|each|no) other player": "write '{q} opponent'",
    r"other players": "write 'opponents'",
    r"(?:anyone|everyone|someone|anybody|everybody) else": "write 'any opponent' or 'every opponent'; for a number, 'that of every opponent'",
    r"(?:on|at) the (?P<w>left|right) of": "write '{w} of'",
    r"face (?P<w>up|down)": "write 'face-{w}'",
    r"as low(?: as| or (?:lower|taller))?": "write 'is lower', or 'is as tall or lower'",
    r"surrounded by(?: (?:[a-z-]+ )?[a-z-]+s)?": "write 'where every neighbor is ...'",
    r"if (?P<at>for (?:each|every|all)\b.*)": "write 'if every ... is ...'; or put 'for each ...' on a line of its own, and 'if' under it",
    r"(?P<q>no|any|every) other (?P<w>[a-z-]+) in (?:its|the same) (?P<l>row|column|line|diagonal|quadrant)": "write '{q} {w} in the same {l}': the thing itself is not among them",
    r"(?:total|sum) of (?:the )?(?P<w>[a-z]+)s of": "write 'total {w} of'",
    r"(?P<a>total|largest|smallest) (?P<w>height|number|size|floor)s of": "write '{a} {w} of'",
    r"its total (?P<w>height|number|floor)": "write 'total {w} of it'",
    r"touching pairs?|pairs? of touching": "write 'pair of adjacent ...'",
    r"its (?P<w>[a-z-]+s) are consecutive": "write 'with consecutive {w}' after the run, group, pair or line",
    **{
        rf"(?:the )?(?P<w>row|column) {cardinal}": f"write 'the {ordinal} {{w}}'"
        for cardinal, ordinal in zip(DIGITS, ORDINALS, strict=True)
    },
    **LOOSE,
}
"""Of these no reading is right, whatever the words in them mean one by one."""
_EVERYWHERE: dict[str, Help] = {
    **_NEVER,
    rf"(?:adjacent|next) to (?P<q>{_QUANTITY}) (?P<n>\d+|{'|'.join(DIGITS)}) [a-z-]+": "write 'where {q} {n} neighbors are ...'",
    rf"(?:{_QUANTITY}) (?P<at>too?)(?= [a-z])": "write '2'",
    rf"(?P<q>{_QUANTITY}) (?P<n>{'|'.join(DIGITS)})": "write '{q} {n}'",
    r"(?:next to|touching|beside) each other|side by side": "leave it out: 'pair of adjacent ...' already says so",
    rf"for (?P<n>{COUNT}) (?P<w>[a-z-]+)": "write 'if count of {w} >= {n}', or 'if count of {w} = {n}'",
    r"for each [a-z-]+(?P<at>(?:, (?:and )?[a-z-]+)+)$": "write a line for each of them",
    r"for (?:each|every) set of (?P<at>(?:one )?(?P<a>[a-z-]+), (?:one )?(?P<b>[a-z-]+),? and (?:one )?(?P<c>[a-z-]+))$": "write 'a {a}, a {b} and a {c}'",
    r"for (?:each|every) set of (?P<at>(?:one )?(?P<a>[a-z-]+) and (?:one )?(?P<b>[a-z-]+))$": "write 'a {a} and a {b}'",
    r"(?:each|every) set of .*": "name the parts one by one: 'for each set of a ..., a ... and a ...'",
    r"for the (?:tallest|highest|largest|longest|biggest|lowest|smallest) (?P<w>[a-z-]+)": "for the number itself, write 'score largest height of stacks' or 'largest size of groups of ...'; for having the most, 'if largest height of stacks is more than that of every opponent'",
    r"(?P<at>at the end of the game)\b.*": "leave it out: a card scores when the game is over",
    r"^ *(?P<at>each player scores)\b.*": "write 'score': a card is scored for each player who has it",
    r"^ *(?P<at>the player (?:with|who|that)\b.*)": "a card scores for the player who has it: write 'if count of ... is more than that of every opponent'",
    r"^ *score (?P<at>(?P<a>\d+), ?(?P<b>\d+),? (?:and )?(?P<c>\d+)(?: points)? for (?P<d>\d+), ?(?P<e>\d+),? (?:and |or )?(?P<f>\d+)(?: or more)? (?P<w>[a-z-]+))$": "write 'count of {w} read as {d}: {a}, {e}: {b}, {f} or more: {c}'",
    r"^ *score (?P<at>\d+(?:, ?\d+)+(?: points)? for\b.*)": read_as,
    r"diagonal(?:ly)? (?:to|from|of|adjacent to|next to|touching) (?:an?|another) (?P<w>[a-z-]+)": lambda m: (
        f"write 'where any diagonal neighbor is {a(m['w'])}'"
    ),
    rf"(?P<n>{COUNT}) (?:space|step|tile|stack)s? (?:away )?from (?P<w>an? [a-z-]+)": "write 'where any neighbor {n} away is {w}'",
    r"[a-z0-9-]+(?P<at>,? ?\(?(?:up to(?: a maximum of)?|max\.?|maximum(?: of)?|at most) (?P<n>\d+)(?: points)?\)?)$": "write the smaller of two numbers, as in 'score smaller of (count of ...) and {n}'",
    r"^ *score (?P<at>at most (?P<n>\d+).*)": "write the smaller of two numbers, as in 'score smaller of (count of ...) and {n}'",
    r"^ *otherwise,? (?P<at>if (?P<c>.+))$": "put 'if {c}' on a line of its own, indented under 'otherwise'",
    rf"(?:exactly )?(?P<n>{COUNT}) (?P<q>lower|taller|higher|shorter)\b": lambda m: (
        f"compare the heights, as in 'height = height of the stack {'-' if m['q'] in ('lower', 'shorter') else '+'} {digits(m['n'])}'"
    ),
    r"if .*(?<!, )(?P<at>otherwise (?P<n>\d+))$": "write ', otherwise {n}': a comma goes before it",
    rf"(?P<n>{COUNT}) [x×](?= )": "write '{n} *'",
    r"with (?:an? |the )?value (?P<n>\d+)": "write 'where number = {n}', or another number of the piece",
    r"diagonally (?:adjacent|next|touching)(?: to)?": "write 'where any diagonal neighbor is ...'",
    rf"(?:at (?:a |the )?(?:level|height)|on height) (?P<n>{COUNT})": "write 'where height = {n}'",
    rf"on level (?P<n>{COUNT})": "write 'where height = {n}' for a stack",
    rf"for an? (?:straight )?line of {_NUMBER} (?P<w>[a-z-]+(?: [a-z-]+s)?)": "write 'for each run of {w} where size >= {n}'",
    r"for the player (?:with|who|that) .*": "a card scores for the player who has it: write 'if count of ... is more than that of every opponent'",
    r"for the (?!majority\b|most\b|fewest\b)(?P<w>[a-z-]+)": "write 'for each {w}', or 'if ...'",
    r"[a-z0-9-]+(?P<at>, ?round(?:ed|ing)? (?:up|down))": "'/' rounds down; to round up, leave this out and add 1 less than what is divided by, as in '(... + 1) / 2'",
    r"(?:does not have|do not have|has not|have not) the same (?P<w>[a-z-]+)": "write 'is not of the same {w}'",
    r"(?:is|are) of (?:another|a different) (?P<w>[a-z-]+)": "write 'is not of the same {w}'",
    r"(?:has|have) another (?P<w>[a-z-]+)": "write 'is not of the same {w}', or 'has a {w}' for a thing",
    r"(?:does|do) not have|has not|have not": "write 'has no ...'",
    rf"{_NUMBER} (?P<w>[a-z-]+) in a (?:row|line)": "write 'run of {w} where size >= {n}'",
    rf"(?P<w>[a-z-]+) (?P<n>\d+|{_N}) in a (?:row|line)": "write 'run of {w} where size >= {n}'",
    rf"(?:{_N}|\d+) (?:in a row|consecutive|adjacent)(?: (?P<w>[a-z-]+))?": "write 'run of ... where size >= 3' for things in one row or column",
    r"(?:has|have|are) consecutive(?: (?P<w>[a-z-]+))?": "write 'with consecutive numbers' after the run, group, pair or line",
    r"with (?:successive|sequential) (?P<w>[a-z-]+)": "write 'with consecutive {w}'",
    r"(?<!is )(?<!are )(?:larger|bigger|greater) than (?P<n>\d+)": "write 'where size > {n}' for a group, 'where height > {n}' for a stack",
    r"(?<!is )(?<!are )smaller than (?P<n>\d+)": "write 'where size < {n}' for a group, 'where height < {n}' for a stack",
    r"(?:is|are) (?:larger|bigger|greater) than (?P<n>\d+)": "write 'is more than {n}' for a number, as in 'its height is more than {n}' or 'size > {n}'",
    r"(?:is|are) smaller than (?P<n>\d+)": "write 'is less than {n}' for a number, as in 'its height is less than {n}' or 'size < {n}'",
    r"(?:is|are) larger than": "write 'is taller than' for a stack, 'is more than' for a number",
    r"(?:is|are) smaller than": "write 'is lower than' for a stack, 'is less than' for a number",
    rf"(?:with|of) (?:an? )?(?:size|length)(?: of)? {_NUMBER}": "write 'where size = {n}' or 'where size >= {n}'",
    rf"with (?P<w>[a-z-]+) {_NUMBER}": "write 'where {w} = {n}' or 'where {w} >= {n}'",
    r"with size": "write 'where size = 3' or 'where size >= 3'",
    r"(?<=(?:where|.. if|. and|.. or) )(?P<n>\d+) [a-z-]+": "write 'exactly {n}' or 'at least {n}'",
    r"(?:rows? (?:or|and) columns?|columns? (?:or|and) rows?)": "write 'line': rows and columns are lines",
    **_NUMBERED,
    rf"{_LINES} \d+(?= (?:where|with|and|or|if|is|has)\b|$)": "rows and columns are called first to sixth, as in 'the second row', and last",
    r"(?:at (?:a )?distance|at exactly|exactly) (?P<n>\d+)(?: (?:steps?|spaces?))?(?: away)?": "write '{n} away'",
    r"within (?P<n>\d+) and not within \d+": "write '{n} away'",
    r"for all(?: the)? (?P<w>[a-z-]+[^s\W])s": "write 'for each {w}'",
    r"for (?:all|any)(?: the)? (?P<w>[a-z-]+)": "write 'for each' with the singular: 'for each stack'",
    r"^ *score .*\bwhere\b[^,]*(?P<at>, ?otherwise .*)": "'where' leaves the others out; write 'if ..., otherwise ...' instead",
    r"(?:at least|at most|exactly|more than|fewer than|less than) (?P<at>(?:count of|total|largest|smallest)\b.*)": "put the number in parentheses, as in 'at least (count of stacks) ...'",
    r"with its (?P<w>[a-z-]+) (?P<v>even|odd)": "write 'where its {w} is {v}'",
    r"with its (?P<w>[a-z-]+)": "write 'where its {w} ...'",
    r"(?P<a>with|has|have) (?P<w>[a-z-]+s)": "say how many, as in '{a} at least 2 {w}'",
    r"(?:is |are )?(?:divisible by|a multiple of) (?P<n>\d+)": "write '... mod {n} = 0'",
    r"(?P<n>\d+) (?:tallest|highest) (?P<w>[a-z-]+)": "write 'total of the {n} largest heights of {w}'",
    r"(?P<n>\d+) (?:largest|biggest) groups": "write 'total of the {n} largest sizes of groups'",
    r"score (?P<n>\d+) (?P<at>points?)": "write the number alone, as in 'score {n}': scores are always in points",
    r"^ *score (?P<at>minus (?P<n>\d+))": "write '-{n}'",
    r"^ *(?P<at>(?:lose|subtract) (?P<n>\d+)(?: points?)?)": "write 'score -{n}'",
    r"^ *(?P<at>(?:gain|get|earn) (?P<n>\d+)(?: points?)?)": "write 'score {n}'",
    r"^ *if (?P<at>no (?P<w>[a-z-]+))(?:,? then\b.*)?$": "write 'there is no {w}'",
    r"for every": "write 'for each'",
    r"for your": "write the number itself, as in 'score largest size of runs of ...'",
    r"for an? (?P<w>[a-z-]+)": "write 'for each {w}'",
    r"^ *(?P<n>\d+) (?:points? )?(?:for|if)": "write 'score {n}' at the beginning of the line",
    r"for (?:each|every) [a-z-]+ (?P<at>(?P<o>[<>]=?|=) *(?P<n>\d+))": "write which number to compare, as in 'where height {o} {n}', or for how many there are, 'if count of ... {o} {n}'",
    r"^ *let (?P<a>[a-z-]+) (?P<b>[a-z-]+) be": "a name is one word, as in '{a}-{b}'",
    r"^ *(?:if|for each) .*\b(?P<at>score\b.*)": "put it on a line of its own, indented under this one",
    r"beside (?P<w>[AEFHILMNORSX]\d*)": "write 'beside an {w}'",
    r"beside (?P<w>[A-Z]\d*)": "write 'beside a {w}'",
}


@dataclass(frozen=True, slots=True)
class Hints:
    """The help lines for words and idioms, for incomplete lines, and for lines without a block."""

    words: dict[str, str]
    phrases: HintPhrases
    ends: HintPhrases = ()
    blocks: HintPhrases = ()
    wordings: HintPhrases = ()

    def of_phrase(self, line: str, at: int) -> tuple[int, int, str] | None:
        """The idiom around a position of a line: its start and end, and its help line."""
        return turn_of_phrase(self.phrases, line, at)

    def everywhere(self, line: str) -> Iterator[tuple[int, int, str]]:
        """All idioms and foreign words in a line: start, end, and help line."""
        for said, help in self.wordings + self.phrases:
            for found in said.finditer(line):
                first, end = found.span("at" if "at" in found.groupdict() else 0)
                yield end - len(line[first:end].lstrip()), end, _filled(help, found)
        for word in re.finditer(r"[a-z-]+", line):
            if word[0] in self.words:
                yield *word.span(), self.words[word[0]]

    def of_end(self, line: str) -> str | None:
        """The help line for an incomplete line."""
        return _of_line(self.ends, line)

    def of_block(self, line: str) -> str | None:
        """The help line for a line without a block."""
        return _of_line(self.blocks, line)


def turn_of_phrase(known: HintPhrases, line: str, at: int) -> tuple[int, int, str] | None:
    """The first matching idiom around a position of a line: its start and end, and its help line."""
    for said, help in known:
        for found in said.finditer(line):
            first, end = found.span("at" if "at" in found.groupdict() else 0)
            first = end - len(line[first:end].lstrip())
            if first <= at < end:
                return first, end, _filled(help, found)
    return None


def _of_line(known: HintPhrases, line: str) -> str | None:
    return next((_filled(help, found) for said, help in known if (found := said.search(line))), None)


def _filled(help: Help, found: re.Match[str]) -> str:
    """A help line with the words of the match; the number `n` is in digits."""
    if not isinstance(help, str):
        return help(found)
    said = found.groupdict()
    if "n" in said:
        said["n"] = _ONCE.get(said["n"], digits(said["n"]))
    return help.format(**said)


def phrases(said: Mapping[str, Help]) -> HintPhrases:
    """Turns of phrase as whole words."""
    return tuple((TurnOfPhrase(how, r"(?<![\w-])", r"(?![\w-])"), help) for how, help in said.items())


def wordings(said: Mapping[str, Help]) -> HintPhrases:
    """Idioms that may also begin or end with punctuation or a space."""
    edge = r"(?:(?<![\w-])|(?![\w-]))"
    return tuple((TurnOfPhrase(how, edge, edge), help) for how, help in said.items())


_SCORE_WORDS = {**FOREIGN, "adjacent": "write 'beside'"}
_IN_PLAY = {word: help for word, help in _SCORE_WORDS.items() if word not in _LEGAL} | _PLAY_WORDS
PHRASES = phrases(_EVERYWHERE)
_WORDINGS, _ACTIONS = wordings(WORDINGS), wordings(ACTIONS)
NEVER = phrases(_NEVER)
NEVER_DONE = phrases(DONE) + NEVER
HINTS: dict[SectionName, Hints] = {
    "score": Hints(
        _SCORE_WORDS,
        phrases(_CARD) + PHRASES,
        phrases(
            {
                r"(?P<w>and|or)$": "say what follows '{w}', or leave it out",
                r"score at most (?P<n>\d+)\b.*": "for a limit, write 'score smaller of (count of ...) and {n}'",
            }
        ),
        wordings=_WORDINGS,
    ),
    "play": Hints(_IN_PLAY, phrases(_PLAY) + PHRASES, phrases(_ENDS), phrases(_BLOCKS), _ACTIONS + _WORDINGS),
    "game": Hints(
        {word: help for word, help in _SCORE_WORDS.items() if word not in _LEGAL},
        phrases(_GAME) + PHRASES,
        phrases(_ENDS),
    ),
}
