"""The classics of `examples/` and the same games of OpenSpiel: what a move of ours is called there.

Only importing `pyspiel` (pip install open_spiel, or the extra `bench`) needs OpenSpiel: see `load`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import tilewright
from tilewright.kernel.wasm.native import Native, compiled
from tilewright.play.machine import Machine
from tilewright.play.match import Match
from tilewright.play.state import GameState, Move
from tilewright.table.game import Game
from tilewright.table.position import Position

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Classic:
    """A game, or a position of it, in `examples/`; the game of OpenSpiel; how the actions there are written here."""

    ours: str
    theirs: str
    written: Callable[[int, Any], str]
    decided: Callable[[Any], int | None] = lambda state: None
    """The action that our rules take without asking though OpenSpiel asks."""
    parts: int = 1
    """So many choices of ours at most are one action there, while their words begin alike; `written` joins them with ``; ``."""
    limited: Callable[[Match, Any], bool] | None = None
    """Whether a limit on turns, which is another one in the two rules, has ended a game in one of them."""

    def match(self, seed: int = 0) -> Match:
        """Our game at its beginning."""
        found = beginning(self.ours)
        return Match.at(found, seed=seed) if isinstance(found, Position) else Match(found, ["Ada", "Bo"], seed=seed)

    def native(self) -> Native:
        """Our compiled game, its beginning loaded."""
        match = self.match()
        found = Native(compiled(match.machine.layout))
        found.load(match.state.cells)
        return found

    def load(self) -> Any:
        """The game of OpenSpiel; raises ImportError where it is not installed."""
        import pyspiel

        return pyspiel.load_game(self.theirs)

    def moves(self, state: Any) -> dict[str, int]:
        """What a player can do in a state of OpenSpiel, as we write it; empty at the end of the game and where chance decides."""
        if state.is_terminal() or state.is_chance_node():
            return {}
        moves = {self.written(action, state): action for action in state.legal_actions()}
        return moves if self.parts == 1 or len(moves) == 1 else asked_alone(moves)

    def spelled(self, machine: Machine, state: GameState) -> dict[str, tuple[Move, ...]]:
        """Our choices that are an action there, in the same words: those of a turn, up to so many."""
        return dict(self._spelled(machine, state, state.turn, ()))

    def _spelled(
        self, machine: Machine, state: GameState, turn: int, made: tuple[Move, ...]
    ) -> Iterator[tuple[str, tuple[Move, ...]]]:
        moves = machine.moves_at(state)
        if made and (len(made) == self.parts or state.over or state.turn != turn or verbs(moves) != verbs(made)):
            yield SEPARATOR.join(map(str, made)), made
            return
        for move in moves:
            yield from self._spelled(machine, machine.applied(state, move), turn, (*made, move))

    def choices(self, state: Any) -> dict[str, int]:
        """The same at the next state in which there is a choice: what is forced is done. The state goes on to where it is."""
        while (moves := self.moves(state)) and (len(moves) == 1 or self.decided(state) is not None):
            action = self.decided(state)
            state.apply_action(next(iter(moves.values())) if action is None else action)
        return moves


def verbs(moves: Iterable[Move]) -> set[str]:
    """The first words of moves."""
    return {str(move).split()[0] for move in moves}


def asked_alone(moves: Mapping[str, int]) -> dict[str, int]:
    """Moves of several choices without the choices that are forced: a choice of one is not asked for here."""
    found = dict[str, int]()

    def walk(begun: tuple[str, ...], left: list[tuple[list[str], int]]) -> None:
        if not left[0][0]:
            found[SEPARATOR.join(begun)] = left[0][1]
            return
        firsts = dict.fromkeys(words[0] for words, _ in left)
        for first in firsts:
            after = [(words[1:], action) for words, action in left if words[0] == first]
            walk((*begun, first) if len(firsts) > 1 else begun, after)

    walk((), [(text.split(SEPARATOR), action) for text, action in moves.items()])
    return found


@cache
def beginning(name: str) -> Game | Position:
    """A game of `examples/`, or a position of it."""
    if "/" not in name:
        return tilewright.load_pack(EXAMPLES / name).game
    (position,) = tilewright.check_file(EXAMPLES / f"{name}.position.yaml").tables
    assert isinstance(position, Position)
    return position


def on_grid(rows: int, columns: int, verb: str = "to") -> Callable[[int, Any], str]:
    """Actions that number the spaces from the top left, row by row; one more passes."""
    return lambda action, state: (
        f"{verb} {action // columns + 1},{action % columns + 1}" if action < rows * columns else "pass"
    )


def falling(rows: int, columns: int) -> Callable[[int, Any], str]:
    """Actions that number the columns, in which discs fall; as a string a state has a line for each row."""

    def written(action: int, state: Any) -> str:
        column = [line[action] for line in str(state).split("\n")[:rows]]
        return f"to {column.count('.')},{action + 1}"

    return written


def stepping(rows: int) -> Callable[[int, Any], str]:
    """Actions such as ``a5b4*``: a man is chosen, then the space that it goes to; rows are numbered from below."""

    def written(action: int, state: Any) -> str:
        text = state.action_to_string(action)
        spaces = (f"{rows + 1 - int(at[1])},{ord(at[0]) - ord('a') + 1}" for at in (text[:2], text[2:4]))
        return SEPARATOR.join(f"choose {space}" for space in spaces)

    return written


def along_lines(action: int, state: Any) -> str:
    """Actions of nine men's morris: the number of a point where a man is deployed or taken, or of a walk from one point to another."""
    points = [
        (f"{row},{COLUMNS[at]}", shown)
        for row, line in enumerate(str(state).split("\n")[:13:2], start=1)
        for at, shown in enumerate(line)
        if shown in ".WB"
    ]
    if action >= len(points):
        return SEPARATOR.join(f"choose {points[point][0]}" for point in divmod(action - len(points), len(points)))
    space, shown = points[action]
    return f"choose {space}" if shown == "." else f"move {space}"


