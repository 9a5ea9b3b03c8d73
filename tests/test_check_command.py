"""`tilewright check`: golden messages of meaning, every output format, every exit code."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from tilewright.cli.main import command
from tilewright.pages import pages
from tilewright.resources import data_folder
from tilewright.source import MAX_BYTES

BAD = Path(__file__).parent / "bad" / "meaning"
SCHEMAS = Path(__file__).parents[1] / "schemas"
NAMES = sorted(path.stem for path in BAD.glob("*.tw"))
GOOD = "dragon lookout\n  score 1 for each shrine\n"
WRONG = "dragon lookout\n  score 1 for each shrines\n"
WARNED = "dragon lookout\n  score 1 if count of shrines >= 0\n"
POSITION = (
    "tilewright: position/2\ngame: dragon-castle\ncards: [humility]\nplayers:\n  - {name: Ada, realm: 1 2 | . M5}\n"
)


def check(*words: str | Path, stdin: str | bytes | None = None) -> Result:
    """The result of `tilewright check`; an exception that gets out is raised."""
    return CliRunner().invoke(command, ["check", *map(str, words)], input=stdin, catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ------------------------------------------------------------------ golden messages


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_messages(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each bad file gives the text written beside it, and all of it helps; ``UPDATE_GOLDEN=1`` rewrites the texts."""
    monkeypatch.chdir(BAD)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # the file is checked once: JSON comes from the cache
    result = check(f"{name}.tw")
    golden = BAD / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(result.output, "utf-8")
    assert result.output == golden.read_text("utf-8")
    assert result.exit_code == int(" error TW" in result.output)
    found = json.loads(check(f"{name}.tw", "--json").output)
    validate(found, "check-1")
    assert found["diagnostics"]
    for problem in found["diagnostics"]:
        _is_helpful(problem, (BAD / f"{name}.tw").read_text("utf-8"))


def _is_helpful(problem: dict[str, Any], text: str) -> None:
    """It has a message and a help line, both of one plain line, and a place in the text."""
    assert problem["help"], problem
    assert (problem["message"] + problem["help"]).isprintable()
    assert len(problem["message"]) < 110 and not problem["message"].endswith(".")
    line, column = problem["line"], problem["column"]
    assert (line, column) < (problem["endLine"], problem["endColumn"])
    assert text.split("\n")[line - 1][column - 1 :].strip()
    proposed = re.search(r"did you mean '(.*)'", problem["help"])
    assert not proposed or f"'{proposed[1]}'" not in problem["message"], "the very word that is there is proposed"


def test_codes_of_meaning_are_shown() -> None:
    """Every code of names, meaning and layouts occurs in a golden text."""
    shown = "".join((BAD / f"{name}.txt").read_text("utf-8") for name in NAMES)
    drawn = {"TW308"}  # of drawings: test_new_layouts
    codes = [code for code in pages() if code.startswith(("TW1", "TW2", "TW3")) and code not in drawn]
    assert [code for code in codes if f" {code}: " not in shown] == []


def test_an_ability_of_a_card_that_scores(folder: Path) -> None:
    """It is one error (TW110), and is not tried out."""
    (folder / "a.tw").write_text(GOOD.replace("\n", "\n  ability\n    gain 1 shrine\n", 1))
    result = check("a.tw")
    assert (result.exit_code, result.output.count(" error TW110: a dragon has no abilities")) == (1, 1)


# ------------------------------------------------------------------ formats


def validate(document: object, name: str) -> None:
    """Raise when a document does not follow a schema of the project."""
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)


@pytest.mark.slow
def test_json_follows_its_schema(folder: Path) -> None:
    """One object a line for each file in the order given, good files too."""
    (folder / "b.tw").write_text(WRONG)
    (folder / "a.tw").write_text(GOOD)
    (folder / "c.tw").write_bytes(b"\xff")
    answers = [json.loads(line) for line in check("b.tw", "a.tw", "c.tw", "--json").output.splitlines()]
    assert [answer["file"] for answer in answers] == ["b.tw", "a.tw", "c.tw"]
    for answer in answers:
        validate(answer, "check-1")
    assert answers[1]["diagnostics"] == []
    assert [problem["code"] for problem in answers[2]["diagnostics"]] == ["TW011"]
    assert answers[0]["diagnostics"] == [
        {
            "code": "TW102",
            "severity": "error",
            "message": answers[0]["diagnostics"][0]["message"],
            "line": 2,
            "column": 20,
            "endLine": 2,
            "endColumn": 27,
            "help": "write 'shrine'",
            "mend": "shrine",
        }
    ]


