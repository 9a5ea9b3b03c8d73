"""Inspections of checked cards, with the codes TW20x and others."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from tilewright.check.cards import Draft
from tilewright.check.typed import Note
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.core.build import conjuncts
from tilewright.core.node import MARKS, RULES, Node, asked_of, reads
from tilewright.core.walk import bound, find, free, size, substitute, variables, walk
from tilewright.diagnostics import Diagnostics
from tilewright.lint.bounds import Bounds
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact, exact_seats, holds, is_local
from tilewright.meaning.intervals import Interval, Maybe
from tilewright.meaning.unrolled import Unrolled
from tilewright.source import Source, Span
from tilewright.syntax import ast, play_ast
from tilewright.syntax.walk import walk as syntax_walk
from tilewright.syntax.walk import walk as walk_syntax
from tilewright.table.board import MAX_HEIGHT, Board, Stack, pool_of
from tilewright.table.card import Card
from tilewright.table.game import BoardDef, CapPiece, Game
from tilewright.table.placing import PlacingRule
from tilewright.table.position import Player, Position


def can_be(guard: core.Expr, var: core.Var, game: Game) -> bool:
    """Whether some stack of the game satisfies a guard about `var`.

    Parts of the guard about other spaces are assumed to hold.
    """
    parts = conjuncts(guard)
    local = [part for part in parts if is_local(part, var)]
    if len(local) < 2:
        return True
    together = core.And(tuple(local))
    return any(holds(together, var, stack, game) for stack in _stacks(together, game))


def counts_without_number(guard: core.Expr, var: core.Var, game: Game) -> bool:
    """Whether a guard requires a small number, and a face-down stack, which counts as 0, satisfies it.

    Parts of the guard about other spaces are assumed to hold.
    """
    parts = conjuncts(guard)
    if not any(_asks_small(part, var) for part in parts):
        return False
    return holds(core.And(tuple(part for part in parts if is_local(part, var))), var, Stack(1), game)


def _asks_small(part: core.Expr, var: core.Var) -> bool:
    """Whether a condition bounds the variable's number from above, as in `number < 3`."""
    if not isinstance(part, core.Compare) or part.operator not in ("<", "<=", ">", ">="):
        return False
    number, most = (part.left, part.right) if part.operator in ("<", "<=") else (part.right, part.left)
    return isinstance(number, core.Attribute) and number.space == var and isinstance(most, core.Const)


def _stacks(condition: core.Expr, game: Game) -> Iterator[Stack]:
    """Representatives of all stacks that the condition distinguishes."""
    for height in _heights(condition):
        yield from _with_caps(Stack(height), game)
        if height:
            for code in _representatives(condition, game):
                yield from _with_caps(Stack(height - 1, (code,)), game)


def _heights(condition: core.Expr) -> Iterable[int]:
    """The heights next to all constants compared with the height; all heights if other expressions use it."""
    compared = [n for n in walk(condition) if isinstance(n, core.Compare)]
    plain = [n for n in compared if {type(n.left), type(n.right)} == {core.Height, core.Const}]
    if any(isinstance(n, core.Height) for c in compared if c not in plain for n in walk(c)):
        return range(MAX_HEIGHT + 1)
    numbers = {n.value for c in plain for n in (c.left, c.right) if isinstance(n, core.Const)}
    near = {0, 1, 2} | {n + step for n in numbers for step in (-1, 0, 1)}
    return sorted(near.intersection(range(MAX_HEIGHT + 1)))


def _representatives(condition: core.Expr, game: Game) -> Iterator[str]:
    """One kind of each class that the condition distinguishes."""
    sets = [n.kinds for n in walk(condition) if isinstance(n, core.Shows)]
    numbers = [dict(n.numbers) for n in walk(condition) if isinstance(n, core.Attribute)]
    seen = set()
    for kind in game.kinds:
        sign = (*(kind.index in s for s in sets), *(n.get(kind.index) for n in numbers))
        if sign not in seen:
            seen.add(sign)
            yield kind.code


