"""Names of packs, games, cards and layouts: one order and one wording for every command, the API and files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import tilewright
from command_line import POSITION, run
from test_check_packs import GAME, GOAL, PACK
from tilewright.diagnostics import Diagnostic
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.packs.workspace import Workspace
from tilewright.resources import data_folder
from tilewright.source import Source
from tilewright.table.card import Card

NO_CARD = "there is no card 'humilty'"
MEANT = "did you mean 'humility'?"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def fork(here: Path) -> Path:
    """The current folder lies in a pack of the game cairns, in which one card pays more."""
    shutil.copytree(data_folder("cards") / "cairns", here / "fork")
    card = next((here / "fork").rglob("climb.tw"))
    card.write_text("sight climb\n  score 7\n", "utf-8")
    return here / "fork"


def rule(card: Card | list[Diagnostic]) -> str:
    """The rule of a card that was found, as a text."""
    assert isinstance(card, Card), list(map(str, card))
    return repr(card.rule)


# ------------------------------------------------------------------ order


@pytest.mark.slow
def test_the_pack_above_counts_before_those_that_come_with_us(fork: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the id of the game, by the id of a card, for files, commands and the API; elsewhere ours counts."""
    ours = rule(Resolver().card("climb"))
    monkeypatch.chdir(fork / "positions")
    resolver = Resolver()
    assert resolver.packs()[0].folder == fork
    assert len({pack.folder for pack in resolver.packs()}) == len(resolver.packs()) == 7
    game = resolver.game("cairns")
    assert isinstance(game, Pack) and game.folder == fork
    assert rule(resolver.card("climb")) != ours
    assert tilewright.load_pack("cairns").folder == fork
    assert '"max": 7' in run("bounds", "climb", "--json").output
    assert "the two pay the same" not in run("prove", "climb", "1").output
    assert run("prove", "climb", "7").exit_code == 0
    assert run("prove", "7", "7", "--game", "cairns").exit_code == 0


