"""The termination check: play must always end, within bounded work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

from tilewright.check.play.secrets import check_secrets
from tilewright.check.typed import Note
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import RULES, Node, reads
from tilewright.core.walk import MAX_SIZE, MAX_WORK, Extent, find, rules_asked, size, walk
from tilewright.diagnostics import Diagnostics
from tilewright.meaning.work import elements, work
from tilewright.source import Span
from tilewright.table.game import Game

MOST_STEPS = 100_000
"""The largest number of statements executed by a stage, verb or ability."""
_MANY = 400  # cap on the estimated number of spaces in a loop: about those of a large board
_FEW = 20  # estimate for loops over other elements, and for repetitions whose number is not known


def check_course(
    play_rules: play.PlayRules,
    game: Game,
    spans: Mapping[str, Span],
    diagnostics: Diagnostics,
    notes: Iterable[Note] = (),
) -> None:
    """Check that rules use only rules above them, the setup has no choices, blocks are bounded and reveal nothing
    hidden, and conditions are cheap enough to evaluate.

    `spans` are those of the names of rules, verbs and stages, `notes` the conditions of the rules.
    """
    order = [rule.name for rule in play_rules.rules]
    for rule in play_rules.rules:
        _check_order(rule.name, rule.body, order, spans[rule.name], diagnostics)
    blocks = {"setup": play_rules.setup, "turn": play_rules.turn, "cost": play_rules.cost, "after": play_rules.after}
    blocks |= {verb.name: verb.body for verb in play_rules.verbs} | {
        "course": play_rules.course,
        **dict(play_rules.turns),
    }
    for name, block in blocks.items():
        if name in spans:
            check_steps(block, play_rules.verbs, game, spans[name], diagnostics)
            if not diagnostics.has_errors:
                check_secrets(block, play_rules, game, spans[name], diagnostics)
    if not diagnostics.has_errors:  # recursive rules would make the following checks loop
        for name, nodes in {**blocks, **{rule.name: (rule.body,) for rule in play_rules.rules}}.items():
            if name in spans:
                _check_work(nodes, play_rules, game.largest, spans[name], diagnostics, notes)
    if _asks(play_rules.setup, play_rules.verbs):
        diagnostics.error(
            "TW213",
            spans["setup"],
            "nothing can be chosen in the setup",
            "put the choice in each player's first turn",
        )


def rules_used(body: core.Expr, play_rules: play.PlayRules) -> set[str]:
    """The rules used by an expression, also indirectly."""
    bodies = {rule.name: rule.body for rule in play_rules.rules}
    found: set[str] = set()
    waiting = list(_rules_in(body))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _rules_in(bodies[name])
    return found


def check_ability(
    ability: play.Ability, game: Game, span: Span, diagnostics: Diagnostics, extent: Extent | None = None
) -> None:
    """The same checks for an ability; overrides may use only rules above. The `extent` is that of the largest
    table."""
    play_rules = game.play_rules
    assert play_rules is not None, "only games that are played have abilities"
    order = [rule.name for rule in play_rules.rules]
    for change in find(play.Override, ability):
        _check_order(change.rule, change.body, order, span, diagnostics)
    check_block(ability.body, game, span, diagnostics, wholly=True)
    _check_work((ability,), play_rules, extent or game.largest, span, diagnostics)


def check_block(block: play.Block, game: Game, span: Span, diagnostics: Diagnostics, wholly: bool = False) -> None:
    """Check that statements on a card are bounded and reveal nothing hidden."""
    play_rules = game.play_rules
    assert play_rules is not None, "only games that are played have cards that act"
    check_steps(block, play_rules.verbs, game, span, diagnostics)
    check_secrets(block, play_rules, game, span, diagnostics, wholly)


def _check_work(
    nodes: Iterable[Node],
    play_rules: play.PlayRules,
    extent: Extent,
    span: Span,
    diagnostics: Diagnostics,
    notes: Iterable[Note] = (),
) -> None:
    """Check that each expression is cheap to evaluate on a table of some extent."""

    def too_much(one: core.Expr | core.Binder) -> bool:
        return size(one) > MAX_SIZE or work(one, extent, play_rules.rules) > MAX_WORK

    asked = next(filter(too_much, play.questions(*nodes)), None)
    if asked is None:
        return
    inside = [asked.guard if isinstance(asked, core.Binder) else asked]
    inside += [node for node in walk(inside[0]) if size(asked) <= MAX_SIZE and isinstance(node, get_args(core.Expr))]
    causes = [note.span for note in notes if note.expr in inside and too_much(note.expr)]
    span = min(causes, key=lambda place: place.end - place.start, default=span)
    help = "use fewer nested 'count of', 'any' and 'every'"
    diagnostics.error("TW210", span, "this condition takes too much work to evaluate", help)


def check_steps(
    block: play.Block, verbs: Iterable[play.VerbDef], game: Game, span: Span, diagnostics: Diagnostics
) -> None:
    """Check that a block executes a bounded number of statements."""
    if _steps(block, {verb.name: verb.body for verb in verbs}, game) > MOST_STEPS:
        diagnostics.error(
            "TW210",
            span,
            "this can go on for more than 100000 statements",
            "repeat less often, or nest fewer repetitions",
        )


def _check_order(name: str, body: core.Expr, order: list[str], span: Span, diagnostics: Diagnostics) -> None:
    above = order[: order.index(name)]
    for used in _rules_in(body):
        if used not in above:
            what = "itself" if used == name else f"'{used}', which is below it"
            diagnostics.error(
                "TW214",
                span,
                f"the rule '{name}' refers to {what}",
                "a rule can refer only to rules above it in the game file",
            )


def _rules_in(body: core.Expr) -> Iterator[str]:
    """The rules used by an expression directly, without duplicates."""
    return iter(dict.fromkeys(rule for node in walk(body) if RULES & reads(node) for rule in rules_asked(node)))


def _asks(block: play.Block, verbs: Iterable[play.VerbDef]) -> bool:
    """Whether a block may ask a player to choose."""
    bodies = {verb.name: verb.body for verb in verbs}
    return any(
        isinstance(step, (play.PickSome, play.PickNumber, play.Menu, play.ForEachInAnyOrder))
        or (isinstance(step, play.Pick) and not step.random)
        or (isinstance(step, play.RepeatTimes) and step.least is not None and step.most != core.Const(step.least))
        or (isinstance(step, play.Call) and _asks(bodies[step.verb], verbs))
        for step in walk(*block)
    )


def _steps(block: play.Block, verbs: Mapping[str, play.Block], game: Game) -> int:
    """An estimate of the largest number of statements that a block executes."""
    total = 0
    for step in block:
        inside = max((_steps(inner, verbs, game) for inner in play.blocks(step)), default=0)
        match step:
            case play.ForEach() | play.ForEachInAnyOrder():
                inside *= _elements(step.binder, game)
            case play.RepeatTimes():
                most = _largest(step.most, game)
                inside *= _FEW if most is None else most
            case play.Call():
                inside = _steps(verbs[step.verb], verbs, game)
            case _:  # other statements execute their blocks once at most
                pass
        total += 1 + inside
    return total


def _largest(number: core.Expr, game: Game) -> int | None:
    """An upper bound of a number; None if none is known. Sums over players are bounded by the number of players."""
    match number:
        case core.Const(value=value):
            return value
        case core.Sum(binder=core.Binder(domain=core.Players()), body=body):
            each = _largest(body, game)
            return None if each is None else max(each, 0) * game.players[1]
        case core.MinMax(which=which, parts=parts):
            known = [largest for part in parts if (largest := _largest(part, game)) is not None]
            return min(known, default=None) if which == "min" else max(known) if len(known) == len(parts) else None
        case core.Add(parts=parts):
            every = [_largest(part, game) for part in parts]
            return None if None in every else sum(one for one in every if one is not None)
        case _:  # not known
            return None


def _elements(binder: core.Binder, game: Game) -> int:
    """An estimate of the largest number of elements of a binder; of spaces, the pieces if all boards are pools."""
    var, domain = binder.var, binder.domain
    if var.sort == core.PLAYER:
        return game.players[1]
    if isinstance(domain, (core.Neighbors, core.Between)):
        return min(_MANY, elements(domain, game.largest))
    if var.sort == core.SPACE:
        return min(_MANY, game.pieces) if all(place.pool for place in game.boards) else _MANY
    return _FEW
