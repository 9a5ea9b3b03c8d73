"""New layouts: sketches of heights, and a model for what a sketch does not meet."""
