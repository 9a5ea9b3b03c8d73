"""Pictures of boards: SVG that any viewer opens, and text that lines up."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core import expr as core
from tilewright.draw import Picture, palette, sheet, svg, terminal
from tilewright.table.board import Board, parse_board
from tilewright.table.game import BoardDef, CapPiece, Game, Kind, PlacingRule

GOLDEN = Path(__file__).parent / "golden" / "draw"
SVG = "{http://www.w3.org/2000/svg}"
NASTY = "\x1b[2J\x00\u202e"  # clears a screen, ends a string, turns the text round
ANYWHERE = PlacingRule(core.Var(0, core.SPACE, "space"), core.Truth(True))
TYPES = {"merchant": "M", "soldier": "S", "farmer": "F", "season": "Y", "wind": "W", "dragon": "D"}

REALM = """
    M5   2    2M3  1^   .    S2
    .    2^   3S6  3^   1    .
    3F4  4    .    .    2Y3  1
    W1   3^   .    2D2  4^   M5
    2W4  1    S1   1F2  2    .
    .    D3   .    .    1^   3Y1
"""
CASTLE = """
    .   F3/Y1     M5/S1/D3  W2/D1/F6  S4/M2     .
    D1  M6/M6/W3  F1/F2/F3  S5/Y4/S6  D2/D3/M1  Y2
    .   F5/S2     S3/M2     Y4/D3     M4        .
"""
HALL = """
    . 1 2 2 1 1 2 2 1 .
    1 2 3 . 4 4 . 3 2 1
    . 1 2 3 3 3 3 2 1 .
"""


KINDS = [
    Kind(6 * i + n - 1, f"{letter}{n}", {"type": name}, {"number": n}, 4)
    for i, (name, letter) in enumerate(TYPES.items())
    for n in range(1, 7)
]
GAME = Game(
    id="test",
    names={},
    players=(1, 4),
    piece="tile",
    kinds=tuple(KINDS),
    main_attribute="type",
    identity="type",
    classes={},
    place=ANYWHERE,
    caps=(CapPiece("shrine", "^", 40, ANYWHERE),),
    boards=(BoardDef("realm", True, 6, 6, 1, 12),),
    counters=(),
    parts=(),
    tie_breaks=(),
    card_classes={},
    layouts=(),
    plurals={},
)


def board(text: str) -> Board:
    """The board that a notation means."""
    found = parse_board(text, GAME)
    assert isinstance(found, Board), found
    return found


def realm() -> Picture:
    """A realm with everything on it."""
    return Picture(
        board(REALM),
        GAME,
        title="Two roofs",
        caption="humility: 8",
        scored={3: 2, 7: 1, 9: 0, 19: 4, 22: -1, 34: 12},
        placed=frozenset({5, 16, 19, 34}),
        centered=True,
    )


def castle() -> Picture:
    """Known stacks."""
    return Picture(board(CASTLE), GAME, title="A known castle")


def hall() -> Picture:
    """A layout of heights."""
    return Picture(board(HALL), GAME, title="The Hall", layout=True)


def root_of(text: str) -> ElementTree.Element:
    """The outer element; an error when the text is not well-formed."""
    return ElementTree.fromstring(text)


def words_of(text: str) -> list[str]:
    """All words drawn, in order."""
    return [element.text or "" for element in root_of(text).iter(f"{SVG}text")]


def desc_of(text: str) -> str:
    """The description for those who do not see the picture."""
    return root_of(text).findtext(f"{SVG}desc") or ""


def grid_of(text: str) -> list[str]:
    """The lines of the frame and in it."""
    return [line for line in text.splitlines() if re.match(r" *\d* *[┌│├┝└]", line)]


def compare(name: str, text: str) -> None:
    """The text equals the golden file; ``UPDATE_GOLDEN=1`` rewrites it."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


PICTURES = {"realm": realm, "castle": castle, "hall": hall}


@pytest.mark.parametrize("name", PICTURES)
def test_golden(name: str) -> None:
    """Pictures stay as they were looked at and found good."""
    picture = PICTURES[name]()
    compare(f"{name}.svg", svg([picture]))
    compare(f"{name}.txt", terminal(picture) + "\n")


@pytest.mark.parametrize("name", PICTURES)
def test_svg_is_accessible(name: str) -> None:
    """The picture has a role, and a name and a description that its label refers to."""
    root = root_of(svg([PICTURES[name]()]))
    ids = [root[0].get("id"), root[1].get("id")]
    assert (root.get("role"), root[0].tag, root[1].tag) == ("img", f"{SVG}title", f"{SVG}desc")
    assert root.get("aria-labelledby") == " ".join(map(str, ids))
    assert root[0].text == PICTURES[name]().title


