"""What features a game has, how their weights are found, and what bots make of the file that a pack keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest

import tilewright
from cards import pack
from command_line import run, valid
from plays import table
from small_games import cards_of, game_of
from tilewright.cli.args import series as playing
from tilewright.core.same import comparable
from tilewright.packs.pack import WEIGHTS_FILE, weights_text
from tilewright.play.bots import Bot, bot
from tilewright.play.bots.features import CARDS, digest_of, features_of, names_of
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.halving import Halving
from tilewright.play.bots.value import ValueFunction, value_of, weights_for
from tilewright.play.match import Match
from tilewright.play.totals import Totals
from tilewright.resources import data_folder
from tilewright.sim.simulation import AtOnce, PreparedStart, Start
from tilewright.sim.training import Generation, Training, compared, train
from tilewright.struct import Struct, struct
from tilewright.table.game import Weights

GARDEN = """\
game garden
  name en "Garden"
  players 2 to 2

  piece bulb
    color red R1 to R2 weight 1 to 2 copies 9
    color blue B1 to B2 weight 1 to 2 copies 9
    identity face
    place where it is empty

  board bed
    of each player
    size 2 by 2
    sizes 1 to 2

  counter points
  counter seeds
  counter years

  part points
    score points

  cards prize that score

  rule a group is lush if size >= 3
  let patch be a group of face-up bulbs with the same color where it is lush

  # Who sows and sells has twelve points every four turns; who picks has four.
  turn
    gain 1 year
    choose one
      option pick
        gain 1 point
      option sow
        gain 1 seed
      option sell
        pay 3 seeds
        gain 12 points
    for each patch
      gain 1 point

  end after a round if years >= 8
"""
PRIZES = """\
prize rich
  name en "Rich"
  score 4 if seeds >= 3
