"""Statements of play: what is done in a turn, in a set-up, or by an ability of a card."""
