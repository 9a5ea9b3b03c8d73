"""The studio without a browser: what a page asks for, which files it may see, and what ends what takes too long."""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from quarry import CARD, GAME, PACK, POSITION, PUZZLE, lay_out
from tilewright.packs.workspace import Workspace
from tilewright.play.prompts import with_picked
from tilewright.source import Source
from tilewright.studio.boards import RefusedEdit, edited, empty
from tilewright.studio.files import NoFile, StudioFiles, stamp
from tilewright.studio.language import Addresses
from tilewright.studio.plays import GameLog
from tilewright.studio.questions import Questions
from tilewright.studio.requests import Requests
from tilewright.table.board import Board

ROOT = Path(__file__).parents[1]


@pytest.fixture
def quarry(tmp_path: Path) -> Path:
    """A folder with a pack of a small game, a card, a position and a puzzle."""
    folder = tmp_path / "quarry"
    folder.mkdir()
    return lay_out(folder, puzzle=True)


@pytest.fixture
def requests(quarry: Path) -> Requests:
    """What answers the requests of a page that has the folder open."""
    return Requests(StudioFiles(quarry), Workspace())


def shown(requests: Requests, name: str, **more: Any) -> dict[str, Any]:
    """What is shown of a file of the folder."""
    text = requests.files.read(f"folder/{name}").text
    return requests.answer("show", {"name": f"folder/{name}", "text": text, **more})


# ------------------------------------------------------------------ files


@pytest.mark.parametrize(
    "name",
    [
        "folder/../secret.tw",
        "folder//etc/x.tw",
        "/etc/x.tw",
        "folder/.git/x.yaml",
        "folder/pack.py",
        "else/x.tw",
        "folder/",
    ],
)
def test_only_files_of_the_folder_have_names(requests: Requests, name: str) -> None:
    """A name that leads out of the folder, to hidden files or to files of other kinds is refused."""
    with pytest.raises(NoFile):
        requests.files.path(name)
    assert "refused" in requests.answer("read", {"name": name})


