"""The pages of the codes: one for each, and their examples do what they say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from tilewright import load_pack
from tilewright.cli.main import command
from tilewright.design.difficulty import LEVELS, Difficulty
from tilewright.packs.declared import declared
from tilewright.packs.workspace import Workspace
from tilewright.pages import pages, terms, terms_like, usage_of
from tilewright.source import Source

ROOT = Path(__file__).parents[1]
PAGES = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "docs" / "codes").glob("*.md"))}
FILES_PAGE = (ROOT / "docs" / "files.md").read_text("utf-8")
LANGUAGE = (ROOT / "docs" / "language.md").read_text("utf-8")
RECIPES = (ROOT / "docs" / "recipes.md").read_text("utf-8")
PLAY = (ROOT / "docs" / "language-play.md").read_text("utf-8")
GAMES = (ROOT / "docs" / "language-game.md").read_text("utf-8")
BOARDS = (ROOT / "docs" / "language-boards.md").read_text("utf-8")
REFERENCE = (ROOT / "docs" / "reference.md").read_text("utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
CARD = "dragon lookout\n  score 1 for each shrine\n"
DRAGONS = Path(__file__).parents[1] / "cards" / "dragon-castle" / "dragons"
# Files that stand in the folder where the examples of a page are run.
FILES = {
    "TW011": {"lookout.tw": CARD.encode().replace(b"score", b"sc\xf6re")},
    "TW308": {"wing.txt": b"3 3 ? ?\n3 x ? ?\n"},
    "TW418": {"lookout.tw": CARD.encode()},
    "TW421": {
        "hill.puzzle.yaml": b"tilewright: puzzle/1\ntitle: Hill\ngame: dragon-castle\ncards: [lookout]\n"
        b"kind: arrange\nrealm: 1 2 | . .\ntiles: [M3]\nshrines: 1\n",
        "lookout.tw": CARD.encode().replace(b"score 1", b"score 999 * 999 * 999 * 999"),
    },
    "TW431": {
        "throw.position.yaml": b"tilewright: position/2\ngame: court-the-king\ncards: [farmer]\nplayers:\n  - name: Ada\n"
        b"    kept: .\n    active: 2 4 4\n  - name: Bo\n    kept: .\nplay:\n  turn: Ada\n  at:\n"
        b"    - {block: turn, statement: 2}\n    - {block: throws, statement: 1}\n",
    },
    "TW424": {
        "evening.position.yaml": b"tilewright: position/2\ngame: dragon-castle\ncards: [humility]\n"
        b"players:\n  - {name: Ada, realm: 1 2 | . M5}\n",
        "mine.tw": CARD.encode().replace(b"lookout", b"humility"),
    },
    "TW430": {"mine.tw": (DRAGONS / "humility.tw").read_bytes().replace(b"dragon humility", b"dragon mine")},
    "TW432": {
        "pack.yaml": b"tilewright: 1\ngame: garden\ntitle: Garden\nlanguages: [en]\n",
        "game.tw": b"game garden\n  players 2 to 2\n\n  piece stone\n    color red R1 to R3 copies 6\n    identity face\n\n"
        b"  board yard\n    of each player\n    size 4 by 4\n    sizes 2 to 8\n\n  counter points\n\n  turn\n"
        b"    choose one\n      option pick\n        gain 1 point\n      option wait\n        gain 0 points\n\n"
        b"  end after a round if points >= 5\n",
        "weights.json": b'{\n  "format": "weights/1",\n  "rules": "fa00b19b679d5a8d",\n  "weights": {"points": 2}\n}\n',
    },
    "TW433": {
        "throw.position.yaml": b"tilewright: position/2\ngame: court-the-king\ncards: [farmer]\nplayers:\n  - name: Ada\n"
        b"    kept: .\n    active: 2 4 4\n  - name: Bo\n    kept: .\n",
    },
    "TW501": {
        "half.tw": b'dragon half\n  text en "3 points for each shrine next to at least two taller stacks."\n\n  score 3 for each shrine where any neighbor is taller\n'
    },
    "TW502": {
        "pair.tw": b'dragon pair\n  text en "2 points for each shrine next to 2 taller stacks."\n\n  score 2 for each shrine where at least 2 neighbors are taller\n'
    },
    "TW503": {
        "drift.tw": b'dragon drift\n  text en "2 points for each shrine on the border."\n  text fr "3 points par sanctuaire dans un coin."\n\n  score 3 for each shrine on the border\n'
    },
    "TW504": {
        "mist.tw": b'dragon mist\n  name en "Mist"\n  name fr "Brume"\n  name it "Nebbia"\n  text en "3 points for each shrin on the border."\n  text fr "3 points par sanctuaire au bord."\n  text it "3 punti per ogni sacrario sul bordo."\n\n  score 3 for each shrine on the border\n'
    },
    "TW505": {
        "lone.tw": b'dragon lone\n  name en "Lone"\n  name fr "Seul"\n  name it "Solo"\n  text en "3 points for each shrine on the border."\n  text fr "3 points par sanctuaire au bord."\n\n  score 3 for each shrine on the border\n'
    },
    "TW506": {
        "pack.yaml": b"tilewright: 1\ngame: garden\ntitle: Garden\nlanguages: [en]\n",
        "game.tw": b"game garden\n  players 1 to 4\n\n  piece stone\n    color red R1 to R3 copies 6\n    identity face\n\n"
        b'  board yard\n    of each player\n    size 4 by 4\n    sizes 2 to 8\n\n  cards goal that score\n\n  word stone en "stone" "stones"\n',
        "en.phr": b"Onborder = along the hedge\n",
        "hedge.tw": b'goal hedge\n  text en "1 point for each stack along the hedge."\n\n  score 1 for each stack on the border\n',
    },
    "TW507": {"de.phr": "# Deutsch\ncases nom acc\n\nEach = {P} für jede Laterne\n".encode()},
    "TW508": {
        "twin.tw": b'dragon twin\n  text en "3 points for each shrine on the border."\n  text fr "3 points for each shrine on the border."\n\n  score 3 for each shrine on the border\n'
    },
    "TW509": {
        "shadow.tw": b'dragon shadow\n  text en "3 points of each of those: shrine with a lower neighbor."\n\n  score 3 for each shrine where any neighbor is taller\n'
    },
}
EXIT_CODES = {
    "TW421": 2,
    "TW424": 0,
    "TW430": 0,
    "TW432": 0,
    "TW433": 0,
    "TW501": 0,
    "TW502": 0,
    "TW503": 0,
    "TW504": 0,
    "TW505": 0,
    "TW506": 0,
    "TW507": 0,
    "TW508": 0,
    "TW509": 0,
}


class Example(NamedTuple):
    """A fenced block of a page: its language, whether it is good or bad, and its text."""

    code: str
    language: str
    sort: str
    text: str


def examples() -> list[Example]:
    """Every example of every page."""
    fence = re.compile(r"^```(tw|game|yaml|console)(?: (bad|good))?\n(.*?)^```$", re.M | re.S)
    return [Example(code, *found) for code, page in PAGES.items() for found in fence.findall(page)]


EXAMPLES = examples()
WORKSPACE = Workspace()
FENCED = [e for e in EXAMPLES if e.language != "console"]
CONSOLE = [e for e in EXAMPLES if e.language == "console"]


def title(page: str) -> str:
    """What stands after the code in the first line."""
    return page.partition("\n")[0].partition(": ")[2]


def prose(page: str) -> str:
    """The sentences between the title and the first example."""
    return page.partition("\n")[2].partition("```")[0].strip()


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    """The pages are those of the codes that occur in the engine, no more and no fewer."""
    sources = (path.read_text("utf-8") for path in (ROOT / "engine").rglob("*.py"))
    codes = {code for source in sources for code in re.findall(r"TW\d{3}", source)}
    assert set(PAGES) == codes


@pytest.mark.parametrize("code", PAGES)
def test_a_page_has_its_parts(code: str) -> None:
    """A page has a title with its code, a few sentences, and both a bad and a good example."""
    page = PAGES[code]
    assert page.startswith(f"# {code}: {title(page)}\n")
    assert not title(page).endswith(".")
    assert 2 <= len(re.findall(r"[.:?](?=\s|$)", prose(page))) <= 8
    sorts = [example.sort or example.language for example in EXAMPLES if example.code == code]
    assert sorts in (["bad", "good"], ["console"])
    assert page.count("```") == 2 * len(sorts)


def test_titles_are_unique() -> None:
    """No two codes have the same title."""
    titles = [title(page) for page in PAGES.values()]
    assert len(set(titles)) == len(titles)


@pytest.mark.slow
@pytest.mark.parametrize("example", FENCED, ids=lambda e: f"{e.code}-{e.sort}")
def test_an_example_shows_its_code(example: Example) -> None:
    """The bad example gives the code and no other; the good one gives no problem at all."""
    problems = WORKSPACE.check(Source("example", example.text)).diagnostics
    wanted = {example.code} if example.sort == "bad" else set()
    assert {problem.code for problem in problems} == wanted, list(map(str, problems))
    assert all(problem.help for problem in problems)


@pytest.mark.slow
@pytest.mark.parametrize("example", CONSOLE, ids=lambda e: e.code)
def test_a_console_example_prints_what_it_shows(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command of a console block prints what stands under it; errors make it fail."""
    monkeypatch.chdir(tmp_path)
    for name, data in FILES[example.code].items():
        (tmp_path / name).write_bytes(data)
    line, _, shown = example.text.partition("\n")
    assert line.startswith("$ tilewright ")
    result = CliRunner().invoke(command, line.split()[2:])
    assert result.output == shown
    assert result.exit_code == EXIT_CODES.get(example.code, 1)


