"""The least and the most of rules: against every table of small games, and the known truths."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from cases import mostly_slow
from cpsat_random import GAME, VALUES
from every_table import SCOPES, rules, small_game, tables, values, weight
from realms import cards, pack
from tilewright.core import expr as core
from tilewright.core.players import refers_to_others, refers_to_players
from tilewright.meaning.exact import evaluate
from tilewright.solver import bounds as module
from tilewright.solver.allowed import allowed
from tilewright.solver.bounds import Extreme, bounds, extreme, never_negative
from tilewright.solver.proof import TableScope, scopes_at, scopes_up_to
from tilewright.solver.solve import UnconfirmedAnswer
from tilewright.stopping import NoScope, OutOfTime, Unsupported
from tilewright.symbolic.kinds import interchangeable, tallest_needed
from tilewright.table.board import Board, Stack
from tilewright.table.game import CounterDef, Game, PlacingRule
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position

SPACE = core.Var(900, core.SPACE, "space")
ALL = core.Binder(SPACE, core.Spaces(), core.TRUE)
CROWNS = core.Sum(core.Binder(SPACE, core.Spaces(), core.Capped(SPACE, "crown")), core.Const(1))
HEIGHTS = core.Sum(ALL, core.Height(SPACE))
KNOWN = {
    "knowledge": 22,
    "harmony": 12,
    "majesty": 18,
    "tranquility": 18,
    "bravery": 18,
    "boldness": 20,
    "righteousness": 16,
    "devotion": 26,
}


def most(game: Game, rule: core.Expr, scope: TableScope, **options: bool) -> Extreme:
    """The most of a rule, which must be provable."""
    found = extreme(game, rule, "max", scope, workers=1, **options)
    assert isinstance(found, Extreme)
    assert found.status == "optimal"
    return found


# ------------------------------------------------------------------ against every table


@pytest.mark.slow
@pytest.mark.parametrize("scope", SCOPES, ids=str)
@pytest.mark.parametrize("coins", [0, 1])
def test_bounds_are_those_of_every_table(scope: TableScope, coins: int) -> None:
    """The least and the most of random rules are those of all tables that the pieces allow."""
    game = small_game(coins=coins)
    every = list(tables(game, scope))
    for rule in rules(f"bounds {scope} {coins}", 4):
        found = values(rule, every)
        for which, end in (("min", min(found)), ("max", max(found))):
            answer = extreme(game, rule, which, scope, workers=1)
            assert isinstance(answer, Extreme)
            assert (answer.status, answer.value, answer.bound) == ("optimal", end, end), rule
            assert answer.table is not None and evaluate(rule, answer.table) == end


@pytest.mark.slow
def test_bounds_of_larger_boards_are_those_of_every_table() -> None:
    """So it is on 3 x 3 with stacks of one piece."""
    game = small_game({"A1": 1, "B1": 1, "C": 1}, caps=2, coins=0)
    scope = TableScope(Geometry(3, 3), 1, 1)
    every = list(tables(game, scope))
    assert len(every) > 2000
    for rule in rules("larger", 3):
        found = values(rule, every)
        for which, end in (("min", min(found)), ("max", max(found))):
            answer = extreme(game, rule, which, scope, workers=1)
            assert isinstance(answer, Extreme) and answer.value == end, rule


@pytest.mark.slow
@pytest.mark.parametrize("card", mostly_slow(sorted(cards()), quick=4))
def test_cards_of_the_pack_on_the_smallest_board(card: str) -> None:
    """Of every card the ends are those of all tables with a few of the game's pieces."""
    full, rule = pack().game, cards()[card].rule
    assert rule is not None
    few = {"M3": 1, "S3": 1, "D1": 1}
    kinds = tuple(replace(kind, copies=few.get(kind.code, 0)) for kind in full.kinds)
    game = replace(full, kinds=kinds, caps=(replace(full.caps[0], copies=2),))
    scope = TableScope(Geometry(2, 2), 1, 2) if not refers_to_players(rule) else TableScope(Geometry(2, 2), 2, 1)
    found = values(rule, list(tables(replace(game, counters=(CounterDef("coins", "coins", None, 0),)), scope)))
    for which, end in (("min", min(found)), ("max", max(found))):
        answer = extreme(game, rule, which, scope, workers=1)
        assert isinstance(answer, Extreme)
        assert (answer.value, answer.bound) == (end, end)


@pytest.mark.slow
def test_light_tables_are_the_lightest() -> None:
    """With time to spare the table shown is one of the fewest pieces, of these of the fewest caps."""
    game, scope = small_game(), SCOPES[1]
    every = list(tables(game, scope))
    for rule in rules("light", 4):
        found = values(rule, every)
        lightest = min(weight(t) for t, value in zip(every, found, strict=True) if value == max(found))
        table = most(game, rule, scope, light=True).table
        assert table is not None and weight(table) == lightest


