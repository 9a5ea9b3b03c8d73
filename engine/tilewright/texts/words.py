"""Words and their forms: gender and number, and spelling that does not matter."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from tilewright.table.game import WordForms
from tilewright.texts.pattern import PLURAL, BadPattern

MASCULINE, FEMININE, NEUTER = "m", "f", "n"
_GENDERS = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER}
SHORT = 2
"""Words as short as this keep their accents when read: French "a" is not "à"."""


@dataclass(frozen=True, slots=True)
class Word:
    """A way to say something: the forms singular masculine and feminine, plural masculine and feminine.

    `gender` is that of a noun, empty for what agrees with one.
    """

    gender: str
    forms: tuple[str, str, str, str]

    def form(self, number: str, gender: str) -> str:
        """The form for a number and a gender; neuter agrees as masculine does."""
        return self.forms[2 * (number == PLURAL) + (gender == FEMININE)]

    @property
    def is_noun(self) -> bool:
        """Whether it has a gender of its own."""
        return bool(self.gender)


def noun(text: str) -> Word:
    """A noun as tables write it: ``f pile piles``, or ``stack stacks``; ``_`` joins the words of a form."""
    parts = _parts(text)
    gender = parts.pop(0) if parts[0] in _GENDERS.values() else NEUTER
    return _of_forms(gender, tuple(parts), text)


def adjective(text: str) -> Word:
    """An adjective or verb as tables write it: ``haut haute hauts hautes``, ``is are``, ``visible``."""
    return _of_forms("", tuple(_parts(text)), text)


def of_game(word: WordForms) -> Word:
    """A word of a game."""
    gender = "" if word.sort == "adjective" else _GENDERS.get(word.sort, NEUTER)
    return _of_forms(gender, word.forms, " ".join(word.forms))


def _parts(text: str) -> list[str]:
    parts = [part.replace("_", " ") for part in text.split()]
    if not parts:
        raise BadPattern("a word has no forms")
    return parts


def _of_forms(gender: str, forms: tuple[str, ...], text: str) -> Word:
    match forms:
        case (one,):
            return Word(gender, (one, one, one, one))
        case (singular, plural):
            return Word(gender, (singular, singular, plural, plural))
        case (one, two, three, four) if not gender:
            return Word(gender, (one, two, three, four))
        case _:
            raise BadPattern(f"'{text}' are not the forms of a word")


def plain(word: str) -> str:
    """A word as it is compared: without accents, but for short ones."""
    if len(word) <= SHORT:
        return word
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))
