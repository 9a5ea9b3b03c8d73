"""Packs on disk: what a name stands for, what was read once, and the check of any file."""
