"""Equilibria of secret choices: blocks `for each player secretly`, solved by the statements of the game.

`matrix` solves two-player zero-sum games; `several` finds equilibria of several players, with `SymmetricPayoffs` for
interchangeable players and `AsymmetricPayoffs` for others, and of two players with a bimatrix; `stage_graph` expands
the continuations of each way to answer, `question` values states and answers questions about a match, and `bot` plays
equilibria. None of it knows a game.
"""