def _with_caps(stack: Stack, game: Game) -> Iterator[Stack]:
    yield stack
    for cap in game.caps:
        if _may_lie(cap.place, stack, game):
            yield Stack(stack.down, stack.up, cap.mark)


def _may_lie(place: PlacingRule, stack: Stack, game: Game) -> bool:
    return not is_local(place.condition, place.var) or holds(place.condition, place.var, stack, game)


def inspect(draft: Draft, game: Game, diagnostics: Diagnostics) -> bool:
    """Report errors (TW203 to TW207) and warnings. Returns whether there are no errors."""
    inspect_junctions(draft.node, diagnostics)
    if draft.rule is None:
        card = draft.value
        if not isinstance(card, Card):
            return True
        inspect_abilities(draft.node, draft.notes, game, diagnostics)
        inspect_neighbors(draft.notes, card.abilities, diagnostics)
        return inspect_picks(card, draft.notes, game, diagnostics)
    before = len(diagnostics.errors())
    least, most = _report_values(draft.rule, draft.notes, game, diagnostics)
    _report_ranges(draft.rule, draft.notes, diagnostics)
    inspect_neighbors(draft.notes, [draft.rule], diagnostics)
    reported = [item.span for item in diagnostics.errors()[before:]]
    for note in draft.notes:
        if (
            note.kind == "guard"
            and note.var
            and not any(note.span.start <= s.start and s.end <= note.span.end for s in reported)
        ):
            _report_guard(note, note.var, game, diagnostics)
    sound = len(diagnostics.errors()) == before
    if least == most == 0 and sound and draft.value:
        text = diagnostics.source.text[draft.node.span.start : draft.node.span.end]
        diagnostics.error("TW207", draft.node.id.span, "this card never scores anything", _why_nothing(text))
        return False
    if sound and draft.value:
        inspect_empty(draft.rule, draft.node, game, diagnostics)
    return sound


def _why_nothing(text: str) -> str:
    """The help for a card that is always 0: in `1/3/6` and `1/2 for each`, `/` is a division."""
    part = re.search(r"\bscore 1/(\d+) for each ([a-z]+(?: [a-z]+)?) *$", text, re.MULTILINE)
    if part is not None:
        return f"'/' rounds down, each time: for one point per {part[1]} of them, write 'score count of {part[2]}s / {part[1]}'"
    table = re.search(r"\bscore (\d+(?:/\d+)+)\b", text)
    if table is None:
        return "every amount in it is 0 on every board"
    *numbers, last = table[1].split("/")
    entries = [*(f"{at}: {number}" for at, number in enumerate(numbers, 1)), f"{len(numbers) + 1} or more: {last}"]
    return f"'/' divides; for a table, write 'score count of ... read as {', '.join(entries)}'"


def _report_values(rule: core.Expr, notes: Sequence[Note], game: Game, diagnostics: Diagnostics) -> Interval:
    """Report noted expressions by their values on any board. Returns the bounds of the rule."""
    bounds = Bounds(game, [note.expr for note in notes])
    least, most = bounds.number(rule, {}, 0)
    for note in notes:
        _report(note, bounds.found[note.expr], diagnostics)
    return least, most


def _report_ranges(rule: core.Expr, notes: Sequence[Note], diagnostics: Diagnostics) -> None:
    """Report conditions on a number that are contradictory or unreachable."""
    spans = {id(note.expr): note.span for note in notes if note.kind == "condition"}
    for node in walk(rule):
        pair = clashing(node) if isinstance(node, core.And) else None
        if pair and all(id(part) in spans for part in pair):
            span = spans[id(pair[0])].to(spans[id(pair[1])])
            diagnostics.error("TW203", span, "these two are never true at the same time", "change one of the numbers")
        for late in unreachable(node) if isinstance(node, core.If) else ():
            if id(late) in spans:
                diagnostics.error(
                    "TW203",
                    spans[id(late)],
                    "whenever this is true, an earlier condition is true too and is used first",
                    "put the narrower condition first",
                )


