"""Parsing and formatting: characters, tokens, surface tree, and the canonical format."""
