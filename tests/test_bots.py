"""Bots: what they are called, that they play to the end and by their seed, and what they see."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from cards import pack
from cases import mostly_slow
from plays import NAMES, counter, moves, table
from tilewright.api import load_pack
from tilewright.cli.args.matches import usual_seats
from tilewright.packs.equipment import printed_cards
from tilewright.play.bots import ALIASES, BOTS, USUAL, UnknownBot, bot, named, usual_bot
from tilewright.play.bots.beam import Beam
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.halving import Halving
from tilewright.play.machine import Machine
from tilewright.play.match import Match
from tilewright.play.totals import totals
from tilewright.resources import data_folder
from tilewright.table.card import Layout

HEIGHTS = (1, 2, 2, 1), (1, 2, 3, 1), (0, 1, 1, 1)
TALL = (0, 3, 3, 3, 0), (3, 3, 3, 3, 3)
SCORING = [card for card in pack().cards() if card.rule is not None]
TEXTS = ["random", "greedy", "uct:9", "exact:3", "halving:3"]


@cache
def small() -> Layout:
    """A castle with sixteen tiles, smaller than authors are told to build."""
    return replace(pack().layouts()[0], heights=HEIGHTS)


def match(players: int = 2, ids: Sequence[str] = (), seed: int = 1, layout: Layout | None = None) -> Match:
    """A game on the small castle."""
    cards = [pack().card(id) for id in ids]
    return Match(pack().game, NAMES[:players], cards, {"castle": layout or small()}, seed)


def begun(id: str, *names: str, seed: int = 1) -> Match:
    """A game of a pack that comes with tilewright, with all its printed cards."""
    own = load_pack(id)
    return Match(own.game, names, [own.card(card) for card in printed_cards(own)], seed=seed)


def played(found: Match, *texts: str, seed: int = 0) -> list[str]:
    """The moves of a game between bots, from the first to the last."""
    bots = [bot(text, seed + i) for i, text in enumerate(texts)]
    while not found.over:
        found.play(bots[found.turn].choose(found.view()))
    return [move.text for move in found.played]


# ------------------------------------------------------------------ totals


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_totals_are_the_scores(seed: int) -> None:
    """With all scoring cards, the totals at every moment of a game are what the scores add up to."""
    rng, found = Random(seed), match(seed % 4 + 1, [card.id for card in SCORING], seed)
    assert len(SCORING) > 20
    while not found.over:
        found.play(rng.choice(found.moves))
        if rng.random() < 0.1 or found.over:
            assert totals(found, found.state) == [score.total for score in found.scores()]


# ------------------------------------------------------------------ names


def test_every_bot_of_the_list_can_be_had() -> None:
    """Each name of the list makes a bot of that name, and has a line that says what it does."""
    for name, line in BOTS.items():
        assert bot(name, 1).name == name
        assert line and "\n" not in line


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("search:20", "uct:200"),
        ("valued:0.2s", "uct:0.2s"),
        ("search", "uct"),
        ("quick", "greedy"),
        ("uct:7", "uct:7"),
        ("halving:7", "halving:7"),
    ],
)
def test_names_of_before_are_read(text: str, now: str) -> None:
    """A bot that is gone is another one of the list, with a budget that takes about as long."""
    assert named(text) == now and bot(text, 1).name == bot(now, 1).name
    assert not ALIASES.keys() & BOTS.keys() and set(ALIASES.values()) <= BOTS.keys()


def test_a_budget_of_an_old_name_is_one(name: str = "search") -> None:
    """Where it is none, that is said of the bot that plays."""
    for budget in ("", "0", "x"):
        with pytest.raises(UnknownBot, match=f"'uct:{budget}' is not a budget"):
            bot(f"{name}:{budget}", 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("greedi", "there is no bot 'greedi'; did you mean 'greedy'?"),
        (
            "",
            "there is no bot ''; there are random, greedy, uct, halving, exact, expectimax, odds, equilibrium",
        ),
        (
            "oracle",
            "there is no bot 'oracle'; there are random, greedy, uct, halving, exact, expectimax, odds, equilibrium",
        ),
        ("Halving:5", "there is no bot 'Halving'; did you mean 'halving'?"),
        ("greedy:2", "'greedy' has no budget; write 'greedy'"),
        *[
            (
                f"uct:{budget}",
                f"'uct:{budget}' is not a budget; write 'uct:0.2s' for a time or 'uct:200' for games",
            )
            for budget in [
                "",
                "0",
                "0s",
                "s",
                ".s",
                "-1",
                "0.5",
                "2m",
                "1e9s",
                "\u0661",
                "nan",
                "99999999999999999999s",
            ]
        ],
    ],
)
def test_unknown_bots_are_named(text: str, message: str) -> None:
    """A text that names no bot is refused with what could be meant."""
    with pytest.raises(UnknownBot) as raised:
        bot(text, 1)
    assert str(raised.value) == message


# ------------------------------------------------------------------ games


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_the_seed_decides(text: str) -> None:
    """The same seed plays the same game, another one another."""
    games = [played(match(), text, text, seed=seed) for seed in (5, 5, 6)]
    assert games[0] == games[1] != games[2]


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_bots_play_to_the_end(players: int) -> None:
    """Every bot finds legal moves to the end of a game, alone and with up to three others."""
    found = match(players)
    assert played(found, *(TEXTS * 2)[1 : players + 1]) and found.over
    with pytest.raises(IndexError):
        bot(TEXTS[players % 3], 1).choose(found.view())


@pytest.mark.slow
@pytest.mark.parametrize(
    "ids", mostly_slow([["humility", "destruction"], ["power", "deception", "faith"], ["abyss", "cunning"]], quick=1)
)
def test_bots_play_with_cards(ids: list[str]) -> None:
    """They play to the end with cards that score and cards with abilities."""
    found = match(2, ids)
    assert played(found, "greedy", "uct:10") and found.over


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_bots_only_look_at_a_match(text: str) -> None:
    """A match is the same after a bot has chosen, whatever it tried."""
    found, own = match(2, ["destruction", "humility"]), bot(text, 3)
    for _ in range(12):
        before = found.state.key, found.state, found.state.chance, found.state.draws, len(found.played)
        own.choose(found.view())
        assert (found.state.key, found.state, found.state.chance, found.state.draws, len(found.played)) == before
        found.play(Random(1).choice(found.moves))


@pytest.mark.slow
def test_a_bot_can_change_matches_and_seats() -> None:
    """One bot may play for all players, in several matches by turns, with moves taken back."""
    for text in TEXTS:
        own, games = bot(text, 1), [match(seed=1), match(3, seed=2)]
        for found in games * 6:
            found.play(own.choose(found.view()))
        games[0].undo()
        games[0].play(own.choose(games[0].view()))
        assert all(len(found.played) == 6 for found in games)


@pytest.mark.parametrize(
    ("id", "text", "decisions"),
    [
        ("cairns", "greedy", 8),
        ("cairns", "halving:3", 3),
        ("herons", "greedy", 8),
        ("fist-of-dragonstones", "greedy", 3),
        ("court-the-king", "greedy", 5),
        ("princess-and-dragon", "greedy", 5),
    ],
)
def test_keys_of_the_compiled_game_find_the_same_moves(
    id: str, text: str, decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States that the compiled game takes for one are those that are one by what lies there and where the game is."""

    def opening() -> list[str]:
        found, bots = begun(id, "Ada", "Bo", "Cy"), [bot(text, seed) for seed in range(3)]
        while not found.over and len(found.played) < decisions:
            found.play(bots[found.turn].choose(found.view()))
        return [move.text for move in found.played]

    by_hash = opening()
    monkeypatch.setattr(Machine, "key", lambda machine, state: state.key)
    assert opening() == by_hash


