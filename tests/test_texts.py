"""Printed texts beside their rules: the pack's own, paraphrases, traps, and rules that were changed."""

from __future__ import annotations

import csv
import os
from collections.abc import Hashable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from cases import mostly_slow
from command_line import ROOT, run, valid
from realms import cards, pack
from tilewright.check.fragments import read_fragment
from tilewright.core import expr as core
from tilewright.table.card import Card
from tilewright.texts import chart, reading
from tilewright.texts.layout import plain
from tilewright.texts.phrasebook import Language, Phrasebook
from tilewright.texts.reading import NotUnderstood, readings
from tilewright.texts.verdict import Agreement, Verdict, judge, translations
from tilewright.texts.writing import write

GOLDEN = ROOT / "tests" / "golden" / "texts"


@cache
def book() -> Phrasebook:
    """The languages of the pack."""
    return Phrasebook(pack().game)


def language(name: str) -> Language:
    """A language of the pack."""
    found = book().language(name)
    assert found is not None
    return found


def rule(id: str) -> core.Expr:
    """What a card of the pack scores."""
    found = cards()[id].rule
    assert found is not None
    return found


def verdict(id: str, name: str, text: str | None = None) -> Verdict:
    """A text beside the rule of a card: its own, if none is given."""
    return judge(language(name), cards()[id].texts[name] if text is None else text, rule(id))


def sheet(name: str) -> list[list[str]]:
    """The sentences of a sheet: card, language, ``same`` or ``differ``, text."""
    lines = (ROOT / "tests" / "texts" / f"{name}.txt").read_text("utf-8").splitlines()
    return [line.split("|", 3) for line in lines if line and not line.startswith("#")]


SHEET = [*sheet("sheet"), *sheet("unseen"), *sheet("traps"), *sheet("wider"), *sheet("aside")]


@pytest.mark.slow
@pytest.mark.parametrize("name", pack().imprint.languages)
def test_the_texts_of_the_pack(name: str) -> None:
    """The verdict on each text of a card that scores is the golden one; ``UPDATE_GOLDEN=1`` rewrites it."""
    told = []
    for id, card in sorted(cards().items()):
        if card.rule is not None and name in card.texts:
            told.append(f"{id}: {verdict(id, name).agreement.value}\n")
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(told), "utf-8")
    assert "".join(told) == path.read_text("utf-8")
    assert not any("differs" in line for line in told)
    assert sum(": agrees" in line for line in told) == 31


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "name", "meant", "text"),
    mostly_slow(map(tuple, SHEET), quick=150),
    ids=[f"{i}-{row[0]}" for i, row in enumerate(SHEET)],
)
def test_nobody_is_accused_and_nothing_is_missed(id: str, name: str, meant: str, text: str) -> None:
    """A sentence that means the rule never differs, one that does not never agrees; either may not be understood."""
    found = verdict(id, name, text).agreement
    wrong = {"same": (Agreement.DIFFERS,), "differ": (Agreement.AGREES, Agreement.ONE_READING)}[meant]
    assert found not in wrong


@pytest.mark.slow
def test_most_of_the_sheet_is_understood() -> None:
    """Of the sheet no fewer sentences are understood than were when it was written."""
    understood = sum(not isinstance(readings(language(name), text), NotUnderstood) for _, name, _, text in SHEET)
    assert understood / len(SHEET) > 0.85