# ------------------------------------------------------------------ the known truths


@pytest.mark.slow
@pytest.mark.parametrize("card", KNOWN)
def test_the_most_of_printed_cards(card: str) -> None:
    """On 6 x 6 it is what was known before, proved, on a table that can be; the least is 0."""
    game, rule = pack().game, cards()[card].rule
    assert rule is not None
    [found] = bounds(game, rule, scopes_at(game, [rule]), workers=2)  # type: ignore[misc]
    assert (found.status, found.least.value, found.most.value) == ("optimal", 0, KNOWN[card])
    table = found.most.table
    assert table is not None and not table.status()
    assert evaluate(rule, table) == KNOWN[card]


def test_cards_that_look_at_others_by_number_of_players() -> None:
    """They are bounded for each number of players of the game; the number can matter."""
    game, rule = pack().game, cards()["modesty"].rule
    assert rule is not None
    scopes = scopes_at(game, [rule], Geometry(2, 2))
    assert [scope.players for scope in scopes] == [2, 3, 4]
    found = bounds(game, rule, scopes, workers=1)
    assert isinstance(found, list)
    assert [(b.least.value, b.most.value) for b in found] == [(-2, 2), (-2, 4), (-2, 6)]


# ------------------------------------------------------------------ the pieces


def test_hidden_pieces_use_up_pieces() -> None:
    """What lies under a top may be of any kind, but there must be as many pieces in all, of all players."""
    game = small_game({"A1": 2, "B1": 1}, caps=9)
    assert most(game, HEIGHTS, TableScope(Geometry(1, 2))).value == 3
    twos = core.Sum(ALL, core.If(core.Compare(">=", core.Height(SPACE), core.Const(2)), core.Const(1), core.Const(0)))
    assert most(game, twos, TableScope(Geometry(1, 3))).value == 1
    everyone = core.Var(901, core.PLAYER, "player")
    of_all = core.Sum(core.Binder(everyone, core.Players("player"), core.TRUE), core.OnBoardOf(everyone, HEIGHTS))
    assert most(game, of_all, TableScope(Geometry(1, 3), 2)).value == 3


def test_kinds_are_limited_together() -> None:
    """Of kinds that the rule does not tell apart there are as many as of all of them."""
    game = small_game({"A1": 2, "A2": 1, "B1": 4})
    reds = core.Sum(core.Binder(SPACE, core.Spaces(), core.Shows(SPACE, frozenset({0, 1}))), core.Const(1))
    found = most(game, reds, TableScope(Geometry(3, 3)))
    assert found.value == 3
    assert found.table is not None and not found.table.status()


def test_caps_in_reserve_are_used_up_too() -> None:
    """Caps on boards and in reserve are no more than there are; a counter has its own limit."""
    reserve = CounterDef("kept", "kept", "crown", 9)
    game = replace(small_game(caps=3), counters=(reserve,))
    both = core.Add((CROWNS, core.CounterOf("kept"), core.CounterOf("kept")))
    found = most(game, both, TableScope(Geometry(1, 3)))
    assert found.value == 6
    assert found.table is not None and found.table.players[0].counters == {"kept": 3}
    low = replace(game, counters=(replace(reserve, most=1),))
    assert most(low, both, TableScope(Geometry(1, 3))).value == 4


def test_placing_rules_decide_which_stacks_there_are() -> None:
    """A cap that needs a tall stack, or a piece of a kind, is only there with it."""
    here = GAME.caps[1].place.var
    tall = core.And((core.FaceDown(here), core.Compare(">=", core.Height(here), core.Const(3))))
    high = replace(
        small_game({"A1": 4, "B1": 4}), caps=(replace(GAME.caps[1], copies=9, place=PlacingRule(here, tall)),)
    )
    assert most(high, CROWNS, TableScope(Geometry(1, 4))).value == 2
    where = replace(GAME.place, condition=core.InRegion(GAME.place.var, "border"))
    with pytest.raises(Unsupported, match="where a block may be placed depends on more than what lies there"):
        allowed(replace(GAME, place=where), [CROWNS], TableScope(Geometry(1, 2)))


