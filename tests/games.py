"""Games built by hand, for tests that need a game but not its file."""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.core.build import conjunction, disjunction, negation
from tilewright.table.game import (
    BoardDef,
    CapPiece,
    CounterDef,
    Game,
    Kind,
    LayoutDef,
    PartDef,
    PlacingRule,
)

SPACE = core.Var(0, core.SPACE, "space")
EMPTY = core.Compare("=", core.Height(SPACE), core.Const(0))


def _bare_top(cap: str) -> core.Expr:
    return conjunction([core.FaceDown(SPACE), negation(core.Capped(SPACE, cap))])


def _kinds(types: dict[str, tuple[str, int, bool]], copies: int) -> tuple[Kind, ...]:
    """Kinds of each type: its letter, how many kinds it has, and whether they have numbers."""
    found: list[Kind] = []
    for name, (letter, count, numbered) in types.items():
        for n in range(1, count + 1):
            code = f"{letter}{n}"
            numbers = {"number": n} if numbered else {}
            values = {"type": name, "symbol": code}
            found.append(Kind(len(found), code, values, numbers, copies))
    return tuple(found)


def dragon_like() -> Game:
    """The pieces, boards and counters of Dragon Castle."""
    numbered = {"merchant": "M", "soldier": "S", "farmer": "F"}
    types = {name: (letter, 6, True) for name, letter in numbered.items()}
    types |= {"season": ("Y", 4, False), "wind": ("W", 4, False), "dragon": ("D", 3, False)}
    return Game(
        id="dragon-castle",
        names={"en": "Dragon Castle"},
        players=(2, 4),
        piece="tile",
        kinds=_kinds(types, 4),
        main_attribute="type",
        identity="symbol",
        classes={"faction": tuple(numbered), "special": ("season", "wind", "dragon")},
        place=PlacingRule(SPACE, disjunction([EMPTY, _bare_top("shrine")])),
        caps=(CapPiece("shrine", "^", 40, PlacingRule(SPACE, _bare_top("shrine"))),),
        boards=(
            BoardDef("realm", True, 6, 6, 2, 12, even=True),
            BoardDef("castle", False, 12, 12, 1, 20),
        ),
        counters=(
            CounterDef("points", "points"),
            CounterDef("countdown", "countdown", most=7),
            CounterDef("reserve", "shrines", cap="shrine", most=40),
        ),
        parts=(
            PartDef("points", core.CounterOf("points")),
            PartDef("countdown", core.Mul(core.Const(2), core.CounterOf("countdown"))),
            PartDef("shrines", core.Const(0)),
        ),
        tie_breaks=(),
        card_classes={"dragon": True},
        layouts=(LayoutDef("castle"),),
        plurals={},
    )


def small_game() -> Game:
    """A game with other words, few pieces and two caps, one of which has no reserve."""
    caps = tuple(
        CapPiece(name, mark, copies, PlacingRule(SPACE, _bare_top(name)))
        for name, mark, copies in (("flag", "!", 3), ("lamp", "*", 2))
    )
    return Game(
        id="quarry",
        names={"en": "Quarry"},
        players=(1, 3),
        piece="ashlar",
        kinds=_kinds({"red": ("R", 2, True), "blue": ("B", 2, True)}, 2),
        main_attribute="type",
        identity="symbol",
        classes={},
        place=PlacingRule(SPACE, disjunction([EMPTY, core.FaceDown(SPACE)])),
        caps=caps,
        boards=(BoardDef("yard", True, 2, 2, 1, 3),),
        counters=(CounterDef("coins", "coins"), CounterDef("spare", "flags", cap="flag")),
        parts=(PartDef("coins", core.CounterOf("coins")),),
        tie_breaks=(),
        card_classes={"rule": True},
        layouts=(),
        plurals={"ashlar": "ashlars"},
    )