MUTANTS = {
    "boldness": [
        "score 1 for each shrine in a corner",
        "score 2 for each shrine on the border",
        "score 1 for each stack on the border",
    ],
    "humility": [
        "score 1 for each shrine where any neighbor is lower",
        "score 1 for each shrine where any diagonal neighbor is taller",
        "score 1 for each stack where any neighbor is taller",
        "score 1 for each shrine where no neighbor is taller",
        "score 1 for each shrine where any neighbor is as tall or taller",
    ],
    "devotion": [
        "score 1 for each shrine where any neighbor is a face-up wind",
        "score 1 for each shrine where at least 2 neighbors are face-up dragons",
        "score 1 for each shrine where exactly 1 neighbor is a face-up dragon",
    ],
    "bravery": [
        "score 1 for each stack where no neighbor is taller",
        "score 1 for each shrine where no neighbor is as tall or taller",
    ],
    "tranquility": [
        "score 1 for each group of stacks",
        "score 1 for each face-down stack",
        "score 1 for each group of face-up stacks",
    ],
    "majesty": [
        "for each faction\n  score the largest number of its face-up tiles on floor 2 or higher",
        "for each faction\n  score the largest number of its face-up tiles on floor 3",
        "for each faction\n  score total number of its face-up tiles on floor 3 or higher",
    ],
    "knowledge": ["score 2 for each different type of face-up special tiles", "score 2 for each face-up special tile"],
    "vigilance": [
        "let tower be a stack on floor 2 or higher\nfor each tower where no neighbor within 2 is a tower\n  score 3 if it has a shrine, otherwise 2",
        "let tower be a stack on floor 3 or higher\nfor each tower where no neighbor within 3 is a tower\n  score 3 if it has a shrine, otherwise 2",
        "let tower be a stack on floor 3 or higher\nfor each tower where no neighbor within 2 is a tower\n  score 2 if it has a shrine, otherwise 3",
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", pack().imprint.languages)
@pytest.mark.parametrize("id", MUTANTS)
def test_a_rule_that_was_changed_is_distinguished_from_its_text(id: str, name: str) -> None:
    """The printed text differs from every rule that is like that of its card but for one thing."""
    for text in MUTANTS[id]:
        changed = read_fragment(text, pack().game)
        assert isinstance(changed, Card) and changed.rule is not None, changed
        found = judge(language(name), cards()[id].texts[name], changed.rule)
        assert found.agreement is Agreement.DIFFERS, text
        for compared in found.compared:
            assert compared.proof is not None and compared.proof.table is not None
            ours, theirs = compared.proof.scores or (0, 0)
            assert ours != theirs


def test_every_reading_is_kept_and_is_a_rule() -> None:
    """ "2 stacks" is two or more, or just two; the text of each reading can be used as a rule."""
    found = readings(language("en"), "1 point for each shrine next to 2 taller stacks.")
    assert not isinstance(found, NotUnderstood)
    assert len(found) == 2
    assert sorted(word for kept in found for word in ("exactly", "at least") if word in kept.rule) == [
        "at least",
        "exactly",
    ]
    assert "\n" not in plain(found[0].rule)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en", "2 points for each row with at least 3 different factions."),
        ("fr", "2 points par ligne avec au moins trois factions différentes."),
        ("it", "2 punti per ogni riga con almeno tre fazioni diverse."),
    ],
)
@pytest.mark.parametrize(("number", "agrees"), [(3, True), (4, False)])
def test_different_things_are_counted(name: str, text: str, number: int, agrees: bool) -> None:
    """A line can be asked for so many different members of a class, in each language."""
    meant = read_fragment(f"score 2 for each row where it has at least {number} different factions", pack().game)
    assert isinstance(meant, Card) and meant.rule is not None
    assert (judge(language(name), text, meant.rule).agreement is Agreement.AGREES) is agrees


@pytest.mark.parametrize(
    ("said", "understood"), [("(soldiers, merchants and farmers)", True), ("(soldiers and farmers)", False)]
)
def test_a_list_of_all_members_says_nothing_new(said: str, understood: bool) -> None:
    """A parenthesis with all members of a class is left out; one with some of them is not."""
    text = f"For each faction {said}, the number of one of its face-up tiles on floor 3 or higher."
    assert isinstance(readings(language("en"), text), NotUnderstood) is not understood


