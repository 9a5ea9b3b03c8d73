"""Matches on the kernel: flat states as tables, moves and views."""
