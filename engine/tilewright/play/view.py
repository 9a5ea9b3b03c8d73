"""What a player may know of a game: hidden and secret information, what is revealed of it, and states consistent with
what is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from tilewright.core import play
from tilewright.kernel.table import has_seen
from tilewright.meaning.domain import Element
from tilewright.play.frames import Frame, upward
from tilewright.play.machine import Machine
from tilewright.play.moves import Moves
from tilewright.play.positions import position_of
from tilewright.play.state import GameState, Move
from tilewright.play.table import Pile, Table
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.position import Position


def hidden_seats(table: Table, player: int) -> list[int]:
    """The places that a player cannot see into."""
    places = table.game.places(table.players)
    return [
        seat
        for seat, (place, owner) in enumerate(places)
        if place.hidden == "from all" or (place.hidden and (owner is None or owner != player))
    ]


def pile_seen(state: GameState, seat: int, player: int) -> Pile:
    """The pieces of a stack as a player sees them: unseen pieces of a hidden pile are face-down."""
    cells, pile = state.cells, state.table.grids[seat].piles[0]
    pieces = cells.stack(seat, 0)
    return tuple(
        shown if has_seen(cells, piece, player) else shown & ~1 for shown, piece in zip(pile, pieces, strict=True)
    )


def hidden_counters(state: GameState, player: int) -> frozenset[tuple[int, str]]:
    """The counters, each with its owner, that a player cannot see, including sealed answers."""
    table = state.table
    names = [counter.name for counter in table.game.counters if counter.hidden]
    names += sealed(state) if table.game.answers else ()
    return frozenset((other, name) for other in range(table.players) if other != player for name in names)


def sealed_at(frame: Frame) -> tuple[str, ...]:
    """The names of the answers being given in secret at the statement of a frame, if any."""
    step = frame.steps[frame.at] if frame.at < len(frame.steps) else None
    return step.sealed if isinstance(step, play.ForEach) and frame.left is not None else ()


def sealed(state: GameState) -> tuple[str, ...]:
    """The names of the answers being given in secret."""
    return next(filter(None, map(sealed_at, upward(state.frame))), ())


def secret_began(states: Sequence[GameState], at: int) -> int:
    """The index of the first choice of the secret block that a choice belongs to; its own index if it belongs to none."""
    while at and same_secret(states[at - 1], states[at]):
        at -= 1
    return at


def same_secret(before: GameState, after: GameState) -> bool:
    """Whether two consecutive choices are in the same execution of a secret block."""
    earlier, later = secret_block(before), secret_block(after)
    if earlier is None or later is None or (earlier.number, earlier.at) != (later.number, later.at):
        return False
    if earlier.left != later.left or earlier.done > later.done:
        return False
    return earlier.done < later.done or _inside(before, earlier) < _inside(after, later)


def _inside(state: GameState, block: Frame) -> list[int]:
    """The indices of the current statements in a block and in all blocks nested in it."""
    found = [frame.at for frame in upward(state.frame)]
    return found[: -sum(1 for _ in upward(block))][::-1]


def secret_block(state: GameState) -> Frame | None:
    """The frame of the secret block in which somebody chooses; `left` are all who are asked."""
    return next(filter(sealed_at, upward(state.frame)), None) if state.choice is not None else None


@dataclass(frozen=True)
class Revealed:
    """The choices in a secret block, and the id of the card that they are `about` (empty if there is none).

    `answers` by name, then by seat; None for players who were not asked.
    """

    about: str
    answers: dict[str, list[int | None]]
    game: Game

    def of(self, seat: int) -> str:
        """What a player chose, in words; answers of 0 are omitted."""
        given = self.game.chosen({name: abs(own[seat] or 0) for name, own in self.answers.items()})
        return ", ".join(map(" ".join, given)) or "nothing"

    @property
    def asked(self) -> list[int]:
        """The seats of the players who were asked."""
        return [seat for seat, answer in enumerate(next(iter(self.answers.values()), [])) if answer is not None]


def revealed(machine: Machine, state: GameState, move: Move, after: GameState | None = None) -> Revealed | None:
    """The choices of the secret block that a move at a state completes; None if it completes none.

    Given the state `after` the move, also the forced answers that follow it.
    """
    block, choice = secret_block(state), state.choice
    if block is None or choice is None or not isinstance(choice.step, play.PickNumber | play.Pick):
        return None
    assert block.left is not None
    asked = frozenset(block.left)
    known = state if after is None or after.turn != state.turn else after
    answers = {
        name: [own[name] if seat in asked else None for seat, own in enumerate(known.table.counters)]
        for name in sealed_at(block)
    }
    answers[choice.step.answer][state.player] = answer_of(machine, state, move)
    return Revealed(card_at(machine, state, block.env), answers, machine.evaluator.game)


def answer_of(machine: Machine, state: GameState, move: Move) -> int:
    """The number stored for a move in secret: the number that is picked, or what the piece shows (`core.build.shown`)."""
    step, picked, frame = state.choice and state.choice.step, state.picked(move), state.frame
    if isinstance(step, play.Pick) and frame is not None:
        grid = state.table.grids[machine.evaluator.seat(step.home, frame.env)]
        return int(grid.tops[picked]) + 1
    return int(picked.number)


def offered(machine: Machine, state: GameState) -> tuple[str, list[int]]:
    """The name of the answer, and the codes stored for the pieces that can be chosen in secret at a state, if pieces
    are."""
    choice, frame = state.choice, state.frame
    if choice is None or frame is None or not isinstance(choice.step, play.Pick) or not choice.step.answer:
        return "", []
    grid = state.table.grids[machine.evaluator.seat(choice.step.home, frame.env)]
    return choice.step.answer, [int(grid.tops[space]) + 1 for space in choice.elements]


def card_at(machine: Machine, state: GameState, env: Mapping[int, Element]) -> str:
    """The id of the card that the statements with these bindings are about; empty if there is none."""
    at = place_of_card(machine, state, env)
    return "" if at is None else _card(machine, state, *at)


def place_of_card(machine: Machine, state: GameState, env: Mapping[int, Element]) -> tuple[int, int] | None:
    """The location of the card that the statements with these bindings are about: the place and the space in it."""
    homes, grids = machine.evaluator.program.homes, state.table.grids
    for var in sorted(env.keys() & homes.keys(), reverse=True):
        space, seat = env[var], env.get(homes[var])
        if not (isinstance(space, int) and isinstance(seat, int) and grids[seat].piles[space]):
            continue
        if _card(machine, state, seat, space):
            return seat, space
    return None


def _card(machine: Machine, state: GameState, seat: int, space: int) -> str:
    """The id of the card on top there; empty if there is none."""
    kinds = machine.evaluator.game.kinds
    return kinds[state.table.grids[seat].piles[space][-1] >> 1].values.get("card", "")


def last_of_block(states: Sequence[GameState], at: int) -> bool:
    """Whether a choice is the last one of its secret block, among the states of a match so far."""
    return secret_block(states[at]) is not None and (
        at + 1 == len(states) or not same_secret(states[at], states[at + 1])
    )


BYSTANDER = -1
"""A player who sees only what all see."""


def view(state: GameState, player: int) -> GameState:
    """A copy of a state with everything that a player may know; continued, its chance is independent of the real one.

    Hidden information is dealt again (`play.hidden`), always in the same way: the result is a state consistent with
    what the player knows, and reveals nothing else.
    """
    return state.seen_by(player)


def information(state: GameState, player: int) -> tuple[object, ...]:
    """The key of a player's information set: equal for states that the player cannot distinguish."""
    return view(state, player).key


