"""Lark's tree to the surface tree: the game file, and with it the whole grammar."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from tilewright.syntax import ast, game_ast
from tilewright.syntax.expression_tree import kept, number, span, word
from tilewright.syntax.play_tree import PlayTree


def _members(children: list[Any]) -> tuple[Any, ...]:
    return tuple(child for child in children if not isinstance(child, ast.Hole))


@v_args(meta=True)
class SurfaceTree(PlayTree):
    """The whole grammar."""

    def game(self, meta: Meta, children: list[Any]) -> game_ast.Game:
        return game_ast.Game(word(children[0]), _members(children[1:]), span=span(meta))

    def piece(self, meta: Meta, children: list[Any]) -> game_ast.Piece:
        return game_ast.Piece(word(children[0]), _members(children[1:]), span=span(meta))

    def kinds(self, meta: Meta, children: list[Any]) -> game_ast.Kinds:
        attribute, value, first, last, *numbers, copies = children
        end = None if last is None else word(last)
        return game_ast.Kinds(
            word(attribute),
            word(value),
            word(first),
            end,
            tuple(numbers),
            number(copies),
            span=span(meta),
        )

    def numbered(self, meta: Meta, children: list[Any]) -> game_ast.Numbered:
        attribute, low, high = children
        top = number(low) if high is None else number(high)
        return game_ast.Numbered(word(attribute), number(low), top, span=span(meta))

    def class_line(self, meta: Meta, children: list[Token]) -> game_ast.ClassLine:
        name, *values = children
        return game_ast.ClassLine(word(name), tuple(word(v) for v in values), span=span(meta))

    def identity(self, meta: Meta, children: list[Token]) -> game_ast.Identity:
        return game_ast.Identity(word(children[0]), span=span(meta))

    def place_rule(self, meta: Meta, children: list[Any]) -> game_ast.PlaceRule:
        return game_ast.PlaceRule(children[0], span=span(meta))

    def plural(self, meta: Meta, children: list[Token]) -> game_ast.Plural:
        return game_ast.Plural(word(children[0]), word(children[1]), span=span(meta))

    def cap(self, meta: Meta, children: list[Any]) -> game_ast.Cap:
        return game_ast.Cap(word(children[0]), _members(children[1:]), span=span(meta))

    def mark(self, meta: Meta, children: list[Token]) -> game_ast.Mark:
        return game_ast.Mark(str(children[0]), span=span(meta))

    def copies_line(self, meta: Meta, children: list[Token]) -> game_ast.Copies:
        return game_ast.Copies(number(children[0]), span=span(meta))

    def board(self, meta: Meta, children: list[Any]) -> game_ast.Board:
        return game_ast.Board(word(children[0]), _members(children[1:]), span=span(meta))

    def owner(self, meta: Meta, children: list[Token]) -> game_ast.Owner:
        return game_ast.Owner(children[0].type == "PLAYER", span=span(meta))

    def size(self, meta: Meta, children: list[Token]) -> game_ast.Size:
        return game_ast.Size(number(children[0]), number(children[1]), span=span(meta))

    def sizes(self, meta: Meta, children: list[Any]) -> game_ast.Sizes:
        low, high, even = children
        return game_ast.Sizes(number(low), number(high), even is not None, span=span(meta))

    def counter(self, meta: Meta, children: list[Any]) -> game_ast.Counter:
        name, written, cap, most = children
        return game_ast.Counter(
            word(name),
            None if written is None else word(written),
            None if cap is None else word(cap),
            None if most is None else number(most),
            span=span(meta),
        )

    def part(self, meta: Meta, children: list[Any]) -> game_ast.Part:
        name, body = children
        return game_ast.Part(word(name), body, span=span(meta))

    def tie_break(self, meta: Meta, children: list[Any]) -> game_ast.TieBreak:
        return game_ast.TieBreak(children[0], span=span(meta))

    def card_class(self, meta: Meta, children: list[Token]) -> game_ast.CardClass:
        name, does = children
        scores, acts = ((does is not None and does.type == type_) for type_ in ("THAT_SCORE", "WITH_ABILITIES"))
        return game_ast.CardClass(word(name), scores, acts, span=span(meta))

    def pool(self, meta: Meta, children: list[Token]) -> game_ast.Pool:
        return game_ast.Pool(span=span(meta))

    def layout_class(self, meta: Meta, children: list[Any]) -> game_ast.LayoutClass:
        return game_ast.LayoutClass(word(children[0]), _members(children[1:]), span=span(meta))

    def layout_heights(self, meta: Meta, children: list[Any]) -> game_ast.LayoutHeights:
        return game_ast.LayoutHeights(children[0], span=span(meta))

    def layout_total(self, meta: Meta, children: list[Token]) -> game_ast.LayoutTotal:
        return game_ast.LayoutTotal(number(children[0]), span=span(meta))

    def layout_ground(self, meta: Meta, children: list[Any]) -> game_ast.LayoutGround:
        return game_ast.LayoutGround(number(children[0]), children[1], span=span(meta))

    def layout_rows(self, meta: Meta, children: list[Any]) -> game_ast.LayoutRows:
        counts = [number(token) for token in kept(children) if token.type == "INT"]
        return game_ast.LayoutRows(*counts, span=span(meta))
