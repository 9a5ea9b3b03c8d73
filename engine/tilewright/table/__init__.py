"""Games, boards and positions: what lies on the table."""
