"""Games as games of OpenSpiel: its own test of the API, and its searches on them. Skipped where it is not installed."""

from __future__ import annotations

import pytest

import tilewright
from cases import mostly_slow
from test_examples import match_of

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize("name", mostly_slow(["tic-tac-toe", "pig", "goofspiel", "connect-four"], quick=2))
def test_openspiel_accepts_the_games(name: str) -> None:
    """Random games by OpenSpiel's own test: actions, chance, copies, returns."""
    from tilewright.openspiel import game_of

    pyspiel.random_sim_test(game_of(match_of(name)), 2, False, False)


def test_a_hidden_hand() -> None:
    """Three players with hands that the others do not see."""
    from tilewright.openspiel import game_of
    from tilewright.play.match import Match

    game = game_of(Match(tilewright.load_pack("herons").game, ["Ada", "Bo", "Cy"], seed=1))
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    pyspiel.random_sim_test(game, 1, False, False)


def test_openspiel_solves_hex() -> None:
    """Its minimax finds that the first player wins on 3 x 3 spaces; games with chance say so."""
    from open_spiel.python.algorithms import minimax

    from tilewright.openspiel import game_of

    game = game_of(match_of("hex/positions/three-by-three"))
    state = game.new_initial_state()
    for word in ("to 2,2", "to 3,1"):
        state.apply_action(next(one for one in state.legal_actions() if state.action_to_string(one) == word))
    value, _ = minimax.alpha_beta_search(game, state=state, maximizing_player_id=0)
    assert value == 1
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert game_of(match_of("pig")).get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
