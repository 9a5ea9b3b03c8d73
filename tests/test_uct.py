"""UCT in compiled games: it sees what wins or loses at once, is the same by its seed, and knows no more than its player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

import tilewright
from counted_time import DECISION
from small_games import begin, game_of
from tilewright.cli.table.commands import _advice
from tilewright.packs.equipment import fitting_layouts, printed_cards
from tilewright.play.bots import bot
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.proof import ProvedMove
from tilewright.play.bots.uct import Rollouts, Uct, promise, ranked, shared_tree
from tilewright.play.bots.value import POINT, value_of
from tilewright.play.match import Match
from tilewright.play.state import GameState, Move
from tilewright.resources import data_folder
from tilewright.table.card import Layout
from tilewright.table.game import Weights
from tilewright.tree import GameNode, root

pytest.importorskip("wasmtime")
EXAMPLES = data_folder("cards").parent / "examples"
TIC_TAC_TOE, CONNECT_FOUR, PIG, HANDS, REVERSI = (
    str(EXAMPLES / name) for name in ("tic-tac-toe", "connect-four", "pig", "rock-paper-scissors", "reversi")
)
CASTLE = tilewright.load_pack("dragon-castle").game


def castle_layouts() -> dict[str, Layout]:
    """A castle for two."""
    (layout,) = [one for one in tilewright.load_pack("dragon-castle").layouts() if one.id == "base-2"]
    return {layout.category: layout}


GAMES = [
    ("cairns", 1),
    ("herons", 3),
    ("herons", 4),
    ("court-the-king", 2),
    ("court-the-king", 4),
    ("dragon-castle", 2),
    ("dragon-castle", 4),
    ("fist-of-dragonstones", 3),
    ("princess-and-dragon", 2),
]


def begun(name: str, players: int = 2, seed: int = 1) -> Match:
    """A game with the printed cards, on the first layouts that fit."""
    pack = tilewright.load_pack(name)
    sorts = [definition.name for definition in pack.game.layouts]
    fitting = [fitting_layouts(pack, sort, players)[0] for sort in sorts]
    layouts = {known.category: known for known in fitting if isinstance(known, Layout)}
    cards = [pack.card(id) for id in printed_cards(pack)]
    return Match(pack.game, [f"P{i + 1}" for i in range(players)], cards, layouts, seed)


# ------------------------------------------------------------------ what wins or loses at once


def wins(match: Match, state: GameState, player: int) -> bool:
    """Whether the game is over, and a player has won it: more points than the other one."""
    counters = [match.machine.layout.counters[name] for name in ("points",)]
    points = [
        state.cells.wide[state.cells.layout.count.at + one * len(state.cells.layout.counters) + counters[0]]
        for one in (0, 1)
    ]
    return state.over and points[player] > points[1 - player]


def loses_at_once(match: Match, move: Move) -> bool:
    """Whether the other player can win with the next move."""
    player, after = match.turn, match.machine.applied(match.state, move)
    return not after.over and any(
        wins(match, match.machine.applied(after, reply), 1 - player) for reply in match.machine.moves_at(after)
    )


def threats(name: str, games: int) -> Iterator[Match]:
    """Moments of random games at which some moves win or lose at once, and others do not."""
    for seed in range(games):
        match, random = begun(name, seed=seed), Random(seed)
        while not match.over:
            losing = [loses_at_once(match, move) for move in match.moves]
            winning = [wins(match, match.machine.applied(match.state, move), match.turn) for move in match.moves]
            if any(winning) or (any(losing) and not all(losing)):
                yield match
            match.play(random.choice(match.moves))


@pytest.mark.parametrize("name", [TIC_TAC_TOE, CONNECT_FOUR])
@pytest.mark.parametrize("text", ["uct:1", "uct:60"])
def test_no_move_loses_at_once_if_another_does_not(name: str, text: str) -> None:
    """F83: where a move wins it is played, and none is played after which the other player can win at once, if there is another."""
    seen = 0
    for seed, match in enumerate(threats(name, 12)):
        move, seen = bot(text, seed).choose(match.view()), seen + 1
        winning = [one for one in match.moves if wins(match, match.machine.applied(match.state, one), match.turn)]
        assert move in winning if winning else not loses_at_once(match, move), (match.played, move)
    assert seen > 20


def test_what_is_lost_is_not_lost_in_one_move() -> None:
    """With 100 games a turn, some games against random moves are lost as second player: to two threats at once, never to one that was left open."""
    lost = 0
    for seed in range(150):
        match, bots = begun(TIC_TAC_TOE, seed=seed), [bot("random", seed + 1), bot("uct:100", seed)]
        while not match.over:
            move = bots[match.turn].choose(match.view())
            if match.turn == 1 and not wins(match, match.machine.applied(match.state, move), 1):
                others = [one for one in match.moves if not loses_at_once(match, one)]
                assert not others or not loses_at_once(match, move), (match.played, move)
            match.play(move)
        lost += list(match.winners()) == [match.names[0]]
    assert lost


@pytest.mark.parametrize("rival", ["greedy", "halving:5"])
def test_tic_tac_toe_is_not_lost(rival: str) -> None:
    """F83: with a few thousand games a turn, tic-tac-toe is won or drawn from both seats."""
    for seed in range(4):
        match = begun(TIC_TAC_TOE, seed=seed)
        bots = [bot("uct:3000", seed), bot(rival, seed)][:: 1 if seed % 2 else -1]
        own = seed % 2 == 0
        while not match.over:
            match.play(bots[match.turn].choose(match.view()))
        assert match.names[int(own)] in match.winners()


def test_what_is_sure_is_proved() -> None:
    """What does not block a row is a sure loss; the block makes two threats three moves later, a sure win."""
    match = begun(TIC_TAC_TOE)
    for text in ("to 1,1", "to 3,3", "to 1,2"):
        match.play(match.moves.parse(text))
    advice = Uct(1, playouts=200).advise(match.view())
    assert advice[0].move.text.endswith("1,3")
    assert [one.tried.winner for one in advice] == [1, *[0] * 5]
    match.play(match.moves.parse("to 2,2"))
    assert (best := Uct(1, playouts=50).advise(match.view())[0]).move.text.endswith("1,3")
    assert best.tried.winner == 0


def test_points_that_come_and_go_do_not_mislead() -> None:
    """Reversi, where each move takes disks from the opponent, is played to its end; Pig, where points stay, only on for a few decisions."""
    assert min(_lengths(begun(REVERSI), 10)) >= 40
    assert sorted(_lengths(begun(PIG), 20))[15] < 10


def _lengths(match: Match, games: int) -> list[int]:
    """The numbers of random decisions in the first simulated games after the first moves of a match."""
    for _ in range(6):
        match.play(match.moves[0])
    tree, codes = shared_tree(match.view()).tree, [move.value for move in match.moves]
    tree.begin(match.state.cells, match.turn, codes, 1, Rollouts())
    return [tree.search(1) and tree.call("decided") for _ in range(games)]


def test_what_wins_over_chance_is_held() -> None:
    """Pig: who has rolled enough to win holds, and who has nothing to lose rolls."""
    match = begun(PIG)
    while not match.over:
        points = [score.total for score in match.scores()]
        pot = match.state.cells.counter(0, "pot")
        if points[match.turn] + pot >= 100 or pot == 0:
            best = Uct(1, playouts=400).choose(match.view()).text
            assert best == ("yes" if pot == 0 else "done")
        match.play(match.moves.parse("yes" if pot < 20 else "done"))


# ------------------------------------------------------------------ seeds, hidden things, all games


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_all_games_are_played(name: str, players: int) -> None:
    """In each game and with each number of players it makes moves that are allowed, the same ones by the same seed."""
    one, other = begun(name, players), begun(name, players)
    bots = [[bot("uct:25", seat) for seat in range(players)] for _ in range(2)]
    for _ in range(12):
        if one.over:
            break
        moves = [bots[i][match.turn].choose(match.view()) for i, match in enumerate((one, other))]
        assert moves[0] == moves[1] and moves[0] in one.moves
        one.play(moves[0]), other.play(moves[1])


def test_what_another_answers_in_secret_is_not_known() -> None:
    """In rock, paper, scissors the second player chooses alike, whatever the first one has chosen."""
    chosen = []
    for hand in ("1", "2", "3"):
        match = begun(HANDS)
        match.play(match.moves.parse(hand))
        chosen.append([Uct(seed, playouts=150).choose(match.view()).text for seed in range(6)])
    assert chosen[0] == chosen[1] == chosen[2]
    assert len(set(chosen[0])) > 1


def test_both_choose_in_secret_at_the_same_time() -> None:
    """What the first player is thought to choose does not follow from what the second one is thought to answer: no hand is better."""
    match = begun(HANDS)
    advice = Uct(3, playouts=6000).advise(match.view())
    assert all(abs(one.tried.won - 0.5) < 0.1 for one in advice)


@pytest.mark.parametrize(("weights", "first"), [(None, range(1, 300)), (CASTLE.weights, range(300, 365))])
def test_a_budget_is_for_a_turn(weights: Weights | None, first: range) -> None:
    """In a turn of many choices all of them together take the games of one turn, and a few more; whole turns are compared at the first."""
    match, player = (
        Match(replace(CASTLE, weights=weights), ["Ada", "Bo"], (), castle_layouts(), 1),
        Uct(1, playouts=300),
    )
    games, turn = [], match.state.turn
    while match.state.turn == turn:
        advice = player.advise(match.view()) if len(match.moves) > 1 else []
        games.append(advice[0].games if advice else 0)
        match.play(advice[0].move if advice else match.moves[0])
    assert len([number for number in games if number]) > 1
    assert games[0] in first and (weights or 300 <= sum(games) < 600)


# ------------------------------------------------------------------ whole turns, where values are learned


def test_the_value_of_a_position_is_that_of_the_other_bots() -> None:
    """What is compiled as the measure of a player says in parts of a point what `ValueFunction` says, on positions of random games."""
    match, random = Match(CASTLE, ["Ada", "Bo"], (), castle_layouts(), 3), Random(3)
    value, seen = value_of(match.view(), None), set[float]()
    assert value is not None
    while not match.over:
        match.play(random.choice(match.moves))
        rule = promise(CASTLE, match.cards)
        assert rule is not None
        for seat, worth in enumerate(value.promises(match.state)):
            places = match.machine.evaluator.places_of(match.state.table, seat)
            asked = match.machine.evaluator.functions(match.state).function(rule)
            found = int(asked(match.state.table.grids, match.state.table.counters, places, seat, {}, ()))
            assert found == pytest.approx(POINT * worth)
            seen.add(worth)
    assert len(seen) > 10


def test_whole_turns_are_found_and_followed() -> None:
    """A set that can be completed in this turn is completed, by all of its moves, as the bot with the value of turns does."""
    gains = []
    for seed in range(3):
        match, bots = Match(CASTLE, ["Ada", "Bo"], (), castle_layouts(), seed), [bot("uct:40", 1), Greedy(2, {})]
        while not match.over:
            match.play(bots[match.turn].choose(match.view()))
        totals = [score.total for score in match.scores()]
        gains.append(totals[0] - totals[1])
    assert min(gains) > 0


def test_turns_are_found_again_by_the_seed() -> None:
    """The same seed gives the same moves, also where abilities are used and the board has another size."""
    pack = tilewright.load_pack("dragon-castle")
    cards = [pack.card(id) for id in ("destruction", "humility")]
    played = []
    for _ in range(2):
        match, player = Match(CASTLE, ["Ada", "Bo"], cards, castle_layouts(), 4), Uct(9, playouts=20)
        for _ in range(12):
            match.play(player.choose(match.view()))
        played.append([move.text for move in match.played])
    assert played[0] == played[1]


ENDLESS = """game endless
  players 2

  piece die
    sides pip 1 to 6
    copies 1
    plural die dice

  pool cup
    of the table
    holds dice
    begins with every die

  counter points
  counter steps

  part points
    score points

  turn
    choose one
      option left
        gain 1 step
      option right
        gain 1 step

  end after a round if steps >= 90000
"""


def test_random_games_in_which_nothing_happens_become_short() -> None:
    """Where random play never scores, the first game is played on for 2000 decisions, the twelfth only for a few."""
    match = begin(game_of(ENDLESS))
    tree, codes = shared_tree(match.view()).tree, [move.value for move in match.moves]
    tree.begin(match.state.cells, match.turn, codes, 1, Rollouts())
    lengths = []
    for _ in range(12):
        tree.search(1)
        lengths.append(tree.call("decided"))
    assert lengths[0] >= 2000 and lengths[-1] == Rollouts().limit
    assert sum(lengths) < 3 * lengths[0]


@pytest.mark.parametrize(("learned", "looks", "most"), [(True, 24, 8), (False, 48, 64)])
def test_the_clock_is_looked_at_often(learned: bool, looks: int, most: int) -> None:
    """However quick the clock says that games are, only so many are played between two looks at it: it may be wrong, as the one of the tests. Two
    looks are for each batch, and 32 turns are tried once each before."""
    match = Match(CASTLE, ["Ada", "Bo"], (), castle_layouts(), 1)
    advice = Uct(1, looks * DECISION, learned=learned).advise(match.view())
    assert advice[0].games <= 32 + 12 * most


def test_a_random_game_is_broken_off_only_when_something_has_been_scored() -> None:
    """Connect Four is played to its end: the share of wins says who wins, not who is ahead at once."""
    match = begun(CONNECT_FOUR)
    advice = Uct(1, playouts=400).advise(match.view())
    assert any(0 < one.tried.won < 1 for one in advice)
    assert max(abs(one.tried.points) for one in advice) > 0


@pytest.mark.parametrize("name", ["cairns", "court-the-king"])
def test_a_later_choice_of_a_turn_keeps_what_was_found_before(name: str) -> None:
    """The playouts of the turn that went through a choice, by any way, are known there, wherever pieces lie that are alike; of another turn none is."""
    match, settings, best = begun(name), Rollouts(), None
    tree, shares, games = shared_tree(match.view()).tree, [], 0
    for _ in range(25):
        codes = [move.value for move in match.moves]
        if len(codes) > 1:
            kept = tree.begin(match.state.cells, match.turn, codes, 1, settings, best.code if best else None)
            assert sum(one.visits for one in tree.tried()) == kept <= (games if best else 0)
            shares.append(kept / best.visits if best else 0)
            games = (games if best else 0) + tree.search(300)
            best = ranked(tree.tried(), match.turn)[0]
        code = best.code if best and best.code in codes else codes[0]
        match.play(next(move for move in match.moves if move.value == code))
        best = best if best and best.stays else None
    assert max(shares) > 0.9
    codes = [move.value for move in match.moves]
    assert tree.begin(match.state.cells, match.turn, codes, 1, settings) == 0


# ------------------------------------------------------------------ the rest of a game


def ending(name: str, seed: int, left: int) -> Match:
    """A game of random moves, so many moves before its end."""
    match, random = begun(name, 2, seed), Random(seed)
    while not match.over:
        match.play(random.choice(list(match.moves)))
    for _ in range(left):
        match.undo()
    return match


@pytest.mark.parametrize("left", [5, 3])
@pytest.mark.parametrize("seed", range(3))
def test_the_rest_of_a_game_is_searched_to_its_end(left: int, seed: int) -> None:
    """What is proved of the best move is what a plain recursion over the tree of the game finds."""
    match = ending(TIC_TAC_TOE, seed, left)
    player = match.turn
    proved = shared_tree(match.view()).rest.proved(match.view(), 1 << 16)
    assert proved is not None

    def value(node: GameNode) -> Fraction:
        if node.is_terminal:
            return node.returns()[player]
        return (max if node.player == player else min)(value(node.apply(move)) for move in node.moves)

    start = root(match)
    after = {code: value(start.apply(move)) for move, code in start.codes.items()}
    assert abs(proved.value - float(max(after.values()))) < 1e-9
    assert abs(float(after[proved.code]) - proved.value) < 1e-9


def test_a_proof_takes_no_more_than_it_may() -> None:
    """Where the rest of the game is too large nothing is proved, and neither where hands are hidden or three play."""
    whole = begun(TIC_TAC_TOE)
    rest = shared_tree(whole.view()).rest
    assert rest.proved(whole.view(), 100) is None
    proved = rest.proved(whole.view(), 1 << 16)
    assert proved == ProvedMove(proved.code, 0.0, 2) if proved is not None else False
    for match in (begun("herons", 3), begun(HANDS)):
        assert shared_tree(match.view()).rest.proved(match.view(), 1 << 16) is None


def test_exact_proves_more_than_uct_and_says_where_it_does_not() -> None:
    """With the same budget it proves the best move sooner; where it finds no proof it plays as `uct`, and the advice says so."""
    match = ending(TIC_TAC_TOE, 1, 5)
    for text, is_proved in (("uct:20", False), ("exact:20", True), ("exact:1", False)):
        own = bot(text, 1)
        assert isinstance(own, Uct)
        move = own.choose(match.view())
        assert move in match.moves and (own.proved is not None) == is_proved
        told = "; the best move is not proved" in _advice(match.view(), bot(text, 1))
        assert told == (text == "exact:1")


def test_a_king_is_crowned() -> None:
    """In To Court the King nobody scores before the end: by its measure the bot collects equal dice, so the game ends."""
    pack = tilewright.load_pack("court-the-king")
    match = Match(pack.game, ["1", "2"], [pack.card(id) for id in printed_cards(pack)], {}, 3)
    bots = [bot("uct:40", seed) for seed in (1, 2)]
    while not match.over and match.state.turn < 100:
        match.play(bots[match.turn].choose(match.view()))
    assert match.over and sorted(score.total for score in match.scores()) == [0, 1]
