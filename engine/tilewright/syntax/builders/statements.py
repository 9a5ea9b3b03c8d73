"""Builders of statements: what scores, and what is done in play."""

from __future__ import annotations

from typing import Any

from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.syntax.builders.expressions import cases_of
from tilewright.syntax.builders.rules import Builders, integer, present, top_of, word, word_if_any

RULES = Builders()

# -- what scores


@RULES.of("score")
def score(span: Span, children: list[Any]) -> ast.Score:
    amount, *rest = present(children)
    each = tuple(item for item in rest if isinstance(item, (ast.Phrase, ast.SetsOf)))
    tail = rest[len(each) :]
    cases = cases_of(span, amount, tail[0], tail[1:]) if tail else None
    return ast.Score(amount, each, cases, span=span)


@RULES.of("block")
def block(span: Span, children: list[Any]) -> tuple[Any, ...]:
    return tuple(children)


@RULES.of("for_each")
def for_each(span: Span, children: list[Any]) -> ast.ForEach:
    phrase, body = children
    return ast.ForEach(phrase, body, span=phrase.span)


@RULES.of("choose")
def choose(span: Span, children: list[Any]) -> ast.Choose:
    *phrases, body = children
    return ast.Choose(tuple(phrases), body, span=phrases[0].span.to(phrases[-1].span))


@RULES.of("if_block")
def if_block(span: Span, children: list[Any]) -> ast.IfBlock:
    condition, body, otherwise = children
    return ast.IfBlock(condition, body, otherwise or (), span=condition.span)


@RULES.of("let")
def let(span: Span, children: list[Any]) -> ast.Let:
    name, value = children
    return ast.Let(word(name), value, span=span)


@RULES.of("let_now")
def let_now(span: Span, children: list[Any]) -> ast.Let:
    name, value = children
    return ast.Let(word(name), value, now=True, span=span)


@RULES.of("noun_value")
def noun_value(span: Span, children: list[Any]) -> ast.NounValue:
    return ast.NounValue(children[0], span=span)


@RULES.of("hole")
def hole(span: Span, children: list[Any]) -> ast.Hole:
    body = [line for child in children if isinstance(child, tuple) for line in child]
    return ast.Hole(tuple(body), span=span)


@RULES.of("hole_card")
def hole_card(span: Span, children: list[Any]) -> ast.Hole:
    return ast.Hole((), span=span)


# -- what is done


@RULES.of("picked_thing")
def picked_thing(span: Span, children: list[Any]) -> ast.Thing:
    return ast.Thing(children[0], True, span=span)


@RULES.of("known_thing")
def known_thing(span: Span, children: list[Any]) -> ast.Thing:
    return ast.Thing(children[0], False, span=span)


@RULES.of("value_thing")
def value_thing(span: Span, children: list[Any]) -> ast.Thing:
    return ast.Thing(ast.Phrase(None, children[0], (), span=span), False, span=span)


@RULES.of("pick_one")
def pick_one(span: Span, children: list[Any]) -> ast.PickOne:
    phrase, name = children
    return ast.PickOne(phrase, word_if_any(name), span=phrase.span)


@RULES.of("exactly_things")
def exactly_things(span: Span, children: list[Any]) -> ast.Several:
    number, things = children
    exactly: Any = number if isinstance(number, ast.SyntaxNode) else integer(number)
    return ast.Several(things, exactly, exactly, span=span)


@RULES.of("from_to_things")
def from_to_things(span: Span, children: list[Any]) -> ast.Several:
    least, most, things = children
    return ast.Several(things, integer(least), most, span=span)


@RULES.of("or_more_things")
def or_more_things(span: Span, children: list[Any]) -> ast.Several:
    least, _, things = children
    return ast.Several(things, integer(least), span=span)


@RULES.of("up_to_things")
def up_to_things(span: Span, children: list[Any]) -> ast.Several:
    most, things = children
    return ast.Several(things, 0, most, span=span)


