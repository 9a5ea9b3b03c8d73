"""Messages of pages: JSON objects ``{id, do, args}``. Anybody who has the token may send anything."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

QUESTIONS = {"solve", "hint", "bounds", "prove", "simulate", "balance", "plot", "draft", "beginning", "review"}
"""What takes long: the answers of `Questions`; other messages are requests."""
FAULT = {"refused": "internal error; please report it"}
"""The answer when something goes wrong in a request that is not its user's fault."""
MOST_DEPTH = 50
"""So many lists and objects may lie within one another."""
MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)
"""What comes of arguments that are of another shape than those that are asked for."""


@dataclass(frozen=True)
class Message:
    """What a page asks for: something to `do` with arguments, under a number that comes back with the answer."""

    id: int
    do: str
    args: dict[str, Any]

    def encoded(self) -> bytes:
        """The message for a child process; `message_of` reads it."""
        return json.dumps({"id": self.id, "do": self.do, "args": self.args}).encode()


def message_of(text: str | bytes) -> Message | None:
    """The message of a text; None when it is none."""
    found = json_of(text)
    if not isinstance(found, dict):
        return None
    id, do, args = found.get("id"), found.get("do"), found.get("args") or {}
    if type(id) is not int or not isinstance(do, str) or not isinstance(args, dict):
        return None
    return Message(id, do, args)


def json_of(text: str | bytes) -> Any:
    """The JSON value of a text; None when it is none, or is nested more deeply than messages are."""
    try:
        found = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return None if _depth_exceeds(found, MOST_DEPTH) else found


def _depth_exceeds(value: Any, most: int) -> bool:
    """Whether more lists and objects than so many lie within one another."""
    level = [value]
    for _ in range(most + 1):
        containers = [one for one in level if isinstance(one, dict | list)]
        if not containers:
            return False
        level = [item for one in containers for item in (one.values() if isinstance(one, dict) else one)]
    return True


def _no_constant(name: str) -> None:
    """NaN and infinities are no JSON."""
    raise ValueError(name)
