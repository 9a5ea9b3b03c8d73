"""The expression graph: the arithmetic of an unknown board. Nothing here imports OR-Tools."""
