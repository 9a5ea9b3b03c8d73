"""Puzzles as HTML files: the page scores, gives reasons and judges as the exact arithmetic does, and tells no answer."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from zlib import decompress

import pytest

from cases import mostly_slow
from classics import EXAMPLES
from command_line import run
from test_portable import needs_node, node, written
from tilewright.meaning.scoring import scoring_sources
from tilewright.packs.workspace import Workspace
from tilewright.solver.attempts import PlacedThing, attempt
from tilewright.source import read_source
from tilewright.studio.puzzle_page import Task, enciphered, puzzle_page, puzzles_data, slow_hash
from tilewright.table.position import Puzzle

PACKS = Path(__file__).parents[1] / "cards"
FILES = [*EXAMPLES.glob("beds/puzzles/*.puzzle.yaml"), *sorted(PACKS.glob("*/puzzles/*.puzzle.yaml"))]
ROOFS = PACKS / "dragon-castle" / "puzzles" / "two-roofs.puzzle.yaml"
ROUNDS = 60


def loaded(path: Path) -> Task | None:
    """The puzzle of a file with its cards; None where it is about turns."""
    report = Workspace().check(read_source(str(path)))
    values = [value for value in report.values if isinstance(value, Puzzle)]
    return Task(values[0], list(report.cards), report.pack.source) if values and report.pack else None


def roofs(**changed: Any) -> Task:
    """A puzzle of Dragon Castle, with something else in it."""
    found = loaded(ROOFS)
    assert found
    return replace(found, **changed)


def shown(page: str) -> Any:
    """What a page knows."""
    found = re.search(r'id="data">([^<]*)<', page)
    assert found
    return json.loads(decompress(b64decode(found[1])))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take no time."""
    monkeypatch.setattr("tilewright.studio.puzzle_page.ROUNDS", 10)


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
    """Random placements of the packs' puzzles come to the same points for the same reasons, part by part, and the same is allowed."""
    task = loaded(path)
    if task is None:
        pytest.skip("a puzzle about turns")
    puzzle = task.puzzle
    tries = random_attempts(puzzle, Random(path.name))
    sources = scoring_sources(task.game_source, puzzle.game, task.cards)
    names = {card.id: card.name() for card in task.cards}
    expected = []
    for placed in tries:
        judged = attempt(puzzle, task.cards, placed)
        parts = [
            [names.get(part, part), points, sorted(written(judged.score.reasons[part], sources[part]))]
            for part, points in judged.score.parts.items()
        ]
        expected.append([parts, sum(fault.startswith("no ") for fault in judged.faults)])
    page = puzzles_data([task])
    asked = json.dumps([[{"space": one.space, "what": one.what} for one in placed] for placed in tries])
    program = f"""
    const {{ games: [{{ kinds }}], puzzles: [puzzle] }} = {json.dumps(page)};
    const reasons = (part) => part.lines.flatMap(({{ text, items }}) => items.map(({{ points, spaces, what }}) => [points, text, spaces, what]));
    console.log(JSON.stringify({asked}.map((placed) => {{
      const attempt = new tilewright.Attempt(puzzle, kinds, placed);
      return [attempt.score().parts.map((part) => [part.name, part.points, reasons(part)]), attempt.faults.length];
    }})));
    """
    found = node(program, tmp_path)
    for parts, _ in found:
        for part in parts:
            part[2].sort()
    assert found == json.loads(json.dumps(expected))


def test_no_answer_stands_in_the_file(quick: None) -> None:
    """Neither the hints nor the best score can be read in a page, and each is what its key gives back."""
    text = puzzle_page([roofs(best=987654, hints=("the third row", "its last space"))], "Roofs")
    (puzzle,) = shown(text)["puzzles"]
    assert "987654" not in json.dumps(puzzle) and "the third row" not in json.dumps(puzzle)
    assert puzzle["best"] == slow_hash(f"{puzzle['name']}:best", "987654", 32).hex()
    assert puzzle["hints"] == [
        enciphered(f"{puzzle['name']}:hint{i}", hint) for i, hint in enumerate(["the third row", "its last space"])
    ]
    assert not re.search("{{[A-Z]+}}", text)
    assert set(re.findall(r"https?://[^\"' )]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_titles_are_text(quick: None) -> None:
    """What a puzzle is called never becomes a part of the page or its script."""
    evil = "</title></script><script>alert(1)</script>"
    task = roofs(hints=(evil,))
    cards = [replace(card, names={"en": evil}) for card in task.cards]
    text = puzzle_page([replace(task, puzzle=replace(task.puzzle, title=evil), cards=cards)], evil)
    assert "<script>alert" not in text
    assert shown(text)["puzzles"][0]["title"] == evil
    assert "WebAssembly" not in text  # a page on which nothing is played carries no player


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
    booklet = run("export", str(path), str(ROOFS), "-o", str(picture))
    assert booklet.exit_code == 2 and "a booklet is written as a .html file" in booklet.output
    mixed = run("export", str(path), "herons", "-o", str(page))
    assert mixed.exit_code == 2 and "a page has one game, or puzzles" in mixed.output
    titled = run("export", "herons", "--title", "Birds", "-o", str(page))
    assert titled.exit_code == 2 and "--title is for puzzles" in titled.output


@pytest.mark.slow
def test_a_booklet_has_all_puzzles_that_a_page_can_judge(tmp_path: Path) -> None:
    """The easy ones first, drawn with the pictures of each game once; one about turns is played; of the others the reason is reported."""
    folder, page = tmp_path / "puzzles", tmp_path / "x.html"
    folder.mkdir()
    names = ["dragon-castle/puzzles/two-roofs", "dragon-castle/puzzles/skyline", "cairns/puzzles/both-ways"]
    names.append("dragon-castle/puzzles/turns/" + sorted((PACKS / "dragon-castle/puzzles/turns").iterdir())[0].name)
    for name in names:
        source = PACKS / f"{name.removesuffix('.puzzle.yaml')}.puzzle.yaml"
        (folder / source.name).write_text(source.read_text("utf-8"), "utf-8")
    fewest = (folder / "two-roofs.puzzle.yaml").read_text("utf-8").replace("\ncards:", "\ngoal: fewest 3\ncards:", 1)
    (folder / "fewest.puzzle.yaml").write_text(fewest, "utf-8")
    done = run("export", str(folder), "-o", str(page), "--title", "Stones & roofs", "--no-hints")
    assert done.exit_code == 0, done.stderr
    assert Counter(line.rpartition(": ")[2] for line in done.stderr.splitlines()) == {
        "a page judges the goals most, exactly, at least; this puzzle asks for fewest 3": 1,
    }
    text = page.read_text("utf-8")
    assert "WebAssembly" in text  # what plays
    assert "<title>Stones &amp; roofs</title>" in text
    found = shown(text)
    assert len(found["puzzles"]) == 4
    assert len(found["games"]) == 2
    assert len({puzzle["name"] for puzzle in found["puzzles"]}) == 4
    (turns,) = (puzzle for puzzle in found["puzzles"] if "played" in puzzle)
    assert turns["kind"] == "turns"
    assert found["parts"][turns["played"]["puzzle"]]["name"] == turns["name"]
