"""Lark's tree to the surface tree: statements, cards and layouts."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from tilewright.syntax import ast
from tilewright.syntax.expression_tree import ExpressionTree, cases_of, kept, number, span, word


@v_args(meta=True)
class CardTree(ExpressionTree):
    """Statements, cards and layouts."""

    def score(self, meta: Meta, children: list[Any]) -> ast.Score:
        amount, *rest = kept(children)
        each = tuple(item for item in rest if isinstance(item, ast.Phrase))
        tail = [item for item in rest if not isinstance(item, ast.Phrase)]
        cases = cases_of(meta, amount, tail[0], tail[1:]) if tail else None
        return ast.Score(amount, each, cases, span=span(meta))

    def each(self, meta: Meta, children: list[Any]) -> Any:
        return children[0]

    def block(self, meta: Meta, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    def for_each(self, meta: Meta, children: list[Any]) -> ast.ForEach:
        phrase, body = children
        return ast.ForEach(phrase, body, span=phrase.span)

    def chosen(self, meta: Meta, children: list[Any]) -> Any:
        return children[0]

    def choose(self, meta: Meta, children: list[Any]) -> ast.Choose:
        *phrases, body = children
        return ast.Choose(tuple(phrases), body, span=phrases[0].span.to(phrases[-1].span))

    def if_block(self, meta: Meta, children: list[Any]) -> ast.IfBlock:
        condition, body, otherwise = children
        return ast.IfBlock(condition, body, otherwise or (), span=condition.span)

    def let(self, meta: Meta, children: list[Any]) -> ast.Let:
        name, value = children
        return ast.Let(word(name), value, span=span(meta))

    def noun_value(self, meta: Meta, children: list[Any]) -> ast.NounValue:
        return ast.NounValue(children[0], span=span(meta))

    def hole(self, meta: Meta, children: list[Any]) -> ast.Hole:
        body = [line for child in children if isinstance(child, tuple) for line in child]
        return ast.Hole(tuple(body), span=span(meta))

    def hole_card(self, meta: Meta, children: list[Any]) -> ast.Hole:
        return ast.Hole((), span=span(meta))

    # -- headers and layouts
    def _labelled(self, what: str, meta: Meta, children: list[Token]) -> ast.Labelled:
        language, text = children
        return ast.Labelled(what, word(language), str(text)[1:-1], span=span(meta))

    def name_line(self, meta: Meta, children: list[Token]) -> ast.Labelled:
        return self._labelled("name", meta, children)

    def text_line(self, meta: Meta, children: list[Token]) -> ast.Labelled:
        return self._labelled("text", meta, children)

    def range(self, meta: Meta, children: list[Any]) -> ast.Range:
        low, high = children
        top = number(low) if high is None else number(high)
        return ast.Range(number(low), top, span=span(meta))

    def players_line(self, meta: Meta, children: list[Any]) -> ast.Players:
        return ast.Players(children[0], span=span(meta))

    def heights(self, meta: Meta, children: list[Any]) -> ast.Heights:
        rows = tuple(row for row in children if isinstance(row, ast.HeightRow))
        return ast.Heights(rows, span=span(meta))

    def height_row(self, meta: Meta, children: list[Token]) -> ast.HeightRow:
        values = tuple(0 if t.type == "DOT" else number(t) for t in children)
        return ast.HeightRow(values, tuple(word(t).span for t in children), span=span(meta))

    def card(self, meta: Meta, children: list[Any]) -> ast.Card:
        category, id_, *members = children
        return ast.Card(word(category), word(id_), tuple(members), span=span(meta))

    def start(self, meta: Meta, children: list[Any]) -> list[Any]:
        return [child for child in children if not isinstance(child, ast.Hole)]