def _report_guard(note: Note, var: core.Var, game: Game, diagnostics: Diagnostics) -> None:
    if not can_be(note.expr, var, game):
        help = "two of the conditions contradict each other"
        if re.search(r"\bwhere\b.*\band\b", diagnostics.source.slice(note.span)):
            help += "; a 'where' includes every 'and' after it: to end it earlier, put its condition in parentheses"
        diagnostics.error("TW203", note.span, f"no {var.noun} can meet all of this at once", help)
    elif counts_without_number(note.expr, var, game):
        help = f"say which ones you mean, as in 'face-up {game.piece} where ...'"
        diagnostics.warning("TW223", note.span, "things without a number count too, as 0", help)


def _report(note: Note, found: set[Any], diagnostics: Diagnostics) -> None:
    if note.kind == "divisor":
        _report_divisor(note, found, diagnostics)
    elif note.kind == "condition":
        found = found or _constant(note.expr)
        if found == {False}:
            diagnostics.error(
                "TW203", note.span, "this can never be true", "correct it: what depends on it never happens"
            )
        elif found == {True}:
            diagnostics.warning(
                "TW204", note.span, "this is always true", "correct it or leave it out: it changes nothing"
            )


def _constant(expr: core.Expr) -> set[Maybe]:
    return {expr.value} if isinstance(expr, core.Truth) else set()


def _report_divisor(note: Note, found: set[Interval], diagnostics: Diagnostics) -> None:
    if found and all(bounds == (0, 0) for bounds in found):
        diagnostics.error("TW205", note.span, "a division by 0", "divide by something else")
    elif any(low <= 0 <= high for low, high in found):
        diagnostics.warning(
            "TW206", note.span, "this can be 0; dividing by 0 gives 0", "check that this is what the card says"
        )


# ------------------------------------------------------------------ conditions joined in ways that are easily misread


_WHOLE = (ast.Compare, ast.Predicate, ast.ThereIs, ast.Mirror, ast.Trend, ast.Group, ast.Negation)
"""Conditions that may be put in parentheses with an adjacent one."""


def inspect_junctions(node: ast.Card, diagnostics: Diagnostics) -> None:
    """Warn of `a or b and c` without parentheses (TW222)."""
    for part in syntax_walk(node):
        if isinstance(part, ast.Junction) and part.operator == "or" and len(part.parts) == 2:
            readings = _readings(*part.parts, diagnostics.source)
            if readings:
                read, other = readings
                help = f"write '{read}'; otherwise, '{other}'"
                diagnostics.warning("TW222", part.span, "'and' is read before 'or'", help)


def _readings(left: ast.Expr, right: ast.Expr, source: Source) -> tuple[str, str] | None:
    """The actual and the other possible reading, with parentheses."""
    if not all(isinstance(part, (ast.Junction, *_WHOLE)) for part in (left, right)):
        return None
    junctions = [part for part in (left, right) if isinstance(part, ast.Junction)]
    if len(junctions) != 1 or not all(isinstance(part, _WHOLE) for part in junctions[0].parts):
        return None
    one, two = source.slice(left.span), source.slice(right.span)
    first, *_, last = (source.slice(part.span) for part in junctions[0].parts)
    if junctions[0] is right:
        return f"{one} or ({two})", f"({one} or {first}){two.removeprefix(first)}"
    return f"({one}) or {two}", f"{one.removesuffix(last)}({last} or {two})"


# ------------------------------------------------------------------ statements that give something on an empty board


_LOOKS = (core.Height, core.Attribute, core.Shows, core.ShowsValue, core.FaceDown, core.Capped)
"""Nodes that depend on the contents of a space."""
_SAME_EVERYWHERE = ("TW204", "TW212")


