"""Builders of the game file: what it declares, and how the game is played."""

from __future__ import annotations

from functools import partial
from typing import Any

from tilewright.source import Span
from tilewright.syntax import ast, game_ast
from tilewright.syntax.builders.rules import Builders, integer, present, top_of, without_holes, word, word_if_any
from tilewright.syntax.lalr import Token

RULES = Builders()


@RULES.of("game")
def game(span: Span, children: list[Any]) -> game_ast.Game:
    return game_ast.Game(word(children[0]), without_holes(children[1:]), span=span)


@RULES.of("piece")
def piece(span: Span, children: list[Any]) -> game_ast.Piece:
    return game_ast.Piece(word(children[0]), without_holes(children[1:]), span=span)


@RULES.of("kinds")
def kinds(span: Span, children: list[Any]) -> game_ast.Kinds:
    attribute, value, first, last, *numbers, copies = children
    return game_ast.Kinds(
        word(attribute),
        word(value),
        word(first),
        word_if_any(last),
        tuple(numbers),
        integer(copies),
        span=span,
    )


@RULES.of("kinds_with")
def kinds_with(span: Span, children: list[Any]) -> game_ast.Kinds:
    attribute, value, first, copies, *features = children
    return game_ast.Kinds(
        word(attribute), word(value), word(first), None, (), integer(copies), tuple(features), span=span
    )


@RULES.of("feature")
def feature(span: Span, children: list[Any]) -> ast.Feature:
    *said, under = children
    words = tuple(word(part) for part in said if isinstance(part, Token))
    edges = {kind: tuple(part for how, part in said[len(words) :] if how == kind) for kind in ("to", "and")}
    return ast.Feature(words, edges["to"], edges["and"], word_if_any(under), span=span)


@RULES.of("to_edge")
def to_edge(span: Span, children: list[Token]) -> tuple[str, ast.Word]:
    return "to", word(children[0])


@RULES.of("and_edge")
def and_edge(span: Span, children: list[Token]) -> tuple[str, ast.Word]:
    return "and", word(children[0])


def area(place: str, span: Span, children: list[Token]) -> game_ast.Area:
    name, *marks = present(children)
    return game_ast.Area(word(name), place, tuple(map(word, marks)), span=span)


for _rule, _place in (("area", "edge"), ("area_between", "between"), ("area_rest", "rest"), ("area_inside", "inside")):
    RULES[_rule] = partial(area, _place)


@RULES.of("any_turn")
def any_turn(span: Span, children: list[Token]) -> game_ast.AnyTurn:
    return game_ast.AnyTurn(span=span)


@RULES.of("grows")
def grows(span: Span, children: list[Token]) -> game_ast.Grows:
    return game_ast.Grows(integer(children[0]), integer(children[1]), span=span)


@RULES.of("numbered")
def numbered(span: Span, children: list[Any]) -> game_ast.Numbered:
    attribute, low, high = children
    return game_ast.Numbered(word(attribute), integer(low), top_of(low, high), span=span)


@RULES.of("class_line")
def class_line(span: Span, children: list[Token]) -> game_ast.ClassLine:
    name, *values = children
    return game_ast.ClassLine(word(name), tuple(word(v) for v in values), span=span)


@RULES.of("identity")
def identity(span: Span, children: list[Token]) -> game_ast.Identity:
    return game_ast.Identity(word(children[0]), span=span)


@RULES.of("place_rule")
def place_rule(span: Span, children: list[Any]) -> game_ast.PlaceRule:
    return game_ast.PlaceRule(children[0], span=span)


@RULES.of("sides")
def sides(span: Span, children: list[Token]) -> game_ast.Sides:
    attribute, low, high = children
    return game_ast.Sides(word(attribute), integer(low), integer(high), span=span)


@RULES.of("named_sides")
def named_sides(span: Span, children: list[Token]) -> game_ast.Sides:
    attribute, *names = children
    return game_ast.Sides(word(attribute), names=tuple(map(word, names)), span=span)


@RULES.of("plural")
def plural(span: Span, children: list[Token]) -> game_ast.Plural:
    return game_ast.Plural(word(children[0]), word(children[1]), span=span)


@RULES.of("cap")
def cap(span: Span, children: list[Any]) -> game_ast.Cap:
    return game_ast.Cap(word(children[0]), without_holes(children[1:]), span=span)


