"""The file in which a tournament keeps its games: a line for what they were played with, then a line a game."""

from __future__ import annotations

import json
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tilewright.packs.pack import Pack
from tilewright.play import bots
from tilewright.play.bots.features import digest_of
from tilewright.play.bots.value import weights_for

Json = dict[str, object]
FORMAT = "tournament/1"


def setting_of(pack: Pack, cards: tuple[str, ...]) -> Json:
    """What games are played with, besides what each of them names: digests of rules, layouts, weights and bots."""
    layouts = [(layout.id, layout.heights) for layout in pack.layouts()]
    return {
        "format": FORMAT,
        "game": pack.game.id,
        "cards": list(cards),
        "rules": digest_of(pack.game, [pack.card(id) for id in cards]),
        "layouts": _digest(layouts),
        "weights": _digest(sorted((weights_for(pack.game) or {}).items())),
        "bots": _digest([path.read_text("utf-8") for path in bot_modules()]),
    }


def bot_modules() -> list[Path]:
    """The modules of the bots."""
    above = [find_spec(module) for module, _ in bots.ABOVE.values()]
    found = [Path(spec.origin) for spec in above if spec is not None and spec.origin is not None]
    return sorted(Path(bots.__file__).parent.glob("*.py")) + found


def _digest(value: object) -> str:
    return blake2b(json.dumps(value).encode(), digest_size=8).hexdigest()


class Keep:
    """The games in a file, by the text of what was played; without a path they are kept nowhere else.

    Ends the program when the games of the file were played with something else. Of a last line that is broken nothing is kept.
    """

    def __init__(self, path: str | None, setting: Json) -> None:
        self.games: dict[str, dict[str, Any]] = {}
        self._path = None if path is None else Path(path)
        if self._path is None:
            return
        try:
            with self._path.open("ab+") as file:
                file.seek(0)
                lines = file.readlines()
                if not lines:
                    file.write(_line(setting))
                    return
        except OSError as problem:
            raise SystemExit(f"cannot keep games in {path}: {problem.strerror}") from None
        _check(lines[0], setting, self._path)
        whole = lines if lines[-1].endswith(b"\n") else lines[:-1]
        if whole != lines:
            self._path.write_bytes(b"".join(whole))
        self.games = dict(_game(line, number, self._path) for number, line in enumerate(whole[1:], 2))

    def add(self, played: str, result: dict[str, object]) -> None:
        """Keep one more game."""
        self.games[played] = result
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(_line([played, result]))


def _line(value: object) -> bytes:
    return (json.dumps(value) + "\n").encode()


def _game(line: bytes, number: int, path: Path) -> tuple[str, dict[str, Any]]:
    """What was played, and its result. Ends the program when the line says neither."""
    try:
        told, result = json.loads(line)
        return str(told), dict(result)
    except (ValueError, TypeError):
        raise SystemExit(f"line {number} of {path} is broken; remove it and all after it") from None


def _check(line: bytes, setting: Json, path: Path) -> None:
    """End the program unless a first line is that of a setting."""
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise SystemExit(f"{path} keeps no games of a tournament; name another file")
    other = [name for name in setting if found.get(name) != setting[name]]
    if other:
        raise SystemExit(f"the games in {path} were played with other {', '.join(other)}; name another file")
