"""What comes before a sentence and only says what it is about: "Find your tallest stack. It is worth 3 points."

Such a text is read as one without them: what the first sentence names takes the place of the words that refer to it
("Your tallest stack is worth 3 points"), and "look at each" becomes "for each". So every phrase that says something of
a thing can also say it in two sentences. A title in front, "Lookouts: 2 points for each ...", is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tilewright.texts.table import Adjustment, BackReference, PhraseTable
from tilewright.texts.tokens import WordAt

ENDS = (".", ":")
"""The signs behind a topic."""
START, ANY_WORD, TOPIC = "^", "W", "{}"
"""In what resumes a topic: the beginning of the sentence and any word; in what it becomes: the topic."""
MOST_ENDS = 4
"""At how many places a topic may end."""
TITLE_END, LONGEST_TITLE = ":", 4
"""The sign behind a title, and how many words it has at most."""


def without_title(text: str, tokens: Sequence[WordAt], table: PhraseTable, has: Callable[[str], bool]) -> str:
    """A text with spaces in place of its title; nothing if it has none.

    A title names something that is not part of the game: the table lacks one of its words (`has`), or lists it as a
    title. Words that could say for what, or how often, the rest holds are not part of a title, and one that names
    something is none if the rest may refer to that: "Keep your borders tidy: ... for each tile on them".
    """
    words = [token.word for token in tokens]
    end = next((at for at, word in enumerate(words[: LONGEST_TITLE + 1]) if word == TITLE_END), 0)
    title, rest = words[:end], tokens[end + 1 :]
    if not rest or any(not word.isalpha() or word in table.untitled or word in table.numbers for word in title):
        return ""
    referring = {way.words[0] for way in table.resumed if way.said == "{}" and len(way.words) == 1}
    if len(title) > 1 and any(map(has, title)) and not referring.isdisjoint(token.word for token in rest):
        return ""
    named = any(not has(word) or word in table.titles for word in title)
    return " " * rest[0].start + text[rest[0].start :] if named else ""


def without_topics(text: str, tokens: Sequence[WordAt], table: PhraseTable) -> Iterator[str]:
    """The ways to say a text without its first sentence, if that only says what the rest is about."""
    words = [token.word for token in tokens]
    opener = max((way for way in table.topics if _begins(words, way)), key=len, default=())
    begin = len(opener)
    if not opener or begin == len(words) or words[begin] in table.vague:
        return
    ends = [at for at in range(begin + 1, len(words) - 1) if words[at] in (*ENDS, *table.conjunctions)]
    for end in sorted(ends, key=lambda at: words[at] not in ENDS)[:MOST_ENDS]:
        topic, rest = text[tokens[begin].start : tokens[end].start].rstrip(" ,"), tokens[end + 1 :]
        if words[begin] in table.distributed:
            yield f"{table.distributed[words[begin]]} {topic}: {text[rest[0].start :]}"
        else:
            yield from _resumed(text, topic, rest, table.resumed, opener in table.tallies)


def without_adjustment(
    text: str, tokens: Sequence[WordAt], known: Sequence[Adjustment]
) -> tuple[str, Adjustment] | None:
    """A text without its first remark about the rest of it and the signs around that, and the remark; None if it has none."""
    words = [token.word for token in tokens]
    found = ((at, way) for at in range(len(words)) for way in known if _begins(words[at:], way.words))
    at, remark = min(found, key=lambda it: (it[0], -len(it[1].words)), default=(0, None))
    if remark is None or (at and words[at - 1] in remark.unless):
        return None
    before, behind = text[: tokens[at].start].rstrip(), text[tokens[at + len(remark.words) - 1].end :].lstrip()
    if before.endswith("(") and behind.startswith(")"):
        before, behind = before[:-1].rstrip(), behind[1:].lstrip()
    elif before.endswith(",") and (not behind or behind[0] in ",.:;"):
        before, behind = before[:-1], behind.removeprefix(",").lstrip()
    if before.endswith("."):
        behind = behind.removeprefix(".").lstrip()
    return f"{before}{'' if behind[:1] in '.:;,' else ' '}{behind}", remark


def _begins(words: Sequence[str], way: Sequence[str]) -> bool:
    return tuple(words[: len(way)]) == tuple(way)


def _resumed(
    text: str, topic: str, rest: Sequence[WordAt], ways: Sequence[BackReference], tally: bool
) -> Iterator[str]:
    """The ways to put a topic in the place of words that refer to it; those that mean its number only where it was counted."""
    words = [token.word for token in rest]
    for way in ways:
        if way.tally and not tally:
            continue
        pattern = [word for word in way.words if word != START]
        places = range(1 if START in way.words else len(rest) - len(pattern) + 1)
        at = next((at for at in places if _fits(words[at : at + len(pattern)], pattern)), None)
        if at is None:
            continue
        said = way.said.replace(TOPIC, topic)
        if ANY_WORD in pattern:
            word = rest[at + pattern.index(ANY_WORD)]
            said = said.replace(ANY_WORD, text[word.start : word.end], 1)
        behind = text[rest[at + len(pattern) - 1].end :]
        yield f"{text[rest[0].start : rest[at].start]}{said}{behind}"


def _fits(words: Sequence[str], pattern: Sequence[str]) -> bool:
    return len(words) == len(pattern) and all(
        part in (word, ANY_WORD) for word, part in zip(words, pattern, strict=True)
    )
