"""What authors use all day: fixes, watching, beginnings of files, schemas, completion, hooks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.shell_completion import BashComplete
from jsonschema import Draft202012Validator

from cards import card, pack
from command_line import POSITION, ROOT, run, valid
from tilewright.cli.main import command
from tilewright.core.same import form
from tilewright.diagnostics import Diagnostic, fixed
from tilewright.packs.workspace import Workspace
from tilewright.source import Source

GOOD = "dragon lookout\n  score 1 for each shrine\n"
SLIPS = "dragon lookout\n  name en “Lookout”\n  scroe 1 for each shrines where no neighbor is tallr\n"
MENDED = 'dragon lookout\n  name en "Lookout"\n  score 1 for each shrine where no neighbor is taller\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ------------------------------------------------------------------ fixes


def problems_of(source: Source) -> list[Diagnostic]:
    """What check says of a text."""
    return Workspace().check(source).diagnostics


def test_fixes_are_made_one_after_another(folder: Path) -> None:
    """Problems that show only when others are gone are fixed, too; what is left is reported."""
    (folder / "a.tw").write_text(SLIPS + "  score pionts of nobody\n", encoding="utf-8")
    result = run("check", "--fix", "a.tw")
    assert result.exit_code == 1
    assert (folder / "a.tw").read_text() == MENDED + "  score points of nobody\n"
    assert result.output.startswith("a.tw: 6 problems fixed\na.tw:4:")


@pytest.mark.slow
def test_a_diff_writes_nothing(folder: Path) -> None:
    """What would be fixed is printed, and the problems are those of the file as it is."""
    (folder / "a.tw").write_text(SLIPS, encoding="utf-8")
    output = run("check", "--fix", "--diff", "a.tw").output
    assert "+  score 1 for each shrine where no neighbor is taller" in output and "error TW001" in output
    assert (folder / "a.tw").read_text("utf-8") == SLIPS


@pytest.mark.slow
def test_a_diff_is_not_among_what_programs_read(folder: Path) -> None:
    """With another format than text it goes to standard error."""
    (folder / "a.tw").write_text(SLIPS, encoding="utf-8")
    result = run("check", "--fix", "--diff", "--json", "a.tw")
    assert valid(result.stdout, "check-1") and result.stderr.startswith("--- a.tw")


def test_yaml_files_are_fixed(folder: Path) -> None:
    """Keys and ids of cards that are misspelt; line ends and a byte order mark stay as they are."""
    text = POSITION.replace("players:", "playrs:").replace("humility", "humilty").replace("\n", "\r\n")
    (folder / "a.position.yaml").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert run("check", "--fix", ".").exit_code == 0
    assert (folder / "a.position.yaml").read_bytes() == b"\xef\xbb\xbf" + POSITION.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    "text",
    [
        "dragon lookout\n  score 1 for each frobnicator\n",
        "dragon lookout\n  score\n",
        GOOD,
        "",
    ],
)
def test_what_is_not_sure_is_left_alone(text: str) -> None:
    """A text without sure mends comes back as it is."""
    source = Source("a.tw", text)
    assert fixed(source, problems_of) == (source, 0)


def test_a_mend_that_does_not_help_is_not_kept() -> None:
    """When the problem stays, or more come, the text is left; a replacement elsewhere that helps is made."""
    source = Source("a.tw", "ab")

    def problems(source: Source) -> list[Diagnostic]:
        text = source.text
        found = [
            Diagnostic.about("TW001", text, f"no {sign}", replacement=sign.upper()) for sign in text if sign.islower()
        ]
        placed = [item.at(source) for item in found]
        spans = [item.source.line_span(1) for item in placed]
        assert len(spans) == len(placed)
        return placed

    after, made = fixed(source, problems)
    assert (after.text, made) in [("A", 1), ("B", 1)]  # each replacement is of the whole text
    worse = fixed(source, lambda source: [Diagnostic.about("TW001", source.text, "no", replacement="x").at(source)])
    assert worse == (source, 0)


def test_fixes_are_data(folder: Path) -> None:
    """JSON has the text to write in place of the marked one; problems without a sure replacement have none."""
    (folder / "a.tw").write_text(SLIPS.replace("scroe", "score"), encoding="utf-8")
    diagnostics = valid(run("check", "--json", "a.tw").output, "check-1")["diagnostics"]
    assert isinstance(diagnostics, list)
    assert [item.get("mend") for item in diagnostics] == ['"', '"', "shrine"] or "taller" in str(diagnostics)
    (folder / "a.tw").write_text("dragon lookout\n  score\n")
    assert "mend" not in run("check", "--json", "a.tw").output


def test_standard_input_is_not_fixed(folder: Path) -> None:
    """Exit code 2: there is no file to write, and none to watch; --diff alone means nothing."""
    for words in (["--fix", "-"], ["--watch", "-"], ["--diff", "a.tw"]):
        assert run("check", *words, input=GOOD).exit_code == 2


# ------------------------------------------------------------------ one message for one slip


@pytest.mark.slow
def test_a_slip_is_reported_once(folder: Path) -> None:
    """What uses a card with errors is counted beside them; alone it says which file to check."""
    (folder / "mine.tw").write_text("dragon mine\n  score 1 for each shrines\n")
    for name in "ax":
        (folder / f"{name}.position.yaml").write_text(POSITION.replace("humility", "mine"))
    for _ in range(2):
        result = run("check", ".")
        assert result.exit_code == 1 and result.output.count(" error TW") == 1
        assert result.output.endswith("3 files checked: 1 error; 2 more follow from it\n")
    alone = run("check", "a.position.yaml").output
    assert "TW405: the card 'mine' has errors" in alone and alone.endswith("1 file checked: 1 error\n")
    answers = [json.loads(line) for line in run("check", ".", "--json").output.splitlines()]
    assert [len(answer["diagnostics"]) for answer in answers] == [1, 1, 1]


# ------------------------------------------------------------------ cards that are there already


@pytest.mark.slow
def test_a_card_of_the_pack_is_recognised(folder: Path) -> None:
    """Other names, another order of lines: TW430 names the card; another number, and it is a card of its own."""
    for id in ("humility", "righteousness", "boldness"):
        text = (ROOT / f"cards/dragon-castle/dragons/{id}.tw").read_text("utf-8")
        (folder / "mine.tw").write_text(text.replace(f"dragon {id}", "dragon mine"), encoding="utf-8")
        assert (
            f"warning TW430: this pays the same as the pack's '{id}' on every board" in run("check", "mine.tw").output
        )
    pair = ["  score 1 for each shrine\n", "  score 2 for each stack where height >= 4\n"]
    rules = [card("dragon a\n" + "".join(lines)).rule for lines in (pair, pair[::-1], pair[:1])]
    forms = [form(rule) for rule in rules if rule is not None]
    assert forms[0] == forms[1] != forms[2]


def test_no_two_cards_of_the_pack_have_one_form() -> None:
    """No card that came with the pack says the same as another one."""
    forms = [form(card.rule) for card in pack().cards() if card.rule is not None]
    assert len(set(forms)) == len(forms) > 20


# ------------------------------------------------------------------ watching


@pytest.mark.slow
def test_files_are_checked_again_when_they_change(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once at first, once for each change, not for looks without one; Ctrl-C ends it with 130."""
    path = folder / "a.tw"
    path.write_text(GOOD)
    texts = iter([None, GOOD.replace("shrine", "shrines"), None, GOOD + "  score 2 for each shrine\n"])

    def pause(seconds: float) -> None:
        text = next(texts, "end")
        if text == "end":
            raise KeyboardInterrupt
        if text is not None:
            path.write_text(text)

    monkeypatch.setattr("time.sleep", pause)
    result = run("check", "--watch", "a.tw")
    assert result.exit_code == 130
    told = [line for line in result.output.splitlines() if "checked" in line]
    assert told == ["1 file checked: no problems", "1 file checked: 1 error", "1 file checked: no problems"]