# ------------------------------------------------------------------ what they see


def ended(found: Match, text: str, seed: int = 1) -> Match:
    """The game after the turn of a bot without weights: then it is known what its turns are worth."""
    name, _, plans = text.partition(":")
    own = Greedy(seed, {}) if name == "greedy" else Halving(seed, plans=int(plans), weights={})
    turn = found.state.turn
    while found.state.turn == turn and not found.over:
        found.play(own.choose(found.view()))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("text", ["greedy", "halving:40"])
def test_a_set_is_completed(text: str, seed: int) -> None:
    """A turn that completes a set with a shrine high up is found among all placements."""
    realm = ". . . 2M1 . . | . . . 2M2 . . | . . . 2M3 . . | . . . . . . | . . . . . . | . . . . . ."
    found = ended(table(realm, castle="W1/M4 . W2/W3 . W4/Y1", counters=[{"reserve": 1}]), text, seed)
    assert counter(found, "points") == 2
    assert totals(found, found.state)[0] == 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_greedy_places_a_pair_for_a_set(seed: int) -> None:
    """Two tiles that make a set only together are both placed for it."""
    realm = "M1 . . . . . | M2 . . . . . | . . . . . . | . . . . . . | . . . . . . | . . . . . ."
    found = ended(table(realm, castle="W1/M4 . W2/M4 . W4/Y1"), "greedy", seed)
    assert counter(found, "points") == 2


