"""Puzzles about turns: symbolic execution of the statements of a game over unknown choices, and the best line of play,
with proof."""
