"""The shipped documentation pages for codes, files, the language and words, and excerpts from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from math import log
from pathlib import Path
from typing import NamedTuple

from tilewright.resources import data_folder

GLOSSARY, RECIPES, REFERENCE, LANGUAGE = (
    "glossary",
    "recipes",
    "reference",
    ("language", "language-play", "language-game", "language-boards"),
)
"""The pages of words, of recipes, of the forms of the grammar, and of the language in the order in which they are read."""
_TABLE = re.compile(r"^\[[^\]\n]+\]\((data/[a-z-]+\.md)\)$", re.MULTILINE)
MOST_OF_A_WORD = 4
"""So many letters of a word are enough to tell it."""


@cache
def pages() -> dict[str, str]:
    """The pages for codes, files, language, reference, recipes and glossary, as Markdown; the first line is the
    title."""
    folder = data_folder("docs")
    names = ("files", GLOSSARY, RECIPES, REFERENCE, *LANGUAGE)
    paths = [*folder.glob("codes/TW*.md"), *(folder / f"{name}.md" for name in names)]
    return _texts_by_name(paths)


@cache
def documents() -> dict[str, str]:
    """All documents by name, as Markdown; those of codes last."""
    folder = data_folder("docs")
    return _texts_by_name([*sorted(folder.glob("*.md")), *sorted(folder.glob("codes/TW*.md"))])


def read_page(path: Path) -> str:
    """The text of a page, with tables of measured results in place of the links to them."""
    return _TABLE.sub(lambda found: _text(path.parent / found[1]).rstrip(), _text(path))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _texts_by_name(paths: Iterable[Path]) -> dict[str, str]:
    return {path.stem: read_page(path) for path in paths}


@cache
def terms() -> dict[str, str]:
    """The text of each term in the glossary and the recipes: the sections whose headings contain the term."""
    found: dict[str, str] = {}
    for page in (GLOSSARY, RECIPES):
        for section in re.split(r"^## ", pages()[page], flags=re.MULTILINE)[1:]:
            for term in section.partition("\n")[0].split(", "):
                found[term] = "\n".join([*filter(None, [found.get(term)]), f"# {section}"])
    return found


def terms_like(word: str) -> dict[str, str]:
    """The terms of recipes that have a word, or one that begins with it, as in 'connect' for 'connecting two edges'."""
    wanted = word if len(word) < MOST_OF_A_WORD else word.removesuffix("s")
    said = re.compile(rf"\b{re.escape(wanted)}{'' if len(wanted) < MOST_OF_A_WORD else '[a-z]*'}\b")
    headings = re.findall(r"^## (.+)$", pages()[RECIPES], re.MULTILINE)
    found = [next(filter(said.search, heading.split(", ")), None) for heading in headings]
    return {term: terms()[term] for term in found if term is not None}


_COMMON = frozenset(
    re.findall(
        "[a-z]+",
        "a all an and are as at by each every for from have if in is it its number of on one or own per player point "
        "points score scores than that the their there they this to two up where which with you your",
    )
)
"""Words that say nothing about what kind of rule a line is."""
_ACTS = "ability"
ENOUGH = 2.5
"""So much has to be in common: a word of one or two recipes, or several of more."""
MOST_RECIPES = 3
IN_NAME = 1.5
"""What a word of a name in the heading counts more than one of the sentence, if the line has the whole name."""


class Recipe(NamedTuple):
    """A rule of the page of recipes: its `term`, by which `explain` knows it, as it is printed and as it is written.

    `acts`: it is an ability. `names` have the telling words of each term of its heading, `words` all of them.
    """

    term: str
    sentence: str
    rule: str
    acts: bool
    names: tuple[frozenset[str], ...]
    words: frozenset[str]


def similar_recipes(text: str, acts: bool | None = None) -> list[Recipe]:
    """The recipes with the most telling words of a line or printed sentence, one of them in the heading; the nearest first.

    Those that have little in common with it are left out, and with `acts` those of scoring cards or of abilities.
    """
    said = _telling(text)
    known = [
        recipe for recipe in _recipes() if acts in (None, recipe.acts) and any(name & said for name in recipe.names)
    ]
    alike = [recipe for recipe in known if _likeness(recipe, said) >= ENOUGH]
    return sorted(alike, key=lambda recipe: -_likeness(recipe, said))[:MOST_RECIPES]


def _likeness(recipe: Recipe, said: frozenset[str]) -> float:
    """How much of what is said is telling and of the recipe: words of few recipes count for more."""
    weight = _weights()
    named = frozenset[str]().union(*(name for name in recipe.names if name <= said))
    return sum(weight[word] * (IN_NAME if word in named else 1) for word in said & recipe.words)


@cache
def _weights() -> dict[str, float]:
    """The inverse document frequency of each word of the recipes."""
    recipes = _recipes()
    counts = Counter(word for recipe in recipes for word in recipe.words)
    return {word: log(len(recipes) / count) for word, count in counts.items()}


@cache
def _recipes() -> tuple[Recipe, ...]:
    found = []
    for section in re.split(r"^## ", pages()[RECIPES], flags=re.MULTILINE)[1:]:
        heading, _, rest = section.partition("\n")
        sentences = re.findall(r"^> (.+)$", rest, re.MULTILINE)
        kind, rule = re.findall(r"^```(rule|ability)[^\n]*\n(.*?)\n```", rest, re.MULTILINE | re.DOTALL)[0]
        names = heading.split(", ")
        words = _telling(" ".join([heading, *sentences]))
        telling = tuple(map(_telling, names))
        found.append(Recipe(names[0], sentences[0], rule.strip(), kind == _ACTS, telling, words))
    return tuple(found)


def _telling(text: str) -> frozenset[str]:
    """The words of a text that say what kind of rule it is, in the singular."""
    words = re.findall(r"[a-z]+", re.sub(r"(neighb|col)our", r"\1or", text.lower()))
    return frozenset(_singular(word) for word in words if word not in _COMMON)


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def title(page: str) -> str:
    """The first line of a page, without the code."""
    return page.partition("\n")[0].removeprefix("# ").rpartition(": ")[2]


MOST_ROWS, MOST_SECTIONS, MOST_ITEMS = 8, 3, 2
"""So many lines of a table, headings and items of a list are shown at most."""
_ROW = re.compile(r"^\| (.+) \|\s*$(?!\n\|-)", re.MULTILINE)
_SECTION = re.compile(r"^(#{2,3}) (.+)$", re.MULTILINE)
_ITEM = re.compile(r"^- \*\*.+(?:\n  .+)*\n", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")


def usage_of(words: str, within: bool = True) -> str | None:
    """A page about a statement or a word of the language, made of its documents; None if they do not use it.

    `within`: also forms that have the words somewhere, if none begins with them.
    """
    wanted = " ".join(words.lower().split())
    if not re.fullmatch(r"[a-z][a-z -]*", wanted):
        return None
    forms, uses = _forms(wanted, within)[:MOST_ROWS], list(dict.fromkeys(_uses(wanted)))[:MOST_ROWS]
    items = list(_list_items(wanted))[:MOST_ITEMS] if not forms and not uses else []
    if not forms and not uses and not items:
        return None
    sections = list(dict.fromkeys(_sections(wanted)))[:MOST_SECTIONS]
    heading = "what the docs say" if items else "how to write it" if forms else "examples"
    parts = [
        f"# {heading}\n",
        *items,
        *(f"- {form}\n  {meaning}; for example {example}\n" for form, meaning, example in forms),
        f"{_example_board()}\n\nValues on this board:\n" if uses else "",
        "".join(f"- {use}\n" for use in uses),
        f"See also, in 'tilewright explain language': {', '.join(sections)}\n" if sections else "",
    ]
    return "\n".join(filter(None, parts))


@cache
def _split(name: str) -> tuple[tuple[str, str], ...]:
    """The sections of a page by their headings, but for those whose heading has code."""
    text = pages()[name]
    marks = list(_SECTION.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    pairs = zip(marks, ends, strict=True)
    return tuple((mark[2], text[mark.end() : end]) for mark, end in pairs if "`" not in mark[2])


_BOARDS = re.compile(r"^```(\w+)\n((?=.* \. )(?:.+\n)+)\n", re.MULTILINE)
"""A block with boards of several players, by an empty space in the first row."""


def _example_board() -> str:
    """The board on which the page of the language gives values, the first player's, as it stands there."""
    boards = _BOARDS.search(pages()[LANGUAGE[0]])
    assert boards is not None, "the page has the boards of two players"
    return f"```{boards[1]}\n{boards[2]}```"


