"""Puzzles as HTML files: their JavaScript scores and judges as the exact arithmetic does, and tells no answer."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from cases import mostly_slow
from command_line import run
from test_javascript import NODE, needs_node
from tilewright.meaning.emit.javascript import RUNTIME
from tilewright.packs.workspace import Workspace
from tilewright.printing.puzzle_page import data, enciphered, puzzle_page, rules, slow_hash
from tilewright.solver.attempts import PlacedThing, attempt
from tilewright.source import read_source
from tilewright.table.card import Card
from tilewright.table.position import Puzzle

PACKS = Path(__file__).parents[1] / "cards"
FILES = sorted(PACKS.glob("*/puzzles/*.puzzle.yaml"))
ROUNDS = 60


def loaded(path: Path) -> tuple[Puzzle, tuple[Card, ...]] | None:
    """The puzzle of a file with its cards; None where it is about turns."""
    source = read_source(str(path))
    report = Workspace().check(source)
    values = [value for value in report.values if isinstance(value, Puzzle)]
    return (values[0], report.cards) if values else None


def random_attempts(puzzle: Puzzle, random: Random) -> list[list[PlacedThing]]:
    """Placements at random of some of what is given, mostly where it fits somehow."""
    caps = [cap.mark for cap in puzzle.game.caps for _ in range(puzzle.caps.get(cap.name, 0))]
    found = []
    for _ in range(ROUNDS):
        things = [*puzzle.pieces, *caps]
        chosen = random.sample(things, random.randint(0, len(things)))
        found.append([PlacedThing(random.randrange(puzzle.board.geometry.size), what) for what in chosen])
    return found


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize("path", mostly_slow(FILES, quick=4), ids=lambda path: path.name.split(".")[0])
def test_a_page_scores_and_judges_as_the_engine_does(path: Path, tmp_path: Path) -> None:
    """Random placements of the packs' puzzles come to the same points, part by part, and the same is allowed."""
    found = loaded(path)
    if found is None:
        pytest.skip("a puzzle about turns")
    puzzle, cards = found
    tries = random_attempts(puzzle, Random(path.name))
    expected = []
    for placed in tries:
        judged = attempt(puzzle, cards, placed)
        wrong = sum(fault.startswith("no ") for fault in judged.faults)
        expected.append([list(judged.score.parts.items()), wrong])
    page = (PACKS.parent / "engine" / "tilewright" / "printing" / "puzzle.js").read_text("utf-8")
    functions = page[page.index("const columnsOf") : page.index("const capName")]
    shown = json.dumps(data(puzzle, cards, None, ()))
    asked = json.dumps([[{"space": one.space, "what": one.what} for one in placed] for placed in tries])
    program = f"""
    {RUNTIME.read_text("utf-8")}
    {rules(puzzle, cards)}
    const puzzle = {shown};
    const marks = puzzle.caps.map((cap) => cap.mark);
    const capName = (mark) => mark, spaceName = (space) => String(space);
    {functions}
    const found = {asked}.map((things) => {{ const {{ stacks, faults }} = attempt(things); return [score(stacks), faults.length]; }});
    console.log(JSON.stringify(found.map(([parts, faults]) => [parts, faults])));
    """
    file = tmp_path / "page.js"
    file.write_text(program, "utf-8")
    assert NODE
    done = subprocess.run([NODE, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == json.loads(json.dumps(expected))


def test_no_answer_stands_in_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the hints nor the best score can be read in a page, and each is what its key gives back."""
    monkeypatch.setattr("tilewright.printing.puzzle_page.ROUNDS", 1000)
    found = loaded(PACKS / "dragon-castle" / "puzzles" / "two-roofs.puzzle.yaml")
    assert found
    text = puzzle_page(*found, 987654, ["the third row", "its last space"])
    shown = json.loads(re.findall(r'id="data">(.*?)</script>', text, re.S)[0])
    assert "987654" not in text and "the third row" not in text
    assert shown["best"] == slow_hash(f"{shown['salt']}:best", "987654", 32).hex()
    assert shown["hints"] == [
        enciphered(f"{shown['salt']}:hint{i}", hint) for i, hint in enumerate(["the third row", "its last space"])
    ]
    assert not re.search("{{[A-Z]+}}", text) and "://" not in text


def test_titles_are_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a puzzle is called never becomes a part of the page or its script."""
    monkeypatch.setattr("tilewright.printing.puzzle_page.ROUNDS", 10)

    found = loaded(PACKS / "dragon-castle" / "puzzles" / "two-roofs.puzzle.yaml")
    assert found
    puzzle, cards = found
    evil = "</title></script><script>alert(1)</script>"
    text = puzzle_page(replace(puzzle, title=evil), [replace(card, names={"en": evil}) for card in cards], 1, [evil])
    assert "<script>alert" not in text


@pytest.mark.slow
def test_what_is_exported_and_what_is_not(tmp_path: Path) -> None:
    """A puzzle is written as a page or a picture by the ending; other endings and files are refused in words."""
    path = PACKS / "cairns" / "puzzles" / "both-ways.puzzle.yaml"
    page, picture = tmp_path / "x.html", tmp_path / "x.svg"
    assert run("export", str(path), "-o", str(page), "--no-hints").exit_code == 0
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert run("export", str(path), "-o", str(picture)).exit_code == 0
    assert picture.read_text("utf-8").startswith("<svg")
    refused = run("export", str(path), "-o", str(tmp_path / "x.txt"))
    assert refused.exit_code == 2 and ".html, .svg, .png or .pdf" in refused.output
