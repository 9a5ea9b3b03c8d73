"""The pages that explain codes, files, the language and words, as they are shipped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

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
    """The pages of the codes, files, language, reference, recipes and glossary, as Markdown; the title is the first line."""
    folder = data_folder("docs")
    names = ("files", GLOSSARY, RECIPES, REFERENCE, *LANGUAGE)
    paths = [*folder.glob("codes/TW*.md"), *(folder / f"{name}.md" for name in names)]
    return _texts_by_name(paths)


@cache
def documents() -> dict[str, str]:
    """All documents by name, as Markdown: those of the main folder, then those of the codes."""
    folder = data_folder("docs")
    return _texts_by_name([*sorted(folder.glob("*.md")), *sorted(folder.glob("codes/TW*.md"))])


def read_page(path: Path) -> str:
    """The text of a page, with the tables of measured results in the place of the lines that link to their files."""
    return _TABLE.sub(lambda found: _text(path.parent / found[1]).rstrip(), _text(path))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _texts_by_name(paths: Iterable[Path]) -> dict[str, str]:
    return {path.stem: read_page(path) for path in paths}


@cache
def terms() -> dict[str, str]:
    """What the glossary and the recipes say of each term: the sections that have it among the terms of their headings."""
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


def title(page: str) -> str:
    """The first line of a page, without the code."""
    return page.partition("\n")[0].removeprefix("# ").rpartition(": ")[2]