def test_what_is_not_modeled_is_refused_plainly() -> None:
    """A counter without limit, pieces on face-up pieces, too many stacks: a reason, not a wrong bound."""
    game = replace(small_game(), counters=(CounterDef("coins", "coins"),))
    with pytest.raises(Unsupported, match="it depends on the counter 'coins', which has no limit"):
        extreme(game, core.CounterOf("coins"), "max", SCOPES[0])
    high = replace(small_game(), counters=(CounterDef("coins", "coins", None, 99999),))
    with pytest.raises(Unsupported, match="it depends on a counter that can be higher than 1000"):
        extreme(high, core.CounterOf("coins"), "max", SCOPES[0])
    anywhere = replace(small_game(), place=replace(GAME.place, condition=core.TRUE))
    with pytest.raises(Unsupported, match="a block may be placed on one placed before it"):
        extreme(anywhere, CROWNS, "max", SCOPES[0])
    many = {kind.code: 90 for kind in GAME.kinds}
    numbered = core.Sum(ALL, core.Mul(core.Height(SPACE), core.Attribute(SPACE, ((0, 1), (1, 2), (2, 3), (3, 4)), "n")))
    with pytest.raises(Unsupported, match="too many"):
        extreme(small_game(many), numbered, "max", TableScope(Geometry(12, 12)))
    for huge in (core.Mul(core.Const(10**18), HEIGHTS), core.Div(core.Mul(core.Const(10**13), CROWNS), HEIGHTS)):
        with pytest.raises(Unsupported):
            extreme(small_game(), huge, "max", SCOPES[0])


# ------------------------------------------------------------------ what is taken together


def test_kinds_that_rules_tell_apart() -> None:
    """Kinds are one class when no set of kinds, value or number in a rule parts them."""
    by_color = core.Sum(core.Binder(core.Var(902, core.VALUE, "color"), VALUES, core.TRUE), core.Const(1))
    assert [[kind.code for kind in kinds] for kinds in interchangeable(GAME, [HEIGHTS])] == [
        ["A1", "A2", "B1", "B3", "C"]
    ]
    assert [[kind.code for kind in kinds] for kinds in interchangeable(GAME, [by_color])] == [
        ["A1", "A2"],
        ["B1", "B3"],
        ["C"],
    ]
    numbers = core.Sum(ALL, core.Attribute(SPACE, ((0, 1), (2, 1), (3, 3)), "number"))
    assert [len(kinds) for kinds in interchangeable(GAME, [numbers])] == [2, 2, 1]


@pytest.mark.parametrize(
    ("rule", "tallest"),
    [
        (CROWNS, 1),
        (core.Sum(ALL, core.Lookup(core.Height(SPACE), ((1, 1, 1), (4, None, 2)))), 5),
        (HEIGHTS, 45),
        (core.Extremum("max", ALL, core.Height(SPACE)), 45),
        (
            core.Sum(
                ALL,
                core.If(
                    core.Compare(">", core.Height(SPACE), core.Extremum("max", ALL, core.Height(SPACE))),
                    core.Const(1),
                    core.Const(0),
                ),
            ),
            4,
        ),
    ],
)
def test_how_tall_stacks_need_to_be(rule: core.Expr, tallest: int) -> None:
    """One above all numbers that heights are compared with; with one another, as many as there can be; else all."""
    assert tallest_needed(GAME, [rule], 4) == tallest


GROUPS = core.Groups(ALL, core.Values((), heights=True))


def test_four_heights_are_enough_for_groups_of_the_same_height() -> None:
    """As long as there are the pieces for them and the lightest table is not asked for."""
    rule = core.Sum(core.Binder(core.Var(904, core.GROUP, "group"), GROUPS, core.TRUE), core.Const(1))
    assert [tallest_needed(GAME, [rule], spaces) for spaces in (18, 19)] == [4, 9]
    assert tallest_needed(GAME, [rule], 18, light=True) == 9
    paired = core.Compare("<", core.Height(SPACE), core.Extremum("max", ALL, core.Height(SPACE)))
    assert tallest_needed(GAME, [core.Sum(ALL, core.If(paired, rule, core.Const(0)))], 18) == 9


@pytest.mark.slow
@pytest.mark.parametrize("size", [Geometry(2, 2), Geometry(1, 4)], ids=str)
def test_groups_of_the_same_height_on_every_table(size: Geometry) -> None:
    """The ends are those of tables with stacks of any height."""
    game = small_game({"C": 10}, caps=0, coins=0)
    heights = (heights for heights in product(range(11), repeat=size.size) if sum(heights) <= 10)
    boards = (Board(size, tuple(map(Stack, known))) for known in heights)
    every = [Position(game, (Player("you", board),)) for board in boards]
    group, space = core.Var(905, core.GROUP, "group"), core.Var(906, core.SPACE, "space")
    of = core.Sum(core.Binder(space, core.SpacesOf(group), core.TRUE), core.Const(1))
    for worth in (((1, 1, 1), (2, 2, -1)), ((1, 1, -1), (2, None, 2)), ((3, None, 5),)):
        rule = core.Sum(core.Binder(group, GROUPS, core.TRUE), core.Lookup(of, worth))
        found = values(rule, every)
        assert tallest_needed(game, [rule], size.size) == 4
        for which, end in (("min", min(found)), ("max", max(found))):
            answer = extreme(game, rule, which, TableScope(size), workers=1)
            assert isinstance(answer, Extreme)
            assert (answer.value, answer.bound) == (end, end)


