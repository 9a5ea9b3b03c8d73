"""To Court the King written by hand in plain Python, and played at random: what our rate of decisions stands beside.

It has the decisions that the game file leads to: one die after another is set aside, a card is used by a decision and then
asks for what it needs. Dice are numbers, cards are strings; nothing is kept that the rules do not need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from random import Random

DICE = 12
COPIES = {2: (2, 2, 1, 1, 1, 1), 3: (3, 2, 2, 2, 2, 1), 4: (4, 3, 3, 2, 2, 1), 5: (5, 4, 3, 3, 3, 1)}
"""By the number of players: the copies of each card of a level."""
LEVELS = (
    ("fool",),
    ("farmer", "maid", "philosopher", "artisan", "guard"),
    ("hunter", "astronomer", "merchant"),
    ("lady", "banker", "knight", "sorcerer"),
    ("alchemist", "bishop", "nobleman", "commander"),
    ("queen", "king"),
)
ADDED = {"artisan": 1, "guard": 2, "hunter": 3, "banker": 4, "knight": 5, "bishop": 6}
"""The side of the die that a card adds."""


def _of_each(counts: Counter[int], size: int) -> int:
    return sum(count // size for count in counts.values())


def _straight(counts: Counter[int], length: int) -> bool:
    return any(all(side in counts for side in range(low, low + length)) for low in range(1, 8 - length))


def _full_house(counts: list[int]) -> bool:
    return bool(counts) and (counts[0] >= 5 or (counts[0] >= 3 and len(counts) > 1 and counts[1] >= 2))


PRICES: dict[str, Callable[[Counter[int]], bool]] = {
    "fool": lambda dice: True,
    "farmer": lambda dice: max(dice.values(), default=0) >= 2,
    "maid": lambda dice: all(side % 2 for side in dice),
    "philosopher": lambda dice: all(side % 2 == 0 for side in dice),
    "artisan": lambda dice: dice.total() > 0 and sum(dice.elements()) >= 15,
    "guard": lambda dice: max(dice.values(), default=0) >= 3,
    "hunter": lambda dice: max(dice.values(), default=0) >= 4,
    "astronomer": lambda dice: _of_each(dice, 2) >= 2,
    "merchant": lambda dice: sum(dice.elements()) >= 20,
    "lady": lambda dice: _full_house(sorted(dice.values(), reverse=True)),
    "banker": lambda dice: sum(dice.elements()) >= 30,
    "knight": lambda dice: max(dice.values(), default=0) >= 5,
    "sorcerer": lambda dice: _straight(dice, 5),
    "alchemist": lambda dice: _straight(dice, 6),
    "bishop": lambda dice: _of_each(dice, 2) >= 3,
    "nobleman": lambda dice: _of_each(dice, 3) >= 2,
    "commander": lambda dice: max(dice.values(), default=0) >= 6,
}


@dataclass
class Player:
    """The cards of a player; a fool that was turned over is a charlatan."""

    cards: list[str] = field(default_factory=list)
    charlatans: int = 0


@dataclass
class Throw:
    """The dice of a turn, and the cards that can still be used in it."""

    ready: list[str]
    active: Counter[int] = field(default_factory=Counter)
    kept: Counter[int] = field(default_factory=Counter)

    @property
    def left(self) -> int:
        """How many dice nobody has."""
        return DICE - self.active.total() - self.kept.total()


class RandomGame:
    """A game in which every decision is one of the legal ones, each as likely; `decisions` counts them."""

    def __init__(self, players: int, rng: Random) -> None:
        self.rng, self.decisions = rng, 0
        self.players = [Player() for _ in range(players)]
        self.stock = {card: n for level, n in zip(LEVELS, COPIES[players], strict=True) for card in level}
        self.favorite: int | None = None
        self.holder: int | None = None
        self.record = (0, 0)

    def play(self, cap: int) -> int | None:
        """Play until somebody has won, or at the end of a round so many decisions were made: the winner."""
        count = len(self.players)
        starter = self.rng.randrange(count)
        while self.favorite is None:
            for number in range(count):
                self._turn((starter + number) % count)
            if self.decisions > cap:
                return None
            starter = (starter - 1) % count
        others = [(starter + number) % count for number in range(count)]
        for player in [*(other for other in others if other != self.favorite), self.favorite]:
            outcome = self._outcome(self._throw(player))
            if outcome > self.record or (outcome == self.record and player == self.favorite):
                self.holder, self.record = player, outcome
        return self.holder

    # -- decisions

    def _pick(self, moves: list[str]) -> str:
        self.decisions += 1
        return self.rng.choice(moves)

    def _side(self, verb: str, sides: list[int]) -> int:
        """A side that is picked, one of those there are."""
        return int(self._pick([f"{verb} {side}" for side in sides])[len(verb) :])

    def _some(self, verb: str, dice: Counter[int], least: int, most: int) -> tuple[int, ...]:
        """Several dice that are picked at once: one of all the multisets."""
        found = list(_multisets(dice, least, most))
        moves = [f"{verb} {' '.join(map(str, one))}" for one in found]
        return tuple(map(int, self._pick(moves).split()[1:]))

    # -- a turn

    def _turn(self, number: int) -> None:
        player, kept = self.players[number], self._throw(number)
        affordable = [
            card for card, price in PRICES.items() if self.stock[card] and card not in player.cards and price(kept)
        ]
        crown = self.favorite is None and max(kept.values(), default=0) >= 7
        options = ["court"] * bool(affordable) + ["charlatan"] * ("fool" in player.cards) + ["crown"] * crown
        option = self._pick([*options, "nothing"])
        if option == "court":
            bought = self._pick([f"move {card}" for card in affordable]).split()[1]
            self.stock[bought] -= 1
            player.cards.append(bought)
        elif option == "charlatan":
            player.cards.remove("fool")
            player.charlatans += 1
        elif option == "crown":
            player.cards += ["king", "queen"]
            self.favorite = self.holder = number
            self.record = self._outcome(kept)

    @staticmethod
    def _outcome(dice: Counter[int]) -> tuple[int, int]:
        return max(((count, side) for side, count in dice.items()), default=(0, 0))

    def _throw(self, number: int) -> Counter[int]:
        """What a player has set aside at the end of a throw."""
        player = self.players[number]
        more = ("farmer" in player.cards) + 2 * ("commander" in player.cards) + player.charlatans
        throw = Throw([card for card in player.cards if card not in ("farmer", "commander", "king")])
        throw.active[1] = min(3 + more, DICE)
        while (move := self._pick(["roll", *self._uses(throw)])) != "roll":
            self._use(throw, move)
        self._roll(throw, throw.active)
        while throw.active:
            self._set_aside(throw)
            if not throw.active:
                break
            while (move := self._pick(["again", *self._uses(throw)])) != "again":
                self._use(throw, move)
            self._roll(throw, throw.active)
        return throw.kept

    def _set_aside(self, throw: Throw) -> None:
        """Dice, one after another, until there is none or the player is done; cards may be used in between."""
        some = False
        while throw.active:
            sides = [f"move {side}" for side in throw.active]
            move = self._pick([*sides, *["done"] * some, *self._uses(throw)])
            if move == "done":
                return
            if move.startswith("use"):
                self._use(throw, move)
                continue
            self._take(throw.active, (side := int(move[5:]),))
            throw.kept[side] += 1
            some = True

    def _roll(self, throw: Throw, dice: Counter[int]) -> None:
        thrown = list(dice.elements())
        self._take(throw.active, thrown)
        throw.active.update(self.rng.randint(1, 6) for _ in thrown)

    @staticmethod
    def _take(dice: Counter[int], sides: object) -> None:
        """Take dice away; what is not there is left out."""
        dice.subtract(sides)  # type: ignore[call-overload]
        for side in [side for side, count in dice.items() if count <= 0]:
            del dice[side]

    # -- cards

    def _uses(self, throw: Throw) -> list[str]:
        return [f"use {card}" for card in throw.ready if self._usable(throw, card)]

    @staticmethod
    def _usable(throw: Throw, card: str) -> bool:
        """Whether a card can be brought to its end."""
        active = throw.active
        if card in ADDED or card == "queen":
            return throw.left > 0
        match card:
            case "maid" | "lady":
                return any(side < 6 for side in active)
            case "nobleman":
                return any(side < 5 for side in active)
            case "philosopher":
                return bool(_givers(active))
            case "astronomer":
                return any(side != other for side in active for other in throw.kept)
            case "alchemist":
                return active.total() >= 2
        return bool(active)

    def _use(self, throw: Throw, move: str) -> None:
        card = move[4:]
        throw.ready.remove(card)
        active = throw.active
        if card in ADDED:
            active[ADDED[card]] += 1
            return
        match card:
            case "queen":
                active[self._side("to", list(range(1, 7)))] += 1
            case "fool":
                self._roll(throw, Counter([self._side("roll", list(active))]))
            case "merchant":
                self._roll(throw, Counter(self._some("roll", active, 1, active.total())))
            case "lady" | "nobleman":
                more = 1 if card == "lady" else 2
                low = Counter({side: count for side, count in active.items() if side + more <= 6})
                self._turn_dice(active, turned := self._some("turn", low, 1, low.total()), [s + more for s in turned])
            case "maid":
                side = self._side("choose", [side for side in active if side < 6])
                push = self._side("choose", list(range(1, min(3, 6 - side) + 1)))
                self._turn_dice(active, [side], [side + push])
            case "philosopher":
                self._share(active)
            case "astronomer":
                side = self._side("turn", [s for s in active if any(other != s for other in throw.kept)])
                self._turn_dice(active, [side], [self._side("to", [other for other in throw.kept if other != side])])
            case "sorcerer":
                side = self._side("turn", list(active))
                self._turn_dice(active, [side], [self._side("to", [s for s in range(1, 7) if s != side])])
            case "alchemist":
                self._transmute(active)

    def _turn_dice(self, active: Counter[int], sides: object, to: list[int]) -> None:
        self._take(active, sides)
        active.update(to)

    def _share(self, active: Counter[int]) -> None:
        giver = self._side("choose", list(dict.fromkeys(giver for giver, _ in _givers(active))))
        receiver = self._side("choose", [to for one, to in _givers(active) if one == giver])
        share = self._side("choose", list(range(1, min(giver - 1, 6 - receiver) + 1)))
        self._turn_dice(active, [giver, receiver], [giver - share, receiver + share])

    def _transmute(self, active: Counter[int]) -> None:
        """Two or three dice are turned at will, so that their sum stays the same."""
        trio = self._some("choose", active, 2, 3)
        total, to = sum(trio), list[int]()
        for left in range(len(trio) - 1, 0, -1):
            rest = total - sum(to)
            to.append(self._side("to", [side for side in range(1, 7) if left <= rest - side <= 6 * left]))
        self._turn_dice(active, trio, [*to, total - sum(to)])


def _givers(active: Counter[int]) -> list[tuple[int, int]]:
    """The pairs of dice of which one can give the other a number."""
    return [
        (giver, receiver)
        for giver in active
        if giver > 1
        for receiver in active
        if receiver < 6 and (receiver != giver or active[giver] > 1)
    ]


def _multisets(dice: Counter[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to pick so many of some dice, each once."""
    for size in range(least, min(most, dice.total()) + 1):
        for picked in combinations_with_replacement(sorted(dice), size):
            if all(count <= dice[side] for side, count in Counter(picked).items()):
                yield picked
