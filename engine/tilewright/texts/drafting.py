"""A card from its printed sentence: the plainest reading as its rule, the others as comments, each with its difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilewright.core.same import canonical
from tilewright.solver.proof import Proof
from tilewright.table.game import Game, in_words
from tilewright.texts.phrasebook import Language
from tilewright.texts.reading import ABILITY, INDENT, TEXT, NotUnderstood, Reading, readings
from tilewright.texts.shortened import written
from tilewright.texts.verdict import Comparison, proving

SECONDS = 5.0
"""How long it is tried to find where two readings differ."""


@dataclass(frozen=True)
class OtherReading:
    """Another reading of a sentence: its lines, and a board on which it pays something else; none if none was found."""

    lines: tuple[str, ...]
    board: str = ""
    points: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class CardDraft:
    """What a sentence means as the lines of a card of a class, and what else it can mean."""

    language: Language
    category: str
    text: str
    lines: tuple[str, ...]
    others: tuple[OtherReading, ...] = ()

    def comments(self) -> Iterator[str]:
        """The other readings as comments of a card."""
        for other in self.others:
            here, there = other.points
            yield f"# The text can also mean this{f'; it scores {here} instead of {there} on {other.board}' * bool(other.board)}:"
            yield from (f"# {line}" for line in other.lines)

    @property
    def game(self) -> Game:
        """The game of the card."""
        return self.language.card.game

    def card(self, id: str) -> str:
        """The file of the card, with the text that it was drafted from."""
        name, language = in_words(id).capitalize(), self.language.name
        head = (f"{self.category} {id}", f'  name {language} "{name}"', f'  text {language} "{self.text}"', "")
        return "\n".join((*head, *self.lines, *(f"  {line}" for line in self.comments()), ""))


def why_not_printed(text: str) -> str:
    """Why a card cannot have a text; nothing if it can."""
    return "a printed text cannot have double quotes or line breaks" if set(text) & {'"', "\n"} else ""


def first_draft(
    classes: Iterable[tuple[Language, str]], text: str, way: Comparison | None = None
) -> CardDraft | list[NotUnderstood]:
    """The card that a sentence describes, of the first class that understands it, or why none does.

    Each class of cards comes with a language of its game. One whose cards score or have abilities like those of
    another, in the same language, is not asked again.
    """
    problems: dict[tuple[Language, bool], NotUnderstood] = {}
    for language, category in classes:
        like = language, bool(language.card.game.card_classes[category])
        if like not in problems:
            found = draft(language, text, category, way)
            if isinstance(found, CardDraft):
                return found
            problems[like] = found
    return list(problems.values())


def draft(language: Language, text: str, category: str, way: Comparison | None = None) -> CardDraft | NotUnderstood:
    """The card of a class that a sentence describes, or why it is not understood."""
    start = TEXT if language.card.game.card_classes[category] else ABILITY
    found = readings(language, text, start)
    if isinstance(found, NotUnderstood):
        return found
    first, *others = found
    compared = (_alternative(language, first, other, start, way or proving(SECONDS)) for other in others)
    alternatives = tuple(other for other in compared if other is not None)
    return CardDraft(language, category, text, _lines(language, first, start), alternatives)


def _alternative(
    language: Language, first: Reading, other: Reading, start: str, way: Comparison
) -> OtherReading | None:
    """Another reading beside the first; None if the two are proved to score the same."""
    lines = _lines(language, other, start)
    if first.card.rule is None or other.card.rule is None:
        return OtherReading(lines)
    if canonical(first.card.rule) == canonical(other.card.rule):
        return None
    found = way(language.card.game, other.card.rule, first.card.rule)
    if not isinstance(found, Proof) or found.verdict not in ("equal", "different"):
        return OtherReading(lines)
    if found.verdict == "equal" or found.table is None or found.scores is None:
        return None
    boards = " and ".join(repr(player.board) for player in found.table.players)
    return OtherReading(lines, boards, found.scores)


def _lines(language: Language, reading: Reading, start: str) -> tuple[str, ...]:
    return tuple(INDENT + line for line in written(language.card, reading, start).split("\n"))
