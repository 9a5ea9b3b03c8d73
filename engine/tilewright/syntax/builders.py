"""Builders of surface tree nodes, by rule of the grammar.

`BUILDERS` has one line for each rule whose node stores its children in fields: `node` creates the builder from the
class and, if the order differs, the names of the fields. Other rules have functions below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import partial
from typing import Any

from tilewright.source import Span
from tilewright.syntax import ast, game_ast, play_ast
from tilewright.syntax.lalr import Builder, Token


def _span(child: Any) -> Span:
    """The span of a token or a node."""
    return Span(child.start, child.end) if isinstance(child, Token) else child.span


def word(token: Token) -> ast.Word:
    """A word with its span."""
    return ast.Word(str(token), _span(token))


def string(token: Token) -> str:
    """The text of a token; that of a string without its quotes."""
    return str(token)[1:-1] if token.type == "STRING" else str(token)


def present(children: Iterable[Any]) -> list[Any]:
    """The children without the placeholders of absent options."""
    return [child for child in children if child is not None]


def _top(low: Token, high: Token | None) -> int:
    """The upper end of `low to high`, where `to high` may be absent."""
    return int(low if high is None else high)


# ------------------------------------------------------------------ nodes whose children are their fields

_OF_TOKEN: dict[str, Callable[[Token], Any]] = {"Word": word, "int": int, "str": string}
"""The conversion of a token by the type of its field. Numerals have at most five digits."""


def node(cls: Any, children: str | None = None, *, at: int | None = None, holes: bool = True, **fixed: Any) -> Builder:
    """A builder of nodes of a class.

    `children` are the names of the fields in the order of the children of the rule, `_` for an ignored child; by
    default the fields in order. `fixed` are the values of other fields. A field of type `bool` is whether the child
    is present. A last field that is a tuple receives the child that is a tuple, or all remaining children; without
    `holes`, those with syntax errors are dropped. The span is that of the whole rule, or of the child with index
    `at`.
    """
    typed = {field.name: str(field.type) for field in fields(cls) if not field.kw_only and field.name not in fixed}
    names = list(typed) if children is None else children.split()
    last = names[-1] if names and typed.get(names[-1], "").startswith("tuple[") else None
    plain = names[:-1] if last else names
    converters = [None if name == "_" else (name, _converter(typed[name])) for name in plain]
    to_item = _converter(typed[last]) if last else None

    def build(span: Span, children: list[Any]) -> Any:
        values = dict(fixed)
        for slot, child in zip(converters, children, strict=False):
            if slot is not None:
                values[slot[0]] = slot[1](child)
        if last and to_item:
            rest = children[len(converters) :]
            if len(rest) == 1 and isinstance(rest[0], tuple):
                rest = rest[0]  # type: ignore[assignment]
            values[last] = tuple(to_item(c) for c in rest if c is not None and (holes or not isinstance(c, ast.Hole)))
        return cls(**values, span=span if at is None else _span(children[at]))

    build.__annotations__["return"] = cls  # as the builders below say what they build
    return build


def _converter(type_: str) -> Callable[[Any], Any]:
    """The conversion of a child to a field, by the field's annotated type."""
    if type_ == "bool":
        return lambda child: child is not None
    of_token = next((convert for name, convert in _OF_TOKEN.items() if name in type_), None)
    return lambda child: of_token(child) if of_token and isinstance(child, Token) else child


