"""The flow: the control-flow graph to which the statements of a game are lowered, basic blocks over a flat state.

A block is a list of operations and a terminator. Choices of a player and of chance are terminators: the block ends, and
the state holds everything that is suspended, so a game is copied by copying its cells. Verbs do not recurse and the
nesting of abilities is bounded, so every variable, loop counter and return address has a cell of its own (a `Slot`).
Questions remain expressions of `core.expr`; each reader evaluates them over the domain it needs.

Readers match on the classes below, never on statements: there are a dozen changes of the table, and five ways to list
choices (`Listing`).
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
"""The block of a course that is over; no statement begins in a block with this number."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A cell for the value of a variable, or for a number that a loop keeps.

    `sort` is the sort of the variable: a space, group or line of `board`, a player (of a seat: the place lies on
    `board`) or a value. A group or line takes one bit per space and its root. Without a sort the slot holds a number.
    With `many` it holds a list.
    """

    index: int
    sort: str = ""
    board: BoardDef | None = None
    many: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """The variables in scope of an expression: their slots, and the slot of the player whose statements these are
    (`me`).

    The places of that player are not in `slots`: they follow from `me`. `decider` is the player who chooses.
    """

    slots: Mapping[int, Slot]
    me: Slot
    decider: Slot


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """An expression or a binder, evaluated for the player of a scope, or on the place that `home` is bound to."""

    asked: core.Expr | core.Binder
    scope: Scope
    home: core.Var | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: of the player in a slot, the table's own (without a slot), or the seat that a slot holds
    (`exact`)."""

    board: BoardDef
    slot: Slot | None
    exact: bool = False
    """Whether the slot holds the seat itself, not its player."""


@dataclass(frozen=True, slots=True)
class Place:
    """A space of a place."""

    seat: Seat
    space: Slot


# ------------------------------------------------------------------ operations: control


@dataclass(frozen=True, slots=True)
class Set:
    """Set a slot to a constant."""

    slot: Slot
    value: int


@dataclass(frozen=True, slots=True)
class Increase:
    """Add one to a slot."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy a slot to another one; of a seat, its index."""

    to: Slot
    source: Slot | Seat


@dataclass(frozen=True, slots=True)
class NextPlayer:
    """Set a slot to the player a number of seats after another one, clockwise around the table."""

    to: Slot
    player: Slot
    steps: Slot


@dataclass(frozen=True, slots=True)
class Ask:
    """Evaluate a number into a slot: as a value (`core.Value`) if the slot holds one, else as it is."""

    slot: Slot
    question: Question


@dataclass(frozen=True, slots=True)
class Collect:
    """Fill a list with all elements of a binder, in the order of the board; `count` is their number.

    `sorted`: they are pieces of a pool, ordered by what they show.
    """

    to: Slot
    count: Slot
    question: Question
    sorted: Seat | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """Set a slot to the element of a list at an index."""

    slot: Slot
    source: Slot
    at: Slot


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove the element in a slot from a list; the others keep their order."""

    source: Slot
    count: Slot
    slot: Slot


@dataclass(frozen=True, slots=True)
class First:
    """Set a slot to the first element of a binder; fails if there is none."""

    slot: Slot
    question: Question


@dataclass(frozen=True, slots=True)
class Fail:
    """Always fails."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin a named block; if `whole`, an atomic block: it is completed, or it may not begin."""

    whole: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """The end of the block begun by `Begin`. A trial succeeds when its last atomic block ends."""

    whole: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class EndAbility:
    """The end of the ability in use."""


@dataclass(frozen=True, slots=True)
class BindLasting:
    """Mark an element named by a turn as known until the end of the turn."""

    var: int


# ------------------------------------------------------------------ operations: changes of the table


@dataclass(frozen=True, slots=True)
class MovePiece:
    """Move the top piece, with its marks, to another stack; without `to` it leaves the game.

    Fails if there is no piece, or if it is under a cap. A growing board grows. With `under` the piece goes below the
    stack, without marks.
    """

    piece: Place
    to: Place | None
    under: bool = False


@dataclass(frozen=True, slots=True)
class LookAt:
    """Show the top piece of a hidden pile to the player `me`; fails if there is none."""

    piece: Place
    me: Slot


@dataclass(frozen=True, slots=True)
class SwapPieces:
    """Swap the top pieces of two stacks, with their marks; fails like `MovePiece`, and if both are the same stack."""

    first: Place
    second: Place


@dataclass(frozen=True, slots=True)
class KeepPiece:
    """Move the top piece to the first free space of a pool, which is bound to a slot; fails if it is in that pool
    already."""

    piece: Place
    pool: Seat
    kept: Slot


