"""Elaboration of expressions into typed numbers, conditions and elements."""
