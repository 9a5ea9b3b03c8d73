"""YAML files: positions, puzzles, records and packs, with the spans of their values."""
