"""The interpretation of options and arguments."""
