"""Features: numbers that predict what will score soon, derived from the files of a game.

A feature is a number about one player, an expression of the core like any rule, so it is compiled and evaluated like
rules. What is counted follows from the files, whatever the game:

- a rule with a threshold (``size >= 4``): the number of things that are one or two short of it, and the height of
  their stacks, if heights score;
- a counter that is paid from, or that keeps caps for later;
- caps that score: their score on all spaces where they could be put now;
- the board: the free spaces, the height above the first piece, the sums of visible numbers;
- the pools of a player: the number of pieces, and the sums of their numbers;
- cards: how much more they would pay if everything that they count were one more.

One feature is not an expression, but is computed by the machine: what a game pays when its rounds are over
(`AT_THE_END`).

The weights of features are found by `sim.training`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import conjunction, occupied
from tilewright.core.node import MARKS, PLAYERS, Node, asked_of
from tilewright.core.same import comparable, form
from tilewright.core.walk import asks, children, find, free, substitute, transform, variables
from tilewright.table.card import Card
from tilewright.table.game import BoardDef, CapPiece, Game

SHORT = 2
"""A thing counts as nearly complete if it is at most this much short of a threshold."""
COUNTED = (core.GROUP, core.LINE, core.VALUE)
"""The sorts of elements whose measures are compared with thresholds."""
CARDS = "cards: one more"
"""The name of the feature of the cards in play; it exists without cards, too."""
AT_THE_END = "paid at the end"
"""The name of the gain of a player if the game ended now: the effect of the course after its rounds (`FinalTotals`)."""


@dataclass(frozen=True)
class ValueFeature:
    """A number about a player's part of the table: its name, and its expression."""

    name: str
    rule: core.Expr


def features_of(game: Game, cards: Iterable[Card] = ()) -> list[ValueFeature]:
    """The features of a game, each once; their names do not depend on the cards in play.

    The cards have one feature together.
    """
    found: dict[object, ValueFeature] = {}
    for feature in (*_thresholds(game), *_counters(game), *_caps(game), *_board(game), *_pools(game)):
        places = tuple(var.id for var in free(feature.rule))
        found.setdefault((form(feature.rule), places), feature)
    scored = [card.rule for card in cards if card.rule is not None]
    return [*_renamed(found.values()), ValueFeature(CARDS, core.Add((core.Const(0), *map(_gain, scored))))]


def names_of(game: Game) -> list[str]:
    """The names of all features of a game."""
    return [*(feature.name for feature in features_of(game)), *([AT_THE_END] if _pays_at_the_end(game) else [])]


def _pays_at_the_end(game: Game) -> bool:
    """Whether the course of a game has statements after its rounds."""
    steps = () if game.play_rules is None else game.play_rules.course
    return any(isinstance(step, (play.RepeatTimes, play.RepeatUntil)) for step in steps[:-1])


def digest_of(game: Game, cards: Iterable[Card] = ()) -> str:
    """A digest of the rules of a game and its cards, as 16 hexadecimal digits.

    Words, comments, the order of variables and explicit defaults do not affect it.
    """
    own = game.unlinked or game
    kinds = [(kind.code, sorted(kind.values.items()), sorted(kind.numbers.items()), kind.copies) for kind in own.kinds]
    rules = (own.play_rules, own.place, *own.caps, *own.boards, *own.counters, *own.parts, *own.tie_breaks)
    asked = sorted((card.id, comparable((card.rule, card.abilities))) for card in cards)
    digested = json.dumps([kinds, comparable(rules), asked], sort_keys=True)
    return blake2b(digested.encode(), digest_size=8).hexdigest()


# -- thresholds of rules


def _thresholds(game: Game) -> Iterator[ValueFeature]:
    """The number of things that are slightly short of a threshold in a rule."""
    play_rules = game.play_rules
    if play_rules is None:
        return
    blocks = (
        play_rules.turn,
        play_rules.after,
        play_rules.cost,
        play_rules.course,
        *(block for _, block in play_rules.turns),
    )
    own = {var.id: game.boards_by_name[name] for name, var in play_rules.places if name in game.boards_by_name}
    asked: list[Node] = [step for block in blocks for step in block]
    asked += [step for verb in play_rules.verbs for step in verb.body]
    asked += [rule.body for rule in play_rules.rules]
    asked += [part.rule for part in game.parts]
    scoring = any(find(core.Height, *(part.rule for part in game.parts)))
    for binder, home in (found for node in asked for found in _binders(node, None)):
        if home is not None and not _of_player(home, own):
            continue
        wide = game.own_place.pool if home is None else own[home.id].pool
        for name, rule in _short(replace(binder, guard=_written_out(binder.guard, game)), scoring and not wide):
            if _closed(rule, play_rules, own):
                yield ValueFeature(name, rule if home is None else core.OnBoardOf(home, rule))


