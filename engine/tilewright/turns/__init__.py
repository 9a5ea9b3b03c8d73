"""Puzzles about turns: the statements of a game run over unknown choices, and the best line of play by proof."""
