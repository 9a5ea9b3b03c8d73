"""Lines with several scores, as printed cards list them: tables by size, ranks among players, a score for each of several things."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.syntax.repair.printed import COUNT, LINE, NOUN, digits, entries, singular
from tilewright.syntax.words import ORDINALS

_POINTS = r"(?: points?| [vV][pP]s?| pts?\.?)?"
_NEXT = re.compile(rf"(?:[,;]|,? and|,? plus)+ (?:score )?(?={COUNT}{_POINTS} (?:for|if|per|when|to)\b)")
_CLAUSE = re.compile(rf"(?P<k>-?{COUNT}){_POINTS} (?P<way>for|if|per|when|to) (?P<rest>.+)")
_ARTICLE = r"(?:each |every |an? |the |any )?"
_OPEN = r"(?:\+| or more| or larger| or bigger| or higher)?"
_SHAPES = "group|run|area|cluster|region|line|row|chain"
_SIZED = re.compile(
    rf"{_ARTICLE}(?:(?P<of>(?P<shape>{_SHAPES})s?(?: of (?P<what>(?!{COUNT}|size\b){NOUN}?))?) )?"
    rf"(?:(?:of |with )?(?:an? )?size (?:of )?|of )?(?P<n>{COUNT}){_OPEN}(?: (?P<noun>[a-z-]+s))?(?: or more)?"
)
_SLASHED = re.compile(
    rf" *score (?P<k>\d+(?:/\d+)+){_POINTS} for {_ARTICLE}(?P<shape>{_SHAPES})s? of (?P<n>\d+(?:/\d+)+)"
    rf"{_OPEN} (?P<what>{NOUN}s)"
)
_RANKED = re.compile(
    rf"(?:having |you have |(?:the )?player with )?(?:the )?(?:(?P<o>{'|'.join(ORDINALS)})(?:[ -]most)?|most|majority of)"
    rf"(?: (?P<noun>{NOUN}))?"
)
_RANKS = re.compile(
    rf"(?P<k>\d+(?:/\d+)+){_POINTS} for (?:the )?(?P<o>most(?:/(?:{'|'.join(ORDINALS)}))+) (?P<noun>{NOUN})"
)
_LETTERS = re.compile(
    r"(?:each |every |an? )?(?P<set>(?:([A-Z])\2+[- +&/]?)+)(?: ?(?:pair|set|combination|combo|group)s?)?(?: of [a-z]+)?"
)
_OF_LINE = re.compile(rf"{_ARTICLE}(?P<l>{LINE})")
_WITH = re.compile(rf"(?:each|every) (?:{LINE})(?P<more> .+)")


def clauses(line: str) -> list[str]:
    """The scores that a line lists, each as a line; one if it lists no others."""
    begun = re.match(r" *score (?=-?\w)", line)
    if begun is None:
        return [line]
    first, *others = _NEXT.split(line)
    return [first, *(f"{begun[0]}{other}" for other in others)]


def _by_one(found: re.Match[str]) -> str:
    """`5/3/1 for most/second/third flags`: a clause for each rank."""
    numbers, ranks = found["k"].split("/"), found["o"].split("/")
    if len(numbers) != len(ranks):
        return found[0]
    noun = found["noun"].removeprefix("most ")
    return ", ".join(f"{number} for {rank} {noun}" for number, rank in zip(numbers, ranks, strict=True))


def listed(line: str) -> str | None:
    """The lines for a line that lists scores by size, by rank, or for several lines of the board with one condition."""
    if slashed := _SLASHED.fullmatch(line):
        return _table_of_sizes(slashed["shape"], slashed["what"], slashed["n"].split("/"), slashed["k"].split("/"))
    line = re.sub(rf"^( *score )for (each (?:{_SHAPES})[^:]*): ({COUNT}) for ", r"\1\3 for \2 of ", line)
    line = _RANKS.sub(_by_one, line)
    parts = [_CLAUSE.fullmatch(clause.strip().removeprefix("score ")) for clause in clauses(line)]
    known = [part for part in parts if part]
    if len(known) < len(parts):
        return None
    found = _by_rank(known) or _by_letters(known)
    return found if len(known) == 1 else found or _by_size(known) or _shared(known)


def _by_size(parts: Sequence[re.Match[str]]) -> str | None:
    """`3 for each group of size 2, 5 for size 3`: a table."""
    found = [_SIZED.fullmatch(part["rest"]) for part in parts]
    sizes = [size for size in found if size]
    if len(sizes) < len(found) or sizes[0]["of"] is None:
        return None
    what = sizes[0]["what"] or sizes[0]["noun"] or "stacks"
    numbers = [digits(part["k"]) for part in parts]
    return _table_of_sizes(sizes[0]["shape"], what, [digits(size["n"]) for size in sizes], numbers)


def _table_of_sizes(shape: str, what: str, sizes: list[str], numbers: list[str]) -> str | None:
    if len(sizes) != len(numbers):
        return None
    shape = "run" if shape in ("run", "line", "row") else "group"
    return f"for each {shape} of {what}\n  score size read as {entries(sizes, numbers)}"


def _by_rank(parts: Sequence[re.Match[str]]) -> str | None:
    """`3 for most flags, 2 for second most`: a line for each rank among the players."""
    found = [_RANKED.fullmatch(part["rest"]) for part in parts]
    ranks = [rank for rank in found if rank]
    if len(ranks) < len(found) or ranks[0]["noun"] is None or not any(rank["o"] for rank in ranks):
        return None
    if not re.search(r"\bmost\b", parts[0]["rest"]):
        return None
    lines = []
    for part, rank in zip(parts, ranks, strict=True):
        counted = f"score {digits(part['k'])} if count of {singular(rank['noun'] or ranks[0]['noun'])}s"
        behind = ORDINALS.index(rank["o"]) if rank["o"] else 0
        others = f"opponent{'s' * (behind > 1)}"
        than = f"less than that of exactly {behind} {others}" if behind else "more than that of every opponent"
        lines.append(f"{counted} is {than}")
    return "\n".join(lines)


def _by_letters(parts: Sequence[re.Match[str]]) -> str | None:
    """`2 for each AA and 5 for each AAA`, `4 for each AA-BB`: equal letters are things of one type."""
    found = [_LETTERS.fullmatch(part["rest"]) for part in parts]
    sets = [[len(run[0]) for run in re.finditer(r"([A-Z])\1*", said["set"])] for said in found if said]
    if len(sets) < len(found) or any(len({*runs}) > 1 or runs[0] < 2 for runs in sets):
        return None
    numbers = [digits(part["k"]) for part in parts]
    if len(sets) > 1:
        table = entries([str(runs[0]) for runs in sets], numbers)
        return f"for each type\n  score count of its tiles read as {table}" if all(len(r) == 1 for r in sets) else None
    (same, *others), number = sets[0], numbers[0]
    if not others:
        return f"score {number} for each type with at least {same} tiles"
    return f"score {number} * (count of types with at least {same} tiles / {len(sets[0])})"


def _shared(parts: Sequence[re.Match[str]]) -> str | None:
    """`2 for each row, 1 for each column with a flag`: the condition belongs to each of the lines."""
    *before, last = (part["rest"] for part in parts)
    more = _WITH.fullmatch(last)
    named = [_OF_LINE.fullmatch(said) for said in before]
    lines = [singular(line["l"]) for line in named if line]
    if more is None or len(lines) < len(before):
        return None
    firsts = (
        f"score {digits(part['k'])} for each {line}{more['more']}" for part, line in zip(parts, lines, strict=False)
    )
    return "\n".join((*firsts, f"score {digits(parts[-1]['k'])} for each {last.split(' ', 1)[1]}"))
