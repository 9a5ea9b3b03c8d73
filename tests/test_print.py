"""`tilewright print`: sheets of cards, layouts at true scale, booklets of puzzles; by their pages and their texts."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageChops, ImageStat
from pypdf import PdfReader

from quarry import CARD, GAME, PACK, POSITION
from tilewright import load_pack
from tilewright.cli.main import command
from tilewright.draw.picture import of_board
from tilewright.draw.sheet import board_svg, supply_svg
from tilewright.printing.sheets import DECK, SINGLE, CardFormat, card_sheets, examples, hint_of, piece_sheets
from tilewright.printing.typesetting import Paper, letters_missing
from tilewright.resources import data_folder
from tilewright.table.card import Card
from tilewright.table.position import Player, Position

CARDS = data_folder("cards")
GOLDEN = Path(__file__).parent / "golden" / "print"
MILLIMETERS = 25.4 / 72


def run(*words: str) -> Result:
    """What the command prints, and its exit code; an exception that gets out is raised."""
    return CliRunner().invoke(command, ["print", *words], catch_exceptions=False)


def pages(path: Path) -> list[str]:
    """The text of each page, in one line."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(path).pages]


@pytest.fixture
def quarry(tmp_path: Path) -> Path:
    """A folder with a pack, a card and a position that names it."""
    for name, text in [("pack.yaml", PACK), ("game.tw", GAME), ("wall.tw", CARD), ("a.position.yaml", POSITION)]:
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.mark.slow
def test_a_card_that_lies_somewhere_has_its_price_and_stock(tmp_path: Path) -> None:
    """Number, price and how many there are stand on its front in the language, the name of its back on the back."""
    result = run(str(CARDS / "court-the-king/characters"), "-o", str(tmp_path / "a.pdf"), "--language", "fr", "--backs")
    assert result.exit_code == 0, result.output
    fronts, backs, *_ = pages(tmp_path / "a.pdf")
    for words in (
        "Fermier 2 identiques",
        "2-3 joueurs: ×2, 4: ×3, 5: ×4",
        "Chasseur 4 identiques",
        "Servante tous impairs",
    ):
        assert words in fronts
    assert "Charlatan P E R S O N N AG E" in backs


@pytest.mark.slow
def test_cards_are_printed_nine_on_a_sheet(tmp_path: Path) -> None:
    """Ten cards take two sheets, with their names and sentences in the language, their ids and the edition."""
    result = run(str(CARDS / "dragon-castle/dragons"), "-o", str(tmp_path / "a.pdf"), "--language", "fr")
    assert (result.exit_code, result.output) == (0, f"wrote {tmp_path / 'a.pdf'}\n")
    found = pages(tmp_path / "a.pdf")
    assert len(found) == 2
    for card in load_pack("dragon-castle").cards():
        if card.source.path and card.source.path.parent.name == "dragons":
            assert any(card.name("fr") in page and card.id in page for page in found)
    assert "1 point pour chaque sanctuaire au bord du royaume." in found[0]
    assert found[0].count("tilewright") == 9


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("us-letter", (216, 279))])
def test_sheets_have_the_size_of_the_paper_and_backs_behind_them(
    quarry: Path, paper: str, size: tuple[int, int]
) -> None:
    """Both papers; with backs every other page is one, and names the game and the class."""
    assert run(str(quarry / "wall.tw"), "-o", str(quarry / "a.pdf"), "--paper", paper, "--backs").exit_code == 0
    reader = PdfReader(quarry / "a.pdf")
    assert [round(float(side) * MILLIMETERS) for side in reader.pages[0].mediabox[2:]] == list(size)
    assert pages(quarry / "a.pdf")[1].replace(" ", "") == "quarryGOAL"


def test_the_same_cards_give_the_same_file(quarry: Path) -> None:
    """No date and no number at random stands in the file."""
    for name in ("a.pdf", "b.pdf"):
        run(str(quarry / "wall.tw"), "-o", str(quarry / name))
    assert (quarry / "a.pdf").read_bytes() == (quarry / "b.pdf").read_bytes()


