"""What anybody may send to the studio: every answer has its headers, and no message of any shape is a fault."""

from __future__ import annotations

import asyncio
import copy
import http.client
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cases import mostly_slow
from quarry import CARD, PUZZLE, lay_out
from tilewright.packs.workspace import Workspace
from tilewright.studio import page as studio_page
from tilewright.studio.app import RESTING
from tilewright.studio.files import NoFile, StudioFiles
from tilewright.studio.messages import MOST_DEPTH, QUESTIONS, json_of, message_of
from tilewright.studio.page import Child, IdleProcesses, Page
from tilewright.studio.questions import Questions
from tilewright.studio.requests import Requests
from tilewright.studio.serving import PATIENCE, ImpatientProtocol

WALL = {"name": "folder/wall.tw", "text": CARD}
STONES = {"name": "folder/b.puzzle.yaml", "text": PUZZLE}
SETUP = {
    "game": "quarry",
    "players": [{"name": "Ada", "bot": ""}, {"name": "Bo", "bot": "random"}],
    "cards": [],
    "layouts": {},
    "seed": 1,
}
SOUND: list[tuple[str, dict[str, Any]]] = [
    ("hello", {}),
    ("read", {"name": "folder/wall.tw"}),
    ("save", {"name": "folder/new.tw", "text": "?", "stamp": None}),
    ("show", {**WALL, "state": {"players": [{"name": "Ada", "board": ".", "counters": {}}], "cards": []}}),
    *(
        ("show", {**WALL, "act": act})
        for act in (
            {"do": "put", "space": 0, "what": "G1", "player": 0},
            {"do": "size", "rows": 3, "columns": 3},
            {"do": "players", "count": 2},
            {"do": "counter", "name": "points", "value": 3},
            {"do": "write", "text": "."},
        )
    ),
    ("show", {**STONES, "act": {"do": "take", "space": 1}}),
    ("position", WALL),
    ("blank", {"name": "folder/new.tw", "game": "quarry", "class": "pit"}),
    ("picture", {**WALL, "format": "svg"}),
    ("play", {"setup": SETUP, "moves": [], "act": {"do": "choose", "choice": 0}}),
    ("record", {"setup": SETUP, "moves": []}),
    ("solve", {**STONES, "seconds": 1}),
    ("hint", {**STONES, "level": 1, "seconds": 1}),
    ("simulate", {"setup": SETUP, "games": 1}),
    ("bounds", {**WALL, "seconds": 1}),
    ("prove", {**WALL, "other": "score 1", "seconds": 1}),
]
"""Messages as the page sends them."""
JUNK: list[Any] = [None, True, -1, 0, 10**30, 1.5, 1e308, "", "x" * 300, "\ud800", "\x00", [], [1], {}, {"a": 1}, [[]]]
JUNK += [
    "folder/" + "n" * 300 + ".tw",
    "folder/" + "a/" * 3000 + "b.tw",
    "folder/" + "\N{GREEK SMALL LETTER ALPHA}" * 200 + ".tw",
]


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value inside of another one."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*before, key)
        yield from places(one, (*before, key))


def spoilt(args: dict[str, Any], place: tuple[Any, ...], junk: Any) -> dict[str, Any]:
    """Arguments with something else at a place."""
    found = here = copy.deepcopy(args)
    for key in place[:-1]:
        here = here[key]
    here[place[-1]] = junk
    return found


@pytest.mark.parametrize("seed", mostly_slow(range(20)))
def test_arguments_of_any_shape_are_answered(seed: int, tmp_path: Path) -> None:
    """F91: whatever stands in the place of a value that a page sends, the answer is one that JSON can say."""
    random = Random(seed)
    desk = Requests(StudioFiles(lay_out(tmp_path, puzzle=True)), Workspace())
    questions = Questions(desk, lambda news: None)
    for _ in range(60):
        do, args = random.choice([case for case in SOUND if case[1]])
        sent = spoilt(args, random.choice(list(places(args))), random.choice(JUNK))
        answer = (questions if do in QUESTIONS else desk).answer(do, sent)
        assert isinstance(answer, dict) and json.dumps(answer), (do, sent)


