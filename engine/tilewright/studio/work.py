"""The main functions of child processes, called by the fork server."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from tilewright.studio.files import StudioFiles
from tilewright.studio.limits import (
    BOT_SECONDS,
    LONGEST,
    MEMORY,
    SECONDS,
    SOLVER_MEMORY,
    WORKERS,
    limit_memory,
    limit_time,
)
from tilewright.studio.messages import FAULT, Message, message_of

_LOG = logging.getLogger(__name__)


def _begin(memory: int) -> None:
    """Leave terminal signals to the parent, which ends its children."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.setsid()
    limit_memory(memory)
    limit_time()


def answer_requests(pipe: Connection, files: StudioFiles) -> None:
    """Answer requests until the pipe is closed."""
    from tilewright.studio.requests import Requests
    from tilewright.studio.warm import WORKSPACE

    _begin(MEMORY)
    desk = Requests(files, WORKSPACE)
    while (request := _received(pipe)) is not None:
        limit_time(BOT_SECONDS if request.do == "play" else SECONDS)
        _answer(pipe, request, desk.answer)


def answer_question(pipe: Connection, files: StudioFiles) -> None:
    """Work on one question, and report the progress."""
    from tilewright.studio.questions import Questions
    from tilewright.studio.requests import Requests
    from tilewright.studio.warm import WORKSPACE

    _begin(SOLVER_MEMORY)
    limit_time(int(LONGEST) * WORKERS)
    request = _received(pipe)
    if request is None:
        return
    questions = Questions(Requests(files, WORKSPACE), lambda news: _send(pipe, {"id": request.id, "news": news}))
    _answer(pipe, request, questions.answer)


def serve_editor(pipe: Connection, files: StudioFiles) -> None:
    """Run the language server of a page."""
    from tilewright.studio.language import serve
    from tilewright.studio.warm import WORKSPACE

    _begin(MEMORY)
    asyncio.run(serve(pipe, files, WORKSPACE))


def _answer(pipe: Connection, request: Message, work: Callable[[str, dict[str, Any]], dict[str, Any]]) -> None:
    """Send the answer to a request; an exception is logged, and the page gets `FAULT`."""
    try:
        answer = work(request.do, request.args)
    except Exception:
        _LOG.exception("a request")
        answer = FAULT
    _send(pipe, {"id": request.id, "answer": answer})


def _received(pipe: Connection) -> Message | None:
    """The next request; None if the pipe is closed."""
    try:
        return message_of(pipe.recv_bytes())
    except (EOFError, OSError):
        return None


def _send(pipe: Connection, message: dict[str, Any]) -> None:
    pipe.send_bytes(json.dumps(message).encode())
