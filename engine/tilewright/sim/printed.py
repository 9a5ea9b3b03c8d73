"""The table of printed cards that a pack keeps, for the rank of others: an object of ``balance/1`` in a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TABLE = "balance.json"
"""The name of the file in the folder of a pack; `tools/balance_table.py` writes it."""


class NoTable(ValueError):
    """A file of this name that is no such table; the message says why."""


def read_table(folder: Path) -> dict[str, Any] | None:
    """The table of a pack; None when it keeps none. Raises `NoTable`."""
    try:
        found = json.loads((folder / TABLE).read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as problem:
        raise NoTable(f"cannot be read: {problem}") from None
    if not isinstance(found, dict) or found.get("format") != "balance/1":
        raise NoTable("is no file of balance; tools/balance_table.py writes it")
    return found
