"""Players that play any game of the language: they know its moves and its totals, and no game.

rival = bot("search:0.2s", seed=7)
while not match.over:
    match.play(rival.choose(match.view()))
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Protocol

from tilewright.diagnostics.nearest import did_you_mean
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.search import Search
from tilewright.play.bots.uniform import Uniform
from tilewright.play.state import Move
from tilewright.play.view import View

BOTS = {
    "random": "plays any move",
    "greedy": "plays the turn that gains most at once, and does not see what pays only later, such as building",
    "search": "looks several turns ahead: 1 second a move, 'search:0.2s' for less, 'search:200' for so many plans",
    "odds": "knows the odds of its turn, and takes what they promise most of; for turns that chance decides",
    "equilibrium": "mixes what it chooses in secret so that nobody gains by knowing how; for bids and the like",
}
"""The names of the bots, and what each does."""
DESCRIBED = "; ".join(f"{name} {what}" for name, what in BOTS.items())
"""The same in a line, for help texts."""
ABOVE = {
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
    if name == "search":
        return _search(seed, budget) if colon else Search(seed)
    if colon:
        raise UnknownBot(f"'{name}' takes nothing after it; write '{name}'")
    if name in ABOVE:
        module, made = ABOVE[name]
        found: Bot = getattr(import_module(module), made)(seed)
        return found
    return Uniform(seed) if name == "random" else Greedy(seed)


def _search(seed: int, budget: str) -> Search:
    """A time in seconds, or a number of plans."""
    if re.fullmatch(r"[0-9]{1,9}", budget) and int(budget):
        return Search(seed, plans=int(budget))
    if re.fullmatch(r"[0-9]{0,6}(\.[0-9]{1,6})?s", budget) and float(budget[:-1] or 0):
        return Search(seed, seconds=float(budget[:-1]))
    raise UnknownBot(f"'search:{budget}' is no budget; write 'search:0.2s' for a time or 'search:200' for plans")
