"""Models of three cards by hand, to measure the compiled ones against."""
