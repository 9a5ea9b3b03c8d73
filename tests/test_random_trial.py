"""Abilities are tried at random: all that can be used are found out to, and what comes to nothing is too."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards import card, pack
from command_line import run
from kings import court
from tilewright import load_pack
from tilewright.core.play import Ability
from tilewright.lint.doubts import in_doubt
from tilewright.packs.pack import Pack
from tilewright.packs.workspace import Workspace
from tilewright.play import random_trial
from tilewright.play.random_trial import RandomTrial, try_at_random
from tilewright.resources import data_folder
from tilewright.source import Source
from tilewright.table.card import Card
from tilewright.table.game import Game

CAIRNS = load_pack(data_folder("cards") / "cairns")
ABILITIES = [(one, ability) for one in (pack(), CAIRNS) for card in one.cards() for ability in card.abilities]
NAMES = [ability.card for _, ability in ABILITIES]


def tried(*lines: str, header: str = "ability") -> RandomTrial:
    """What becomes of the ability of these lines; whether it is in doubt does not matter."""
    text = f"spirit probe\n  {header}\n" + "".join(f"    {line}\n" for line in lines)
    (ability,) = card(text).abilities
    return try_at_random(ability, pack().game)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(ABILITIES)), ids=NAMES)
def test_the_cards_of_the_packs_come_to_something(number: int) -> None:
    """Each ability of a pack is used when it is tried, and changes something; it is plain enough not to be tried by check."""
    own, ability = ABILITIES[number]
    assert try_at_random(ability, own.game).changed
    assert not in_doubt(ability)


@pytest.mark.slow
def test_what_can_never_be_used() -> None:
    """Picks that exclude one another are never offered, whatever is tried."""
    found = tried(
        "choose a tile called pearl",
        "choose a tile called oyster",
        "turn face-up the oyster",
        "move the pearl to a space where it is the oyster",
    )
    assert (found.uses, found.changed) == (0, False) and found.turns > 5


def test_what_changes_nothing() -> None:
    """What is used and leaves all as it was is tried some more times; a mark is a change."""
    assert tried("turn face-down a face-down tile").came_to_something is False
    assert tried("choose a tile called pearl", "mark it as waiting").changed
    assert tried("turn face-up a face-down tile").changed


def test_what_is_rare() -> None:
    """Conditions that hold on full boards alone, or with much in reserve, are met too."""
    assert tried("discard a face-up tile", header="ability if there are at least 8 shrines").changed
    assert tried("discard a face-up tile", header="ability if every space has a stack").changed
    assert tried("pay 20 shrines", header="ability once a game if reserve >= 20").changed


@pytest.mark.slow
def test_turns_of_a_course_are_tried_alone() -> None:
    """In a game with a course, too, what can never be used is found out: more dice than there are."""
    head = "character probe\n  its level is 2\n  its price is met if total pip of dice >= 20\n  ability during throw\n"
    found = {}
    for count in ("1", "(count of players + 12)"):
        (probe,) = court().check_file(Source("probe.tw", f"{head}    roll {count} active dice\n")).checked
        assert isinstance(probe.value, Card)
        found[count] = try_at_random(probe.value.abilities[0], court().game)
    few, many = found.values()
    assert few.changed
    assert many == RandomTrial(random_trial.TURNS, 0, False)


@pytest.mark.slow
def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """All tries together take little more than the work they may; less of it means fewer turns."""
    lines = ("50 times", "  move a tile to another space", "50 times", "  discard a face-down tile")
    wide = tried(*lines)
    monkeypatch.setattr(random_trial, "MOST_WORK", 4000)
    narrow = tried(*lines)
    assert 0 < narrow.turns < wide.turns <= random_trial.TURNS
    assert not wide.changed


def test_it_is_the_same_in_every_run() -> None:
    """The same ability is tried in the same way."""
    lines = ("choose a face-up tile called pearl", "move the pearl to a neighbor of the pearl")
    assert tried(*lines) == tried(*lines)


LANTERN = """\
game lantern
  players 2

  piece chip
    metal gold G copies 5
    identity face

  pool purse
    of each player
    holds chips

  pool kit
    of each player
    holds charms

  pool gone
    of the table
    holds chips

  counter points

  part points
    score points

  cards charm with abilities
    worth 0 to 9

  turn
    gain 1 point

  end after a turn if points > 5
"""
SECRET = """\
charm auction
  name en "Auction"
  its worth is 1

  ability
    for each player secretly
      choose {choice} called bid
    for each player
      {step}
"""


@pytest.mark.parametrize(
    ("choice", "step"),
    [("a chip in the purse", "move the bid to the gone"), ("a number from 0 to 3", "gain (bid) points")],
)
def test_what_a_card_has_chosen_in_secret_is_known_where_it_is_tried(tmp_path: Path, choice: str, step: str) -> None:
    """A name that the card alone gives to a secret choice is no fault, and no warning that it cannot be used."""
    (tmp_path / "pack.yaml").write_text("tilewright: 1\ngame: lantern\nfile: game.tw\ntitle: Lantern\n", "utf-8")
    (tmp_path / "game.tw").write_text(LANTERN, "utf-8")
    card = tmp_path / "auction.tw"
    card.write_text(SECRET.format(choice=choice, step=step), "utf-8")
    assert run("check", str(card)).stdout == "1 file checked: no problems\n"


def test_abilities_are_tried_when_a_file_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play, odds and scores want the card alone, which is there at once; `check` reports what the trial finds, which is made once."""
    trials: list[str] = []

    def counted(ability: Ability, _: Game) -> RandomTrial:
        trials.append(ability.card)
        return RandomTrial(turns=50, uses=0, changed=False)

    monkeypatch.setattr(random_trial, "try_at_random", counted)
    path = tmp_path / "probe.tw"
    path.write_text("spirit probe\n  ability\n    turn face-down a face-down tile\n")
    workspace = Workspace()
    source = workspace.library.documents.read(path)
    assert isinstance(source, Source)
    dragon_castle = workspace.resolver(path).pack_of(source.text)
    assert isinstance(dragon_castle, Pack)
    assert [checked.value.id for checked in dragon_castle.check_file(source).checked] == ["probe"] and trials == []
    for _ in range(2):
        assert [problem.code for problem in workspace.check(source).diagnostics] == ["TW221"]
    assert trials == ["probe"]