@RULES.of("figure")
def figure(span: Span, children: list[Any]) -> game_ast.Cap:
    return game_ast.Cap(word(children[0]), without_holes(children[1:]), True, span=span)


@RULES.of("copies_each")
def copies_each(span: Span, children: list[Token]) -> game_ast.Copies:
    return game_ast.Copies(integer(children[0]), True, span=span)


@RULES.of("stands_on")
def stands_on(span: Span, children: list[Token]) -> game_ast.StandsOn:
    return game_ast.StandsOn(word(children[0]), span=span)


@RULES.of("tied_cards")
def tied_cards(span: Span, children: list[Token]) -> game_ast.CardClass:
    name, of = children
    return game_ast.CardClass(word(name), False, True, word(of), span=span)


@RULES.of("mark")
def mark(span: Span, children: list[Token]) -> game_ast.Mark:
    return game_ast.Mark(str(children[0]), span=span)


@RULES.of("copies_line")
def copies_line(span: Span, children: list[Token]) -> game_ast.Copies:
    return game_ast.Copies(integer(children[0]), span=span)


@RULES.of("board")
def board(span: Span, children: list[Any]) -> game_ast.Board:
    return game_ast.Board(word(children[0]), without_holes(children[1:]), span=span)


@RULES.of("owner")
def owner(span: Span, children: list[Token]) -> game_ast.Owner:
    return game_ast.Owner(children[0].type == "PLAYER", span=span)


@RULES.of("size")
def size(span: Span, children: list[Token]) -> game_ast.Size:
    return game_ast.Size(integer(children[0]), integer(children[1]), span=span)


@RULES.of("sizes")
def sizes(span: Span, children: list[Any]) -> game_ast.Sizes:
    low, high, even = children
    return game_ast.Sizes(integer(low), integer(high), even is not None, span=span)


@RULES.of("counter")
def counter(span: Span, children: list[Any]) -> game_ast.Counter:
    name, written, counted, copies, most, hidden = children
    return game_ast.Counter(
        word(name),
        word_if_any(written),
        word_if_any(counted),
        None if most is None else integer(most),
        copies=None if copies is None else integer(copies),
        hidden=hidden is not None,
        span=span,
    )


@RULES.of("table_counter")
def table_counter(span: Span, children: list[Token]) -> game_ast.Counter:
    return game_ast.Counter(word(children[0]), None, None, None, of_table=True, span=span)


@RULES.of("role")
def role(span: Span, children: list[Token]) -> game_ast.Role:
    return game_ast.Role(word(children[0]), span=span)


@RULES.of("part")
def part(span: Span, children: list[Any]) -> game_ast.Part:
    name, body = children
    return game_ast.Part(word(name), body, span=span)


@RULES.of("tie_break")
def tie_break(span: Span, children: list[Any]) -> game_ast.TieBreak:
    return game_ast.TieBreak(children[0], span=span)


@RULES.of("card_class")
def card_class(span: Span, children: list[Token]) -> game_ast.CardClass:
    name, does = children
    scores, acts = ((does is not None and does.type == type_) for type_ in ("THAT_SCORE", "WITH_ABILITIES"))
    return game_ast.CardClass(word(name), scores, acts, span=span)


@RULES.of("class_of_cards")
def class_of_cards(span: Span, children: list[Any]) -> game_ast.CardClass:
    name, _, *members = children
    return game_ast.CardClass(word(name), False, True, members=without_holes(members), span=span)


@RULES.of("class_number")
def class_number(span: Span, children: list[Token]) -> game_ast.ClassNumber:
    name, low, high = children
    return game_ast.ClassNumber(word(name), integer(low), integer(high), span=span)


@RULES.of("class_condition")
def class_condition(span: Span, children: list[Token]) -> game_ast.ClassCondition:
    return game_ast.ClassCondition(word(children[0]), span=span)


@RULES.of("class_copies")
def class_copies(span: Span, children: list[Any]) -> game_ast.ClassCopies:
    return game_ast.ClassCopies(children[0], span=span)


@RULES.of("class_named")
def class_named(span: Span, children: list[Token]) -> game_ast.ClassNamed:
    return game_ast.ClassNamed(tuple(map(word, children)), span=span)


@RULES.of("moment")
def moment(span: Span, children: list[Any]) -> game_ast.Moment:
    name, subject = children
    return game_ast.Moment(word(name), subject, span=span)


@RULES.of("pool")
def pool(span: Span, children: list[Token]) -> game_ast.Pool:
    return game_ast.Pool(span=span)


