"""Whether two rules are the same: against every table of small games, and rules rewritten."""

from __future__ import annotations

from functools import cache

import pytest

from cases import mostly_slow
from every_table import SCOPES, rules, small_game, tables, values, weight
from realms import cards, pack
from tilewright.check.fragments import read_fragment
from tilewright.core import expr as core
from tilewright.meaning.exact import evaluate
from tilewright.solver import compare as module
from tilewright.solver.compare import plainer, prove
from tilewright.solver.proof import Proof, TableScope, scopes_up_to
from tilewright.solver.solve import UnconfirmedAnswer
from tilewright.stopping import Unsupported
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.card import Card
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position


@cache
def rule(text: str) -> core.Expr:
    """A card of the pack by its id, or a text."""
    found = cards().get(text) or read_fragment(text, pack().game)
    assert isinstance(found, Card) and found.rule is not None, found
    return found.rule


def compared(one: str, other: str, size: int = 4, **options: bool) -> Proof:
    """Two rules on all boards up to a size with stacks up to 3, which must be decided."""
    pair = rule(one), rule(other)
    scopes = scopes_up_to(pack().game, pair, Geometry(size, size), 3)
    found = prove(pack().game, *pair, scopes, workers=2, **options)
    assert isinstance(found, Proof)
    assert found.verdict != "unknown"
    return found


# ------------------------------------------------------------------ against every table


def agrees(found: Proof, gaps: list[int], every: list[Position], at_most: bool) -> bool:
    """Whether a verdict is what all tables say, with a table that none is lighter than."""
    assert isinstance(found, Proof)
    bad = [weight(t) for t, gap in zip(every, gaps, strict=True) if gap > 0 or (gap < 0 and not at_most)]
    if not bad:
        return found.verdict == "equal" and found.table is None
    return (
        found.verdict == "different" and found.smallest and found.table is not None and weight(found.table) == min(bad)
    )


@pytest.mark.slow
@pytest.mark.parametrize("scope", mostly_slow(SCOPES, quick=1), ids=str)
def test_verdicts_are_those_of_every_table(scope: TableScope) -> None:
    """Equal or not, and the smallest counterexample: as trying all tables finds it."""
    game = small_game()
    every = list(tables(game, scope))
    last = core.Const(1), [1] * len(every)
    for one in rules(f"prove {scope}", 4):
        found = values(one, every)
        top = max(found)
        lower = core.MinMax("min", (one, core.Const(top - 1))), [min(v, top - 1) for v in found]
        same = core.MinMax("min", (core.Const(top), one)), found
        for other, its in (lower, same, last):
            for at_most in (False, True):
                verdict = prove(game, one, other, [scope], at_most=at_most, workers=1)
                gaps = [a - b for a, b in zip(found, its, strict=True)]
                assert agrees(verdict, gaps, every, at_most), (one, other)
        last = one, found


@pytest.mark.parametrize("size", ["= 3", "<= 3", "< 4", ">= 3"])
def test_groups_of_a_size_are_found(size: str) -> None:
    """A group of just the size that a guard allows counts; the solver may leave out larger ones alone."""
    found = compared(f"score 1 for each group of merchants where size {size} and size > 2", "score 0", 3)
    assert found.verdict == "different" and found.scores == (1, 0)


@pytest.mark.slow
def test_the_smallest_of_several_sizes() -> None:
    """Of all sizes and numbers of players together the lightest counterexample is found; of equal ones the smallest board."""
    game = small_game()
    scopes = [
        TableScope(Geometry(1, 3), 1, 2),
        TableScope(Geometry(1, 2), 1, 2),
        TableScope(Geometry(1, 1), 2, 2),
        TableScope(Geometry(3, 1), 1, 2),
    ]
    every = [table for scope in scopes for table in tables(game, scope)]
    previous: core.Expr = core.CounterOf("coins")
    for one in rules("several", 6):
        gaps = [a - b for a, b in zip(values(one, every), values(previous, every), strict=True)]
        found = prove(game, one, previous, scopes, workers=1)
        assert agrees(found, gaps, every, False)
        assert isinstance(found, Proof) and set(found.settled) == set(scopes)
        if found.table is not None:
            bad = [t for t, gap in zip(every, gaps, strict=True) if gap and weight(t) == weight(found.table)]
            assert _extent(found.table) == min(map(_extent, bad))
        previous = one


