"""Puzzles about moves: turns of games at random in which several players decide."""
