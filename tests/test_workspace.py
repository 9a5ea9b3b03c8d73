"""A workspace that lives long: what is unsaved is seen, what is gone is forgotten, threads may share it."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from test_check_packs import GAME, GOAL, PACK
from tilewright.packs.workspace import Workspace
from tilewright.resources import data_folder
from tilewright.source import Source, read_source

TABLE = "tilewright: position/2\ngame: quarry\ncards: [wall]\nplayers:\n  - {name: Ada, yard: 1 2 | . R1}\n"


@pytest.fixture
def quarry(tmp_path: Path) -> Path:
    """A folder with a pack, a card and a position."""
    folder = tmp_path / "quarry"
    folder.mkdir()
    for name, text in [("pack.yaml", PACK), ("game.tw", GAME), ("wall.tw", GOAL), ("a.position.yaml", TABLE)]:
        (folder / name).write_text(text, "utf-8")
    return folder


def codes(workspace: Workspace, path: Path) -> list[str]:
    """The codes of the problems of a file, as the workspace has its text."""
    source = workspace.read(path)
    assert isinstance(source, Source)
    return [problem.code for problem in workspace.check(source).diagnostics]


# ------------------------------------------------------------------ what is unsaved


def test_an_unsaved_card_is_seen_by_other_files(quarry: Path) -> None:
    """A position is checked with the text that is open, and with the file again when it is closed."""
    workspace, position, card = Workspace(), quarry / "a.position.yaml", quarry / "wall.tw"
    assert codes(workspace, position) == []
    workspace.open(card, GOAL.replace("red", "rd"))
    assert codes(workspace, position) == ["TW405"]
    assert codes(workspace, card) == ["TW101"]
    workspace.open(card, GOAL.replace("wall", "tower"))
    assert codes(workspace, position) == ["TW405"]
    workspace.close(card)
    assert codes(workspace, position) == []


def test_a_card_that_was_never_saved_is_there(quarry: Path) -> None:
    """A new text can be in play and takes its id, also under another name of its folder."""
    workspace = Workspace()
    (quarry.parent / "link").symlink_to(quarry)
    new = quarry.parent / "link" / "new.tw"
    workspace.open(new, GOAL.replace("wall", "gate"))
    workspace.open(quarry / "a.position.yaml", TABLE.replace("wall", "gate"))
    assert codes(workspace, quarry / "a.position.yaml") == []
    workspace.open(new, GOAL)
    assert codes(workspace, quarry / "wall.tw") == ["TW109"]
    workspace.close(new)
    assert codes(workspace, quarry / "wall.tw") == []


def test_an_unsaved_game_is_seen_by_its_cards(quarry: Path) -> None:
    """A word that was taken out of the game is unknown in its cards, and a broken game is told."""
    workspace, card = Workspace(), quarry / "wall.tw"
    assert codes(workspace, card) == []
    workspace.open(quarry / "game.tw", GAME.replace("red R1", "blue R1"))
    assert codes(workspace, card) == ["TW101"]
    workspace.open(quarry / "game.tw", "game quarry\n")
    assert codes(workspace, card) == ["TW406"]
    workspace.close(quarry / "game.tw")
    assert codes(workspace, card) == []


def test_an_unsaved_pack_makes_its_folder_one(tmp_path: Path) -> None:
    """A pack of texts alone has a game, cards and problems."""
    workspace = Workspace()
    for name, text in [("pack.yaml", PACK), ("game.tw", GAME), ("wall.tw", GOAL), ("other.tw", GOAL)]:
        workspace.open(tmp_path / name, text)
    assert codes(workspace, tmp_path / "other.tw") == []
    assert codes(workspace, tmp_path / "wall.tw") == ["TW109"]
    assert codes(workspace, tmp_path / "pack.yaml") == []


def test_an_open_text_has_plain_line_ends(quarry: Path) -> None:
    """Line ends of other systems count as those of a file do; what is no text is refused like one."""
    workspace = Workspace()
    workspace.open(quarry / "wall.tw", GOAL.replace("\n", "\r\n"))
    assert codes(workspace, quarry / "wall.tw") == []
    workspace.open(quarry / "wall.tw", "goal \0")
    assert not isinstance(workspace.read(quarry / "wall.tw"), Source)


# ------------------------------------------------------------------ what is gone


def test_a_renamed_card_is_no_copy(quarry: Path) -> None:
    """After `refresh` the old name is forgotten: in a pack and outside of one."""
    workspace = Workspace()
    (quarry / "zz.tw").write_text(GOAL, "utf-8")
    assert codes(workspace, quarry / "zz.tw") == ["TW109"]
    (quarry / "wall.tw").replace(quarry / "old.tx")
    assert codes(workspace, quarry / "zz.tw") == ["TW109"]
    workspace.refresh()
    assert codes(workspace, quarry / "zz.tw") == []


@pytest.mark.slow
def test_a_renamed_card_outside_of_a_pack_is_no_copy(tmp_path: Path) -> None:
    """Of two files with one id the second that is checked is warned of, while the first has the id."""
    workspace, one, two = Workspace(), tmp_path / "one.tw", tmp_path / "two.tw"
    one.write_text("dragon mine\n  score 1\n", "utf-8")
    assert codes(workspace, one) == []
    two.write_text("dragon mine\n  score 1\n", "utf-8")
    assert codes(workspace, two) == ["TW424"]
    one.unlink()
    workspace.refresh()
    assert codes(workspace, two) == []
    one.write_text("dragon mine\n  score 1\n", "utf-8")
    workspace.refresh()
    assert codes(workspace, one) == ["TW424"]
    workspace.open(two, "dragon other\n  score 1\n")
    assert codes(workspace, one) == []


@pytest.mark.slow
def test_a_card_that_comes_back_is_not_the_first(tmp_path: Path) -> None:
    """A file that was gone when the workspace looked is forgotten, and so is that it was checked before."""
    workspace, one, two = Workspace(), tmp_path / "one.tw", tmp_path / "two.tw"
    for path in (one, two):
        path.write_text("dragon mine\n  score 1\n", "utf-8")
    assert codes(workspace, one) == []
    one.rename(tmp_path / "away")
    workspace.refresh()
    (tmp_path / "away").rename(one)
    workspace.refresh()
    assert codes(workspace, two) == []


def test_what_has_not_changed_is_not_checked_again(quarry: Path) -> None:
    """The card of a file stays the same one, also under another name of the file and after `refresh`."""
    workspace = Workspace()
    (quarry.parent / "link").symlink_to(quarry)
    first, *others = [workspace.read(folder / "wall.tw") for folder in (quarry, quarry.parent / "link", quarry)]
    assert isinstance(first, Source)
    card = workspace.check(first).values[0]
    for source in others:
        assert isinstance(source, Source)
        workspace.refresh()
        assert workspace.check(source).values[0] is card


def test_changes_on_disk_count_after_refresh(quarry: Path) -> None:
    """Cards, games and packs that were changed, added or removed are read again."""
    workspace, card = Workspace(), quarry / "wall.tw"
    assert codes(workspace, card) == []
    (quarry / "game.tw").write_text(GAME.replace("red R1", "blue R1"), "utf-8")
    assert codes(workspace, card) == []
    workspace.refresh()
    assert codes(workspace, card) == ["TW101"]
    (quarry / "pack.yaml").unlink()
    workspace.refresh()
    assert codes(workspace, card)[0] in {"TW406", "TW107"}  # a pack of ours may be guessed from its words
    assert codes(workspace, quarry / "a.position.yaml") == ["TW406"]


@pytest.mark.slow
def test_what_is_gone_takes_no_memory(quarry: Path) -> None:
    """Neither a card nor a game that was replaced or removed is kept."""
    workspace, card = Workspace(), quarry / "wall.tw"
    source = workspace.read(card)
    assert isinstance(source, Source)
    report = workspace.check(source)
    assert report.pack is not None
    value, game = weakref.ref(report.values[0]), weakref.ref(report.pack.game)
    del report, source
    card.unlink()
    workspace.refresh()
    gc.collect()
    assert (value() is None, game() is None) == (True, False)
    (quarry / "game.tw").write_text(GAME.replace("red", "blue"), "utf-8")
    workspace.refresh()
    gc.collect()
    assert game() is None


@pytest.mark.slow
def test_many_edits_keep_one_text(quarry: Path) -> None:
    """Of a text that is edited over and over only the last state is kept."""
    workspace, card = Workspace(), quarry / "wall.tw"
    kept = []
    for points in range(20):
        workspace.open(card, GOAL.replace("1", str(points + 1)))
        source = workspace.read(card)
        assert isinstance(source, Source)
        kept.append(weakref.ref(workspace.check(source).values[0]))
        del source
    gc.collect()
    assert sum(found() is not None for found in kept) == 1


# ------------------------------------------------------------------ threads


@pytest.mark.slow
def test_threads_may_share_a_workspace() -> None:
    """The same problems are found by many threads at once, in one workspace or in one each."""
    folders = [data_folder("cards"), Path(__file__).parent / "bad"]
    paths = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".tw", ".yaml"))
    sources = [source for path in paths if isinstance(source := read_source(str(path)), Source)][::8]

    def diagnostics_of(workspace: Workspace, source: Source) -> list[str]:
        return list(map(str, workspace.check(source).diagnostics))

    alone = [diagnostics_of(Workspace(), source) for source in sources]
    shared = Workspace()
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda source: diagnostics_of(shared, source), sources))
        apart = list(threads.map(lambda source: diagnostics_of(Workspace(), source), sources))
    copies = [any("TW109" in line or "TW424" in line for line in lines) for lines in together]
    assert [lines for lines, copy in zip(together, copies, strict=True) if not copy] == [
        lines for lines, copy in zip(alone, copies, strict=True) if not copy
    ]
    assert apart == alone


@pytest.mark.slow
def test_texts_do_not_change_while_a_file_is_checked(quarry: Path) -> None:
    """Threads that open, close and refresh while others check lead to one of the two answers, never to another."""
    workspace, card, position = Workspace(), quarry / "wall.tw", quarry / "a.position.yaml"

    def edit(turn: int) -> list[str]:
        if turn % 3 == 0:
            workspace.open(card, GOAL.replace("red", "rd"))
        elif turn % 3 == 1:
            workspace.close(card)
        else:
            workspace.refresh()
        return codes(workspace, position)

    with ThreadPoolExecutor(8) as threads:
        assert all(found in ([], ["TW405"]) for found in threads.map(edit, range(60)))
