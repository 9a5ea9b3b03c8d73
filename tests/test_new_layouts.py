"""New layouts: `castle new` keeps to what is wished and to the guidelines, or says why it cannot."""

from __future__ import annotations

import re
import shlex
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from cards import pack
from cases import mostly_slow
from command_line import run, valid
from tilewright.design.layouts.search import NewLayout, UnmetRequirements, new_layout
from tilewright.design.layouts.sketch import SYMMETRIES, Floor, LayoutRequirements
from tilewright.diagnostics import Diagnostics
from tilewright.source import Source
from tilewright.table.game import LayoutDef

CASTLE = pack().game.layouts[0]
Heights = tuple[tuple[int, ...], ...]


def requirements(
    players: int = 2, symmetry: str = "none", rows: int = 12, columns: int = 12, **more: object
) -> LayoutRequirements:
    """Wishes for a castle."""
    return LayoutRequirements(CASTLE, (players, players), rows, columns, symmetry, **more)  # type: ignore[arg-type]


def found(wished: LayoutRequirements, seed: int) -> Heights:
    """The heights of a layout that there must be."""
    answer = new_layout(wished, seed)
    assert isinstance(answer, NewLayout), answer
    return answer.heights


def problems(heights: Heights, players: int) -> list[str]:
    """What `check` says of a layout, its taste included."""
    rows = "".join("    " + " ".join(map(str, row)) + "\n" for row in heights)
    source = Source("new.tw", f"castle new-one\n  players {players}\n\n  heights\n{rows}")
    diagnostics = Diagnostics(source)
    pack().check(source, diagnostics)
    return [str(item) for item in diagnostics]


def walked(heights: Heights) -> int:
    """How many stacks one comes to from the first one."""
    stacks = {(r, c) for r, row in enumerate(heights) for c, height in enumerate(row) if height}
    seen, open_ = set(), [min(stacks)]
    while open_:
        r, c = open_.pop()
        if (r, c) in stacks - seen:
            seen.add((r, c))
            open_ += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return len(seen)


def turned(heights: Heights, symmetry: str) -> list[Heights]:
    """A layout as its symmetry turns and mirrors it."""
    mirrored, flipped = tuple(row[::-1] for row in heights), heights[::-1]
    across = tuple(zip(*heights, strict=True))
    return {
        "none": [],
        "mirror": [mirrored],
        "flip": [flipped],
        "both": [mirrored, flipped],
        "half-turn": [mirrored[::-1]],
        "quarter-turn": [tuple(row[::-1] for row in across)],
        "diagonal": [across],
    }[symmetry]


@pytest.mark.slow
@pytest.mark.parametrize("players", mostly_slow([2, 3, 4], quick=1))
@pytest.mark.parametrize("symmetry", mostly_slow(SYMMETRIES))
def test_a_new_layout_is_as_it_should_be(symmetry: str, players: int) -> None:
    """It has 116 tiles, keeps to every guideline, hangs together and has its symmetry."""
    heights = found(requirements(players, symmetry), players)
    assert problems(heights, players) == []
    assert sum(map(sum, heights)) == 116
    assert walked(heights) == sum(1 for row in heights for height in row if height)
    assert all(image == heights for image in turned(heights, symmetry))
    assert any(heights[0]) and any(heights[-1]) and any(next(zip(*heights, strict=True)))


@pytest.mark.slow
def test_a_seed_gives_one_layout_and_others_give_others() -> None:
    """A layout depends on its seed alone, and those of two seeds differ in many places."""
    assert found(requirements(3), 5) == found(requirements(3), 5)
    answers = [new_layout(requirements(2), seed, free=True) for seed in range(6)]
    cells = [
        {(r, c): height for r, row in enumerate(one.heights) for c, height in enumerate(row)}
        for one in answers
        if isinstance(one, NewLayout)
    ]
    assert len(cells) == 6
    for one, other in combinations(cells, 2):
        assert sum(one.get(space, 0) != other.get(space, 0) for space in one.keys() | other.keys()) >= 20
    assert len({one.symmetry for one in answers if isinstance(one, NewLayout)}) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_what_is_drawn_stays(seed: int) -> None:
    """Of a layout of which a part is shown, the rest can be found, and that part is not changed."""
    random = Random(seed)
    whole = found(requirements(3, "mirror", 9, 11), seed)
    part = tuple(tuple(height if random.random() < 0.4 else None for height in row) for row in whole)
    rows, columns = len(part), len(part[0])
    heights = found(requirements(3, "mirror", rows, columns, part=part), seed + 1)
    assert problems(heights, 3) == []
    places = [
        (down, right) for down in range(rows - len(heights) + 1) for right in range(columns - len(heights[0]) + 1)
    ]

    def at(r: int, c: int) -> int:
        return heights[r][c] if 0 <= r < len(heights) and 0 <= c < len(heights[0]) else 0

    fits = [
        all(given in (None, at(r - down, c - right)) for r, row in enumerate(part) for c, given in enumerate(row))
        for down, right in places
    ]
    assert any(fits)


