"""Rules compiled to Python programs with loops, and written as data."""