def test_no_link_leads_out(quarry: Path, tmp_path: Path) -> None:
    """Links are not listed, and what is one or lies behind one is neither read nor written."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.tw").write_text("secret", "utf-8")
    (quarry / "link.tw").symlink_to(outside / "secret.tw")
    (quarry / "inside").symlink_to(outside)
    files = StudioFiles(quarry)
    assert not [name for name in files.names() if "link" in name or "secret" in name]
    for name in ("folder/link.tw", "folder/inside/secret.tw", "folder/inside/new.tw"):
        with pytest.raises(NoFile):
            files.read(name)
        with pytest.raises(NoFile):
            files.write(name, "x", None)
    assert [path.name for path in outside.iterdir()] == ["secret.tw"]


def test_a_file_is_written_over_the_text_that_was_read(requests: Requests, quarry: Path) -> None:
    """Saving replaces the text that was read; a text that changed meanwhile, and those of packs, stay."""
    read = requests.answer("read", {"name": "folder/wall.tw"})
    saved = requests.answer("save", {"name": "folder/wall.tw", "text": "one\n", "stamp": read["stamp"]})
    assert (quarry / "wall.tw").read_text("utf-8") == "one\n" and saved["stamp"] == stamp("one\n")
    again = requests.answer("save", {"name": "folder/wall.tw", "text": "two\n", "stamp": read["stamp"]})
    assert "changed on disk" in again["refused"] and (quarry / "wall.tw").read_text("utf-8") == "one\n"
    new = requests.answer("save", {"name": "folder/more/new.tw", "text": "three\n", "stamp": None})
    assert "folder/more/new.tw" in new["files"]
    bundled = next(name for name in requests.files.names() if name.startswith("packs/"))
    assert "cannot be changed" in requests.answer("save", {"name": bundled, "text": "x", "stamp": None})["refused"]


# ------------------------------------------------------------------ boards


def test_a_card_is_scored_on_a_board_of_clicks(requests: Requests) -> None:
    """Pieces put on the empty board of a card change its score, and the reasons name the spaces and the line."""
    found = shown(requests, "wall.tw")
    assert found["kind"] == "cards" and found["players"][0]["total"] == 0
    for space in (0, 0, 1, 1):
        act = {"do": "put", "what": found["tools"][0]["tools"][0]["what"], "space": space}
        found = shown(requests, "wall.tw", state=found["state"], act=act)
    total = found["players"][0]["total"]
    lines = [line for part in found["players"][0]["parts"] for line in part["lines"]]
    assert total == sum(item["points"] for line in lines for item in line["items"]) != 0
    own = next(line for line in lines if "from" in line)
    assert CARD[own["from"] : own["to"]] == own["text"]


def test_acts_do_what_they_say(requests: Requests) -> None:
    """Each act changes one stack; what cannot be is refused with the reason."""
    game = Workspace().resolver(requests.files.path("folder/wall.tw")).above()
    assert not isinstance(game, list) and game is not None
    board = empty(game.game, 2, 2)
    code = game.game.kinds[0].code

    def after(*acts: tuple[str, str]) -> str:
        changed: Board = board
        for do, what in acts:
            changed = edited(changed, game.game, do, 0, what)
        return repr(changed.stacks[0])

    assert after(("down", ""), ("down", ""), ("put", code)) == f"2{code}"
    assert after(("put", code), ("put", code), ("take", "")) == code
    assert after(("down", ""), ("turn", code)) == code
    assert after(("put", code), ("put", code), ("turn", "")) == "2"
    for wrong in [[("turn", code)], [("put", code), ("down", "")], [("put", "no such")], [("cap", "no such")]]:
        with pytest.raises(RefusedEdit):
            after(*wrong)
    with pytest.raises(RefusedEdit):
        edited(board, game.game, "put", 99, code)


def test_a_position_is_scored_for_every_player_and_written_again(requests: Requests) -> None:
    """The boards of a position are shown with scores; changed ones become the text of a position."""
    found = shown(requests, "a.position.yaml")
    assert found["kind"] == "position" and all("total" in player for player in found["players"])
    act = {"do": "take", "space": 0}
    taken = shown(requests, "a.position.yaml", state=found["state"], act=act)
    text = requests.answer("position", {"name": "folder/a.position.yaml", "text": POSITION, "state": taken["state"]})
    again = requests.answer("show", {"name": "folder/a.position.yaml", "text": text["text"]})
    assert again["state"]["players"][0]["board"] == taken["state"]["players"][0]["board"]


def test_a_puzzle_is_played_by_its_rules(requests: Requests) -> None:
    """What is left to place counts down, what lay there stays, and faults are told."""
    found = shown(requests, "b.puzzle.yaml")
    assert found["tools"][0]["tools"][0]["left"] == 1
    assert found["problems"] == ["not placed: R1"]
    refused = shown(requests, "b.puzzle.yaml", state=found["state"], act={"do": "take", "space": 0})
    assert refused["said"] and refused["state"] == found["state"]
    done = shown(requests, "b.puzzle.yaml", state=found["state"], act={"do": "put", "what": "R1", "space": 2})
    assert done["problems"] == [] and done["said"] == ""
    second = shown(requests, "b.puzzle.yaml", state=done["state"], act={"do": "put", "what": "R1", "space": 3})
    assert "no other" in second["said"]


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"name": 3, "text": []},
        {"name": "folder/wall.tw", "text": "\0"},
        {"name": "folder/wall.tw", "text": CARD, "state": {"players": []}},
        {"name": "folder/wall.tw", "text": CARD, "state": {"players": [{}], "extra": 1}},
        {"name": "folder/wall.tw", "text": CARD, "act": {"do": "put"}},
        {"name": "folder/wall.tw", "text": CARD, "act": {"do": "size", "rows": 10**9, "columns": 2}},
        {"name": "folder/wall.tw", "text": CARD, "act": {"do": "players", "count": -1}},
        {"name": "folder/wall.tw", "text": CARD, "act": {"do": "write", "text": "?" * 50000}},
    ],
)
def test_hostile_requests_are_answered(requests: Requests, args: dict[str, Any]) -> None:
    """A request that makes no sense has an answer in words."""
    found = requests.answer("show", args)
    assert found.get("refused") or found.get("said")


@pytest.mark.slow
def test_questions_are_proved(requests: Requests) -> None:
    """A puzzle is solved with proof, a card bounded, two cards compared, and hints tell no more than asked."""
    news = list[dict[str, Any]]()
    questions = Questions(requests, news.append)
    puzzle = {"name": "folder/b.puzzle.yaml", "text": PUZZLE}
    solved = questions.answer("solve", {**puzzle, "why": True})
    assert [told["state"] for told in news if "state" in told][-1] == solved["state"]  # the best so far, on the board
    assert any("each part by itself" in line for line in solved["why"])
    assert solved["proved"] and solved["state"]["players"][0]["board"] != "1 1 | . ."
    assert len(questions.answer("hint", {**puzzle, "level": 1})["spaces"]) == 2
    card = {"name": "folder/wall.tw", "text": CARD, "seconds": 20}
    assert "refused" in questions.answer("bounds", card)  # blocks may lie on blocks placed before them
    twins = requests.files.read("packs/cairns/sights/twins.tw").text
    assert questions.answer("bounds", {"name": "packs/cairns/sights/twins.tw", "text": twins})["proved"]
    same = {"name": "packs/cairns/sights/twins.tw", "text": twins, "other": "twins"}
    assert questions.answer("prove", same)["words"].startswith("proved: ")
    assert questions.answer("prove", {**card, "other": "7"})["words"].startswith("different: ")
    assert "refused" in questions.answer("prove", {**card, "other": "score score"})
    assert "refused" in questions.answer("solve", card)


SAY = {"name": "folder/my road.tw", "game": "dragon-castle", "class": "dragon", "language": "en"}


@pytest.mark.slow
def test_a_sentence_is_a_card(requests: Requests) -> None:
    """The sentence to be printed comes back as a card, which the page can show and score; if it can mean two rules, first at once."""
    news = list[dict[str, Any]]()
    questions = Questions(requests, news.append)
    road = {**SAY, "say": " 3 points for each row with a shrine and no face-up tile. "}
    card = questions.answer("draft", road)["text"]
    assert card.startswith("dragon my-road\n") and news == []
    assert card.endswith("\n\n  score 3 for each row where it has a shrine and it has no face-up tile\n")
    assert requests.answer("show", {"name": SAY["name"], "text": card})["kind"] == "cards"
    card = questions.answer("draft", {**SAY, "say": "Each shrine next to 2 taller stacks scores 1 point."})["text"]
    for found in (news[0]["text"], card):
        assert "  # The text can also mean this; it scores 1 instead of 0 on " in found
    ability = {**SAY, "class": "spirit", "language": "fr"}
    assert "\n  ability" in questions.answer("draft", {**ability, "say": "Défaussez une tuile face visible."})["text"]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"say": "1 point for each shrin."}, "did you mean 'shrine'?"),
        ({"say": 'two "words"'}, "double quotes"),
        ({"say": "1 point.", "language": "xx"}, "no words in 'xx'"),
        ({"say": "1 point.", "class": "crown"}, "no class 'crown'"),
        ({"say": "1 point.", "game": "chess"}, "chess"),
        ({}, "cannot be understood"),
    ],
)
def test_a_sentence_that_makes_no_card_is_answered(requests: Requests, more: dict[str, str], why: str) -> None:
    """What is not understood is placed in the text; what cannot be asked for is refused in words."""
    answer = Questions(requests, lambda news: None).answer("draft", {**SAY, **more})
    assert why in answer.get("refused", answer.get("help", ""))
    assert "refused" in answer or more["say"][answer["start"] : answer["end"]] == "shrin"


def test_any_game_may_understand_a_sentence(requests: Requests) -> None:
    """Where the class that is asked for does not understand it, the first class that does; games without the language are passed over."""
    questions = Questions(requests, lambda news: None)
    german = {**SAY, "game": "cairns", "class": "sight", "language": "de", "anywhere": True}
    assert "start" in questions.answer("draft", {**german, "say": "Winke dem Mond."})
    ability = {**SAY, "game": "cairns", "class": "sight", "say": "Draw a tile, then place it.", "anywhere": True}
    found = questions.answer("draft", ability)
    assert (found["game"], found["class"]) == ("dragon-castle", "spirit")
    assert found["text"].endswith("\n  ability\n    draw a tile\n    place it\n")
    assert "start" in questions.answer("draft", ability | {"anywhere": False})


def test_addresses_are_names_of_files(quarry: Path) -> None:
    """The editor's messages speak of names; other files are not passed on, nor told of."""
    addresses = Addresses(StudioFiles(quarry))
    inside = {"textDocument": {"uri": "file:///folder/wall.tw"}}
    real = addresses.inward(inside)
    assert real["textDocument"]["uri"] == (quarry / "wall.tw").as_uri()
    assert addresses.outward(real) == inside
    for uri in ("file:///etc/passwd", "file:///folder/../x.tw", "http://x/y.tw", "file:///folder/%2e%2e/x.tw"):
        with pytest.raises(NoFile):
            addresses.inward({"textDocument": {"uri": uri}})
    places = {"result": [{"uri": "file:///etc/x.tw"}, {"uri": (quarry / "wall.tw").as_uri()}]}
    assert addresses.outward(places) == {"result": [{"uri": "file:///folder/wall.tw"}]}
    command = {"command": "show", "arguments": [(quarry / "wall.tw").as_uri(), "file:///etc/x.tw", 7]}
    assert addresses.outward({"command": command})["command"]["arguments"] == ["file:///folder/wall.tw", None, 7]


