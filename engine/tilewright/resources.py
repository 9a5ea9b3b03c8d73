"""What lies around the code: the data folders (in the package of a wheel, at the top level of a checkout), the user's cache, optional libraries."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

_HERE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """The folder `name` (``cards``, ``docs``, ``grammar``, ``phrases`` or ``schemas``).

    A wheel carries it under ``tilewright/_data``; a checkout has it two folders up.
    """
    packed = _HERE / "_data" / name
    return packed if packed.is_dir() else _HERE.parents[1] / name


def is_installed(library: str) -> bool:
    """Whether an optional library can be imported; it is not."""
    try:
        return find_spec(library) is not None
    except ValueError:  # it was made impossible to import
        return False


def cache_folder(name: str = "tilewright") -> Path | None:
    """A folder of that name of the user's own, for what is quicker to keep than to make; None without one.

    By the XDG base directory specification: in ``$XDG_CACHE_HOME`` (ignored unless absolute) or
    ``~/.cache``. That is made where it is missing, but not the home it lies in.
    """
    try:
        named = Path(os.environ.get("XDG_CACHE_HOME", ""))
        base = named if named.is_absolute() else Path.home() / ".cache"
        folder = base / name
        for made in (base, folder):
            made.mkdir(mode=0o700, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None
