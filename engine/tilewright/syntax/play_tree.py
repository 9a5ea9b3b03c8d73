"""Lark's tree to the surface tree: statements of play and what the game file says of it."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from tilewright.source import Span
from tilewright.syntax import ast, play_ast
from tilewright.syntax.card_tree import CardTree
from tilewright.syntax.expression_tree import number, span, word


def _named(token: Token | None) -> ast.Word | None:
    return None if token is None else word(token)


@v_args(meta=True)
class PlayTree(CardTree):
    """Statements of play."""

    # -- what is done
    def picked_thing(self, meta: Meta, children: list[Any]) -> play_ast.Thing:
        return play_ast.Thing(children[0], True, span=span(meta))

    def known_thing(self, meta: Meta, children: list[Any]) -> play_ast.Thing:
        return play_ast.Thing(children[0], False, span=span(meta))

    def value_thing(self, meta: Meta, children: list[Any]) -> play_ast.Thing:
        return play_ast.Thing(ast.Phrase(None, children[0], (), span=span(meta)), False, span=span(meta))

    def pick_one(self, meta: Meta, children: list[Any]) -> play_ast.PickOne:
        phrase, name = children
        return play_ast.PickOne(phrase, _named(name), span=phrase.span)

    def option(self, meta: Meta, children: list[Any]) -> play_ast.Option:
        name, condition, body = children
        return play_ast.Option(word(name), condition, body, span=word(name).span)

    def choose_one(self, meta: Meta, children: list[Any]) -> play_ast.ChooseOne:
        options = tuple(child for child in children if isinstance(child, play_ast.Option))
        return play_ast.ChooseOne(options, span=Span(meta.start_pos, meta.start_pos + len("choose one")))

    def take(self, meta: Meta, children: list[Any]) -> play_ast.Take:
        thing, name, place = children
        return play_ast.Take(thing, _named(name), _named(place), span=span(meta))

    def draw(self, meta: Meta, children: list[Any]) -> play_ast.Draw:
        return play_ast.Draw(word(children[0]), _named(children[1]), span=span(meta))

    def fill(self, meta: Meta, children: list[Any]) -> play_ast.Fill:
        return play_ast.Fill(word(children[-1]), span=span(meta))

    def discard(self, meta: Meta, children: list[Any]) -> play_ast.Discard:
        return play_ast.Discard(children[0], span=span(meta))

    def place_it(self, meta: Meta, children: list[Any]) -> play_ast.Place:
        return play_ast.Place(children[0], span=span(meta))

    def target(self, meta: Meta, children: list[Any]) -> ast.Phrase:
        phrase: ast.Phrase = children[0]
        return phrase

    def shift(self, meta: Meta, children: list[Any]) -> play_ast.Shift:
        return play_ast.Shift(children[0], children[1], span=span(meta))

    def turn_over(self, meta: Meta, children: list[Any]) -> play_ast.TurnOver:
        return play_ast.TurnOver(children[0].type == "FACE_UP", children[1], span=span(meta))

    def build(self, meta: Meta, children: list[Any]) -> play_ast.Build:
        return play_ast.Build(word(children[0]), children[1], span=span(meta))

    def _amount(self, meta: Meta, children: list[Any], pay: bool) -> play_ast.Gain:
        amount, counter = children
        return play_ast.Gain(amount, word(counter), pay, span=span(meta))

    def gain(self, meta: Meta, children: list[Any]) -> play_ast.Gain:
        return self._amount(meta, children, pay=False)

    def pay(self, meta: Meta, children: list[Any]) -> play_ast.Gain:
        return self._amount(meta, children, pay=True)

    def flag(self, meta: Meta, children: list[Any]) -> play_ast.Flag:
        return play_ast.Flag(children[0], word(children[1]), span=span(meta))

    def exactly_times(self, meta: Meta, children: list[Any]) -> play_ast.Repeat:
        least, most, _, body = children
        top = number(least) if most is None else number(most)
        return play_ast.Repeat(number(least), top, body, span=word(least).span)

    def up_to_times(self, meta: Meta, children: list[Any]) -> play_ast.Repeat:
        most, _, body = children
        return play_ast.Repeat(0, most, body, span=most.span)

    def may(self, meta: Meta, children: list[Any]) -> play_ast.Repeat:
        return play_ast.Repeat(0, 1, (children[0],), span=span(meta))

    def each_in_order(self, meta: Meta, children: list[Any]) -> play_ast.EachInOrder:
        phrase, _, body = children
        return play_ast.EachInOrder(phrase, body, span=phrase.span)

    def do(self, meta: Meta, children: list[Any]) -> play_ast.Do:
        verb, thing, counted = children
        return play_ast.Do(word(verb), thing, counted, span=span(meta))

    def now_holds(self, meta: Meta, children: list[Any]) -> play_ast.NowHolds:
        subject, also, rule, once, condition = children
        return play_ast.NowHolds(subject, also is not None, word(rule), once is not None, condition, span=span(meta))

    def now_counts(self, meta: Meta, children: list[Any]) -> play_ast.NowCounts:
        _, rule, subject, value, more = children
        return play_ast.NowCounts(word(rule), subject, value, more is not None, span=span(meta))

    # -- cards and the game file
    def ability(self, meta: Meta, children: list[Any]) -> play_ast.Ability:
        return play_ast.Ability(_named(children[0]), children[1], span=span(meta))

    def rule_holds(self, meta: Meta, children: list[Any]) -> play_ast.RuleHolds:
        subject, name, condition = children
        return play_ast.RuleHolds(subject, word(name), condition, span=span(meta))

    def rule_counts(self, meta: Meta, children: list[Any]) -> play_ast.RuleCounts:
        _, name, subject, value = children
        return play_ast.RuleCounts(word(name), subject, value, span=span(meta))

    def verb(self, meta: Meta, children: list[Any]) -> play_ast.Verb:
        name, subject, counted, body = children
        return play_ast.Verb(word(name), subject, counted, body, span=word(name).span)

    def _stage(self, name: str, meta: Meta, children: list[Any]) -> play_ast.Stage:
        return play_ast.Stage(name, children[-1], span=Span(meta.start_pos, meta.start_pos + len(name)))

    def setup(self, meta: Meta, children: list[Any]) -> play_ast.Stage:
        return self._stage("setup", meta, children)

    def turn(self, meta: Meta, children: list[Any]) -> play_ast.Stage:
        return self._stage("turn", meta, children)

    def cost(self, meta: Meta, children: list[Any]) -> play_ast.Stage:
        return self._stage("cost", meta, children)

    def after(self, meta: Meta, children: list[Any]) -> play_ast.Stage:
        return self._stage("after", meta, children)

    def ending(self, meta: Meta, children: list[Any]) -> play_ast.Ending:
        period, condition = children
        return play_ast.Ending(period.type == "ROUND", condition, span=span(meta))

    def flag_def(self, meta: Meta, children: list[Any]) -> play_ast.FlagDef:
        return play_ast.FlagDef(word(children[0]), span=span(meta))

    def watched(self, meta: Meta, children: list[Any]) -> play_ast.Watched:
        return play_ast.Watched(word(children[0]), children[1], span=span(meta))
