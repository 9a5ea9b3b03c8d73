"""The studio inside a browser, in a web worker: without a server or other processes, with a virtual folder.

The messages are those of the WebSockets of `app`: ``work`` and ``editor``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

from tilewright.packs.workspace import Workspace
from tilewright.studio.files import NoFile, StudioFiles
from tilewright.studio.messages import FAULT, QUESTIONS, message_of
from tilewright.studio.questions import Questions
from tilewright.studio.requests import Requests
from tilewright.studio.tables import JsonObject

PostMessage = Callable[[str, str], None]
"""Takes a path, ``work`` or ``editor``, and a message."""


class BrowserFiles(StudioFiles):
    """The files of a browser, whose folder has a constant id."""

    id = "browser"


class BrowserStudio:
    """One page, and the files that its browser stores."""

    def __init__(self, folder: Path, post: PostMessage) -> None:
        self.files, self.workspace, self.post = BrowserFiles(folder), Workspace(), post
        self.desk = Requests(self.files, self.workspace)
        self._language: Callable[[str], None] | None = None

    def keep(self, name: str, text: str) -> None:
        """Add a file of the browser to the folder; an invalid name is ignored."""
        try:
            stamp = self.files.stamp_of(name)
            self.files.write(name, text, stamp)
        except NoFile:
            return

    def work(self, text: str) -> None:
        """Answer a request or a question."""
        message = message_of(text)
        if message is None:
            return
        number = message.id
        try:
            answer = self.answer(message.do, message.args, lambda news: self._send(number, "news", news))
        except Exception:
            logging.getLogger(__name__).exception("a request")
            answer = FAULT
        self._send(number, "answer", answer)

    def answer(self, do: str, args: JsonObject, tell: Callable[[JsonObject], None] = lambda news: None) -> JsonObject:
        """The answer to a request or a question."""
        if do == "watch":  # there is no other writer here
            return {"stamp": self.files.stamp_of(str(args.get("name", "")))}
        return (Questions(self.desk, tell) if do in QUESTIONS else self.desk).answer(do, args)

    def _send(self, number: int, kind: str, value: JsonObject) -> None:
        self.post("work", json.dumps({"id": number, kind: value}))

    def editor(self, text: str) -> None:
        """Pass a message to the language server, which is loaded on the first one."""
        if self._language is None:
            from tilewright.studio.language import PageLanguageServer

            self._language = PageLanguageServer(
                self.files, self.workspace, lambda answer: self.post("editor", answer)
            ).take
        self._language(text)


def first_answers(studio: BrowserStudio) -> Iterator[JsonObject]:
    """The requests of a page at startup with their answers, for a browser without stored games.

    With these, a page can show its start and its examples before Python is loaded.
    """
    found: list[JsonObject] = []

    def ask(do: str, args: JsonObject) -> JsonObject:
        found.append({"do": do, "args": args, "answer": studio.answer(do, args)})
        return found[-1]

    yield ask("hello", {})
    examples = ask("examples", {})
    yield examples
    for one in examples["answer"]["examples"]:
        if one["kind"] == "game":
            yield ask("beginning", one)
        else:
            yield ask("thumbnail", one)
            yield ask("read", {"name": one["name"]})