def test_a_text_of_too_many_readings_is_not_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where readings would be left out nothing is said of the text, since one of these could be the rule."""
    text = "1 point for each shrine next to 2 taller stacks."
    monkeypatch.setattr(reading, "MOST_CHECKED", 1)
    found = readings(language("en"), text)
    assert isinstance(found, NotUnderstood) and "too many ways" in found.reason
    monkeypatch.setattr(reading, "MOST_CHECKED", 40)
    monkeypatch.setattr(chart, "MOST_TREES", 1)
    found = readings(language("en"), text)
    assert isinstance(found, NotUnderstood) and "too many ways" in found.reason


@pytest.mark.parametrize(
    ("name", "text", "place", "help"),
    [
        ("en", "1 point for each shrin on the border.", "shrin", "did you mean 'shrine'?"),
        ("fr", "1 point par sanctuaire au bordd.", "bordd", "did you mean 'bord'?"),
        ("it", "1 punto per ogni santuario sul bordo o.", ".", ""),
        ("en", "1 point for each", "", ""),
        ("en", "", "", ""),
        ("en", "1 point for each stack whose height is on the border on the border.", "on", ""),
    ],
)
def test_what_is_not_understood_has_a_place(name: str, text: str, place: str, help: str) -> None:
    """The first unknown word is named with the nearest known one; else the place where nothing goes on."""
    found = readings(language(name), text)
    assert isinstance(found, NotUnderstood)
    assert text[found.span.start : found.span.end] == place
    assert help in found.help


@pytest.mark.slow
def test_translations_are_compared_with_one_another() -> None:
    """Two texts that mean the same agree although neither is the rule's; two that do not differ."""
    texts = {
        "en": "1 point for each shrine next to at least one lower stack.",
        "fr": "1 point pour chaque sanctuaire voisin d'au moins une pile moins haute.",
        "it": "1 punto per ogni santuario adiacente ad almeno due pile più basse.",
    }
    found = translations(pack().game, [verdict("humility", name, text) for name, text in texts.items()])
    assert found == {
        ("en", "fr"): Agreement.AGREES,
        ("en", "it"): Agreement.DIFFERS,
        ("fr", "it"): Agreement.DIFFERS,
    }