def inspect_empty(rule: core.Expr, node: ast.Card, game: Game, diagnostics: Diagnostics) -> None:
    """Warn of points on empty boards of the default size (TW215), or of a wrong declaration of them.

    Not reported: rules that do not depend on the contents, and cards that declare it.
    """
    said = next((member for member in node.members if isinstance(member, ast.PaysEmpty)), None)
    reported = any(problem.code in _SAME_EVERYWHERE and _within(problem.span, node.span) for problem in diagnostics)
    if said is None and (reported or not any(isinstance(part, _LOOKS) for part in walk(rule))):
        return
    seats = exact_seats(_nobody_has_begun(game))
    points: int = Evaluator(Unrolled(Exact(), seats)).number(rule, {}, 0)
    name = game.spoken_place.name
    if points > 0 and said is None:
        from tilewright.meaning.explained import explained  # imported here because few cards need it

        reasons = explained(rule, seats).reasons
        span = next((reason.span for reason in reasons if reason.points > 0), node.id.span)
        help = f"say what has to be there; if you mean it, add the line 'pays on an empty {name}'"
        diagnostics.warning("TW215", span, f"this pays {points} on an empty {name}", help)
    elif points <= 0 and said is not None:
        diagnostics.warning("TW215", said.span, f"this card pays nothing on an empty {name}", "leave the line out")


def _within(span: Span, whole: Span) -> bool:
    return whole.start <= span.start and span.end <= whole.end


def _nobody_has_begun(game: Game) -> Position:
    """A position with empty places, for two players if the game allows it, so that there is an opponent."""
    players = max(min(2, game.players[1]), game.players[0])
    boards = {place.name: _empty(place) for place in game.table_boards}
    return Position(game, (Player("", _empty(game.own_place)),) * players, boards=boards)


def _empty(place: BoardDef) -> Board:
    return pool_of(()) if place.pool or place.grows else Board(place.geometry, (Stack(),) * place.geometry.size)


# ------------------------------------------------------------------ what is picked


_LOOPS = (play.ForEach, play.ForEachInAnyOrder, play.RepeatTimes)


def inspect_picks(card: Card, notes: Sequence[Note], game: Game, diagnostics: Diagnostics) -> bool:
    """Report picks that are impossible (TW203). Returns whether there are none."""
    before = len(diagnostics.errors())
    for ability in card.abilities:
        for pick in find(play.Pick, ability):
            if pick.home is None and pick.binder.var.sort == core.SPACE:
                _inspect(pick, notes, game, diagnostics)
        _inspect_again(ability.body, {}, game, diagnostics)
    return len(diagnostics.errors()) == before


def _inspect(step: play.Pick, notes: Sequence[Note], game: Game, diagnostics: Diagnostics) -> None:
    binder = step.binder
    if not can_be(binder.guard, binder.var, game):
        diagnostics.error(
            "TW203",
            step.span,
            "nothing can meet all of this at once",
            "its conditions contradict each other, or the action",
        )
        return
    if not _is_local(binder):
        return
    bounds = Bounds(game, [note.expr for note in notes])
    bounds.number(core.Sum(binder, core.Const(1)), {}, 0)
    for note in notes:
        if note.kind == "condition" and bounds.found[note.expr] == {False}:
            diagnostics.error("TW203", note.span, "this can never be true", "correct it: there is nothing to pick")


def _inspect_again(block: play.Block, picked: dict[core.Var, play.Pick], game: Game, diagnostics: Diagnostics) -> None:
    """Report a second pick of the same thing whose guard contradicts the first (TW203).

    The first guard holds until the table changes.
    """
    known = dict(picked)
    for step in block:
        for inner in play.blocks(step):
            before = {} if isinstance(step, _LOOPS) else known  # a later iteration may come after changes
            _inspect_again(inner, before, game, diagnostics)
        if isinstance(step, play.Pick | play.BindFirst) and step.home is None:
            earlier = _same_as(step.binder, known)
            if earlier is not None and not can_be(_of_both(step.binder, earlier.binder), step.binder.var, game):
                span = step.span if isinstance(step, play.Pick) else earlier.span
                message = f"the {earlier.binder.var.noun} was picked in a way that it can never be this"
                if isinstance(step, play.BindFirst):
                    message = f"what the lines below do to the {earlier.binder.var.noun} can never be done to it"
                diagnostics.error("TW203", span, message, "pick something else, here or above")
        if isinstance(step, play.Pick) and step.home is None and step.binder.var.sort == core.SPACE:
            known[step.binder.var] = step
        elif isinstance(step, (*get_args(play.Change), play.Call)) or play.blocks(step):
            known.clear()


