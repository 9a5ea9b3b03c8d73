"""The cache of `tilewright check`: the same answers as without it, whatever was changed, kept or planted."""

from __future__ import annotations

import json
import os
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import tilewright.packs.check_cache as module
from cases import mostly_slow
from tilewright.cli.main import command
from tilewright.cli.report.diagnostics import FORMATS
from tilewright.packs.check_cache import MAX_ANSWERS, TRIED, CachedCheck, Dependencies
from tilewright.packs.workspace import Workspace
from tilewright.resources import data_folder
from tilewright.source import Source, read_source
from tilewright.store import MAX_BYTES, MAX_VALUES, Store

CAIRNS = data_folder("cards") / "cairns"
BAD = Path(__file__).parent / "bad"
CARD = "sight {}\n  score 1 for each beacon\n"
WRONG = "sight {}\n  score 1 for each beakon\n"
WARNED = "sight {}\n  score 1 if count of beacons >= 0\n"
POSITION = (CAIRNS / "positions" / "two-trails.position.yaml").read_text("utf-8")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache folder of tilewright, in a cache folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "tilewright"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pack, loose cards, a position and faulty files; it is the current one.

    The cards have no printed texts: to judge them takes three quarters of a check, and `test_texts_check.py` does it with the cache.
    """
    home = tmp_path / "work"
    shutil.copytree(CAIRNS, home / "pack")
    for path in (home / "pack").glob("*/*.tw"):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if not line.startswith("  text ")), "utf-8")
    loose = home / "loose"
    shutil.copytree(BAD / "syntax", loose, ignore=lambda _, names: [name for name in names if name[0] > "d"])
    for name, text in (("one", CARD), ("two", CARD), ("wrong", WRONG), ("warned", WARNED)):
        (loose / f"{name}.tw").write_text(text.format("same"), "utf-8")
    (loose / "own.position.yaml").write_text(POSITION.replace("two", "own"), "utf-8")
    (home / "pack" / "broken.position.yaml").write_text(POSITION.replace("players", "palyers"), "utf-8")
    monkeypatch.chdir(home)
    return home


def check(*words: str) -> Result:
    """The result of `tilewright check`; an exception that gets out is raised."""
    return CliRunner().invoke(command, ["check", *words], catch_exceptions=False)


def seen(result: Result) -> tuple[int, str, str]:
    """What a user sees of a run."""
    return result.exit_code, result.stdout, result.stderr


class Counted:
    """A workspace factory that counts the files that are really checked."""

    def __init__(self, forbidden: bool = False) -> None:
        self.checked: list[str] = []
        self._forbidden = forbidden
        self._workspace = Workspace()

    def __call__(self) -> Workspace:
        assert not self._forbidden, "a file was checked that need not be"
        return self  # type: ignore[return-value]

    def check(self, source: Source) -> object:
        """Check a file, and count it."""
        self.checked.append(source.name)
        return self._workspace.check(source)


def answers(store: Store, names: Sequence[str | Path], workspace: Callable[[], Workspace]) -> list[list[str]]:
    """What the files are told, in one run."""
    run = CachedCheck(store, workspace, TRIED)
    sources = [source for source in map(read_source, map(str, names)) if isinstance(source, Source)]
    told = [
        [repr((d.source.name, d.code, d.severity, d.message, d.span, d.help)) for d in run.problems(s)] for s in sources
    ]
    run.save()
    return told


def files_of(folder: Path) -> list[str]:
    """The files that `tilewright check` finds in a folder, as it names them."""
    found = (path.relative_to(folder) for path in folder.rglob("*"))
    return sorted(str(path) for path in found if path.name.endswith((".tw", ".yaml")))


# ------------------------------------------------------------------ the same answers


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
def test_an_answer_from_the_cache_is_the_same(form: str, folder: Path, cache: Path) -> None:
    """Every byte of every format and the exit code are the same without, with a cold and with a warm cache."""
    words = (".", "--format", form)
    anew = seen(check(*words, "--no-cache"))
    assert anew[0] == 1 and "beakon" in anew[1]
    assert not cache.exists()
    assert seen(check(*words)) == anew
    assert list(cache.iterdir())
    assert seen(check(*words)) == anew


@pytest.mark.slow
def test_what_is_unchanged_is_not_checked(folder: Path, cache: Path) -> None:
    """On a second run no file is checked: not even a workspace is made."""
    names = files_of(folder)
    first = answers(Store.of_user(), names, Counted())
    assert any(first)
    assert answers(Store.of_user(), names, Counted(forbidden=True)) == first


@pytest.mark.slow
def test_a_known_answer_loads_no_parser(folder: Path, cache: Path) -> None:
    """Where all answers are known, neither the parser nor the readers of YAML files are imported."""
    run = (
        "import sys\nfrom tilewright.cli.main import main\ntry: main()\nexcept SystemExit: pass\n"
        "heavy = {'tilewright.syntax.parser', 'yaml', 'jsonschema', 'tilewright.packs.workspace'}\n"
        "print(heavy & set(sys.modules), file=sys.stderr)"
    )
    loaded = [
        subprocess.run([sys.executable, "-c", run, "check", "."], capture_output=True, check=True).stderr.decode()
        for _ in range(2)
    ]
    assert "yaml" in loaded[0] and "parser" in loaded[0]
    assert loaded[1].strip() == "set()"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "anew"),
    [
        ("pack/positions/two-trails.position.yaml", {"pack/positions/two-trails.position.yaml"}),
        ("loose/own.position.yaml", {"loose/own.position.yaml"}),
        ("pack/sights/twins.tw", {"pack"}),
        ("pack/game.tw", {"pack"}),
        ("pack/pack.yaml", {"pack"}),
        ("loose/one.tw", {"loose"}),
    ],
)
def test_what_a_change_may_touch_is_checked(change: str, anew: set[str], folder: Path, cache: Path) -> None:
    """A changed position is checked alone; a card, game file or pack.yaml with all that lies around it."""
    names = files_of(folder)
    answers(Store.of_user(), names, Counted())
    with (folder / change).open("a", encoding="utf-8") as stream:
        stream.write("\n")
    counted = Counted()
    answers(Store.of_user(), names, counted)
    assert set(counted.checked) == {name for name in names if name in anew or name.partition("/")[0] in anew}


@pytest.mark.slow
def test_another_tilewright_checks_again(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers of another version of the program, or of a library that it reads files with, are not used."""
    names = files_of(folder)
    answers(Store.of_user(), names, Counted())
    monkeypatch.setattr(module, "engine", lambda: "another")
    counted = Counted()
    answers(Store.of_user(), names, counted)
    assert counted.checked == names


