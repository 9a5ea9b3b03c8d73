"""The record file of a game, and the check that the game can be continued from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tilewright.cli.args.outputs import write_file
from tilewright.cli.terminal import CannotRun
from tilewright.files.printing import print_position
from tilewright.files.records import MOST_MOVES, MOST_TURNS, print_record, too_long
from tilewright.packs.documents import POSITION_SUFFIX, RECORD_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.play.match import Match, NotExpressible
from tilewright.play.record import record_of
from tilewright.source import Source, read_source
from tilewright.table.card import Card, Layout

Save = Callable[[Match, str], None]


class TooLong(CannotRun):
    """A record that exceeds the limits of the reader."""


class RecordWriter:
    """Writes the record and positions of a game, only to places from which its game and cards can be found."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._sound: set[str] = set()

    def __call__(self, match: Match, file: str) -> None:
        """Write the record of a match, or its position if the file is one. Raises like the two functions."""
        if file not in self._sound:
            check_place(self._pack, match, Path(file))
            self._sound.add(file)
        (save_position if file.endswith(POSITION_SUFFIX) else save_record)(match, file)


class RecordFile:
    """The file of a running game, if any, updated as long as it can be read again.

    `save` writes the record of a match; `say` gets a message once if it has become too long.
    """

    def __init__(self, save: Save, path: str | None, say: Callable[[Sequence[str]], None]) -> None:
        self.path = path
        self._save = save
        self._say = say
        self._too_long: int | None = None

    def write(self, match: Match) -> bool:
        """Update the record. Returns whether it was written. Raises `CannotRun`."""
        moves = len(match.played)
        if self.path is None or (self._too_long is not None and moves >= self._too_long):
            return False
        try:
            self._save(match, self.path)
        except TooLong as problem:
            self._too_long = moves
            self._say([problem.message])
            return False
        return True

    def write_as(self, match: Match, path: str) -> str:
        """Write the record or the position to another file. Returns a message.

        If a position cannot express the state of the game, the record is written instead.
        """
        try:
            self._save(match, path)
        except NotExpressible as problem:
            record = path.removesuffix(POSITION_SUFFIX) + RECORD_SUFFIX
            return f"this state cannot be written as a position: {problem}; instead: {self.write_as(match, record)}"
        except CannotRun as problem:
            return problem.message
        return f"saved in {path}"


def save_record(match: Match, file: str) -> None:
    """Write the record of a match. Raises `CannotRun`, or `TooLong` without writing."""
    record = record_of(match)
    text = print_record(record)
    if too_long(record, text):
        raise TooLong(
            f"the game is too long to be recorded: a record has at most {MOST_TURNS} turns and {MOST_MOVES} moves"
        )
    write_file(file, text)


def save_position(match: Match, file: str) -> None:
    """Write the position with the complete state of the game. Raises `CannotRun` and `NotExpressible`."""
    if match.over:
        raise NotExpressible("it is over")
    write_file(file, print_position(match.full_position()))


def check_place(pack: Pack, match: Match, file: Path) -> None:
    """Raise `CannotRun` if this game, its cards and its layouts cannot be found from a record in that place."""
    there = Resolver(folder=file.parent).game(match.game.id)
    if isinstance(there, list) or there.source.text != pack.source.text:
        raise CannotRun(f"{file} would not find the game '{match.game.id}'; save it in the folder {pack.folder}")
    known = there.catalog(file.parent)
    for card in match.cards:
        _check_file(card, f"card '{card.id}'", known.files(), file)
    for board, layout in match.layouts.items():
        _check_file(layout, f"{board} '{layout.id}'", known.files([board]), file)


def _check_file(value: Card | Layout, what: str, files: dict[str, Path], file: Path) -> None:
    found = read_source(str(files[value.id])) if value.id in files else None
    if not isinstance(found, Source) or found.text != value.source.text:
        raise CannotRun(f"{file} would not find the {what}; save it in the folder of {value.source.name}")
