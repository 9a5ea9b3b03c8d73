"""Messages of pages: JSON objects ``{id, do, args}``. They are untrusted input."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

QUESTIONS = {"solve", "hint", "bounds", "prove", "simulate", "balance", "plot", "draft", "beginning", "review"}
"""The messages that take long, answered by `Questions`; all others are requests."""
FAULT = {"refused": "internal error; please report it"}
"""The answer after an internal error."""
MOST_DEPTH = 50
"""The largest nesting depth of lists and objects."""
MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)
"""The exceptions caused by arguments of the wrong type or structure."""


@dataclass(frozen=True)
class Message:
    """A message of a page: something to `do` with arguments; the answer carries the same id."""

    id: int
    do: str
    args: dict[str, Any]

    def encoded(self) -> bytes:
        """The message for a child process, to be decoded by `message_of`."""
        return json.dumps({"id": self.id, "do": self.do, "args": self.args}).encode()


def message_of(text: str | bytes) -> Message | None:
    """The message in a text; None if it is malformed."""
    found = json_of(text)
    if not isinstance(found, dict):
        return None
    id, do, args = found.get("id"), found.get("do"), found.get("args") or {}
    if type(id) is not int or not isinstance(do, str) or not isinstance(args, dict):
        return None
    return Message(id, do, args)


def json_of(text: str | bytes) -> Any:
    """The JSON value of a text; None if it is invalid or too deeply nested."""
    try:
        found = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return None if _depth_exceeds(found, MOST_DEPTH) else found


def _depth_exceeds(value: Any, most: int) -> bool:
    """Whether lists and objects are nested more deeply than `most`."""
    level = [value]
    for _ in range(most + 1):
        containers = [one for one in level if isinstance(one, dict | list)]
        if not containers:
            return False
        level = [item for one in containers for item in (one.values() if isinstance(one, dict) else one)]
    return True


def _no_constant(name: str) -> None:
    """Reject NaN and infinities, which are not JSON."""
    raise ValueError(name)