"""
PACK = "tilewright: 1\ngame: garden\nfile: game.tw\ntitle: Garden\nauthors: [us]\nlicense: MIT\nlanguages: [en]\n"


def garden(seed: int = 1) -> Match:
    """A match of the made-up game."""
    return Match(game_of(GARDEN), ["Ada", "Bo"], (), {}, seed)


def won(own: Bot, rival: Bot, seed: int) -> int:
    """The lead of the first of two bots at the end of a game."""
    match = garden(seed)
    while not match.over:
        match.play((own, rival)[match.turn].choose(match.view()))
    first, second = Totals(match)(match.state)
    return first - second


def trained(generations: int, seed: int) -> Generation:
    """What some generations in the garden come to."""
    start = PreparedStart("garden", Start(game_of(GARDEN)))
    with AtOnce() as here:
        *_, last = train(Training((start,), pool=("greedy",), generations=generations, seed=seed), here)
    return last


# ------------------------------------------------------------------ features


def test_features_come_from_the_rules() -> None:
    """A made-up game has those of its own: what is just short of its threshold, what it pays, its board."""
    names = [feature.name for feature in features_of(game_of(GARDEN))]
    assert names == ["patch: 2 of 3", "patch: 1 of 3", "seeds", "bed: free", "bed: heights", "bed: weight", CARDS]


def test_features_follow_thresholds() -> None:
    """Another number in the rule, another feature; with nothing to pay the counter is none."""
    changed = GARDEN.replace("size >= 3", "size > 4").replace("pay 3 seeds", "gain 0 seeds")
    names = [feature.name for feature in features_of(game_of(changed))]
    assert names[:2] == ["patch: 4 of 5", "patch: 3 of 5"] and "seeds" not in names


def test_features_count_what_is_there() -> None:
    """The features of the game with groups of four, on a board with groups of two and three, caps and heights."""
    realm = "M1 M2 M3 . 2S1 | . . . . 1S2 | 1 2^ . . . | . . . . . | . . . . . | . . . . ."
    match = table(realm, castle="W1/M4 . W2/W3", counters=[{"reserve": 2}])
    found = {
        feature.name: ValueFunction(match, {feature.name: 1.0}).promises(match.state)[0]
        for feature in features_of(match.game)
    }
    assert (found["set: 3 of 4"], found["set: 2 of 4"], found["set: heights short of 4"]) == (1, 1, 3)
    assert (found["reserve"], found["shrine: to come"]) == (2, 1)


def test_cards_promise_what_one_more_would_pay() -> None:
    """A card that asks for three pays its points with two and one more, and promises nothing with one or three."""
    game = game_of(GARDEN)
    (feature,) = (f for f in features_of(game, cards_of(PRIZES, game)) if f.name == CARDS)
    match = garden()
    function = match.machine.evaluator.functions(match.state).function(feature.rule)
    found = []
    for seeds in (1, 2, 3):
        match.state.table.counters[0]["seeds"] = seeds
        found.append(function(match.state.table.grids, match.state.table.counters, {}, 0, {}, ()))
    assert found == [0, 4, 0]


def test_the_value_is_the_lead_in_the_end() -> None:
    """Before the end features count; when the game is over the totals alone."""
    match, random = garden(), Random(3)
    value, totals = ValueFunction(match, {"seeds": 2.0}), Totals(match)
    differs = 0
    while not match.over:
        counters = match.state.table.counters
        promised = 2.0 * (counters[0]["seeds"] - counters[1]["seeds"])
        assert value.lead(match.state, 0) == totals.lead(match.state, 0) + promised
        differs += promised != 0
        match.play(random.choice(match.moves))
    assert value.lead(match.state, 0) == totals.lead(match.state, 0) and differs


def test_the_digest_is_of_rules_alone() -> None:
    """Comments and other words leave it as it is, another number or piece does not."""
    own = digest_of(game_of(GARDEN))
    assert own == digest_of(game_of(GARDEN.replace("# Who", "# He who").replace('"Garden"', '"A garden"')))
    for old, new in (("gain 12 points", "gain 11 points"), ("size >= 3", "size >= 4"), ("copies 9", "copies 8")):
        assert own != digest_of(game_of(GARDEN.replace(old, new)))


def test_a_new_field_with_a_default_leaves_the_digest_as_it_is() -> None:
    """What a node says is compared, not what it could say: else all weights were of other rules with each new word of the language."""

    def node_type(*extra: tuple[str, Any, Any]) -> Any:
        fields = [("space", str, "A1"), ("some", int, 2), *extra]
        annotations = {name: kind for name, kind, _ in fields}
        return struct(
            type("Lay", (Struct,), {"__annotations__": annotations, **{name: value for name, _, value in fields}})
        )

    older, newer = node_type(), node_type(("below", bool, False), ("ways", tuple, ()))
    assert comparable(older("B1", 3)) == comparable(newer("B1", 3))
    assert comparable(older("B1")) != comparable(older("B1", 3)) != comparable(newer("B1", 3, True))
    assert comparable(newer("B1", 2, True)) != comparable(newer("B1", 2, False, ("up",)))


def test_weights_of_features_that_are_gone_do_not_fit() -> None:
    """They are known by their names: a name that means nothing any more is of other rules."""
    game = game_of(GARDEN)
    fit = replace(game, weights=Weights(digest_of(game), {"seeds": 2.5}))
    assert weights_for(fit) == {"seeds": 2.5}
    assert weights_for(replace(game, weights=Weights(digest_of(game), {"seeds": 2.5, "weeds": 1.0}))) is None


# ------------------------------------------------------------------ training


@pytest.mark.slow
def test_training_finds_what_is_worth_having() -> None:
    """Seeds are worth more than the point that one could pick, and only that beats a rival who picks them."""
    weights = trained(8, 5).mean
    assert weights["seeds"] > 1 and set(weights) == {"seeds"}
    assert all(won(Greedy(seed, weights), bot("greedy", seed), seed) > 0 for seed in range(4))
    assert all(won(Greedy(seed, {}), bot("greedy", seed), seed) == 0 for seed in range(4))


@pytest.mark.slow
def test_training_can_be_repeated() -> None:
    """The same seed gives the same weights, another one others."""
    assert trained(1, 5) == trained(1, 5) != trained(1, 6)


class Recorded(AtOnce):
    """An executor that plays nothing: it keeps the weights of each game that is asked for, and every lead is 1."""

    def __init__(self) -> None:
        self.drawn: list[float] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """What a pilot or a game would come to."""
        (task,) = args
        if hasattr(task, "weights"):
            self.drawn += [value for _, value in task.weights]
        return super().submit(lambda: 1 if hasattr(task, "weights") else ({"seeds": [2.0, -2.0]}, 4))


def test_training_that_continues_and_stays_near_what_is_known() -> None:
    """Around weights that it begins with the draws are spread by less than a third of what they are without any."""
    spreads = []
    for begin in ({}, {"seeds": 3.0}):
        start = PreparedStart("garden", Start(game_of(GARDEN)))
        with Recorded() as here:
            list(train(Training((start,), pool=("greedy",), generations=1, seed=4, begin=begin), here))
        spreads.append((max(here.drawn) - min(here.drawn), abs(fmean(here.drawn) - begin.get("seeds", 0.0))))
    (wide, _), (narrow, off) = spreads
    assert 0 < narrow < wide / 3 and off < 0.5


# ------------------------------------------------------------------ bots


@pytest.mark.parametrize("make", [Greedy, Halving])
def test_weights_change_what_is_played(make: type[Greedy | Halving]) -> None:
    """With seeds worth much they are sown, with none of it points are picked."""
    for weights, moves in (({"seeds": 2.5}, "sow"), ({"seeds": -2.5}, "pick")):
        own = make(1, weights=weights) if make is Greedy else make(1, plans=24, weights=weights)  # type: ignore[call-arg]
        assert own.choose(garden().view()).text == moves


@pytest.mark.parametrize("text", ["greedy", "exact:4", "uct:8", "halving:8"])
def test_the_seed_decides_with_weights(text: str) -> None:
    """Bots that count plans play the same game with the same seed, all of its moves legal."""
    games = []
    for _ in range(2):
        match, bots = garden(), [bot(text, 7), bot(text, 8)]
        while not match.over:
            match.play(bots[match.turn].choose(match.view()))
        games.append([move.text for move in match.played])
    assert games[0] == games[1]


# ------------------------------------------------------------------ the file beside a pack


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack of the made-up game; commands run beside it and play in this process."""
    monkeypatch.setattr(playing, "processes", lambda workers: AtOnce())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garden").mkdir()
    (tmp_path / "garden" / "game.tw").write_text(GARDEN, "utf-8")
    (tmp_path / "garden" / "pack.yaml").write_text(PACK, "utf-8")
    return tmp_path / "garden"


