"""What a proposal has to keep of a line: the numbers and the things that it names, so that no help changes what is meant."""

from __future__ import annotations

import re
from itertools import pairwise

from tilewright.check.vocabulary import PLAYER_WORDS, REGION_WORDS, Vocabulary, engine_nouns
from tilewright.syntax.repair.printed import DIGITS
from tilewright.syntax.words import ORDINALS, VERBS
from tilewright.table.geometry import LINES, SIDES

_LINE, _PLAYER, _EMPTY = "line", "player", "empty"
_PLACES = {"corner", "center", "quadrant", "diagonal"}
_FAMILIES = {
    **dict.fromkeys({*LINES, *REGION_WORDS, "run"} - _PLACES - {"pair"}, _LINE),
    **dict.fromkeys(PLAYER_WORDS, _PLAYER),
}
"""The end of a row is an edge, three in a row are a run: of these nouns one can say what another says."""
_ADJECTIVES = ("face-up", "face-down", _EMPTY)
_NOT_EMPTY = re.compile(r"\b(?:no|a|an|has|have) (?:stack|tile)s?\b|\bevery space in it has\b")
"""Other words for what is empty and what is not."""
_ALL_OF = "(?:corner|quadrant|side|edge|center|central|neighbor|player)"
"""Things that are as many as they always are."""


class Safeguard:
    """What lines name in the words of a game, if one is given."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        self._names: dict[str, str] = {}
        self.alike = ""
        """What pieces that are exactly alike have in common, if the game has one word for it."""
        if vocabulary is None:
            return
        game = vocabulary.game
        identities = {sort.identity for sort in game.sorts if sort.identity}
        self.alike = identities.pop() if len(identities) == 1 else ""
        alone = {sort.name for sort in game.sorts} if len(game.sorts) == 1 else set[str]()
        general = {*engine_nouns(), *game.numeric_attributes, *alone} - _PLACES - {"group"}
        names = {noun.singular for noun in vocabulary.nouns.values()} - general
        self._names = {name: name for name in (*names, *vocabulary.kinds_of, *_ADJECTIVES)} | _FAMILIES
        plurals = {
            noun.plural: self._names[noun.singular]
            for noun in vocabulary.nouns.values()
            if noun.singular in self._names
        }
        self._names |= plurals

    def loses(self, before: str, after: str) -> bool:
        """Whether something that one line names is missing from another that is proposed for it."""
        kept = self._things(after)
        kept |= {_EMPTY} if _NOT_EMPTY.search(after) else set()
        kept |= {_LINE} if re.search(rf"\b(?:{'|'.join((*SIDES, 'above', 'below'))})\b", after) else set()
        return _loses_numbers(before, after) or not self._things(before) <= kept

    def _things(self, line: str) -> set[str]:
        """What a line names, each by one word."""
        words = re.findall(r"[A-Za-z][\w-]*", line)
        return {self._names.get(word) or self._names.get(word.lower(), "") for word in words} - {""}


def _loses_numbers(before: str, after: str) -> bool:
    """Whether a number that was written is not among the words that are proposed.

    'Two' may be a pair, or one and the other, all of so many may be every one, and 1 for each is their count. A square is
    2 by 2, a table has sums of what each one more brings, and an action on 1 thing is one on a thing.
    """
    kept = set(re.findall(r"\d+", after))
    kept |= {str(n) for n, ordinal in enumerate(ORDINALS, 1) if ordinal in after.split()}
    kept |= {"2"} if "square" in after.split() else set()
    table = [int(number) for number in re.findall(r": (\d+)", after)]
    kept |= {str(number - less) for less, number in pairwise(table)}
    kept |= {str(int(floor) - 1) for floor in re.findall(r"\bfloor (\d+)", after) if "on top of" in before}
    before = re.sub(rf"\b({'|'.join(VERBS)}) 1(?= [a-z])", r"\1 a", before)
    kept |= {"1"} if re.search(r"\b(?:count of|total|largest|smallest)\b", after) else set()
    if not set(re.findall(r"(?<![\w-])\d+(?![\w-])", before)) <= kept:
        return True
    kept |= {"2"} if re.search(r"\b(?:pairs?|neighbor|another|the other|sets? of)\b", after) else set()
    said = {
        number for word, number in DIGITS.items() if word != "one" and re.search(rf"\b{word}\b(?! {_ALL_OF})", before)
    }
    return not said <= kept and "every" not in after.split()
