"""Noun phrases: from words and modifiers to a binder, or to a condition on one element."""
