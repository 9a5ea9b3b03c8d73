"""The flow: what the statements of a game are lowered to, basic blocks over a flat state.

A block is a list of operations and a terminator. What a player chooses and what chance decides are terminators: the
block ends, and the state says all that is suspended, so a copy of a game is a copy of its cells. Verbs do not recurse and
one ability is used at a time, so every variable, loop counter and return address has a cell of its own (a `Slot`).
Questions stay expressions of `core.expr`; a reader asks the evaluator, over the domain it likes.

Readers match on the classes below, never on statements: there are a dozen changes of the table, and five ways to list
what may be chosen (`Listing`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Union

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.table.game import BoardDef

BlockId = int
NOWHERE: BlockId = 0
"""The block of a course that is over; no block of statements has this number."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A cell for what a variable is bound to, or for a number that a loop keeps.

    `sort` is that of the variable: a space, group or line of `board`, a player (of a seat: the place lies on `board`) or a
    value. A group or line takes a bit for each space and its root. Without a sort it holds a number. A `many` holds a list.
    """

    index: int
    sort: str = ""
    board: BoardDef | None = None
    many: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """What an expression may speak of: the slots of the variables, and of the player whose statements these are.

    The places of that player are not in `slots`: they follow from `me`. `decider` is who chooses.
    """

    slots: Mapping[int, Slot]
    me: Slot
    decider: Slot


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """An expression or a binder, asked of the player of a scope, or on the place that `home` is bound to."""

    asked: core.Expr | core.Binder
    scope: Scope
    home: core.Var | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place: that of the player in a slot, where every player has one, or the table's; or the seat that a slot holds."""

    board: BoardDef
    slot: Slot | None
    exact: bool = False
    """The slot holds the seat itself, not the player whose it is."""


@dataclass(frozen=True, slots=True)
class Place:
    """A space of a place."""

    seat: Seat
    space: Slot


# ------------------------------------------------------------------ operations: steering


@dataclass(frozen=True, slots=True)
class Set:
    """A slot becomes a number."""

    slot: Slot
    value: int


@dataclass(frozen=True, slots=True)
class Increase:
    """A slot grows by one."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Copy:
    """A slot becomes what another one is, a seat what the place is."""

    to: Slot
    source: Slot | Seat


@dataclass(frozen=True, slots=True)
class NextPlayer:
    """A slot becomes the player so many after another one, counted around the table."""

    to: Slot
    player: Slot
    steps: Slot


@dataclass(frozen=True, slots=True)
class Ask:
    """A slot becomes a number as it is now: as a value (`core.Value`) if the slot is one, else as it is."""

    slot: Slot
    question: Question


@dataclass(frozen=True, slots=True)
class Collect:
    """A list becomes all elements of a binder, in the order of the board; `count` how many they are.

    `sorted`: they are pieces of a pool, and come in the order of what they show.
    """

    to: Slot
    count: Slot
    question: Question
    sorted: Seat | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """A slot becomes the element of a list at an index."""

    slot: Slot
    source: Slot
    at: Slot


@dataclass(frozen=True, slots=True)
class Remove:
    """The element in a slot is taken out of a list; the others keep their order."""

    source: Slot
    count: Slot
    slot: Slot


@dataclass(frozen=True, slots=True)
class First:
    """A slot becomes the first element of a binder; fails without one."""

    slot: Slot
    question: Question


@dataclass(frozen=True, slots=True)
class Fail:
    """Fails."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A block begins that has to be done wholly or not at all, if it is `whole`; abilities may ask for its name."""

    whole: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """The end of what `Begin` began. A trial ends where nothing is left that has to be done wholly."""

    whole: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class EndAbility:
    """The ability that was being used is done."""


@dataclass(frozen=True, slots=True)
class BindLasting:
    """A thing that a turn names is known from now on to its end."""

    var: int


# ------------------------------------------------------------------ operations: changes


@dataclass(frozen=True, slots=True)
class MovePiece:
    """The top piece goes to another stack, with its marks; without `to` it leaves the game.

    Fails of a piece under a cap, and of none. On a board that grows the board grows. Or it goes `under` a stack, without marks.
    """

    piece: Place
    to: Place | None
    under: bool = False


