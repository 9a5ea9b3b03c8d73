"""Files, names and streams that strangers give: the documented exit code, nothing lost, nothing done unseen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import POSITION, run, valid
from tilewright.disk import replace_file, why_not_written
from tilewright.packs.documents import LANGUAGE_SUFFIX
from tilewright.source import CONTROL

GOOD = "dragon lookout\n  score 1 for each shrine\n"
LOOSE = GOOD.replace("dragon ", "dragon   ")
HOSTILE = ["\x1b", "\x07", "\x85", "\x9b", "\u2028", "\u202e", "\u2066", "\u2069", "\ufeff"]
EVIL = "a\x1b[31mb\x07\u202ec\nd"
EVERY_COMMAND = [
    ["check", "{}"],
    ["fmt", "{}"],
    ["show", "{}"],
    ["score", "{}"],
    ["solve", "{}"],
    ["bounds", "{}"],
    ["prove", "{}", "harmony"],
    ["play", "{}"],
    ["play", "dragon-castle", "--cards", "{}"],
    ["play", "dragon-castle", "--layout", "{}"],
    ["play", "dragon-castle", "--save", "{}.record.yaml"],
    ["simulate", "{}"],
    ["simulate", "cairns", "--games", "1", "--players", "random,random", "-o", "{}"],
    ["show", "game.position.yaml", "-o", "{}.svg"],
    ["bounds", "humility", "--size", "1x1", "--players", "2", "-o", "{}.svg"],
    ["prove", "humility", "harmony", "-o", "{}.yaml"],
    ["puzzle", "rate", "{}"],
    ["puzzle", "new", "humility", "--size", "2x2", "--tiles", "9", "-o", "{}.puzzle.yaml"],
    ["castle", "new", "--draw", "{}"],
    ["castle", "new", "-o", "{}.tw"],
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a position in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.position.yaml").write_text(POSITION)
    return tmp_path


def process(*words: str, **streams: object) -> subprocess.CompletedProcess[bytes]:
    """A command as a process of its own."""
    return subprocess.run([sys.executable, "-m", "tilewright", *words], timeout=120, check=False, **streams)  # type: ignore[call-overload, no-any-return]


# ------------------------------------------------------------------ characters


@pytest.mark.slow
@pytest.mark.parametrize("sign", HOSTILE, ids=lambda sign: f"{ord(sign):04x}")
@pytest.mark.parametrize("place", ['  name en "Look{}out"\n', '  text en "{}"\n', "  # {}\n", "  score 1{}\n"])
def test_control_characters_are_refused_wherever_they_stand(folder: Path, sign: str, place: str) -> None:
    """A name, a text, a comment and a rule: TW002 at the very place."""
    (folder / "a.tw").write_text(GOOD + place.format(sign), encoding="utf-8")
    answer = valid(run("check", "a.tw", "--json").output, "check-1")
    diagnostics = answer["diagnostics"]
    assert isinstance(diagnostics, list)
    found = next(item for item in diagnostics if item["code"] == "TW002")
    assert f"U+{ord(sign):04X}" in found["message"]
    assert (found["line"], found["column"]) == (3, place.index("{") + 1)
    for words in (["show", "a.tw"], ["fmt", "--diff", "a.tw"], ["bounds", "a.tw"]):
        result = run(*words)
        assert result.exit_code == 1 and not CONTROL.search(result.output)


@pytest.mark.slow
@pytest.mark.parametrize("words", EVERY_COMMAND, ids=" ".join)
def test_no_name_of_a_file_reaches_the_terminal_raw(folder: Path, words: list[str]) -> None:
    """Control characters in a name that was given are not printed, by whichever command."""
    result = run(*(word.replace("{}", EVIL + LANGUAGE_SUFFIX) for word in words), "--json")
    assert not CONTROL.search(result.output)


def test_names_of_files_are_reported_on_one_line(folder: Path) -> None:
    """A line feed in the name of a file begins no new line, in which anything could stand."""
    (folder / f"{EVIL}.tw").write_text("dragon a\n  scroe 1\n")
    for form in ("text", "github", "json"):
        result = run("check", ".", "--format", form)
        assert result.exit_code == 1
        assert not CONTROL.search(result.output)
        assert not any(line.startswith("d.tw") for line in result.output.splitlines())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="names of files are texts here")
def test_names_that_are_not_utf_8(folder: Path) -> None:
    """Such a file is checked like any other; JSON and SARIF keep its very name."""
    Path(os.fsdecode(b"caf\xe9.tw")).write_text(GOOD.replace("shrine", "shrines"))
    for form, shown in (("text", b"caf .tw:2:20"), ("json", rb'"caf\udce9.tw"'), ("sarif", b"caf%E9.tw")):
        done = process("check", ".", "--format", form, "--no-cache", capture_output=True)
        assert (done.returncode, done.stderr) == (1, b"")
        assert shown in done.stdout
    Path(os.fsdecode(b"caf\xe9.tw")).write_text(LOOSE)
    assert run("fmt", ".").exit_code == 0
    assert Path(os.fsdecode(b"caf\xe9.tw")).read_text() == GOOD


@pytest.mark.slow
@pytest.mark.parametrize("words", EVERY_COMMAND, ids=" ".join)
def test_names_that_are_too_long(folder: Path, words: list[str]) -> None:
    """A name of 5,000 characters, which no file can have, is exit code 2."""
    result = run(*(word.replace("{}", "x" * 5000 + LANGUAGE_SUFFIX) for word in words))
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_folder_whose_files_go_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in a folder may be gone when it is looked at; the other files are checked."""
    (folder / "gone.tw").symlink_to("nowhere")
    (folder / "b").mkdir(mode=0)
    result = run("check", ".")
    assert (result.exit_code, result.stdout) == (0, "1 file checked: no problems\n")


