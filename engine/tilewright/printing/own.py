"""Pictures and fonts of the authors' own for printed cards: files beside a card, and a font beside its pack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tilewright.printing.typesetting import family_of, why_no_picture
from tilewright.stopping import Unsupported

ART = (".png", ".jpg", ".jpeg", ".svg")
FONTS = (".ttf", ".otf", ".ttc")
WEB_FONTS = (".woff", ".woff2")
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


def art_of(card: Path) -> Art | None:
    """The picture beside the file of a card. Raises `Unsupported` if it is too large, or no picture."""
    picture = _beside(card, ART)
    if picture is None:
        return None
    content = _read(picture)
    if reason := why_no_picture(content, picture.suffix):
        raise Unsupported(f"{picture} cannot be printed: {reason}")
    return Art(content, picture.suffix)


def font_of(card: Path, pack: Path) -> Font | None:
    """The font beside the file of a card, else beside the pack's. Raises `Unsupported` if it is too large, or no font."""
    path = next((font for file in (card, pack) if (font := _beside(file, (*FONTS, *WEB_FONTS))) is not None), None)
    if path is None:
        return None
    if path.suffix in WEB_FONTS:
        raise Unsupported(f"{path} is a font for web pages; print takes {', '.join(FONTS)}")
    content = _read(path)
    family = family_of(content, path.suffix)
    if not family:
        raise Unsupported(f"{path} is not a font, or it is damaged")
    return Font(content, path.suffix, family)


def _beside(file: Path, suffixes: Sequence[str]) -> Path | None:
    return next((own for suffix in suffixes if (own := file.with_suffix(suffix)).is_file()), None)


def _read(path: Path) -> bytes:
    """The contents of a file. Raises `Unsupported` if it is too large or cannot be read."""
    try:
        if path.stat().st_size > MOST:
            raise Unsupported(f"{path} is larger than {MOST >> 20} MiB")
        return path.read_bytes()
    except OSError as problem:
        raise Unsupported(f"cannot read {path}: {problem.strerror}") from None