def _of_player(home: core.Var, own: dict[int, BoardDef]) -> bool:
    return home.id in own and own[home.id].each_player and not own[home.id].pile


def _binders(node: Node, home: core.Var | None) -> Iterator[tuple[core.Binder, core.Var | None]]:
    """Every binder in a node, with the place that it reads; the condition of an existential is joined to its guard."""
    home = asked_of(node) or home
    if isinstance(node, core.Exists):
        yield replace(node.binder, guard=conjunction((node.binder.guard, node.condition))), home
    elif isinstance(node, core.Binder):
        yield node, home
    at = getattr(node, "home", None) if isinstance(node, (play.Pick, play.PickSome, play.BindFirst)) else None
    if isinstance(node, (play.ForEach, play.ForEachInAnyOrder)):
        yield from _binders(node.binder, node.home)
        for step in node.body:
            yield from _binders(step, home)
        return
    for child in children(node):
        yield from _binders(child, home if at is None else at)


def _short(binder: core.Binder, heights: bool) -> Iterator[tuple[str, core.Expr]]:
    """The numbers of things that are short of a threshold in a binder's guard, by name."""
    if binder.var.sort not in COUNTED:
        return
    parts = binder.guard.parts if isinstance(binder.guard, core.And) else (binder.guard,)
    for part in parts:
        least = _least(part, binder.var)
        if least is None or not isinstance(part, core.Compare):
            continue
        others = [other for other in parts if other != part]
        for number in range(least - 1, max(least - 1 - SHORT, 0), -1):
            here = core.Compare("=", part.left, core.Const(number))
            short = replace(binder, guard=conjunction((*others, here)))
            yield f"{binder.var.noun}: {number} of {least}", core.Sum(short, core.Const(1))
        if heights and binder.var.sort in (core.GROUP, core.LINE):
            some = core.Compare(">=", part.left, core.Const(max(least - SHORT, 1)))
            few = core.Compare("<", part.left, core.Const(least))
            between = replace(binder, guard=conjunction((*others, some, few)))
            under = _above_first(core.SpacesOf(binder.var), 1 + max(var.id for var in variables(binder)))
            yield f"{binder.var.noun}: heights short of {least}", core.Sum(between, under)


def _least(part: core.Expr, var: core.Var) -> int | None:
    """The threshold (at least 2) that a condition sets for a measure of the variable."""
    if not isinstance(part, core.Compare) or not isinstance(part.right, core.Const) or var not in variables(part.left):
        return None
    if part.operator not in (">=", ">", "=") or not any(find(core.Sum, part.left)):
        return None
    least = part.right.value + (part.operator == ">")
    return least if least >= 2 else None


def _closed(rule: core.Expr, play_rules: play.PlayRules, own: dict[int, BoardDef]) -> bool:
    """Whether a rule can be evaluated on any table between turns, and reads only what belongs to the player."""
    places = {play_rules.me.id} | {id for id, board in own.items() if board.each_player and not board.pile}
    turn = asks(MARKS | PLAYERS, rule)
    return not turn and all(var.id in places for var in free(rule))


def _written_out(guard: core.Expr, game: Game) -> core.Expr:
    """A guard in which named rules are replaced by their bodies."""
    assert game.play_rules is not None
    rules = {rule.name: rule for rule in game.play_rules.rules}

    def change(node: Node) -> Node:
        if isinstance(node, (core.RuleHolds, core.RuleNumber)) and node.rule in rules:
            rule = rules[node.rule]
            return _written_out(substitute(rule.body, rule.parameter, node.of), game)
        return node

    written = transform(guard, change)
    return conjunction(written.parts) if isinstance(written, core.And) else written


# -- what the game declares


