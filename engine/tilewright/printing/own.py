"""Pictures and fonts of the authors' own for printed cards: files beside a card, and a font beside its pack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def art_of(cards: Mapping[str, Path]) -> dict[str, Art]:
    """The pictures beside files of cards, by id. Raises `Unsupported` if one is too large, or no picture."""
    return {id: _art(own) for id, card in cards.items() if (own := _beside(card, ART)) is not None}


def _art(path: Path) -> Art:
    content = _contents(path)
    if reason := why_no_picture(content, path.suffix):
        raise Unsupported(f"{path} cannot be printed: {reason}")
    return Art(content, path.suffix)


def fonts_of(cards: Mapping[str, Path], pack: Path) -> dict[str, Font]:
    """The fonts beside the files of cards, by id, else that beside the pack's. Raises `Unsupported` if one is too large, or no font."""
    paths = {id: own for id, card in cards.items() if (own := _beside(card, FONT_FILES) or _beside(pack, FONT_FILES))}
    fonts = {path: _font(path) for path in dict.fromkeys(paths.values())}  # all cards of a pack may share one file
    return {id: fonts[path] for id, path in paths.items()}


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
