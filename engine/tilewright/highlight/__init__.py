"""What editors and web pages need to color the language: its words by class, and a lexer for Pygments."""