@RULES.of("hidden")
def hidden(span: Span, children: list[Token]) -> game_ast.Hidden:
    return game_ast.Hidden(span=span)


@RULES.of("concealed")
def concealed(span: Span, children: list[Token]) -> game_ast.Concealed:
    return game_ast.Concealed(from_all=children[1] is not None, span=span)


@RULES.of("pool_def")
def pool_def(span: Span, children: list[Any]) -> game_ast.PoolDef:
    return game_ast.PoolDef(word(children[0]), without_holes(children[1:]), span=span)


@RULES.of("holds")
def holds(span: Span, children: list[Token]) -> game_ast.Holds:
    return game_ast.Holds(tuple(map(word, children)), span=span)


@RULES.of("begins")
def begins(span: Span, children: list[Any]) -> game_ast.Begins:
    return game_ast.Begins(children[0], span=span)


@RULES.of("layout_class")
def layout_class(span: Span, children: list[Any]) -> game_ast.LayoutClass:
    return game_ast.LayoutClass(word(children[0]), without_holes(children[1:]), span=span)


@RULES.of("layout_heights")
def layout_heights(span: Span, children: list[Any]) -> game_ast.LayoutHeights:
    return game_ast.LayoutHeights(children[0], span=span)


@RULES.of("layout_total")
def layout_total(span: Span, children: list[Token]) -> game_ast.LayoutTotal:
    return game_ast.LayoutTotal(integer(children[0]), span=span)


@RULES.of("layout_ground")
def layout_ground(span: Span, children: list[Any]) -> game_ast.LayoutGround:
    return game_ast.LayoutGround(integer(children[0]), children[1], span=span)


@RULES.of("layout_rows")
def layout_rows(span: Span, children: list[Any]) -> game_ast.LayoutRows:
    counts = [integer(token) for token in present(children) if token.type == "INT"]
    return game_ast.LayoutRows(*counts, span=span)


# -- how languages say its words


@RULES.of("forms")
def forms(span: Span, children: list[Any]) -> game_ast.Forms:
    sort, *texts = children
    return game_ast.Forms(word_if_any(sort), tuple(str(text)[1:-1] for text in texts), span=span)


@RULES.of("spoken")
def spoken(span: Span, children: list[Any]) -> game_ast.Spoken:
    name, language, *alternatives = children
    return game_ast.Spoken(word(name), word(language), tuple(alternatives), span=span)


# -- how the game is played


@RULES.of("rule_holds")
def rule_holds(span: Span, children: list[Any]) -> game_ast.RuleHolds:
    subject, name, condition = children
    return game_ast.RuleHolds(subject, word(name), condition, span=span)


@RULES.of("rule_counts")
def rule_counts(span: Span, children: list[Any]) -> game_ast.RuleCounts:
    _, name, subject, value = children
    return game_ast.RuleCounts(word(name), subject, value, span=span)


@RULES.of("verb")
def verb(span: Span, children: list[Any]) -> game_ast.Verb:
    name, subject, counted, body = children
    return game_ast.Verb(word(name), subject, counted, body, span=word(name).span)


@RULES.of("plain_verb")
def plain_verb(span: Span, children: list[Any]) -> game_ast.Verb:
    name, body = children
    return game_ast.Verb(word(name), None, None, body, span=word(name).span)


def stage(name: str, span: Span, children: list[Any]) -> game_ast.Stage:
    return game_ast.Stage(name, children[-1], span=Span(span.start, span.start + len(name)))


for _name in ("setup", "turn", "course", "cost", "after"):
    RULES[_name] = partial(stage, _name)


@RULES.of("named_turn")
def named_turn(span: Span, children: list[Any]) -> game_ast.Stage:
    title, body = children
    return game_ast.Stage("turn", body, word(title), span=word(title).span)


@RULES.of("ending")
def ending(span: Span, children: list[Any]) -> game_ast.Ending:
    period, condition = children
    return game_ast.Ending({"AT_ONCE": "at once"}.get(period.type, str(period)), condition, span=span)


@RULES.of("flag_def")
def flag_def(span: Span, children: list[Any]) -> game_ast.FlagDef:
    return game_ast.FlagDef(word(children[0]), span=span)


@RULES.of("watched")
def watched(span: Span, children: list[Any]) -> game_ast.Watched:
    return game_ast.Watched(word(children[0]), children[1], span=span)