@pytest.mark.slow
def test_weights_are_kept_beside_the_game(folder: Path) -> None:
    """`train` writes the file that bots then know; games of other weights are not mixed with those that are kept; when the
    rules have changed they warn and play without."""
    result = run("train", "garden", "--generations", "6", "--pool", "greedy", "--seed", "5")
    assert result.exit_code == 0 and f"wrote {Path('garden') / WEIGHTS_FILE}" in result.output
    assert "of 60 games against bots without weights; even: 50%" in result.output
    assert not (folder / "weights.new.json").exists()
    valid((folder / WEIGHTS_FILE).read_text("utf-8"), "weights-1")
    game = tilewright.load_pack(folder).game
    assert weights_for(game) and value_of(Match(game, ["Ada", "Bo"], (), {}, 1).view(), None)
    asked = ("simulate", "garden", "--games", "1", "--players", "quick,random")
    assert "TW432" not in run(*asked).stderr
    run(*asked, "-o", "kept.jsonl")
    valid(Path("kept.jsonl").read_text("utf-8").splitlines()[0], "simulation-1")
    kept = (folder / WEIGHTS_FILE).read_bytes()
    (folder / WEIGHTS_FILE).unlink()
    assert "was made with different settings (weights " in run(*asked, "-o", "kept.jsonl").stderr
    (folder / WEIGHTS_FILE).write_bytes(kept)
    (folder / "game.tw").write_text(GARDEN.replace("gain 12 points", "gain 11 points"), "utf-8")
    assert "warning TW432: these weights were found for other rules" in run(*asked).stderr
    assert weights_for(tilewright.load_pack(folder).game) is None
    assert "TW432" not in run(*asked[:-1], "random,random").stderr