def test_github(folder: Path) -> None:
    """One workflow command for each problem and no other line; special signs are escaped."""
    (folder / "a, b: 100%.tw").write_text(WRONG + WARNED.replace("lookout", "other"))
    first, second = check("a, b: 100%.tw", "--format", "github").output.splitlines()
    place = "file=a%2C b%3A 100%25.tw,line=2,col=20,endLine=2,endColumn=27,title=TW102"
    assert first.startswith(f"::error {place}::'shrines' ")
    assert first.endswith(" (write 'shrine')")
    assert second.startswith("::warning ")


def sarif(*words: str) -> tuple[dict[str, Any], Result]:
    """The one run of a SARIF log, and the result it comes from."""
    result = check(*words, "--format", "sarif")
    log = json.loads(result.output)
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    return log["runs"][0], result


@pytest.mark.slow
def test_sarif(folder: Path) -> None:
    """Rules with their titles, results with their places; one log for all files."""
    (folder / "a b.tw").write_text(WRONG)
    (folder / "c.tw").write_text(WARNED)
    run, result = sarif("a b.tw", "c.tw")
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["TW102", "TW204"]
    assert [rule["shortDescription"]["text"] for rule in rules] == ["Singular or plural", "This is always true"]
    error, warning = run["results"]
    assert (error["ruleId"], error["level"], warning["level"]) == ("TW102", "error", "warning")
    place = error["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "a%20b.tw"}
    assert place["region"] == {"startLine": 2, "startColumn": 20, "endLine": 2, "endColumn": 27}
    assert "Help: write 'shrine'" in error["message"]["text"]
    assert result.exit_code == 1


@pytest.mark.slow
def test_sarif_without_problems(folder: Path) -> None:
    """A clean run is a log too, with an empty list of results."""
    (folder / "a.tw").write_text(GOOD)
    run, result = sarif("a.tw")
    assert (run["results"], result.exit_code) == ([], 0)


def test_text_marks_the_place(folder: Path) -> None:
    """The line is shown with the place under it, in plain characters when it is no terminal."""
    (folder / "a.tw").write_text(WRONG)
    lines = check("a.tw").output.splitlines()
    assert lines[1:3] == ["    2 |   score 1 for each shrines", "      |                    ^^^^^^^"]
    assert lines[3:] == ["      = help: write 'shrine'", "1 file checked: 1 error"]


def test_a_long_line_is_cut_around_the_place(folder: Path) -> None:
    """Of a very long line the part with the problem is shown, with the mark under it."""
    text = "word " * 80
    (folder / "a.tw").write_text(f'dragon a\n  text en "{text}" pionts\n  score 1\n')
    _, line, marks, *_ = check("a.tw").output.splitlines()
    assert len(line) < 220
    assert line[marks.index("^") : marks.rindex("^") + 1] == "pionts"


def test_control_characters_are_not_printed(folder: Path) -> None:
    """What a file holds does nothing to the terminal, neither in its lines nor in its words."""
    (folder / "a.tw").write_text("dragon a\n  score \x1b[31m1\n  score 1 for each \x9bshrine\n")
    for form in ("text", "github"):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", check("a.tw", "--format", form).output)


# ------------------------------------------------------------------ exit codes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "status", "told"),
    [
        (GOOD, 0, "no problems"),
        (WARNED, 0, "1 warning"),
        (WRONG, 1, "1 error"),
        (WRONG + WARNED.replace("lookout", "other"), 1, "1 error, 1 warning"),
    ],
)
def test_errors_fail_and_warnings_do_not(folder: Path, text: str, status: int, told: str) -> None:
    """Exit code 1 when there is an error; warnings are told but do not fail."""
    (folder / "a.tw").write_text(text)
    result = check("a.tw")
    assert result.exit_code == status
    assert result.output.splitlines()[-1] == f"1 file checked: {told}"


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_a_missing_file(folder: Path, form: str) -> None:
    """Exit code 2, told on stderr; the other files are checked all the same."""
    (folder / "a.tw").write_text(WRONG)
    result = check("missing.tw", "a.tw", "--format", form)
    assert result.exit_code == 2
    assert "cannot read missing.tw: No such file" in result.stderr
    assert "TW102" in result.stdout
    assert check("missing.tw", "--format", "text").stdout == ""


def test_the_id_of_a_pack_is_no_file(folder: Path) -> None:
    """Where the pack lies is said."""
    assert f"; the pack of that name is in {data_folder('cards') / 'cairns'}" in check("cairns").stderr


