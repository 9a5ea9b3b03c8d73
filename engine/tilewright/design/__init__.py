"""Makers of new puzzles and of new layouts."""
