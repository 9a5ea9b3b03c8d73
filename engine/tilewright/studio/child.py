"""A child process as the front sees it: messages go in, messages come out, and it can be ended at once."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection

from tilewright.studio.files import StudioFiles

ChildWork = Callable[[Connection, StudioFiles], None]
_FORKS = multiprocessing.get_context("forkserver")
WARM = "tilewright.studio.warm"


def warm_up() -> None:
    """Start the fork server, which loads what all children need."""
    _FORKS.set_forkserver_preload([WARM])
    process = _FORKS.Process(target=int, daemon=True)
    process.start()
    process.join()


class Child:
    """A process that works for one page; `took` is called with each message of it, `ended` once when it is gone."""

    def __init__(
        self, work: ChildWork, files: StudioFiles, took: Callable[[bytes], None], ended: Callable[[], None]
    ) -> None:
        self.work, self.files = work, files
        self.took, self.ended = took, ended
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
        """Give the process a message; it waits in a thread while the process does not read."""
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
        self.took(message)

    def end(self) -> None:
        """End the process, whatever it does."""
        if not self.alive:
            return
        self.alive = False
        asyncio.get_running_loop().remove_reader(self.pipe.fileno())
        self.pipe.close()
        self.process.kill()
        waiting = asyncio.ensure_future(asyncio.to_thread(self.process.join))
        _ENDING.add(waiting)
        waiting.add_done_callback(_ENDING.discard)
        self.ended()


_ENDING: set[asyncio.Future[None]] = set()
