"""Words that are read as plainer ones where a text is not understood as it is: ``like`` lines of tables."""

from __future__ import annotations

import pytest

from phrasebooks import language
from tilewright.check.fragments import read_fragment
from tilewright.core import expr as core
from tilewright.core.same import canonical
from tilewright.source import Source
from tilewright.table.card import Card
from tilewright.texts.chart import Grammar, Part, Production, Synonyms, read
from tilewright.texts.pattern import BadPattern
from tilewright.texts.reading import NotUnderstood, readings
from tilewright.texts.table import Phrase, PhraseTable, read_table


def number(word: str) -> int | None:
    """The number that a word is."""
    return int(word) if word.isdecimal() else None


def ways(likes: list[tuple[str, str]], text: str) -> set[str]:
    """Every way through a text, as words in a row."""
    paths = Synonyms([(tuple(said.split()), tuple(plain.split())) for said, plain in likes], number).paths(text.split())
    if paths is None:
        return {text}

    def rest(at: int) -> set[tuple[str, ...]]:
        return (
            {()}
            if at == paths.end
            else {(word, *more) for word, following in paths.steps[at] for more in rest(following)}
        )

    return {" ".join(way) for way in rest(0)}


@pytest.mark.parametrize(
    ("likes", "text", "found"),
    [
        ([("inside", "in")], "a stack in it", {"a stack in it"}),
        ([("inside of", "in")], "a inside of b", {"a inside of b", "a in b"}),
        ([("off", "not on the")], "a off b", {"a off b", "a not on the b"}),
        ([("very", "")], "the very edge", {"the very edge", "the edge"}),
        ([("now", "")], "now a", {"now a", "a"}),
        ([("now", "")], "a now", {"a now", "a"}),
        (
            [("very", ""), ("at the edge", "on the border")],
            "at the very edge",
            {"at the very edge", "at the edge", "on the border"},
        ),
        ([("under {K}", "fewer than {K}")], "under 12 of", {"under 12 of", "fewer than 12 of"}),
        ([("under {K}", "fewer than {K}")], "under it", {"under it"}),
        ([("a", "b"), ("b", "a")], "a", {"a", "b"}),
    ],
)
def test_the_ways_through_a_text(likes: list[tuple[str, str]], text: str, found: set[str]) -> None:
    """The words themselves are always one way; what has been replaced may be part of what is replaced."""
    assert ways(likes, text) == found


def test_a_chart_of_several_ways() -> None:
    """Of each way that a grammar has there is a reading, with the numbers that stand on it."""
    grammar = Grammar(
        {
            "S": [
                Production(Phrase("Under", "S"), ("fewer", "than", Part("K", "K"))),
                Production(Phrase("It", "S"), ("under", "it")),
            ]
        },
        {"K": number},
        lambda tree: str(tree.function and tree.function.name),
    )
    likes = Synonyms([(("under", "{K}"), ("fewer", "than", "{K}"))], number)

    def names(words: list[str]) -> list[str | None]:
        found = read(grammar, likes.paths(words) or words, "S", why=False)
        return [tree.function.name for tree in found if tree.function] if isinstance(found, list) else []

    assert names(["under", "3"]) == ["Under"] and names(["under", "it"]) == ["It"]
    assert names(["under", "3", "3"]) == [] and names(["it"]) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Each wind lying at the very edge of your realm nets you 3 points.", "score 3 for each wind on the border"),
        ("4 points if you do not have more than 3 shrines.", "score 4 if there are at most 3 shrines"),
        ("4 points if you have over 3 shrines.", "score 4 if there are more than 3 shrines"),
        ("In the bottom row, each dragon is worth 2 points.", "score 2 for each dragon in the bottom row"),
        (
            "7 points for having shrines in all four quadrants.",
            "score 7 if there is no quadrant where not (it has a shrine)",
        ),
        (
            "Each time two of your shrines are side by side, score 2 points.",
            "score 2 for each pair of adjacent shrines",
        ),
    ],
)
def test_plainer_words(text: str, rule: str) -> None:
    """They mean what the plain ones do."""
    found = readings(language("en"), text)
    assert not isinstance(found, NotUnderstood)
    assert canonical(_rule(rule)) in [canonical(reading.card.rule) for reading in found if reading.card.rule]


def _rule(text: str) -> core.Expr:
    card = read_fragment(text, language("en").card.game)
    assert isinstance(card, Card) and card.rule is not None
    return card.rule


def test_a_line_without_a_sign() -> None:
    """A ``like`` line says what is plain and what is like it."""
    with pytest.raises(BadPattern, match="between words and what means the same"):
        read_table(Source("en.phr", "like in inside"), PhraseTable("en"), {})
