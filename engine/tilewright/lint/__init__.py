"""What a rule can come to on any board: conditions that never hold, cards that score nothing."""
