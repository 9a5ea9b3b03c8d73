"""Random small games of dice, stones from a bag, counters and a card with an ability, for comparisons of what runs games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from small_games import begin, cards_of, game_of
from tilewright.play.match import Match

GAME = """\
game throws
  players 1 to 2
  cards charm with abilities

  piece die
    sides pip 1 to {sides}
    copies {dice}
    plural die dice

  piece stone
    color red R1 to R2 number 1 to 2 copies 1
    color blue B1 number 1 to 1 copies 2
    identity face

  pool bank
    of the table
    holds dice
    begins with every die

  pool thrown
    of each player
    holds dice

  pool kept
    of each player
    holds dice

  pool hand
    of each player
    holds stones

  counter points to 90
  counter coins to 9
  counter turns of the table

  part points
    score points

  turn
    let the turns be the turns + 1
{turn}

  end after a turn if the turns >= 2
"""
CARD = "charm amulet\n  ability\n{body}\n"
WARNED = ("TW225", "TW228", "TW234")

NUMBERS = (
    *("1", "2", "coins", "count of stones", "count of stones where it is red"),
    *("count of thrown dice", "total pip of thrown dice", "largest pip of thrown dice", "total pip of kept dice"),
)
CONDITIONS = (
    *("there is a thrown die", "there is a thrown die where its pip = 1", "total pip of thrown dice >= 3"),
    *("there is no kept die", "count of kept dice >= 1", "there is a red stone", "coins >= 2", "points >= 3"),
)


class RandomThrows:
    """Draws blocks of statements, `depth` inside one another."""

    def __init__(self, seed: int) -> None:
        self.random = Random(f"throws {seed}")

    def number(self) -> str:
        """A number that depends on what lies there, or one that does not."""
        return self.random.choice(NUMBERS)

    def condition(self) -> str:
        """Whether something lies there."""
        return self.random.choice(CONDITIONS)

    def statement(self, depth: int) -> list[str]:
        """A statement, as lines."""
        draw = self.random
        simple = [
            "move a die in the bank to the thrown",
            "roll every thrown die",
            "roll every thrown die",
            "roll a thrown die",
            "move a thrown die to the kept",
            "move 1 or more thrown dice to the kept",
            f"turn a thrown die to {draw.randint(1, 2)}",
            "return every kept die",
            "draw a stone",
            "return a stone",
            f"gain ({self.number()}) points",
            f"gain ({self.number()}) coins",
            f"pay {draw.randint(1, 2)} coins",
            "may roll a thrown die",
        ]
        if depth <= 0 or draw.random() < 0.5:
            return [draw.choice(simple)]
        head = draw.choice(["may", "up to", "times", "if", "each", "any order", "choose", "number"])
        inner = [f"  {line}" for line in self.block(depth - 1, draw.randint(1, 2))]
        match head:
            case "may":
                return ["up to 1 times", *inner]
            case "up to":
                return [f"up to {draw.randint(2, 3)} times", *inner]
            case "times":
                return ["2 times", *inner]
            case "if":
                other = [f"  {line}" for line in self.block(depth - 1, 1)]
                return [f"if {self.condition()}", *inner, "otherwise", *other]
            case "each":
                return [
                    "for each thrown die",
                    f"  gain ({draw.choice(['its pip', '1'])}) points",
                    f"  gain ({self.number()}) coins",
                ]
            case "any order":
                done = draw.choice(["move it to the kept", "return it"])
                return [
                    "for each thrown die in any order",
                    f"  gain ({draw.choice(['its pip', '1'])}) points",
                    f"  {done}",
                ]
            case "choose":
                other = [f"    {line}" for line in self.block(depth - 1, 1)]
                return ["choose one", "  option one", *(f"  {line}" for line in inner), "  option other", *other]
        return ["choose a number from 0 to 2 called bet", "gain (the bet) points"]

    def block(self, depth: int, length: int) -> list[str]:
        """Statements one after another."""
        return [line for _ in range(length) for line in self.statement(depth)]

    def match(self) -> Match:
        """The beginning of a game. Raises `AssertionError` where the checker refuses it."""
        draw = self.random
        lines = [*["move a die in the bank to the thrown"] * draw.randint(0, 2), "roll every thrown die"]
        turn = _indented([*lines, *self.block(2, draw.randint(2, 3))], 4)
        game = game_of(GAME.format(sides=draw.randint(2, 3), dice=draw.randint(2, 3), turn=turn), *WARNED)
        card = CARD.format(body=_indented(self.block(1, draw.randint(1, 2)), 4))
        return begin(
            game, draw.randint(1, 2), cards_of(card, game) if draw.random() < 0.5 else (), seed=draw.randint(0, 99)
        )


def _indented(lines: Sequence[str], by: int) -> str:
    return "\n".join(" " * by + line for line in lines)
