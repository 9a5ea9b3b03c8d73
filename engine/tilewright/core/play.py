"""The statements of play: what a turn, a set-up or an ability does, without sugar.

Every statement is total: there is no recursion (verbs call only verbs above them) and no
unbounded loop. Conditions, numbers and what can be chosen are expressions of `core.expr`,
so they have a meaning in every arithmetic; what statements do to the table is a handful of
changes (`MovePiece`, `Flip`, `MoveCap`, `Gain`, `MarkSpace`), each of which concerns one space or counter.

A *home* is the place on which a space lies: a variable that is bound to it (None: the board
of the player, who is bound too). Places are bound when a turn begins.
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
    """A space, group or other element, and the place on which it lies."""

    space: Var
    home: Var | None = None


# ------------------------------------------------------------------ control


@statement
class Pick(Node):
    """The player picks an element of the binder; the variable is bound for what follows.

    `verb` is what it is picked for, as moves are written. With `lasting` the variable keeps
    its element to the end of the turn, so that abilities can speak of it. Without anything to
    pick the statement fails, and the rest of its block is passed over. `text` is the statement
    as its author wrote it, up to what is picked. Or the pick is `random`: chance's, each element as likely. What a piece
    that is picked in secret shows (`build.shown`) is kept as the player's `answer` of that name.
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
    """The player picks `least` to `most` elements of the binder; without a `most` as many as there are.

    `some` is bound to the set of them, of which `joint` has to hold. Of pieces of a pool that show the same, it does
    not matter which are picked.
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
    """The player picks a number from `low` to `high`; the variable is bound to it, a value with that number.

    What is picked in secret is no variable's: it is the player's `answer` of that name.
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
    """The block is done wholly or not at all; fails when it cannot be brought to its end."""

    body: Block


@statement
class Require(Node):
    """Fails unless the condition holds."""

    condition: Expr


@statement
class Option(Node):
    """One of the ways of a `Menu`: open if the condition holds and its block can be done.

    `text` is what its statements say, in the words of their author.
    """

    name: str
    condition: Expr
    body: Block
    text: str = field(default="", compare=False)


@statement
class Menu(Node):
    """The player picks one of the open options; without one the statement fails."""

    options: tuple[Option, ...]


@statement
class When(Node):
    condition: Expr
    body: Block
    otherwise: Block = ()


@statement
class ForEach(Node):
    """The block for each element that there is now, in the order of the board.

    A player that is gone through does what the block says; who decides what there is to choose stays the same,
    unless the player `decides`. The answers `sealed` nobody else sees until the last player has given them.
    """

    binder: Binder
    home: Var | None
    body: Block
    decides: bool = False
    sealed: tuple[str, ...] = ()


@statement
class ForEachInAnyOrder(Node):
    """The block for one element after another, as the player picks, until there is none left.

    With `once` for each of those that there are at the beginning, as long as they are there. Without it what there is
    is asked anew each time; after as many rounds as the place has spaces it ends all the same.
    """

    verb: str
    binder: Binder
    home: Var | None
    body: Block
    once: bool = False


@statement
class RepeatTimes(Node):
    """The block `least` to `most` times; from `least` on the player may stop, or has to. Without a `least`, `most` times.

    How many times that is at most is known before the first one, and stays. Before each time `until` is
    asked: when it holds, that was all. `in_turn`: the player does it once, then the next one, and so on.
    """

    least: int | None
    most: Expr
    body: Block
    until: Expr = FALSE
    in_turn: bool = False


@statement
class RepeatUntil(Node):
    """The block again and again until the condition holds, which is asked before each pass; in a course only."""

    until: Expr
    body: Block


@statement
class TurnOf(Node):
    """A turn of the player: the statements of that name (``turn``: those without one). In a course only."""

    turn: str


@statement
class BindNumber(Node):
    """Bind the variable to a number as it is now."""

    var: Var
    number: Expr


@statement
class BindFirst(Node):
    """Bind the variable to the first element that there is; fails if there is none."""

    binder: Binder
    home: Var | None = None


@statement
class Call(Node):
    """A verb of the game file with what it is done to."""

    verb: str
    arguments: tuple[At, ...]


# ------------------------------------------------------------------ changes to the table


