"""Pages set by Typst from a template and data: the same data give the same bytes, and nothing but these is read."""

from __future__ import annotations

import json
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import typst

_HERE = Path(__file__).parent
_WRITTEN = ("LATIN", "GREEK", "CYRILLIC")
"""The scripts of which the built-in fonts have every letter."""


class Paper:
    """What is to be set: the template by its name, its data, and the files of pictures and fonts that these name."""

    def __init__(self, template: str, data: Mapping[str, Any], files: Mapping[str, str | bytes]) -> None:
        self.template = template
        self.data = data
        self.files = files

    def pdf(self, fonts: Sequence[Path] = ()) -> bytes:
        """The pages as a PDF; `fonts` are folders of fonts besides the built-in ones."""
        with self._compiler(fonts) as (compiler, _):
            return _pages(compiler.compile(format="pdf"))[0]

    def png(self, dots: float = 100.0, fonts: Sequence[Path] = ()) -> list[bytes]:
        """Each page as a picture of so many dots an inch."""
        with self._compiler(fonts) as (compiler, _):
            return _pages(compiler.compile(format="png", ppi=dots))

    def svg(self, fonts: Sequence[Path] = ()) -> list[bytes]:
        """Each page as a drawing, the letters as shapes."""
        with self._compiler(fonts) as (compiler, _):
            return _pages(compiler.compile(format="svg"))

    def cut_off(self, fonts: Sequence[Path] = ()) -> list[str]:
        """What does not fit its place, by name, each once."""
        with self._compiler(fonts) as (compiler, _):
            return list(dict.fromkeys(json.loads(compiler.query("<overflow>", field="value"))))

    @contextmanager
    def _compiler(self, fonts: Sequence[Path]) -> Iterator[tuple[typst.Compiler, Path]]:
        import typst

        with tempfile.TemporaryDirectory(prefix="tilewright-") as name:
            folder = Path(name)
            shutil.copy(_HERE / f"{self.template}.typ", folder)
            (folder / "data.json").write_text(json.dumps(self.data), "utf-8")
            for file, content in self.files.items():
                (folder / file).write_bytes(content.encode() if isinstance(content, str) else content)
            sheet, paths = folder / f"{self.template}.typ", [name, *map(str, fonts)]
            yield typst.Compiler(str(sheet), root=name, font_paths=paths, ignore_system_fonts=True), folder


def _pages(found: bytes | list[bytes] | None) -> list[bytes]:
    """What was made: all in one, or a page each."""
    return found if isinstance(found, list) else [found or b""]


def is_installed() -> bool:
    """Whether pages can be set."""
    try:
        return find_spec("typst") is not None
    except ValueError:  # it was made impossible to import
        return False


def why_no_picture(content: bytes, suffix: str) -> str:
    """Why the contents of a file cannot be set as a picture; empty if they can."""
    import typst

    with tempfile.TemporaryDirectory(prefix="tilewright-") as name:
        picture, sheet = Path(name, f"picture{suffix}"), Path(name, "sheet.typ")
        picture.write_bytes(content)
        sheet.write_text(f'#image("{picture.name}")', "utf-8")
        try:
            typst.Compiler(str(sheet), root=name, ignore_system_fonts=True).compile(format="pdf")
        except typst.TypstError as problem:
            return str(problem)
    return ""


def family_of(content: bytes, suffix: str) -> str:
    """The name of the family of a font by the contents of its file; empty if they are no font."""
    import typst

    with tempfile.TemporaryDirectory(prefix="tilewright-") as name:
        Path(name, f"font{suffix}").write_bytes(content)
        found = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[name]).fonts()
        return found[0].family if found else ""


def families(fonts: Sequence[Path] = ()) -> list[str]:
    """The names of the fonts that pages can be set in."""
    import typst

    found = typst.Fonts(include_system_fonts=False, font_paths=[str(path) for path in fonts])
    return sorted(found.families())


def letters_missing(text: str) -> str:
    """The letters of a text that the built-in fonts lack, each once."""
    letters = (character for character in text if unicodedata.category(character).startswith("L"))
    return "".join(dict.fromkeys(one for one in letters if not unicodedata.name(one, "").startswith(_WRITTEN)))
