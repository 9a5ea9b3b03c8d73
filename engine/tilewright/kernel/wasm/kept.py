"""Searches of compiled games in a file, from which a later run continues.

All that a search knows lies in the memory of its module: the nodes of a graph and the path of its walk, or the table of
positions. So the memory is written, and read into a new instance of the same module. The file has one line of JSON that says what
it is about; then for each search a line of JSON, with the results that the host computed, and the memory in compressed
pieces, each after its length, up to a length of 0.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from tilewright.disk import is_there, replacing, why_not_written
from tilewright.stopping import Unsupported

if TYPE_CHECKING:
    from tilewright.kernel.state import FlatState
    from tilewright.kernel.wasm.native import CompiledGame, Native

FORMAT = "kept/1"
PIECE = 1 << 20
"""The number of bytes of memory in a piece."""
LONGEST_LINE = 1 << 16
"""The maximum length of the first line in bytes; a file with a longer one is something else."""
LEVEL = 1
"""Of zlib: higher levels take several times as long for a tenth less."""
_LENGTH = struct.Struct("<I")


class KeptError(Unsupported):
    """The file cannot be read or written, or is about something else; the message says why."""


@dataclass(frozen=True)
class _Record:
    """Where the record of a search lies in the file: its line, its memory, and its end."""

    line: int
    memory: int
    end: int


class KeptSearches:
    """The searches of a question about a game in a file, each with a name.

    Raises `KeptError` for a file that another question, game or version of the program wrote; it is not changed.
    `problem` says why the file could not be written; a search does not fail because of that.
    """

    def __init__(self, path: str, game: CompiledGame, question: Mapping[str, object]) -> None:
        self.path, self.problem = path, why_not_written(path)
        if self.problem:
            raise KeptError(f"cannot write {path}: {self.problem}")
        self._about = {"format": FORMAT, "program": version("tilewright"), "game": game.digest, **question}
        self._records: dict[str, _Record] = {}
        if is_there(path):
            self._read()

    @property
    def written(self) -> str:
        """The path of the file; empty if it could not be written."""
        return "" if self.problem else self.path

    def restore(self, name: str, native: Native | None = None) -> Any:
        """The results of a search, whose memory is read into a module; None if it is not in the file."""
        if name not in self._records:
            return None
        record = self._records[name]
        try:
            with Path(self.path).open("rb") as file:
                file.seek(record.line)
                results = json.loads(file.readline())["results"]
                if native is not None:
                    native.fill(map(_unpacked, _pieces(file)))
        except OSError as problem:
            raise KeptError(f"cannot read {self.path}: {problem.strerror}") from None
        except (ValueError, KeyError, TypeError, zlib.error):
            raise self._damaged() from None
        return results

    def add(self, name: str, results: object, native: Native | None = None) -> None:
        """Write a search, instead of an earlier one with the same name. The file always is complete."""
        others = {other: record for other, record in self._records.items() if other != name}
        written: dict[str, _Record] = {}
        try:
            with replacing(Path(self.path)) as new:
                new.write(_line(self._about))
                if others:
                    with Path(self.path).open("rb") as old:
                        for other, record in others.items():
                            written[other] = _copied(old, record, new)
                line = new.tell()
                new.write(_line({"search": name, "results": results}))
                memory = new.tell()
                for piece in native.pieces(PIECE) if native is not None else ():
                    packed = zlib.compress(piece, LEVEL)
                    new.write(_LENGTH.pack(len(packed)) + packed)
                new.write(_LENGTH.pack(0))
                written[name] = _Record(line, memory, new.tell())
            self._records = written
        except OSError as problem:
            self.problem = f"cannot write {self.path}: {problem.strerror}"

    def _read(self) -> None:
        """Check what the file is about, and find its records."""
        with Path(self.path).open("rb") as file:
            self._check(file.readline(LONGEST_LINE))
            self._records = {}
            try:
                while line := file.readline():
                    memory = file.tell()
                    for _ in _pieces(file):
                        pass
                    name = json.loads(line)["search"]
                    self._records[name] = _Record(memory - len(line), memory, file.tell())
            except (ValueError, KeyError, TypeError):
                raise self._damaged() from None

    def _check(self, line: bytes) -> None:
        try:
            there = json.loads(line)
        except ValueError:
            there = None
        if reason := _difference(there, self._about):
            raise KeptError(f"{self.path} {reason}; name another file")

    def _damaged(self) -> KeptError:
        return KeptError(f"{self.path} is damaged; remove it, or name another file")


def name_of(state: FlatState, *facts: object) -> str:
    """The name of a search from a state."""
    return sha256(repr(facts).encode() + bytes(state.buffer)).hexdigest()[:32]


_PARTS = {
    "program": "was written by another version of tilewright",
    "game": "is about another game, or its rules or cards have changed",
    "position": "is about another position",
}
"""Reasons in words for the keys whose values mean nothing to a reader."""


def _difference(there: object, about: Mapping[str, object]) -> str:
    """How a file differs from a wanted one; empty if it does not."""
    if not isinstance(there, dict) or there.get("format") != FORMAT:
        return "is not a file of --keep"
    other = [key for key in (*about, *there) if there.get(key) != about.get(key)]
    for key, words in _PARTS.items():
        if key in other:
            return words
    changed = "; ".join(f"{key} {there.get(key)}, not {about.get(key)}" for key in dict.fromkeys(other))
    return changed and f"was written for another question ({changed})"


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """The pieces of a memory, still compressed. Raises `ValueError` if the file ends before."""
    while length := _LENGTH.unpack(_exactly(file, _LENGTH.size))[0]:
        yield _exactly(file, length)


def _exactly(file: BinaryIO, size: int) -> bytes:
    found = file.read(size)
    if len(found) < size:
        raise ValueError("the file ends too early")
    return found


def _unpacked(packed: bytes) -> bytes:
    """A piece of memory; never more than one, whatever the file says."""
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(packed, PIECE)
    if not unpacking.eof:
        raise ValueError("a piece is too large")
    return found


def _copied(old: BinaryIO, record: _Record, new: BinaryIO) -> _Record:
    """Copy the record of a search; where it is in the new file."""
    moved = new.tell() - record.line
    old.seek(record.line)
    left = record.end - record.line
    while left:
        part = _exactly(old, min(left, PIECE))
        new.write(part)
        left -= len(part)
    return _Record(record.line + moved, record.memory + moved, record.end + moved)
