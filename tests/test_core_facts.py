"""What nodes of the core declare, proved against the exact evaluator; and walks over a node that they do not know (F82)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsat_random import GAME, HEIGHTS, NUMBERS, OPERATORS, TABLES, VALUES, Rules, Scope, random_board
from every_table import SCOPES, small_game, tables, values
from small_games import begin, cards_of, game_of
from test_located import CARDS as LOCATED_CARDS
from test_located import GAME as LOCATED
from tilewright.core import expr as core
from tilewright.core import node
from tilewright.core.node import Node, choices, never_negative, reads, term
from tilewright.core.players import refers_to_others, refers_to_players
from tilewright.core.walk import asks, counters_read, free, walk
from tilewright.meaning import evaluator as meaning
from tilewright.meaning.batch import score_positions
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import evaluate, exact_evaluator, exact_seats
from tilewright.meaning.explained import explained
from tilewright.play.linking import _Linking
from tilewright.solver.bounds import Extreme, extreme
from tilewright.solver.compare import differences
from tilewright.solver.proof import height_for, size_for
from tilewright.source import Span
from tilewright.symbolic.kinds import interchangeable, tallest_needed
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game
from tilewright.table.position import Player, Position
from tilewright.turns.last_round import _ends_for_good

TERMS: dict[str, type[Node]] = {
    name: found for name, found in vars(core).items() if isinstance(found, type) and issubclass(found, Node)
}
del TERMS["Node"]
NUMERIC = [cls for cls in TERMS.values() if cls in meaning._NUMBERS]
SPACE, OTHER = core.Var(901, core.SPACE, "space"), core.Var(902, core.SPACE, "other")
LINE, AREA = core.Var(903, core.LINE, "row"), core.Var(904, core.GROUP, "area")
VALUE, PLAYER = core.Var(905, core.VALUE, "color"), core.Var(906, core.PLAYER, "player")
EVERYWHERE = core.Binder(SPACE, core.Spaces(), core.TRUE)
SOME = core.Binder(SPACE, VALUES, core.TRUE)
"""It reads nothing, so that what a node reads that has it is the node's own."""
ONE, RED = core.Const(1), frozenset({0, 1})
MOST = 4
"""So many spaces have the boards of which every table is tried."""

# ------------------------------------------------------------------ what a node looks at

