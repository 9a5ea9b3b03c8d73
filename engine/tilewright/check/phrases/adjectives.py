"""The adjectives of a noun phrase: each narrows what the phrase ranges over, or adds a condition."""

from __future__ import annotations

from typing import Protocol

from tilewright.check import vocabulary as words
from tilewright.check.phrases.protocol import PhraseElaborator
from tilewright.check.phrases.subject import Subject
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.syntax import ast
from tilewright.table.game import OWNER
from tilewright.table.geometry import DIAGONAL_SIDES, SLOPE


class Described(Protocol):
    """A phrase as adjectives change it (`check.phrases.noun_phrase`)."""

    subject: Subject
    phrases: PhraseElaborator
    guards: list[core.Expr]
    domain: core.RangeExpr | None
    is_neighbor: bool
    shape: str
    along: str


class Adjectives:
    """Takes in the adjectives of one phrase."""

    def __init__(self, phrase: Described) -> None:
        self.phrase = phrase
        self.vocabulary = phrase.phrases.context.vocabulary

    def add(self, word: ast.Word) -> bool:
        """Take in an adjective; False when the word is none that fits."""
        known, text, sort = self.vocabulary, word.text, self.phrase.subject.var.sort
        if text in known.rules or text in known.game.marks:
            self.phrase.phrases.names.require_play(word)
        if text in known.rules:
            return self._ruled(text)
        if sort == core.SPACE:
            return self._space_adjective(text)
        if sort == core.PLAYER and text in words.PLAYER_ADJECTIVES:
            self.phrase.domain = core.Players(text)
            return True
        if sort == core.VALUE:
            return text == "different" or self._value_adjective(text)
        if self.phrase.subject.var.noun == "run":
            self.phrase.along = SLOPE
            return text == "diagonal"
        symmetries = words.SYMMETRIES.get(self.phrase.subject.var.noun, {})
        if text in symmetries:
            self.phrase.domain = core.Axes(symmetries[text])
        return text in symmetries

    def _ruled(self, text: str) -> bool:
        """An adjective that a rule of the game explains."""
        rule = self.vocabulary.rules[text]
        if rule.parameter.sort != self.phrase.subject.var.sort or not build.is_condition(rule.body):
            return False
        self.phrase.guards.append(core.RuleHolds(text, self.phrase.subject.var))
        return True

    def _space_adjective(self, text: str) -> bool:
        known, var = self.vocabulary, self.phrase.subject.var
        if self.phrase.is_neighbor and text in words.NEIGHBOR_ADJECTIVES:
            corner = f"{self.phrase.shape} {text}"
            self.phrase.shape = corner if corner in DIAGONAL_SIDES else text
        elif text == "face-up":
            self.phrase.guards.append(core.Shows(var, known.face_up))
        elif text == "face-down":
            self.phrase.guards.append(known.face_down(var))
        elif text == "empty":
            self.phrase.guards.append(core.Compare("=", core.Height(var), core.Const(0)))
        elif text in words.REGION_WORDS:
            self.phrase.guards.append(core.InRegion(var, text))
        elif text in known.kinds_of:
            self.phrase.guards.append(core.Shows(var, known.kinds_of[text]))
        elif text in known.game.marks:
            self.phrase.guards.append(core.Flagged(var, text))
        elif text in words.OWNED and known.game.with_owners:
            own = known.is_of(var, core.OnBoardOf(self.phrase.phrases.context.me, core.SeatNumber()))
            lies = core.Compare(">", core.Attribute(var, known.numbers(OWNER), OWNER), core.Const(0))
            self.phrase.guards += [own] if text == "own" else [lies, build.negation(own)]
        elif text == "loose" and known.game.areas:
            self.phrase.guards.append(core.Loose(var))
        elif text == "placeable" and known.game.maps:
            self.phrase.guards.append(self.phrase.phrases.land.placeable(var, self.phrase.subject.inner))
        else:
            return False
        return True

    def _value_adjective(self, text: str) -> bool:
        """The values that some of the kinds have which the word means; odd or even numbers."""
        if text in words.PARITIES:
            return self._parity(words.PARITIES[text])
        kinds = self.vocabulary.kinds_of.get(text)
        if kinds is None or not isinstance(self.phrase.domain, core.Values):
            return False
        kept = (v for v in self.phrase.domain.values if v.kinds is not None and v.kinds & kinds)
        self.phrase.domain = core.Values(tuple(kept))
        return True

    def _parity(self, left_over: int) -> bool:
        """Numbers are sorted out now, heights where they are asked for."""
        if not isinstance(self.phrase.domain, core.Values):
            return False
        if self.phrase.domain.heights:
            self.phrase.guards.append(build.parity(core.NumberOf(self.phrase.subject.var), left_over))
            return True
        kept = tuple(v for v in self.phrase.domain.values if v.number is not None and v.number % 2 == left_over)
        numbers = any(v.number is not None for v in self.phrase.domain.values)
        self.phrase.domain = core.Values(kept)
        return numbers