@dataclass(frozen=True, slots=True)
class LookAt:
    """The player `me` sees the top piece of a hidden pile; fails of none."""

    piece: Place
    me: Slot


@dataclass(frozen=True, slots=True)
class SwapPieces:
    """The top pieces of two different stacks change places, with their marks; fails as `MovePiece`, and of one stack and itself."""

    first: Place
    second: Place


@dataclass(frozen=True, slots=True)
class KeepPiece:
    """The top piece goes to the first free space of a pool, which a slot is bound to; fails in that pool itself."""

    piece: Place
    pool: Seat
    kept: Slot


@dataclass(frozen=True, slots=True)
class TurnPiece:
    """The top piece is turned face-up or face-down; fails of one that nobody has seen, if it is to be face-up."""

    piece: Place
    up: bool


@dataclass(frozen=True, slots=True)
class ReturnPiece:
    """The top piece goes home: to the place where such pieces begin, face-up, or into the bag; fails if it is there."""

    piece: Place


@dataclass(frozen=True, slots=True)
class ShowSide:
    """The top piece is turned to a side: one that has a number, or a value that a slot holds; fails without one."""

    piece: Place
    side: Question | Slot


@dataclass(frozen=True, slots=True)
class PutCap:
    """A cap is put on a stack, that of the player `me` if it belongs to one.

    Fails if the supply has none, unless a counter keeps such caps (`kept`), and where an owned one of the sort is.
    """

    at: Place
    cap: str
    me: Slot
    kept: bool


@dataclass(frozen=True, slots=True)
class TakeCap:
    """A cap is taken off a stack; fails without one. `back`: to the counter of its owner that keeps such caps."""

    at: Place
    cap: str
    back: bool


@dataclass(frozen=True, slots=True)
class ChangeCounter:
    """A player gains, as far as there is a supply, or pays (fails if there is less); another one gives or takes it.

    `sure`: what is paid is known to be there.
    """

    counter: str
    amount: Question
    me: Slot
    other: Seat | None
    pay: bool
    sure: bool


@dataclass(frozen=True, slots=True)
class SetCounter:
    """A counter of the table, the same for all players, becomes a number; or an answer of one of them, `me`."""

    counter: str
    number: Question
    me: Slot | None = None


@dataclass(frozen=True, slots=True)
class SetRole:
    """A role passes to a player."""

    role: str
    player: Seat


@dataclass(frozen=True, slots=True)
class Mark:
    """A space is marked to the end of the turn."""

    at: Place
    mark: str


@dataclass(frozen=True, slots=True, eq=False)
class Override:
    """A named rule is changed to the end of the turn (`Ruling`)."""

    ruling: Ruling


Operation = Union[
    Set,
    Increase,
    Copy,
    NextPlayer,
    Ask,
    Collect,
    Take,
    Remove,
    First,
    Fail,
    Begin,
    End,
    EndAbility,
    BindLasting,
    MovePiece,
    LookAt,
    SwapPieces,
    KeepPiece,
    TurnPiece,
    ReturnPiece,
    ShowSide,
    PutCap,
    TakeCap,
    ChangeCounter,
    SetCounter,
    SetRole,
    Mark,
    Override,
]


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """What an `Override` says: the body of a rule, with the bindings where it was made.

    `captured` are the variables of it that statements bind, and what they are bound to then. With an `obligation` something has to be
    picked before the turn ends that only so can be picked (`once`), or that the rule decides about.
    """

    number: int
    now: play.Override
    scope: Scope
    captured: tuple[tuple[int, Slot], ...]
    obligation: bool


# ------------------------------------------------------------------ what may be chosen


