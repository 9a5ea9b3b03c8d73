"""Values with a rich display in notebooks: the methods that IPython calls.

The display of each class is registered where it can be drawn (`draw.notebook`, `solver.notebook`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatch


@singledispatch
def html(value: object) -> str | None:
    """A value as HTML; None if its class has no registered display."""
    return None


@singledispatch
def drawn(value: object) -> str | None:
    """A value as SVG text; None if it has no picture."""
    return None


class Displayed:
    """A base class for values displayed by notebooks
    (https://ipython.readthedocs.io/en/stable/config/integrating.html)."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """The HTML that notebooks show."""
        return html(self)

    def _repr_svg_(self) -> str | None:
        """The picture for viewers without HTML, such as papers made from notebooks."""
        return drawn(self)


@dataclass(frozen=True)
class CardPrint:
    """The names and texts of a card by language, and for one with a place its conditions.

    `wordings` are its conditions by name and language, and under the language ``""`` as written in the rule; `back` are
    the names of its back, None if it has none.
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
        """The sentence in a language, else in English, else in the first one available; empty if there is none."""
        return self.texts.get(language) or self.texts.get("en") or next(iter(self.texts.values()), "")

    def is_in(self, language: str) -> bool:
        """Whether everything on it exists in a language; texts that exist in no language do not count."""
        said = [self.names, self.texts, *self.wordings.values(), self.back or {}]
        return all(language in words for words in said if words.keys() - {""})

    def worded(self, condition: str, language: str = "en") -> str:
        """The wording of a condition in a language, else in English, else as written in the rule."""
        words = self.wordings.get(condition, {})
        return words.get(language) or words.get("en") or words.get("", "")

    def back_name(self, language: str = "en") -> str:
        """The name of the back in a language, else in English, else that of the front."""
        names = self.back or {}
        return names.get(language) or names.get("en") or self.name(language)