BUILDERS: dict[str, Builder] = {
    # noun phrases
    "quantified": node(ast.Counted),
    "not_placed": node(ast.NotPlaced),
    "where": node(ast.WhereClause),
    "with_some": node(ast.WithSome),
    "same_as": node(ast.SameAs, "attribute"),
    "consecutive": node(ast.Consecutive),
    "made_for": node(ast.MadeFor),
    "made_for_value": node(ast.MadeFor),
    "beside": node(ast.Beside),
    "beside_known": node(ast.Beside),
    "between": node(ast.Between),
    "any_direction": node(ast.AnyDirection, ""),
    "within": node(ast.Within),
    "across": node(ast.Across),
    # expressions
    "number": node(ast.Number),
    "group": node(ast.Group),
    "negative": node(ast.Negative, "_ body"),
    "lookup": node(ast.Lookup),
    "entry_or_more": node(ast.Entry, "low _ value", high=None),
    "count": node(ast.Count, "_ phrase"),
    "set_of": node(ast.SetsOf),
    "measure_of_parts": node(ast.PartsMeasure),
    "aggregated": node(ast.Aggregated, "_ aggregate measure phrase"),
    "ranked": node(ast.Ranked, "_ ordinal aggregate measure phrase"),
    "total_of_ranks": node(ast.TotalOfRanks, "_ _ _ count aggregate measure phrase"),
    "extreme_of": node(ast.MinMax, "_ which parts"),
    "theirs": node(ast.Theirs, "_ body"),
    "there_is": node(ast.ThereIs),
    "compare": node(ast.Compare, "left operator right"),
    "that_of": node(ast.ThatOf),
    "mirror": node(ast.Mirror),
    "any_of": node(ast.Junction, operator="or"),
    "all_of": node(ast.Junction, operator="and"),
    "further": node(ast.ElidedPredicate),
    "negation": node(ast.Negation),
    # predicates
    "negated_is": node(ast.IsNot),
    "is_a": node(ast.IsA),
    "is_value": node(ast.IsValue),
    "same": node(ast.SameAs),
    # statements that score
    "for_each": node(ast.ForEach, at=0),
    "if_block": node(ast.IfBlock, at=0),
    "let": node(ast.Let, now=False),
    "let_now": node(ast.Let, now=True),
    "noun_value": node(ast.NounValue),
    "hole_card": node(ast.Hole, "", body=()),
    # statements of play
    "picked_thing": node(play_ast.Thing, picked=True),
    "known_thing": node(play_ast.Thing, picked=False),
    "pick_one": node(play_ast.PickOne, at=0),
    "from_to_things": node(play_ast.Several, "least most phrase"),
    "or_more_things": node(play_ast.Several, "least _ phrase"),
    "up_to_things": node(play_ast.Several, "most phrase", least=0),
    "every_thing": node(play_ast.Several, "_ phrase", least=None),
    "pick_some": node(play_ast.PickSome, at=0),
    "pick_number": node(play_ast.PickNumber),
    "option": node(play_ast.Option, at=0),
    "bare_option": node(play_ast.Option, "name condition", at=0, body=()),
    "take": node(play_ast.Take),
    "draw": node(play_ast.Draw, "noun name"),
    "draw_some": node(play_ast.Draw, "count noun", name=None),
    "fill": node(play_ast.Fill, "_ board"),
    "shuffle": node(play_ast.Shuffle, "pile"),
    "look_at": node(play_ast.LookAt, "_ thing"),
    "discard": node(play_ast.Discard),
    "place_it": node(play_ast.Place),
    "shift": node(play_ast.MovePiece),
    "give_back": node(play_ast.Return),
    "roll": node(play_ast.Roll),
    "turn_to": node(play_ast.TurnTo),
    "swap": node(play_ast.Swap),
    "build": node(play_ast.Build),
    "gain": node(play_ast.Gain, pay=False),
    "pay": node(play_ast.Gain, pay=True),
    "mark_as": node(play_ast.MarkAs),
    "repeat_until": node(play_ast.RepeatUntil, at=0),
    "let_be": node(play_ast.Assign, "_ name value"),
    "up_to_times": node(play_ast.Repeat, "most _ until body", at=0, least=0),
    "may": node(play_ast.Repeat, "body", least=0, most=1),
    "may_block": node(play_ast.Repeat, "body", least=0, most=1),
    "as_long_as": node(play_ast.AsLongAs, "_ phrase body", at=1),
    "each_in_turn": node(play_ast.EachInTurn, "phrase _ first body", at=0),
    "each_secretly": node(play_ast.EachSecretly, "phrase _ body", at=0),
    "as_player": node(play_ast.EachInTurn, "phrase body", at=0, first=None, alone=True),
    "do": node(play_ast.Do),
    "do_plain": node(play_ast.Do, "verb", thing=None, counted=None),
    "do_said": node(play_ast.Do, "_ verb thing", counted=None),
    "now_holds": node(play_ast.NowHolds),
    # cards and layouts
    "name_line": node(ast.Labelled, what="name"),
    "text_line": node(ast.Labelled, what="text"),
    "players_line": node(ast.Players),
    "ability": node(ast.Ability),
    "ability_after": node(ast.AbilityAfter),
    "card_number": node(ast.CardNumber, "_ name number"),
    "card_condition": node(ast.CardCondition, "_ name condition"),
    "card_words": node(ast.CardWords, "_ name language value"),
    "card_does": node(ast.CardDoes, "_ moment body", at=1),
    "card_piece": node(ast.CardPiece),
    "card_back": node(ast.CardBack, "_ members", at=0),
    "pays_empty": node(ast.PaysEmpty),
    "card": node(ast.Card),
    # what a game declares
    "game": node(game_ast.Game, holes=False),
    "piece": node(game_ast.Piece, holes=False),
    "kinds_with": node(game_ast.Kinds, "attribute value first copies features", last=None, numbers=()),
    "area": node(game_ast.Area, place="edge"),
    "area_between": node(game_ast.Area, "name", place="between"),
    "area_rest": node(game_ast.Area, "name", place="rest"),
    "area_inside": node(game_ast.Area, "name", place="inside"),
    "area_any": node(game_ast.Area, "name", place="any"),
    "any_turn": node(game_ast.AnyTurn, mirrored=False),
    "any_turn_mirrored": node(game_ast.AnyTurn, mirrored=True),
    "grows": node(game_ast.Grows),
    "hexagonal": node(game_ast.Hexagonal),
    "printed_spaces": node(game_ast.PrintedSpaces),
    "drawn_lines": node(game_ast.DrawnLines),
    "class_line": node(game_ast.ClassLine),
    "wild": node(game_ast.Wild),
    "identity": node(game_ast.Identity),
    "place_rule": node(game_ast.PlaceRule),
    "sides": node(game_ast.Sides, "attribute low high"),
    "named_sides": node(game_ast.Sides, "attribute names"),
    "plural": node(game_ast.Plural),
    "cap": node(game_ast.Cap, "name members", holes=False),
    "figure": node(game_ast.Cap, "name members", holes=False, figure=True),
    "copies_line": node(game_ast.Copies, "count"),
    "copies_each": node(game_ast.Copies, "count", each_player=True),
    "stands_on": node(game_ast.StandsOn),
    "mark": node(game_ast.CapSign),
    "board": node(game_ast.Board, holes=False),
    "size": node(game_ast.Size),
    "sizes": node(game_ast.Sizes),
    "counter": node(game_ast.Counter, "name written counted copies least most hidden"),
    "table_counter": node(game_ast.Counter, "name", written=None, counted=None, most=None, of_table=True),
    "role": node(game_ast.Role),
    "part": node(game_ast.Part),
    "tie_break": node(game_ast.TieBreak),
    "tied_cards": node(game_ast.CardClass, "name of", scores=False, acts=True),
    "class_of_cards": node(game_ast.CardClass, "name _ members", holes=False, scores=False, acts=True),
    "class_number": node(game_ast.ClassNumber),
    "class_condition": node(game_ast.ClassCondition),
    "class_copies": node(game_ast.ClassCopies),
    "class_named": node(game_ast.ClassNamed),
    "moment": node(game_ast.Moment),
    "pool": node(game_ast.Pool),
    "hidden": node(game_ast.Hidden),
    "concealed": node(game_ast.Concealed, "_ from_all"),
    "pool_def": node(game_ast.PoolDef, holes=False),
    "holds": node(game_ast.Holds),
    "begins": node(game_ast.Begins),
    "layout_class": node(game_ast.LayoutClass, holes=False),
    "layout_heights": node(game_ast.LayoutHeights),
    "layout_total": node(game_ast.LayoutTotal),
    "layout_ground": node(game_ast.LayoutGround),
    "layout_rows": node(game_ast.LayoutRows, "length floor _ _ most"),
    "forms": node(game_ast.Forms),
    "spoken": node(game_ast.WordInLanguage),
    # how it is played
    "rule_holds": node(game_ast.RuleHolds, "subject name condition"),
    "rule_counts": node(game_ast.RuleCounts, "_ name subject number"),
    "verb": node(game_ast.Verb, at=0),
    "plain_verb": node(game_ast.Verb, "name body", at=0, subject=None, counted=None),
    "named_turn": node(game_ast.Stage, "title body", at=0, name="turn"),
    "mark_def": node(game_ast.MarkDef),
    "watched": node(game_ast.MeasureDef),
}
"""Builders by the name of the rule in the grammar, or of its alias."""


