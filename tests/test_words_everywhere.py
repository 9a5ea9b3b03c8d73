"""The words of games in every use: the games of the pages of the language are played, traced, asked about and drawn."""

from __future__ import annotations

from random import Random
from xml.etree.ElementTree import fromstring

import pytest

from doc_examples import checked, game_of, of_kind
from tilewright.draw.picture import of_position
from tilewright.draw.sheet import svg
from tilewright.draw.text import terminal
from tilewright.play.match import Match
from tilewright.play.tracing import traced, why_not, why_not_there
from tilewright.solver.bounds import extreme
from tilewright.solver.proof import TableScope
from tilewright.stopping import Unsupported
from tilewright.table.card import Card

PLAYABLE = ["crossings", "duel", "windows", "honey", "lanterns", "lantern", "flanks", "loans"]
GAMES = {one.text.split()[1]: one.text for one in of_kind("game") if one.page in ("language-boards", "language-game")}


def spaces(match: Match) -> list[tuple[int, int]]:
    """All spaces of the table: the place and the space."""
    grids = match.state.table.grids
    return [(seat, space) for seat, grid in enumerate(grids) for space in range(grid.geometry.size)]


@pytest.mark.parametrize("name", PLAYABLE)
def test_played_traced_and_drawn(name: str) -> None:
    """Random play to the end: each choice says why another move is none, and each statement whether it was done."""
    game, problems = game_of(GAMES[name])
    assert game is not None and not problems.errors()
    match, random = Match(game, ["Ada", "Bo"], seed=1), Random(1)
    while not match.over:
        move = random.choice(match.moves)
        assert [line.lower() for line in why_not(match, move.text)] == [f"{move.text.lower()} is allowed now"]
        assert why_not(match, "somewhere") and all(why_not_there(match, *space) for space in spaces(match))
        match.play(move.text)
    lines = traced(match)
    assert any(line.done for line in lines)
    assert game.id == "loans" or not [line for line in lines if any(note.startswith("= -") for note in line.notes)]
    pictures = of_position(match.position())
    assert fromstring(svg(pictures)).tag.endswith("svg") and all(map(terminal, pictures))


@pytest.mark.parametrize(
    ("name", "line", "reason"),
    [
        (
            "windows",
            "score count of panes in the hand",
            "it depends on what lies in the hand, which is not part of the boards",
        ),
        (
            "lanterns",
            "score count of empty spaces",
            "the bridge is a board of lines; only boards of squares and hexagons are searched",
        ),
    ],
)
def test_what_is_not_searched_is_reported(name: str, line: str, reason: str) -> None:
    """Bounds are about boards of squares and hexagons: of all else it is said what is not searched."""
    game, _ = game_of(GAMES[name])
    assert game is not None
    (card,), problems = checked(f"goal own\n  {line}\n  pays on an empty {game.own_place.name}\n", game)
    assert isinstance(card, Card) and card.rule is not None and not problems.errors()
    with pytest.raises(Unsupported, match=reason):
        extreme(game, card.rule, "max", TableScope(game.own_place.geometry))