@pytest.mark.parametrize("name", PICTURES)
def test_description_holds_the_notation(name: str) -> None:
    """The description lists every space, row by row, as the notation does."""
    picture = PICTURES[name]()
    listed = desc_of(svg([picture])).split("Row by row: ")[1]
    assert parse_board(listed, GAME) == picture.board


def test_description_counts() -> None:
    """The description tells in words what lies on the board and which spaces are marked."""
    words = desc_of(svg([realm()]))
    for part in (
        "6 rows and 6 columns",
        "3 merchants",
        "2 dragons",
        "6 shrines",
        "the tallest stack has height 4",
        "(1,4) +2",
        "Placed: (1,6), (3,5)",
        "humility: 8",
    ):
        assert part in words
    assert "stacks, 8 of height 1, 8 of height 2" in desc_of(svg([hall()]))


def test_ids_differ_between_pictures() -> None:
    """Two pictures on one page do not share the names that their labels refer to."""
    assert root_of(svg([realm()]))[0].get("id") != root_of(svg([castle()]))[0].get("id")


def test_same_picture_same_text() -> None:
    """Drawing is deterministic, whatever the order in which marks were given."""
    picture = realm()
    turned = replace(picture, scored=dict(reversed(picture.scored.items())))
    assert svg([picture]) == svg([turned])
    assert terminal(picture) == terminal(turned)


@pytest.mark.parametrize("title", ["<script>alert(1)</script>", "a & b \"c\" 'd' ]]>", NASTY, "long " * 2000, "\ud800"])
def test_hostile_titles(title: str) -> None:
    """Whatever the titles hold, the SVG is well-formed and inert, and the terminal safe."""
    picture = replace(castle(), title=title, caption=title)
    text = svg([picture], title=title)
    tags = {element.tag.removeprefix(SVG) for element in root_of(text).iter()}
    assert tags == {"svg", "title", "desc", "style", "g", "rect", "path", "polygon", "circle", "text"}
    assert text.encode().decode() == text
    assert all(c.isprintable() or c == "\n" for c in terminal(picture))


def test_long_titles_are_cut() -> None:
    """A very long title takes a few lines, and the name of the picture has all of it."""
    text = svg([replace(castle(), title="long " * 2000)])
    assert sum("long" in line for line in words_of(text)) == 4
    assert root_of(text)[0].text == ("long " * 2000).strip()


def test_self_contained() -> None:
    """Nothing comes from elsewhere, and no style reaches the rest of a page."""
    text = svg([realm(), hall()])
    assert not re.search(r"href|url\(|@import|<script", text)
    style = root_of(text).findtext(f"{SVG}style") or ""
    rules = re.fullmatch(r"@media \(prefers-color-scheme:dark\)\{(.*)\}", style)
    assert rules is not None
    selectors = re.findall(r"([^{}]+)\{[^{}]*\}", rules[1])
    assert selectors and all(part.strip().startswith(f"#{root_of(text).get('id')} .") for part in selectors)


def test_rows_of_boards() -> None:
    """Three boards stand side by side; four are broken into two rows; none are no error."""
    assert words_of(svg([], title="Nothing")) == ["Nothing"]
    one, three, four = (root_of(svg([realm()] * n)) for n in (1, 3, 4))
    assert 0 <= float(one.get("height", 0)) - float(three.get("height", 0)) <= sheet.LEGEND_LINE
    assert float(four.get("width", 0)) < float(three.get("width", 0))
    assert float(four.get("height", 0)) > float(one.get("height", 0)) * 1.8


def test_badges() -> None:
    """Points appear with their sign; a space scored with 0 has a ring and no badge."""
    plain = svg([replace(realm(), scored={})])
    marked = svg([replace(realm(), scored={0: 3, 1: 0, 2: -4})])
    assert set(words_of(marked)) - set(words_of(plain)) == {"+3", "\N{MINUS SIGN}4"}
    assert marked.count(palette.RING.light) - plain.count(palette.RING.light) == 3 + 2


def test_heights_and_codes_are_written() -> None:
    """A space tells its code and height: a face-down one its height, a covered one its codes."""

    def words(notation: str) -> list[str]:
        """What a board of one space says; below it is the legend."""
        return words_of(svg([Picture(board(notation), GAME)]))

    assert words("3") == ["3"]
    assert words("3^") == ["3", "shrine"]
    assert words("M5") == ["M5", "M", "merchant"]
    assert words("2M5") == ["M5", "3", "M", "merchant"]
    assert words("M5/S1/D3")[:4] == ["M5", "S1", "D3", "3"]
    assert words(".") == []


