"""Pages set by Typst from a template and data, with pictures and fonts of the authors' own: the same data give the same bytes."""

from __future__ import annotations

import json
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.stopping import Unsupported

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


ART = (".png", ".jpg", ".jpeg", ".svg")
FONTS = (".ttf", ".otf", ".ttc")
WEB_FONTS = (".woff", ".woff2")
FONT_FILES = (*FONTS, *WEB_FONTS)
MOST = 32 << 20
"""Bytes of a picture or a font."""


@dataclass(frozen=True)
class Art:
    """A picture for a card: the contents of a file and its suffix."""

    content: bytes
    suffix: str


@dataclass(frozen=True)
class Font:
    """A font for cards: the contents of a file, its suffix, and the name of the family."""

    content: bytes
    suffix: str
    family: str


@dataclass(frozen=True)
class CardStyle:
    """What a card has of its own: a picture and a font."""

    art: Art | None = None
    font: Font | None = None


def looks_of(cards: Sequence[Path | None], pack: Path, *, fonts: bool = True) -> list[CardStyle]:
    """What lies beside each file of a card, and the font beside the pack's for a card without one; no `fonts` if others are used.

    Two files may have cards of one id, so it is in the order of the files. Raises `Unsupported` if a file is too large, or
    neither a picture nor a font.
    """
    lettering = [_beside(card, FONT_FILES) or _beside(pack, FONT_FILES) if card and fonts else None for card in cards]
    known = {path: _font(path) for path in dict.fromkeys(lettering) if path}  # all cards of a pack may share one file
    pictures = [_beside(card, ART) if card else None for card in cards]
    return [
        CardStyle(_art(art) if art else None, known[font] if font else None)
        for art, font in zip(pictures, lettering, strict=True)
    ]


def _art(path: Path) -> Art:
    content = _contents(path)
    if reason := why_no_picture(content, path.suffix):
        raise Unsupported(f"{path} cannot be printed: {reason}")
    return Art(content, path.suffix)


def _font(path: Path) -> Font:
    if path.suffix in WEB_FONTS:
        raise Unsupported(f"{path} is a font for web pages; print takes {', '.join(FONTS)}")
    content = _contents(path)
    family = family_of(content, path.suffix)
    if not family:
        raise Unsupported(f"{path} is not a font, or it is damaged")
    return Font(content, path.suffix, family)


def _beside(file: Path, suffixes: Sequence[str]) -> Path | None:
    return next((own for suffix in suffixes if (own := file.with_suffix(suffix)).is_file()), None)


def _contents(path: Path) -> bytes:
    """The contents of a file. Raises `Unsupported` if it is too large or cannot be read."""
    try:
        if path.stat().st_size > MOST:
            raise Unsupported(f"{path} is larger than {MOST >> 20} MiB")
        return path.read_bytes()
    except OSError as problem:
        raise Unsupported(f"cannot read {path}: {problem.strerror}") from None
