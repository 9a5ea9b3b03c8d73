"""Cards, layouts and puzzles on paper: what is set is worked out here and set by Typst (extra ``print``)."""
