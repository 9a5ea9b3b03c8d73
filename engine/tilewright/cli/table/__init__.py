"""Games played in the terminal."""
