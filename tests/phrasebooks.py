"""The languages in which printed texts of the pack are read, with the tables of the pack itself."""

from __future__ import annotations

from functools import cache

from cards import pack
from tilewright.texts.phrasebook import Language, Phrasebook


@cache
def book() -> Phrasebook:
    """The languages of the pack, with its own tables."""
    return pack().phrasebook()


def language(name: str) -> Language:
    """A language of the pack."""
    found = book().language(name)
    assert found is not None
    return found
