"""The core calculus: what a rule means, without sugar."""
