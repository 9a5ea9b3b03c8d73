"""Models of three cards, and of throws of dice, by hand, to measure what is made from the files against."""
