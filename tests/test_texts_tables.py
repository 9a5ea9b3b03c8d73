"""Tables of phrases: what they hold, and that nothing in them is wrong without anybody noticing."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cards import pack
from command_line import run
from tilewright.diagnostics import Diagnostics
from tilewright.packs.pack import read_game
from tilewright.packs.workspace import Workspace
from tilewright.resources import data_folder
from tilewright.source import Source, read_source
from tilewright.texts.faults import faults, faults_of_card
from tilewright.texts.pattern import BadPattern, Choice, Fixed, Form, ImplicitPart, Slot, read_pattern
from tilewright.texts.phrasebook import Language, Phrasebook, languages
from tilewright.texts.table import CARD, PhraseTable, read_table
from tilewright.texts.words import adjective, noun

TABLES = sorted([*data_folder("phrases").rglob("*.phr"), *data_folder("cards").glob("*/*.phr")])
GAME = """game quarry
  players 1 to 2

  piece block
    color red R1 to R3 number 1 to 3 copies 4
    identity face

  board yard
    of each player
    size 4 by 4
    sizes 2 to 8

"""


@cache
def book() -> Phrasebook:
    """The languages of the pack."""
    return Phrasebook(pack().game)


def language(name: str) -> Language:
    """A language of the pack."""
    found = book().language(name)
    assert found is not None
    return found


def test_there_are_tables_for_the_languages_of_the_pack() -> None:
    """Each language of the texts of the pack has a table, German has one besides, and the card language has one."""
    assert set(languages()) == {*pack().imprint.languages, "de"}
    assert book().card.table.language == CARD


def test_the_table_of_the_card_language_is_sound() -> None:
    """Its patterns say parts that the phrases have, in words that there are."""
    assert faults_of_card(book().card) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", pack().imprint.languages)
def test_tables_are_sound(name: str) -> None:
    """No part is missing or alien, no word unknown, and no words say two phrases that mean something else."""
    assert faults(language(name)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Each = {P} for each ~stone", "~stone is not a word of the lexicon"),
        ("Each = {P} for each one", "nothing is given for U"),
        ("Each = {P} for each {U.sg} of {L}", "L is not part of it"),
        ("Each = {P} for each {Rook}", "there are no phrases of the kind Rook"),
        ("OnBorder = ~be@N on the rim", "~be agrees with N, which is not there"),
        ("InCorner = on the border", "InCorner and OnBorder (M) are both written 'on the border'"),
        ("Each = {P} for each {U.QA}", "the number of QA is requested, but it is not a part of the phrase"),
    ],
)
def test_what_is_wrong_is_found(line: str, fault: str) -> None:
    """A line added to a sound table that makes it unsound is told, and why."""
    spoiled = Phrasebook(pack().game)
    table = spoiled.table("en")
    read_table(Source("more.phr", line), table, spoiled.functions)
    found = [str(found) for found in faults(Language(table, spoiled.card))]
    assert any(fault in text for text in found), found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Each = [a", "']' is missing"),
        ("Each = a]", "']' has nothing to close"),
        ("Each = {", "'{' is not a part"),
        ("Each = ~", "'~' is not a word of the lexicon"),
        ("Nothing = a", "no phrase of the card language is called 'Nothing'"),
        ("SideCmp = {N} {Cmp.p} {Q=Nothing}", "no phrase of the card language is called 'Nothing'"),
        ("noun stack", "'=' is missing between a word and its forms"),
        ("noun stack = a b c d", "'a b c d' are not the forms of a word"),
        ("whatever", "'whatever' cannot begin a line of a table"),
    ],
)
def test_lines_that_cannot_be_read(line: str, problem: str) -> None:
    """A line that is none of a table is refused, with its place."""
    spoiled = Phrasebook(pack().game)
    with pytest.raises(BadPattern) as raised:
        read_table(Source("more.phr", f"# a comment\n{line}"), PhraseTable("en"), spoiled.functions)
    assert str(raised.value) == f"more.phr:2: {problem}"


@pytest.mark.slow
@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_tables_are_checked_by_themselves(path: Path) -> None:
    """`check` finds nothing wrong with any table, of tilewright or of a pack."""
    assert run("check", str(path), "--no-cache").output == "1 file checked: no problems\n"


@pytest.mark.slow
def test_check_tells_where_a_table_is_wrong(tmp_path: Path) -> None:
    """Lines that cannot be read and patterns that are unsound are told with their places; what goes on with them is not."""
    table = data_folder("phrases") / "fr.phr"
    lines = ["Foo = a", "  | b", "Each = {P} pour chaque", "OnBorder = dans un coin", "noun a"]
    (tmp_path / "fr.phr").write_text(table.read_text("utf-8") + "\n".join(lines) + "\n", "utf-8")
    first = table.read_text("utf-8").count("\n") + 1
    found = Workspace().check(read_source(str(tmp_path / "fr.phr"))).diagnostics
    told = {(problem.source.position(problem.span.start)[0] - first, problem.code) for problem in found}
    assert {(0, "TW506"), (2, "TW507"), (3, "TW507"), (4, "TW506")} <= told
    assert {at for at, _ in told if at >= 0} == {0, 2, 3, 4} and all(at < 0 or code for at, code in told)
    assert sum(at < 0 for at, _ in told) == 1  # the pattern of the other phrase that is said so


@pytest.mark.slow
def test_a_table_of_a_pack_is_read_behind_the_others(tmp_path: Path) -> None:
    """It is checked with the words of the game, and only what it says itself is told."""
    (tmp_path / "pack.yaml").write_text("tilewright: 1\ngame: quarry\ntitle: Quarry\nlanguages: [en]\n", "utf-8")
    (tmp_path / "game.tw").write_text(f"{GAME}  cards goal that score\n", "utf-8")
    (tmp_path / "en.phr").write_text("OnBorder = along the hedge | in a corner\n", "utf-8")
    output = run("check", str(tmp_path / "en.phr"), "--no-cache").output
    assert "en.phr:1:1: warning TW507: OnBorder: InCorner and OnBorder (M) are both written 'in a corner'" in output
    assert output.endswith("1 file checked: 1 warning\n")


def test_the_notation_of_patterns() -> None:
    """Options, forms, parts and what is not said, as the module describes them."""
    found = read_pattern("[a/b c] (d) ~be.pl@N {N2.post.Q} {Q=None} #K")
    assert found.items == (
        Choice(((Fixed("a"),), (Fixed("b"), Fixed("c")))),
        Choice(((), (Fixed("d"),))),
        Form("be", "pl", "N"),
        Slot("N2", "post", "Q"),
        ImplicitPart("Q", "None"),
    )
    assert (found.number, Slot("N2", "post").symbol) == ("K", "N.post")


def test_tables_know_no_game() -> None:
    """No word that a game says, but what every game has, stands in a table."""
    own = {word.word for word in pack().game.words} - {"points", "type", "symbol", "number", "hand", "wind"}
    for path in data_folder("phrases").glob("*.phr"):
        language = path.stem
        forms = {f for w in pack().game.words if w.language == language and w.word in own for f in w.forms}
        text = path.read_text("utf-8").lower()
        said = {form for form in (forms or own) if f" {form.lower()} " in text.replace("\n", " ")}
        assert not said, f"{path.name}: {said}"


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ('word block fr masculine "bloc" "blocs"', ["TW115"]),
        ('word blok fr masculine "bloc" "blocs"', ["TW101"]),
        ('word block fr manly "bloc" "blocs"', ["TW114", "TW115"]),
        ('word block fr masculine "bloc" "blocs" "blocs"', ["TW114", "TW115"]),
        ('word block fr masculine ""', ["TW114", "TW115"]),
        ('word block fr "a" "b"\n  word block fr "c" "d"', ["TW111", "TW115"]),
        ("", []),
    ],
)
def test_words_of_a_game_are_checked(lines: str, codes: list[str]) -> None:
    """Words that are none, wrong forms and missing words are told, each with a code."""
    diagnostics = Diagnostics(Source("game.tw", f"{GAME}  {lines}\n" if lines else GAME))
    read_game(diagnostics.source, diagnostics)
    assert sorted(problem.code for problem in diagnostics) == codes
    assert all(problem.help for problem in diagnostics)


def test_cases_are_a_coordinate_of_forms() -> None:
    """A word has a form for each number, gender and case; where there is one for all cases it is that one."""
    stone, each = noun("m Stein/Stein/Steine Steine"), adjective("a/b c/d e/f g/h i/j k/l")
    assert [stone.form("sg", "m", case) for case in range(3)] == ["Stein", "Stein", "Steine"]
    assert stone.form("pl", "m", 2) == "Steine"
    assert [each.form(number, gender, 1) for number in ("sg", "pl") for gender in "mfn"] == [
        "b",
        "d",
        "f",
        "h",
        "j",
        "l",
    ]


@pytest.mark.parametrize("line", ["noun stone = m a/b c", "adj near = a/b/c", "Piece = ~piece.loc"])
def test_cases_that_a_table_has_not_are_refused(line: str) -> None:
    """Forms by cases must be as many as the table has cases, and patterns ask for no other."""
    functions = {"Piece": book().functions["Piece"]}
    with pytest.raises(BadPattern):
        read_table(Source("more.phr", f"cases nom acc dat gen\n{line}"), PhraseTable("de"), functions)


def test_an_abbreviation_is_defined_once_in_a_file() -> None:
    """A second definition would change what later lines mean, and nobody would notice; another file may have its own."""
    table = PhraseTable(CARD)
    read_table(Source("one.phr", "short @q = a | b\n"), table, {})
    read_table(Source("two.phr", "short @q = c\n"), table, {})
    with pytest.raises(BadPattern, match=r"three\.phr:2: '@q' is already an abbreviation in this file"):
        read_table(Source("three.phr", "short @q = a | b\nshort @q = c\n"), table, {})