@RULES.of("every_thing")
def every_thing(span: Span, children: list[Any]) -> ast.Several:
    return ast.Several(children[-1], None, span=span)


@RULES.of("pick_some")
def pick_some(span: Span, children: list[Any]) -> ast.PickSome:
    things, name, joint = children
    return ast.PickSome(things, word_if_any(name), joint, span=things.span)


@RULES.of("pick_number")
def pick_number(span: Span, children: list[Any]) -> ast.PickNumber:
    phrase, low, high, name = children
    return ast.PickNumber(phrase, low, high, word_if_any(name), span=span)


@RULES.of("option")
def option(span: Span, children: list[Any]) -> ast.Option:
    name, condition, *body = children
    return ast.Option(word(name), condition, body[0] if body else (), span=word(name).span)


RULES["bare_option"] = option


@RULES.of("choose_one")
def choose_one(span: Span, children: list[Any]) -> ast.ChooseOne:
    options = tuple(child for child in children if isinstance(child, ast.Option))
    return ast.ChooseOne(options, span=Span(span.start, span.start + len("choose one")))


@RULES.of("take")
def take(span: Span, children: list[Any]) -> ast.Take:
    thing, name, place = children
    return ast.Take(thing, word_if_any(name), word_if_any(place), span=span)


@RULES.of("draw")
def draw(span: Span, children: list[Any]) -> ast.Draw:
    return ast.Draw(word(children[0]), word_if_any(children[1]), span=span)


@RULES.of("draw_some")
def draw_some(span: Span, children: list[Any]) -> ast.Draw:
    count, noun = children
    return ast.Draw(word(noun), None, count, span=span)


@RULES.of("fill")
def fill(span: Span, children: list[Any]) -> ast.Fill:
    return ast.Fill(word(children[-1]), span=span)


@RULES.of("discard")
def discard(span: Span, children: list[Any]) -> ast.Discard:
    return ast.Discard(children[0], span=span)


@RULES.of("place_it")
def place_it(span: Span, children: list[Any]) -> ast.Place:
    return ast.Place(children[0], word_if_any(children[1]), span=span)


@RULES.of("shift")
def shift(span: Span, children: list[Any]) -> ast.Shift:
    return ast.Shift(children[0], children[1], span=span)


@RULES.of("known_goal")
def known_goal(span: Span, children: list[Any]) -> ast.Phrase:
    article, words, *modifiers = children
    return ast.Phrase(str(article), words, tuple(modifiers), span=span)


@RULES.of("give_back")
def give_back(span: Span, children: list[Any]) -> ast.Return:
    return ast.Return(children[0], span=span)


@RULES.of("roll")
def roll(span: Span, children: list[Any]) -> ast.Roll:
    return ast.Roll(children[0], span=span)


@RULES.of("turn_to")
def turn_to(span: Span, children: list[Any]) -> ast.TurnTo:
    return ast.TurnTo(*children, span=span)


@RULES.of("swap")
def swap(span: Span, children: list[Any]) -> ast.Swap:
    return ast.Swap(children[0], children[1], span=span)


@RULES.of("turn_over")
def turn_over(span: Span, children: list[Any]) -> ast.TurnOver:
    return ast.TurnOver(children[0].type == "FACE_UP", children[1], span=span)


@RULES.of("build")
def build(span: Span, children: list[Any]) -> ast.Build:
    return ast.Build(word(children[0]), children[1], span=span)


@RULES.of("gain")
def gain(span: Span, children: list[Any], pay: bool = False) -> ast.Gain:
    amount, counter, other = children
    return ast.Gain(amount, word(counter), pay, other, span=span)


@RULES.of("pay")
def pay(span: Span, children: list[Any]) -> ast.Gain:
    return gain(span, children, pay=True)


@RULES.of("flag")
def flag(span: Span, children: list[Any]) -> ast.Flag:
    return ast.Flag(children[0], word(children[1]), span=span)


@RULES.of("exactly_times")
def exactly_times(span: Span, children: list[Any]) -> ast.Repeat:
    least, most, _, until, body = children
    return ast.Repeat(integer(least), top_of(least, most), body, until, span=word(least).span)


