"""Text of the language to its surface tree and back: characters, tokens, tree, formatter."""