@pytest.mark.slow
def test_a_missing_file_has_its_line(folder: Path) -> None:
    """With --json there is an object for each file that was named, also for one that cannot be read."""
    (folder / "a.tw").write_text(GOOD)
    answers = [json.loads(line) for line in check("missing.tw", "a.tw", "", "--json").stdout.splitlines()]
    assert [(a["file"], len(a["diagnostics"])) for a in answers] == [("missing.tw", 1), ("a.tw", 0), ("", 1)]
    for answer in answers:
        validate(answer, "check-1")


def test_an_empty_name_is_not_the_current_folder(folder: Path) -> None:
    """Exit code 2: a variable of a script was empty, most likely."""
    (folder / "a.tw").write_text(GOOD)
    result = check("")
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_folder_without_files(folder: Path) -> None:
    """Exit code 2: most likely another folder was meant."""
    (folder / "empty").mkdir()
    (folder / "empty" / "notes.txt").write_text("nothing")
    result = check("empty")
    assert result.exit_code == 2
    assert "cannot read empty: there is no .tw or" in result.stderr


def test_no_path_at_all() -> None:
    """Exit code 2, with a word on the usage."""
    result = check()
    assert result.exit_code == 2
    assert "Missing argument 'PATH...'" in result.stderr


@pytest.mark.slow
def test_a_folder_is_walked(folder: Path) -> None:
    """All files of the language, positions, puzzles and packs below it, hidden ones left out."""
    for name, text in {
        "b/c.tw": GOOD,
        "a.tw": WRONG,
        "b/d.position.yaml": POSITION,
        ".git/x.tw": WRONG,
        "b/.hidden.tw": WRONG,
        "notes.yaml": "a: [",
        "b/read.me": "x",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    answers = [json.loads(line) for line in check(".", "--json").output.splitlines()]
    assert [answer["file"] for answer in answers] == ["a.tw", "b/c.tw", "b/d.position.yaml"]
    assert [len(answer["diagnostics"]) for answer in answers] == [1, 0, 0]


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        (GOOD, 0, None),
        (WRONG, 1, "TW102"),
        (POSITION, 0, None),
        ("# c: d\n\n" + WRONG, 1, "TW102"),
        (POSITION.replace("humility", "humilty"), 1, "TW405"),
        ("", 1, "TW010"),
        ("a: [", 1, "TW401"),
        ("dragon lookout # zz: y\n  score 1\n", 0, None),
        ("dragon a: b\n", 1, "TW006"),
        ("---\n" + POSITION, 0, None),
        ('"tilewright": position/2\n', 1, "TW404"),
    ],
)
def test_standard_input(text: str, status: int, code: str | None) -> None:
    """With - the text comes from standard input; its beginning says which kind it is."""
    result = check("-", "--json", stdin=text)
    answer = json.loads(result.output)
    assert answer["file"] == "-"
    assert {problem["code"] for problem in answer["diagnostics"]} == ({code} if code else set())
    assert result.exit_code == status


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"dragon lookout\n  sc\xf6re 1\n", "byte 20 is not UTF-8"),
        (b"a\0b", "NUL byte"),
        (b"#" * (MAX_BYTES + 1), "larger than 256 KiB"),
        (b"\xff\xfe#\0", "NUL byte"),
    ],
)
def test_what_is_no_text_is_a_problem_of_the_file(folder: Path, data: bytes, reason: str) -> None:
    """Bytes that are no text give a diagnostic and exit code 1, from a file and from a pipe."""
    (folder / "a.tw").write_bytes(data)
    for result in (check("a.tw"), check("-", stdin=data)):
        assert result.exit_code == 1
        assert "error TW011" in result.output and reason in result.output
        assert ("divide it" in result.output) is ("larger" in reason)
        assert ("UTF-8" in result.output.partition("help")[2]) is ("larger" not in reason)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["\ufeff" + GOOD, GOOD.replace("\n", "\r\n"), GOOD.replace("\n", "\r"), GOOD.strip()])
def test_marks_and_line_ends_of_other_systems(folder: Path, text: str) -> None:
    """A byte order mark, other line ends and a missing last one are no problem."""
    (folder / "a.tw").write_bytes(text.encode())
    assert check("a.tw").exit_code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_unreadable_files(folder: Path) -> None:
    """What is there but no file that can be read is exit code 2, and never waited for."""
    os.mkfifo(folder / "pipe.tw")
    (folder / "loop.tw").symlink_to(folder / "loop.tw")
    for name in ("pipe.tw", "loop.tw", "a\0b.tw", "a.tw/b.tw"):
        (folder / "a.tw").write_text(GOOD)
        result = check(name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "tilewright: cannot read " in result.stderr
