"""A cache of diagnostics on disk.

An entry is valid while everything that the diagnostics depend on is unchanged: the text of the file, its
dependencies (in a pack all cards, layouts and game files and pack.yaml; outside of packs the files of its folder),
and tilewright itself. Texts are compared by content, the files of tilewright by size and modification time, as
Python does for its bytecode.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.diagnostics import Diagnostic, Severity
from tilewright.disk import files_in, stamp
from tilewright.packs.documents import LANGUAGE_SUFFIX, PACK_FILE, TABLE_SUFFIX, is_language, pack_folder_above
from tilewright.resources import data_folder
from tilewright.source import MAX_BYTES, Source, Span
from tilewright.store import Store

if TYPE_CHECKING:
    from tilewright.packs.texts import TextCheck
    from tilewright.packs.workspace import Workspace

FORMAT = "check-cache/2"
MAX_ANSWERS = 5000
"""The largest number of entries for one pack or folder."""
TRIED, STRICT = TEXTS = ("tried", "strict")
"""How printed texts are checked: on random boards, or by proof and in every language."""
NOT_COMPARED = "TW504"
"""The code of a text that cannot be parsed as a sentence."""
_PREFIX = "check-"
_CODE = re.compile(r"TW\d{3}")

Answer = list[list[Any]]
"""The diagnostics of a file, encoded for JSON by `_encoded`."""


class CachedCheck:
    """Checks files like a workspace, with a cache.

    The workspace is created when the first file misses the cache. `save` writes the new entries. `texts` is how
    printed texts are checked, one of `TEXTS`, or None. Texts that are not understood are counted by file in
    `not_compared`, and reported as diagnostics only with `every_text` or `STRICT`.
    """

    def __init__(
        self, store: Store, workspace: Callable[[], Workspace], texts: str | None = None, every_text: bool = False
    ) -> None:
        self.store = store
        self.workspace = workspace
        self.texts, self.every_text = texts, every_text
        self.not_compared: dict[str, int] = {}
        self._judge: TextCheck | None = None
        self._pages: dict[Path, _Page] = {}
        self._folders: dict[Path, tuple[Path, _Page | None]] = {}

    def problems(self, source: Source) -> list[Diagnostic]:
        """The diagnostics of `Workspace.check`, and those of the printed texts."""
        found = self._stored_or_checked(source)
        compared = [problem for problem in found if problem.code != NOT_COMPARED]
        self.not_compared[source.name] = len(found) - len(compared)
        return found if self.every_text or self.texts == STRICT else compared

    def _stored_or_checked(self, source: Source) -> list[Diagnostic]:
        """The diagnostics of a file, from the cache if possible."""
        path = source.path
        if self.store.folder is None or path is None or path.is_symlink():
            return self._checked(source)
        folder, page = self._page_of(path.parent)
        if page is None:
            return self._checked(source)
        key = page.key(source, str(folder / path.name), self.texts)
        found = _decoded(page.answers.get(key), source)
        if found is not None:
            page.left_out.append(source)
            return found
        if page.in_order(source):
            for earlier in filter(is_language, page.left_out):
                self.workspace().check(earlier)
            page.left_out.clear()
        found = self._checked(source)
        page.new[key] = _encoded(found)
        return found

    def _checked(self, source: Source) -> list[Diagnostic]:
        report = self.workspace().check(source)
        if self.texts is None or not report.values:
            return report.diagnostics
        from tilewright.packs.texts import TextCheck

        self._judge = self._judge or TextCheck(self.store, engine(), self.texts == STRICT)
        return [*report.diagnostics, *self._judge.problems(report)]

    def save(self) -> None:
        """Write the new entries, except those of files whose dependencies have changed since they were read."""
        if self._judge is not None:
            self._judge.save()
        for page in self._pages.values():
            if page.new and page.surroundings.unchanged():
                self.store.write(page.name, page.value(self.store.read(page.name)))
                self.store.forget_oldest(_PREFIX)

    def _page_of(self, parent: Path) -> tuple[Path, _Page | None]:
        """The folder with links resolved, and its cache page; None for a hidden folder in a pack."""
        if parent not in self._folders:
            folder = Path(os.path.realpath(parent))
            above = pack_folder_above(folder, Path.is_file)
            home = above or folder
            hidden = any(part.startswith(".") for part in folder.relative_to(home).parts)
            self._folders[parent] = folder, None if hidden else self._page(home, above is not None)
        return self._folders[parent]

    def _page(self, home: Path, is_pack: bool) -> _Page:
        if home not in self._pages:
            self._pages[home] = _Page(Dependencies(home, is_pack), self.store)
        return self._pages[home]


class _Page:
    """The entries of all files with the same dependencies."""

    def __init__(self, surroundings: Dependencies, store: Store) -> None:
        self.surroundings = surroundings
        self.name = f"{_PREFIX}{_digest(str(surroundings.folder))[:32]}.json"
        self.answers = self._answers(store.read(self.name))
        self.new: dict[str, Answer] = {}
        self.left_out: list[Source] = []
        self._before: list[str] = []

    def _answers(self, kept: object) -> dict[str, Any]:
        """The stored entries if they are for the current state of the dependencies, else none."""
        match kept:
            case {"format": str(form), "state": str(state), "answers": dict(answers)}:
                return answers if (form, state) == (FORMAT, self.surroundings.state) else {}
        return {}

    def in_order(self, source: Source) -> bool:
        """Whether the diagnostics depend on the files checked before: outside of packs, the first card with an id
        counts."""
        return is_language(source) and not self.surroundings.is_pack

    def key(self, source: Source, real: str, texts: str | None) -> str:
        """The cache key of a file, without its dependencies; `texts` is how printed texts are checked."""
        parts = [source.name, real, source.text, texts or ""]  # a message may name a file as it was given
        if self.in_order(source):
            parts += self._before
            self._before.append(real)
        return _digest(parts)

    def value(self, kept: object) -> dict[str, Any]:
        """The content to store. Keeps the entries of processes that ran at the same time."""
        answers = self.answers | self._answers(kept) | self.new
        fitting = answers if len(answers) <= MAX_ANSWERS else self.new
        return {"format": FORMAT, "state": self.surroundings.state, "answers": fitting}


class Dependencies:
    """The files on which the diagnostics of all files in a pack, or in a folder outside of packs, depend.

    `state` is a digest of their names and contents, and of tilewright.
    """

    def __init__(self, folder: Path, is_pack: bool) -> None:
        self.folder = folder
        self.is_pack = is_pack
        files = list(self._files())
        self._stamps = list(map(stamp, files))
        texts = [[file.path, _link(file), sha256(_data(file)).hexdigest()] for file in files]
        self.state = _digest([engine(), str(folder), is_pack, texts])

    def unchanged(self) -> bool:
        """Whether the files are still those that were read."""
        return list(map(stamp, self._files())) == self._stamps

    def _files(self) -> Iterator[os.DirEntry[str]]:
        for file in files_in(self.folder, deep=self.is_pack):
            if file.name.endswith((LANGUAGE_SUFFIX, TABLE_SUFFIX)) or (self.is_pack and file.name == PACK_FILE):
                yield file


@cache
def engine() -> str:
    """A digest of the program: its code and data, the libraries that parse files, and Python."""
    libraries = (PathFinder.find_spec(name) for name in ("yaml", "jsonschema"))
    folders = [Path(__file__).parents[1], *map(data_folder, ("cards", "grammar", "phrases", "schemas"))]
    stamps = [stamp(file) for folder in folders for file in files_in(folder, deep=True) if _counts(file)]
    stamps += [stamp(file) for spec in libraries if spec and spec.origin for file in files_in(Path(spec.origin).parent)]
    return _digest([sys.version, stamps])


def _counts(file: os.DirEntry[str]) -> bool:
    return not file.name.endswith(".pyc")


def _link(file: os.DirEntry[str]) -> str:
    """The target of a symbolic link; empty for other files."""
    return os.path.realpath(file.path) if file.is_symlink() else ""


def _data(file: os.DirEntry[str]) -> bytes:
    """The bytes of a file up to the limit of what is read, or a marker if it cannot be read."""
    try:
        if not file.is_file():
            return b"\0"
        with Path(file.path).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as problem:
        return f"\0{problem.errno}".encode()


def _digest(value: object) -> str:
    return sha256(json.dumps(value).encode()).hexdigest()


def _encoded(diagnostics: list[Diagnostic]) -> Answer:
    return [
        [d.code, d.severity.value, d.message, d.span.start, d.span.end, d.help, d.replacement, d.cause and str(d.cause)]
        for d in diagnostics
    ]


def _decoded(answer: object, source: Source) -> list[Diagnostic] | None:
    """The diagnostics of a stored entry; None if it is malformed or does not fit the text."""
    found = []
    for item in answer if isinstance(answer, list) else [None]:
        match item:
            case [
                str(code),
                "error" | "warning" as severity,
                str(message),
                int(start),
                int(end),
                str(help),
                replacement,
                cause,
            ]:
                if not _CODE.fullmatch(code) or not 0 <= start <= end <= len(source.text) + 1:
                    return None
                if not isinstance(replacement, str | None) or not isinstance(cause, str | None):
                    return None
                behind = None if cause is None else Path(cause)
                place = Span(start, end)
                found.append(Diagnostic(code, Severity(severity), message, source, place, help, replacement, behind))
            case _:
                return None
    return found
