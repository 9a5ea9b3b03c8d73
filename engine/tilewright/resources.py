"""Where the data folders are: beside the code in a wheel, at the top level in a checkout."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """The folder `name` (``cards``, ``grammar`` or ``schemas``).

    A wheel carries it under ``tilewright/_data``; a checkout has it two folders up.
    """
    packed = _HERE / "_data" / name
    return packed if packed.is_dir() else _HERE.parents[1] / name
