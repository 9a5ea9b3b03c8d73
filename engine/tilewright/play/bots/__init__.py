"""Bots for any game of the language: they use only its moves and its scores, and know no particular game.

rival = bot("uct:0.2s", seed=7)
while not match.over:
    match.play(rival.choose(match.view()))
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from random import Random
from textwrap import fill
from typing import Protocol

from tilewright.diagnostics import did_you_mean
from tilewright.play.bots.greedy import Greedy, Uniform
from tilewright.play.bots.halving import Halving
from tilewright.play.bots.uct import ExactBot, Uct
from tilewright.play.state import Move
from tilewright.play.view import View
from tilewright.stopping import Unsupported
from tilewright.table.game import Game

BOTS = {
    "random": "plays random moves",
    "greedy": "plays the turn that leaves it best off, and ignores what pays only later, such as building, unless 'train' found what that is worth",
    "uct": "simulates many random games, most of them after the moves that did best so far: 1 second per turn ('uct:0.2s' for less, 'uct:200' for 200 games); with weights learned by 'train', it compares whole turns",
    "halving": "compares whole turns by sequential halving, with the same weights (its budget is written like that of 'uct', with plans instead of games)",
    "exact": "plays the best move if it can prove it within its budget (as for 'uct'), and otherwise plays like 'uct'",
    "expectimax": "looks beyond its turn at the next chance event and the reply, as if the game ended after it",
    "odds": "maximizes the expected value of its turn, for turns decided by chance",
    "equilibrium": "plays a mixed-strategy equilibrium for secret choices, such as bids",
}
"""The names of the bots, and what each does."""
DESCRIBED = "\b\nBots:\n" + "\n".join(
    fill(f"{name}: {what}", 78, initial_indent="  ", subsequent_indent="    ") for name, what in BOTS.items()
)
"""The same as lines of a help text that is not wrapped again (`\\b`)."""
ALIASES = {"quick": "greedy", "search": "uct", "valued": "uct"}
"""Former names, which are still accepted: the bot that plays instead."""
GAMES_FOR_A_PLAN = 10
"""A bot that used to take a number of plans per move simulates this many games for each of them: that takes less time."""
USUAL = "uct"
"""The bot that plays and gives hints if a pack names none."""
FOR_MANY = "uct:30"
"""The default bot where many games are played: it takes a few milliseconds per turn in most games."""
SIMPLE: dict[str, type[Uniform | Greedy]] = {"random": Uniform, "greedy": Greedy}
"""Bots without an argument."""
BUDGETED: dict[str, type[Halving | Uct]] = {"uct": Uct, "exact": ExactBot, "halving": Halving}
"""Bots with a budget: with a number of plans or games the same seed gives the same game; with a time it may not."""
ABOVE = {
    "expectimax": ("tilewright.expectimax.bot", "ExpectimaxBot"),
    "odds": ("tilewright.expectimax.bot", "OddsBot"),
    "equilibrium": ("tilewright.equilibria.bot", "EquilibriumBot"),
}
"""Bots defined in packages above this one, imported on demand: module and class."""


class UnknownBot(Unsupported):
    """The text does not name a bot."""


class Bot(Protocol):
    """Chooses moves given the view of a player, which it does not change."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    def choose(self, view: View) -> Move:
        """One of the available moves, for the player whose turn it is."""
        ...


def named(text: str) -> str:
    """The text of a bot with its current name: ``uct:200`` for ``search:20``."""
    name, colon, budget = text.partition(":")
    if name not in ALIASES:
        return text
    if budget.isdecimal() and budget.isascii():
        budget = str(GAMES_FOR_A_PLAN * int(budget))
    return f"{ALIASES[name]}{colon}{budget}"


def bot(text: str, seed: int) -> Bot:
    """The bot described by a text such as ``greedy`` or ``uct:0.2s``; the seed determines its random decisions.

    Raises `UnknownBot`.
    """
    name, colon, budget = named(text).partition(":")
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
    """The bots of a game, by seat; each has a seed of its own, derived from that of the game. Raises `UnknownBot`."""
    return [bot(text, Random(f"{seed} {seat}").getrandbits(32)) for seat, text in enumerate(texts)]


def usual_bot(game: Game) -> str:
    """The default bot of a game, for playing and for hints: the one that its pack names, else `USUAL`."""
    return game.bot or USUAL


def knows_weights(text: str) -> bool:
    """Whether a bot uses the weights of a pack: all do except the random one."""
    return named(text) != "random"


def _with_budget(name: str, seed: int, budget: str) -> Bot:
    """A bot with a budget: a time in seconds, or a number of plans or games."""
    if re.fullmatch(r"[0-9]{1,9}", budget) and int(budget):
        return BUDGETED[name](seed, 1.0, int(budget))
    if re.fullmatch(r"[0-9]{0,6}(\.[0-9]{1,6})?s", budget) and float(budget[:-1] or 0):
        return BUDGETED[name](seed, seconds=float(budget[:-1]))
    what = "plans" if name == "halving" else "games"
    raise UnknownBot(f"'{name}:{budget}' is not a budget; write '{name}:0.2s' for a time or '{name}:200' for {what}")
