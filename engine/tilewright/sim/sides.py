"""Comparison of games under several settings, the sides: layouts, or two versions of the rules.

Each bot plays against itself at all seats, with the same seeds on every side (common random numbers).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from statistics import fmean

from tilewright.outputs.games import (
    BotOnSide,
    MeanOutput,
    PairedDifference,
    Played,
    Rank,
    SettingOutput,
    SideOutput,
    SidesOutput,
    UnusedParts,
)
from tilewright.outputs.output import ABSENT
from tilewright.sim.estimates import FEWEST, InterimAnalyses, difference, interval, is_within, little, share, sign
from tilewright.sim.journal import Journal
from tilewright.sim.outcomes import GameSeries
from tilewright.sim.simulation import CAP, Series, Start
from tilewright.sim.summary import setting_of
from tilewright.sim.verdict import rank_of
from tilewright.source import Source


@dataclass(frozen=True)
class Side:
    """One of the settings: its name, and what is played with. `source` is the text of its game."""

    name: str
    recipe: Callable[[], Start]
    source: Source


@dataclass(frozen=True)
class SidesQuestion:
    """The question: the first side compared with the others; `about` is ``layout`` or ``rules``."""

    about: str
    sides: tuple[Side, ...]
    bots: tuple[str, ...]
    players: int
    looks: InterimAnalyses
    seed: int = 0
    cap: int = CAP


class SidesBalance:
    """The answer as it grows; `report` gives the current state. `journal` opens the file of a series, if games are
    kept."""

    def __init__(
        self,
        question: SidesQuestion,
        journal: Callable[[str, SettingOutput], Journal | None] = lambda name, setting: None,
    ) -> None:
        self.question = question
        self._arms: dict[tuple[int, str], GameSeries] = {}
        self._settings: list[dict[str, object]] = []
        for number, side in enumerate(question.sides):
            start = side.recipe()
            for bot in question.bots:
                seats = (bot,) * question.players
                series = Series(side.recipe, seats, question.seed, cap=question.cap, traced=True)
                setting = setting_of(series, start, side.source)
                name = f"{number}-{side.name}-{bot.replace(':', '-')}"
                self._arms[number, bot] = GameSeries(series, journal(name, setting))
            self._settings.append({key: value for key, value in setting.keys().items() if key != "players"})
        self._found = self._answer(0, [], {}, ("unknown", "stopped before the first check"))

    def run(self, executor: Executor, ahead: int = 8, done: Callable[[], None] = lambda: None) -> None:
        """Play until there is a verdict or all games are played; `done` is called after each. Raises what `simulate`
        raises."""
        for look, size in enumerate(self.question.looks.sizes, start=1):
            for arm in self._arms.values():
                arm.play(size, executor, ahead, done)
            self._found = self._study(look, size)
            if self._found.verdict != "unknown":
                return

    def report(self) -> SidesOutput:
        """The results of the last analysis; without numbers before the first one."""
        return self._found

    def _answer(
        self,
        look: int,
        sides: Sequence[SideOutput],
        compared: Mapping[str, Mapping[str, Rank | PairedDifference]],
        verdict: tuple[str, str],
    ) -> SidesOutput:
        question, (word, reason) = self.question, verdict
        return SidesOutput(
            about=question.about,
            bots=question.bots,
            players=question.players,
            looks=question.looks.sizes,
            look=look,
            sides=sides,
            compared=compared,
            verdict=word,
            words=WORDS[word],
            reason=reason,
        )

    def _study(self, look: int, size: int) -> SidesOutput:
        critical = self.question.looks.critical
        games = {key: arm.games[:size] for key, arm in self._arms.items()}
        sides = [
            SideOutput(
                side=side.name,
                setting=self._settings[number],
                bots=[_of_bot(bot, games[number, bot], critical) for bot in self.question.bots],
                unused=_unused([game for bot in self.question.bots for game in games[number, bot]], side.recipe()),
            )
            for number, side in enumerate(self.question.sides)
        ]
        if self.question.about == "layout":
            places = {bot: _places(sides, index, critical) for index, bot in enumerate(self.question.bots)}
            return self._answer(look, sides, places, layout_verdict(sides, places))
        changes = {bot: _changes(games[0, bot], games[1, bot], critical) for bot in self.question.bots}
        return self._answer(look, sides, changes, rules_verdict(sides, changes))


def quantities(game: Played) -> dict[str, float]:
    """The compared numbers of a game, by name; options and measures in the words of the game file."""
    first, *others = game.totals
    found = {"points": fmean(game.totals), "turns": float(game.turns), "decisions": float(game.decisions)}
    if others:
        found["lead of the first player"] = first - fmean(others)
    for name, values in game.measures.items():
        if values:
            found |= {f"{name}, mean": fmean(values), f"{name}, least": float(min(values))}
    for name, (faced, opened, taken) in (game.options or {}).items():
        if faced:
            found |= {f"{name}: open": opened / faced, f"{name}: taken": taken / faced}
    return found


def _of_bot(bot: str, games: Sequence[Played], critical: float) -> BotOnSide:
    ended = [game for game in games if game.ended]
    values: dict[str, list[float]] = {}
    for game in ended:
        for name, value in quantities(game).items():
            values.setdefault(name, []).append(value)
    seats = range(len(games[0].totals))
    wins = [sum(game.won(seat) for game in ended) for seat in seats]
    return BotOnSide(
        bot=bot,
        games=len(ended),
        unended=len(games) - len(ended),
        wins=[share(won, len(ended), critical) for won in wins] if ended else [],
        numbers={name: interval(own, critical) for name, own in values.items()},
        measures=_by_turn(ended),
    )


def _by_turn(games: Sequence[Played]) -> dict[str, list[float]]:
    """The mean of each measure at the beginning of each turn that half of the games reached."""
    found: dict[str, list[float]] = {}
    for name in games[0].measures if games else ():
        turns = sorted(len(game.measures[name]) for game in games)[len(games) // 2]
        found[name] = [
            round(fmean(own[turn] for game in games if turn < len(own := game.measures[name])), 2)
            for turn in range(turns)
        ]
    return found


def _unused(games: Sequence[Played], start: Start) -> UnusedParts:
    """The parts of the game that no game used: rules and verbs, options that were offered, cards and parts of the
    score."""
    rules = [name for name in games[0].unused or () if all(name in (game.unused or ()) for game in games)]
    options = {name for game in games for name, counts in (game.options or {}).items() if counts[0]}
    taken = {name for game in games for name, counts in (game.options or {}).items() if counts[2]}
    paid = {name for game in games for parts in game.scores for name, points in parts.items() if points}
    used = {card for game in games for own in game.uses for card in own}
    cards = [
        card.id for card in start.cards if card.id not in paid | used and (card.abilities or card.rule is not None)
    ]
    parts = [part.name for part in start.game.parts if part.name not in paid]
    return UnusedParts(rules=rules, options=sorted(options - taken), cards=cards, parts=parts)


def _places(sides: Sequence[SideOutput], index: int, critical: float) -> dict[str, Rank]:
    """By number of a bot: the possible ranks of the first side among all, 1 the largest."""
    asked, *others = [side.bots[index].numbers for side in sides]
    found: dict[str, Rank] = {}
    for name, own in asked.items():
        known = [other[name] for other in others if name in other and other[name].error is not ABSENT]
        if known and len(known) == len(others) and own.error is not ABSENT:
            found[name] = rank_of(own, known, critical)
    return found


def _changes(before: Sequence[Played], after: Sequence[Played], critical: float) -> dict[str, PairedDifference]:
    """By number: the paired difference of the second and the first side."""
    pairs: dict[str, list[tuple[float, float]]] = {}
    for one, two in zip(before, after, strict=True):
        if one.ended and two.ended:
            first, second = quantities(one), quantities(two)
            for name in first.keys() & second.keys():
                pairs.setdefault(name, []).append((first[name], second[name]))
    return {
        name: PairedDifference(**vars(difference(pairs[name], critical)), games=len(pairs[name]))
        for name in sorted(pairs)
    }


LEAD = "lead of the first player"
MAIN = ("points", "turns", "decisions", LEAD)
"""The numbers that must be alike for two versions of the rules to play alike."""
WORDS = {
    "first": "the first player is ahead",
    "others": "the first player is behind",
    "even": "no seat is ahead by much",
    "different": "the games differ",
    "alike": "the games are alike",
    "unknown": "not known",
}
"""The verdicts, and their texts."""


def layout_verdict(sides: Sequence[SideOutput], places: Mapping[str, Mapping[str, Rank]]) -> tuple[str, str]:
    """The verdict on a layout, a key of `WORDS`, and its reason: whether the seats are balanced, for every bot."""
    asked = sides[0].bots
    if reason := _too_few(asked):
        return "unknown", reason
    if LEAD not in asked[0].numbers:
        return "unknown", "with a single player there is nobody to be ahead of"
    found = {_of_lead(own.numbers[LEAD], own.games) for own in asked}
    leads = "; ".join(f"{own.bot} {_span(own.numbers[LEAD])}{_place(places[own.bot])}" for own in asked)
    reason = f"the lead of the first player is, for {leads}"
    if len(found) == 1 and "open" not in found:
        return found.pop(), reason
    if {"first", "others"} <= found or "open" not in found:
        return "unknown", f"the bots disagree: {reason}"
    return "unknown", f"{reason}; there are too few games"


def rules_verdict(
    sides: Sequence[SideOutput], changes: Mapping[str, Mapping[str, PairedDifference]]
) -> tuple[str, str]:
    """The verdict on two versions of the rules: what differs significantly, and for every bot in the same direction."""
    if reason := _too_few([own for side in sides for own in side.bots]):
        return "unknown", reason
    if reason := "; ".join(bot for bot, own in changes.items() if _pairs(own) < FEWEST):
        return "unknown", f"too few games ended on both sides: {reason}"
    first, *others = changes.values()
    agreed, against = [], []
    for name in first:
        signs = [sign(own.get(name)) for own in (first, *others)]
        if all(signs) and len(set(signs)) == 1:
            agreed.append(f"{name} {'more' if signs[0] > 0 else 'less'}")
        elif {1, -1} <= set(signs):
            against.append(name)
    if agreed:
        more = f"; the bots disagree about {', '.join(against)}" if against else ""
        said = f"with {sides[1].side}, with statistical certainty for every bot: {', '.join(agreed)}{more}"
        return "different", said
    if against:
        return "unknown", f"the bots disagree about {', '.join(against)}"
    main = [(name, own[name]) for own in changes.values() for name in MAIN if name in own]
    if all(_is_little(gain, gain.games) for _, gain in main):
        return "alike", f"{', '.join(dict.fromkeys(name for name, _ in main))} differ only slightly, if at all"
    some = "for every bot" if any(sign(gain) for own in changes.values() for gain in own.values()) else "for any bot"
    few = "there are too few games to show that any difference is small"
    return "unknown", f"no difference is certain {some}, and {few}"


def _pairs(compared: Mapping[str, PairedDifference]) -> int:
    """The number of pairs of games with the same seed that ended on both sides."""
    return min((own.games for name, own in compared.items() if name in MAIN), default=0)


def _too_few(bots: Sequence[BotOnSide]) -> str:
    few = [own for own in bots if own.games < FEWEST]
    return "; ".join(dict.fromkeys(f"{own.bot} has finished only {own.games} games" for own in few))


def _of_lead(lead: MeanOutput, games: int) -> str:
    if ahead := sign(lead):
        return "first" if ahead > 0 else "others"
    return "even" if _is_little(lead, games) else "open"


def _is_little(found: MeanOutput, games: int) -> bool:
    """Whether an interval is within `LITTLE` standard deviations; without variance, whether it is 0."""
    return is_within(found, little(found, games))


def _span(found: MeanOutput) -> str:
    return f"{found.mean:+.1f} ({found.low:+.1f} to {found.high:+.1f})"


def _place(places: Mapping[str, Rank]) -> str:
    return f", place {places[LEAD]} from the largest" if LEAD in places else ""
