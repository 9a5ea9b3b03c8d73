"""Puzzles solved for the command line, one module for each kind: what `solve` asks, answers and prints."""