def test_a_pack_is_there_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder of a pack that comes with tilewright that pack is not there twice."""
    monkeypatch.chdir(data_folder("cards") / "cairns" / "positions")
    ids = [pack.game.id for pack in Resolver().packs()]
    assert ids[0] == "cairns"
    assert sorted(ids) == [
        "cairns",
        "court-the-king",
        "dragon-castle",
        "fist-of-dragonstones",
        "herons",
        "princess-and-dragon",
    ]


@pytest.mark.slow
def test_a_card_beside_counts_before_that_of_a_pack(here: Path) -> None:
    """The folder is that of the file, of a command the current one; folders inside it do not count."""
    printed = rule(Resolver().card("humility"))
    (here / "inside").mkdir()
    Path("inside/humility.tw").write_text("dragon humility\n  score 5\n", "utf-8")
    assert rule(Resolver().card("humility")) == printed
    assert rule(Workspace().resolver(here / "inside" / "x.position.yaml").card("humility")) != printed
    Path("mine.tw").write_text("dragon humility\n  score 5\n", "utf-8")
    assert rule(Resolver().card("humility")) != printed
    assert '"max": 5' in run("bounds", "humility", "--json").output


def test_hidden_files_do_not_count(here: Path) -> None:
    """What an editor leaves beside a card is no card."""
    Path(".#mine.tw").write_text("dragon mine\n  score 5\n", "utf-8")
    assert isinstance(Resolver().card("mine"), list)


def test_cards_are_of_the_first_pack_that_has_them_all(here: Path) -> None:
    """Without a pack above, own cards are of the game whose words they use."""
    Path("mine.tw").write_text("sight mine\n  score 1 for each beacon\n", "utf-8")
    for ids in (["mine"], ["mine", "climb"]):
        found = Resolver().pack_with(ids)
        assert isinstance(found, Pack) and found.game.id == "cairns"
    told = Resolver().pack_with(["climb", "humility"])
    assert isinstance(told, list)
    assert [problem.message for problem in told] == ["these cards are not from the same game"]


def test_a_game_without_layouts_has_none(here: Path) -> None:
    """A card of it is no layout."""
    cairns = Resolver().game("cairns")
    assert isinstance(cairns, Pack)
    found = Resolver().layout("climb", cairns)
    assert isinstance(found, list)
    assert str(found[0]) == "there is no layout 'climb'; it is a sight, not a layout"


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    "command",
    [
        ("bounds", "humilty"),
        ("prove", "humilty", "power"),
        ("puzzle", "new", "humilty"),
        ("puzzle", "new", "humilty", "--game", "dragon-castle"),
        ("simulate", "dragon-castle", "--cards", "humilty"),
        ("play", "dragon-castle", "--cards", "humilty"),
        ("show", "game.position.yaml", "--card", "humilty"),
    ],
    ids=" ".join,
)
def test_every_command_says_the_same_of_a_card_that_is_not_there(here: Path, command: tuple[str, ...]) -> None:
    """On stderr, with the nearest id and exit code 2."""
    Path("game.position.yaml").write_text(POSITION, "utf-8")
    result = run(*command)
    assert (result.exit_code, result.stderr) == (2, f"tilewright: {NO_CARD}; {MEANT}\n")


def test_files_and_the_api_say_it_too() -> None:
    """A file where it names the card, a pack as an exception."""
    [problem] = Workspace().check(Source("f", POSITION.replace("humility", "humilty"))).diagnostics
    assert (problem.code, problem.message, problem.help) == ("TW405", NO_CARD, MEANT)
    with pytest.raises(tilewright.Problems) as caught:
        tilewright.load_pack("dragon-castle").card("humilty")
    assert str(caught.value) == f"{NO_CARD}; {MEANT}"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("play", "carns"), "there is no game 'carns'; did you mean 'cairns'?"),
        (("simulate", "carns"), "there is no game 'carns'; did you mean 'cairns'?"),
        (("puzzle", "new", "humility", "--game", "carns"), "there is no game 'carns'; did you mean 'cairns'?"),
        (("prove", "1", "2", "--game", "carns"), "there is no game 'carns'; did you mean 'cairns'?"),
        (
            ("play", "Nowhere/at/all"),
            "there is no game 'Nowhere/at/all'; known: cairns, court-the-king, dragon-castle, fist-of-dragonstones, herons, princess-and-dragon; or name the folder of a pack",
        ),
        (("play", "dragon-castle", "--layout", "bas-2"), "there is no castle 'bas-2'; did you mean 'base-2'?"),
        (("play", "dragon-castle", "--layout", "power"), "there is no castle 'power'; it is a dragon, not a castle"),
        (("bounds", "base-2"), "there is no card 'base-2'; it is a castle, not a card"),
        (("bounds", "zzzzz"), "there is no card 'zzzzz'; name a card of the pack, or of a file in this folder"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_is_not_there_is_reported(here: Path, command: tuple[str, ...], message: str) -> None:
    """With the nearest name, else with what is known of it or where it is looked for."""
    result = run(*command)
    assert (result.exit_code, result.stderr) == (2, f"tilewright: {message}\n")


def test_a_card_with_errors_is_reported_with_the_first(here: Path) -> None:
    """A command that takes the card in play stops; one that reads its file tells every problem."""
    Path("mine.tw").write_text("dragon mine\n  score 1 for each shrien\n", "utf-8")
    for command in (("puzzle", "new", "mine"), ("simulate", "dragon-castle", "--cards", "mine")):
        message = "tilewright: the card 'mine' has errors: mine.tw:2:20: error TW101: 'shrien' is not a known word\n"
        assert (run(*command).exit_code, run(*command).stderr) == (2, message)
    result = run("bounds", "mine")
    assert result.exit_code == 1
    assert "mine.tw:2:20: error TW101" in result.stderr


def test_a_broken_pack_above_is_reported(here: Path) -> None:
    """What was looked for may be in it: commands say that it has problems."""
    for name, text in [("pack.yaml", PACK), ("game.tw", GAME.replace("2 to 3", "two")), ("wall.tw", GOAL)]:
        Path(name).write_text(text, "utf-8")
    message = f"the pack '{here.name}', to which this belongs, has problems"
    for command in (("play", "quarry"), ("bounds", "tower"), ("prove", "count of reds", "1")):
        result = run(*command)
        assert (result.exit_code, message in result.stderr) == (2, True), result.stderr
    assert isinstance(Resolver().game("quarry"), list)
    assert isinstance(Resolver().game("cairns"), Pack)


def test_a_folder_names_its_pack(here: Path) -> None:
    """A folder without a pack and one with a broken pack are told as such."""
    Path("empty").mkdir()
    Path("bad").mkdir()
    Path("bad/pack.yaml").write_text(PACK, "utf-8")
    Path("bad/game.tw").write_text("game quarry\n", "utf-8")
    assert run("play", "empty").stderr == "tilewright: there is no pack.yaml in empty\n"
    assert run("play", "bad").stderr.startswith("tilewright: the pack bad has problems: bad/game.tw:1:")
    with pytest.raises(tilewright.Problems, match="the pack bad has problems: ") as caught:
        tilewright.load_pack("bad")
    assert [problem.source.name for problem in caught.value.diagnostics] == ["bad/game.tw"]
