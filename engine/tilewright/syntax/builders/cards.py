"""Builders of cards and layouts."""

from __future__ import annotations

from functools import partial
from typing import Any

from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.syntax.builders.rules import Builders, integer, top_of, without_holes, word, word_if_any
from tilewright.syntax.builders.statements import now_counts, now_holds
from tilewright.syntax.lalr import Token

RULES = Builders()


def labelled(what: str, span: Span, children: list[Token]) -> ast.Labelled:
    language, text = children
    return ast.Labelled(what, word(language), str(text)[1:-1], span=span)


RULES["name_line"] = partial(labelled, "name")
RULES["text_line"] = partial(labelled, "text")


@RULES.of("range")
def bounds(span: Span, children: list[Any]) -> ast.Range:
    low, high = children
    return ast.Range(integer(low), top_of(low, high), span=span)


@RULES.of("players_line")
def players_line(span: Span, children: list[Any]) -> ast.Players:
    return ast.Players(children[0], span=span)


@RULES.of("heights")
def heights(span: Span, children: list[Any]) -> ast.Heights:
    rows = tuple(row for row in children if isinstance(row, ast.HeightRow))
    return ast.Heights(rows, span=span)


@RULES.of("height_row")
def height_row(span: Span, children: list[Token]) -> ast.HeightRow:
    values = tuple(0 if t.type == "DOT" else integer(t) for t in children)
    return ast.HeightRow(values, tuple(word(t).span for t in children), span=span)


@RULES.of("ability")
def ability(span: Span, children: list[Any]) -> ast.Ability:
    during, once, condition, body = children
    return ast.Ability(word_if_any(during), once is not None, condition, body, span=span)


@RULES.of("ability_after")
def ability_after(span: Span, children: list[Any]) -> ast.AbilityAfter:
    verb, condition, body = children
    return ast.AbilityAfter(word(verb), condition, body, span=span)


@RULES.of("card_number")
def card_number(span: Span, children: list[Token]) -> ast.CardNumber:
    _, name, number = children
    return ast.CardNumber(word(name), integer(number), span=span)


@RULES.of("card_condition")
def card_condition(span: Span, children: list[Any]) -> ast.CardCondition:
    _, name, condition = children
    return ast.CardCondition(word(name), condition, span=span)


@RULES.of("card_piece")
def card_piece(span: Span, children: list[Any]) -> ast.CardPiece:
    code, copies, *features = children
    return ast.CardPiece(word(code), integer(copies), tuple(features), span=span)


@RULES.of("card_words")
def card_words(span: Span, children: list[Token]) -> ast.CardWords:
    _, name, language, text = children
    return ast.CardWords(word(name), word(language), str(text)[1:-1], span=span)


@RULES.of("card_does")
def card_does(span: Span, children: list[Any]) -> ast.CardDoes:
    _, moment, body = children
    return ast.CardDoes(word(moment), body, span=word(moment).span)


@RULES.of("always_holds")
def always_holds(span: Span, children: list[Any]) -> ast.Always:
    subject, also, rule, condition = children
    return ast.Always(now_holds(span, [subject, also, rule, None, condition]), span=span)


@RULES.of("always_counts")
def always_counts(span: Span, children: list[Any]) -> ast.Always:
    return ast.Always(now_counts(span, children), span=span)


@RULES.of("card_back")
def card_back(span: Span, children: list[Any]) -> ast.CardBack:
    return ast.CardBack(tuple(children[1:]), span=word(children[0]).span)


@RULES.of("pays_empty")
def pays_empty(span: Span, children: list[Token]) -> ast.PaysEmpty:
    return ast.PaysEmpty(word(children[0]), span=span)


@RULES.of("card")
def card(span: Span, children: list[Any]) -> ast.Card:
    category, id_, *members = children
    return ast.Card(word(category), word(id_), tuple(members), span=span)


@RULES.of("start")
def start(span: Span, children: list[Any]) -> list[Any]:
    return list(without_holes(children))