_OPERATORS = {"times": "*"}
_COMPARATIVES = {"taller": ">", "lower": "<", "as tall": "=", "as tall or taller": ">=", "as tall or lower": "<="}
_BOUNDS = {"at least": ">=", "at most": "<=", "more": ">", "less": "<", "fewer": "<"}
_SIDES = {"above": "top", "below": "bottom"}
_SIDES_SAID = {"left": "left", "right": "right", "line": "straight"}


def built(*names: str) -> Callable[[Builder], Builder]:
    """Register the decorated function in `BUILDERS` for rules."""

    def enter(builder: Builder) -> Builder:
        BUILDERS.update(dict.fromkeys(names, builder))
        return builder

    return enter


# ------------------------------------------------------------------ noun phrases, expressions and predicates


@built("words")
def words(span: Span, children: list[Token]) -> tuple[ast.Word, ...]:
    return tuple(word(token) for token in children)


@built("full_phrase", "noun_phrase", "place", "axis", "reference", "reference_of")
def phrase(span: Span, children: list[Any]) -> ast.Phrase:
    article: str | None = None
    words: tuple[ast.Word, ...] = ()
    modifiers = []
    for child in present(children):
        if isinstance(child, Token):
            article = str(child)
        elif isinstance(child, tuple):
            words = child
        else:
            modifiers.append(child)
    return ast.Phrase(article, words, tuple(modifiers), span=span)


