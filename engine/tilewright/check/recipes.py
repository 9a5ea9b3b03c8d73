"""The recipe nearest to a line that cannot be read: what an author can start from where no correction is known."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import log

from tilewright.pages import RECIPES, pages

_COMMON = frozenset(
    re.findall(
        "[a-z]+",
        "a all an and are as at by each every for from have if in is it its number of on one or own point points score "
        "scores than that the their there they this to two up where which with you your",
    )
)
"""Words that say nothing about what kind of rule a line is."""
_ACTS = "ability"
ENOUGH = 2.5
"""So much has to be in common: a word of one or two recipes, or several of more."""
IN_NAME = 1.5
"""What a word of a name in the heading counts more than one of the sentence, if the line has the whole name."""


@dataclass(frozen=True)
class RuleRecipe:
    """A rule of the page of recipes: its `term`, by which `explain` knows it, and how it is written."""

    term: str
    rule: str
    acts: bool
    names: tuple[frozenset[str], ...]
    words: frozenset[str]


def nearest_recipe(line: str, acts: bool) -> RuleRecipe | None:
    """The recipe with the most telling words of a line, one of them in its heading; none if they have little in common."""
    said = _telling(line)
    alike = [recipe for recipe in _recipes() if recipe.acts == acts and any(name & said for name in recipe.names)]
    best = max(alike, key=lambda recipe: _alike(recipe, said), default=None)
    return best if best is not None and _alike(best, said) >= ENOUGH else None


def _alike(recipe: RuleRecipe, said: frozenset[str]) -> float:
    weight = _weights()
    named = frozenset[str]().union(*(name for name in recipe.names if name <= said))
    return sum(weight[word] * (IN_NAME if word in named else 1) for word in said & recipe.words)


@cache
def _weights() -> dict[str, float]:
    """What each word says of the kind of rule: the fewer recipes have it, the more."""
    recipes = _recipes()
    counts = Counter(word for recipe in recipes for word in recipe.words)
    return {word: log(len(recipes) / count) for word, count in counts.items()}


@cache
def _recipes() -> tuple[RuleRecipe, ...]:
    found = []
    for section in re.split(r"^## ", pages()[RECIPES], flags=re.MULTILINE)[1:]:
        heading, _, rest = section.partition("\n")
        sentence = " ".join(re.findall(r"^> (.+)$", rest, re.MULTILINE))
        kind, rule = re.findall(r"^```(rule|ability)[^\n]*\n(.*?)\n```", rest, re.MULTILINE | re.DOTALL)[0]
        names = heading.split(", ")
        words = _telling(heading) | _telling(sentence)
        found.append(RuleRecipe(names[0], rule.strip(), kind == _ACTS, tuple(map(_telling, names)), words))
    return tuple(found)


def _telling(text: str) -> frozenset[str]:
    """The words of a text that say what kind of rule it is, in the singular."""
    words = re.findall(r"[a-z]+", re.sub(r"(neighb|col)our", r"\1or", text.lower()))
    return frozenset(_singular(word) for word in words if word not in _COMMON)


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word