@pytest.mark.parametrize("name", ["n" * 252 + ".tw", "n/" * 20 + "x.tw", "a" * 5000 + "/x.tw"])
def test_names_that_no_file_has_are_refused(name: str, tmp_path: Path) -> None:
    """F91: a name of more than 255 bytes, or one in too many folders, cannot be saved, and that is all."""
    with pytest.raises(NoFile):
        StudioFiles(tmp_path).write(f"folder/{name}" if len(name) != 255 else f"folder/x{name}", "?", None)
    assert list(tmp_path.iterdir()) == []


def test_messages_are_objects_of_one_shape() -> None:
    """F91: everything else is none, however deep it is."""
    deep: Any = 1
    for _ in range(MOST_DEPTH):
        deep = [deep]
    assert json_of(json.dumps(deep)) == deep and json_of(json.dumps([deep])) is None
    for text in ("[" * 200_000, "{}", "[]", "1", "", '{"id":true,"do":"x"}', '{"id":1,"do":[]}', '{"id":[],"do":"x"}'):
        assert message_of(text) is None
    for text in ('{"id":1,"do":"stop","args":[1]}', '{"id":1,"do":"stop","args":NaN}', '{"id":1.0,"do":"stop"}'):
        assert message_of(text) is None
    found = message_of('{"id":1,"do":"stop","args":null}')
    assert found is not None and found.args == {} and message_of(found.encoded()) == found


# ------------------------------------------------------------------ a server


class Served:
    """A studio that runs, and what it has complained of."""

    def __init__(self, line: str, complaints: Path) -> None:
        found = re.fullmatch(r"The studio is at (http://([\d.]+:\d+))/#token=(\S+)\n", line)
        assert found, line
        self.origin, self.host, self.token = found.groups()
        self.complaints = complaints

    def connect(self, path: str) -> ClientConnection:
        """Connect as a page does."""
        subprotocols: Any = ["tilewright", self.token]
        origin: Any = self.origin
        return connect(f"ws://{self.host}{path}", subprotocols=subprotocols, origin=origin)