@pytest.mark.slow
def test_the_answer_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An object of text/1 for each card; a difference has a position that can be scored."""
    monkeypatch.chdir(tmp_path)
    said = "1 point for each shrine next to at least one lower stack."
    result = run("text", "humility", "--lang", "en", "--say", said, "--json")
    assert result.exit_code == 1
    [reading] = valid(result.output, "text-1")["texts"]["en"]["readings"]  # type: ignore[index]
    Path("found.position.yaml").write_text(reading["position"], "utf-8")
    score = valid(run("score", "--json", "found.position.yaml").output, "score-1")
    assert score["players"][0]["parts"]["humility"] == reading["scores"][1]  # type: ignore[index]
    answers = [valid(line, "text-1") for line in run("text", "power", "modesty", "--json").output.splitlines()]
    assert [answer["card"] for answer in answers] == ["power", "modesty"]


def test_what_an_idiom_settles_is_reported() -> None:
    """Where a sentence read as a whole leaves something open that the rule settles, the reading says so."""
    said = cards()["power"].texts["en"]
    open_ = said.replace(" and not 0", "")
    assert open_ != said
    for text, told in ((said, ()), (open_, ("who has nothing to compare gets nothing for being equal",))):
        [found] = verdict("power", "en", text).compared
        assert found.agrees and found.reading.rulings == told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("boldness",), 0, "agrees"),
        (("boldness", "--lang", "en", "--say", "As you like it."), 0, "not understood"),
        (("boldness", "--lang", "en", "--say", "As you like it.", "--strict"), 1, "not understood"),
        (
            ("humility", "--lang", "en", "--strict", "--say", "1 point per shrine next to 1 taller stack."),
            1,
            "agrees in one reading",
        ),
        (("boldness", "--lang", "fr", "--say", "2 points par sanctuaire au bord"), 1, "differs"),
        (("boldness", "--lang", "nl"), 2, "there is no table of phrases for the language 'nl'"),
        (("boldness", "--say", "1 point"), 2, "--say needs"),
        (("nowhere",), 2, "nowhere"),
        (("dawn-chorus",), 2, ""),
    ],
)
def test_exit_codes(arguments: tuple[str, ...], code: int, words: str) -> None:
    """0 when no text differs, 1 when one does, 2 when it could not be asked."""
    result = run("text", *arguments)
    assert result.exit_code == code
    assert words in result.output


@pytest.mark.slow
def test_a_missing_language_is_noticed(tmp_path: Path) -> None:
    """A missing text is reported if another card of the file has one in that language, or with `--strict` or `--lang`."""
    path = tmp_path / "lone.tw"
    lone = 'dragon lone\n  text en "1 point for each shrine."\n\n  score 1 for each shrine\n'
    path.write_text(lone, "utf-8")
    result = run("text", str(path))
    assert result.exit_code == 0
    assert "no text" not in result.output
    asked = run("text", str(path), "--lang", "fr")
    assert "fr  no text" in asked.output and "it  no text" not in asked.output
    assert "it  no text" in run("text", str(path), "--strict").output
    path.write_text(
        lone + lone.replace("lone", "other").replace("en", "fr").replace("1 point for each", "1 point par"), "utf-8"
    )
    among = run("text", str(path))
    assert "fr  no text" in among.output and "it  no text" not in among.output


@pytest.mark.slow
@pytest.mark.parametrize("name", pack().imprint.languages)
def test_rules_are_written_as_sentences(name: str) -> None:
    """Every rule that the tables have words for is written, and what is written means the rule."""
    told = []
    for id, card in sorted(cards().items()):
        if card.rule is not None:
            text = write(card, language(name))
            told.append(f"{id}: {text or '-'}\n")
    path = GOLDEN / f"written-{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text("".join(told), "utf-8")
    assert "".join(told) == path.read_text("utf-8")
    assert sum(": -" not in line for line in told) == 31


@pytest.mark.slow
def test_writing_as_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence for each language, in lines or as text/1; 1 when there are no words for a rule."""
    monkeypatch.chdir(tmp_path)
    result = run("text", "humility", "--write", "--lang", "fr")
    assert (result.exit_code, result.output) == (
        0,
        "humility\n  fr  1 point pour chaque sanctuaire qui a une voisine plus haute.\n",
    )
    answer = valid(run("text", "humility", "--write", "--json").output, "text-1")
    assert set(answer["texts"]) == set(pack().imprint.languages)  # type: ignore[call-overload]
    Path("odd.tw").write_text("dragon odd\n  score 3 * total (height * height) of shrines\n", "utf-8")
    result = run("text", "odd.tw", "--write")
    assert result.exit_code == 0 and "cannot be put into words" not in result.output
    monkeypatch.setattr("tilewright.cli.commands.text.write", lambda *_: None)
    result = run("text", "odd.tw", "--write")
    assert result.exit_code == 1 and "cannot be put into words" in result.output


@pytest.mark.slow
def test_another_game_needs_its_words_alone() -> None:
    """A card of another game is read, judged and written by the same tables, in the languages it says its words in."""
    result = run("text", "vigil")
    assert (result.exit_code, result.output) == (
        0,
        "vigil\n" + "".join(f"  {name}  agrees: identical to the rule\n" for name in ("en", "fr", "it", "de")),
    )
    result = run("text", "vigil", "--write", "--lang", "en")
    assert result.output == "vigil\n  en  3 points for each beacon with no beacon next to it.\n"
    result = run("text", "fool", "--lang", "de")
    assert result.exit_code == 2 and "has no words in 'de'" in result.output