# ------------------------------------------------------------------ the command


def explain(*words: str) -> tuple[int, str, str]:
    """The exit code and both outputs of `tilewright explain`."""
    result = CliRunner().invoke(command, ["explain", *words])
    return result.exit_code, result.stdout, result.stderr


def test_pages_are_found_as_data() -> None:
    """The command finds the same pages that stand in docs/codes, the files and the language."""
    assert pages() == {
        **PAGES,
        "files": FILES_PAGE,
        "glossary": GLOSSARY,
        "language": LANGUAGE,
        "language-play": PLAY,
        "language-game": GAMES,
        "language-boards": BOARDS,
        "reference": REFERENCE,
        "recipes": RECIPES,
    }


@pytest.mark.slow
@pytest.mark.parametrize("code", PAGES)
def test_explain_prints_the_page(code: str) -> None:
    """The title and everything under it is printed; the code may be in small letters."""
    status, out, _ = explain(code.lower())
    assert status == 0
    assert out.startswith(f"{code}: {title(PAGES[code])}\n")
    assert prose(PAGES[code]) in out


def test_explain_lists_all_titles() -> None:
    """Without a code, the titles of all codes are listed in order, and the pages without one last."""
    status, out, _ = explain()
    assert status == 0
    titles = [f"{code}: {title(page)}" for code, page in sorted(PAGES.items())]
    others = [
        "files: Positions, puzzles and records",
        "glossary: Words that tilewright prints",
        "language: The language",
        "language-boards: The language of boards",
        "language-game: The language of games",
        "language-play: The language of play",
        "recipes: Recipes",
        "reference: Reference",
    ]
    assert out.splitlines() == [*titles, *others]