SAMPLES: tuple[core.Expr | core.RangeExpr, ...] = (
    *(
        core.Spaces(),
        core.Neighbors(SPACE),
        core.Between(SPACE, OTHER),
        core.SeatNumber(),
        core.Lines("row"),
        core.SpacesOf(LINE),
        core.SpacesOf(SPACE),
    ),
    *(core.Groups(SOME), core.Runs(SOME, (replace(SOME, var=OTHER),))),
    *(VALUES, HEIGHTS, core.Players("opponent"), core.Axes(("half",)), core.Image("half", SPACE)),
    *(core.Areas(), core.Areas(SPACE), core.Patches(SPACE), core.TilesOf(AREA), core.Turns(SPACE)),
    *(ONE, core.Add((ONE, ONE)), core.Mul(ONE, ONE), core.Div(ONE, ONE), core.Mod(ONE, ONE)),
    *(core.If(core.TRUE, ONE, ONE), core.MinMax("max", (ONE,)), core.Lookup(ONE, TABLES[0])),
    *(core.Sum(EVERYWHERE, ONE), core.Extremum("max", EVERYWHERE, ONE), core.Height(SPACE)),
    *(
        core.Attribute(SPACE, NUMBERS, "number"),
        core.NumberOf(VALUE),
        core.CounterOf("coins"),
        core.SignedCounter("coins"),
    ),
    core.Distance(SPACE, OTHER),
    *(core.RuleNumber("worth", SPACE), core.Award(ONE, Span(0, 0)), core.OnBoardOf(PLAYER, ONE)),
    *(core.TRUE, core.Compare("=", ONE, ONE), core.And((core.TRUE,)), core.Or((core.TRUE,)), core.Not(core.TRUE)),
    *(core.Exists(EVERYWHERE, core.TRUE), core.Forall(EVERYWHERE, core.TRUE), core.Shows(SPACE, RED)),
    *(core.ShowsValue(SPACE, VALUE), core.OneOf(VALUE, RED), core.FaceDown(SPACE), core.Capped(SPACE, "crown")),
    *(
        core.CappedBy(SPACE, "crown", PLAYER),
        core.Fits(SPACE, VALUE),
        core.HasOpenEdge(SPACE),
        core.Inside(SPACE, LINE),
    ),
    *(core.InRegion(SPACE, "border"), core.Near(SPACE, core.Neighbors(OTHER)), core.Flagged(SPACE, "used")),
    *(core.RuleHolds("open", SPACE), core.Same(SPACE, OTHER), core.Inside(SPACE, OTHER)),
)
"""At least one of each class that is evaluated."""
ASKED: Mapping[str, frozenset[str]] = {
    "spaces": node.SPACES | node.GEOMETRY,
    **dict.fromkeys(
        ("neighbors", "between", "lines", "members", "image", "inside", "in_region", "near", "distance"), node.GEOMETRY
    ),
    "groups": node.SPACES | node.GEOMETRY | node.TOPS,
    "runs": node.SPACES | node.GEOMETRY,
    "heights": node.HEIGHTS,
    "height": node.HEIGHTS,
    **dict.fromkeys(("players", "seat_number"), node.PLAYERS),
    **dict.fromkeys(("attribute", "shows"), node.TOPS | node.KINDS),
    "shows_value": node.TOPS | node.HEIGHTS,
    "face_down": node.TOPS,
    "capped": node.CAPS,
    "capped_by": node.CAPS,
    "flagged": node.MARKS,
    "counter": node.COUNTERS,
    "one_of": node.KINDS,
    **dict.fromkeys(("areas", "patches", "tiles_of", "fits", "loose"), node.TILES),
    "turns": node.TILES | node.KINDS,
}
"""What a domain looks at to answer a question; other questions are of numbers, bits and elements alone."""
PLAIN = {"number", "add", "times", "divide", "remainder", "extreme_of", "table", "if_else", "award", "truth"}
PLAIN |= {"compare", "every", "some", "invert", "total", "best", "exists", "forall", "values", "axes", "axis"}
PLAIN |= {"elsewhere", "same", "number_of", "shared"}