def test_the_digest_of_the_program_is_of_its_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A change of a data file of tilewright changes the digest; a compiled file does not."""
    shutil.copytree(data_folder("schemas"), tmp_path / "schemas")
    monkeypatch.setattr(module, "data_folder", lambda name: tmp_path / name)
    before = module.engine.__wrapped__()
    (tmp_path / "schemas" / "compiled.pyc").write_bytes(b"")
    assert module.engine.__wrapped__() == before
    with next((tmp_path / "schemas").iterdir()).open("a") as stream:
        stream.write(" ")
    assert module.engine.__wrapped__() != before


def test_a_file_that_changes_meanwhile_is_not_kept(folder: Path, cache: Path) -> None:
    """When a file around it changes while a file is checked, its answer is not kept."""
    run = CachedCheck(Store.of_user(), Workspace, TRIED)
    source = read_source("loose/one.tw")
    assert isinstance(source, Source)
    run.problems(source)
    (folder / "loose" / "two.tw").write_text(CARD.format("another"), "utf-8")
    run.save()
    assert list(cache.iterdir()) == []


@pytest.mark.slow
def test_the_order_of_files_counts_outside_of_packs(folder: Path, cache: Path) -> None:
    """Of two loose cards with one id the second is warned of, in whatever order and from whatever runs they come."""
    one, two = "loose/one.tw", "loose/two.tw"
    for names in ([one], [two], [one, two], [two, one], [two, one, two], [one, two]):
        expected = answers(Store(None), names, Counted())
        assert answers(Store.of_user(), names, Counted()) == expected
        assert answers(Store.of_user(), names, Counted(forbidden=True)) == expected
    assert any("TW424" in told for found in expected for told in found)


@pytest.mark.slow
def test_nothing_else_is_read(folder: Path) -> None:
    """Every file of the user that the check of a file opens is the file itself or in its surroundings."""
    opened: list[str] = []
    watching = [True]

    def note(event: str, arguments: tuple[object, ...]) -> None:
        if watching and event == "open" and isinstance(arguments[0], str):
            opened.append(os.path.realpath(arguments[0]))

    sys.addaudithook(note)  # for the rest of the process, so it has a switch
    try:
        for name in files_of(folder):
            path = folder / name
            opened.clear()
            source = read_source(str(path))
            assert isinstance(source, Source)
            Workspace().check(source)
            top = folder / "pack" if name.startswith("pack") else path.parent
            around = {os.path.realpath(file.path) for file in Dependencies(top, top.name == "pack")._files()}
            ours = {file for file in opened if file.startswith(os.path.realpath(folder))}
            assert os.path.realpath(path) in ours
            assert ours <= around | {os.path.realpath(path)}
    finally:
        watching.clear()


def edits(folder: Path, chance: random.Random) -> None:
    """Change something in a folder: a text, a name, a link, a pack."""
    cards = [path for path in sorted(folder.rglob("*.tw")) if path.name != "game.tw"]
    one, other = chance.choice(cards), chance.choice(cards)
    text = chance.choice((CARD, WRONG, WARNED)).format(chance.choice(("same", "other", "twins", "vigil")))
    match chance.randrange(9):
        case 0 | 1:
            one.write_text(text, "utf-8")
        case 2:
            one.with_name(f"new{chance.randrange(4)}.tw").write_text(text, "utf-8")
        case 3 if one.name != other.name and len(cards) > 8:
            one.unlink()
        case 4:
            one.rename(one.with_name(f"moved{chance.randrange(4)}.tw"))
        case 5:
            link = one.with_name(f"link{chance.randrange(2)}.tw")
            link.unlink(missing_ok=True)
            link.symlink_to(other.resolve())
        case 6:
            pack = folder / chance.choice(("pack", "loose")) / "pack.yaml"
            sound = (CAIRNS / "pack.yaml").read_text("utf-8")
            pack.write_text(chance.choice((sound, sound.replace("cairns", "carins"), "title: x\n")), "utf-8")
        case 7:
            shutil.copy(CAIRNS / "game.tw", folder / chance.choice(("pack", "loose")) / "game.tw")
        case _:
            table = chance.choice(sorted(folder.rglob("*.position.yaml")))
            ids = ", ".join(chance.sample(("same", "twins", "vigil", "nothing"), 2))
            table.write_text(POSITION.replace(POSITION.split("\n")[2], f"cards: [{ids}]"), "utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(3), quick=0))
def test_answers_are_right_after_every_edit(seed: int, folder: Path, cache: Path) -> None:
    """Edits, and runs over some of the files in some order: each answer is that of a check without a cache."""
    chance = random.Random(seed)
    for path in (folder / "loose").glob("*.tw"):
        if path.stem not in ("one", "two", "wrong"):
            path.unlink()
    known = 0
    for _ in range(10):
        edits(folder, chance)
        for _ in range(2):
            names = [chance.choice((name, folder / name)) for name in files_of(folder)]
            names = chance.sample(names, chance.randint(1, len(names)))
            counted = Counted()
            expected = answers(Store(None), names, Counted())
            assert answers(Store.of_user(), names, counted) == expected
            known += len(names) - len(set(counted.checked))
    assert known > 10


# ------------------------------------------------------------------ what was kept cannot be trusted


class _Runs:
    """A pickle of this writes a file."""

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (Path("was-run"),)


def altered(**changes: object) -> Callable[[Path], object]:
    """Plant what was kept, for the state as it is, but for these changes."""
    return lambda path: path.write_text(json.dumps(KEPT[path.name] | changes), "utf-8")


def answering(answer: object) -> Callable[[Path], object]:
    """Plant this answer for every file."""
    return lambda path: altered(answers=dict.fromkeys(KEPT[path.name]["answers"], answer))(path)


KEPT: dict[str, dict[str, Any]] = {}
PLANTS: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "not JSON": lambda path: path.write_bytes(b"\x00\xff{"),
    "a pickle": lambda path: path.write_bytes(pickle.dumps(_Runs())),
    "half": lambda path: path.write_text(json.dumps(KEPT[path.name])[:-20]),
    "nested": lambda path: path.write_text("[" * 100_000),
    "too large": lambda path: path.write_text(json.dumps(KEPT[path.name]) + " " * MAX_BYTES),
    "another value": lambda path: path.write_text("[1, 2]"),
    "another format": altered(format="check-cache/0"),
    "another state": altered(state="0"),
    "no answers": altered(answers=None),
    "answers that are none": answering(7),
    "answers of another form": answering([["TW001"]]),
    "places outside": answering([["TW001", "error", "m", 5, 99_999, "h"]]),
    "codes that are none": answering([["\x1b[2J", "error", "m", 0, 1, "h"]]),
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a link": lambda path: path.symlink_to(path.parents[2] / "precious"),
    "writable by all": lambda path: (answering([])(path), path.chmod(0o666)),
}


def lie(cache: Path) -> None:
    """Replace what is kept by answers of the right form that are wrong: no problems at all."""
    for path in cache.iterdir():
        kept = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps(kept | {"answers": {key: [] for key in kept["answers"]}}), "utf-8")


@pytest.mark.slow
def test_what_is_planted_does_no_harm(folder: Path, cache: Path) -> None:
    """Damaged, foreign and hostile files are not used, run or waited for, and what links lead to stays as it is."""
    precious = cache.parents[1] / "precious"
    precious.write_text("precious", "utf-8")
    anew = seen(check(".", "--no-cache"))
    check(".")
    KEPT.update({path.name: json.loads(path.read_text("utf-8")) for path in cache.iterdir()})
    for name, plant in PLANTS.items():
        shutil.rmtree(cache)
        cache.mkdir(mode=0o700)
        for path in map(cache.joinpath, KEPT):
            plant(path)
        assert seen(check(".")) == anew, name
        assert seen(check(".")) == anew, name
        assert not Path("was-run").exists(), name
        assert precious.read_text("utf-8") == "precious", name
        if not any(path.is_dir() for path in cache.iterdir()):  # good answers have taken its place
            assert answers(Store.of_user(), files_of(folder), Counted(forbidden=True)), name


@pytest.mark.slow
def test_lies_would_be_believed(folder: Path, cache: Path) -> None:
    """The plants of the test above are of the right form: in a file of our own such an answer is taken."""
    check(".")
    lie(cache)
    assert check(".").exit_code == 0


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_others_own_is_not_used(what: str, folder: Path, cache: Path) -> None:
    """A cache that belongs to another user is neither read nor written; of a folder it is said."""
    anew = seen(check(".", "--no-cache"))
    check(".")
    lie(cache)
    for path in cache.iterdir():
        os.chown(path, 12345, 12345)
    if what == "folder":
        os.chown(cache, 12345, 12345)
    kept = {path: path.read_bytes() for path in cache.iterdir()}
    code, out, err = seen(check("."))
    assert (code, out) == anew[:2]
    if what == "folder":
        assert err == f"tilewright: the cache in {cache} is not used: it belongs to another user\n"
        assert {path: path.read_bytes() for path in cache.iterdir()} == kept
    else:
        assert err == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda cache: cache.chmod(0o777), "others may write to it"),
        (lambda cache: (cache.rename(cache.with_name("real")), cache.symlink_to("real")), "it is not a folder"),
    ],
    ids=["open to all", "a link"],
)
def test_a_doubtful_folder_is_not_used(spoil: Callable[[Path], object], said: str, folder: Path, cache: Path) -> None:
    """A cache folder that is a link, or into which others may write, is left alone, and that is said."""
    anew = seen(check(".", "--no-cache"))
    check(".")
    lie(cache)
    spoil(cache)
    kept = {path: path.read_bytes() for path in cache.iterdir()}
    code, out, err = seen(check("."))
    assert (code, out) == anew[:2]
    assert err == f"tilewright: the cache in {cache} is not used: {said}\n"
    assert {path: path.read_bytes() for path in cache.iterdir()} == kept


@pytest.mark.slow
@pytest.mark.parametrize("place", ["/dev/null/none", "/proc/none"])
def test_no_place_to_write(place: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a place to write, everything is checked anew, and nothing is said of it."""
    anew = seen(check(".", "--no-cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", place)
    assert seen(check(".")) == anew
    assert seen(check(".")) == anew


# ------------------------------------------------------------------ several runs, and many files


@pytest.mark.slow
def test_runs_at_the_same_time(folder: Path, cache: Path) -> None:
    """Runs that read and write the cache at once all give the right answer, and leave a whole cache."""
    (folder / "pack" / "broken.position.yaml").unlink()
    anew = check("pack", "--no-cache")
    assert anew.exit_code == 0
    run = [sys.executable, "-m", "tilewright", "check", "pack"]
    runs = [subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(4)]
    assert [one.communicate()[0].decode() for one in runs] == [anew.stdout] * 4
    (kept,) = cache.glob("check-*")
    assert json.loads(kept.read_text("utf-8"))["answers"]


@pytest.mark.slow
def test_answers_of_two_runs_are_both_kept(folder: Path, cache: Path) -> None:
    """What another run has kept while this one worked is not lost."""
    one, two = (CachedCheck(Store.of_user(), Workspace, TRIED) for _ in range(2))
    names = ["pack/sights/twins.tw", "pack/sights/vigil.tw"]
    for run, name in zip((one, two), names, strict=True):
        source = read_source(name)
        assert isinstance(source, Source)
        run.problems(source)
    one.save()
    two.save()
    answers(Store.of_user(), names, Counted(forbidden=True))


def test_what_is_kept_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest values go when there are too many, and a value that is too large is not written."""
    store = Store(tmp_path)
    for number in range(MAX_VALUES + 5):
        store.write(f"check-{number}", number)
        os.utime(tmp_path / f"check-{number}", (number, number))
    store.write("other", 1)
    store.forget_oldest("check-")
    assert store.read("other") == 1
    assert {path.name for path in tmp_path.iterdir()} == {"other", *(f"check-{n}" for n in range(5, MAX_VALUES + 5))}
    store.write("large", "x" * MAX_BYTES)
    assert store.read("large") is None


@pytest.mark.slow
def test_answers_are_bounded(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the answers of a folder become too many, those of this run are kept alone."""
    assert MAX_ANSWERS >= 1000
    monkeypatch.setattr(module, "MAX_ANSWERS", 2)
    names = ["pack/sights/twins.tw", "pack/sights/vigil.tw", "pack/sights/climb.tw"]
    answers(Store.of_user(), names[:2], Counted())
    answers(Store.of_user(), names[2:], Counted())
    counted = Counted()
    answers(Store.of_user(), names, counted)
    assert counted.checked == names[:2]


def test_where_a_link_leads_counts(folder: Path, cache: Path) -> None:
    """A link of a pack that leads to another file with the same text changes the answers around it."""
    own, link = Path("pack/sights/twins.tw"), Path("pack/sights/a-link.tw")
    shutil.copy(own, "copy.tw")
    link.symlink_to(own.resolve())
    assert answers(Store.of_user(), [own], Counted()) == [[]]
    link.unlink()
    link.symlink_to(Path("copy.tw").resolve())
    (told,) = answers(Store.of_user(), [own], Counted())
    assert "TW109" in told[0]


def test_standard_input_and_links_are_checked_again(folder: Path, cache: Path) -> None:
    """What has no path, is reached by a link or lies in a hidden folder of a pack is never kept."""
    Path("link.tw").symlink_to("loose/one.tw")
    shutil.copytree("pack/sights", "pack/.hidden")
    for name in ("link.tw", "pack/.hidden/twins.tw"):
        for _ in range(2):
            counted = Counted()
            answers(Store.of_user(), [name], counted)
            assert counted.checked == [name]
    text = CARD.format("same")
    results = [CliRunner().invoke(command, ["check", "-"], input=text, catch_exceptions=False) for _ in range(2)]
    assert seen(results[0]) == seen(results[1])
    assert not cache.exists() or list(cache.iterdir()) == []