@contextmanager
def running(folder: Path, complaints: Path, *how: str) -> Iterator[Served]:
    """A studio of a folder, on any free port, run by Python as is said."""
    lay_out(folder, puzzle=True)
    command = [sys.executable, "-u", *how, "studio", str(folder), "--port", "0"]
    with (
        complaints.open("w") as stream,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stream, text=True) as process,
    ):
        assert process.stdout
        yield Served(process.stdout.readline(), complaints)
        process.terminate()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio of an own folder."""
    folder, complaints = tmp_path_factory.mktemp("hostile"), tmp_path_factory.mktemp("logs") / "stderr"
    with running(folder, complaints, "-m", "tilewright") as found:
        yield found


@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("GET", "/", {}, 200),
        ("GET", "/assets/index.html", {}, 200),
        ("GET", "/assets/studio.js", {}, 200),
        ("GET", "/palette.css", {}, 200),
        ("GET", "/no-such-page", {}, 404),
        ("GET", "/assets/../app.py", {}, 404),
        ("POST", "/", {}, 405),
        ("GET", "/work", {}, 404),
        ("GET", "/", {"Host": "elsewhere.example"}, 400),
        ("GET", "/", {"Content-Length": "no number"}, 400),
    ],
)
def test_every_answer_has_security_headers(
    served: Served, method: str, path: str, more: dict[str, str], status: int
) -> None:
    """F90: pages, files, errors, and answers to what is no request: none can be framed, and none runs a script of its own."""
    connection = http.client.HTTPConnection(served.host)
    connection.request(method, path, headers=more)
    answer = connection.getresponse()
    connection.close()
    policy = answer.headers.get_all("Content-Security-Policy") or []
    assert answer.status == status and len(policy) == 1
    assert "default-src 'none'" in policy[0] and "frame-ancestors 'none'" in policy[0]
    assert ("script-src 'self'" in policy[0]) == (path == "/" and status == 200)
    assert answer.headers["X-Content-Type-Options"] == "nosniff" and answer.headers["Referrer-Policy"] == "no-referrer"


HANDSHAKE = {
    "Host": "{host}",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


@pytest.mark.parametrize(
    ("path", "wrong", "status"),
    [
        ("/no-such-page", {}, 403),
        ("/", {}, 403),
        ("/work", {"Host": "elsewhere.example"}, 400),
        ("/work", {"Sec-WebSocket-Version": "12"}, 400),
        ("/editor", {"Sec-WebSocket-Key": "short"}, 400),
        ("/editor", {"Sec-WebSocket-Key": ""}, 400),
    ],
)
def test_a_refused_handshake_has_security_headers(
    served: Served, path: str, wrong: dict[str, str], status: int
) -> None:
    """F90: so it is with WebSockets that are not accepted, by the application or before it is asked."""
    host, port = served.host.split(":")
    lines = [f"{key}: {value.format(host=served.host)}" for key, value in {**HANDSHAKE, **wrong}.items() if value]
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall("\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode())
        with http.client.HTTPResponse(connection) as answer:
            answer.begin()
    assert answer.status == status
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff" and answer.headers["Referrer-Policy"] == "no-referrer"
    assert "Traceback" not in served.complaints.read_text("utf-8")


STRANGE: list[str | bytes] = [
    "nonsense",
    "[]",
    "null",
    b"\x00\xff",
    "[" * 200_000,
    '{"id":7,"do":"show","args":' + "[" * 900 + "]" * 900 + "}",
    '{"do":"stop","args":[1]}',
    '{"id":0,"do":"stop","args":[1]}',
    '{"id":0,"do":"stop","args":{"id":[]}}',
    '{"id":[1],"do":"hello"}',
    '{"id":true,"do":"hello"}',
    '{"id":8,"do":{}}',
    '{"id":9,"do":"show","args":7}',
    '{"id":10,"do":"\\ud800","args":{}}',
    '{"id":' + "9" * 5000 + ',"do":"hello"}',
    json.dumps({"id": 11, "do": "save", "args": {"name": f"folder/{'n' * 300}.tw", "text": "?"}}),
    json.dumps({"jsonrpc": "2.0", "id": [1], "method": 5, "params": 7}),
    json.dumps({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": []}),
    json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": 5}}}),
    json.dumps({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": {}}}),
]


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/work", "/editor"])
def test_a_page_that_sends_anything_is_still_served(served: Served, path: str) -> None:
    """F91: no message drops the connection or leaves a traceback on the server."""
    with served.connect(path) as page:
        for text in STRANGE:
            page.send(text)
        if path == "/work":
            page.send(json.dumps({"id": 99, "do": "hello"}))
            while (message := json.loads(page.recv()))["id"] != 99:
                assert "refused" in message["answer"]
        else:
            start = {"processId": None, "rootUri": "file:///", "capabilities": {}}
            page.send(json.dumps({"jsonrpc": "2.0", "id": 99, "method": "initialize", "params": start}))
            while (message := json.loads(page.recv())).get("id") != 99:
                pass
            assert "capabilities" in message["result"]
    assert "Traceback" not in served.complaints.read_text("utf-8")


@pytest.mark.parametrize("verb", ["GET", "POST"])
def test_a_body_that_is_none_gets_one_answer(served: Served, verb: str) -> None:
    """F91: the answer to a broken body ends the connection, without a second one and a traceback on the server."""
    host, port = served.host.split(":")
    with socket.create_connection((host, int(port))) as connection:
        head = f"{verb} / HTTP/1.1\r\nHost: {served.host}\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head.encode() + b"ZZ\r\n")
        answer = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    assert answer.startswith(b"HTTP/1.1 400 ") and b"frame-ancestors 'none'" in answer
    assert "Traceback" not in served.complaints.read_text("utf-8")


# ------------------------------------------------------------------ what is held open


def test_a_page_that_asks_nothing_has_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F95: connections cost no process; the first request starts one, and the next ones share it."""
    started: list[Child] = []

    async def start(child: Child) -> None:
        started.append(child)
        child.started = child.alive = True

    async def take(child: Child, message: bytes) -> None:
        assert child.alive

    monkeypatch.setattr(Child, "start", start)
    monkeypatch.setattr(Child, "send", take)

    async def send(message: dict[str, object]) -> None:
        raise AssertionError(message)

    async def asks() -> None:
        pages = [Page(StudioFiles(tmp_path), asyncio.Semaphore(), send, IdleProcesses()) for _ in range(60)]
        assert not started
        for id in (1, 2):
            message = message_of(json.dumps({"id": id, "do": "hello"}))
            assert message is not None
            await pages[0].take(message)
        for timer in pages[0].waiting.values():
            timer.cancel()

    asyncio.run(asks())
    assert len(started) == 1


