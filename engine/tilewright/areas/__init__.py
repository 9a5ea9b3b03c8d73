"""Areas of growing boards: whether they can still be completed, their maximum size, and what fits where."""
