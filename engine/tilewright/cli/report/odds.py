"""Odds, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from tilewright.expectimax.question import MoveOdds, Odds

MOST_TOLD = 10
"""So many moves are listed."""
SHORT = 10**9
"""Fractions are told where their denominators are smaller."""


def odds_lines(odds: Odds, more: str | None = None, changed: Odds | None = None) -> Iterator[str]:
    """The answer, the moves, and what a card `more` changes."""
    chance = odds.goal.is_chance
    yield f"{odds.goal.text}: {told(odds.value, chance)}{_fraction(odds.value)}"
    for move in odds.moves[:MOST_TOLD]:
        yield f"  {told(move.value, chance):>9}  {written(move.line)}"
    if len(odds.moves) > MOST_TOLD:
        yield f"  and {len(odds.moves) - MOST_TOLD} moves more"
    if odds.margin:
        yield f"  the best is better than the next by {told(odds.margin, chance)}"
    if changed is not None:
        difference = changed.value - odds.value
        sign = "+" if difference >= 0 else "-"
        yield f"  with {more}: {told(changed.value, chance)}{_fraction(changed.value)}, {sign}{told(abs(difference), chance)}"


def written(line: Iterable[str]) -> str:
    """Moves one after another; what is done again is not said again: ``move 4 4; done``."""
    found: list[str] = []
    verb = ""
    for text in line:
        words = text.split()
        if len(words) == 2 and words[0] == verb:
            found[-1] += f" {words[1]}"
        else:
            found.append(text)
        verb = words[0] if len(words) == 2 else ""
    return "; ".join(found)


def told(value: Fraction, chance: bool) -> str:
    """A chance in percent, or a number, with two digits after the point."""
    return f"{float(value) * 100:.2f} %" if chance else f"{float(value):.2f}"


def _fraction(value: Fraction) -> str:
    return f" ({value})" if 1 < value.denominator < SHORT else ""


def odds_json(name: str, odds: Odds, more: str | None = None, changed: Odds | None = None) -> dict[str, object]:
    """The object of ``odds/1``."""
    found: dict[str, object] = {
        "format": "odds/1",
        "game": name,
        "goal": odds.goal.text,
        "asked": "chance" if odds.goal.is_chance else "number",
        "exact": True,
        "value": _number(odds.value),
        "moves": [_move(move) for move in odds.moves],
        "states": odds.states,
    }
    if odds.margin is not None:
        found["margin"] = _number(odds.margin)
    if changed is not None:
        difference = _number(changed.value - odds.value)
        found["with"] = {"card": more, "value": _number(changed.value), "difference": difference}
    return found


def _move(move: MoveOdds) -> dict[str, object]:
    return {"move": move.move, "value": _number(move.value), "line": list(move.line)}


def _number(value: Fraction) -> dict[str, object]:
    """An exact number: as a fraction, and near by as a decimal one."""
    return {"fraction": str(value), "decimal": float(value)}