def test_rules_that_refer_to_players() -> None:
    """A rule about all players can depend on the rest of the table, one about opponents also lacks them when alone."""

    def of(which: str) -> core.Expr:
        return core.Sum(
            core.Binder(core.Var(903, core.PLAYER, "player"), core.Players(which), core.TRUE), core.Const(1)
        )

    assert [refers_to_players(of(which)) for which in ("self", "player", "opponent")] == [False, True, True]
    assert [refers_to_others(of(which)) for which in ("self", "player", "opponent")] == [False, False, True]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_what_is_plainly_not_negative_never_is(seed: int) -> None:
    """No table gives a rule less than 0 that is said never to be."""
    game, scope = small_game(), SCOPES[0]
    every = list(tables(game, scope))
    plain = [rule for rule in rules(f"plain {seed}", 60) if never_negative(rule)]
    assert plain
    for rule in plain[:8]:
        assert min(values(rule, every)) >= 0


# ------------------------------------------------------------------ honesty


@pytest.mark.slow
def test_a_time_out_is_never_a_proof() -> None:
    """Stopped at once nothing is claimed; stopped later, what is claimed is true."""
    game, rule = pack().game, cards()["prudence"].rule
    assert rule is not None
    for limit in (1e-9, 0.4):
        for which in ("min", "max"):
            answer = extreme(game, rule, which, TableScope(Geometry(6, 6)), time_limit=limit, workers=1)
            assert isinstance(answer, Extreme)
            if which == "max":
                assert answer.status == "feasible"
                assert answer.bound is None or answer.bound >= 20
            else:
                assert (answer.value, answer.bound) == (0, 0)


def test_the_time_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question gets an equal share of what is left; all together do not pass the limit."""
    given: list[float] = []

    def instead(*_: object, time_limit: float, **__: object) -> Extreme:
        given.append(time_limit)
        return Extreme(0, None, module.bare_table(GAME, SCOPES[0]), 0.0)

    monkeypatch.setattr(module, "extreme", instead)
    module.bounds(GAME, CROWNS, [SCOPES[0]] * 2, time_limit=40.0)
    assert [round(limit) for limit in given] == [10, 13, 20, 40]


def test_an_answer_that_the_rules_do_not_confirm_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that differs from the exact one, or a table that cannot be, is never shown."""
    game, scope = small_game(), SCOPES[0]
    with monkeypatch.context() as patched:
        patched.setattr(module, "evaluate", lambda *_: -7)
        with pytest.raises(UnconfirmedAnswer, match="the rules -7"):
            extreme(game, CROWNS, "max", scope, workers=1)
    stack = Stack(0, (), "^")
    wrong = Position(game, (Player("you", Board(Geometry(1, 1), (stack,))),))
    with pytest.raises(UnconfirmedAnswer, match="crown on an empty space"):
        module.confirmed(CROWNS, wrong, 1, 1, True)


def test_time_out_while_the_model_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is what the bare table gives, and has no bound."""

    def late(*_: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(module, "allowed", late)
    answer = extreme(GAME, CROWNS, "max", SCOPES[0])
    assert isinstance(answer, Extreme)
    assert (answer.status, answer.value, answer.bound) == ("feasible", 0, None)
    assert answer.table == module.bare_table(GAME, SCOPES[0])


# ------------------------------------------------------------------ scopes


def test_spans_are_those_of_the_game() -> None:
    """Sizes are those that the game allows; what it does not is told in its words."""
    game, rule = pack().game, CROWNS
    assert scopes_at(game, [rule]) == [TableScope(Geometry(6, 6))]
    sizes = [(scope.geometry.rows, scope.geometry.columns) for scope in scopes_up_to(game, [rule], Geometry(5, 4), 2)]
    assert sizes == [(2, 2), (2, 4), (4, 2), (4, 4)]
    with pytest.raises(NoScope, match="5 x 5; allowed: even"):
        scopes_at(game, [rule], Geometry(5, 5))
    with pytest.raises(NoScope, match="as small as 1 x 1"):
        scopes_up_to(game, [rule], Geometry(1, 1), 3)
    with pytest.raises(NoScope, match="2 to 4 players, not 7"):
        scopes_at(game, [rule], players=7)
