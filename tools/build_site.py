"""Builds the documents as a site: `make site`. docs/site.md says with what, and why.

The documents are plain Markdown whose links are paths of the repository. They are laid out as pages in a
temporary folder, with links from page to page; what else they link to (cards, schemas, tests) becomes a
page with its text. Sphinx makes the site of that, every warning being an error. The studio that runs in a
browser is put beside the pages where it can be built (build_studio.py), and then `faults` looks at what was
made.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

sys.path.insert(0, str(Path(__file__).parent))
import build_studio
from tilewright.pages import read_page

ROOT = Path(__file__).resolve().parents[1]
START = "README.md"
CODES = "docs/codes"
STUDIO = "studio/index.html"
OFFERS = (START, "docs/studio.md")
OFFER = f'<p><a href="{STUDIO}">Try tilewright in your browser</a>, without installing anything.</p>'
"""A studio that runs in a browser, where it stands in the site, and the pages that offer it below their title."""
NAVIGATION = {
    "First steps": (
        "docs/first-spirit.md",
        "docs/a-first-game.md",
        "docs/kinds-of-games.md",
        "docs/a-game-in-a-page.md",
        "docs/a-game-with-dice.md",
        "docs/a-game-of-tiles.md",
        "docs/a-game-with-secrets.md",
    ),
    "What it does": (
        "docs/solver.md",
        "docs/puzzles.md",
        "docs/last-turns.md",
        "docs/bounds.md",
        "docs/texts.md",
        "docs/own-words.md",
        "docs/play.md",
        "docs/trace.md",
        "docs/verify.md",
        "docs/bots.md",
        "docs/simulate.md",
        "docs/balance.md",
        "docs/tree.md",
        "docs/odds.md",
        "docs/maps.md",
        "docs/equilibrium.md",
        "docs/new-layouts.md",
        "docs/everyday.md",
        "docs/editors.md",
        "docs/print.md",
        "docs/studio.md",
    ),
    "Reference": (
        "docs/commands.md",
        "docs/language.md",
        "docs/language-play.md",
        "docs/language-game.md",
        "docs/language-boards.md",
        "docs/reference.md",
        "docs/recipes.md",
        "docs/files.md",
        "docs/outputs.md",
        CODES,
        "docs/glossary.md",
        "docs/api.md",
        "docs/stability.md",
        "CHANGELOG.md",
    ),
    "How it works": (
        "docs/architecture.md",
        "docs/classes.md",
        "docs/encodings.md",
        "docs/benchmarks.md",
        "CONTRIBUTING.md",
        "docs/site.md",
    ),
}
"""The pages in the order in which a newcomer needs them, by the captions they stand under."""
FIRST = "A first card in five minutes <self>"
"""The start page, as the first of them."""
LANGUAGES = dict.fromkeys(("tw", "rule", "ability", "game", "lines", "quote"), "tilewright")
LANGUAGES |= {".tw": "tilewright", ".json": "json", ".py": "python", ".yaml": "yaml", ".md": "markdown"}
"""The lexers of blocks by the first word of their fence, and of files by their suffix."""
PLAIN = ("", "problem", "realm", "board", "play", "phr")
SETTINGS: dict[str, Any] = {
    "project": "tilewright",
    "copyright": "",
    "html_show_copyright": False,
    "extensions": ["myst_parser"],
    "myst_heading_anchors": 4,
    "html_theme": "furo",
    "html_title": "tilewright",
    "html_copy_source": False,
    "pygments_style": "a11y-high-contrast-light",
}
_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?(?=\))")
_FENCE = re.compile(r"^(?P<ticks>```+)(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL)
_FILE_COMMENT = re.compile(r"<!-- file: (\S+) -->\n\Z")


# ------------------------------------------------------------------ from documents to pages


class Pages:
    """Lays pages out in a folder; those that are linked to follow."""

    def __init__(self, folder: Path, studio: bool = False) -> None:
        self.folder, self.studio = folder, studio
        self.made: set[str] = set()

    def document(self, path: str, more: str = "") -> None:
        """A document as a page."""
        text = read_page(ROOT / path)
        if self.studio and path in OFFERS:
            text = text.replace("\n\n", f"\n\n{OFFER}\n\n", 1)
        self._write(path, _fenced(_outside_code(text, lambda part: self._linked(part, path))) + more)

    def _linked(self, text: str, path: str) -> str:
        """A text with the links of a document as links from its page."""

        def link(found: re.Match[str]) -> str:
            target = os.path.normpath(f"{PurePosixPath(path).parent}/{found[1]}")
            return self._page_for(target, path) + (found[2] or "")

        return _LINK.sub(link, text)

    def _page_for(self, target: str, path: str) -> str:
        """The way from a page to another one, which is made if it is that of a file or folder."""
        place = page_of(target)
        if (ROOT / target).suffix in (".svg", ".png"):
            place = target
            self._copy(target)
        elif target not in documents() and target not in self.made:
            self.made.add(target)
            self._source(target)
        return os.path.relpath(place, PurePosixPath(page_of(path)).parent)

    def _copy(self, path: str) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, target)

    def _source(self, path: str) -> None:
        """A page with the text of a file, or with the files of a folder."""
        file = ROOT / path
        if file.is_dir():
            inside = sorted(p for p in file.rglob("*") if p.is_file() and p.suffix in LANGUAGES)
            names = [p.relative_to(ROOT).as_posix() for p in inside]
            lines = (f"- [{PurePosixPath(n).relative_to(path)}]({self._page_for(n, path)})\n" for n in names)
            body = "".join(lines)
        else:
            text = file.read_text("utf-8")
            body = f"`````{{code-block}} {LANGUAGES.get(file.suffix, 'text')}\n{text.rstrip()}\n`````\n"
        self._write(path, f"---\norphan: true\n---\n\n# {path}\n\n{body}")

    def codes(self) -> None:
        """The page that lists the codes, and theirs."""
        names = [PurePosixPath(path).stem for path in code_pages()]
        for path in code_pages():
            self.document(path)
        text = "# Problems and their codes\n\nEvery problem that `tilewright check` finds has a code with a page of its own.\n"
        self._write(CODES, text + _contents("", [f"codes/{name}" for name in names], hidden=False))

    def _write(self, path: str, text: str) -> None:
        target = self.folder / page_of(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")


def documents() -> list[str]:
    """The documents that are pages, as paths of the repository."""
    return [START, *(path for paths in NAVIGATION.values() for path in paths), *code_pages()]


def code_pages() -> list[str]:
    """The documents of the codes."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / CODES).glob("*.md"))


