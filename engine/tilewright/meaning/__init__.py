"""The meaning of rules: one evaluator over an abstract domain."""
