"""The tables of the parser come with the grammar as data, and are built where they do not fit."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import lark as library
import pytest

from tilewright.resources import data_folder
from tilewright.syntax import grammar as module
from tilewright.syntax import run as parsing
from tilewright.syntax.builders import build as surface
from tilewright.syntax.grammar import TABLES, build, lark, load, tables

CARDS = data_folder("cards")
GRAMMAR = (data_folder("grammar") / "tilewright.lark").read_text(encoding="utf-8")
KEPT = (data_folder("grammar") / TABLES).read_bytes()


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The grammars whose tables the test has built, with a parser that is made anew in the test."""
    grammars: list[str] = []

    def noted(grammar: str) -> library.Lark:
        grammars.append(grammar)
        return build(grammar)

    monkeypatch.setattr(module, "build", noted)
    lark.cache_clear()
    yield grammars
    lark.cache_clear()


def data_with(folder: Path, kept: bytes) -> Path:
    """A folder with the grammar and these tables."""
    (folder / "tilewright.lark").write_text(GRAMMAR, encoding="utf-8")
    (folder / TABLES).write_bytes(kept)
    return folder


def test_the_tables_are_those_of_the_grammar() -> None:
    """The file is what `make grammar` writes; run that after a change of the grammar or of Lark's version."""
    kept, made = json.loads(KEPT), json.loads(json.dumps(tables(GRAMMAR)))
    assert kept["of"]["grammar"] == made["of"]["grammar"]
    if kept["of"] != made["of"]:
        pytest.skip(f"these are the tables of lark {kept['of']['lark']}; {library.__version__} builds its own")
    assert kept == made


def test_the_tables_are_the_same_in_every_process() -> None:
    """They do not depend on the order of sets, which the seed of hashing decides."""
    run = f"import json\nfrom {module.__name__} import tables\nprint(json.dumps(tables({GRAMMAR!r})))"
    seeds = [os.environ | {"PYTHONHASHSEED": seed} for seed in ("1", "2")]
    one, other = (subprocess.check_output([sys.executable, "-c", run], env=seed) for seed in seeds)
    assert one == other


def test_loaded_and_built_parsers_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file of the packs has the same tree, spans and all, by loaded tables and by built ones."""

    def read(parser: library.Lark) -> list[str]:
        monkeypatch.setattr(parsing, "lark", lambda: parser)
        trees = (parsing.run(path.read_text(encoding="utf-8")).tree for path in sorted(CARDS.rglob("*.tw")))
        return [repr(surface(tree)) for tree in trees if tree is not None]

    loaded = read(load(json.loads(json.dumps(tables(GRAMMAR)))))
    assert len(loaded) > 20
    assert loaded == read(build(GRAMMAR))


def test_our_own_tables_are_loaded(built: list[str]) -> None:
    """With the version of Lark that they were made with, nothing is built."""
    if json.loads(KEPT)["of"]["lark"] != library.__version__:
        pytest.skip("another version of Lark is installed")
    assert lark().rules
    assert built == []


@pytest.mark.parametrize(
    "kept",
    [
        KEPT.replace(b'{"lark":"', b'{"lark":"0.'),
        KEPT.replace(b'"grammar":"', b'"grammar":"0'),
        KEPT[: len(KEPT) // 2],
        b"\x80\x04.",
        b"",
    ],
    ids=["another Lark", "another grammar", "half a file", "a pickle", "an empty file"],
)
def test_other_tables_are_built(kept: bytes, built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of another grammar, of another version of Lark or of no format at all are not used."""
    monkeypatch.setattr(module, "data_folder", lambda name: data_with(tmp_path, kept))
    assert lark().rules == build(GRAMMAR).rules
    assert built == [GRAMMAR]


class _Runs:
    """A pickle of this writes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


def test_nothing_in_the_cache_folder_is_run(tmp_path: Path) -> None:
    """A pickle where an earlier version kept its tables is neither opened nor run."""
    folder, mark = tmp_path / "tilewright", tmp_path / "was-run"
    folder.mkdir()
    (folder / "grammar").write_bytes(b"\n".join([b"0" * 64, pickle.dumps(_Runs(mark))]))
    check = [sys.executable, "-m", "tilewright", "check", str(next(CARDS.rglob("game.tw")))]
    subprocess.run(check, env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)}, check=True)
    assert not mark.exists()
    pickle.loads((folder / "grammar").read_bytes().partition(b"\n")[2])
    assert mark.exists()
