"""The questions put to the solver: the best arrangement, every one, why, bounds, proofs."""