def test_explain_prints_the_language() -> None:
    """All four pages are printed whole, their examples indented, without the marks of their fences."""
    status, out, _ = explain("Language")
    assert status == 0
    both = LANGUAGE + PLAY + GAMES + BOARDS
    assert "```" in both and "```" not in out
    words = re.sub(r"^```.*$|\]\([^)]*\)", "", both, flags=re.M).split()
    assert len(words) <= len(out.split())
    assert "](" in both and "](" not in out
    titles = [
        "language: The language\n",
        "language-play: The language of play\n",
        "language-game: The language of games\n",
        "language-boards: The language of boards\n",
    ]
    assert sorted(titles, key=out.index) == titles


def test_explain_prints_the_page_of_files() -> None:
    """Its examples bear the names of their files."""
    status, out, _ = explain("files")
    assert status == 0
    assert "\nevening.position.yaml:\n\n    tilewright: position/2\n" in out


def test_explain_as_json() -> None:
    """Each code gives an object on one line, in the order given."""
    status, out, _ = explain("TW203", "tw101", "files", "language", "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    codes = [answer["code"] for answer in answers]
    assert codes == ["TW203", "TW101", "files", "language", "language-play", "language-game", "language-boards"]
    schema = json.loads((ROOT / "schemas" / "explain-1.schema.json").read_text("utf-8"))
    for answer in answers:
        Draft202012Validator(schema).validate(answer)
    assert answers[0] == {
        "format": "explain/1",
        "code": "TW203",
        "title": title(PAGES["TW203"]),
        "page": PAGES["TW203"],
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "hint"),
    [("TW2003", "did you mean 'TW203'?"), ("insigt", "did you mean 'insight'?"), ("zebra", "run 'tilewright explain'")],
)
def test_an_unknown_code(word: str, hint: str) -> None:
    """What is neither a code nor a word exits with 2 and tells the nearest one, or how to list them."""
    status, out, err = explain(word)
    assert (status, out) == (2, "")
    assert word in err and hint in err


