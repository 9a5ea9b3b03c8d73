"""What features of a game are worth before they score, as training found it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """Points for one of each feature, by its name; `rules` is the digest of the rules that they were found for."""

    rules: str
    values: Mapping[str, float]
