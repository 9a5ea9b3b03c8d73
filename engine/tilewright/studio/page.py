"""The connection of one page: its requests go to a child one after another, each question to a child of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from tilewright.studio.child import Child
from tilewright.studio.files import StudioFiles
from tilewright.studio.idle import Idle
from tilewright.studio.messages import QUESTIONS, Message
from tilewright.studio.work import answer_question, answer_requests

MOST_QUESTIONS = 4
LONGEST_WAIT = 120.0
"""Seconds in which a request has its answer; a child has far less of the processor."""
TOO_MUCH = {"refused": "this took too much time or memory, and was stopped"}
STOPPED = {"stopped": True}

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Page:
    """Passes messages on: ``{id, do, args}`` comes in, ``{id, news}`` and ``{id, answer}`` go out."""

    def __init__(self, files: StudioFiles, slots: asyncio.Semaphore, send: Send, idle: Idle) -> None:
        self.files, self.slots, self.send, self.idle = files, slots, send, idle
        self.child: Child | None = None
        self.waiting: dict[int, asyncio.TimerHandle] = {}
        self.questions: dict[int, asyncio.Event] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def take(self, message: Message) -> None:
        """A message of the page."""
        id = message.id
        if message.do == "stop":
            asked = message.args.get("id")
            if isinstance(asked, int) and asked in self.questions:
                self.questions[asked].set()
        elif message.do == "watch":  # so often asked that it keeps no child alive
            await self.send({"id": id, "answer": {"stamp": self.files.stamp_of(str(message.args.get("name", "")))}})
        elif id in self.questions or id in self.waiting:
            return
        elif message.do not in QUESTIONS:
            await self._request(message)
        elif len(self.questions) < MOST_QUESTIONS:
            self.questions[id] = asyncio.Event()
            self._later(self._question(message, self.questions[id]))
        else:
            await self.send({"id": id, "answer": {"refused": "too many requests at once"}})

    def end(self) -> None:
        """The page has gone."""
        for stop in self.questions.values():
            stop.set()
        if self.child is not None:
            self.child.end()

    # -- requests

    async def _request(self, message: Message) -> None:
        if self.child is None or not self.child.alive:
            self.child = Child(answer_requests, self.files, self._answered, self._child_ended)
            await self.child.start()
        self.idle.busy(self)
        self.waiting[message.id] = asyncio.get_running_loop().call_later(LONGEST_WAIT, self.child.end)
        await self.child.send(message.encoded())

    def _answered(self, data: bytes) -> None:
        answer = json.loads(data)
        timer = self.waiting.pop(answer["id"], None)
        if timer is not None:
            timer.cancel()
        if not self.waiting and self.child is not None:
            self.idle.quiet(self, self.child.end)
        self._later(self.send(answer))

    def _child_ended(self) -> None:
        """What it has not answered is answered here; the next request gets another child."""
        self.idle.busy(self)
        waiting, self.waiting = self.waiting, {}
        for id, timer in waiting.items():
            timer.cancel()
            self._later(self.send({"id": id, "answer": TOO_MUCH}))

    def _later(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # -- questions

    async def _question(self, message: Message, stop: asyncio.Event) -> None:
        """Work on a question in a child of its own, when there is room for one, until it is answered or stopped."""
        working = asyncio.ensure_future(self._worked(message))
        stopping = asyncio.ensure_future(stop.wait())
        await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        answer = working.result() if working.done() else STOPPED
        working.cancel()
        stopping.cancel()
        del self.questions[message.id]
        await self.send({"id": message.id, "answer": answer})

    async def _worked(self, message: Message) -> dict[str, Any]:
        if self.slots.locked():
            await self.send({"id": message.id, "news": {"waiting": True}})
        async with self.slots:
            return await self._answer(message)

    async def _answer(self, message: Message) -> dict[str, Any]:
        found: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

        def took(data: bytes) -> None:
            reply = json.loads(data)
            if "answer" not in reply:
                self._later(self.send(reply))
            elif not found.done():
                found.set_result(reply["answer"])

        def ended() -> None:
            if not found.done():
                found.set_result(TOO_MUCH)

        child = Child(answer_question, self.files, took, ended)
        await child.start()
        try:
            await child.send(message.encoded())
            return await found
        finally:
            child.end()