def _counters(game: Game) -> Iterator[ValueFeature]:
    """Counters that are paid from, or that keep caps."""
    steps = () if game.play_rules is None else (game.play_rules,)
    paid = {gain.counter for gain in find(play.Gain, *steps) if gain.pay}
    for counter in game.counters:
        if counter.cap is not None or counter.name in paid:
            yield ValueFeature(counter.name, (core.SignedCounter if counter.least else core.CounterOf)(counter.name))


def _caps(game: Game) -> Iterator[ValueFeature]:
    """The score of caps on all spaces where they could be put now."""
    for cap in game.caps:
        scoring = [part.rule for part in game.parts if any(one.cap == cap.name for one in find(core.Capped, part.rule))]
        if scoring:
            coming = core.Add((core.Const(0), *(_as_if_capped(rule, cap) for rule in scoring)))
            yield ValueFeature(f"{cap.name}: to come", coming)


def _as_if_capped(rule: core.Expr, cap: CapPiece) -> core.Expr:
    """A rule that treats a space on which a cap may be put as if it had one."""

    def change(node: Node) -> Node:
        if isinstance(node, core.Capped) and node.cap == cap.name:
            return substitute(cap.place.condition, cap.place.var, node.space)
        return node

    return transform(rule, change)


def _board(game: Game) -> Iterator[ValueFeature]:
    """Features of the main board of a player; a growing board, or none, has no features."""
    board = game.own_place
    if board.pool or board.grows:
        return
    place = game.place.of_any
    room = core.Sum(core.Binder(place.var, core.Spaces(), place.condition), core.Const(1))
    yield ValueFeature(f"{board.name}: free", room)
    yield ValueFeature(f"{board.name}: heights", _above_first(core.Spaces(), 1))
    for name, rule in _numbers(game):
        yield ValueFeature(f"{board.name}: {name}", rule)


def _pools(game: Game) -> Iterator[ValueFeature]:
    """Features of the pools of a player."""
    places = dict(game.play_rules.places) if game.play_rules is not None else {}
    for board in game.boards:
        if not board.pool or not board.each_player or board.of_patches:
            continue
        piece = core.Var(1, core.SPACE, "piece")
        lies = occupied(piece)
        count = core.Sum(core.Binder(piece, core.Spaces(), lies), core.Const(1))
        for name, rule in (("pieces", count), *_numbers(game)):
            here = board.name == game.own_place.name
            yield ValueFeature(f"{board.name}: {name}", rule if here else core.OnBoardOf(places[board.name], rule))


def _numbers(game: Game) -> Iterator[tuple[str, core.Expr]]:
    """The sum of each numeric attribute over the visible pieces of a place."""
    for name in game.numeric_attributes:
        piece = core.Var(1, core.SPACE, "piece")
        numbers = tuple((kind.index, kind.numbers[name]) for kind in game.kinds if name in kind.numbers)
        everywhere = core.Binder(piece, core.Spaces(), core.TRUE)
        yield name, core.Sum(everywhere, core.Attribute(piece, numbers, name))


def _above_first(spaces: core.Spaces | core.SpacesOf, number: int) -> core.Expr:
    """The number of pieces above the first in the stacks of some spaces; `number` is that of the variable."""
    space = core.Var(number, core.SPACE, "space")
    stack = core.Binder(space, spaces, occupied(space))
    return core.Sum(stack, core.Add((core.Height(space), core.Const(-1))))


# -- cards


@lru_cache(maxsize=1000)
def _gain(rule: core.Expr) -> core.Expr:
    """The increase of a rule if every number that it compares or looks up were one more."""

    def one_more(node: Node) -> Node:
        match node:
            case core.Lookup():
                return replace(node, body=core.Add((node.body, core.Const(1))))
            case core.Compare(">=" | ">", left, core.Const(value)) if value >= 1 + (node.operator == ">="):
                return replace(node, left=core.Add((left, core.Const(1))))
            case _:  # left unchanged: this is only an estimate
                return node

    return core.Add((transform(rule, one_more), core.Mul(core.Const(-1), rule)))


def _renamed(features: Iterable[ValueFeature]) -> Iterator[ValueFeature]:
    """The features, where a repeated name gets a number."""
    seen: dict[str, int] = {}
    for feature in features:
        count = seen[feature.name] = seen.get(feature.name, 0) + 1
        yield feature if count == 1 else replace(feature, name=f"{feature.name} ({count})")
