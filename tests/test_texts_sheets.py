"""Tables for translators: read back, judged, and written into the cards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from command_line import ROOT, run
from tilewright.packs.sheets import BadSheet, read_sheet

DRAGONS = ROOT / "cards" / "dragon-castle" / "dragons"
FRENCH = "voisin d'au moins une pile plus haute"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two cards, which is the current one."""
    monkeypatch.chdir(tmp_path)
    for name in ("humility", "boldness"):
        shutil.copy(DRAGONS / f"{name}.tw", tmp_path)
    return tmp_path


def sheet(folder: Path, *changes: tuple[str, str]) -> str:
    """The table of the cards of a folder, changed; its name."""
    text = run("text", "humility", "boldness", "--csv").stdout
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    (folder / "texts.csv").write_text(text, "utf-8", newline="\r\n")
    return "texts.csv"


@pytest.mark.slow
def test_a_table_without_changes(folder: Path) -> None:
    """What --csv prints is read back as nothing new, and nothing is written."""
    before = (folder / "humility.tw").read_bytes()
    result = run("text", "--from", sheet(folder), "--apply")
    assert (result.exit_code, result.stdout) == (0, "all texts are the same as in the cards\n")
    assert (folder / "humility.tw").read_bytes() == before


@pytest.mark.slow
def test_changes_are_judged_and_written(folder: Path) -> None:
    """A text that still means the rule and a name are written, one that does not is shown and left out."""
    changes = (FRENCH, "voisin d'une pile plus haute"), ("Audacia", "Ardimento"), ("sul bordo del", "in un angolo del")
    before = {name: (folder / name).read_text("utf-8") for name in ("humility.tw", "boldness.tw")}
    result = run("text", "--from", sheet(folder, *changes))
    assert (
        result.exit_code == 1
        and "  fr  agrees: identical to the rule" in result.output
        and "it  differs" in result.output
    )
    assert {name: (folder / name).read_text("utf-8") for name in before} == before
    assert run("text", "--from", "texts.csv", "--apply").exit_code == 1
    assert (folder / "humility.tw").read_text("utf-8") == before["humility.tw"].replace(*changes[0])
    assert (folder / "boldness.tw").read_text("utf-8") == before["boldness.tw"].replace(*changes[1])


@pytest.mark.slow
def test_a_missing_language_is_added(folder: Path) -> None:
    """A text that the card has not comes to stand behind the others; line ends stay as they are."""
    table = sheet(folder)
    path = folder / "humility.tw"
    whole = path.read_text("utf-8")
    line = next(line for line in whole.splitlines() if line.startswith("  text it"))
    path.write_text(whole.replace(line + "\n", ""), "utf-8", newline="\r\n")
    assert run("text", "--from", table, "--apply", "--lang", "fr").exit_code == 0
    assert line not in path.read_text("utf-8")
    assert run("text", "--from", table, "--apply").exit_code == 0
    assert path.read_bytes() == whole.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("card,text\n", "it has no column 'language', 'name'"),
        ('card,language,name,text\na,en,"x""y",\n', "cannot contain"),
        ('card,language,name,text\na,en,"x', "unexpected end of data"),
        ("", "it has no column"),
    ],
)
def test_tables_that_cannot_be_read(folder: Path, text: str, reason: str) -> None:
    """A table that is none is refused with a reason, exit code 2."""
    with pytest.raises(BadSheet, match=reason):
        read_sheet(text)
    (folder / "bad.csv").write_text(text, "utf-8")
    result = run("text", "--from", "bad.csv")
    assert result.exit_code == 2 and reason in result.output


@pytest.mark.parametrize(
    "words",
    [
        ("text",),
        ("text", "boldness", "--apply"),
        ("text", "boldness", "--from", "a.csv"),
        ("text", "--from", "a.csv", "--json"),
    ],
)
def test_options_that_do_not_go_together(words: tuple[str, ...]) -> None:
    """Cards or a table; exit code 2."""
    assert run(*words).exit_code == 2


def test_a_sentence_without_a_card_is_pointed_to_the_command_for_it() -> None:
    """`text --say` compares with a card; the rule of a sentence comes from `new card --say`."""
    result = run("text", "--say", "1 point for each shrine.")
    assert result.exit_code == 2 and "use 'new card --say'" in result.output


def test_fmt_leaves_texts_alone(folder: Path) -> None:
    """Spaces and signs in a name or a text stay as they are when a file is formatted."""
    odd = "1  point\u00a0for each shrine   \u2019on\u2019 the border .  "
    path = folder / "boldness.tw"
    path.write_text(
        path.read_text("utf-8").replace("1 point for each shrine on the border of the realm.", odd), "utf-8"
    )
    assert run("fmt", "boldness.tw").exit_code == 0
    assert f'"{odd}"' in path.read_text("utf-8")
