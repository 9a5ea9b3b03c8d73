"""Printed texts in `tilewright check`: what is reported, when, and that what is known is not asked again."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tilewright.texts.problems as module
from command_line import ROOT, valid
from realms import cards, pack
from tilewright.check.fragments import read_fragment
from tilewright.cli.main import command
from tilewright.core import expr as core
from tilewright.meaning.exact import evaluate
from tilewright.solver.proof import Proof
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.texts.trying import try_rules

CARD = """\
dragon broken
  name en "Broken"
  text en "3 points for each shrine next to at least one taller stack."
  text fr "3 points pour chaque sanctuaire voisin d'au moins deux piles plus hautes."
  text it "3 punti per ogni sacrario adiaciente."

  score 3 for each shrine where any neighbor is taller
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the card, which is the current one, and an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    (home / "broken.tw").write_text(CARD, "utf-8")
    return home


def check(*words: str) -> Result:
    """The result of `tilewright check`; an exception that gets out is raised."""
    return CliRunner().invoke(command, ["check", *words], catch_exceptions=False)


def found(*words: str) -> list[tuple[str, int]]:
    """The codes that are reported of the card, with their lines."""
    answer = valid(check("broken.tw", "--json", *words).output, "check-1")
    return [(problem["code"], problem["line"]) for problem in answer["diagnostics"]]  # type: ignore[attr-defined]


@pytest.mark.slow
def test_what_was_shown_to_be_wrong_is_a_warning(folder: Path) -> None:
    """A text that differs on a board is told at its line, with the board; what is not understood is not told."""
    assert found() == [("TW501", 4)]
    result = check("broken.tw")
    assert result.exit_code == 0
    assert "on the board . 2 | . 1^ the text gives 0, the rule 3" in result.output


@pytest.mark.slow
def test_strictly_every_text_must_be_known_to_be_right(folder: Path) -> None:
    """What is not understood is told at the word, and so are the names that are missing."""
    assert sorted(found("--texts", "strict")) == [("TW501", 4), ("TW504", 5), ("TW505", 1)]
    [problem] = [line for line in check("broken.tw", "--texts=strict").output.splitlines() if "TW504" in line]
    assert problem.startswith("broken.tw:5:38: ") and "'adiaciente' is not a known word" in problem


@pytest.mark.slow
def test_the_last_line_counts_texts_that_are_not_understood(folder: Path) -> None:
    """F79: a card with a text that was not compared is not passed over in silence, with a cold and a warm cache."""
    for words in ((), (), ("--no-cache",)):
        lines = check("broken.tw", *words).output.splitlines()
        assert lines[-1] == "1 file checked: 1 warning; 1 text not compared (not understood; see 'tilewright text')"
        assert "TW504" not in "".join(lines)
    (folder / "two.tw").write_text(CARD.replace("broken", "two").replace("au moins deux", "au moin deux"), "utf-8")
    for _ in range(2):
        assert (
            check("two.tw").output
            == "1 file checked: no problems; 2 texts not compared (not understood; see 'tilewright text')\n"
        )
        assert check(".").output.endswith(
            "2 files checked: 1 warning; 3 texts not compared (not understood; see 'tilewright text')\n"
        )
    assert check("two.tw", "--no-texts").output == "1 file checked: no problems\n"
    assert check("two.tw").exit_code == 0


@pytest.mark.slow
def test_with_strict_texts_problems_of_texts_are_failures(folder: Path) -> None:
    """F79: --strict-texts reports what is not understood, also to programs, and fails; a text that is right does not."""
    assert found("--strict-texts") == [("TW501", 4), ("TW504", 5)]
    right = [line for line in CARD.splitlines(keepends=True) if " text " not in line or " en " in line]
    for text, line, code in (
        ("".join(right), "1 file checked: no problems", 0),
        (
            "".join(right).replace("each", "eech", 1),
            "1 file checked: 1 warning; 1 text not compared (not understood; see 'tilewright text')",
            1,
        ),
        ("".join(right).replace("least one", "least two"), "1 file checked: 1 warning", 1),
    ):
        (folder / "broken.tw").write_text(text, "utf-8")
        for _ in range(2):
            result = check("broken.tw", "--strict-texts")
            assert (result.output.splitlines()[-1], result.exit_code) == (line, code)
        assert check("broken.tw").exit_code == 0
    assert check("broken.tw", "--strict-texts", "--no-texts").exit_code == 2


