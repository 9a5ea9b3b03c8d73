"""A game with secrets as it is seen: screens of several people and pictures of what one of them sees, as golden files."""

from __future__ import annotations

import os
from copy import copy
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from command_line import run
from fists import auction, match_of
from small_games import dealt_anew
from test_play_command import Terminal, typed
from tilewright.cli.commands.show import pictures_of_match
from tilewright.draw import svg
from tilewright.files.records import print_record
from tilewright.play.match import Match
from tilewright.play.record import record_of
from tilewright.play.view import BYSTANDER

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"


def golden(name: str, text: str) -> None:
    """The text equals the golden file; ``UPDATE_GOLDEN=1`` rewrites it."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def tied() -> Match:
    """Ada, Bo and Cy are to offer for the rainbow dragon; Bo has a black coin, Cy an amulet."""
    return auction(
        "rainbow-dragon",
        crowd="troll magician",
        past="witch",
        seed=4,
        fairy_gold=(8, 6, 7),
        common_gold=(2, 1, 0),
        silver=(5, 3, 0),
        black_coins=(0, 1, 0),
        amulets=(0, 0, 1),
        points=(0, 2, 1),
    )


OFFERS = ("", "2", "1", "", "3", "1", "0", "", "4", "0", "", "1", "", "0", "", "blue", "yes", "done")
"""What is typed: Bo and Cy offer four coins each, then Bo offers silver and Cy an amulet alone."""


def test_golden_screens_of_an_auction() -> None:
    """On 80 x 24 each sees what is auctioned, the own purse, and of others what lies open; offers when all have made them."""
    terminal = Terminal(*OFFERS)
    typed(tied(), console=terminal)
    found = "\n----\n".join(terminal.screens)
    golden("play/auction.txt", found)
    offering = [screen for screen in terminal.screens if "Bo, round" in screen and "fairy gold 6" in screen]
    assert len(offering) == 3 and all(screen.count("5 counters hidden") == 2 for screen in offering)
    assert not any("magic 2, plain" in screen for screen in offering)
    assert "Ada so far: rainbow-dragon: magic 2, plain 1; Bo: magic 3, plain 1; Cy: magic 4\n" in found


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 6])
def test_screens_with_secrets_fit_a_small_terminal(players: int) -> None:
    """At 80 x 24 each screen fits, however many play."""
    terminal = Terminal(*("", "1", "1") * players, "", "0")
    typed(match_of(players, 3), console=terminal)
    assert len(terminal.screens) > 3 * players
    for screen in terminal.screens:
        assert len(screen.splitlines()) <= 23 and max(map(len, screen.splitlines())) <= 80, screen


def seen(match: Match, player: int) -> str:
    """The picture that a player sees."""
    return svg(pictures_of_match(match, player))


def test_golden_picture_of_an_auction() -> None:
    """Coins in their colors with their numbers, those of others with question marks; the card that is auctioned is ringed."""
    match = tied()
    for move in ("magic 2", "plain 1", "magic 3", "plain 1", "curse 0", "magic 4"):
        match.play(move)
    bo = seen(match, 1)
    assert "magic 3" in bo and "magic 2" not in bo and "magic 4" not in bo, "offers are sealed"
    match.play("doubling 0")
    golden("draw/auction.svg", seen(match, 1))
    words = [text.text for text in ElementTree.fromstring(seen(match, 1)).iter(f"{SVG}text")]
    assert {"magic 2, plain 1", "points 2, magic 3, plain 1", "points 1, magic 4"} <= set(words)
    assert words.count("?") == 10


@pytest.mark.slow
@pytest.mark.parametrize("player", [0, 1, 2, BYSTANDER])
def test_a_picture_does_not_depend_on_what_its_viewer_cannot_see(player: int) -> None:
    """Whatever others have behind their screens, and have offered while it is sealed: the same picture."""
    pictures = set()
    for coins, offered in (((7, 7, 7), 2), ((7, 5, 9), 3), ((9, 7, 5), 1), ((5, 9, 7), 0)):
        match = tied()
        for seat, own in enumerate(match.state.table.counters):
            own["fairy-gold"] = 7 if seat == player else coins[seat] + (7 - coins[player] if player >= 0 else 0) // 2
        if player not in (0, BYSTANDER):
            match.play(f"magic {offered}")
            match.play("plain 0")
        pictures.add(seen(match, player))
    assert len(pictures) == 1


COMMANDS = ("board", "moves", "score", "look hoard", "look deck", "hint greedy", "card witch")
ODDS = "odds points > 0"
"""Takes seconds, so it is asked once."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2])
def test_what_is_typed_shows_nothing_of_what_others_hide(seed: int) -> None:
    """However purses are dealt anew, each command says the same."""
    random, match, different = Random(seed), match_of(4, seed), 0
    for number in range(48):
        if match.over:
            break
        if number % 6 == 0:
            other = copy(match)
            other.state, other.played, other._past = dealt_anew(match, random), [*match.played], [*match._past]
            asked = (*COMMANDS, ODDS) if number == 24 else COMMANDS
            assert typed(other, "", *asked) == typed(match, "", *asked)
            different += other.state.table.key != match.state.table.key
        match.play(random.choice(list(match.moves)))
    assert different > 3


def test_show_has_what_one_player_sees(tmp_path: Path) -> None:
    """With --seen-by a record is drawn as that player sees it, or as all do; else all of it is."""
    match = match_of(3, 2)
    for move in ("magic 2", "plain 0"):
        match.play(move)
    file = tmp_path / "game.record.yaml"
    file.write_text(print_record(record_of(match)), encoding="utf-8")
    everything, ada, all_see = (
        run("show", str(file), *more).stdout for more in ((), ("--seen-by", "Ada"), ("--seen-by", "nobody"))
    )
    assert everything.count("fairy gold 8") == 3 and "?" not in everything
    assert ada.count("fairy gold 8") == 1 and ada.count("fairy gold ?") == 2 and "magic 2" in ada
    assert all_see.count("fairy gold ?") == 3 and "magic" not in all_see
    assert "no player is named 'Zoe'; players: Ada, Bo, Cy" in run("show", str(file), "--seen-by", "Zoe").output
    assert run("show", str(file), "--seen-by", "Ada", "--moves").exit_code == 2