@pytest.mark.slow
def test_floors_are_as_they_are_asked_for() -> None:
    """A number, a range and a share of stacks that reach a floor are kept."""
    floors = (Floor(1, 70, 70), Floor(2, 30, 33), Floor(3, 15, 25, share=True))
    heights = found(requirements(2, "mirror", floors=floors), 1)
    one, two, three = (sum(height >= floor for row in heights for height in row) for floor in (1, 2, 3))
    assert one == 70
    assert 30 <= two <= 33
    assert 0.15 <= three / one <= 0.25


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "groups"),
    [
        ({"floors": (Floor(2, 0, 0),)}, {"players", 0, "total"}),
        ({"rows": 6, "columns": 8}, {"size", "players"}),
        ({"symmetry": "quarter-turn", "floors": (Floor(1, 67, 67),)}, {"symmetry", 0}),
        ({"rows": 4, "columns": 9}, {"size", "total"}),
        (
            {"rows": 9, "columns": 11, "part": ((1, 1, 0, *[None] * 8), (0, 0, 0, *[None] * 8), *[(None,) * 11] * 7)},
            {"joined", "part", "size", "total"},
        ),
        ({"rows": 9, "columns": 12, "part": ((3,) * 12, *[(None,) * 12] * 7, (1, 1, *[None] * 10))}, None),
    ],
)
def test_what_cannot_be_is_reported(more: dict[str, object], groups: set[str | int] | None) -> None:
    """The requirements that clash are named, and no others; what only looks hard is found."""
    answer = new_layout(requirements(**more), 1)  # type: ignore[arg-type]
    if groups is None:
        assert isinstance(answer, NewLayout)
    else:
        assert isinstance(answer, UnmetRequirements)
        assert set(answer.groups) == groups


@pytest.mark.slow
def test_another_class_of_layouts() -> None:
    """Nothing in the making is of one game: other heights, no total and no ground floors."""
    piles = LayoutDef("pile", low=2, high=5)
    answer = new_layout(LayoutRequirements(piles, (1, 1), 7, 5, "flip", (Floor(5, 2, 4),)), 3)
    assert isinstance(answer, NewLayout)
    heights = {height for row in answer.heights for height in row}
    assert heights <= {0, 2, 3, 4, 5} and 5 in heights
    assert answer.heights == answer.heights[::-1]


# ------------------------------------------------------------------ the command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_the_command_prints_a_file(here: Path) -> None:
    """What is printed is in the canonical layout, has no problem, and holds the command that made it."""
    result = run("castle", "new", "--players", "3-4", "--seed", "7", "--name", "Low Town", "--show")
    assert result.exit_code == 0
    assert result.stdout.startswith('castle low-town\n  name en "Low Town"\n  players 3 to 4\n\n')
    assert "\n  # tilewright castle new --players 3-4 --seed 7\n" in result.stdout
    assert "3 to 4 players" in result.stderr
    Path("town.tw").write_text(result.stdout, encoding="utf-8")
    assert run("check", "town.tw").output == "1 file checked: no problems\n"
    assert run("fmt", "--check", "town.tw").exit_code == 0


@pytest.mark.slow
def test_files_are_written_and_never_lost(here: Path) -> None:
    """A file or a folder takes them, with pictures if asked; what is there stays without --force."""
    (here / "new").mkdir()
    made = ("castle", "new", "--seed", "3", "--count", "2", "--svg", "-o")
    assert run(*made, "new").exit_code == 0
    names = ["castle-3.svg", "castle-3.tw", "castle-4.svg", "castle-4.tw"]
    assert sorted(path.name for path in (here / "new").iterdir()) == names
    assert run(*made, "both.tw").stdout == "wrote both.tw\n"
    both = Path("both.tw").read_text(encoding="utf-8")
    assert both == "\n".join((here / "new" / name).read_text("utf-8") for name in names[1::2])
    refused = run("castle", "new", "--seed", "4", "-o", "both.tw")
    assert (refused.exit_code, refused.stderr) == (2, "tilewright: both.tw already exists; use --force to replace it\n")
    assert Path("both.tw").read_text(encoding="utf-8") == both
    assert run("castle", "new", "--seed", "4", "-o", "both.tw", "--force").exit_code == 0
    assert Path("both.tw").read_text(encoding="utf-8") == (here / "new" / "castle-4.tw").read_text("utf-8")


