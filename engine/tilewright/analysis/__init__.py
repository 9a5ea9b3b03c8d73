"""Editor features, independent of a protocol: completion, hover, definitions and so on. `Analysis` is the entry
point."""
