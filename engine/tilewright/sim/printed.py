"""The table of printed cards that a pack keeps, for the rank of others: an object of ``balance/1`` in a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from tilewright.outputs.games import BalanceOutput
from tilewright.outputs.output import ABSENT, NotSuch, read
from tilewright.sim.summary import digest

TABLE = "balance.json"
"""The name of the file in the folder of a pack; `tools/balance_table.py` writes it."""
STALE = "the texts of printed cards have changed since the pack's table of them was made"


class NoTable(ValueError):
    """A file of this name that is no such table; the message says why."""


class StaleTable(NoTable):
    """A table of cards that say something else today."""


def read_table(folder: Path, texts: Callable[[Sequence[str]], Sequence[str]]) -> BalanceOutput | None:
    """The table of a pack; None when it keeps none. `texts` gives those of cards by their ids, as they are now.

    Raises `NoTable`. Whether the rules are the same too shows when its setting is compared (`verdict.differing`).
    """
    try:
        found = json.loads((folder / TABLE).read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as problem:
        raise NoTable(f"cannot be read: {problem}") from None
    table = _table_of(found)
    if table is None:
        raise NoTable("is not a file of balance; tools/balance_table.py writes it")
    if table.texts and table.texts != digest(texts([card.card for card in table.cards])):
        raise StaleTable(STALE)
    return table


def _table_of(found: object) -> BalanceOutput | None:
    """The table that is in a file; None if it is something else, or does not say what cards add where that is known."""
    if not isinstance(found, dict) or found.get("format") != BalanceOutput.format:
        return None
    try:
        table: BalanceOutput = read(BalanceOutput, found)
    except NotSuch:
        return None
    known = [own.points for card in table.cards for own in card.known]
    return table if all(points and points.difference.error is not ABSENT for points in known) else None