@pytest.mark.slow
def test_texts_without_a_table_are_not_compared(folder: Path) -> None:
    """F79: a text in a language that has no table, or in which the game has no words, counts too."""
    shutil.copytree(ROOT / "cards" / "cairns", folder / "cairns")
    for path, old, new in (
        ("cairns/pack.yaml", "languages: [en, fr, it, de]", "languages: [en, fr, it, de, nl]"),
        ("cairns/gear/staff.tw", "  text en", '  text nl "Een punt."\n  text en'),
    ):
        text = (folder / path).read_text("utf-8")
        assert old in text
        (folder / path).write_text(text.replace(old, new, 1), "utf-8")
    game = folder / "cairns" / "game.tw"
    game.write_text(re.sub(r"  word \S+ fr .*\n", "", game.read_text("utf-8")), "utf-8")
    output = check("cairns/gear/staff.tw", "--strict-texts").output
    assert "the text in 'nl' is not understood: there is no table of phrases for this language" in output
    assert "the text in 'fr' is not understood: the game has no words in this language" in output
    assert output.endswith(
        "; 2 texts not compared (not understood; see 'tilewright text')\n"
    )  # the English one is read


@pytest.mark.slow
def test_texts_can_be_left_alone(folder: Path) -> None:
    """With --no-texts nothing is said of them, and no table of phrases is loaded."""
    assert found("--no-texts") == []
    assert loaded("check", "--no-texts", "--no-cache", "broken.tw") & {"tilewright.texts.phrasebook"} == set()


@pytest.mark.slow
def test_a_known_answer_is_not_asked_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run judges no text; each way to judge has answers of its own."""
    first, strict = found(), found("--texts=strict")
    monkeypatch.setattr(module, "judge_card", None)
    assert found() == first and found("--texts=strict") == strict
    assert found("--no-texts") == []


@pytest.mark.slow
def test_another_file_does_not_make_a_text_new(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the surroundings have changed the file is checked anew, its texts are not."""
    first = found()
    monkeypatch.setattr(module, "judge_card", None)
    (folder / "other.tw").write_text("dragon other\n  score 9 for each shrine in a corner\n", "utf-8")
    (folder / "broken.tw").write_text("# a comment\n" + CARD, "utf-8")
    assert found() == [(code, line + 1) for code, line in first]


@pytest.mark.slow
@pytest.mark.parametrize("change", ["at least two taller", "score 4", 'text it "9 punti'])
def test_a_changed_text_or_rule_is_judged_again(folder: Path, change: str) -> None:
    """An answer is for just these texts and this rule."""
    found()
    before = {
        "at least two taller": "at least one taller",
        "score 4": "score 3",
        'text it "9 punti': 'text it "3 punti',
    }
    (folder / "broken.tw").write_text(CARD.replace(before[change], change, 1), "utf-8")
    assert found() == found("--no-cache")


@pytest.mark.slow
def test_what_was_planted_in_the_cache_is_not_believed(folder: Path) -> None:
    """Answers that are none, or of places that are not there, count as nothing or are put inside the text."""
    first = found()
    [page] = (folder.parent / "cache" / "tilewright").glob("texts-*.json")
    kept = json.loads(page.read_text("utf-8"))
    for answer in ([["TW501", "fr"]], "x", [["TW999", "fr", "m", "h", 0, 1]], {"a": 1}):
        kept["answers"] = dict.fromkeys(kept["answers"], answer)
        page.write_text(json.dumps(kept), "utf-8")
        (folder / "other.tw").write_text(f"# {answer}\n", "utf-8")
        assert found() == first
    kept["answers"] = {key: [["TW501", "fr", "m", "h", 10**9, 10**9 + 1]] for key in kept["answers"]}
    page.write_text(json.dumps(kept), "utf-8")
    (folder / "other.tw").write_text("# last\n", "utf-8")
    assert found() == [("TW501", 4)]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["sarif", "github"])
def test_other_formats_have_them_too(folder: Path, form: str) -> None:
    """They are results of SARIF and annotations of GitHub as all problems are."""
    output = check("broken.tw", "--format", form).output
    assert "TW501" in output
    if form == "sarif":
        [result] = json.loads(output)["runs"][0]["results"]
        assert (result["ruleId"], result["level"]) == ("TW501", "warning")
        assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 4


