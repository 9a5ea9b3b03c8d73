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
    ("language", "language-play", "language-game"),
)
"""The pages of words, of recipes, of the forms of the grammar, and of the language in the order in which they are read."""


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


def _texts_by_name(paths: Iterable[Path]) -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


@cache
def terms() -> dict[str, str]:
    """What the glossary and the recipes say of each term: the sections that have it among the terms of their headings."""
    found: dict[str, str] = {}
    for page in (GLOSSARY, RECIPES):
        for section in re.split(r"^## ", pages()[page], flags=re.MULTILINE)[1:]:
            for term in section.partition("\n")[0].split(", "):
                found[term] = "\n".join([*filter(None, [found.get(term)]), f"# {section}"])
    return found


def title(page: str) -> str:
    """The first line of a page, without the code."""
    return page.partition("\n")[0].removeprefix("# ").rpartition(": ")[2]
