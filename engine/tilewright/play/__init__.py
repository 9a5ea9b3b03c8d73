"""Games in play: the table, the choices and moves, records, and bots."""