# ------------------------------------------------------------------ streams

SERVES = "the language server needs standard input and standard output; one of them is closed"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to try")
@pytest.mark.parametrize(
    "words", [["score", "game.position.yaml"], ["explain", "TW101"], ["--help"]], ids=lambda words: words[0]
)
def test_a_full_disk(folder: Path, words: list[str]) -> None:
    """That the output could not be written is exit code 2, and is said once."""
    with Path("/dev/full").open("wb") as full:
        done = process(*words, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1 and b"No space left" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to try")
def test_messages_that_cannot_be_written(folder: Path) -> None:
    """A full or closed standard error changes neither the output nor the exit code."""
    with Path("/dev/full").open("wb") as full:
        done = process("check", "missing.tw", "game.position.yaml", stdout=subprocess.PIPE, stderr=full)
    assert (done.returncode, done.stdout) == (2, b"1 file checked: no problems\n")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the shell of POSIX closes streams")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("score - <&-", "standard input: it is closed"),
        ("check game.position.yaml >&-", "standard output is closed"),
        ("lsp <&-", SERVES),  # F93
        ("lsp >&-", SERVES),
        ("--help >&-", "standard output is closed"),  # F96
        ("solve --help >&-", "standard output is closed"),
        ("--version >&-", "standard output is closed"),
    ],
)
def test_closed_streams(folder: Path, line: str, told: str) -> None:
    """A closed input or output is exit code 2."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m tilewright {line}'], stderr=subprocess.PIPE, timeout=120, check=False
    )
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        f"tilewright: {'cannot read ' * told.startswith('standard input')}{told}"
    ]


@pytest.mark.slow
def test_a_message_that_is_far_too_long(folder: Path) -> None:
    """F96: the language server takes no memory for what a header promises; it says so and ends."""
    for length in (10**14, 10**30):
        done = process("lsp", input=b"Content-Length: %d\r\n\r\n{}" % length, capture_output=True)
        assert (done.returncode, done.stdout) == (2, b"") and done.stderr.count(b"\n") == 1
        assert b"is too long" in done.stderr


# ------------------------------------------------------------------ writing


def test_links_are_not_followed_and_read_only_files_not_rewritten(folder: Path) -> None:
    """`fmt` says so with exit code 2, and formats the other files all the same."""
    (folder / "b.tw").write_text(LOOSE)
    (folder / "a.tw").symlink_to("b.tw")
    (folder / "c.tw").write_text(LOOSE)
    (folder / "c.tw").chmod(0o444)
    (folder / "d.tw").write_text(LOOSE)
    result = run("fmt", "a.tw", "c.tw", "d.tw")
    assert (result.exit_code, result.stdout) == (2, "d.tw: formatted\n")
    assert "cannot write a.tw: it is a link to b.tw" in result.stderr
    assert "cannot write c.tw: it is read-only" in result.stderr
    assert (folder / "a.tw").is_symlink()
    assert [(folder / f"{name}.tw").read_text() for name in "bcd"] == [LOOSE, LOOSE, GOOD]


@pytest.mark.parametrize(
    "words",
    [
        ["show", "game.position.yaml", "-o", "out.svg"],
        ["bounds", "humility", "-o", "out.svg"],
        ["prove", "humility", "harmony", "--svg", "out.svg"],
        ["solve", "missing.puzzle.yaml", "-o", "out.svg"],
        ["solve", "missing.puzzle.yaml", "--export", "out.xml"],
        ["prove", "humility", "harmony", "--force", "-o", "out.position.yaml"],
        ["castle", "new", "--force", "-o", "out.tw"],
        ["puzzle", "new", "humility", "--force", "-o", "out.puzzle.yaml"],
        ["play", "cairns", "--save", "out.record.yaml"],
        ["simulate", "cairns", "--games", "1", "-o", "out.jsonl"],
        ["simulate", "cairns", "--games", "1", "--plot", "out.svg"],
    ],
    ids=" ".join,
)
def test_no_output_goes_through_a_link(folder: Path, words: list[str]) -> None:
    """Whatever writes files: a link is neither followed nor replaced, and nothing is worked out before that is said."""
    (folder / "kept").write_text("kept")
    (folder / words[-1]).symlink_to("kept")
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert (folder / words[-1]).is_symlink() and (folder / "kept").read_text() == "kept"


def test_pictures_are_replaced_with_a_word_and_positions_kept(folder: Path) -> None:
    """A picture that is there is replaced, which is said; what may have been written by hand needs --force."""
    show = ["show", "game.position.yaml", "-o", "a.svg"]
    assert [run(*show).output for _ in range(2)] == ["wrote a.svg\n", "replaced a.svg\n"]
    prove = ["prove", "humility", "harmony", "-o", "game.position.yaml"]
    result = run(*prove)
    assert result.exit_code == 2 and "use --force to replace it" in result.stderr
    assert (folder / "game.position.yaml").read_text() == POSITION
    assert "replaced game.position.yaml" in run(*prove, "--force").output


def test_devices_are_not_replaced(folder: Path) -> None:
    """What is there and no regular file stays as it is."""
    result = run("simulate", "cairns", "--games", "1", "-o", os.devnull)
    assert result.exit_code == 2 and "it is not a regular file" in result.stderr
    assert why_not_written(os.devnull) == "it is not a regular file"


def test_a_file_that_is_replaced_keeps_its_permissions(folder: Path) -> None:
    """They are those it had; a private file is the user's alone, whatever was there."""
    path = folder / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    replace_file(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    replace_file(path, b"newer", private=True)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_failed_write_leaves_what_was_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the new text cannot be written, the old one stays, and no other file."""
    path = folder / "a.txt"
    path.write_text("old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    before = sorted(folder.iterdir())
    with pytest.raises(OSError, match="No space"):
        replace_file(path, b"new")
    assert path.read_text() == "old" and sorted(folder.iterdir()) == before


def test_a_range_of_too_many_codes_says_so(folder: Path) -> None:
    """TW113 of `R1 to R999` names the number, not the direction."""
    game = "game quarry\n  players 2 to 4\n  piece block\n    type red R1 to R999 copies 4\n    identity symbol\n"
    game += "  board yard\n    of each player\n    size 4 by 4\n    sizes 2 to 8\n"
    (folder / "game.tw").write_text(game)
    output = run("check", "game.tw").output
    assert "these are 999 kinds; a game has at most 500" in output and "upwards" not in output