def test_processes_without_anything_to_do_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """F95: of many that are idle the longest idle ones, and the rest after a while; not those that are busy again."""
    monkeypatch.setattr(studio_page, "SETTLED", 0.0)
    ended: list[int] = []
    idlers = IdleProcesses()

    async def rest() -> None:
        for child in range(studio_page.MOST + 4):
            idlers.quiet(child, partial(ended.append, child))
        idlers.busy(1)
        while len(ended) < 3:
            await asyncio.sleep(0)
        assert ended == [0, 2, 3]
        monkeypatch.setattr(studio_page, "LONGEST", 0.0)
        idlers.quiet(5, partial(ended.append, 5))
        while ended[-1] != 5:
            await asyncio.sleep(0)
        assert ended == [0, 2, 3, 5]
        for child in range(studio_page.MOST + 4):
            idlers.busy(child)

    asyncio.run(rest())


RESTLESS = "from tilewright.studio import page as studio_page; studio_page.SETTLED = studio_page.LONGEST = 0.0; from tilewright.__main__ import main; main()"


@pytest.mark.slow
def test_a_page_continues_with_another_process(tmp_path: Path) -> None:
    """F95: a page whose idle process was ended has its answers all the same, and its editor is told why its own has gone."""
    (tmp_path / "folder").mkdir()
    with running(tmp_path / "folder", tmp_path / "stderr", "-c", RESTLESS) as restless:
        with restless.connect("/work") as page:
            for id in range(1, 5):
                page.send(json.dumps({"id": id, "do": "hello"}))
                answer = json.loads(page.recv())
                assert answer["id"] == id and "files" in answer["answer"]
        with restless.connect("/editor") as page, pytest.raises(ConnectionClosed) as closed:
            page.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}))
            while True:
                page.recv()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTING
        assert "Traceback" not in restless.complaints.read_text("utf-8")


class Clock:
    """What a protocol needs of an event loop; timers are kept, and nothing waits for them."""

    def __init__(self) -> None:
        self.timers: list[Any] = []

    def call_later(self, delay: float, act: Any) -> Any:
        """Keep a timer."""
        timer = SimpleNamespace(delay=delay, act=act, due=True)
        timer.cancel = lambda: setattr(timer, "due", False)
        self.timers.append(timer)
        return timer

    def create_task(self, work: Any, **more: Any) -> Any:
        """Answer no request."""
        work.close()
        return Mock()

    def due(self) -> list[float]:
        """The times until the timers that are still waited for."""
        return [timer.delay for timer in self.timers if timer.due]


class Transport:
    """A connection that is only held."""

    aborted = False

    def __init__(self) -> None:
        self.protocol: object = None

    def abort(self) -> None:
        """End it."""
        self.aborted = True

    def get_protocol(self) -> object:
        """Whom it belongs to."""
        return self.protocol

    def get_extra_info(self, name: str) -> None:
        """Nothing is known of it."""

    def is_closing(self) -> bool:
        """It is held until it is aborted."""
        return self.aborted


def test_half_a_request_is_not_held_open() -> None:
    """F95: a request that is not whole in time is dropped, however it drips; one that is whole is not."""
    config = uvicorn.Config(lambda scope: None, http=ImpatientProtocol, ws="none", log_config=None)
    config.load()
    for request, whole in ((b"GET / HTTP/1.1\r\nHost: x\r\n", False), (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", True)):
        clock, transport = Clock(), Transport()
        loop: Any = clock
        protocol = ImpatientProtocol(config, ServerState(), {}, loop)
        transport.protocol = protocol
        held: Any = transport
        protocol.connection_made(held)
        first = clock.timers[0]
        for byte in request:
            protocol.data_received(bytes([byte]))
        assert clock.due() == ([] if whole else [PATIENCE]) and len(clock.timers) == 1
        if not whole:
            first.act()
        assert transport.aborted == (not whole)


def test_half_a_body_is_not_held_open() -> None:
    """F95: the same holds for what follows the head of a request."""
    config = uvicorn.Config(lambda scope: None, http=ImpatientProtocol, ws="none", log_config=None)
    config.load()
    clock, transport = Clock(), Transport()
    loop: Any = clock
    protocol = ImpatientProtocol(config, ServerState(), {}, loop)
    transport.protocol = protocol
    held: Any = transport
    protocol.connection_made(held)
    protocol.data_received(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1234")
    assert clock.due() == [PATIENCE]
    protocol.data_received(b"56789")
    assert clock.due() == []
