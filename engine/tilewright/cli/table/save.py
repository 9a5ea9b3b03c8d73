"""Where the record of a game is kept, and whether the game can be gone on with from there."""

from __future__ import annotations

from pathlib import Path

from tilewright.cli.args.outputs import write_file
from tilewright.cli.errors import CannotRun
from tilewright.files.records import MOST_MOVES, MOST_TURNS, print_record, too_long
from tilewright.library import Library
from tilewright.packs import Pack, folder_beside
from tilewright.play.match import Match
from tilewright.play.record import record_of
from tilewright.source import Source, read_source
from tilewright.table.card import Card, Layout


class TooLong(CannotRun):
    """A record that could not be read again."""


class Keeper:
    """Writes the records of a game, in places from which what it is played with is found."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._sound: set[str] = set()

    def __call__(self, match: Match, file: str) -> None:
        """Write the record of a match. Raises `CannotRun`, and `TooLong` without writing."""
        if file not in self._sound:
            check_place(self._pack, match, Path(file))
            self._sound.add(file)
        save_record(match, file)


def save_record(match: Match, file: str) -> None:
    """Write the record of a match. Raises `CannotRun`, and `TooLong` without writing."""
    record = record_of(match)
    text = print_record(record)
    if too_long(record, text):
        raise TooLong(
            f"the game is too long to be recorded: beyond {MOST_TURNS} turns or {MOST_MOVES} moves"
            " no record is read again"
        )
    write_file(file, text)


def check_place(pack: Pack, match: Match, file: Path) -> None:
    """Raise `CannotRun` when a record there would not find this game, its cards and its layouts."""
    there = Library().pack_of(Source(str(file), "", file), match.game.id)
    if there is None or there.source.text != pack.source.text:
        raise CannotRun(f"{file} would not find the game '{match.game.id}'; save it in the folder {pack.folder}")
    beside = folder_beside(file)
    cards, layouts = there.card_files(beside), there.layout_files(beside)
    for card in match.cards:
        _check_file(card, f"card '{card.id}'", cards, file)
    for board, layout in match.layouts.items():
        _check_file(layout, f"{board} '{layout.id}'", layouts, file)


def _check_file(value: Card | Layout, what: str, files: dict[str, Path], file: Path) -> None:
    found = read_source(str(files[value.id])) if value.id in files else None
    if not isinstance(found, Source) or found.text != value.source.text:
        raise CannotRun(f"{file} would not find the {what}; save it in the folder of {value.source.name}")
