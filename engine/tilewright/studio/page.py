"""The connection of one page: its requests go to one child process in order, and each question to a child of its
own."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from typing import Any

from tilewright.studio.files import StudioFiles
from tilewright.studio.messages import QUESTIONS, Message
from tilewright.studio.work import answer_question, answer_requests

ChildWork = Callable[[Connection, StudioFiles], None]
_FORKS = multiprocessing.get_context("forkserver")
WARM = "tilewright.studio.warm"


def warm_up() -> None:
    """Start the fork server, with the modules that all children need."""
    _FORKS.set_forkserver_preload([WARM])
    process = _FORKS.Process(target=int, daemon=True)
    process.start()
    process.join()


class Child:
    """A process for one page; `on_message` is called with each message, and `on_end` once when it ends."""

    def __init__(
        self, work: ChildWork, files: StudioFiles, on_message: Callable[[bytes], None], on_end: Callable[[], None]
    ) -> None:
        self.work, self.files = work, files
        self.on_message, self.on_end = on_message, on_end
        self.started = self.alive = False

    async def start(self) -> None:
        """Start the process."""
        self.started = True
        self.pipe, other = _FORKS.Pipe()
        self.process = _FORKS.Process(target=self.work, args=(other, self.files), daemon=True)
        await asyncio.to_thread(self.process.start)
        other.close()
        self.alive = True
        asyncio.get_running_loop().add_reader(self.pipe.fileno(), self._receive)

    async def send(self, message: bytes) -> None:
        """Send a message; it waits in a thread while the pipe is full."""
        if self.alive:
            try:
                await asyncio.to_thread(self.pipe.send_bytes, message)
            except (OSError, ValueError):
                self.end()

    def _receive(self) -> None:
        try:
            message = self.pipe.recv_bytes()
        except (EOFError, OSError):
            self.end()
            return
        self.on_message(message)

    def end(self) -> None:
        """Terminate the process."""
        if not self.alive:
            return
        self.alive = False
        asyncio.get_running_loop().remove_reader(self.pipe.fileno())
        self.pipe.close()
        self.process.kill()
        waiting = asyncio.ensure_future(asyncio.to_thread(self.process.join))
        _ENDING.add(waiting)
        waiting.add_done_callback(_ENDING.discard)
        self.on_end()


_ENDING: set[asyncio.Future[None]] = set()


SETTLED = 10.0
"""Seconds without a message after which a process counts as idle."""
LONGEST = 120.0
"""Seconds until an idle process is ended."""
MOST = 8
"""The largest number of idle processes of all pages."""


class IdleProcesses:
    """The idle processes by key, the longest idle first."""

    def __init__(self) -> None:
        self._timers: dict[object, asyncio.TimerHandle] = {}
        self._ends: dict[object, Callable[[], None]] = {}

    def busy(self, child: object) -> None:
        """Remove a process that works again or has ended."""
        timer = self._timers.pop(child, None)
        if timer is not None:
            timer.cancel()
        self._ends.pop(child, None)

    def quiet(self, child: object, end: Callable[[], None]) -> None:
        """Note a message; without another one the process becomes idle, and `end` is called in time."""
        self.busy(child)
        self._timers[child] = asyncio.get_running_loop().call_later(SETTLED, self._settled, child, end)

    def _settled(self, child: object, end: Callable[[], None]) -> None:
        self._ends[child] = end
        self._timers[child] = asyncio.get_running_loop().call_later(LONGEST - SETTLED, self._end, child)
        if len(self._ends) > MOST:
            self._end(next(iter(self._ends)))

    def _end(self, child: object) -> None:
        end = self._ends[child]
        self.busy(child)
        end()


MOST_QUESTIONS = 4
LONGEST_WAIT = 120.0
"""The time limit of an answer in seconds; the processor limit of a child is far lower."""
TOO_MUCH = {"refused": "this took too much time or memory, and was stopped"}
STOPPED = {"stopped": True}

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Page:
    """Passes messages: ``{id, do, args}`` in, ``{id, news}`` and ``{id, answer}`` out."""

    def __init__(self, files: StudioFiles, slots: asyncio.Semaphore, send: Send, idle: IdleProcesses) -> None:
        self.files, self.slots, self.send, self.idle = files, slots, send, idle
        self.child: Child | None = None
        self.waiting: dict[int, asyncio.TimerHandle] = {}
        self.questions: dict[int, asyncio.Event] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def take(self, message: Message) -> None:
        """Handle a message of the page."""
        id = message.id
        if message.do == "stop":
            asked = message.args.get("id")
            if isinstance(asked, int) and asked in self.questions:
                self.questions[asked].set()
        elif message.do == "watch":  # polled so often that it must not keep a child alive
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
        """The page was closed."""
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
        """Answer its pending requests here; the next request starts another child."""
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
        """Work on a question in its own child, as soon as there is a free slot, until it is answered or stopped."""
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

        def on_message(data: bytes) -> None:
            reply = json.loads(data)
            if "answer" not in reply:
                self._later(self.send(reply))
            elif not found.done():
                found.set_result(reply["answer"])

        def ended() -> None:
            if not found.done():
                found.set_result(TOO_MUCH)

        child = Child(answer_question, self.files, on_message, ended)
        await child.start()
        try:
            await child.send(message.encoded())
            return await found
        finally:
            child.end()