# ------------------------------------------------------------------ beginnings


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["card", "my-card", "--game", "dragon-castle"],
        ["card", "my-card", "--game", "dragon-castle", "--class", "spirit"],
        ["card", "my-card", "--game", "cairns"],
        ["card", "my-card", "--game", "cairns", "--class", "gear"],
        ["game", "my-game"],
        ["pack", "my-game"],
    ],
    ids=" ".join,
)
def test_beginnings_check_clean(folder: Path, words: list[str]) -> None:
    """What `new` writes has comments, no problems and the canonical layout; nothing is written twice."""
    result = run("new", *words)
    assert result.exit_code == 0, result.output
    written = re.findall(r"wrote (\S+)", result.output)
    assert all("# " in (folder / name).read_text() for name in written)
    assert run("check", ".").output.endswith("checked: no problems\n")
    assert run("fmt", "--check", ".").exit_code == 0
    again = run("new", *words)
    assert again.exit_code == 2 and "already exists" in again.stderr


def test_a_new_pack_can_be_used(folder: Path) -> None:
    """Its position is scored with its card; cards that are begun inside are of its game."""
    run("new", "pack", "hills")
    assert '"first":3' in run("score", "--json", "hills/table.position.yaml").output.replace(" ", "")
    os.chdir("hills")
    assert run("new", "card", "second").exit_code == 0
    assert "goal second" in Path("second.tw").read_text()
    assert run("check", ".").exit_code == 0