@pytest.mark.slow
def test_nothing_is_printed_when_one_code_is_unknown() -> None:
    """All codes are looked up before any page is printed."""
    status, out, _ = explain("TW203", "TW999x")
    assert (status, out) == (2, "")


# ------------------------------------------------------------------ recipes

HEADINGS = re.findall(r"^## (.+)$", RECIPES, re.MULTILINE)


def test_recipes_are_explained_by_any_word_of_their_headings() -> None:
    """Each has a printed sentence, a rule and, if it scores, a board with its score; each term finds it."""
    assert len(HEADINGS) >= 40 and len({term for heading in HEADINGS for term in heading.split(", ")}) > 100
    for heading in HEADINGS:
        for term in heading.split(", "):
            section = terms()[term]
            assert re.search(r"^> .+[.]$", section, re.MULTILINE), term
            assert re.search(r"^```realm$.*^```rule scores -?\d+$|^```ability", section, re.MULTILINE | re.DOTALL), term
    assert {
        "majority",
        "set collection",
        "longest wall",
        "connecting two edges",
        "negative points",
        "alone in its row",
    } <= set(terms())


def test_a_recipe_is_printed_with_its_board() -> None:
    """The parts of a recipe are called by what they are; several words are one term."""
    status, out, _ = explain("alone", "in", "its", "row")
    assert status == 0
    assert "> 3 points for each shrine that is alone in its row." in out
    assert "\nRealm:\n\n    1^" in out and "\nRule that scores 6:\n\n    score 3 for each shrine where" in out


@pytest.mark.parametrize("word", ["most", "fewest"])
def test_a_recipe_stays_with_its_word(word: str) -> None:
    """The boards of two players are said to be two; forms of other games that only have the word are left out."""
    _, out, _ = explain(word)
    assert "\nRealms, yours first and then your left neighbor's:\n" in out
    assert "rovers" not in out and "In the language" not in out and out.count(word) < 3


def test_values_are_shown_with_their_board() -> None:
    """The values in the tables of docs/language.md depend on its first realm, which is printed above them."""
    _, out, _ = explain("distance")
    realm = LANGUAGE.partition("```realm\n")[2].partition("\n\n")[0]
    board = "\nRealm:\n\n" + "".join(f"    {row}\n" for row in realm.splitlines())
    assert board + "\nValues on this board:\n\n- `largest distance of pairs of shrines`: 9\n" in out
    assert "`score ...`" not in explain("score")[1]


@pytest.mark.parametrize(
    ("word", "recipes"),
    [("tied", ["tied for most"]), ("connect", ["connected", "connecting two edges"]), ("nobody", [])],
)
def test_a_recipe_is_found_by_one_word_of_its_heading(word: str, recipes: list[str]) -> None:
    """A word of several, or its beginning, is enough."""
    assert list(terms_like(word)) == recipes


# ------------------------------------------------------------------ words


SUMMARY = (ROOT / "docs" / "simulate.md").read_text("utf-8").partition("```console\n")[2].partition("```")[0]
ANSWERS = ("solution", "bounds", "difficulty", "layout")


