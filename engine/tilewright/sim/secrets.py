"""What is chosen in secret in the games that bots play."""

from __future__ import annotations

from tilewright.outputs.games import SecretAnswers
from tilewright.play.match import Match
from tilewright.play.revealed import revealed
from tilewright.play.state import Move
from tilewright.play.unseen import same_secret, secret_block


class SecretsWatch:
    """Notes the secret blocks of a match in which somebody had a choice, as the moves are made."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._kept: dict[int, int] = {}
        self.found: list[SecretAnswers] = []

    def play(self, move: Move) -> None:
        """Make a move of the match."""
        match = self._match
        before = match.state
        block, choice = secret_block(before), before.choice
        found = revealed(match.machine, match.state, move)
        if block is None or choice is None or found is None:
            match.play(move)
            return
        player = before.player
        self._kept[player] = self._kept.get(player, 0) + choice.elements[-1].number - before.picked(move).number
        match.play(move)
        after = secret_block(match.state)
        if after is None or not same_secret(before, match.state):
            given = [sum(one or 0 for one in own) for own in zip(*found.answers.values(), strict=True)]
            most = [
                given[seat] + self._kept.get(seat, 0) if seat in found.asked else None for seat in range(len(given))
            ]
            self.found.append(SecretAnswers(about=found.about, answers=found.answers, most=most))
            self._kept = {}