def test_a_card_of_a_pack_is_begun_in_its_folder(folder: Path) -> None:
    """Named from outside, the folder of a pack gets the card, which is checked against its game there."""
    run("new", "pack", "hills")
    result = run("new", "card", "second", "--game", "hills")
    assert result.output == f"wrote {Path('hills', 'second.tw')}\n"
    assert run("check", ".").output.endswith("checked: no problems\n")


def test_what_cannot_be_begun(folder: Path) -> None:
    """Exit code 2, with what there is."""
    for words, told in (
        (["card", "My Card"], "lowercase letters"),
        (
            ["card", "my-card"],
            "cairns, court-the-king, dragon-castle, fist-of-dragonstones, herons, princess-and-dragon",
        ),
        (["card", "my-card", "--game", "cairns", "--class", "dragon"], "there are sight, gear"),
    ):
        result = run("new", *words)
        assert result.exit_code == 2 and told in result.stderr


# ------------------------------------------------------------------ schemas, completion, slips


@pytest.mark.slow
def test_schemas_are_printed() -> None:
    """By their names with or without a version; with the words of a game where one is named."""
    names = run("schema").output.split()
    assert {"position-1", "puzzle-1", "check-1"} <= set(names)
    for name in names:
        Draft202012Validator.check_schema(json.loads(run("schema", name).output))
    assert run("schema", "position").output == run("schema", "position-2").output
    filled = Draft202012Validator(json.loads(run("schema", "position", "--game", "dragon-castle").output))
    position = yaml.safe_load(POSITION)
    assert filled.is_valid(position) and not filled.is_valid(position | {"castel": ". ."})
    assert run("schema", "positoin").exit_code == run("schema", "check", "--game", "cairns").exit_code == 2


def test_the_comment_that_editors_read_is_no_problem(folder: Path) -> None:
    """A file that names its schema in its first line is checked like any other."""
    (folder / "a.position.yaml").write_text("# yaml-language-server: $schema=position.schema.json\n" + POSITION)
    assert run("check", "a.position.yaml").exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (["ca"], {"castle"}),
        (["bounds", "hu"], {"humility"}),
        (["prove", "humility", "harm"], {"harmony"}),
        (["play", "cai"], {"cairns"}),
        (["play", "dragon-castle", "--cards", "humility,harm"], {"humility,harmony"}),
        (["simulate", "dragon-castle", "--layout", "kee"], {"keep"}),
        (["explain", "TW00"], {f"TW00{n}" for n in range(1, 10)}),
        (["schema", "posi"], {"position"}),
        (["check", "--form"], {"--format"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_words_are_completed(folder: Path, line: list[str], wanted: set[str]) -> None:
    """Commands, options, cards, games, layouts, codes and schemas."""
    found = BashComplete(command, {}, "tilewright", "_TILEWRIGHT_COMPLETE").get_completions(line[:-1], line[-1])
    assert {item.value for item in found} == wanted


def test_files_are_completed_by_the_shell(folder: Path) -> None:
    """Where a file is wanted, the shell is told so."""
    found = BashComplete(command, {}, "tilewright", "_TILEWRIGHT_COMPLETE").get_completions(["score"], "ev")
    assert [(item.value, item.type) for item in found] == [("ev", "file")]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_of_shells(shell: str) -> None:
    """What is printed calls the command with the variable that click reads."""
    assert f"_TILEWRIGHT_COMPLETE={shell}_complete" in run("completion", shell).output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("new", "puzzle", "mine"), "there is no command 'puzzle'; commands: card, game, pack"),
        (("puzzle", "nwe"), "there is no command 'nwe'; did you mean 'new'?"),
        (("castle", "mew"), "there is no command 'mew'; did you mean 'new'?"),
        (("explain", "shrin"), "there is no explanation of 'shrin'; did you mean 'shrine'?"),
    ],
)
def test_misspelt_words_after_a_command_have_a_help(words: tuple[str, ...], told: str) -> None:
    """Commands of commands, and words of games to explain, are told with what is near."""
    result = run(*words)
    assert result.exit_code == 2 and told in " ".join(result.stderr.split())