@pytest.mark.parametrize("name", ANSWERS)
def test_every_status_of_an_answer_is_explained(name: str) -> None:
    """What an answer says of itself is in the glossary."""
    text = (ROOT / "schemas" / f"{name}-1.schema.json").read_text("utf-8")
    said = set(re.findall(r'"(optimal|feasible|infeasible|unknown|easy|medium|hard)"', text))
    assert said and said <= set(terms())


def test_every_part_of_a_difficulty_is_explained() -> None:
    """The names of the parts and of the levels are in the glossary."""
    parts = Difficulty(best=1, greedy=1.0, insight=1.0, near=1, conflicts=1).parts
    assert {*parts, *LEVELS} <= set(terms())


def test_every_column_of_a_summary_is_explained() -> None:
    """The head of the table of seats is made of words of the glossary."""
    head = next(line for line in SUMMARY.splitlines() if line.split()[:1] == ["seat"])
    assert {"sd", "q1", "q3", "wins", "95%"} <= set(re.split(" {2,}", head.strip())) <= set(terms())


@pytest.mark.slow
def test_every_word_of_a_game_is_explained() -> None:
    """Of a counter, a cap, a board, a class, a part or a measure of a game, `explain` shows the line that declares it."""
    for pack in (load_pack("dragon-castle"), load_pack("cairns")):
        game = pack.game
        named = [*game.counters, *game.caps, *game.boards, *game.parts, *game.layouts, *game.sorts]
        words = [*(thing.name for thing in named), *game.card_classes, *game.numeric_attributes, *game.classes]
        words += [name for name, _ in game.play_rules.measures] if game.play_rules else []
        for word in words:
            assert any(word in found.text.split() for found in declared(pack, word)), word


def test_explain_shows_what_a_game_says_of_a_word() -> None:
    """The line of the game file with the comment above it."""
    status, out, _ = explain("reserve")
    assert status == 0
    assert out == (
        "reserve: a word of Dragon Castle\n\nDragon Castle, game.tw, line 45:\n\n"
        "    counter reserve written shrines for shrine to 40\n\n"
    )


@pytest.mark.slow
def test_explain_takes_words_of_several_words() -> None:
    """They need no quotes; both spellings show the same section."""
    assert explain("class", "of", "layouts") == explain("class of layouts")
    assert explain("class", "of", "layouts")[1].startswith("layout, class of layouts\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("place",),
            "- `place THINGS [called NAME]`\n  puts a piece on a space of your own board; for example `place it`\n",
        ),
        (("for", "each"), "- `for each THING (in any order / in random order)`\n"),
        (("choose",), "- `choose a THING from NUMBER to NUMBER [called NAME]`\n"),
        (("neighbor",), "- `1 for each shrine where any neighbor is taller`: 2\n"),
        (("second", "largest"), "- `the second largest height of stacks`: 3\n"),
        (("as long as there is",), "the player picks one such thing again and again until there is none"),
    ],
)
def test_statements_and_words_of_the_language_are_explained(words: tuple[str, ...], told: str) -> None:
    """How they are written and what they mean is in the reference and on the pages of the language."""
    status, out, _ = explain(*words)
    assert status == 0 and told in out


def test_every_statement_of_the_reference_is_explained() -> None:
    """The words with which each form begins have a page of their own."""
    forms = re.findall(r"^\| `([a-z][^`]*)` \|", pages()["reference"], re.MULTILINE)
    begins = {match[0] for form in forms if (match := re.match(r"[a-z-]+", form))}
    assert len(begins) > 60
    assert all(usage_of(word) for word in begins)


def test_a_word_as_json() -> None:
    """A word gives an object of the same format."""
    answer = json.loads(explain("Q1", "--json")[1])
    Draft202012Validator(json.loads((ROOT / "schemas" / "explain-1.schema.json").read_text("utf-8"))).validate(answer)
    assert (answer["code"], answer["title"]) == ("q1", "min, q1, median, q3, max")


@pytest.mark.parametrize(
    ("word", "said"),
    [("own", "belongs to the player who acts"), ("opposing", "to another one"), ("owner", "the place of its player")],
)
def test_words_that_only_a_list_explains(word: str, said: str) -> None:
    """An item of a list in the pages is the explanation of a word that has no form of its own."""
    assert said in CliRunner().invoke(command, ["explain", word]).output
