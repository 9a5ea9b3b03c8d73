"""What must hold of every sound card, tried on boards at random: one meaning, whoever is asked."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

from tilewright.files.printing import print_position, print_puzzle
from tilewright.packs.pack import Pack
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position, Puzzle

Run = Callable[..., tuple[int, str]]
"""Runs a command on words, with a text as its standard input; its exit code and its output."""
POSITION, PUZZLE = Path("law.position.yaml"), Path("law.puzzle.yaml")
TRIES = 4


def random_stack(rng: random.Random, game: Game) -> Stack:
    """A stack as play makes them: empty, face-down with or without a cap, or face-up on top."""
    down = rng.choice([0, 0, 0, 1, 1, 2, 3])
    if rng.random() < 0.35:
        return Stack(down, (rng.choice(game.kinds).code,))
    return Stack(down, (), game.caps[0].mark if down and game.caps and rng.random() < 0.4 else "")


def random_position(rng: random.Random, game: Game, card: Card, geometry: Geometry | None = None) -> Position | None:
    """A position that can be, with the fewest players of the game; None when none was found."""
    board = game.own_place
    sides = [n for n in range(1, 5) if board.allows(n, n)] or [board.low]
    for _ in range(20):
        size = geometry or Geometry(rng.choice(sides), rng.choice(sides))
        boards = [Board(size, tuple(random_stack(rng, game) for _ in range(size.size))) for _ in range(game.players[0])]
        players = tuple(Player(f"P{i}", found) for i, found in enumerate(boards))
        position = Position(game, players, (card.id,))
        if not position.status():
            return position
    return None


def law_of_layout(run: Run, text: str) -> str | None:
    """Formatted twice is formatted once; the formatted text, or None of one that cannot be formatted."""
    code, once = run("fmt", "-", input=text)
    if code:
        return None
    again = run("fmt", "-", input=once)
    assert again == (0, once), f"fmt(fmt(x)) is another text:\n{again[1]}"
    return once


def law_of_scores(run: Run, rng: random.Random, file: Path, formatted: str, card: Card, pack: Pack) -> None:
    """What a card pays does not depend on how its file is laid out."""
    position = random_position(rng, pack.game, card)
    if position is None:
        return
    POSITION.write_text(print_position(position), "utf-8")
    before, text = run("score", "--json", str(POSITION)), file.read_bytes()
    file.write_text(formatted, "utf-8")
    after = run("score", "--json", str(POSITION))
    file.write_bytes(text)
    assert before == after, (
        f"formatted, the card pays something else:\n{before}\n{after}\n{POSITION.read_text('utf-8')}"
    )


def law_of_solving(run: Run, rng: random.Random, card: Card, pack: Pack) -> None:
    """`solve` of a puzzle with nothing to place says what `score` says."""
    position = random_position(rng, pack.game, card)
    if position is None:
        return
    own, *others = position.players
    puzzle = Puzzle(pack.game, "law", own.board, (card.id,), (), others=tuple(others))
    POSITION.write_text(print_position(position), "utf-8")
    PUZZLE.write_text(print_puzzle(puzzle), "utf-8")
    (code, scored), (answer, solved) = (
        run("score", "--json", str(POSITION)),
        run("solve", "--json", "--workers", "1", str(PUZZLE)),
    )
    if code or answer == 2 or '"solution/1"' not in solved:  # too much work, or beyond what solve can do
        return
    expected, found = json.loads(scored)["players"][0], json.loads(solved)
    assert (found["status"], found["score"]) == ("optimal", expected["total"]), (
        f"{scored}{solved}{PUZZLE.read_text('utf-8')}"
    )
    assert found["parts"] == expected["parts"], f"{scored}{solved}{PUZZLE.read_text('utf-8')}"


def law_of_bounds(run: Run, rng: random.Random, file: Path, card: Card, pack: Pack) -> None:
    """No board pays less than the least or more than the most that `bounds` proves."""
    game = pack.game
    side = next((n for n in range(1, 5) if game.own_place.allows(n, n)), game.own_place.low)
    size, count = Geometry(side, side), game.players[0]
    words = ["--json", "--size", f"{side}x{side}", "--players", str(count), "--time-limit", "0.5", "--workers", "1"]
    code, output = run("bounds", str(file), *words)
    answers = [json.loads(line) for line in output.splitlines() if '"bounds/1"' in line]
    answer = next((item for item in answers if item["card"] == card.id), None)
    if code == 2 or answer is None:
        return
    least, most = answer.get("limits") or (answer["min"], answer["max"])
    for _ in range(TRIES):
        position = random_position(rng, game, card, size)
        if position is None:
            return
        POSITION.write_text(print_position(position), "utf-8")
        code, scored = run("score", "--json", str(POSITION))
        if code:
            return
        for player in json.loads(scored)["players"]:
            paid = player["parts"][card.id]
            within = (least is None or least <= paid) and (most is None or paid <= most)
            assert within, f"{paid} is not within {least} to {most}:\n{POSITION.read_text('utf-8')}"