def page_of(path: str) -> str:
    """Where the page of a file stands."""
    if path == START:
        return "index.md"
    if path == CODES:
        return "codes.md"
    if path in documents():
        return path.removeprefix("docs/") if path.startswith("docs/") else path.lower()
    return f"source/{path}/index.md" if (ROOT / path).is_dir() else f"source/{path}.md"


def lay_out(folder: Path, studio: bool = False) -> None:
    """All pages, in a folder; two of them offer the studio if there is one."""
    pages = Pages(folder, studio)
    contents = [
        _contents(caption, [page_of(path).removesuffix(".md") for path in paths])
        for caption, paths in NAVIGATION.items()
    ]
    contents[0] = contents[0].replace(":hidden:\n\n", f":hidden:\n\n{FIRST}\n")
    pages.document(START, "\n" + "\n".join(contents))
    for paths in NAVIGATION.values():
        for path in paths:
            pages.codes() if path == CODES else pages.document(path)


def _contents(caption: str, pages: Iterable[str], hidden: bool = True) -> str:
    options = (f":caption: {caption}\n" if caption else "") + (":hidden:\n" if hidden else "")
    return f"```{{toctree}}\n{options}\n" + "".join(f"{page}\n" for page in pages) + "```\n"


def _outside_code(text: str, change: Any) -> str:
    """A text of which everything but the blocks of code is changed."""
    parts, at = [], 0
    for found in _FENCE.finditer(text):
        parts += [change(text[at : found.start()]), found[0]]
        at = found.end()
    return "".join([*parts, change(text[at:])])


def _fenced(text: str) -> str:
    """A text whose blocks of code name a lexer, with what else their fence says as a caption."""

    def block(found: re.Match[str]) -> str:
        kind, _, caption = found["info"].strip().partition(" ")
        named = _FILE_COMMENT.search(text, 0, found.start())
        if named and not kind:
            kind, caption = PurePosixPath(named[1]).suffix, named[1]
        kind = "pycon" if found["body"].startswith(">>> ") else kind
        lexer = LANGUAGES.get(kind, "text" if kind in PLAIN or kind.startswith(".") else kind)
        option = f":caption: {caption}\n" if caption else ""
        option += ":force:\n" if caption == "bad" else ""  # what is wrong there may be a sign
        option += "\n" if option else ""
        return f"{found['ticks']}{{code-block}} {lexer}\n{option}{found['body']}{found['ticks']}"

    return _FENCE.sub(block, text)


