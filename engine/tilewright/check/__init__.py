"""Semantic analysis: elaborates the surface tree into the core calculus, and reports all problems of a file."""
