"""The statements of play: what a turn, a setup or an ability does, without syntactic sugar.

Every statement terminates: there is no recursion (verbs call only verbs above them) and no unbounded loop. Conditions,
numbers and ranges of choices are expressions of `core.expr`, so they have a meaning in every domain; the changes to the
table are a handful of statements (`MovePiece`, `Flip`, `MoveCap`, `Gain`, `MarkSpace`), each of which affects one space
or counter.

A *home* is the place of a space: a variable that is bound to it (None: the board of the player, who is bound too).
Places are bound when a turn begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import Union, get_args

from tilewright.core.expr import FALSE, TRUE, Binder, Expr, Var
from tilewright.core.node import Node, node, statement
from tilewright.core.walk import children
from tilewright.source import Span

Block = tuple["Step", ...]


@node
class At(Node):
    """A space, group or other element, with its place."""

    space: Var
    home: Var | None = None


# ------------------------------------------------------------------ control


@statement
class Pick(Node):
    """The player picks an element of the binder, which is bound for the following statements.

    `verb` is its word in the notation of moves. With `lasting` the variable keeps its element until the end of the
    turn, so that abilities can refer to it. If there is nothing to pick the statement fails, and the rest of its block
    is skipped. `text` is the statement in the author's words, up to what is picked. A `random` pick is made by chance,
    uniformly. For a piece picked in secret, what it shows (`build.shown`) is stored as the player's `answer` of that
    name.
    """

    verb: str
    binder: Binder
    home: Var | None = None
    lasting: bool = False
    span: Span = field(default=Span(0, 0), compare=False)
    text: str = field(default="", compare=False)
    random: bool = False
    answer: str = ""


@statement
class PickSome(Node):
    """The player picks `least` to `most` elements of the binder (None: no maximum).

    `some` is bound to their set, which must satisfy `joint`. Equal pieces of a pool are interchangeable.
    """

    verb: str
    binder: Binder
    home: Var | None
    least: Expr
    most: Expr | None
    some: Var
    joint: Expr = TRUE
    span: Span = field(default=Span(0, 0), compare=False)
    text: str = field(default="", compare=False)


@statement
class PickNumber(Node):
    """The player picks a number from `low` to `high`; the variable is bound to it, as a value with that number.

    A number picked in secret is not bound: it is stored as the player's `answer` of that name.
    """

    verb: str
    var: Var
    low: Expr
    high: Expr
    text: str = field(default="", compare=False)
    answer: str = ""
    span: Span = field(default=Span(0, 0), compare=False)


@statement
class Atomic(Node):
    """The block is completed, or not begun; fails if it cannot be completed."""

    body: Block


@statement
class Require(Node):
    """Fails unless the condition holds."""

    condition: Expr


@statement
class Option(Node):
    """An option of a `Menu`: open if the condition holds and its block can be completed.

    `text` is its statements in the author's words.
    """

    name: str
    condition: Expr
    body: Block
    text: str = field(default="", compare=False)


@statement
class Menu(Node):
    """The player picks one of the open options; fails if there is none."""

    options: tuple[Option, ...]


@statement
class When(Node):
    condition: Expr
    body: Block
    otherwise: Block = ()


@statement
class ForEach(Node):
    """The block for each element that exists at the beginning, in the order of the board.

    If the elements are players, each executes the block; the player who makes its choices does not change, unless the
    player `decides`. Answers that are `sealed` are hidden from the others until the last player has given them.
    """

    binder: Binder
    home: Var | None
    body: Block
    decides: bool = False
    sealed: tuple[str, ...] = ()


@statement
class ForEachInAnyOrder(Node):
    """The block for one element after another, in an order that the player picks, until none is left.

    With `once`, for the elements that exist at the beginning, as long as they exist. Otherwise the elements are
    computed again each time; it ends after at most as many iterations as the place has spaces.
    """

    verb: str
    binder: Binder
    home: Var | None
    body: Block
    once: bool = False


@statement
class RepeatTimes(Node):
    """The block `least` to `most` times; from `least` on the player may stop. Without a `least`, exactly `most` times.

    The maximum is computed once, before the first iteration. The loop ends when `until` holds before an iteration.
    `in_turn`: the player does the first iteration, the next player the second one, and so on.
    """

    least: int | None
    most: Expr
    body: Block
    until: Expr = FALSE
    in_turn: bool = False


@statement
class RepeatUntil(Node):
    """The block repeatedly until the condition holds, which is checked before each pass; only in a course."""

    until: Expr
    body: Block


@statement
class TurnOf(Node):
    """A turn of the player: the statements of that name (``turn``: those without one). Only in a course."""

    turn: str


@statement
class BindNumber(Node):
    """Bind the variable to the current value of a number."""

    var: Var
    number: Expr


@statement
class BindFirst(Node):
    """Bind the variable to the first element; fails if there is none."""

    binder: Binder
    home: Var | None = None


@statement
class Call(Node):
    """A call of a verb of the game file, with its arguments."""

    verb: str
    arguments: tuple[At, ...]


# ------------------------------------------------------------------ changes to the table


@statement
class MovePiece(Node):
    """Move the top piece onto another stack, or `under` it; with `to` None it leaves the game."""

    piece: At
    to: At | None
    under: bool = False


@statement
class Look(Node):
    """Show the top piece of a hidden pile to the player only."""

    piece: At


@statement
class Swap(Node):
    """Swap the top pieces of two stacks, keeping their orientation; fails for a stack and itself."""

    first: At
    second: At


@statement
class KeepPiece(Node):
    """Move the top piece to another place, a pool; the variable is bound to its space there."""

    piece: At
    pool: Var
    kept: Var
    lasting: bool = False


@statement
class Flip(Node):
    """Turn the top piece face-up or face-down."""

    piece: At
    up: bool


@statement
class Return(Node):
    """Return the top piece to the place where such pieces are at the beginning of a game, or into the bag."""

    piece: At


@statement
class Roll(Node):
    """Turn the top piece to a random side, uniformly."""

    piece: At


@statement
class TurnTo(Node):
    """Turn the top piece to the side with a number, or to one that has a value; fails if there is none."""

    piece: At
    side: Expr | Var


@statement
class MoveCap(Node):
    """Put a cap on a stack (`on`) or take one off; `back`: it goes to the counter of its owner that keeps such caps.

    A cap with an owner is put by that player, and only where no cap of its kind is.
    """

    at: At
    cap: str
    on: bool = True
    back: bool = False


@statement
class Gain(Node):
    """A counter of the player increases, as far as there is a supply, or decreases (`pay`).

    Paying more than is available fails; `there`: it is known to be available. With an `other` player, the amount comes
    from them, as far as they have it, or goes to them.
    """

    counter: str
    amount: Expr
    pay: bool = False
    there: bool = False
    other: Var | None = None


@statement
class SetCounter(Node):
    """Set a counter of the table, for all players, or an answer of one `player`."""

    counter: str
    number: Expr
    player: Var | None = None


@statement
class SetRole(Node):
    """Pass the role to a player; it is a counter that is 1 for the player who has it, and 0 for all others."""

    role: str
    player: Var


@statement
class MarkSpace(Node):
    """Mark the space until the end of the turn."""

    at: At
    mark: str


@statement
class Override(Node):
    """Override a named rule until the end of the turn.

    `also`: the body holds in addition (numbers are added). `once`: before the turn ends something must be picked that
    can be picked only by this override; if it is `free` it need not be used. A number is overridden only `where` a
    condition holds.
    """

    rule: str
    parameter: Var
    body: Expr
    also: bool = False
    once: bool = False
    free: bool = False
    where: Expr = TRUE


@statement
class Fill(Node):
    """Fill a place with random pieces, to the heights of its layout; a hidden pile is shuffled."""

    home: Var


@statement
class Draw(Node):
    """Move a random piece of a kind from the bag to a pool; fails if there is none."""

    pool: Var
    kept: Var
    lasting: bool = False
    piece: str = ""


Change = Union[
    MovePiece,
    Look,
    Swap,
    KeepPiece,
    Return,
    Roll,
    TurnTo,
    Flip,
    MoveCap,
    Gain,
    SetCounter,
    SetRole,
    MarkSpace,
    Override,
    Fill,
    Draw,
]
Step = Union[
    Pick,
    PickSome,
    PickNumber,
    BindNumber,
    Atomic,
    Require,
    Menu,
    When,
    ForEach,
    ForEachInAnyOrder,
    RepeatTimes,
    RepeatUntil,
    TurnOf,
    BindFirst,
    Call,
    Change,
]


def blocks(step: Step) -> list[Block]:
    """The blocks nested in a statement; the bodies of verbs are separate."""
    match step:
        case Menu():
            return [option.body for option in step.options]
        case When():
            return [step.body, step.otherwise]
        case ForEach() | ForEachInAnyOrder() | RepeatTimes() | RepeatUntil() | Atomic():
            return [step.body]
        case _:
            return []


def inside(block: Block) -> Iterator[Step]:
    """The statements of a block, including nested ones."""
    for step in block:
        yield step
        for inner in blocks(step):
            yield from inside(inner)


def condition_of(step: Step) -> Expr:
    """The condition under which a statement is executed, or that each element it picks or ranges over satisfies."""
    match step:
        case When() | Require():
            return step.condition
        case Pick() | PickSome() | ForEach() | ForEachInAnyOrder() | BindFirst():
            return step.binder.guard
        case RepeatTimes() | RepeatUntil():
            return step.until
        case _:
            return TRUE


def with_blocks(step: Step, bodies: Sequence[Block]) -> Step:
    """The statement with its nested blocks replaced, in the order of `blocks`."""
    match step:
        case Menu():
            options = (replace(option, body=body) for option, body in zip(step.options, bodies, strict=True))
            return replace(step, options=tuple(options))
        case When():
            body, otherwise = bodies
            return replace(step, body=body, otherwise=otherwise)
        case ForEach() | ForEachInAnyOrder() | RepeatTimes() | RepeatUntil() | Atomic():
            (body,) = bodies
            return replace(step, body=body)
        case _:
            return step


def questions(*nodes: Node) -> Iterator[Expr | Binder]:
    """The expressions and binders of statements, without nested ones."""
    for one in nodes:
        if isinstance(one, _QUESTIONS):
            yield one
        else:
            yield from questions(*children(one))


_QUESTIONS = (Binder, *get_args(Expr))


# ------------------------------------------------------------------ what a game declares


@statement
class RuleDef(Node):
    """A named rule: a condition or a number about one element."""

    name: str
    parameter: Var
    home: Var | None
    body: Expr


@node
class VerbDef(Node):
    """A verb of the game: its parameters, each with a variable for its place, and its body."""

    name: str
    parameters: tuple[At, ...]
    body: Block


@statement
class Ability(Node):
    """What a card allows once per turn: at any time, or during the option `during`, if the condition holds.

    With `once` each player may use it once per game. What it allows `after` a verb applies to the argument of the verb,
    each time. It belongs to all players, or (with a `kind`) to those who have the card in front of them.
    """

    card: str
    during: str
    body: Block
    condition: Expr = TRUE
    once: bool = False
    kind: int = -1
    after: str = ""
    text: str = field(default="", compare=False)


@node
class PlayRules(Node):
    """The rules of a game.

    `places` are the variables of the boards that are not the players' own, `me` that of the player. `cost` is executed
    before an ability, `after` after it. The game ends when `end` holds after a turn, or after a round (`by_round`), and
    when `at_once` holds after a statement. A `course` of statements determines which `turns` come, and the game is over
    at its end; otherwise the players take a `turn` one after another. `moments` are verbs defined by cards. `lasting`
    are the things that a turn names, `options` the names of its options. `measures` are numbers worth tracking from
    turn to turn, by name; `names` are known only to the game file. `variables` is larger than the number of any
    variable in it.
    """

    me: Var
    places: tuple[tuple[str, Var], ...]
    rules: tuple[RuleDef, ...]
    verbs: tuple[VerbDef, ...]
    setup: Block
    turn: Block
    cost: Block
    after: Block
    end: Expr
    by_round: bool
    lasting: tuple[tuple[str, At], ...] = ()
    options: tuple[str, ...] = ()
    measures: tuple[tuple[str, Expr], ...] = ()
    names: tuple[str, ...] = ()
    variables: int = 0
    course: Block = ()
    turns: tuple[tuple[str, Block], ...] = ()
    moments: tuple[str, ...] = ()
    at_once: Expr = FALSE
