"""Random rules and abilities in the card language, over its whole grammar, for the tests of printed texts.

They are drawn as text, of any sort of thing, condition and number; what the checker refuses is drawn again.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tilewright.check.fragments import read_ability, read_fragment
from tilewright.table.card import Card
from tilewright.table.game import Game

TILES = ("tile", "merchant", "soldier", "farmer", "season", "wind", "dragon", "special tile", "faction tile")
STACKS = ("stack", "shrine", "face-up tile", "face-down stack", *TILES)
LINES = ("row", "column", "line", "quadrant", "square", "diagonal", "edge")
VALUES = ("type", "number", "symbol", "height")
PLACES = ("on the border", "in a corner", "in the center", "on floor 2 or higher", "on floor 2 or lower", "on floor 1")
NEIGHBORS = ("neighbor", "diagonal neighbor", "surrounding neighbor", "neighbor within 2", "left neighbor")
TALLER = ("taller", "lower", "as tall", "as tall or taller", "as tall or lower")
HEADS = {*STACKS, *LINES, *VALUES, "faction", "neighbor", "group", "run", "pair", "opponent"}
COMPARISONS = ("=", ">=", "<=", ">", "<", "is at least", "is at most", "is more than", "is less than", "is")


def plural(noun: str) -> str:
    """A noun with what stands before and behind it, in the plural."""
    words = noun.split()
    at = next(i for i, word in enumerate(words) if word in HEADS and (i + 1 == len(words) or words[i + 1] not in HEADS))
    return " ".join([*words[:at], f"{words[at]}s", *words[at + 1 :]])


class RandomRules:
    """Draws rules; `depth` is how far phrases stand inside one another."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def some(self, *choices: str) -> str:
        return self.rng.choice(choices)

    def count(self) -> str:
        """A quantity, without a noun."""
        n = self.rng.randint(1, 4)
        return self.some("no", f"exactly {n}", f"at least {n}", f"at most {n}", f"more than {n}", f"fewer than {n}")

    def several(self, noun: str) -> str:
        """A quantity of things."""
        quantity = self.count()
        one = quantity == "no" or quantity.split()[-1] == "1"
        return f"{quantity} {noun if one else plural(noun)}"

    def stack(self, depth: int) -> str:
        """Things on spaces."""
        noun = self.some(*STACKS)
        if depth <= 0:
            return noun
        return self.some(
            noun,
            f"{noun} {self.some(*PLACES)}",
            f"{noun} not {self.some(*PLACES)}",
            f"{noun} with {self.some('a', 'no')} shrine",
            f"{noun} beside {self.some('a ' + self.stack(depth - 1), self.several(self.stack(depth - 1)))}",
            f"{noun} {self.some('above', 'below', 'left of', 'right of')} a {self.stack(depth - 1)}",
            f"{noun} in the same {self.some('row', 'column', 'quadrant')}" if depth == 1 else noun,
            f"{noun} where {self.of_stack(depth - 1)}",
        )

    def line(self, depth: int) -> str:
        """Lines, which have things."""
        line = self.some(*LINES)
        if depth <= 0:
            return line
        return self.some(
            line, f"{line} with {self.several(self.stack(0))}", f"{line} where {self.of_line(depth - 1)}", line
        )

    def group(self, depth: int) -> str:
        """Groups, runs and pairs."""
        members = plural(self.stack(0))
        same = self.some("", "", f" with the same {self.some('type', 'number', 'height')}")
        found = self.some(f"group of {members}{same}", f"run of {members}{same}", f"pair of adjacent {members}{same}")
        if depth <= 0 or found.startswith("pair"):
            return found
        return self.some(
            found,
            f"{found} where size >= {self.rng.randint(2, 4)}",
            f"{found} where any stack in it is {self.some(*PLACES)}",
        )

    def thing(self, depth: int) -> str:
        """Anything that can be counted."""
        value = self.some("type", "number", "faction", "height")
        return self.some(
            self.stack(depth),
            self.stack(depth),
            self.line(depth),
            self.group(depth),
            f"different {self.some(*VALUES)} of {plural(self.stack(depth - 1))}",
            f"{value} with {self.several(self.some(*TILES))}" if value != "height" else "type",
            f"opponent where {self.of_opponent(depth)}",
        )

    def of_stack(self, depth: int) -> str:
        """What holds of a stack, called it."""
        near = self.some(*NEIGHBORS)
        simple = [
            f"it is {self.some('', 'not ')}{self.some('face-up', 'face-down', *PLACES)}",
            f"it is {self.some('', 'not ')}a {self.some(*TILES)}",
            f"it has {self.some('a', 'no')} shrine",
            f"{self.some('any', 'no', 'every')} {near} is {self.some(*TALLER)}",
            f"{self.some('any', 'no', 'every')} {near} is a {self.some('shrine', *TILES)}",
            f"{self.some('any', 'no')} {near} has the same {self.some('type', 'number')}",
            f"it is {self.some(*TALLER[:2])} than {self.some('every', 'any')} {self.some(*NEIGHBORS[:3])}",
            f"its {self.some('height', 'number')} {self.some(*COMPARISONS)} {self.rng.randint(1, 4)}",
            f"its number is {self.some('even', 'odd')}",
            f"{self.several('neighbor')} is a shrine".replace("neighbors is", "neighbors are"),
            f"no {self.some('stack', 'shrine')} in the same {self.some('row', 'column')} is {self.some(*TALLER)}",
            f"count of its {plural(self.some('face-up', 'face-down', 'diagonal') + ' neighbor')} {self.some(*COMPARISONS)} {self.rng.randint(1, 4)}",
        ]
        if depth <= 0:
            return self.rng.choice(simple)
        joined = f"{self.of_stack(0)} {self.some('and', 'or')} {self.of_stack(0)}"
        return self.some(*simple[:8], *simple[8:], joined, joined)

    def of_line(self, depth: int) -> str:
        """What holds of a line or group, called it."""
        things = plural(self.stack(0))
        simple = [
            f"it has a {self.some(*STACKS[:4])} and a {self.some('dragon', 'wind')}",
            f"every space in it has a {self.some('stack', 'shrine')}",
            f"it has {self.several(self.stack(0))}",
            f"count of its {things} is {self.some('even', 'odd')}",
            f"count of its {things} {self.some(*COMPARISONS)} count of its {plural(self.stack(0))}",
            f"its stacks rise from {self.some('left to right', 'top to bottom')}",
            f"largest height of its {things} {self.some(*COMPARISONS)} {self.rng.randint(1, 4)}",
        ]
        if depth <= 0:
            return self.rng.choice(simple)
        return self.some(*simple, f"{self.of_line(0)} {self.some('and', 'or')} {self.of_line(0)}")

    def of_opponent(self, depth: int) -> str:
        """What holds of another player."""
        things = plural(self.stack(min(depth - 1, 1)))
        return f"their count of {things} {self.some('>', '<', '=', '>=')} count of {things}"

    def number(self, depth: int) -> str:
        """A number of the whole board."""
        things = plural(self.stack(depth))
        simple = [
            f"count of {plural(self.thing(depth))}",
            f"total height of {things}",
            f"the largest {self.some('height', 'number')} of {things}",
            f"the second largest height of {things}",
            f"largest size of {plural(self.some('group', 'run') + ' of ' + plural(self.stack(0)))}",
            f"largest total number of groups of {plural(self.stack(0))}",
            f"largest (count of its {plural(self.stack(0))}) of {plural(self.some('row', 'column', 'quadrant'))}",
            f"total of the {self.rng.randint(2, 3)} largest heights of {things}",
        ]
        if depth <= 0:
            return self.rng.choice(simple)
        one, other = self.number(0), self.some(str(self.rng.randint(2, 9)), self.number(0))
        return self.some(
            *simple,
            f"{one} {self.some('+', '-', '*')} {other}",
            f"({one}) / 2",
            f"({one}) mod {self.rng.randint(2, 3)}",
            f"{self.some('larger', 'smaller')} of {one} and {other}",
            f"{one} read as {self.table()}",
        )

    def table(self) -> str:
        """The entries of a table."""
        return self.some("1: 1, 2: 3, 3: 6", "1 to 2: 2, 3 or more: 5", "2: 4, 3 or more: 7")

    def condition(self, depth: int) -> str:
        """A condition of the whole board."""
        simple = [
            f"there is a {self.stack(depth)}",
            f"there is no {self.stack(depth)}",
            f"there are at least {self.rng.randint(2, 4)} {plural(self.stack(depth))}",
            f"{self.some('every', 'any', 'no')} {self.line(0)} has {self.some('a', 'no')} {self.stack(0)}",
            f"{self.some('every', 'any', 'no')} {self.stack(0)} is {self.some(*PLACES)}",
            f"{self.number(0)} {self.some(*COMPARISONS)} {self.some('2', '5', self.number(0))}",
            f"count of {plural(self.stack(depth))} is {self.some('more than', 'at least', 'less than')} that of {self.some('every opponent', 'any opponent', 'the left player', 'the right player')}",
            f"stacks mirror across the {self.some('vertical', 'horizontal')} axis",
            "shrines repeat under a half turn",
        ]
        if depth <= 0:
            return self.rng.choice(simple)
        return self.some(*simple, f"{self.condition(0)} {self.some('and', 'or')} {self.condition(0)}")

    def statement(self, depth: int) -> str:
        """A statement that scores."""
        points, other = (self.rng.choice([1, 2, 3, 5, -1, -2]) for _ in range(2))
        each = self.thing(depth)
        line = self.line(depth)
        return self.some(
            f"score {points} for each {each}",
            f"score {points} for each {each}",
            f"score {points} for each {self.stack(depth)} if height > 2",
            f"score {self.number(depth)}",
            f"score {points} if {self.condition(depth)}",
            f"score {points} if {self.condition(0)}, {other} if {self.condition(0)}",
            f"score {points} if {self.condition(0)}, otherwise {other}",
            f"score {self.number(0)} if {self.condition(0)}",
            f"for each {line}\n  score count of its {plural(self.stack(0))}",
            f"for each {line}\n  score {points} if {self.of_line(0)}",
            f"for each {line}\n  score {points} if {self.of_line(0)}\n  score {other} for each {self.stack(0)} in the {line.split()[0]}",
            f"for each {self.some('faction', 'type')}\n  score count of its {plural(self.some(*TILES))} read as {self.table()}",
            f"if {self.condition(0)}\n  score {points} for each {self.stack(depth)}",
            f"for each opponent\n  score {points} if {self.of_opponent(0)}",
            f"choose a {self.some('row', 'column')}\n  score {points} for each {self.stack(0)} in it",
        )

    def rule(self) -> str:
        """A card: one statement or two."""
        depth = self.rng.randint(0, 2)
        first = self.statement(depth)
        return first if self.rng.random() < 0.7 else f"{first}\n{self.statement(0)}"

    def target(self) -> str:
        """A tile that is picked."""
        return f"a {self.some('face-up tile', 'face-down tile', *TILES[1:])}{self.some('', ' ' + self.some(*PLACES))}"

    def act(self, depth: int) -> str:
        """A statement of play, with those inside it."""
        n = self.rng.randint(1, 4)
        coins = self.some("points", "shrines") if n > 1 else self.some("point", "shrine")
        simple = [
            f"gain {n} {coins}",
            f"pay {n} {coins}",
            f"discard {self.target()}",
            f"turn face-down {self.target()}",
            f"build a shrine on {self.target()}",
            "draw a tile called gift\nplace the gift",
            f"may discard {self.target()}",
            f"choose {self.target()} called one\nturn face-down the one",
        ]
        if depth <= 0:
            return self.rng.choice(simple)
        inner = self.act(depth - 1).replace("\n", "\n  ")
        return self.some(
            *simple,
            f"up to {self.rng.randint(2, 3)} times\n  {inner}",
            f"{self.rng.randint(2, 3)} times\n  {inner}",
            f"if {self.condition(0)}\n  {inner}",
            f"for each {self.some('opponent', 'season', 'shrine')}\n  gain {n} {coins}",
        )

    def ability(self) -> str:
        """An ability of a statement or two, with its limits."""
        head = self.some("ability", "ability", "ability once a game", f"ability if {self.condition(0)}")
        body = self.act(1) if self.rng.random() < 0.5 else f"{self.act(0)}\n{self.act(1)}"
        return f"{head}\n  " + body.replace("\n", "\n  ")


def random_abilities(game: Game, seed: int, count: int) -> Iterator[tuple[str, Card]]:
    """So many abilities that the checker accepts, with their cards."""
    draw = RandomRules(seed)
    found = 0
    while found < count:
        text = draw.ability()
        card = read_ability(text, game)
        if isinstance(card, Card) and card.abilities:
            found += 1
            yield text, card


def random_rules(game: Game, seed: int, count: int) -> Iterator[tuple[str, Card]]:
    """So many rules that the checker accepts, with their cards."""
    draw = RandomRules(seed)
    found = 0
    while found < count:
        text = draw.rule()
        card = read_fragment(text, game)
        if isinstance(card, Card) and card.rule is not None:
            found += 1
            yield text, card
