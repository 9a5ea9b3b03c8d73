"""What is chosen in secret, chosen best: equilibria of blocks `for each player secretly`, by the statements of the game.

`matrix` solves games of two whose values are opposite, `symmetric` finds equilibria of several players who are alike;
`stages` plays on from what was chosen to where it is valued, `induction` values states, `question` asks it all of a match,
and `bot` plays by it. None of it knows a game.
"""
