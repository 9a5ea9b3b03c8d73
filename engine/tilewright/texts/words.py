"""Words and their forms: gender, number and case, and spelling that does not matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tilewright.table.game import Game, WordForms
from tilewright.texts.pattern import PLURAL, BadPattern

MASCULINE, FEMININE, NEUTER = "m", "f", "n"
_GENDERS = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER}
_ORDER = (MASCULINE, FEMININE, NEUTER)
SHORT = 2
"""Words as short as this keep their accents when read: French "a" is not "à"."""


Cell = tuple[str, ...]
"""The forms of a word in a number and a gender, by case; a single one is that of all cases."""


@dataclass(frozen=True, slots=True)
class Word:
    """A way to say something: cells for singular masculine, feminine and neuter, then for the plural.

    `gender` is that of a noun, empty for what agrees with one.
    """

    gender: str
    cells: tuple[Cell, Cell, Cell, Cell, Cell, Cell]

    def form(self, number: str, gender: str, case: int = 0) -> str:
        """The form for a number, a gender and a case."""
        cell = self.cells[3 * (number == PLURAL) + _ORDER.index(gender)]
        return cell[case if case < len(cell) else 0]

    @property
    def forms(self) -> list[str]:
        """All its forms, each once."""
        return list(dict.fromkeys(form for cell in self.cells for form in cell))

    @property
    def cases(self) -> set[int]:
        """How many cases its cells tell apart."""
        return {len(cell) for cell in self.cells}

    @property
    def is_noun(self) -> bool:
        """Whether it has a gender of its own."""
        return bool(self.gender)


def noun(text: str) -> Word:
    """A noun as tables write it: ``f pile piles``, or ``stack stacks``; ``_`` joins the words of a form.

    With cases a slash parts these: ``m Stein/Stein/Stein Steine/Steine/Steinen``.
    """
    parts = _word_forms(text)
    gender = parts.pop(0) if parts[0] in _ORDER else NEUTER
    return _of_forms(gender, tuple(parts), text)


def adjective(text: str) -> Word:
    """An adjective or verb as tables write it: ``haut haute hauts hautes``, ``is are``, ``visible``."""
    return _of_forms("", tuple(_word_forms(text)), text)


def of_game(word: WordForms) -> Word:
    """A word of a game."""
    gender = "" if word.sort == "adjective" else _GENDERS.get(word.sort, NEUTER)
    return _of_forms(gender, word.forms, " ".join(word.forms))


def invariable(singular: str, plural: str) -> Word:
    """A word of which nothing but the number matters."""
    return _of_forms(NEUTER, (singular, plural), singular)


def _word_forms(text: str) -> list[str]:
    parts = [part.replace("_", " ") for part in text.split()]
    if not parts:
        raise BadPattern("a word has no forms")
    return parts


def _of_forms(gender: str, forms: tuple[str, ...], text: str) -> Word:
    cells = [tuple(form.split("/")) for form in forms]
    match cells:
        case [one]:
            return Word(gender, (one, one, one, one, one, one))
        case [singular, plural]:
            return Word(gender, (singular, singular, singular, plural, plural, plural))
        case [one, two, three, four] if not gender:
            return Word(gender, (one, two, one, three, four, three))
        case [one, two, three, four, five, six] if not gender:
            return Word(gender, (one, two, three, four, five, six))
        case _:
            raise BadPattern(f"'{text}' are not the forms of a word")


def plain(word: str) -> str:
    """A word as it is compared: without accents, but for short ones."""
    if len(word) <= SHORT:
        return word
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


def roles(game: Game) -> Iterator[tuple[str, str]]:
    """The words of a game that tables mean by what they are, with the name of that in a table."""
    yield "piece", game.piece
    yield "board", game.own_place.name
    yield "identity", game.identity
    yield "attribute", game.main_attribute
    yield "number", next(iter(game.numeric_attributes), game.identity)


def of_two_kinds(kinds: Iterable[str]) -> Callable[[str], bool]:
    """Whether a phrase of the card language is about things of one kind that are of another, so that there are none."""
    kind = f"({'|'.join(sorted({re.escape(name) for name in kinds if name})) or '(?!)'})"
    pattern = re.compile(rf"\b{kind} where (?:\( )*(?:it is an?|it has an?|there is an?) {kind}\b(?! where| in)")
    return lambda text: any(match[1] != match[2] for match in pattern.finditer(text))
