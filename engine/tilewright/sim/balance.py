"""The worth of a card: games with it compared with games without it, between bots, with planned interim analyses; and
the table of printed cards."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path

from tilewright.outputs.games import (
    BalanceOutput,
    BotWithCard,
    CardBalance,
    ComparedOutput,
    MostPoints,
    Played,
    SettingOutput,
)
from tilewright.outputs.output import ABSENT, TypeMismatch, read
from tilewright.sim.estimates import FEWEST, InterimAnalyses, Z, difference, interval, margin, share, shares
from tilewright.sim.journal import Journal
from tilewright.sim.outcomes import CardChoice, GameOutcome, GameSeries, outcome
from tilewright.sim.secrets import about_card
from tilewright.sim.simulation import CAP, Series, Start
from tilewright.sim.summary import digest, setting_of
from tilewright.sim.verdict import (
    ENDLESS,
    NONE_KEPT,
    UNPAIRED,
    VERDICTS,
    CardStats,
    comparable,
    early,
    is_conclusive,
    shared,
    total_of_all,
    unknown,
    verdict,
    verdict_by_secrets,
)
from tilewright.source import Source
from tilewright.table.card import Card

TABLE = "balance.json"
"""The name of the file in the folder of a pack, which `tools/balance_table.py` writes."""
STALE = "the texts of printed cards have changed since the pack's table of them was made"


class NoTable(ValueError):
    """A file of this name that is not such a table; the message says why."""


def read_table(folder: Path, texts: Callable[[Sequence[str]], Sequence[str]]) -> tuple[BalanceOutput | None, str]:
    """The table of a pack, and why there is none. `texts` returns the current texts of cards by their ids.

    A table of cards whose texts have changed is not used. Raises `NoTable`. Whether the rules are the same is checked
    when the settings are compared (`verdict.differing`).
    """
    try:
        found = json.loads((folder / TABLE).read_bytes())
    except FileNotFoundError:
        return None, NONE_KEPT
    except (OSError, ValueError) as problem:
        raise NoTable(f"cannot be read: {problem}") from None
    table = _table_of(found)
    if table is None:
        raise NoTable("is not a file of balance; tools/balance_table.py writes it")
    if table.texts and table.texts != digest(texts([card.card for card in table.cards])):
        return None, STALE
    return table, ""


def _table_of(found: object) -> BalanceOutput | None:
    """The table in a file; None if it is something else, or does not give what cards add where that is known."""
    if not isinstance(found, dict) or found.get("format") != BalanceOutput.format:
        return None
    try:
        table: BalanceOutput = read(BalanceOutput, found)
    except TypeMismatch:
        return None
    known = [own.points for card in table.cards for own in card.known]
    return table if all(points and points.difference.error is not ABSENT for points in known) else None


EVIDENCE = 0.1
"""The least share of games in which a card must pay a bot, be used by it, or be the subject of its secret choice, for
the games to say anything about the card."""


@dataclass(frozen=True)
class BalanceQuestion:
    """The question: the worth of each card `asked`, one at a time, in games with the cards `beside`.

    `recipe` gives the game, the layouts and all these cards. The bots rotate seats from game to game. If games are not
    `paired` with games without the card, they show only what is given in secret for it, not what it adds. If it is
    `held`, one player of each game begins with it, and is compared with the mean of all players of that game.
    """

    recipe: Callable[[], Start]
    asked: tuple[str, ...]
    bots: tuple[str, ...]
    looks: InterimAnalyses
    beside: tuple[str, ...] = ()
    seed: int = 0
    cap: int = CAP
    paired: bool = True
    held: bool = False

    @property
    def arms(self) -> tuple[bool, ...]:
        """Which games are played, for each series of a card: whether with it."""
        return (False, True) if self.paired and not self.held else (True,)

    @staticmethod
    def unit(players: int, held: bool) -> int:
        """The number of games in which every bot sits at every seat, and holds the card there, equally often."""
        return players * players if held else players

    def without(self, card: str) -> Series:
        """The games without a card; they record what the cards asked about would have paid."""
        cards = self._others(card)
        aside = [id for id in self.asked if self._others(id) == cards]
        return self._series(CardChoice(self.recipe, cards, tuple(aside)))

    def having(self, card: str) -> Series:
        """The games with a card, with the same seeds."""
        return self._series(CardChoice(self.recipe, self._and(card)), card if self.held else "")

    def name_of(self, card: str, having: bool) -> str:
        """The file name of the games with a card, or without it."""
        if having:
            return f"{'held' if self.held else 'with'}-{card}"
        return f"without-{card}" if card in self.beside else "without"

    def games_of(self, bot: str, ended: Sequence[Sequence[Played]]) -> list[tuple[GameOutcome, ...]]:
        """The outcomes of games for a bot, grouped by game number; if a card is held, for all players and for its
        holder."""
        if not self.held:
            return [tuple(outcome(game, bot) for game in games) for games in ended]
        series, own = self._series(self.recipe), [game for (game,) in ended if bot in game.bots]
        return [(outcome(game, bot), outcome(game, bot, series.holder(game.game))) for game in own]

    def _and(self, card: str) -> tuple[str, ...]:
        return self.beside if card in self.beside else (*self.beside, card)

    def _others(self, card: str) -> tuple[str, ...]:
        return tuple(id for id in self.beside if id != card)

    def _series(self, recipe: Callable[[], Start], held: str = "") -> Series:
        return Series(recipe, self.bots, self.seed, rotate=True, cap=self.cap, held=held)


@dataclass
class Balance:
    """The answer as it grows; `report` gives the current state, for the cards whose first analysis is done.

    `source` is the text of the game. `journal` opens the file of a series by name and setting, if games are kept.
    `printed` is a `balance/1` of printed cards to rank by, or `none` says why there is none. `most` has an upper bound
    of what each card can ever pay, and `equals` the printed card that does the same: if the table has that one, no
    games are played.
    """

    question: BalanceQuestion
    source: Source
    journal: Callable[[str, SettingOutput], Journal | None] = lambda name, setting: None
    printed: BalanceOutput | None = None
    none: str = NONE_KEPT
    most: Mapping[str, MostPoints] = field(default_factory=dict)
    equals: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        question = self.question
        if self.printed and question.held != bool(self.printed.held):
            made = "without" if question.held else "with"
            self.printed, self.none = None, f"the table of printed cards was made {made} --held"
        start = CardChoice(question.recipe, question.beside)()
        known = {card.id: card for card in (*start.cards, *question.recipe().cards)}
        self.setting = setting_of(question.without(""), start, self.source)
        self.cards = [known[id] for id in question.asked]
        self._arms: dict[Series, GameSeries] = {}
        by_table = ((card.id, self._by_table(card)) for card in self.cards)
        self._found = {id: answer for id, answer in by_table if answer is not None}

    def run(self, executor: Executor, ahead: int = 8, done: Callable[[], None] = lambda: None) -> None:
        """Play until every card is settled or all games are played; `done` is called after each game.

        Raises what `simulate` raises. After a stop, `report` still works.
        """
        waiting, begun = [card for card in self.cards if card.id not in self._found], 0
        for look, size in enumerate(self.question.looks.sizes, start=1):
            for games in (*range(begun + 2 * ahead, size, 2 * ahead), size):
                for card in waiting:  # round robin, so that a run that is stopped has pairs of all cards
                    self._play(card, games, executor, ahead, done)
            for card in waiting:
                games = [arm.games[:size] for arm in self._arms_of(card)]
                number = min(map(len, games))
                found = self._study(card, look, [arm[:number] for arm in games])
                self._found[card.id] = found if self._ends(card) else unknown(found, ENDLESS)
            begun = size
            waiting = [card for card in waiting if not is_conclusive(self._found[card.id])]

    def _by_table(self, card: Card) -> CardBalance | None:
        """The table's entry for a card that does the same as a printed one; None if there is none, or if it was made
        with another setting."""
        twin, table = self.equals.get(card.id), self.printed
        if twin is None or table is None or not self.question.paired or not comparable(self.setting, table):
            return None
        kept = next((one for one in table.cards if one.card == twin and one.known), None)
        if kept is None:
            return None
        ranked = verdict(CardStats(kept, self.setting, Z), table)
        return replace(
            ranked, card=card.id, verdict="equal", words=VERDICTS["equal"].format(twin), most=self.most.get(card.id)
        )

    def _play(self, card: Card, games: int, executor: Executor, ahead: int, done: Callable[[], None]) -> None:
        """Play up to a total number of games with a card and without it, or a few if none of them ends."""
        for most in (min(FEWEST, games), games):
            for arm in self._arms_of(card):
                arm.play(most, executor, ahead, done)
            if not self._ends(card):
                return

    def _ends(self, card: Card) -> bool:
        """Whether any game with a card or without it has ended."""
        return any(game.ended for arm in self._arms_of(card) for game in arm.games)

    def _arms_of(self, card: Card) -> list[GameSeries]:
        """The series of games of a card, that with it last."""
        return [self._arm(card.id, having) for having in self.question.arms]

    def _interim(self, card: Card) -> CardBalance | None:
        """The result for a card; before its first analysis the numbers so far, without a verdict."""
        if card.id in self._found:
            return self._found[card.id]
        arms = [arm.games for arm in self._arms_of(card)]
        number = min(map(len, arms))
        if number < FEWEST:
            return None
        return early(replace(self._study(card, 1, [games[:number] for games in arms]), look=0, rank=None))

    def report(self) -> BalanceOutput:
        """The current results."""
        return BalanceOutput(
            setting=self.setting,
            paired=ABSENT if self.question.paired else False,
            held=self.question.held or ABSENT,
            looks=self.question.looks.sizes,
            cards=[self._with_equals(known) for card in self.cards if (known := self._interim(card)) is not None],
        )

    def _with_equals(self, found: CardBalance) -> CardBalance:
        """A card whose reason also names the other cards asked about that are shown to be equal to it."""
        if twin := self.equals.get(found.card):
            found = replace(found, reason=f"its rule and abilities are those of {twin}; {found.reason}")
        equal = [
            f"{other.card} (within {max(margins):.1f} points)"
            for other in self._found.values()
            if other.card != found.card and found.card in self._found and (margins := self._margins(found, other))
        ]
        if not equal:
            return found
        return replace(found, reason=f"{found.reason}; every bot scores as much as with {' and with '.join(equal)}")

    def _margins(self, one: CardBalance, other: CardBalance) -> list[float]:
        """The margins within which two cards are shown to be equal, for each bot, in games with the same seeds; empty
        if not for every bot."""
        question = self.question
        if not question.paired or question.held or {one.card, other.card} & set(question.beside):
            return []
        look = min(one.look, other.look)
        number, critical = question.looks.sizes[look - 1], question.looks.critical
        arms = [self._arm(card.card, having=True).games[:number] for card in (one, other)]
        ended = [(first, second) for first, second in zip(*arms, strict=False) if first.ended and second.ended]
        found = [
            margin([(outcome(a, own.bot).points, outcome(b, own.bot).points) for a, b in ended], critical)
            for own in one.known
        ]
        margins = [known for known in found if known is not None]
        return margins if len(margins) == len(one.bots) and len(other.known) == len(other.bots) else []

    def _arm(self, card: str, having: bool) -> GameSeries:
        question = self.question
        series = question.having(card) if having else question.without(card)
        if series not in self._arms:
            setting = setting_of(series, series.recipe(), self.source)
            self._arms[series] = GameSeries(series, self.journal(question.name_of(card, having), setting))
        return self._arms[series]

    def _study(self, card: Card, look: int, arms: Sequence[Sequence[Played]]) -> CardBalance:
        """The result for a card at an analysis. A game that was stopped in one of the series is dropped from all."""
        critical = self.question.looks.critical
        ended = [games for games in zip(*arms, strict=True) if all(game.ended for game in games)]
        pairs, after = [games for games in ended if len(arms) > 1], [games[-1] for games in ended]
        table = self.printed if self.printed and comparable(self.setting, self.printed) else None
        found = CardBalance(
            card=card.id,
            class_=card.category,
            look=look,
            games=len(after),
            unended=len(arms[-1]) - len(after),
            length=_compared([(one.turns, two.turns) for one, two in pairs], critical),
            bots=[
                of_bot(bot, card, self.question.games_of(bot, ended), critical, self.question.held)
                for bot in dict.fromkeys(self.question.bots)
            ],
            most=self.most.get(card.id),
            secrets=about_card(card.id, card.category, after, critical, table) or ABSENT,
            rank=None,
            verdict="unknown",
            words=VERDICTS["unknown"],
            reason=UNPAIRED,
        )
        if not self.question.paired:
            return verdict_by_secrets(found) if table else found
        total = None if self.question.held else total_of_all(after)
        return shared(verdict(CardStats(found, self.setting, critical), self.printed, self.none), total)


def of_bot(
    bot: str, card: Card, games: Sequence[Sequence[GameOutcome]], critical: float, held: bool = False
) -> BotWithCard:
    """The statistics of a card for a bot in games with it (the last of each tuple), compared with those without it, if
    they are pairs.

    If the player `held` it, the card made a difference, or its pieces did in games in which the player drew one. For a
    card that neither scores nor is used, such as one that brings pieces, these are the games that went differently with
    it. Otherwise, if it hardly ever paid or was used, the games say nothing about it, and no worth is reported.
    """
    pairs = [(first, second) for first, *others in games for second in others]
    after = [own[-1] for own in games]
    paid = [two.paid.get(card.id, 0) for two in after] if card.rule is not None else None
    draws = held and not card.abilities and any(card.id in two.uses for two in after)
    uses = [two.uses.get(card.id, 0) for two in after] if card.abilities or draws else None
    if held:
        touched = sum(map(bool, uses or ())) if draws else len(after)
    elif card.rule is None and not card.abilities and pairs:
        touched = sum(first != second or card.id in second.about for first, second in pairs)
    else:
        nothing = [0] * len(after)
        effects = zip(paid or nothing, uses or nothing, after, strict=True)
        touched = sum(bool(points or used or card.id in own.about) for points, used, own in effects)
    found = BotWithCard(
        bot=bot,
        games=len(after) if held else ABSENT,
        known=len(pairs) >= FEWEST and touched >= EVIDENCE * len(pairs),
        touched=share(touched, len(after), critical) if after else None,
        still=_still([own for every in games for own in every]),
        paid=interval(paid, critical) if paid else None,
        uses=interval(uses, critical) if uses else None,
        points=None,
        wins=None,
        passive=None,
        active=None,
    )
    if not found.known:
        return found
    totals = [(one.points, two.points) for one, two in pairs]
    found.points = _compared(totals, critical, _one_each_way(totals) if held else [])
    found.wins = shares([(one.win, two.win) for one, two in pairs], critical)
    if card.rule is not None and not held:
        aside = [one.aside[card.id] for one, _ in pairs]
        rest = [(one.points + own, two.points) for (one, two), own in zip(pairs, aside, strict=True)]
        found.passive, found.active = interval(aside, critical), difference(rest, critical)
    return found


def _one_each_way(pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Two more pairs, with the largest difference in each direction, where there are only two different ones: few games
    that all go the same way prove little.

    Where a total is 1 or 0, a success and a failure are added (A. Agresti and B. Caffo, Am. Stat. 54 (2000), 280-288).
    """
    found = {second - first for first, second in pairs}
    most = max(map(abs, found))
    return [(0, most), (0, -most)] if len(found) <= 2 else []


def _compared(
    pairs: Sequence[tuple[float, float]], critical: float, more: Sequence[tuple[float, float]] = ()
) -> ComparedOutput | None:
    """The totals without and with the card, and their difference, for which there are `more` pairs."""
    if not pairs:
        return None
    before, after = zip(*pairs, strict=True)
    return ComparedOutput(
        without=interval(before, critical),
        with_=interval(after, critical),
        difference=difference([*pairs, *more], critical),
    )


def _still(outcomes: Sequence[GameOutcome]) -> list[str]:
    """The measures of the game that never changed in the turns of a bot."""
    every = {name for own in outcomes for name in own.measures}
    return sorted(name for name in every if not any(name in own.changed for own in outcomes))