@built("subject_phrase")
def subject_phrase(span: Span, children: list[Any]) -> ast.Named:
    return ast.Named(phrase(span, children), span=span)


@built("it")
def it(span: Span, children: list[Token]) -> ast.Named:
    return ast.Named(ast.Phrase("it", (), span=span), span=span)


@built("of_phrase")
def of_phrase(span: Span, children: list[Any]) -> ast.OfPhrase:
    said = phrase(span, children)
    starts = [c.span.start for c in said.words] or [span.start + 3]
    inner = Span(starts[0], span.end)
    return ast.OfPhrase(
        ast.Phrase(said.article, said.words, said.modifiers, span=inner),
        span=span,
    )


@built("quantity")
def quantity(span: Span, children: list[Any]) -> ast.Quantity:
    names = " ".join(str(token) for token in children if isinstance(token, Token))
    kind = {"more": "more than", "less": "fewer than", "fewer": "fewer than"}.get(names, names)
    amount = None if isinstance(children[-1], Token) else children[-1]
    if amount is None or isinstance(amount, ast.Number):
        return ast.Quantity(kind, amount.value if amount else 1, span=span)
    return ast.Quantity(kind, amount=amount, span=span)


@built("counted")
def counted(span: Span, children: list[Any]) -> ast.Counted:
    if len(children) == 1:
        quantity = ast.Quantity("any", span=Span(span.start, span.start + 1))
        return ast.Counted(quantity, children[0], True, span=span)
    return ast.Counted(*children, span=span)


