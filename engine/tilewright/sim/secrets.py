"""What is chosen in secret in the games that bots play."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core import play
from tilewright.play.match import Match
from tilewright.play.state import Move
from tilewright.play.unseen import sealed_at, secret_block

SecretAnswers = dict[str, object]
"""A secret block in a game: the card that it is ``about`` (empty without one) and the ``answers``, by their names and by
seat; of who was not asked there is None."""


class SecretsWatch:
    """Notes the secret blocks of a match in which somebody had a choice, as the moves are made."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.found: list[SecretAnswers] = []

    def play(self, move: Move) -> None:
        """Make a move of the match."""
        match = self._match
        block, choice = secret_block(match.state), match.state.choice
        if block is None or choice is None or not isinstance(choice.step, play.PickNumber):
            match.machine.apply(match.state, move)
            return
        assert block.left is not None
        asked = frozenset(block.left)
        answers = {
            answer: [own[answer] if seat in asked else None for seat, own in enumerate(match.state.table.counters)]
            for answer in sealed_at(block)
        }
        answers[choice.step.answer][match.state.player] = move.value.number
        about = self._card(block.env)
        match.machine.apply(match.state, move)
        after = secret_block(match.state)
        if after is None or after.left is not block.left:
            self.found.append({"about": about, "answers": answers})

    def _card(self, env: Mapping[int, object]) -> str:
        """The card that was spoken of last."""
        game, homes = self._match.game, self._match.machine.referee.program.homes
        grids = self._match.state.table.grids
        for var in sorted(env.keys() & homes.keys(), reverse=True):
            space, seat = env[var], env.get(homes[var])
            if isinstance(space, int) and isinstance(seat, int) and grids[seat].piles[space]:
                card = game.kinds[grids[seat].piles[space][-1] >> 1].values.get("card")
                if card:
                    return card
        return ""
