"""`tilewright balance`: cards of known strength are ranked rightly, and what is not known is not told."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import balance_table
import tilewright
from command_line import ROOT, run, valid
from executors import stopped_after
from filled import filled
from kings import characters, court
from tilewright.cli.args import series as playing
from tilewright.outputs.games import BalanceOutput, CardBalance, MeanOutput, Played, Rank, SettingOutput
from tilewright.outputs.output import ABSENT, plain
from tilewright.packs.equipment import equal_printed_cards
from tilewright.packs.pack import Pack
from tilewright.sim import outcomes
from tilewright.sim.balance import TABLE, Balance, BalanceQuestion, of_bot, read_table
from tilewright.sim.estimates import CONSTANTS, FIRST, InterimAnalyses, difference, interval, margin, sign
from tilewright.sim.holding import FavoringChance
from tilewright.sim.outcomes import GameOutcome
from tilewright.sim.simulation import AtOnce, PreparedStart, Series, Start, begun, play_game
from tilewright.sim.summary import digest
from tilewright.sim.verdict import (
    VERDICTS,
    CardStats,
    differing,
    early,
    gain_of,
    shared,
    total_of_all,
    verdict,
    verdict_by_secrets,
)
from toy import write_toy

BOTS = ("random", "greedy")
SYMBOLS = ("lair", "portal", "princess", "volcano")
CARDS = {
    "one": "score 1",
    "half": "score 2 if points >= 3",
    "two": "score 2",
    "late": "score 3 if points >= 4",
    "four": "score 4",
}
"""The printed goals."""
ASKED = {
    "always-one": "score 1",
    "always-three": "score 3",
    "always-nine": "score 9",
    "copy": CARDS["half"],
    "twice": "score 4 if points >= 3",
    "never": "score 1 if points >= 100",
    "less": "score -1",
}
"""Cards of one's own, whose strength is known from what they say."""


def goals(texts: dict[str, str]) -> str:
    """The text of goals by their ids."""
    return "\n".join(f'goal {id}\n  name en "{id}"\n  {rule}\n' for id, rule in texts.items())


def write_pack(folder: Path) -> Path:
    """A pack of the toy game with the printed goals, and one of one's own in a folder beside."""
    write_toy(folder)
    (folder / "goals.tw").write_text(goals(CARDS), "utf-8")
    (folder / "fan").mkdir()
    (folder / "fan" / "asked.tw").write_text(goals(ASKED), "utf-8")
    return folder


def balance(pack: Pack, *ids: str, games: int = 60, looks: int = 3, **more: Any) -> dict[str, Any]:
    """The answer about some cards, by its cards."""
    with AtOnce() as here:
        cards = [pack.card(id) for id in ids]
        found: Any = tilewright.balance(pack, cards, players=BOTS, games=games, looks=looks, executor=here, **more)
    return {card["card"]: card for card in found["cards"]} | {"report": found}