@pytest.mark.slow
def test_the_table_for_translators() -> None:
    """A row for each card and language, with the verdict; a text of several words and commas stays one cell."""
    result = run("text", "power", "modesty", "--csv")
    columns, *rows = csv.reader(result.output.splitlines())
    assert columns == ["card", "language", "name", "text", "verdict", "about it"]
    assert [(row[0], row[1]) for row in rows] == [
        (c, name) for c in ("power", "modesty") for name in ("en", "fr", "it")
    ]
    assert {row[4] for row in rows} == {"agrees"}
    assert rows[0][3] == cards()["power"].texts["en"]
    assert run("text", "power", "--csv", "--json").exit_code == 2


WRITTEN = [
    (
        "score 1 for each shrine where every neighbor is lower",
        "1 point for each shrine whose neighbors are all lower.",
        "1 point pour chaque sanctuaire dont toutes les voisines sont moins hautes.",
        "1 punto per ogni sacrario le cui pile vicine sono tutte più basse.",
    ),
    (
        "score 1 for each row with exactly 1 face-up tile",
        "1 point for each row with a single face-up tile.",
        "1 point pour chaque rangée avec une seule tuile face visible.",
        "1 punto per ogni riga con una sola tessera scoperta.",
    ),
    (
        "for each quadrant with a shrine\n  score the largest height of its shrines",
        "For each quadrant with a shrine, the height of its tallest shrine.",
        "Pour chaque quart avec un sanctuaire, la hauteur du plus haut de ses sanctuaires.",
        "Per ogni quadrante con un sacrario, l'altezza del più alto tra i suoi sacrari.",
    ),
    (
        "score the largest size of groups of face-up tiles",
        "1 point for each tile of your largest group of adjacent face-up tiles.",
        "1 point pour chaque tuile de votre plus grand groupe de tuiles voisines face visible.",
        "1 punto per ogni tessera del tuo gruppo più grande di tessere adiacenti scoperte.",
    ),
    (
        "score 1 for each stack where every neighbor is a shrine",
        "1 point for each stack whose neighbors are all shrines.",
        "1 point pour chaque pile dont les voisines sont toutes des sanctuaires.",
        "1 punto per ogni pila le cui pile vicine sono tutte sacrari.",
    ),
    (
        "score 1 for each face-up tile where no surrounding neighbor is taller",
        "1 point for each face-up tile with no taller surrounding neighbor.",
        "1 point pour chaque tuile face visible sans case autour plus haute.",
        "1 punto per ogni tessera scoperta senza spazi intorno più alti.",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "en", "fr", "it"), WRITTEN)
def test_what_is_written_is_grammatical(rule: str, en: str, fr: str, it: str) -> None:
    """Words take the number that their quantity asks for and agree with the nearest noun; F97 found that they did not."""
    card = read_fragment(rule, pack().game)
    assert isinstance(card, Card)
    assert [write(card, language(name)) for name in ("en", "fr", "it")] == [en, fr, it]


@pytest.mark.parametrize("often", [10, 50])
@pytest.mark.parametrize(("which", "most"), [("idioms", 5000), ("grammar", 30000)])
def test_a_phrase_of_too_many_readings_ends_the_search(often: int, which: str, most: int) -> None:
    """What has more readings than are looked at ends the search at once, whatever the length of the text."""
    grammar = getattr(language("en"), which)
    built = 0

    def meaning(tree: chart.Tree) -> Hashable:
        nonlocal built
        built += 1
        return grammar.meaning(tree)

    words = [token.word for token in language("en").tokens("1 point for each shrine" + " next to a shrine" * often)]
    assert isinstance(chart.read(replace(grammar, meaning=meaning), words, reading.TEXT), chart.TooMany)
    assert built < most


def test_a_long_text_is_not_read() -> None:
    """Beyond a length a text is refused as it is; digits without end are no number, and nesting is no fault."""
    found = readings(language("en"), "1 point for each shrine. " * 100)
    assert isinstance(found, NotUnderstood) and found.reason == "it is too long to read"
    for text in ("1 point for each stack " + "not " * 480 + "in a corner.", f"{'9' * 1900} points for each shrine."):
        assert len(text) <= reading.MAX_LENGTH
        assert isinstance(readings(language("en"), text), NotUnderstood)