def test_what_the_smallest_is() -> None:
    """The fewest pieces, of these the fewest caps, of these the lowest counters; of any size."""
    game, zero = small_game(coins=2), core.Const(0)
    space = core.Var(900, core.SPACE, "space")
    everywhere = core.Binder(space, core.Spaces(), core.TRUE)
    caps = core.Sum(core.Binder(space, core.Spaces(), core.Capped(space, "crown")), core.Const(1))
    heights, coins = core.Sum(everywhere, core.Height(space)), core.CounterOf("coins")
    spaces = core.Sum(everywhere, core.Const(1))

    def smallest(*ways: core.Expr) -> tuple[int, int, int]:
        one = core.If(core.Or(ways), core.Const(1), zero)
        found = prove(game, one, zero, [TableScope(Geometry(1, 1), 1, 3), TableScope(Geometry(1, 3), 1, 3)], workers=1)
        assert isinstance(found, Proof) and found.smallest and found.table is not None
        return weight(found.table)

    def least(number: core.Expr, value: int) -> core.Expr:
        return core.Compare(">=", number, core.Const(value))

    assert smallest(least(caps, 2), least(heights, 3)) == (2, 2, 0)
    assert smallest(least(core.Add((caps, coins)), 2), least(heights, 2)) == (0, 0, 2)
    assert smallest(least(core.Mul(coins, spaces), 2)) == (0, 0, 1)


def _extent(table: Position) -> tuple[int, int, int]:
    geometry = table.players[0].board.geometry
    return len(table.players), geometry.size, geometry.rows


# ------------------------------------------------------------------ rules rewritten

SAME = [
    ("for each row\n  score count of its shrines", "for each column\n  score count of its shrines"),
    ("bravery", "score 1 for each stack where every neighbor is lower"),
    ("humility", "count of shrines - count of shrines where no neighbor is taller"),
    ("count of face-up tiles", "count of stacks - count of face-down stacks"),
    (
        "count of stacks where it has a shrine or any neighbor has a shrine",
        "count of shrines + count of stacks where it has no shrine and any neighbor has a shrine",
    ),
    ("boldness", "count of shrines - count of shrines where it is not on the border"),
    ("any stack is on floor 3 or higher", "largest height of stacks >= 3"),
    ("tranquility", "count of groups of face-down stacks"),
    (
        "score 3 if count of stacks > count of stacks of the left player",
        "score 3 if count of stacks of the left player < count of stacks",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), SAME)
def test_a_rule_and_the_same_rewritten(one: str, other: str) -> None:
    """They are proved equal on all boards up to 4 x 4 with stacks up to 3."""
    assert compared(one, other).verdict == "equal"


