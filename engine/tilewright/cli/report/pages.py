"""The pages that explain codes, files and the language, as they are shipped."""

from __future__ import annotations

from functools import cache

from tilewright.resources import data_folder


@cache
def pages() -> dict[str, str]:
    """The pages of the codes, the files and the language, as Markdown; the title is the first line."""
    folder = data_folder("docs")
    names = ("files.md", "language.md", "language-play.md")
    paths = [*folder.glob("codes/TW*.md"), *(folder / name for name in names)]
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


def title(page: str) -> str:
    """The first line of a page, without the code."""
    return page.partition("\n")[0].removeprefix("# ").rpartition(": ")[2]
