"""Printed sentences and the rules they stand for: tables of phrases, reading, verdicts, writing."""
