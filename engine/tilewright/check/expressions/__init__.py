"""Expressions: from the surface tree to typed numbers, conditions and elements."""
