"""CP-SAT encodings: what posts an expression graph as a model of OR-Tools."""
