"""Odds: the highest probability of reaching a goal in a turn, exactly, for any game.

A turn is a Markov decision process, solved by expectimax (the maximum over moves, the mean over outcomes of chance)
over canonical states. `moment` is the state in question, with the graph of its continuations (`kernel.graph`);
`induction` solves it; `question` is the whole question, `sampling` estimates turns that are too large; `repeated`
computes the expected number of turns until a goal is met, `prospects` the odds of all cards that can be obtained.
"""