@dataclass(frozen=True, slots=True, eq=False)
class Elements:
    """The elements of a binder, each bound to a slot; in a pool pieces that show the same are one choice.

    Chosen at `random` each piece of a pool is an element of its own. `rules` are the named rules that decide what there is.
    """

    question: Question
    slot: Slot
    seat: Seat
    rules: frozenset[str] = frozenset()
    random: bool = False
    among: tuple[Slot, Slot] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sets:
    """Sets of elements of a binder, `least` to `most` of them (None: all), of which `joint` has to hold (`core.play.PickSome`)."""

    question: Question
    slot: Slot
    seat: Seat
    least: Question
    most: Question | None
    joint: Question | None


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The numbers from `low` to `high`, bound to a slot or kept as an answer of the player."""

    low: Question
    high: Question
    slot: Slot
    answer: str
    me: Slot


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """Options by name, each with its condition (None: always) and its block."""

    options: tuple[tuple[str, Question | None, BlockId], ...]


@dataclass(frozen=True, slots=True)
class Confirm:
    """A single choice: to do it."""


Listing = Union[Elements, Sets, Numbers, Options, Confirm]


# ------------------------------------------------------------------ terminators


@dataclass(frozen=True, slots=True)
class Goto:
    then: BlockId


@dataclass(frozen=True, slots=True, eq=False)
class If:
    """By what a condition says."""

    question: Question
    then: BlockId
    otherwise: BlockId


@dataclass(frozen=True, slots=True)
class IfLess:
    """Whether a number in a slot is less than another one or a constant, or no more than a place has spaces."""

    slot: Slot
    bound: Slot | int | Seat
    then: BlockId
    otherwise: BlockId


@dataclass(frozen=True, slots=True)
class Return:
    """To the block whose number a slot holds: the end of a verb or of an ability."""

    to: Slot


@dataclass(frozen=True, slots=True, eq=False)
class Choose:
    """The `decider` chooses from a listing, and the flow goes on at `then` (of options: at the block of the option).

    Its block has no operations, so that it can be asked again after an ability. `tried`: what does not lead on to the end
    of what has to be done wholly is not offered. `stop` is where the player may go on instead. Without anything to choose
    the flow goes on at `none`, or it fails. What leaves no choice is taken at once; `asks`: unless an ability can be used.
    `level` is the statement, for those who write moves.
    """

    listing: Listing
    decider: Slot
    then: BlockId
    stop: BlockId | None
    none: BlockId | None
    tried: bool
    asks: bool
    level: Level | None


@dataclass(frozen=True, slots=True, eq=False)
class ChooseAtRandom:
    """Chance chooses from a listing, each element as likely; fails without any. In a trial the player chooses."""

    listing: Elements
    decider: Slot
    then: BlockId
    level: Level | None


@dataclass(frozen=True, slots=True)
class Uncover:
    """If the top piece of a stack is one that nobody has seen, chance says which one it is."""

    at: Place
    then: BlockId


@dataclass(frozen=True, slots=True)
class Draw:
    """A piece of a sort (empty: any), of those that lie nowhere, goes to a pool, to the space that a slot is bound to; fails without one."""

    pool: Seat
    sort: str
    kept: Slot
    then: BlockId


@dataclass(frozen=True, slots=True)
class Roll:
    """The top piece is turned to one of its sides, each as likely; fails as `MovePiece`."""

    piece: Place
    then: BlockId


@dataclass(frozen=True, slots=True)
class Fill:
    """A place is filled with pieces at random, to the heights of its layout; the pieces of a hidden pile get a random order."""

    seat: Seat
    then: BlockId


@dataclass(frozen=True, slots=True)
class CountIdle:
    """One more pass without a choice: after too many of them the game is over."""

    then: BlockId


@dataclass(frozen=True, slots=True)
class EndAtOnce:
    """The game is over if the condition holds under which it ends at once, unless this is a trial."""

    then: BlockId


@dataclass(frozen=True, slots=True)
class BeginTurn:
    """A turn of a player begins, at a block; when it is over the flow goes on at `under`."""

    turn: BlockId
    player: Slot
    under: BlockId


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The statements of a turn are done: abilities may be used, then the next turn begins."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over."""


Terminator = Union[
    Goto,
    If,
    IfLess,
    Return,
    Choose,
    ChooseAtRandom,
    Uncover,
    Draw,
    Roll,
    Fill,
    CountIdle,
    EndAtOnce,
    BeginTurn,
    EndTurn,
    GameOver,
]


@dataclass(slots=True, eq=False)
class Block:
    """Operations one after another, then a terminator. An operation that fails goes on at `fail`; in a trial it is the end.

    `level` is the statement that it was made for, None where it belongs to none.
    """

    operations: tuple[Operation, ...]
    end: Terminator
    fail: BlockId
    level: Level | None = None


