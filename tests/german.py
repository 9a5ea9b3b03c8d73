"""The Dragon Castle game with its words in German, which its pack does not have: what the German tables are tried on."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cards import pack
from tilewright.diagnostics import Diagnostics
from tilewright.packs.pack import read_game
from tilewright.source import Source
from tilewright.table.game import Game
from tilewright.texts.phrasebook import Language, Phrasebook

WORDS = Path(__file__).parent / "texts" / "german_words.tw"
TABLE = WORDS.with_name("german.phr")


@cache
def game() -> Game:
    """The game, with a translation of each of its words."""
    source = Source("game.tw", pack().source.text.rstrip("\n") + "\n" + WORDS.read_text("utf-8"))
    diagnostics = Diagnostics(source)
    found = read_game(source, diagnostics)
    assert found is not None and not diagnostics.has_errors
    return found


@cache
def german() -> Language:
    """The language: the tables that come with tilewright, and what the pack says besides."""
    tables = {**pack().phrase_tables(), "de": Source(TABLE.name, TABLE.read_text("utf-8"))}
    found = Phrasebook(game(), tables).language("de")
    assert found is not None
    return found
