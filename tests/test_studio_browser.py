"""The studio of a browser, run in Python without what a browser lacks: the solver, WebAssembly for Python, limits of processes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tilewright.studio.browser import BrowserStudio, first_answers
from tilewright.studio.messages import FAULT

ROOT = Path(__file__).parents[1]
CARD = "dragon mine\n  score 2 for each shrine\n"
WITHOUT = """
import json, sys
from pathlib import Path
from importlib.machinery import PathFinder
missing, found = ("ortools", "wasmtime", "resource", "typst", "altair", "vl_convert"), PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name in missing else found(name, *more)
sys.platform = "emscripten"
from tilewright.studio.browser import BrowserStudio
studio = BrowserStudio(Path(sys.argv[1]), lambda path, text: print(text))
for line in sys.stdin:
    studio.work(line)
"""


class Page:
    """A page whose studio posts into a list."""

    def __init__(self, folder: Path) -> None:
        self.posted: list[tuple[str, dict[str, Any]]] = []
        self.studio = BrowserStudio(folder, lambda path, text: self.posted.append((path, json.loads(text))))

    def ask(self, do: str, **args: Any) -> dict[str, Any]:
        """The answer to a request."""
        self.studio.work(json.dumps({"id": len(self.posted), "do": do, "args": args}))
        path, message = self.posted[-1]
        assert path == "work"
        answer: dict[str, Any] = message["answer"]
        return answer


def test_files_of_the_browser_are_those_of_the_folder(tmp_path: Path) -> None:
    """What the browser has kept is there, and a name that leads out of the folder is passed over."""
    page = Page(tmp_path)
    page.studio.keep("folder/cards/mine.tw", CARD)
    page.studio.keep("folder/cards/mine.tw", CARD + "\n")
    page.studio.keep("folder/../out.tw", CARD)
    assert page.ask("read", name="folder/cards/mine.tw")["text"] == CARD + "\n"
    assert [name for name in page.ask("files")["files"] if name.startswith("folder/")] == ["folder/cards/mine.tw"]
    stamp = page.ask("watch", name="folder/cards/mine.tw")["stamp"]
    assert page.ask("save", name="folder/cards/mine.tw", text=CARD, stamp=stamp)["stamp"] != stamp
    page.studio.work("no message")
    assert not (tmp_path.parent / "out.tw").exists()


def test_the_editor_is_answered(tmp_path: Path) -> None:
    """The language server comes with its first message, and answers from the loop of events, which a browser has too."""
    page = Page(tmp_path)
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}

    async def asked() -> None:
        page.studio.editor(json.dumps(begin))
        while not page.posted:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(asked(), 60))
    path, message = page.posted[-1]
    assert (path, message["id"]) == ("editor", 1) and "capabilities" in message["result"]


@pytest.mark.slow
def test_first_answers_are_the_same_for_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Worked out in one folder, they are those of another one, and say nothing of either; examples open with their text."""
    monkeypatch.setenv("TILEWRIGHT_ENGINE", "")  # put back after it, for beginnings of games set it
    folders = [tmp_path / "a", tmp_path / "else"]
    for folder in folders:
        folder.mkdir()
    found, other = ([one | {} for one in first_answers(Page(folder).studio)] for folder in folders)
    assert found == other
    assert str(tmp_path) not in json.dumps(found)
    texts = {one["args"]["name"]: one["answer"]["text"] for one in found if one["do"] == "read"}
    assert texts and all(
        (ROOT / "cards" / name.removeprefix("packs/")).read_text("utf-8") == text for name, text in texts.items()
    )
    assert all(one["answer"]["svg"] for one in found if one["do"] in ("beginning", "thumbnail"))


def test_without_a_solver_it_says_which_command_answers(tmp_path: Path) -> None:
    """Cards are checked, scored and played with; a question for the solver is answered by its command."""
    file = {"name": "folder/my card.tw", "text": CARD}
    players = [{"name": "You", "bot": ""}, {"name": "Bot", "bot": "greedy"}]
    setup = {"game": "dragon-castle", "players": players, "cards": [], "layouts": {}, "seed": 1}
    asked: list[tuple[str, dict[str, Any]]] = [
        ("hello", {}),
        ("show", file),
        ("play", {"setup": setup, "moves": []}),
        ("bounds", file),
        ("prove", {**file, "other": "score 1 for each shrine"}),
        ("solve", {**file, "why": True}),
        ("review", {"setup": 1}),
    ]
    lines = "".join(json.dumps({"id": i, "do": do, "args": args}) + "\n" for i, (do, args) in enumerate(asked))
    command = [sys.executable, "-c", WITHOUT, str(tmp_path)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    hello, shown, played, bounds, prove, solve, review = (json.loads(one)["answer"] for one in done.stdout.splitlines())
    assert hello["folder"] == "browser" and "dragon-castle" in {one["game"] for one in hello["layouts"]}
    assert shown["kind"] == "cards" and "refused" not in played
    assert bounds["refused"].endswith("run: tilewright bounds 'my card.tw'")
    assert prove["refused"].endswith("run: tilewright prove 'my card.tw' 'score 1 for each shrine'")
    assert solve["refused"].endswith("run: tilewright solve 'my card.tw' --why")
    assert "refused" in review


def test_a_fault_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """What goes wrong in a request is logged, and the page does not wait for ever."""
    page = Page(tmp_path)

    def fails(args: dict[str, Any]) -> dict[str, Any]:
        raise RuntimeError("a fault")

    monkeypatch.setitem(page.studio.desk.answers, "hello", fails)
    assert page.ask("hello") == FAULT
    assert "a fault" in caplog.text
