"""New puzzles about turns: endings of games between bots, kept when the first take is a key, and rated."""
