"""Games in play: the table, whose choice it is, what may be chosen, and players that choose."""
