"""What players chose in secret, as it is reported once all have chosen.

All answers of all who were asked are reported, whether there was a choice or not: a move that was made says that its player
could have done otherwise, and so what that player has; an answer does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilewright.core import play
from tilewright.meaning.domain import Element
from tilewright.play.machine import Machine
from tilewright.play.state import GameState, Move
from tilewright.play.unseen import same_secret, sealed_at, secret_block
from tilewright.table.game import Game


@dataclass(frozen=True)
class Revealed:
    """What was chosen in a secret block of a game, and the id of the card that it is `about` (empty without one).

    The `answers` stand by their names and by seat; of who was not asked there is None.
    """

    about: str
    answers: dict[str, list[int | None]]
    game: Game

    def of(self, seat: int) -> str:
        """What a player chose, in words: answers that are 0 are left out."""
        given = self.game.chosen({name: abs(own[seat] or 0) for name, own in self.answers.items()})
        return ", ".join(map(" ".join, given)) or "nothing"

    @property
    def asked(self) -> list[int]:
        """Who was asked, by seat."""
        return [seat for seat, answer in enumerate(next(iter(self.answers.values()), [])) if answer is not None]


def revealed(machine: Machine, state: GameState, move: Move, after: GameState | None = None) -> Revealed | None:
    """What was chosen in the secret block of which a move at a state is the last; None when the move is in none.

    With the state `after` the move, answers are found too that go without saying and come after it.
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
    """What a move in secret is kept as: the number that is picked, or what the piece shows (`core.build.shown`)."""
    step, picked, frame = state.choice and state.choice.step, state.picked(move), state.frame
    if isinstance(step, play.Pick) and frame is not None:
        grid = state.table.grids[machine.evaluator.seat(step.home, frame.env)]
        return int(grid.tops[picked]) + 1
    return int(picked.number)


def offered(machine: Machine, state: GameState) -> tuple[str, list[int]]:
    """The name of the answer, and what the pieces are kept as that may be chosen in secret at a state, if pieces are."""
    choice, frame = state.choice, state.frame
    if choice is None or frame is None or not isinstance(choice.step, play.Pick) or not choice.step.answer:
        return "", []
    grid = state.table.grids[machine.evaluator.seat(choice.step.home, frame.env)]
    return choice.step.answer, [int(grid.tops[space]) + 1 for space in choice.elements]


def card_at(machine: Machine, state: GameState, env: Mapping[int, Element]) -> str:
    """The id of the card that was spoken of last where statements have these bindings; empty without one."""
    at = place_of_card(machine, state, env)
    return "" if at is None else _card(machine, state, *at)


def place_of_card(machine: Machine, state: GameState, env: Mapping[int, Element]) -> tuple[int, int] | None:
    """Where the card lies that was spoken of last where statements have these bindings: the place and the space in it."""
    homes, grids = machine.evaluator.program.homes, state.table.grids
    for var in sorted(env.keys() & homes.keys(), reverse=True):
        space, seat = env[var], env.get(homes[var])
        if not (isinstance(space, int) and isinstance(seat, int) and grids[seat].piles[space]):
            continue
        if _card(machine, state, seat, space):
            return seat, space
    return None


def _card(machine: Machine, state: GameState, seat: int, space: int) -> str:
    """The id of the card that lies on top there; empty if none does."""
    kinds = machine.evaluator.game.kinds
    return kinds[state.table.grids[seat].piles[space][-1] >> 1].values.get("card", "")


def last_of_block(states: Sequence[GameState], at: int) -> bool:
    """Whether a choice is the last one of the secret block in which it is made, among the states of a match so far."""
    return secret_block(states[at]) is not None and (
        at + 1 == len(states) or not same_secret(states[at], states[at + 1])
    )