@RULES.of("counted_times")
def counted_times(span: Span, children: list[Any]) -> ast.Repeat:
    number, _, until, body = children
    return ast.Repeat(number, number, body, until, span=number.span)


@RULES.of("times_in_turn")
def times_in_turn(span: Span, children: list[Any]) -> ast.Repeat:
    count, _, _, body = children
    return ast.Repeat(integer(count), integer(count), body, in_turn=True, span=word(count).span)


@RULES.of("repeat_until")
def repeat_until(span: Span, children: list[Any]) -> ast.RepeatUntil:
    condition, body = children
    return ast.RepeatUntil(condition, body, span=condition.span)


@RULES.of("let_be")
def let_be(span: Span, children: list[Any]) -> ast.LetBe:
    _, name, value = children
    return ast.LetBe(word(name), value, span=span)


@RULES.of("up_to_times")
def up_to_times(span: Span, children: list[Any]) -> ast.Repeat:
    most, _, until, body = children
    return ast.Repeat(0, most, body, until, span=most.span)


@RULES.of("may")
def may(span: Span, children: list[Any]) -> ast.Repeat:
    return ast.Repeat(0, 1, (children[0],), span=span)


@RULES.of("may_block")
def may_block(span: Span, children: list[Any]) -> ast.Repeat:
    return ast.Repeat(0, 1, children[0], span=span)


@RULES.of("each_in_order")
def each_in_order(span: Span, children: list[Any]) -> ast.EachInOrder:
    phrase, order, body = children
    return ast.EachInOrder(phrase, body, order.type == "IN_RANDOM_ORDER", span=phrase.span)


@RULES.of("as_long_as")
def as_long_as(span: Span, children: list[Any]) -> ast.AsLongAs:
    _, phrase, body = children
    return ast.AsLongAs(phrase, body, span=phrase.span)


@RULES.of("each_in_turn")
def each_in_turn(span: Span, children: list[Any]) -> ast.EachInTurn:
    phrase, _, first, body = children
    return ast.EachInTurn(phrase, first, body, span=phrase.span)


@RULES.of("each_secretly")
def each_secretly(span: Span, children: list[Any]) -> ast.EachSecretly:
    phrase, _, body = children
    return ast.EachSecretly(phrase, body, span=phrase.span)


@RULES.of("as_player")
def as_player(span: Span, children: list[Any]) -> ast.EachInTurn:
    player, body = children
    return ast.EachInTurn(player, None, body, alone=True, span=player.span)


@RULES.of("do_plain")
def do_plain(span: Span, children: list[Any]) -> ast.Do:
    return ast.Do(word(children[0]), None, None, span=span)


@RULES.of("now_never")
def now_never(span: Span, children: list[Any]) -> ast.NowHolds:
    _, subject, rule = children
    never = ast.Compare("=", ast.Number(0, span=span), ast.Number(1, span=span), span=span)
    return ast.NowHolds(subject, False, word(rule), False, never, span=span)


@RULES.of("do")
def do(span: Span, children: list[Any]) -> ast.Do:
    verb, thing, counted = children
    return ast.Do(word(verb), thing, counted, span=span)


@RULES.of("do_said")
def do_said(span: Span, children: list[Any]) -> ast.Do:
    _, verb, thing = children
    return ast.Do(word(verb), thing, None, span=span)


@RULES.of("now_holds")
def now_holds(span: Span, children: list[Any]) -> ast.NowHolds:
    subject, also, rule, once, condition = children
    return ast.NowHolds(subject, also is not None, word(rule), once is not None, condition, span=span)


@RULES.of("now_counts")
def now_counts(span: Span, children: list[Any]) -> ast.NowCounts:
    _, rule, subject, value, more, condition = children
    if condition is not None:
        value = ast.Cases(((value, condition),), None, span=value.span.to(condition.span))
    return ast.NowCounts(word(rule), subject, value, more is not None, span=span)