@dataclass(frozen=True, slots=True)
class TurnPiece:
    """Turn the top piece face-up or face-down; turning one face-up that nobody has seen fails."""

    piece: Place
    up: bool


@dataclass(frozen=True, slots=True)
class ReturnPiece:
    """Return the top piece to the place where such pieces begin, face-up, or into the bag; fails if it is there."""

    piece: Place


@dataclass(frozen=True, slots=True)
class ShowSide:
    """Turn the top piece to the side that shows a number, or the value in a slot; fails if it has none."""

    piece: Place
    side: Question | Slot


@dataclass(frozen=True, slots=True)
class PutCap:
    """Put a cap on a stack; if caps of this kind have owners, one of the player `me`.

    Fails if the supply is empty, unless a counter keeps such caps (`kept`), and if a cap with an owner is there.
    """

    at: Place
    cap: str
    me: Slot
    kept: bool


@dataclass(frozen=True, slots=True)
class TakeCap:
    """Take a cap off a stack; fails if there is none. `back`: it goes to the counter of its owner that keeps such caps."""

    at: Place
    cap: str
    back: bool


@dataclass(frozen=True, slots=True)
class ChangeCounter:
    """A player gains as much as the supply has, or pays (fails if there is less); `other` is the player who gives or
    receives.

    `sure`: the amount to be paid is known to be available, so paying cannot fail.
    """

    counter: str
    amount: Question
    me: Slot
    other: Seat | None
    pay: bool
    sure: bool


@dataclass(frozen=True, slots=True)
class SetCounter:
    """Set a counter of the table, which is the same for all players, or the answer of the player `me`."""

    counter: str
    number: Question
    me: Slot | None = None


@dataclass(frozen=True, slots=True)
class SetRole:
    """Pass a role to a player."""

    role: str
    player: Seat


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark a space until the end of the turn."""

    at: Place
    mark: str


@dataclass(frozen=True, slots=True, eq=False)
class Override:
    """Override a named rule until the end of the turn (`Ruling`)."""

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
    """The content of an `Override`: the body of a rule, with the variables captured where it was made.

    `captured`: variables of the body that statements bind, and their slots at that moment. With an `obligation`, before
    the turn ends something must be picked that can be picked only by this override (`once`), or that the rule decides
    about.
    """

    number: int
    now: play.Override
    scope: Scope
    captured: tuple[tuple[int, Slot], ...]
    obligation: bool


# ------------------------------------------------------------------ what may be chosen


@dataclass(frozen=True, slots=True, eq=False)
class Elements:
    """The elements of a binder, bound to a slot; pieces of a pool that show the same are one choice.

    If they are chosen at `random`, each piece of a pool is an element of its own. `rules` are the named rules that
    decide which elements there are.
    """

    question: Question
    slot: Slot
    seat: Seat
    rules: frozenset[str] = frozenset()
    random: bool = False
    among: tuple[Slot, Slot] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sets:
    """Sets of `least` to `most` elements of a binder (None: no limit) that satisfy `joint` (`core.play.PickSome`)."""

    question: Question
    slot: Slot
    seat: Seat
    least: Question
    most: Question | None
    joint: Question | None


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The numbers from `low` to `high`, bound to a slot or stored as an answer of the player."""

    low: Question
    high: Question
    slot: Slot
    answer: str
    me: Slot


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """Named options, each with its condition (None: always open) and its block."""

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
    """Branch on a condition."""

    question: Question
    then: BlockId
    otherwise: BlockId


@dataclass(frozen=True, slots=True)
class IfLess:
    """Branch on whether the number in a slot is less than a bound: another slot, a constant, or one more than the
    number of spaces of a place."""

    slot: Slot
    bound: Slot | int | Seat
    then: BlockId
    otherwise: BlockId


@dataclass(frozen=True, slots=True)
class Return:
    """Continue at the block whose number is in a slot: the end of a verb or of an ability."""

    to: Slot


