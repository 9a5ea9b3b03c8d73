"""Noun phrases, elaborated into a binder, or into a condition on one element."""
