"""Positions, puzzles and packs as YAML files."""
