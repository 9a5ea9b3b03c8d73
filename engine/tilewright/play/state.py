"""A game at one moment: the table, whose turn it is, and where in the statements it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.expr import Var
from tilewright.core.play import Ability, Now, Step
from tilewright.meaning.domain import Element, Env, Ruling
from tilewright.meaning.evaluator import Evaluator
from tilewright.play.chance import Chance
from tilewright.play.frames import Frame
from tilewright.play.keys import Keys
from tilewright.play.table import Table, Unseen
from tilewright.struct import Struct, struct


@struct
class Move(Struct):
    """Something a player can do at a choice; its text is its notation and its identity.

    `kind` is ``pick``, ``option``, ``stop`` or ``use`` (an ability); in trials also ``chance``.
    """

    text: str
    kind: str = field(compare=False)
    value: Any = field(compare=False, repr=False, default=None)

    def __str__(self) -> str:
        return self.text


STOP = Move("done", "stop")
"""The player does not go on."""

DECIDER = -1
"""The number of the variable that is bound to the player who decides."""


@dataclass(slots=True)
class ChoicePoint:
    """What a player has to choose: an element to pick, an option, or whether to go on; it never changes.

    Without a step it is whether to end the turn; if it is `optional` the player may stop. The `player` is the one whose turn it is, unless another one decides.
    """

    step: Step | None
    elements: Sequence[Element]
    optional: bool = False
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Obligation:
    """A change of a rule that has still to be made use of in this turn."""

    now: Now
    ruling: Ruling


class State:
    """Everything that a game is at one moment: all but `chance` is what players may know.

    `chance` decides what is random, and knows what lies covered; `draws` counts its draws, `drawn` are
    the kinds that were drawn or rolled, `unseen` the pieces that it is to be asked about at once.
    `mover` is the player whose turn it is; in a game with a course `movers` are those of all turns so far, and `under`
    is where the course goes on when this one is over. `idle` counts what was gone through since the last choice.
    `env` binds what all statements of the turn can speak of, `changes` are the rulings of this
    turn, `obligations` those that have still to be made use of. `ability` is the card whose ability
    is being used, `spent` the abilities that players may use once a game and have (`Referee.single_use`);
    when `closing`, the player wants to end the turn. A trial has `failed` when a statement could not be
    done. `usable` are the abilities that may be used at a frame, once that is known.
    """

    __slots__ = (
        "ability",
        "chance",
        "changes",
        "choice",
        "closing",
        "drawn",
        "draws",
        "env",
        "evaluator",
        "failed",
        "frame",
        "idle",
        "keys",
        "mover",
        "movers",
        "obligations",
        "over",
        "spent",
        "table",
        "turn",
        "under",
        "unseen",
        "usable",
        "used",
    )

    def __init__(self, table: Table, chance: Chance, keys: Keys) -> None:
        self.table = table
        self.chance = chance
        self.keys = keys
        self.draws = 0
        self.drawn: tuple[int, ...] = ()
        self.unseen: tuple[Unseen, ...] = ()
        self.turn = 0
        self.mover = 0
        self.movers: tuple[int, ...] = ()
        self.under: Frame | None = None
        self.idle = 0
        self.over = False
        self.failed = False
        self.choice: ChoicePoint | None = None
        self.frame: Frame | None = None
        self.env: Env = {}
        self.changes: tuple[tuple[str, Ruling], ...] = ()
        self.evaluator: Evaluator[int, bool] | None = None
        self.obligations: tuple[Obligation, ...] = ()
        self.usable: tuple[Frame | None, list[Ability]] | None = None
        self.used: frozenset[str] = frozenset()
        self.spent: frozenset[tuple[int, int]] = frozenset()
        self.ability = ""
        self.closing = False

    def copy(self) -> State:
        """An independent copy; all but the table is shared, for it never changes."""
        other: State = State.__new__(State)
        other.table = self.table.copy()
        other.keys = self.keys
        other.evaluator = other.usable = None
        other.chance = self.chance
        other.draws = self.draws
        other.drawn = self.drawn
        other.unseen = self.unseen
        other.turn = self.turn
        other.mover = self.mover
        other.movers = self.movers
        other.under = self.under
        other.idle = self.idle
        other.over = self.over
        other.failed = self.failed
        other.choice = self.choice
        other.frame = self.frame
        other.env = self.env
        other.changes = self.changes
        other.obligations = self.obligations
        other.used = self.used
        other.spent = self.spent
        other.ability = self.ability
        other.closing = self.closing
        return other

    @property
    def player(self) -> int:
        """Who has to choose now; between choices, whose turn it is."""
        asked = self.choice.player if self.choice is not None else None
        return self.mover if asked is None else asked

    def picked(self, move: Move) -> Any:
        """What a move picks or does: an element, an option, an ability."""
        return move.value

    @property
    def pending(self) -> bool:
        """Whether something has still to be brought to its end: a block that is done wholly, or an obligation."""
        return bool(self.obligations) or (self.frame is not None and self.frame.whole > 0)

    def last(self, var: Var, value: Element) -> None:
        """Bind a variable to the end of the turn."""
        self.env = {**self.env, var.id: value}
        self.evaluator = None

    @property
    def standing(self) -> tuple[object, ...]:
        """Whose turn it is and what has been used in it, as a value."""
        return self.mover, self.over, (*sorted(self.used), *sorted(self.spent)), self.closing

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for states on which everything goes on alike, but for chance; the same in every run."""
        return self.key_of(None)

    def key_of(self, seats: Sequence[int] | None) -> tuple[object, ...]:
        """The same as far as only the places at these seats matter, and no pieces that left the game."""
        rulings = [ruling for _, ruling in self.changes]
        due = tuple(rulings.index(one.ruling) for one in self.obligations)
        return (
            self.keys.of(self.table, self.env, (self.frame, self.under), rulings, seats),
            due,
            self.standing,
            self.draws,
        )
