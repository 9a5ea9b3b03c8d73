"""Odds: the best chance of reaching a goal in a turn, exact, whatever the game.

The turns of a game are a Markov decision process, solved by expectimax (the best of moves, the mean of what
chance brings) over canonical states. `moment` is where one asks, with all that can come of it (`kernel.graph`), `induction` solves it;
`question` is the whole of it, `sampling` estimates what is too large;
`repeated` counts turns until a goal is met, `prospects` has the odds of all cards that can be had.
"""
