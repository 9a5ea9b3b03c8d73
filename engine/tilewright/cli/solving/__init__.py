"""What `solve` asks and prints, of puzzles and of games."""
