"""The core calculus: the meaning of rules, without syntactic sugar."""