# ------------------------------------------------------------------ what was made


class _Html(HTMLParser):
    """The names of a page, the places it links to, and what a browser loads with it."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attrs}
        self.names |= {values[key] for key in ("id", "name") if key in values}
        self.links += [values["href"]] if tag == "a" and "href" in values else []
        self.loaded += [values["href"]] if tag == "link" and values.get("rel") not in _NOT_LOADED else []
        self.loaded += [values[key] for key in ("src", "data") if key in values and tag in _LOADING]


_LOADING = ("script", "img", "iframe", "source", "audio", "video", "embed", "object")
_NOT_LOADED = ("index", "search", "next", "prev", "canonical", "author", "copyright", "top", "up")
_IN_STYLE = re.compile(r"""(?:@import\s+|url\(\s*)["']?([^"')\s;]+)""")


def faults(folder: Path) -> Iterator[str]:
    """Links that lead nowhere, and whatever a page loads from outside or that is not there."""
    pages = {path: _parsed(path) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(folder)
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = _target(path, parts.path)
            if not target.exists():
                yield f"{name}: the link {link} leads nowhere"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
                yield f"{name}: there is no #{parts.fragment} on {target.relative_to(folder)}"
        yield from _loaded_faults(name, path, page.loaded)
    for path in sorted(folder.rglob("*.css")):
        yield from _loaded_faults(path.relative_to(folder), path, _IN_STYLE.findall(path.read_text("utf-8")))


def _parsed(path: Path) -> _Html:
    page, text = _Html(), path.read_text("utf-8")
    page.feed(text)
    styles = re.findall(r"<style[^>]*>(.*?)</style>", text, re.DOTALL) + re.findall(r'style="([^"]*)"', text)
    page.loaded += [link for style in styles for link in _IN_STYLE.findall(style)]
    return page


def _loaded_faults(name: Path, path: Path, loaded: Iterable[str]) -> Iterator[str]:
    for link in loaded:
        parts = urlsplit(link)
        if parts.netloc or parts.scheme not in ("", "data"):
            yield f"{name}: {link} comes from outside"
        elif not parts.scheme and parts.path and not _target(path, parts.path).exists():
            yield f"{name}: {link} is not there"


def _target(path: Path, link: str) -> Path:
    return Path(os.path.normpath(path.parent / unquote(link))) if link else path


def build(output: Path) -> list[str]:
    """Build the site in a folder; what is wrong with it."""
    from sphinx.application import Sphinx

    with tempfile.TemporaryDirectory() as name:
        pages, trees, studio = (Path(name) / part for part in ("pages", "trees", "studio"))
        lay_out(pages, _has_built(studio))
        made = Path(name) / "site"
        app = Sphinx(pages, None, made, trees, "html", SETTINGS, None, sys.stderr, warningiserror=True)
        app.build(force_all=True)
        if app.statuscode:
            return ["Sphinx had warnings"]
        (made / ".buildinfo").unlink(missing_ok=True)
        if studio.exists():
            shutil.move(studio, made / "studio")
        found = list(faults(made))
        if not found:
            shutil.rmtree(output, ignore_errors=True)
            shutil.copytree(made, output)
    return found


def _has_built(studio: Path) -> bool:
    """Whether the studio could be built in a folder; where not, why is printed."""
    try:
        build_studio.build(studio)
    except build_studio.CannotBuild as problem:
        shutil.rmtree(studio, ignore_errors=True)
        print(f"the studio in the browser is left out: {problem}")
        return False
    return True


def main() -> None:
    """Build the site in the folder that is named."""
    parser = argparse.ArgumentParser(description="Build the documents as a site: make site.")
    parser.add_argument("output", type=build_studio.site_folder, help="the folder to build it in")
    output = parser.parse_args().output
    found = build(output)
    print(*found, sep="\n")
    if found:
        sys.exit(1)
    print(f"{output}/index.html: {len(list(output.rglob('*.html')))} pages, no dead link, nothing from outside")


if __name__ == "__main__":
    main()
