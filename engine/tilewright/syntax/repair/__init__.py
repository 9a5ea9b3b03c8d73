"""Syntax error messages, suggestions, and error recovery."""
