"""Values that notebooks show as what they are: the methods that IPython asks for.

How a value looks is defined where it can be drawn (`draw.notebook`, `solver.notebook`), for its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatch


@singledispatch
def html(value: object) -> str | None:
    """A value as HTML; None for one of a class that nothing was said of."""
    return None


@singledispatch
def drawn(value: object) -> str | None:
    """A value as the text of an SVG picture; None for one that has none."""
    return None


class Displayed:
    """Has itself shown by notebooks (https://ipython.readthedocs.io/en/stable/config/integrating.html)."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """What notebooks show."""
        return html(self)

    def _repr_svg_(self) -> str | None:
        """The picture for what shows no HTML, such as papers made of notebooks."""
        return drawn(self)


@dataclass(frozen=True)
class CardPrint:
    """The names and texts of a card by language, and of one that lies at places what it says of itself.

    `wordings` are its conditions by name and language, and under the language ``""`` as the rule has them; `back` are
    the names of its back, None without one.
    """

    id: str
    names: Mapping[str, str]
    texts: Mapping[str, str]
    numbers: Mapping[str, int] = field(default_factory=dict)
    wordings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    back: Mapping[str, str] | None = None

    def name(self, language: str = "en") -> str:
        """The name in a language, else in English, else the id."""
        return self.names.get(language) or self.names.get("en") or self.id

    def text(self, language: str = "en") -> str:
        """The sentence in a language, else in English, else in the first one there is; empty without one."""
        return self.texts.get(language) or self.texts.get("en") or next(iter(self.texts.values()), "")

    def is_in(self, language: str) -> bool:
        """Whether all that it says is said in a language; what is said in none does not count."""
        said = [self.names, self.texts, *self.wordings.values(), self.back or {}]
        return all(language in words for words in said if words.keys() - {""})

    def worded(self, condition: str, language: str = "en") -> str:
        """A condition that the card says of itself in a language, else in English, else as the rule has it."""
        words = self.wordings.get(condition, {})
        return words.get(language) or words.get("en") or words.get("", "")

    def back_name(self, language: str = "en") -> str:
        """The name of the back in a language, else in English, else that of the front."""
        names = self.back or {}
        return names.get(language) or names.get("en") or self.name(language)