def turns_spent(match: Match, state: Any) -> bool:
    """Nine men's morris is drawn here 60 turns after the last capture, there after 200 turns."""
    return match.state.cells.counter(0, "quiet") == 60 or "Turn number: 200" in str(state)


def held(state: Any) -> int | None:
    """A turn of Pig that would win is over here; there it has to be held."""
    scores, pot = str(state).split("\n")[0].split(", Turn total: ")
    score = int(scores.removeprefix("Scores: ").split()[state.current_player()])
    return HOLD if score + int(pot) >= 100 else None


HOLD = 1
COLUMNS = {0: 1, 2: 2, 4: 3, 7: 4, 10: 5, 12: 6, 14: 7}
"""The columns of the 24 points of nine men's morris, by their place in a line of a state."""
SEPARATOR = "; "
CLASSICS = (
    Classic("tic-tac-toe", "tic_tac_toe", on_grid(3, 3)),
    Classic("connect-four", "connect_four", falling(6, 7)),
    Classic("connect-four/positions/five-by-four", "connect_four(rows=4,columns=5)", falling(4, 5)),
    Classic("connect-four/positions/four-by-four", "connect_four(rows=4,columns=4)", falling(4, 4)),
    Classic("hex", "hex(board_size=4)", on_grid(4, 4)),
    Classic("hex/positions/three-by-three", "hex(board_size=3)", on_grid(3, 3)),
    Classic("pig", "pig", lambda action, state: "done" if action == HOLD else "yes", held),
    Classic("reversi", "othello", on_grid(8, 8, "choose")),
    Classic("nine-mens-morris", "nine_mens_morris", along_lines, parts=2, limited=turns_spent),
    Classic("breakthrough", "breakthrough(rows=6,columns=6)", stepping(6), parts=2),
)
GOOFSPIEL = Classic(
    "goofspiel",
    "goofspiel(num_cards=5,points_order=random,returns_type=total_points)",
    lambda action, state: f"bid L{action + 1}",
)
"""Where both choose at once: there is no order of moves to compare."""


def paths(classic: Classic, state: Any, depth: int) -> int:
    """The sequences of so many decisions from a state of OpenSpiel; every outcome of chance counts."""
    if state.is_chance_node():
        return sum(paths(classic, then, depth) for then in outcomes(state))
    actions = classic.choices(state).values()
    if state.is_chance_node():
        return paths(classic, state, depth)
    if not actions or not depth:
        return 1
    return sum(paths(classic, state.child(action), depth - 1) for action in actions)


def own_paths(classic: Classic, match: Match, state: GameState, depth: int) -> int:
    """The same in our game, where an action there is several choices here."""
    if state.over or not depth:
        return 1
    spelled = classic.spelled(match.machine, state).values()
    return sum(own_paths(classic, match, _after(match.machine, state, moves), depth - 1) for moves in spelled)


def _after(machine: Machine, state: GameState, moves: tuple[Move, ...]) -> GameState:
    for move in moves:
        state = machine.applied(state, move)
    return state


def outcomes(state: Any) -> Iterator[Any]:
    """The states after what chance may bring."""
    return (state.child(action) for action, _ in state.chance_outcomes())
