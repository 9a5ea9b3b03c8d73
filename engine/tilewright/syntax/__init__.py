"""Text of the language to surface tree and back: prescan, parser, tree, formatter."""