@pytest.mark.slow
def test_a_card_is_63_by_88_millimeters(quarry: Path) -> None:
    """The first card of a sheet is filled with its color just where the marks say, and no pixel around it."""
    [page] = sheet(quarry, "Wall").png(dots=254)  # ten pixels are a millimeter
    picture = Image.open(io.BytesIO(page)).convert("RGB")
    assert picture.size == (2100, 2970)
    left, top = (2100 - 3 * 630) // 2, (2970 - 3 * 880) // 2
    white, color = (255, 255, 255), (0x7A, 0x2F, 0x2A)
    for x, found in ((left - 2, white), (left + 2, color), (left + 627, color), (left + 633, white)):
        assert picture.getpixel((x, top + 20)) == found
    assert picture.getpixel((left + 10, top - 3)) == white
    assert picture.getpixel((left + 10, top + 3)) == color


@pytest.mark.slow
def test_a_sheet_looks_as_it_did() -> None:
    """The first sheet of the printed cards, small, differs from the picture that is kept by little anywhere."""
    pack = load_pack("dragon-castle")
    cards = [card for card in pack.cards() if card.source.path and card.source.path.parent.name == "dragons"][:9]
    paper = card_sheets(pack.game, cards, [], language="en", paper="a4", backs=False, edition="1")
    [page] = paper.png(dots=30)
    picture, golden = Image.open(io.BytesIO(page)).convert("L"), GOLDEN / "cards.png"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        picture.save(golden)
    difference = ImageChops.difference(picture, Image.open(golden))
    assert ImageStat.Stat(difference).mean[0] < 2
    assert ImageStat.Stat(difference.resize((12, 16))).extrema[0][1] < 24


def sheet(quarry: Path, name: str, text: str = "A text.", format: CardFormat | None = None) -> Paper:
    """A sheet with one card of a name and a text."""
    card = CARD.replace('name en "Wall"', f'name en "{name}"\n  text en "{text}"')
    (quarry / "wall.tw").write_text(card, "utf-8")
    pack = load_pack(quarry)
    return card_sheets(pack.game, pack.cards(), [], language="en", paper="a4", backs=False, edition="", format=format)


@pytest.mark.slow
def test_a_text_that_does_not_fit_is_reported(quarry: Path) -> None:
    """It is set smaller, and when that does not help it is cut off and the command says so with exit code 1."""
    assert sheet(quarry, "Wall", "word " * 80).cut_off() == []
    assert sheet(quarry, "Wall", "word " * 900).cut_off() == ["wall"]
    result = run(str(quarry / "wall.tw"), "-o", str(quarry / "a.pdf"))
    assert result.exit_code == 1
    assert "wall: the text does not fit" in result.output


@pytest.mark.slow
def test_a_text_that_does_not_fit_begins_with_its_beginning(quarry: Path) -> None:
    """F93: it is cut off at its end alone."""
    (quarry / "a.pdf").write_bytes(sheet(quarry, "Wall", " ".join(f"w{n}" for n in range(900))).pdf())
    heights: dict[str, float] = {}

    def seen(text: str, page: list[float], at: list[float], *more: object) -> None:
        for word in text.split():
            heights[word] = page[5] + page[3] * at[5]

    page = PdfReader(quarry / "a.pdf").pages[0]
    page.extract_text(visitor_text=seen)
    top_of_card = float(page.mediabox.height) - (297 - 3 * 88) / 2 / MILLIMETERS
    assert top_of_card - 30 / MILLIMETERS < heights["w0"] < top_of_card - 15 / MILLIMETERS  # below the band of the name


@pytest.mark.slow
def test_no_line_is_cut_through(quarry: Path) -> None:
    """Where a text is cut off, its last line is as high as the others, however much room there is."""
    for height in (88.0, 88.6, 89.2, 89.8):
        [page] = sheet(quarry, "Wall", "gdx " * 900, CardFormat(height=height, arrange=SINGLE)).png(dots=254)
        text = Image.open(io.BytesIO(page)).convert("L").crop((60, 180, 570, round(height * 10) - 75))
        inked = [text.crop((0, y, text.width, y + 1)).getextrema()[0] < 160 for y in range(text.height)]
        lines = [len(line) for line in "".join(".#"[ink] for ink in inked).split(".") if line]
        assert len(lines) > 10
        assert max(lines) - min(lines) <= 1


