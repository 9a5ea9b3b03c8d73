"""Areas of boards that grow: whether they can still be completed, how far they can go, and what fits where."""