class Questions:
    """A domain that knows nothing and answers nothing, but keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.maps = self

    def board(self, seat: object) -> Questions:
        """The board, asked like all else."""
        return self

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def answer(*given: Any) -> Any:
            self.asked.add(name)
            parts = [part for one in given for part in (one if isinstance(one, list) else [one])]
            for part in parts:
                if name in ("if_else", "award", "every", "some", "shared") and callable(part):
                    part()
                if name == "elsewhere" and callable(part):
                    part(1)
                if name in ("total", "best", "exists", "forall", "groups") and callable(part):
                    part({901: 0} if name != "groups" else 0)
            return 0

        return answer


def looked(sample: Any) -> tuple[frozenset[str], set[str]]:
    """What is looked at to evaluate something, and the questions."""
    domain = Questions()
    rules: dict[str, Any] = {name: [meaning.Ruling(SPACE, core.TRUE, {})] for name in ("worth", "open")}
    rules["worth"] = [meaning.Ruling(SPACE, ONE, {})]
    evaluator: Evaluator[Any, Any] = Evaluator(domain, rules)  # type: ignore[arg-type]
    env = {var.id: 0 for var in (SPACE, OTHER, LINE, AREA, VALUE, PLAYER)}
    known = type(sample)
    table = next(t for t in (meaning._NUMBERS, meaning._CONDITIONS, meaning._RANGES) if known in t)
    table[known](evaluator, sample, env, 0)
    return frozenset().union(*(ASKED.get(name, ()) for name in domain.asked)), domain.asked


def test_every_class_has_a_sample() -> None:
    """F82: a new node needs one, and so is looked at by the tests here."""
    assert {type(one) for one in SAMPLES} == set(TERMS.values()) - {core.Var, core.Value, core.Binder}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: type(one).__name__)
def test_a_node_reads_what_it_declares(sample: core.Expr) -> None:
    """F82: what the evaluator asks for a node is what it and its parts say that they read, and no question is unknown."""
    found, asked = looked(sample)
    assert asked <= PLAIN | set(ASKED)
    declared = frozenset().union(*map(reads, walk(sample)))
    assert found <= declared
    if not isinstance(sample, core.SpacesOf | core.Inside):  # of a space they ask less
        assert declared - found <= node.RULES | node.KINDS
    assert (declared >= node.RULES) == (type(sample) in (core.RuleHolds, core.RuleNumber))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: type(one).__name__)
def test_a_node_is_asked_of_whom_it_declares(sample: core.Expr) -> None:
    """F82: a node whose parts are evaluated elsewhere names the player."""
    _, asked = looked(sample)
    assert ("elsewhere" in asked) == bool(node.asked_of(sample))


def test_what_a_node_names_of_kinds_is_declared() -> None:
    """A field that holds kinds of pieces is declared with `KINDS`."""
    for name, cls in TERMS.items():
        held = [f for f in cls.__dataclass_fields__.values() if "frozenset[int]" in f.type]  # type: ignore[attr-defined]
        assert not held or cls.reads >= node.KINDS, name


# ------------------------------------------------------------------ numbers


class Numbers(Rules):
    """Draws numbers of one class, whatever is in them."""

    def of(self, cls: type[Node]) -> core.Expr:
        """A closed number with a node of the class, closest to the root that it can be."""
        rng, depth = self.rng, self.rng.choice([1, 2])
        within = Scope()
        again = lambda: self.number(within, depth)  # noqa: E731
        which = rng.choice(["max", "min"])
        made: dict[type, Callable[[], core.Expr]] = {
            core.Const: lambda: core.Const(rng.randint(-2, 4)),
            core.Add: lambda: core.Add((again(), again())),
            core.Mul: lambda: core.Mul(again(), again()),
            core.Div: lambda: core.Div(again(), again()),
            core.Mod: lambda: core.Mod(again(), again()),
            core.If: lambda: core.If(core.Compare(rng.choice(OPERATORS), again(), again()), again(), again()),
            core.MinMax: lambda: core.MinMax(which, (again(), again())),
            core.Lookup: lambda: core.Lookup(again(), rng.choice(TABLES)),
            core.Award: lambda: core.Award(again(), Span(0, 0)),
            core.CounterOf: lambda: core.CounterOf("coins"),
            core.SignedCounter: lambda: core.SignedCounter("coins"),
            core.SeatNumber: core.SeatNumber,
            core.Sum: lambda: self.bound(within, depth, core.Sum),
            core.Extremum: lambda: self.bound(
                within, depth, lambda b, e: core.Extremum(which, b, e, rng.randint(1, 2))
            ),
        }
        if cls in made:
            return made[cls]()
        binder = core.Binder(SPACE, core.Spaces(), core.TRUE)
        players = core.Binder(PLAYER, core.Players("player"), core.TRUE)
        tall = core.Binder(VALUE, rng.choice([VALUES, HEIGHTS]), core.TRUE)
        body: dict[type, core.Expr] = {
            core.Height: core.Extremum(which, binder, core.Height(SPACE)),
            core.Attribute: core.Extremum(which, binder, core.Attribute(SPACE, NUMBERS, "number")),
            core.NumberOf: core.Extremum(which, tall, core.NumberOf(VALUE)),
            core.Distance: core.Extremum(which, binder, core.Distance(SPACE, SPACE)),
            core.OnBoardOf: core.Extremum(which, players, core.OnBoardOf(PLAYER, again())),
        }
        return body[cls]


def random_table(rng: Random, game: Game = GAME) -> Position:
    """A table of one to three players of small boards."""
    names = ("you", "left", "right")[: rng.randint(1, 3)]
    return Position(game, tuple(Player(n, random_board(rng, 2, 2), {"coins": rng.randint(0, 3)}) for n in names))


DRAWN = [cls for cls in NUMERIC if cls is not core.RuleNumber]
"""What a rule says in a game is any number: nothing is declared of it."""


def test_nothing_is_claimed_of_what_a_rule_of_the_game_says() -> None:
    """It may be any number."""
    assert not never_negative(core.RuleNumber("worth", SPACE)) and not choices(core.RuleNumber("worth", SPACE))


@pytest.mark.parametrize("cls", DRAWN, ids=lambda cls: cls.__name__)
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_what_is_never_negative_never_is(cls: type[Node], seed: int) -> None:
    """F82: a number of which it is declared comes to 0 or more on every table."""
    rng = Random(seed)
    maker = Numbers(rng)
    number = maker.of(cls)
    for _ in range(20):
        if never_negative(number):
            break
        number = maker.of(cls)
    else:
        return
    for _ in range(5):
        assert exact_evaluator(random_table(rng)).number(number, {}, 0) >= 0, number


@pytest.mark.parametrize("cls", DRAWN, ids=lambda cls: cls.__name__)
def test_what_is_never_negative_is_seen(cls: type[Node]) -> None:
    """F82: of each class some number is seen never to be negative, and of most some is not."""
    maker = Numbers(Random(5))
    seen = {never_negative(maker.of(cls)) for _ in range(300)}
    always = {core.Height, core.Attribute, core.CounterOf, core.NumberOf, core.SeatNumber, core.Distance}
    assert seen == ({True} if cls in always else {False} if cls is core.SignedCounter else {True, False})


@pytest.mark.parametrize("cls", [cls for cls in DRAWN if cls.one_of], ids=lambda cls: cls.__name__)
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_one_of_its_numbers_is_its_own(cls: type[Node], seed: int) -> None:
    """F82: the value of a number is 0 or that of one of those that are declared, for some elements."""
    rng = Random(seed)
    number = Numbers(rng).of(cls)
    position = random_table(rng)
    evaluator: Any = exact_evaluator(position)
    for part in walk(number):
        if isinstance(part, cls) and not free(part):
            inner = {0}
            for choice in choices(part):
                inner |= set(values_of(evaluator, choice, part))
            assert evaluator.number(part, {}, 0) in inner, part


def values_of(evaluator: Any, choice: Any, of: Any) -> Iterator[int]:
    """What a number comes to for every element that its node goes through, as far as that binds its variables."""
    binder = getattr(of, "binder", None)
    if binder is not None:
        each = evaluator.each(binder, {}, 0, choice)
        for element, _ in each.range:
            yield evaluator.number(choice, each.bind(element), 0)
    else:
        yield evaluator.number(choice, {}, 0)


# ------------------------------------------------------------------ what does not matter to a number


def changed(what: frozenset[str], position: Position, rng: Random) -> Position:
    """A table in which one aspect of what lies there is drawn anew."""
    players = [one_changed(what, player, rng) for player in position.players]
    return replace(position, players=tuple(players))


def one_changed(what: frozenset[str], player: Player, rng: Random) -> Player:
    if what == node.COUNTERS:
        return replace(player, counters={"coins": rng.randint(0, 3)})
    stacks = tuple(stack_changed(what, stack, rng) for stack in player.board.stacks)
    return replace(player, board=Board(player.board.geometry, stacks))


def stack_changed(what: frozenset[str], stack: Stack, rng: Random) -> Stack:
    """Of what lies somewhere the height, the top or the caps drawn anew; no stack comes or goes."""
    if not stack.height:
        return stack
    if what == node.CAPS:
        return replace(stack, caps=rng.choice(["", "^"])) if stack.face_down else stack
    if what == node.HEIGHTS:
        return replace(stack, down=rng.randint(0 if stack.up else 1, 4))
    return (
        Stack(stack.height - 1, (rng.choice(["A1", "A2", "B1", "C"]),)) if rng.random() < 0.5 else Stack(stack.height)
    )


CHANGES = [node.COUNTERS, node.HEIGHTS, node.TOPS, node.CAPS]


@pytest.mark.parametrize("what", CHANGES, ids=lambda what: next(iter(what)))
@settings(max_examples=120)
@given(seed=st.integers(0, 2**32))
def test_what_is_not_read_does_not_matter(what: frozenset[str], seed: int) -> None:
    """F82: a number stays as it is when what none of its nodes reads changes."""
    rng = Random(seed)
    maker, position = Rules(rng), random_table(rng)
    if what == node.TOPS:  # caps lie on face-down stacks alone
        position = replace(position, players=tuple(bare(player) for player in position.players))
    rule = next((one for one in (maker.about(2) for _ in range(12)) if not asks(what, one)), None)
    if rule is not None:
        after = changed(what, position, rng)
        assert exact_evaluator(position).number(rule, {}, 0) == exact_evaluator(after).number(rule, {}, 0), rule


def bare(player: Player) -> Player:
    stacks = tuple(replace(stack, caps="") for stack in player.board.stacks)
    return replace(player, board=Board(player.board.geometry, stacks))


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32))
def test_kinds_that_no_node_tells_apart_can_be_exchanged(seed: int) -> None:
    """F82: `value_for_kind` of every node holds on boards."""
    rng = Random(seed)
    maker, position = Rules(rng), random_table(rng)
    rule = maker.about(2)
    for alike in interchangeable(GAME, [rule]):
        codes = [kind.code for kind in alike]
        moved = dict(zip(codes, [*codes[1:], codes[0]], strict=True))
        players = [
            replace(
                p,
                board=Board(
                    p.board.geometry, tuple(replace(s, up=tuple(moved.get(c, c) for c in s.up)) for s in p.board.stacks)
                ),
            )
            for p in position.players
        ]
        after = replace(position, players=tuple(players))
        assert exact_evaluator(position).number(rule, {}, 0) == exact_evaluator(after).number(rule, {}, 0), rule


# ------------------------------------------------------------------ nodes that no walk knows


@term
class Doubled(Node):
    """Twice a number; nothing is declared but that it looks at nothing itself."""

    body: core.Expr

    reads = node.NOTHING


@term
class Level(Node):
    """The height of a stack, and nothing of it declared but what it looks at."""

    space: core.Var

    reads = node.HEIGHTS


@term
class Dressed(Node):
    """That one kind lies on top; that it tells this kind from others is not declared."""

    space: core.Var
    kind: int

    reads = node.TOPS | node.KINDS


@term
class Purse(Node):
    """A counter, by another name."""

    name: str

    reads = node.COUNTERS


@term
class Median(Node):
    """The upper median of a body over a binder, 0 when it is empty, with the facts of any such choice."""

    binder: core.Binder
    body: core.Expr

    reads = node.NOTHING
    one_of = ("body",)


@term
class Elsewhere(Node):
    """Something of other players."""

    reads = node.PLAYERS


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evaluator knows what the new nodes mean."""

    def doubled(self: Any, expr: Doubled, env: Any, seat: Any) -> Any:
        return self.domain.add([self.number(expr.body, env, seat)] * 2)

    def median(self: Any, expr: Median, env: Any, seat: Any) -> Any:
        count = core.Sum(expr.binder, ONE)
        ranks = [
            (core.Extremum("max", expr.binder, expr.body, rank), [core.Const(2 * rank - 1), core.Const(2 * rank)])
            for rank in range(1, MOST // 2 + 1)
        ]
        parts = [
            core.If(core.Or(tuple(core.Compare("=", count, size) for size in sizes)), found, core.Const(0))
            for found, sizes in ranks
        ]
        return self.number(core.Add(tuple(parts)), env, seat)

    monkeypatch.setitem(meaning._NUMBERS, Median, median)
    monkeypatch.setitem(meaning._NUMBERS, Doubled, doubled)
    monkeypatch.setitem(
        meaning._NUMBERS, Level, lambda self, e, env, seat: self.domain.board(seat).height(env[e.space.id])
    )
    monkeypatch.setitem(meaning._NUMBERS, Purse, lambda self, e, env, seat: self.domain.counter(seat, e.name))
    monkeypatch.setitem(
        meaning._CONDITIONS,
        Dressed,
        lambda self, e, env, seat: self.domain.board(seat).shows(env[e.space.id], frozenset({e.kind})),
    )


def made_up(number: Any) -> Any:
    """An expression with a class of which the core knows nothing."""
    return number


HEIGHT = core.Height(SPACE)
NEW = [
    made_up(
        core.Sum(EVERYWHERE, core.If(core.Compare(">=", made_up(Doubled(HEIGHT)), core.Const(3)), ONE, core.Const(0)))
    ),
    made_up(core.Sum(EVERYWHERE, made_up(Doubled(core.Add((HEIGHT, core.Const(-1))))))),
    made_up(core.Extremum("min", EVERYWHERE, made_up(Doubled(core.Add((core.Const(-1), HEIGHT)))))),
    made_up(core.Sum(EVERYWHERE, made_up(Level(SPACE)))),
    made_up(
        core.Mul(
            core.Const(-1),
            core.Sum(core.Binder(SPACE, core.Spaces(), core.Compare("=", made_up(Level(SPACE)), core.Const(2))), ONE),
        )
    ),
    made_up(core.Sum(core.Binder(SPACE, core.Spaces(), made_up(Dressed(SPACE, 2))), core.Const(3))),
    made_up(core.Add((core.CounterOf("coins"), made_up(Doubled(core.CounterOf("coins")))))),
    made_up(core.Mul(made_up(Purse("coins")), core.Sum(EVERYWHERE, HEIGHT))),
]


OCCUPIED = core.Binder(SPACE, core.Spaces(), core.Compare(">", HEIGHT, core.Const(0)))
MEDIAN = made_up(core.Mul(core.Const(3), made_up(Median(OCCUPIED, HEIGHT))))
LOWER = made_up(core.Mul(core.Const(3), made_up(Median(OCCUPIED, core.Add((HEIGHT, core.Const(-2)))))))
NEW += [MEDIAN, LOWER]


@pytest.mark.parametrize("which", ["min", "max"])
@pytest.mark.parametrize("rule", NEW, ids=range(len(NEW)))
def test_what_is_proved_of_a_new_node_is_true(rule: core.Expr, which: str, known: None) -> None:
    """F82: without any change of the solver, bounds of a rule with a class that it does not know are those of every table."""
    for scope in SCOPES[:2]:
        game = small_game()
        every = values(rule, list(tables(game, scope)))
        found = extreme(game, rule, which, scope, workers=1)
        assert isinstance(found, Extreme)
        assert (found.value, found.bound) == ((max if which == "max" else min)(every),) * 2


def test_the_median_is_at_least_0(known: None) -> None:
    """F82: of `3 * median height of stacks` this is known before any search, and of heights less 2 it is not."""
    least, lower = (extreme(GAME, rule, "min", SCOPES[1], time_limit=0) for rule in (MEDIAN, LOWER))
    assert isinstance(least, Extreme) and (least.value, least.bound) == (0, 0)
    assert isinstance(lower, Extreme) and lower.bound != 0
    assert (
        tallest_needed(
            GAME,
            [
                core.Sum(
                    EVERYWHERE, core.If(core.Compare(">", made_up(Median(OCCUPIED, HEIGHT)), core.Const(2)), ONE, ONE)
                )
            ],
            4,
        )
        == 3
    )


def test_a_new_node_has_to_say_what_it_reads() -> None:
    """F82: one that says nothing is refused when it is defined, not passed over by a walk."""
    with pytest.raises(TypeError, match="Silent has to declare what it reads"):

        @term
        class Silent(Node):
            pass


def test_nothing_is_claimed_of_a_new_node() -> None:
    """F82: what is left out is not known, and whatever is declared is used."""
    body = made_up(Doubled(HEIGHT))
    tall = made_up(core.Compare(">", made_up(Doubled(HEIGHT)), core.Const(2)))
    above = made_up(core.Compare(">", HEIGHT, core.Const(2)))
    assert not never_negative(body) and not choices(body)
    assert tallest_needed(GAME, [core.Sum(replace(EVERYWHERE, guard=above), ONE)], 9) == 3
    assert tallest_needed(GAME, [core.Sum(replace(EVERYWHERE, guard=tall), ONE)], 9) == GAME.pieces
    assert tallest_needed(GAME, [made_up(core.Sum(EVERYWHERE, made_up(Level(SPACE))))], 9) == GAME.pieces
    assert all(len(kinds) == 1 for kinds in interchangeable(GAME, [made_up(Dressed(SPACE, 2))]))
    assert refers_to_others(made_up(Elsewhere())) and refers_to_players(made_up(Elsewhere()))
    assert counters_read(made_up(Doubled(made_up(Purse("coins"))))) == {"coins"}
    assert (
        height_for(
            GAME,
            [
                made_up(
                    core.Compare(
                        "<", made_up(Doubled(core.Sum(core.Binder(VALUE, HEIGHTS, core.TRUE), ONE))), core.Const(5)
                    )
                )
            ],
        )
        == 6
    )
    assert differences(core.Sum(EVERYWHERE, body), core.Sum(EVERYWHERE, HEIGHT)) == core.Sum(
        EVERYWHERE, core.If(core.Compare("!=", body, HEIGHT), ONE, core.Const(0))
    )


# ------------------------------------------------------------------ walks that read facts

STACKS = core.Sum(EVERYWHERE, ONE)
WRAPPED = {
    "best": core.Extremum(
        "max", core.Binder(PLAYER, core.Players("player"), core.TRUE), core.OnBoardOf(PLAYER, STACKS)
    ),
    "add": core.Add((STACKS, core.CounterOf("coins"))),
    "largest": core.MinMax("max", (ONE, STACKS)),
    "product": core.Mul(core.Const(1), STACKS),
    "half": core.Div(STACKS, core.Const(1)),
    "rest": core.Mod(STACKS, core.Const(30)),
    "if": core.If(core.Compare(">", core.CounterOf("coins"), ONE), STACKS, ONE),
    "award": core.Award(STACKS, Span(0, 0)),
    "table": core.Lookup(STACKS, ((0, None, 1),)),
}


@pytest.mark.parametrize("number", WRAPPED.values(), ids=WRAPPED)
def test_a_count_is_seen_in_a_number(number: core.Expr) -> None:
    """F82: rules are compared on boards with room for what they count, in whatever it is reckoned with."""
    game = replace(GAME, boards=(replace(GAME.boards[0], rows=9, columns=9, low=1, high=9),))
    assert size_for(game, [core.Compare(">=", number, core.Const(24))]).rows == 5
    assert size_for(game, [core.Compare(">=", core.CounterOf("coins"), core.Const(24))]).rows == 4


def test_a_plain_number_is_proved_at_least_0_without_a_search() -> None:
    """F82: the least of a rule that never pays less than 0 is known before any model is made."""
    for number in (
        core.Extremum("min", EVERYWHERE, HEIGHT, 2),
        core.Mul(core.Const(3), core.Extremum("max", EVERYWHERE, HEIGHT)),
    ):
        found = extreme(GAME, number, "min", SCOPES[3], time_limit=0)
        assert isinstance(found, Extreme) and (found.value, found.bound) == (0, 0)


def test_the_heaviest_group_is_weighed_by_any_number_that_is_never_negative() -> None:
    """F82: with the best of its neighbors' heights as weight, the members of groups need not be known."""
    tall = core.Extremum("max", core.Binder(OTHER, core.Neighbors(SPACE), core.TRUE), core.Height(OTHER))
    worth = core.Sum(core.Binder(SPACE, core.SpacesOf(AREA), core.TRUE), tall)
    member = core.Binder(core.Var(907, core.SPACE, "space"), core.Spaces(), core.TRUE)
    rule = core.Extremum("max", core.Binder(AREA, core.Groups(member), core.TRUE), worth)
    assert meaning._weight_of_groups(rule) == worth
    lower = replace(worth, body=core.Add((tall, core.Const(-1))))
    assert meaning._weight_of_groups(replace(rule, body=lower)) is None


@pytest.mark.parametrize("rank", [1, 2, 3])
@pytest.mark.parametrize("which", ["max", "min"])
def test_groups_are_weighed_as_they_are_written_down(which: str, rank: int) -> None:
    """Exactly and in batches, without the members of groups, what their reasons say, which go through the members."""
    worth = core.Sum(core.Binder(SPACE, core.SpacesOf(AREA), core.TRUE), core.Height(SPACE))
    member = core.Binder(SPACE, core.Spaces(), core.Compare(">", core.Height(SPACE), core.Const(0)))
    rule = core.Extremum(which, core.Binder(AREA, core.Groups(member), core.TRUE), worth, rank)
    rng = Random(rank)
    positions = [Position(GAME, (Player("one", random_board(rng, 3, 4), {}),)) for _ in range(20)]
    expected = [explained(rule, exact_seats(position)).value for position in positions]
    assert len(set(expected)) > 2
    assert [evaluate(rule, position) for position in positions] == expected
    assert score_positions([rule], positions)[:, 0, 0].tolist() == expected


# ------------------------------------------------------------------ matches over nodes

ENGINE = Path(__file__).parents[1] / "engine" / "tilewright"


def matches(path: Path) -> Iterator[ast.Match]:
    """The matches of a file with a pattern of some class of the core."""
    for match in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(match, ast.Match):
            patterns = [
                one for case in match.cases for one in ast.walk(case.pattern) if isinstance(one, ast.MatchClass)
            ]
            named = {ast.unparse(one.cls) for one in patterns}
            if any(f"core.{name}" in named or (name in named and path.parent.name == "core") for name in TERMS):
                yield match


def test_every_match_over_nodes_says_what_is_done_with_others() -> None:
    """F82: a match over classes of nodes ends with `case _`, and a comment says why that is right of a class not listed."""
    seen = 0
    for path in sorted(ENGINE.rglob("*.py")):
        where = path.relative_to(ENGINE).as_posix()
        for match in matches(path):
            last, seen = match.cases[-1], seen + 1
            assert isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None, (
                where,
                match.lineno,
            )
            line = path.read_text(encoding="utf-8").splitlines()[last.pattern.lineno - 1]
            assert "case _:  # " in line, (
                f"{where}:{last.pattern.lineno} does not say why other nodes may be passed over"
            )
    assert seen > 10


def test_a_node_that_names_kinds_is_not_passed_over_by_linking() -> None:
    """F82: cards that lie at places have kinds of their own; a node of which the kinds cannot be changed is refused."""
    game = game_of(LOCATED)
    linking = _Linking(game, tuple(cards_of(LOCATED_CARDS, game)), 2)
    with pytest.raises(TypeError, match="the kinds that Dressed names"):
        linking._change(made_up(Dressed(SPACE, 2)))
    assert linking._change(core.Height(SPACE)) == core.Height(SPACE)


@pytest.mark.parametrize(
    ("end", "for_good"),
    [
        (core.Compare(">=", core.CounterOf("coins"), core.Const(3)), True),
        (core.And((core.Compare(">=", core.CounterOf("coins"), ONE), core.Compare(">", STACKS, ONE))), False),
        (core.And((core.Compare(">=", core.CounterOf("coins"), ONE), core.RuleHolds("open", PLAYER))), False),
        (core.Compare(">", STACKS, ONE), False),
    ],
)
def test_an_end_that_looks_at_boards_is_not_for_good(end: core.Expr, for_good: bool) -> None:
    """F82: stacks come and go; only groups were seen, not spaces, lines or what is said of them."""
    play_rules = SimpleNamespace(end=end, turn=(), verbs=())
    flow = begin(game_of(LOCATED), 2).machine.flow
    assert _ends_for_good(SimpleNamespace(play_rules=play_rules, flow=flow)) == for_good  # type: ignore[arg-type]