@pytest.mark.slow
def test_a_text_that_is_missing_in_a_language_is_reported(quarry: Path) -> None:
    """F93: what is printed in another language than the one asked for is named on standard error."""
    card = CARD.replace('name en "Wall"', 'name en "Wall"\n  name fr "Mur"\n  text en "A text."')
    (quarry / "wall.tw").write_text(card, "utf-8")
    words = (str(quarry / "wall.tw"), "-o", str(quarry / "a.pdf"), "--language")
    assert run(*words, "en").stderr == ""
    classes = "tilewright: quarry has no word for 'goal' in 'fr'; it is printed as it is\n"
    lacking = "tilewright: not everything is in 'fr'; another language is printed on wall\n"
    assert run(*words, "fr").stderr == lacking + classes
    (quarry / "wall.tw").write_text(card.replace("text en", 'text fr "Un texte."\n  text en'), "utf-8")
    assert run(*words, "fr").stderr == classes
    (quarry / "game.tw").write_text(GAME + '\n  word goal fr masculine "but/bute/but/buts" "buts"\n', "utf-8")
    result = run(*words, "fr", "--backs")
    assert result.stderr == ""
    assert all("B U T" in page for page in pages(quarry / "a.pdf"))


SIZES = {"bridge": (57, 89), "tarot": (70, 120), "mini": (44, 68), "square": (70, 70), "50x90": (50, 90)}


@pytest.mark.parametrize(("name", "size"), SIZES.items())
def test_cards_have_the_size_that_is_asked(quarry: Path, name: str, size: tuple[int, int]) -> None:
    """Each alone on a page of its size; with bleed, the page is larger by it on each side, and colored to its edge."""
    for bleed in (0, 3):
        words = ("--size", name, "--bleed", str(bleed), "--single", "--backs", "-o", str(quarry / "a.pdf"))
        assert run(str(quarry / "wall.tw"), *words).exit_code == 0
        boxes = [page.mediabox[2:] for page in PdfReader(quarry / "a.pdf").pages]
        sizes = [[round(float(side) * MILLIMETERS) for side in box] for box in boxes]
        assert sizes == [[side + 2 * bleed for side in size]] * 2
        (quarry / "cards").mkdir(exist_ok=True)
        run(str(quarry / "wall.tw"), *words[:-1], str(quarry / "cards"))
        for file, corners in (("wall.png", 2), ("wall-back.png", 4)):
            picture = Image.open(quarry / "cards" / file).convert("RGB")
            assert abs(picture.width - (size[0] + 2 * bleed) / 25.4 * 300) < 2
            right, bottom = picture.width - 3, picture.height - 3
            for place in [(2, 2), (right, 2), (2, bottom), (right, bottom)][:corners]:
                assert picture.getpixel(place) == (0x7A, 0x2F, 0x2A)


def test_marks_are_at_the_edges_of_cards_and_not_of_their_bleed(quarry: Path) -> None:
    """With a bleed of 3 mm, a mark ends above each edge of each column; between two cards are 6 mm of color."""
    pack = load_pack(quarry)
    cards = [pack.cards()[0]] * 4
    form = CardFormat(63, 88, 3)
    options = {"language": "en", "paper": "a4", "backs": False, "edition": ""}
    [page] = card_sheets(pack.game, cards, [], format=form, **options).png(dots=254)  # type: ignore[arg-type]
    picture = Image.open(io.BytesIO(page)).convert("L")
    columns, rows = form.places("a4")
    assert (columns, rows) == (2, 3)
    left, top = (2100 - columns * 690) // 2, (2970 - rows * 940) // 2
    dark = [x for x in range(2100) if picture.getpixel((x, top - 30)) < 200]
    edges = [left + column * 690 + 30 + side for column in range(columns) for side in (0, 630)]
    assert all(any(abs(x - edge) <= 2 for x in dark) for edge in edges)
    assert all(any(abs(x - edge) <= 2 for edge in edges) for x in dark)