def test_a_misspelt_command_has_a_help() -> None:
    """The nearest command is named, else all of them."""
    assert "did you mean 'check'?" in run("chek").stderr
    assert "did you mean 'show'?" in run("draw").stderr
    assert "commands: new, check, fmt, explain," in run("xyzzy").stderr
    assert run("chek").exit_code == 2


def test_classes_of_layouts_are_listed() -> None:
    """`castle` is among the commands of the help."""
    assert re.search(r"^  castle +Make castles for Dragon Castle\.$", run("--help").output, re.MULTILINE)


def test_a_misspelt_bot_is_no_person(folder: Path) -> None:
    """A name that is nearly that of a bot is refused, unless it begins with a capital."""
    result = run("play", "cairns", "--players", "Ada,gredy", input="")
    assert result.exit_code == 2 and "did you mean the bot 'greedy'?" in result.stderr
    assert run("play", "cairns", "--players", "Ada,Gredy", input="").exit_code != 2


# ------------------------------------------------------------------ hooks and actions


@pytest.mark.slow
def test_the_hooks_run(folder: Path) -> None:
    """Each hook's entry runs on the files that its pattern takes, and on no others."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    names = ["a.tw", "b.position.yaml", "c/pack.yaml", "pack.yaml", "d.puzzle.yaml", "e.record.yaml"]
    taken = {hook["id"]: [name for name in names if re.search(hook["files"], name)] for hook in hooks}
    assert taken == {"tilewright-check": names, "tilewright-fmt": ["a.tw"]}
    assert not any(re.search(hook["files"], name) for hook in hooks for name in ("mkdocs.yaml", "a.twx", "xpack.yaml"))
    Path("a.tw").write_text(GOOD.replace("dragon ", "dragon  "))
    for hook in hooks:
        assert hook["language"] == "python"
        program, *words = hook["entry"].split()
        assert program == "tilewright" and run(*words, "a.tw").exit_code == 0
    assert Path("a.tw").read_text() == GOOD


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="its steps are for bash")
def test_the_action_runs(folder: Path) -> None:
    """The step that checks names every problem beside its line; what it uses is declared."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert action["name"] and action["description"] and action["runs"]["using"] == "composite"
    steps = action["runs"]["steps"]
    assert all("uses" in step or (step["shell"] == "bash" and step["run"]) for step in steps)
    used = set(re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", json.dumps(steps)))
    assert used == set(action["inputs"]) and all(given["description"] for given in action["inputs"].values())
    Path("a.tw").write_text(GOOD.replace("shrine", "shrines"))
    Path("b.tw").write_text(GOOD.replace("lookout", "other"))
    program = folder / "bin" / "tilewright"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tilewright "$@"\n')
    program.chmod(0o755)
    environment = os.environ | {"PATHS": "a.tw b.tw", "PATH": f"{program.parent}:{os.environ['PATH']}"}
    line = ["bash", "-e", "-o", "pipefail", "-c", steps[-1]["run"]]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=a.tw,line=2,col=20,") and done.stdout.count("::error") == 1


def test_missing_files_are_annotated(folder: Path) -> None:
    """GitHub and SARIF have a problem for a file that cannot be read."""
    assert run("check", "no.tw", "--format", "github").stdout.startswith("::error file=no.tw,")
    log = json.loads(run("check", "no.tw", "--format", "sarif").stdout)
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["TW011"]


def test_fingerprints_stay_while_other_lines_change(folder: Path) -> None:
    """They differ for results that differ, and hold when lines are put in above."""
    wrong = "dragon lookout\n  score 1 for each shrines\n  score 1 for each shrines\n  score 2 for each shrines\n"

    def prints(text: str) -> list[str]:
        (folder / "a.tw").write_text(text)
        run_ = json.loads(run("check", "a.tw", "--format", "sarif").stdout)["runs"][0]
        assert all(rule["helpUri"] == f"urn:tilewright:{rule['id']}" for rule in run_["tool"]["driver"]["rules"])
        return [result["partialFingerprints"]["codeAndLine/v1"] for result in run_["results"]]

    before = prints(wrong)
    assert len(set(before)) == 3 and prints("# more\n\n" + wrong) == before
