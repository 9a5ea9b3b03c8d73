"""Odds: the best chance to reach a goal in a turn, exact, whatever the game.

The statements of a game are a Markov decision process, solved by expectimax (the best of moves, the mean of what
chance brings) over canonical states. `horizon` says how far chance reaches and what depends on it, `walker` is the
machine that stops where chance has its say, `graph` holds the states, `induction` solves it, `results` asks for the goal;
`question` is the whole of it, `sampling` estimates what is too large, `beginning` begins a turn with given cards;
`repeated` counts turns until a goal is met, `prospects` has the odds of all cards that can be had.
"""