# ------------------------------------------------------------------ where in the statements a flow is


@dataclass(slots=True, eq=False)
class Body:
    """A block of statements as it was lowered, inside of the statement `outer`; a verb returns to where its slot `back` says.

    `name` is that of the option, verb, turn or ability, or of the way of an `if`. `levels` are its statements, and its end.
    `number` tells it from the other bodies of a flow.
    """

    name: str
    outer: Level | None
    number: int
    whole: bool = False
    back: Slot | None = None
    levels: list[Level] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Rounds:
    """The slots of a loop: how many rounds have begun (`done`), how many there are at most, or the list of what it goes through.

    `things` is the list, and `count` how many it has: all (`at` is the next one), or those that are left. `head` is where the next round begins.
    """

    done: Slot
    head: BlockId
    most: Slot | None = None
    at: Slot | None = None
    things: Slot | None = None
    count: Slot | None = None


@dataclass(slots=True, eq=False)
class Level:
    """A statement of a body as it was lowered, or the end of the body: what is bound before it, and the block where it begins.

    For each of the `bodies` inside of it `doors` has the first of the blocks that lead into it; `NOWHERE`: there are none.
    """

    body: Body
    at: int
    step: play.Step | None
    scope: Scope
    entry: BlockId = NOWHERE
    bodies: list[Body] = field(default_factory=list)
    doors: list[BlockId] = field(default_factory=list)
    rounds: Rounds | None = None

    @property
    def place(self) -> str:
        """Where the statement is, for messages: the names of the blocks around it, counted from 1 in the innermost."""
        names, outer = [self.body.name], self.body.outer
        while outer is not None:
            names.append(outer.body.name)
            outer = outer.body.outer
        return f"statement {self.at + 1} of '{' / '.join(filter(None, reversed(names)))}'"


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """An ability, and the block where its cost begins."""

    ability: play.Ability
    entry: BlockId
    lasting: frozenset[int] = frozenset()
    """The variables of the turn that it speaks of."""


@dataclass(frozen=True, slots=True, eq=False)
class Secret:
    """Players who answer in secret, one after another: the list of them, how many have been asked, how many there are."""

    answers: tuple[str, ...]
    players: Slot
    asked: Slot
    count: Slot


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """All blocks of a game with its cards, and where what begins.

    `over` is a block at which the game is over, `turn` that of a turn of a game without a course, `main` that of the course, `turns` are those of all turns by name; `mover` the slot of whose turn it is.
    `turn_scope` is what rules and abilities may speak of; `lasting` are the slots of what a turn names.
    After an ability the flow goes on where a slot of `backs` says: one may be used in what is done `after` another one, and `nested`
    of them are under way. `roots` are the bodies that are inside of no other, by name; `returns` has the statement that called a verb, or in which a
    turn is, by the block to which it returns. `names` are the blocks that abilities ask for (`play.Ability.during`). While players answer in secret the slot `secret` holds which of
    the `secrets` it is, counted from 1. All was lowered from the `course` and the abilities.
    """

    course: play.PlayRules
    blocks: tuple[Block, ...]
    slots: tuple[Slot, ...]
    setup: BlockId
    over: BlockId
    turn: BlockId
    turns: Mapping[str, BlockId]
    main: BlockId | None
    uses: tuple[Use, ...]
    backs: tuple[Slot, ...]
    nested: Slot
    mover: Slot
    turn_scope: Scope
    lasting: Mapping[int, Slot]
    rulings: tuple[Ruling, ...]
    names: tuple[str, ...]
    secrets: tuple[Secret, ...]
    secret: Slot
    roots: Mapping[str, Body]
    returns: Mapping[BlockId, Level]
    end: Question
    at_once: Question | None
    by_round: bool


class Status(IntEnum):
    """Why a state stopped: a player has to choose, chance has to answer, or the game is over; a trial is done or has failed; a
    walk over a graph is at its horizon."""

    OVER = 0
    CHOICE = 1
    CHANCE = 2
    DONE = 3
    FAILED = 4
    SETTLED = 5
