"""Questions for the solver: the best arrangement, all best ones, why, bounds, proofs."""
