"""How often `check` warns of cards at random that are well formed: the share of cards, by code.

    python tools/warning_share.py --cards 200 --seed 1 [--show TW215]

Three in four cards score, the others have an ability. Each is put together of sentences as authors write
them, so an error would be a fault of this script; it ends with exit code 1 then. A warning of such a card is not always a
false alarm, for at random much is said that nobody would mean: `--show` prints the cards of a code.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random

from tilewright import load_pack
from tilewright.diagnostics import Diagnostics
from tilewright.resources import data_folder
from tilewright.source import Source

THINGS = {
    "shrine": "shrines",
    "stack": "stacks",
    "face-up tile": "face-up tiles",
    "face-down stack": "face-down stacks",
    "merchant": "merchants",
    "dragon": "dragons",
    "special tile": "special tiles",
    "faction tile": "faction tiles",
    "stack on floor 2 or higher": "stacks on floor 2 or higher",
    "shrine on the border": "shrines on the border",
    "shrine on floor 3 or higher": "shrines on floor 3 or higher",
    "season not in a corner": "seasons not in a corner",
}
PLAIN = ("shrine", "stack", "face-up tile", "merchant", "dragon", "special tile")
LINES = ("row", "column", "quadrant", "line", "edge")
SPIRITS = ("during take", "during pair", "once a game", "", "", "", "")


class Author:
    """Says things at random."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def one(self, *of: str) -> str:
        """One of some texts."""
        return self.random.choice(of)

    def number(self, most: int = 4) -> str:
        """A small number."""
        return str(self.random.randint(1, most))

    def thing(self) -> str:
        """Things in the singular."""
        return self.random.choice(list(THINGS))

    def things(self) -> str:
        """Things in the plural."""
        return self.random.choice(list(THINGS.values()))

    def quantity(self, thing: str) -> str:
        """How many of them."""
        several = THINGS[thing]
        return self.one(
            f"a {thing}", f"at least {self.random.randint(2, 4)} {several}", f"exactly 1 {thing}", f"no {thing}"
        )

    def of_it(self) -> str:
        """A condition on a space."""
        other = self.random.choice(PLAIN)
        return self.one(
            f"any neighbor is a {other}",
            f"no neighbor is a {other}",
            f"at least 2 neighbors are {THINGS[other]}",
            "every neighbor is lower",
            "no neighbor is as tall or taller",
            "it is taller than its left neighbor",
            "its right neighbor is lower",
            f"its height is at least {self.number(3)}",
            "it is on the border",
            "it is not in a corner",
            f"it is beside a {other}",
            f"any {other} in the same row is taller",
            "it is as tall as its mirror across the vertical axis",
            "any neighbor within 2 is a shrine",
        )

    def of_line(self) -> str:
        """A condition on a line."""
        thing = self.random.choice(PLAIN)
        return self.one(
            f"it has {self.quantity(thing)}",
            f"count of its {THINGS[thing]} >= {self.number()}",
            f"count of its {THINGS[thing]} is odd",
            "total height of it > 6",
            f"any {thing} in it is on floor 2 or higher",
            f"it has a stack and every stack in it is {self.one('face-up', 'face-down', 'on floor 2 or higher')}",
        )

    def holds(self) -> str:
        """A condition on the whole board."""
        thing = self.thing()
        return self.one(
            f"there is a {thing}",
            f"there are at least {self.random.randint(2, 5)} {THINGS[thing]}",
            f"count of {THINGS[thing]} > count of {self.things()}",
            f"count of {THINGS[thing]} is more than that of every opponent",
            f"any {thing} is in a corner",
            "every corner has a stack",
            f"there is a shrine and no {thing} is on the border",
            f"largest height of stacks >= {self.random.randint(2, 4)}",
        )

    def amount(self) -> str:
        """A number that is scored."""
        things = self.things()
        return self.one(
            f"{self.number()} * count of {things}",
            f"largest size of groups of {self.one('stacks', 'face-down stacks', 'shrines')}",
            f"count of different types of {self.one('face-up tiles', 'special tiles', 'faction tiles')}",
            f"largest (count of its {THINGS[self.random.choice(PLAIN)]}) of {self.one('rows', 'columns', 'quadrants')}",
            f"count of {things} read as 1 to 2: 1, 3 to 5: 4, 6 or more: 9",
            f"count of {things} / 2",
            f"larger of count of {things} - {self.number()} and 0",
            f"total number of {self.one('merchants', 'face-up tiles', 'soldiers')}",
            "second largest height of stacks",
        )

    def scoring(self) -> list[str]:
        """A statement that scores."""
        points, line, thing = self.number(6), self.one(*LINES), self.thing()
        forms = [
            [f"score {points} for each {self.random.choice(PLAIN)} where {self.of_it()}"],
            [f"score {points} for each {thing}"],
            [f"score {points} for each {line} where {self.of_line()}"],
            [f"score {points} for each {line} with {self.quantity(self.random.choice(PLAIN))}"],
            [f"score {points} if {self.holds()}"],
            [f"score {self.amount()}"],
            [f"if {self.holds()}", f"  score {points}", f"  score {self.amount()}"],
            [f"for each {line}", f"  score {points} if {self.of_line()}"],
            ["choose a row and a column", "  for each chosen line", f"    score count of its {self.things()}"],
            [f"score {points} for each opponent where their count of {THINGS[thing]} < count of {THINGS[thing]}"],
            [f"let tower be a {thing} where {self.of_it()}", f"score {points} for each tower"],
        ]
        return self.random.choice(forms)

    def done(self) -> list[str]:
        """Statements of an ability."""
        gain = f"gain {self.number()} {self.one('points', 'shrines')}"
        forms = [
            [f"discard a {self.one('face-up tile', 'face-down tile', 'merchant', 'tile')}", gain],
            [f"move a {self.one('face-up tile', 'tile', 'season')} to another space"],
            [f"turn face-down a {self.one('face-up tile', 'dragon', 'faction tile')}"],
            ["choose a tile called pearl", "move the pearl to a neighbor of the pearl", gain],
            ["build a shrine on a face-down tile"],
            [f"up to {self.number(3)} times", "  discard a face-up tile", "  gain 1 point"],
            [gain],
            [f"gain (count of {self.things()}) points"],
            ["swap a face-up tile and another tile"],
            [f"if {self.holds()}", "  gain 2 points", "otherwise", "  discard a face-up tile"],
            ["for each opponent", "  gain 1 point", gain],
            [
                "choose one",
                "  option sell",
                "    discard a face-up tile",
                "    gain 2 points",
                "  option rest",
                f"    {gain}",
            ],
        ]
        return self.random.choice(forms)

    def card(self, number: int) -> str:
        """A whole card."""
        if self.random.random() < 0.75:
            lines = [line for _ in range(self.random.randint(1, 2)) for line in self.scoring()]
            if sum(line.startswith("let") for line in lines) > 1:
                lines = lines[:2]
            return f"dragon card-{number}\n" + "".join(f"  {line}\n" for line in lines)
        when = self.one(*SPIRITS)
        gate = f"if {self.holds()}" if self.random.random() < 0.3 else ""
        header = " ".join(word for word in ("ability", when, gate) if word)
        return f"spirit card-{number}\n  {header}\n" + "".join(f"    {line}\n" for line in self.done())


def checked_cards(cards: int, seed: int) -> Iterator[tuple[Source, Diagnostics]]:
    """So many cards, each with the problems of it."""
    author = Author(Random(seed))
    pack = load_pack(data_folder("cards") / "dragon-castle")
    for number in range(cards):
        source = Source("card", author.card(number))
        diagnostics = Diagnostics(source)
        pack.check(source, diagnostics)
        yield source, diagnostics


def main() -> int:
    """Make the cards, check them, and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", default="", metavar="CODE")
    options = parser.parse_args()
    codes: Counter[str] = Counter()
    warned = failed = 0
    for source, diagnostics in checked_cards(options.cards, options.seed):
        found = {problem.code for problem in diagnostics}
        warned, failed = warned + bool(found), failed + diagnostics.has_errors
        codes.update(found)
        if diagnostics.has_errors or options.show in found:
            print(source.text + "".join(f"  {problem} ({problem.help})\n" for problem in diagnostics))
    print(f"{options.cards} cards, {warned} with a warning ({warned / options.cards:.1%}), {failed} with an error")
    for code, count in sorted(codes.items()):
        print(f"  {code} {count:4} {count / options.cards:6.1%}")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
