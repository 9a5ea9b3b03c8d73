"""The pages that explain codes, files, the language and words, as they are shipped."""

from __future__ import annotations

import re
from functools import cache

from tilewright.resources import data_folder

GLOSSARY = "glossary"


@cache
def pages() -> dict[str, str]:
    """The pages of the codes, the files, the language and the glossary, as Markdown; the title is the first line."""
    folder = data_folder("docs")
    names = ("files.md", f"{GLOSSARY}.md", "language.md", "language-play.md")
    paths = [*folder.glob("codes/TW*.md"), *(folder / name for name in names)]
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


@cache
def terms() -> dict[str, str]:
    """The section of the glossary for each term; one that explains several stands under each of them."""
    sections = re.split(r"^## ", pages()[GLOSSARY], flags=re.MULTILINE)[1:]
    return {term: f"# {section}" for section in sections for term in section.partition("\n")[0].split(", ")}


def title(page: str) -> str:
    """The first line of a page, without the code."""
    return page.partition("\n")[0].removeprefix("# ").rpartition(": ")[2]