@built("in_place")
def in_place(span: Span, children: list[Any]) -> ast.InPlace | ast.InSame:
    (place,) = children
    if isinstance(place, ast.Phrase):
        return ast.InPlace(place, span=span)
    noun, reference = place
    return ast.InSame(noun, reference, span=span)


@built("same_place")
def same_place(span: Span, children: list[Any]) -> tuple[ast.Word, ast.Phrase | None]:
    return word(children[0]), children[1]


@built("on_floor")
def on_floor(span: Span, children: list[Any]) -> ast.OnFloor:
    bound = "="
    for token in present(children[1:]):
        bound = ">=" if token.type == "OR_MORE" else "<="
    return ast.OnFloor(int(children[0]), bound, span=span)


@built("with_most", "has_most")
def with_most(span: Span, children: list[Any]) -> ast.WithMost:
    which, counted = children
    return ast.WithMost("min" if which.type == "FEWEST" else "max", counted, span=span)


@built("toward")
def toward(span: Span, children: list[Any]) -> ast.Toward:
    said, other = children
    side = _SIDES.get(str(said)) or next(side for word, side in _SIDES_SAID.items() if word in said)
    return ast.Toward(side, other, span=span)


@built("away")
def away(span: Span, children: list[Any]) -> ast.Away:
    steps, *across = (int(word) for word in children[0].split() if word.isdigit())
    return ast.Away(steps, across[0] if across else None, span=span)


@built("signed")
def signed(span: Span, children: list[Any]) -> int:
    sign, digits = children
    return -int(digits) if sign is not None else int(digits)


@built("arithmetic")
def arithmetic(span: Span, children: list[Any]) -> ast.BinaryOperation:
    left, operator, right = children
    sign = _OPERATORS.get(str(operator), str(operator))
    return ast.BinaryOperation(sign, left, right, span=span)


@built("entry")
def entry(span: Span, children: list[Any]) -> ast.Entry:
    low, high, value = children
    return ast.Entry(int(low), _top(low, high), value, span=span)


@built("case")
def case(span: Span, children: list[Any]) -> tuple[Any, Any]:
    value, condition = children
    return (value, condition)


@built("otherwise")
def otherwise(span: Span, children: list[Any]) -> list[Any]:
    return children


@built("cases")
def cases(span: Span, children: list[Any]) -> ast.Cases:
    first, condition, *rest = present(children)
    return cases_of(span, first, condition, rest)


@built("count_of_sets")
def count_of_sets(span: Span, children: list[Any]) -> ast.SetsOf:
    return ast.SetsOf(children[-1].parts, span=span)


@built("set_part")
def set_part(span: Span, children: list[Any]) -> ast.SetPart:
    *many, phrase = children
    return ast.SetPart(int(many[0]) if many else 1, phrase, span=span)


@built("measure")
def measure(span: Span, children: list[Token]) -> ast.Word:
    return word(children[0])


@built("aggregate", "measure_expr", "each", "each_set", "chosen", "target")
def only_child(span: Span, children: list[Any]) -> Any:
    """The only child of a rule that adds keywords."""
    return children[0]


@built("predicate")
def predicate(span: Span, children: list[Any]) -> ast.Predicate:
    subject, predicate = children
    if isinstance(predicate, ast.Counted):
        predicate = ast.WithSome(predicate, span=predicate.span)
    return ast.Predicate(subject, predicate, span=span)


@built("trend")
def trend(span: Span, children: list[Any]) -> ast.Trend:
    subject, said, measure, play_rules = children
    *never, verb = said.split()
    rises = verb.startswith("rise")
    operator = (">=" if rises else "<=") if never else ("<" if rises else ">")
    return ast.Trend(subject, operator, measure and word(measure), play_rules.split()[-1], span=span)


@built("bounded")
def bounded(span: Span, children: list[Any]) -> ast.Bounded:
    key = " ".join(str(t) for t in children if isinstance(t, Token))
    return ast.Bounded(_BOUNDS[key], children[-1], span=span)


@built("relative")
def relative(span: Span, children: list[Any]) -> ast.Relative:
    operator = _COMPARATIVES[" ".join(str(children[0]).split())]
    return ast.Relative(operator, children[1], span=span)


