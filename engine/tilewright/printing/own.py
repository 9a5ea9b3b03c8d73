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