@pytest.mark.slow
def test_json(here: Path) -> None:
    """An object for each layout, or one that says why there is none."""
    lines = run("castle", "new", "--seed", "3", "--count", "2", "--json").stdout.splitlines()
    first, second = (valid(line, "layout-1") for line in lines)
    assert (first["seed"], second["seed"], first["total"]) == (3, 4, 116)
    assert first["heights"] != second["heights"]
    result = run("castle", "new", "--floors", "1", "--seed", "1", "--json")
    assert result.exit_code == 1
    assert valid(result.stdout, "layout-1")["status"] == "infeasible"


@pytest.mark.slow
def test_a_clash_in_the_words_of_the_game(here: Path) -> None:
    """The requirements that clash stand on stderr, with what the others come to."""
    result = run("castle", "new", "--players", "2", "--floors", "1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        "a castle cannot meet all of these requirements:",
        "  2 players: 65 to 80 stacks",
        "  no stack reaches floor 2",
        "  a castle has 116 tiles",
        "  without that, at most 80 tiles are possible",
    ]


@pytest.mark.slow
def test_a_drawing(here: Path) -> None:
    """A drawing with and without blanks is one; its problems have their places."""
    rows = ["33???????", "3.???????", "2.???????", *["?????????"] * 6]
    Path("close.txt").write_text("# a corner\n" + "\n".join(rows) + "\n", encoding="utf-8")
    drawn = "\n".join(" ".join(row) for row in rows)
    close = run("castle", "new", "--players", "4", "--seed", "2", "--draw", "close.txt", "--json")
    wide = run("castle", "new", "--players", "4", "--seed", "2", "--draw", "-", "--json", input=drawn)
    heights = valid(close.stdout, "layout-1")["heights"]
    assert heights == valid(wide.stdout, "layout-1")["heights"]
    assert isinstance(heights, list)
    assert heights[0][:2] == [3, 3] and heights[1][:2] == [3, 0] and heights[2][:2] == [2, 0]
    bad = run("castle", "new", "--draw", "-", input="1 ? 4\n1 ?\n\n. b 0\n")
    assert bad.exit_code == 1
    told = [line.partition(": ")[0] + line.partition("TW")[2][:3] for line in bad.stderr.splitlines() if " TW" in line]
    assert told == ["-:1:5304", "-:2:1302", "-:4:3308"]
    assert "TW308: nothing is drawn" in run("castle", "new", "--draw", "-", input="# nothing\n").stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--players", "5"], "write a number or a range from 2 to 4"),
        (["--players", "3-2"], "write a number or a range from 2 to 4"),
        (["--floors", "3=x"], "'3=x': write floors, or stacks that reach one"),
        (["--size", "0x4"], "write rows and columns, at most 20"),
        (["--id", "A b"], "an id is made of lowercase letters"),
        (["--name", 'a "b"'], "cannot contain quotes"),
        (["--svg"], "--svg needs -o"),
        (["-o", "x.svg"], "a .tw file or a folder"),
        (["-o", "no/x.tw"], "there is no folder no"),
        (["--draw", "no.txt"], "cannot read no.txt"),
    ],
)
def test_wrong_usage(here: Path, arguments: list[str], told: str) -> None:
    """What cannot be understood is refused with exit code 2."""
    result = run("castle", "new", *arguments)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_drawing_says_the_size(here: Path) -> None:
    """A size besides, or a symmetry that the drawing cannot have, is refused."""
    Path("d.txt").write_text("? ? ?\n? ? ?\n", encoding="utf-8")
    assert run("castle", "new", "--draw", "d.txt", "--size", "3x3").exit_code == 2
    assert "as many rows as columns" in run("castle", "new", "--draw", "d.txt", "--symmetry", "diagonal").stderr


def test_only_classes_of_layouts_are_commands(here: Path) -> None:
    """The word of a class leads to its commands; any other word is still unknown."""
    assert "Make castles for Dragon Castle." in run("castle", "--help").stdout
    assert run("dragon", "new").exit_code == 2
    assert "there is no command 'dragon'" in run("dragon", "new").stderr


DOCUMENT = (Path(__file__).parents[1] / "docs" / "new-layouts.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```console\n\$ tilewright (.*)\n((?:.*\n)*?)```$", DOCUMENT, re.M)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "shown"), mostly_slow(EXAMPLES, quick=1))
def test_the_page_about_new_layouts(here: Path, line: str, shown: str) -> None:
    """Its commands print what it shows; the heights may differ with another version of the solver."""
    [(name, text)] = re.findall(r"<!-- file: (\S+) -->\n```\n((?:.*\n)*?)```", DOCUMENT)
    Path(name).write_text(text, encoding="utf-8")
    told = run(*shlex.split(line)).output
    assert told.partition("  heights\n")[0] == shown.partition("  heights\n")[0]


def test_the_page_has_examples() -> None:
    """Layouts, clashes and bounds are shown."""
    assert len(EXAMPLES) == 5
