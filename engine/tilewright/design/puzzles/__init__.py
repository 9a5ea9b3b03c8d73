"""New puzzles: boards drawn at random, kept for a difficulty that is measured."""
