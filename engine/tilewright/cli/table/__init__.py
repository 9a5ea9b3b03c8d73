"""A game played in the terminal."""
