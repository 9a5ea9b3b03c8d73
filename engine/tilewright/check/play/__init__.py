"""Elaboration of statements of play: of turns, of the setup, and of abilities."""
