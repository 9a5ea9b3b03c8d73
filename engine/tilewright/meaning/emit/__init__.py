"""Rules as Python programs: the same meaning, written as loops and compiled."""