def _same_as(binder: core.Binder, picked: Mapping[core.Var, play.Pick]) -> play.Pick | None:
    """The earlier pick whose result a binder picks again."""
    if isinstance(binder.domain, core.SpacesOf):
        return picked.get(binder.domain.of)
    for part in build.conjuncts(binder.guard):
        if isinstance(part, core.Same) and binder.var in (part.left, part.right):
            return picked.get(part.left if part.right == binder.var else part.right)
    return None


def _of_both(binder: core.Binder, earlier: core.Binder) -> core.Expr:
    """The conjunction of two binders' guards, without the condition that they are the same."""
    before = substitute(earlier.guard, earlier.var, binder.var)
    return build.conjunction([*build.conjuncts(binder.guard), *build.conjuncts(before)])


def _is_local(binder: core.Binder) -> bool:
    """Whether a binder depends only on the spaces of one board."""
    nodes = list(walk(binder.guard))
    bound = {node.var for node in nodes if isinstance(node, core.Binder)}
    return (
        isinstance(binder.domain, core.Spaces)
        and variables(binder.guard) <= {binder.var, *bound}
        and not any(reads(node) & (RULES | MARKS) or asked_of(node) for node in nodes)
    )


# ------------------------------------------------------------------ abilities


def inspect_abilities(node: ast.Card, notes: Sequence[Note], game: Game, diagnostics: Diagnostics) -> None:
    """Warn of costs paid for nothing (TW216, TW217), and of ambiguous words (TW218)."""
    for note in notes:
        if note.kind == "amount":
            _inspect_amount(note, game, diagnostics)
    for member in node.members:
        if isinstance(member, ast.Ability):
            _inspect_gate(member, diagnostics)
            _inspect_reserves(member, game, diagnostics)


def _inspect_gate(ability: ast.Ability, diagnostics: Diagnostics) -> None:
    """Warn of an ability whose only statement is an `if`: its cost is paid before the condition is tested."""
    done = [statement for statement in ability.body if not isinstance(statement, ast.Let)]
    if len(done) != 1 or not isinstance(done[0], ast.IfBlock) or done[0].otherwise:
        return
    during = f" during {ability.during.text}" if ability.during else ""
    once = " once a game" if ability.once else ""
    asked = [condition for condition in (ability.condition, done[0].condition) if condition is not None]
    gate = " and ".join(_joinable(condition, len(asked) > 1, diagnostics) for condition in asked)
    help = f"write 'ability{during}{once} if {gate}', and put what is done under it"
    if len(done) < len(ability.body):
        help += "; names from 'let' are not known there"
    diagnostics.warning(
        "TW216", done[0].condition.span, "if this is not true, the ability is paid for and does nothing", help
    )


def _joinable(condition: ast.Expr, joined: bool, diagnostics: Diagnostics) -> str:
    """The source text of a condition, in parentheses if it is joined by 'and'."""
    text = diagnostics.source.slice(condition.span)
    return f"({text})" if joined and isinstance(condition, ast.Junction) and condition.operator == "or" else text


def _inspect_amount(note: Note, game: Game, diagnostics: Diagnostics) -> None:
    """Report a gain or payment whose amount is constant or wrong on every board."""
    if free(note.expr) or any(reads(part) & (RULES | MARKS) or asked_of(part) for part in walk(note.expr)):
        return
    bounds = Bounds(game, [])
    _, most = bounds.number(note.expr, {}, 0)
    if most <= 0:
        help = "write how many, or leave the line out"
        diagnostics.warning("TW217", note.span, "this is always 0, so nothing changes", help)


