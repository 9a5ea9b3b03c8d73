"""What must hold of a text beside what its rule says, so that it can be confirmed as a rule.

The rows of a table of points may not overlap: in the card language the first that fits counts, in print both are
promised.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core import expr as core
from tilewright.core.node import Node
from tilewright.core.same import canonical
from tilewright.core.walk import find
from tilewright.table.card import Card


def unmet(card: Card) -> str:
    """Why a text that is read as a card is not one that can be printed; nothing if it is."""
    twice = next(_in_two_rows(card), None)
    return "" if twice is None else f"its table of points has {twice} in two rows"


def _in_two_rows(card: Card) -> Iterator[int]:
    """The numbers that are in two rows of a table of points, or of two tables of the same number.

    Rows without an upper end may overlap: "2 for 3 or more, 5 for 6 or more".
    """
    tables: dict[core.Expr, list[tuple[int, int | None, int]]] = {}
    for table in find(core.Lookup, *_roots(card)):
        tables.setdefault(canonical(table.body), []).extend(table.entries)
    for rows in tables.values():
        for at, (low, high, _) in enumerate(rows):
            for other_low, other_high, _ in rows[:at]:
                ends = [end for end in (high, other_high) if end is not None]
                if ends and max(low, other_low) <= min(ends):
                    yield max(low, other_low)


def _roots(card: Card) -> list[Node]:
    return [ability for _, ability in card.effects] if card.rule is None else [card.rule]
