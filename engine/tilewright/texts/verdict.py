"""Whether a printed text means the rule of its card: by proof, or with a board on which they differ.

A text agrees when one of its readings is the rule: the same core, or proved to pay the same. It differs when every
reading pays something else on some board. An ability agrees when its statements are the same but for conditions of
what is picked, which are proved to let the same be picked, and differs when it leads to something else from some
position. Everything else is left open: nobody is accused of what is not shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING, Union

from tilewright.core import expr as core
from tilewright.core.deeds import gaining, only_gains, plainly
from tilewright.core.play import Ability
from tilewright.core.same import canonical, gaps
from tilewright.core.walk import free, variables
from tilewright.solver.proof import Proof
from tilewright.source import Span
from tilewright.stopping import Unsupported
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.texts.chart import Tree
from tilewright.texts.idle import is_idle
from tilewright.texts.phrasebook import Language
from tilewright.texts.reading import (
    ABILITY,
    NotUnderstood,
    Reading,
    deed,
    meaning,
    readings,
    says_nothing,
    several_ways,
    that_say_something,
)
from tilewright.texts.trying import try_rules

if TYPE_CHECKING:
    from tilewright.play.contrast import Difference

SECONDS = 20.0
"""The default time limit for deciding one reading, in seconds."""
CLEAR = 2.5
"""How much plainer a reading by the words that count alone must be than all others, so that it is what the text says."""
_WORD = re.compile(r"[\w-]+")
NEAR = 0.35
"""How much of a rule such a reading may change, so that it is a mistake in the text and not one in reading it."""
OTHERWISE = "the text and the rule are written differently; both allow the same in the {} positions that were tried, which is not a proof"
ONCE = "identical to the rule, but only the {} limits it to once a game"
UNPLAYED = "the text and the rule are written differently, and neither can be tried without the moment that it is about"
Comparison = Callable[[Game, core.Expr, core.Expr], Union[Proof, str]]
"""How two rules are compared that are not the same: a proof, or why there is none (see `proving` and `trying`)."""


class Agreement(str, Enum):
    """What is known of two rules, or of a text and a rule."""

    AGREES = "agrees"
    ONE_READING = "agrees in one reading"
    DIFFERS = "differs"
    UNDECIDED = "undecided"
    NOT_UNDERSTOOD = "not understood"
    PROBABLY_AGREES = "probably agrees"
    PROBABLY_DIFFERS = "probably differs"


@dataclass(frozen=True)
class Compared:
    """A reading beside the rule: the same core (without a `proof`), proved equal, different or undecided.

    `reason` is why it could not be decided, when that was not the time. Of abilities `contrast` is a position from
    which they lead to different tables.
    """

    reading: Reading
    proof: Proof | None = None
    reason: str = ""
    contrast: Difference | None = None

    @property
    def agrees(self) -> bool:
        """Whether the two pay the same."""
        if self.reason or self.contrast is not None:
            return False
        return self.proof is None or self.proof.verdict == "equal"

    @property
    def differs(self) -> bool:
        """Whether there is a board or a position on which they do not."""
        return self.contrast is not None or (self.proof is not None and self.proof.verdict == "different")


@dataclass(frozen=True)
class Partial:
    """A text with a hole: where it is, what the rest says, and what is known of the hole when the card is known.

    `needed` are the phrases, in the language of the text, with which the rest is the rule. `contradiction` is a
    board on which the rest is not the rule whichever condition the hole is, with what it can score at most (or least)
    and what the rule scores.
    """

    span: Span
    rule: str
    needed: tuple[str, ...] = ()
    contradiction: Proof | None = None


@dataclass(frozen=True)
class ProbableMeaning:
    """What a text that is not understood seems to say, which is not proved: the rule of its card, or `instead` of it
    another one, which is near it: a sentence for that, and the rule in the card language."""

    instead: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Verdict:
    """What became of a text: its readings beside the rule, or where and why it was not understood.

    `partial` is what of such a text is understood, and `likeness` what it seems to say, if that was asked for.
    """

    language: str
    text: str
    compared: tuple[Compared, ...] = ()
    problem: NotUnderstood | None = None
    partial: Partial | None = None
    likeness: ProbableMeaning | None = None

    @property
    def agreement(self) -> Agreement:
        """The verdict in a word."""
        if self.likeness is not None:
            return Agreement.PROBABLY_DIFFERS if self.likeness.instead else Agreement.PROBABLY_AGREES
        if self.problem is not None:
            return Agreement.NOT_UNDERSTOOD
        if all(found.agrees for found in self.compared):
            return Agreement.AGREES
        if any(found.agrees for found in self.compared):
            return Agreement.ONE_READING
        return Agreement.DIFFERS if all(found.differs for found in self.compared) else Agreement.UNDECIDED

    @property
    def best(self) -> Compared | None:
        """The reading that speaks for the verdict: one that agrees, else the plainest that does not."""
        agreeing = (found for found in self.compared if found.agrees)
        return next(agreeing, self.compared[0] if self.compared else None)


def proving(time_limit: float | None = SECONDS) -> Comparison:
    """Rules compared by the solver, each pair in `time_limit` seconds; those it cannot decide are tried on boards."""

    def prove(game: Game, one: core.Expr, other: core.Expr) -> Proof | str:
        from tilewright.solver.compare import compare_quickly
        from tilewright.stopping import OutOfTime

        found: Proof | str
        try:
            found = compare_quickly(game, one, other, time_limit=time_limit, workers=1)
            if found.verdict != "unknown":
                return found
        except OutOfTime:
            found = "the time ran out"
        except Unsupported as problem:
            found = problem.reason
        tried = try_rules(game, one, other)
        return tried if tried.verdict == "different" else found

    return remembered(prove)


def remembered(way: Comparison) -> Comparison:
    """A way to compare that compares no two rules twice: the texts of a card have the same readings in every language."""
    known: dict[tuple[core.Expr, core.Expr], Proof | str] = {}

    def compare(game: Game, one: core.Expr, other: core.Expr) -> Proof | str:
        pair = canonical(one), canonical(other)
        if pair not in known:
            known[pair] = way(game, one, other)
        return known[pair]

    return compare


def judge_card(language: Language, text: str, card: Card, way: Comparison | None = None) -> Verdict:
    """A text beside what its card scores or allows."""
    if card.rule is not None:
        return judge(language, text, card.rule, way)
    verdict = _judge_deeds(language, text, card, readings(language, text, ABILITY), way)
    if verdict.problem is not None and _pays(language.card.game, card):
        paid = _judge_deeds(language, text, card, _as_gains(language, text), way)
        return paid if paid.problem is None else verdict
    return verdict


def _judge_deeds(
    language: Language, text: str, card: Card, found: list[Reading] | NotUnderstood, way: Comparison | None
) -> Verdict:
    """The readings of a text beside what a card does."""
    if isinstance(found, NotUnderstood):
        return Verdict(language.name, text, problem=found)
    meant = meaning(card)
    found = [reading for reading in found if not reading.is_idle or meaning(reading.card) == meant]
    if not found:
        return Verdict(language.name, text, problem=says_nothing(text))
    compared = tuple(compare_abilities(language.card.game, reading, card, way) for reading in found)
    if found[0].bare and not _settled(language, compared, meant):
        return Verdict(language.name, text, problem=several_ways(text))
    return Verdict(language.name, text, compared)


def _pays(game: Game, card: Card) -> bool:
    """Whether a card does nothing but that a player gains some points."""
    return any(all(only_gains(ability, counter) for _, ability in card.effects) for counter in _points(game))


def _points(game: Game) -> list[str]:
    """The counter of the game that is a part of the score."""
    rules = (canonical(part.rule) for part in game.parts)
    return [rule.name for rule in rules if isinstance(rule, core.CounterOf)][:1]


def _as_gains(language: Language, text: str) -> list[Reading] | NotUnderstood:
    """The readings of a text that says how points are scored, as an ability to gain these."""
    found = readings(language, text)
    if isinstance(found, NotUnderstood):
        return found
    [counter] = _points(language.card.game)
    return [
        replace(reading, card=replace(reading.card, rule=None, abilities=(gaining(counter, rule),)))
        for reading in that_say_something(found)
        if (rule := reading.card.rule) is not None
    ]


def compare_abilities(game: Game, reading: Reading, card: Card, way: Comparison | None = None) -> Compared:
    """A reading beside what a card does: by its form, by proof of conditions, and by playing both."""
    if meaning(reading.card) == meaning(card):
        return Compared(reading)
    ours, theirs = reading.card.effects, card.effects
    if [when for when, _ in ours] != [when for when, _ in theirs]:
        return Compared(reading, reason="it happens at a different time")
    pairs = [(one, other) for (_, one), (_, other) in zip(ours, theirs, strict=True)]
    enough = _unlimited(game)
    deeds = [(deed(one, enough), deed(other, enough)) for one, other in pairs]
    if all(one == other for one, other in deeds):
        return Compared(reading)
    if all(replace(one, once=other.once) == other for one, other in deeds):
        return Compared(reading, reason=ONCE.format("text" if any(one.once for one, _ in pairs) else "rule"))
    found = [gaps(plainly(one, enough), plainly(other, enough)) for one, other in pairs]
    alike = [gap for known in found if known is not None for gap in known]
    proofs = [] if None in found else [(way or proving())(game, gap, core.Const(0)) for gap in alike]
    if None not in found and all(isinstance(proof, Proof) and proof.verdict == "equal" for proof in proofs):
        return Compared(reading, next((proof for proof in proofs if isinstance(proof, Proof)), None))
    return _played(game, reading, pairs)


def _unlimited(game: Game) -> frozenset[str]:
    """The counters of which there is enough for all, if nothing happens at once when they change."""
    ends = game.play_rules is not None and game.play_rules.at_once != core.FALSE
    return frozenset() if ends else frozenset(it.name for it in game.counters if it.most is None and it.copies is None)


def _played(game: Game, reading: Reading, pairs: Sequence[tuple[Ability, Ability]]) -> Compared:
    """Both abilities played from many positions."""
    from tilewright.play.contrast import contrast

    moments = 0
    for one, other in pairs:
        if not _can_be_played(game, one, other):
            return Compared(reading, reason=UNPLAYED)
        played = contrast(game, one, other)
        if played.contrast is not None:
            return Compared(reading, contrast=played.contrast)
        moments += played.moments
    return Compared(reading, reason=OTHERWISE.format(moments))


def _can_be_played(game: Game, *abilities: Ability) -> bool:
    """Whether abilities are about what there is in every turn: what is done at a moment may be about a thing that the moment gives."""
    play_rules = game.play_rules
    assert play_rules is not None, "only games that are played have abilities"
    here = {
        play_rules.me,
        *(var for _, var in play_rules.places),
        *chain(*(variables(at) for _, at in play_rules.lasting)),
    }
    given = {var for ability in abilities for var in free(ability) if var.id < play_rules.variables}
    return given <= here


def judge(language: Language, text: str, rule: core.Expr, way: Comparison | None = None) -> Verdict:
    """A text compared with a rule; by default by proof."""
    found = readings(language, text)
    if isinstance(found, NotUnderstood):
        return Verdict(language.name, text, problem=found)
    game = language.card.game
    meant = canonical(rule)
    if not is_idle(rule):
        found = [reading for reading in found if not reading.is_idle or canonical(_rule(reading)) == meant]
    compared = tuple(_compared(game, reading, rule, way) for reading in found)
    if not found:
        return Verdict(language.name, text, problem=says_nothing(text))
    if found[0].bare and not _settled(language, compared, meant):
        return Verdict(language.name, text, problem=several_ways(text))
    return Verdict(language.name, text, compared)


def _settled(language: Language, compared: Sequence[Compared], meant: object) -> bool:
    """Whether readings by the words that count alone say enough: the plainest may be the rule, or a clear one is near it.

    A text that is wrong mistakes a thing, a number or a place. A reading that has little in common with the rule is
    more likely a mistake in reading. Among readings that are said in the same words either may be meant.
    """
    plainest, *others = compared
    said = _said(language, plainest.reading.tree)
    if any(found.agrees and _said(language, found.reading.tree) == said for found in others):
        return True
    if plainest.reading.cut and not plainest.agrees:
        return False
    if not plainest.differs:
        return plainest.agrees or not any(found.agrees for found in others)
    apart = (found.reading.tree for found in others if _said(language, found.reading.tree) != said)
    clear = all(tree.cost > plainest.reading.tree.cost + CLEAR for tree in apart)
    return clear and all(found.differs for found in others) and _changed(meaning(plainest.reading.card), meant) <= NEAR


def _said(language: Language, tree: Tree) -> tuple[str | int, ...]:
    """What a reading says in words: phrases of which a table says that the same words say them are one."""
    name = tree.value if tree.function is None else tree.function.name
    alike = next((min(names) for names in language.card.table.ambiguous if name in names), name)
    return (alike, *chain.from_iterable(_said(language, kid) for kid in tree.kids.values()))


def _changed(one: object, other: object) -> float:
    """How many of the words of the one meaning or the other only one has, as a share of those of the other."""
    ours, theirs = (Counter(_WORD.findall(repr(meant))) for meant in (one, other))
    return ((ours - theirs) + (theirs - ours)).total() / max(1, theirs.total())


def _compared(game: Game, reading: Reading, rule: core.Expr, way: Comparison | None) -> Compared:
    found = compare_rules(game, _rule(reading), rule, way)
    if isinstance(found, str):
        return Compared(reading, reason=found)
    return Compared(reading, found)


def compare_rules(game: Game, one: core.Expr, other: core.Expr, way: Comparison | None = None) -> Proof | str | None:
    """What is known of two rules: None when they are the same, a reason when it cannot be asked."""
    if canonical(one) == canonical(other):
        return None
    return (way or proving())(game, one, other)


def translations(
    game: Game, verdicts: Sequence[Verdict], way: Comparison | None = None
) -> dict[tuple[str, str], Agreement]:
    """Whether the texts of a card mean the same, pair by pair; of those that are understood.

    Two texts that agree with the rule agree. Of the others every pair of readings is compared, and one that agrees
    is enough.
    """
    found: dict[tuple[str, str], Agreement] = {}
    understood = [verdict for verdict in verdicts if verdict.compared]
    for i, one in enumerate(understood):
        for other in understood[i + 1 :]:
            found[one.language, other.language] = _translation(game, one, other, way)
    return found


def _translation(game: Game, one: Verdict, other: Verdict, way: Comparison | None) -> Agreement:
    agreeing = [verdict.agreement in (Agreement.AGREES, Agreement.ONE_READING) for verdict in (one, other)]
    if all(agreeing):
        return Agreement.AGREES
    if {one.agreement, other.agreement} == {Agreement.AGREES, Agreement.DIFFERS}:
        return Agreement.DIFFERS
    pairs = [(ours, theirs) for ours in one.compared for theirs in other.compared]
    found = [_compared_readings(game, ours, theirs.reading, way) for ours, theirs in pairs]
    if any(compared.agrees for compared in found):
        return Agreement.AGREES
    return Agreement.DIFFERS if all(compared.differs for compared in found) else Agreement.UNDECIDED


def _compared_readings(game: Game, one: Compared, other: Reading, way: Comparison | None) -> Compared:
    if other.card.rule is None:
        return compare_abilities(game, one.reading, other.card, way)
    return _compared(game, one.reading, other.card.rule, way)


def _rule(reading: Reading) -> core.Expr:
    assert reading.card.rule is not None
    return reading.card.rule
