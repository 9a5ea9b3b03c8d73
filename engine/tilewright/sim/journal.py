"""The file of a simulation: a line for the setting, then a line per game; it can be continued."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, ValuesView
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from tilewright.disk import why_not_written
from tilewright.outputs.games import Played, SecretAnswers, SecretPiece, SettingOutput, SimulationOutput
from tilewright.outputs.output import ABSENT, plain
from tilewright.stopping import Unsupported

LONGEST_SETTING = 1 << 16
"""The maximum length of the first line in bytes; a file with a longer one is something else."""
SAID = {"aside": "asked about"}
"""The names of keys of the setting in messages, where the key is unclear."""
LARGEST = 1 << 53
"""The largest number allowed in a file: larger ones are not exact in every program that reads JSON."""


class JournalError(Unsupported):
    """The file cannot be written, or not by this run; the message says why."""


class Journal:
    """The games of one setting in a file, in order.

    An existing file is continued, however the run that wrote it was stopped: a broken last line is dropped. Raises
    `JournalError` for a file with another setting, another format, or in use by another run; it is not changed.
    `setting` names the bots by seat as ``players``; `other` is the word for what to choose instead, in messages.
    """

    def __init__(self, path: str, setting: SettingOutput, other: str = "file") -> None:
        self.path = path
        self._other = other
        self.done = 0
        self._players = len(setting.players)
        self._header = line_of(SimulationOutput(**vars(setting)))
        if reason := why_not_written(path):
            raise JournalError(f"cannot write {path}: {reason}")
        try:
            self._file: BinaryIO = Path(path).open("ab+")  # noqa: SIM115 (__exit__ closes it)
        except OSError as problem:
            raise JournalError(f"cannot write {path}: {problem.strerror}") from None
        try:
            if not _locked(self._file):
                raise JournalError(f"another run is writing {path}; wait until it ends, or name another {other}")
            self._file.seek(0)
            self._check_header(self._file.readline(LONGEST_SETTING))
        except JournalError:
            self._close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        """Close the file; a failure to write has been reported already, and closing would try again."""
        with suppress(OSError):
            self._file.close()

    def played(self) -> Iterator[Played]:
        """The games in the file; a broken end is cut off."""
        self._file.seek(len(self._header))
        end = len(self._header)
        for line in self._file:
            game = game_of(line, self.done + 1, self._players)
            if game is None:
                if self._file.read(1):
                    raise JournalError(
                        f"line {self.done + 2} of {self.path} is damaged; remove it and everything after it"
                    )
                break
            self.done, end = self.done + 1, end + len(line)
            yield game
        self._file.truncate(end)

    def add(self, game: Played) -> None:
        """Write a game."""
        self._write(line_of(game))
        self.done += 1

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as problem:
            raise JournalError(f"cannot write {self.path}: {problem.strerror}") from None

    def _check_header(self, found: bytes) -> None:
        if not found.endswith(b"\n") and self._header.startswith(found):
            self._file.truncate(0)
            self._write(self._header)
        elif found != self._header:
            raise JournalError(f"{self.path} {_difference(found, self._header)}; name another {self._other}")


def journals(folder: Path, files: ExitStack) -> Callable[[str, SettingOutput], Journal]:
    """Opens files of series in a folder by name and setting, until `files` are closed. Raises OSError if the folder
    cannot be created."""
    folder.mkdir(parents=True, exist_ok=True)
    return lambda name, setting: files.enter_context(Journal(str(folder / f"{name}.jsonl"), setting, "folder"))


def _locked(file: BinaryIO) -> bool:
    """Lock a file until it is closed or its process ends in any way; False if another process has locked it."""
    from filelock import lock_descriptor

    try:
        return lock_descriptor(file.fileno(), blocking=False)
    except OSError:
        return True  # file systems without locks


def _difference(found: bytes, wanted: bytes) -> str:
    """How a file differs from the wanted one."""
    there = parsed(found)
    if not isinstance(there, dict) or there.get("format") != SimulationOutput.format:
        return "is not a file of simulate"
    asked = json.loads(wanted)
    other = {key: asked.get(key) for key in (asked | there) if there.get(key) != asked.get(key)}
    if "rules" in other and other.keys() <= {"rules", "weights"}:  # weights belong to the rules
        return "was made with different versions of the game, the cards or the layouts"
    differences = [
        f"{SAID.get(key, key)} {_text_of(there.get(key))}, not {_text_of(value)}"
        for key, value in other.items()
        if key != "rules"
    ]
    return f"was made with different settings ({'; '.join(differences)})"


def _text_of(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else json.dumps(value)


# ------------------------------------------------------------------ lines
#
# A line is checked for what ``simulation/1`` requires and the summary relies on, but not against the
# JSON Schema, which would be slow for many games.


def line_of(value: SimulationOutput | Played) -> bytes:
    """A line of the file."""
    return (json.dumps(plain(value), ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def parsed(line: bytes) -> object:
    """The JSON value of a line; None if it is not JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def game_of(line: bytes, number: int, players: int) -> Played | None:
    """The game of a line; None if the line is broken or has another number."""
    value = parsed(line)
    try:
        game = Played(**value) if isinstance(value, dict) else None
        if game and game.secrets:
            game.secrets = [SecretAnswers(**one) for one in game.secrets]  # type: ignore[arg-type]
        if game and game.pieces:
            game.pieces = [SecretPiece(**one) for one in game.pieces]  # type: ignore[arg-type]
    except TypeError:
        return None
    return game if game and line.endswith(b"\n") and game.game == number and _sound(game, players) else None


