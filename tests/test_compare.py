"""Two rules compared: how far the numbers in them reach, and thing by thing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from cards import card as card_of
from every_table import rules, small_game, tables, values
from realms import cards, pack, random_board
from tilewright.check.fragments import read_fragment
from tilewright.core import expr as core
from tilewright.core.node import Node
from tilewright.core.same import apart, canonical, members_known
from tilewright.core.walk import transform, variables
from tilewright.solver.compare import compare, differences
from tilewright.solver.proof import Proof, TableScope, height_for, size_for
from tilewright.table.card import Card
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position


def rule(text: str) -> core.Expr:
    """A card of the pack by its id, or a text."""
    found = cards().get(text) or read_fragment(text, pack().game)
    assert isinstance(found, Card) and found.rule is not None, found
    return found.rule


def proof(one: str, other: str) -> Proof:
    """What is found out about two rules of the pack."""
    found = compare(pack().game, rule(one), rule(other), workers=2)
    assert isinstance(found, Proof)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("count of stacks on floor 4 or higher", "count of stacks on floor 5 or higher"),
        ("1 for each stack where its height is 6", "0"),
        ("count of shrines read as 17: 1", "0"),
        ("1 if there are at least 17 shrines", "1 if there are at least 18 shrines"),
        ("1 for each line with at least 5 shrines", "1 for each line with at least 6 shrines"),
        ("1 for each quadrant with at least 5 shrines", "0"),
        ("1 for each shrine where any neighbor 4 away is a shrine", "0"),
        (
            "1 for each pair of adjacent stacks where largest height of it - smallest height of it = 2",
            "1 for each pair of adjacent stacks where largest height of it - smallest height of it >= 2",
        ),
    ],
)
def test_numbers_beyond_the_usual_boards_are_distinguished(one: str, other: str) -> None:
    """Boards and stacks are as large as the numbers in the rules ask for, so that a difference there is found."""
    assert proof(one, other).verdict == "different"


@pytest.mark.parametrize(
    ("text", "height", "size"),
    [
        ("count of shrines", 3, (4, 4)),
        ("count of stacks on floor 4 or higher", 5, (4, 4)),
        ("largest height of stacks read as 5: 2", 6, (4, 4)),
        ("1 if total height of stacks > 20", 3, (6, 6)),
        ("1 for each pair of adjacent stacks where largest height of it - smallest height of it >= 2", 4, (4, 4)),
        ("1 for each row with at least 4 shrines", 3, (6, 6)),
        ("1 for each row with at least 40 shrines", 3, (6, 6)),
        ("1 if there are at least 15 shrines", 3, (4, 4)),
        ("count of different heights of stacks read as 5: 1", 6, (6, 6)),
        ("count of shrines read as 1 to 3: 2, 20 or more: 9", 3, (6, 6)),
        ("count of shrines read as 1 to 3: 2, 9 to 20: 9", 3, (6, 6)),
        ("1 for each shrine where any neighbor within 4 is a dragon and any neighbor is a wind", 3, (6, 6)),
        ("3 for each quadrant where count of different types of its tiles >= 6", 3, (6, 6)),
        ("1 for each quadrant with at least 5 shrines", 3, (6, 6)),
    ],
)
def test_how_far_numbers_reach(text: str, height: int, size: tuple[int, int]) -> None:
    """Stacks are taller by one than a height that is named, boards larger by one than a count, up to the printed one."""
    found = read_fragment(text, pack().game)
    assert isinstance(found, Card) and found.rule is not None
    game = pack().game
    assert (height_for(game, [found.rule]), size_for(game, [found.rule])) == (height, Geometry(*size))


@pytest.mark.slow
def test_things_are_compared_on_the_printed_board() -> None:
    """What goes through the same things is proved on boards up to the printed one, and the proof says so."""
    other = "score 1 for each stack where there is no neighbor where (it is not empty) and (it is as tall or taller)"
    found = proof("bravery", other)
    assert (found.verdict, found.by_things) == ("equal", True)
    assert max(scope.geometry.size for scope in found.settled) == 36
    whole = proof("count of shrines + count of shrines", "2 * count of shrines")
    assert (whole.verdict, whole.by_things) == ("equal", False)


def test_the_whole_is_asked_when_things_differ() -> None:
    """Rules that count different things and still come to the same are equal; those that do not differ."""
    left, right = (f"1 for each shrine where its {side} neighbor is a shrine" for side in ("left", "right"))
    found = proof(left, right)
    assert (found.verdict, found.by_things) == ("equal", False)
    found = proof("1 for each stack with a shrine", "1 for each stack on the border")
    assert found.verdict == "different" and found.table is not None


def spoiled(one: core.Expr) -> Iterator[core.Expr]:
    """Rules that are like a rule but for one sort of node."""

    def weaker(node: Node) -> Node:
        if isinstance(node, core.Compare):
            return core.Compare({">=": ">", "<=": "<", "=": "<="}.get(node.operator, ">="), node.left, node.right)
        return node

    def broader(node: Node) -> Node:
        return node.parts[0] if isinstance(node, core.And) else node

    def turned(node: Node) -> Node:
        return core.Not(node) if isinstance(node, (core.FaceDown, core.Capped)) else node

    def reversed_(node: Node) -> Node:
        if isinstance(node, core.Extremum):
            return replace(node, which="min" if node.which == "max" else "max")
        return node

    def second(node: Node) -> Node:
        return replace(node, rank=node.rank + 1) if isinstance(node, core.Extremum) else node

    def of_any_value(node: Node) -> Node:
        return replace(node, same=None) if isinstance(node, core.Groups) else node

    for change in (weaker, broader, turned, reversed_, second, of_any_value):
        yield transform(one, change)


@pytest.mark.slow
@pytest.mark.parametrize("scope", [TableScope(Geometry(2, 2), 1, 2), TableScope(Geometry(1, 2), 2, 2)], ids=str)
def test_no_difference_in_things_is_none_in_sums(scope: TableScope) -> None:
    """On every table on which no thing counts for one rule only, the two rules pay the same."""
    game = small_game()
    every = list(tables(game, scope))[::9]
    taken = told = 0
    for one in rules(f"things {scope}", 45):
        for other in spoiled(one):
            gap = differences(one, other)
            if gap is None or gap == core.Const(0):
                continue
            taken += 1
            for ours, theirs, apart_by in zip(*(values(r, every) for r in (one, other, gap)), strict=True):
                assert ours == theirs or apart_by > 0, (one, other)
                told += ours != theirs
    assert taken > 3 and told > 10


def test_a_rule_is_the_same_under_other_names() -> None:
    """Renaming variables changes nothing that counts, and what was renamed has no name in common."""
    for card in cards().values():
        if card.rule is not None:
            other = apart(card.rule, card.rule)
            assert canonical(other) == canonical(card.rule)
            assert not variables(other) & variables(card.rule)
            assert differences(card.rule, other) in (core.Const(0), None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("every neighbor is taller", "there is no neighbor where not it is taller"),
        ("every neighbor is taller", "no neighbor is as tall or lower"),
        ("not every neighbor is a wind", "any neighbor is not a wind"),
        ("no neighbor is a wind", "count of neighbors where it is a wind < 1"),
        ("not (it is a wind or it is on the border)", "it is not a wind and it is not on the border"),
    ],
)
def test_what_every_one_is_no_one_is_not(one: str, other: str) -> None:
    """Conditions that say one thing by its opposite are the same rule."""
    first, second = (card_of(f"dragon m\n  score 1 for each stack where {condition}\n") for condition in (one, other))
    assert first.rule is not None and second.rule is not None
    assert canonical(first.rule) == canonical(second.rule)


def test_a_canonical_rule_pays_the_same() -> None:
    """What is left out of conditions on a space follows from the rest: on each table the rule gives as many points."""
    game = small_game()
    every = list(tables(game, TableScope(Geometry(1, 2), 1, 2)))
    space = core.Var(700, core.SPACE, "space")
    height, kinds = core.Height(space), [frozenset({0, 1}), frozenset({1, 2}), frozenset({0})]
    conditions: list[core.Expr] = [core.Shows(space, shown) for shown in kinds]
    conditions += [
        core.Compare(operator, height, core.Const(at)) for operator in (">", ">=", "=", "<") for at in (0, 1)
    ]
    conditions += [core.Not(core.Compare("=", height, core.Const(0))), core.Compare(">", height, height)]
    counted = set()
    for one, other in product(conditions, repeat=2):
        both = core.And((one, other))
        binder = core.Binder(space, core.Spaces(), both)
        for written in (
            core.Sum(binder, core.Const(1)),
            core.If(core.Exists(binder, both), core.Const(1), core.Const(0)),
            core.If(core.Forall(core.Binder(space, core.Spaces(), one), other), core.Const(1), core.Const(0)),
            core.If(core.Not(core.Forall(binder, core.Or((one, core.Not(other))))), core.Const(1), core.Const(0)),
            core.If(core.Compare("<", core.Sum(binder, core.Const(1)), core.Const(1)), core.Const(1), core.Const(0)),
        ):
            plain = canonical(written)
            assert values(plain, every) == values(written, every), (one, other)
            counted.add(plain)
    assert len(counted) > 60


GROUPS = ("group of shrines", "group of face-up stacks", "run of shrines", "group of faction tiles with the same type")


@pytest.mark.parametrize("whole", GROUPS)
def test_the_things_that_a_group_is_of_are_its_size(whole: str) -> None:
    """What makes a space part of a group is not asked again, and each board gives as many points as before."""
    things = whole.split(" of ")[1].split(" with ")[0]
    one, other = (rule(f"score {number} for each {whole}") for number in (f"(count of its {things})", "size"))
    assert canonical(one) == canonical(other)
    rng = random.Random(7)
    every = [Position(pack().game, (Player("you", random_board(rng, 3, 3)),)) for _ in range(50)]
    found = values(one, every)
    assert found == values(members_known(one), every) == values(other, every) and len(set(found)) > 1


def test_other_things_in_a_group_are_counted() -> None:
    text = "score (count of its {}) for each group of face-up stacks"
    assert canonical(rule(text.format("winds"))) != canonical(rule(text.format("stacks")))