def _forms(wanted: str, within: bool) -> list[tuple[str, str, str]]:
    """The rows of the reference whose form begins with the words, else those that have them: form, meaning, example."""
    rows = [tuple(row[1].split(" | ")) for row in _ROW.finditer(pages()[REFERENCE])]
    known = [(row[0], row[1], row[2]) for row in rows if len(row) == 3 and row[0].startswith("`")]
    begin = [row for row in known if _begins(row[0].strip("`"), wanted)]
    return begin or [row for row in known if within and _has(row[0].replace("/ ", " "), wanted)]


def _begins(form: str, wanted: str) -> bool:
    plain = re.sub(r"\[[^\]]*\]|\b[A-Z]+\b|\ba\b|\.\.\.|[()/]", " ", form)
    return f"{' '.join(plain.split())} ".startswith(f"{wanted} ")


def _has(text: str, wanted: str) -> bool:
    if re.fullmatch("most|least", wanted):  # 'at most 3' says nothing about who has the most
        text = re.sub(rf"\bat {wanted}\b", "", text)
    plural = "es" if wanted.endswith(("s", "x", "z", "ch", "sh")) else "s"
    return re.search(rf"(?<![\w-]){re.escape(wanted)}(?:{plural})?(?![\w-])", text) is not None


def _uses(wanted: str) -> Iterator[str]:
    """The rows of examples in which the words are: the expression, and its value on the board of that page."""
    for heading, text in _split(LANGUAGE[0]):
        for row in _ROW.finditer(text) if heading != "Words" else ():
            first, *rest = row[1].split(" | ")
            code = _CODE.fullmatch(first)
            if code and rest and _has(code[1], wanted):
                yield f"`{code[1]}`: {rest[0]}"


def _list_items(wanted: str) -> Iterator[str]:
    """The items of lists in which the words are explained, those first that begin with them."""
    items = [item[0] for name in LANGUAGE for _, text in _split(name) for item in _ITEM.finditer(text)]
    about = [item for item in items if any(_begins(code, wanted) for code in _CODE.findall(item))]
    yield from sorted(about, key=lambda item: not _begins(next(iter(_CODE.findall(item))), wanted))


def _sections(wanted: str) -> Iterator[str]:
    """The headings of the sections that are about the words, and of those that speak of them in their prose."""
    known = [section for name in LANGUAGE for section in _split(name)]
    yield from (heading for heading, _ in known if _has(heading.lower(), wanted))
    for heading, text in known:
        prose = _ROW.sub("", _FENCED.sub("", text))
        if any(_begins(code, wanted) for code in _CODE.findall(prose)):
            yield heading
