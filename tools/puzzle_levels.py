"""How far the levels of puzzles are apart: python tools/puzzle_levels.py FOLDER...

By level the mean of each part of the difficulty, and, as a yardstick that has no part in it, how often
a careless player finds the answer: three times of four the step that pays most, else any step.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from statistics import mean

import tilewright
from tilewright import Puzzle
from tilewright.design.difficulty import LEVELS, Appearance, Difficulty, rated
from tilewright.meaning.scoring import scoring_rules
from tilewright.solver.places import possible_states

GAMES, CARE = 200, 0.75


def careless(look: Appearance, random: Random) -> int:
    """The score of one game of the careless player, who stops when nothing is left to place."""
    stage = look.start()
    while steps := list(look.steps(stage).values()):
        scores = [look.score(after) for after in steps]
        best = [after for after, score in zip(steps, scores, strict=True) if score == max(scores)]
        stage = random.choice(best if random.random() < CARE else steps)
    return look.score(stage)


def measured(path: Path) -> tuple[Difficulty, float] | None:
    """The difficulty of a puzzle, and the share of careless games that find the best score."""
    (puzzle,) = tilewright.check_file(path).values
    assert isinstance(puzzle, Puzzle)
    pack = tilewright.load_pack(puzzle.game.id)
    rules = scoring_rules(puzzle.game, [pack.card(card) for card in puzzle.cards])
    found, states = rated(puzzle, rules), possible_states(puzzle)
    if isinstance(found, str) or not isinstance(states, list):
        return None
    look, random = Appearance(puzzle, states, rules), Random(0)
    return found, mean(careless(look, random) == found.best for _ in range(GAMES))


def main() -> None:
    """Print the table."""
    paths = [path for folder in sys.argv[1:] for path in sorted(Path(folder).glob("*.puzzle.yaml"))]
    every = [found for path in paths if "unique: true" in path.read_text("utf-8") and (found := measured(path))]
    print("| level | puzzles | difficulty | greed | insight | near | search | careless games that find it |")
    print("|---|---|---|---|---|---|---|---|")
    for level in LEVELS:
        of = [(hard, share) for hard, share in every if hard.level == level]
        if of:
            values = sorted(hard.value for hard, _ in of)
            parts = [f"{mean(hard.parts[name] for hard, _ in of):.1f}" for name in of[0][0].parts]
            cells = [level, str(len(of)), f"{values[0]:.1f} to {values[-1]:.1f}", *parts]
            print(f"| {' | '.join(cells)} | {100 * mean(share for _, share in of):.1f}% |")


if __name__ == "__main__":
    main()