# ------------------------------------------------------------------ the server


class Served:
    """A studio that runs: its address and its token."""

    def __init__(self, line: str) -> None:
        found = re.fullmatch(r"The studio is at (http://([\d.:]+))/#token=(\S+)\n", line)
        assert found, line
        self.origin, self.host, self.token = found.groups()

    def connect(self, path: str = "/work", token: str | None = None, **more: Any) -> ClientConnection:
        """Connect as a page does."""
        protocols = ["tilewright", token or self.token]
        return connect(f"ws://{self.host}{path}", subprotocols=protocols, **{"origin": self.origin, **more})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio of an own folder, on any free port."""
    folder = tmp_path_factory.mktemp("served")
    for name, text in {"pack.yaml": PACK, "game.tw": GAME, "wall.tw": CARD, "b.puzzle.yaml": PUZZLE}.items():
        (folder / name).write_text(text, "utf-8")
    command = [sys.executable, "-u", "-m", "tilewright", "studio", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield Served(process.stdout.readline())
        process.terminate()


def ask(connection: ClientConnection, id: int, do: str, **args: Any) -> dict[str, Any]:
    """The answer to a request; what is told of its progress is passed over."""
    connection.send(json.dumps({"id": id, "do": do, "args": args}))
    while True:
        message = json.loads(connection.recv())
        if message["id"] == id and "answer" in message:
            answer: dict[str, Any] = message["answer"]
            return answer


def test_a_page_is_served_by_child_processes(served: Served) -> None:
    """Requests are answered, a question tells its progress and its proof, and a stop stops."""
    with served.connect() as page:
        assert "folder/wall.tw" in ask(page, 1, "hello")["files"]
        found = ask(page, 2, "show", name="folder/wall.tw", text=CARD)
        assert found["kind"] == "cards"
        assert ask(page, 3, "solve", name="folder/b.puzzle.yaml", text=PUZZLE)["proved"]
        page.send(json.dumps({"id": 4, "do": "bounds", "args": {"name": "folder/wall.tw", "text": CARD}}))
        page.send(json.dumps({"id": 5, "do": "stop", "args": {"id": 4}}))
        while (message := json.loads(page.recv())).get("answer") is None:
            pass
        assert message == {"id": 4, "answer": {"stopped": True}}
        page.send("nonsense")
        page.send("[]")
        assert "refused" in ask(page, 6, "no such request")


def test_the_editor_is_reported_problems(served: Served) -> None:
    """The language server answers over a connection of its own, under the names of the files."""
    start = {"processId": None, "rootUri": "file:///", "capabilities": {}}
    text = {
        "uri": "file:///folder/new.tw",
        "languageId": "tilewright",
        "version": 1,
        "text": CARD.replace("wall", "wal", 1) + "?",
    }
    with served.connect("/editor") as editor:
        editor.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": start}))
        assert json.loads(editor.recv())["result"]["capabilities"]
        editor.send(json.dumps({"jsonrpc": "2.0", "method": "initialized", "params": {}}))
        secret = {"uri": "file:///etc/passwd", "languageId": "tilewright", "version": 1, "text": "?"}
        for document in (secret, text):
            params = {"textDocument": document}
            editor.send(json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params}))
        told = json.loads(editor.recv())
        assert told["params"]["uri"] == "file:///folder/new.tw" and told["params"]["diagnostics"]


def test_what_a_page_loads_is_compressed_and_loaded_once(served: Served) -> None:
    """The program of the page takes less than half of its size on the way, and nothing when the browser has it."""
    request = Request(f"{served.origin}/assets/studio.js", headers={"Accept-Encoding": "gzip"})
    with urlopen(request) as answer:
        content, stamp_of_it = answer.read(), answer.headers["ETag"]
        assert answer.headers["Content-Encoding"] == "gzip"
    whole = gzip.decompress(content)
    assert 2 * len(content) < len(whole) == (ROOT / "engine/tilewright/studio/assets/studio.js").stat().st_size
    with pytest.raises(HTTPError) as kept:
        urlopen(Request(request.full_url, headers={"If-None-Match": stamp_of_it}))
    assert kept.value.code == 304
    kept.value.close()


@pytest.mark.parametrize("path", ["/work", "/editor"])
def test_strangers_are_refused(served: Served, path: str) -> None:
    """A connection without the token, or from a page of another origin, or under another name, is refused."""
    for more in ({"token": "wrong"}, {"origin": "http://elsewhere.example"}, {"origin": None}):
        with served.connect(path, **more) as page, pytest.raises(ConnectionClosed) as closed:
            page.recv()
        assert closed.value.rcvd and closed.value.rcvd.code == 4403
    with pytest.raises(InvalidStatus):
        served.connect(path, additional_headers={"Host": "elsewhere.example"})


SPIN = """
from tilewright.studio.limits import limit_memory, limit_time
limit_memory(512 << 20)
try:
    bytearray(1 << 30)