def test_types_differ_in_shape_and_color() -> None:
    """Each type has its own outline and fill, even where there are more types than colors."""

    def piece(code: str) -> tuple[str | None, str | None]:
        """Outline and fill of a piece."""
        found = root_of(svg([Picture(board(code), GAME)])).find(f".//{SVG}polygon")
        assert found is not None
        return found.get("points"), found.get("fill")

    looks = [piece(letter + "1") for letter in TYPES.values()]
    assert len({points for points, _ in looks}) == len({fill for _, fill in looks}) == len(TYPES)
    assert piece("M1") == piece("M6")
    assert len({(palette.shape_of(i), palette.fill_of(i)) for i in range(40)}) == 40


def test_several_kinds_of_caps() -> None:
    """Caps show their marks where the game has several kinds of them, and only there."""
    game = replace(GAME, caps=(*GAME.caps, CapPiece("tent", "~", 4, ANYWHERE)))
    found = parse_board("2~ 1^", game)
    assert isinstance(found, Board)
    assert {"~", "^"} <= set(words_of(svg([Picture(found, game)])))
    assert "^" not in words_of(svg([Picture(board("1^"), GAME)]))


@pytest.mark.parametrize(("notation", "lines"), [(". . | . .", 2), (". . .|. . .", 1), (".", 0)])
def test_thick_lines(notation: str, lines: int) -> None:
    """Thick lines run through the middle, only along sides with an even number of spaces."""
    picture = Picture(board(notation), GAME, centered=True)
    drawn = [p for p in root_of(svg([picture])).iter(f"{SVG}path") if p.get("stroke-width") == "4"]
    assert sum(p.get("d", "").count("M") for p in drawn) == lines
    assert ("┃" in terminal(picture)) + ("━" in terminal(picture)) == lines
    assert not set("┃━") & set(terminal(replace(picture, centered=False)))


def test_layout_is_blank_without_stacks() -> None:
    """A layout shows nothing where there is no stack, and a number and tone for each height."""
    picture = Picture(board("^ M1 2^ 2M1/M2"), GAME, layout=True)
    assert words_of(svg([picture]))[5:] == ["1", "2", "4"]
    assert all(palette.tone_of(h)[0] in svg([picture]) for h in (1, 2, 4))
    assert grid_of(terminal(picture))[1] == " 1 │   1 2 4 │"


SIDES = st.integers(1, 12)


@pytest.mark.slow
@given(st.data(), SIDES, SIDES, st.booleans(), st.booleans())
def test_terminal_lines_up(data: st.DataObject, rows: int, columns: int, layout: bool, centered: bool) -> None:
    """Every line of the frame is equally wide, on any board and with any marks."""
    words = [".", "1", "12", "3^", "M5", "2M5", "M5/S1/D3"]
    size = rows * columns
    drawn = data.draw(st.lists(st.sampled_from(words), min_size=size, max_size=size))
    lines = [" ".join(drawn[r * columns : (r + 1) * columns]) for r in range(rows)]
    spaces = st.integers(0, size - 1)
    picture = Picture(
        board("\n".join(lines)),
        GAME,
        layout=layout,
        centered=centered,
        scored=data.draw(st.dictionaries(spaces, st.integers(-20, 200), max_size=5)),
        placed=data.draw(st.frozensets(spaces)),
    )
    grid = grid_of(terminal(picture))
    assert len(grid) >= rows + 2
    assert len({len(line) for line in grid}) == 1
    root_of(svg([picture]))


def test_terminal_shows_known_stacks_upright() -> None:
    """Pieces of a known stack stand on one another, the top one above."""
    lines = grid_of(terminal(Picture(board("M5/S1/D3 2M1/F2 4^"), GAME)))
    cells = [[part.strip() for part in line.split("│")[1:4]] for line in lines[1:4]]
    assert cells == [["D3", "", ""], ["S1", "F2", ""], ["M5", "2M1", "4^"]]


def test_color_only_when_asked() -> None:
    """Without color there is no escape sequence; with color there is the same text."""
    for make in PICTURES.values():
        plain, colored = terminal(make()), terminal(make(), color=True)
        assert "\x1b" not in plain
        assert "\x1b[" in colored
        assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain
