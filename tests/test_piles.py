"""Piles that lie face-down: by hand, compiled, what each player knows, files, and what is refused."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import tilewright
from native_lockstep import play_natively
from small_games import begin, dealt_anew, game_of, moves, problems_of
from tilewright.diagnostics import Diagnostics
from tilewright.draw.picture import of_position
from tilewright.files.positions import read_position
from tilewright.files.printing import print_position
from tilewright.kernel.state import FlatState
from tilewright.kernel.table import has_seen, turn_pile
from tilewright.kernel.wasm.native import Native, compiled
from tilewright.kernel.wasm.tables import ARENA_END
from tilewright.play.bots.uct import Uct
from tilewright.play.log import looked_at, turn_lines
from tilewright.play.match import Match
from tilewright.play.view import BYSTANDER, information, view
from tilewright.source import Source
from tilewright.table.continuation import InvalidStanding
from tilewright.table.position import Position

GAME = """\
game lantern
  name en "Lantern"
  players 2 to 3

  piece card
    suit red R1 to R4 worth 1 to 4 copies 2
    suit blue B1 to B4 worth 1 to 4 copies 1
    identity face

  pool hand
    of each player
    holds cards
    hidden

  pool open
    of each player
    holds cards

  pool discards
    of the table
    holds cards

  board deck
    of the table
    size 1 by 1
    sizes 1 to 1
    begins with every card
    hidden

  part cards
    score total worth of cards in the open

  setup
    for each player
      3 times
        move a card in the deck to the hand

  turn
{turn}

  end after a turn if there is no card in the deck
"""
DRAW_OR_LOOK = """\
    choose one
      option draw
        move a card in the deck to the hand
      option look
        look at a card in the deck
        may move a card in the deck to the bottom of the deck"""
TURN = f"""\
{DRAW_OR_LOOK}
      option show
        move a card in the hand to the open
      option bury
        move a card in the hand to the bottom of the deck
      option cap
        move a card in the hand to the top of the deck
      option reveal
        move a card in the deck to the discards
      option back
        move a card in the discards to the top of the deck
      option mix
        move every card in the discards to the bottom of the deck
        shuffle the deck"""


def lantern(players: int = 2, seed: int = 0, turn: str = TURN) -> Match:
    return begin(game_of(GAME.format(turn=turn)), players, seed=seed)


def deck_of(match: Match) -> list[str]:
    """The pile, bottom to top."""
    seat = match.state.table.seat_of("deck", 0)
    return [match.game.kinds[piece >> 1].code for piece in match.state.table.grids[seat].piles[0]]


def pieces_in(match: Match, place: str, player: int) -> list[str]:
    """What lies in a pool, in order."""
    grid = match.state.table.grids[match.state.table.seat_of(place, player)]
    return sorted(match.game.kinds[pile[-1] >> 1].code for pile in grid.piles if pile)


def known_to(match: Match, player: int) -> list[str]:
    """The pile as a player knows it, bottom to top: a code, or a question mark."""
    cells, seat = match.state.cells, match.state.table.seat_of("deck", 0)
    return [
        code if has_seen(cells, piece, player) else "?"
        for code, piece in zip(deck_of(match), cells.stack(seat, 0), strict=True)
    ]


class ByHand:
    """The deck, hands and discards as somebody at the table would follow them, with what each player knows of the deck."""

    def __init__(self, match: Match) -> None:
        self.players = len(match.names)
        self.deck = [(code, frozenset[int]()) for code in deck_of(match)]
        self.hands = [pieces_in(match, "hand", player) for player in range(self.players)]
        self.discards: list[str] = []
        self.open = [list[str]() for _ in range(self.players)]

    def knows(self, player: int) -> list[str]:
        return [code if player in seen else "?" for code, seen in self.deck]

    def play(self, player: int, option: str, code: str) -> None:
        """An option, with the card of the hand or the discards that it moves."""
        if option == "draw":
            self.hands[player].append(self.deck.pop()[0])
        elif option == "look":
            code, seen = self.deck.pop()
            self.deck.append((code, seen | {player}))
        elif option == "under":
            self.deck.insert(0, self.deck.pop())
        elif option == "reveal":
            self.discards.append(self.deck.pop()[0])
        elif option == "back":
            self.discards.remove(code)
            self.deck.append((code, frozenset(range(self.players))))
        elif option == "mix":
            self.deck, self.discards = [], []
        else:
            self.hands[player].remove(code)
            if option == "show":
                self.open[player].append(code)
            elif option == "bury":
                self.deck.insert(0, (code, frozenset({player})))
            else:
                self.deck.append((code, frozenset({player})))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", [2, 3])
def test_a_pile_by_hand(seed: int, players: int) -> None:
    """Order, hands and what each player knows are as somebody follows them; a shuffle keeps the cards and is known to nobody."""
    match, random = lantern(players, seed), Random(seed)
    hand = ByHand(match)
    for _ in range(60):
        if match.over:
            break
        option = random.choice(moves(match))
        player, before = match.turn, deck_of(match)
        held = {"back": hand.discards}.get(option, hand.hands[player])
        match.play(option)
        code = held[0] if held else ""
        if option in ("show", "bury", "cap", "back") and len({*held}) > 1:
            move = random.choice(moves(match))
            code = move.split()[-1]
            match.play(move)
        if option == "mix":
            everything = sorted([*before, *hand.discards])
            assert sorted(deck_of(match)) == everything
            assert known_to(match, 0) == known_to(match, BYSTANDER) == ["?"] * len(everything)
        hand.play(player, option, code)
        if option == "mix":
            hand.deck = [(one, frozenset()) for one in deck_of(match)]
        if option == "look":
            move = random.choice(moves(match))
            match.play(move)
            hand.play(player, "under" if move == "yes" else "", code) if move == "yes" else None
        assert deck_of(match) == [one for one, _ in hand.deck]
        for seat in range(players):
            assert pieces_in(match, "hand", seat) == sorted(hand.hands[seat])
            assert known_to(match, seat) == hand.knows(seat)
        assert pieces_in(match, "discards", 0) == sorted(hand.discards)


def test_every_shuffle_is_another_one() -> None:
    """By the seed every card of the deck is on top now and then, and the same seed gives the same order."""
    tops = {deck_of(lantern(seed=seed))[-1] for seed in range(80)}
    assert len(tops) == 8
    assert deck_of(lantern(seed=5)) == deck_of(lantern(seed=5)) != deck_of(lantern(seed=6))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("players", [2, 3])
def test_the_compiled_game_is_the_same(seed: int, players: int) -> None:
    """The compiled game and the interpreter agree in every choice and every byte."""
    play_natively(lantern(players, seed), seed, 80)


def test_the_compiled_game_shuffles_by_itself() -> None:
    """In random games the runtime shuffles: the cards stay the same, nobody has seen one, and each is on top as often."""
    pytest.importorskip("wasmtime")
    turn = """\
    shuffle the deck
    choose one
      option look
        look at a card in the deck
      option pass
        turn face-up a card in the deck"""
    match = lantern(turn=turn)
    layout, seat = match.machine.layout, match.state.table.seat_of("deck", 0)
    native = Native(compiled(layout))
    native.load(match.state.cells)
    tops, games = Counter[str](), 1600
    for seed in range(games):
        assert native.playouts(1, seed, most=1) == 1
        state = FlatState(layout, bytearray(native.view(ARENA_END, layout.size)))
        pile = [match.game.kinds[piece >> 1].code for piece in state.pile(seat, 0)]
        assert sorted(pile) == sorted(deck_of(match))
        assert not any(has_seen(state, piece, player) for piece in state.stack(seat, 0) for player in (0, 1))
        tops[pile[-1]] += 1
    expected = {code: games * count / len(pile) for code, count in Counter(deck_of(match)).items()}
    assert tops.keys() == expected.keys()
    assert sum((tops[code] - wanted) ** 2 / wanted for code, wanted in expected.items()) < 30


# ------------------------------------------------------------------ what players know


def test_what_is_hidden_makes_no_difference() -> None:
    """However the pile is dealt anew for who chooses: the same information, the same moves, and the same pieces that the player has seen."""
    random, different, known = Random(7), 0, 0
    for seed in range(12):
        match = lantern(3, seed)
        for _ in range(40):
            if match.over:
                break
            player, other = match.turn, dealt_anew(match, random)
            assert information(other, player) == information(match.state, player)
            assert [move.text for move in match.machine.moves_at(other)] == moves(match)
            different += other.table.key != match.state.table.key
            codes = known_to(match, player)
            known += any(code != "?" for code in codes)
            seat = match.state.table.seat_of("deck", 0)
            dealt = [match.game.kinds[piece >> 1].code for piece in other.table.grids[seat].piles[0]]
            assert all(code in ("?", there) for code, there in zip(codes, dealt, strict=True))
            match.play(random.choice(moves(match)))
    assert different > 100
    assert known > 50


def test_only_who_looks_sees_the_top() -> None:
    """The view of the player shows it, those of others and of bystanders do not; all know that somebody has looked."""
    match = lantern(seed=3)
    top, before = deck_of(match)[-1], [information(match.state, seat) for seat in (0, 1)]
    match.play("look")
    height = len(deck_of(match))
    views = [match.view(seat).position().boards["deck"].stacks[0] for seat in (0, 1, BYSTANDER)]
    assert [(stack.down, stack.up) for stack in views] == [(height - 1, (top,)), (height, ()), (height, ())]
    assert looked_at(match, match.states[0], match.state, 0) == f"seen in the deck: {top}"
    assert looked_at(match, match.states[0], match.state, 1) == ""
    match.play("done")
    assert turn_lines(match, 0)[0].startswith("Ada: look; done")
    assert [information(match.state, seat) for seat in (0, 1)] != before


def test_another_order_is_other_information_only_to_who_has_looked() -> None:
    """With the pile in another order the one who has not looked knows the same; who has knows which card is on top."""
    match = lantern(seed=3)
    match.play("look")
    cells, seat = match.state.cells, match.state.table.seat_of("deck", 0)
    known = [information(match.state, player) for player in (0, 1)]
    other = match.state.copy()
    turn_pile(other.cells, seat, cells.stack(seat, 0), cells.pile(seat, 0)[::-1])
    assert other.table.key != match.state.table.key
    assert information(other, 1) == known[1]
    assert information(other, 0) != known[0]
    below = match.state.copy()
    *covered, top = cells.pile(seat, 0)
    turn_pile(below.cells, seat, cells.stack(seat, 0), [*covered[::-1], top])
    assert below.table.key != match.state.table.key
    assert [information(below, player) for player in (0, 1)] == known


def test_what_was_laid_down_openly_is_known_to_all() -> None:
    """A card that goes from an open pool on top is known to everybody, until the deck is shuffled."""
    match = lantern(seed=2)
    match.play("reveal")
    (code,) = pieces_in(match, "discards", 0)
    match.play("back")
    assert [known_to(match, seat)[-1] for seat in (0, 1, BYSTANDER)] == [code] * 3
    match.play("mix")
    assert known_to(match, BYSTANDER)[-1] == "?"


def test_uct_knows_what_it_has_seen() -> None:
    """Who has looked at the top keeps a high card, and leaves a low one for the next."""
    turn = """\
    look at a card in the deck
    choose one
      option keep
        move a card in the deck to the open
      option leave
        move a card in the deck to the discards
        move a card in the deck to the open"""
    chosen = {"1": set[str](), "4": set[str]()}
    for seed in range(30):
        match = lantern(seed=seed, turn=turn)
        top = deck_of(match)[-1]
        if top[1] in chosen:
            chosen[top[1]].add(Uct(seed, playouts=400).choose(match.view()).text)
    assert chosen == {"1": {"leave"}, "4": {"keep"}}


# ------------------------------------------------------------------ files


def test_a_position_keeps_the_order_and_who_has_seen_what() -> None:
    """Written and read again it is the same, and so is what each player knows."""
    random, seen = Random(5), 0
    for seed in range(8):
        match = lantern(seed=seed)
        for _ in range(15):
            match.play(random.choice(moves(match)))
            if match.over:
                break
            text = print_position(match.full_position())
            position = read(match, text)
            assert position is not None
            again = Match.at(position, seed=match.seed)
            assert deck_of(again) == deck_of(match)
            for player in (0, 1, BYSTANDER):
                assert known_to(again, player) == known_to(match, player)
            assert view(again.state, 0).key == view(match.state, 0).key
            seen += "seen:" in text
    assert seen > 20


def read(match: Match, text: str) -> Position | None:
    """A position of the game of a match, None if there is something wrong with it."""
    diagnostics = Diagnostics(Source("a.position.yaml", text))
    return read_position(diagnostics.source, match.game, diagnostics)


def test_a_position_that_says_too_much_is_refused() -> None:
    match = lantern(seed=3)
    match.play("look")
    text = print_position(match.full_position())
    assert "seen:" in text
    changes = (("pieces: '6'", "pieces: '60'", "these pieces"), ("place: deck", "place: hand", "no hidden pile 'hand'"))
    for before, after, reason in changes:
        assert before in text
        position = read(match, text.replace(before, after))
        assert position is not None
        with pytest.raises(InvalidStanding, match=reason):
            Match.at(position)


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("shuffle the discards", "TW202 'discards' is not a hidden pile"),
        ("look at a card in the discards", "TW202 this does not lie in a hidden pile"),
        ("move a card in the hand to the bottom of the discards", "TW202 'discards' is not a pile"),
        ("move a card in the hand to the deck", "TW202 this does not say where in the deck"),
        (
            "may move a card in the deck where it is red to the hand",
            "TW225 the choices here would reveal what others hide",
        ),
    ],
)
def test_what_is_refused(line: str, problem: str) -> None:
    found = problems_of(GAME.format(turn=f"    {line}"))
    assert [one.split(" ", 1)[1] for one in found][:1] == [problem]


def test_a_hidden_board_is_one_space() -> None:
    for before, after in (
        ("size 1 by 1", "size 1 by 2"),
        ("sizes 1 to 1\n", "sizes 1 to 1\n    hidden under others\n"),
    ):
        text = GAME.format(turn=TURN).replace(before, after)
        assert any("TW113 a hidden board is a pile" in one for one in problems_of(text))


@pytest.mark.parametrize(
    ("owner", "problem"),
    [
        ("the table", "TW113 a board on which all see the pieces starts empty"),
        ("each player", "TW113 a board 'of each player' starts empty"),
    ],
)
def test_open_boards_start_empty(owner: str, problem: str) -> None:
    """Of more pieces than there are spaces, some would not be in the game."""
    text = GAME.format(turn=TURN).replace(
        "board deck",
        f"board field\n    of {owner}\n    size 2 by 2\n    sizes 2 to 2\n    begins with 5 cards\n\n  board deck",
    )
    assert problem in [one.split(" ", 1)[1] for one in problems_of(text)]


# ------------------------------------------------------------------ a pile of each player

OWN_DECKS = """\
game own-decks
  name en "Own decks"
  players 2 to 3

  piece card
    suit red R1 to R3 worth 1 to 3 copies 6
    identity face

  pool supply
    of the table
    holds cards
    begins with every card

  pool deck
    of each player
    holds cards
    hidden from all

  pool hand
    of each player
    holds cards
    hidden

  pool discards
    of each player
    holds cards

  part cards
    score total worth of cards in the discards

  setup
    for each player
      3 times
        move a random card in the supply to the deck

  turn
    if there is no card in the deck
      move every card in the discards to the deck
    if there is a card in the deck
      move a random card in the deck to the hand
    choose one
      option play
        move a card in the hand to the discards
      option buy
        move a card in the supply to the discards

  end after a turn if count of cards in the supply < 3
"""


@pytest.mark.parametrize("players", [2, 3])
def test_a_draw_pile_of_each_player(players: int) -> None:
    """Cards are drawn from the player's own pile, which is made of their discards when it is empty; nobody knows what comes."""
    random, refilled = Random(players), 0
    for seed in range(6):
        match = Match(game_of(OWN_DECKS), ["Ada", "Bo", "Cy"][:players], seed=seed)
        while not match.over:
            other = dealt_anew(match, random)
            assert information(other, match.turn) == information(match.state, match.turn)
            player, before = match.turn, [held(match, one) for one in range(players)]
            match.play(random.choice(moves(match)))
            after = [held(match, one) for one in range(players)]
            for one in set(range(players)) - {player, match.turn}:
                assert after[one] == before[one]
            refilled += after[match.turn]["deck"] > before[match.turn]["deck"]
    assert refilled > 10
    play_natively(Match(game_of(OWN_DECKS), ["Ada", "Bo", "Cy"][:players], seed=players), players, 80)


def held(match: Match, player: int) -> dict[str, int]:
    """How many cards a player has in each of the pools."""
    seats = {name: match.state.table.seat_of(name, player) for name in ("deck", "hand", "discards")}
    return {name: sum(map(len, match.state.table.grids[seat].piles)) for name, seat in seats.items()}


OWN_PILES = """\
game own-piles
  name en "Own piles"
  players 2 to 3

  piece card
    suit red R1 to R4 worth 1 to 4 copies 9
    identity face

  pool supply
    of the table
    holds cards
    begins with every card

  board deck
    of each player
    size 1 by 1
    sizes 1 to 1
    hidden

  pool hand
    of each player
    holds cards
    hidden

  pool discards
    of each player
    holds cards

  counter points

  part cards
    score total worth of cards in the discards

  setup
    for each player
      4 times
        move a random card in the supply to the top of the deck
      shuffle the deck

  turn
{turn}

  end after a turn if count of cards in the supply < 3
"""
OWN_TURN = f"""\
    if there is no card in the deck
      move every card in the discards to the bottom of the deck
      shuffle the deck
{DRAW_OR_LOOK}
      option play
        move a card in the hand to the discards
      option buy
        move a card in the supply to the top of the deck
      option spoil
        move a card in the hand to the top of the deck of the left player
      option steal
        move a card in the deck of the left player to the hand
      option spy
        look at a card in the deck of the left player
      option stir
        shuffle the deck of the left player"""


def own_piles(players: int, seed: int, turn: str = OWN_TURN) -> Match:
    return begin(game_of(OWN_PILES.format(turn=turn)), players, seed=seed)


def pile_of(match: Match, player: int, knows: int | None = None) -> list[str]:
    """The pile of a player, bottom to top; with a player who `knows`, as that one knows it."""
    cells, seat = match.state.cells, match.state.table.seat_of("deck", player)
    codes = [match.game.kinds[piece >> 1].code for piece in cells.pile(seat, 0)]
    seen = [knows is None or has_seen(cells, piece, knows) for piece in cells.stack(seat, 0)]
    return [code if known else "?" for code, known in zip(codes, seen, strict=True)]


@pytest.mark.parametrize("players", [2, 3])
def test_piles_of_each_player_by_hand(players: int) -> None:
    """Each pile is changed as its option says, the others are not, and who has looked is the only one who learns of it."""
    random, used, stirred = Random(players), Counter[str](), 0
    for seed in range(8):
        match = own_piles(players, seed)
        while not match.over and len(match.played) < 60:
            player, left = match.turn, (match.turn + 1) % players
            before = [pile_of(match, one) for one in range(players)]
            known = [[pile_of(match, of, by) for by in range(players)] for of in range(players)]
            option = random.choice([move for move in moves(match) if move != "look"] or ["look"])
            used[option] += 1
            match.play(option)
            if match.turn == player and match.state.choice is not None and option in ("play", "buy", "spoil"):
                match.play(random.choice(moves(match)))
            refilled = {one for one in range(players) if len(pile_of(match, one)) > len(before[one]) + 1}
            own, theirs = pile_of(match, player), pile_of(match, left)
            for other in set(range(players)) - {player, left} - refilled:
                assert pile_of(match, other) == before[other]
                assert [pile_of(match, other, by) for by in range(players)] == known[other]
            if option == "draw":
                assert own == before[player][:-1]
            elif option == "buy":
                assert own[:-1] == before[player]
                assert all(pile_of(match, player, by)[-1] == own[-1] for by in range(players))
            elif option == "spoil" and left not in refilled and before[left]:
                assert theirs[:-1] == before[left]
                assert [pile_of(match, left, by)[-1] != "?" for by in range(players)] == [
                    by == player for by in range(players)
                ]
            elif option == "steal" and left not in refilled and len(before[left]) > 1:
                assert theirs == before[left][:-1]
            elif option == "spy":
                assert theirs == before[left]
                assert pile_of(match, left, player)[-1] == theirs[-1]
                others = [by for by in range(players) if by != player]
                assert [pile_of(match, left, by) for by in others] == [known[left][by] for by in others]
            elif option == "stir" and left not in refilled and before[left]:
                assert own == before[player] and sorted(theirs) == sorted(before[left])
                assert all(set(pile_of(match, left, by)) == {"?"} for by in range(players))
                stirred += theirs != before[left]
    assert all(used[option] > 5 for option in ("draw", "play", "buy", "spoil", "steal", "spy", "stir"))
    assert stirred > 5


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 3])
def test_piles_of_each_player_compiled_and_dealt_again(players: int, seed: int) -> None:
    """Compiled as interpreted; dealt anew a player knows the same; a position that is read again is the same."""
    play_natively(own_piles(players, seed), seed, 300)
    match, random, different = own_piles(players, seed), Random(seed), 0
    for _ in range(40):
        if match.over:
            break
        player, other = match.turn, dealt_anew(match, random)
        assert information(other, player) == information(match.state, player)
        assert [move.text for move in match.machine.moves_at(other)] == moves(match)
        different += other.table.key != match.state.table.key
        position = read(match, print_position(match.full_position()))
        assert position is not None
        again = Match.at(position, seed=match.seed)
        for of in range(players):
            for by in (None, *range(players)):
                assert pile_of(again, of, by) == pile_of(match, of, by)
        match.play(random.choice(moves(match)))
    assert different > 20


def test_piles_of_each_player_on_the_screen() -> None:
    """A view shows how many pieces lie in each pile, and of them those that the player has seen on top; so do pictures."""
    match = own_piles(2, seed=3)
    match.play("look")
    top = pile_of(match, 0)[-1]
    stacks = [[match.view(by).position().players[of].pools["deck"].stacks[0] for of in (0, 1)] for by in (0, 1)]
    assert [[repr(stack) for stack in row] for row in stacks] == [[f"3{top}", "4"], ["4", "4"]]
    assert looked_at(match, match.states[0], match.state, 0) == f"seen in the deck: {top}"
    assert looked_at(match, match.states[0], match.state, 1) == ""
    titles = [picture.title for picture in of_position(match.view(1).position())]
    assert "Ada: deck" in titles
    assert "Bo: deck" in titles


@pytest.mark.parametrize("place", ["deck", "deck of the left player"])
def test_what_lies_on_a_pile_of_a_player_shows_nothing(place: str) -> None:
    """How many pieces lie there is known to all, which one is on top is not."""
    turn = """\
    choose one
      option one if there is a card in the {place}{where}
        gain 1 points
      option two
        gain 2 points"""
    assert problems_of(OWN_PILES.format(turn=turn.format(place=place, where=""))) == []
    found = problems_of(OWN_PILES.format(turn=turn.format(place=place, where=" where its worth = 2")))
    assert [one.split(" ", 1)[1] for one in found] == ["TW225 the choices here would reveal what others hide"]


def test_a_second_hidden_pool_of_another_player_shows_nothing() -> None:
    """What lies in it decides no choice of somebody else, as what lies in the first one."""
    purse = "  pool purse\n    of each player\n    holds cards\n    hidden\n\n  pool discards"
    turn = """\
    choose one
      option one if there is a card in the purse{owner} where its worth = 2
        gain 1 points
      option two
        gain 2 points"""
    text = OWN_PILES.replace("  pool discards", purse)
    assert problems_of(text.format(turn=turn.format(owner=""))) == []
    (found,) = problems_of(text.format(turn=turn.format(owner=" of the left player")))
    assert "TW225" in found


def test_no_odds_of_an_order_that_is_hidden() -> None:
    """One order of many would be taken for the true one."""
    with pytest.raises(tilewright.Problems, match="the order of the deck is hidden"):
        tilewright.odds(own_piles(2, 0), "points")