def cases_of(span: Span, first: Any, condition: Any, rest: list[Any]) -> ast.Cases:
    pairs = [(first, condition)]
    last = None
    for item in rest:
        if isinstance(item, list):
            last = item[0]
        else:
            pairs.append(item)
    return ast.Cases(tuple(pairs), last, span=span)


# ------------------------------------------------------------------ statements


@built("score")
def score(span: Span, children: list[Any]) -> ast.Score:
    amount, *rest = present(children)
    each = tuple(item for item in rest if isinstance(item, (ast.Phrase, ast.SetsOf)))
    tail = rest[len(each) :]
    cases = cases_of(span, amount, tail[0], tail[1:]) if tail else None
    return ast.Score(amount, each, cases, span=span)


@built("block")
def block(span: Span, children: list[Any]) -> tuple[Any, ...]:
    return tuple(children)


@built("choose")
def choose(span: Span, children: list[Any]) -> ast.Choose:
    *phrases, body = children
    return ast.Choose(tuple(phrases), body, span=phrases[0].span.to(phrases[-1].span))


@built("hole")
def hole(span: Span, children: list[Any]) -> ast.Hole:
    body = [line for child in children if isinstance(child, tuple) for line in child]
    return ast.Hole(tuple(body), span=span)


@built("value_thing")
def value_thing(span: Span, children: list[Any]) -> play_ast.Thing:
    return play_ast.Thing(ast.Phrase(None, children[0], (), span=span), False, span=span)


@built("exactly_things")
def exactly_things(span: Span, children: list[Any]) -> play_ast.Several:
    number, things = children
    exactly: Any = number if isinstance(number, ast.SyntaxNode) else int(number)
    return play_ast.Several(things, exactly, exactly, span=span)


@built("choose_one")
def choose_one(span: Span, children: list[Any]) -> play_ast.ChooseOne:
    options = tuple(child for child in children if isinstance(child, play_ast.Option))
    return play_ast.ChooseOne(options, span=Span(span.start, span.start + len("choose one")))


@built("known_goal")
def known_goal(span: Span, children: list[Any]) -> ast.Phrase:
    article, words, *modifiers = children
    return ast.Phrase(str(article), words, tuple(modifiers), span=span)


@built("turn_over")
def turn_over(span: Span, children: list[Any]) -> play_ast.TurnOver:
    return play_ast.TurnOver(children[0].type == "FACE_UP", children[1], span=span)


@built("exactly_times")
def exactly_times(span: Span, children: list[Any]) -> play_ast.Repeat:
    least, most, _, until, body = children
    return play_ast.Repeat(int(least), _top(least, most), body, until, span=_span(least))


@built("counted_times")
def counted_times(span: Span, children: list[Any]) -> play_ast.Repeat:
    number, _, until, body = children
    return play_ast.Repeat(number, number, body, until, span=number.span)


@built("times_in_turn")
def times_in_turn(span: Span, children: list[Any]) -> play_ast.Repeat:
    count, _, _, body = children
    return play_ast.Repeat(int(count), int(count), body, in_turn=True, span=_span(count))


@built("each_in_order")
def each_in_order(span: Span, children: list[Any]) -> play_ast.EachInOrder:
    phrase, order, body = children
    return play_ast.EachInOrder(phrase, body, order.type == "IN_RANDOM_ORDER", span=phrase.span)


@built("now_never")
def now_never(span: Span, children: list[Any]) -> play_ast.NowHolds:
    _, subject, rule = children
    never = ast.Compare("=", ast.Number(0, span=span), ast.Number(1, span=span), span=span)
    return play_ast.NowHolds(subject, False, word(rule), False, never, span=span)


@built("now_counts")
def now_counts(span: Span, children: list[Any]) -> play_ast.NowCounts:
    _, rule, subject, value, more, condition = children
    if condition is not None:
        value = ast.Cases(((value, condition),), None, span=value.span.to(condition.span))
    return play_ast.NowCounts(word(rule), subject, value, more is not None, span=span)


