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
    if not isinstance(found, dict) or not _is_table(found):
        raise NoTable("is not a file of balance; tools/balance_table.py writes it")
    if "texts" in found and found["texts"] != digest(texts([card["card"] for card in found["cards"]])):
        raise StaleTable(STALE)
    return found


def _is_table(found: dict[str, Any]) -> bool:
    """Whether this is an object of ``balance/1``, as far as ranks are reported by it."""
    setting, cards = found.get("setting"), found.get("cards")
    return (
        found.get("format") == "balance/1"
        and isinstance(setting, dict)
        and isinstance(setting.get("layouts"), dict)
        and isinstance(setting.get("players"), list)
        and all(isinstance(bot, str) for bot in setting["players"])
        and isinstance(cards, list)
        and all(map(_is_card, cards))
    )


def _is_card(card: object) -> bool:
    """Whether this is an item of ``cards``."""
    if (
        not isinstance(card, dict)
        or not {"class", "bots", "most"} <= card.keys()
        or not isinstance(card.get("card"), str)
    ):
        return False
    secrets = card.get("secrets", {"answers": [], "bots": []})
    if not isinstance(secrets, dict) or not isinstance(secrets.get("answers"), list):
        return False
    given = secrets.get("bots")
    return (
        isinstance(card["bots"], list)
        and all(isinstance(own, dict) and "bot" in own and _has_worth(own) for own in card["bots"])
        and isinstance(given, list)
        and all(isinstance(own, dict) and {"bot", "tells"} <= own.keys() and _has_part(own) for own in given)
    )


def _has_worth(own: dict[str, Any]) -> bool:
    """Whether it is said of a bot what a card adds, if that is known."""
    if not own.get("known"):
        return "known" in own
    points = own.get("points")
    return isinstance(points, dict) and _is_interval(points.get("difference"), "mean", "low", "high", "error")


def _has_part(own: dict[str, Any]) -> bool:
    """Whether it is said of a bot what it gave, if it could; of few games without an error."""
    part = own.get("part", ())
    return part is None or _is_interval({"error": 0} | part if isinstance(part, dict) else part, "mean", "error")


def _is_interval(found: object, *keys: str) -> bool:
    return isinstance(found, dict) and all(isinstance(found.get(key), int | float) for key in keys)
