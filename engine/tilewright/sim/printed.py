"""The table of printed cards that a pack keeps, for the rank of others: an object of ``balance/1`` in a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tilewright.sim.summary import digest

TABLE = "balance.json"
"""The name of the file in the folder of a pack; `tools/balance_table.py` writes it."""
STALE = "the texts of printed cards have changed since the pack's table of them was made"


class NoTable(ValueError):
    """A file of this name that is no such table; the message says why."""


class StaleTable(NoTable):
    """A table of cards that say something else today."""


def read_table(folder: Path, texts: Callable[[Sequence[str]], Sequence[str]]) -> dict[str, Any] | None:
    """The table of a pack; None when it keeps none. `texts` gives those of cards by their ids, as they are now.

    Raises `NoTable`. Whether the rules are the same too shows when its setting is compared (`verdict.differing`).
    """
    try:
        found = json.loads((folder / TABLE).read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as problem:
        raise NoTable(f"cannot be read: {problem}") from None
    if not isinstance(found, dict) or found.get("format") != "balance/1":
        raise NoTable("is no file of balance; tools/balance_table.py writes it")
    if "texts" in found and found["texts"] != digest(texts([card["card"] for card in found["cards"]])):
        raise StaleTable(STALE)
    return found