def _sound(game: Played, players: int) -> bool:
    seats, by_turn = [game.bots, game.scores, game.totals, game.uses], [game.movers, game.gains]
    return (
        _numbers([game.game, game.seed, game.turns, game.decisions], 0)
        and all(isinstance(own, list) and len(own) == players for own in seats)
        and isinstance(game.measures, dict)
        and all(map(str.isprintable, game.measures))
        and all(_numbers(own) and len(own) == game.turns for own in [*by_turn, *game.measures.values()])
        and all(isinstance(bot, str) for bot in game.bots)
        and isinstance(game.ended, bool)
        and (game.stalled is ABSENT or game.stalled is True)
        and _scores_are_sound(game, players)
        and _numbers(game.movers, 1, players)
        and all(_numbers(turns, 1, game.turns) for turns in [game.forced, game.idle])
        and all(_uses_are_sound(own, game.turns) for own in game.uses)
        and (game.aside is ABSENT or _parts_are_sound(game.aside, players))
        and all(_secret_is_sound(secret, players) for secret in game.secrets or ())
        and all(map(_piece_is_sound, game.pieces or ()))
        and _trace_is_sound(game)
    )


def _secret_is_sound(secret: SecretAnswers, players: int) -> bool:
    """Whether this is a card, the answer of each seat, and its maximum; None where a seat was not asked."""
    if not isinstance(secret.about, str) or not isinstance(secret.answers, dict) or not secret.answers:
        return False
    rows = [secret.most, *secret.answers.values()]
    if not all(isinstance(own, list) and len(own) == players for own in rows):
        return False
    asked = [[number is not None for number in own] for own in rows]
    return (
        all(own == asked[0] for own in asked)
        and any(asked[0])
        and all(_numbers([number for number in own if number is not None]) for own in rows)
    )


def _piece_is_sound(own: SecretPiece) -> bool:
    """Whether this is a piece that was chosen at most as often as possible."""
    words = isinstance(own.answer, str) and isinstance(own.about, str) and isinstance(own.piece, str)
    return words and _numbers([own.offered], 1) and _numbers([own.chosen], 0, own.offered)


def _scores_are_sound(game: Played, players: int) -> bool:
    """Whether the parts are numbers, the totals their sums, and somebody has won."""
    return (
        _parts_are_sound(game.scores, players)
        and _numbers(game.totals)
        and game.totals == [sum(parts.values()) for parts in game.scores]
        and _numbers(game.winners, 1, players)
        and 0 < len(game.winners) == len(set(game.winners))
    )


def _parts_are_sound(parts: object, players: int) -> bool:
    """Whether these are points by name for each seat."""
    return (
        isinstance(parts, list)
        and len(parts) == players
        and all(isinstance(own, dict) and all(map(str.isprintable, own)) for own in parts)
        and all(_numbers(own.values()) for own in parts)
    )


def _trace_is_sound(game: Played) -> bool:
    """Whether the usage of the game file is recorded completely or not at all."""
    if game.options is ABSENT or game.unused is ABSENT:
        return not game.options and not game.unused
    return (
        isinstance(game.options, dict)
        and all(map(str.isprintable, game.options))
        and all(_numbers(counts, 0) and len(counts) == 3 for counts in game.options.values())
        and isinstance(game.unused, list)
        and all(isinstance(name, str) and name.isprintable() for name in game.unused)
    )


def _uses_are_sound(uses: object, turns: int) -> bool:
    return isinstance(uses, dict) and all(_numbers(own, 1, turns) for own in uses.values())


def _numbers(values: object, least: int = -LARGEST, most: int = LARGEST) -> bool:
    """Whether these are integers within bounds."""
    return isinstance(values, (list, ValuesView)) and all(
        type(value) is int and least <= value <= most for value in values
    )
