"""Games for the algorithms of OpenSpiel: ``tilewright.openspiel.game_of(match)`` is a `pyspiel.Game`.

OpenSpiel must be installed separately (``pip install open_spiel``). An action is the code of a move in the compiled
game, from 0; equal actions in different states choose the same thing. Utilities are `GameNode.returns`.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from tilewright.kernel.liveness import CHANCE, dataflow_of
from tilewright.kernel.wasm.questions import CODES_ROOM
from tilewright.play.match import Match
from tilewright.tree.node import GameNode, root

MOST_MOVES = 100_000
"""An upper bound of the length of games."""


def game_of(match: Match) -> pyspiel.Game:
    """The game of a match from its current state, with chance and hidden information."""
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
    """Whether the game has chance nodes after its setup."""
    flow = node.state.cells.layout.flow
    begins = [*flow.turns.values(), *(use.entry for use in flow.uses), *([] if flow.main is None else [flow.main])]
    return any(dataflow_of(flow).ahead[block] & CHANCE for block in begins)


class _Game(pyspiel.Game):
    """The game tree below a node."""

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
        """The initial state."""
        return _State(self, self.node)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """An observer with strings only."""
        return _Observer()


class _State(pyspiel.State):
    """A state, with a node that advances."""

    def __init__(self, game: _Game, node: GameNode) -> None:
        super().__init__(game)
        self.node, self._shift = node, game.shift

    def current_player(self) -> int:
        """The player to decide, chance, or nobody."""
        return self.node.player

    def _words(self) -> dict[int, str]:
        """The texts of all actions, by number."""
        shift = 0 if self.node.is_chance else self._shift
        return {code + shift: word for word, code in self.node.codes.items()}

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._words())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, with probabilities."""
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
        """The utility of each player."""
        return [float(value) for value in self.node.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        """A text that is equal for indistinguishable states."""
        return repr(self.node.information(self.node.player if player is None else player))

    def observation_string(self, player: int | None = None) -> str:
        """The table as seen by a player."""
        return repr(self.node.observation(self.node.player if player is None else player))

    def __str__(self) -> str:
        return repr(self.node.key)


class _Observer:
    """Observations as strings; there is no tensor."""

    def __init__(self) -> None:
        self.tensor, self.dict = None, dict[str, object]()

    def set_from(self, state: _State, player: int) -> None:
        """Nothing to do: there is no tensor."""

    def string_from(self, state: _State, player: int) -> str:
        """The table as seen by a player."""
        return state.observation_string(player)