def sample(seen: GameState, random: Random) -> GameState:
    """A determinization for the player who chooses: hidden information and future chance are sampled."""
    return seen.sampled(random)


@dataclass(frozen=True)
class View:
    """A match as a `player` may know it: the rules, the players and cards, and the `view` of the state."""

    machine: Machine
    names: tuple[str, ...]
    cards: tuple[Card, ...]
    state: GameState
    player: int

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.machine.evaluator.game

    @property
    def moves(self) -> Moves:
        """The available moves; none if the game is over."""
        return Moves(lambda: self.machine.moves_at(self.state))

    def position(self) -> Position:
        """The visible position.

        Hidden pieces, of others or from their owners, are face-down ones of unknown kind, and counters hidden by others
        are omitted.
        """
        return self.position_at(self.state)

    def position_at(self, state: GameState) -> Position:
        """The visible position at another state of the match."""
        table = state.table
        cards = tuple(card.id for card in self.cards)
        unseen = hidden_seats(table, self.player)

        def pile_at(_: Table, seat: int, space: int) -> Pile:
            place, _owner = self.game.places(len(self.names))[seat]
            return pile_seen(state, seat, self.player) if place.pile else table.grids[seat].piles[space]

        position = position_of(table, self.names, cards, pile_at, unseen)
        hidden = hidden_counters(state, self.player)
        players = (
            replace(player, counters={name: n for name, n in player.counters.items() if (i, name) not in hidden})
            for i, player in enumerate(position.players)
        )
        return replace(position, players=tuple(players)) if hidden else position