@pytest.mark.slow
@pytest.mark.parametrize("text", ["greedy", "halving:20"])
def test_an_ability_is_used_when_it_gains(text: str) -> None:
    """A set of three is consolidated by a card that allows it, with a tile it can spare for the cost."""
    realm = "M1 M2 M3 . | . . . W1 | . . . . | . . . ."
    found = ended(table(realm, castle="W1/Y1 . . D1", spirits=["cunning"]), text)
    assert "use cunning" in [move.text for move in found.played]
    assert totals(found, found.state)[0] >= 3


@pytest.mark.parametrize("seed", range(3))
def test_abilities_leave_room_for_turns_without(seed: int) -> None:
    """With six of them there are hundreds of ways to use one, and still a part of the turns that are looked at use none."""
    castle = next(one for one in pack().layouts() if one.id == "base-2")
    found = match(ids=("abyss", "beauty", "change", "cunning", "deception", "destruction"), seed=seed, layout=castle)
    bots = [bot("random", seed), bot("random", seed + 1)]
    while found.state.turn < 12:
        found.play(bots[found.turn].choose(found.view()))
    turns = Beam(found.view(), Random(seed), 32).turns(found.state)
    using = [any(move.kind == "use" for move in line.moves) for line in turns]
    assert using.count(False) >= 12 and using.count(True) >= 12


@pytest.mark.parametrize("seed", range(3))
def test_an_ability_that_gains_nothing_is_not_used(seed: int) -> None:
    """Of turns that are worth the same the one that pays nothing is played."""
    realm = "M1 S2 F3 . | . . . W1 | . . . . | . . . ."
    found = ended(table(realm, castle="W1/Y1/D2 . . D1/W2/Y2", spirits=["destruction"]), "greedy", seed)
    assert not any(move.kind == "use" for move in found.played)


@pytest.mark.slow
def test_the_greedy_bot_beats_chance() -> None:
    """With some turns to play, greedy has more points than chance."""
    for seed in range(3):
        found = match(seed=seed, layout=replace(small(), heights=TALL))
        played(found, "greedy", "random")
        ada, bo = totals(found, found.state)
        assert ada > bo


@pytest.mark.slow
def test_a_search_looks_ahead() -> None:
    """A tile is kept for a set that only a later turn can complete, where greed discards it."""
    realm = "3M1 3M2 . . | . . . . | . . . . | . . . ."
    first = {}
    for text in ("greedy", "halving:150"):
        found = table(realm, castle="W1/M3 . W2/M4 . W3/M5 . W4/M6", counters=[{"reserve": 1}])
        first[text] = [move.text for move in ended(found, text).played]
    assert "discard" in first["greedy"] and "discard" not in first["halving:150"]


@pytest.mark.parametrize("name", ["uct", "halving"])
@pytest.mark.parametrize("budget", ["0.000001s", "0.02s"])
def test_a_search_keeps_to_its_time(name: str, budget: str) -> None:
    """It ends, and has a move also when there was no time for a single plan."""
    found = match(2, ["destruction"])
    assert bot(f"{name}:{budget}", 1).choose(found.view()).text in moves(found)


def test_a_pack_may_name_the_bot_that_plays() -> None:
    """Any bot of the list may be named in pack.yaml; without a word of it the usual one plays."""
    structure = json.loads((data_folder("schemas") / "pack-1.schema.json").read_text("utf-8"))
    assert structure["properties"]["bot"]["enum"] == [*BOTS, *ALIASES]
    game = pack().game
    assert usual_bot(replace(game, bot=None)) == USUAL
    assert usual_bot(replace(game, bot="odds")) == "odds"
    assert [seat.bot for seat in usual_seats(replace(game, bot="odds", players=(3, 4)))] == [None, "odds", "odds"]
    assert [seat.bot for seat in usual_seats(replace(game, players=(1, 1)))] == [None]