except MemoryError:
    print("refused", flush=True)
    limit_time(0)
    while True:
        pass
"""


@pytest.mark.slow
def test_limits_end_a_process() -> None:
    """A process that takes too much memory is told so, and one that takes too much time is ended."""
    run = subprocess.run([sys.executable, "-c", SPIN], stdout=subprocess.PIPE, text=True, check=False)
    assert run.stdout == "refused\n" and run.returncode < 0  # ended by a signal


# ------------------------------------------------------------------ what is built


def web_assets() -> ModuleType:
    """The tool that builds the page."""
    spec = importlib.util.spec_from_file_location("web_assets", ROOT / "tools" / "web_assets.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_built_of_its_sources() -> None:
    """The assets are those of the sources in web/: `make web` has been run."""
    tool = web_assets()
    assert tool.STAMP.read_text("utf-8").strip() == tool.hash_of_sources()
    for name in tool.COPIED:
        assert (tool.ASSETS / name).read_text("utf-8") == tool.copied(name)


def test_nothing_is_loaded_from_elsewhere() -> None:
    """The page names no address outside, and has no script and no style in itself."""
    tool = web_assets()
    page = (tool.ASSETS / "index.html").read_text("utf-8")
    assert not re.search(r"https?://|<style|style=|\son\w+=|<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"@import|url\(", (tool.ASSETS / "studio.css").read_text("utf-8"))


def test_a_puzzle_is_solved_when_its_best_is_reached(requests: Requests) -> None:
    """Only a board that may be and has the score that the file tells is called solved."""
    puzzle = requests.files.path("packs/dragon-castle/puzzles/two-roofs.puzzle.yaml").read_text("utf-8")
    args = {"name": "folder/x.puzzle.yaml", "text": puzzle}
    start = requests.answer("show", args)
    assert start["solved"] is False
    answer = Questions(requests, lambda news: None).answer("solve", {**args, "seconds": 60})
    assert requests.answer("show", {**args, "state": answer["state"]})["solved"] is True
    assert (
        requests.answer("show", {**args, "text": puzzle.replace("score: 16", "score: 17"), "state": answer["state"]})[
            "solved"
        ]
        is False
    )


# ------------------------------------------------------------------ games


class Played:
    """A game as a page plays it: what it keeps is sent with each act."""

    def __init__(
        self, requests: Requests, game: str, seed: int, people: Sequence[str] = ("Ada",), bot: str = "random"
    ) -> None:
        known = {one["id"]: one for one in requests.answer("games", {})["games"]}[game]
        players = [{"name": name, "bot": ""} for name in people]
        players += [] if players[1:] else [{"name": "Bo", "bot": bot}]
        self.setup = {"game": game, "players": players, "cards": known["printed"], "layouts": {}, "seed": seed}
        self.requests, self.shown = requests, dict[str, Any](moves=[])
        self.act(None)

    def act(self, act: dict[str, Any] | None) -> None:
        """One act; it must be taken."""
        args = {"setup": self.setup, "moves": self.shown["moves"], "act": act}
        self.shown = self.requests.answer("play", args)
        assert "refused" not in self.shown, self.shown

    def go_on(self, random: Random) -> None:
        """A move of the bot, or any choice of the person."""
        if self.shown["turn"] in self.shown["bots"]:
            self.act({"do": "bot"})
        else:
            self.act({"do": "choose", "choice": random.randrange(len(self.shown["choices"]))})


@pytest.mark.slow
@pytest.mark.parametrize("game", ["cairns", pytest.param("dragon-castle", marks=pytest.mark.slow)])
def test_a_game_comes_to_its_end(requests: Requests, game: str) -> None:
    """Choices lead to the end of a game, whose scores and winners are told; its record replays to the same."""
    random, played = Random(5), Played(requests, game, 5)
    while not played.shown["over"]:
        played.go_on(random)
    assert played.shown["choices"] == [] and played.shown["winners"]
    text = requests.answer("record", {"setup": played.setup, "moves": played.shown["moves"]})["text"]
    found = requests.answer("show", {"name": "folder/game.record.yaml", "text": text})
    assert found["played"]["moves"] == played.shown["moves"]
    ada, bo = played.shown["scores"]["totals"]
    assert f"scores: {{Ada: {ada}, Bo: {bo}}}" in text


@pytest.mark.parametrize("game", ["cairns", "court-the-king", "princess-and-dragon"])
def test_advice_is_one_of_the_choices(requests: Requests, game: str) -> None:
    """The game is as before, and the choice that is named has the words of the advice."""
    random, played = Random(3), Played(requests, game, 3, ("Ada", "Bo"))
    for _ in range(4):
        found = requests.answer("advice", {"setup": played.setup, "moves": played.shown["moves"]})
        assert "choice" in found, found
        assert played.shown["choices"][found["choice"]]["words"] == found["words"]
        known = played.shown
        played.act(None)
        assert played.shown["moves"] == known["moves"] and played.shown["choices"] == known["choices"]
        played.go_on(random)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_search_of_a_bot_is_not_charged_to_the_player(requests: Requests, seed: int) -> None:
    """F80: a game against the usual bot ends, though its search alone asks more than a game of people may ask.

    A page that comes back to the game, whose process has been ended, is given the same game.
    """
    random, played = Random(seed), Played(requests, "dragon-castle", seed, bot="halving:20")
    while not played.shown["over"]:
        played.go_on(random)
    before = played.shown
    played.requests = Requests(requests.files, Workspace())
    played.act(None)
    assert played.shown["over"] and played.shown["scores"] == before["scores"]


@pytest.mark.slow
def test_spaces_of_a_map_are_those_that_moves_name(requests: Requests) -> None:
    """Where a tile may be placed is lit on the picture at the row and column that the move has."""
    random, played, named = Random(1), Played(requests, "princess-and-dragon", seed=2), 0
    for _ in range(14):
        board = played.shown["boards"][0]
        rows, columns = board["rows"], board["columns"]
        assert len(board["spaces"]) == rows * columns
        for one in played.shown["choices"]:
            if one["words"].startswith("place "):
                row, column = divmod(one["at"]["spaces"][0], columns)
                assert one["words"] == f"place {row + board['corner'][0]},{column + board['corner'][1]}"
                assert board["spaces"][one["at"]["spaces"][0]] == "empty"
                named += 1
        played.go_on(random)
    assert named > 5


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_games_on_a_map_have_a_log(players: int) -> None:
    """F80: picks of areas, which are no spaces of a board, are shown like other choices, and named in the log."""
    path = ROOT / "tests" / "games" / f"princess-and-dragon-{players}.record.yaml"
    match = Workspace().check(Source(str(path), path.read_text("utf-8"), path)).match
    assert match is not None and any(" city" in str(move) for move in match.played)
    areas = [
        with_picked(match, state, move)
        for state, move in zip(match.states, match.played, strict=False)
        if move.kind == "pick" and str(move).startswith("choose")
    ]
    assert any(words.endswith(" city") for words in areas)
    assert any("choose" in line and " city" in line for turn in GameLog().lines(match) for line in turn["lines"])


def test_why_a_move_is_not_offered(requests: Requests) -> None:
    """A space of a map that was clicked, and a move that was typed; bots are not asked, and a place off the map is none."""
    played = Played(requests, "princess-and-dragon", seed=2)
    while played.shown["turn"] in played.shown["bots"]:
        played.act({"do": "bot"})
    game = {"setup": played.setup, "moves": played.shown["moves"]}
    lit = next(choice["at"] for choice in played.shown["choices"] if (choice["at"] or {}).get("spaces"))

    def why(**what: Any) -> dict[str, Any]:
        return requests.answer("why", {**game, **what})

    assert all(line.endswith(" is allowed") for line in why(seat=lit["seat"], space=lit["spaces"][0])["lines"])
    assert why(seat=lit["seat"], space=10_000) == {"lines": ["nothing is chosen here now"]}
    assert why(move="dance") == {"lines": ["nothing that can be chosen now is called 'dance'"]}
    assert why(seat=99, space=0) == why() == why(move="a", moves=3) == {"refused": "this request cannot be understood"}
    while played.shown["turn"] not in played.shown["bots"]:
        played.act({"do": "choose", "choice": 0})
    game["moves"] = played.shown["moves"]
    assert why(move="dance") == {"refused": "it is Bo's turn"}


@pytest.mark.slow
def test_choices_have_their_places_and_are_taken_back(requests: Requests) -> None:
    """A choice names the spaces or the piece where it is made; undo goes back to the last choice of a person."""
    random, played, seen = Random(2), Played(requests, "court-the-king", 3), 0
    for _ in range(30):
        boards = {board["seat"]: board for board in played.shown["boards"]}
        for at in filter(None, (choice["at"] for choice in played.shown["choices"])):
            assert at["piece"] in {piece["code"] for row in boards[at["seat"]]["pieces"] for piece in row["pieces"]}
            seen += 1
        played.go_on(random)
    assert seen
    while played.shown["bots"] == [played.shown["turn"]]:
        played.go_on(random)
    before = played.shown
    played.go_on(random)
    played.act({"do": "undo"})
    assert played.shown["moves"] == before["moves"] and played.shown["choices"] == before["choices"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "nowhere"}, "no game"),
        ({"players": [{"name": "Ada", "bot": ""}]}, "is for 2 to"),
        ({"players": [{"name": "Ada", "bot": ""}, {"name": "Ada", "bot": ""}]}, "needs a different name"),
        ({"players": [{"name": "Ada", "bot": ""}, {"name": "Bo", "bot": "clever"}]}, "there is no bot 'clever'"),
        ({"cards": ["nothing"]}, "no card"),
        ({"layouts": {"castle": "nothing"}}, "no castle"),
    ],
)
def test_what_no_game_is_played_with_is_refused(requests: Requests, change: dict[str, Any], told: str) -> None:
    """A game, players, bots, cards and layouts that are not there are told, and nothing else happens."""
    players = [{"name": "Ada", "bot": ""}, {"name": "Bo", "bot": "random"}]
    setup = {"game": "dragon-castle", "players": players, "cards": [], "layouts": {}, "seed": 1, **change}
    assert told in requests.answer("play", {"setup": setup, "moves": [], "act": None})["refused"]


@pytest.mark.slow
def test_many_games_come_to_the_numbers_of_the_command(requests: Requests) -> None:
    """A simulation tells the games one by one, and then what `simulate` tells of the same games."""
    names = [{"name": "a", "bot": "random"}, {"name": "b", "bot": "uct:5"}]
    setup = {"game": "cairns", "players": names, "cards": [], "layouts": {}, "seed": 4}
    news = list[dict[str, Any]]()
    questions = Questions(requests, news.append)
    found = questions.answer("simulate", {"setup": setup, "games": 3, "rotate": True})["summary"]
    command = "simulate cairns --players random,uct:5 --cards , --games 3 --rotate --seed 4 --json"
    assert [told["done"] for told in news] == [1, 2, 3]
    assert found["setting"]["game"] == "cairns" and found["games"] == 3
    told = subprocess.run(
        [sys.executable, "-m", "tilewright", *command.split()], capture_output=True, text=True, check=True
    )
    assert json.loads(told.stdout) == found
    assert questions.answer("plot", {"summary": found})["svg"].startswith("<svg")
    assert "refused" in questions.answer("simulate", {"setup": setup, "games": 0})
    setup["players"] = [{"name": "a", "bot": "nobody"}] * 2
    assert "nobody" in questions.answer("simulate", {"setup": setup, "games": 1})["refused"]


def test_a_puzzle_that_is_only_shown_says_so(requests: Requests) -> None:
    """Of a puzzle about turns there is the position that it begins with, and what answers it; others are solved here."""
    text = requests.files.read("packs/cairns/puzzles/turns/wait-for-moss.puzzle.yaml").text
    begun = requests.answer("show", {"name": "folder/x.puzzle.yaml", "text": text})
    assert begun["kind"] == "position" and "'tilewright solve x.puzzle.yaml' answers it" in begun["note"]
    text = requests.answer("read", {"name": "folder/b.puzzle.yaml"})["text"]
    placed = requests.answer("show", {"name": "folder/b.puzzle.yaml", "text": text})
    assert (placed["kind"], placed["note"]) == ("puzzle", "")


@pytest.mark.slow
def test_puzzles_are_listed_by_level(requests: Requests) -> None:
    """Easy ones stand first, those without a level last; each has its title and game."""
    found = requests.answer("puzzles", {})["puzzles"]
    levels = [one["level"] for one in found]
    assert levels == sorted(levels, key=["easy", "medium", "hard", "fiendish", ""].index)
    own = {"name": "folder/b.puzzle.yaml", "title": "One more", "game": "quarry", "kind": "", "level": ""}
    assert own in found and len(found) > 30
    assert [one["title"] for one in found if one["kind"] == "turns" and one["level"] == "fiendish"]


@pytest.mark.slow
def test_people_at_one_page_keep_their_secrets(requests: Requests) -> None:
    """Each sees the own purse alone, offers are sealed, and undo over a reveal goes back to before the first offer."""
    played = Played(requests, "fist-of-dragonstones", 3, people=("Ada", "Bo", "Cy"))
    shown = []
    while len(played.shown["moves"]) < 6:
        shown.append(played.shown)
        played.act({"do": "choose", "choice": 1})
    assert [one["turn"] for one in shown] == [0, 0, 1, 1, 2, 2] and all(one["alone"] for one in shown)
    assert all("fairy gold 8" in one["counters"][one["turn"]] for one in shown)
    assert all(sum("fairy gold ?" in text for text in one["counters"]) == 2 for one in shown)
    assert not any(
        "magic 1" in text for one in shown for other, text in enumerate(one["counters"]) if other != one["turn"]
    )
    assert "magic 1, plain 1; Bo: magic 1, plain 1" in played.shown["log"][-1]["lines"][0]
    played.act({"do": "undo"})
    assert played.shown["moves"] == []
