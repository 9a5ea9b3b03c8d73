"""Pictures as the contents of files: SVG as it is, PNG and PDF by vl-convert (extra ``pictures``), in the light look."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import PurePath

SCALE = 2.0
"""Pixels of a PNG for each unit of the SVG."""


def _png(svg: str) -> bytes:
    import vl_convert

    return bytes(vl_convert.svg_to_png(svg, scale=SCALE))


def _pdf(svg: str) -> bytes:
    import vl_convert

    return bytes(vl_convert.svg_to_pdf(svg))


FORMATS: dict[str, Callable[[str], bytes]] = {".svg": str.encode, ".png": _png, ".pdf": _pdf}


def why_not_drawn(name: str) -> str:
    """Why no picture can be written to a file of this name, by its ending; empty when it can."""
    suffix = PurePath(name).suffix
    if suffix not in FORMATS:
        return f"pictures are written as {', '.join(FORMATS)} files"
    if suffix != ".svg" and not _has_converter():
        return f"{suffix} pictures need vl-convert-python: pip install 'tilewright[pictures]'"
    return ""


def _has_converter() -> bool:
    try:
        return find_spec("vl_convert") is not None
    except ValueError:  # it was made impossible to import
        return False


def converted(svg: str, name: str) -> bytes:
    """The contents of a file of this name: the picture in the format of its ending.

    Nothing is checked: see `why_not_drawn`.
    """
    return FORMATS[PurePath(name).suffix](svg)
