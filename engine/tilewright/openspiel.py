"""Games as games of OpenSpiel, for its algorithms: ``tilewright.openspiel.game_of(match)`` is a `pyspiel.Game`.

OpenSpiel is not installed with tilewright (``pip install open_spiel``). An action is the code of a move in the compiled game, counted from 0; moves
of equal numbers are the same move where the same is to be chosen. Utilities are `GameNode.returns`.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from tilewright.kernel.liveness import CHANCE, dataflow_of
from tilewright.kernel.wasm.questions import CODES_ROOM
from tilewright.play.match import Match
from tilewright.tree.node import GameNode, root

MOST_MOVES = 100_000
"""No game is as long."""


def game_of(match: Match) -> pyspiel.Game:
    """The game of a match from where it is, with chance and with what each player may know."""
    return _Game(root(match))


def _type_of(node: GameNode) -> pyspiel.GameType:
    game, kind = node.state.cells.layout.game, pyspiel.GameType
    players = node.players
    return kind(
        short_name=f"tilewright_{game.id.replace('-', '_')}",
        long_name=game.id,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if _has_chance(node) else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.hides else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if players > 1 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )


def _has_chance(node: GameNode) -> bool:
    """Whether anything is left to chance once the game has begun."""
    flow = node.state.cells.layout.flow
    begins = [*flow.turns.values(), *(use.entry for use in flow.uses), *([] if flow.main is None else [flow.main])]
    return any(dataflow_of(flow).ahead[block] & CHANCE for block in begins)


class _Game(pyspiel.Game):
    """The tree below a node."""

    def __init__(self, node: GameNode) -> None:
        layout = node.state.cells.layout
        self.node, self.shift = node, 1 + len(layout.flow.uses)
        alone = node.players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.shift + CODES_ROOM,
            max_chance_outcomes=max(len(layout.game.kinds), layout.most_spaces, layout.players),
            num_players=node.players,
            min_utility=-1e6 if alone else -1.0,
            max_utility=1e6 if alone else 1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(_type_of(node), info, {})

    def new_initial_state(self) -> _State:
        """The state at the node."""
        return _State(self, self.node)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What a player sees, as text."""
        return _Observer()


class _State(pyspiel.State):
    """A node, which moves on."""

    def __init__(self, game: _Game, node: GameNode) -> None:
        super().__init__(game)
        self.node, self._shift = node, game.shift

    def current_player(self) -> int:
        """Who decides: a player, chance or nobody."""
        return self.node.player

    def _words(self) -> dict[int, str]:
        """The words of all actions there are, by their numbers."""
        shift = 0 if self.node.is_chance else self._shift
        return {code + shift: word for word, code in self.node.codes.items()}

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._words())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may answer, with the probabilities."""
        chances = self.node.outcomes
        return [(action, float(chances[word])) for action, word in sorted(self._words().items())]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.apply(self._words()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self._words()[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.is_terminal

    def returns(self) -> list[float]:
        """What the game gave each player."""
        return [float(value) for value in self.node.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        """Equal where a player cannot distinguish two states."""
        return repr(self.node.information(self.node.player if player is None else player))

    def observation_string(self, player: int | None = None) -> str:
        """The table as a player sees it."""
        return repr(self.node.observation(self.node.player if player is None else player))

    def __str__(self) -> str:
        return repr(self.node.key)


class _Observer:
    """Texts of what players see; there is no tensor."""

    def __init__(self) -> None:
        self.tensor, self.dict = None, dict[str, object]()

    def set_from(self, state: _State, player: int) -> None:
        """There is no tensor to fill."""

    def string_from(self, state: _State, player: int) -> str:
        """The table as a player sees it."""
        return state.observation_string(player)
