"""Inspections by abstract interpretation: conditions that never hold, cards that score nothing."""
