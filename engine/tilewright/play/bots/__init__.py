"""Players that play any game of the language: they know its moves and its totals, and no game.

rival = bot("uct:0.2s", seed=7)
while not match.over:
    match.play(rival.choose(match.view()))
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Protocol

from tilewright.diagnostics.nearest import did_you_mean
from tilewright.play.bots.greedy import Greedy, Quick
from tilewright.play.bots.halving import Halving
from tilewright.play.bots.search import Search, Valued
from tilewright.play.bots.uct import Uct
from tilewright.play.bots.uniform import Uniform
from tilewright.play.bots.value import weights_for
from tilewright.play.state import Move
from tilewright.play.view import View
from tilewright.table.game import Game

BOTS = {
    "random": "plays random moves",
    "greedy": "plays the turn with the highest immediate gain, and ignores what pays only later, such as building",
    "uct": "simulates many random games, most of them after the moves that did best so far: 1 second per turn ('uct:0.2s' for less, 'uct:200' for 200 games); with weights learned by 'train', it compares whole turns",
    "quick": "plays the turn with the best evaluation, using weights learned by 'train' (without them, it is greedy)",
    "search": "looks several turns ahead: 1 second per move ('search:0.2s' for less, 'search:200' for 200 plans)",
    "valued": "is search with the same weights (its budget is written like that of 'search')",
    "halving": "compares whole turns by sequential halving, with the same weights (its budget is per turn)",
    "expectimax": "looks beyond its turn at the next chance event and the reply, as if the game ended after it",
    "odds": "maximizes the expected value of its turn, for turns decided by chance",
    "equilibrium": "plays a mixed-strategy equilibrium for secret choices, such as bids",
}
"""The names of the bots, and what each does."""
DESCRIBED = "; ".join(f"{name} {what}" for name, what in BOTS.items())
"""The same in a line, for help texts."""
USUAL, USUAL_WITH_WEIGHTS = "uct", "valued"
"""The bots that play and advise where a pack names none, and where it has weights but names none."""
FOR_MANY = "uct:30"
"""The default bot where many games are played: it takes a few milliseconds per turn in most games."""
SIMPLE: dict[str, type[Uniform | Greedy]] = {"random": Uniform, "greedy": Greedy, "quick": Quick}
"""Bots that take nothing after their name."""
BUDGETED: dict[str, type[Search | Halving | Uct]] = {"uct": Uct, "search": Search, "valued": Valued, "halving": Halving}
"""Bots that take a budget: with a number of plans or games the same seed gives the same game, with a time it may not."""
TRAINED = frozenset({"quick", "valued", "halving"})
"""Bots that are made for the weights of a pack."""
ABOVE = {
    "expectimax": ("tilewright.expectimax.draws", "ExpectimaxBot"),
    "odds": ("tilewright.expectimax.bot", "OddsBot"),
    "equilibrium": ("tilewright.equilibria.bot", "EquilibriumBot"),
}
"""Bots that are made by rooms above this one, which are loaded when they are asked for: module and class."""


class UnknownBot(ValueError):
    """A text that names no bot."""


class Bot(Protocol):
    """One who chooses moves, by what a player may know; nothing of it is changed."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def choose(self, view: View) -> Move:
        """One of the moves there are, for the player whose turn it is."""
        ...


def bot(text: str, seed: int) -> Bot:
    """The bot of a text such as ``greedy`` or ``search:0.2s``; what it does by chance the seed decides.

    Raises `UnknownBot`.
    """
    name, colon, budget = text.partition(":")
    if name not in BOTS:
        help = did_you_mean(name, BOTS) or f"there are {', '.join(BOTS)}"
        raise UnknownBot(f"there is no bot '{name}'; {help}")
    if name in BUDGETED:
        return _with_budget(name, seed, budget) if colon else BUDGETED[name](seed)
    if colon:
        raise UnknownBot(f"'{name}' has no budget; write '{name}'")
    if name in ABOVE:
        module, made = ABOVE[name]
        found: Bot = getattr(import_module(module), made)(seed)
        return found
    return SIMPLE[name](seed)


def bots_of_game(texts: Sequence[str], seed: int) -> list[Bot]:
    """The bots of a game, by their seats; each has a seed of its own, which follows from that of the game. Raises `UnknownBot`."""
    return [bot(text, Random(f"{seed} {seat}").getrandbits(32)) for seat, text in enumerate(texts)]


def usual_bot(game: Game) -> str:
    """The bot that plays a game, and advises in it, when none is named: what its pack says, else one of the `USUAL` ones."""
    return game.bot or (USUAL if weights_for(game) is None else USUAL_WITH_WEIGHTS)


def knows_weights(text: str, kept: bool = True) -> bool:
    """Whether the bot of a text knows the weights of a pack, where some are `kept`."""
    name = text.partition(":")[0]
    return name in TRAINED or (kept and name == "uct")


def _with_budget(name: str, seed: int, budget: str) -> Bot:
    """With a time in seconds, or a number of plans or games."""
    if re.fullmatch(r"[0-9]{1,9}", budget) and int(budget):
        return BUDGETED[name](seed, 1.0, int(budget))
    if re.fullmatch(r"[0-9]{0,6}(\.[0-9]{1,6})?s", budget) and float(budget[:-1] or 0):
        return BUDGETED[name](seed, seconds=float(budget[:-1]))
    what = "games" if BUDGETED[name] is Uct else "plans"
    raise UnknownBot(f"'{name}:{budget}' is not a budget; write '{name}:0.2s' for a time or '{name}:200' for {what}")
