"""docs/files.md, run: its files are written, its commands print what stands under them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cards import pack
from test_readme import run
from tilewright.files.schema import game_schema, published, words_of

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(
    r"^```(?:yaml|tw|phr) (?P<file>\S+)\n(?P<text>.*?)^```$|^```console\n\$ tilewright (?P<command>[^\n]*)\n.*?^```$",
    re.MULTILINE | re.DOTALL,
)


def follow_page(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the files of a page of docs into a folder and run its commands there."""
    document = DOCS / name
    text = document.read_text("utf-8")
    monkeypatch.chdir(folder)

    def follow(block: re.Match[str]) -> str:
        if block["file"]:
            Path(block["file"]).write_text(block["text"], "utf-8")
            return block[0]
        return f"```console\n$ tilewright {block['command']}\n{run(block['command'])}```"

    followed, count = BLOCK.subn(follow, text)
    assert count == len(re.findall(r"^```\w", text, re.MULTILINE)) >= 6
    if os.environ.get("UPDATE_GOLDEN"):
        document.write_text(followed, "utf-8")
    assert followed == document.read_text("utf-8")


@pytest.mark.slow
def test_the_page_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands, on its files, print what it shows, and there is no other block on it."""
    follow_page("files.md", tmp_path, monkeypatch)


def test_every_key_is_described() -> None:
    """Each key of a position, a player, a puzzle, a record and a pack has a row in the table of its section."""
    text, words = (DOCS / "files.md").read_text("utf-8"), words_of(pack().game)
    position, _, rest = text.partition("\n## A puzzle\n")
    puzzle, _, rest = rest.partition("\n## A record of a game\n")
    record, _, imprint = rest.partition("\n## A pack\n")
    player = game_schema("position-2", words)["$defs"]["player"]["properties"]
    wanted = {*game_schema("position-2", words)["properties"], *player}
    assert wanted == set(_rows(position.partition("\n## How")[0]))
    assert set(game_schema("puzzle-1", words)["properties"]) == set(_rows(puzzle))
    assert set(game_schema("record-1", words)["properties"]) == set(_rows(record))
    assert set(published("pack-1")["properties"]) == set(_rows(imprint))


def _rows(section: str) -> list[str]:
    return re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE)
