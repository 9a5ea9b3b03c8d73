"""That one of several bits holds because there are more of them than choices that could spoil them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilewright.symbolic.nodes import Bit, Conjunction, Finite, In, full, invert


def exists_by_counting(bits: Sequence[Bit]) -> bool:
    """Whether one of the bits holds in every case, as far as counting shows.

    Each bit is taken to hold unless some unknown is in a state that spoils it. An unknown is in one state at a
    time, so it spoils no more bits than its worst state does; with more bits than all unknowns can spoil, one is left.
    """
    if any(bit is True for bit in bits):
        return True
    spoilt: dict[Finite, Counter[int]] = {}
    holds = 0
    for bit in bits:
        parts = _sufficient(bit)
        if parts is None:
            continue
        holds += 1
        for node, mask in parts:
            spoiling = full(node) ^ mask
            spoilt.setdefault(node, Counter()).update(state for state in range(node.states) if spoiling >> state & 1)
    return holds > sum(max(counts.values()) for counts in spoilt.values())


def _sufficient(bit: Bit) -> list[In] | None:
    """Bits of single unknowns that imply a bit when all of them hold, as few as are found."""
    if isinstance(bit, bool):
        return [] if bit else None
    node, mask = bit
    if not isinstance(node, Conjunction):
        return [bit]
    if mask == 0b10:
        found = [_sufficient(part) for part in node.parts]
        return None if None in found else [one for parts in found for one in parts or ()]
    ways = [way for part in node.parts if (way := _sufficient(invert(part))) is not None]
    return min(ways, key=_risk, default=None)


def _risk(parts: Sequence[In]) -> float:
    """The share of states that spoil bits, added up."""
    return sum(1 - mask.bit_count() / node.states for node, mask in parts)