# ------------------------------------------------------------------ caps on the table and in reserve


def _inspect_reserves(ability: ast.Ability, game: Game, diagnostics: Diagnostics) -> None:
    """Warn of a condition on caps on the table above a line that pays one from the reserve."""
    for condition, body in _conditional(ability):
        for cap in game.caps:
            reserve = game.reserve_of(cap.name)
            paid = next(_paid(body, cap, game), None)
            said = _asked_caps(condition, cap, game)
            words = {word.text for word in _words(condition)}
            if reserve is None or paid is None or said is None or words & {reserve.name, reserve.written}:
                continue
            line = diagnostics.source.slice(paid.span).strip()
            message = f"here, a {cap.name} is on a stack; '{line}' takes one from the reserve"
            help = f"write '{reserve.name} >= 1'; if you mean it, put the condition in parentheses"
            if isinstance(condition, ast.Phrase):
                help = f"write 'where their {reserve.name} >= 1'; if you mean it, write 'where (it has a {cap.name})'"
            diagnostics.warning("TW218", said.span, message, help)


def _conditional(ability: ast.Ability) -> Iterator[tuple[ast.SyntaxNode, tuple[ast.Statement, ...]]]:
    """The conditions of blocks in an ability, with the blocks."""
    if ability.condition is not None:
        yield ability.condition, ability.body
    for node in walk_syntax(ability):
        match node:
            case ast.IfBlock(condition=condition, body=body):
                yield condition, body
            case play_ast.Option(condition=ast.SyntaxNode() as asked, body=body):
                yield asked, body
            case ast.ForEach(phrase=phrase, body=body) if phrase.noun.text in ("player", "opponent"):
                yield phrase, body


def _paid(body: Iterable[ast.Statement], cap: CapPiece, game: Game) -> Iterator[play_ast.Gain]:
    """The lines of a block that pay a cap by its own name."""
    for statement in body:
        if isinstance(statement, play_ast.Gain) and statement.pay and statement.counter.text in _names(cap, game):
            yield statement


def _asked_caps(condition: ast.SyntaxNode, cap: CapPiece, game: Game) -> ast.Phrase | None:
    """The phrase of a condition that names a cap, outside of parentheses."""
    phrases = (part for part in walk_syntax(condition, (ast.Group,)) if isinstance(part, ast.Phrase) and part.words)
    return next((phrase for phrase in phrases if phrase.noun.text in _names(cap, game)), None)


def _names(cap: CapPiece, game: Game) -> tuple[str, str]:
    return cap.name, game.plural(cap.name)


def _words(node: ast.SyntaxNode) -> Iterator[ast.Word]:
    return (part for part in walk_syntax(node) if isinstance(part, ast.Word))


# ------------------------------------------------------------------ neighbors


_EDGES = {"left": "first column", "right": "last column", "top": "first row", "bottom": "last row"}
"""The spaces without a neighbor on a side."""
_ACROSS = {"left": "row", "right": "row", "top": "column", "bottom": "column"}
"""The lines that always contain such a space."""
_PLACED = (core.InRegion, core.Inside, core.Near, core.Neighbors, core.Lines)
"""Nodes that may exclude those spaces."""