# ------------------------------------------------------------------ cards and layouts


@built("range")
def bounds(span: Span, children: list[Any]) -> ast.Range:
    low, high = children
    return ast.Range(int(low), _top(low, high), span=span)


@built("heights")
def heights(span: Span, children: list[Any]) -> ast.Heights:
    rows = tuple(row for row in children if isinstance(row, ast.HeightRow))
    return ast.Heights(rows, span=span)


@built("height_row")
def height_row(span: Span, children: list[Token]) -> ast.HeightRow:
    values = tuple(0 if t.type == "DOT" else int(t) for t in children)
    return ast.HeightRow(values, tuple(map(_span, children)), span=span)


@built("always_holds")
def always_holds(span: Span, children: list[Any]) -> ast.Always:
    subject, also, rule, condition = children
    change = play_ast.NowHolds(subject, also is not None, word(rule), False, condition, span=span)
    return ast.Always(change, span=span)


@built("always_counts")
def always_counts(span: Span, children: list[Any]) -> ast.Always:
    return ast.Always(now_counts(span, children), span=span)


@built("start")
def start(span: Span, children: list[Any]) -> list[Any]:
    return [child for child in children if not isinstance(child, ast.Hole)]


# ------------------------------------------------------------------ the game file


@built("kinds")
def kinds(span: Span, children: list[Any]) -> game_ast.Kinds:
    attribute, value, first, last, *numbers, copies = children
    return game_ast.Kinds(
        word(attribute),
        word(value),
        word(first),
        last and word(last),
        tuple(numbers),
        int(copies),
        span=span,
    )


@built("picture")
def picture(span: Span, children: list[Token]) -> tuple[ast.Word, ...]:
    return tuple(word(row) for row in children)


@built("kinds_covering")
def kinds_covering(span: Span, children: list[Any]) -> game_ast.Kinds:
    attribute, value, first, *numbers, copies, covers = children
    return game_ast.Kinds(
        word(attribute), word(value), word(first), None, tuple(numbers), int(copies), covers=covers, span=span
    )


@built("feature")
def feature(span: Span, children: list[Any]) -> ast.Feature:
    *said, under = children
    words = tuple(word(part) for part in said if isinstance(part, Token))
    edges = {kind: tuple(part for how, part in said[len(words) :] if how == kind) for kind in ("to", "and")}
    return ast.Feature(words, edges["to"], edges["and"], under and word(under), span=span)


@built("to_edge")
def to_edge(span: Span, children: list[Token]) -> tuple[str, ast.Word]:
    return "to", word(children[0])


@built("and_edge")
def and_edge(span: Span, children: list[Token]) -> tuple[str, ast.Word]:
    return "and", word(children[0])


@built("numbered")
def numbered(span: Span, children: list[Any]) -> game_ast.Numbered:
    attribute, low, high = children
    return game_ast.Numbered(word(attribute), int(low), _top(low, high), span=span)


@built("owner")
def owner(span: Span, children: list[Token]) -> game_ast.Owner:
    return game_ast.Owner(children[0].type == "PLAYER", span=span)


@built("card_class")
def card_class(span: Span, children: list[Token]) -> game_ast.CardClass:
    name, does = children
    scores, acts = ((does is not None and does.type == type_) for type_ in ("THAT_SCORE", "WITH_ABILITIES"))
    return game_ast.CardClass(word(name), scores, acts, span=span)


def stage(name: str, span: Span, children: list[Any]) -> game_ast.Stage:
    return game_ast.Stage(name, children[-1], span=Span(span.start, span.start + len(name)))


BUILDERS.update({name: partial(stage, name) for name in ("setup", "turn", "course", "cost", "after")})


@built("ending")
def ending(span: Span, children: list[Any]) -> game_ast.Ending:
    period, condition = children
    return game_ast.Ending({"AT_ONCE": "at once"}.get(period.type, str(period)), condition, span=span)
