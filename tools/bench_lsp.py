"""How soon the language server answers: each key of a card typed over standard input and output, and hostile texts.

Prints the table of docs/benchmarks.md on editors; needs the packages of `pip install "tilewright[lsp]"`.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CARD = ROOT / "cards/dragon-castle/fan/editor.tw"
DENSE = """\
dragon editor
  name en "Editor"

  let tower be a stack on floor 3 or higher
  let gates be count of shrines on the border
  let summit be the largest height of stacks
  score 2 for each tower where any neighbor is a shrine
  score gates if gates > gates of the left player, 1 if gates = gates of the left player
  for each row
    let own be count of its face-up tiles
    score 1 if own >= 3
    score largest size of groups of stacks in it
  score 1 for each shrine where no neighbor is taller
  score count of different heights of stacks read as 2: 1, 3: 3, 4: 6, 5 or more: 10
  choose a row and a column
    for each chosen line
      score count of shrines in it
  score 3 for each run of tiles with consecutive numbers where size >= 3
  score 1 for each pair of adjacent tiles with the same type
  score summit / 2
"""
HOSTILE = {
    "20,000 parentheses": "dragon x\n  score " + "(" * 20_000,
    "3,000 names": "dragon x\n" + "".join(f"  let n{i} be {i}\n" for i in range(3000)) + "  score 1\n",
    "10,000 bad lines": "dragon x\n" + "  scre 1\n" * 10_000,
    "5,000 cards": "".join(f"dragon x{i}\n  score 1 for each stack\n" for i in range(5000)),
    "256 KiB of signs": "dragon x\n  " + "%$" * 130_000,
    "256 KiB of notes": "dragon x\n" + "# a\n" * 65_000,
}


class Client:
    """Talks to a server as an editor does."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tilewright", "lsp"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.request("initialize", {"processId": None, "rootUri": ROOT.as_uri(), "capabilities": {}})
        self.send("initialized", {})

    def send(self, method: str, params: object, **more: object) -> None:
        """Send a message."""
        assert self.process.stdin
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """The next message of the server."""
        assert self.process.stdout
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        found: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return found

    def request(self, method: str, params: object) -> dict[str, Any]:
        """The answer to a request."""
        self.number += 1
        self.send(method, params, id=self.number)
        while (found := self.receive()).get("id") != self.number:
            pass
        return found

    def checked(self, version: int) -> dict[str, Any]:
        """The problems of a version of the text."""
        while True:
            found = self.receive()
            if found.get("method") == "textDocument/publishDiagnostics" and found["params"].get("version") == version:
                return found


def main() -> None:
    """Print the table."""
    client, uri = Client(), CARD.as_uri()
    document = {"uri": uri, "languageId": "tilewright", "version": 0, "text": DENSE}
    begin = time.perf_counter()
    client.send("textDocument/didOpen", {"textDocument": document})
    client.checked(0)
    print("| | median | slowest |\n|---|---|---|")
    print(f"| first check, including the game file | {1000 * (time.perf_counter() - begin):.0f} ms | |")
    times: dict[str, list[float]] = {"problems, from the last key": [], "completion": [], "hover": []}
    version = 0
    start = DENSE.index("  score 3 for each run")
    for end in range(start, start + 110, 2):
        version += 1
        text = DENSE[:end] + DENSE[DENSE.index("\n", end) :]
        line, character = text[:end].count("\n"), len(text[:end].rpartition("\n")[2])
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        identifier = {"uri": uri, "version": version}
        begin = time.perf_counter()
        client.send("textDocument/didChange", {"textDocument": identifier, "contentChanges": [{"text": text}]})
        client.checked(version)
        times["problems, from the last key"].append(time.perf_counter() - begin)
        for name in ("completion", "hover"):
            begin = time.perf_counter()
            client.request(f"textDocument/{name}", place)
            times[name].append(time.perf_counter() - begin)
    for name, found in times.items():
        milliseconds = sorted(1000 * seconds for seconds in found)
        print(f"| {name} | {statistics.median(milliseconds):.0f} ms | {milliseconds[-1]:.0f} ms |")
    for name, text in HOSTILE.items():
        version += 1
        identifier = {"uri": uri, "version": version}
        begin = time.perf_counter()
        client.send("textDocument/didChange", {"textDocument": identifier, "contentChanges": [{"text": text}]})
        client.checked(version)
        checked = time.perf_counter() - begin
        begin = time.perf_counter()
        for method in ("completion", "hover", "documentSymbol", "semanticTokens/full", "formatting"):
            place = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 4}, "options": {}}
            place["options"] = {"tabSize": 2, "insertSpaces": True}
            client.request(f"textDocument/{method}", place)
        print(f"{name}: checked in {checked:.2f} s, five requests in {time.perf_counter() - begin:.2f} s")
    client.process.kill()


if __name__ == "__main__":
    main()