def inspect_neighbors(notes: Sequence[Note], roots: Sequence[Node], diagnostics: Diagnostics) -> None:
    """Warn of `every` with a condition that is impossible at an edge (TW219)."""
    said = [(note, note.expr) for note in notes if note.kind == "every" and isinstance(note.expr, core.Forall)]
    if not said:
        return
    ranges = {binder.var: binder.domain for binder in find(core.Binder, *roots)}
    for note, forall in said:
        domain, noun = forall.binder.domain, forall.binder.var.noun
        if isinstance(domain, core.Neighbors) and domain.shape in _EDGES and domain.distance == 1:
            message = f"in the {_EDGES[domain.shape]} there is no {domain.shape} neighbor, so this is true"
            help = (
                f"write 'its {domain.shape} neighbor is ...', which is not true there, or 'no {domain.shape} neighbor'"
            )
            diagnostics.warning("TW219", note.span, message, help)
            continue
        side = next((side for side in _needed(forall) if _reaches(forall.binder, side, ranges)), None)
        if side is not None:
            edge = _EDGES[side]
            thing = diagnostics.source.slice(note.span)
            message = f"a {noun} in the {edge} has no {side} neighbor, so this is never true for it"
            help = f"leave it out: 'every {thing} not in the {edge} ...'"
            diagnostics.warning("TW219", note.span, message, help)


def _needed(forall: core.Forall) -> Iterator[str]:
    """The sides on which each thing needs a neighbor for the condition to hold."""
    condition, var = forall.condition, forall.binder.var
    for part in conjuncts(condition):
        domain = part.binder.domain if isinstance(part, core.Exists) else None
        if (
            isinstance(domain, core.Neighbors)
            and domain.space == var
            and domain.shape in _EDGES
            and domain.nearest == 1
        ):
            yield domain.shape


def _reaches(binder: core.Binder, side: str, ranges: Mapping[core.Var, core.RangeExpr]) -> bool:
    """Whether a binder may range over spaces at the edge."""
    if any(isinstance(node, _PLACED) for node in walk(binder.guard)):
        return False
    match binder.domain:
        case core.Spaces():
            return True
        case core.SpacesOf(of=line):
            lines = ranges.get(line)
            return isinstance(lines, core.Lines) and lines.kind == _ACROSS[side]
        case _:  # unknown domains are not reported
            return False


# ------------------------------------------------------------------ comparisons of one number with constants


MAX_SIZE = 300
"""Larger numbers are not compared."""
_FAR = sys.maxsize
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


class BoundedNumber(NamedTuple):
    """A number in normal form, and its inclusive bounds."""

    number: core.Expr
    low: int
    high: int


def clashing(condition: core.And) -> tuple[core.Expr, core.Expr] | None:
    """Two parts of a conjunction whose ranges are disjoint."""
    found: list[tuple[core.Expr, BoundedNumber]] = []
    for part in condition.parts:
        new = range_of(part)
        for other, known in found if new else ():
            if new and known.number == new.number and (new.low > known.high or known.low > new.high):
                return other, part
        if new:
            found.append((part, new))
    return None


def unreachable(pick: core.If) -> Iterator[core.Expr]:
    """The conditions under `pick` that imply its own condition."""
    first = range_of(pick.condition)
    later = pick.otherwise
    while first and isinstance(later, core.If):
        known = range_of(later.condition)
        if known and known.number == first.number and first.low <= known.low <= known.high <= first.high:
            yield later.condition
        later = later.otherwise


def range_of(condition: core.Expr) -> BoundedNumber | None:
    """The range of a number that is compared with a constant."""
    if not isinstance(condition, core.Compare) or condition.operator not in _FLIPPED:
        return None
    operator, left, right = condition.operator, condition.left, condition.right
    if isinstance(left, core.Const):
        operator, left, right = _FLIPPED[operator], right, left
    if isinstance(left, core.Const) or not isinstance(right, core.Const) or size(left) > MAX_SIZE:
        return None
    value = right.value
    low, high = {
        "=": (value, value),
        "<": (-_FAR, value - 1),
        "<=": (-_FAR, value),
        ">": (value + 1, _FAR),
        ">=": (value, _FAR),
    }[operator]
    return BoundedNumber(_renamed(left), low, high)


def _renamed(number: core.Expr) -> core.Expr:
    """The number with its bound variables renumbered in order."""
    for i, var in enumerate(bound(number), start=1):
        number = substitute(number, var, core.Var(-i, var.sort, var.noun))
    return number