@pytest.mark.slow
def test_texts_that_differ_from_one_another(folder: Path) -> None:
    """Of texts that are all wrong it is told which are also unlike one another."""
    text = CARD.replace("at least one taller", "at least three taller").replace("adiaciente", "su un bordo")
    (folder / "broken.tw").write_text(text, "utf-8")
    assert found().count(("TW503", 4)) == 1


@pytest.mark.slow
def test_what_a_text_seems_to_say(folder: Path) -> None:
    """A text that is not understood but seems to say something else is warned of; one that seems right is not."""
    for text, codes, help in (
        ("3 points of each of those: shrine with a lower neighbor.", ["TW509"], "with a lower neighbor."),
        ("3 points for each dragon in the shadow of a tower.", ["TW509"], "the rest is read as: score 3 for each"),
        ("3 points of each of those: shrine next to a taller stack.", [], "which is not proved"),
    ):
        lines = [line for line in CARD.splitlines(keepends=True) if " text " not in line]
        (folder / "broken.tw").write_text("".join([*lines[:2], f'  text en "{text}"\n', *lines[2:]]), "utf-8")
        assert [code for code, _ in found()] == codes
        assert help in check("broken.tw", "--strict-texts").output


@pytest.mark.slow
def test_the_packs_have_no_problem() -> None:
    """No text of a pack is shown to be wrong or open to another reading."""
    result = check("cards", "--no-cache")
    assert result.output.endswith(" files checked: no problems\n"), result.output
    assert check("cards/dragon-castle", "--no-cache").output.endswith(": no problems\n")


def loaded(*words: str) -> set[str]:
    """The modules that a command loads."""
    program = (
        "import sys; from tilewright.cli.main import command; command(sys.argv[1:], standalone_mode=False);"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60)
    return set(done.stderr.split())


@pytest.mark.slow
def test_trying_loads_no_solver(folder: Path) -> None:
    """Texts are judged in `check` without OR-Tools and NumPy; what is known is told without the tables."""
    modules = loaded("check", "broken.tw")
    assert "tilewright.texts.trying" in modules and modules.isdisjoint({"ortools", "numpy"})
    assert loaded("check", "broken.tw").isdisjoint({"tilewright.texts.phrasebook", "tilewright.syntax.parser"})


# -- trying


def rule(text: str) -> core.Expr:
    """A rule in the card language."""
    card = read_fragment(text, pack().game)
    assert isinstance(card, Card) and card.rule is not None
    return card.rule


@pytest.mark.slow
def test_a_board_that_was_found_refutes() -> None:
    """On the table that is given the rules pay what is told, and that differs; the table can be."""
    for one, other in pairwise(cards().values()):
        assert one.rule is not None and other.rule is not None
        tried = try_rules(pack().game, one.rule, other.rule)
        if tried.verdict == "different":
            assert tried.table is not None and tried.scores is not None and not tried.table.status()
            scores = evaluate(one.rule, tried.table), evaluate(other.rule, tried.table)
            assert scores == tried.scores and scores[0] != scores[1]


@pytest.mark.slow
def test_equal_rules_are_never_refuted() -> None:
    """A rule is not told from itself, nor from the same in other words."""
    for card in cards().values():
        assert card.rule is not None
        assert try_rules(pack().game, card.rule, card.rule).verdict == "unknown"
    one = rule("score 1 for each shrine where any neighbor is taller")
    other = rule("score 1 for each shrine where there is a neighbor where it is taller and it is not empty")
    assert try_rules(pack().game, one, other).verdict == "unknown"


@pytest.mark.slow
def test_a_reading_of_several_languages_is_tried_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that are read as the same rule, which is not that of the card, cost one comparison."""
    compared = []

    def counted(game: Game, one: core.Expr, other: core.Expr) -> Proof:
        compared.append(one)
        return try_rules(game, one, other)

    monkeypatch.setattr(module, "try_rules", counted)
    text = CARD.replace("at least one", "at least two").replace("adiaciente", "adiacente ad almeno due pile più alte")
    (folder / "broken.tw").write_text(text, "utf-8")
    assert sum(code == "TW501" for code, _ in found()) == 3
    assert len(compared) == 1