@dataclass(frozen=True, slots=True, eq=False)
class Choose:
    """The `decider` chooses from a listing, and the flow continues at `then` (of options: at the block of the option).

    Its block has no operations, so that it can be entered again after an ability. `tried`: choices after which the open
    atomic blocks cannot be completed are not offered. `stop`: where the player may continue without choosing. If there
    is nothing to choose the flow continues at `none`, or fails. A forced choice is made at once; with `asks`, unless an
    ability can be used. `level` is the statement, for the notation of moves.
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
    """Chance chooses from a listing, uniformly; fails if it is empty. In a trial the player chooses: one outcome that
    can be completed is enough."""

    listing: Elements
    decider: Slot
    then: BlockId
    level: Level | None


@dataclass(frozen=True, slots=True)
class Uncover:
    """If nobody has seen the top piece of a stack, chance determines its kind."""

    at: Place
    then: BlockId


@dataclass(frozen=True, slots=True)
class Draw:
    """A random piece of the bag (of a `sort`, if given) goes to a pool, to the space bound to a slot; fails if there is
    none."""

    pool: Seat
    sort: str
    kept: Slot
    then: BlockId


@dataclass(frozen=True, slots=True)
class Roll:
    """Turn the top piece to a random side, uniformly; fails like `MovePiece`."""

    piece: Place
    then: BlockId


@dataclass(frozen=True, slots=True)
class Fill:
    """Fill a place with random pieces, to the heights of its layout; a hidden pile is shuffled."""

    seat: Seat
    then: BlockId


@dataclass(frozen=True, slots=True)
class CountIdle:
    """Count one more pass without a choice; the game is over after `MOST_IDLE` in a row (`kernel.interpreter`)."""

    then: BlockId


@dataclass(frozen=True, slots=True)
class EndAtOnce:
    """End the game if the condition for an immediate end holds, unless this is a trial."""

    then: BlockId


@dataclass(frozen=True, slots=True)
class BeginTurn:
    """Begin a turn of a player, at a block; when it is over the flow continues at `under`."""

    turn: BlockId
    player: Slot
    under: BlockId


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The end of the statements of a turn: abilities may be used, then the next turn begins."""


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
    """Operations in order, then a terminator. An operation that fails continues at `fail`; in a trial that branch is
    abandoned.

    `level` is the statement that the block was made for, if any.
    """

    operations: tuple[Operation, ...]
    end: Terminator
    fail: BlockId
    level: Level | None = None


# ------------------------------------------------------------------ the statement tree, as it was lowered


@dataclass(slots=True, eq=False)
class Body:
    """A block of statements after lowering, nested in the statement `outer`; a verb returns to the block in its slot
    `back`.

    `name` is that of the option, verb, turn or ability, or of the branch of an `if`. `levels` are the statements, then
    the end. `number` identifies the body within its flow.
    """

    name: str
    outer: Level | None
    number: int
    whole: bool = False
    back: Slot | None = None
    levels: list[Level] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Rounds:
    """The slots of a loop: how many iterations have begun (`done`), the maximum (`most`), or the list it ranges over.

    `things` is the list, `count` its length: all elements (`at` is the index of the next one), or those that are left.
    `head` is the block where the next iteration begins.
    """

    done: Slot
    head: BlockId
    most: Slot | None = None
    at: Slot | None = None
    things: Slot | None = None
    count: Slot | None = None


@dataclass(slots=True, eq=False)
class Level:
    """A statement of a body after lowering, or the end of the body: the variables bound before it, and the block where
    it begins.

    For each of the nested `bodies`, `doors` holds the first of the blocks that lead into it (`NOWHERE`: none).
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
        """The position of the statement, for messages: the names of the enclosing blocks, and its number in the
        innermost, from 1."""
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
    """The variables of the turn that it names."""


@dataclass(frozen=True, slots=True, eq=False)
class Secret:
    """Players who answer in secret, one after another: their list, how many have been asked, how many there are."""

    answers: tuple[str, ...]
    players: Slot
    asked: Slot
    count: Slot


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """All blocks of a game with its cards, and the entry points.

    `over`: a block at which the game is over. `turn`: the turn of a game without a course; `main`: the course; `turns`:
    all turns by name. `mover`: the slot of the player whose turn it is. `turn_scope`: the scope of rules and abilities.
    `lasting`: the slots of what a turn names. `backs`: the return addresses of abilities, one per level of nesting (an
    ability may be used in what is done `after` another one); `nested`: the number of abilities in progress. `roots`:
    the outermost bodies by name. `returns`: by return block, the statement that called the verb, or that the turn is
    in. `names`: the blocks that abilities refer to (`play.Ability.during`). `secret`: the slot that holds which of the
    `secrets` is being answered, from 1 (0: none).
    """

    play_rules: play.PlayRules
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
    """Why a run stopped: a player has to choose, chance has to answer, the game is over, a trial succeeded or failed,
    or a walk over a graph reached its horizon."""

    OVER = 0
    CHOICE = 1
    CHANCE = 2
    DONE = 3
    FAILED = 4
    SETTLED = 5
