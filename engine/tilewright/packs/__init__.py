"""Packs on disk: name resolution, cached parses, and the driver that checks any file."""
