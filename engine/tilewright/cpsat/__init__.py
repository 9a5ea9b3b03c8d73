"""CP-SAT encodings of the expression graph, posted to OR-Tools."""
