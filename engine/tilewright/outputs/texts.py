"""The output about printed texts of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from tilewright.outputs.output import ABSENT, Keywords, Output, Positive, TwoOf, one_of

OPEN = {"additionalProperties": True}
"""More keys may come; this format was published so."""


class LedOutcome(Output, keywords=OPEN):
    """Where moves lead."""

    moves: Sequence[str]
    """the moves of the ability"""
    position: str
    """the position after them, as a file"""


class ReadingOutput(Output, keywords=OPEN):
    """A way in which a text can be read, compared with the rule."""

    rule: str
    """the reading in the card language"""
    rulings: Sequence[str] = ABSENT
    """what the wording implies without saying it"""
    verdict: Annotated[str, one_of("same", "equal", "different", "unknown")]
    """same: the rule itself; equal: proved to pay the same; different, with a position; unknown: not decided"""
    reason: str = ABSENT
    """why it is not decided"""
    bounds: str = ABSENT
    """the boards and stacks that were examined"""
    by_things: bool = ABSENT
    """whether it was proved for each thing that the rules go through"""
    scores: TwoOf[int] = ABSENT
    """what the text and the rule pay on the position"""
    smallest: bool = ABSENT
    """whether no smaller position shows a difference"""
    position: str = ABSENT
    """a position file on which they differ"""
    before: Sequence[str] = ABSENT
    """for abilities: the moves of the turn before one is used"""
    outcomes: Annotated[Mapping[str, LedOutcome | None], Keywords(required=["text", "rule"])] = ABSENT
    """for abilities: the results of the text and of the rule; null if one of them does not lead there"""


class PartialReading(Output):
    """What is understood of a text that is not understood as a whole: a rule with '...' in place of the obstacle, and the
    phrases with which it would be the rule."""

    obstacle: str
    """the words that are not understood"""
    rule: str
    """the rule as far as it is understood"""
    needed: Sequence[str]
    """what the obstacle has to mean for the text to be the rule"""
    contradicts: bool
    """whether what is understood contradicts the rule already"""


class LikenessOutput(Output):
    """What a text that is not understood seems to say, by how well the wordings of the rule, and of rules that are near it,
    explain its words. It is not proved."""

    verdict: Annotated[str, one_of("probably agrees", "probably differs")]
    """whether it seems to say the rule"""
    says: str = ABSENT
    """a sentence for what the text seems to say instead of the rule"""
    rule: str = ABSENT
    """the same in the card language"""


class TextVerdict(Output, keywords=OPEN):
    """What a text says, compared with the rule."""

    text: str
    """the printed text"""
    verdict: Annotated[str, one_of("agrees", "agrees in one reading", "differs", "undecided", "not understood")]
    """differs: every reading pays a different amount on some board; undecided: no reading agrees, and not all are known to
    differ"""
    partial: PartialReading = ABSENT
    """what is understood of a text that is not understood as a whole"""
    likeness: LikenessOutput = ABSENT
    """what a text that is not understood seems to say, if that is clear"""
    line: Positive = ABSENT
    """for a text that is not understood: where"""
    column: Positive = ABSENT
    """for a text that is not understood: where, from 1"""
    reason: str = ABSENT
    """for a text that is not understood: why"""
    help: str = ABSENT
    """for a text that is not understood: what to do about it"""
    readings: Sequence[ReadingOutput]
    """the ways in which the text can be read"""


class TranslationVerdict(Output, keywords=OPEN):
    """Whether two texts mean the same."""

    languages: TwoOf[str]
    """the languages of the two texts"""
    verdict: Annotated[str, one_of("agrees", "differs", "undecided")]
    """whether they mean the same"""


class TextOutput(Output, format="text/1", keywords=OPEN):
    """Printed texts.

    What `text --json` prints: how the printed texts of a card compare with its rule.
    """

    card: str
    """the id of the card"""
    texts: Mapping[str, TextVerdict]
    """by language"""
    missing: Sequence[str] = ABSENT
    """languages of the pack in which the card has no text"""
    translations: Sequence[TranslationVerdict] = ABSENT
    """pairs of texts that were understood, and whether they mean the same"""
