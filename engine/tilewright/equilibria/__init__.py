"""What is chosen in secret, chosen best: equilibria of blocks `for each player secretly`, by the statements of the game.

`matrix` solves games of two whose values are opposite, `several` finds equilibria of several players, with `symmetric` payoffs of
those who are alike and `asymmetric` ones of others, `bimatrix` one of two who each want their own, and the path to one;
`stage_graph` plays on from what was chosen to where it is valued, `question` values states and asks it all of a match,
and `bot` plays by it. None of it knows a game.
"""