@statement
class MovePiece(Node):
    """The top piece goes to another stack, or `under` it; with `to` None it leaves the game."""

    piece: At
    to: At | None
    under: bool = False


@statement
class Look(Node):
    """The player alone sees the top piece, which lies in a hidden pile."""

    piece: At


@statement
class Swap(Node):
    """The top pieces of two stacks change places, each as it lies; fails of one stack and itself."""

    first: At
    second: At


@statement
class KeepPiece(Node):
    """The top piece goes to another place, a pool; the variable is bound to where it lies there."""

    piece: At
    pool: Var
    kept: Var
    lasting: bool = False


@statement
class Flip(Node):
    """The top piece is turned face-up or face-down."""

    piece: At
    up: bool


@statement
class Return(Node):
    """The top piece goes back to the place where such pieces lie when a game begins, or into the bag."""

    piece: At


@statement
class Roll(Node):
    """The top piece is turned to one of its sides by chance, each as likely."""

    piece: At


@statement
class TurnTo(Node):
    """The top piece is turned to the side with a number, or to one that has a value; fails without such a side."""

    piece: At
    side: Expr | Var


@statement
class MoveCap(Node):
    """A cap is put on a stack (`on`) or taken off it; `back`: to the counter of its owner that keeps such caps.

    One that belongs to a player is put down by the player, and goes nowhere where one of its sort is.
    """

    at: At
    cap: str
    on: bool = True
    back: bool = False


@statement
class Gain(Node):
    """A counter of the player grows, as far as there is a supply, or shrinks (`pay`).

    Paying more than there is fails; `there`: it is known to be there. With an `other` player it comes from them, as
    far as they have it, or goes to them.
    """

    counter: str
    amount: Expr
    pay: bool = False
    there: bool = False
    other: Var | None = None


@statement
class SetCounter(Node):
    """A counter of the table, or an answer, becomes a number: the same for all players, or that of one `player`."""

    counter: str
    number: Expr
    player: Var | None = None


@statement
class SetRole(Node):
    """The role passes to a player; it is a counter that is 1 for the player who has it, and 0 for all others."""

    role: str
    player: Var


@statement
class MarkSpace(Node):
    """The space is marked to the end of the turn."""

    at: At
    mark: str


@statement
class Override(Node):
    """A named rule is changed to the end of the turn.

    `also`: what the rule says holds besides (numbers are added). `once`: before the turn
    ends something has to be picked that only so can be picked; if it is `free` nothing need be made of it. A number is
    changed only `where` a condition holds; elsewhere it stays what it was.
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
    """A place is filled with pieces at random, to the heights of its layout; the pieces of a hidden pile get a random order."""

    home: Var


@statement
class Draw(Node):
    """A piece of a sort at random from those that are not on the table goes to a pool; fails without one."""

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
    """The blocks inside a statement; the bodies of verbs stand by themselves."""
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
    """The statements of a block, those inside of others too."""
    for step in block:
        yield step
        for inner in blocks(step):
            yield from inside(inner)


def condition_of(step: Step) -> Expr:
    """What has to hold for a statement to be done, or of each thing that it picks or goes through."""
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
    """The statement with other blocks inside, as many as `blocks` gives."""
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
    """The expressions and binders of statements, those inside of others left out."""
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
    """A verb of the game: its parameters, each with a variable for the place on which it lies, and what is done."""

    name: str
    parameters: tuple[At, ...]
    body: Block


@statement
class Ability(Node):
    """What a card allows once a turn: at any time, or while an option `during` is done, if the condition holds.

    With `once` each player may use it a single time in a game. What it allows `after` a verb is done with what the verb
    was done to, each time that it was. It is that of all players, or of those before whom the
    card lies, so that it shows the `kind`.
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
    """How a game is played.

    `places` are the variables of the boards that are not the players' own, `me` that of the
    player. `cost` is done before an ability, `after` after it. The game ends when `end` holds
    after a turn, or after a round (`by_round`), and when `at_once` holds after a statement. With a `course` of
    statements these say whose `turns` come, and the game is over when they are; else the players have `turn`
    after one another. `moments` are verbs of which cards say what is done. `lasting` are the things that a turn names,
    `options` the names of its options. `measures` are numbers
    worth following from turn to turn, by name; `names` are known to the game file alone.
    `variables` is more than the number of any variable in it.
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
