"""What a rule means: one evaluator over an abstract arithmetic."""