DIFFERENT = [
    ("humility", "score 1 for each shrine where any neighbor is as tall or taller", 2, 1),
    ("any stack is taller than its left neighbor", "any stack is lower than its right neighbor", 1, 0),
    ("boldness", "count of shrines", 1, 1),
    ("humility", "score 1 for each shrine where at least 2 neighbors are taller", 3, 1),
    ("reserve", "countdown", 0, 0),
    ("count of stacks > 4", "count of stacks >= 4", 4, 0),
    ("count of groups of stacks", "count of groups of face-down stacks", 1, 0),
    (
        "score 3 if count of stacks > count of stacks of the left player",
        "score 3 if count of stacks > count of stacks of the right player",
        2,
        0,
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other", "pieces", "caps"), DIFFERENT)
def test_a_slip_is_found_by_the_smallest_counterexample(one: str, other: str, pieces: int, caps: int) -> None:
    """The counterexample has the fewest pieces, then caps; the exact arithmetic gives its scores."""
    found = compared(one, other)
    assert found.verdict == "different"
    assert found.smallest
    assert found.table is not None and not found.table.status()
    assert weight(found.table)[:2] == (pieces, caps)
    assert found.scores == (evaluate(rule(one), found.table), evaluate(rule(other), found.table))
    assert found.scores[0] != found.scores[1]


def test_neighbors_on_either_side_differ_from_three_players_on() -> None:
    """With two the left and the right neighbor are one."""
    found = compared(*DIFFERENT[-1][:2])
    assert found.table is not None and len(found.table.players) == 3


@pytest.mark.slow
def test_more_than_that_it_never_scores() -> None:
    """A number is proved to be a ceiling, and one less is not: the other way round is not asked."""
    assert compared("majesty", "18", at_most=True).verdict == "equal"
    found = compared("majesty", "17", at_most=True)
    assert (found.verdict, found.scores) == ("different", (18, 17))


def test_a_larger_board_can_be_needed() -> None:
    """Where no small board tells two rules apart, a larger one is found."""
    found = compared("boldness", "count of shrines")
    assert found.table is not None
    assert found.table.players[0].board.geometry == Geometry(4, 4)
    assert compared("boldness", "count of shrines", size=3).verdict == "equal"


# ------------------------------------------------------------------ honesty


def test_a_time_out_is_never_a_verdict() -> None:
    """Stopped at once it is unknown, and no size is said to be settled."""
    scopes = scopes_up_to(pack().game, [rule("power")], Geometry(4, 4), 3)
    found = prove(pack().game, rule("power"), rule("majesty"), scopes, time_limit=1e-9)
    assert isinstance(found, Proof)
    assert (found.verdict, found.table, found.settled) == ("unknown", None, ())


def test_a_counterexample_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the exact arithmetic does not confirm that the rules differ, nothing is shown."""
    monkeypatch.setattr(module, "evaluate", lambda *_: 5)
    with pytest.raises(UnconfirmedAnswer, match="do not differ"):
        compared("humility", "count of shrines")


def test_what_is_not_modeled_is_refused_plainly() -> None:
    """A counter without limit cannot be compared."""
    scopes = scopes_up_to(pack().game, [rule("points")], Geometry(2, 2), 3)
    with pytest.raises(Unsupported):
        prove(pack().game, rule("points"), rule("countdown"), scopes)


def test_a_product_past_the_solver_is_refused_plainly() -> None:
    """Numbers that fit into 64 bits, but whose product with what they are divided by does not, are a value too."""
    shares = [rule(f"(99999 * 99999 * count of shrines) / ({n} * 9999 * (count of stacks - 2))") for n in (99999, 7)]
    with pytest.raises(Unsupported, match="the numbers of the rules are too large to solve with"):
        prove(pack().game, *shares, scopes_up_to(pack().game, shares, Geometry(2, 2), 3))


def test_numbers_are_rewritten_without_change() -> None:
    """The plainer form of a number is the same number on every state of its variables."""
    symbolic = Symbolic()
    variables = [symbolic.variable(2) for _ in range(4)]
    a, b, c, d = (module.In(variable, 0b10) for variable in variables)
    inner = symbolic.every([c, d])
    bit = symbolic.every([a, module.invert(symbolic.every([b, c])), module.invert(inner)])
    number = module.as_number(bit, 3).plus(2)
    rewritten = plainer(symbolic, number)
    assert rewritten.key != number.key
    for known in range(16):
        holds = [bool(known >> i & 1) for i in range(4)]
        assert _value(rewritten, variables, holds) == _value(number, variables, holds)


def _value(number: module.Linear, variables: list[object], holds: list[bool]) -> int:
    def state(node: object) -> int:
        if node in variables:
            return int(holds[variables.index(node)])
        assert isinstance(node, module.Conjunction)
        return int(all(part.mask >> state(part.node) & 1 for part in node.parts))

    return number.const + sum(values[state(node)] for node, values in number.terms.items())


def test_fragments_are_statements_numbers_and_conditions() -> None:
    """A text is read in the one way in which it has no error; problems are placed in the text itself."""
    for text in ("score 2 for each shrine", "2 for each shrine", "count of shrines + count of shrines"):
        assert compared(text, "2 * count of shrines", size=2).verdict == "equal"
    assert (
        compared("any shrine is on floor 2 or higher", "score 1 if any shrine is on floor 2 or higher").verdict
        == "equal"
    )
    problems = read_fragment("score 1 for each shrine\nscore 2 for each stak", pack().game, "A")
    assert isinstance(problems, list)
    assert [(p.where(), p.code) for p in problems] == [("A:2:18", "TW101")]
    problems = read_fragment("count of stak", pack().game, "A")
    assert isinstance(problems, list)
    assert (problems[0].where(), problems[0].source.text) == ("A:1:10", "count of stak")