def played(pack: Pack, *ids: str, games: int, looks: int = 1) -> dict[str, Any]:
    """The answer by games alone: nobody looks whether a printed card does the same."""
    start = PreparedStart(" ".join(ids), Start(pack.game, tuple(map(pack.card, ids))))
    question = BalanceQuestion(start, ids, BOTS, InterimAnalyses(looks, games, len(BOTS)))
    found = Balance(question, pack.source, printed=read_table(pack.folder, pack.texts_of)[0])
    with AtOnce() as executor:
        found.run(executor)
    return {card["card"]: card for card in plain(found.report())["cards"]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pack with the table of its printed goals."""
    found = write_pack(tmp_path_factory.mktemp("pack"))
    table = balance(tilewright.load_pack(found), *CARDS, games=60, looks=1)["report"]
    (found / "balance.json").write_text(json.dumps(table), "utf-8")
    return found


@pytest.fixture
def here(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Commands run in the folder of the pack and play in this process; games are kept elsewhere."""
    monkeypatch.setattr(playing, "processes", lambda workers: AtOnce())
    monkeypatch.chdir(folder)
    yield tmp_path


@cache
def answers(folder: Path) -> dict[str, Any]:
    """What is found about every card of one's own."""
    return balance(tilewright.load_pack(folder), *ASKED)


# ------------------------------------------------------------------ cards of known strength


def test_games_that_never_end_are_soon_given_up(folder: Path) -> None:
    """Where none of the first games ends before it is stopped, no others are played, and that is said of every card."""
    pack, asked = tilewright.load_pack(folder), ("always-one", "always-three")
    start = PreparedStart("endless", Start(pack.game, tuple(map(pack.card, asked))))
    found = Balance(BalanceQuestion(start, asked, BOTS, InterimAnalyses(3, 60, 2), cap=1), pack.source)
    with AtOnce() as executor:
        found.run(executor)
    assert [card.card for card in found.report().cards] == list(asked)
    for card in found.report().cards:
        assert (card.verdict, card.games, card.unended) == ("unknown", 0, 3)
        assert card.reason.startswith("none of the first games ended")


@pytest.mark.slow
def test_constants_are_worth_what_they_say(folder: Path) -> None:
    """A card that always pays 3 adds 3 for every bot, all of it passive, and changes no game."""
    for id, points in (("always-one", 1), ("always-three", 3), ("always-nine", 9), ("less", -1)):
        found = answers(folder)[id]
        assert found["length"]["difference"]["mean"] == 0
        for own in found["bots"]:
            assert own["points"]["difference"]["mean"] == own["paid"]["mean"] == own["passive"]["mean"] == points
            assert own["active"]["mean"] == own["wins"]["difference"]["mean"] == 0


def test_constants_have_their_place(folder: Path) -> None:
    """Nine passes every printed goal, less than nothing none, three lies among them, and above a card that pays one."""
    found = answers(folder)
    assert [found[id]["verdict"] for id in ("always-nine", "less")] == ["strongest", "weakest"]
    assert found["always-nine"]["rank"] == {"best": 1, "worst": 1, "of": 6}
    assert found["less"]["rank"] == {"best": 6, "worst": 6, "of": 6}
    assert found["always-three"]["verdict"] in ("within", "upper")
    assert found["always-three"]["rank"]["worst"] < found["always-one"]["rank"]["best"]


@pytest.mark.slow
def test_a_copy_ranks_with_what_it_copies(folder: Path) -> None:
    """It adds the same in the same games, and no place is told that would part the two."""
    printed = json.loads((folder / "balance.json").read_text("utf-8"))["cards"]
    original = next(card for card in printed if card["card"] == "half")
    copy = played(tilewright.load_pack(folder), "copy", games=60)["copy"]
    for own, other in zip(copy["bots"], original["bots"], strict=True):
        assert own["points"] == other["points"]
    places = sorted((card["bots"][0]["points"]["difference"]["mean"] for card in printed), reverse=True)
    mean = copy["bots"][0]["points"]["difference"]["mean"]
    assert copy["rank"]["best"] <= 1 + places.index(mean) <= copy["rank"]["worst"]


def test_a_copy_is_found_equal(folder: Path) -> None:
    """It is equal to what it copies, both ways; the card with twice the points is equal to neither."""
    found = played(tilewright.load_pack(folder), "copy", "half", "twice", games=24)
    assert "every bot scores as much as with half (within " in found["copy"]["reason"]
    assert "every bot scores as much as with copy (within " in found["half"]["reason"]
    assert not any("twice" in found[id]["reason"] for id in ("copy", "half"))
    assert "as much as" not in found["twice"]["reason"]


def test_a_copy_alone_is_answered_by_the_table(folder: Path) -> None:
    """It is worth what the printed card is, without games; a card that differs has no such printed card."""
    pack, kept = tilewright.load_pack(folder), json.loads((folder / "balance.json").read_text("utf-8"))["cards"]
    original = next(card for card in kept if card["card"] == "half")
    found = balance(pack, "copy", games=6, looks=1)["copy"]
    assert (found["verdict"], found["words"]) == ("equal", "worth the same as half")
    assert found["reason"].startswith("its rule and abilities are those of half; ")
    assert (found["games"], found["bots"]) == (original["games"], original["bots"])
    cards = [pack.card(id) for id in ("copy", "half", "twice")]
    assert equal_printed_cards(pack, cards) == {"copy": "half"}


def test_a_copy_without_a_table_is_played(folder: Path, tmp_path: Path) -> None:
    """Its games are counted then; the reason names the card that does the same."""
    found = balance(tilewright.load_pack(write_pack(tmp_path)), "copy", games=6, looks=1)["copy"]
    assert (found["verdict"], found["games"]) == ("unranked", 6)
    assert found["reason"].startswith("its rule and abilities are those of half; the pack keeps no table")


def test_equal_is_rarely_said_of_what_differs_by_the_margin() -> None:
    """Of 400 samples whose sides differ by just the margin hardly more than one in forty is called equal, and of equal ones most are."""
    random, called = Random(7), {0.0: 0, 0.2: 0}
    for gain in called:
        for _ in range(400):
            own = [random.gauss(0, 1) for _ in range(120)]
            called[gain] += margin([(value, value + gain + random.gauss(0, 0.5)) for value in own]) is not None
    assert called[0.0] > 300 and called[0.2] <= 24
    assert margin([(1.0, 1.0), (2.0, 2.0)]) is None


@pytest.mark.slow
def test_twice_the_points_are_worth_twice(folder: Path) -> None:
    """A printed card with twice its points adds about twice as much, and is told to be the stronger one."""
    half, twice = (balance(tilewright.load_pack(folder), id, looks=1)[id] for id in ("copy", "twice"))
    for own, other in zip(half["bots"], twice["bots"], strict=True):
        assert other["passive"]["mean"] == pytest.approx(2 * own["passive"]["mean"], abs=2e-4)
        assert other["points"]["difference"]["low"] > own["points"]["difference"]["mean"]


@pytest.mark.slow
def test_a_printed_card_is_ranked_among_the_others(folder: Path) -> None:
    """It is not compared with itself: of five goals it has one of five places."""
    found = balance(tilewright.load_pack(folder), "four", looks=1)["four"]
    assert found["rank"] == {"best": 1, "worst": 1, "of": 5}


def test_an_ability_is_worth_its_uses(folder: Path) -> None:
    """What gains 3 points at a time makes games shorter, is used, and has no passive value."""
    found = balance(tilewright.load_pack(folder), "lift", games=20, looks=1)["lift"]
    assert found["length"]["difference"]["high"] < 0
    for own in found["bots"]:
        assert own["known"]
        assert own["uses"]["low"] > 0
        assert (own["paid"], own["passive"], own["active"]) == (None, None, None)
    assert found["verdict"] == "unranked"


# ------------------------------------------------------------------ what is not known


def test_of_a_card_that_never_pays_nothing_is_reported(folder: Path) -> None:
    """No bot was paid: the verdict is that it is not known, with the reason, and there are no numbers of its worth."""
    found = answers(folder)["never"]
    assert (found["verdict"], found["rank"], found["look"]) == ("unknown", None, 3)
    assert found["reason"] == "random was paid by it in no game; greedy was paid by it in no game"
    for own in found["bots"]:
        assert not own["known"]
        assert own["points"] is own["wins"] is own["passive"] is own["active"] is None


def _of(bot: str, low: float, high: float, known: bool = True) -> dict[str, Any]:
    """The numbers of a bot as far as a verdict asks for them."""
    gain = {"mean": (low + high) / 2, "low": low, "high": high, "error": (high - low) / 4}
    touched = {"share": float(known), "low": 0.0, "high": 1.0}
    points = {"difference": gain} if known else None
    return {"bot": bot, "known": known, "touched": touched, "still": ["built"], "paid": {}, "points": points}


def _verdict(*bots: dict[str, Any], table: bool = True, **other: Any) -> Any:
    """The verdict of a card by the numbers of bots, among five that are worth 1 to 5."""
    setting = {"players": list(BOTS)}
    printed = [
        {"card": str(worth), "class": "goal", "bots": [_of(bot, worth - 0.1, worth + 0.1) for bot in BOTS]}
        for worth in range(1, 6)
    ]
    found = {"card": "mine", "class": "goal", "bots": bots, "games": 60}
    kept = filled(BalanceOutput, {"setting": setting | other, "cards": printed}) if table else None
    return plain(verdict(CardStats(filled(CardBalance, found), filled(SettingOutput, setting), 2.0), kept))


def test_one_bot_proves_nothing() -> None:
    """Where one of two bots was never paid the verdict is not known, however sure the other is; its stillness is told."""
    found = _verdict(_of("random", 9, 10), _of("greedy", 0, 0, known=False))
    assert found["verdict"] == "unknown"
    assert found["reason"] == (
        "greedy was paid by it in no game and left built unchanged; one bot alone proves nothing"
    )


def test_bots_that_disagree() -> None:
    """Neither a card that helps one bot and harms the other, nor one of two places far apart, is given a place."""
    against = _verdict(_of("random", 1, 2), _of("greedy", -2, -1))
    assert against["reason"] == "the bots disagree: with it random scores more and greedy less"
    apart = _verdict(_of("random", 5.9, 6.1), _of("greedy", 0.4, 0.6))
    assert apart["reason"] == "the bots disagree: it ranks 1st of 6 for random, 6th of 6 for greedy"
    assert {against["verdict"], apart["verdict"]} == {"unknown"}
    assert against["rank"] is apart["rank"] is None


def test_what_both_bots_say_is_said() -> None:
    """The places that either bot leaves open are open; too wide ones say nothing, for more games would."""
    assert _verdict(_of("random", 6, 6.4), _of("greedy", 5.9, 6.1))["verdict"] == "strongest"
    assert _verdict(_of("random", 3.3, 3.7), _of("greedy", 2.8, 3.2))["rank"] == {"best": 3, "worst": 4, "of": 6}
    upper = _verdict(_of("random", 4.9, 5.3), _of("greedy", 4.9, 5.3))
    assert upper["verdict"] == "upper"
    assert upper["reason"].endswith("; more games are needed to tell whether it is the strongest")
    wide = _verdict(_of("random", -6, 12), _of("greedy", -6, 12))
    assert (wide["verdict"], wide["rank"]) == ("unknown", {"best": 1, "worst": 6, "of": 6})
    assert wide["reason"].endswith("too few games to distinguish it from the printed cards")


@pytest.mark.parametrize(
    ("rank", "word", "end"),
    [
        ((1, 1), "strongest", "ranks 1st of 9"),
        ((4, 8), "within", "ranks between 4th and 8th of 9"),
        ((6, 9), "lower", "; more games are needed to tell whether it is the weakest"),
        ((1, 9), "unknown", "; too few games to distinguish it from the printed cards"),
    ],
)
def test_games_without_counterparts_rank_by_bids(rank: tuple[int, int], word: str, end: str) -> None:
    """Where no games without the card are played, its rank by what is given for it in secret makes the verdict; else there is none."""
    ranked = {"best": rank[0], "worst": rank[1], "of": 9}
    known = {"card": "mine", "class": "goal", "bots": [], "reason": "none", "verdict": "unknown"}
    found = verdict_by_secrets(filled(CardBalance, known | {"secrets": {"rank": ranked, "bots": []}}))
    assert (found.verdict, found.words) == (word, VERDICTS[word].format("goal"))
    assert found.reason.endswith(end)
    for secrets in ({"rank": None}, None):
        assert verdict_by_secrets(filled(CardBalance, known | {"secrets": secrets})).reason == "none"


@pytest.mark.parametrize(("other", "word"), [({"among": 0.2}, "within"), ({}, "unknown")])
def test_games_without_counterparts_place_a_card_among_others(other: dict[str, float], word: str) -> None:
    """An open place is not needed where what every telling bot gives is certainly near what it gives for printed cards."""
    bots = [{"tells": True, "among": 0.14}, {"tells": True} | other, {"tells": False}]
    secrets = {"rank": {"best": 1, "worst": 9, "of": 9}, "bots": bots}
    known = {"card": "mine", "class": "goal", "bots": [], "reason": "none", "verdict": "unknown", "secrets": secrets}
    found = verdict_by_secrets(filled(CardBalance, known))
    assert found.verdict == word and ("less than 20% of the maximum" in found.reason) == (word == "within")


def court_series(*bots: str) -> Series:
    """Games of To Court the King in which one player begins with the farmer."""
    start = Start(court().game, characters())
    return Series(PreparedStart("court", start), bots, rotate=True, held="farmer")


def test_a_card_that_is_held_lies_before_one_player() -> None:
    """The holder has it from the beginning, and there is one fewer in the court; each bot comes to hold it at each seat, and plays at both."""
    series = court_series("random", "greedy")
    holders = [(series.seats(game)[series.holder(game)], series.holder(game)) for game in range(1, 9)]
    assert all(holders.count((bot, seat)) == 2 for bot in BOTS for seat in (0, 1))
    assert all(len(set(series.seats(game))) == 1 for game in range(1, 9))
    for game in (1, 3):
        match, _ = begun(series, game)
        table = match.state.table
        retinues = [table.grids[table.seat_of("retinue", seat)].heights.count(1) for seat in (0, 1)]
        assert retinues == [int(seat == series.holder(game)) for seat in (0, 1)]


@pytest.mark.parametrize(("game", "card"), [(2, "portal"), (4, "lair")])
def test_pieces_of_a_card_that_is_held_come_to_one_player(game: int, card: str) -> None:
    """Whoever else draws, it is something else; the holder draws about as many as are drawn otherwise. What bots foresee favors nobody."""
    pack = tilewright.load_pack("princess-and-dragon")
    start = Start(pack.game, tuple(map(pack.card, SYMBOLS)))
    series = Series(PreparedStart("symbols", start), ("random", "random"), held=card)
    match, bots = begun(series, game)
    kinds, drawn = match.game.kinds_with("land", card), list[tuple[int, int]]()
    while not match.over:
        view, table = match.view(), match.state.table
        hand = table.grids[table.seat_of("hand", match.state.mover)].tops
        drawn += [(match.state.mover, match.state.turn + 1) for top in hand if top in kinds]
        assert not isinstance(view.state.chance, FavoringChance)
        match.play(bots[match.turn].choose(view))
    played = play_game(series, game)
    holder = series.holder(game)
    assert {mover for mover, _ in drawn} == {holder}
    assert {turn for _, turn in drawn} <= set(played.uses[holder][card])
    assert [list(own) for own in played.uses] == [[card] if seat == holder else [] for seat in (0, 1)]
    stocks = [kind for kind in match.game.kinds if kind.index in kinds and kind.first == kind.index]
    assert sum(kind.copies for kind in stocks) - 2 <= len(drawn)


@pytest.mark.parametrize(("asked", "held"), [((), True), (("--paired",), False)])
def test_a_card_that_brings_pieces_is_held(asked: tuple[str, ...], held: bool) -> None:
    """By default one player draws them; `--paired` plays games with and without the card."""
    bots = ("--players", "random,uct:1", "--games", "3")
    found = run("balance", str(ROOT / "cards/princess-and-dragon/fan/storm.tw"), *bots, *asked, "--json")
    report = json.loads(found.stdout)
    assert report.get("held", False) is held
    few = "random has finished only 2 games; uct:1 has finished only 2 games"
    assert report["cards"][0]["reason"].startswith(few if held else "the pack keeps no table")


def test_a_holder_who_draws_no_piece_says_nothing() -> None:
    """Games in which the holder drew none of the pieces are no evidence."""
    card = tilewright.load_pack("princess-and-dragon").card("volcano")
    every = GameOutcome(3, 1, {}, {"volcano": 1}, {}, frozenset(), frozenset(), frozenset())
    drawn = [(every, replace(every, points=5, uses={"volcano": number})) for number in (0, 2, 1, 0)]
    found = of_bot("greedy", card, drawn, 2.0, held=True)
    assert found.known and found.touched and found.touched.share == 0.5 and found.uses and found.uses.mean == 0.75
    found = of_bot("greedy", card, [drawn[0]] * 12, 2.0, held=True)
    assert not found.known and found.touched and found.touched.share == 0


def test_who_holds_a_card_is_compared_with_the_mean_of_all() -> None:
    """Each game counts for the one bot that plays it: the total of the holder, beside the mean of all totals; no games without it are played."""
    question = BalanceQuestion(
        lambda: Start(court().game), ("farmer",), ("a", "b", "a"), InterimAnalyses(1, 9, 3), held=True
    )
    assert question.having("farmer").held == "farmer" and question.arms == (True,)
    empty = {"scores": [{}] * 3, "movers": [], "uses": [], "measures": {}, "winners": [1]}
    games = [
        filled(
            Played,
            {"game": game, "bots": question.having("farmer").seats(game), "totals": [1, 2, 3], **empty},
        )
        for game in range(1, 10)
    ]
    found = {bot: question.games_of(bot, [(game,) for game in games]) for bot in "ab"}
    assert (len(found["a"]), len(found["b"])) == (6, 3)
    assert [(every.points, own.points) for every, own in found["b"]] == [(2, 1), (2, 2), (2, 3)]


@pytest.mark.parametrize(("games", "known"), [(6, 0), (12, 1)])
def test_few_games_that_all_go_one_way_prove_little(games: int, known: int) -> None:
    """A few victories have no variance: where a card is held, a victory and a defeat are added; what it adds in pairs of games may be exact."""
    every, holder = (GameOutcome(points, 1, {}, {}, {}, frozenset(), frozenset(), frozenset()) for points in (0.5, 1.0))
    found = of_bot("random", court().card("farmer"), [(every, holder)] * games, CONSTANTS[5], held=True)
    assert sign(gain_of(found)) == known
    paired = of_bot("random", court().card("farmer"), [(every, holder)] * games, CONSTANTS[5])
    assert sign(gain_of(paired)) == 1


def test_where_many_things_differ_no_victory_is_added() -> None:
    """The interval of what a card adds is that of the games: their own differences show how much these vary."""
    every = GameOutcome(3, 0.5, {}, {}, {}, frozenset(), frozenset(), frozenset())
    points = [float(number % 5) for number in range(12)]
    found = of_bot(
        "random", court().card("farmer"), [(every, replace(every, points=own)) for own in points], 2.0, held=True
    )
    assert gain_of(found) == difference([(3, own) for own in points], 2.0)


def test_a_card_that_only_brings_pieces_counts_where_games_go_otherwise() -> None:
    """A symbol neither pays nor is used: games that are not the same with it say what it adds, and equal ones say nothing."""
    card = tilewright.load_pack("princess-and-dragon").card("volcano")
    same = GameOutcome(3, 1, {}, {}, {}, frozenset(), frozenset(), frozenset())
    pairs = [(same, replace(same, points=3.0 + more)) for more in (1, 2, 3, 0)]
    found = of_bot("greedy", card, pairs, 2.0)
    assert found.known and found.touched and found.touched.share == 0.75 and found.points
    assert found.points.difference.mean == 1.5
    assert not of_bot("greedy", card, [(same, same)] * 4, 2.0).known


def test_a_card_for_all_says_nothing_where_totals_are_shared() -> None:
    """Where all totals add up to the same number, a card without a verdict says what to ask instead; others are left alone."""
    games = [filled(Played, {"totals": totals}) for totals in ([1, 0], [0, 1], [1, 0])]
    assert total_of_all(games) == 1
    assert total_of_all(games[:2]) is None and total_of_all([*games, filled(Played, {"totals": [1, 1]})]) is None
    known = filled(CardBalance, {"verdict": "unknown", "reason": "few"})
    assert (
        shared(known, 1).reason.startswith("few; the totals of every game add up to 1") and shared(known, None) == known
    )
    assert shared(replace(known, verdict="within"), 1).reason == "few"


@pytest.mark.parametrize(("adds", "limit"), [(0.0, 5.0), (1.0, 4.0), (2.5, 2.5), (-4.0, 4.0)])
def test_an_open_gain_says_how_many_games_would_close_it(adds: float, limit: float) -> None:
    """With so many games a gain as it seems to be is certainly little, or certainly something."""
    own = _with_totals("random", adds, 3.0, 60) | {"still": []}
    found = plain(early(filled(CardBalance, {"card": "mine", "games": 60, "bots": [own]})))
    needed = int(found["reason"].split("about ")[1].split()[0])
    gain = own["points"]["difference"]
    width = (gain["high"] - gain["low"]) / 2 * (60 / needed) ** 0.5
    assert width == pytest.approx(limit, rel=0.05)


def test_a_table_of_one_class_keeps_the_others() -> None:
    """The tool writes a class anew and leaves the cards of others as they are, with the commands of both; other games replace all."""
    pack = tilewright.load_pack("dragon-castle")
    kept, _ = read_table(pack.folder, pack.texts_of)
    assert kept is not None and kept.made
    dragons = [card for card in kept.cards if card.class_ == "dragon"]
    spirit = replace(dragons[0], card="abyss", class_="spirit")
    new = replace(kept, cards=[spirit], looks=[7], made=ABSENT, texts=ABSENT)
    joined = balance_table.joined(new, pack, "again")
    assert joined.cards == [*dragons, spirit] and joined.made.endswith(" && again")
    assert joined.texts == digest(pack.texts_of([card.card for card in joined.cards]))
    other = balance_table.joined(replace(new, setting=replace(new.setting, cap=7)), pack, "again")
    assert (other.cards, other.made) == ([spirit], "again")


def _with_totals(bot: str, adds: float, error: float, games: int, sd: float = 10.0) -> dict[str, Any]:
    """The numbers of a bot whose totals vary, and that scores 30 without a card."""
    gain = {"mean": adds, "low": adds - 2 * error, "high": adds + 2 * error, "error": error}
    sides = {side: {"mean": 30 + more, "error": sd / games**0.5} for side, more in (("without", 0), ("with", adds))}
    return _of(bot, 0, 0) | {"points": {"difference": gain} | sides}


def _among(
    adds: float, gains: list[float], games: int = 100, error: float = 9.0, kept: int = 100, critical: float = 2.0
) -> Any:
    """The verdict of a card after some games, among printed ones with these gains in `kept` games, by totals that vary by 10 points.

    What a card adds is known with an error of its own.
    """

    def card(name: str, worth: float, games: int) -> dict[str, Any]:
        bots = [_with_totals(bot, worth, error, games) for bot in BOTS]
        return {"card": name, "class": "goal", "bots": bots, "games": games}

    setting = {"players": list(BOTS)}
    printed = [card(str(number), worth, kept) for number, worth in enumerate(gains)]
    table = filled(BalanceOutput, {"setting": setting, "cards": printed})
    found = filled(CardBalance, card("mine", adds, games))
    return plain(verdict(CardStats(found, filled(SettingOutput, setting), critical), table))


def test_a_card_that_is_no_stronger_by_the_margin_is_within() -> None:
    """Among equal cards no rank is certain, but that the card is within half a standard deviation, 5 points, of them is."""
    equal = _among(0.5, [0.0] * 5)
    assert (equal["verdict"], equal["rank"]) == ("within", {"best": 1, "worst": 6, "of": 6})
    assert equal["reason"].endswith(
        "; it is certainly less than 5.0 points stronger than two of them, and less than that weaker than two"
    )
    few = _among(0.5, [0.0] * 5, games=20)
    assert few["verdict"] == "unknown"
    assert few["reason"].endswith(": what it adds is known to 18.0 points, and about 260 games would bring that to 5.0")
    assert _among(2.5, [0.0] * 5)["verdict"] == "unknown"
    assert _among(6.0, [0.0] * 5)["verdict"] == "strongest"


def test_ranks_go_by_totals_where_these_say_more() -> None:
    """Games without the card add noise to what it adds, unless the games with it are the same: the smaller error decides."""
    assert _among(4.0, [0.0] * 5, games=400, kept=400)["rank"]["worst"] == 1
    assert _among(4.0, [0.0] * 5, games=10, error=0.1)["rank"]["worst"] == 1
    assert _among(4.0, [0.0] * 5, games=10)["rank"]["worst"] == 6


def _said_within(worth: float, runs: int) -> int:
    """In how many of so many runs of five looks `within` is said of a card, among ten printed ones that all add nothing."""
    chance, said = Random(5), 0
    for _ in range(runs):
        printed = [chance.gauss(0, 10 / 112**0.5) for _ in range(10)]
        total, games = 0.0, 0
        for size in (12, 25, 50, 100, 200):
            total, games = total + chance.gauss(worth * (size - games), 10 * (size - games) ** 0.5), size
            found = _among(total / games, printed, games, kept=112, critical=CONSTANTS[5])["verdict"]
            if found != "unknown":
                said += found == "within"
                break
    return said


@pytest.mark.slow
def test_within_is_rarely_said_of_what_is_stronger_by_the_margin() -> None:
    """A card that is just so much stronger than printed cards that are all alike is called so in at most one of twenty runs; an equal one mostly."""
    assert _said_within(worth=5.0, runs=200) <= 10
    assert _said_within(worth=0.0, runs=30) >= 20


def test_no_rank_without_a_table_that_fits() -> None:
    """Without a table, or with one of other bots, the worth is told and no place."""
    both = _of("random", 6, 6.4), _of("greedy", 5.9, 6.1)
    more = "; with it random and greedy certainly scored more points"
    assert _verdict(*both, table=False)["reason"] == "the pack keeps no table of its printed cards" + more
    other = _verdict(*both, players=["greedy"])
    reason = "the table of printed cards was made with different players" + more
    assert (other["verdict"], other["reason"]) == ("unranked", reason)


@pytest.mark.parametrize(
    ("best", "worst", "word"),
    [
        (1, 1, "strongest"),
        (1, 2, "upper"),
        (1, 3, "upper"),
        (2, 5, "within"),
        (3, 3, "within"),
        (1, 4, "unknown"),
        (1, 6, "unknown"),
        (4, 6, "lower"),
        (6, 6, "weakest"),
    ],
)
def test_places_in_words(best: int, worst: int, word: str) -> None:
    """A card is within the printed ones when one certainly passes it and it certainly passes one."""
    assert Rank(best=best, worst=worst, of=6).word == word
    assert word in VERDICTS


# ------------------------------------------------------------------ looks and intervals


def test_each_look_is_at_twice_as_many_games() -> None:
    """Sizes are multiples of the unit, the last one at most what was asked; none but the last is very small. The bound is the same at all."""
    looks = InterimAnalyses(3, 50, 2)
    assert looks.sizes == (12, 24, 50)
    assert looks.critical == CONSTANTS[3]
    assert InterimAnalyses(5, 50, 2).sizes == (12, 24, 50)


@pytest.mark.parametrize("number", CONSTANTS)
def test_looking_often_finds_no_more_than_one_in_twenty(number: int) -> None:
    """Sums of normal values without any effect pass the bound at one of the looks in 5% of 6,000 samples."""
    looks, random, crossed, samples = InterimAnalyses(number, FIRST << (number - 1)), Random(number), 0, 6000
    assert len(looks.sizes) == number
    for _ in range(samples):
        total, before = 0.0, 0
        for size in looks.sizes:
            total += random.gauss(0, (size - before) ** 0.5)
            before = size
            if abs(total) / size**0.5 > looks.critical:
                crossed += 1
                break
    assert crossed / samples == pytest.approx(0.05, abs=0.009)


def test_intervals_of_differences() -> None:
    """The mean of pairs, t standard errors either way, and Cohen's d by the standard deviations of both sides."""
    pairs = [(1.0, 3.0), (2.0, 2.0), (4.0, 7.0), (5.0, 8.0)]
    found = difference(pairs)
    error = stdev([2, 0, 3, 3]) / 2
    assert found.mean == 2
    assert found.error == pytest.approx(error, abs=1e-4)
    assert found.high == pytest.approx(2 + 3.1824 * error, rel=0.01)
    pooled = fmean([stdev([1, 2, 4, 5]) ** 2, stdev([3, 2, 7, 8]) ** 2]) ** 0.5
    assert found.effect == pytest.approx(2 / pooled, abs=1e-3)
    assert difference([(1.0, 1.0)] * 3).effect is None
    assert interval([1.0, 2.0]) == MeanOutput(mean=1.5)


def test_wide_bounds_keep_student_in_mind() -> None:
    """For 9 degrees of freedom the point as likely as 3 standard errors of the normal distribution is 4.09 (GUM, table G.2)."""
    values = [float(value) for value in range(10)]
    found: Any = interval(values, 3.0)
    assert (found.high - found.mean) / (stdev(values) / 10**0.5) == pytest.approx(4.09, rel=0.002)


# ------------------------------------------------------------------ the command


def command(*more: str) -> list[str]:
    """The words of a small run in the folder of the pack."""
    return ["balance", "fan/asked.tw", "lift", "--games", "30", *more]


@pytest.mark.slow
def test_the_answer_obeys_its_schema(here: Path) -> None:
    """With --json the only output is one object as published; bots and layout are those of the table."""
    report: Any = valid(run(*command("--json")).stdout, "balance-1")
    assert report["setting"]["players"] == list(BOTS)
    assert [card["card"] for card in report["cards"]] == [*ASKED, "lift"]
    valid(Path("balance.json").read_text("utf-8"), "balance-1")


@pytest.mark.slow
def test_what_is_printed(here: Path) -> None:
    """The verdict stands first with its reason; a card that never paid has no table of numbers."""
    text = run(*command()).stdout
    assert "always-nine (goal): stronger than every printed goal card\n  by the points it adds, it ranks " in text
    never = text.partition("never (goal): not known\n")[2].partition("\n\n")[0]
    assert never.startswith("  random was paid by it in no game; greedy was paid by it in no game.\n")
    assert "adds" not in never


@pytest.mark.slow
def test_a_run_that_was_stopped_continues(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept is gone on with: the same answer and the same files as of one run, and no game is played twice."""
    whole = run(*command("--keep", str(here / "whole"), "--json")).stdout
    with monkeypatch.context() as patch:
        patch.setattr(outcomes, "simulate", stopped_after(70))
        part = run(*command("--keep", str(here / "parts")))
    assert "tilewright: stopped; the same command continues from " in part.stderr
    kept = sum(len(file.read_text("utf-8").splitlines()) - 1 for file in (here / "parts").iterdir())
    assert kept == 70
    assert run(*command("--keep", str(here / "parts"), "--json")).stdout == whole
    files = [{file.name: file.read_bytes() for file in (here / name).iterdir()} for name in ("whole", "parts")]
    assert files[0] == files[1]
    assert all(valid(line, "simulation-1") for line in files[0]["without.jsonl"].decode().splitlines())


@pytest.mark.slow
def test_any_executor_gives_the_same_answer(folder: Path) -> None:
    """Threads find what one process finds."""
    pack = tilewright.load_pack(folder)
    cards = [pack.card("copy")]
    with ThreadPoolExecutor(3) as threads:
        found = tilewright.balance(pack, cards, players=BOTS, games=60, looks=3, executor=threads)
    assert found == balance(pack, "copy")["report"]


def test_the_cards_beside_are_in_every_game(folder: Path) -> None:
    """A card that is asked about and named beside is taken out of the games without it."""
    pack = tilewright.load_pack(folder)
    beside = [pack.card("lift"), pack.card("one")]
    found = balance(pack, "one", games=20, looks=1, beside=beside)
    assert found["report"]["setting"]["cards"] == ["lift", "one"]
    assert [own["points"]["difference"]["mean"] for own in found["one"]["bots"]] == [1, 1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["one", "--players", "greedy,greedy"], "name at least two different bots"),
        (["one", "--players", "greedy,gready"], "there is no bot 'gready'"),
        (["one", "humility"], "the cards are of different games"),
    ],
)
def test_what_cannot_be_asked(here: Path, words: list[str], message: str) -> None:
    """Slips are told in a line, before any game is played."""
    result = run("balance", *words)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    "table",
    [
        "[]",
        "{",
        '{"format": "balance/1"}',
        '{"format": "balance/1", "setting": {"players": [1], "layouts": {}}, "cards": []}',
        '{"format": "balance/1", "setting": {"players": [], "layouts": {}}, "cards": [{"card": "one"}]}',
    ],
)
def test_a_broken_table(here: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table: str) -> None:
    """A file of the name of the table that is none is told, with its name."""
    monkeypatch.chdir(write_pack(tmp_path))
    Path("balance.json").write_text(table, "utf-8")
    result = run("balance", "one")
    assert result.exit_code == 2
    assert "balance.json: is not a file of balance" in result.stderr or "balance.json: cannot be read" in result.stderr


@pytest.mark.slow
def test_the_plot_shows_the_card_among_the_others(here: Path) -> None:
    """The picture names the card and every printed one that is known, for each bot; a card of no worth has none."""
    picture = here / "one.svg"
    assert run("balance", "always-three", "--games", "30", "--plot", str(picture)).exit_code == 0
    text = picture.read_text("utf-8")
    assert all(f">{id}<" in text for id in ("always-three", "one", "two", "four", "late"))
    assert all(f"goal cards, {bot}" in text for bot in BOTS)
    run("balance", "never", "--games", "30", "--plot", str(picture))
    assert "not known: the games do not show the effect of the cards" in picture.read_text("utf-8")


# ------------------------------------------------------------------ the table of the pack


def made_table(pack: Pack, *ids: str) -> dict[str, Any]:
    """A small table as the tool makes it: with the digest of the texts of its cards."""
    report: dict[str, Any] = balance(pack, *ids, games=6, looks=1)["report"]
    return report | {"made": "by hand", "texts": digest(pack.texts_of(ids))}


def test_a_table_of_other_cards_ranks_nothing(tmp_path: Path, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the printed cards and the rules say the same there is a rank; else a warning, and none."""
    monkeypatch.chdir(write_pack(tmp_path))
    table = Path("balance.json")
    table.write_text(json.dumps(made_table(tilewright.load_pack(tmp_path), *CARDS)), "utf-8")
    valid(table.read_text("utf-8"), "balance-1")
    words = ("balance", "always-nine", "--games", "6", "--json")
    fresh = run(*words)
    assert (fresh.stderr, json.loads(fresh.stdout)["cards"][0]["verdict"]) == ("", "strongest")
    Path("goals.tw").write_text(goals(CARDS | {"two": "score 7"}), "utf-8")
    stale = run(*words)
    assert "balance.json: the texts of printed cards have changed" in stale.stderr
    assert json.loads(stale.stdout)["cards"][0]["rank"] is None
    assert "have changed since" in json.loads(stale.stdout)["cards"][0]["reason"]
    Path("goals.tw").write_text(goals(CARDS), "utf-8")
    Path("game.tw").write_text(Path("game.tw").read_text("utf-8").replace("players >= 8", "players >= 9"), "utf-8")
    other = run(*words)
    assert "balance.json was made with a different version of the rules, so no rank is reported" in other.stderr
    assert json.loads(other.stdout)["cards"][0]["verdict"] == "unranked"


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("dragon-castle", ["ambition"]),
        ("fist-of-dragonstones", ["banner"]),
        ("cairns", ["climb"]),
        ("court-the-king", ["weaver"]),
    ],
)
def test_the_tables_of_the_packs_are_of_their_rules(game: str, asked: list[str]) -> None:
    """They are sound, of the texts of today's cards, and comparable with what is asked about a card of one's own."""
    pack = tilewright.load_pack(game)
    valid((pack.folder / TABLE).read_text("utf-8"), "balance-1")
    printed, _ = read_table(pack.folder, pack.texts_of)
    assert printed is not None
    setting = printed.setting
    layouts = {one.category: one for one in pack.layouts() if one.id in setting.layouts.values()}
    start = PreparedStart(game, Start(pack.game, tuple(map(pack.card, (*setting.cards, *asked))), layouts))
    looks = InterimAnalyses(1, 6, len(setting.players))
    question = BalanceQuestion(start, tuple(asked), tuple(setting.players), looks, tuple(setting.cards))
    question = replace(question, held=printed.held is True)
    assert not differing(Balance(question, pack.source).setting, printed)
    otherwise = Balance(replace(question, held=not question.held), pack.source, printed=printed)
    assert otherwise.printed is None and otherwise.none.endswith("--held")


@pytest.mark.parametrize(
    ("card", "words"),
    [("capped", "It can pay at most 2, proved."), ("lead", "the most that lead can pay is not known: it depends on")],
)
def test_the_most_that_it_can_pay(here: Path, card: str, words: str) -> None:
    """With `--bounds` the most is proved; where that cannot be, a line says so, and the answer goes on without."""
    Path("fan/capped.tw").write_text(goals({"capped": "score 1 for each face-up stone"}), "utf-8")
    found = run("balance", card, "--games", "6", "--bounds")
    assert found.exit_code == 0
    assert words in found.stdout + found.stderr
    Path("fan/capped.tw").unlink()
