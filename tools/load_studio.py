"""Many people at one studio: each changes a card every 3 seconds and solves a small puzzle a minute.

Prints how long answers took. A change is sent as the page sends it: the text is checked, and scored on its board.
Fails when something was refused or lost, or the median of the checks is 200 ms or more.

    python tools/load_studio.py --people 50 --seconds 60
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PACK = Path(__file__).parents[1] / "cards" / "dragon-castle"
EVERY, SOLVES = 3.0, 60.0
"""Seconds between two changes of one person, and between two puzzles."""
LONGEST = 0.2


class Person:
    """Somebody at the studio; `checks` and `solves` are the seconds that answers took, `faults` what went wrong."""

    def __init__(self, socket: ClientConnection, number: int) -> None:
        self.socket, self.random, self.number = socket, Random(number), number
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.checks, self.solves, self.faults = list[float](), list[float](), list[str]()

    async def listen(self) -> None:
        """Take the answers."""
        async for text in self.socket:
            message = json.loads(text)
            if "answer" in message:
                self.waiting.pop(message["id"]).set_result(message["answer"])

    async def ask(self, do: str, args: dict[str, Any], times: list[float]) -> None:
        """Ask something, and note how long the answer takes."""
        id = len(self.checks) + 1000 * len(self.solves) + 1_000_000 * (do == "solve")
        answer = self.waiting[id] = asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        await self.socket.send(json.dumps({"id": id, "do": do, "args": args}))
        found = await answer
        times.append(time.perf_counter() - start)
        if "refused" in found:
            self.faults.append(f"{do}: {found['refused']}")

    async def write(self, card: str, until: float) -> None:
        """Change a card over and over."""
        await asyncio.sleep(self.random.uniform(0, EVERY))
        while time.perf_counter() < until:
            text = re.sub(r"score \d+", f"score {self.random.randint(1, 9)}", card)
            await self.ask("show", {"name": f"folder/card-{self.number}.tw", "text": text}, self.checks)
            await pause(EVERY, until)

    async def solve(self, puzzle: str, until: float) -> None:
        """Solve a puzzle over and over."""
        await pause(self.random.uniform(0, SOLVES), until)
        while time.perf_counter() < until:
            args = {"name": f"folder/puzzle-{self.number}.puzzle.yaml", "text": puzzle, "seconds": 30}
            await self.ask("solve", args, self.solves)
            await pause(SOLVES, until)


async def pause(seconds: float, until: float) -> None:
    """Wait, but not longer than there is work."""
    await asyncio.sleep(max(0.0, min(seconds, until - time.perf_counter())))


async def crowd(address: str, people: int, seconds: float) -> list[Person]:
    """Let people work for a while; they come one after another within a few seconds."""
    origin, token = address.split("/#token=")
    card = (PACK / "fan" / "serenity.tw").read_text("utf-8")
    puzzle = (PACK / "puzzles" / "two-roofs.puzzle.yaml").read_text("utf-8")
    found, listening = list[Person](), list[asyncio.Task[None]]()
    for number in range(people):
        url = origin.replace("http", "ws") + "/work"
        socket = await connect(url, subprotocols=["tilewright", token], origin=origin, max_size=None)  # type: ignore[arg-type, list-item]
        found.append(Person(socket, number))
        listening.append(asyncio.ensure_future(found[-1].listen()))
    for one in found:  # a page has its first answer before anybody types
        await one.ask("hello", {}, [])
    until = time.perf_counter() + seconds
    await asyncio.gather(*(work for one in found for work in (one.write(card, until), one.solve(puzzle, until))))
    for one in found:
        await one.socket.close()
    await asyncio.gather(*listening)
    return found


async def main(people: int, seconds: float) -> int:
    """Start a studio, let people work at it, and tell the times; 1 when it was too slow or something failed."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-u", "-m", "tilewright", "studio", folder, "--port", "0"]
        studio = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        assert studio.stdout
        address = re.findall(r"http://\S+", (await studio.stdout.readline()).decode())[0]
        try:
            found = await crowd(address, people, seconds)
        finally:
            studio.terminate()
            await studio.wait()
    faults = [fault for one in found for fault in one.faults]
    checks = [seconds for one in found for seconds in one.checks]
    solves = [seconds for one in found for seconds in one.solves]
    print(f"{people} people, {seconds:g} s")
    for name, times in (("checks", checks), ("solves", solves)):
        print(f"{name}: {latency_summary(times)}")
    print(f"errors: {len(faults)}{': ' + faults[0] if faults else ''}")
    return int(bool(faults) or statistics.median(checks) >= LONGEST)


def latency_summary(times: list[float]) -> str:
    """How many there were, their median, the 95th in a hundred, and the worst, in milliseconds."""
    if not times:
        return "none"
    ordered = sorted(1000 * one for one in times)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{len(times)}, median {statistics.median(ordered):.0f} ms, 95% {late:.0f} ms, worst {ordered[-1]:.0f} ms"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    sys.exit(asyncio.run(main(arguments.people, arguments.seconds)))