def test_a_picture_beside_a_card_is_printed_on_it(quarry: Path) -> None:
    """It fills the width of the card below the name, in place of the example; a broken one is reported."""
    words = (str(quarry / "wall.tw"), "-o", f"{quarry / 'cards'}/")  # with a slash, the folder is made
    run(*words)
    before = Image.open(quarry / "cards" / "wall.png").convert("RGB")
    Image.new("RGB", (40, 40), (10, 200, 30)).save(quarry / "wall.png")
    assert run(*words).exit_code == 0
    after = Image.open(quarry / "cards" / "wall.png").convert("RGB")
    row = round(after.height * 30 / 88)
    assert {after.getpixel((x, row)) for x in (0, after.width // 2, after.width - 1)} == {(10, 200, 30)}
    assert before.getpixel((0, row)) == (255, 255, 255)
    (quarry / "wall.png").write_bytes(b"no picture")
    result = run(*words)
    assert result.exit_code == 2 and "wall.png" in result.output


@pytest.fixture
def own_fonts() -> list[Path]:
    """Two files of fonts of different families that are not built in."""
    import typst

    found = typst.Fonts(include_embedded_fonts=False, include_system_fonts=True).fonts()
    built_in = set(typst.Fonts(include_system_fonts=False).families())
    files = {font.family: Path(font.path) for font in found if font.path and font.family not in built_in}
    usable = [path for path in files.values() if path.suffix in (".ttf", ".otf")]
    if len(usable) < 2:
        pytest.skip("no fonts are installed")
    return usable[:2]


def embedded(path: Path) -> set[str]:
    """The names of the fonts in a PDF."""
    found = set[str]()
    for page in PdfReader(path).pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            found.add(font.get_object()["/BaseFont"].partition("+")[2])
    return found


def test_a_font_beside_a_card_or_its_pack_is_embedded(quarry: Path, own_fonts: list[Path]) -> None:
    """That of the card comes before that of the pack, and `--font` before both; the picture of the card changes too."""
    out, words = quarry / "a.pdf", (str(quarry / "wall.tw"), "--backs", "-o")
    built_in = (run(*words, str(out)), embedded(out))[1]
    pictures = [(run(*words, f"{quarry}/png/"), (quarry / "png" / "wall.png").read_bytes())[1]]
    found = []
    for file, font in zip(("pack", "wall"), own_fonts, strict=True):
        (quarry / f"{file}{font.suffix}").write_bytes(font.read_bytes())
        result = run(*words, str(out))
        assert result.exit_code == 0, result.output
        found.append(embedded(out))
        run(*words, f"{quarry}/png/")
        pictures.append((quarry / "png" / "wall.png").read_bytes())
    assert not built_in & found[0] and not found[0] & found[1]
    assert len(set(pictures)) == 3
    assert run(*words, str(out), "--font", "DejaVu Sans Mono").exit_code == 0
    assert all("DejaVuSansMono" in name for name in embedded(out))


def test_fonts_that_cannot_be_embedded_are_refused(quarry: Path, own_fonts: list[Path]) -> None:
    """A damaged one, one for web pages, and two files whose fonts have the same name."""
    words = (str(quarry / "wall.tw"), "-o", str(quarry / "a.pdf"))
    for name, said in [
        ("pack.otf", "pack.otf is not a font, or it is damaged"),
        ("wall.woff2", "a font for web pages"),
    ]:
        (quarry / name).write_bytes(own_fonts[0].read_bytes()[:100])
        result = run(*words)
        assert result.exit_code == 2 and said in result.output
    (quarry / "wall.woff2").unlink()
    (quarry / "pack.otf").unlink()
    (quarry / "tower.tw").write_text(CARD.replace("wall", "tower").replace("Wall", "Tower"), "utf-8")
    content = own_fonts[0].read_bytes()
    (quarry / "wall.ttf").write_bytes(content)
    (quarry / "tower.ttf").write_bytes(content + b"\0")
    result = run(str(quarry / "wall.tw"), str(quarry / "tower.tw"), *words[1:])
    assert result.exit_code == 2 and "so is another one" in result.output


def test_two_cards_with_one_id_keep_what_is_theirs(tmp_path: Path, own_fonts: list[Path]) -> None:
    """Each has the picture and the font beside its own file, on sheets and as pictures, of which neither replaces the other."""
    words, font = [str(tmp_path / name / "serenity.tw") for name in ("first", "second")], own_fonts[0]
    for word in words:
        Path(word).parent.mkdir()
        Path(word).write_bytes((CARDS / "dragon-castle/fan/serenity.tw").read_bytes())
    Path(words[0]).with_suffix(font.suffix).write_bytes(font.read_bytes())
    Image.new("RGB", (40, 40), (10, 200, 30)).save(Path(words[1]).with_suffix(".png"))
    result = run(*words, "-o", f"{tmp_path}/png/")
    assert result.exit_code == 0, result.output
    pictures = [Image.open(tmp_path / "png" / name).convert("RGB") for name in ("serenity.png", "serenity-2.png")]
    row = round(pictures[0].height * 30 / 88)
    assert [picture.getpixel((0, row)) == (10, 200, 30) for picture in pictures] == [False, True]
    fonts = []
    for files in (words[:1], words[1:], words):
        assert run(*files, "-o", str(tmp_path / "a.pdf")).exit_code == 0
        fonts.append(embedded(tmp_path / "a.pdf"))
    assert fonts[0] - fonts[1] and fonts[0] | fonts[1] == fonts[2]


def test_a_deck_is_one_picture_with_the_back_in_its_last_place(quarry: Path) -> None:
    """Ten cards in a row and at least two rows, as Tabletop Simulator reads them; more cards take more pictures."""
    pack = load_pack(quarry)
    form, options = CardFormat(arrange=DECK), {"language": "en", "paper": "a4", "backs": False, "edition": ""}
    counts = {}
    for count in (1, 19, 20, 69, 70):
        sheets = card_sheets(pack.game, [pack.cards()[0]] * count, [], format=form, **options)  # type: ignore[arg-type]
        found = [Image.open(io.BytesIO(page)).convert("RGB") for page in sheets.png(dots=25.4)]
        counts[count] = [(round(one.width / 63), round(one.height / 88)) for one in found]
        assert all(one.getpixel((one.width - 20, one.height - 2)) == (0x7A, 0x2F, 0x2A) for one in found)
    assert counts == {1: [(10, 2)], 19: [(10, 2)], 20: [(10, 3)], 69: [(10, 7)], 70: [(10, 7), (10, 2)]}
    assert run(str(quarry / "wall.tw"), "-o", str(quarry / "deck.png")).exit_code == 0
    with Image.open(quarry / "deck.png") as picture:
        assert picture.width <= 4096


def test_sizes_fonts_and_files_that_cannot_be_are_refused(quarry: Path) -> None:
    """A size that is none, one that fits no sheet, a font that is not there, and pictures of what is no card."""
    card, out = str(quarry / "wall.tw"), ("-o", str(quarry / "a.pdf"))
    for words, said in [
        ((card, *out, "--size", "huge"), "WIDTHxHEIGHT"),
        ((card, *out, "--size", "10x90"), "30 to 200"),
        ((card, *out, "--size", "199x199"), "does not fit"),
        ((card, *out, "--font", "Nowhere"), "there is no font 'Nowhere'"),
        ((str(CARDS / "cairns/puzzles"), "-o", str(quarry / "a.png")), "puzzles are printed as a .pdf file"),
    ]:
        result = run(*words)
        assert result.exit_code == 2 and said in result.output
    assert run(card, *out, "--font", "DejaVu Sans Mono").exit_code == 0
    assert b"DejaVu" in (quarry / "a.pdf").read_bytes()


def test_texts_are_no_markup(quarry: Path) -> None:
    """What a card says is printed as it is written, whatever it means to the typesetter."""
    text = "#panic() $x$ *bold* [a] @b <c> // no \\ `d` #read(/etc/passwd)"
    result = sheet(quarry, "#let x = 1", text)
    (quarry / "a.pdf").write_bytes(result.pdf())
    [found] = pages(quarry / "a.pdf")
    assert "#let x = 1" in found
    assert "#panic() $x$ *bold*" in found


def test_the_example_is_the_board_that_pays_most(quarry: Path) -> None:
    """Of the positions that name the card; of others only when none of those pays."""
    pack = load_pack("dragon-castle")
    from tilewright import check_file

    positions = [
        table
        for name in ("diplomacy-1", "diplomacy-2", "modesty-1")
        for table in check_file(CARDS / f"dragon-castle/fan/{name}.position.yaml").tables
        if isinstance(table, Position)
    ]
    cards = [pack.card("diplomacy"), pack.card("humility"), pack.card("wind")]
    found = examples(cards, positions)
    assert found[0] is not None and found[0].points == 6
    assert found[2] is None
    assert found[0].reasons


def test_cards_show_boards_of_their_own() -> None:
    """Of cards that one position names, the second shows another board that pays; where no other pays, the same."""
    game = load_pack("dragon-castle").game
    from tilewright import check_text, parse_board

    def card(name: str, rule: str) -> Card:
        [found] = check_text(f"dragon {name}\n  {rule}\n").values
        assert isinstance(found, Card)
        return found

    cards = [
        card("one", "score 1 for each shrine"),
        card("two", "score 2 for each stack"),
        card("dragons", "score 1 for each dragon"),
    ]

    def position(board: str, *names: str) -> Position:
        return Position(game, (Player("Ada", parse_board(board, game)),), names)

    several = position("3^ D1 | 2^ 2", "one", "two", "dragons")
    found = examples(cards, [several, position("1 1 | . .")])
    assert [one.points if one else None for one in found] == [2, 4, 1]
    own = examples(cards, [several, position("1^ . | . .", "one")])
    assert own[0] is not None and own[0].points == 1


def test_boards_alone_have_no_words(quarry: Path) -> None:
    """The small picture of a board is its spaces and what is on them; pieces to place are a row."""
    table = load_pack("dragon-castle").game
    from tilewright import parse_board

    board = parse_board("M5 2^ | . 3", table)
    text = board_svg(of_board(board, table, "A title"))
    assert "M5" in text and 'class="' in text
    assert supply_svg(of_board(board, table), 5) is None


@pytest.mark.slow
def test_layouts_are_printed_at_true_scale(tmp_path: Path) -> None:
    """A layout goes over as many sheets as its spaces take, each with its place; smaller spaces take fewer."""
    castle = str(CARDS / "dragon-castle/castles/barracks.tw")
    for side, count in (("24", 6), ("12", 1)):
        assert run(castle, "-o", str(tmp_path / "a.pdf"), "--side", side).exit_code == 0
        found = pages(tmp_path / "a.pdf")
        assert len(found) <= count
        assert all("The Barracks" in page for page in found)
    layout = next(one for one in load_pack("dragon-castle").layouts() if one.id == "barracks")
    numbers = [word for page in found for word in page.split() if word in "123"]
    assert len(numbers) >= layout.ground


@pytest.mark.slow
def test_puzzles_are_a_booklet_with_solutions(tmp_path: Path) -> None:
    """A title, a page for each puzzle with its hint, and the solutions that are proved, or none when not wanted."""
    folder = CARDS / "cairns/puzzles"
    assert run(str(folder), "-o", str(tmp_path / "a.pdf")).exit_code == 0
    found = pages(tmp_path / "a.pdf")
    assert len(found) == 1 + len(list(folder.glob("*.yaml"))) + 1
    assert "what is lower than its left neighbor" in " ".join(found)
    assert found[-1].startswith("Solutions") and "= 47" in found[-1]
    assert run(str(folder), "-o", str(tmp_path / "b.pdf"), "--no-solutions").exit_code == 0
    assert len(pages(tmp_path / "b.pdf")) == len(found) - 1


@pytest.mark.slow
def test_what_is_printed_has_to_be_clear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of several sorts, none or several games, another ending and a missing package are refused."""
    out = str(tmp_path / "a.pdf")
    for words, told in [
        ([str(CARDS / "dragon-castle"), "-o", out], "choose with --what"),
        ([str(CARDS), "-o", out, "--what", "cards"], "of several games"),
        ([str(CARDS / "cairns/sights"), "-o", out, "--what", "puzzles"], "there are no puzzles"),
        ([str(CARDS / "cairns/sights"), "-o", "a.svg"], ".pdf files"),
    ]:
        result = run(*words)
        assert result.exit_code == 2 and told in result.output
    monkeypatch.setitem(sys.modules, "typst", None)
    assert "pip install 'tilewright[print]'" in run(str(CARDS / "cairns/sights"), "-o", out).output


def test_letters_that_the_fonts_lack_are_reported() -> None:
    """The built-in fonts have what European languages are written with."""
    assert letters_missing("Über 'Élan' Ω я 3 → ✓") == ""
    assert letters_missing("龍 dragon 龍") == "龍"


def test_hints_are_read_from_comments() -> None:
    """The hint of a puzzle may go over several lines of comment, and ends with the next thing that is told."""
    text = "# Hard.\n# Hint: look up,\n# then down.\n# difficulty: hard\ntilewright: puzzle/1\n"
    assert hint_of(text) == "look up, then down."
    assert hint_of("tilewright: puzzle/1\n") == ""


@pytest.mark.slow
def test_map_tiles_are_printed_with_backs(tmp_path: Path) -> None:
    """102 tiles 45 millimeters wide, 24 a sheet, their backs behind them, then the figures: seven of each player, two more."""
    result = run(
        str(CARDS / "princess-and-dragon/game.tw"), "--what", "pieces", "--backs", "-o", str(tmp_path / "a.pdf")
    )
    assert result.exit_code == 0, result.output
    found = pages(tmp_path / "a.pdf")
    tiles = [page.count("The Princess") for page in found]
    assert tiles == [0, 24, 0, 24, 0, 24, 0, 24, 0, 6, 0, 0]
    assert found[10].split().count("A") == 7 and found[11].count("follower") == 35


@pytest.mark.slow
def test_tiles_of_a_card_are_printed_alone(tmp_path: Path) -> None:
    """Of the file of a card only the tiles that it brings; larger ones if so said."""
    fair = str(CARDS / "princess-and-dragon/fan/fair.tw")
    assert run(fair, "--what", "pieces", "--side", "60", "-o", str(tmp_path / "a.pdf")).exit_code == 0
    assert len(pages(tmp_path / "a.pdf")) == 1
    result = run(str(CARDS / "court-the-king"), "--what", "pieces", "-o", str(tmp_path / "b.pdf"))
    assert result.exit_code == 2 and "there are no pieces to print" in result.output


@pytest.mark.slow
def test_coins_and_tokens_are_printed(tmp_path: Path) -> None:
    """As many of each as there are: twelve stones of each color, and every coin that a counter counts."""
    assert run(str(CARDS / "fist-of-dragonstones"), "--what", "pieces", "-o", str(tmp_path / "a.pdf")).exit_code == 0
    words = " ".join(pages(tmp_path / "a.pdf")).split()
    assert [words.count(code) for code in "RBY"] == [12, 12, 12]
    assert [words.count(name) for name in ("fairy", "common", "silver", "black", "amulets")] == [60, 15, 40, 2, 2]


@pytest.mark.slow
def test_sheets_of_pieces_look_as_they_did() -> None:
    """The first sheets of tiles and of figures, small, differ from the pictures that are kept by little anywhere."""
    sheets = piece_sheets(load_pack("princess-and-dragon").game, [], own=True, language="en", paper="a4", backs=False)
    assert sheets is not None
    found = sheets.png(40)
    assert len(found) == 6
    for name, page in (("tiles.png", found[0]), ("figures.png", found[5])):
        now = Image.open(io.BytesIO(page)).convert("RGB")
        if os.environ.get("UPDATE_GOLDEN"):
            now.save(GOLDEN / name)
        kept = Image.open(GOLDEN / name)
        assert now.size == kept.size
        assert max(ImageStat.Stat(ImageChops.difference(now, kept)).mean) < 2
