"""The file of a simulation: a line for the setting, then a line a game; it can be gone on with."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from tilewright.cli.journal_lines import Json, game_of, line_of, parsed
from tilewright.cli.output import CannotRun
from tilewright.play.simulation import Played

LONGEST_SETTING = 1 << 16
"""A file with a longer first line, in bytes, is something else."""


class Journal:
    """The games of one setting in a file, in order.

    A file that is there is gone on with, whatever stopped the run that wrote it: of a last line
    that is broken nothing is kept. Raises `CannotRun` for a file of another setting, or of
    something else, or that another run writes; it stays as it is. `setting` names the bots by seat
    as ``players``.
    """

    def __init__(self, path: str, setting: Json) -> None:
        self.path = path
        self.done = 0
        players = setting["players"]
        assert isinstance(players, list)
        self._players = len(players)
        self._header = line_of({"format": "simulation/1"} | setting)
        try:
            self._file: BinaryIO = Path(path).open("ab+")  # noqa: SIM115 (__exit__ closes it)
        except OSError as problem:
            raise CannotRun(f"cannot write {path}: {problem.strerror}") from None
        try:
            if not _locked(self._file):
                raise CannotRun(f"another run is writing {path}; wait for its end, or name another file")
            self._file.seek(0)
            self._check_header(self._file.readline(LONGEST_SETTING))
        except CannotRun:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def played(self) -> Iterator[Played]:
        """The games in the file; what is broken at its end is cut off."""
        self._file.seek(len(self._header))
        end = len(self._header)
        for line in self._file:
            game = game_of(line, self.done + 1, self._players)
            if game is None:
                if self._file.read(1):
                    raise CannotRun(f"line {self.done + 2} of {self.path} is broken; remove it and all after it")
                break
            self.done, end = self.done + 1, end + len(line)
            yield game
        self._file.truncate(end)

    def add(self, game: Played) -> None:
        """Write one more game."""
        self._write(line_of(asdict(game)))
        self.done += 1

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as problem:
            raise CannotRun(f"cannot write {self.path}: {problem.strerror}") from None

    def _check_header(self, found: bytes) -> None:
        if not found.endswith(b"\n") and self._header.startswith(found):
            self._file.truncate(0)
            self._write(self._header)
        elif found != self._header:
            raise CannotRun(f"{self.path} {_difference(found, self._header)}; name another file")


if sys.platform == "win32":
    import msvcrt

    _LOCKED_BYTE = 1 << 40
    """Far beyond the end of any file: there what is locked cannot be read or written by others."""

    def _locked(file: BinaryIO) -> bool:
        file.seek(_LOCKED_BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(file: BinaryIO) -> bool:
        """Lock a file till it is closed, or its process ends in any way; False when another one has it locked."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # file systems without locks
        return True


def _difference(found: bytes, wanted: bytes) -> str:
    """What tells a file from the one that is wanted."""
    there = parsed(found)
    if not isinstance(there, dict) or there.get("format") != "simulation/1":
        return "is no file of simulate"
    asked = json.loads(wanted)
    other = {key: value for key, value in asked.items() if there.get(key) != value}
    if list(other) == ["rules"]:
        return "was made with other texts of the game, the cards or the layouts"
    told = [f"{key} {_told(there.get(key))}, not {_told(value)}" for key, value in other.items() if key != "rules"]
    return f"is of another setting ({'; '.join(told)})"


def _told(value: object) -> str:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else json.dumps(value)
