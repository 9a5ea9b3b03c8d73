"""The kernel of play: statements lowered once to a flow of basic blocks over a flat state."""