@pytest.mark.slow
def test_weights_that_are_not_better_replace_none(folder: Path) -> None:
    """Good weights stay, and what was found is beside them; weights of other rules are no rivals."""
    rules = digest_of(tilewright.load_pack(folder).game)
    good = weights_text("garden", Weights(rules, {"seeds": 2.5}), {})
    (folder / WEIGHTS_FILE).write_text(good, "utf-8")
    asked = ("train", "garden", "--generations", "1", "--pool", "greedy", "--seed", "5")
    result = run(*asked)
    assert result.exit_code == 1 and "of 60 games against the weights of garden" in result.output
    assert "not certainly better" in result.output and (folder / WEIGHTS_FILE).read_text("utf-8") == good
    valid((folder / "weights.new.json").read_text("utf-8"), "weights-1")
    (folder / WEIGHTS_FILE).write_text(good.replace(rules, "0" * 16), "utf-8")
    assert "against bots without weights" in run(*asked).output


def test_weights_are_compared_at_all_seats() -> None:
    """Weights that are better win the most games, the same ones half of them."""
    training = Training((PreparedStart("garden", Start(game_of(GARDEN))),))
    with AtOnce() as here:
        better = compared(training, {"seeds": 2.5}, {}, here)
        equal = compared(training, {"seeds": 2.5}, {"seeds": 2.5}, here)
    assert better.low > 0.5 and equal.share == 0.5


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"format": "weights/1", "rules": "0", "weights": {"seeds": "x"}}']
    + [f'{{"format": "weights/1", "rules": "0", "weights": {{"seeds": {n}}}}}' for n in ("NaN", "1" + "0" * 400)],
)
def test_a_file_without_weights_is_passed_over(folder: Path, text: str) -> None:
    """Whatever is in it, the pack can be used, and who plays with such bots is warned."""
    (folder / WEIGHTS_FILE).write_text(text, "utf-8")
    assert tilewright.load_pack(folder).game.weights is None
    result = run("simulate", "garden", "--games", "1", "--players", "quick,random")
    assert result.exit_code == 0 and "TW432: weights.json has no weights" in result.stderr


@pytest.mark.slow
def test_training_refuses_what_it_cannot_do(folder: Path) -> None:
    """An unknown rival, and a game in which no feature differs."""
    assert "there is no bot 'oracle'" in run("train", "garden", "--pool", "oracle").stderr
    assert "there is no bot ''" in run("train", "garden", "--pool", "itself,").stderr
    assert "cannot write none/w.json" in run("train", "garden", "-o", str(Path("none") / "w.json")).stderr
    assert "cannot read none.json" in run("train", "garden", "--begin", "none.json").stderr
    (folder / "game.tw").write_text(GARDEN.replace("gain 1 seed", "gain 0 seed"), "utf-8")
    result = run("train", "garden", "--generations", "1", "--pool", "random", "--seed", "77")
    assert result.exit_code == 2 and "there is nothing to train" in result.stderr


@pytest.mark.parametrize(
    "path", sorted(data_folder("cards").glob(f"*/{WEIGHTS_FILE}")), ids=lambda path: path.parent.name
)
def test_the_weights_of_packs_fit(path: Path) -> None:
    """Those that come with tilewright are of the rules as they are: who changes these runs `tilewright train` again."""
    game = tilewright.load_pack(path.parent).game
    valid(path.read_text("utf-8"), "weights-1")
    found = json.loads(path.read_text("utf-8"))
    assert found["game"] == game.id and found["rules"] == digest_of(game)
    assert set(found["weights"]) <= set(names_of(game))


def test_dragon_castle_has_weights() -> None:
    """The pack keeps them, and they say that a group just short of a set is worth something."""
    weights = weights_for(pack().game)
    assert weights is not None and weights["set: 3 of 4"] > 0
